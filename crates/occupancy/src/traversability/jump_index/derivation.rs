//! Deriving flags, of a whole world or of what an edit concerns, by one mechanism.
//!
//! Whether the run from a cell meets a jump point depends on the next cell of the row alone: on
//! whether a run would stop there, and else on that cell's own flag. So the chunks of a column are
//! gone through against the heading, from where runs lead to where they come from, and each hands on
//! a *carry*, a bit for each row: whether runs that enter it meet a jump point. After an edit only the
//! lines through the 27 cells around each change begin anew; beyond them a line is derived again only where
//! the carry into it is not what it was, which ends with the row in front of a blocked cell or at the
//! first jump point.
//!
//! A chunk is *quiet* for a heading if no run in it meets a jump point unless one is handed on to it, and none
//! is handed on by it. That follows from the storage of its bits and of those around it, so that one of many
//! chunks alike is derived, and the others are passed by.

use std::collections::BTreeSet;

use ahash::AHashSet;
use glam::IVec3;

use super::bricks::bricks;
use super::line::{Line, Surroundings};
use super::plane::Draft;
use super::stale::{ALL_LINES, Lines, NO_LINES, StaleLines, numbers};
use super::{JumpIndex, NEAR};
use crate::coordinates::{Axis, ChunkCoord, Heading, Sign};
use crate::traversability::grid::Grid;

/// An index on its way to what a grid gives.
#[derive(Debug)]
pub(in crate::traversability) struct Derivation {
    index: JumpIndex,
    stale: StaleLines,
    /// The jobs left to do, last first.
    jobs: Vec<Job>,
    draft: Draft,
    quiet: Quiet,
}

/// Chunks that are quiet: by the flag, and where the bits of the chunk and of the 26 around it are stored.
///
/// INVARIANT: all steps of a derivation are about one grid, which keeps its bits where they are.
type Quiet = AHashSet<(usize, [usize; 27]), ahash::RandomState>;

/// A part of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Job {
    /// The cells of a chunk near obstacles.
    Near(ChunkCoord),
    /// The runs along an axis through a column of chunks, named by where it crosses zero.
    Column(Axis, ChunkCoord),
}

