//! The second phase of an update: agents check their routes, and those that need another one plan in turn.

use std::collections::BTreeMap;

use rayon::prelude::*;
use voxnav::glam::DVec3;
use voxnav::ground::Action;
use voxnav::replanning::{ReplanStatus, ReplanWorkspace};
use voxnav::{AgentId, Destination, Navigator};

use crate::crowd::Crowd;
use crate::crowd::keeper::Keeper;
use crate::crowd::member::{Follows, Member, in_parallel};
use crate::crowd::values::error::CrowdError;
use crate::crowd::values::event::{Event, NoPathReason};
use crate::crowd::values::id::CrowdAgentId;
use crate::crowd::values::move_target::MoveTarget;
use crate::crowd::values::settings::CrowdSettings;
use crate::crowd::view::Kind;
use crate::crowd::view::{View, WaryViews, wary};

impl Crowd {
    /// Orders deadlocks and formations, has agents check and plan their routes, and finds the reasons where there are none.
    pub(super) fn plan(
        &mut self,
        navigator: &mut Navigator,
        dt: f64,
        mut may_plan: impl FnMut() -> bool,
        events: &mut Vec<Event>,
    ) -> Result<(), CrowdError> {
        self.solve_deadlocks();
        self.form_up(dt, events);
        for id in self.check_routes(dt, events) {
            let most = if may_plan() { self.settings.budget } else { 0 };
            self.plan_route(id, (most, dt), events);
        }
        self.tell_arrivals(events);
        self.find_reasons(navigator, events)
    }

    /// Has all agents check their routes, in parallel, and returns those that have to plan, in turn: first those without a
    /// way, for a better one for others can wait until all have one.
    fn check_routes(&mut self, dt: f64, events: &mut Vec<Event>) -> Vec<CrowdAgentId> {
        let leaders = self.leaders();
        let views = (&self.views, &self.wary);
        let by = (&self.settings, &self.workspace, dt);
        // Another agent is the first in each update, so that nobody waits forever.
        let turns = self.members.len() as u64;
        let first = usize::try_from(self.updates.checked_rem(turns).unwrap_or(0)).unwrap_or(0);
        let first = self.members.keys().nth(first).copied();
        let noticed = in_parallel(&mut self.members).filter_map(|(id, member)| {
            let leader = leaders.get(&id).copied();
            member.check_route(id, leader, views, by)
        });
        let mut due = Vec::new();
        for ChangeCheck { id, is_due, told } in noticed.collect::<Vec<_>>() {
            events.extend(told);
            due.extend(is_due.map(|has_way| (has_way, Some(id) < first, id)));
        }
        due.sort_unstable();
        due.into_iter().map(|(_, _, id)| id).collect()
    }

    /// Returns where the leaders of agents are that follow one, or the points that they follow in their stead, with the
    /// distance of both where they touch.
    fn leaders(&self) -> BTreeMap<CrowdAgentId, (DVec3, f64)> {
        let leader_of = |member: &Member| match &member.move_target {
            Some(MoveTarget::Follow { leader, .. }) => self.members.get(leader),
            _ => None,
        };
        let led = self.members.iter().filter_map(|(&id, member)| {
            if let Some(to) = member.post().and_then(|post| post.target) {
                return Some((id, (to, 0.0)));
            }
            let leader = leader_of(member)?;
            let touching = self.avoiding.touching(member, leader);
            Some((id, (leader.agent.position, touching)))
        });
        led.collect()
    }

    /// Plans for an agent, unless the work of the update already exceeds a number of units.
    fn plan_route(&mut self, id: CrowdAgentId, (work, dt): (u64, f64), events: &mut Vec<Event>) {
        let before = self.work.total();
        let left = work.saturating_sub(before);
        let may_begin = self.work.begun < u64::from(self.settings.searches);
        let Some(member) = self.members.get_mut(&id) else {
            return;
        };
        let Some(keeper) = &mut member.keeper else {
            return;
        };
        let may_search = member.wait == 0 && (may_begin || keeper.is_searching());
        let most = if may_search { left } else { 0 };
        let status = keeper.plan(most, &mut self.work, &mut self.workspace).ok();
        let has_worked = self.work.total() > before;
        let max_retry_interval = has_worked.then_some(self.settings.max_retry_interval);
        member.take_status(id, status, (max_retry_interval, dt), events);
    }
}

/// The outcome of a look of an agent at the world.
struct ChangeCheck {
    id: CrowdAgentId,
    /// True if the agent has a way, `None` unless it is to plan.
    is_due: Option<bool>,
    told: Vec<Event>,
}

/// The distance from an agent that is followed at which another one touches it, in the distance where they do.
const TOUCHES: f64 = 1.0 + 1.0 / 64.0;

/// The distance in cells that an agent has to go before one at the end of its way after it goes on.
const AT_END: f64 = 1.0 / 64.0;

