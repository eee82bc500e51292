//! The obstacles between cells, for agents thinner than a cell.
//!
//! The box of such an agent at the centers of two neighboring cells leaves a gap along the axis between
//! them. Here a cell is given up if something stands in a gap above it, along one axis or several, and
//! all cells around that gap are clear otherwise. A bit for each cell cannot say more.
//!
//! # Why no move meets an obstacle
//!
//! Let `size` be the side of a cell along an axis, `b` half the side of the agent's box along an axis under the
//! touching rule, and `r` a bound on what rounding does to any coordinate of the lattice along it. Here the box is
//! taken with half sides `f = b + r`. Along a *gap axis*, one with `f < size / 2 + r`, a *piece* is the
//! interval of half width `g = size / 2 - f + r` around the middle between two centers.
//!
//! 1. Take cells that form a box, one or two on each axis, all of them free after cells were given up.
//!    Their boxes are clear. For each of them and each set `T` of gap axes along which it is the lower of
//!    two, the box that has the piece on the axes of `T` and the agent's interval on the others is clear
//!    as well: all cells around it are clear, so otherwise the cell would have been given up.
//! 2. On an axis with two cells, `[-f, f]` and `[size - f, size + f]` cover `[-f, size + f]`, with the
//!    piece `[f - r, size - f + r]` if it is a gap axis, and with `2 f >= size + 2 r` if it is none. They
//!    overlap by `r` at least. So the products of these intervals, which are the boxes of step 1, cover
//!    the hull of the boxes at the corners: the hull is clear.
//! 3. A move that cuts no corner finds the cells of such a box free, and the agent's box stays in its
//!    hull. So it does anywhere on a line that is clear among the cells, where all cells less than a
//!    cell away from the center on each axis are free. Of a box that is thinner than two skins, which
//!    is two copies and meets something where both do, all this is about the upper copy, with `b` zero:
//!    if one copy meets nothing on the way, the box does not.
//! 4. What `r` is added for is the rounding of centers, of positions on the way, and of the tests that
//!    compare them with obstacles. It is below a sixteenth of the usual skin unless the origin of the
//!    lattice is farther away than its last cell.

use glam::{DVec3, IVec3};
use rayon::prelude::*;

use super::box_dilation::BakedChunk;
use super::margins::ROUNDING;
use super::region::{FEW_CELLS, volume};
use super::{Baker, Scratch, with_kept};
use crate::agent::{Agent, Baking, Skin};
use crate::coordinates::{
    CellBox, ChunkCoord, Lattice, MAX_COORDINATE, Rows, bits, mask, no_bits, row_index, rows_within,
};

/// The box that a bake asks about at the centers of cells, and the gaps that it leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    /// The vector from the center of a cell to that of the box: to the upper copy, along axes on which
    /// the agent is thinner than two skins.
    pub(super) offset: DVec3,
    /// `f` in the module's words.
    pub(super) half_extents: DVec3,
    /// `g`; zero along axes without a gap.
    pub(super) gap: DVec3,
}

impl Body {
    /// Returns the box and the gaps of an agent; `None` for agents whose bakes look at centers
    /// alone.
    pub(super) fn of(agent: &Agent, skin: Skin, lattice: &Lattice) -> Option<Self> {
        if agent.baking == Baking::Centers {
            return None;
        }
        let sizes = lattice.sizes();
        let farthest = lattice.origin().abs().max_element() + sizes * f64::from(MAX_COORDINATE);
        let rounding = farthest * ROUNDING;
        let thickness = agent.half_extents.as_dvec3() - skin.depth();
        let half_extents = thickness.max(DVec3::ZERO) + rounding;
        let gap = sizes / 2.0 - half_extents + rounding;
        Some(Self {
            offset: (-thickness).max(DVec3::ZERO),
            half_extents,
            gap: gap.max(DVec3::ZERO),
        })
    }

    /// Returns the axes with a gap, as a step to the next cell along all of them.
    pub(super) fn step(&self) -> IVec3 {
        IVec3::from_array(self.gap.to_array().map(|gap| i32::from(gap > 0.0)))
    }
}

/// Returns the steps along one or more of the axes of a step, and the step itself.
fn parts(step: IVec3) -> impl Iterator<Item = IVec3> {
    let corners = CellBox::new(IVec3::ZERO, step + 1).cells();
    corners.filter(|part| *part != IVec3::ZERO)
}

thread_local! {
    /// The blocked cells of a block before any was given up, and those at which a piece meets something. Only the rows
    /// of the block mean anything.
    static SCRATCH: Scratch<[Box<Rows>; 2]> = const { Scratch::new(None) };
}

