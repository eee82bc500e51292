//! Of the paths that cost the least, agents that stop at unknown cells take one with the fewest moves
//! into these: held against Dijkstra's algorithm on pairs of cost and count, which shares no code
//! with the library.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fmt::{self, Display};

use glam::IVec3;
use voxnav_occupancy::{
    Axis, CellBox, CellState, Occupancy, OccupancyBuilder, Traversability, UnknownPolicy,
};
use voxnav_search::{
    Algorithm, Batch, CornerRule, Cost, Goal, Heuristic, KeptPath, Limits, MoveSet, Observer,
    Outcome, Partial, PartialReason, Path, Query, Request, Scheduler, Search, Side, Solution,
    Source, Terrain, Weight, Workspace,
};
use voxnav_testkit::{Draws, hold_on_cases, seeds};

/// Worlds by default.
const CASES: u64 = 2500;

/// A world and a question about it.
struct Case {
    occupancy: Occupancy,
    terrain: Terrain,
    start: IVec3,
    goals: Vec<IVec3>,
    goal: Goal,
    moves: MoveSet,
    corners: CornerRule,
    algorithm: Algorithm,
    heuristic: Heuristic,
    partial: Partial,
}

impl voxnav_testkit::Case for Case {
    fn sample(draws: &mut Draws) -> Option<Self> {
        let min = IVec3::new(draws.below(70), -3, 60 + draws.below(9));
        let size = match draws.below(3_u32) {
            0 => IVec3::new(9, 8, 1),
            1 => IVec3::new(6, 5, 5),
            _ => IVec3::new(12, 4, 3),
        };
        let bounds = CellBox::new(min, min + size);
        let outside = draws.pick(&[CellState::Free, CellState::Unknown]);
        let mut builder = OccupancyBuilder::new(bounds).unwrap().with_outside(outside);
        let (unknown, blocked) = (draws.pick(&[2, 10, 40]), draws.pick(&[0, 5, 25]));
        for cell in bounds.cells() {
            if draws.below(100) < unknown {
                builder.set(cell, CellState::Unknown).unwrap();
            }
            if draws.below(100) < blocked {
                builder.set(cell, CellState::Occupied).unwrap();
            }
        }
        let count = draws.pick(&[1, 1, 1, 3]);
        let goals: Vec<_> = (0..count).map(|_| draws.cell(&bounds)).collect();
        if draws.below(3) == 0 {
            // A goal amid cells that nobody has seen.
            let around = CellBox::new(goals[0] - draws.below(4), goals[0] + 1 + draws.below(4));
            let around = around.intersection(&bounds);
            builder.set_box(around, CellState::Unknown).unwrap();
        }
        let mut terrain = Terrain::new();
        if draws.below(3) == 0 {
            for _ in 0..draws.below(40) {
                let weight = draws.pick(&[1, 2, 2, 3, u16::MAX]);
                terrain.set(draws.cell(&bounds), weight).unwrap();
            }
        }
        let planar = [MoveSet::Planar8(Axis::Z), MoveSet::Planar4(Axis::Z)];
        let spaces = [MoveSet::Vertex26, MoveSet::Edge18, MoveSet::Face6];
        let sets = if draws.below(5) == 0 {
            &planar[..]
        } else {
            &spaces
        };
        Some(Self {
            occupancy: builder.commit(),
            terrain,
            start: draws.cell(&bounds),
            goal: Goal::any_of(goals.iter().copied()),
            goals,
            moves: draws.pick(sets),
            corners: draws.pick(&[CornerRule::Strict, CornerRule::Lenient]),
            algorithm: draws.pick(&[
                Algorithm::Auto,
                Algorithm::Auto,
                Algorithm::Jump,
                Algorithm::Canonical,
                Algorithm::AStar,
                Algorithm::Dijkstra,
                Algorithm::Bidirectional,
                Algorithm::LazyTheta,
                Algorithm::WeightedAStar(Weight::ONE),
            ]),
            heuristic: draws.pick(&[
                Heuristic::Octile,
                Heuristic::Octile,
                Heuristic::Euclidean,
                Heuristic::Chebyshev,
                Heuristic::Zero,
            ]),
            partial: draws.pick(&[Partial::Refused, Partial::Allowed]),
        })
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.query())
    }
}

