//! Slabs into rows of cells.
//!
//! The centers that overlap a triangle or a box are cut out by slabs (see `separating_axes`), so along a
//! row they are an interval, and its ends are a maximum and a minimum over the slabs of
//! something linear in y and z. Each end is moved out and in by a margin that exceeds all rounding,
//! as if the box were grown and shrunk: cells within both intervals are certain,
//! cells outside both are free, and the few between are doubtful.

use glam::DVec3;

use super::bit_sheet::{Grid, LocalShape, Sheet, is_full};
use crate::colliders::narrow_phase::separating_axes::{Slab, Slabbed};
use crate::coordinates::{CellBox, mask, row_index};

/// A slab that bounds x, solved for x: at `y = z = 0` from `low` to `-neg_high`, and shifted by
/// `rise` per unit of y and z.
struct Along {
    low: f64,
    neg_high: f64,
    rise: [f64; 2],
}

/// A slab that x does not matter for.
struct Across {
    y: f64,
    z: f64,
    low: f64,
    high: f64,
    slack: f64,
}

/// All slabs of a part, prepared for rows; memory to be used again for the next part.
#[derive(Default)]
pub(super) struct Prepared {
    along: Vec<Along>,
    across: Vec<Across>,
    /// The part's bounds, grown by the agent's box.
    low: DVec3,
    high: DVec3,
    margin: f64,
    /// The margin, carried over to where slabs cut a row: the largest such shift.
    slack: f64,
}

impl<T: Slabbed> LocalShape<T, DVec3> {
    /// Marks the cells whose box overlaps the part.
    pub(super) fn mark(&self, grid: &Grid, sheet: &mut Sheet) {
        let Sheet {
            certain,
            doubtful,
            prepared,
        } = sheet;
        let cells = prepared.bound(self, grid);
        if cells.is_empty() || is_full(certain, &cells) {
            return;
        }
        prepared.cut(self, grid);
        prepared.rows(grid, &cells, |row, grown, shrunk| {
            let proved = mask(shrunk.0, shrunk.1);
            certain[row] |= proved;
            doubtful[row] |= mask(grown.0, grown.1) & !proved;
        });
    }

    /// Calls `emit` for each row with the cells that the grown box may overlap the part in.
    pub(super) fn grown_rows(
        &self,
        grid: &Grid,
        prepared: &mut Prepared,
        mut emit: impl FnMut(usize, (i32, i32)),
    ) {
        let cells = prepared.bound(self, grid);
        if !cells.is_empty() {
            prepared.cut(self, grid);
            prepared.rows(grid, &cells, |row, grown, _| emit(row, grown));
        }
    }
}

impl Prepared {
    /// Begins with a part by its bounds, and returns the cells that those leave.
    fn bound<T: Slabbed>(&mut self, part: &LocalShape<T, DVec3>, grid: &Grid) -> CellBox {
        let (low, high) = part.shape.corners();
        self.low = part.place + low - grid.half_extents;
        self.high = part.place + high + grid.half_extents;
        self.margin = part.margin;
        grid.between(self.low - part.margin, self.high + part.margin)
    }

    /// Takes up the slabs that are not straight.
    fn cut<T: Slabbed>(&mut self, part: &LocalShape<T, DVec3>, grid: &Grid) {
        self.along.clear();
        self.across.clear();
        self.slack = part.margin;
        for slab in part.shape.oblique() {
            let Slab { axis, low, high } = slab.grown(part.place, grid.half_extents);
            let steps = axis.abs();
            let slack = steps.element_sum() * part.margin;
            let across_row = steps.x * grid.reach().x;
            if across_row <= slack {
                self.across.push(Across {
                    y: axis.y,
                    z: axis.z,
                    low,
                    high,
                    slack: slack + across_row,
                });
            } else {
                let per_x = 1.0 / axis.x;
                let (one, other) = (low * per_x, high * per_x);
                self.along.push(Along {
                    low: one.min(other),
                    neg_high: -one.max(other),
                    rise: [-axis.y * per_x, -axis.z * per_x],
                });
                self.slack = self.slack.max(slack * per_x.abs());
            }
        }
    }

    /// Calls `emit` for each row that the grown box may overlap in, with that interval of cells
    /// and the one of the shrunk box.
    fn rows(
        &self,
        grid: &Grid,
        cells: &CellBox,
        mut emit: impl FnMut(usize, (i32, i32), (i32, i32)),
    ) {
        for z in cells.min.z..cells.max.z {
            let at_z = f64::from(z) * grid.sizes.z;
            let is_inner_z = self.is_inner(2, at_z);
            for y in cells.min.y..cells.max.y {
                let at = [f64::from(y) * grid.sizes.y, at_z];
                let Some(is_inner) = self.crosses(at) else {
                    continue;
                };
                let (low, high) = self.ends(at);
                let grown = grid.along_x(low - self.slack, high + self.slack, cells);
                if grown.0 >= grown.1 {
                    continue;
                }
                let shrunk = if is_inner && is_inner_z && self.is_inner(1, at[0]) {
                    grid.along_x(low + self.slack, high - self.slack, cells)
                } else {
                    (0, 0)
                };
                emit(row_index(y, z), grown, shrunk);
            }
        }
    }

    /// Returns whether a coordinate lies within the part's bounds for the shrunk box too.
    fn is_inner(&self, axis: usize, at: f64) -> bool {
        self.low[axis] + self.margin <= at && at <= self.high[axis] - self.margin
    }

    /// Returns `None` if a slab across the row leaves nothing of it, else whether all hold for the
    /// shrunk box too.
    fn crosses(&self, [y, z]: [f64; 2]) -> Option<bool> {
        let mut is_inner = true;
        for slab in &self.across {
            let at = slab.y * y + slab.z * z;
            let inside = (at - slab.low).min(slab.high - at);
            if inside < -slab.slack {
                return None;
            }
            is_inner &= inside >= slab.slack;
        }
        Some(is_inner)
    }

    /// Returns the ends of the row's interval for the box as it is.
    fn ends(&self, [y, z]: [f64; 2]) -> (f64, f64) {
        let (mut low, mut neg_high) = (self.low.x, -self.high.x);
        for slab in &self.along {
            let rise = slab.rise[0] * y + slab.rise[1] * z;
            low = low.max(slab.low + rise);
            neg_high = neg_high.max(slab.neg_high - rise);
        }
        (low, -neg_high)
    }
}
