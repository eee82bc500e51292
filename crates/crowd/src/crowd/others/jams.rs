//! Jams: agents that are stuck ask for another way, around where others stand.
//!
//! For such a question, and while the agent goes the way that it is given, the cells that others at rest or stuck take up
//! are expensive, and so are those of neighbors that do not cooperate, if they stand. They cost the same as ever for everybody
//! else. A ground agent asks where it may leave its way: not in the middle of a step or a jump.

use std::collections::BTreeMap;

use rayon::prelude::*;
use voxnav::Terrain;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;
use voxnav::smoothing::Smoothing;

use crate::avoidance::distance_to;
use crate::crowd::Crowd;
use crate::crowd::keeper::Keeper;
use crate::crowd::member::{Member, in_parallel};
use crate::crowd::values::agent::MovedBy;
use crate::crowd::values::id::CrowdAgentId;
use crate::crowd::values::move_target::MoveTarget;
use crate::crowd::view::Kind;
use crate::crowd::view::{View, wary};

/// The weight that an agent adds to the cells that it touches: one on its way, which may be gone soon; one at rest,
/// which was pushed for seconds and is still there; and the greatest sum. An agent amid others that are stuck must get
/// out among them, whatever way it takes.
const ON_ITS_WAY: u16 = 8;
const AT_REST: u16 = 128;
const MOST: u16 = 512;

/// The time for which an agent keeps away from where others stood, in seconds.
const LASTS: f64 = 20.0;

/// The distance from the cells of a way around where others stand within which it is straightened, in cells.
const BESIDE: f64 = 0.5;

/// The share of its speed below which an agent counts as one that stands.
pub(in crate::crowd) const STANDS: f64 = 0.1;

/// The costs by which a stuck agent looks for another way.
#[derive(Clone, Debug)]
pub(in crate::crowd) struct RerouteCosts {
    /// The weights; `None` until the next update.
    terrain: Option<Terrain>,
    /// The time left, in seconds.
    left: f64,
}

impl RerouteCosts {
    pub(in crate::crowd) const fn new() -> Self {
        Self {
            terrain: None,
            left: LASTS,
        }
    }

