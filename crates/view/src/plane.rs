//! The cells of a chunk as bits, by which faces are found and merged.

use voxnav::glam::IVec3;
use voxnav::grid::bits::{row_mask, rows_of};
use voxnav::grid::{Axis, CellState, ChunkCoord, Heading, Occupancy, Sign};
use voxnav::ground::MaterialId;

use crate::surface::{Face, Quad, next};

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

    /// Returns the cells whose bits `row` says of each y and z.
    fn by(row: impl Fn(usize, usize) -> u64) -> Self {
        let rows = (0..EDGE * EDGE).map(|at| row(at % EDGE, at / EDGE));
        Self(rows.collect())
    }

    /// Returns the cells of rows that lie within the bounds.
    fn within_by(world: &Occupancy, chunk: ChunkCoord, of: impl Fn(i32, i32) -> u64) -> Self {
        let inside = chunk.local(&world.bounds());
        Self(rows_of(|y, z| of(y, z) & row_mask(&inside, y, z)))
    }

    /// Returns the cells of a chunk that are made of a material.
    pub(crate) fn made_of(world: &Occupancy, chunk: ChunkCoord, id: MaterialId) -> Self {
        let palette = world.palette();
        let name = palette.get(id).map(|material| &material.name);
        let only = palette.select(|material| Some(&material.name) == name);
        Self(rows_of(|y, z| world.material_row(chunk, &only, y, z)))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    fn row(&self, y: usize, z: usize) -> u64 {
        self.0[z * EDGE + y]
    }

    /// Returns the cells whose neighbor on a side is in `self`, given those of the next chunk
    /// there.
    pub(crate) fn seen_from(&self, next: &Self, side: Heading) -> Self {
        let last = EDGE - 1;
        Self::by(|y, z| match (side.axis, side.sign) {
            (Axis::X, Sign::Negative) => self.row(y, z) << 1 | next.row(y, z) >> last,
            (Axis::X, Sign::Positive) => self.row(y, z) >> 1 | next.row(y, z) << last,
            (Axis::Y, Sign::Negative) if y == 0 => next.row(last, z),
            (Axis::Y, Sign::Negative) => self.row(y - 1, z),
            (Axis::Y, Sign::Positive) if y == last => next.row(0, z),
            (Axis::Y, Sign::Positive) => self.row(y + 1, z),
            (Axis::Z, Sign::Negative) if z == 0 => next.row(y, last),
            (Axis::Z, Sign::Negative) => self.row(y, z - 1),
            (Axis::Z, Sign::Positive) if z == last => next.row(y, 0),
            (Axis::Z, Sign::Positive) => self.row(y, z + 1),
        })
    }

    /// Returns the cells of `self`, the occupied ones of a chunk, that show a side: to cells within
    /// the world, and to its outside.
    pub(crate) fn faces(
        &self,
        world: &Occupancy,
        chunk: ChunkCoord,
        side: Heading,
    ) -> (Self, Self) {
        let beside = next(chunk, side);
        let other = |chunk| {
            let [free, unknown] =
                [CellState::Free, CellState::Unknown].map(|state| Self::of(world, chunk, state));
            free.zip(&unknown, |free, unknown| free | unknown)
        };
        let open = other(chunk).seen_from(&other(beside), side);
        let hidden = self.seen_from(&Self::of(world, beside, CellState::Occupied), side);
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
    fn slice(&self, axis: Axis, layer: usize) -> [u64; EDGE] {
        std::array::from_fn(|row| match axis {
            // Along y, one bit out of each row.
            Axis::X => (0..EDGE).fold(0, |bits, y| bits | (self.row(y, row) >> layer & 1) << y),
            Axis::Y => self.row(layer, row),
            Axis::Z => self.row(row, layer),
        })
    }

    /// Adds these faces as rectangles.
    pub(crate) fn merge(&self, origin: IVec3, face: Face, quads: &mut Vec<Quad>) {
        if self.is_empty() {
            return;
        }
        let axis = face.side.axis;
        let [first, second] = axis.others().map(Axis::index);
        for layer in 0..EDGE {
            let mut rows = self.slice(axis, layer);
            for row in 0..EDGE {
                while rows[row] != 0 {
                    let (from, width, height) = take_rectangle(&mut rows[row..]);
                    let mut cell = origin;
                    cell[axis.index()] += small(layer);
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
