//! Fields of distances against a look at every cell.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{
    CellBox, CellState, DistanceField, DistanceFieldError, Lattice, Occupancy, OccupancyBuilder,
    Outside, UnknownPolicy, WorldDistanceField,
};
use voxnav_testkit::Draws;

/// The ways to all blocked cells.
fn ways(world: &Occupancy, cell: IVec3, outside: Outside) -> impl Iterator<Item = IVec3> {
    let reach = match outside {
        Outside::Ignored => world.bounds(),
        Outside::Counted => CellBox::new(world.bounds().min - 1, world.bounds().max + 1),
    };
    let is_blocked = |it: &IVec3| world.state(*it) == CellState::Occupied;
    let blocked: Vec<IVec3> = reach.cells().filter(is_blocked).collect();
    blocked.into_iter().map(move |other| other - cell)
}

/// The squared distance by a look at every cell.
fn expected(world: &Occupancy, cell: IVec3, outside: Outside) -> Option<u32> {
    let squared = ways(world, cell, outside).map(|way| way.length_squared().unsigned_abs());
    squared.min()
}

#[test]
fn distances_are_those_to_the_nearest_of_all_cells() {
    let mut draws = Draws::new(1);
    for _ in 0..150 {
        let longest = draws.magnitude(0.01, 100.0);
        let sizes = draws.sides(longest);
        let lattice = Lattice::with_sizes(DVec3::ZERO, sizes).unwrap();
        let min = draws.vector(IVec3::splat(-70), IVec3::splat(70));
        let bounds = CellBox::new(min, min + draws.vector(IVec3::ONE, IVec3::splat(9)));
        let outside = draws.pick(&[CellState::Free, CellState::Occupied]);
        let mut builder = OccupancyBuilder::new(bounds).unwrap().with_outside(outside);
        for _ in 0..draws.below(6_u32) {
            builder
                .set(draws.cell(&bounds), CellState::Occupied)
                .unwrap();
        }
        let world = builder.commit();
        for outside in [Outside::Ignored, Outside::Counted] {
            let field = DistanceField::new(&world, UnknownPolicy::Blocked, outside).unwrap();
            for cell in bounds.cells() {
                let expected = expected(&world, cell, outside);
                assert_eq!(field.squared_at(cell), expected, "{cell} of {bounds}");
            }
            let in_world =
                WorldDistanceField::new(&world, UnknownPolicy::Blocked, outside, &lattice).unwrap();
            for (cell, &found) in bounds.cells().zip(in_world.distances()) {
                let lengths = ways(&world, cell, outside).map(|way| way.as_dvec3() * sizes);
                let least = lengths.map(DVec3::length).fold(f64::INFINITY, f64::min);
                let is_same = found.to_bits() == least.to_bits();
                let is_near = is_same || (found - least).abs() <= 1e-14 * least;
                assert!(
                    is_near,
                    "{found}, not {least} at {cell} of {bounds}, {sizes}"
                );
                assert_eq!(in_world.at(cell).to_bits(), found.to_bits());
                if let Some(size) = lattice.cubic_size() {
                    let cubic = field.at(cell).unwrap_or(f64::INFINITY) * size;
                    assert_eq!(cubic.to_bits(), found.to_bits());
                }
            }
            assert!(in_world.at(bounds.max).is_infinite());
            assert_eq!(field.squared_at(bounds.max), None);
        }
    }
}

#[test]
fn a_world_that_is_too_large_is_refused() {
    let bounds = CellBox::new(IVec3::ZERO, IVec3::new(40_000, 1, 1));
    let world = OccupancyBuilder::new(bounds).unwrap().commit();
    let field = DistanceField::new(&world, UnknownPolicy::Free, Outside::Counted);
    assert_eq!(field.unwrap_err(), DistanceFieldError { bounds });
}
