//! Worlds of corridors: whatever is known of them beforehand, answers cost what plain A* says they do,
//! in slices, under limits and after a cancellation, too.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::sync::atomic::AtomicBool;

use glam::IVec3;
use voxnav_occupancy::internals::{Corridors, LandmarkDistances};
use voxnav_occupancy::{Axis, Traversability};
use voxnav_search::{
    Algorithm, CornerRule, Cost, Limit, Limits, MoveSet, Outcome, Path, Query, Search, Solution,
    Workspace,
};
use voxnav_testkit::grid::{Grid, sample_grid, sample_tunnels};
use voxnav_testkit::{Case as _, Draws, hold_on_cases, seeds};

use crate::engine::World;

/// Worlds by default.
const CASES: u64 = 2000;

/// Two cells of a world of which something is known beforehand.
pub(crate) struct Case {
    pub(crate) grid: Grid,
    pub(crate) plain: Traversability,
    pub(crate) world: Traversability,
    pub(crate) moves: MoveSet,
    pub(crate) corners: CornerRule,
    pub(crate) algorithm: Algorithm,
    pub(crate) ends: [IVec3; 2],
}

impl voxnav_testkit::Case for Case {
    /// `None` where the world has too few corridors, or no cells.
    fn sample(draws: &mut Draws) -> Option<Self> {
        let grid = match draws.below(4) {
            0 => sample_grid(draws),
            1 => sample_tunnels(draws),
            _ => sample_maze(draws),
        };
        let plain = World::plain(&grid).cells;
        let world = World::plain(&grid).with_corridors().cells;
        let open = grid.open_cells();
        let core = world.corridors().filter(|_| !open.is_empty())?.core();
        // Most cells lie in dead ends; ends should not.
        let mut end = || {
            let mut cells = (0..3).map(|_| IVec3::from(draws.pick(&open)));
            let inside = cells.find(|&cell| core.is_traversable(cell));
            inside.unwrap_or_else(|| draws.pick(&open).into())
        };
        let mut ends = [end(), end()];
        let corners = draws.pick(&[CornerRule::Strict, CornerRule::Lenient]);
        let mut moves = draws.pick(&moves_in(plain.bounds().size().as_ivec3()));
        if corners == CornerRule::Lenient && draws.percent(80) {
            // The graph is for these, and bends and stumps are as well outside of the core.
            moves = MoveSet::Vertex26;
            ends = ends.map(|_| IVec3::from(draws.pick(&open)));
        }
        Some(Self {
            ends,
            moves,
            grid,
            plain,
            world,
            corners,
            algorithm: draws.pick(&[Algorithm::Auto, Algorithm::Jump]),
        })
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self { ends, moves, .. }, query) = (self, self.query());
        write!(f, "{ends:?} {moves:?} {query:?}\n{}", self.grid)
    }
}

impl Case {
    pub(crate) fn query(&self) -> Query<'static> {
        let [start, goal] = self.ends;
        let query = Query::new(start, goal).moves(self.moves);
        query.algorithm(self.algorithm).corners(self.corners)
    }

    /// The cost that plain A* finds.
    pub(crate) fn optimum(&self, workspace: &mut Workspace) -> Option<Cost> {
        let query = self.query().algorithm(Algorithm::AStar);
        let solution = query.solve(&self.plain, workspace);
        solution.outcome.path().map(Path::cost)
    }

    fn verified(&self, path: &Path) -> Result<Cost, String> {
        let cost = path.verify(&self.plain, self.moves, self.corners, None);
        let agrees = cost == Ok(path.cost()) && path.start() == self.ends[0];
        agrees
            .then_some(path.cost())
            .ok_or_else(|| format!("{path:?} verifies as {cost:?}"))
    }

    pub(crate) fn check(&self, solution: &Solution, optimum: Option<Cost>) -> Result<(), String> {
        let is_right = match (&solution.outcome, optimum) {
            (Outcome::Found(path), Some(optimum)) => {
                self.verified(path)? == optimum
                    && path.goal() == self.ends[1]
                    && solution.statistics.lower_bound == optimum
            }
            (Outcome::Unreachable, None) => true,
            _ => false,
        };
        is_right
            .then_some(())
            .ok_or_else(|| format!("{solution:?} for {optimum:?}"))
    }
}

/// The laws, whatever is known of the world.
impl Case {
    pub(crate) fn costs_what_plain_search_says(
        &self,
        workspace: &mut Workspace,
    ) -> Result<(), String> {
        let optimum = self.optimum(workspace);
        let solution = self.query().solve(&self.world, workspace);
        self.check(&solution, optimum)?;
        let back = Self {
            ends: [self.ends[1], self.ends[0]],
            grid: self.grid.clone(),
            plain: self.plain.clone(),
            world: self.world.clone(),
            ..*self
        };
        let solution = back.query().solve(&back.world, workspace);
        back.check(&solution, optimum)
    }

