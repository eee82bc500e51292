//! The jump index: for each cell, which straight runs from it lead to a jump point at all, and whether
//! anything is blocked around it.
//!
//! A search in open space asks the same question over and over: does the straight run from here meet a
//! jump point? Almost always the answer is no, and the scan was for nothing. The index holds the answers,
//! seven flags a cell, so that a search can pass by cells at which nothing begins.
//!
//! # What a flag says
//!
//! Exactly what [`Traversability::run`] would find with all eight rows watched: the flag of a
//! heading is set at a traversable cell if and only if the run from it ends at a jump point
//! ([`ScanEnd::JumpPoint`]), however long it is. For runs that watch fewer rows, as moves
//! within a plane do, it is a superset: set wherever they end at a jump point, and perhaps
//! elsewhere. The flags of an index for [`ForcedRule::Either`] are a superset for the other two rules. Flags
//! of blocked cells are not set.
//!
//! # How it is stored
//!
//! A flag of 4^3 cells is a word, and words of zero are left out: [`Plane`]. Each chunk has up to seven
//! planes, which snapshots share where edits did not change them.
//!
//! [`ScanEnd::JumpPoint`]: super::ScanEnd::JumpPoint

mod bricks;
mod derivation;
mod line;
mod plane;
mod stale;
mod walk;

use std::sync::Arc;

use glam::IVec3;

pub use walk::WalkStop;

use super::bytes::{Bytes, DerivedFlaw};
use super::directory::{DenseDirectory, Directory};
use super::grid::Grid;
use super::pages::Pages;
use super::rows::ChunkBits;
use super::{ForcedRule, Traversability};
use crate::coordinates::{Axis, ChunkCoord, Heading};
use bricks::{bit_of, brick_in_line, brick_of, face};
pub(super) use derivation::Derivation;
use plane::{Draft, Plane};
use stale::StaleLines;

/// The plane that says where something is blocked close by; the others are those of the headings.
const NEAR: usize = 6;

/// The flags of a chunk, by [`Heading::index`], and [`NEAR`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct ChunkFlags([Option<Arc<Plane>>; 7]);

/// The flags of each cell that say whether straight runs from it lead to jump points, and whether
/// obstacles are near.
#[derive(Clone, Debug)]
pub struct JumpIndex {
    rule: ForcedRule,
    directory: DenseDirectory,
    /// The flags by the number of the chunk in the directory.
    chunks: Pages<ChunkFlags>,
}

impl Traversability {
    /// Adds the jump index, which tells searches which straight runs lead anywhere, so that they pass by
    /// open space: for searches whose moves cut no corners. Others do without. Snapshots made by
    /// [`refreshed`](Self::refreshed) have it too, brought up to date.
    ///
    /// # Guarantees
    ///
    /// Whether there is a path and what it costs does not depend on it. Which of several equally good
    /// paths is found may, and how many cells are expanded.
    ///
    /// # Complexity
    ///
    /// About 1 ms for each chunk with content, and at most 7 bits a cell; on public maps of 60 million
    /// cells 0.2 s and 5 MB. After an edit, linear in the rows along the three axes through the 27 cells
    /// around each change, each up to where it ends. Nothing is done for worlds so large and empty that
    /// their components are not labeled either.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{
    ///     CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy,
    /// };
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(100)))?;
    /// builder.set(IVec3::splat(50), CellState::Occupied)?;
    /// let plain = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    /// let indexed = plain.clone().with_jump_index();
    /// assert!(indexed.memory_bytes() > plain.memory_bytes());
    /// assert!(indexed.is_same_snapshot(&plain), "no cell differs");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_jump_index(self) -> Self {
        self.with_jump_index_for(ForcedRule::BesideOpen)
    }

    /// Adds the same for searches that scan with `rule`.
    #[doc(hidden)]
    #[must_use]
    pub fn with_jump_index_for(self, rule: ForcedRule) -> Self {
        let grid = &self.snapshot.grid;
        let index = JumpIndex::derivation(grid, rule).map(|derivation| derivation.finish(grid));
        Self {
            jump_index: index.map(Arc::new),
            ..self
        }
    }

    /// Returns the same snapshot without its jump index.
    #[must_use]
    pub fn without_jump_index(self) -> Self {
        Self {
            jump_index: None,
            ..self
        }
    }

    /// Returns the index, if one was asked for and the world is not too large and empty for it.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn jump_index(&self) -> Option<&JumpIndex> {
        self.jump_index.as_deref()
    }
}

impl JumpIndex {
    /// Begins to make the index of a world whose chunks are all listed.
    pub(super) fn derivation(grid: &Grid, rule: ForcedRule) -> Option<Derivation> {
        let Directory::Dense(directory) = &grid.directory else {
            return None;
        };
        let empty = Self {
            rule,
            directory: directory.clone(),
            chunks: (0..grid.entries.len())
                .map(|_| ChunkFlags::default())
                .collect(),
        };
        let all = StaleLines::all(grid.bounds.chunks());
        Some(Derivation::new(empty, all))
    }

