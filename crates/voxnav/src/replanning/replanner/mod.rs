//! The way of one agent to its goal, in a world that changes.

mod detours;
mod searching;

use glam::{DVec3, IVec3};
use voxnav_occupancy::CellBox;
use voxnav_search::{Cost, Outcome, Path, Workspace};

use super::changes::Changes;
use super::plan::{EXACTNESS, Plan};
use super::policy::ReplanPolicy;
use crate::routes::{AgentView, Destination, Route, RouteEnd, RouteError, RouteSearch};
use searching::Pending;

/// What became of a route, after an edit or a step: what an agent that follows it has to know.
///
/// ```
/// use voxnav::replanning::Verdict;
///
/// fn speed(verdict: Verdict) -> f64 {
///     match verdict {
///         Verdict::Blocked { ahead } if ahead < 2.0 => 0.0,
///         Verdict::Blocked { .. } => 1.0,
///         _ => 4.0,
///     }
/// }
/// assert_eq!(speed(Verdict::Kept), 4.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Verdict {
    /// The route is as it was, free as far as is looked ahead, and good enough.
    Kept,
    /// The route is another: the old one with a short detour around what is in its way, or on to where the goal
    /// has moved. It costs at most [`ReplanPolicy::detour`] times the optimum.
    Repaired,
    /// The route is another, found by a search from where the agent is.
    Replanned,
    /// The route is another that is cheaper: a better way has opened.
    Shorter,
    /// The route is not free, or there is none, and no other is known by now.
    Blocked {
        /// How far the agent can still go along it, in world units.
        ahead: f64,
    },
}

/// Keeps the route of one agent to its goal, fixed or moving, while its world changes.
///
/// [`update`](Self::update) it with the world as it is and the position of the agent, once in a tick or
/// after an edit. It does as little as its [`ReplanPolicy`] allows: nothing while the route is free and proved
/// to be good enough, which takes a look at what was edited; a short detour where that is enough; else a search,
/// in slices if the policy limits the expansions of an update.
///
/// # Guarantees
///
/// After an update in which no search was cut short, the route is free as far as is looked ahead in the world that
/// was given, or the verdict is [`Verdict::Blocked`]; and it costs at most
/// [`ReplanPolicy::detour`] times what the best one does, for options that find optimal routes. An agent that
/// goes along the waypoints, from its position to the next and on, and no farther than it is told, touches
/// nothing that stood there when it was told. What [`bound`](Self::bound) returns is proved at any time.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
/// use voxnav::replanning::{Replanner, ReplanPolicy, Verdict};
/// use voxnav::{AgentView, Lattice, RouteOptions, Terrain, UnknownPolicy};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::new(30, 9, 9)))?.commit();
/// let see = |occupancy| {
///     let world = Traversability::new(occupancy, UnknownPolicy::Blocked);
///     AgentView::new(Lattice::default(), world, &Terrain::new(), &RouteOptions::default())
/// };
/// let view = see(&open)?;
/// let mut replanner = Replanner::new(&view, [25.0, 4.0, 4.0], ReplanPolicy::default());
/// assert_eq!(replanner.update(&view, [2.0, 4.0, 4.0])?, Verdict::Replanned);
/// assert_eq!(replanner.update(&view, [3.0, 4.0, 4.0])?, Verdict::Kept);
///
/// // A wall with a door falls in the way.
/// let mut edit = open.edit();
/// edit.set_box(CellBox::new(IVec3::new(12, 0, 0), IVec3::new(13, 9, 9)), CellState::Occupied)?;
/// edit.set(IVec3::new(12, 1, 1), CellState::Free)?;
/// let walled = see(&edit.commit())?;
/// assert_eq!(replanner.update(&walled, [4.0, 4.0, 4.0])?, Verdict::Replanned);
/// assert_eq!(replanner.bound(), Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Replanner {
    policy: ReplanPolicy,
    destination: Destination,
    view: AgentView,
    at: DVec3,
    plan: Option<Plan>,
    route: Option<Route>,
    pending: Option<Pending>,
    spare: Workspace,
    /// Whether a search found nothing, and would again before anything changes.
    in_vain: bool,
    /// Whether the plan leads to where the goal was.
    goal_moved: bool,
    /// Updates since the last search for something better ended.
    waited: u32,
    expanded: u64,
    route_version: u64,
    goal_version: u64,
    /// That of the goal to which it was last tried to lead the path on.
    followed_version: u64,
}

