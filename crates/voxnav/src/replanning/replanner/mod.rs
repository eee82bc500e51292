//! The way of one agent to its goal, in a world that changes.

mod detours;
mod in_flight;
mod joining;
mod looking;
mod on_ground;
mod searching;
mod smooth;

use glam::DVec3;
use voxnav_occupancy::CellBox;
use voxnav_search::{Cost, Movement, Outcome, Path, Workspace};

use super::moves;
use super::plan::{AgentPosition, PathExtent, Plan};
use super::policy::ReplanPolicy;
use super::status::ReplanStatus;
use super::workspace::ReplanWorkspace;
use crate::routes::{Destination, Kind, Route, RouteError, View};
use searching::Pending;
use smooth::Smooth;

/// A keeper of the route of one agent to its goal, fixed or moving, while its world changes.
///
/// [`update`](Self::update) it with the world as it is and the position of the agent, once in a tick or
/// after an edit. It does as little as its [`ReplanPolicy`] allows: nothing while the route is free and proved
/// to be good enough, which takes a look at what was edited; a short detour where that is enough; else a search,
/// in slices if the policy limits the expansions of an update.
///
/// # Guarantees
///
/// After an update in which no search was cut short, the route is free as far as is looked ahead in the world that
/// was given, or the status is [`ReplanStatus::Blocked`]; and it costs at most
/// [`ReplanPolicy::max_suboptimality`] times what the best one does, for options that find optimal routes. An agent
/// that goes from waypoint to waypoint, from [`next`](Self::next) on, and no farther than the status allows, touches
/// nothing that stood there at that update, and gets to its goal wherever it is pushed meanwhile, as long as there is a
/// way. What [`bound`](Self::bound) returns is proved at any time.
///
/// An agent sets off on a [first path](crate::RouteOptions::anytime) where the options of the view ask for one, and
/// the updates after it look for better ones, stage by stage as [`RouteSearch::improve_next`](crate::search::RouteSearch::improve_next),
/// until the path is proved to be good enough: at most one new route in an update, and none that costs more than the rest
/// of the one before.
///
/// # On the ground
///
/// All moves of the route are there as far as is looked ahead, each by its action. The agent makes
/// moves that its locomotion allows, from ground to ground. How it steps up, drops and jumps is up to it: straight, up
/// before over a step, over a ledge before down, or in an arc, anywhere between the two waypoints and up to a cell above.
/// All other moves, links among them, it makes straight. An agent that is on no move of its path, nor in a cell from which
/// its next move begins or at which it ends, is lost, and gets another route from where it
/// [settles](crate::ground::GroundView#positions): one that fell because its ground was dug away, for one.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
/// use voxnav::replanning::{Replanner, ReplanPolicy, ReplanStatus};
/// use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::new(30, 9, 9)))?.commit();
/// let see = |occupancy| {
///     let world = Traversability::new(occupancy, UnknownPolicy::Blocked);
///     View::flying(Lattice::default(), world, &Terrain::new(), &RouteOptions::default())
/// };
/// let view = see(&open)?;
/// let mut replanner = Replanner::new(&view, [25.0, 4.0, 4.0], ReplanPolicy::default());
/// assert_eq!(replanner.update(&view, [2.0, 4.0, 4.0])?, ReplanStatus::Replanned);
/// assert_eq!(replanner.update(&view, [3.0, 4.0, 4.0])?, ReplanStatus::Kept);
///
/// // A wall with a door falls in the way.
/// let mut edit = open.edit();
/// edit.set_box(CellBox::new(IVec3::new(12, 0, 0), IVec3::new(13, 9, 9)), CellState::Occupied)?;
/// edit.set(IVec3::new(12, 1, 1), CellState::Free)?;
/// let walled = see(&edit.commit())?;
/// assert_eq!(replanner.update(&walled, [4.0, 4.0, 4.0])?, ReplanStatus::Replanned);
/// assert_eq!(replanner.bound(), Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// On the ground:
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
/// use voxnav::ground::{Ground, Locomotion};
/// use voxnav::replanning::{ReplanPolicy, Replanner, ReplanStatus};
/// use voxnav::{Lattice, RouteOptions, View};
///
/// let flat = OccupancyBuilder::new(CellBox::from_size(IVec3::new(30, 9, 9)))?.commit();
/// let see = |occupancy| {
///     let ground = Ground::new(occupancy, &Locomotion::walker())?;
///     let view = View::on_ground(Lattice::default(), ground, &RouteOptions::default())?;
///     Ok::<_, Box<dyn std::error::Error>>(view)
/// };
/// let view = see(&flat)?;
/// let mut replanner = Replanner::new(&view, [25.0, 4.0, -0.5], ReplanPolicy::default());
/// assert_eq!(replanner.update(&view, [2.0, 4.0, -0.5])?, ReplanStatus::Replanned);
/// assert_eq!(replanner.update(&view, [3.0, 4.0, -0.5])?, ReplanStatus::Kept);
///
/// // A wall that is too high to climb, with a gap.
/// let mut edit = flat.edit();
/// edit.set_box(CellBox::new(IVec3::new(12, 0, 0), IVec3::new(13, 8, 5)), CellState::Occupied)?;
/// let walled = see(&edit.commit())?;
/// assert_eq!(replanner.update(&walled, [4.0, 4.0, -0.5])?, ReplanStatus::Replanned);
/// assert_eq!(replanner.bound(), Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Replanner {
    policy: ReplanPolicy,
    destination: Destination,
    view: View,
    agent: AgentPosition,
    plan: Option<Plan>,
    route: Option<Route>,
    pending: Option<Pending>,
    spare: Workspace,
    /// The smooth way along the route, if it is wanted.
    smooth: Option<Smooth>,
    /// True if a search found nothing, and would again before anything changes.
    in_vain: bool,
    /// True if the plan leads to where the goal was.
    goal_moved: bool,
    /// True if the smooth way is not free where it was, and there is no other yet.
    is_cut: bool,
    /// The number of updates since the last search for something better ended.
    waited: u32,
    expanded: u64,
    route_version: u64,
    goal_version: u64,
    /// The version of the goal to which it was last tried to lead the path on.
    followed_version: u64,
}

