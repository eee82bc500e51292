//! Searches over worlds larger than memory, which load the chunks that paths lead through.
//!
//! A chunk that is not loaded counts as free, and its cells as ordinary ground. So a search over what is
//! loaded sees every path that there is, at no more than its cost, and perhaps paths that there are not. If it
//! finds none, there is none. If the path that it finds keeps to loaded chunks, it is a path of the whole
//! world, and what was proved of its cost is proved there. Otherwise the chunks that it leads through are
//! loaded, and the search begins again. Each round loads a chunk, so that there is a last one.
//!
//! Rounds are few because each also loads chunks ahead: those in which its search expanded most cells, as many
//! as are loaded for this search already. The search after it meets the obstacles in them instead of finding
//! the next way through chunks that are not there. Where there is no room for chunks ahead, none are loaded.
//!
//! This is lazy evaluation as in Dellin, Srinivasa, "A Unifying Formalism for Shortest Path Problems with
//! Expensive Edge Evaluations via Lazy Best-First Search over Paths with Edge Selectors", ICAPS 2016, with
//! chunks instead of edges.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Seek};
use std::sync::atomic::AtomicBool;

use thiserror::Error;
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, ChunkCoord, Footprint, Traversability, UnknownPolicy};
use voxnav_search::{
    Cost, Observer, Query, SearchSettings, Side, Solution, Statistics, Terrain, Workspace,
};

use crate::error::ReadError;
use crate::layout::Entry;
use crate::reader::{Blocks, Reader};

/// The most bytes that a loaded chunk takes for an agent of one cell: two planes of states (64 KiB),
/// rows along three axes (96 KiB), and labels of components, which rarely take more than a few KiB.
const CHUNK_BYTES: usize = 256 << 10;

/// The bytes that the weights of a chunk take.
const TERRAIN_BYTES: usize = 2 << 18;

/// The bytes that a line of the index takes.
const ENTRY_BYTES: usize = 64;

/// A world in a file, for searches that hold no more of it than they need.
///
/// For worlds larger than memory. Where a world fits, [`World::load`](crate::World::load) and a
/// [`Query`] are faster: here a search begins again whenever its path led through chunks that were not
/// loaded. What was loaded stays for the searches that follow, as long as there is room.
///
/// Materials are not loaded, as agents in space do not mind them.
///
/// ```
/// use std::io::Cursor;
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, CellState, Footprint, OccupancyBuilder, UnknownPolicy};
/// use voxnav_search::{SearchSettings, Workspace};
/// use voxnav_store::{Reader, World, WorldOnDemand};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(1000)))?;
/// for corner in (0..1000).step_by(50) {
///     let cells = CellBox::new(IVec3::splat(corner), IVec3::splat(corner + 9));
///     builder.set_box(cells, CellState::Occupied)?;
/// }
/// let file = World::new(builder.commit()).to_bytes()?;
///
/// let reader = Reader::open(Cursor::new(file))?;
/// let most = 50 << 20;
/// let mut world = WorldOnDemand::new(reader, Footprint::ONE, UnknownPolicy::Blocked, most)?;
/// let ends = [IVec3::new(0, 0, 20), IVec3::new(120, 0, 20)];
/// let solution = world.solve(ends, SearchSettings::default(), &mut Workspace::new())?;
/// assert!(solution.outcome.path().is_some());
/// assert_eq!(world.chunks_read(), 1, "the others on its way are known to be empty");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WorldOnDemand<F> {
    reader: Reader<F>,
    most_bytes: usize,
    /// The world while nothing is loaded.
    blank: Traversability,
    /// The world with what is loaded.
    world: Traversability,
    terrain: Terrain,
    /// Terrain without a weight, of the scale of the file.
    even: Terrain,
    weighed_chunks: usize,
    chunks: BTreeSet<ChunkCoord>,
    chunks_read: u64,
}