impl Case {
    fn query(&self) -> Query<'_> {
        let query = Query::toward(self.start, &self.goal)
            .moves(self.moves)
            .corners(self.corners)
            .algorithm(self.algorithm)
            .heuristic(self.heuristic)
            .partial(self.partial);
        if self.terrain.is_uniform() {
            query
        } else {
            query.terrain(&self.terrain)
        }
    }

    fn world(&self) -> Traversability {
        Traversability::new(&self.occupancy, UnknownPolicy::StopAtBoundary)
    }

    fn is_open(&self, cell: IVec3) -> bool {
        let inside = self.occupancy.bounds().contains(cell);
        inside && self.occupancy.state(cell) != CellState::Occupied
    }

    fn is_unknown(&self, cell: IVec3) -> bool {
        self.occupancy.state(cell) == CellState::Unknown
    }

    /// The cells that a move must find open, without the one that it leaves.
    fn required(&self, from: IVec3, to: IVec3) -> Vec<IVec3> {
        match self.corners {
            CornerRule::Strict => CellBox::new(from.min(to), from.max(to) + 1)
                .cells()
                .filter(|cell| *cell != from)
                .collect(),
            _ => vec![to],
        }
    }

    /// What a move costs and whether it leads into unknown cells; `None` if it is not legal.
    fn step(&self, from: IVec3, to: IVec3) -> Option<(u64, u64)> {
        const LENGTHS: [u64; 4] = [0, 1 << 30, 1_518_500_250, 1_859_775_393];
        let offset = to - from;
        let axes = usize::try_from(offset.abs().element_sum()).unwrap();
        let allowed = match self.moves {
            MoveSet::Vertex26 => true,
            MoveSet::Edge18 => axes <= 2,
            MoveSet::Face6 => axes == 1,
            MoveSet::Planar8(fixed) => fixed.of(offset) == 0,
            MoveSet::Planar4(fixed) => fixed.of(offset) == 0 && axes == 1,
            _ => false,
        };
        let required = self.required(from, to);
        if !allowed || !required.iter().all(|&cell| self.is_open(cell)) {
            return None;
        }
        let unknown = required.iter().any(|&cell| self.is_unknown(cell));
        let weight = u64::from(self.terrain.weight(to));
        Some((LENGTHS[axes] * weight, unknown.into()))
    }

    /// The smallest pairs of cost and count from a cell, by Dijkstra's algorithm.
    fn pairs(&self, start: IVec3) -> BTreeMap<[i32; 3], (u64, u64)> {
        let mut pairs = BTreeMap::new();
        let mut queue = BinaryHeap::from([Reverse(((0, 0), start.to_array()))]);
        while let Some(Reverse((pair, cell))) = queue.pop() {
            if pairs.contains_key(&cell) {
                continue;
            }
            pairs.insert(cell, pair);
            let around = CellBox::new(IVec3::from(cell) - 1, IVec3::from(cell) + 2);
            for to in around.cells().filter(|to| to.to_array() != cell) {
                if let Some((cost, unknown)) = self.step(cell.into(), to) {
                    queue.push(Reverse(((pair.0 + cost, pair.1 + unknown), to.to_array())));
                }
            }
        }
        pairs
    }

    /// The smallest pair from a cell to any of some others.
    fn best(&self, from: IVec3, goals: &[IVec3]) -> Option<(u64, u64)> {
        let pairs = self.pairs(from);
        let reached = goals.iter().filter_map(|goal| pairs.get(&goal.to_array()));
        reached.min().copied()
    }

    /// The pair of a path.
    fn pair_of(&self, path: &Path) -> Option<(u64, u64)> {
        let cells: Vec<_> = path.cells().collect();
        cells.windows(2).try_fold((0, 0), |sum, ends| {
            let step = self.step(ends[0], ends[1])?;
            Some((sum.0 + step.0, sum.1 + step.1))
        })
    }
}

