//! Routes of agents of both kinds.

use voxnav::following::Steering;
use voxnav::glam::{DVec3, IVec3};
use voxnav::ground::Action;
use voxnav::guidance::{MotionLimits, RouteLeg, Trajectory, TrajectoryError};
use voxnav::replanning::{ReplanPolicy, ReplanStatus, ReplanWorkspace, Replanner};
use voxnav::search::{EndFault, PartialReason};
use voxnav::smoothing::Smoothing;
use voxnav::{Destination, Follower, Outcome, Path, RouteEnd, RouteError};

use super::values::agent::{Arrival, CrowdAgent};
use super::values::event::NoPathReason;
use super::values::settings::{CrowdSettings, PlanningStats};
use super::view::Kind;
use super::view::View;

/// The most corners of a way that an agent has to itself: a longer one is taken in parts.
const LONGEST_OWN_WAY: usize = 256;

/// The length up to which a way counts as straight, in distances between its ends: 3 units bend by less than 7 hundredths.
const STRAIGHT: f64 = 1.001;

/// The number of times that the distance ahead is halved to find a point to which free cells lead.
const LOOKS: u32 = 6;

/// Returns whether one agent at a time does this.
pub(super) fn is_taken_alone(action: Action) -> bool {
    matches!(
        action,
        Action::StepUp | Action::Drop | Action::Jump | Action::Climb | Action::Link(_)
    )
}

/// The keeper of the route of one agent.
#[derive(Debug)]
pub(super) struct Keeper {
    replanner: Box<Replanner>,
    kind: Kind,
}

impl Keeper {
    /// Makes the keeper of an agent that has no route yet.
    pub(super) fn new(
        view: &View,
        to: Destination,
        settings: &CrowdSettings,
        smoothing: Smoothing,
    ) -> Self {
        let replan = ReplanPolicy::default()
            .max_suboptimality(settings.max_suboptimality)
            .min_replan_interval(settings.min_replan_interval)
            .max_deviation(settings.max_deviation);
        let replanner = Replanner::new(view, to, replan);
        Self {
            replanner: Box::new(replanner.smoothed(smoothing)),
            kind: view.kind(),
        }
    }

    pub(super) fn set_goal(&mut self, to: Destination) {
        self.replanner.set_goal(to);
    }

    pub(super) fn goal(&self) -> &Destination {
        self.replanner.goal()
    }

    /// Looks at the world and the agent as they are, which searches nothing. Returns the status of a route that is to
    /// stay as it is; for another one the keeper has to [`plan`](Self::plan).
    pub(super) fn look(
        &mut self,
        view: &View,
        position: DVec3,
        shared: &ReplanWorkspace,
    ) -> Result<Option<ReplanStatus>, RouteError> {
        self.replanner.look_in(view, position, shared)
    }

    /// Does what the route needs, for at most so much work, and adds what it took.
    pub(super) fn plan(
        &mut self,
        most: u64,
        work: &mut PlanningStats,
        workspace: &mut ReplanWorkspace,
    ) -> Result<ReplanStatus, RouteError> {
        let (expanded, version, is_searching) =
            (self.expanded(), self.route_version(), self.is_searching());
        let each = match self.kind {
            Kind::Flying => 1,
            Kind::OnGround => PlanningStats::ON_GROUND,
        };
        let begin = if is_searching {
            0
        } else {
            PlanningStats::BEGIN
        };
        let expansions = most.saturating_sub(begin) / each;
        self.replanner
            .set_policy(self.replanner.policy().expansions(expansions));
        let status = self.replanner.plan_in(workspace)?;
        let expanded = self.expanded() - expanded;
        match self.kind {
            Kind::Flying => work.in_flight += expanded,
            Kind::OnGround => work.on_ground += expanded,
        }
        let is_new = self.route_version() != version;
        let has_begun = expanded > 0 || is_new || self.is_searching();
        work.begun += u64::from(has_begun && !is_searching);
        if is_new && self.has_path() {
            work.smoothed += 1;
            work.moves += self.moves() * each;
        }
        Ok(status)
    }

    fn expanded(&self) -> u64 {
        self.replanner.expanded()
    }

    fn moves(&self) -> u64 {
        let moves = self
            .replanner
            .route()
            .map_or(0, |route| route.waypoints.len());
        moves as u64
    }

    pub(super) fn route_version(&self) -> u64 {
        self.replanner.route_version()
    }

    pub(super) fn is_searching(&self) -> bool {
        self.replanner.is_searching()
    }

    pub(super) fn has_path(&self) -> bool {
        self.replanner.follower().is_some()
    }

    /// Returns whether the route leads all the way to the destination.
    pub(super) fn is_whole(&self) -> bool {
        self.replanner.cost().is_some()
    }

