//! Search memory follows what a search expands, whatever the world: shells around a ball, lines through
//! open space, noise, corridors, pits and plains. Bytes are counted, of a workspace that was new.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Occupancy, OccupancyBuilder};
use voxnav_occupancy::{Traversability, UnknownPolicy};
use voxnav_search::{Algorithm, Limits, Outcome, Query, Statistics, Terrain, Workspace};
use voxnav_worlds::{GeneratedWorld, random_free_cells};

/// Bytes of records, pages, tables and queues for each cell expanded, at most.
const MOST_BYTES: u64 = 200;

/// Searches with fewer expansions live on what every workspace has at least.
const FEW: u64 = 4000;

/// What moving into a cell costs.
type Weight = fn(IVec3) -> u16;

const ALGORITHMS: [Algorithm; 4] = [
    Algorithm::Auto,
    Algorithm::Jump,
    Algorithm::Canonical,
    Algorithm::AStar,
];

/// A ball in the bounds that lie so many cells around it.
fn ball(radius: i32, margin: i32) -> Occupancy {
    let reach = radius + margin;
    let bounds = CellBox::new(IVec3::splat(-reach), IVec3::splat(reach + 1));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for z in -radius..=radius {
        for y in -radius..=radius {
            let left = radius * radius - y * y - z * z;
            let x = (0..=radius).rev().find(|x| x * x <= left);
            if let Some(x) = x.filter(|_| left >= 0) {
                let row = CellBox::new(IVec3::new(-x, y, z), IVec3::new(x + 1, y + 1, z + 1));
                builder.set_box(row, CellState::Occupied).unwrap();
            }
        }
    }
    builder.commit()
}

/// Open space between plates with a hole in a corner, now in one, now in another: a search reaches lines
/// and sheets.
fn plates(edge: i32, step: i32) -> Occupancy {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(edge))).unwrap();
    for (x, turn) in (step..edge).step_by(step.unsigned_abs() as usize).zip(0..) {
        let plate = CellBox::new(IVec3::new(x, 0, 0), IVec3::new(x + 1, edge, edge));
        let corner = IVec3::new(x, turn % 2 * (edge - 3), turn / 2 % 2 * (edge - 3));
        let hole = CellBox::new(corner, corner + IVec3::new(1, 3, 3));
        builder.set_box(plate, CellState::Occupied).unwrap();
        builder.set_box(hole, CellState::Free).unwrap();
    }
    builder.commit()
}

fn generated(name: &str) -> Occupancy {
    let world: GeneratedWorld = name.parse().unwrap();
    world.world().unwrap()
}

/// Worlds with the ends of what is asked.
fn worlds() -> Vec<(String, Occupancy, Vec<[IVec3; 2]>)> {
    let mut worlds = Vec::new();
    let around = [
        [IVec3::new(-70, 0, 0), IVec3::new(70, 0, 0)],
        [IVec3::new(-80, -70, -75), IVec3::new(78, 80, 68)],
        [IVec3::new(-70, 3, -7), IVec3::new(65, 30, 11)],
    ];
    worlds.push(("ball".to_owned(), ball(64, 16), around.to_vec()));
    for (edge, step) in [(80, 10), (96, 24)] {
        let world = plates(edge, step);
        let cells = random_free_cells(&world, 5, 4);
        let pairs = cells.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
        worlds.push((format!("plates {edge} {step}"), world, pairs.collect()));
    }
    for name in [
        "generated:caves:80,80,80:1",
        "generated:rooms:64,64,64:2",
        "generated:random:20:64,64,64:3",
        "generated:random:40:64,64,64:4",
        "generated:maze:65,65,65:5",
        "generated:towers:160,160,64:6",
    ] {
        let world = generated(name);
        let cells = random_free_cells(&world, 7, 4);
        let pairs = cells.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
        worlds.push((name.to_owned(), world, pairs.collect()));
    }
    worlds
}