/// Error for a search over a world that is loaded on demand.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OnDemandError {
    /// A block cannot be read, or is damaged.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The search needs more of the world than may be held.
    #[error(
        "the search needs more than {chunks} chunks of the world, which take {bytes} of the {most} bytes that it may hold"
    )]
    Memory {
        /// The number of chunks that were loaded.
        chunks: usize,
        /// The memory held, in bytes.
        bytes: usize,
        /// The memory that may be held, in bytes.
        most: usize,
    },
    /// Agents that stop at unknown cells need the world whole: which path is cut where depends on cells
    /// that are not on it.
    #[error("an agent that stops at unknown cells needs the world loaded whole")]
    StopAtBoundary,
}

/// The purpose for which the chunks that are held were loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChunkPurpose {
    /// Searches before, for some of the chunks.
    ForOthers,
    /// The present search, for all of the chunks, some of them ahead.
    Ahead,
    /// The present search, which cannot do without any of the chunks.
    Needed,
}

/// The number of cells that a search expanded in each chunk.
#[derive(Debug, Default)]
struct ExpandedChunks {
    counts: BTreeMap<ChunkCoord, u64>,
    last: Option<(ChunkCoord, u64)>,
}

impl ExpandedChunks {
    /// Takes the wanted chunks with the most expanded cells, most first, and at most `many` of
    /// them.
    fn most(&mut self, many: usize, is_wanted: impl Fn(ChunkCoord) -> bool) -> Vec<ChunkCoord> {
        self.note();
        let counts = std::mem::take(&mut self.counts).into_iter();
        let mut chunks: Vec<_> = counts.filter(|(chunk, _)| is_wanted(*chunk)).collect();
        chunks.sort_by_key(|(_, count)| Reverse(*count));
        chunks
            .into_iter()
            .map(|(chunk, _)| chunk)
            .take(many)
            .collect()
    }

    fn note(&mut self) {
        if let Some((chunk, count)) = self.last.take() {
            *self.counts.entry(chunk).or_insert(0) += count;
        }
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}

impl Observer for ExpandedChunks {
    fn expanded(&mut self, _: Side, cell: IVec3, _: Cost, _: Cost) {
        let chunk = ChunkCoord::of(cell);
        match &mut self.last {
            // Most cells are in the chunk of the one before.
            Some((last, count)) if *last == chunk => *count += 1,
            _ => {
                self.note();
                self.last = Some((chunk, 1));
            }
        }
    }
}

impl<F: Read + Seek> WorldOnDemand<F> {
    /// Returns a world of which nothing is loaded, for an agent that covers these cells. It will
    /// hold `most_bytes` at most: cells, what is derived from them, terrain weights and the index
    /// of the file, but not the workspaces of searches. Agents of more than one cell may exceed it
    /// by what their size adds to the last chunk that is loaded.
    ///
    /// # Errors
    ///
    /// [`OnDemandError::StopAtBoundary`] for that policy; [`OnDemandError::Read`] for a file whose index
    /// speaks of no world.
    pub fn new(
        mut reader: Reader<F>,
        agent: Footprint,
        unknown: UnknownPolicy,
        most_bytes: usize,
    ) -> Result<Self, OnDemandError> {
        if unknown == UnknownPolicy::StopAtBoundary {
            return Err(OnDemandError::StopAtBoundary);
        }
        let blank = reader.read_occupancy(reader.bounds(), Blocks::Free)?;
        let blank = Traversability::for_agent(&blank, agent, unknown);
        let terrain = reader.even_terrain()?;
        Ok(Self {
            reader,
            most_bytes,
            world: blank.clone(),
            blank,
            even: terrain.clone(),
            terrain,
            weighed_chunks: 0,
            chunks: BTreeSet::new(),
            chunks_read: 0,
        })
    }

