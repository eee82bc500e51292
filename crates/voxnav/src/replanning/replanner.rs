//! The way of one agent to its goal, in a world that changes.

use glam::{DVec3, IVec3};
use voxnav_occupancy::CellBox;
use voxnav_search::{Cost, Limit, Limits, Outcome, Path, SnapPolicy, Workspace};

use super::changes::Changes;
use super::plan::{EXACTNESS, Plan};
use super::policy::ReplanPolicy;
use crate::routes::{AgentView, Destination, Route, RouteEnd, RouteError, RouteSearch};

/// The most expansions of a search for a short detour, or from where a goal was to where it is.
const DETOUR_EXPANSIONS: u64 = 500;
/// How many cells before and behind a break a detour begins and ends, one after the other.
const DETOURS: [u64; 3] = [1, 6, 24];

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
}

/// A search that is under way.
#[derive(Debug)]
struct Pending {
    search: RouteSearch,
    from: DVec3,
    /// It is for paths of at most this cost, while another one is free.
    limit: Option<Cost>,
    /// How often the goal had been moved when it began.
    goal_version: u64,
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
        }
    }

    /// The policy.
    #[must_use]
    pub fn policy(&self) -> &ReplanPolicy {
        &self.policy
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

    /// What the rest of the path costs from the cell that the agent was last at, terrain included; `None` without a
    /// path to the goal.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        let plan = self
            .plan
            .as_ref()
            .filter(|plan| plan.is_whole && !self.goal_moved)?;
        Some(plan.way.cost)
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
        let position = position.into();
        view.lattice().cell_at(position)?;
        let changes = self.take_over(view);
        self.locate(position)?;
        self.look_at(&changes);
        let mut left = self.policy.expansions;
        let mut verdict = Verdict::Kept;
        if self.goal_moved && self.follow_goal(&mut left)? {
            verdict = Verdict::Repaired;
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
        let is_due =
            plan.is_whole && plan.way.blocked.is_none() && !plan.is_within(self.policy.detour);
        if is_due && (self.waited > self.policy.patience || self.pending.is_some()) {
            return Need::Better;
        }
        Need::Nothing
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
            if need == Need::Another && self.is_spliced(&mut left)? {
                verdict = Verdict::Repaired;
                continue;
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

    /// Goes around what blocks the path by short detours, as many as it takes, if the whole is then good
    /// enough.
    fn is_spliced(&mut self, left: &mut u64) -> Result<bool, RouteError> {
        let Some(plan) = self
            .plan
            .as_ref()
            .filter(|plan| plan.is_whole && !plan.is_lost)
        else {
            return Ok(false);
        };
        let (Some(legal), base) = (plan.way.blocked, plan.base()) else {
            return Ok(false);
        };
        if legal < base || self.goal_moved {
            return Ok(false);
        }
        let terrain = self.view.terrain().clone();
        let path = plan.way.path.clone();
        let most = self.policy.detour.times(plan.proved);
        for reach in DETOURS {
            let (first, last) = (base.max(legal.saturating_sub(reach)), legal + 1 + reach);
            let part = |moves| path.part(moves, Some(&terrain));
            let [Some(before), Some(after)] = [part(base..first), part(last..u64::MAX)] else {
                break;
            };
            let kept = before.cost() + after.cost();
            if kept > most {
                continue;
            }
            let between = [before.goal(), after.start()];
            let Some(detour) = self.short_path(between, most - kept, left) else {
                continue;
            };
            let joined = before.joined(&detour).and_then(|path| path.joined(&after));
            if let Some(path) = joined {
                self.replace(path)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The best path between two cells that are near each other, of at most this cost.
    fn short_path(&mut self, [from, to]: [IVec3; 2], most: Cost, left: &mut u64) -> Option<Path> {
        let expansions = DETOUR_EXPANSIONS.min(*left);
        let limits = Limits::none().expanded(expansions).cost(most);
        let query = self
            .view
            .options()
            .query(self.view.lattice(), from, to)
            .limits(limits);
        let query = query
            .snap_start(SnapPolicy::Exact)
            .snap_goal(SnapPolicy::Exact);
        let query = query.partial(voxnav_search::Partial::Refused);
        let terrain = self.view.terrain();
        let query = if terrain.is_uniform() {
            query
        } else {
            query.terrain(terrain)
        };
        let solution = query.solve(self.view.world(), &mut self.spare);
        *left -= solution.statistics.expanded.min(*left);
        self.expanded += solution.statistics.expanded;
        match solution.outcome {
            Outcome::Found(path) => Some(path),
            _ => None,
        }
    }

    /// Puts another path, from the base of the plan, in its place; what was proved stays so.
    fn replace(&mut self, path: Path) -> Result<(), RouteError> {
        let Some(plan) = &self.plan else {
            return Ok(());
        };
        let (passed, base) = (plan.way.passed, plan.base());
        let made = plan.way.path.part(passed..base, Some(self.view.terrain()));
        let proved = plan.proved - made.map_or(Cost::ZERO, |made| made.cost());
        self.adopt(path, proved)
    }

    /// Follows a path from the agent's position, with what is proved of it.
    fn adopt(&mut self, path: Path, proved: Cost) -> Result<(), RouteError> {
        let plan = self.plan_of(path, proved);
        self.follow(plan)
    }

    fn plan_of(&self, path: Path, proved: Cost) -> Plan {
        let settings = &self.view.options().settings;
        let mut plan = Plan::new(path, self.region(), settings, self.view.world());
        plan.proved = proved.max(plan.way.rules.between(plan.way.ends));
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

    /// Leads the path on to where the goal is now, or ends it there, if it is then good enough.
    fn follow_goal(&mut self, left: &mut u64) -> Result<bool, RouteError> {
        let Destination::Position(_) = self.destination else {
            return Ok(false);
        };
        let Some(plan) = self
            .plan
            .as_ref()
            .filter(|plan| plan.is_whole && !plan.is_lost)
        else {
            return Ok(false);
        };
        let [_, Some(goal)] = self.view.joined_cells(self.at, &self.destination)? else {
            return Ok(false);
        };
        let (base, last, proved) = (plan.base(), plan.way.path.goal(), plan.proved);
        let path = plan.way.path.clone();
        let terrain = Some(self.view.terrain().clone());
        let terrain = terrain.as_ref();
        let Some(rest) = path.part(base..u64::MAX, terrain) else {
            return Ok(false);
        };
        let there = (0..).zip(rest.cells()).find(|&(_, cell)| cell == goal);
        // The path to the new goal, and from there to the old one.
        let (next, back) = if let Some((moves, _)) = there {
            (
                rest.part(0..moves, terrain),
                rest.part(moves..u64::MAX, terrain),
            )
        } else {
            let Some(on) = self.short_path([last, goal], Cost::MAX, left) else {
                return Ok(false);
            };
            let back = on.reversed(terrain);
            (rest.joined(&on), back)
        };
        let (Some(next), Some(back)) = (next, back) else {
            return Ok(false);
        };
        let made = path.part(self.passed()..base, terrain);
        let made = made.map_or(Cost::ZERO, |made| made.cost());
        let plan = self.plan_of(next, proved - made - back.cost());
        let is_within = plan.is_within(self.policy.detour);
        if is_within {
            self.goal_moved = false;
            self.follow(plan)?;
        }
        Ok(is_within)
    }

    fn passed(&self) -> u64 {
        self.plan.as_ref().map_or(0, |plan| plan.way.passed)
    }

    fn drop_search(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.spare = pending.search.finish().1;
        }
    }

    /// Goes on with a search, or begins one; what came of it once it has ended.
    fn searched(&mut self, need: Need, left: &mut u64) -> Result<Option<Verdict>, RouteError> {
        let is_other = |pending: &Pending| pending.limit.is_some() != (need == Need::Better);
        if self.pending.as_ref().is_some_and(is_other) {
            self.drop_search();
        }
        let mut pending = match self.pending.take() {
            Some(pending) => pending,
            None => self.begun(need)?,
        };
        let before = pending.search.expanded();
        let is_done = pending.search.step(*left)?.is_some();
        let expanded = pending.search.expanded() - before;
        *left = left.saturating_sub(expanded);
        self.expanded += expanded;
        if !is_done {
            self.pending = Some(pending);
            return Ok(None);
        }
        let Pending {
            search,
            from,
            limit,
            goal_version,
        } = pending;
        let searched = search.view().clone();
        let (route, workspace) = search.finish();
        self.spare = workspace;
        let Some(route) = route else {
            return Ok(None);
        };
        if limit.is_some() {
            self.waited = 0;
        }
        match limit {
            Some(limit) => self.ended(route, from, limit, &searched).map(Some),
            None => {
                let found = self.ended_anew(route, from, &searched, goal_version)?;
                Ok(Some(found))
            }
        }
    }

    /// Begins a search: from the path, while that can be followed there, or from where the agent is.
    fn begun(&mut self, need: Need) -> Result<Pending, RouteError> {
        let mut from = self.at;
        let mut limit = None;
        if let Some(plan) = self.plan.as_ref().filter(|plan| !plan.is_lost) {
            let base = plan.base();
            let can_go_there = plan.way.blocked.is_none_or(|legal| base <= legal);
            let cell = usize::try_from(base)
                .ok()
                .and_then(|base| plan.way.path.cells().nth(base));
            if let Some(cell) = cell.filter(|_| can_go_there) {
                from = self.view.lattice().center(cell);
            }
            if need == Need::Better {
                let made = plan
                    .way
                    .path
                    .part(plan.way.passed..base, Some(self.view.terrain()));
                let rest = plan.way.cost - made.map_or(Cost::ZERO, |made| made.cost());
                limit = Some(self.policy.detour.divided(rest) - Cost::from_raw(1));
            }
        }
        let workspace = std::mem::take(&mut self.spare);
        let view = self.view.up_to(limit);
        let search = view.search_in(from, &self.destination, workspace)?;
        Ok(Pending {
            search,
            from,
            limit,
            goal_version: self.goal_version,
        })
    }

    /// Makes use of the answer of a search from a position, in a view that may be outdated.
    fn ended(
        &mut self,
        route: Route,
        from: DVec3,
        limit: Cost,
        searched: &AgentView,
    ) -> Result<Verdict, RouteError> {
        let Some((first, moved)) = self.way_to(from) else {
            return Ok(Verdict::Kept);
        };
        let since = Changes::between(searched.world(), self.view.world());
        let Some(plan) = &mut self.plan else {
            return Ok(Verdict::Kept);
        };
        let proved = match &route.outcome {
            Outcome::Found(_) => route.statistics.lower_bound,
            Outcome::LimitReached {
                limit: Limit::Cost, ..
            } => limit + Cost::from_raw(1),
            _ => {
                self.in_vain = true;
                return Ok(Verdict::Kept);
            }
        };
        let since = plan.way.least_through(&since, proved).unwrap_or(proved);
        plan.proved = plan.proved.max(since - moved);
        let Outcome::Found(path) = route.outcome else {
            return Ok(Verdict::Kept);
        };
        if plan.proved > plan.way.cost || plan.is_within(self.policy.detour) {
            return Ok(Verdict::Kept);
        }
        let (cost, proved) = (plan.way.cost, plan.proved);
        let Some(path) = first.joined(&path).filter(|path| path.cost() < cost) else {
            return Ok(Verdict::Kept);
        };
        if self.is_free(&path) {
            let made = plan_move(self.plan.as_ref(), self.view.terrain());
            self.adopt(path, proved - made)?;
            return Ok(Verdict::Shorter);
        }
        Ok(Verdict::Kept)
    }

    /// Follows the route that a search found, wherever it leads: that may be where the goal was when the
    /// search began.
    fn ended_anew(
        &mut self,
        route: Route,
        from: DVec3,
        searched: &AgentView,
        goal_version: u64,
    ) -> Result<Verdict, RouteError> {
        let is_outdated = goal_version != self.goal_version;
        let leads_there = route.is_found() && !matches!(route.goal, RouteEnd::Snapped { .. });
        let is_whole = leads_there && !is_outdated;
        let Some(path) = route.path().cloned() else {
            self.in_vain = !is_outdated;
            // What is blocked may be free again.
            let may_be_free = |plan: &Plan| plan.way.blocked.is_some() && !plan.is_lost;
            if self.goal_moved || !self.plan.as_ref().is_some_and(may_be_free) {
                self.plan = None;
                self.set_route(route);
            }
            self.goal_moved = is_outdated;
            return Ok(Verdict::Blocked { ahead: 0.0 });
        };
        let proved = if is_whole {
            route.statistics.lower_bound
        } else {
            Cost::from_raw(1)
        };
        if from == self.at && searched.world().is_same_snapshot(self.view.world()) {
            let mut plan = self.plan_of(path, proved);
            plan.is_whole = is_whole;
            self.plan = Some(plan);
            self.set_route(route);
        } else {
            let Some((first, moved)) = self.way_to(from) else {
                // The agent is somewhere else by now: from there again.
                self.plan = None;
                return Ok(Verdict::Kept);
            };
            let since = Changes::between(searched.world(), self.view.world());
            let then = self.plan_of(path, Cost::ZERO);
            let proved = then.way.least_through(&since, proved).unwrap_or(proved) - moved;
            let made = plan_move(self.plan.as_ref(), self.view.terrain());
            let Some(path) = first.joined(&then.way.path) else {
                return Ok(Verdict::Kept);
            };
            let mut plan = self.plan_of(path, proved - made);
            plan.is_whole = is_whole;
            self.follow(plan)?;
        }
        self.goal_moved = is_outdated;
        Ok(Verdict::Replanned)
    }

    fn is_free(&self, path: &Path) -> bool {
        let settings = &self.view.options().settings;
        let checked = path.verify(self.view.world(), settings.moves, settings.corners, None);
        checked.is_ok()
    }

    /// The legal way along the path from its base to the cell at a position, where a search began, on or
    /// back; and what the way from the place to there costs at most.
    fn way_to(&self, from: DVec3) -> Option<(Path, Cost)> {
        let plan = self.plan.as_ref().filter(|plan| !plan.is_lost)?;
        let cell = self.view.lattice().cell_at(from).ok()?;
        let index = (0..)
            .zip(plan.way.path.cells())
            .find(|&(_, it)| it == cell)?
            .0;
        let terrain = Some(self.view.terrain());
        let base = plan.base();
        let way = if index >= base {
            plan.way.path.part(base..index, terrain)
        } else {
            plan.way.path.part(index..base, terrain)?.reversed(terrain)
        };
        let way = way.filter(|way| self.is_free(way))?;
        let cost = way.cost() + plan_move(Some(plan), self.view.terrain());
        Some((way, cost))
    }
}

/// What the move costs that the agent is making, from its place to the base of the plan.
fn plan_move(plan: Option<&Plan>, terrain: &voxnav_search::Terrain) -> Cost {
    let made = plan.and_then(|plan| {
        plan.way
            .path
            .part(plan.way.passed..plan.base(), Some(terrain))
    });
    made.map_or(Cost::ZERO, |made| made.cost())
}
