//! Searches within a plane that is open enough for diagonals to be followed without records: they cost what
//! A* finds, and expand fewer cells than canonical ordering does. Agents larger than a cell in planes.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    Axis, CellBox, CellState, Footprint, Occupancy, OccupancyBuilder, Traversability, UnknownPolicy,
};
use voxnav_search::{Algorithm, CornerRule, Cost, Goal, MoveSet, Path, Query, Solution, Workspace};
use voxnav_testkit::grid::{Grid, sample_cell, sample_plane};
use voxnav_testkit::{Draws, hold, seeds};
use voxnav_worlds::{WorldKind, generate, random_free_cells};

use crate::engine::{Asked as _, Entry, Flying, Target, World, entries};
use crate::oracle::{Distances, Moves, Rules, Toward};

/// Worlds by default.
const CASES: u64 = 6;
const QUERIES: usize = 3;
/// The side of a plane in cells.
const SIDE: i32 = 300;

/// Caves in a plane at right angles to an axis.
fn caves(axis: Axis, seed: u64) -> Occupancy {
    let mut size = IVec3::splat(SIDE);
    size[axis.index()] = 1;
    generate(WorldKind::Caves, size, seed).unwrap()
}

#[test]
fn diagonals_that_are_followed_in_a_plane_lead_to_the_optimum() {
    let mut workspace = Workspace::new();
    let mut expanded = [0; 2];
    for seed in seeds(1, CASES) {
        let draws = &mut Draws::new(seed);
        let axis = draws.pick(&Axis::ALL);
        let caves = caves(axis, seed);
        let world = Traversability::new(&caves, UnknownPolicy::Blocked);
        let indexed = Traversability::new(&caves, UnknownPolicy::Blocked).jump_indexed();
        let corners = draws.pick(&[CornerRule::Strict, CornerRule::Lenient]);
        for cells in random_free_cells(&caves, seed, 3 * QUERIES).chunks_exact(3) {
            let [start, goal, beyond] = [cells[0], cells[1], cells[2]];
            let goals = Goal::any_of([goal, beyond]);
            for query in [Query::new(start, goal), Query::toward(start, &goals)] {
                let query = query.moves(MoveSet::Planar8(axis)).corners(corners);
                let mut cost_of = |algorithm, world| {
                    let solution = query.algorithm(algorithm).solve(world, &mut workspace);
                    let cost = solution.outcome.path().map_or(Cost::MAX, |path| {
                        let checked = path.verify(world, MoveSet::Planar8(axis), corners, None);
                        assert_eq!(checked, Ok(path.cost()), "seed {seed}: {query:?}");
                        path.cost()
                    });
                    (cost, solution.statistics.expanded)
                };
                let (optimum, _) = cost_of(Algorithm::AStar, &world);
                let (canonical, each) = cost_of(Algorithm::Canonical, &world);
                assert_eq!(canonical, optimum, "seed {seed}: {query:?}");
                for world in [&world, &indexed] {
                    for algorithm in [Algorithm::Jump, Algorithm::Auto] {
                        let (cost, walked) = cost_of(algorithm, world);
                        assert_eq!(cost, optimum, "seed {seed}: {algorithm:?} {query:?}");
                        if algorithm == Algorithm::Jump {
                            expanded[0] += walked;
                            expanded[1] += each;
                        }
                    }
                }
            }
        }
    }
    let [walked, canonical] = expanded;
    assert!(
        24 * walked < canonical,
        "{walked} of {canonical} expansions"
    );
}

