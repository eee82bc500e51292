//! Memory follows what a world holds, whatever its bounds cut: chunks that are alike share one copy
//! in every layer.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, Footprint, Occupancy, OccupancyBuilder, Traversability, UnknownPolicy,
};

/// Half a kilobyte for each chunk of the tables, 96 KB for each of some chunks that differ.
fn check(occupancy: &Occupancy, distinct: usize, name: &str) {
    let bounds = occupancy.bounds();
    let padded = CellBox::new((bounds.min >> 6) - 1, ((bounds.max - 1) >> 6) + 2).volume();
    let allowed = usize::try_from(padded).unwrap() * 512 + (distinct + 2) * 100_000 + (64 << 10);
    let two = Footprint::new(CellBox::from_size(IVec3::new(1, 1, 1) * 2)).unwrap();
    for agent in [Footprint::ONE, two] {
        let world = Traversability::for_agent(occupancy, agent, UnknownPolicy::Blocked);
        let bytes = world.memory_bytes();
        assert!(bytes <= allowed, "{name}: {bytes} bytes of {allowed}");
        let bytes = world.with_components().memory_bytes();
        assert!(
            bytes <= allowed,
            "{name}, labeled: {bytes} bytes of {allowed}"
        );
    }
    let stored = occupancy.memory_bytes();
    let allowed = occupancy.stored_chunks().count() * 256 + distinct * 70_000 + 4096;
    assert!(
        stored <= allowed,
        "{name}: {stored} bytes of {allowed} for cells"
    );
}

fn free(bounds: CellBox) -> OccupancyBuilder {
    OccupancyBuilder::new(bounds).unwrap()
}

#[test]
fn bounds_that_cut_chunks_cost_tables_alone() {
    let cut = CellBox::new(IVec3::splat(-1200), IVec3::splat(1100));
    check(&free(cut).commit(), 27, "cut on every side");
    let row = CellBox::from_size(IVec3::new(1, 1, 100_000));
    check(&free(row).commit(), 2, "a row of cells");
    let sheet = CellBox::from_size(IVec3::new(8000, 8000, 1));
    check(&free(sheet).commit(), 4, "a sheet");
    let mut blocked = free(sheet);
    blocked.set_box(sheet, CellState::Occupied).unwrap();
    check(&blocked.commit(), 4, "a blocked sheet");
}

#[test]
fn chunks_with_the_same_cells_share_them() {
    // A pillar in every chunk, and a room in every other one, which has labels of its own.
    let mut builder = free(CellBox::from_size(IVec3::new(1280, 1280, 65)));
    for chunk in builder.bounds().chunks().collect::<Vec<_>>() {
        let origin = chunk.origin();
        let mut set = |min: [i32; 3], max: [i32; 3], state| {
            let cells = CellBox::new(origin + IVec3::from(min), origin + IVec3::from(max));
            let cells = cells.intersection(&CellBox::from_size(IVec3::new(1280, 1280, 65)));
            builder.set_box(cells, state).unwrap();
        };
        set([10, 10, 0], [12, 12, 64], CellState::Occupied);
        if (chunk.0.x + chunk.0.y) % 2 == 0 {
            set([30, 30, 10], [40, 40, 20], CellState::Occupied);
            set([31, 31, 11], [39, 39, 19], CellState::Free);
            set([50, 50, 50], [51, 51, 51], CellState::Unknown);
        }
    }
    let occupancy = builder.commit();
    assert_eq!(occupancy.stored_chunks().count(), 800);
    check(&occupancy, 64, "pillars and rooms");
}