/// The change that a route needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Nothing,
    /// Another route, or proof that this one is good enough.
    Better,
    /// Another route.
    Another,
}

impl Replanner {
    /// Makes a replanner for an agent that has no route yet: the first [`update`](Self::update) looks for one.
    #[must_use]
    pub fn new(view: &View, goal: impl Into<Destination>, policy: ReplanPolicy) -> Self {
        Self {
            policy,
            destination: goal.into(),
            view: view.clone(),
            agent: AgentPosition {
                position: DVec3::ZERO,
                at: DVec3::ZERO,
                feet: DVec3::ZERO,
                rest: None,
            },
            plan: None,
            route: None,
            pending: None,
            spare: Workspace::new(),
            smooth: None,
            in_vain: false,
            goal_moved: false,
            is_cut: false,
            waited: u32::MAX,
            expanded: 0,
            route_version: 0,
            goal_version: 0,
            followed_version: 0,
        }
    }

    /// Returns the view of the last update.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Returns the policy.
    #[must_use]
    pub fn policy(&self) -> &ReplanPolicy {
        &self.policy
    }

    /// Sets another policy for the updates to come: fewer expansions in a busy tick, for one.
    pub fn set_policy(&mut self, policy: ReplanPolicy) {
        self.policy = policy;
    }

    /// Returns the route that the agent is to follow, as of the last update, from where it was when it got it.
    #[must_use]
    pub fn route(&self) -> Option<&Route> {
        self.route.as_ref()
    }

    /// Returns which of the waypoints of the route the agent is to go to next, as of the last update: one that it gets to,
    /// though it was pushed off its path. `None` where it is at the last, to the rounding of its position, or has no
    /// route. A lost agent is to wait.
    ///
    /// On the ground, the answer is the first, number 0, where the agent got its route in the air and has to settle
    /// there, or where the straight way to the second would lead it through other cells than those of the move. Where the
    /// next move is blocked, it is the waypoint that the agent is at.
    #[must_use]
    pub fn next(&self) -> Option<usize> {
        match self.view.kind() {
            Kind::Flying(view) => self.next_in_flight(view),
            Kind::OnGround(view) => self.next_on_ground(view),
        }
    }

