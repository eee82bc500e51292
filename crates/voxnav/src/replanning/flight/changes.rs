//! Changes between two snapshots of an agent's world: the cells that it may enter or not any more, and what a
//! path through those that it may enter again costs at least.
//!
//! # The bound
//!
//! Of two worlds with equal costs, a path that is legal in the later alone has a move that is: one whose
//! cells include a freed cell `c`. Let that move lead from `a` to `b`. The path costs at least
//! `h(s, a) + cost(a, b) + h(b, g)`, where `h` is the octile distance. For a straight move `c` is `a` or
//! `b`, and that is at least `h(s, c) + h(c, g)`. A diagonal move may pass next to `c`, a cell of the box that
//! it spans; by the triangle inequality it is at least `h(s, c) + h(c, g)` less the *slack* of the move,
//! `h(a, c) + h(c, b) - cost(a, b)`: `2 - sqrt 2` along a face diagonal, `1 + sqrt 2 - sqrt 3` along a body
//! diagonal. Nor does any path cost less than `h(s, g)`. Terrain only makes moves more expensive. In integers all of
//! this is exact, since `h` is made of the rounded lengths of moves.

use std::ops::Range;

use ahash::AHashMap;
use glam::IVec3;
use voxnav_occupancy::{CellBox, ChunkCoord, Traversability};
use voxnav_search::{CellShape, CornerRule, Cost, Flight, Heuristic, MoveSet};

use crate::replanning::register::{Blocks, blocks_of};

/// The edge of a brick, in cells: 4^3 of them are the bits of a word.
const BRICK: i32 = 4;

/// The edge of a block of bricks, in cells: a crate that moves is in a few of them.
const BLOCK: i32 = 16;

/// The differences between two snapshots of an agent's world.
#[derive(Clone, Debug)]
pub(crate) struct FlightChanges {
    /// True if any cell may differ, and what it costs to enter it, so that nothing is listed.
    pub(crate) is_total: bool,
    /// The bricks with cells that differ, block by block.
    bricks: Vec<Brick>,
    /// The blocks that have bricks.
    blocks: Vec<Block>,
    /// A box in which the cells that were freed lie.
    freed: CellBox,
    /// A box in which the bricks with cells that were blocked lie.
    blocked: CellBox,
}

/// The bricks near each other: those of a cube of [`BLOCK`] cells a side.
#[derive(Clone, Debug)]
struct Block {
    /// A box in which the bricks with cells that were blocked lie.
    blocked: CellBox,
    bricks: Range<usize>,
}

/// A cube of 4^3 cells some of which changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brick {
    /// The first cell of the brick.
    pub(crate) origin: IVec3,
    /// Cells that are not traversable any more: a bit each, x fastest, then y, then z.
    pub(crate) blocked: u64,
    /// Cells that have become traversable.
    pub(crate) freed: u64,
}

impl FlightChanges {
    /// Returns the changes from one snapshot to another, made from it by edits or not.
    pub(crate) fn between(before: &Traversability, after: &Traversability) -> Self {
        let nothing = Self {
            is_total: false,
            bricks: Vec::new(),
            blocks: Vec::new(),
            freed: CellBox::EMPTY,
            blocked: CellBox::EMPTY,
        };
        if before.is_same_snapshot(after) {
            return nothing;
        }
        let total = Self {
            is_total: true,
            ..nothing.clone()
        };
        let is_same_agent = before.footprint() == after.footprint()
            && before.unknown_policy() == after.unknown_policy();
        if !is_same_agent || before.bounds() != after.bounds() {
            return total;
        }
        // Agents that were not told for long have many chunks to compare: the bits alone, where those tell.
        let Some(chunks) = before
            .unshared_chunks(after)
            .or_else(|| reached(before, after))
        else {
            return total;
        };
        let mut changes = nothing;
        for chunk in chunks {
            changes.list(chunk, before, after);
        }
        changes.sort();
        changes
    }

