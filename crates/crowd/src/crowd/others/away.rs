//! Ground agents that make way by a route: back over the step that they came by.
//!
//! On a block as small as the cells on it, no agent gets out of the way of another without a step or a drop, and bodies
//! that avoid each other take none. Of two that are in each other's way there, one goes to the nearest cell out of the
//! way of the other by any moves from which it comes back (`around.rs`), waits until that one has passed, and goes on.
//! An agent stuck in the middle of a step or a drop goes back to where that begins, for it cannot leave its line.

use std::cmp::Reverse;

use voxnav::glam::DVec3;

use super::around::Around;
use super::jams::{LONGEST, STANDS};
use crate::crowd::Crowd;
use crate::crowd::keeper::Keeper;
use crate::crowd::member::Member;
use crate::crowd::values::event::Neighbor;
use crate::crowd::values::id::CrowdAgentId;
use crate::crowd::values::move_target::MoveTarget;
use crate::crowd::view::Kind;

/// The place to which an agent makes way.
#[derive(Clone, Copy, Debug)]
pub(in crate::crowd) struct YieldPosition {
    to: DVec3,
    /// The one that it makes way for, and where it was in that one's way.
    by: CrowdAgentId,
    from: DVec3,
    /// The time for which it still does, in seconds.
    left: f64,
}

/// The way that an agent makes for others that it stands before.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::crowd) struct Yielding {
    /// The place to which it makes way by a route.
    pub(in crate::crowd) away: Option<YieldPosition>,
    /// The neighbor last reported to be in its way.
    pub(in crate::crowd) behind: Option<Neighbor>,
    /// The time for which it has stood where it was to go on, in seconds.
    pub(in crate::crowd) stands: f64,
    /// The time for which it still goes back to where its move began, and waits there, in seconds.
    pub(in crate::crowd) goes_back: f64,
}

impl Yielding {
    /// Returns the place to which the agent makes way, if it does.
    pub(in crate::crowd) fn place(&self) -> Option<DVec3> {
        self.away.map(|away| away.to)
    }
}

/// The longest time for which an agent makes way, in seconds.
const LASTS: f64 = 20.0;

/// The time after which an agent that stands is stuck; and the one for which it goes back to where its move began and
/// waits there, in seconds.
const STUCK: f64 = 3.0;
const BACK: f64 = 3.0;

/// The number of updates in one of which a stuck agent looks for a place.
const TRIES: u64 = 16;

/// The most cells among which an agent looks for a place: no more than an update may exceed its budget by.
const MOST: u64 = 500;

/// The distance of places that are compared with the agents near them alone, in cells.
const REACH: f64 = 16.0;

/// The part of the sum of radii by which places are farther from a way, above rounding.
const CLEAR: f64 = 1.0 / 64.0;

/// The distance within which two are in each other's way, in sums of their radii, in addition to a cell.
const NEAR: f64 = 1.5;

/// The rest of the way of an agent, and the space that it takes up with another one there.
struct Way {
    points: Vec<DVec3>,
    radii: f64,
    up: DVec3,
    height: f64,
}

impl Way {
    fn are_apart(&self, one: DVec3, other: DVec3, radii: f64) -> bool {
        let apart = one - other;
        let rise = apart.dot(self.up);
        rise.abs() >= self.height || (apart - self.up * rise).length() >= radii
    }

    /// Returns whether a body at a place is in the way.
    fn holds(&self, place: DVec3) -> bool {
        let radii = self.radii * (1.0 + CLEAR);
        let near = |[from, to]: [DVec3; 2]| {
            let way = to - from;
            let level = way - self.up * way.dot(self.up);
            let squared = level.length_squared();
            let share = if squared > 0.0 {
                ((place - from).dot(level) / squared).clamp(0.0, 1.0)
            } else {
                0.0
            };
            // Of a step or a drop, both ends count.
            [
                from + way * share,
                from + level * share,
                to - level * (1.0 - share),
            ]
        };
        let mut segments = self.points.windows(2).map(|it| near([it[0], it[1]]));
        segments.any(|it| it.iter().any(|&at| !self.are_apart(place, at, radii)))
    }
}

