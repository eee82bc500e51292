//! The bytes of what was derived from the bits of a snapshot: the components of its runs, and its jump
//! index.
//!
//! Bits themselves are not in them, as they follow from the cells by words.
//!
//! ```text
//! u8        bit 0: labels follow; bit 1: a jump index follows; bit 2: ignored (corridors, in earlier versions)
//! u64       what tells the bits from others
//! labels    for each chunk of the table (x fastest, then y, then z):
//!             runs of traversable cells along x, in row order, as pairs of numbers: a label, and how
//!             many runs in turn have it; nothing where the chunk has no runs
//! index     u8, its rule; for each chunk of the table:
//!             u8        bit p: plane p has a brick
//!             for each  u64, bit g: group g has a brick; for each of these u64, bit b: brick b is stored
//!                       each brick xor the one stored before: u8, bit k: byte k is not zero; those bytes
//! ```
//!
//! Numbers are little endian in groups of seven bits, of which the last has no eighth bit.

use std::sync::Arc;

use ahash::AHashMap;
use thiserror::Error;

use super::connectivity::Components;
use super::connectivity::labels::{ChunkLabels, RunLabels};
use super::directory::Directory;
use super::jump_index::{JumpIndex, Plane};
use super::{ForcedRule, Traversability};
use crate::coordinates::Axis;

/// Error for bytes that are not what was derived from the bits of a snapshot.
///
/// ```
/// use voxnav_occupancy::bits::DerivedFlaw;
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
///
/// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// let world = Traversability::new(&world, UnknownPolicy::Free).with_components();
/// let bytes = world.derived_bytes();
/// assert!(world.clone().with_derived_bytes(&bytes).is_ok());
/// let cut = world.with_derived_bytes(&bytes[..3]);
/// assert_eq!(cut.err(), Some(DerivedFlaw::TooShort));
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DerivedFlaw {
    /// The bytes end within a value.
    #[error("it ends too early")]
    TooShort,
    /// Bytes follow the last value.
    #[error("bytes follow its end")]
    TooLong,
    /// A number has no meaning where it stands.
    #[error("the number {0} has no meaning")]
    Unknown(u64),
    /// Labels are not those of the runs of the chunk.
    #[error("its labels are not numbered in the order of the runs that have them")]
    Labels,
    /// A brick without a bit is stored.
    #[error("it stores a brick that is empty")]
    EmptyBrick,
    /// The bytes were derived from other bits.
    #[error("it was derived from other cells, or for another agent")]
    OtherBits,
    /// The world is too large and empty for labels or an index.
    #[error("it has components or a jump index, which a world so large and empty cannot have")]
    Sparse,
}

const LABELS: u8 = 1;
const INDEX: u8 = 2;
/// The bit of earlier versions that kept whether corridors were found.
const IGNORED: u8 = 4;

const RULES: [ForcedRule; 3] = [
    ForcedRule::BesideOpen,
    ForcedRule::BesideBlocked,
    ForcedRule::Either,
];

/// The rest of the bytes.
pub(super) struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], DerivedFlaw> {
        let taken = self.0.split_at_checked(count);
        let (taken, left) = taken.ok_or(DerivedFlaw::TooShort)?;
        self.0 = left;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, DerivedFlaw> {
        Ok(self.take(1)?[0])
    }

    pub(super) fn word(&mut self) -> Result<u64, DerivedFlaw> {
        let (word, left) = self.0.split_first_chunk().ok_or(DerivedFlaw::TooShort)?;
        self.0 = left;
        Ok(u64::from_le_bytes(*word))
    }

    fn number(&mut self) -> Result<u32, DerivedFlaw> {
        let mut number = 0_u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return u32::try_from(number).map_err(|_| DerivedFlaw::Unknown(number));
            }
        }
        Err(DerivedFlaw::Unknown(number))
    }

    /// Reads a word of which only the bytes that are not zero are there.
    pub(super) fn sparse_word(&mut self) -> Result<u64, DerivedFlaw> {
        let mut which = self.byte()?;
        let stored = self.take(which.count_ones() as usize)?;
        let mut word = 0;
        for &byte in stored {
            word |= u64::from(byte) << (8 * which.trailing_zeros());
            which &= which - 1;
        }
        Ok(word)
    }
}