    /// Finds the best path from the first to the second of two cells, or why there is none. Limits
    /// hold for each of the searches that this takes; the statistics count all of them.
    ///
    /// # Guarantees
    ///
    /// The outcome is that of [`Query::solve`] over the world held whole, and so is what is proved of the
    /// cost; of paths that cost the same it may be another one. A search that was ended returns a path
    /// that is legal in the whole world.
    ///
    /// # Errors
    ///
    /// - [`OnDemandError::Read`] where a chunk on the way is damaged or cannot be read.
    /// - [`OnDemandError::Memory`] where this search alone needs more than may be held.
    pub fn solve(
        &mut self,
        ends: [IVec3; 2],
        settings: SearchSettings,
        workspace: &mut Workspace,
    ) -> Result<Solution, OnDemandError> {
        self.solve_until(ends, settings, workspace, &AtomicBool::new(false))
    }

    /// Answers as [`solve`](Self::solve), and ends as
    /// [`Outcome::Cancelled`](voxnav_search::Outcome::Cancelled) soon after `cancel` becomes true.
    ///
    /// # Errors
    ///
    /// Those of [`solve`](Self::solve).
    pub fn solve_until(
        &mut self,
        ends: [IVec3; 2],
        settings: SearchSettings,
        workspace: &mut Workspace,
        cancel: &AtomicBool,
    ) -> Result<Solution, OnDemandError> {
        let mut effort = Statistics::default();
        let mut wanted = self.missing_at(ends);
        let mut expanded = ExpandedChunks::default();
        let begin = self.chunks_read;
        let mut held = if self.chunks.is_empty() {
            ChunkPurpose::Ahead
        } else {
            ChunkPurpose::ForOthers
        };
        loop {
            if !self.load(&wanted)? {
                if held == ChunkPurpose::Needed {
                    return Err(OnDemandError::Memory {
                        chunks: self.chunks.len(),
                        bytes: self.memory_bytes(),
                        most: self.most_bytes,
                    });
                }
                self.forget();
                held = ChunkPurpose::Needed;
                wanted = self.missing_at(ends);
                continue;
            }
            if held != ChunkPurpose::Needed {
                let own = usize::try_from(self.chunks_read - begin).unwrap_or(usize::MAX);
                // As many of them as there is room for.
                self.load(&expanded.most(own, |chunk| self.is_missing(chunk)))?;
            }
            expanded.forget();
            let query = Query::new(ends[0], ends[1]).settings(settings);
            let query = query.terrain(&self.terrain).cancel(cancel);
            let mut solution = query.solve_observed(&self.world, workspace, &mut expanded);
            add(&mut effort, &solution.statistics);
            let path = solution.outcome.any_path();
            wanted = path.map_or_else(Vec::new, |path| self.missing_along(path.cells()));
            if wanted.is_empty() {
                effort.lower_bound = solution.statistics.lower_bound;
                solution.statistics = effort;
                return Ok(solution);
            }
        }
    }

    /// Returns the world as far as it is loaded; what is not counts as free.
    #[must_use]
    pub const fn loaded(&self) -> &Traversability {
        &self.world
    }

    /// Returns the terrain weights that are loaded.
    #[must_use]
    pub const fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// Returns the number of chunks read so far; one that was let go and read again counts twice.
    #[must_use]
    pub const fn chunks_read(&self) -> u64 {
        self.chunks_read
    }

    /// Returns the number of chunks that are loaded.
    #[must_use]
    pub fn chunks_loaded(&self) -> usize {
        self.chunks.len()
    }

    /// Returns the file: what is in it, and parts of it.
    pub fn reader(&mut self) -> &mut Reader<F> {
        &mut self.reader
    }

    /// Returns the memory held, in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.world.memory_bytes()
            + self.world.occupancy().memory_bytes()
            + self.weighed_chunks * TERRAIN_BYTES
            + self.reader.index.len() * ENTRY_BYTES
    }

    /// Lets go of all chunks.
    pub fn forget(&mut self) {
        self.world = self.blank.clone();
        self.terrain = self.even.clone();
        self.weighed_chunks = 0;
        self.chunks.clear();
    }

