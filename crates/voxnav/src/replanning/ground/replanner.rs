//! The way of one agent on the ground to its goal, in a world that changes.

use glam::{DVec3, IVec3};
use voxnav_occupancy::CellBox;
use voxnav_search::{Action, Cost, Ground, LegPath, Move, Successors, Workspace};

use super::changes::GroundChanges;
use super::searching::Pending;
use super::way::GroundWay;
use crate::ground::{GroundRoute, GroundView};
use crate::replanning::plan::EXACTNESS;
use crate::replanning::{ReplanPolicy, Verdict};
use crate::routes::{Destination, RouteError};

/// Keeps the route of one agent on the ground to its goal, while cells, materials and links change: what
/// [`Replanner`](crate::replanning::Replanner) is to agents that fly.
///
/// [`update`](Self::update) it with the ground as it is and the position of the agent, once in a tick or after
/// an edit.
///
/// # Guarantees
///
/// After an update in which no search was cut short, all moves of the route are there as far as is looked ahead,
/// each by its action, or the verdict is [`Verdict::Blocked`]; and the route costs at most
/// [`ReplanPolicy::detour`] times what the best one does, for options that find optimal routes. An agent that goes
/// from waypoint to waypoint, from [`next`](Self::next) on, and no farther than it is told, makes moves that
/// its locomotion allows, from ground to ground. What [`bound`](Self::bound) returns is proved at any time.
///
/// An agent that is not on its path, nor in a cell from which its next move begins or at which it ends, is lost, and
/// gets another route from where it [settles](GroundView#positions): one that fell because its ground was
/// dug away, for one.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
/// use voxnav::ground::{Ground, GroundView, Locomotion};
/// use voxnav::replanning::{GroundReplanner, ReplanPolicy, Verdict};
/// use voxnav::{Lattice, RouteOptions};
///
/// let flat = OccupancyBuilder::new(CellBox::from_size(IVec3::new(30, 9, 9)))?.commit();
/// let see = |occupancy| {
///     let ground = Ground::new(occupancy, &Locomotion::walker())?;
///     let view = GroundView::new(Lattice::default(), ground, &RouteOptions::default())?;
///     Ok::<_, Box<dyn std::error::Error>>(view)
/// };
/// let view = see(&flat)?;
/// let mut replanner = GroundReplanner::new(&view, [25.0, 4.0, -0.5], ReplanPolicy::default());
/// assert_eq!(replanner.update(&view, [2.0, 4.0, -0.5])?, Verdict::Replanned);
/// assert_eq!(replanner.update(&view, [3.0, 4.0, -0.5])?, Verdict::Kept);
///
/// // A wall that is too high to climb, with a gap.
/// let mut edit = flat.edit();
/// edit.set_box(CellBox::new(IVec3::new(12, 0, 0), IVec3::new(13, 8, 5)), CellState::Occupied)?;
/// let walled = see(&edit.commit())?;
/// assert_eq!(replanner.update(&walled, [4.0, 4.0, -0.5])?, Verdict::Replanned);
/// assert_eq!(replanner.bound(), Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GroundReplanner {
    pub(super) policy: ReplanPolicy,
    pub(super) destination: Destination,
    pub(super) view: GroundView,
    pub(super) at: DVec3,
    /// The cell where the agent rests for its position.
    pub(super) rest: Option<IVec3>,
    pub(super) plan: Option<GroundPlan>,
    pub(super) route: Option<GroundRoute>,
    pub(super) pending: Option<Pending>,
    pub(super) spare: Workspace,
    /// Whether a search found nothing, and would again before anything changes.
    pub(super) in_vain: bool,
    /// Whether the plan leads elsewhere than to the destination.
    pub(super) goal_moved: bool,
    /// Updates since the last search for something better ended.
    pub(super) waited: u32,
    pub(super) expanded: u64,
    pub(super) route_version: u64,
    pub(super) goal_version: u64,
}

/// A way with what is proved of it.
///
/// INVARIANT: `proved` is at most what any path costs from the cell `base` to the goal, on the ground that was last
/// looked at.
#[derive(Clone, Debug)]
pub(super) struct GroundPlan {
    pub(super) way: GroundWay,
    pub(super) proved: Cost,
    /// Whether it leads to the goal. What does not is replaced as soon as anything changes.
    pub(super) is_whole: bool,
    /// Whether it is to be replaced.
    pub(super) is_stale: bool,
    pub(super) is_lost: bool,
    /// The number of the cell that the agent is at, or on its way to: from there on the path can be left.
    pub(super) base: usize,
}

/// What is to be done about a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    Nothing,
    /// Another route, or proof that this one is good enough.
    Better,
    /// Another route.
    Another,
}

impl GroundPlan {
    /// What the rest costs from the base on.
    pub(super) fn cost(&self) -> Cost {
        let under_way = self.way.cost_of(self.way.passed..self.base);
        self.way.cost - under_way.unwrap_or(Cost::ZERO)
    }