impl Crowd {
    /// Has one of two agents that are stuck before each other make way by a route, and those that made way go on.
    pub(in crate::crowd) fn make_way(&mut self, dt: f64) {
        self.let_pass(dt);
        for member in self.members.values_mut() {
            member.yields(dt);
        }
        let is_turn = |id: CrowdAgentId| (self.updates + u64::from(id.0)).is_multiple_of(TRIES);
        let stuck: Vec<(CrowdAgentId, CrowdAgentId)> = (self.members.iter())
            .filter(|it| is_turn(*it.0) && it.1.is_stuck_on_ground())
            .filter_map(|(&id, member)| match member.yielding.behind {
                Some(Neighbor::Agent(behind)) => Some((id, behind)),
                _ => None,
            })
            .collect();
        for (id, behind) in stuck {
            if self.makes_way_for(id, behind) || self.makes_way_for(behind, id) {
                // The other one stays on its way, or both would make way for each other by turns.
                continue;
            }
            let goes_back = |it: &Member| it.yielding.goes_back > 0.0;
            if self.members.get(&id).is_some_and(goes_back) {
                // While it waits where its move began, there is room for the other.
                self.goes_away(behind, id);
                continue;
            }
            let mut pair = [id, behind];
            pair.sort_by_key(|&id| self.rank_of(id));
            let [last, first] = pair;
            let makes_way = self.goes_away(last, first) || self.goes_away(first, last);
            if let Some(member) = self.members.get_mut(&id).filter(|_| !makes_way) {
                member.go_back();
            }
        }
    }

    /// Returns whether an agent is on its way out of the way of another one, and gets on.
    fn makes_way_for(&self, id: CrowdAgentId, by: CrowdAgentId) -> bool {
        self.members.get(&id).is_some_and(|member| {
            let away = member.yielding.away.filter(|it| it.by == by);
            let gets_on = member.yielding.stands <= STUCK;
            away.is_some_and(|it| gets_on && !self.has_made_way(member, it))
        })
    }

    /// Returns whether an agent is at the place to which it made way.
    fn has_made_way(&self, member: &Member, away: YieldPosition) -> bool {
        away.to.distance(member.agent.position) <= self.avoiding.radius_of(member)
    }

    /// Returns the order in which agents make way, the first ones first.
    fn rank_of(&self, id: CrowdAgentId) -> impl Ord + use<> {
        let member = self.members.get(&id);
        let goes = member.is_some_and(|it| it.move_target.is_some());
        let priority = member.map_or(0, |it| it.agent.priority);
        let left = member.map_or(f64::INFINITY, Member::left_to_go);
        // The bits of numbers that are not negative are in the order of the numbers.
        let key = member.and_then(|it| it.agent.key);
        (
            goes,
            priority,
            Reverse(left.max(0.0).to_bits()),
            Reverse((key.is_none(), key, id)),
        )
    }

    /// Returns the rest of the way of an agent, as another one is in it.
    fn way_of(&self, id: CrowdAgentId, other: CrowdAgentId) -> Option<Way> {
        let [one, two] = [id, other].map(|id| self.members.get(&id));
        let (one, two) = one.zip(two)?;
        let (up, height) = self.avoiding.upright(one)?;
        let height = height.max(self.avoiding.upright(two)?.1);
        let mut points = vec![one.agent.position];
        if one.move_target.is_some() {
            points.extend(
                one.keeper
                    .as_ref()
                    .map(Keeper::way_ahead)
                    .into_iter()
                    .flatten(),
            );
        }
        let radii = self.avoiding.radius_of(one) + self.avoiding.radius_of(two);
        Some(Way {
            points,
            radii,
            up,
            height,
        })
    }

    /// Sends an agent out of the way of another, if it is in it and gets out, and the work of the update allows looking;
    /// returns whether it does.
    fn goes_away(&mut self, id: CrowdAgentId, by: CrowdAgentId) -> bool {
        if self.work.total() >= self.settings.budget {
            return false;
        }
        let mut expanded = 0;
        let place = self.place_away(id, by, &mut expanded);
        self.work.on_ground += expanded;
        let Some(to) = place else {
            return false;
        };
        let Some(member) = self.members.get_mut(&id) else {
            return false;
        };
        let Some(view) = self.views.get(&member.agent.body) else {
            return false;
        };
        member.yielding.away = Some(YieldPosition {
            to,
            by,
            from: member.agent.position,
            left: LASTS,
        });
        member.is_returning = false;
        member.set_goal(view, to.into(), &self.settings);
        true
    }