    /// Sorts the bricks into blocks.
    fn sort(&mut self) {
        let block = |brick: &Brick| (brick.origin & !(BLOCK - 1)).to_array();
        self.bricks
            .sort_unstable_by_key(|brick| (block(brick), brick.origin.to_array()));
        let mut first = 0;
        for bricks in self.bricks.chunk_by(|a, b| block(a) == block(b)) {
            let blocked = bricks.iter().filter(|brick| brick.blocked != 0);
            let blocked = blocked.fold(CellBox::EMPTY, |all, brick| all.hull(&brick.cells()));
            let bricks = first..first + bricks.len();
            first = bricks.end;
            self.blocks.push(Block { blocked, bricks });
        }
    }

    /// Returns whether there are cells that were blocked.
    pub(crate) fn blocks_any(&self) -> bool {
        !self.blocked.is_empty()
    }

    /// Returns the bricks with cells that were blocked, of those that have a cell in a box.
    pub(crate) fn blocked_in(&self, cells: CellBox) -> impl Iterator<Item = &Brick> {
        let touches = move |other: &CellBox| !cells.intersection(other).is_empty();
        let blocks = self.blocks.iter().filter(move |_| touches(&self.blocked));
        let near = blocks.filter(move |block| touches(&block.blocked));
        let bricks = near.flat_map(|block| &self.bricks[block.bricks.clone()]);
        bricks.filter(move |brick| brick.blocked != 0 && touches(&brick.cells()))
    }

    /// Lists the cells of a chunk.
    fn list(&mut self, chunk: ChunkCoord, before: &Traversability, after: &Traversability) {
        let hasher = ahash::RandomState::with_seeds(45, 46, 47, 48);
        let mut places = AHashMap::<IVec3, usize, _>::with_hasher(hasher);
        // Cells come row by row.
        let mut last = None;
        for cell in before.differing_cells(after, chunk) {
            let origin = cell & !(BRICK - 1);
            let place = match last {
                Some((at, place)) if at == origin => place,
                _ => *places.entry(origin).or_insert_with(|| {
                    self.bricks.push(Brick::none_of(origin));
                    self.bricks.len() - 1
                }),
            };
            last = Some((origin, place));
            let brick = &mut self.bricks[place];
            if after.is_traversable(cell) {
                brick.freed |= bit(cell);
                self.freed = self.freed.hull(&CellBox::of_cell(cell));
            } else {
                if brick.blocked == 0 {
                    self.blocked = self.blocked.hull(&brick.cells());
                }
                brick.blocked |= bit(cell);
            }
        }
    }

    /// Returns a lower bound on the cost of a path between two regions that is legal in the later snapshot
    /// alone, if the bound is less than `below`. See the module.
    pub(crate) fn least_through(
        &self,
        ends: [CellBox; 2],
        rules: &Rules,
        below: Cost,
    ) -> Option<Cost> {
        let is_less = |bound: &Cost| *bound < below;
        let in_free_space = rules.between(ends);
        if self.is_total {
            return Some(in_free_space).filter(is_less);
        }
        let is_far = || rules.past(ends, &self.freed) >= below;
        if self.freed.is_empty() || in_free_space >= below || is_far() {
            return None;
        }
        let bricks = self.bricks.iter().filter(|brick| brick.freed != 0);
        let near = bricks.filter(|brick| rules.past(ends, &brick.cells()) < below);
        let cells = near.flat_map(Brick::freed_cells);
        let bounds = cells.map(|cell| rules.past(ends, &CellBox::of_cell(cell)));
        bounds
            .min()
            .map(|bound| bound.max(in_free_space))
            .filter(is_less)
    }
}

impl FlightChanges {
    /// Returns whether no move differs.
    pub(in crate::replanning) fn is_empty(&self) -> bool {
        !self.is_total && self.bricks.is_empty()
    }

    /// Returns whether there may be moves that there were not.
    pub(in crate::replanning) fn frees_any(&self) -> bool {
        self.is_total || !self.freed.is_empty()
    }

    /// Returns the blocks in which moves differ; `None` for all.
    pub(in crate::replanning) fn blocks(&self) -> Option<Blocks> {
        let told = (!self.is_total).then_some(&self.bricks)?;
        Some(blocks_of(told.iter().map(|brick| brick.origin)))
    }
}

