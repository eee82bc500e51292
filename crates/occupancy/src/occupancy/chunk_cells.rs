//! The cells of a chunk as stored: one tag if they are all alike, else bit planes.
//!
//! A plane holds one bit a cell, a word a row:
//!
//! ```text
//! word  z * 64 + y      (local y and z, 0..64)
//! bit   x               (local x, least significant first)
//!
//! occupied    unknown         state
//!    0           0            Free
//!    1           0            Occupied
//!    0           1            Unknown
//! ```
//!
//! INVARIANT, after [`ChunkCells::normalize`], given the part of the chunk `inside` the bounds of
//! its world: no cell has both bits; a cell outside has neither; the unknown plane is absent if it
//! would be zero; and cells that are all alike are a tag. So equal cells have equal form.

use std::ops::Range;
use std::sync::Arc;
use std::{fmt, iter};

use glam::IVec3;

use super::cell_state::CellState;
use crate::coordinates::{CellBox, bits, box_around, row_index, row_mask, row_places, rows_within};

/// Words of a plane.
const ROWS: usize = 64 * 64;

/// The states of a chunk's cells inside the bounds, as stored.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum ChunkCells {
    Uniform(CellState),
    Mixed(Planes),
}

impl ChunkCells {
    /// Returns the raw row: cells outside the bounds are meaningless and to be masked by the
    /// caller.
    pub(crate) fn row(&self, state: CellState, y: i32, z: i32) -> u64 {
        match self {
            Self::Uniform(uniform) => all_if(*uniform == state),
            Self::Mixed(Planes { occupied, unknown }) => {
                let occupied = occupied.row(y, z);
                let unknown = unknown.as_ref().map_or(0, |plane| plane.row(y, z));
                match state {
                    CellState::Free => !(occupied | unknown),
                    CellState::Occupied => occupied,
                    CellState::Unknown => unknown,
                }
            }
        }
    }

    /// Copies some raw rows of cells that have a state, as [`row`](Self::row) has them.
    pub(crate) fn copy_rows(&self, state: CellState, within: Range<usize>, rows: &mut [u64]) {
        let planes = match self {
            Self::Uniform(uniform) => return rows.fill(all_if(*uniform == state)),
            Self::Mixed(planes) => planes,
        };
        let (occupied, unknown) = planes.words();
        let occupied = &occupied[within.clone()];
        let unknown = unknown.map(|unknown| &unknown[within]);
        match (state, unknown) {
            (CellState::Occupied, _) => rows.copy_from_slice(occupied),
            (CellState::Unknown, None) => rows.fill(0),
            (CellState::Unknown, Some(unknown)) => rows.copy_from_slice(unknown),
            (CellState::Free, unknown) => {
                for (row, occupied) in rows.iter_mut().zip(occupied) {
                    *row = !occupied;
                }
                for (row, unknown) in rows.iter_mut().zip(unknown.unwrap_or_default()) {
                    *row &= !unknown;
                }
            }
        }
    }

    /// Returns whether some cell inside the bounds may be unknown; where the form is normal, whether
    /// one is.
    pub(crate) fn has_unknown(&self) -> bool {
        match self {
            Self::Uniform(state) => *state == CellState::Unknown,
            Self::Mixed(planes) => planes.unknown.is_some(),
        }
    }

    /// Returns whether a layer is seen at a glance to be stored alike, outside the bounds as well.
    pub(crate) fn agrees_in_layer(&self, other: &Self, z: i32) -> bool {
        match (self, other) {
            (Self::Uniform(own), Self::Uniform(others)) => own == others,
            (Self::Mixed(own), Self::Mixed(others)) => {
                let same = |own: &Plane, others: &Plane| own.layer(z) == others.layer(z);
                own.agree(others, same)
            }
            _ => false,
        }
    }

    /// Returns the state of a cell inside the bounds, of which the low six bits of each coordinate
    /// count.
    pub(crate) fn state(&self, cell: IVec3) -> CellState {
        match self {
            Self::Uniform(state) => *state,
            Self::Mixed(Planes { occupied, unknown }) => {
                let has = |plane: &Plane| plane.row(cell.y, cell.z) >> (cell.x & 63) & 1 == 1;
                if has(occupied) {
                    CellState::Occupied
                } else if unknown.as_ref().is_some_and(has) {
                    CellState::Unknown
                } else {
                    CellState::Free
                }
            }
        }
    }

    /// Sets the cells of `part` (local, within `inside`); the normal form is restored later, by
    /// [`normalize`](Self::normalize).
    pub(crate) fn set(&mut self, part: &CellBox, state: CellState, inside: &CellBox) {
        match self {
            Self::Uniform(uniform) if *uniform == state => {}
            _ if part.contains_box(inside) => *self = Self::Uniform(state),
            Self::Mixed(planes) => planes.set(part, state),
            Self::Uniform(uniform) => {
                let mut planes = Planes::uniform(*uniform, inside);
                planes.set(part, state);
                *self = Self::Mixed(planes);
            }
        }
    }

