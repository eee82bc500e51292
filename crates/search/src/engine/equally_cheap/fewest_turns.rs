//! The search, among the paths that cost as little as a known one, for the path with the fewest turns.
//!
//! It has two passes. The first is a best-first search that goes on until nothing is left that costs no more than the
//! known path: the records then hold the least cost of every cell on a cheapest path. The second follows the moves that
//! make these costs, breadth first by turns, from the goal back to the start: all cells that it meets are on cheapest
//! paths. Where moves cannot be asked for backwards it goes from the start, and meets cells that lead elsewhere, too.
//! Its states are arrivals, pairs of a cell and a direction. From the first arrival at a cell it turns in all
//! directions; from later ones straight on only, since a turn at the first arrival costs no more turns.
//!
//! INVARIANT: an arrival that is taken from the pile has the fewest turns that it can have.

use ahash::{AHashMap, AHashSet};
use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::super::Engine;
use super::super::problem::{Answer, Problem, Slice, Target};
use super::super::runner::{Runner, Stop, stopped};
use super::super::state::{EstimateKind, ProblemState};
use crate::cost::Cost;
use crate::expansion::{EveryMove, Expansion, Successor};
use crate::goal::Nowhere;
use crate::heuristic::{Weighing, Weight};
use crate::kernel::{Policies, Reopening};
use crate::memory::{OutOfKeys, Record, Records};
use crate::movement::{Action, DirectionSet, Move, Predecessors, Successors};
use crate::outcome::{Limit, Observer, Outcome, Side, Solution, Statistics, Watcher};
use crate::path::Path;
use crate::query::{Guarantee, Limits};
use crate::workspace::{SearchMemory, Workspace};

/// The cells looked at between two looks at the limits.
const SLICE: u64 = 1024;

/// The second pass: arrivals by the number of turns.
#[derive(Clone, Debug)]
pub(crate) struct FewestTurns {
    start: IVec3,
    goal: IVec3,
    /// The end at which it ends.
    last: IVec3,
    /// The directions met so far, by number.
    directions: Vec<IVec3>,
    arrivals: AHashMap<Arrival, Before, ahash::RandomState>,
    /// The cells from which all directions were taken.
    turned: AHashSet<IVec3, ahash::RandomState>,
    /// The arrivals with so many turns, and those with one more.
    now: Vec<Arrival>,
    next: Vec<Arrival>,
    turns: u32,
    expanded: u64,
}

/// A cell and the number of the direction of the move that led there; [`NONE`] at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Arrival {
    cell: IVec3,
    direction: u32,
}

/// The number of no direction.
const NONE: u32 = u32::MAX;

/// The arrival before, and the turns up to here.
#[derive(Clone, Copy, Debug)]
struct Before {
    arrival: Arrival,
    turns: u32,
}

impl FewestTurns {
    /// Returns the second pass between two cells, before its first arrival. It begins at the end of this side.
    fn between(start: IVec3, goal: IVec3, side: Side) -> Self {
        let hasher = || ahash::RandomState::with_seeds(21, 22, 23, 24);
        let (cell, last) = match side {
            Side::Start => (start, goal),
            Side::Goal => (goal, start),
        };
        let first = Arrival {
            cell,
            direction: NONE,
        };
        Self {
            start,
            goal,
            last,
            directions: Vec::new(),
            arrivals: AHashMap::with_hasher(hasher()),
            turned: AHashSet::with_hasher(hasher()),
            now: vec![first],
            next: Vec::new(),
            turns: 0,
            expanded: 0,
        }
    }

    /// Returns the number of arrivals looked at.
    #[inline]
    pub(crate) fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Returns the effort, with no bound proved.
    pub(crate) fn statistics(&self) -> Statistics {
        Statistics {
            expanded: self.expanded,
            ..Statistics::default()
        }
    }

    /// Returns the bytes of the arrivals.
    fn used_bytes(&self) -> u64 {
        let arrivals = self.arrivals.len() * size_of::<(Arrival, Before)>();
        (arrivals + self.turned.len() * size_of::<IVec3>()) as u64
    }

    /// Goes on for `budget` arrivals, over the records of the first pass; returns the solution if they are enough, its
    /// effort that of both passes.
    pub(crate) fn advance(
        &mut self,
        moves: &dyn Successors,
        records: &Records,
        runner: &Runner<'_>,
        first_pass: &Statistics,
        budget: u64,
    ) -> Option<Solution> {
        let end = self.expanded.saturating_add(budget);
        let outcome = loop {
            let spent = self.expanded + first_pass.expanded;
            let over = runner.is_over_memory(records.used_bytes() + self.used_bytes());
            let memory = over.then_some(Stop::Limit(Limit::Memory));
            if let Some(stop) = runner.stop(spent).or(memory) {
                break stopped(stop, Path::at(self.start), Statistics::default()).outcome;
            }
            if self.expanded >= end {
                return None;
            }
            let slice = SLICE.min(end - self.expanded);
            let slice = runner.allowed(spent + slice) - spent;
            match self.take(moves, records, slice) {
                Progress::Found(last) => break Outcome::Found(self.path_to(last, moves, records)),
                // Not within costs that hold: the known path stands.
                Progress::Ended => break Outcome::Unreachable,
                Progress::Running => {}
            }
        };
        let mut statistics = self.statistics();
        statistics.add(first_pass);
        statistics.lower_bound = Cost::ZERO;
        Some(Solution::new(outcome, statistics))
    }

