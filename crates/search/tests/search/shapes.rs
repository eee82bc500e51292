//! Cells of any shape: laws that compare one shape with another.

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{Axis, Traversability, UnknownPolicy};
use voxnav_search::{
    Algorithm, CellShape, CornerRule, EndFault, Goal, MoveSet, Outcome, Query, SearchSettings,
    SnapPolicy, Workspace,
};
use voxnav_testkit::grid::{Grid, sample_grid, sample_plane};
use voxnav_testkit::{Draws, drawn_sizes, seeds};
use voxnav_worlds::{WorldKind, generate, random_free_cells};

use crate::engine::World;

const CORNERS: [CornerRule; 3] = [CornerRule::Strict, CornerRule::OneSide, CornerRule::Lenient];

const EXACT: [Algorithm; 6] = [
    Algorithm::Auto,
    Algorithm::Jump,
    Algorithm::Canonical,
    Algorithm::AStar,
    Algorithm::Bidirectional,
    Algorithm::Dijkstra,
];

fn some_cell(grid: &Grid, draws: &mut Draws) -> IVec3 {
    draws.pick(&grid.cells().collect::<Vec<_>>()).into()
}

/// A cost as a length, times the unit, is what the path is long in the world.
#[test]
fn a_path_is_as_long_as_its_cost_says() {
    let (mut workspace, mut found) = (Workspace::new(), 0);
    for seed in seeds(1, 300) {
        let draws = &mut Draws::new(seed);
        let grid = sample_grid(draws);
        let world = World::plain(&grid).cells;
        let sizes = DVec3::from(drawn_sizes(draws)) * draws.pick(&[0.01, 0.3, 1.0, 70.0]);
        let query = Query::new(some_cell(&grid, draws), some_cell(&grid, draws))
            .corners(draws.pick(&CORNERS))
            .algorithm(draws.pick(&EXACT))
            .shape(CellShape::new(sizes).unwrap());
        let solution = query.solve(&world, &mut workspace);
        let Some(path) = solution.outcome.path() else {
            continue;
        };
        let from_start = |cell: IVec3| (cell - path.start()).as_dvec3() * sizes;
        let cells: Vec<DVec3> = path.cells().map(from_start).collect();
        let length: f64 = cells.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
        let told = path.cost().length() * CellShape::unit(sizes);
        assert!(
            (told - length).abs() <= length * 1e-7,
            "{sizes}: {told} {length}"
        );
        found += 1;
    }
    assert!(found > 60, "{found}");
}

/// Within a plane of squares as long as the third side, nothing tells cells from cubes.
#[test]
fn a_plane_of_squares_is_one_of_cubes() {
    let (mut workspace, mut found) = (Workspace::new(), 0);
    for seed in seeds(2, 120) {
        let draws = &mut Draws::new(seed);
        let grid = sample_plane(draws);
        let world = World::plain(&grid).cells;
        let height = f64::from(draws.between(1, 64)) / 64.0;
        let axis = draws.pick(&Axis::ALL);
        let mut sizes = [1.0; 3];
        sizes[axis.index()] = height;
        let shape = CellShape::new(sizes).unwrap();
        for _ in 0..6 {
            let query = Query::new(some_cell(&grid, draws), some_cell(&grid, draws))
                .moves(draws.pick(&[MoveSet::Planar8(axis), MoveSet::Planar4(axis)]))
                .corners(draws.pick(&CORNERS))
                .algorithm(draws.pick(&EXACT));
            let expected = query.solve(&world, &mut workspace);
            let answer = query.shape(shape).solve(&world, &mut workspace);
            assert_eq!(answer, expected, "{query:?}");
            found += u32::from(expected.outcome.path().is_some());
        }
    }
    assert!(found > 100, "{found}");
}

/// An index of portals is of cubes. It is not asked about other cells.
#[test]
fn portals_of_cubes_tell_nothing_of_other_cells() {
    let occupancy = generate(WorldKind::Rooms, IVec3::splat(30), 1).unwrap();
    let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    let cubes = SearchSettings::default();
    let flat = cubes.shape(CellShape::new([4.0, 4.0, 1.0]).unwrap());
    let plain = world.clone();
    assert!(cubes.prepare_index(&world) && cubes.has_portals(&world));
    assert!(!flat.has_portals(&world));
    let cells = random_free_cells(&occupancy, 2, 40);
    for ends in cells.chunks_exact(2) {
        let query = Query::new(ends[0], ends[1]).settings(flat);
        let answer = query.solve(&world, &mut Workspace::new());
        let astar = query.algorithm(Algorithm::AStar);
        let expected = astar.solve(&plain, &mut Workspace::new());
        let costs = [answer, expected].map(|it| it.outcome.path().map(voxnav_search::Path::cost));
        assert_eq!(costs[0], costs[1], "{ends:?}");
    }
}

#[test]
fn ends_are_moved_the_shorter_way() {
    let mut grid = Grid::open([0; 3], [9, 9, 9]);
    for cell in grid.cells() {
        let [x, y, z] = cell.map(|at| at - 4);
        if x.abs() <= 1 && y.abs() <= 1 && z.abs() <= 3 {
            grid.set(cell, None);
        }
    }
    let world = World::plain(&grid).cells;
    let middle = IVec3::splat(4);
    let radius = voxnav_search::Cost::STRAIGHT * 3;
    let query = Query::new(middle, IVec3::ZERO).snap_start(SnapPolicy::Nearest { radius });
    let start = |query: Query<'_>| {
        let solution = query.solve(&world, &mut Workspace::new());
        let path = solution.outcome.path().cloned().unwrap();
        (path.start() - middle, solution.snapped.start.length())
    };
    assert_eq!(start(query), (IVec3::Y * -2, 2.0));
    // Four layers of a quarter are shorter than two cells aside.
    let flat = CellShape::new([4.0, 4.0, 1.0]).unwrap();
    assert_eq!(start(query.shape(flat)), (-IVec3::Z * 4, 1.0));
    let near = SnapPolicy::Nearest {
        radius: voxnav_search::Cost::from_raw((1 << 30) - 1),
    };
    let refused = query.shape(flat).snap_start(near);
    let outcome = refused.solve(&world, &mut Workspace::new()).outcome;
    assert_eq!(outcome, Outcome::InvalidEnd(EndFault::StartBlocked));
}

#[test]
fn a_goal_within_a_distance_is_an_ellipsoid_of_cells() {
    let flat = CellShape::new([1.0, 2.0, 0.5]).unwrap();
    let goal = Goal::within_by(flat, IVec3::ZERO, voxnav_search::Cost::STRAIGHT);
    let held = |cell: IVec3| goal.contains(cell);
    assert!(held(IVec3::Y) && held(IVec3::X * 2) && held(IVec3::Z * 4));
    assert!(!held(IVec3::Y * 2) && !held(IVec3::X * 3) && !held(IVec3::Z * 5));
    let everything = Goal::within_by(flat, IVec3::ZERO, voxnav_search::Cost::MAX);
    assert!(everything.contains(IVec3::splat(1 << 29)));
}