    pub(super) fn is_within(&self, policy: &ReplanPolicy) -> bool {
        policy.detour.divided(self.cost()) <= self.proved
    }
}

impl GroundReplanner {
    /// For an agent that has no route yet: the first [`update`](Self::update) looks for one.
    #[must_use]
    pub fn new(view: &GroundView, goal: impl Into<Destination>, policy: ReplanPolicy) -> Self {
        Self {
            policy,
            destination: goal.into(),
            view: view.clone(),
            at: DVec3::ZERO,
            rest: None,
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

    /// Sets another policy for the updates to come: fewer expansions in a busy tick, for one.
    pub fn set_policy(&mut self, policy: ReplanPolicy) {
        self.policy = policy;
    }

    /// How many routes there have been: an agent begins to follow the [`route`](Self::route) anew when this has
    /// changed.
    #[must_use]
    pub fn route_version(&self) -> u64 {
        self.route_version
    }

    /// The route that the agent is to follow, as of the last update.
    #[must_use]
    pub fn route(&self) -> Option<&GroundRoute> {
        self.route.as_ref()
    }

    /// Which of the waypoints of the route the agent is to go to next, as of the last update; `None` where it is at
    /// the last, or has no route. A lost agent is to wait.
    #[must_use]
    pub fn next(&self) -> Option<usize> {
        let plan = self.plan.as_ref().filter(|plan| !plan.is_lost)?;
        let next = plan.base.max(plan.way.passed + 1);
        (next <= plan.way.len()).then_some(next)
    }

    /// Where the route is to lead.
    #[must_use]
    pub fn goal(&self) -> &Destination {
        &self.destination
    }

    /// What the rest of the path costs from the cell that the agent is at, or on its way to; `None` without a path
    /// to the goal.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        let plan = self.plan.as_ref();
        let plan = plan.filter(|plan| plan.is_whole && !plan.is_stale && !self.goal_moved)?;
        Some(plan.cost())
    }

    /// How many times the optimum the rest of the path costs at most, as far as is proved; infinitely many where
    /// nothing is, and `None` without a path to the goal.
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
        self.goal_version += 1;
        self.in_vain = false;
        if let Some(plan) = self.plan.as_mut() {
            // Whether a path leads to a position is looked at in the next update.
            plan.is_stale |= !matches!(self.destination, Destination::Position(_));
        }
    }