    /// Takes so many arrivals at most.
    fn take(&mut self, moves: &dyn Successors, records: &Records, most: u64) -> Progress {
        let mut listed = Vec::new();
        for _ in 0..most {
            let Some(arrival) = self.now.pop() else {
                if self.next.is_empty() {
                    return Progress::Ended;
                }
                std::mem::swap(&mut self.now, &mut self.next);
                self.turns += 1;
                continue;
            };
            let known = self.arrivals.get(&arrival);
            if known.is_some_and(|before| before.turns < self.turns) {
                continue;
            }
            self.expanded += 1;
            if arrival.cell == self.last {
                return Progress::Found(arrival);
            }
            listed.clear();
            self.go_on(arrival, moves, records, &mut listed);
        }
        Progress::Running
    }

    /// Adds the arrivals after one.
    fn go_on(
        &mut self,
        arrival: Arrival,
        moves: &dyn Successors,
        records: &Records,
        listed: &mut Vec<Move>,
    ) {
        let from = arrival.cell;
        let Some(g) = cost_so_far(records, from) else {
            return;
        };
        let is_first = self.turned.insert(from);
        let back = moves.backwards().filter(|_| self.last == self.start);
        match back {
            Some(back) => back.moves_into(from, listed),
            None => moves.moves_from(from, listed),
        }
        for made in listed.iter() {
            let is_cheapest = cost_so_far(records, made.to).is_some_and(|there| match back {
                Some(_) => there + made.cost == g,
                None => g + made.cost == there,
            });
            if !is_cheapest {
                continue;
            }
            let offset = match back {
                Some(_) => from.wrapping_sub(made.to),
                None => made.to.wrapping_sub(from),
            };
            let direction = self.number_of(moves.direction_of(offset));
            let is_straight = arrival.direction == NONE || direction == arrival.direction;
            if is_straight || is_first {
                self.arrive(arrival, made.to, direction, u32::from(!is_straight));
            }
        }
    }

    /// Notes an arrival, unless it is known with as few turns.
    fn arrive(&mut self, from: Arrival, to: IVec3, direction: u32, turn: u32) {
        let arrival = Arrival {
            cell: to,
            direction,
        };
        let turns = self.turns + turn;
        let before = Before {
            arrival: from,
            turns,
        };
        let known = self.arrivals.get(&arrival);
        if known.is_some_and(|known| known.turns <= turns) {
            return;
        }
        self.arrivals.insert(arrival, before);
        if turn == 0 {
            self.now.push(arrival);
        } else {
            self.next.push(arrival);
        }
    }

    /// Returns the number of a direction.
    fn number_of(&mut self, direction: IVec3) -> u32 {
        let known = self.directions.iter().position(|other| *other == direction);
        let number = known.unwrap_or_else(|| {
            self.directions.push(direction);
            self.directions.len() - 1
        });
        // A cell has no more moves than fit into memory, and far fewer directions.
        u32::try_from(number).unwrap_or(NONE - 1)
    }

    /// Returns the path to an arrival.
    fn path_to(&self, last: Arrival, moves: &dyn Successors, records: &Records) -> Path {
        let mut cells = vec![last.cell];
        let mut at = last;
        while at.direction != NONE
            && let Some(before) = self.arrivals.get(&at)
        {
            at = before.arrival;
            cells.push(at.cell);
        }
        if self.last == self.goal {
            cells.reverse();
        }
        let mut path = Path::at(self.start);
        let mut listed = Vec::new();
        for ends in cells.windows(2) {
            let [from, to] = [ends[0], ends[1]];
            let costs = [from, to].map(|cell| cost_so_far(records, cell));
            let [Some(before), Some(after)] = costs else {
                return path;
            };
            listed.clear();
            moves.moves_from(from, &mut listed);
            let leads = |made: &&Move| made.to == to && before + made.cost == after;
            if let Some(made) = listed.iter().find(leads) {
                path.go(from, *made);
            }
        }
        path
    }
}

/// The end of a slice of the second pass.
enum Progress {
    Found(Arrival),
    Ended,
    Running,
}

/// Returns the least cost of a cell, if the first pass reached it.
fn cost_so_far(records: &Records, cell: IVec3) -> Option<Cost> {
    records.find(cell).map(Record::g)
}

