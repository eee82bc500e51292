//! Rays, sweeps and lines of sight against their definitions.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, Traversability};
use voxnav_testkit::{Draws, seeds};

use super::oracle::{PARTS, Segment, Shape, first_met, meets, sample_world, with_blocked};

fn assert_ray(world: &Traversability, segment: Segment, context: &str) {
    let [from, to] = segment.ends();
    let expected = first_met(world, segment, Shape::Point);
    let hit = world.cast_ray(from, to).unwrap();
    assert_eq!(
        hit.is_some(),
        expected.is_some(),
        "{context}: {segment:?} {hit:?} {expected:?}"
    );
    if let (Some(hit), Some(((at, _, _, [z, y, x]), normal))) = (hit, expected) {
        assert_eq!(hit.cell, IVec3::new(x, y, z), "{context}: {segment:?}");
        assert_eq!(hit.normal, normal, "{context}: {segment:?}");
        assert!(
            (hit.fraction - at.as_f64()).abs() <= 1e-15,
            "{context}: {segment:?}"
        );
        assert!(
            (hit.distance - at.as_f64() * from.distance(to)).abs() < 1e-9,
            "{context}"
        );
    }
}

fn assert_sweep(world: &Traversability, segment: Segment, context: &str) {
    let [from, to] = segment.ends();
    let expected = first_met(world, segment, Shape::Box);
    let hit = world.sweep(from, to).unwrap();
    assert_eq!(
        hit.is_some(),
        expected.is_some(),
        "{context}: {segment:?} {hit:?} {expected:?}"
    );
    if let (Some(hit), Some(((at, _, _, [z, y, x]), normal))) = (hit, expected) {
        assert_eq!(hit.cell, IVec3::new(x, y, z), "{context}: {segment:?}");
        assert_eq!(hit.normal, normal, "{context}: {segment:?}");
        assert!(
            (hit.fraction - at.as_f64()).abs() <= 1e-15,
            "{context}: {segment:?}"
        );
    }
}

/// Tries a definition on segments in small worlds.
fn check_in_small_worlds(
    seeds: std::ops::Range<u64>,
    check: impl Fn(&Traversability, Segment, &str),
) {
    for seed in seeds {
        let mut draws = Draws::new(seed);
        let world = sample_world(12, &mut draws);
        for _ in 0..12 {
            let segment = Segment::drawn(&world.bounds(), &mut draws);
            check(&world, segment, &format!("seed {seed}"));
        }
    }
}

#[test]
fn rays_are_their_definition_cell_by_cell() {
    check_in_small_worlds(seeds(0, 600), assert_ray);
}

#[test]
fn sweeps_are_their_definition_cell_by_cell() {
    check_in_small_worlds(seeds(10_000, 600), assert_sweep);
}

/// Long lines, for which open blocks and chunks are skipped.
#[test]
fn long_lines_are_their_definition_cell_by_cell() {
    for seed in seeds(20_000, 20) {
        let mut draws = Draws::new(seed);
        let min = draws.vector(IVec3::splat(-80), IVec3::ZERO);
        let size = draws.vector(IVec3::splat(60), IVec3::splat(150));
        let bounds = CellBox::new(min, min + size);
        let blocked = draws.between(0, 300);
        let world = with_blocked(bounds, blocked, &mut draws);
        let blocked: Vec<IVec3> = CellBox::new(min - 5, bounds.max + 5)
            .cells()
            .filter(|&cell| !world.is_traversable(cell))
            .collect();
        for _ in 0..20 {
            let segment = Segment::drawn(&bounds, &mut draws);
            let [from, to] = segment.ends();
            for shape in [Shape::Point, Shape::Box] {
                let reach = segment.cells();
                let first = blocked
                    .iter()
                    .filter(|&&cell| reach.contains(cell))
                    .filter_map(|&cell| meets(segment, cell, shape))
                    .map(|(at, _)| at)
                    .min();
                let at = match shape {
                    Shape::Point => world.cast_ray(from, to).unwrap().map(|hit| hit.fraction),
                    Shape::Box => world.sweep(from, to).unwrap().map(|hit| hit.fraction),
                };
                assert_eq!(
                    at.is_some(),
                    first.is_some(),
                    "seed {seed}: {segment:?} {shape:?}"
                );
                if let (Some(at), Some(first)) = (at, first) {
                    let difference = (at - first.as_f64()).abs();
                    assert!(difference < 1e-15, "seed {seed}: {segment:?} {shape:?}");
                }
            }
        }
    }
}

#[test]
fn lines_of_sight_are_sweeps_between_centers_and_the_same_both_ways() {
    for seed in seeds(30_000, 600) {
        let mut draws = Draws::new(seed);
        let world = sample_world(14, &mut draws);
        for _ in 0..15 {
            let [from, to] = [0, 1].map(|_| draws.cell(&world.bounds()));
            let segment = Segment {
                from: from
                    .to_array()
                    .map(|coordinate| i64::from(coordinate) * PARTS),
                to: to
                    .to_array()
                    .map(|coordinate| i64::from(coordinate) * PARTS),
            };
            let expected = first_met(&world, segment, Shape::Box).is_none();
            let sees = world.has_line_of_sight(from, to);
            assert_eq!(sees, expected, "seed {seed}: {from} {to}");
            assert_eq!(
                sees,
                world.has_line_of_sight(to, from),
                "seed {seed}: {from} {to}"
            );
            if sees {
                assert_eq!(world.component(from), world.component(to), "seed {seed}");
            }
        }
    }
}