fn put_number(out: &mut Vec<u8>, mut number: u32) {
    while number > 127 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

pub(super) fn put_sparse_word(out: &mut Vec<u8>, word: u64) {
    let place = out.len();
    out.push(0);
    for (k, byte) in word.to_le_bytes().into_iter().enumerate() {
        if byte != 0 {
            out[place] |= 1 << k;
            out.push(byte);
        }
    }
}

impl Traversability {
    /// Returns what is known of this snapshot beside its bits, as bytes that
    /// [`with_derived_bytes`](Self::with_derived_bytes) takes.
    #[must_use]
    pub fn derived_bytes(&self) -> Vec<u8> {
        let components = self.snapshot.components.get().and_then(Option::as_ref);
        let mut out =
            vec![components.map_or(0, |_| LABELS) | self.jump_index().map_or(0, |_| INDEX)];
        out.extend(self.fingerprint().to_le_bytes());
        let grid = &self.snapshot.grid;
        if let Some(components) = components {
            for (entry, labels) in grid.entries().zip(components.labels()).skip(1) {
                let mut last = None;
                for (row, &bits) in entry.bits.along(Axis::X).iter().enumerate() {
                    labels.for_runs(row, bits, |label, _| match &mut last {
                        Some((of, count)) if *of == label => *count += 1,
                        _ => {
                            put_labels(&mut out, last);
                            last = Some((label, 1));
                        }
                    });
                }
                put_labels(&mut out, last);
            }
        }
        if let Some(index) = self.jump_index() {
            let rule = RULES.iter().position(|rule| *rule == index.rule());
            out.push(rule.unwrap_or_default() as u8);
            index.put(&mut out);
        }
        out
    }

    /// Returns this snapshot with what is known of it beside its bits, as
    /// [`derived_bytes`](Self::derived_bytes) has it. What the bytes say of these bits is believed.
    ///
    /// # Errors
    ///
    /// [`DerivedFlaw::OtherBits`] if they are of other bits, and other flaws for bytes that no snapshot with these
    /// bits gives. Memory follows the bytes and the chunks that there are.
    pub fn with_derived_bytes(mut self, bytes: &[u8]) -> Result<Self, DerivedFlaw> {
        let mut bytes = Bytes(bytes);
        let parts = bytes.byte()?;
        if parts > LABELS | INDEX | IGNORED {
            return Err(DerivedFlaw::Unknown(parts.into()));
        }
        if bytes.word()? != self.fingerprint() {
            return Err(DerivedFlaw::OtherBits);
        }
        let grid = &self.snapshot.grid;
        let directory = match &grid.directory {
            Directory::Dense(directory) => directory,
            Directory::Sparse(_) if parts & (LABELS | INDEX) != 0 => {
                return Err(DerivedFlaw::Sparse);
            }
            Directory::Sparse(_) => return bytes.end(self),
        };
        if parts & LABELS != 0 {
            // Chunks that share their bits share their labels.
            let mut known = AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
            let mut labels = vec![ChunkLabels::Blocked];
            for entry in grid.entries().skip(1) {
                let runs = RunLabels::with(entry.bits.along(Axis::X), |count| {
                    read_labels(&mut bytes, count)
                })?;
                let own = known.entry(entry.bits.address());
                labels.push(own.or_insert_with(|| ChunkLabels::from(runs)).clone());
            }
            let components = Components::joining(grid, directory, labels);
            // What was labeled by now is the same.
            let _ = self.snapshot.components.set(components.map(Arc::new));
        }
        if parts & INDEX != 0 {
            let rule = bytes.byte()?;
            let rule = RULES.get(usize::from(rule)).copied();
            let rule = rule.ok_or(DerivedFlaw::Unknown(u64::MAX))?;
            let index = JumpIndex::read(rule, directory, grid.entries.len(), &mut bytes)?;
            self.jump_index = Some(Arc::new(index));
        }
        bytes.end(self)
    }
}

impl Traversability {
    /// Returns a number that tells the bits of this snapshot from others: the rows along x of all chunks of the
    /// table, mixed word by word as in `FxHash` of the Rust compiler.
    fn fingerprint(&self) -> u64 {
        let mix =
            |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        let Directory::Dense(_) = &self.snapshot.grid.directory else {
            return 0;
        };
        // Chunks that share their bits are looked at once.
        let mut known = AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
        let mut hash = 0;
        for entry in self.snapshot.grid.entries() {
            let rows = || entry.bits.along(Axis::X).iter().copied().fold(0, mix);
            hash = mix(
                hash,
                *known.entry(entry.bits.address()).or_insert_with(rows),
            );
        }
        hash
    }
}

impl Bytes<'_> {
    /// Returns the snapshot, if this is where the bytes end.
    fn end(&self, world: Traversability) -> Result<Traversability, DerivedFlaw> {
        if !self.0.is_empty() {
            return Err(DerivedFlaw::TooLong);
        }
        Ok(world)
    }
}

fn put_labels(out: &mut Vec<u8>, labels: Option<(u32, u32)>) {
    if let Some((label, count)) = labels {
        put_number(out, label);
        put_number(out, count);
    }
}

/// Reads the labels of so many runs, numbered in the order in which they first occur, and how many
/// there are.
fn read_labels(bytes: &mut Bytes<'_>, runs: u32) -> Result<(Box<[u32]>, u32), DerivedFlaw> {
    let (mut labels, mut next) = (Vec::with_capacity(runs as usize), 0);
    while labels.len() < runs as usize {
        let (label, count) = (bytes.number()?, bytes.number()?);
        let left = runs as usize - labels.len();
        if label > next || count == 0 || count as usize > left {
            return Err(DerivedFlaw::Labels);
        }
        next = next.max(label + 1);
        labels.extend(std::iter::repeat_n(label, count as usize));
    }
    Ok((labels.into(), next))
}