/// The distance from an agent that is followed at which another one is next to it, in the distance where they touch.
const BESIDE: f64 = 1.25;

impl Member {
    /// Returns whether the agent is to go somewhere and has no way there that is free.
    fn is_without_way(&self) -> bool {
        let has_way = self.keeper.as_ref().is_some_and(Keeper::is_whole);
        self.move_target.is_some() && (self.is_sent || self.told.waits || !has_way)
    }

    /// Returns whether the agent has to go on: to its destination, after another agent, or to the end of a move that was
    /// begun.
    fn is_bound(
        &mut self,
        id: CrowdAgentId,
        leader: Option<(DVec3, f64)>,
        view: &View,
        events: &mut Vec<Event>,
    ) -> bool {
        let is_at_rest = self.keeper.as_ref().is_none_or(Keeper::is_at_rest);
        if self.is_planned {
            return false;
        }
        match self.move_target {
            None => return self.is_returning || self.yielding.away.is_some() || !is_at_rest,
            Some(MoveTarget::Destination(_)) => {}
            Some(MoveTarget::Velocity { .. }) => return !is_at_rest,
            Some(MoveTarget::Follow { .. })
                if self.post().is_some_and(|it| it.target.is_some()) =>
            {
                return self.is_bound_to_post(id, view, events);
            }
            Some(MoveTarget::Follow { within, .. }) => {
                let Some((leader, touching)) = leader else {
                    self.move_target = None;
                    events.push(Event::NoPath(id, NoPathReason::LeaderRemoved));
                    return !is_at_rest;
                };
                // No nearer than next to it, or above or below it.
                let within = within.max(touching * BESIDE);
                let distance = view.distance_to(leader, self.agent.position);
                // Routes on the ground end in the middle of cells, where the leader may not be.
                let is_at_end = self.keeper.as_ref().is_some_and(|it| it.has_arrived(0.0));
                let next_to = touching * BESIDE + view.cell_size() / 2.0;
                let is_near = distance <= within || is_at_end && distance <= next_to;
                // In the middle of a move, too, where the leader is in the way of its end.
                let apart = leader.distance(self.agent.position).min(distance);
                let is_touching = apart <= touching * TOUCHES && self.may_hold();
                if is_near && is_at_rest || is_touching {
                    if !std::mem::replace(&mut self.told.has_arrived, true) {
                        events.push(Event::Arrived(id));
                    }
                    return false;
                }
                // No sooner than it is worth a step.
                if self.told.has_arrived && distance <= within + view.cell_size() {
                    return false;
                }
                self.told.has_arrived = false;
            }
        }
        true
    }

    /// Has the agent notice what changed; returns its news, if there are any.
    fn check_route(
        &mut self,
        id: CrowdAgentId,
        leader: Option<(DVec3, f64)>,
        (views, wary_views): (&BTreeMap<AgentId, View>, &WaryViews),
        by: (&CrowdSettings, &ReplanWorkspace, f64),
    ) -> Option<ChangeCheck> {
        let has_way = !self.is_without_way();
        let mut told = Vec::new();
        let view = views.get(&self.agent.body)?;
        let wary_view = wary(&self.agent).and_then(|place| wary_views.get(&place));
        let view = wary_view.unwrap_or(view);
        let is_due = self.is_bound(id, leader, view, &mut told)
            && self.is_to_plan(id, leader, view, by, &mut told);
        let is_due = is_due.then_some(has_way);
        (is_due.is_some() || !told.is_empty()).then_some(ChangeCheck { id, is_due, told })
    }

    /// Takes the agent on in the world as it is, and returns whether its route is not to stay as it is.
    fn is_to_plan(
        &mut self,
        id: CrowdAgentId,
        leader: Option<(DVec3, f64)>,
        view: &View,
        (settings, shared, dt): (&CrowdSettings, &ReplanWorkspace, f64),
        events: &mut Vec<Event>,
    ) -> bool {
        self.update_goal(leader.map(|it| it.0), view, settings);
        let around = self.jam.as_ref().and_then(|jam| jam.seen(view));
        let view = around.as_ref().unwrap_or(view);
        self.follows = self.follows_to(leader.map(|it| it.0), view);
        let near = (self.follows == Follows::Near).then(|| view.as_near_as_can_be());
        let view = near.as_ref().unwrap_or(view);
        let Some(keeper) = &mut self.keeper else {
            return false;
        };
        let status = match keeper.look(view, self.agent.position, shared) {
            Ok(None) => return true,
            Ok(status) => status,
            Err(_) => None,
        };
        self.take_status(id, status, (None, dt), events);
        false
    }

