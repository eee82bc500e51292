//! Triangle meshes into rows of cells: the surface, and what it encloses.

use glam::{DVec3, IVec3};

use super::raster::Polytope;
use super::sheet::{Grid, ROWS, Sheet, bits, mask, row, zeros};
use crate::obstacles::part::Mesh;
use crate::obstacles::placement::Motion;
use crate::obstacles::slabs::Slabs;

/// A mesh seen from a grid's origin.
pub(super) struct Surface<'a> {
    pub(super) mesh: &'a Mesh,
    pub(super) motion: Motion,
    /// Exceeds the rounding of a coordinate here and in the direct query.
    pub(super) margin: f64,
}

impl Surface<'_> {
    /// Marks the cells whose box overlaps a triangle or lies inside the solid.
    pub(super) fn mark(&self, grid: &Grid, sheet: &mut Sheet) {
        let Some(interior) = &self.mesh.interior else {
            self.for_triangles(grid, self.margin, |triangle| triangle.mark(grid, sheet));
            return;
        };
        // What is inside is decided on a grid of its own, so its steps count as rounding here.
        let margin = self.margin + interior.rounding();
        self.for_triangles(grid, margin, |triangle| triangle.mark(grid, sheet));
        if !sheet.is_full(&grid.block) {
            self.mark_inside(grid, margin, sheet);
        }
    }

    /// Calls `visit` for every triangle near a box around the centers, grown by the agent's box.
    fn for_triangles(&self, grid: &Grid, margin: f64, mut visit: impl FnMut(Polytope)) {
        let (middle, half) = grid.span(&grid.block);
        let reach = half + grid.half_extents + margin;
        for facet in self.mesh.facets(&self.motion, middle, reach) {
            visit(Polytope {
                slabs: &Slabs::of_triangle(facet.to_second, facet.to_third),
                anchor: facet.anchor,
                margin,
            });
        }
    }

    /// Marks the cells whose center is inside, of those that the surface does not touch.
    ///
    /// From one center to the next along a row the answer changes only where the surface comes
    /// between. Those gaps are marked from the triangles, and one center in each run is asked.
    fn mark_inside(&self, grid: &Grid, margin: f64, sheet: &mut Sheet) {
        let block = &grid.block;
        let Some(gaps) = self.gaps(grid, margin) else {
            if self.encloses(grid.span(block).0) {
                sheet.fill(block);
            }
            return;
        };
        for z in block.min.z..block.max.z {
            for y in block.min.y..block.max.y {
                let row = row(y, z);
                let untouched = !(sheet.certain[row] | sheet.doubtful[row]);
                let mut known: Option<(i32, bool)> = None;
                for x in bits(untouched & mask(block.min.x, block.max.x)) {
                    let is_inside = match known {
                        Some((at, inside)) if gaps[row] & mask(at + 1, x + 1) == 0 => inside,
                        _ => self.encloses(IVec3::new(x, y, z).as_dvec3() * grid.size),
                    };
                    known = Some((x, is_inside));
                    sheet.certain[row] |= u64::from(is_inside) << x;
                }
            }
        }
    }

    /// Whether a point seen from the grid's origin is inside.
    fn encloses(&self, point: DVec3) -> bool {
        let translation = self.motion.translation - point;
        self.mesh.encloses_origin(&Motion {
            translation,
            ..self.motion
        })
    }

    /// Bit x of a row is set where the surface may pass between the centers of cells x - 1 and
    /// x; `None` if it comes nowhere near the centers.
    fn gaps(&self, grid: &Grid, margin: f64) -> Option<Box<[u64; ROWS]>> {
        let mut gaps = None;
        // The surface meets a stick of a cell's length to either side of x, then.
        let half_extents = DVec3::X * grid.size;
        let sticks = Grid {
            half_extents,
            ..*grid
        };
        self.for_triangles(&sticks, margin, |triangle| {
            let rows = gaps.get_or_insert_with(zeros);
            triangle.grown_rows(&sticks, |row, (first, end)| rows[row] |= mask(first, end));
        });
        gaps
    }
}