    pub(crate) fn is_the_same_in_slices(&self, workspace: &mut Workspace) -> Result<(), String> {
        let whole = self.query().solve(&self.world, workspace);
        let mut search = Search::new(&self.query(), &self.world);
        loop {
            let before = search.expanded();
            let ended = search.step(1).is_some();
            if search.expanded() > before + 1 {
                return Err(format!("more than one expansion after {before}"));
            }
            if ended {
                break;
            }
            self.verified(search.best_so_far())?;
        }
        let same = search.solution() == Some(&whole);
        same.then_some(())
            .ok_or_else(|| format!("{:?} for {whole:?}", search.solution()))
    }

    pub(crate) fn keeps_limits(
        &self,
        draws: &mut Draws,
        workspace: &mut Workspace,
    ) -> Result<(), String> {
        let optimum = self.optimum(workspace);
        let whole = self.query().solve(&self.world, workspace);
        let needed = whole.statistics.expanded;
        let expanded = draws.word() % (needed + 2);
        let dearest = optimum.map_or(1 << 33, Cost::raw);
        let cost = draws.pick(&[0, dearest / 2, dearest.saturating_sub(1), dearest]);
        let bytes = draws.below(400_u64);
        for limits in [
            Limits::none().expanded(expanded),
            Limits::none().cost(Cost::from_raw(cost)),
            Limits::none().memory(bytes),
        ] {
            let solution = self.query().limits(limits).solve(&self.world, workspace);
            if solution == whole {
                continue;
            }
            let Outcome::LimitReached { limit, path: best } = &solution.outcome else {
                self.check(&solution, optimum)?;
                continue;
            };
            self.verified(best)?;
            let is_due = match limit {
                Limit::Expanded => expanded <= needed && solution.statistics.expanded <= expanded,
                Limit::Cost => optimum.is_none_or(|optimum| optimum.raw() > cost),
                _ => limits.memory.is_some(),
            };
            let bound = solution.statistics.lower_bound;
            if !is_due || optimum.is_some_and(|optimum| bound > optimum) {
                return Err(format!("{limits:?}: {solution:?} for {whole:?}"));
            }
        }
        Ok(())
    }

    pub(crate) fn can_be_cancelled(&self, workspace: &mut Workspace) -> Result<(), String> {
        let cancel = AtomicBool::new(true);
        let optimum = self.optimum(workspace);
        let solution = self.query().cancel(&cancel).solve(&self.world, workspace);
        match &solution.outcome {
            Outcome::Cancelled { path: best } => self.verified(best).map(drop),
            _ => self.check(&solution, optimum),
        }
    }
}

/// All move sets, those within a plane where the world is one.
pub(crate) fn moves_in(size: IVec3) -> Vec<MoveSet> {
    let thin = Axis::ALL.into_iter().filter(|axis| axis.of(size) == 1);
    let planar = thin.flat_map(|axis| [MoveSet::Planar4(axis), MoveSet::Planar8(axis)]);
    let spatial = [MoveSet::Vertex26, MoveSet::Edge18, MoveSet::Face6];
    spatial.into_iter().chain(planar).collect()
}

/// A maze over the cells with even coordinates, with a few loops, and a few cells opened or closed
/// that have no place in it.
pub(crate) fn sample_maze(draws: &mut Draws) -> Grid {
    let mut size = std::array::from_fn(|_| draws.between(1, 12));
    if draws.percent(30) {
        size[draws.pick(&[0, 1, 2])] = 1;
    }
    let min = std::array::from_fn(|_| draws.between(-3, 66));
    let mut grid = Grid::open(min, size);
    let passages = draws.pick(&[30, 45, 60]);
    for cell in grid.cells() {
        let odd = (0..3).filter(|&axis| (cell[axis] - min[axis]) % 2 == 1);
        let open = match odd.count() {
            0 => true,
            1 => draws.percent(passages),
            _ => false,
        };
        if !open {
            grid.set(cell, None);
        }
    }
    let cells: Vec<_> = grid.cells().collect();
    for _ in 0..draws.pick(&[0, 0, 3, 12]) {
        let weight = draws.percent(80).then_some(Grid::PLAIN);
        grid.set(draws.pick(&cells), weight);
    }
    grid
}

/// Where a cell lies among corridors.
fn place(corridors: &Corridors, cell: IVec3) -> &'static str {
    if !corridors.core().is_traversable(cell) {
        return "dead end";
    }
    let Some(graph) = corridors.graph() else {
        return "no graph";
    };
    let Some(junction) = graph.find(cell) else {
        return "corridor";
    };
    let mut edges = graph.edges(junction).iter();
    if edges.any(|edge| edge.moves() == 1) {
        "clump"
    } else {
        "junction"
    }
}

/// The same for moves that cut corners, if they are searched in a graph.
fn lenient_place(case: &Case, cell: IVec3) -> &'static str {
    let every_move = case.moves == MoveSet::Vertex26 || case.moves.fixed_axis().is_some();
    match case.world.lenient_corridors() {
        Some(corridors) if every_move => {
            if corridors.graph().find(cell).is_some() {
                return "lenient junction";
            }
            let ways = corridors.onward(cell).map_or(0, u32::count_ones);
            match ways {
                1 => "lenient dead end",
                2 => "lenient corridor or bend",
                _ => "lenient stump",
            }
        }
        _ => "lenient, cell by cell",
    }
}