/// What is to be done about a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Nothing,
    /// Another route, or proof that this one is good enough.
    Better,
    /// Another route.
    Another,
}

impl Replanner {
    /// For an agent that has no route yet: the first [`update`](Self::update) looks for one.
    #[must_use]
    pub fn new(view: &AgentView, goal: impl Into<Destination>, policy: ReplanPolicy) -> Self {
        Self {
            policy,
            destination: goal.into(),
            view: view.clone(),
            at: DVec3::ZERO,
            plan: None,
            route: None,
            pending: None,
            spare: Workspace::new(),
            in_vain: false,
            goal_moved: false,
            waited: u32::MAX,
            expanded: 0,
            route_version: 0,
            goal_version: 0,
            followed_version: 0,
        }
    }

    /// The policy.
    #[must_use]
    pub fn policy(&self) -> &ReplanPolicy {
        &self.policy
    }

    /// Sets another policy for the updates to come: fewer expansions in a busy tick, for one.
    pub fn set_policy(&mut self, policy: ReplanPolicy) {
        self.policy = policy;
    }

    /// How many routes there have been: an agent begins to follow the [`route`](Self::route) anew when this has
    /// changed. The verdict alone does not tell, since a new route may be blocked, too.
    #[must_use]
    pub fn route_version(&self) -> u64 {
        self.route_version
    }

    /// The route that the agent is to follow, as of the last update, from where it was when it got it.
    #[must_use]
    pub fn route(&self) -> Option<&Route> {
        self.route.as_ref()
    }

    /// Where the route is to lead.
    #[must_use]
    pub fn goal(&self) -> &Destination {
        &self.destination
    }

