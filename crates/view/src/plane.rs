//! The cells of a chunk as bits, by which faces are found and merged.

use voxnav::glam::IVec3;
use voxnav::grid::{CellState, ChunkCoord, Occupancy};
use voxnav::ground::MaterialId;

use crate::surface::{Face, Quad, Side, Toward};

/// Cells along an edge of a chunk.
const EDGE: usize = 64;

/// One bit for each cell of a chunk: 64 x 64 rows along x.
pub(crate) struct Plane(Box<[u64]>);

impl Plane {
    /// Returns the cells of a chunk within the bounds that have a state.
    pub(crate) fn of(world: &Occupancy, chunk: ChunkCoord, state: CellState) -> Self {
        let view = world.chunk(chunk);
        Self::within_by(world, chunk, |y, z| view.row(state, y, z))
    }

    /// Returns the cells of a chunk within the bounds.
    pub(crate) fn within(world: &Occupancy, chunk: ChunkCoord) -> Self {
        Self::within_by(world, chunk, |_, _| u64::MAX)
    }

    /// Returns the cells of rows that lie within the bounds.
    fn within_by(world: &Occupancy, chunk: ChunkCoord, of: impl Fn(i32, i32) -> u64) -> Self {
        let inside = chunk.cells().intersection(&world.bounds());
        let (low, end) = (inside.min - chunk.origin(), inside.max - chunk.origin());
        let row = |y, z| {
            let is_inside = (low.y..end.y).contains(&y) && (low.z..end.z).contains(&z);
            if is_inside && low.x < end.x {
                of(y, z) & (u64::MAX << low.x) & (u64::MAX >> (64 - end.x))
            } else {
                0
            }
        };
        Self(
            (0..64)
                .flat_map(|z| (0..64).map(move |y| row(y, z)))
                .collect(),
        )
    }

    /// Returns the cells of a chunk that are made of a material.
    pub(crate) fn made_of(world: &Occupancy, chunk: ChunkCoord, id: MaterialId) -> Self {
        let palette = world.palette();
        let name = palette.get(id).map(|material| &material.name);
        let only = palette.select(|material| Some(&material.name) == name);
        let row = |y, z| world.material_row(chunk, &only, y, z);
        Self(
            (0..64)
                .flat_map(|z| (0..64).map(move |y| (y, z)))
                .map(|(y, z)| row(y, z))
                .collect(),
        )
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    fn row(&self, y: usize, z: usize) -> u64 {
        self.0[z * EDGE + y]
    }

    /// Returns the cells whose neighbor on a side is in `self`, given those of the next chunk
    /// there.
    pub(crate) fn seen_from(&self, next: &Self, side: Side) -> Self {
        let last = EDGE - 1;
        let row = |y: usize, z: usize| match (side.axis, side.toward) {
            (0, Toward::Lower) => self.row(y, z) << 1 | next.row(y, z) >> last,
            (0, Toward::Higher) => self.row(y, z) >> 1 | next.row(y, z) << last,
            (1, Toward::Lower) if y == 0 => next.row(last, z),
            (1, Toward::Lower) => self.row(y - 1, z),
            (1, Toward::Higher) if y == last => next.row(0, z),
            (1, Toward::Higher) => self.row(y + 1, z),
            (_, Toward::Lower) if z == 0 => next.row(y, last),
            (_, Toward::Lower) => self.row(y, z - 1),
            (_, Toward::Higher) if z == last => next.row(y, 0),
            (_, Toward::Higher) => self.row(y, z + 1),
        };
        Self(
            (0..EDGE)
                .flat_map(|z| (0..EDGE).map(move |y| row(y, z)))
                .collect(),
        )
    }

    /// Returns the cells of `self`, the occupied ones of a chunk, that show a side: to cells within
    /// the world, and to its outside.
    pub(crate) fn faces(&self, world: &Occupancy, chunk: ChunkCoord, side: Side) -> (Self, Self) {
        let next = side.next(chunk);
        let other = |chunk| {
            let [free, unknown] =
                [CellState::Free, CellState::Unknown].map(|state| Self::of(world, chunk, state));
            free.zip(&unknown, |free, unknown| free | unknown)
        };
        let open = other(chunk).seen_from(&other(next), side);
        let hidden = self.seen_from(&Self::of(world, next, CellState::Occupied), side);
        let inner = self.zip(&open, |own, open| own & open);
        let border = self
            .zip(&open, |own, open| own & !open)
            .zip(&hidden, |own, hidden| own & !hidden);
        (inner, border)
    }

    pub(crate) fn zip(&self, other: &Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(
            self.0
                .iter()
                .zip(&other.0)
                .map(|(&one, &other)| join(one, other))
                .collect(),
        )
    }

    /// Returns the cells with this coordinate along an axis: rows along the first of the other
    /// axes.
    fn slice(&self, axis: usize, layer: usize) -> [u64; EDGE] {
        std::array::from_fn(|row| match axis {
            // Along y, one bit out of each row.
            0 => (0..EDGE).fold(0, |bits, y| bits | (self.row(y, row) >> layer & 1) << y),
            1 => self.row(layer, row),
            _ => self.row(row, layer),
        })
    }

    /// Adds these faces as rectangles.
    pub(crate) fn merge(&self, origin: IVec3, face: Face, quads: &mut Vec<Quad>) {
        if self.is_empty() {
            return;
        }
        let side = face.side;
        let (first, second) = match side.axis {
            0 => (1, 2),
            1 => (0, 2),
            _ => (0, 1),
        };
        for layer in 0..EDGE {
            let mut rows = self.slice(side.axis, layer);
            for row in 0..EDGE {
                while rows[row] != 0 {
                    let (from, width, height) = take_rectangle(&mut rows[row..]);
                    let mut cell = origin;
                    cell[side.axis] += small(layer);
                    cell[first] += small(from);
                    cell[second] += small(row);
                    let [width, height] = [width, height].map(|cells| {
                        // INVARIANT: at most the edge of a chunk.
                        u8::try_from(cells).unwrap_or(u8::MAX)
                    });
                    quads.push(Quad {
                        cell,
                        width,
                        height,
                        face,
                    });
                }
            }
        }
    }
}

/// Takes the first rectangle of the first row, which is not empty, out of the rows: where it begins
/// in that row, its width, and its height in rows.
fn take_rectangle(rows: &mut [u64]) -> (usize, usize, usize) {
    let from = rows[0].trailing_zeros();
    let width = (rows[0] >> from).trailing_ones();
    let bits = (u64::MAX >> (64 - width)) << from;
    let height = rows.iter().take_while(|&&row| row & bits == bits).count();
    for row in &mut rows[..height] {
        *row &= !bits;
    }
    (from as usize, width as usize, height)
}

/// Returns a local coordinate, below 64.
fn small(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