    /// Returns how many routes there have been: an agent begins to follow the route again when this has changed. The
    /// status alone does not tell, since a new route may be blocked, too.
    #[must_use]
    pub fn route_version(&self) -> u64 {
        self.route_version
    }

    /// Returns where the route is to lead.
    #[must_use]
    pub fn goal(&self) -> &Destination {
        &self.destination
    }

    /// Returns the cost of the rest of the path from the cell that the agent is at or on its way to, terrain
    /// included; `None` without a path to the goal. An agent that is off its path, by no more than
    /// [`ReplanPolicy::max_deviation`], counts as at the nearest place of it; one that is farther off has none.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        let leads_there = |plan: &&Plan| plan.is_whole() && !plan.is_lost && !self.goal_moved;
        let plan = self.plan.as_ref().filter(leads_there)?;
        Some(plan.cost(&self.view))
    }

    /// Returns how many times the optimum the rest of the path costs at most, as far as is proved; infinitely many
    /// where nothing is, and `None` without a path to the goal.
    #[must_use]
    pub fn bound(&self) -> Option<f64> {
        let cost = self.cost()?;
        let proved = self.plan.as_ref()?.proved.min(cost);
        Some(match cost {
            Cost::ZERO => 1.0,
            _ => cost.length() / proved.length(),
        })
    }

    /// Returns the number of cells expanded so far, in all updates together.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Returns whether a search goes on in the next update.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.pending.is_some()
    }

    /// Gives the agent another goal, or the same where it is now: the next update sees to it.
    pub fn set_goal(&mut self, goal: impl Into<Destination>) {
        self.destination = goal.into();
        self.goal_moved = true;
        self.goal_version += 1;
        self.in_vain = false;
        if self.pending.as_ref().is_some_and(Pending::looks_for_better) {
            self.drop_search();
        }
    }

    /// Takes over the world as it is and the position of the agent, and describes what became of the route. The position
    /// of a ground agent is that of its feet.
    ///
    /// Views may be of any world: one that is not an edit of the last costs a search.
    ///
    /// # Errors
    ///
    /// As [`View::find_route`].
    pub fn update(
        &mut self,
        view: &View,
        position: impl Into<DVec3>,
    ) -> Result<ReplanStatus, RouteError> {
        let changes = moves::of(view.moves()).changes_since(self.view.moves());
        self.take_note(view, position.into(), &changes)?;
        self.plan()
    }

    /// Updates as [`update`](Self::update) does, in memory that many agents share: an agent keeps some of its own
    /// only while a search is under way.
    ///
    /// # Errors
    ///
    /// As [`update`](Self::update).
    pub fn update_in(
        &mut self,
        view: &View,
        position: impl Into<DVec3>,
        workspace: &mut ReplanWorkspace,
    ) -> Result<ReplanStatus, RouteError> {
        match self.look_in(view, position, workspace)? {
            Some(status) => Ok(status),
            None => self.plan_in(workspace),
        }
    }

    /// Does the first half of an [`update_in`](Self::update_in), which searches nothing: agents on many threads may share
    /// the memory meanwhile. Returns the status of an agent whose route is to stay as it is; for another one,
    /// [`plan_in`](Self::plan_in) is the other half.
    ///
    /// ```
    /// use voxnav::glam::IVec3;
    /// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
    /// use voxnav::replanning::{Replanner, ReplanPolicy, ReplanWorkspace, ReplanStatus};
    /// use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
    ///
    /// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(30)))?.commit();
    /// let world = Traversability::new(&open, UnknownPolicy::Blocked);
    /// let view = View::flying(Lattice::default(), world, &Terrain::new(), &RouteOptions::default())?;
    /// let mut agent = Replanner::new(&view, [25.0, 3.0, 4.0], ReplanPolicy::default());
    /// let mut shared = ReplanWorkspace::default();
    /// assert_eq!(agent.look_in(&view, [2.0, 4.0, 4.0], &shared)?, None);
    /// assert_eq!(agent.plan_in(&mut shared)?, ReplanStatus::Replanned);
    /// assert_eq!(agent.look_in(&view, [3.0, 4.0, 4.0], &shared)?, Some(ReplanStatus::Kept));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`update`](Self::update).
    pub fn look_in(
        &mut self,
        view: &View,
        position: impl Into<DVec3>,
        workspace: &ReplanWorkspace,
    ) -> Result<Option<ReplanStatus>, RouteError> {
        if self.view.is_clone_of(view) {
            let none = moves::of(view.moves()).changes_since(view.moves());
            self.take_note(view, position.into(), &none)?;
        } else {
            let changes = workspace.recent.changes(&self.view, view);
            self.take_note(view, position.into(), &changes)?;
        }
        let has_news = self.is_cut || self.goal_moved || self.pending.is_some();
        if has_news || self.need() != Need::Nothing {
            return Ok(None);
        }
        self.plan().map(Some)
    }

    /// Does the second half of an [`update_in`](Self::update_in): searches for what the route needs.
    ///
    /// # Errors
    ///
    /// As [`update`](Self::update).
    pub fn plan_in(&mut self, workspace: &mut ReplanWorkspace) -> Result<ReplanStatus, RouteError> {
        std::mem::swap(&mut self.spare, &mut workspace.search);
        let status = self.plan();
        std::mem::swap(&mut self.spare, &mut workspace.search);
        status
    }

    /// Does what the route needs, for at most the expansions of the policy.
    fn plan(&mut self) -> Result<ReplanStatus, RouteError> {
        let mut left = self.policy.expansions;
        let mut status = ReplanStatus::Kept;
        if std::mem::take(&mut self.is_cut) && self.is_smoothed_anew(&mut left)? {
            status = ReplanStatus::Repaired;
        }
        let is_news =
            std::mem::replace(&mut self.followed_version, self.goal_version) != self.goal_version;
        if self.goal_moved && (is_news || self.pending.is_none()) {
            // No more than half: the rest is for the search where leading the path on does not help.
            let mut for_leading = left / 2;
            if self.follow_goal(&mut for_leading)? {
                status = ReplanStatus::Repaired;
            }
            left = left - left / 2 + for_leading;
        }
        self.decide(status, left)
    }

    /// Returns what is to be done about the route as it is.
    fn need(&self) -> Need {
        if self.in_vain {
            return Need::Nothing;
        }
        let Some(plan) = &self.plan else {
            return Need::Another;
        };
        // Where it leads no farther than the agent is by now, it may from here.
        let is_at_end = plan.is_done() && plan.followed.path.move_count() > 0;
        let is_outdated = plan.is_outdated || !plan.is_whole() && is_at_end;
        if plan.is_lost || self.goal_moved || is_outdated || self.ahead().is_some() {
            return Need::Another;
        }
        let is_free = plan.is_whole() && plan.followed.blocked.is_none();
        let is_due = is_free && !plan.is_within(self.policy.max_suboptimality, &self.view);
        if is_due && (self.waited > self.policy.min_replan_interval || self.pending.is_some()) {
            return Need::Better;
        }
        Need::Nothing
    }

    /// Returns how far the agent can go, in world units, where its path is blocked as far as is looked ahead.
    fn ahead(&self) -> Option<f64> {
        let plan = self.plan.as_ref()?;
        let ahead = if let Some(follower) = self.follower() {
            follower.distance_to(plan.blocked()?)
        } else {
            // From its feet or from the ground below them: no farther than from either.
            let by_feet = plan.ahead(self.agent.position, &self.view)?;
            by_feet.min(plan.ahead(self.agent.place(&self.view), &self.view)?)
        };
        (ahead <= self.policy.look_ahead).then_some(ahead)
    }

    fn decide(
        &mut self,
        mut status: ReplanStatus,
        mut left: u64,
    ) -> Result<ReplanStatus, RouteError> {
        loop {
            let need = self.need();
            if need == Need::Nothing {
                self.drop_search();
                return Ok(self.told(status));
            }
            if left == 0 {
                return Ok(self.told(status));
            }
            if need == Need::Another && self.pending.is_none() {
                // No more than half: the rest is for the search where detours do not help.
                let mut for_detours = left / 2;
                let is_spliced = self.is_spliced(&mut for_detours)?;
                left = left - left / 2 + for_detours;
                if is_spliced {
                    status = ReplanStatus::Repaired;
                    continue;
                }
            }
            let is_fresh = self.pending.is_none();
            match self.searched(need, &mut left)? {
                None => return Ok(self.told(status)),
                Some(found) => {
                    if found != ReplanStatus::Kept {
                        status = found;
                    }
                    if is_fresh || self.improves() && found != ReplanStatus::Kept {
                        return Ok(self.told(status));
                    }
                }
            }
        }
    }

    /// Returns the status, unless the route is blocked all the same.
    fn told(&self, status: ReplanStatus) -> ReplanStatus {
        match (&self.plan, self.ahead()) {
            (None, _) => ReplanStatus::Blocked { ahead: 0.0 },
            (Some(plan), _) if plan.is_lost => ReplanStatus::Blocked { ahead: 0.0 },
            (_, Some(ahead)) => ReplanStatus::Blocked { ahead },
            _ => status,
        }
    }

    /// Returns the plan of a path that begins where the agent is or is going next, with the move under way where
    /// that has to be finished.
    fn plan_of(&self, path: Path) -> Plan {
        let under_way = self.plan.as_ref().and_then(|plan| {
            let (passed, base) = (plan.followed.passed, plan.base);
            let is_to_be_finished =
                moves::of(self.view.moves()).finishes_moves() && base > passed && !plan.is_lost;
            let moves = plan.between(passed, base, &self.view);
            moves.filter(|_| is_to_be_finished)
        });
        let all = under_way.and_then(|moves| moves.joined(&path));
        let gone = self.plan.as_ref().map_or(0.0, |plan| plan.gone);
        let (path, base, gone) = match all {
            Some(all) => (all, 1, gone),
            None => (path, 0, 0.0),
        };
        let plan = Plan::new(path, PathExtent::Goal, base, self.region(), &self.view);
        Plan { gone, ..plan }
    }

    /// Has the agent follow a plan, from its position.
    fn follow(&mut self, plan: Plan) -> Result<(), RouteError> {
        let path = plan.followed.path.clone();
        let (at, to) = (self.agent.position, &self.destination);
        let outcome = match plan.reach {
            PathExtent::Goal => Outcome::Found(path),
            PathExtent::Part => self.in_part(path),
        };
        let route = self.view.route_along(outcome, at, to)?;
        self.take(plan, route);
        Ok(())
    }

    /// Returns the outcome of a path that leads to less than the goal, for the reason that the route has, if it has one.
    fn in_part(&self, path: Path) -> Outcome<Path> {
        match self.route.as_ref().map(|route| &route.outcome) {
            Some(&Outcome::Partial { reason, .. }) => Outcome::Partial { reason, path },
            Some(&Outcome::StoppedAtUnknown { unknown, rest, .. }) => Outcome::StoppedAtUnknown {
                path,
                unknown,
                rest,
            },
            _ => Outcome::Cancelled { path },
        }
    }

    fn take(&mut self, mut plan: Plan, route: Route) {
        self.goal_moved = false;
        // A move that has to be finished is its way to the path.
        if plan.base == 0 {
            (plan.ends[0], plan.below) = (self.agent.feet, self.agent.at);
            plan.lift = plan.below - plan.ends[0];
        }
        let end = route.waypoints.last();
        let end = end.and_then(|&end| self.view.in_cells(end).ok());
        plan.ends[1] = end.unwrap_or(plan.ends[1]);
        self.plan = Some(plan);
        self.set_route(route);
    }

    fn set_route(&mut self, route: Route) {
        self.smooth(&route);
        self.route = Some(route);
        self.route_version += 1;
    }

    /// Returns the cells where the path may end, if that is not one cell.
    fn region(&self) -> Option<CellBox> {
        let is_one_cell = matches!(self.destination, Destination::Position(_));
        (!is_one_cell).then(|| self.view.moves().bounds())
    }

    fn drop_search(&mut self) {
        if let Some(pending) = self.pending.take() {
            let (_, workspace) = pending.search.finish();
            self.reclaim(workspace);
        }
    }

    /// Keeps the memory of a search for the next, where it is more than there is.
    fn reclaim(&mut self, workspace: Workspace) {
        if workspace.memory_bytes() >= self.spare.memory_bytes() {
            self.spare = workspace;
        }
    }
}