    /// Returns why there is no way, if a search has found that out.
    pub(super) fn no_way(&self) -> Option<NoPathReason> {
        let route = self
            .replanner
            .route()
            .filter(|route| route.path().is_none())?;
        Some(no_way(&route.outcome))
    }

    /// Returns why the route ends before the destination, if it does: that of a flying agent ends at the nearest cell where
    /// something is in its destination.
    pub(super) fn partial_reason(&self) -> Option<NoPathReason> {
        let is_met = |end: &RouteEnd| {
            self.kind == Kind::OnGround || !matches!(end, RouteEnd::Snapped { .. })
        };
        let route = self
            .replanner
            .route()
            .filter(|route| route.path().is_some())?;
        if !route.is_found() {
            return Some(no_way(&route.outcome));
        }
        (!is_met(&route.goal)).then_some(NoPathReason::End(EndFault::GoalBlocked))
    }

    /// Returns the waypoints of all legs; none without a path.
    pub(super) fn waypoints(&self) -> Vec<DVec3> {
        let follower = self.replanner.follower();
        follower.map(Follower::waypoints).unwrap_or_default()
    }

    /// Returns the trajectory of what is left of the route; `None` without one.
    pub(super) fn trajectory(
        &self,
        limits: &MotionLimits,
    ) -> Option<Result<Trajectory, TrajectoryError>> {
        Some(self.replanner.follower()?.trajectory(limits))
    }

    /// Returns the greatest speed of an agent that goes straight to a point; `None` without a route.
    pub(super) fn speed_toward(&self, to: DVec3, limits: &MotionLimits, dt: f64) -> Option<f64> {
        Some(self.replanner.follower()?.speed_toward(to, limits, dt))
    }

    pub(super) fn steer(&mut self, distance: f64) -> Result<Steering, RouteError> {
        self.replanner.steer(distance)
    }

    pub(super) fn is_at_rest(&self) -> bool {
        self.replanner.follower().is_none_or(Follower::is_at_rest)
    }

    /// Returns the place from which the agent goes on along its route.
    pub(super) fn place(&self) -> Option<DVec3> {
        Some(self.replanner.follower()?.place())
    }

    /// Returns whether an agent at a place has arrived by its own condition.
    pub(super) fn is_there(&self, agent: &CrowdAgent, position: DVec3) -> bool {
        let within = agent.stopping_distance;
        let is_near = |to: DVec3| position.distance(to) <= within;
        // Whether the route is whole takes the longest to find out, and matters near its end alone.
        let is_near_end = || self.end().is_some_and(is_near) && self.is_whole();
        let is_at_end = || self.has_arrived(within) && self.is_whole();
        is_at_end()
            || self.is_at_rest()
                && match agent.arrival {
                    Arrival::AlongRoute => false,
                    Arrival::Near => {
                        let goal = match self.goal() {
                            Destination::Position(goal) => Some(*goal),
                            _ => None,
                        };
                        goal.is_some_and(is_near) || is_near_end()
                    }
                    Arrival::Seen => {
                        let is_straight = |end: DVec3| {
                            let straight = STRAIGHT * position.distance(end);
                            self.remaining().is_some_and(|way| way <= straight)
                        };
                        is_near_end() && self.end().is_some_and(is_straight)
                    }
                }
    }

    /// Returns why an agent rests at the end of a route that ends before its destination, if it does.
    pub(super) fn stands_short(&self, within: f64) -> Option<NoPathReason> {
        self.partial_reason().filter(|_| self.has_arrived(within))
    }

    /// Returns whether the agent is at rest within a distance of the end of its route.
    pub(super) fn has_arrived(&self, distance: f64) -> bool {
        self.replanner
            .follower()
            .is_some_and(|follower| follower.has_arrived(distance))
    }

    pub(super) fn remaining(&self) -> Option<f64> {
        Some(self.replanner.follower()?.remaining())
    }

    /// Returns the farthest point found up to a distance ahead on the way of a flying agent to which free cells alone
    /// lead, instead of a point to which a sweep among obstacles does: next to such a way there is room to make way.
    pub(super) fn among_cells(
        &self,
        view: &View,
        position: DVec3,
        to: DVec3,
        distance: f64,
    ) -> Option<DVec3> {
        let view = view.flight()?;
        let in_cells = |at: DVec3| view.lattice().coordinates_of(at).ok();
        let from = in_cells(position)?;
        let is_clear =
            |to: DVec3| in_cells(to).is_some_and(|to| view.world().is_clear(from, to) == Ok(true));
        if is_clear(to) || !is_clear(position) {
            return None;
        }
        let path = self.replanner.follower()?.leg().path();
        let along = path.locate(position).ok()?.along;
        let ahead =
            (0..LOOKS).map(|look| path.position_at(along + distance / f64::from(1 << look)));
        let mut ahead = ahead.filter(|at| at.distance(position) > 0.0);
        // A point farther from the one in sight would lead back to where no cells lead on.
        let left = to.distance(position);
        ahead.find(|&at| at.distance(to) < left && is_clear(at))
    }

