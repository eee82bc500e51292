//! Smooth convex shapes into rows of cells.
//!
//! The centers that overlap a convex shape form a convex set. So a block is blocked when its
//! eight corners are, free when a box around all its boxes misses the shape, and a row of it is
//! an interval, whose ends are closed in on from outside: a box that misses comes with a direction
//! and a distance along which it does, and every cell up to there misses too.

use glam::{DVec3, IVec3};

use super::bit_sheet::{Grid, LocalShape, ROWS_FROM_EDGE, Sheet, halves};
use crate::colliders::narrow_phase::convex::Convex;
use crate::colliders::narrow_phase::gjk::{Contact, contact};
use crate::colliders::shrunk::signs;
use crate::coordinates::{CellBox, mask, row_index};

/// A place outside of every row.
const FAR: i32 = 128;

/// The result of a proof about one cell of a row.
enum Verdict {
    Blocked,
    /// Free, and so are all cells of the row outside of this range.
    Free(i32, i32),
    Doubtful,
}

impl LocalShape<&Convex> {
    /// Marks the cells whose box overlaps the shape.
    pub(super) fn mark(&self, grid: &Grid, block: &CellBox, sheet: &mut Sheet) {
        if block.is_empty() || sheet.is_full(block) || self.misses(grid, block) {
            return;
        }
        let (middle, half) = grid.span(block);
        if signs(half).all(|corner| self.holds(grid.half_extents, middle + corner)) {
            sheet.fill(block);
        } else if (block.max - block.min).max_element() > ROWS_FROM_EDGE {
            for part in halves(block) {
                self.mark(grid, &part, sheet);
            }
        } else {
            for (y, z) in block.row_places() {
                let (certain, doubtful) = self.settle_row(grid, block, y, z);
                sheet.certain[row_index(y, z)] |= certain;
                sheet.doubtful[row_index(y, z)] |= doubtful;
            }
        }
    }

    /// Returns the certain and the doubtful cells of a row of the block.
    fn settle_row(&self, grid: &Grid, block: &CellBox, y: i32, z: i32) -> (u64, u64) {
        let (mut first, mut end) = (block.min.x, block.max.x);
        let mut doubtful = 0;
        while first < end {
            match self.verdict(grid, IVec3::new(first, y, z)) {
                Verdict::Blocked => break,
                Verdict::Doubtful => doubtful |= mask(first, first + 1),
                Verdict::Free(from, to) => (first, end) = (first.max(from - 1), end.min(to)),
            }
            first += 1;
        }
        // From here on `first`, if there is one, is blocked, and so is all up to the last that is.
        while first + 1 < end {
            match self.verdict(grid, IVec3::new(end - 1, y, z)) {
                Verdict::Blocked => break,
                Verdict::Doubtful => doubtful |= mask(end - 1, end),
                Verdict::Free(_, to) => end = end.min(to + 1),
            }
            end -= 1;
        }
        (mask(first, end), doubtful)
    }

    /// Returns whether no box centered in the block overlaps, for sure.
    fn misses(&self, grid: &Grid, block: &CellBox) -> bool {
        let (middle, half) = grid.span(block);
        let reach = grid.half_extents + half + self.margin;
        contact(self.shape, &self.place.seen_from(middle), reach) != Contact::Overlap
    }

    /// Returns whether the box is proved to overlap when centered at a point seen from the grid's
    /// origin.
    pub(super) fn holds(&self, half_extents: DVec3, point: DVec3) -> bool {
        let shrunk = (half_extents - self.margin).max(DVec3::ZERO);
        contact(self.shape, &self.place.seen_from(point), shrunk) == Contact::Overlap
            && self.holds_if_flat(half_extents, point)
    }

    /// Proves the rest once the box shrunk by the margin overlaps: along axes where it cannot
    /// shrink by that much, boxes shifted by the margin to either side must overlap, which by
    /// convexity is as good.
    fn holds_if_flat(&self, half_extents: DVec3, point: DVec3) -> bool {
        let shrunk = half_extents - self.margin;
        let is_flat = shrunk.cmplt(DVec3::ZERO);
        let shift = DVec3::select(is_flat, DVec3::splat(self.margin), DVec3::ZERO);
        let overlaps = |shift: DVec3| {
            let motion = self.place.seen_from(point + shift);
            contact(self.shape, &motion, shrunk.max(DVec3::ZERO)) == Contact::Overlap
        };
        !is_flat.any() || signs(shift).all(overlaps)
    }

    fn verdict(&self, grid: &Grid, cell: IVec3) -> Verdict {
        let point = cell.as_dvec3() * grid.sizes;
        let shrunk = (grid.half_extents - self.margin).max(DVec3::ZERO);
        let (normal, gap) = match contact(self.shape, &self.place.seen_from(point), shrunk) {
            Contact::Separated { normal, gap } => (normal, gap),
            Contact::Overlap if self.holds_if_flat(grid.half_extents, point) => {
                return Verdict::Blocked;
            }
            Contact::Overlap => return Verdict::Doubtful,
        };
        // The box grown by the margin is as much nearer.
        let growth = grid.half_extents + self.margin - shrunk;
        let gap = gap - growth.dot(normal.abs());
        if gap <= 0.0 {
            return Verdict::Doubtful;
        }
        // It stays clear while it moves by less than the gap along the normal.
        #[expect(
            clippy::cast_possible_truncation,
            reason = "clamped, and never NaN: the gap is positive"
        )]
        let clear = (gap / (normal.x.abs() * grid.sizes.x)).clamp(1.0, f64::from(FAR)) as i32;
        if normal.x > 0.0 {
            Verdict::Free(cell.x + clear, FAR)
        } else if normal.x < 0.0 {
            Verdict::Free(-FAR, cell.x - clear + 1)
        } else {
            Verdict::Free(FAR, -FAR)
        }
    }
}
