//! Edits of small worlds, drawn before and after where that says it.

use CellState::{Free, Occupied, Unknown};
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, ChunkCoord, MAX_CHUNKS_PER_BOX, MAX_COORDINATE, Occupancy,
    OccupancyBuilder, OccupancyError,
};

const EVERYTHING: CellBox =
    CellBox::new(IVec3::splat(-MAX_COORDINATE), IVec3::splat(MAX_COORDINATE));

/// Returns a one-layer world drawn as text around the corner of four chunks: the first character is
/// the cell (-2, -2, 0).
fn drawn(rows: [&str; 4]) -> OccupancyBuilder {
    let min = IVec3::new(-2, -2, 0);
    let bounds = CellBox::new(min, IVec3::new(2, 2, 1));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for (y, row) in (0..).zip(rows) {
        for (x, symbol) in (0..).zip(row.chars()) {
            let state = match symbol {
                '#' => Occupied,
                '?' => Unknown,
                _ => Free,
            };
            builder.set(min + IVec3::new(x, y, 0), state).unwrap();
        }
    }
    builder
}

fn draw(world: &Occupancy) -> Vec<String> {
    let symbol = |y, x| match world.state(IVec3::new(x, y, 0)) {
        Free => '.',
        Occupied => '#',
        Unknown => '?',
    };
    (-2..2)
        .map(|y| (-2..2).map(|x| symbol(y, x)).collect())
        .collect()
}

#[test]
fn a_box_sets_its_cells_across_chunks_and_no_other() {
    let mut builder = drawn(["....", "....", "..??", "...#"]);
    let middle = CellBox::new(IVec3::new(-1, -1, 0), IVec3::new(1, 1, 1));
    builder.set_box(middle, Occupied).unwrap();
    assert_eq!(builder.state(IVec3::ZERO), Occupied);
    let world = builder.commit();
    assert_eq!(draw(&world), ["....", ".##.", ".##?", "...#"]);
    assert_eq!(world.count(Occupied), 5);
    assert_eq!(world.count(Unknown), 1);
    assert_eq!(world.count(Free), 10);
    world.validate().unwrap();
}

#[test]
fn occupied_cells_come_by_chunk_and_their_hull_is_tight() {
    let world = drawn(["....", ".#..", "#..#", "...."]).commit();
    let cells: Vec<_> = world.occupied_cells().map(|cell| cell.to_array()).collect();
    assert_eq!(cells, [[-1, -1, 0], [-2, 0, 0], [1, 0, 0]]);
    let hull = CellBox::new(IVec3::new(-2, -1, 0), IVec3::new(2, 1, 1));
    assert_eq!(world.occupied_bounds(), Some(hull));
    assert_eq!(drawn([""; 4]).commit().occupied_bounds(), None);
}

#[test]
fn a_chunk_whose_cells_agree_becomes_a_tag_again() {
    let world = drawn(["##..", "##..", "....", "...."]).commit();
    let bytes = world.memory_bytes();
    assert!(bytes < 2000, "{bytes} bytes for tags");
    world.validate().unwrap();
}

#[test]
fn only_changed_chunks_get_a_new_version() {
    let [left, right] = [-1, 0].map(|x| ChunkCoord(IVec3::new(x, 0, 0)));
    let first = drawn(["....", "....", "#..?", "...."]).commit();
    assert_eq!(
        (first.revision(), first.version(left), first.version(right)),
        (1, 1, 1)
    );

    let mut edit = first.edit();
    edit.set(IVec3::new(0, 0, 0), Occupied).unwrap();
    edit.set(IVec3::new(-2, 0, 0), Free).unwrap();
    edit.set(IVec3::new(-2, 0, 0), Occupied).unwrap();
    let second = edit.commit();
    assert_eq!(
        (
            second.revision(),
            second.version(left),
            second.version(right)
        ),
        (2, 1, 2)
    );
    assert!(second.shares_chunk(&first, left) && !second.shares_chunk(&first, right));
    assert_eq!(draw(&first), ["....", "....", "#..?", "...."]);
    assert_eq!(draw(&second), ["....", "....", "#.#?", "...."]);

    let same = second.edit().commit();
    assert_eq!(same.revision(), 2);
}

#[test]
fn another_outside_is_a_change_of_the_chunks_that_reach_out() {
    let bounds = CellBox::from_size(IVec3::splat(65));
    let world = OccupancyBuilder::new(bounds).unwrap().commit();
    let opened = world.edit().with_outside(Free).commit();
    assert_eq!(opened.state(IVec3::NEG_ONE), Free);
    let versions = [0, 1, 2].map(|x| opened.version(ChunkCoord(IVec3::splat(x))));
    assert_eq!(versions, [0, 1, 1]);
    opened.validate().unwrap();
}

#[test]
fn the_whole_range_of_cells_is_a_world_like_any_other() {
    let mut builder = OccupancyBuilder::new(EVERYTHING).unwrap();
    let room = CellBox::new(IVec3::splat(-70), IVec3::splat(70));
    builder.set_box(EVERYTHING, Occupied).unwrap();
    builder.set_box(room, Free).unwrap();
    let world = builder.commit();
    assert_eq!(world.count(Free), 140 * 140 * 140);
    assert_eq!(world.count(Occupied), u64::MAX);
    assert_eq!(world.occupied_bounds(), Some(EVERYTHING));
    assert_eq!(world.occupied_cells().next(), Some(EVERYTHING.min));
    world.validate().unwrap();

    let mut edit = world.edit();
    edit.set_box(EVERYTHING, Free).unwrap();
    let emptied = edit.commit();
    assert_eq!(emptied.occupied_bounds(), None);
    assert_eq!(
        emptied.stored_chunks().count(),
        8,
        "never anything but free"
    );
    emptied.validate().unwrap();
}

#[test]
fn a_box_too_large_to_write_is_refused_unless_it_only_clears() {
    let mut builder = OccupancyBuilder::new(EVERYTHING).unwrap();
    let half = CellBox::new(EVERYTHING.min, EVERYTHING.max.with_z(0));
    let refused = builder.set_box(half, Occupied).unwrap_err();
    let (chunks, limit) = (u64::MAX, MAX_CHUNKS_PER_BOX);
    assert_eq!(
        refused,
        OccupancyError::BoxTooLarge {
            cells: half,
            chunks,
            limit
        }
    );

    builder.set(IVec3::new(0, 0, -1), Occupied).unwrap();
    builder.set(IVec3::ZERO, Occupied).unwrap();
    builder.set_box(half, Free).unwrap();
    let world = builder.commit();
    assert!(world.occupied_cells().eq([IVec3::ZERO]));
}

#[test]
fn edits_outside_the_bounds_are_refused() {
    let bounds = CellBox::from_size(IVec3::splat(4));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let cell = IVec3::new(0, 4, 0);
    let outside = OccupancyError::OutsideBounds { cell, bounds };
    assert_eq!(builder.set(cell, Free), Err(outside));
    let cells = CellBox::from_size(IVec3::new(4, 5, 4));
    let reaching = OccupancyError::BoxOutsideBounds { cells, bounds };
    assert_eq!(builder.set_box(cells, Free), Err(reaching));
    assert_eq!(builder.set_box(CellBox::EMPTY, Occupied), Ok(()));
    assert_eq!(builder.commit().revision(), 0);

    let bounds = CellBox::from_size(IVec3::MAX);
    let refused = OccupancyBuilder::new(bounds).map(|_| ());
    assert_eq!(refused, Err(OccupancyError::BoundsOutOfRange { bounds }));
}
