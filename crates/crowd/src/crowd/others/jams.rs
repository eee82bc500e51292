//! Jams: agents that are stuck ask for another way, around where others stand.
//!
//! For such a question, and while the agent goes the way that it is given, the cells that others at rest or stuck take up
//! are dear. They cost the same as ever for everybody else.

use std::collections::BTreeMap;

use rayon::prelude::*;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;
use voxnav::smoothing::Smoothing;
use voxnav::{Algorithm, Lattice, Terrain};

use crate::avoidance::distance_to;
use crate::crowd::keeper::Keeper;
use crate::crowd::member::{Member, in_parallel};
use crate::crowd::view::{View, wary};
use crate::crowd::{Crowd, Errand, Mover, MoverId};

/// The weight that an agent adds to the cells that it touches: one on its way, which may be gone soon; one at rest, which
/// was pushed for seconds and is still there; and the greatest sum. Who stands amid others that are stuck must get out
/// among them, whatever way it takes.
const ON_ITS_WAY: u16 = 8;
const AT_REST: u16 = 128;
const MOST: u16 = 512;

/// The time for which an agent keeps away from where others stood, in seconds.
const LASTS: f64 = 20.0;

/// The distance from the cells of a way around where others stand within which it is straightened, in cells.
const BESIDE: f64 = 0.5;

/// The share of its speed below which an agent counts as one that stands.
pub(super) const STANDS: f64 = 0.1;

/// The costs by which a stuck agent looks for another way.
#[derive(Clone, Debug)]
pub(in crate::crowd) struct Jam {
    /// The weights; `None` until the next update.
    terrain: Option<Terrain>,
    /// The time left, in seconds.
    left: f64,
}

impl Jam {
    pub(in crate::crowd) const fn new() -> Self {
        Self {
            terrain: None,
            left: LASTS,
        }
    }

    /// Returns the world of an agent as it looks for a way in it.
    pub(in crate::crowd) fn seen(&self, view: &View) -> Option<View> {
        let (flight, terrain) = view.flight().zip(self.terrain.as_ref())?;
        // First paths do not count what cells cost.
        let view = flight.with_terrain(terrain.clone());
        Some(view.with_algorithm(Algorithm::Auto).into())
    }
}

/// The progress of an agent: the least distance that it had left to go, the time since then, and the time after which
/// it looks for another way, in seconds.
#[derive(Clone, Copy, Debug)]
pub(in crate::crowd) struct Progress {
    least: f64,
    since: f64,
    patience: f64,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            least: f64::INFINITY,
            since: 0.0,
            patience: STALLS,
        }
    }
}

/// The time in which an agent comes nearer by a share of what it goes meanwhile, unless it is stalled, in seconds; each
/// time that it was it waits twice as long, for in a queue there is no other way.
const STALLS: f64 = 5.0;
const GAINS: f64 = 0.05;

/// The most time that counts of one update, in seconds.
pub(super) const LONGEST: f64 = 0.25;

/// The time without that after which it counts as one that stands, in seconds.
const WAITS: f64 = 1.0;

impl Member {
    /// Lets time pass, and returns whether the agent has got on too little for too long, though it moves to and fro.
    fn is_stalled(&mut self, dt: f64) -> bool {
        let Some(left) = self.remaining().filter(|_| self.step.to.is_some()) else {
            self.progress.since = 0.0;
            return false;
        };
        let gain = GAINS * STALLS * self.mover.speed;
        let Progress {
            least, patience, ..
        } = self.progress;
        if left + gain < least {
            (self.progress.least, self.progress.since) = (left, 0.0);
            return false;
        }
        // In one long update it moves once.
        self.progress.since += dt.min(LONGEST);
        let is_stalled = self.progress.since >= patience;
        if is_stalled {
            self.progress = Progress {
                patience: 2.0 * patience,
                ..Progress::default()
            };
        }
        is_stalled
    }

    /// Returns whether the agent does not get on.
    fn is_standing(&self) -> bool {
        self.velocity.length() <= STANDS * self.mover.speed || self.progress.since > WAITS
    }
}