    /// Returns the nearest place out of the way of another for an agent that is in it, from which it comes back or gets to
    /// its goal, and adds the cells expanded.
    fn place_away(&self, id: CrowdAgentId, by: CrowdAgentId, expanded: &mut u64) -> Option<DVec3> {
        let member = self.members.get(&id)?;
        let pusher = self.members.get(&by).filter(|it| it.goes_on())?;
        let pusher = pusher.agent.position;
        let view = self.views.get(&member.agent.body)?.ground()?;
        let [way, own] = [self.way_of(by, id)?, self.way_of(id, by)?];
        let (at, size) = (member.agent.position, view.lattice().longest_side());
        // In a queue, those behind wait.
        let is_in_way = way.holds(at) && (member.move_target.is_none() || own.holds(pusher));
        let is_near = at.distance(pusher) <= NEAR * way.radii + size;
        // From a place to which it made way, on to another one.
        let has_made_way = (member.yielding.away).is_none_or(|it| self.has_made_way(member, it));
        if !(is_in_way && is_near && has_made_way && member.may_go_away()) {
            return None;
        }
        // Who comes to where it rests waits for that place.
        let home = member.home.filter(|_| member.move_target.is_none());
        let end = way.points.last().copied();
        if (home.zip(end)).is_some_and(|(home, end)| !way.are_apart(home, end, way.radii)) {
            return None;
        }
        let radius = self.avoiding.radius_of(member);
        let others = self.members.iter().filter(|it| *it.0 != id).map(|(_, it)| {
            let radii = radius + self.avoiding.radius_of(it);
            (it.agent.position, radii)
        });
        // Few places are farther than that.
        let reach = size * REACH;
        let is_near =
            |&(other, radii): &(DVec3, f64)| at.distance(other) < reach + radii + way.height;
        let (near_ones, far_ones): (Vec<_>, Vec<_>) = others.partition(is_near);
        let is_taken = |place: DVec3| {
            let far_ones = if at.distance(place) < reach {
                &[][..]
            } else {
                &far_ones
            };
            let mut others = near_ones.iter().chain(far_ones);
            others.any(|&(other, radii)| !way.are_apart(place, other, radii))
        };
        let near = at.distance(pusher).min(way.radii);
        let is_past = |place: DVec3| !way.are_apart(place, pusher, near);
        let is_out = |place: DVec3| !way.holds(place) && !is_taken(place);
        let goes = matches!(member.move_target, Some(MoveTarget::Destination(_)));
        let keeper = member.keeper.as_ref().filter(|_| goes);
        let own_way = keeper.map(Keeper::cells_of_way).unwrap_or_default();
        let mut around = Around::new(view, at, own_way)?;
        let place = around.nearest(is_past, is_out, MOST);
        *expanded += around.expanded();
        place
    }

    /// Has agents go on whose place in the way of others is in it no longer.
    fn let_pass(&mut self, dt: f64) {
        let away: Vec<(CrowdAgentId, YieldPosition)> = (self.members.iter())
            .filter_map(|(&id, member)| Some((id, member.yielding.away?)))
            .collect();
        for (id, away) in away {
            let left = away.left - dt;
            let is_in_way = (self.way_of(away.by, id)).is_some_and(|way| way.holds(away.from));
            let goes = self.members.get(&away.by).is_some_and(Member::goes_on);
            let Some(member) = self.members.get_mut(&id) else {
                continue;
            };
            if left > 0.0 && is_in_way && goes {
                member.yielding.away = Some(YieldPosition { left, ..away });
                continue;
            }
            member.yielding.away = None;
            member.is_sent = member.move_target.is_some();
            // The way to where it rests is by moves, too.
            if let (Some(home), Some(keeper)) = (member.home, &mut member.keeper)
                && member.move_target.is_none()
            {
                member.is_returning = true;
                keeper.set_goal(home.into());
            }
        }
    }
}

impl Member {
    /// Lets time pass.
    fn yields(&mut self, dt: f64) {
        let stands = self.velocity.length() <= STANDS * self.agent.speed;
        let is_held = stands && self.motion.to.is_some();
        let Yielding {
            stands, goes_back, ..
        } = &mut self.yielding;
        *stands = if is_held {
            *stands + dt.min(LONGEST)
        } else {
            0.0
        };
        *goes_back = (*goes_back - dt).max(0.0);
    }

    fn is_stuck_on_ground(&self) -> bool {
        let Yielding {
            stands, goes_back, ..
        } = self.yielding;
        let is_stuck = self.jam.is_some() || stands > STUCK || goes_back > 0.0;
        is_stuck && self.kind == Kind::OnGround
    }

    /// Returns whether the agent is on its way, or in the middle of a move.
    fn goes_on(&self) -> bool {
        let begin = self.keeper.as_ref().and_then(Keeper::begin_of_move);
        self.move_target.is_some() || begin.is_some()
    }

    fn may_go_away(&self) -> bool {
        matches!(self.move_target, None | Some(MoveTarget::Destination(_)))
            && !self.is_planned
            && self.claim.is_none()
            && self.keeper.as_ref().is_none_or(Keeper::is_at_rest)
    }

    /// Has an agent that has stood for long in the middle of a move go back to where that begins.
    fn go_back(&mut self) {
        let begin = self.keeper.as_ref().and_then(Keeper::begin_of_move);
        if begin.is_some() && self.yielding.stands > STUCK && !self.is_planned {
            (self.yielding.goes_back, self.yielding.stands) = (BACK, 0.0);
        }
    }

    /// Has the agent look for its destination again, if it makes way.
    pub(in crate::crowd) fn stop_yielding(&mut self) {
        if std::mem::take(&mut self.yielding).away.is_some() {
            self.is_sent = self.move_target.is_some();
        }
    }
}
