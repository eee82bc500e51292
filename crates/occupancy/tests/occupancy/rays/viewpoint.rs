//! Eyes against single rays, in worlds of walls and pillars across borders of chunks.

use std::collections::BTreeSet;

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{
    CellBox, CellState, MAX_COORDINATE, OccupancyBuilder, RayError, Traversability, UnknownPolicy,
    Viewpoint,
};
use voxnav_testkit::{Draws, cases};

/// Draws a world of solid boxes and single cells; its corner is anywhere, the ends of the coordinates included.
fn drawn(draws: &mut Draws) -> Traversability {
    let size = draws.vector(IVec3::splat(4), IVec3::splat(26));
    let far = draws.pick(&[0, 0, 64, 4096, MAX_COORDINATE - 40]);
    let min = draws.vector(IVec3::splat(-1), IVec3::ONE) * far - draws.vector(IVec3::ZERO, size);
    let bounds = CellBox::new(min, min + size);
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for _ in 0..draws.below(12) {
        let low = draws.cell(&bounds);
        let solid = CellBox::new(low, low + draws.vector(IVec3::ONE, IVec3::splat(9)));
        let state = draws.pick(&[CellState::Occupied, CellState::Occupied, CellState::Free]);
        builder.set_box(solid.intersection(&bounds), state).unwrap();
    }
    for _ in 0..draws.below(20) {
        builder
            .set(draws.cell(&bounds), CellState::Occupied)
            .unwrap();
    }
    Traversability::new(&builder.commit(), UnknownPolicy::Blocked)
}

/// Draws a position in or near a box: anywhere, on centers and corners, and a little off these.
fn position(draws: &mut Draws, cells: &CellBox) -> DVec3 {
    let cell = draws
        .cell(&CellBox::new(cells.min - 1, cells.max + 1))
        .as_dvec3();
    let off = draws.pick(&[0.0, 0.5, -0.5, 0.25, 1e-9, 0.5 - 1e-9, 1.0 / 4096.0]);
    match draws.below(3) {
        0 => cell,
        1 => cell + off,
        _ => cell + draws.point(-0.5, 0.5),
    }
}

#[test]
fn what_an_eye_sees_is_what_single_rays_reach() {
    let (mut counts, mut spared) = ([0, 0], 0);
    for mut draws in cases(0, 250) {
        let world = drawn(&mut draws);
        let eye = position(&mut draws, &world.bounds());
        let mut view = Viewpoint::new(&world, eye).unwrap();
        let asked = 150;
        for _ in 0..asked {
            let place = position(&mut draws, &world.bounds());
            let is_seen = world.cast_ray(eye, place).unwrap().is_none();
            assert_eq!(view.sees(place), Ok(is_seen), "{place} from {eye}");
            counts[usize::from(is_seen)] += 1;
        }
        spared += asked - view.rays();
    }
    assert!(counts.iter().all(|count| *count > 2000), "{counts:?}");
    assert!(spared > 5000, "{spared}");
}

#[test]
fn a_sweep_has_the_cells_that_single_rays_reach() {
    let mut found = 0;
    for mut draws in cases(1000, 120) {
        let world = drawn(&mut draws);
        let (eye, bounds) = (position(&mut draws, &world.bounds()), world.bounds());
        let low = draws.cell(&bounds) - 2;
        let cells = CellBox::new(low, low + draws.vector(IVec3::ONE, IVec3::splat(24)));
        let mut seen = BTreeSet::new();
        Viewpoint::new(&world, eye)
            .unwrap()
            .sweep(&cells, |first, word| {
                for x in (0..64).filter(|x| word >> x & 1 == 1) {
                    assert!(
                        seen.insert((first + IVec3::X * x).to_array()),
                        "each comes once"
                    );
                }
            });
        let is_seen = |cell: &IVec3| world.cast_ray(eye, cell.as_dvec3()).unwrap().is_none();
        let inside = cells.intersection(&bounds).cells();
        let single: BTreeSet<_> = inside.filter(is_seen).map(|cell| cell.to_array()).collect();
        assert_eq!(seen, single, "from {eye}");
        found += seen.len();
    }
    assert!(found > 5000, "{found}");
}

#[test]
fn positions_that_are_no_places_are_refused() {
    let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(4))).unwrap();
    let world = Traversability::new(&world.commit(), UnknownPolicy::Blocked);
    let position = DVec3::new(f64::NAN, 0.0, 0.0);
    let refused = Viewpoint::new(&world, position);
    assert!(matches!(refused, Err(RayError::NotFinite { .. })));
    let mut eye = Viewpoint::new(&world, DVec3::ZERO).unwrap();
    assert!(matches!(
        eye.sees(DVec3::splat(1e300)),
        Err(RayError::OutOfRange { .. })
    ));
}
