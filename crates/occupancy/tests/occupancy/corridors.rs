//! Dead ends and corridors against their definitions, cell by cell, on random worlds from fixed seeds.

use std::collections::BTreeSet;

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::indexes::{CorridorEnd, CorridorGraph, Corridors, LandmarkDistances};
use voxnav_occupancy::{
    CellBox, CellState, Heading, OccupancyBuilder, Traversability, UnknownPolicy,
};
use voxnav_testkit::{Draws, seeds};

/// Tunnels of one cell in a closed world, across the corner of eight chunks.
fn tunnels(seed: u64) -> Traversability {
    let mut draws = Draws::new(seed);
    let origin = draws.vector(IVec3::splat(53), IVec3::splat(64));
    let size = draws.vector(IVec3::splat(5), IVec3::splat(14));
    let bounds = CellBox::new(origin, origin + size);
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    builder.set_box(bounds, CellState::Occupied).unwrap();
    let mut at = origin;
    for _ in 0..draws.between(10, 49) {
        let heading = draws.pick(&Heading::ALL);
        for _ in 0..2 * draws.between(1, 3) {
            builder.set(at, CellState::Free).unwrap();
            let next = at + heading.step();
            at = if bounds.contains(next) { next } else { at };
        }
        builder.set(at, CellState::Free).unwrap();
    }
    if draws.below(4) == 0 {
        // A room, large enough that the corridors are no graph.
        let corner = draws.cell(&bounds);
        let room = CellBox::new(corner, corner + draws.between(3, 5)).intersection(&bounds);
        builder.set_box(room, CellState::Free).unwrap();
    }
    Traversability::new(&builder.commit(), UnknownPolicy::Blocked).with_corridors()
}

type Cells = BTreeSet<[i32; 3]>;

fn neighbors(cells: &Cells, cell: [i32; 3]) -> Vec<Heading> {
    let is_in =
        |heading: &Heading| cells.contains(&(IVec3::from(cell) + heading.step()).to_array());
    Heading::ALL.into_iter().filter(is_in).collect()
}

/// Takes out cells with fewer than two neighbors until there are none.
fn two_core(world: &Traversability) -> Cells {
    let all = world.bounds().cells();
    let open = all.filter(|&cell| world.is_traversable(cell));
    let mut cells: Cells = open.map(|cell| cell.to_array()).collect();
    loop {
        let ends: Vec<_> = cells
            .iter()
            .copied()
            .filter(|&cell| neighbors(&cells, cell).len() < 2)
            .collect();
        if ends.is_empty() {
            return cells;
        }
        for cell in ends {
            cells.remove(&cell);
        }
    }
}

fn is_corridor_cell(core: &Cells, cell: [i32; 3]) -> bool {
    let ways = neighbors(core, cell);
    let [a, b] = ways[..] else {
        return false;
    };
    let fourth = (IVec3::from(cell) + a.step() + b.step()).to_array();
    core.contains(&cell) && (a == b.reverse() || !core.contains(&fourth))
}

fn check_way_out(world: &Traversability, corridors: &Corridors, core: &Cells, from: IVec3) {
    let (mut cell, mut seen) = (from, BTreeSet::new());
    while let Some(heading) = corridors.way_out(cell) {
        assert!(!core.contains(&cell.to_array()), "{cell} is no dead end");
        assert!(
            seen.insert(cell.to_array()),
            "the way out of {from} is a circle"
        );
        cell += heading.step();
        assert!(
            world.is_traversable(cell),
            "the way out of {from} is blocked"
        );
    }
    let same = world.component(from) == world.component(cell);
    assert!(same, "the way out of {from} leads elsewhere");
    let has_core = core
        .iter()
        .any(|&other| world.component(other.into()) == world.component(from));
    assert_eq!(
        core.contains(&cell.to_array()),
        has_core,
        "from {from} to {cell}"
    );
}

/// The corridor that begins at an end, by its definition.
fn walked(core: &Cells, end: CorridorEnd) -> (IVec3, Heading, u32) {
    let (mut cell, mut heading, mut moves) = (end.cell + end.heading.step(), end.heading, 1);
    while is_corridor_cell(core, cell.to_array()) && cell != end.cell {
        let ways = neighbors(core, cell.to_array());
        heading = ways
            .into_iter()
            .find(|&way| way != heading.reverse())
            .unwrap();
        cell += heading.step();
        moves += 1;
    }
    (cell, heading, moves)
}

