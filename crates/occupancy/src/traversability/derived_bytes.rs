//! The bytes of what was derived from the bits of a snapshot: the components of its runs.
//!
//! Bits themselves are not in them, as they follow from the cells by words.
//!
//! ```text
//! u8        bit 0: labels follow; bit 1: a jump index follows, which earlier versions kept; bit 2: ignored (corridors,
//!           in earlier versions)
//! u64       what tells the bits from others
//! labels    for each chunk of the table (x fastest, then y, then z):
//!             runs of traversable cells along x, in row order, as pairs of numbers: a label, and how
//!             many runs in turn have it; nothing where the chunk has no runs
//! index     ignored up to the end: it takes no longer to make than to read
//! ```
//!
//! Numbers are little endian in groups of seven bits, of which the last has no eighth bit.

use std::sync::Arc;

use ahash::AHashMap;

use super::Traversability;
use super::bytes::{Bytes, DerivedFlaw, put_number};
use super::connectivity::Components;
use super::connectivity::labels::{ChunkLabels, RunLabels};
use super::directory::Directory;
use crate::coordinates::Axis;

const LABELS: u8 = 1;
/// The bit of earlier versions that kept a jump index.
const INDEX: u8 = 2;
/// The bit of earlier versions that kept whether corridors were found.
const IGNORED: u8 = 4;

impl Traversability {
    /// Returns what is known of this snapshot in addition to its bits, as bytes that
    /// [`with_derived_bytes`](Self::with_derived_bytes) takes.
    #[must_use]
    pub fn derived_bytes(&self) -> Vec<u8> {
        let components = self.snapshot.components.get().and_then(Option::as_ref);
        let mut out = vec![components.map_or(0, |_| LABELS)];
        out.extend(self.fingerprint().to_le_bytes());
        let grid = &self.snapshot.grid;
        if let Some(components) = components {
            for (entry, labels) in grid.entries.iter().zip(components.labels()).skip(1) {
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
        out
    }

    /// Returns this snapshot with the data in bytes from [`derived_bytes`](Self::derived_bytes). What they state of
    /// these bits is trusted.
    ///
    /// # Errors
    ///
    /// [`DerivedFlaw::OtherBits`] if they are of other bits, and other flaws for bytes that no snapshot with these
    /// bits gives. Memory follows the bytes and the chunks that there are.
    pub fn with_derived_bytes(self, bytes: &[u8]) -> Result<Self, DerivedFlaw> {
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
            Directory::Sparse(_) if parts & LABELS != 0 => {
                return Err(DerivedFlaw::Sparse);
            }
            Directory::Sparse(_) => return self.after(parts, &bytes),
        };
        if parts & LABELS != 0 {
            // Chunks that share their bits share their labels.
            let mut known = AHashMap::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
            let mut labels = vec![ChunkLabels::Blocked];
            for entry in grid.entries.iter().skip(1) {
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
        self.after(parts, &bytes)
    }
}

impl Traversability {
    /// Returns the snapshot once its bytes are read, of which those of a jump index are left.
    fn after(self, parts: u8, left: &Bytes<'_>) -> Result<Self, DerivedFlaw> {
        if parts & INDEX == 0 {
            left.end()?;
        }
        Ok(self)
    }

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
        for entry in self.snapshot.grid.entries.iter() {
            let rows = || entry.bits.along(Axis::X).iter().copied().fold(0, mix);
            hash = mix(
                hash,
                *known.entry(entry.bits.address()).or_insert_with(rows),
            );
        }
        hash
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
            let bytes = world.derived_bytes();
            let mut stored = bytes.clone();
            if round & 4 != 0 {
                stored[0] |= IGNORED;
            }
            if round & 2 != 0 {
                // A jump index of an earlier version.
                stored[0] |= INDEX;
                stored.extend((0..draws.below(9)).map(|_| draws.below(256) as u8));
            }
            let read = bare.with_derived_bytes(&stored).unwrap();
            assert_eq!(read.derived_bytes(), bytes);
            read.validate().unwrap();
            assert!(!read.has_jump_index());
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
            let world = plain.clone().with_components();
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
                // Bits of earlier versions say nothing.
                let is_ignored = broken[0] ^ bytes[0];
                let is_ignored = [INDEX, IGNORED].contains(&is_ignored);
                let bare = plain.for_other_agent(plain.footprint());
                if let Ok(read) = bare.with_derived_bytes(&broken) {
                    assert_eq!(read.derived_bytes() == bytes, is_ignored);
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
