//! Baking: the box query asked at every cell center of a region, without asking most of them.
//!
//! The result is defined by [`Obstacles::blocks`] alone, which is a few box queries around the cell's
//! center. The way there:
//!
//! 1. Regions of chunks that no obstacle comes near are free, those wholly inside a convex
//!    obstacle blocked; the rest is cut down to single chunks, baked in parallel.
//! 2. In a chunk, each nearby part marks the cells for which it *proves* the answer, row by row:
//!    `slab_rows` for triangles, boxes and half-spaces, `convex_rows` for other convex shapes, `mesh_rows` for
//!    what a closed mesh encloses. A proof holds with a margin above all rounding, on both sides.
//! 3. Boxes of more than a few cells are unions of small ones, whose marks are dilated: `box_dilation`.
//! 4. The few cells on which nothing was proved are asked one by one.
//! 5. For agents thinner than a cell the same is done for the gaps between cells: `gaps`, which also
//!    proves that no move leads through an obstacle.
//!
//! INVARIANT: chunks are baked independently of each other, so the result does not depend on the
//! number of threads, nor on which other cells are baked along.

mod bit_sheet;
mod box_dilation;
mod convex_rows;
mod gaps;
mod margins;
mod mesh_rows;
mod region;
mod slab_rows;

use std::cell::Cell;
use std::thread::LocalKey;

use glam::{DVec3, IVec3};

use super::query::Sight;
use super::set::Obstacles;
use super::shapes::part::Part;
use super::shrunk::{Shrunk, signs};
use super::world_box::WorldBox;
use crate::agent::{Agent, BoxError};
use crate::coordinates::{
    CellBox, ChunkCoord, Lattice, Rows, bits, no_bits, row_index, rows_within,
};
use bit_sheet::{Grid, Sheet};
use gaps::Body;

/// The inputs of a bake, the same for all of its cells.
#[derive(Clone, Copy)]
struct Baker<'a> {
    obstacles: &'a Obstacles,
    lattice: &'a Lattice,
    sight: Sight,
    shrunk: Shrunk,
    /// The vector from the center of a cell to the middle of the box that is asked about.
    offset: DVec3,
    /// The agent's box, if what stands between cells counts.
    body: Option<Body>,
    /// Cells by which proofs are shifted after they were made; it counts as rounding.
    slack: f64,
}

thread_local! {
    /// The sheet of the thread, so that baking a chunk allocates nothing but its result.
    static SHEET: Scratch<Sheet> = const { Scratch::new(None) };
}

/// Working memory that a thread keeps from one use to the next.
type Scratch<T> = Cell<Option<Box<T>>>;

/// Calls with the working memory of the thread. A custom shape that bakes while it is asked gets other memory.
fn with_kept<T, R>(
    key: &'static LocalKey<Scratch<T>>,
    fresh: impl FnOnce() -> T,
    call: impl FnOnce(&mut T) -> R,
) -> R {
    let mut kept = key.take().unwrap_or_else(|| Box::new(fresh()));
    let result = call(&mut kept);
    key.set(Some(kept));
    result
}

impl Obstacles {
    /// Returns whether an agent cannot be at a cell.
    ///
    /// For an agent that is [`Baking::Centers`](crate::Baking) that is the answer of
    /// [`Obstacles::overlaps`] for its box at the center of the cell. For others
    /// ([`Baking::Swept`](crate::Baking)) it is the same but for three things. The touching rule forgives
    /// less, by what covers all rounding on the lattice: a sixteenth of [`Skin::for_cell_size`]. A box
    /// that is thinner than two skins may lie on what is below it on that axis, not under what is above.
    /// And where something stands between the agent's boxes at neighboring centers, all of them clear,
    /// the cell with the smallest coordinates is blocked.
    ///
    /// [`Skin::for_cell_size`]: crate::Skin::for_cell_size
    ///
    /// # Guarantees
    ///
    /// Under [`Baking::Swept`](crate::Baking), if all cells are free that a position is less than one
    /// cell away from on every axis, the agent's box overlaps nothing there: not at the position and not
    /// on the way between two such positions.
    ///
    /// # Errors
    ///
    /// [`BoxError`] if the half extents are negative or not finite, or the center lies out of range.
    pub fn blocks(&self, lattice: &Lattice, agent: &Agent, cell: IVec3) -> Result<bool, BoxError> {
        let cells = CellBox::new(cell, cell.saturating_add(IVec3::ONE));
        let baker = Baker::new(self, lattice, agent, agent.layers.into(), &cells)?;
        Ok(baker.is_blocked_at(cell))
    }
}

