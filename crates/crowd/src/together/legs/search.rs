//! The search for a joint plan of legs, whole or in slices.

use voxnav::glam::IVec3;
use voxnav::ground::Successors;

use super::checks::check;
use super::graph::Graph;
use super::near_cells;
use super::plan::{LegOutcome, LegPlan};
use super::step::{Holders, LegSteps};
use crate::together::error::TogetherError;
use crate::together::lacam::{Aim, Lacam, Progress};
use crate::together::options::{JointOptions, Limit, Limits};

/// Plans legs for all agents, from each start to the goal at the same place in the list, so that nobody ever holds a cell
/// that another agent holds, or one nearer to it than twice the radius of [balls](crate::together::Bodies).
///
/// The cells of a leg are those of the box that its ends span; of a leg whose box has more than 512 cells, as a link may
/// have, the ends alone. Moves and corners of the options are not looked at, nor are threads and the kind of distances.
///
/// # Guarantees
///
/// Complete, as [`plan_together`](crate::together::plan_together). Equal input gives equal plans.
///
/// # Errors
///
/// [`TogetherError`], which names the agents.
///
/// # Complexity
///
/// A search by steps for each goal over all cells that agents reach; for each step the cells that agents hold.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder};
/// use voxnav::ground::{Ground, Locomotion};
/// use voxnav_crowd::together::{JointOptions, LegOutcome, plan_legs, verify_leg_plan};
///
/// // Two walkers change places on a floor; a diagonal step takes two steps of time.
/// let floor = OccupancyBuilder::new(CellBox::from_size(IVec3::new(5, 3, 3)))?.commit();
/// let ground = Ground::new(&floor, &Locomotion::walker())?;
/// let starts = [IVec3::new(0, 1, 0), IVec3::new(4, 1, 0)];
/// let goals = [starts[1], starts[0]];
/// let outcome = plan_legs(&ground.moves(), &starts, &goals, &JointOptions::new())?;
/// let LegOutcome::Planned(plan) = outcome else { return Err("no plan".into()) };
/// let checked = verify_leg_plan(&ground.moves(), &starts, &goals, &plan, &JointOptions::new());
/// assert_eq!(checked, Ok(plan.cost()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plan_legs<S: Successors>(
    moves: &S,
    starts: &[IVec3],
    goals: &[IVec3],
    options: &JointOptions,
) -> Result<LegOutcome, TogetherError> {
    let mut search = LegSearch::new(moves, starts, goals, options)?;
    loop {
        if let Some(outcome) = search.advance(u64::MAX) {
            return Ok(outcome);
        }
    }
}

/// The search for a joint plan of legs in slices. To cancel it, drop it.
///
/// # Guarantees
///
/// The plan is that of [`plan_legs`], however the search is divided.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder};
/// use voxnav::ground::{Ground, Locomotion};
/// use voxnav_crowd::together::{JointOptions, LegOutcome, LegSearch};
///
/// let floor = OccupancyBuilder::new(CellBox::from_size(IVec3::new(5, 3, 3)))?.commit();
/// let ground = Ground::new(&floor, &Locomotion::walker())?;
/// let ends = [IVec3::new(0, 1, 0), IVec3::new(4, 1, 0)];
/// let options = JointOptions::new();
/// let mut search = LegSearch::new(&ground.moves(), &ends, &[ends[1], ends[0]], &options)?;
/// let outcome = loop {
///     if let Some(outcome) = search.advance(1) {
///         break outcome;
///     }
/// };
/// assert!(matches!(outcome, LegOutcome::Planned(_)) && search.expanded() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LegSearch(State);

#[derive(Debug)]
enum State {
    Ended(LegOutcome),
    Working(Box<Work>),
}

#[derive(Debug)]
struct Work {
    graph: Graph,
    starts: Vec<IVec3>,
    extent: IVec3,
    /// The nodes of starts and goals.
    from: Vec<u32>,
    to: Vec<u32>,
    /// The steps from each node to each goal, as far as they are known, and those from the starts.
    tables: Vec<Vec<u32>>,
    distances: Vec<u32>,
    holders: Holders,
    /// The limits to the search over configurations, which begins when all tables are known.
    limits: Limits,
    lacam: Option<Lacam>,
    /// True once an agent is known to have no way to its goal.
    is_unsolvable: bool,
}