    /// What the rest of the path costs from the cell that the agent is at or on its way to, terrain included; `None`
    /// without a path to the goal. An agent that is off its path, by no more than [`ReplanPolicy::stray`], counts as
    /// at the nearest place of it.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        let plan = self
            .plan
            .as_ref()
            .filter(|plan| plan.is_whole && !self.goal_moved)?;
        Some(plan.cost(self.view.terrain()))
    }

    /// How many times the optimum the rest of the path costs at most, as far as is proved; `None` without a
    /// path to the goal.
    #[must_use]
    pub fn bound(&self) -> Option<f64> {
        let cost = self.cost()?;
        let proved = self.plan.as_ref()?.proved.min(cost);
        Some(match cost {
            Cost::ZERO => 1.0,
            _ => cost.length() / proved.length(),
        })
    }

    /// Cells expanded so far, in all updates together.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Whether a search goes on in the next update.
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
        if self.pending.as_ref().is_some_and(|it| it.limit.is_some()) {
            self.drop_search();
        }
    }

    /// Takes over the world as it is and the position of the agent, and says what became of the route.
    ///
    /// Views may be of any world: one that is not an edit of the last costs a search.
    ///
    /// # Errors
    ///
    /// As [`AgentView::find_route`].
    pub fn update(
        &mut self,
        view: &AgentView,
        position: impl Into<DVec3>,
    ) -> Result<Verdict, RouteError> {
        let mut workspace = std::mem::take(&mut self.spare);
        let verdict = self.update_in(view, position, &mut workspace);
        self.spare = workspace;
        verdict
    }

    /// As [`update`](Self::update), in memory that many agents share: an agent keeps some of its own
    /// only while a search is under way.
    ///
    /// # Errors
    ///
    /// As [`AgentView::find_route`].
    pub fn update_in(
        &mut self,
        view: &AgentView,
        position: impl Into<DVec3>,
        workspace: &mut Workspace,
    ) -> Result<Verdict, RouteError> {
        std::mem::swap(&mut self.spare, workspace);
        let verdict = self.updated(view, position.into());
        std::mem::swap(&mut self.spare, workspace);
        verdict
    }

    fn updated(&mut self, view: &AgentView, position: DVec3) -> Result<Verdict, RouteError> {
        view.lattice().cell_at(position)?;
        let changes = self.take_over(view);
        self.locate(position)?;
        self.look_at(&changes);
        let mut left = self.policy.expansions;
        let mut verdict = Verdict::Kept;
        let is_news =
            std::mem::replace(&mut self.followed_version, self.goal_version) != self.goal_version;
        if self.goal_moved && (is_news || self.pending.is_none()) {
            // No more than half: the rest is for the search where leading the path on does not help.
            let mut for_leading = left / 2;
            if self.follow_goal(&mut for_leading)? {
                verdict = Verdict::Repaired;
            }
            left = left - left / 2 + for_leading;
        }
        self.waited = self.waited.saturating_add(1);
        self.decide(verdict, left)
    }

    /// The newer world in place of the last, and what differs.
    fn take_over(&mut self, view: &AgentView) -> Changes {
        let before = std::mem::replace(&mut self.view, view.clone());
        let is_alike = before.lattice() == view.lattice() && before.options() == view.options();
        let mut changes = Changes::between(before.world(), view.world());
        if !is_alike {
            changes.is_total = true;
            self.plan = None;
            self.drop_search();
        }
        if !before.terrain().is_shared_with(view.terrain())
            && let Some(plan) = &mut self.plan
        {
            plan.weigh(view.terrain());
        }
        changes
    }

    /// Finds the agent on its path.
    fn locate(&mut self, position: DVec3) -> Result<(), RouteError> {
        let lattice = self.view.lattice();
        let at = lattice.coordinates_of(position)?;
        let moved = lattice
            .coordinates_of(self.at)
            .map_or(f64::MAX, |last| last.distance(at));
        if self.at != position {
            self.in_vain = false;
        }
        self.at = position;
        if let Some(plan) = &mut self.plan {
            // An agent gets along its path no farther than it moves; some cells more where it was pushed.
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "not negative, and not more than there are cells"
            )]
            let reach = (moved.min(1e6) * 2.0) as usize + 4;
            let away = plan.locate(at, reach, self.view.terrain(), self.view.world());
            plan.is_lost = away > self.policy.stray;
            let is_joined =
                |cell: Option<IVec3>| cell.is_some_and(|it| self.view.is_joined(position, it));
            if away > EXACTNESS && !plan.is_lost && !is_joined(plan.base_cell()) {
                plan.beyond = 0.0;
                plan.is_lost = !is_joined(plan.base_cell());
            }
        }
        Ok(())
    }

    /// Takes note of edits.
    fn look_at(&mut self, changes: &Changes) {
        if changes.is_empty() {
            return;
        }
        let is_partial = self.plan.as_ref().is_some_and(|plan| !plan.is_whole);
        if changes.frees_any() || is_partial {
            self.in_vain = false;
        }
        if let Some(plan) = &mut self.plan {
            plan.look_at(changes, self.view.world());
            let is_joined = |cell| self.view.is_joined(self.at, cell);
            plan.is_lost |= !plan.base_cell().is_some_and(is_joined);
            let is_met = self
                .route
                .as_ref()
                .is_some_and(|it| it.goal == RouteEnd::Joined);
            if let Destination::Position(goal) = self.destination
                && is_met
                && !self.goal_moved
            {
                plan.is_lost |= !self.view.is_joined(goal, plan.way.path.goal());
            }
        }
    }

    /// What is to be done about the route as it is.
    fn need(&self) -> Need {
        let Some(plan) = &self.plan else {
            return if self.in_vain {
                Need::Nothing
            } else {
                Need::Another
            };
        };
        if self.in_vain {
            return Need::Nothing;
        }
        let is_stale = !plan.is_whole && (plan.proved == Cost::ZERO || plan.is_done());
        if plan.is_lost || self.goal_moved || is_stale || self.ahead().is_some() {
            return Need::Another;
        }
        let is_due = plan.is_whole && plan.way.blocked.is_none() && !self.is_within(plan);
        if is_due && (self.waited > self.policy.patience || self.pending.is_some()) {
            return Need::Better;
        }
        Need::Nothing
    }

    fn is_within(&self, plan: &Plan) -> bool {
        plan.is_within(self.policy.detour, self.view.terrain())
    }

    /// How far the agent can go, in world units, where its path is blocked as far as is looked ahead.
    fn ahead(&self) -> Option<f64> {
        let plan = self.plan.as_ref()?;
        let ahead = plan.ahead()? * self.view.lattice().size();
        (ahead <= self.policy.look_ahead).then_some(ahead)
    }

    fn decide(&mut self, mut verdict: Verdict, mut left: u64) -> Result<Verdict, RouteError> {
        loop {
            let need = self.need();
            if need == Need::Nothing {
                self.drop_search();
                return Ok(self.told(verdict));
            }
            if left == 0 {
                return Ok(self.told(verdict));
            }
            if need == Need::Another && self.pending.is_none() {
                // No more than half: the rest is for the search where detours do not help.
                let mut for_detours = left / 2;
                let is_spliced = self.is_spliced(&mut for_detours)?;
                left = left - left / 2 + for_detours;
                if is_spliced {
                    verdict = Verdict::Repaired;
                    continue;
                }
            }
            let is_fresh = self.pending.is_none();
            match self.searched(need, &mut left)? {
                None if need == Need::Better => return Ok(verdict),
                None => return Ok(self.told(verdict)),
                Some(found) => {
                    if found != Verdict::Kept {
                        verdict = found;
                    }
                    if is_fresh {
                        return Ok(self.told(verdict));
                    }
                }
            }
        }
    }

    /// The verdict, unless the route is blocked all the same.
    fn told(&self, verdict: Verdict) -> Verdict {
        match (&self.plan, self.ahead()) {
            (None, _) => Verdict::Blocked { ahead: 0.0 },
            (Some(plan), _) if plan.is_lost => Verdict::Blocked { ahead: 0.0 },
            (_, Some(ahead)) => Verdict::Blocked { ahead },
            _ => verdict,
        }
    }

    /// Follows a path from the agent's position, with what is proved of it.
    fn adopt(&mut self, path: Path, proved: Cost) -> Result<(), RouteError> {
        let plan = self.plan_of(path, proved);
        self.follow(plan)
    }

    fn plan_of(&self, path: Path, proved: Cost) -> Plan {
        let settings = &self.view.options().settings;
        let mut plan = Plan::new(path, self.region(), settings, self.view.world());
        plan.proved = proved.max(plan.in_free_space());
        plan
    }

    fn follow(&mut self, plan: Plan) -> Result<(), RouteError> {
        let path = plan.way.path.clone();
        let outcome = if plan.is_whole {
            Outcome::Found(path)
        } else {
            Outcome::Cancelled { path }
        };
        let route = (self.view).route_along(outcome, self.at, &self.destination)?;
        self.plan = Some(plan);
        self.set_route(route);
        Ok(())
    }

    fn set_route(&mut self, route: Route) {
        self.route = Some(route);
        self.route_version += 1;
    }

    /// Where the path may end, if that is not one cell.
    fn region(&self) -> Option<CellBox> {
        let is_one_cell = matches!(self.destination, Destination::Position(_));
        (!is_one_cell).then(|| self.view.world().bounds())
    }

    fn drop_search(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.reclaim(pending.search);
        }
    }

    /// Keeps the memory of a search for the next, where it is more than there is.
    fn reclaim(&mut self, search: RouteSearch) -> Option<Route> {
        let (route, workspace) = search.finish();
        if workspace.memory_bytes() >= self.spare.memory_bytes() {
            self.spare = workspace;
        }
        route
    }
}