/// The piece between a cell and the one a step above.
struct Piece<'a> {
    step: IVec3,
    baker: Baker<'a>,
}

impl<'a> Baker<'a> {
    /// Returns the pieces above each cell, none for an agent that leaves no gap.
    fn pieces(&self) -> Vec<Piece<'a>> {
        let Some(body) = self.body else {
            return Vec::new();
        };
        let piece = |step: IVec3| {
            let mut baker = Baker {
                body: None,
                offset: self.offset + step.as_dvec3() * (self.lattice.sizes() / 2.0),
                ..*self
            };
            for axis in (0..3).filter(|&axis| step[axis] > 0) {
                baker.shrunk.half_extents[axis] = body.gap[axis];
            }
            Piece { step, baker }
        };
        parts(body.step()).map(piece).collect()
    }

    /// Returns whether nothing comes near the pieces above some cells.
    pub(super) fn has_free_gaps(&self, cells: &CellBox) -> bool {
        let pieces = self.pieces();
        pieces.iter().all(|piece| piece.baker.is_free(cells))
    }

    /// Gives up cells below what stands in gaps.
    pub(super) fn close_gaps(&self, baked: &mut [BakedChunk]) {
        let pieces = self.pieces();
        if pieces.is_empty() {
            return;
        }
        let close = |(chunk, block, rows): &mut BakedChunk| {
            self.close_gaps_of(*chunk, block, &pieces, rows);
        };
        if volume(baked.iter().map(|(_, block, _)| block)) <= FEW_CELLS {
            baked.iter_mut().for_each(close);
        } else {
            baked.par_iter_mut().for_each(close);
        }
    }

    fn close_gaps_of(
        &self,
        chunk: ChunkCoord,
        block: &CellBox,
        pieces: &[Piece<'_>],
        rows: &mut Rows,
    ) {
        let fresh = || [no_bits(), no_bits()];
        with_kept(&SCRATCH, fresh, |[blocked, hits]| {
            // All that is read below: most blocks are small, and whole copies took longer than they do.
            for within in rows_within(block) {
                blocked[within.clone()].copy_from_slice(&rows[within]);
            }
            self.give_up((chunk, block, blocked), pieces, hits, rows);
        });
    }

    /// Gives up cells among `rows`, which are the blocked ones at first, with working memory for those at which a
    /// piece meets something.
    fn give_up(
        &self,
        (chunk, block, blocked): (ChunkCoord, &CellBox, &Rows),
        pieces: &[Piece<'_>],
        hits: &mut Rows,
        rows: &mut Rows,
    ) {
        let cells = chunk.global(block);
        let inside = mask(block.min.x, block.max.x);
        for Piece { step, baker } in pieces {
            if baker.is_free(&cells) {
                continue;
            }
            baker.write_rows(chunk, block, hits);
            let around: Vec<IVec3> = parts(*step).chain([IVec3::ZERO]).collect();
            for (y, z) in block.row_places() {
                let mut given_up = hits[row_index(y, z)] & inside;
                for &part in &around {
                    if given_up == 0 {
                        break;
                    }
                    // Rows beyond the block are asked about below.
                    if y + part.y < block.max.y && z + part.z < block.max.z {
                        let blocked = blocked[row_index(y + part.y, z + part.z)] & inside;
                        given_up &= !(blocked >> part.x);
                    }
                }
                for x in bits(given_up) {
                    let local = IVec3::new(x, y, z);
                    let is_around_clear = parts(*step)
                        .map(|part| local + part)
                        .filter(|cell| !block.contains(*cell))
                        .all(|cell| !self.is_hit_at(chunk.origin() + cell));
                    rows[row_index(y, z)] |= u64::from(is_around_clear) << x;
                }
            }
        }
    }

    /// Returns whether the agent's box at the center of a cell meets an obstacle.
    fn is_hit_at(&self, cell: IVec3) -> bool {
        self.is_hit(cell, self.offset)
    }

    /// Returns whether one cell is blocked, by the definition.
    pub(super) fn is_blocked_at(&self, cell: IVec3) -> bool {
        if self.offsets().all(|copy| self.is_hit(cell, copy)) {
            return true;
        }
        let stands_between = |Piece { step, baker }: &Piece<'_>| {
            baker.is_hit_at(cell) && parts(*step).all(|part| !self.is_hit_at(cell + part))
        };
        self.pieces().iter().any(stands_between)
    }
}