impl Crowd {
    /// Finds out where others stand, for agents that are stuck, and lets time pass for those that were.
    pub(in crate::crowd) fn look_at_jams(&mut self, dt: f64) {
        in_parallel(&mut self.members).for_each(|(_, member)| {
            let goes = matches!(member.errand, Some(Errand::Go(_))) && !member.is_planned;
            if goes && member.is_stalled(dt) {
                member.jam = Some(Jam::new());
            }
            let is_standing = member.is_standing();
            member.jam = member.jam.take().filter(|_| goes).and_then(|jam| {
                let left = jam.left - dt;
                let again = is_standing.then(Jam::new);
                if left > 0.0 {
                    Some(Jam { left, ..jam })
                } else {
                    again
                }
            });
        });
        let is_new = |member: &Member| member.jam.as_ref().is_some_and(|it| it.terrain.is_none());
        let asking: Vec<(MoverId, Mover)> = self
            .members
            .iter()
            .filter(|it| is_new(it.1))
            .map(|(&id, member)| (id, member.mover))
            .collect();
        if asking.is_empty() {
            return;
        }
        // Strings would be pulled straight through what is dear.
        let beside = Smoothing::new()
            .simplify(BESIDE)
            .unwrap_or_else(|_| Smoothing::new());
        let mut crowds = BTreeMap::new();
        for (id, mover) in asking {
            let body = mover.body;
            let crowded = crowds.entry((body, wary(&mover)));
            let crowded = crowded.or_insert_with(|| self.crowded(&mover));
            let (Some(member), Some(crowded)) = (self.members.get(&id), crowded) else {
                continue;
            };
            let terrain = crowded.seen_from(id, member, self.avoiding.radius_of(member));
            let Some(member) = self.members.get_mut(&id) else {
                continue;
            };
            member.jam = member.jam.take().map(|jam| Jam {
                terrain: Some(terrain),
                ..jam
            });
            // From where it is: it may be on its way into a cell that is dear already.
            if let (Some(view), Some(Errand::Go(to))) = (self.views.get(&body), &member.errand) {
                let beside = beside.clone();
                member.keeper = Some(Keeper::new(view, to.clone(), &self.policy, beside));
                member.told.route_version = 0;
            }
        }
    }

    /// Returns the world in which an agent plans, with weights where others stand.
    fn crowded(&self, mover: &Mover) -> Option<Crowded> {
        let own = wary(mover).and_then(|place| self.wary.get(&place));
        let view = own.or_else(|| self.views.get(&mover.body))?.flight()?;
        let lattice = *view.lattice();
        let standing = self.members.iter().filter(|it| it.1.is_standing());
        let standing = standing.filter_map(|(&id, member)| {
            let added = match member.errand {
                Some(_) => ON_ITS_WAY,
                None => AT_REST,
            };
            Some(Standing {
                id,
                at: lattice.coordinates_of(member.mover.position).ok()?,
                radius: self.avoiding.radius_of(member) / lattice.size(),
                added,
            })
        });
        let standing: Vec<Standing> = standing.collect();
        let mut added = BTreeMap::new();
        for one in &standing {
            // A cell more, for that agent has half of one around its center.
            let far = DVec3::splat(one.radius + 0.5).min(DVec3::splat(FARTHEST));
            let [low, high] = [(one.at - far).ceil(), (one.at + far).floor()].map(DVec3::as_ivec3);
            for cell in CellBox::new(low, high + 1).cells() {
                let sum: &mut u16 = added.entry([cell.z, cell.y, cell.x]).or_default();
                *sum = (*sum + one.added).min(MOST);
            }
        }
        let mut terrain = view.terrain().clone();
        for ([z, y, x], added) in added {
            terrain.multiply(IVec3::new(x, y, z), 1 + added);
        }
        Some(Crowded {
            lattice,
            standing,
            terrain,
        })
    }
}

/// An agent that stands, in cells.
#[derive(Clone, Copy, Debug)]
struct Standing {
    id: MoverId,
    at: DVec3,
    radius: f64,
    added: u16,
}

/// The world of a body, with weights where others stand.
struct Crowded {
    lattice: Lattice,
    standing: Vec<Standing>,
    terrain: Terrain,
}

impl Crowded {
    /// Returns the terrain as one agent has it: the cell where it is costs nothing, so that cells next to it are dear, too, to
    /// which no way leads from there but nearer to others that it touches. So an agent that was pushed into a gap between two
    /// gets out of it where it came in.
    fn seen_from(&self, id: MoverId, member: &Member, radius: f64) -> Terrain {
        let mut terrain = self.terrain.clone();
        let Ok(at) = self.lattice.coordinates_of(member.mover.position) else {
            return terrain;
        };
        let (own, radius) = (at.round().as_ivec3(), radius / self.lattice.size());
        let is_near = |it: &&Standing| it.id != id && it.at.distance(at) < radius + it.radius + 2.0;
        let near: Vec<&Standing> = self.standing.iter().filter(is_near).collect();
        for cell in CellBox::new(own - 1, own + 2).cells() {
            let is_passed = |it: &&&Standing| {
                let now = it.at.distance(at).min(radius + it.radius);
                let least = distance_to([at, cell.as_dvec3()], it.at);
                least < now * (1.0 - NEARER)
            };
            let passed = near.iter().filter(is_passed).map(|it| it.added);
            let added = passed.fold(0_u16, u16::saturating_add).min(MOST);
            if added > 0 && cell != own {
                terrain.multiply(cell, 1 + added);
            }
        }
        terrain
    }
}

/// The part of a distance by which an agent that comes nearer to another goes toward it, and not along it.
const NEARER: f64 = 1.0 / 16.0;

/// The most cells around an agent that are dear, on each side.
const FARTHEST: f64 = 8.0;