    /// Begins to bring the index up to date with a grid of the same chunks, of which some had other
    /// bits.
    pub(super) fn update(&self, grid: &Grid, before: &[(ChunkCoord, ChunkBits)]) -> Derivation {
        let mut stale = StaleLines::default();
        for (chunk, bits) in before {
            let after = &grid.entry(*chunk).bits;
            stale.note_change(*chunk, [bits, after], &grid.bounds);
        }
        Derivation::new(self.clone(), stale)
    }

    /// Writes the planes of all chunks, see [`derived_bytes`](super::derived_bytes).
    pub(super) fn put(&self, out: &mut Vec<u8>) {
        for flags in self.chunks.iter().skip(1) {
            let planes = flags.0.iter().enumerate();
            let which = planes.map(|(plane, flags)| u8::from(flags.is_some()) << plane);
            out.push(which.sum());
            for plane in flags.0.iter().flatten() {
                plane.put(out);
            }
        }
    }

    /// Reads the planes of all chunks of a world with so many entries.
    pub(super) fn read(
        rule: ForcedRule,
        directory: &DenseDirectory,
        entries: usize,
        bytes: &mut Bytes<'_>,
    ) -> Result<Self, DerivedFlaw> {
        let mut chunks = Pages::from_iter([ChunkFlags::default()]);
        for _ in 1..entries {
            let which = bytes.byte()?;
            let mut flags = ChunkFlags::default();
            for (plane, flags) in flags.0.iter_mut().enumerate() {
                if which >> plane & 1 != 0 {
                    *flags = Some(Arc::new(Plane::read(bytes)?));
                }
            }
            if which > 127 || flags.0.iter().flatten().any(|plane| plane.is_empty()) {
                return Err(DerivedFlaw::Unknown(which.into()));
            }
            chunks.push(flags);
        }
        Ok(Self {
            rule,
            directory: directory.clone(),
            chunks,
        })
    }

    /// Returns the rule for jump points that it was made for.
    #[must_use]
    #[inline]
    pub fn rule(&self) -> ForcedRule {
        self.rule
    }

    /// Returns whether the straight run from a traversable cell leads to a jump point.
    ///
    /// # Complexity
    ///
    /// Constant.
    #[must_use]
    #[inline]
    pub fn leads_to_jump_point(&self, cell: IVec3, heading: Heading) -> bool {
        self.flag(cell, heading.index())
    }

    /// Returns whether a cell is traversable and one of the 26 around it is not.
    ///
    /// # Complexity
    ///
    /// Constant.
    #[must_use]
    #[inline]
    pub fn is_near_obstacle(&self, cell: IVec3) -> bool {
        self.flag(cell, NEAR)
    }

    /// Returns the bytes held; what it shares with the indices of other snapshots counts.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let planes = self
            .chunks
            .iter()
            .flat_map(|chunk| chunk.0.iter().flatten());
        self.chunks.memory_bytes() + planes.map(|plane| plane.memory_bytes()).sum::<usize>()
    }

    /// Returns the first chunk in which two indices of worlds with the same bounds differ.
    pub(super) fn first_difference(&self, other: &Self) -> Option<ChunkCoord> {
        let pairs = self.chunks.iter().zip(other.chunks.iter());
        let differs = pairs.skip(1).position(|(own, others)| own != others)?;
        Some(self.directory.chunk(differs + 1))
    }

    #[inline]
    fn flag(&self, cell: IVec3, plane: usize) -> bool {
        let entry = self.directory.entry(ChunkCoord::of(cell)) as usize;
        let word = self
            .plane(entry, plane)
            .map_or(0, |plane| plane.brick(brick_of(cell & 63)));
        word >> bit_of(cell) & 1 != 0
    }

    #[inline]
    fn plane(&self, entry: usize, plane: usize) -> Option<&Plane> {
        self.chunks[entry].0[plane].as_deref()
    }

    /// Returns the bits of a line at one place along the axis: a cell of a brick.
    fn face(
        &self,
        entry: usize,
        plane: usize,
        axis: Axis,
        line: usize,
        (along, cell): (usize, u32),
    ) -> u16 {
        let flags = self.plane(entry, plane);
        let brick = flags.map_or(0, |flags| flags.brick(brick_in_line(axis, line, along)));
        face(axis, brick, cell)
    }

    /// Takes over what was written of a plane.
    fn write(&mut self, entry: usize, plane: usize, draft: &mut Draft) {
        let before = self.plane(entry, plane);
        if let Some(after) = draft.finish(before)
            && let Some(chunk) = self.chunks.get_mut(entry)
        {
            chunk.0[plane] = (!after.is_empty()).then(|| Arc::new(after));
        }
    }
}
