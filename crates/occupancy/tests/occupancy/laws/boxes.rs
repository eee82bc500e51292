//! Boxes of cells, and chunks, against sets of cells.

use std::collections::BTreeSet;

use proptest::prelude::*;
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, ChunkCoord, MAX_COORDINATE};

use super::{cell, config};

/// A box with at most three cells along each axis, often empty or across a border of chunks.
fn small_box() -> impl Strategy<Value = CellBox> {
    let corner = || [-2..3, -2..3, -2..3].prop_map(IVec3::from_array);
    (corner(), corner()).prop_map(|(min, max)| CellBox::new(min, max))
}

fn cells_of(cells: &CellBox) -> BTreeSet<[i32; 3]> {
    cells.cells().map(|cell| cell.to_array()).collect()
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn boxes_are_sets_of_cells(a in small_box(), b in small_box()) {
        let (in_a, in_b) = (cells_of(&a), cells_of(&b));
        for cell in CellBox::new(IVec3::splat(-3), IVec3::splat(4)).cells() {
            prop_assert_eq!(a.contains(cell), in_a.contains(&cell.to_array()));
        }
        prop_assert_eq!(a.volume(), in_a.len() as u64);
        prop_assert_eq!(u64::from(a.size().element_product()), a.volume());
        prop_assert_eq!(cells_of(&a.intersection(&b)), &in_a & &in_b);
        prop_assert_eq!(a.contains_box(&b), in_b.is_subset(&in_a));
        prop_assert!(a.hull(&b).contains_box(&a) && a.hull(&b).contains_box(&b));
        prop_assert_eq!(a.hull(&b), b.hull(&a));
        prop_assert_eq!(a.is_empty(), in_a.is_empty());
    }

    #[test]
    fn the_chunk_of_a_cell_is_its_floor_division_by_64(cell: [i32; 3]) {
        let chunk = ChunkCoord::of(IVec3::from_array(cell));
        prop_assert_eq!(chunk.0.to_array(), cell.map(|coordinate| coordinate.div_euclid(64)));
        prop_assert_eq!(chunk.origin().to_array(), chunk.0.to_array().map(|c| c * 64));
        if cell.iter().all(|coordinate| *coordinate < i32::MAX) {
            prop_assert!(chunk.cells().contains(IVec3::from_array(cell)));
        }
    }

    #[test]
    fn the_chunks_of_a_box_are_those_of_its_cells(a in small_box(), min in cell()) {
        let min = min.min(IVec3::splat(MAX_COORDINATE - 5));
        let shifted = CellBox::new(a.min + min, a.max + min);
        let expected: BTreeSet<_> = shifted.cells().map(ChunkCoord::of).collect();
        prop_assert!(shifted.chunks().eq(expected));
    }
}