    /// Sets the cells of `part` (local, within `inside`) row by row: two functions give what is occupied and what
    /// is unknown, of which no cell may be both, from the y and z of a row and what was. The normal form is
    /// restored later.
    pub(crate) fn write_rows(
        &mut self,
        part: &CellBox,
        inside: &CellBox,
        occupied: impl Fn(i32, i32, u64) -> u64,
        unknown: impl Fn(i32, i32, u64) -> u64,
    ) {
        if let Self::Uniform(uniform) = self {
            *self = Self::Mixed(Planes::uniform(*uniform, inside));
        }
        let Self::Mixed(planes) = self else { return };
        planes.occupied.write(part, occupied);
        let mask = row_mask(part, part.min.y, part.min.z);
        let has_unknown = |z| (part.min.y..part.max.y).any(|y| unknown(y, z, 0) & mask != 0);
        if planes.unknown.is_some() || (part.min.z..part.max.z).any(has_unknown) {
            let plane = planes.unknown.get_or_insert_with(Plane::zero);
            plane.write(part, unknown);
        }
    }

    /// Restores the normal form that the module describes.
    pub(crate) fn normalize(&mut self, inside: &CellBox) {
        let Self::Mixed(planes) = self else { return };
        if planes.unknown.as_ref().is_some_and(Plane::is_zero) {
            planes.unknown = None;
        }
        // Each is seen at the first row that is otherwise, where a count would take all rows.
        let alike = match &planes.unknown {
            None if planes.occupied.is_zero() => CellState::Free,
            None if planes.occupied.fills(inside) => CellState::Occupied,
            Some(unknown) if unknown.fills(inside) => CellState::Unknown,
            _ => return,
        };
        *self = Self::Uniform(alike);
    }

    /// Returns the number of cells of a state among those inside the bounds.
    pub(crate) fn count(&self, state: CellState, inside: &CellBox) -> u64 {
        match self {
            Self::Uniform(uniform) if *uniform == state => inside.volume(),
            Self::Uniform(_) => 0,
            Self::Mixed(planes) => {
                let (occupied, unknown) = planes.counts();
                match state {
                    CellState::Free => inside.volume() - occupied - unknown,
                    CellState::Occupied => occupied,
                    CellState::Unknown => unknown,
                }
            }
        }
    }

    /// Returns the cells of a state among those inside the bounds, relative to the chunk: z
    /// slowest, then y, x fastest.
    pub(crate) fn cells(
        &self,
        state: CellState,
        inside: &CellBox,
    ) -> impl Iterator<Item = IVec3> + use<'_> {
        let rows = self.rows(state, inside);
        rows.flat_map(|(row, y, z)| bits(row).map(move |x| IVec3::new(x, y, z)))
    }

    /// Returns the smallest box, relative to the chunk, around the cells that
    /// [`cells`](Self::cells) gives.
    pub(crate) fn hull(&self, state: CellState, inside: &CellBox) -> CellBox {
        box_around(self.rows(state, inside))
    }

    /// Returns the rows of a state inside the bounds, with their local y and z; none for the tag of
    /// another state.
    fn rows(
        &self,
        state: CellState,
        inside: &CellBox,
    ) -> impl Iterator<Item = (u64, i32, i32)> + use<'_> {
        let inside = match self {
            Self::Uniform(uniform) if *uniform != state => CellBox::EMPTY,
            _ => *inside,
        };
        let mask = row_mask(&inside, inside.min.y, inside.min.z);
        let places = inside.row_places();
        places.map(move |(y, z)| (self.row(state, y, z) & mask, y, z))
    }

    /// Returns whether both are the same tag or the very same planes in memory.
    pub(crate) fn is_shared_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Uniform(a), Self::Uniform(b)) => a == b,
            (Self::Mixed(a), Self::Mixed(b)) => a.agree(b, |a, b| Arc::ptr_eq(&a.0, &b.0)),
            _ => false,
        }
    }

    /// Returns the addresses of the planes, to count those that chunks share once; each takes
    /// [`PLANE_BYTES`].
    pub(crate) fn planes(&self) -> impl Iterator<Item = usize> + use<> {
        let planes = match self {
            Self::Uniform(_) => [None, None],
            Self::Mixed(planes) => [Some(&planes.occupied), planes.unknown.as_ref()],
        };
        let addresses = planes.map(|plane| plane.map(|plane| Arc::as_ptr(&plane.0).addr()));
        addresses.into_iter().flatten()
    }

    /// Returns whether the invariant of the module holds; written apart from
    /// [`normalize`](Self::normalize), so that tests compare the two.
    pub(crate) fn is_valid(&self, inside: &CellBox) -> bool {
        let Self::Mixed(planes) = self else {
            return true;
        };
        let (occupied, unknown) = planes.counts();
        let free = inside.volume().saturating_sub(occupied + unknown);
        let alike = [free, occupied, unknown].contains(&inside.volume());
        let rows_hold = row_places().all(|(y, z)| {
            let occupied = self.row(CellState::Occupied, y, z);
            let unknown = self.row(CellState::Unknown, y, z);
            let outside = !row_mask(inside, y, z);
            occupied & unknown == 0 && (occupied | unknown) & outside == 0
        });
        !alike && planes.unknown.is_some() == (unknown > 0) && rows_hold
    }
}

