//! Memory of searches in slices: a limit holds for what a workspace has, and a turn is not ended by what it uses.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{Limits, Query, Search, Workspace};

use crate::engine::Asked as _;
use crate::laws::hold_for_flying;

#[test]
fn a_turn_cut_short_is_not_ended_by_the_memory_that_it_uses() {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(5, 5, 1))).unwrap();
    for (x, y) in [(1, 0), (1, 2), (3, 2), (2, 4)] {
        let blocked = builder.set(IVec3::new(x, y, 0), CellState::Occupied);
        assert!(blocked.is_ok());
    }
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    let query = Query::new(IVec3::ZERO, IVec3::new(4, 4, 0)).limits(Limits::none().memory(1024));
    let whole = query.solve(&world, &mut Workspace::new());
    for most in 1..40 {
        let mut search = Search::new(&query, &world);
        while search.step(most).is_none() {}
        assert_eq!(search.solution(), Some(&whole), "{most}");
    }
}

#[test]
fn memory_stays_within_its_limit() {
    hold_for_flying("memory", "any", 15, |case, draws, _| {
        let most = draws.below(6_u64) << 13;
        let query = case.query().limits(Limits::none().memory(most));
        let mut workspace = Workspace::new();
        let _ = query.solve(&case.world.cells, &mut workspace);
        // Vectors grow by doubling; queues may be ahead by a slice.
        let bytes = workspace.memory_bytes() as u64;
        let directory = case.world.cells.bounds().size().as_u64vec3() / 8 + 2;
        let bricks = directory.element_product().min(1 << 22);
        let is_kept = bytes <= 4 * most + 16 * bricks + (1 << 20);
        is_kept
            .then_some(())
            .ok_or_else(|| format!("{bytes} bytes for {most}"))
    });
}
