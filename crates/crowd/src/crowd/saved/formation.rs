//! The part of a formation that is saved.

use voxnav::glam::DVec3;

use super::SavedError;
use super::bytes::{BinaryForm, Reader, stored};
use crate::crowd::Crowd;
use crate::crowd::formations::Formed;
use crate::crowd::formations::{Formation, FormationShape};
use crate::crowd::values::error::CrowdError;
use crate::crowd::values::id::CrowdAgentId;

/// A formation without what it forgets: which agents go in a file, and which places ways lead to.
#[derive(Debug)]
pub(super) struct SavedFormation {
    number: u32,
    leader: CrowdAgentId,
    formation: Formation,
    order: Vec<CrowdAgentId>,
    facing: DVec3,
    assigned: DVec3,
    trail: Vec<DVec3>,
    rest: Option<DVec3>,
    is_handed_over: bool,
}

impl SavedFormation {
    fn of(number: u32, formed: &Formed) -> Self {
        Self {
            number,
            leader: formed.leader,
            formation: formed.formation,
            order: formed.order.clone(),
            facing: formed.facing,
            assigned: formed.assigned,
            trail: formed.trail.points.clone(),
            rest: formed.rest,
            is_handed_over: formed.is_handed_over,
        }
    }

    fn formed(self) -> Formed {
        let mut formed = Formed::new(self.formation, self.leader, self.order);
        (formed.facing, formed.assigned) = (self.facing, self.assigned);
        formed.rest = self.rest;
        formed.trail.points = self.trail;
        formed.is_handed_over = self.is_handed_over;
        formed
    }

    /// Checks values that may be anything.
    fn check(&self) -> Result<(), CrowdError> {
        self.formation.check(self.leader)?;
        let directions = [self.facing, self.assigned].into_iter();
        let directions = directions.filter(|it| *it != DVec3::ZERO && !it.is_normalized());
        let points = self.trail.iter().copied().chain(self.rest);
        let points = points.filter(|it| !it.is_finite());
        match directions.chain(points).next() {
            Some(position) => Err(CrowdError::Position {
                id: self.leader,
                position,
            }),
            None => Ok(()),
        }
    }
}

impl Crowd {
    /// Returns what is saved of the formations.
    pub(super) fn saved_formations(&self) -> Vec<SavedFormation> {
        let all = self.formations.iter();
        all.map(|(&number, formed)| SavedFormation::of(number, formed))
            .collect()
    }

    /// Takes formations over whose agents are there and follow.
    pub(super) fn load_formations(&mut self, saved: Vec<SavedFormation>) -> Result<(), SavedError> {
        for one in saved {
            one.check()?;
            let (number, leader) = (one.number, one.leader);
            let formed = one.formed();
            let follow = formed.order.iter().all(|&id| self.takes_post(id, number));
            let is_led = self.members.contains_key(&leader) && !formed.order.contains(&leader);
            let is_first = self.formations.insert(number, formed).is_none();
            if !(follow && is_led && is_first) {
                return Err(SavedError::Formation { leader });
            }
        }
        Ok(())
    }
}

stored!(SavedFormation:
    (number, leader, formation, order, facing, assigned, trail, rest, is_handed_over) => [
    SavedFormation { number, leader, formation, order, facing, assigned, trail, rest, is_handed_over }
]);
stored!(Formation: (shape, spacing, wait) => [Formation { shape, spacing, wait }]);
stored!("formation" FormationShape {
    0: () => [FormationShape::Line],
    1: () => [FormationShape::Wedge],
    2: () => [FormationShape::Column],
    3: () => [FormationShape::Ring],
});
