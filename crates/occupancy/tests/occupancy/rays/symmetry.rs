//! What must not depend on direction or orientation.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_testkit::grid::{Cell, Grid};
use voxnav_testkit::{Draws, Symmetry, seeds};

use super::oracle::{PARTS, Segment, Shape, meets, sample_world};

#[test]
fn whether_anything_is_hit_does_not_depend_on_the_direction() {
    for seed in seeds(40_000, 250) {
        let mut draws = Draws::new(seed);
        let world = sample_world(14, &mut draws);
        for _ in 0..15 {
            let segment = Segment::drawn(&world.bounds(), &mut draws);
            let hits = [segment, segment.reversed()].map(|segment| {
                let [from, to] = segment.ends();
                let ray = world.cast_ray(from, to).unwrap().is_some();
                (ray, world.sweep(from, to).unwrap().is_some())
            });
            assert_eq!(hits[0], hits[1], "seed {seed}: {segment:?}");
        }
    }
}

#[test]
fn sweeps_are_the_same_under_the_symmetries_of_the_cube() {
    for seed in seeds(50_000, 8) {
        let mut draws = Draws::new(seed);
        let mut grid = Grid::open([-5, 58, -70], [14, 12, 10]);
        let bounds = CellBox::new(grid.min().into(), grid.max().into());
        for _ in 0..60 {
            grid.set(draws.cell(&bounds).to_array(), None);
        }
        let segments: Vec<Segment> = (0..60)
            .map(|_| Segment::drawn(&bounds, &mut draws))
            .collect();
        let world = world_of(&grid);
        for symmetry in Symmetry::all() {
            let mapped = world_of(&symmetry.grid(&grid));
            for segment in &segments {
                let ends = segment.ends();
                let [from, to] = ends.map(|end| symmetry.position(end));
                let hit = world.sweep(ends[0], ends[1]).unwrap();
                let mapped_hit = mapped.sweep(from, to).unwrap();
                assert_eq!(
                    hit.map(|hit| hit.fraction),
                    mapped_hit.map(|hit| hit.fraction)
                );
                let cell = |parts: [i64; 3]| parts.map(|part| i32::try_from(part / PARTS).unwrap());
                let [a, b] = [segment.from, segment.to].map(cell);
                let sees = |world: &Traversability, ends: [Cell; 2]| {
                    let [a, b] = ends.map(IVec3::from);
                    world.has_line_of_sight(a, b)
                };
                assert_eq!(
                    sees(&world, [a, b]),
                    sees(&mapped, [a, b].map(|cell| symmetry.cell(cell))),
                    "seed {seed}: {a:?} {b:?}"
                );
                // A point on a plane belongs to the cell above, so mirroring moves it.
                if symmetry.mirrors_nothing() {
                    let hit = world.cast_ray(ends[0], ends[1]).unwrap();
                    let mapped_hit = mapped.cast_ray(from, to).unwrap();
                    assert_eq!(
                        hit.map(|hit| (symmetry.cell(hit.cell.to_array()), hit.fraction)),
                        mapped_hit.map(|hit| (hit.cell.to_array(), hit.fraction)),
                        "seed {seed}: {segment:?}"
                    );
                }
            }
        }
    }
}

fn world_of(grid: &Grid) -> Traversability {
    let bounds = CellBox::new(grid.min().into(), grid.max().into());
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for cell in grid.cells().filter(|&cell| !grid.is_open(cell)) {
        builder.set(cell.into(), CellState::Occupied).unwrap();
    }
    Traversability::new(&builder.commit(), UnknownPolicy::Blocked)
}

/// Every ray with ends at centers of cells, faces, edges and corners, where ties are the rule: it
/// meets the cells that own one of its points, whichever end it comes from.
#[test]
fn rays_with_ties_meet_the_same_cells_in_both_directions() {
    let bounds = CellBox::from_size(IVec3::splat(4));
    let halves = |from: i64, to: i64| {
        (from..to).flat_map(move |x| {
            (from..to).flat_map(move |y| (from..to).map(move |z| [x, y, z].map(|n| n * PARTS / 2)))
        })
    };
    for cell in bounds.cells() {
        let mut builder =
            OccupancyBuilder::new(CellBox::new(bounds.min - 1, bounds.max + 1)).unwrap();
        builder.set(cell, CellState::Occupied).unwrap();
        let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        for from in halves(2, 4) {
            for to in halves(-1, 8) {
                let segment = Segment { from, to };
                let owned = meets(segment, cell, Shape::Point).is_some();
                for segment in [segment, segment.reversed()] {
                    let [from, to] = segment.ends();
                    let hit = world.cast_ray(from, to).unwrap();
                    assert_eq!(
                        hit.map(|hit| hit.cell),
                        owned.then_some(cell),
                        "{segment:?}"
                    );
                }
            }
        }
    }
}

/// The examples of the documentation.
#[test]
fn a_ray_through_an_edge_meets_the_cell_that_owns_it() {
    let met = |from: [i32; 2], to: [i32; 2]| {
        let bounds = CellBox::new(IVec3::splat(-1), IVec3::new(3, 3, 2));
        let [from, to] = [from, to].map(|[x, y]| IVec3::new(x, y, 0).as_dvec3());
        let is_met = |&cell: &IVec3| {
            let mut builder = OccupancyBuilder::new(bounds).unwrap();
            builder.set(cell, CellState::Occupied).unwrap();
            let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
            world.cast_ray(from, to).unwrap().is_some()
        };
        let cells = bounds.cells().filter(is_met);
        cells
            .map(|cell| cell.truncate().to_array())
            .collect::<Vec<_>>()
    };
    assert_eq!(met([0, 0], [1, 1]), [[0, 0], [1, 1]]);
    assert_eq!(met([0, 1], [1, 0]), [[1, 0], [0, 1], [1, 1]]);
}