/// Memory follows what is reached, in planes too large for a table of their parts.
#[test]
fn a_plane_may_claim_any_size() {
    let half = 1 << 20;
    let bounds = CellBox::new(IVec3::new(-half, -half, 0), IVec3::new(half, half, 1));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let draws = &mut Draws::new(1);
    let near = CellBox::new(IVec3::new(-40, -40, 0), IVec3::new(40, 40, 1));
    for cell in near
        .cells()
        .filter(|_| draws.percent(30))
        .collect::<Vec<_>>()
    {
        builder.set(cell, CellState::Occupied).unwrap();
    }
    // A wall longer than what is scanned at once, and one before a goal far out.
    let walls = [[100, -300, 101, 300], [-9000, -5, -8999, 6]];
    for [x, y, end_x, end_y] in walls {
        let wall = CellBox::new(IVec3::new(x, y, 0), IVec3::new(end_x, end_y, 1));
        builder.set_box(wall, CellState::Occupied).unwrap();
    }
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    let mut workspace = Workspace::new();
    for corners in [CornerRule::Strict, CornerRule::Lenient] {
        for [x, y] in [[50, 3], [-47, -45], [120, 7], [-9200, 2]] {
            let query = Query::new(IVec3::new(-50, 0, 0), IVec3::new(x, y, 0)).corners(corners);
            let query = query.moves(MoveSet::Planar8(Axis::Z));
            let [plain, jump, auto] = [Algorithm::Canonical, Algorithm::Jump, Algorithm::Auto]
                .map(|algorithm| query.algorithm(algorithm).solve(&world, &mut workspace));
            let cost = |solution: &Solution| solution.outcome.path().map(Path::cost);
            assert!(cost(&plain).is_some(), "{query:?}");
            assert_eq!([cost(&jump), cost(&auto)], [cost(&plain); 2], "{query:?}");
        }
    }
    let bytes = workspace.memory_bytes();
    assert!(bytes < 64 << 20, "{bytes} bytes");
}

/// Returns where the anchor of a body can be, cell by cell.
fn places(obstacles: &Grid, body: Footprint) -> Grid {
    let mut places = obstacles.clone();
    for cell in obstacles.cells() {
        let mut covered = body.offsets().cells();
        if !covered.all(|offset| obstacles.is_open((IVec3::from(cell) + offset).to_array())) {
            places.set(cell, None);
        }
    }
    places
}

/// Any body of up to three cells a side that fits a world.
fn sample_body(obstacles: &Grid, draws: &mut Draws) -> Footprint {
    let wide = IVec3::from(obstacles.size()).min(IVec3::splat(3));
    let size = draws.vector(IVec3::ONE, wide);
    let min = -draws.vector(IVec3::ZERO, size - 1);
    Footprint::new(CellBox::new(min, min + size)).unwrap()
}

/// The plane of moves within it that a world fits, or any.
fn plane(rules: Rules, grid: &Grid) -> Rules {
    let size = grid.size();
    let thinnest = (0..3).min_by_key(|&axis| size[axis]).unwrap();
    let moves = match rules.moves {
        Moves::Planar8(_) | Moves::Planar4(_) => rules.moves,
        Moves::Face6 => Moves::Planar4(thinnest),
        _ => Moves::Planar8(thinnest),
    };
    Rules { moves, ..rules }
}

#[test]
fn paths_of_larger_agents_in_a_plane_cost_what_the_oracle_says() {
    let entries = entries();
    let found = hold(
        "larger agents",
        seeds(1, 200),
        Workspace::new,
        |seed, workspace| {
            let draws = &mut Draws::new(seed);
            let obstacles = sample_plane(draws);
            let body = sample_body(&obstacles, draws);
            let grid = places(&obstacles, body);
            let world = World::of_body(&obstacles, body, &grid);
            let rules = plane(Rules::fitting(&grid, draws), &grid).over_any_cells(draws);
            let start = sample_cell(&grid, draws);
            let distances = Distances::new(&grid, rules, start, Toward::Others);
            let mut found = [0, 0];
            for _ in 0..8 {
                let goal = match distances.reached()[..] {
                    [] => sample_cell(&grid, draws),
                    ref reached => draws.pick(reached),
                };
                let case = Flying {
                    grid: &grid,
                    world: &world,
                    rules,
                    start,
                    target: &Target::of_cell(goal),
                    entry: Entry::pick(&entries, draws),
                    optimum: distances.cost(goal),
                };
                let answer = case.at_once(&case.query(), workspace);
                let told = |text| format!("{text}, {body:?}\n{answer:?}\n{case}");
                case.judge(&answer).map_err(told)?;
                let is_found = case.optimum.is_some_and(|optimum| optimum > 0);
                let is_larger = body.offsets().size().max_element() > 1;
                found[usize::from(is_larger)] += u32::from(is_found);
            }
            Ok(found)
        },
    );
    let larger: u32 = found.into_iter().map(|[_, larger]| larger).sum();
    assert!(larger > 300, "{larger}");
}
