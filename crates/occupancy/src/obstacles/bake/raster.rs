//! Slabs into rows of cells.
//!
//! The centers that overlap a triangle or a box are cut out by slabs (see `slabs`), so along a
//! row they are an interval, and its ends are a maximum and a minimum over the slabs of
//! something linear in y and z. Each end is computed twice, for the box grown and shrunk by a
//! margin that exceeds all rounding on either side: cells within both intervals are certain,
//! cells outside both are free, and the few between are doubtful.

use glam::DVec3;

use super::sheet::{Grid, Sheet, mask, row};
use crate::CellBox;
use crate::obstacles::slabs::{Slab, Slabs};

/// More than a box has oblique slabs.
const MOST: usize = 12;

/// A convex part as its slabs, seen from a grid's origin.
pub(super) struct Polytope<'a> {
    pub(super) slabs: &'a Slabs,
    pub(super) anchor: DVec3,
    /// Exceeds the rounding of a coordinate here and in the direct query.
    pub(super) margin: f64,
}

/// A slab that bounds x, solved for x: `bounds` are `[low, low, -high, -high]`, first of the grown
/// and then of the shrunk box, at `y = z = 0`; they rise by `rise` per unit of y and z.
#[derive(Clone, Copy)]
struct Along {
    bounds: [f64; 4],
    rise: [f64; 2],
}

/// A slab that x does not matter for: `outer` bounds the grown, `inner` the shrunk box.
#[derive(Clone, Copy)]
struct Across {
    y: f64,
    z: f64,
    outer: [f64; 2],
    inner: [f64; 2],
}

/// All slabs of a part, prepared for rows.
struct Prepared {
    along: [Along; MOST],
    along_count: usize,
    across: [Across; MOST],
    across_count: usize,
}

impl Polytope<'_> {
    /// The cells whose bounds the part's bounds meet, and those well inside along y and z.
    fn ranges(&self, grid: &Grid) -> (CellBox, CellBox) {
        let (low, high) = (
            self.anchor + self.slabs.low - grid.half_extents,
            self.anchor + self.slabs.high + grid.half_extents,
        );
        let block = grid.block;
        let (mut outer, mut inner) = (block, block);
        for axis in 0..3 {
            let (first, end) = (block.min[axis], block.max[axis]);
            let margin = self.margin;
            (outer.min[axis], outer.max[axis]) =
                grid.between(low[axis] - margin, high[axis] + margin, first, end);
            (inner.min[axis], inner.max[axis]) =
                grid.between(low[axis] + margin, high[axis] - margin, first, end);
        }
        (outer, inner)
    }

    /// Marks the cells whose box overlaps the part.
    pub(super) fn mark(&self, grid: &Grid, sheet: &mut Sheet) {
        let (outer, inner) = self.ranges(grid);
        if outer.is_empty() || sheet.is_full(&outer) {
            return;
        }
        let prepared = Prepared::new(self, grid);
        prepared.rows(grid, &outer, &inner, |row, grown, shrunk| {
            let certain = mask(shrunk.0, shrunk.1);
            sheet.certain[row] |= certain;
            sheet.doubtful[row] |= mask(grown.0, grown.1) & !certain;
        });
    }

    /// Calls `emit` for each row with the cells that the grown box may overlap the part in.
    pub(super) fn grown_rows(&self, grid: &Grid, mut emit: impl FnMut(usize, (i32, i32))) {
        let (outer, inner) = self.ranges(grid);
        if !outer.is_empty() {
            Prepared::new(self, grid).rows(grid, &outer, &inner, |row, grown, _| emit(row, grown));
        }
    }
}

impl Prepared {
    fn new(part: &Polytope, grid: &Grid) -> Self {
        let unused = (
            Along {
                bounds: [0.0; 4],
                rise: [0.0; 2],
            },
            Across {
                y: 0.0,
                z: 0.0,
                outer: [0.0; 2],
                inner: [0.0; 2],
            },
        );
        let mut prepared = Self {
            along: [unused.0; MOST],
            along_count: 0,
            across: [unused.1; MOST],
            across_count: 0,
        };
        for slab in part.slabs.oblique() {
            prepared.push(slab, part, grid);
        }
        prepared
    }

    fn push(&mut self, slab: &Slab, part: &Polytope, grid: &Grid) {
        let Slab { axis, low, high } = *slab;
        let at = axis.dot(part.anchor);
        let reach = axis.abs().dot(grid.half_extents);
        let (low, high) = (at + low - reach, at + high + reach);
        let slack = axis.abs().element_sum() * part.margin;
        let across_row = axis.x.abs() * grid.reach();
        if across_row <= slack {
            let slack = slack + across_row;
            self.across[self.across_count] = Across {
                y: axis.y,
                z: axis.z,
                outer: [low - slack, high + slack],
                inner: [low + slack, high - slack],
            };
            self.across_count += 1;
        } else {
            let per_x = 1.0 / axis.x;
            let (one, other) = (low * per_x, high * per_x);
            let (low, high) = if per_x > 0.0 {
                (one, other)
            } else {
                (other, one)
            };
            let slack = slack * per_x.abs();
            self.along[self.along_count] = Along {
                bounds: [low - slack, low + slack, -(high + slack), -(high - slack)],
                rise: [-axis.y * per_x, -axis.z * per_x],
            };
            self.along_count += 1;
        }
    }

    /// Calls `emit` for each row that the grown box may overlap in, with that interval of cells
    /// and the one of the shrunk box.
    fn rows(
        &self,
        grid: &Grid,
        outer: &CellBox,
        inner: &CellBox,
        mut emit: impl FnMut(usize, (i32, i32), (i32, i32)),
    ) {
        for z in outer.min.z..outer.max.z {
            for y in outer.min.y..outer.max.y {
                let at = [f64::from(y) * grid.size, f64::from(z) * grid.size];
                let Some(is_inner) = self.crosses(at) else {
                    continue;
                };
                let ends = self.ends(at);
                let grown = grid.between(ends[0], -ends[2], outer.min.x, outer.max.x);
                if grown.0 >= grown.1 {
                    continue;
                }
                let is_inner = is_inner
                    && (inner.min.y..inner.max.y).contains(&y)
                    && (inner.min.z..inner.max.z).contains(&z);
                let shrunk = if is_inner {
                    grid.between(ends[1], -ends[3], inner.min.x, inner.max.x)
                } else {
                    (0, 0)
                };
                emit(row(y, z), grown, shrunk);
            }
        }
    }

    /// `None` if a slab across the row leaves nothing of it, else whether all hold for the
    /// shrunk box too.
    fn crosses(&self, [y, z]: [f64; 2]) -> Option<bool> {
        let mut is_inner = true;
        for slab in &self.across[..self.across_count] {
            let at = slab.y * y + slab.z * z;
            if at < slab.outer[0] || at > slab.outer[1] {
                return None;
            }
            is_inner &= slab.inner[0] <= at && at <= slab.inner[1];
        }
        Some(is_inner)
    }

    /// The ends of the row's intervals, laid out as [`Along::bounds`].
    fn ends(&self, [y, z]: [f64; 2]) -> [f64; 4] {
        let mut ends = [f64::NEG_INFINITY; 4];
        for slab in &self.along[..self.along_count] {
            let rise = slab.rise[0] * y + slab.rise[1] * z;
            let [low, inner_low, high, inner_high] = slab.bounds;
            let here = [low + rise, inner_low + rise, high - rise, inner_high - rise];
            for (end, bound) in ends.iter_mut().zip(here) {
                *end = end.max(bound);
            }
        }
        ends
    }
}