#[test]
fn an_expanded_cell_takes_few_bytes_in_every_world() {
    for (name, occupancy, pairs) in worlds() {
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        for algorithm in ALGORITHMS {
            let mut worst = (0, 0);
            let mut searches = 0;
            for &[start, goal] in &pairs {
                let mut workspace = Workspace::new();
                let query = Query::new(start, goal).algorithm(algorithm);
                let solution = query.solve(&world, &mut workspace);
                let expanded = solution.statistics.expanded;
                if expanded >= FEW {
                    let bytes = workspace.memory_bytes() as u64;
                    worst = worst.max((bytes / expanded, expanded));
                    searches += 1;
                }
            }
            let (bytes, expanded) = worst;
            println!("{name}, {algorithm:?}: {searches} searches, {bytes} bytes at {expanded}");
            assert!(bytes < MOST_BYTES, "{name}, {algorithm:?}: {worst:?}");
        }
    }
}

#[test]
fn what_counts_for_the_limit_is_what_is_held() {
    let caves = generated("generated:caves:80,80,80:1");
    let cells = random_free_cells(&caves, 7, 8);
    hold_limits(&caves, cells.chunks_exact(2));
    // In bounds that have no directory of pages.
    let across = [IVec3::new(-70, 0, 0), IVec3::new(70, 0, 0)];
    hold_limits(&ball(64, 1 << 24), [&across[..]; 4].into_iter());
}

/// Checks that searches between some ends hold what their limit of memory allows.
fn hold_limits<'c>(occupancy: &Occupancy, ends: impl Iterator<Item = &'c [IVec3]>) {
    let world = Traversability::new(occupancy, UnknownPolicy::Blocked);
    let mut cut = 0;
    for (algorithm, ends) in ALGORITHMS.into_iter().zip(ends) {
        for most in [1 << 14, 1 << 16, 1 << 18, 1 << 20] {
            let mut workspace = Workspace::new();
            let query = Query::new(ends[0], ends[1])
                .algorithm(algorithm)
                .limits(Limits::none().memory(most));
            let solution = query.solve(&world, &mut workspace);
            cut += u32::from(matches!(solution.outcome, Outcome::LimitReached { .. }));
            // Vectors may have grown to twice what they hold; queues may be ahead by a slice, and
            // tables for short searches, windows of buckets and the directory of pages are left out.
            let held = workspace.memory_bytes() as u64;
            assert!(
                held > 0 && held <= 2 * most + (400 << 10),
                "{algorithm:?}: {held} for {most}"
            );
        }
    }
    assert!(cut > 5, "{cut} searches were cut short");
}

#[test]
fn terrain_of_any_weights_costs_no_more_work_than_without_pruning() {
    let flat = CellBox::from_size(IVec3::new(48, 48, 1));
    let deep = CellBox::from_size(IVec3::splat(16));
    let weights: [(&str, Weight); 6] = [
        ("even", |_| 65_535),
        ("checkered", |cell| {
            if cell.element_sum() & 1 == 0 {
                1
            } else {
                65_535
            }
        }),
        ("striped", |cell| if cell.x & 1 == 0 { 3 } else { 65_535 }),
        ("twos", |cell| if cell.x & 1 == 0 { 1 } else { 2 }),
        ("blocks", |cell| {
            if ((cell.x >> 3) + (cell.y >> 3) + (cell.z >> 3)) & 1 == 0 {
                7
            } else {
                2000
            }
        }),
        ("ramp", |cell| 1 << (cell.x & 15)),
    ];
    for bounds in [flat, deep] {
        let occupancy = OccupancyBuilder::new(bounds).unwrap().commit();
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        for (name, weight) in weights {
            let terrain = Terrain::from_fn(bounds, weight).unwrap();
            let query = Query::new(bounds.min, bounds.max - 1).terrain(&terrain);
            let effort = |algorithm| {
                let mut workspace = Workspace::new();
                let query = query.algorithm(algorithm);
                let solution = query.solve(&world, &mut workspace);
                let cost = solution.outcome.path().unwrap().cost();
                (cost, solution.statistics)
            };
            let (cost, pruned) = effort(Algorithm::Auto);
            let (least, plain) = effort(Algorithm::AStar);
            println!(
                "{name}: {} and {} expanded",
                pruned.expanded, plain.expanded
            );
            assert_eq!(cost, least, "{name}");
            // On even ground a cell may be expanded for several arrivals, for a few moves each.
            let work = |effort: &Statistics| effort.expanded + effort.generated;
            let is_small =
                work(&pruned) <= work(&plain) * 5 / 4 && pruned.expanded <= plain.expanded * 2;
            assert!(is_small, "{name}: {pruned:?} for {plain:?}");
        }
    }
}
