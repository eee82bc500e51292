//! Worlds with an index: which have one, what becomes of it, how much memory it takes, and passages that are very long.
//! The laws of the table hold its answers, with portals in doorways and at any cells.

use glam::IVec3;
use voxnav_occupancy::{Axis, CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{
    Algorithm, CornerRule, MoveSet, Path, Query, Search, SearchSettings, Workspace,
};
use voxnav_testkit::grid::Grid;
use voxnav_testkit::{Draws, cases};
use voxnav_worlds::{WorldKind, generate};

use crate::engine::{Asked as _, Flying, Target, World, entries};
use crate::oracle::{Corners, Distances, Moves, Rules, Toward};

#[test]
fn worlds_of_rooms_and_of_passages_have_an_index_and_others_do_without() {
    let percent = |percent| WorldKind::Random { percent };
    let kinds = [
        (WorldKind::Rooms, true),
        (WorldKind::Maze, true),
        (WorldKind::Caves, false),
        (WorldKind::Towers, false),
        (percent(20), false),
        (percent(40), false),
    ];
    for (kind, expected) in kinds {
        let cells = generate(kind, IVec3::splat(64), 1).unwrap();
        for corners in [CornerRule::Strict, CornerRule::OneSide, CornerRule::Lenient] {
            for moves in [MoveSet::Vertex26, MoveSet::Face6] {
                let world = Traversability::new(&cells, UnknownPolicy::Blocked);
                let settings = SearchSettings::default().moves(moves).corners(corners);
                // Where portals are of no use, runs in space that cut no corners have an index, but in noise.
                let jumps = corners == CornerRule::Strict && !expected;
                let jumps = jumps && !matches!(kind, WorldKind::Random { .. });
                assert_eq!(
                    settings.prepare_index(&world),
                    expected || jumps,
                    "{kind:?} {settings:?}"
                );
                assert_eq!(settings.has_index(&world), expected || jumps);
                assert_eq!(settings.has_portals(&world), expected);
                assert_eq!(world.has_jump_index(), jumps);
                let edges = settings.moves(MoveSet::Edge18);
                assert_eq!(edges.has_index(&world), jumps);
            }
        }
    }
}

/// Eight rooms of so many cells a side, with doors of some width between neighbors.
fn rooms(side: i32, door: i32) -> Traversability {
    let mut builder =
        OccupancyBuilder::new(CellBox::from_size(IVec3::splat(2 * side + 1))).unwrap();
    for axis in Axis::ALL {
        let wall = axis.unit() * side;
        let across = (IVec3::ONE - axis.unit()) * (2 * side + 1);
        let cells = CellBox::new(wall, wall + across + axis.unit());
        builder.set_box(cells, CellState::Occupied).unwrap();
    }
    for axis in Axis::ALL {
        for room in [0, 1, 2, 3] {
            let [u, v] = axis.others().map(Axis::unit);
            let corner = axis.unit() * side + (u * (room & 1) + v * (room >> 1)) * (side + 1);
            let cells = CellBox::new(corner, corner + axis.unit() + (u + v) * door);
            builder.set_box(cells, CellState::Free).unwrap();
        }
    }
    Traversability::new(&builder.commit(), UnknownPolicy::Blocked)
}

#[test]
fn rooms_have_an_index_up_to_16_cells_a_side_with_doors_of_up_to_4() {
    let has_index = |side, door| {
        let (world, settings) = (rooms(side, door), SearchSettings::default());
        assert!(
            settings.prepare_index(&world),
            "one of jumps, if not of portals"
        );
        settings.has_portals(&world)
    };
    for (side, door) in [(6, 1), (10, 2), (15, 3), (16, 1), (16, 4)] {
        assert!(has_index(side, door), "{side} {door}");
    }
    for (side, door) in [(17, 1), (20, 4), (16, 5)] {
        assert!(!has_index(side, door), "{side} {door}");
    }
}

/// Two rooms of 9 cells a side, with a wall so thick between them, and an opening of some depth in it: a door or a niche.
fn wall(thick: i32, deep: i32) -> Traversability {
    let size = IVec3::new(18 + thick, 9, 9);
    let mut builder = OccupancyBuilder::new(CellBox::from_size(size)).unwrap();
    let wall = CellBox::new(IVec3::new(9, 0, 0), IVec3::new(9 + thick, 9, 9));
    builder.set_box(wall, CellState::Occupied).unwrap();
    let opening = CellBox::new(IVec3::new(9, 4, 4), IVec3::new(9 + deep, 6, 6));
    builder.set_box(opening, CellState::Free).unwrap();
    Traversability::new(&builder.commit(), UnknownPolicy::Blocked)
}

/// Each portal takes memory, and a way from it to each other portal of its room.
#[test]
fn a_door_through_a_thick_wall_is_one_section_of_it_and_a_niche_is_none() {
    let index_bytes = |world: &Traversability| {
        let before = world.memory_bytes();
        let settings = SearchSettings::default().corners(CornerRule::Lenient);
        (settings.prepare_index(world), world.memory_bytes() - before)
    };
    let thin = index_bytes(&wall(1, 1));
    assert!(thin.0 && thin.1 > 0);
    for thick in [2, 5, 12] {
        assert_eq!(index_bytes(&wall(thick, thick)), thin, "{thick}");
        for niche in [0, 1] {
            assert_eq!(index_bytes(&wall(thick, niche)), (false, 0), "{niche}");
        }
    }
}

#[test]
fn first_paths_in_rooms_with_an_index_are_exact_near_by_and_over_clusters_far_off() {
    let cells = generate(WorldKind::Rooms, IVec3::new(160, 40, 40), 1).unwrap();
    let world = Traversability::new(&cells, UnknownPolicy::Blocked);
    assert!(SearchSettings::default().prepare_index(&world));
    let (mut draws, mut workspace) = (Draws::new(11), Workspace::new());
    // Of ends near each other and of others: questions, and those whose first path is the best.
    let mut counts = [[0; 2]; 2];
    while counts.iter().any(|it| it[0] < 40) {
        let free: Vec<IVec3> = world
            .bounds()
            .cells()
            .filter(|&cell| world.is_traversable(cell))
            .collect();
        let [from, to] = [(); 2].map(|()| draws.pick(&free));
        let query = Query::new(from, to);
        let exact = query.solve(&world, &mut workspace);
        let Some(best) = exact.outcome.path().map(Path::cost) else {
            continue;
        };
        let first = query.anytime().solve(&world, &mut workspace);
        let cost = first.outcome.path().unwrap().cost();
        assert!(cost >= best && first.statistics.lower_bound <= best);
        let is_proved = first.statistics.lower_bound == best;
        let is_far = (to - from).abs().max_element() > 96;
        let [questions, exact] = &mut counts[usize::from(is_far)];
        *questions += 1;
        *exact += u32::from(cost == best && is_proved);
    }
    let [[near, near_exact], [_, far_exact]] = counts;
    assert!(near_exact == near && far_exact < 10, "{counts:?}");
}

#[test]
fn worlds_without_an_index_pay_no_memory_for_it() {
    let open = |size| OccupancyBuilder::new(CellBox::from_size(size)).unwrap();
    let sheet = open(IVec3::new(6000, 6000, 1)).commit();
    let caves = generate(WorldKind::Caves, IVec3::splat(64), 1).unwrap();
    let [sheet, caves] =
        [sheet, caves].map(|cells| Traversability::new(&cells, UnknownPolicy::Blocked));
    let mut without = 0;
    for world in [sheet, caves, rooms(17, 1), rooms(16, 5)] {
        for moves in [MoveSet::Vertex26, MoveSet::Planar8(Axis::Z)] {
            let before = world.memory_bytes();
            let settings = SearchSettings::default().moves(moves);
            let settings = settings.corners(CornerRule::Lenient);
            if settings.prepare_index(&world) {
                continue;
            }
            without += 1;
            assert_eq!(
                world.memory_bytes(),
                before,
                "{:?} {moves:?}",
                world.bounds()
            );
        }
    }
    // In planes, both worlds of rooms are rooms with doors small enough.
    assert_eq!(without, 6);
}

#[test]
fn algorithms_that_search_none_make_no_index() {
    let world = rooms(8, 1);
    let settings = SearchSettings::default();
    assert!(!settings.algorithm(Algorithm::AStar).prepare_index(&world));
    assert!(!settings.has_index(&world));
    assert!(
        settings
            .algorithm(Algorithm::Hierarchical)
            .prepare_index(&world)
    );
    assert!(settings.has_index(&world));
}

#[test]
fn an_index_belongs_to_a_snapshot_and_its_clones() {
    let cells = generate(WorldKind::Rooms, IVec3::splat(32), 1).unwrap();
    let world = Traversability::new(&cells, UnknownPolicy::Blocked);
    let (settings, clone) = (SearchSettings::default(), world.clone());
    let before = world.memory_bytes();
    assert!(settings.prepare_index(&world) && settings.has_index(&clone));
    assert!(clone.memory_bytes() > before);
    let mut edit = cells.edit();
    edit.set(IVec3::ZERO, CellState::Occupied).unwrap();
    let edited = world.refreshed(&edit.commit());
    assert!(!settings.has_index(&edited) && settings.prepare_index(&edited));
}

#[test]
fn an_index_of_jumps_outlives_edits() {
    let cells = generate(WorldKind::Caves, IVec3::splat(64), 1).unwrap();
    let world = Traversability::new(&cells, UnknownPolicy::Blocked);
    let (settings, clone) = (SearchSettings::default(), world.clone());
    assert!(settings.prepare_index(&world) && settings.has_index(&clone));
    let lenient = settings.corners(CornerRule::Lenient);
    assert!(!lenient.has_index(&world) && !settings.has_portals(&world));
    let mut edit = cells.edit();
    edit.set(IVec3::splat(32), CellState::Free).unwrap();
    let edited = world.refreshed(&edit.commit());
    assert!(settings.has_index(&edited));
    assert_eq!(edited.validate(), Ok(()));
}

/// A search in slices reads the index of its snapshot from when that is there, and of any clone.
#[test]
fn an_index_that_is_made_amid_a_search_changes_no_cost() {
    let (mut amid, mut found) = (0, 0);
    for mut draws in cases(70, 120) {
        let size = draws.vector(IVec3::splat(50), IVec3::splat(90));
        let kind = draws.pick(&[WorldKind::Caves, WorldKind::Towers, WorldKind::Terrain]);
        let cells = generate(kind, size, draws.word()).unwrap();
        let plain = Traversability::new(&cells, UnknownPolicy::Blocked);
        let world = Traversability::new(&cells, UnknownPolicy::Blocked);
        let [from, to] = [(); 2].map(|()| draws.cell(&world.bounds()));
        let algorithm = draws.pick(&[Algorithm::Auto, Algorithm::Jump, Algorithm::Hierarchical]);
        let settings = SearchSettings::default().algorithm(algorithm);
        let query = Query::new(from, to).settings(settings);
        let expected = query.solve(&plain, &mut Workspace::new());
        let mut search = Search::new(&query, &world);
        if search.step(u64::from(draws.between(1_u32, 8))).is_none() {
            amid += usize::from(settings.prepare_index(&world));
        }
        while search.step(u64::from(draws.between(1_u32, 200))).is_none() {}
        let (solution, _) = search.finish();
        let cost = |path: Option<&Path>| path.map(Path::cost);
        let costs = [&solution.unwrap(), &expected].map(|it| cost(it.outcome.path()));
        if algorithm == Algorithm::Hierarchical {
            // Of paths that are not the best, another may be found.
            assert_eq!(costs[0].is_some(), costs[1].is_some());
        } else {
            assert_eq!(costs[0], costs[1], "{from} to {to}");
        }
        found += usize::from(costs[0].is_some());
    }
    assert!(amid > 10 && found > 10, "{amid} made amid, {found} found");
}

/// A bit for each cell of the chunks with portals, of 64^3 cells each, and a few bytes for each portal and way.
#[test]
fn an_index_takes_memory_by_its_chunks_and_portals() {
    let row = OccupancyBuilder::new(CellBox::from_size(IVec3::new(1, 1, 6400))).unwrap();
    let [maze, rooms] = [WorldKind::Maze, WorldKind::Rooms]
        .map(|kind| generate(kind, IVec3::splat(64), 1).unwrap());
    for (name, cells, most) in [
        ("a passage through 100 chunks", row.commit(), 3_600_000),
        ("a maze", maze, 400_000),
        ("rooms", rooms, 1_500_000),
    ] {
        let world = Traversability::new(&cells, UnknownPolicy::Blocked).with_components();
        let before = world.memory_bytes();
        assert!(SearchSettings::default().prepare_index(&world), "{name}");
        let bytes = world.memory_bytes() - before;
        assert!(bytes <= most, "{name}: {bytes} bytes of {most}");
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
fn passages_may_be_longer_than_a_room_has_cells() {
    for (width, rows) in [(20, 6), (400, 200)] {
        let grid = snake(width, rows);
        let world = World::plain(&grid);
        assert!(SearchSettings::default().prepare_index(&world.cells));
        let rules = Rules::of_cubes(Moves::Vertex26, Corners::Strict);
        let entries = entries();
        let entry = entries.iter().find(|entry| entry.is_basic()).unwrap();
        assert_eq!(entry.algorithm, Algorithm::Auto);
        let [x, y] = [width / 2, rows / 2 * 2];
        for start in [[0, 5, 0], [2, 0, 0], [x - 1, y, 0]] {
            let distances = Distances::new(&grid, rules, start, Toward::Others);
            let inside = [x, y, 0];
            for (start, goal) in [(start, inside), (inside, start)] {
                let target = Target::of_cell(goal);
                let end = if goal == inside { goal } else { start };
                let case = Flying {
                    grid: &grid,
                    world: &world,
                    rules,
                    start,
                    target: &target,
                    entry: *entry,
                    optimum: distances.cost(end),
                };
                let answer = case.at_once(&case.query(), &mut Workspace::new());
                assert_eq!(case.judge(&answer), Ok(()), "{start:?} to {goal:?}");
            }
        }
    }
}
