//! The fingerprint by which one knows that a world is the same.

use std::hash::Hasher;

use siphasher::sip128::{Hasher128, SipHasher13};
use voxnav::Terrain;
use voxnav::glam::IVec3;
use voxnav::grid::{CellState, ChunkCoord, Occupancy};

/// Returns the hash of the bounds, the occupied cells and the materials of some worlds, whatever files
/// they came from.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
///
/// let empty = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(4)))?.commit();
/// let mut edit = empty.edit();
/// edit.set(IVec3::ONE, CellState::Occupied)?;
/// assert_ne!(voxnav_lab::fingerprint([&edit.commit()]), voxnav_lab::fingerprint([&empty]));
/// # Ok::<(), voxnav::grid::OccupancyError>(())
/// ```
#[must_use]
pub fn fingerprint<'a>(worlds: impl IntoIterator<Item = &'a Occupancy>) -> String {
    let mut hasher = SipHasher13::new();
    for world in worlds {
        write_world(&mut hasher, world);
    }
    format!("{:032x}", hasher.finish128().as_u128())
}

/// Returns the hash of the costs of cells: the weights, what they stand for, and which cells of a move count.
///
/// ```
/// use voxnav::Terrain;
/// use voxnav::glam::IVec3;
///
/// let mut terrain = Terrain::new();
/// let before = voxnav_lab::fingerprint_of_costs(&terrain);
/// terrain.set(IVec3::ONE, 3)?;
/// assert_ne!(voxnav_lab::fingerprint_of_costs(&terrain), before);
/// # Ok::<(), voxnav::search::CostError>(())
/// ```
#[must_use]
pub fn fingerprint_of_costs(terrain: &Terrain) -> String {
    let mut hasher = SipHasher13::new();
    let scale = terrain.scale();
    hasher.write(&scale.unit().to_le_bytes());
    hasher.write(&scale.base().to_le_bytes());
    hasher.write(format!("{:?}", terrain.convention()).as_bytes());
    for (chunk, weights) in terrain.chunks() {
        // Whether a chunk of equal weights is stored does not show.
        if weights.iter().any(|&weight| weight != scale.base()) {
            write_cell(&mut hasher, chunk.origin());
            for weight in weights {
                hasher.write(&weight.to_le_bytes());
            }
        }
    }
    format!("{:032x}", hasher.finish128().as_u128())
}

fn write_world(hasher: &mut SipHasher13, map: &Occupancy) {
    let bounds = map.bounds();
    for corner in [bounds.min, bounds.max] {
        write_cell(hasher, corner);
    }
    write_rows(hasher, map.stored_chunks(), |chunk, y, z| {
        map.chunk(chunk).row(CellState::Occupied, y, z)
    });
    for (id, material) in map.palette().iter() {
        hasher.write(format!("{material:?}").as_bytes());
        let this = map.palette().select(|other| other == material);
        let has_this = |chunk: &ChunkCoord| map.materials_in(*chunk).any(|other| other == id);
        write_rows(
            hasher,
            map.stored_chunks().filter(has_this),
            |chunk, y, z| map.material_row(chunk, &this, y, z),
        );
    }
}

/// Writes the rows of the chunks that have any cells.
fn write_rows(
    hasher: &mut SipHasher13,
    chunks: impl Iterator<Item = ChunkCoord>,
    row: impl Fn(ChunkCoord, i32, i32) -> u64,
) {
    let mut rows_of_chunk = Vec::new();
    for chunk in chunks {
        let rows = (0..CHUNK * CHUNK).map(|place| row(chunk, place % CHUNK, place / CHUNK));
        rows_of_chunk.clear();
        rows_of_chunk.extend(rows);
        // How chunks without cells of the kind are stored does not show.
        if rows_of_chunk.iter().any(|&row| row != 0) {
            write_cell(hasher, chunk.origin());
            for row in &rows_of_chunk {
                hasher.write(&row.to_le_bytes());
            }
        }
    }
}

fn write_cell(hasher: &mut SipHasher13, cell: IVec3) {
    for number in cell.to_array() {
        hasher.write(&number.to_le_bytes());
    }
}

/// Cells along the edge of a chunk.
const CHUNK: i32 = 64;
