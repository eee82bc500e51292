//! Smooth convex shapes into rows of cells.
//!
//! The centers that overlap a convex shape form a convex set. So a block is blocked when its
//! eight corners are, free when a box around all its boxes misses the shape, and a row of it is
//! an interval, found by bisection: a box that misses comes with a direction along which it does,
//! which rules out all cells on one side; between two cells that overlap, all do.

use glam::{DVec3, IVec3};

use super::sheet::{Grid, Sheet, mask, row};
use crate::CellBox;
use crate::obstacles::convex::Convex;
use crate::obstacles::gjk::{Contact, contact};
use crate::obstacles::placement::Motion;
use crate::obstacles::skin::signs;

/// Blocks up to this edge are settled row by row, larger ones are first tried as a whole.
const ROWS_FROM_EDGE: i32 = 16;

/// A smooth shape seen from a grid's origin.
pub(super) struct Smooth<'a> {
    pub(super) shape: &'a Convex,
    pub(super) motion: Motion,
    /// Exceeds the rounding of a coordinate here and in the direct query.
    pub(super) margin: f64,
}

/// What is proved about one cell of a row.
enum Verdict {
    Blocked,
    /// Free, and so are all cells outside of this range of the row.
    Free(i32, i32),
    Doubtful,
}

impl Smooth<'_> {
    /// Marks the cells whose box overlaps the shape.
    pub(super) fn mark(&self, grid: &Grid, block: &CellBox, sheet: &mut Sheet) {
        if self.misses(grid, block) || sheet.is_full(block) {
            return;
        }
        let (middle, half) = grid.span(block);
        if signs(half).all(|corner| self.holds(grid.half_extents, middle + corner)) {
            sheet.fill(block);
            return;
        }
        if (block.max - block.min).max_element() > ROWS_FROM_EDGE {
            for part in halves(block) {
                self.mark(grid, &part, sheet);
            }
            return;
        }
        for z in block.min.z..block.max.z {
            for y in block.min.y..block.max.y {
                let mut line = Line {
                    shape: self,
                    grid,
                    y,
                    z,
                    certain: 0,
                    doubtful: 0,
                };
                line.settle((block.min.x - 1, false), (block.max.x, false));
                sheet.certain[row(y, z)] |= line.certain;
                sheet.doubtful[row(y, z)] |= line.doubtful;
            }
        }
    }

    fn seen_from(&self, point: DVec3) -> Motion {
        Motion {
            translation: self.motion.translation - point,
            ..self.motion
        }
    }

    /// Whether no box centered in the block overlaps, for sure.
    fn misses(&self, grid: &Grid, block: &CellBox) -> bool {
        let (middle, half) = grid.span(block);
        let reach = grid.half_extents + half + self.margin;
        contact(self.shape, &self.seen_from(middle), reach) != Contact::Overlap
    }

    /// Whether the box is proved to overlap when centered at a point seen from the grid's origin.
    ///
    /// A box shrunk by the margin must; along axes where it cannot shrink by that much, boxes
    /// shifted by the margin to either side must, which by convexity is as good.
    pub(super) fn holds(&self, half_extents: DVec3, point: DVec3) -> bool {
        let shrunk = half_extents - self.margin;
        let shift = DVec3::select(
            shrunk.cmplt(DVec3::ZERO),
            DVec3::splat(self.margin),
            DVec3::ZERO,
        );
        signs(shift).all(|shift| {
            let motion = self.seen_from(point + shift);
            contact(self.shape, &motion, shrunk.max(DVec3::ZERO)) == Contact::Overlap
        })
    }

    fn verdict(&self, grid: &Grid, cell: IVec3) -> Verdict {
        let point = cell.as_dvec3() * grid.size;
        let grown = grid.half_extents + self.margin;
        let Contact::Separated { normal, gap } = contact(self.shape, &self.seen_from(point), grown)
        else {
            return if self.holds(grid.half_extents, point) {
                Verdict::Blocked
            } else {
                Verdict::Doubtful
            };
        };
        // The box stays clear while it moves by less than the gap along the normal.
        #[expect(
            clippy::cast_possible_truncation,
            reason = "saturates far outside the row"
        )]
        let clear = (gap / (normal.x.abs() * grid.size)).min(128.0) as i32;
        if normal.x > 0.0 {
            Verdict::Free(cell.x + clear.max(1), i32::MAX)
        } else if normal.x < 0.0 {
            Verdict::Free(i32::MIN, cell.x - clear.max(1) + 1)
        } else {
            Verdict::Free(0, 0)
        }
    }
}

/// One row of cells while it is settled.
struct Line<'a> {
    shape: &'a Smooth<'a>,
    grid: &'a Grid,
    y: i32,
    z: i32,
    certain: u64,
    doubtful: u64,
}

impl Line<'_> {
    /// Settles the cells strictly between two others, of which it is known whether they are
    /// blocked for sure.
    fn settle(&mut self, from: (i32, bool), to: (i32, bool)) {
        if from.0 + 1 >= to.0 {
            return;
        }
        if from.1 && to.1 {
            self.certain |= mask(from.0 + 1, to.0);
            return;
        }
        let x = from.0 + (to.0 - from.0) / 2;
        match self.shape.verdict(self.grid, IVec3::new(x, self.y, self.z)) {
            Verdict::Blocked => {
                self.certain |= mask(x, x + 1);
                self.settle(from, (x, true));
                self.settle((x, true), to);
            }
            Verdict::Doubtful => {
                self.doubtful |= mask(x, x + 1);
                self.settle(from, (x, false));
                self.settle((x, false), to);
            }
            Verdict::Free(first, end) => {
                let narrowed = |limit: (i32, bool), cut: i32| {
                    if limit.0 == cut { limit } else { (cut, false) }
                };
                let from = narrowed(from, from.0.max(first.saturating_sub(1)));
                let to = narrowed(to, to.0.min(end));
                self.settle(from, to);
            }
        }
    }
}

/// A block cut in two across its longest side.
fn halves(block: &CellBox) -> [CellBox; 2] {
    let size = block.max - block.min;
    let axis = (0..3).max_by_key(|axis| size[*axis]).unwrap_or(0);
    let (mut lower, mut upper) = (*block, *block);
    lower.max[axis] -= size[axis] / 2;
    upper.min[axis] = lower.max[axis];
    [lower, upper]
}