/// Checks what is known of the corridors that begin at a cell, and counts them.
fn check_junction(corridors: &Corridors, core: &Cells, cell: IVec3) -> usize {
    let place = cell.to_array();
    let is_end = |heading: &Heading| {
        let next = (cell + heading.step()).to_array();
        core.contains(&place) && !is_corridor_cell(core, place) && is_corridor_cell(core, next)
    };
    let expected: Vec<_> = Heading::ALL.into_iter().filter(is_end).collect();
    let junction = corridors.junction(cell);
    assert_eq!(junction.is_some(), !expected.is_empty(), "{cell}");
    let Some(junction) = junction else {
        return 0;
    };
    let headings: Vec<_> = junction.corridors.iter().map(|at| at.heading).collect();
    assert_eq!(headings, expected, "{cell}");
    let all = neighbors(core, place).len() == expected.len();
    assert_eq!(junction.is_pure, all, "{cell}");
    for corridor in junction.corridors {
        let heading = corridor.heading;
        let told = (corridor.end, corridor.arrival, corridor.moves);
        assert_eq!(told, walked(core, CorridorEnd { cell, heading }), "{cell}");
    }
    junction.corridors.len()
}

/// Where a neighborhood bit stands.
fn offset_of(bit: u32) -> IVec3 {
    IVec3::from_array([bit % 3, bit / 3 % 3, bit / 9].map(u32::cast_signed)) - 1
}

/// Checks the edges of a graph that begin at a cell, and counts them.
fn check_edges(graph: &CorridorGraph, core: &Cells, cell: IVec3) -> usize {
    let place = cell.to_array();
    let is_junction = core.contains(&place) && !is_corridor_cell(core, place);
    assert_eq!(graph.find(cell).is_some(), is_junction, "{cell}");
    let Some(junction) = graph.find(cell) else {
        return 0;
    };
    assert_eq!(graph.cell(junction), cell);
    let mut expected = BTreeSet::new();
    for bit in (0..27_u32).filter(|&bit| bit != 13) {
        let step = offset_of(bit);
        let swept = CellBox::new(cell.min(cell + step), cell.max(cell + step) + 1);
        if !swept.cells().all(|cell| core.contains(&cell.to_array())) {
            continue;
        }
        let heading = Heading::ALL.into_iter().find(|way| way.step() == step);
        let (end, moves) = heading.map_or((cell + step, 1), |heading| {
            let (end, _, moves) = walked(core, CorridorEnd { cell, heading });
            (end, moves)
        });
        expected.insert((bit, end.to_array(), moves));
    }
    for edge in graph.edges(junction) {
        // What landmarks tell of two junctions is no more than any way between them takes.
        let least = graph.away(junction).least_units(graph.away(edge.target()));
        let axes = offset_of(edge.bit()).abs().element_sum().unsigned_abs();
        let length = edge.moves() * LandmarkDistances::of_move(axes);
        assert!(least <= length, "{cell}: {least} units for {edge:?}");
    }
    let edges = graph.edges(junction).iter();
    let told: BTreeSet<_> = edges
        .map(|edge| {
            (
                edge.bit(),
                graph.cell(edge.target()).to_array(),
                edge.moves(),
            )
        })
        .collect();
    assert_eq!(told, expected, "{cell}");
    assert_eq!(told.len(), graph.edges(junction).len());
    told.len()
}

#[test]
fn dead_ends_and_corridors_are_what_they_are_defined_as() {
    let (mut listed, mut joined, mut filled) = (0, 0, 0);
    for seed in seeds(0, 600) {
        let world = tunnels(seed);
        let Some(corridors) = world.corridors() else {
            continue;
        };
        let core = two_core(&world);
        for cell in world.bounds().cells() {
            let place = cell.to_array();
            let in_core = corridors.core().is_traversable(cell);
            assert_eq!(in_core, core.contains(&place), "seed {seed}, {cell}");
            if world.is_traversable(cell) {
                check_way_out(&world, corridors, &core, cell);
            } else {
                assert_eq!(corridors.way_out(cell), None, "seed {seed}, {cell}");
            }
            filled += u32::from(world.is_traversable(cell) && !in_core);

            if let Some(graph) = corridors.graph() {
                joined += check_edges(graph, &core, cell);
            } else {
                listed += check_junction(corridors, &core, cell);
            }
        }
    }
    println!("{listed} corridors, {joined} edges, {filled} cells filled");
    assert!(
        listed > 400 && joined > 2_000 && filled > 4_000,
        "{listed} corridors, {joined} edges, {filled} cells filled"
    );
}

