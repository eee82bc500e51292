//! What must not depend on direction or orientation.

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};

use crate::oracle::{Draws, PARTS, Segment, Shape, meets};

#[test]
fn whether_anything_is_hit_does_not_depend_on_the_direction() {
    for seed in 40_000..40_500 {
        let mut draws = Draws::new(seed);
        let world = draws.world(14);
        for _ in 0..15 {
            let segment = draws.segment(&world.bounds());
            let hits = [segment, segment.reversed()].map(|segment| {
                let [from, to] = segment.ends();
                let ray = world.cast_ray(from, to).unwrap().is_some();
                (ray, world.sweep(from, to).unwrap().is_some())
            });
            assert_eq!(hits[0], hits[1], "seed {seed}: {segment:?}");
        }
    }
}

/// One of the 48 ways to map the cube onto itself.
#[derive(Clone, Copy)]
struct Symmetry {
    axes: [usize; 3],
    signs: [i32; 3],
}

impl Symmetry {
    fn all() -> impl Iterator<Item = Self> {
        let orders = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        orders.into_iter().flat_map(|axes| {
            (0..8).map(move |bits| Self {
                axes,
                signs: [0, 1, 2].map(|axis| if bits >> axis & 1 == 0 { 1 } else { -1 }),
            })
        })
    }

    fn cell(self, cell: IVec3) -> IVec3 {
        IVec3::from_array([0, 1, 2].map(|axis| cell[self.axes[axis]] * self.signs[axis]))
    }

    fn position(self, position: DVec3) -> DVec3 {
        DVec3::from_array(
            [0, 1, 2].map(|axis| position[self.axes[axis]] * f64::from(self.signs[axis])),
        )
    }

    fn world(self, blocked: &[IVec3], bounds: CellBox) -> Traversability {
        let corners = [bounds.min, bounds.max - 1].map(|corner| self.cell(corner));
        let mapped = CellBox::new(corners[0].min(corners[1]), corners[0].max(corners[1]) + 1);
        let mut builder = OccupancyBuilder::new(mapped).unwrap();
        for &cell in blocked {
            builder.set(self.cell(cell), CellState::Occupied).unwrap();
        }
        Traversability::new(&builder.commit(), UnknownPolicy::Blocked)
    }
}

#[test]
fn sweeps_are_the_same_under_the_symmetries_of_the_cube() {
    for seed in 50_000..50_020 {
        let mut draws = Draws::new(seed);
        let bounds = CellBox::new(IVec3::new(-5, 58, -70), IVec3::new(9, 70, -60));
        let blocked: Vec<IVec3> = (0..60).map(|_| draws.cell(&bounds)).collect();
        let segments: Vec<Segment> = (0..60).map(|_| draws.segment(&bounds)).collect();
        let straight = Symmetry {
            axes: [0, 1, 2],
            signs: [1; 3],
        };
        let world = straight.world(&blocked, bounds);
        for symmetry in Symmetry::all() {
            let mapped = symmetry.world(&blocked, bounds);
            for segment in &segments {
                let ends = segment.ends();
                let [from, to] = ends.map(|end| symmetry.position(end));
                let hit = world.sweep(ends[0], ends[1]).unwrap();
                let mapped_hit = mapped.sweep(from, to).unwrap();
                assert_eq!(
                    hit.map(|hit| hit.fraction),
                    mapped_hit.map(|hit| hit.fraction)
                );
                let [a, b] = [0, 1].map(|end| {
                    let parts = [segment.from, segment.to][end];
                    IVec3::from_array(parts.map(|part| i32::try_from(part / PARTS).unwrap()))
                });
                assert_eq!(
                    world.has_line_of_sight(a, b),
                    mapped.has_line_of_sight(symmetry.cell(a), symmetry.cell(b)),
                    "seed {seed}: {a} {b}"
                );
                // A point on a plane belongs to the cell above, so mirroring moves it.
                if symmetry.signs == [1; 3] {
                    let hit = world.cast_ray(ends[0], ends[1]).unwrap();
                    let mapped_hit = mapped.cast_ray(from, to).unwrap();
                    assert_eq!(
                        hit.map(|hit| (symmetry.cell(hit.cell), hit.fraction)),
                        mapped_hit.map(|hit| (hit.cell, hit.fraction)),
                        "seed {seed}: {segment:?}"
                    );
                }
            }
        }
    }
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