/// Returns the chunks with cells whose bits may differ by edits; `None` if any may.
fn reached(before: &Traversability, after: &Traversability) -> Option<Vec<ChunkCoord>> {
    let edits = after.occupancy().changes_since(before.occupancy());
    if edits.is_total() {
        return None;
    }
    let covered = after.footprint().offsets();
    let anchors = edits.boxes().map(|cells| {
        let (min, max) = (cells.min - covered.max + 1, cells.max - covered.min);
        CellBox::new(min, max).intersection(&after.bounds())
    });
    let mut chunks: Vec<ChunkCoord> = anchors.flat_map(|cells| cells.chunks()).collect();
    chunks.sort_unstable();
    chunks.dedup();
    Some(chunks)
}

/// Returns the bit of a cell within its brick.
fn bit(cell: IVec3) -> u64 {
    let place = cell & (BRICK - 1);
    1 << (place.x | place.y << 2 | place.z << 4)
}

impl Brick {
    fn none_of(origin: IVec3) -> Self {
        Self {
            origin,
            blocked: 0,
            freed: 0,
        }
    }

    /// Returns all cells of the brick.
    pub(crate) fn cells(&self) -> CellBox {
        CellBox::new(self.origin, self.origin + BRICK)
    }

    fn freed_cells(&self) -> impl Iterator<Item = IVec3> + use<> {
        self.of_bits(self.freed)
    }

    pub(crate) fn blocked_cells(&self) -> impl Iterator<Item = IVec3> + use<> {
        self.of_bits(self.blocked)
    }

    fn of_bits(&self, mut bits: u64) -> impl Iterator<Item = IVec3> + use<> {
        let origin = self.origin;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let place = bits.trailing_zeros().cast_signed();
                bits &= bits - 1;
                origin + IVec3::new(place & 3, place >> 2 & 3, place >> 4)
            })
        })
    }
}

/// The rules of a path's moves that the bound needs to know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    moves: MoveSet,
    shape: CellShape,
    /// The heuristic: octile, or straight lines for paths that are made of them.
    heuristic: Heuristic,
    slack: Cost,
}

impl Rules {
    pub(crate) fn of(flight: &Flight, is_any_angle: bool) -> Self {
        let (moves, corners, shape) = (flight.moves, flight.corners, flight.shape);
        if is_any_angle {
            // A line is less than a cell away on each axis from all cells that it needs.
            let slack = Cost::STRAIGHT * 4;
            let heuristic = Heuristic::Euclidean;
            return Self {
                moves,
                shape,
                heuristic,
                slack,
            };
        }
        let slack = match corners {
            CornerRule::Lenient => Cost::ZERO,
            _ => slack_of(moves, shape),
        };
        Self {
            moves,
            shape,
            heuristic: Heuristic::Octile,
            slack,
        }
    }

    /// Returns a lower bound on the cost of a path between two regions.
    pub(crate) fn between(&self, [start, goal]: [CellBox; 2]) -> Cost {
        self.apart(&start, &goal)
    }

    /// Returns a lower bound on the cost of a path between two regions that needs one of some cells.
    fn past(&self, [start, goal]: [CellBox; 2], cells: &CellBox) -> Cost {
        self.apart(&start, cells) + self.apart(cells, &goal) - self.slack
    }

    /// Returns the estimate between the nearest cells of two boxes: estimates grow with each component.
    fn apart(&self, a: &CellBox, b: &CellBox) -> Cost {
        let gap = (b.min - a.max + 1).max(a.min - b.max + 1).max(IVec3::ZERO);
        self.heuristic
            .estimate_by(self.moves, self.shape, IVec3::ZERO, gap)
    }
}

/// Returns the most that the way from one end of a move over a cell that it passes to its other end is longer
/// than the move.
fn slack_of(moves: MoveSet, shape: CellShape) -> Cost {
    let estimate = |from, to| Heuristic::Octile.estimate_by(moves, shape, from, to);
    let of_move = |offset: IVec3, cost: Cost| {
        let spanned = CellBox::new(offset.min(IVec3::ZERO), offset.max(IVec3::ZERO) + 1);
        let over = spanned
            .cells()
            .map(move |cell| estimate(IVec3::ZERO, cell) + estimate(cell, offset) - cost);
        over.max().unwrap_or(Cost::ZERO)
    };
    let slacks = moves
        .directions()
        .map(|it| of_move(it.offset(), shape.cost(it)));
    slacks.max().unwrap_or(Cost::ZERO)
}
