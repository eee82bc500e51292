//! Going on by one and the same move, against going move by move.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_testkit::{Draws, seeds};

#[test]
fn moves_are_repeated_as_often_as_one_by_one() {
    for seed in seeds(0, 60) {
        let mut draws = Draws::new(seed);
        let origin = draws.vector(IVec3::splat(-70), IVec3::splat(64));
        let size = draws.vector(IVec3::splat(1), IVec3::splat(40));
        let bounds = CellBox::new(origin, origin + size);
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        for _ in 0..draws.between(0, 20) {
            let cell = draws.cell(&bounds);
            builder.set(cell, CellState::Occupied).unwrap();
        }
        let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        for _ in 0..300 {
            let from = draws.cell(&bounds);
            let step = draws.vector(IVec3::splat(-1), IVec3::splat(1));
            if step == IVec3::ZERO {
                continue;
            }
            let swept = CellBox::new(step.min(IVec3::ZERO), step.max(IVec3::ZERO) + 1);
            let inside: Vec<_> = match draws.below(2) {
                0 => vec![step],
                _ => swept.cells().filter(|&at| at != IVec3::ZERO).collect(),
            };
            let bit = |at: &IVec3| 1 << ((at.z + 1) * 9 + (at.y + 1) * 3 + at.x + 1);
            let needed = inside.iter().map(bit).fold(0, |set, bit: u32| set | bit);
            let most: u32 = draws.between(0_i32, 50).unsigned_abs();
            let is_legal = |moves: &u32| {
                let cell = from + step * moves.cast_signed();
                inside.iter().all(|&at| world.is_traversable(cell + at))
            };
            let expected = (0..most).take_while(is_legal).count();
            let told = world.repeated_moves(from, step, needed, most);
            assert_eq!(told as usize, expected, "seed {seed}: {from} by {step}");
        }
    }
}