/// Runs a law on random cases; how often it held in each way.
fn hold(
    name: &str,
    first_seed: u64,
    law: impl Fn(&Case, &mut Draws) -> Result<&'static str, String> + Sync,
) -> BTreeMap<&'static str, u64> {
    let seeds = seeds(first_seed, CASES);
    let told = hold_on_cases(name, seeds, |case, draws, (): &mut ()| law(case, draws));
    let mut ways = BTreeMap::new();
    for way in told {
        *ways.entry(way).or_default() += 1;
    }
    println!("{ways:?}");
    ways
}

/// Holds an outcome against the oracle.
fn check(case: &Case, outcome: &Outcome) -> Result<&'static str, String> {
    let (start, goals) = (case.start, case.goals.as_slice());
    let wrong = |text: &str| Err(format!("{text}: {outcome:?}"));
    if !case.is_open(start) || goals.iter().all(|&goal| !case.is_open(goal)) {
        return Ok("refused");
    }
    let best = case.best(start, goals);
    match (outcome, best) {
        (Outcome::Unreachable, None) => Ok("unreachable"),
        (Outcome::Partial { path, reason }, None) => {
            let known = path.start() == start && case.pair_of(path).is_some_and(|pair| pair.1 == 0);
            let proved = *reason == PartialReason::Unreachable;
            if proved && (known || case.is_unknown(start)) {
                return Ok("partial");
            }
            wrong("a partial path in unknown space")
        }
        (Outcome::Found(path), Some((cost, 0))) => {
            let ends = path.start() == start && goals.contains(&path.goal());
            if ends && path.cost().raw() == cost && case.pair_of(path) == Some((cost, 0)) {
                return Ok("found");
            }
            wrong("not the best known path")
        }
        (
            Outcome::StoppedAtUnknown {
                path: known, rest, ..
            },
            Some((cost, count)),
        ) => {
            if case.is_unknown(start) {
                let stays = known.move_count() == 0 && rest.raw() == cost;
                return stays.then_some("stays").ok_or("it moves".to_owned());
            }
            let so_far = case.pair_of(known);
            let left = case.best(known.goal(), goals);
            let is_best = so_far == Some((known.cost().raw(), 0))
                && left == Some((rest.raw(), count))
                && known.cost().raw() + rest.raw() == cost;
            if count > 0 && is_best {
                return Ok("stopped");
            }
            wrong(&format!("{best:?} is best, and {left:?} is left"))
        }
        _ => wrong(&format!("{best:?} is best")),
    }
}

#[test]
fn of_the_cheapest_paths_one_with_the_fewest_unknown_moves_is_taken() {
    let ways = hold("ties", 40_000_000, |case, draws| {
        let mut world = case.world();
        if draws.below(3) == 0 {
            world = world.with_corridors();
        }
        let solution = case.query().solve(&world, &mut Workspace::new());
        check(case, &solution.outcome)
    });
    for way in ["found", "stopped", "unreachable", "partial", "stays"] {
        assert!(ways.get(way).is_some_and(|&count| count > 20), "{ways:?}");
    }
}

#[test]
fn the_way_round_a_single_unknown_cell_is_taken() {
    let bounds = CellBox::from_size(IVec3::new(8, 4, 1));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    builder.set(IVec3::X, CellState::Unknown).unwrap();
    let world = Traversability::new(&builder.commit(), UnknownPolicy::StopAtBoundary);
    let query = Query::new(IVec3::ZERO, IVec3::new(1, 2, 0));
    let outcome = query.solve(&world, &mut Workspace::new()).outcome;
    let path = outcome.path().unwrap();
    let cost = Cost::STRAIGHT + Cost::FACE_DIAGONAL;
    assert_eq!((path.cost(), path.move_count()), (cost, 2));
}

/// Counts what it is told.
#[derive(Default)]
struct Count(u64, Cost);

impl Observer for Count {
    fn expanded(&mut self, _: Side, _: IVec3, g: Cost, _: Cost) {
        self.0 += 1;
        self.1 = self.1.max(g);
    }
}