    /// Returns where the route ends.
    pub(super) fn end(&self) -> Option<DVec3> {
        self.replanner.follower().map(Follower::end)
    }

    /// Returns the follower of the route of a ground agent.
    fn on_ground(&self) -> Option<&Follower> {
        self.replanner
            .follower()
            .filter(|_| self.kind == Kind::OnGround)
    }

    /// Returns the legs that are left of a ground agent, with the one on which it is.
    fn legs_ahead(&self) -> &[RouteLeg] {
        self.on_ground().map_or(&[][..], Follower::legs_ahead)
    }

    /// Returns the waypoints that are left of a ground agent, from where it was last.
    pub(super) fn way_ahead(&self) -> Vec<DVec3> {
        self.on_ground().into_iter().flat_map(ahead_of).collect()
    }

    /// Returns the way that is left from a position, as corners.
    #[cfg(feature = "mapf")]
    pub(super) fn way_from(&self, position: DVec3) -> Vec<DVec3> {
        let follower = self.replanner.follower().into_iter();
        follower
            .flat_map(|it| [position].into_iter().chain(ahead_of(it)))
            .collect()
    }

    /// Returns the path of the route of a ground agent.
    pub(super) fn path_on_ground(&self) -> Option<&Path> {
        self.replanner
            .route()
            .filter(|_| self.kind == Kind::OnGround)?
            .path()
    }

    /// Returns the cells of a whole way of a ground agent: from each of them it gets to its goal.
    pub(super) fn cells_of_way(&self) -> Vec<IVec3> {
        let path = self.path_on_ground().filter(|_| self.is_whole());
        path.map(|path| path.cells().collect()).unwrap_or_default()
    }

    /// Returns the corners of the way that a ground agent has to itself: of the steps, drops, jumps and climbs
    /// that follow each other from where it is; none if it walks, swims or flies.
    pub(super) fn own_way(&self) -> Vec<DVec3> {
        let ahead = self.legs_ahead().iter();
        let own = ahead.take_while(|leg| is_taken_alone(leg.action()));
        let points = own.flat_map(|leg| leg.path().waypoints().iter().copied());
        points.take(LONGEST_OWN_WAY).collect()
    }

    /// Returns where the move begins and ends that an agent is in the middle of, if it is.
    pub(super) fn ends_of_move(&self) -> Option<[DVec3; 2]> {
        let follower = self.on_ground().filter(|it| !it.is_at_rest())?;
        let waypoints = follower.leg().path().waypoints();
        let next = follower.leg().path().locate(follower.position()).ok()?.next;
        let begin = waypoints.get(next.saturating_sub(1))?;
        Some([*begin, *waypoints.get(next)?])
    }

    /// Returns where the move begins that an agent is in the middle of, if it is.
    pub(super) fn begin_of_move(&self) -> Option<DVec3> {
        self.ends_of_move().map(|ends| ends[0])
    }

    /// Returns where an agent goes that turns back to the begin of the move that it is in the middle of.
    pub(super) fn way_back(&self) -> Option<DVec3> {
        self.on_ground()?.way_back()
    }

    /// Returns where the step up ends that an agent is on.
    pub(super) fn end_of_step(&self) -> Option<DVec3> {
        let leg = self.on_ground()?.leg();
        let is_step = leg.action() == Action::StepUp;
        is_step.then(|| leg.path().end())
    }

    /// Returns what a ground agent does on its way.
    pub(super) fn action(&self) -> Option<Action> {
        Some(self.on_ground()?.leg().action())
    }
}

/// Returns the waypoints that are left, from the position of the last update.
fn ahead_of(follower: &Follower) -> impl Iterator<Item = DVec3> {
    let next = follower.path().locate(follower.position());
    let legs = follower.legs_ahead().iter();
    let points = legs.flat_map(|leg| leg.path().waypoints());
    points.skip(next.map_or(0, |it| it.next)).copied()
}

fn no_way<P>(outcome: &Outcome<P>) -> NoPathReason {
    match outcome {
        Outcome::InvalidEnd(fault)
        | Outcome::Partial {
            reason: PartialReason::InvalidEnd(fault),
            ..
        } => NoPathReason::End(*fault),
        Outcome::StoppedAtUnknown { .. } => NoPathReason::Unknown,
        Outcome::Partial {
            reason: PartialReason::Limit(_) | PartialReason::Cancelled,
            ..
        }
        | Outcome::LimitReached { .. }
        | Outcome::Cancelled { .. } => NoPathReason::Limit,
        _ => NoPathReason::Unreachable,
    }
}
