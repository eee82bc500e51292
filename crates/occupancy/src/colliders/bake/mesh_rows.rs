//! Triangle meshes into rows of cells: the surface, and what it encloses.

use glam::{DVec3, IVec3};

use super::bit_sheet::{Grid, LocalShape, ROWS_FROM_EDGE, Sheet, halves};
use super::slab_rows::Prepared;
use crate::colliders::narrow_phase::separating_axes::Triangle;
use crate::colliders::shapes::part::Mesh;
use crate::coordinates::{CellBox, Rows, bits, mask, no_bits, row_index, rows_within};

/// Cells known to be on one side of the surface, whether or not it touches their box.
struct Sides {
    inside: Box<Rows>,
    outside: Box<Rows>,
}

impl LocalShape<&Mesh> {
    /// Marks the cells whose box overlaps a triangle or lies inside the solid.
    pub(super) fn mark(&self, grid: &Grid, sheet: &mut Sheet) {
        let Some(interior) = &self.shape.interior else {
            return self.mark_surface(grid, self.margin, sheet);
        };
        // What is inside is decided on a grid of its own, so its steps count as rounding here.
        let margin = self.margin + interior.rounding();
        self.mark_surface(grid, margin, sheet);
        if !sheet.is_full(&grid.block) {
            self.mark_inside(grid, margin, sheet);
        }
    }

    fn mark_surface(&self, grid: &Grid, margin: f64, sheet: &mut Sheet) {
        for triangle in self.triangles(grid, margin) {
            triangle.mark(grid, sheet);
        }
    }

    /// Returns the triangles near a box around the centers, grown by the agent's box.
    fn triangles(
        &self,
        grid: &Grid,
        margin: f64,
    ) -> impl Iterator<Item = LocalShape<Triangle, DVec3>> {
        let (middle, half) = grid.span(&grid.block);
        let reach = half + grid.half_extents + margin;
        let near = self.shape.near(&self.place, middle, reach);
        near.map(move |triangle| LocalShape::new(triangle, margin))
    }

    /// Marks the cells whose center is inside, of those that the surface does not touch.
    ///
    /// Blocks that the surface comes nowhere near are all inside or all outside, and one point
    /// tells. Elsewhere, from one center to the next along a row, the answer changes only where
    /// the surface comes between: those gaps are marked from the triangles, and the stretches
    /// from gap to gap take the answer of a block that they reach into, or of a center asked.
    fn mark_inside(&self, grid: &Grid, margin: f64, sheet: &mut Sheet) {
        let Some(gaps) = self.gaps(grid, margin, &mut sheet.prepared) else {
            if self.encloses(grid.span(&grid.block).0) {
                sheet.fill(&grid.block);
            }
            return;
        };
        let mut sides = Sides {
            inside: no_bits(),
            outside: no_bits(),
        };
        self.settle(grid, &grid.block, margin, &mut sides);
        let block = mask(grid.block.min.x, grid.block.max.x);
        for (y, z) in grid.block.row_places() {
            let row = row_index(y, z);
            let (inside, outside) = (sides.inside[row], sides.outside[row]);
            sheet.certain[row] |= inside & !sheet.doubtful[row];
            let touched = sheet.certain[row] | sheet.doubtful[row];
            let mut open = block & !(touched | inside | outside);
            while let Some(x) = bits(open).next() {
                let stretch = stretch(gaps[row], x);
                let is_inside = if (inside | outside) & stretch == 0 {
                    self.encloses(IVec3::new(x, y, z).as_dvec3() * grid.sizes)
                } else {
                    inside & stretch != 0
                };
                if is_inside {
                    sheet.certain[row] |= open & stretch;
                }
                open &= !stretch;
            }
        }
    }

    /// Finds the blocks whose centers are all inside or all outside.
    fn settle(&self, grid: &Grid, block: &CellBox, margin: f64, sides: &mut Sides) {
        let (middle, half) = grid.span(block);
        let mut near = self.shape.near(&self.place, middle, half + margin);
        if near.next().is_none() {
            let side = if self.encloses(middle) {
                &mut sides.inside
            } else {
                &mut sides.outside
            };
            let mask = mask(block.min.x, block.max.x);
            for row in rows_within(block).flatten() {
                side[row] |= mask;
            }
        } else if (block.max - block.min).max_element() > ROWS_FROM_EDGE {
            for part in halves(block) {
                self.settle(grid, &part, margin, sides);
            }
        }
    }

    /// Returns whether a point seen from the grid's origin is inside.
    fn encloses(&self, point: DVec3) -> bool {
        self.shape.encloses_origin(&self.place.seen_from(point))
    }

    /// Returns rows whose bit x is set where the surface may pass between the centers of cells x -
    /// 1 and x; `None` if it comes nowhere near the centers.
    fn gaps(&self, grid: &Grid, margin: f64, prepared: &mut Prepared) -> Option<Box<Rows>> {
        let mut gaps = None;
        // The surface meets a stick of a cell's length to either side of x, then.
        let half_extents = DVec3::X * grid.sizes;
        let sticks = Grid {
            half_extents,
            ..*grid
        };
        for triangle in self.triangles(&sticks, margin) {
            let rows = gaps.get_or_insert_with(no_bits);
            triangle.grown_rows(&sticks, prepared, |row, (first, end)| {
                rows[row] |= mask(first, end);
            });
        }
        gaps
    }
}

/// Returns the cells around `x` in a row, up to the nearest gap on either side.
fn stretch(gaps: u64, x: i32) -> u64 {
    // Bit x of the gaps is the gap below x.
    let upwards = gaps & !mask(0, x + 1);
    let downwards = gaps & mask(0, x + 1);
    let end = upwards.trailing_zeros().cast_signed();
    let first = 63 - downwards.leading_zeros().cast_signed();
    mask(first.max(0), end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_goes_from_gap_to_gap() {
        for (gaps, x, expected) in [
            (0, 20, u64::MAX),
            (1 << 20, 20, mask(20, 64)),
            (1 << 20, 19, mask(0, 20)),
            (1 << 20 | 1 << 30, 25, mask(20, 30)),
            (1 << 63, 63, 1 << 63),
            (1, 0, u64::MAX),
        ] {
            assert_eq!(stretch(gaps, x), expected, "{gaps:b} {x}");
        }
    }
}