/// Runs a law on random cases, and counts where their ends lie.
fn hold(
    name: &str,
    first_seed: u64,
    law: impl Fn(&Case, &mut Draws, &mut Workspace) -> Result<(), String> + Sync,
) {
    let seeds = seeds(first_seed, CASES);
    let told = hold_on_cases(name, seeds, |case: &Case, draws, workspace| {
        law(case, draws, workspace)?;
        let lie = case.world.corridors().map(|corridors| {
            let graph = corridors.graph().filter(|graph| !graph.is_empty());
            let has_landmarks =
                graph.is_some_and(|graph| *graph.away(0) != LandmarkDistances::NEVER);
            let place = |end| match case.corners {
                CornerRule::Lenient => lenient_place(case, end),
                _ => place(corridors, end),
            };
            (case.ends.map(place), has_landmarks)
        });
        Ok(lie)
    });
    let (mut places, mut with_landmarks) = (BTreeMap::new(), 0);
    for (ends, has_landmarks) in told.into_iter().flatten() {
        with_landmarks += u32::from(has_landmarks);
        *places.entry(ends).or_insert(0) += 1;
    }
    println!("{places:?}, {with_landmarks} with landmarks");
    assert!(with_landmarks >= 100, "{with_landmarks} with landmarks");
    let kinds = [
        "dead end",
        "corridor",
        "clump",
        "junction",
        "no graph",
        "lenient dead end",
        "lenient corridor or bend",
        "lenient stump",
        "lenient junction",
        "lenient, cell by cell",
    ];
    for kind in kinds {
        let from: u32 = places
            .iter()
            .filter(|(ends, _)| ends.contains(&kind))
            .map(|(_, count)| count)
            .sum();
        assert!(from >= 20, "{from} cases begin or end in a {kind}");
    }
}

#[test]
fn costs_are_those_of_plain_search_both_ways() {
    hold("costs", 30_000_000, |case, _, workspace| {
        case.costs_what_plain_search_says(workspace)
    });
}

#[test]
fn all_pairs_of_cells_cost_what_they_cost_in_plain_search() {
    let mut workspace = Workspace::new();
    for seed in 31_000_000..31_000_120 {
        let Some(mut case) = Case::sample(&mut Draws::new(seed)) else {
            continue;
        };
        let open = case.grid.open_cells();
        for &start in open.iter().take(40) {
            for &goal in open.iter().rev().take(40) {
                case.ends = [start, goal].map(IVec3::from);
                let optimum = case.optimum(&mut workspace);
                let solution = case.query().solve(&case.world, &mut workspace);
                if let Err(text) = case.check(&solution, optimum) {
                    panic!("seed {seed}: {text}\n{:?}\n{}", case.ends, case.grid);
                }
            }
        }
    }
}

/// Two junctions at the left, with a way round on the left, one straight down, and one through rows
/// that go to and fro on the right.
fn snake(width: i32, rows: i32) -> Grid {
    let last = 2 * rows - 2;
    let mut grid = Grid::open([0; 3], [width, last + 1, 1]);
    for [x, y, z] in grid.cells() {
        let is_row = y % 2 == 0 && (x >= 4 || y == 0 || y == last);
        let turn = if y % 4 == 1 { width - 1 } else { 4 };
        if !(is_row || x == turn || x == 0 || x == 2) {
            grid.set([x, y, z], None);
        }
    }
    grid
}

#[test]
fn corridors_may_be_longer_than_landmarks_can_tell() {
    for (width, rows) in [(20, 6), (400, 200)] {
        let grid = snake(width, rows);
        let mut workspace = Workspace::new();
        let mut case = Case {
            plain: World::plain(&grid).cells,
            world: World::plain(&grid).with_corridors().cells,
            grid,
            moves: MoveSet::Vertex26,
            corners: CornerRule::Strict,
            algorithm: Algorithm::Auto,
            ends: [IVec3::ZERO; 2],
        };
        let graph = case.world.corridors().and_then(Corridors::graph);
        assert_eq!(
            graph.map(voxnav_occupancy::internals::CorridorGraph::len),
            Some(2)
        );
        let inside = IVec3::new(width / 2, rows / 2 * 2, 0);
        for goal in [IVec3::new(0, 5, 0), IVec3::new(2, 0, 0), inside - IVec3::X] {
            for ends in [[inside, goal], [goal, inside]] {
                case.ends = ends;
                let optimum = case.optimum(&mut workspace);
                let solution = case.query().solve(&case.world, &mut workspace);
                assert_eq!(case.check(&solution, optimum), Ok(()));
            }
        }
    }
}

#[test]
fn slices_give_the_solution_of_one_go_and_a_path_each() {
    hold("slices", 32_000_000, |case, _, workspace| {
        case.is_the_same_in_slices(workspace)
    });
}

#[test]
fn limits_end_a_search_or_change_nothing() {
    hold("limits", 33_000_000, Case::keeps_limits);
}

#[test]
fn cancelled_searches_return_a_path_or_the_answer() {
    hold("cancelling", 34_000_000, |case, _, workspace| {
        case.can_be_cancelled(workspace)
    });
}