/// Writes a plane of a jump index.
pub(super) fn put_plane(out: &mut Vec<u8>, plane: &Plane) {
    let groups = plane.groups();
    let has = |(group, stored): (usize, &u64)| u64::from(*stored != 0) << group;
    let which = groups
        .iter()
        .enumerate()
        .map(has)
        .fold(0, |all, it| all | it);
    out.extend(u64::to_le_bytes(which));
    for stored in groups.iter().filter(|stored| **stored != 0) {
        out.extend(stored.to_le_bytes());
    }
    let mut before = 0;
    for &brick in plane.bricks() {
        put_sparse_word(out, brick ^ before);
        before = brick;
    }
}

pub(super) fn read_plane(bytes: &mut Bytes<'_>) -> Result<Plane, DerivedFlaw> {
    let which = bytes.word()?;
    let mut groups = [0; 64];
    for (group, stored) in groups.iter_mut().enumerate() {
        if which >> group & 1 != 0 {
            *stored = bytes.word()?;
        }
    }
    let count: u32 = groups.iter().map(|stored| stored.count_ones()).sum();
    let (mut bricks, mut before) = (Vec::with_capacity(count as usize), 0);
    for _ in 0..count {
        before ^= bytes.sparse_word()?;
        if before == 0 {
            return Err(DerivedFlaw::EmptyBrick);
        }
        bricks.push(before);
    }
    Ok(Plane::new(&groups, bricks.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::{Footprint, UnknownPolicy};
    use crate::coordinates::CellBox;
    use crate::draws::Draws;
    use crate::occupancy::{CellState, OccupancyBuilder};
    use glam::IVec3;

    fn drawn(draws: &mut Draws) -> Traversability {
        let min = IVec3::splat(-70 + draws.below(60) as i32);
        let size = IVec3::new(70, 66, 20) * (1 + draws.below(2) as i32);
        let bounds = CellBox::new(min, min + size);
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        let share = [0, 2, 30, 60, 100][draws.below(5) as usize];
        for cell in bounds.cells() {
            if draws.percent(share) {
                builder.set(cell, CellState::Occupied).unwrap();
            }
        }
        let wide = 1 + draws.below(2) as i32;
        let agent = Footprint::new(CellBox::from_size(IVec3::splat(wide))).unwrap();
        Traversability::for_agent(&builder.commit(), agent, UnknownPolicy::Blocked)
    }

    #[test]
    fn what_is_read_is_what_was_derived() {
        let mut draws = Draws::new(8);
        for round in 0..24 {
            let plain = drawn(&mut draws);
            let mut world = plain.clone();
            // A snapshot of its own.
            let bare = plain.for_other_agent(plain.footprint());
            if round & 1 != 0 {
                world = world.with_components();
            }
            if round & 2 != 0 {
                world = world.with_jump_index_for(RULES[round % 3]);
            }
            let bytes = world.derived_bytes();
            let mut stored = bytes.clone();
            if round & 4 != 0 {
                stored[0] |= IGNORED;
            }
            let read = bare.with_derived_bytes(&stored).unwrap();
            assert_eq!(read.derived_bytes(), bytes);
            read.validate().unwrap();
            assert_eq!(read.jump_index().is_some(), round & 2 != 0);
            let known = read.snapshot.components.get().is_some();
            assert_eq!(known, round & 1 != 0);
            for cell in world.bounds().cells().step_by(61) {
                assert_eq!(world.component(cell), read.component(cell), "{cell}");
            }
        }
    }

    #[test]
    fn broken_bytes_are_refused_or_are_other_ones() {
        let mut draws = Draws::new(9);
        for _ in 0..6 {
            let plain = drawn(&mut draws);
            let world = plain.clone().with_components().with_jump_index();
            let bytes = world.derived_bytes();
            let step = bytes.len().div_ceil(60);
            for cut in (0..bytes.len()).step_by(step) {
                let bare = plain.for_other_agent(plain.footprint());
                let read = bare.with_derived_bytes(&bytes[..cut]);
                assert!(read.is_err(), "{cut} of {}", bytes.len());
            }
            for _ in 0..60 {
                let mut broken = bytes.clone();
                let at = draws.below(broken.len() as u64) as usize;
                broken[at] ^= 1 << draws.below(8);
                let bare = plain.for_other_agent(plain.footprint());
                if let Ok(read) = bare.with_derived_bytes(&broken) {
                    assert_ne!(read.derived_bytes(), bytes);
                }
            }
            let other = drawn(&mut draws);
            if other.fingerprint() != plain.fingerprint() {
                let read = other.with_derived_bytes(&bytes).map(drop);
                assert_eq!(read, Err(DerivedFlaw::OtherBits));
            }
            let longer = [&bytes[..], &[0]].concat();
            let bare = plain.for_other_agent(plain.footprint());
            assert_eq!(
                bare.with_derived_bytes(&longer).map(drop),
                Err(DerivedFlaw::TooLong)
            );
        }
    }
}
