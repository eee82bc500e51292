//! Goals that are taken: an agent whose goal another one rests at waits for it nearby.

use std::collections::BTreeMap;

use voxnav::glam::{DVec3, I64Vec3};

use crate::crowd::keeper::Keeper;
use crate::crowd::member::Member;
use crate::crowd::{Crowd, Errand, Event, MoverId, Other};

/// The distance from a taken goal at which an agent waits, in sums of the two radii.
const RING: f64 = 2.0;

/// The distance from its place at which an agent that rests counts as pushed off, in radii.
const OFF: f64 = 0.25;

/// The places at which agents rest, by cells of a grid as wide as two of the largest.
#[derive(Debug, Default)]
struct Resting {
    width: f64,
    by_cell: BTreeMap<[i64; 3], Vec<Rest>>,
}

/// A place at which an agent rests.
#[derive(Clone, Copy, Debug)]
struct Rest {
    id: MoverId,
    home: DVec3,
    radius: f64,
    priority: i32,
}

impl Resting {
    fn cell(&self, at: DVec3) -> I64Vec3 {
        (at / self.width).floor().as_i64vec3()
    }

    /// Returns the first agent that rests at a place, of no lower priority.
    fn at(&self, place: DVec3, radius: f64, priority: i32) -> Option<(MoverId, f64)> {
        let center = self.cell(place);
        let mut found = None;
        for number in 0..27 {
            let offset = I64Vec3::new(number % 3, number / 3 % 3, number / 9) - 1;
            let cell = center.saturating_add(offset).to_array();
            for rest in self.by_cell.get(&cell).into_iter().flatten() {
                let radii = radius + rest.radius;
                let is_taken = rest.home.distance(place) < radii && rest.priority >= priority;
                if is_taken && found.is_none_or(|(first, _)| rest.id < first) {
                    found = Some((rest.id, radii));
                }
            }
        }
        found
    }
}

impl Crowd {
    /// Returns the places of agents that rest somewhere.
    fn resting(&self, place: impl Fn(&Member) -> Option<DVec3>) -> Resting {
        let radii = self.members.values().map(|it| self.avoiding.radius_of(it));
        let mut resting = Resting {
            width: (2.0 * radii.fold(0.0, f64::max)).max(f64::MIN_POSITIVE),
            ..Resting::default()
        };
        for (&id, member) in &self.members {
            if let Some(home) = place(member) {
                let one = Rest {
                    id,
                    home,
                    radius: self.avoiding.radius_of(member),
                    priority: member.mover.priority,
                };
                let cell = resting.cell(home).to_array();
                resting.by_cell.entry(cell).or_default().push(one);
            }
        }
        resting
    }

    /// Has agents that were pushed off their places rest where they are, if others rest there by now.
    pub(in crate::crowd) fn settle(&mut self) {
        let is_off = |crowd: &Self, member: &Member, home: DVec3| {
            home.distance(member.mover.position) > OFF * crowd.avoiding.radius_of(member)
        };
        let home = |member: &Member| {
            let rests = member.errand.is_none() && !member.is_planned;
            member.home.filter(|_| rests)
        };
        let pushed: Vec<(MoverId, DVec3)> = (self.members.iter())
            .filter_map(|(&id, member)| Some((id, home(member)?)))
            .filter(|&(id, home)| is_off(self, &self.members[&id], home))
            .collect();
        if pushed.is_empty() {
            return;
        }
        let resting = self.resting(|it| home(it).filter(|&home| !is_off(self, it, home)));
        for (id, home) in pushed {
            if let Some(member) = self.members.get_mut(&id) {
                let radius = self.avoiding.radius_of(member);
                if resting.at(home, radius, member.mover.priority).is_some() {
                    (member.home, member.is_returning) = (Some(member.mover.position), false);
                }
            }
        }
    }

    /// Has agents wait whose goal is taken.
    pub(in crate::crowd) fn wait_for_goals(&mut self, events: &mut Vec<Event>) {
        let rests = |member: &Member| {
            let is_there =
                member.errand.is_none() && (member.step.to.is_none() || member.is_returning);
            is_there.then(|| member.home.unwrap_or(member.mover.position))
        };
        let resting = self.resting(rests);
        for (&id, member) in &mut self.members {
            let is_sent = matches!(member.errand, Some(Errand::Go(_)));
            let Some(to) = member.step.to.filter(|_| is_sent) else {
                continue;
            };
            let radius = self.avoiding.radius_of(member);
            let left = member.remaining().unwrap_or(f64::INFINITY);
            if left > RING * (radius + resting.width / 2.0) {
                continue;
            }
            let goal = member.keeper.as_ref().and_then(Keeper::end);
            let taken = resting.at(goal.unwrap_or(to), radius, member.mover.priority);
            let Some((other, radii)) = taken.filter(|it| it.0 != id) else {
                continue;
            };
            if left <= RING * radii && member.claim.is_none() {
                member.step.to = None;
                member.step.velocity = DVec3::ZERO;
                if member.told.waits_for.replace(other) != Some(other) {
                    events.push(Event::WaitsFor(id, Other::Mover(other)));
                }
            }
        }
    }
}