    /// Returns the end of the way of an agent that may follow another one: on foot it goes as near as it gets where no way
    /// leads there.
    fn follows_to(&self, leader: Option<DVec3>, view: &View) -> Follows {
        let follows = matches!(self.move_target, Some(MoveTarget::Follow { .. }));
        let walks = self.kind == Kind::OnGround;
        let Some(keeper) = self.keeper.as_ref().filter(|_| walks) else {
            return Follows::There;
        };
        if !keeper.is_at_rest() {
            // In the middle of a move it keeps its way.
            return self.follows;
        }
        let Some(leader) = leader.filter(|_| follows) else {
            return Follows::There;
        };
        let is_left = if self.follows == Follows::Near {
            !keeper.is_whole()
        } else {
            keeper.no_way().is_some()
        };
        if is_left || view.cell_at(view.followed(leader)).is_none() {
            Follows::Near
        } else {
            Follows::There
        }
    }

    /// Takes note of what became of the route in an update of some seconds, if the agent is at a place, after a search with
    /// the most updates for which the agent then waits until it asks again.
    fn take_status(
        &mut self,
        id: CrowdAgentId,
        status: Option<ReplanStatus>,
        (max_retry_interval, dt): (Option<u32>, f64),
        events: &mut Vec<Event>,
    ) {
        self.wait = self.wait.saturating_sub(1);
        let Some(status) = status else {
            self.told.no_way(id, NoPathReason::OutOfRange, events);
            return;
        };
        let is_blocked = matches!(status, ReplanStatus::Blocked { .. });
        let is_searching = self.keeper.as_ref().is_some_and(Keeper::is_searching);
        if !is_blocked {
            (self.wait, self.waited) = (0, 0);
        } else if let Some(most) = max_retry_interval.filter(|_| !is_searching) {
            self.waited = (self.waited * 2).clamp(1, most.max(1));
            self.wait = self.waited;
        }
        self.tell(id, is_blocked, dt, events);
    }

    /// Has the keeper look for the destination as it is now.
    fn update_goal(&mut self, leader: Option<DVec3>, view: &View, settings: &CrowdSettings) {
        let to = match (&self.move_target, leader) {
            (Some(MoveTarget::Destination(to)), _) if self.is_sent || self.keeper.is_none() => {
                to.clone()
            }
            (Some(MoveTarget::Follow { within, .. }), Some(leader)) => {
                let leader = view.followed(leader);
                let moved = match self.keeper.as_ref().map(Keeper::goal) {
                    Some(Destination::Position(before)) => before.distance(leader),
                    _ => f64::INFINITY,
                };
                // At the end of its way to where the leader was, it goes on to where the leader is.
                let is_there = self.keeper.as_ref().is_some_and(|it| it.has_arrived(0.0));
                let far = if is_there {
                    AT_END * view.cell_size()
                } else {
                    view.cell_size().max(within / 2.0)
                };
                if !self.is_sent && moved <= far {
                    return;
                }
                leader.into()
            }
            _ => return,
        };
        self.is_sent = false;
        self.set_goal(view, to, settings);
    }

    /// Reports what changed for the agent since the last report.
    fn tell(&mut self, id: CrowdAgentId, is_blocked: bool, dt: f64, events: &mut Vec<Event>) {
        let Some(keeper) = &self.keeper else {
            return;
        };
        let version = keeper.route_version();
        let is_new = std::mem::replace(&mut self.told.route_version, version) != version;
        let has_path = keeper.has_path();
        if is_new && has_path {
            events.push(Event::RouteChanged(id));
            self.told.no_way = None;
        } else if is_new && let Some(why) = keeper.no_way() {
            self.told.no_way(id, why, events);
        }
        let waits = is_blocked && has_path;
        if waits && !self.told.waits {
            events.push(Event::PathBlocked(id));
        }
        self.told.waits = waits;
        if has_path {
            let action = keeper.action();
            let before = std::mem::replace(&mut self.told.action, action);
            let is_walk = |it: Option<Action>| it.is_none_or(|it| it == Action::Walk);
            if let Some(action) = action
                && Some(action) != before
                && !(is_walk(Some(action)) && is_walk(before))
            {
                events.push(Event::ActionStarted(id, action));
            }
        }
        let goes = matches!(self.move_target, Some(MoveTarget::Destination(_)))
            && self.yielding.away.is_none();
        let place = keeper.place().unwrap_or(self.place);
        if goes && keeper.is_there(&self.arriving(), place) && self.can_rest(dt) {
            self.move_target = None;
            if self.arrive() {
                events.push(Event::Arrived(id));
            }
            return;
        }
        if keeper.is_searching() {
            // Another way may be found.
            return;
        }
        let is_sent = self.move_target.is_some() && self.yielding.away.is_none();
        let short = keeper.stands_short(self.arriving().stopping_distance);
        let short = short.filter(|_| is_sent);
        let before = std::mem::replace(&mut self.told.partial_reason, short);
        let news = short.filter(|_| before != short);
        events.extend(news.map(|why| Event::StopsShort(id, why)));
    }
}
