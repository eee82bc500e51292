//! Following a line through a snapshot until it meets a cell that is not traversable.
//!
//! A cube of the line is *clear* if the cells that the shape meets there are traversable. Most are
//! not looked at: a whole open chunk is left at once, as are open cubes of 8, 16 or 32 cells, and
//! where the line keeps to a row of cells one word tells how far it is clear.

use glam::IVec3;

use super::line::{Line, Slope};
use crate::coordinates::{Axis, CellBox, ChunkCoord};
use crate::traversability::{ChunkEntry, Traversability};

/// Returns the first cube of the line that is not clear.
pub(crate) fn first_blocked(world: &Traversability, line: &Line) -> Option<IVec3> {
    let walk = Walk::new(world, line);
    let mut cube = line.start();
    let mut chunk = ChunkCoord::of(cube);
    let mut entry = world.entry(chunk);
    loop {
        if chunk != ChunkCoord::of(cube) {
            chunk = ChunkCoord::of(cube);
            entry = world.entry(chunk);
        }
        let next = match walk.ahead(chunk, entry, cube & 63) {
            Ahead::Blocked => return Some(cube),
            Ahead::Clear => line.step(cube),
            Ahead::ClearBox { low, high } => {
                let origin = chunk.origin();
                line.leave(cube, origin + low, origin + high)
            }
        };
        cube = next?;
    }
}

/// Returns the cells that a shape meets in a cube of a line.
pub(crate) fn cells_met(line: &Line, cube: IVec3) -> CellBox {
    let across = IVec3::from_array([0, 1, 2].map(|axis| line.cells_across(axis)));
    CellBox::new(cube, cube + across)
}

/// The state of a cube and those around it.
enum Ahead {
    Blocked,
    /// The cube itself is clear.
    Clear,
    /// All cubes of this box are clear, in coordinates of the chunk, both corners included.
    ClearBox {
        low: IVec3,
        high: IVec3,
    },
}

struct Walk<'a> {
    world: &'a Traversability,
    /// The number of cells that the shape meets along each axis: one or two.
    across: IVec3,
    major: Axis,
    /// The direction of the line along the major axis: 1 if it goes up, otherwise -1.
    sign: i32,
    slope: Slope,
}

impl<'a> Walk<'a> {
    fn new(world: &'a Traversability, line: &Line) -> Self {
        let (axis, slope) = line.major();
        Self {
            world,
            across: cells_met(line, IVec3::ZERO).max,
            major: Axis::ALL[axis],
            sign: line.sign()[axis],
            slope,
        }
    }

    #[inline]
    fn ahead(&self, chunk: ChunkCoord, entry: &ChunkEntry, local: IVec3) -> Ahead {
        // Cells beside an open block are traversable too, so both cells of each axis are.
        if let Some((low, edge)) = entry.open_cube_at(local) {
            let high = low + (edge - 1);
            return Ahead::ClearBox { low, high };
        }
        let inner = IVec3::splat(64) - self.across;
        if local.cmple(inner).all() && self.world.is_whole(entry) {
            let low = IVec3::ZERO;
            return Ahead::ClearBox { low, high: inner };
        }
        self.along_row(chunk, entry, local)
    }

    /// Returns the state ahead by the words of the rows through the cube.
    fn along_row(&self, chunk: ChunkCoord, entry: &ChunkEntry, local: IVec3) -> Ahead {
        let at = self.major.of(local);
        let row = self.common_row(chunk, Some(entry), local);
        let clear = if self.major.of(self.across) == 1 {
            row
        } else if at == 63 {
            let next = ChunkCoord(chunk.0 + self.major.unit());
            row & (row >> 1 | self.common_row(next, None, local) << 63)
        } else {
            row & row >> 1
        };
        if clear >> at & 1 == 0 {
            return Ahead::Blocked;
        }
        if self.slope == Slope::Oblique {
            return Ahead::Clear;
        }
        let (mut low, mut high) = (local, local);
        if self.sign > 0 {
            high[self.major.index()] += (clear >> at).trailing_ones().cast_signed() - 1;
        } else {
            low[self.major.index()] -= (clear << (63 - at)).leading_ones().cast_signed() - 1;
        }
        Ahead::ClearBox { low, high }
    }

    /// Returns the cells along the major axis that are traversable in all rows that the shape meets
    /// at `local`, of which the component along that axis does not count.
    fn common_row(&self, chunk: ChunkCoord, entry: Option<&ChunkEntry>, local: IVec3) -> u64 {
        let [u_axis, v_axis] = self.major.others();
        let [u, v] = [u_axis, v_axis].map(|axis| axis.of(local));
        let mut common = u64::MAX;
        for dv in 0..v_axis.of(self.across) {
            for du in 0..u_axis.of(self.across) {
                let (u, v) = (u + du, v + dv);
                let side = u_axis.unit() * (u >> 6) + v_axis.unit() * (v >> 6);
                let entry = match entry {
                    Some(entry) if side == IVec3::ZERO => entry,
                    _ => self.world.entry(ChunkCoord(chunk.0 + side)),
                };
                common &= entry.row(self.major, u & 63, v & 63);
            }
        }
        common
    }
}