impl LegSearch {
    /// Prepares a search: finds the cells that agents can reach, and the legs between them.
    ///
    /// # Errors
    ///
    /// [`TogetherError`], which names the agents.
    pub fn new<S: Successors>(
        moves: &S,
        starts: &[IVec3],
        goals: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, TogetherError> {
        check(moves, starts, goals, options)?;
        Ok(Self(match Work::new(moves, starts, goals, options) {
            Ok(work) => State::Working(Box::new(work)),
            Err(outcome) => State::Ended(outcome),
        }))
    }

    /// Expands so many configurations at most, and returns the outcome if there is one by then. The distances to a goal,
    /// which come before all configurations, count as one.
    pub fn advance(&mut self, expansions: u64) -> Option<LegOutcome> {
        match &mut self.0 {
            State::Ended(outcome) => Some(outcome.clone()),
            State::Working(work) => work.advance(expansions),
        }
    }

    /// Returns the number of configurations expanded: steps of all agents that were tried.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        match &self.0 {
            State::Ended(_) => 0,
            State::Working(work) => work.lacam.as_ref().map_or(0, |lacam| lacam.expanded),
        }
    }
}

impl Work {
    fn new<S: Successors>(
        moves: &S,
        starts: &[IVec3],
        goals: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, LegOutcome> {
        let most = options.limits.memory;
        let graph = Graph::new(moves, starts, most).map_err(LegOutcome::LimitReached)?;
        let numbers = |cells: &[IVec3]| -> Option<Vec<u32>> {
            cells.iter().map(|&cell| graph.node(cell)).collect()
        };
        let (Some(from), Some(to)) = (numbers(starts), numbers(goals)) else {
            return Err(LegOutcome::Unsolvable);
        };
        let tables = 4 * (graph.nodes() as u64).saturating_mul(to.len() as u64);
        let needed = graph.bytes() + Holders::bytes(&graph) + tables;
        let mut limits = options.limits;
        if let Some(most) = &mut limits.memory {
            let left = most.checked_sub(needed);
            *most = left.ok_or(LegOutcome::LimitReached(Limit::Memory))?;
        }
        let extent = moves.extent();
        let holders = Holders::new(&graph, near_cells(options.bodies, extent), options.seed);
        Ok(Self {
            graph,
            starts: starts.to_vec(),
            extent,
            from,
            to,
            tables: Vec::new(),
            distances: Vec::new(),
            holders,
            limits,
            lacam: None,
            is_unsolvable: false,
        })
    }

    fn advance(&mut self, mut expansions: u64) -> Option<LegOutcome> {
        if self.is_unsolvable {
            return Some(LegOutcome::Unsolvable);
        }
        while let Some(&goal) = self.to.get(self.tables.len()) {
            expansions = expansions.checked_sub(1)?;
            let table = self.graph.steps_to(goal);
            let distance = table[self.from[self.tables.len()] as usize];
            if distance == u32::MAX {
                self.is_unsolvable = true;
                return Some(LegOutcome::Unsolvable);
            }
            self.distances.push(distance);
            self.tables.push(table);
        }
        let begin = || Lacam::new(Aim::Own, &self.from, self.to.clone(), &self.distances);
        let lacam = self.lacam.get_or_insert_with(begin);
        let mut steps = LegSteps {
            graph: &self.graph,
            tables: &self.tables,
            own: &mut self.holders,
        };
        lacam.advance(&mut steps, self.limits, expansions);
        match lacam.progress {
            Progress::Running => None,
            Progress::Unsolvable => Some(LegOutcome::Unsolvable),
            Progress::Limited(limit) => Some(LegOutcome::LimitReached(limit)),
            Progress::Found => {
                let paths = lacam.paths();
                let legs = paths.iter().map(|path| self.graph.legs(path)).collect();
                let shortest = self.distances.iter().map(|&it| u64::from(it)).sum();
                let plan = LegPlan::new(self.starts.clone(), legs, shortest);
                Some(LegOutcome::Planned(plan.of_extent(self.extent)))
            }
        }
    }
}