#[test]
fn the_ends_of_a_corridor_are_found_from_within() {
    let mut asked = 0;
    for seed in seeds(0, 150) {
        let world = tunnels(seed);
        let Some(corridors) = world.corridors() else {
            continue;
        };
        let core = two_core(&world);
        for cell in world.bounds().cells() {
            let inside = is_corridor_cell(&core, cell.to_array());
            let ends = corridors.ends(cell);
            assert_eq!(ends.iter().flatten().count(), if inside { 2 } else { 0 });
            for &end in ends.iter().flatten() {
                let mut at = end.cell;
                let mut met = false;
                corridors.walk(end, |heading| {
                    at += heading.step();
                    met |= at == cell;
                });
                assert!(met, "seed {seed}: {end:?} does not lead to {cell}");
                asked += 1;
            }
        }
    }
    assert!(asked > 1000);
}

#[test]
fn open_worlds_have_no_tables_and_refreshed_ones_forget_them() {
    let builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20))).unwrap();
    let open = Traversability::new(&builder.commit(), UnknownPolicy::Blocked).with_corridors();
    assert!(open.corridors().is_none());

    let bounds = CellBox::from_size(IVec3::new(40, 1, 1));
    let tunnel = OccupancyBuilder::new(bounds).unwrap().commit();
    let world = Traversability::new(&tunnel, UnknownPolicy::Blocked).with_corridors();
    assert!(world.corridors().is_some());
    let mut edit = tunnel.edit();
    edit.set(IVec3::new(7, 0, 0), CellState::Occupied).unwrap();
    assert!(world.refreshed(&edit.commit()).corridors().is_none());
}

/// A pattern as long as a chunk, over and over: chunks are alike with all around them where the pattern begins with
/// them, and no two are where it is moved. What is found is the same.
#[test]
fn corridors_of_chunks_alike_are_those_of_chunks_that_differ() {
    let mut draws = Draws::new(17);
    let tile = CellBox::from_size(IVec3::new(64, 64, 3));
    let mut free = Vec::new();
    // Tunnels in a part of the chunk.
    let mut at = IVec3::ZERO;
    for _ in 0..200 {
        let heading = draws.pick(&Heading::ALL);
        for _ in 0..2 * draws.between(1, 3) {
            free.push(at);
            let next = at + heading.step();
            at = if next.y < 24 && tile.contains(next) {
                next
            } else {
                at
            };
        }
    }
    let [alike, moved] = [IVec3::ZERO, IVec3::new(13, 7, 1)].map(|by| {
        let bounds = CellBox::from_size(IVec3::new(64 * 5, 64 * 3, 3));
        let bounds = CellBox::new(bounds.min + by, bounds.max + by);
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        builder.set_box(bounds, CellState::Occupied).unwrap();
        for y in 0..3 {
            for x in 0..5 {
                for &cell in &free {
                    let cell = cell + IVec3::new(x, y, 0) * 64 + by;
                    builder.set(cell, CellState::Free).unwrap();
                }
            }
        }
        let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        (world.with_corridors(), by)
    });
    let told = |(world, by): &(Traversability, IVec3)| {
        let corridors = world.corridors().unwrap();
        let mut ends = 0;
        let cells = CellBox::from_size(IVec3::new(64 * 5, 64 * 3, 3)).cells();
        let cells: Vec<_> = cells
            .map(|cell| {
                let cell = cell + by;
                let is_dead_end = corridors.way_out(cell).is_some();
                ends += u32::from(is_dead_end);
                (is_dead_end, corridors.onward(cell))
            })
            .collect();
        assert!(ends > 100, "{ends} dead ends");
        cells
    };
    assert_eq!(told(&alike), told(&moved));
}