    /// Returns the world of an agent as it looks for a way in it.
    pub(in crate::crowd) fn seen(&self, view: &View) -> Option<View> {
        Some(view.with_terrain(self.terrain.clone()?))
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
pub(in crate::crowd) const LONGEST: f64 = 0.25;

/// The time without that after which it counts as one that stands, in seconds.
const WAITS: f64 = 1.0;

impl Member {
    /// Lets time pass, and returns whether the agent has got on too little for too long, though it moves to and fro.
    fn is_stalled(&mut self, dt: f64) -> bool {
        let Some(left) = self.remaining().filter(|_| self.motion.to.is_some()) else {
            self.progress.since = 0.0;
            return false;
        };
        let gain = GAINS * STALLS * self.agent.speed;
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

    /// Returns whether the agent does not get on: one that others move may not obey.
    fn is_standing(&self) -> bool {
        let (from, far) = self.led;
        let is_led = self.agent.moved_by == MovedBy::Others && far > 0.0;
        let obeys = !is_led || self.agent.position.distance(from) > STANDS * far;
        let stands = self.velocity.length() <= STANDS * self.agent.speed;
        stands || self.progress.since > WAITS || !obeys
    }

    /// Returns whether the agent may be given another way now: on the ground it stands where it walks or swims.
    fn may_turn(&self) -> bool {
        let is_free = self.yielding.away.is_none() && self.claim.is_none();
        let is_at_rest = || self.keeper.as_ref().is_none_or(Keeper::is_at_rest);
        self.kind == Kind::Flying || is_free && self.may_hold() && is_at_rest()
    }
}

impl Crowd {
    /// Finds out where others stand, for agents that are stuck, and lets time pass for those that were.
    pub(in crate::crowd) fn look_at_jams(&mut self, dt: f64) {
        let (avoiding, views) = (&self.avoiding, &self.views);
        in_parallel(&mut self.members).for_each(|(_, member)| {
            let cell = views.get(&member.agent.body).map_or(0.0, View::cell_size);
            member.pass_standstill([avoiding.radius_of(member), cell], dt);
            if member.is_planned {
                return;
            }
            let goes = matches!(member.move_target, Some(MoveTarget::Destination(_)));
            // In the middle of a move an agent keeps its way, at the costs at which it found it.
            let may_turn = member.may_turn();
            if goes && member.is_stalled(dt) && (may_turn || member.jam.is_none()) {
                member.jam = Some(RerouteCosts::new());
            }
            let is_standing = member.is_standing();
            member.jam = member.jam.take().filter(|_| goes).and_then(|jam| {
                let left = jam.left - dt;
                let again = is_standing.then(RerouteCosts::new);
                if left > 0.0 || !may_turn {
                    Some(RerouteCosts { left, ..jam })
                } else {
                    again
                }
            });
        });
        let is_new = |member: &Member| member.jam.as_ref().is_some_and(|it| it.terrain.is_none());
        let asking = self.members.iter();
        let asking = asking.filter(|it| is_new(it.1) && it.1.may_turn() && !it.1.is_planned);
        let asking: Vec<CrowdAgentId> = asking.map(|(&id, _)| id).collect();
        if asking.is_empty() {
            return;
        }
        // Strings would be pulled straight through what is expensive.
        let beside = Smoothing::new()
            .simplify(BESIDE)
            .unwrap_or_else(|_| Smoothing::new());
        let mut crowds = BTreeMap::new();
        for id in asking {
            let Some(member) = self.members.get(&id) else {
                continue;
            };
            let body = member.agent.body;
            let crowded = crowds.entry((body, wary(&member.agent)));
            let crowded = crowded.or_insert_with(|| self.crowded(member));
            let Some(crowded) = crowded else {
                continue;
            };
            let terrain = crowded.seen_from(id, member, self.avoiding.radius_of(member));
            let Some(member) = self.members.get_mut(&id) else {
                continue;
            };
            member.jam = member.jam.take().map(|jam| RerouteCosts {
                terrain: Some(terrain),
                ..jam
            });
            // From where it is: it may be on its way into a cell that is expensive already.
            if let (Some(view), Some(MoveTarget::Destination(to))) =
                (self.views.get(&body), &member.move_target)
            {
                let beside = beside.clone();
                member.keeper = Some(Keeper::new(view, to.clone(), &self.settings, beside));
                member.told.route_version = 0;
            }
        }
    }

    /// Returns the world in which an agent plans, with weights where others stand.
    fn crowded(&self, one: &Member) -> Option<Crowded> {
        let own = wary(&one.agent).and_then(|place| self.wary.get(&place));
        let view = own.or_else(|| self.views.get(&one.agent.body))?;
        let standing = self.members.iter().filter(|it| it.1.is_standing());
        let standing = standing.filter_map(|(&id, member)| {
            let added = match member.move_target {
                Some(_) => ON_ITS_WAY,
                None => AT_REST,
            };
            let (at, radius) = (member.agent.position, self.avoiding.radius_of(member));
            self.standing(
                view,
                one,
                (Some(id), at),
                (radius, self.avoiding.extent(member), added),
            )
        });
        let most = STANDS * one.agent.speed;
        let characters = self.avoiding.characters().iter();
        let characters = characters.filter(|it| it.velocity.length() <= most);
        let characters = characters.filter_map(|it| {
            let (radius, extent) = (it.shape.radius(), it.shape.extent());
            self.standing(view, one, (None, it.position), (radius, extent, AT_REST))
        });
        let standing: Vec<StandingNeighbor> = standing.chain(characters).collect();
        let mut added = BTreeMap::new();
        for one in &standing {
            for cell in one.cells().cells() {
                let sum: &mut u16 = added.entry([cell.z, cell.y, cell.x]).or_default();
                *sum = (*sum + one.added).min(MOST);
            }
        }
        let mut terrain = view.terrain();
        for ([z, y, x], added) in added {
            terrain.multiply(IVec3::new(x, y, z), 1 + added);
        }
        Some(Crowded {
            view: view.clone(),
            standing,
            terrain,
        })
    }

    /// Returns the neighbor that stands at a position in the way of an agent: its radius, how far it reaches below and
    /// above, and the weight that it adds.
    fn standing(
        &self,
        view: &View,
        one: &Member,
        (id, position): (Option<CrowdAgentId>, DVec3),
        (radius, [below, above], added): (f64, [f64; 2], u16),
    ) -> Option<StandingNeighbor> {
        let cell = view.cell_size();
        // A cell more, for that agent has half of one around its center.
        let across = DVec3::splat((radius / cell + 0.5).min(FARTHEST));
        let (mut low, mut high) = (across, across);
        if let Some((up, _)) = self.avoiding.upright(one) {
            // Where feet are at which the two are at one height.
            let [own_below, own_above] = self.avoiding.extent(one);
            let [down, rise] = [below + own_above, above + own_below];
            // Cells may be lower than wide.
            let low_cells = 1.0 / view.shape().dot(up.abs());
            let part = |height: f64| {
                let cells = height / cell * low_cells;
                (cells - TOUCHING).clamp(0.0, FARTHEST * low_cells)
            };
            low += up * (part(down) - low.dot(up));
            high += up * (part(rise) - high.dot(up));
        }
        Some(StandingNeighbor {
            id,
            at: view.in_cells(position)?,
            radius: radius / cell,
            reach: [low, high],
            added,
        })
    }
}

/// The part of a cell by which two that stand on each other may count as at one height.
const TOUCHING: f64 = 1.0 / 64.0;

/// A neighbor that stands, in cells.
#[derive(Clone, Copy, Debug)]
struct StandingNeighbor {
    /// The agent; `None` for a neighbor that does not cooperate.
    id: Option<CrowdAgentId>,
    at: DVec3,
    radius: f64,
    /// The distances of the cells that are expensive below and above it, on each axis.
    reach: [DVec3; 2],
    added: u16,
}

impl StandingNeighbor {
    /// Returns the cells that are expensive for others.
    fn cells(&self) -> CellBox {
        let [low, high] = self.reach;
        let [low, high] = [(self.at - low).ceil(), (self.at + high).floor()].map(DVec3::as_ivec3);
        CellBox::new(low, high + 1)
    }
}

/// The world of a body, with weights where others stand.
struct Crowded {
    view: View,
    standing: Vec<StandingNeighbor>,
    terrain: Terrain,
}

impl Crowded {
    /// Returns the terrain as one agent has it: the cell where it is costs nothing, so that cells next to it are expensive, too, to
    /// which no way leads from there but nearer to others that it touches. So an agent that was pushed into a gap between two
    /// gets out of it where it came in.
    fn seen_from(&self, id: CrowdAgentId, member: &Member, radius: f64) -> Terrain {
        let mut terrain = self.terrain.clone();
        let Some(at) = self.view.in_cells(member.agent.position) else {
            return terrain;
        };
        let (own, radius) = (at.round().as_ivec3(), radius / self.view.cell_size());
        let shape = self.view.shape();
        let distance = |one: DVec3, other: DVec3| ((one - other) * shape).length();
        let is_near = |it: &&StandingNeighbor| {
            it.id != Some(id) && distance(it.at, at) < radius + it.radius + 2.0
        };
        let near: Vec<&StandingNeighbor> = self.standing.iter().filter(is_near).collect();
        for cell in CellBox::new(own - 1, own + 2).cells() {
            let is_passed = |it: &&&StandingNeighbor| {
                let now = distance(it.at, at).min(radius + it.radius);
                let line = [at, cell.as_dvec3()].map(|end| end * shape);
                let least = distance_to(line, it.at * shape);
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

/// The most cells around an agent that are expensive, on each side.
const FARTHEST: f64 = 8.0;