impl Derivation {
    /// Begins to bring `index` up to date where `stale` says.
    pub(super) fn new(index: JumpIndex, stale: StaleLines) -> Self {
        let near = stale.chunks().map(Job::Near);
        let columns = Axis::ALL.into_iter().flat_map(|axis| {
            let across = IVec3::ONE - axis.unit();
            let columns = stale
                .chunks()
                .map(move |chunk| ChunkCoord(chunk.0 * across));
            columns.map(move |column| Job::Column(axis, column))
        });
        let jobs = near.chain(columns).collect::<BTreeSet<_>>();
        Self {
            jobs: jobs.into_iter().collect(),
            index,
            stale,
            draft: Draft::new(),
            quiet: AHashSet::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4)),
        }
    }

    /// Returns an upper bound for the steps left.
    pub(in crate::traversability) fn steps(&self) -> usize {
        self.jobs.len()
    }

    /// Does a part of the work, if any is left.
    pub(in crate::traversability) fn step(&mut self, grid: &Grid) -> bool {
        let job = self.jobs.pop();
        match job {
            Some(Job::Near(chunk)) => self.derive_near(grid, chunk),
            Some(Job::Column(axis, column)) => {
                for sign in [Sign::Positive, Sign::Negative] {
                    self.derive_column(grid, Heading { axis, sign }, column);
                }
            }
            None => {}
        }
        job.is_some()
    }

    /// Does what is left.
    pub(in crate::traversability) fn finish(mut self, grid: &Grid) -> JumpIndex {
        while self.step(grid) {}
        self.into_index()
    }

    /// Returns the index, once no step is left.
    pub(in crate::traversability) fn into_index(self) -> JumpIndex {
        debug_assert!(self.jobs.is_empty());
        self.index
    }

    fn derive_near(&mut self, grid: &Grid, chunk: ChunkCoord) {
        let entry = grid.entry_index(chunk);
        let before = self.index.plane(entry, NEAR);
        let lines = self.stale.lines(chunk, Axis::X);
        let kind = (NEAR, grid.storage_around(chunk));
        let is_new = before.is_none() && lines == ALL_LINES;
        if is_new && self.quiet.contains(&kind) {
            return;
        }
        let around = Surroundings::of(grid, chunk, Axis::X);
        for line in numbers(lines) {
            let rows = Line::of(&around, line).near();
            self.draft
                .write(before, Axis::X, line, &bricks(Axis::X, &rows));
        }
        self.index.write(entry, NEAR, &mut self.draft);
        if is_new && self.index.plane(entry, NEAR).is_none() {
            self.quiet.insert(kind);
        }
    }

    fn derive_column(&mut self, grid: &Grid, heading: Heading, column: ChunkCoord) {
        let Heading { axis, sign } = heading;
        let chunks = grid.bounds.chunk_box();
        let (min, max) = (axis.of(chunks.min), axis.of(chunks.max));
        let mut carry = [0; 256];
        // The lines whose carry was derived anew, and those for which it is another.
        let (mut carried, mut changed) = (NO_LINES, NO_LINES);
        for place in 0..max - min {
            let along = match sign {
                Sign::Positive => max - 1 - place,
                Sign::Negative => min + place,
            };
            let chunk = ChunkCoord(column.0 + axis.unit() * along);
            let stale = self.stale.lines(chunk, axis);
            let work: Lines = std::array::from_fn(|word| stale[word] | changed[word]);
            changed = NO_LINES;
            if work != NO_LINES {
                let (entry, plane) = (grid.entry_index(chunk), heading.index());
                let kind = (plane, grid.storage_around(chunk));
                let upstream = grid.entry_index(ChunkCoord(chunk.0 - heading.step()));
                let flags = |entry| self.index.plane(entry, plane);
                // Nothing is known of it yet, and nothing is handed on to it.
                let is_new = work == ALL_LINES && carry == [0; 256];
                let is_new = is_new && flags(entry).or(flags(upstream)).is_none();
                if !(is_new && self.quiet.contains(&kind)) {
                    let mut pass = Pass {
                        flags: &self.index,
                        grid,
                        heading,
                        carry: &mut carry,
                        draft: &mut self.draft,
                    };
                    changed = pass.derive(chunk, work, carried);
                    self.index.write(entry, plane, &mut self.draft);
                    if is_new && carry == [0; 256] && self.index.plane(entry, plane).is_none() {
                        self.quiet.insert(kind);
                    }
                }
            }
            carried = work;
        }
    }
}

/// The runs of one heading, on their way through a column of chunks.
struct Pass<'p> {
    flags: &'p JumpIndex,
    grid: &'p Grid,
    heading: Heading,
    /// The carry that the chunk before handed on for each line, of the lines that it derived.
    carry: &'p mut [u16; 256],
    draft: &'p mut Draft,
}

impl Pass<'_> {
    /// Derives some lines of a chunk, of which `carried` have a new carry; returns those whose carry
    /// into the next chunk is another than before.
    fn derive(&mut self, chunk: ChunkCoord, work: Lines, carried: Lines) -> Lines {
        let Heading { axis, sign } = self.heading;
        let plane = self.heading.index();
        // Where along the axis runs leave a chunk: a brick of a line, and a cell of the brick.
        let last = match sign {
            Sign::Positive => (15, 3),
            Sign::Negative => (0, 0),
        };
        let entry = self.grid.entry_index(chunk);
        let upstream = ChunkCoord(chunk.0 - self.heading.step());
        let upstream = self.grid.entry_index(upstream);
        let known = |entry: usize, line: usize| self.flags.face(entry, plane, axis, line, last);
        let around = Surroundings::of(self.grid, chunk, axis);
        let mut changed = NO_LINES;
        for line in numbers(work) {
            let (set, bit) = (line / 64, 1 << (line % 64));
            let carry = if carried[set] & bit == 0 {
                known(entry, line)
            } else {
                self.carry[line]
            };
            let runs = Line::of(&around, line).runs(sign, self.flags.rule, carry);
            let before = self.flags.plane(entry, plane);
            self.draft
                .write(before, axis, line, &bricks(axis, &runs.flags));
            // Runs come from traversable cells alone.
            self.carry[line] = runs.carry & runs.upstream;
            if self.carry[line] != known(upstream, line) {
                changed[set] |= bit;
            }
        }
        changed
    }
}