    /// Returns the chunks to load before anything can be said of an agent at either end.
    fn missing_at(&self, ends: [IVec3; 2]) -> Vec<ChunkCoord> {
        let bounds = self.reader.bounds();
        let inside = ends.into_iter().filter(|end| bounds.contains(*end));
        self.missing_in(inside.map(|end| [end, end]))
    }

    /// Returns the chunks to load before it can be said that an agent may go along these cells.
    fn missing_along(&self, cells: impl Iterator<Item = IVec3>) -> Vec<ChunkCoord> {
        let mut before = None;
        self.missing_in(cells.map(|cell| [before.replace(cell).unwrap_or(cell), cell]))
    }

    /// Returns the chunks that are not loaded of those which an agent covers, or meets the corners
    /// of, as it moves between these cells, in ascending order.
    fn missing_in(&self, moves: impl Iterator<Item = [IVec3; 2]>) -> Vec<ChunkCoord> {
        let agent = self.world.footprint().offsets();
        let mut missing = BTreeSet::new();
        let mut last = None;
        for [from, to] in moves {
            // An any-angle line passes beside the cells that stand for it.
            let min = from.min(to) + agent.min - 1;
            let max = from.max(to) + agent.max + 1;
            let touched = [min, max - 1].map(|cell| ChunkCoord::of(cell).0);
            if last.replace(touched) == Some(touched) {
                continue;
            }
            let chunks = CellBox::new(touched[0], touched[1] + 1).cells();
            missing.extend(
                chunks
                    .map(ChunkCoord)
                    .filter(|&chunk| self.is_missing(chunk)),
            );
        }
        missing.into_iter().collect()
    }

    fn is_missing(&self, chunk: ChunkCoord) -> bool {
        let is_block = matches!(self.reader.index.get(&chunk), Some(Entry::Block(_)));
        (is_block || self.reader.terrain_at(chunk).is_some()) && !self.chunks.contains(&chunk)
    }

    /// Loads chunks, as many at a time as there is surely room for, and returns whether there was room for all.
    fn load(&mut self, mut chunks: &[ChunkCoord]) -> Result<bool, ReadError> {
        while !chunks.is_empty() {
            let room = self.most_bytes.saturating_sub(self.memory_bytes());
            let each = match self.reader.terrain_chunks() {
                0 => CHUNK_BYTES,
                _ => CHUNK_BYTES + TERRAIN_BYTES,
            };
            let now = chunks.split_at_checked((room / each).clamp(1, chunks.len()));
            let Some((now, later)) = now.filter(|_| room >= each) else {
                return Ok(false);
            };
            self.read(now)?;
            chunks = later;
        }
        Ok(true)
    }

    fn read(&mut self, chunks: &[ChunkCoord]) -> Result<(), ReadError> {
        let mut edit = self.world.occupancy().edit();
        for &chunk in chunks {
            if let Some(&Entry::Block(extent)) = self.reader.index.get(&chunk) {
                self.reader.with_chunk(chunk, &extent, |read| {
                    read.put_states(chunk, &mut edit);
                    Ok(())
                })?;
            }
            if let Some(extent) = self.reader.terrain_at(chunk) {
                let terrain = &mut self.terrain;
                self.reader.read_terrain_at(chunk, &extent, terrain)?;
                self.weighed_chunks += 1;
            }
        }
        self.world = self.world.refreshed(&edit.commit());
        self.chunks.extend(chunks);
        self.chunks_read += chunks.len() as u64;
        Ok(())
    }
}

/// Adds the effort of a search.
fn add(effort: &mut Statistics, of: &Statistics) {
    effort.expanded += of.expanded;
    effort.generated += of.generated;
    effort.reopened += of.reopened;
    effort.stale += of.stale;
    effort.peak_open = effort.peak_open.max(of.peak_open);
}
