//! Positions and cells, and what is refused.

use proptest::prelude::*;
use voxnav_occupancy::glam::{DVec3, IVec3, Vec3};
use voxnav_occupancy::{Agent, Footprint, Lattice, LatticeError, MAX_COORDINATE, Skin};

use super::{cell, config, coordinate};

fn size() -> impl Strategy<Value = f64> {
    prop_oneof![0.1..5.0, Just(0.1), Just(0.3), Just(1.0)]
}

/// A lattice with its origin near, far, or as far as allowed.
fn lattice() -> impl Strategy<Value = Lattice> {
    let reach = prop_oneof![Just(0.0), Just(10.0), Just(1e9), Just(2_f64.powi(50))];
    let direction = [-1.0..1.0, -1.0..1.0, -1.0..1.0_f64].prop_map(DVec3::from_array);
    (sides(), reach, direction).prop_map(|(sides, reach, direction)| {
        Lattice::with_sizes(direction * (reach * sides), sides).unwrap()
    })
}

/// The sides of a cell, not always of a cube.
fn sides() -> impl Strategy<Value = DVec3> {
    let any = [0.1..5.0, 0.1..5.0, 0.1..5.0_f64].prop_map(DVec3::from_array);
    prop_oneof![size().prop_map(DVec3::splat), any]
}

fn is_out_of_range(result: Result<IVec3, LatticeError>) -> bool {
    matches!(result, Err(LatticeError::OutOfRange { .. }))
}

/// Compares `cell_at` with integers: `i = floor((2 offset + size) / (2 size))`.
fn assert_snaps_exactly(lattice: &Lattice, position: f64) -> Result<(), TestCaseError> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a multiple of 2^-60 below 2^60"
    )]
    let exact = |x: f64| (x * 2_f64.powi(60)) as i128;
    let (offset, size) = (
        exact(position - lattice.origin().x),
        exact(lattice.sizes().x),
    );
    let expected = (2 * offset + size).div_euclid(2 * size);
    let found = lattice.cell_at(DVec3::splat(position));
    assert_has_coordinates_with_its_cell(lattice, DVec3::splat(position))?;
    let limit = i128::from(MAX_COORDINATE);
    if (-limit..limit).contains(&expected) {
        prop_assert_eq!(found.map(|cell| i128::from(cell.x)), Ok(expected));
    } else {
        prop_assert!(is_out_of_range(found));
    }
    Ok(())
}

/// A position has coordinates where it has a cell, within half of one of that but for rounding.
fn assert_has_coordinates_with_its_cell(
    lattice: &Lattice,
    position: DVec3,
) -> Result<(), TestCaseError> {
    let coordinates = lattice.coordinates_of(position);
    let cell = lattice.cell_at(position);
    prop_assert_eq!(coordinates.is_err(), cell.is_err());
    if let (Ok(coordinates), Ok(cell)) = (coordinates, cell) {
        let off = (coordinates - cell.as_dvec3()).abs().max_element();
        prop_assert!(off <= 0.5 + 2_f64.powi(-22), "{} of {}", coordinates, cell);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn centers_snap_back(lattice in lattice(), cell in cell()) {
        let center = lattice.center(cell);
        prop_assert_eq!(lattice.cell_at(center), Ok(cell));
        prop_assert_eq!(lattice.coordinates_of(center), Ok(cell.as_dvec3()));
    }

    #[test]
    fn single_precision_centers_snap_back_near_world_zero(
        size in size(),
        x in -(1 << 21)..1 << 21,
        shift in -1e6..1e6_f64,
    ) {
        let lattice = Lattice::new(DVec3::new(0.0, 0.0, shift * size), size).unwrap();
        let cell = IVec3::new(x, -x, x / 3);
        let center = lattice.center_f32(cell);
        prop_assert_eq!(lattice.cell_at_f32(center), Ok(cell));
        prop_assert_eq!(lattice.cell_at(center.as_dvec3()), Ok(cell));
    }

    /// Just below, at, and above the boundary between two cells, which `f64` mostly cannot hold.
    #[test]
    fn a_cell_begins_half_a_size_below_its_center(
        size in size(),
        upper in coordinate(),
        steps in -2..=2_i32,
    ) {
        let lattice = Lattice::new(DVec3::ZERO, size).unwrap();
        let boundary = (f64::from(upper) - 0.5) * size;
        let step = if steps < 0 { f64::next_down } else { f64::next_up };
        let position = (0..steps.abs()).fold(boundary, |position, _| step(position));
        assert_snaps_exactly(&lattice, position)?;
    }

    /// Multiples of 2^-20, so that the difference to the origin is exact.
    #[test]
    fn a_cell_owns_what_exact_integers_say(
        position in -(1_i64 << 50)..1 << 50,
        origin in -(1_i64 << 50)..1 << 50,
        size in 1 << 17..5_i64 << 20,
    ) {
        #[expect(clippy::cast_precision_loss, reason = "less than 2^53")]
        let scaled = |integer: i64| integer as f64 / f64::from(1 << 20);
        let lattice = Lattice::new(DVec3::splat(scaled(origin)), scaled(size)).unwrap();
        assert_snaps_exactly(&lattice, scaled(position))?;
    }

    #[test]
    fn positions_past_the_last_cells_are_refused(
        lattice in lattice(),
        axis in 0..3_usize,
        beyond in 1.0..1e30_f64,
    ) {
        let limit = f64::from(MAX_COORDINATE);
        for cells in [-limit - beyond, limit + beyond] {
            let mut position = lattice.origin();
            position[axis] += cells * lattice.sizes()[axis];
            prop_assert!(is_out_of_range(lattice.cell_at(position)));
        }
    }

    #[test]
    fn positions_that_are_not_finite_are_refused(lattice in lattice(), axis in 0..3_usize) {
        for coordinate in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut position = Vec3::ZERO;
            position[axis] = coordinate;
            let not_finite = |result| matches!(result, Err(LatticeError::NotFinite { .. }));
            prop_assert!(not_finite(lattice.cell_at_f32(position)));
            prop_assert!(not_finite(lattice.cell_at(position.as_dvec3())));
        }
    }

    #[test]
    fn no_float_makes_a_lattice_panic(size: f64, origin: [f64; 3], position: [f64; 3], sides in sides()) {
        let cubic = Lattice::new(DVec3::from_array(origin), size);
        let other = Lattice::with_sizes(DVec3::from_array(origin), sides * size);
        for lattice in [cubic, other].into_iter().flatten() {
            prop_assert_eq!(lattice.cell_at(lattice.center(IVec3::ONE)), Ok(IVec3::ONE));
            assert_has_coordinates_with_its_cell(&lattice, DVec3::from_array(position))?;
        }
    }
}

#[test]
fn enormous_numbers_are_short_in_messages() {
    let position = DVec3::new(1e300, 0.0, -1.0);
    let refused = Lattice::default()
        .cell_at(position)
        .unwrap_err()
        .to_string();
    assert!(
        refused.starts_with("position [1e300, 0, -1] is outside"),
        "{refused}"
    );
    let refused = Lattice::new(DVec3::ZERO, -1e200).unwrap_err().to_string();
    assert!(refused.starts_with("lattice size -1e200 "), "{refused}");
    let agent = Agent::new(Vec3::new(f32::INFINITY, 1e30, 0.5));
    let refused = Footprint::of(&agent, &Lattice::default(), Skin::default());
    let refused = refused.unwrap_err().to_string();
    assert_eq!(
        refused,
        "half extents [inf, 1e30, 0.5] must be finite and not negative"
    );
}
