//! Fields of distances against a look at every cell.

use glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, DistanceField, DistanceFieldError, Occupancy, OccupancyBuilder, Outside,
    UnknownPolicy,
};
use voxnav_testkit::Draws;

/// The squared distance by a look at every cell.
fn expected(world: &Occupancy, cell: IVec3, outside: Outside) -> Option<u32> {
    let reach = match outside {
        Outside::Ignored => world.bounds(),
        Outside::Counted => CellBox::new(world.bounds().min - 1, world.bounds().max + 1),
    };
    let blocked = reach
        .cells()
        .filter(|it| world.state(*it) == CellState::Occupied);
    let squared = blocked.map(|other| (other - cell).length_squared().unsigned_abs());
    squared.min()
}

#[test]
fn distances_are_those_to_the_nearest_of_all_cells() {
    let mut draws = Draws::new(1);
    for _ in 0..150 {
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