impl<'a> Baker<'a> {
    /// Checks the agent's box, and that the centers of the cells are in range.
    fn new(
        obstacles: &'a Obstacles,
        lattice: &'a Lattice,
        agent: &Agent,
        sight: Sight,
        cells: &CellBox,
    ) -> Result<Self, BoxError> {
        BoxError::check_half_extents(agent.half_extents)?;
        if !cells.is_empty() {
            BoxError::check_center(lattice.center(cells.min))?;
            BoxError::check_center(lattice.center(cells.max - 1))?;
        }
        let skin = obstacles.skin();
        let body = Body::of(agent, skin, lattice);
        let shrunk = match &body {
            Some(body) => Shrunk::whole(body.half_extents),
            None => skin.shrink(agent.half_extents),
        };
        Ok(Self {
            obstacles,
            lattice,
            sight,
            shrunk,
            offset: body.map_or(DVec3::ZERO, |body| body.offset),
            body,
            slack: 0.0,
        })
    }

    /// Returns the positions of the copies of the agent's box, seen from the center of a cell.
    fn offsets(&self) -> impl Iterator<Item = DVec3> + use<> {
        let offset = self.offset;
        self.shrunk.offsets().map(move |copy| copy + offset)
    }

    /// Returns the box around the centers of some cells, of one copy of the agent's box.
    fn shifted_centers(&self, cells: &CellBox, offset: DVec3) -> WorldBox {
        WorldBox {
            min: self.lattice.center(cells.min) + offset,
            max: self.lattice.center(cells.max - 1) + offset,
        }
    }

    /// Returns the parts that a copy of the agent's box may overlap at these cells.
    fn near(&self, cells: &CellBox, offset: DVec3) -> impl Iterator<Item = &'a Part> {
        let region = self
            .shifted_centers(cells, offset)
            .grown(self.shrunk.half_extents);
        self.obstacles
            .candidates(region, self.sight)
            .map(|leaf| &leaf.part)
    }

    /// Returns whether no obstacle comes near the cells, so that they are free.
    fn is_free(&self, cells: &CellBox) -> bool {
        self.offsets()
            .any(|offset| self.near(cells, offset).next().is_none())
    }

    /// Returns whether for each copy of the box some convex part is proved to block all of the
    /// cells.
    fn is_blocked(&self, cells: &CellBox) -> bool {
        /// The most parts tried: a region wholly inside an obstacle is rarely near many others.
        const TRIED: usize = 8;
        self.offsets().all(|offset| {
            let WorldBox { min, max } = self.shifted_centers(cells, offset);
            let (middle, half) = ((min + max) * 0.5, (max - min) * 0.5);
            self.near(cells, offset).take(TRIED).any(|part| {
                signs(half).all(|corner| part.holds(middle + corner, self.shrunk.half_extents))
            })
        })
    }

    /// Returns the blocked cells among some of a chunk's, given in local coordinates.
    fn rows(&self, chunk: ChunkCoord, block: &CellBox) -> Box<Rows> {
        let mut blocked = no_bits();
        self.write_rows(chunk, block, &mut blocked);
        blocked
    }

    /// Writes the rows of the blocked cells among some of a chunk's, given in local coordinates.
    fn write_rows(&self, chunk: ChunkCoord, block: &CellBox, blocked: &mut Rows) {
        for rows in rows_within(block) {
            blocked[rows].fill(u64::MAX);
        }
        with_kept(&SHEET, Sheet::new, |sheet| {
            for offset in self.offsets() {
                sheet.clear(block);
                self.mark(chunk, block, offset, sheet);
                self.ask_doubtful(chunk, block, offset, sheet);
                for row in rows_within(block).flatten() {
                    blocked[row] &= sheet.certain[row];
                }
            }
        });
    }

    /// Has every nearby part mark what it proves.
    fn mark(&self, chunk: ChunkCoord, block: &CellBox, offset: DVec3, sheet: &mut Sheet) {
        let origin = chunk.origin();
        let grid = Grid {
            origin: self.lattice.center(origin) + offset,
            sizes: self.lattice.sizes(),
            per_unit: self.lattice.sizes().recip(),
            block: *block,
            half_extents: self.shrunk.half_extents,
            slack: self.slack * self.lattice.longest_side(),
        };
        for part in self.near(&chunk.global(block), offset) {
            part.mark(&grid, sheet);
        }
    }

    /// Asks the direct query about every cell that is doubtful and not certain.
    fn ask_doubtful(&self, chunk: ChunkCoord, block: &CellBox, offset: DVec3, sheet: &mut Sheet) {
        for (y, z) in block.row_places() {
            let row = row_index(y, z);
            for x in bits(sheet.doubtful[row] & !sheet.certain[row]) {
                let is_hit = self.is_hit(chunk.origin() + IVec3::new(x, y, z), offset);
                sheet.certain[row] |= u64::from(is_hit) << x;
            }
        }
    }

    /// Returns whether an obstacle overlaps one copy of the shrunk box at a cell.
    fn is_hit(&self, cell: IVec3, offset: DVec3) -> bool {
        let center = self.lattice.center(cell) + offset;
        let half_extents = self.shrunk.half_extents;
        self.obstacles.is_hit(center, half_extents, self.sight)
    }
}