    /// Takes over the ground as it is and the position of the agent's feet, and says what became of the
    /// route.
    ///
    /// Views may be of any ground: one that is not an edit of the last costs a search.
    ///
    /// # Errors
    ///
    /// As [`GroundView::find_route`].
    pub fn update(
        &mut self,
        view: &GroundView,
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
    /// As [`GroundView::find_route`].
    pub fn update_in(
        &mut self,
        view: &GroundView,
        position: impl Into<DVec3>,
        workspace: &mut Workspace,
    ) -> Result<Verdict, RouteError> {
        std::mem::swap(&mut self.spare, workspace);
        let verdict = self.updated(view, position.into());
        std::mem::swap(&mut self.spare, workspace);
        verdict
    }

    fn updated(&mut self, view: &GroundView, position: DVec3) -> Result<Verdict, RouteError> {
        let goal = self.plan.as_ref().map(|plan| plan.way.cell(usize::MAX));
        let (rest, leads_there) = view.rests(position, &self.destination, goal)?;
        let before = std::mem::replace(&mut self.view, view.clone());
        if before.lattice() != view.lattice() || before.options() != view.options() {
            self.plan = None;
            self.drop_search();
        }
        self.in_vain &= self.at == position && (self.rest, self.goal_moved) == (rest, !leads_there);
        (self.rest, self.goal_moved) = (rest, !leads_there);
        // The moves since the last update were made on the ground as it was then.
        self.locate(position, before.ground());
        let changes = GroundChanges::between(before.ground(), view.ground());
        self.look_at(&changes);
        self.waited = self.waited.saturating_add(1);
        self.decide(self.policy.expansions)
    }

    /// Finds the agent on its path.
    fn locate(&mut self, position: DVec3, ground: &Ground) {
        let moved = position.distance(self.at) / self.view.lattice().size();
        self.at = position;
        let Some(plan) = &mut self.plan else {
            return;
        };
        // An agent gets along its path no farther than it moves; some cells more where it was pushed.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "not negative, and not more than there are cells"
        )]
        let reach = (moved.min(1e6) * 2.0) as usize + 4;
        let first = plan.way.passed;
        let last = plan.way.len().min(first.saturating_add(reach));
        let spot = |moves: usize| self.view.feet_at(plan.way.cell(moves));
        let mut nearest = (first, spot(first).distance(position), false);
        for moves in first..last {
            let (from, to) = (spot(moves), spot(moves + 1));
            let along = to - from;
            let share =
                (position - from).dot(along) / along.length_squared().max(f64::MIN_POSITIVE);
            let share = share.clamp(0.0, 1.0);
            // Where the path comes back to itself the agent is where it comes first.
            let away = (from + along * share).distance(position);
            if away + EXACTNESS <= nearest.1 || moves == first {
                nearest = if share >= 1.0 - EXACTNESS {
                    (moves + 1, away, false)
                } else {
                    (moves, away, share > EXACTNESS)
                };
            }
        }
        let (passed, away, is_under_way) = nearest;
        let before = plan.base;
        plan.base = passed + usize::from(is_under_way);
        let made = (before <= plan.base).then(|| plan.way.cost_of(before..plan.base));
        // Of where it was pushed to, or got by no move, nothing is proved.
        plan.proved = match made.flatten() {
            Some(made) => plan.proved - made,
            None => Cost::ZERO,
        };
        plan.way.pass(passed, ground);
        let is_at_end = self
            .rest
            .is_some_and(|cell| cell == plan.way.cell(passed) || cell == plan.way.cell(plan.base));
        let away = away / self.view.lattice().size();
        plan.is_lost = away > EXACTNESS && (away > self.policy.stray || !is_at_end);
    }

    /// Takes note of edits.
    fn look_at(&mut self, changes: &GroundChanges) {
        let Some(plan) = &mut self.plan else {
            self.in_vain &= changes.is_empty();
            return;
        };
        let ground = self.view.ground();
        let (moves, base) = (ground.moves(), plan.way.cell(plan.base));
        if !changes.is_empty() {
            self.in_vain = false;
            plan.way.look_at(changes, ground);
            let lowered = changes.least_through(&moves, base, &plan.way.goal, plan.proved);
            plan.proved = lowered.unwrap_or(plan.proved);
        }
        plan.proved = plan.proved.max(moves.estimate(base, &plan.way.goal));
        plan.is_stale |= !plan.is_whole && !changes.is_empty();
        // An agent that is not on its way to another cell has to rest where it is.
        let rests_there = plan.base > plan.way.passed || self.rest == Some(base);
        plan.is_lost |= !rests_there;
    }

    /// What is to be done about the route as it is.
    fn need(&self) -> Need {
        if self.in_vain {
            return Need::Nothing;
        }
        let Some(plan) = &self.plan else {
            return Need::Another;
        };
        let is_stale = plan.is_stale || !plan.is_whole && self.next().is_none();
        if plan.is_lost || self.goal_moved || is_stale || self.ahead().is_some() {
            return Need::Another;
        }
        let is_due = plan.is_whole && plan.way.blocked.is_none() && !plan.is_within(&self.policy);
        if is_due && (self.waited > self.policy.patience || self.pending.is_some()) {
            return Need::Better;
        }
        Need::Nothing
    }

    /// How far the agent can go, in world units, where a move is missing as far as is looked ahead.
    fn ahead(&self) -> Option<f64> {
        let plan = self.plan.as_ref()?;
        let blocked = plan.way.blocked?;
        if blocked < plan.base {
            return Some(0.0);
        }
        let spots = (plan.base..=blocked).map(|moves| self.view.feet_at(plan.way.cell(moves)));
        let (mut ahead, mut from) = (0.0, self.at);
        for spot in spots {
            ahead += from.distance(spot);
            from = spot;
        }
        (ahead <= self.policy.look_ahead).then_some(ahead)
    }

    fn decide(&mut self, mut left: u64) -> Result<Verdict, RouteError> {
        let mut verdict = Verdict::Kept;
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

    /// Follows moves from a cell, the agent being at the cell `base` or on its way there, with what is proved of
    /// paths from that.
    pub(super) fn adopt(
        &mut self,
        start: IVec3,
        moves: Vec<Move<Action>>,
        base: usize,
        proved: Cost,
    ) -> Result<(), RouteError> {
        let path = LegPath::of_moves(start, moves);
        let way = GroundWay::new(&path, self.region(path.goal()), self.view.ground());
        let estimate = self
            .view
            .ground()
            .moves()
            .estimate(way.cell(base), &way.goal);
        self.plan = Some(GroundPlan {
            way,
            proved: proved.max(estimate),
            is_whole: true,
            is_stale: false,
            is_lost: false,
            base,
        });
        self.goal_moved = false;
        let route = self.view.route_along(path, self.at, &self.destination)?;
        self.set_route(route);
        Ok(())
    }

    pub(super) fn set_route(&mut self, route: GroundRoute) {
        self.route = Some(route);
        self.route_version += 1;
    }

    /// Where a path that ends at a cell may end as well.
    pub(super) fn region(&self, goal: IVec3) -> CellBox {
        match self.destination {
            Destination::Position(_) => CellBox::of_cell(goal),
            _ => self.view.ground().stances().occupancy().bounds(),
        }
    }

    pub(super) fn drop_search(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.reclaim(pending.search);
        }
    }
}

/// The moves of a path, each with what it costs.
pub(super) fn moves_of(path: &LegPath<Action>, ground: &Ground) -> Vec<Move<Action>> {
    let way = GroundWay::new(path, CellBox::of_cell(path.goal()), ground);
    way.moves(0..way.len()).collect()
}
