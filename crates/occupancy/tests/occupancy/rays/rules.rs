//! The strict corner rule, agents of many cells, the largest worlds, and what is refused.

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{
    CellBox, CellState, Footprint, MAX_COORDINATE, OccupancyBuilder, RayError, Traversability,
    UnknownPolicy,
};
use voxnav_testkit::{Draws, cases};

use super::oracle::with_blocked;

#[test]
fn between_neighboring_cells_a_sweep_is_the_strict_corner_rule() {
    let bounds = CellBox::new(IVec3::splat(60), IVec3::splat(70));
    let mut draws = Draws::new(60_000);
    let world = with_blocked(bounds, 150, &mut draws);
    for cell in bounds.cells() {
        for offset in CellBox::new(IVec3::NEG_ONE, IVec3::splat(2)).cells() {
            let to = cell + offset;
            let spanned = CellBox::new(cell.min(to), cell.max(to) + 1);
            let allowed = spanned.cells().all(|cell| world.is_traversable(cell));
            assert_eq!(
                world.has_line_of_sight(cell, to),
                allowed,
                "{cell} {offset}"
            );
        }
    }
}

#[test]
fn the_far_corners_of_the_largest_world_see_each_other() {
    let edge = MAX_COORDINATE;
    let bounds = CellBox::new(IVec3::new(-edge, -edge, 0), IVec3::new(edge, edge, 3));
    let wall = IVec3::new(edge / 2, edge / 4 - 1, 1);
    let empty = OccupancyBuilder::new(bounds).unwrap();
    let mut with_wall = empty.clone();
    with_wall.set(wall, CellState::Occupied).unwrap();
    let [empty, with_wall] = [empty, with_wall]
        .map(|world| Traversability::new(&world.commit(), UnknownPolicy::Blocked));
    // Close enough not to cross millions of chunks, far enough for every product to be large.
    let from = wall - IVec3::new(1 << 20, 1 << 19, 0);
    let to = wall + IVec3::new(1 << 20, 1 << 19, 0);
    assert!(empty.has_line_of_sight(from, to));
    assert!(!with_wall.has_line_of_sight(from, to));
    let (a, b) = (from.as_dvec3(), to.as_dvec3());
    let hit = with_wall.cast_ray(a, b).unwrap().unwrap();
    assert_eq!((hit.cell, hit.normal), (wall, IVec3::NEG_X));
    let hit = with_wall.sweep(a, b).unwrap().unwrap();
    assert_eq!(hit.normal.length_squared(), 1);
    // Beside the line by half a cell less than what would touch.
    let lift = DVec3::Y * (1.0 + 1.0 / f64::from(1 << 20));
    assert!(
        with_wall
            .sweep(a + lift * 1.6, b + lift * 1.6)
            .unwrap()
            .is_none()
    );
    let corner = DVec3::splat(f64::from(edge));
    assert!(empty.cast_ray(corner, -corner).unwrap().is_some());
    assert!(empty.sweep(corner, -corner).unwrap().is_some());
    assert!(!empty.has_line_of_sight(IVec3::MIN, IVec3::MAX));
}

#[test]
fn ends_that_are_no_positions_are_refused() {
    let builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(4))).unwrap();
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let position = DVec3::new(1.0, bad, 2.0);
        for answer in [
            world.cast_ray(position, DVec3::ONE),
            world.cast_ray(DVec3::ONE, position),
        ] {
            assert!(matches!(answer, Err(RayError::NotFinite { .. })), "{bad}");
        }
        assert!(matches!(
            world.sweep(position, position),
            Err(RayError::NotFinite { .. })
        ));
    }
    for far in [f64::from(MAX_COORDINATE) + 0.5, -1e300] {
        let position = DVec3::Z * far;
        let refused = Err(RayError::OutOfRange { position });
        assert_eq!(world.cast_ray(DVec3::ONE, position), refused);
        assert_eq!(
            world.sweep(position, DVec3::ONE).map(drop),
            refused.map(drop)
        );
    }
}

#[test]
fn a_snapshot_of_a_large_agent_sweeps_the_agent_s_box() {
    for mut draws in cases(70_000, 60) {
        let bounds = CellBox::new(IVec3::splat(56), IVec3::splat(74));
        let occupancy = with_blocked(bounds, 12, &mut draws).occupancy().clone();
        let cells = CellBox::new(IVec3::new(-1, 0, -2), IVec3::new(2, 3, 1));
        let agent = Footprint::new(cells).unwrap();
        let world = Traversability::for_agent(&occupancy, agent, UnknownPolicy::Blocked);
        for _ in 0..40 {
            let [from, to] = [0, 1].map(|_| draws.cell(&bounds));
            let fits = 256;
            // The box moves: at every sampled moment each cell that it overlaps must be free.
            let overlaps = (0..=fits).any(|step| {
                let at = from
                    .as_dvec3()
                    .lerp(to.as_dvec3(), f64::from(step) / f64::from(fits));
                let low = (at + cells.min.as_dvec3() + 1e-9).floor().as_ivec3();
                let high = (at + cells.max.as_dvec3() - 1e-9).ceil().as_ivec3();
                CellBox::new(low, high)
                    .cells()
                    .any(|cell| occupancy.state(cell) != CellState::Free)
            });
            if overlaps {
                assert!(!world.has_line_of_sight(from, to), "{from} {to}");
            }
        }
    }
}