/// The legal moves of flying agents, listed: those that it makes.
struct ListedMoves<'w> {
    moves: EveryMove<'w>,
    is_made: IsMade<'w>,
}

/// The test of whether an agent makes a legal move between two cells.
type IsMade<'w> = &'w dyn Fn(IVec3, IVec3) -> bool;

impl Successors for ListedMoves<'_> {
    fn bounds(&self) -> CellBox {
        self.moves.world.bounds()
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.moves.world.is_traversable(cell)
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        for direction in self.legal(cell).iter_reversed() {
            let Successor { cell: to, cost } = self.moves.step(cell, direction);
            self.add([cell, to], to, cost, moves);
        }
    }

    fn backwards(&self) -> Option<&dyn Predecessors> {
        Some(self)
    }
}

impl Predecessors for ListedMoves<'_> {
    /// Lists the moves of the cells around: one that is legal is so in the opposite direction.
    fn moves_into(&self, cell: IVec3, moves: &mut Vec<Move>) {
        for direction in self.legal(cell).iter_reversed() {
            let from = cell + direction.offset();
            let cost = self.moves.step(from, direction.reverse()).cost;
            self.add([from, cell], from, cost, moves);
        }
    }
}

impl ListedMoves<'_> {
    /// Returns the directions of the legal moves from a cell.
    fn legal(&self, cell: IVec3) -> DirectionSet {
        let EveryMove { world, pruning, .. } = self.moves;
        pruning.legal(pruning.neighborhood(world, cell))
    }

    /// Lists a move by its other end, if the agent makes it.
    fn add(&self, [from, into]: [IVec3; 2], to: IVec3, cost: Cost, moves: &mut Vec<Move>) {
        if (self.is_made)(from, into) {
            let action = Action::Fly;
            moves.push(Move { to, cost, action });
        }
    }
}

impl Problem<'_> {
    /// Returns the search for a path with fewer turns, not begun.
    pub(crate) fn decide_fewest_turns(&self) -> ProblemState {
        ProblemState::of(self.steps(), EstimateKind::Any)
    }

    /// Continues the search for the path with the fewest turns, among those that cost as much as a known one, for
    /// `budget` expansions, by the legal moves that the agent makes. The target is the end of that path, and the workspace
    /// must be as the last call left it.
    pub(crate) fn advance_fewest_turns(
        &self,
        cost: Cost,
        is_made: IsMade<'_>,
        state: &mut ProblemState,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut Watcher<'_>,
    ) -> Option<Solution> {
        let Target::Cell(goal) = self.target else {
            return Some(Solution::new(Outcome::Unreachable, Statistics::default()));
        };
        let limits = Limits {
            cost: Some(cost),
            ..self.settings.limits
        };
        let problem = Self {
            settings: self.settings.limits(limits),
            guarantee: Guarantee::Optimal,
            ..*self
        };
        if let Some((turns, first_pass)) = state.second_pass() {
            let moves = ListedMoves {
                moves: self.every_move(),
                is_made,
            };
            return turns.advance(
                &moves,
                &workspace.forward.records,
                &problem.runner(),
                &first_pass,
                budget,
            );
        }
        let slice = &mut Slice {
            budget,
            state,
            workspace,
            observer,
        };
        let solution = match problem.all_within(slice) {
            Ok(solution) => solution?,
            Err(OutOfKeys) => problem.out_of_keys(workspace),
        };
        state.after_first_pass(solution, [self.start, goal], Side::Goal, workspace)
    }

    /// Continues the search of all cells that cost no more than is allowed.
    fn all_within(&self, slice: &mut Slice<'_, impl Observer>) -> Answer {
        let (_, estimate) = self.any_target(Weighing::Sum(Weight::ONE));
        if slice.state.engine == Engine::Canonical {
            let policies = Policies::new(self.canonical(), estimate, Nowhere);
            let buckets = SearchMemory::in_buckets;
            self.alone(policies, buckets, Reopening::Allowed, slice)
        } else {
            let policies = Policies::new(self.every_move(), estimate, Nowhere);
            self.alone(policies, self.in_order(), Reopening::Allowed, slice)
        }
    }
}

impl ProblemState {
    /// Begins the second pass, from the end of this side, where the first one looked at all that costs no more than the
    /// known path; returns the solution where something else ended it.
    pub(crate) fn after_first_pass(
        &mut self,
        solution: Solution,
        [start, goal]: [IVec3; 2],
        side: Side,
        workspace: &mut Workspace,
    ) -> Option<Solution> {
        let is_whole = matches!(
            solution.outcome,
            Outcome::Unreachable
                | Outcome::LimitReached {
                    limit: Limit::Cost,
                    ..
                }
        );
        if !is_whole {
            return Some(solution);
        }
        if let Some(path) = solution.outcome.into_any_path() {
            workspace.recycle(path);
        }
        self.turns = Some(Box::new(FewestTurns::between(start, goal, side)));
        None
    }
}