#[test]
fn slices_schedulers_and_observers_see_the_solution_of_one_go() {
    let ways = hold("slices", 41_000_000, |case, draws| {
        let world = case.world();
        let limits = match draws.below(4) {
            0 => Limits::none().expanded(draws.below(200_u64)),
            1 => Limits::none().memory(64 * draws.below(300_u64)),
            _ => Limits::none(),
        };
        let query = case.query().limits(limits);
        let whole = query.solve(&world, &mut Workspace::new());
        let mut search = Search::new(&query, &world);
        for most in [1, 3, 40] {
            search.restart(&query, &world);
            while search.step(most).is_none() {
                let path = search.best_so_far();
                let pair = case.pair_of(path);
                if path.start() == case.start && pair.is_none_or(|pair| pair.1 > 0) {
                    return Err(format!("{most}: the best so far is {path:?}"));
                }
            }
            if search.solution() != Some(&whole) {
                return Err(format!("{most}: {:?} for {whole:?}", search.solution()));
            }
        }
        let mut scheduler = Scheduler::new().turn(3);
        scheduler.add(&query, &world);
        let mut ended = Vec::new();
        while !scheduler.is_empty() {
            ended.extend(scheduler.step(2));
        }
        let solutions = ended.iter().map(|(_, solution)| solution);
        if !solutions.eq([&whole]) {
            return Err(format!("{ended:?} for {whole:?}"));
        }
        let mut count = Count::default();
        let observed = query.solve_observed(&world, &mut Workspace::new(), &mut count);
        let statistics = whole.statistics;
        let is_told = count.0 == statistics.expanded && count.1 < Cost::STRAIGHT * (1 << 25);
        if observed != whole || !is_told {
            return Err(format!("{observed:?} observed, {} expanded", count.0));
        }
        if limits
            .expanded
            .is_some_and(|most| statistics.expanded > most)
        {
            return Err(format!("{statistics:?} for {limits:?}"));
        }
        Ok(whole.outcome.name())
    });
    for way in ["found", "stopped at unknown", "limit reached"] {
        assert!(ways.get(way).is_some_and(|&count| count > 20), "{ways:?}");
    }
}

/// A comb with wide gaps, in which fields pay, and some unknown cells.
fn comb(draws: &mut Draws) -> Traversability {
    let bounds = CellBox::from_size(IVec3::new(48, 41, 1));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for x in (3..48).step_by(4) {
        let y = 3 * i32::from(x % 8 != 3);
        let wall = CellBox::new(IVec3::new(x, y, 0), IVec3::new(x + 1, y + 38, 1));
        builder.set_box(wall, CellState::Occupied).unwrap();
    }
    for _ in 0..draws.below(80) {
        let cell = draws.cell(&bounds);
        if builder.state(cell) == CellState::Free {
            builder.set(cell, CellState::Unknown).unwrap();
        }
    }
    Traversability::new(&builder.commit(), UnknownPolicy::StopAtBoundary)
}

#[test]
fn batches_that_share_searches_stop_where_queries_do() {
    let (mut by_field, mut stopped) = (0, 0);
    for seed in 0..8 {
        let mut draws = Draws::new(42_000_000 + seed);
        let world = comb(&mut draws);
        let requests: Vec<Request<'_>> = (0..300)
            .map(|_| Query::new(draws.cell(&world.bounds()), IVec3::ZERO).into())
            .collect();
        let answers = Batch::new(world.clone()).solve(&requests).unwrap();
        let mut workspace = Workspace::new();
        for (request, answer) in requests.iter().zip(&answers) {
            let Solution { outcome, .. } = request.query.solve(&world, &mut workspace);
            by_field += usize::from(answer.source == Source::Field);
            stopped += usize::from(outcome.name() == "stopped at unknown");
            assert_eq!(answer.outcome.name(), outcome.name(), "seed {seed}");
            let kept = answer.outcome.any_path().map(KeptPath::cost);
            assert_eq!(kept, outcome.any_path().map(Path::cost), "seed {seed}");
        }
    }
    assert!(by_field > 100 && stopped > 100, "{by_field} {stopped}");
}