/// The bit planes of a chunk with more than one state.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Planes {
    occupied: Plane,
    unknown: Option<Plane>,
}

impl Planes {
    /// Returns the words of what is occupied and of what is unknown, if anything is; cells outside the bounds are
    /// in neither.
    pub(crate) fn words(&self) -> (&[u64], Option<&[u64]>) {
        let unknown = self.unknown.as_ref().map(|plane| &*plane.0);
        (&self.occupied.0, unknown)
    }

    /// Planes in which the cells of `inside` have the given state.
    /// Returns whether both have the same planes, and each is the `same` as the other's.
    fn agree(&self, other: &Self, same: impl Fn(&Plane, &Plane) -> bool) -> bool {
        agree(self.unknown.as_ref(), other.unknown.as_ref(), &same)
            && same(&self.occupied, &other.occupied)
    }

    fn uniform(state: CellState, inside: &CellBox) -> Self {
        let mut planes = Self {
            occupied: Plane::zero(),
            unknown: None,
        };
        planes.set(inside, state);
        planes
    }

    fn set(&mut self, part: &CellBox, state: CellState) {
        let [occupied, unknown] =
            [CellState::Occupied, CellState::Unknown].map(|filled| all_if(state == filled));
        self.occupied.fill(part, occupied);
        if unknown != 0 || self.unknown.is_some() {
            let plane = self.unknown.get_or_insert_with(Plane::zero);
            plane.fill(part, unknown);
        }
    }

    /// Returns the numbers of occupied and of unknown cells.
    fn counts(&self) -> (u64, u64) {
        (
            self.occupied.count(),
            self.unknown.as_ref().map_or(0, Plane::count),
        )
    }
}

/// One bit for each cell of a chunk; always `ROWS` words. Copied on the first write after it was
/// shared.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Plane(Arc<[u64]>);

/// The words of a plane, and the two counters of the `Arc`.
pub(crate) const PLANE_BYTES: usize = ROWS * size_of::<u64>() + 2 * size_of::<usize>();

impl Plane {
    fn zero() -> Self {
        Self(iter::repeat_n(0, ROWS).collect())
    }

    fn row(&self, y: i32, z: i32) -> u64 {
        self.0[row_index(y, z)]
    }

    fn layer(&self, z: i32) -> &[u64] {
        let first = row_index(0, z);
        &self.0[first..first + 64]
    }

    /// Gives the cells of `part` the bits of one and the same row.
    fn fill(&mut self, part: &CellBox, with: u64) {
        let rows = Arc::make_mut(&mut self.0);
        let mask = row_mask(part, part.min.y, part.min.z);
        for rows_of_layer in rows_within(part) {
            for row in &mut rows[rows_of_layer] {
                *row = *row & !mask | with & mask;
            }
        }
    }

    /// Gives the cells of `part` the bits that a function has for the y and z of a row and what was.
    fn write(&mut self, part: &CellBox, after: impl Fn(i32, i32, u64) -> u64) {
        let rows = Arc::make_mut(&mut self.0);
        let mask = row_mask(part, part.min.y, part.min.z);
        for z in part.min.z..part.max.z {
            let along_y = part.min.y..part.max.y;
            let rows = &mut rows[row_index(part.min.y, z)..][..along_y.len()];
            for (y, row) in along_y.zip(rows) {
                *row = *row & !mask | after(y, z, *row) & mask;
            }
        }
    }

    fn is_zero(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    /// Returns whether all cells of a local box have their bit.
    fn fills(&self, part: &CellBox) -> bool {
        let mask = row_mask(part, part.min.y, part.min.z);
        let mut rows = rows_within(part).flatten();
        rows.all(|row| self.0[row] & mask == mask)
    }

    fn count(&self) -> u64 {
        self.0.iter().map(|row| u64::from(row.count_ones())).sum()
    }
}

/// Prints counts, because 4096 words would drown whatever they are printed with.
impl fmt::Debug for Plane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plane({} cells)", self.count())
    }
}

/// Returns whether there is neither of two values, or both and they are the `same`.
pub(crate) fn agree<T>(one: Option<&T>, other: Option<&T>, same: impl Fn(&T, &T) -> bool) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => same(one, other),
        _ => false,
    }
}

pub(crate) fn all_if(condition: bool) -> u64 {
    if condition { u64::MAX } else { 0 }
}
