//! Formations of a tick: followers take their places where a formation or its members are new.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use voxnav_crowd::crowd::{CrowdAgentId, Formation, FormationShape};

use super::NavTarget;
use crate::world::{Level, Levels};

/// The formation in which others follow an agent whose target is [`NavTarget::Formation`] with this entity. Replace it to have
/// them form up otherwise.
///
/// Followers keep their places where it is wide, and go on the trail of the leader where it is narrow: see
/// [`Crowd::follow_in_formation`](voxnav_crowd::crowd::Crowd::follow_in_formation).
///
/// ```
/// use bevy_voxnav::{NavFormation, NavFormationShape};
///
/// let formation = NavFormation { wait: Some(4.0), ..NavFormation::new(NavFormationShape::Wedge) };
/// assert_eq!(formation.spacing, None);
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavFormation {
    /// The shape.
    pub shape: NavFormationShape,
    /// The distance between an agent and the next one, in world units; `None` for three times the largest radius.
    pub spacing: Option<f32>,
    /// The distance from its place at which a follower makes the leader halt, in world units; `None` for a leader that does not
    /// wait.
    pub wait: Option<f32>,
}

/// The shape of a [`NavFormation`].
///
/// ```
/// use bevy_voxnav::NavFormationShape;
///
/// assert_ne!(NavFormationShape::Line, NavFormationShape::Ring);
/// ```
#[derive(Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
#[non_exhaustive]
pub enum NavFormationShape {
    /// Agents go abreast, by turns at both sides of the leader.
    Line,
    /// Agents go in two arms that trail off from the leader at right angles to each other.
    Wedge,
    /// Agents go one behind the other along the way that the leader went.
    Column,
    /// Agents go in a circle around the leader.
    Ring,
}

impl NavFormation {
    /// Makes a formation of a shape, with the usual spacing and a leader that does not wait.
    #[must_use]
    pub const fn new(shape: NavFormationShape) -> Self {
        Self {
            shape,
            spacing: None,
            wait: None,
        }
    }

    fn meaning(self) -> Formation {
        let mut formation = Formation::new(match self.shape {
            NavFormationShape::Line => FormationShape::Line,
            NavFormationShape::Wedge => FormationShape::Wedge,
            NavFormationShape::Column => FormationShape::Column,
            NavFormationShape::Ring => FormationShape::Ring,
        });
        formation.spacing = self.spacing.map(f64::from);
        formation.wait = self.wait.map(f64::from);
        formation
    }
}

/// A formation as the crowd has it: the leader, its formation and those that follow it.
pub(crate) type Formed = (CrowdAgentId, NavFormation, Vec<CrowdAgentId>);

/// Has agents whose target is a formation form up.
pub(crate) fn form_up(
    targets: Query<&NavTarget>,
    formations: Query<&NavFormation>,
    mut levels: Levels,
) {
    levels.each(|_, level| {
        let mut wanted: BTreeMap<Entity, Formed> = BTreeMap::new();
        for (&entity, rider) in &level.agents {
            let Ok(&NavTarget::Formation { leader }) = targets.get(entity) else {
                continue;
            };
            let lead = level.agents.get(&leader).zip(formations.get(leader).ok());
            if let Some((lead, &formation)) = lead.filter(|_| leader != entity) {
                let formed = wanted.entry(leader);
                let formed = formed.or_insert_with(|| (lead.id, formation, Vec::new()));
                formed.2.push(rider.id);
            }
        }
        for (leader, formed) in &mut wanted {
            formed.2.sort_unstable();
            if level.formed.get(leader) != Some(formed) {
                level.form(formed);
            }
        }
        level.formed = wanted;
    });
}

impl Level {
    /// Has agents form up, and takes note of it.
    fn form(&mut self, (leader, formation, followers): &Formed) {
        let done = self
            .crowd
            .follow_in_formation(*leader, followers, formation.meaning());
        for id in followers.iter().filter(|_| done.is_ok()) {
            let entity = self.entities.get(id);
            if let Some(rider) = entity.and_then(|it| self.agents.get_mut(it)) {
                rider.set_out(Vec::new());
                rider.status = crate::NavStatus::Moving;
            }
        }
    }
}
