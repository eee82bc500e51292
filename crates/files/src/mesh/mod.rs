//! Meshes of triangles, from any format, as cells.
//!
//! Vertices are rounded to a grid of 1/4096 of a cell; everything after that is exact, in integers. A
//! cell is on the surface if it owns a point of a triangle: the cells of a world are half-open, so that
//! a wall on the boundary between two cells is in the upper one of them, as [`Lattice::cell_at`] has it.
//!
//! Cells are filled by parts: triangles that share corners are a part. A part is closed if every edge
//! has as many triangles on the one side as on the other, or at least an even number of them. The cells
//! are filled that have a share of what closed parts wind around: by the winding number of all parts whose
//! triangles agree about which side is out, so that a part turned inside out is a cavity in the part around
//! it; of any other part by the parity of the walls that a ray meets. A cell that only touches it from
//! outside is not filled, so that a box of so many cells is so many cells. Parts that are not closed stay
//! hollow, and a note reports how many there are.
//!
//! # Errors
//!
//! [`FileReason::Malformed`] where a file is not as its format says, [`FileReason::SizeMissing`] without
//! [`Import::size`].
//!
//! [`Lattice::cell_at`]: voxnav_occupancy::Lattice::cell_at

mod fill;
#[cfg(feature = "obj")]
pub mod obj;
mod overlap;
mod parts;
#[cfg(feature = "stl")]
pub mod stl;

use voxnav_occupancy::glam::{DVec3, I64Vec3, IVec3};
use voxnav_occupancy::{CellBox, CellState, Lattice};

use crate::cells::Cells;
use crate::error::{Fault, FileReason, malformed};
use crate::frame::Frame;
use crate::import::{Import, Imported, Note, Solidity, Up, note};
use crate::named_cells::NamedCells;
use crate::text::suggestion::Extent;
use overlap::Faces;
use parts::{Divided, Solid};

/// The number of bits after the point of a coordinate in cells.
const FRACTION: u32 = 12;
/// The grid that vertices are rounded to: so many steps are a cell.
const GRID: i64 = 1 << FRACTION;
/// Cells from the origin to the farthest vertex: products of three coordinates fit into 128 bits.
const FARTHEST: f64 = 4_194_304.0;

/// The corners and triangles as a file has them.
#[derive(Debug, Default)]
pub(crate) struct Mesh {
    pub(crate) corners: Vec<DVec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
    /// The cells that the file says they were made of.
    pub(crate) named: Option<NamedCells>,
}

impl Mesh {
    /// Adds triangles whose corners are counted from the first of `corners`.
    pub(crate) fn add(
        &mut self,
        corners: impl IntoIterator<Item = DVec3>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Result<(), Fault> {
        let first = self.corners.len();
        self.corners.extend(corners);
        let count = u32::try_from(self.corners.len());
        let count = count.map_err(|_| malformed("there are more than 2^32 corners"))?;
        for (index, triangle) in triangles.into_iter().enumerate() {
            let corner = |corner: u32| {
                let all = (first as u64).saturating_add(corner.into());
                let known = u32::try_from(all).ok().filter(|corner| *corner < count);
                known.ok_or_else(|| malformed(format!("there is no corner {corner}")))
            };
            let of = |t: [u32; 3]| Ok([corner(t[0])?, corner(t[1])?, corner(t[2])?]);
            let triangle = of(triangle).map_err(|fault: Fault| fault.in_part("triangle", index))?;
            self.triangles.push(triangle);
        }
        Ok(())
    }

    /// Returns the cells of the mesh.
    pub(crate) fn cells(
        &self,
        usual: Up,
        import: &Import,
        mut notes: Vec<Note>,
    ) -> Result<Imported, Fault> {
        if self.triangles.is_empty() && self.named.is_none() {
            return Err(FileReason::Empty { what: "triangle" }.into());
        }
        let (own, named) = self.lattice(import)?;
        let frame = Frame::new(usual, import);
        let lattice = frame.turned(&own)?;
        let placed = self.placed(&own)?;
        let divided = match import.solidity {
            Solidity::Surface => Divided {
                walls: placed,
                ..Divided::default()
            },
            Solidity::Filled => parts::divided(placed),
        };
        let Divided {
            solids,
            walls,
            open,
        } = divided;
        let boxes = walls
            .iter()
            .map(cells_of)
            .chain(solids.iter().map(Solid::cells));
        let content = boxes.fold(named, |all, one| all.hull(&one));
        let mut cells = Cells::new(&content, CellState::Free, frame, import)?;
        for (index, triangle) in walls.iter().enumerate() {
            let set = &mut |cell| cells.set(cell, CellState::Occupied);
            each_cell(triangle, Faces::Lower, set)
                .map_err(|fault| fault.in_part("triangle", index))?;
        }
        fill::fill(&solids, &mut cells)?;
        for triangle in solids.iter().flat_map(|solid| &solid.triangles) {
            fill::keep_thin(triangle, &content, &mut cells)?;
        }
        note(
            &mut notes,
            open,
            "parts of the mesh are not closed, and hollow",
        );
        Ok(cells.world(lattice, notes))
    }

    /// Returns the lattice in the axes of the file, and the cells that are there without a triangle: those
    /// that the file names, unless others are asked for.
    fn lattice(&self, import: &Import) -> Result<(Lattice, CellBox), Fault> {
        let is_wanted = |named: &&NamedCells| {
            let (origin, sizes) = (named.lattice.origin(), named.lattice.sizes());
            let is_its = |wanted| sizes == DVec3::from(wanted);
            import.size.is_none_or(is_its) && import.origin.unwrap_or(origin) == origin
        };
        if let Some(named) = self.named.as_ref().filter(is_wanted) {
            return Ok((named.lattice, named.cells));
        }
        let Some(size) = import.size else {
            let mut extent = Extent::default();
            for corner in self.triangles.iter().flatten() {
                extent.add(self.corners[*corner as usize]);
            }
            return Err(extent.missing_size());
        };
        let lattice = Frame::AsInFile.lattice_of_positions(import, size.into())?;
        Ok((lattice, CellBox::EMPTY))
    }

    /// Returns the mesh on the grid of a lattice in the axes of the file.
    fn placed(&self, lattice: &Lattice) -> Result<Vec<Triangle>, Fault> {
        let sizes = lattice.sizes();
        let smallest = lattice.shortest_side();
        // The lowest corner of cell (0, 0, 0).
        let low = lattice.origin() - sizes / 2.0;
        let mut corners = Vec::new();
        for corner in &self.corners {
            let at = (*corner - low) / sizes;
            // Only corners that a triangle has need a place.
            let is_near = at.abs().cmple(DVec3::splat(FARTHEST)).all();
            let scaled = (at * DVec3::splat(4096.0)).round();
            corners.push(is_near.then(|| scaled.as_i64vec3()));
        }
        let mut triangles = Vec::new();
        for (index, triangle) in self.triangles.iter().enumerate() {
            let of = |corner: u32| {
                corners[corner as usize].ok_or_else(|| {
                    let at = self.corners[corner as usize];
                    let what = format!("a corner at {at} is too far away for cells of {smallest}");
                    malformed(what).in_part("triangle", index)
                })
            };
            triangles.push([of(triangle[0])?, of(triangle[1])?, of(triangle[2])?]);
        }
        Ok(triangles)
    }
}

/// Returns the triangles about the first corner of a polygon.
pub(crate) fn fan<C: Copy>(corners: &[C]) -> impl Iterator<Item = [C; 3]> + '_ {
    let (center, around) = corners.split_at(corners.len().min(1));
    let pairs = around.windows(2);
    pairs.map(|pair| [center[0], pair[0], pair[1]])
}

/// Returns the triangles of a strip, each of a corner and the two before it, so that all look the same way.
pub(crate) fn strip<C: Copy>(corners: &[C]) -> impl Iterator<Item = [C; 3]> + '_ {
    let all = corners.windows(3).enumerate();
    all.map(|(index, corners)| match index % 2 {
        0 => [corners[0], corners[1], corners[2]],
        _ => [corners[1], corners[0], corners[2]],
    })
}

/// A triangle on the grid: cell i owns the steps `i * GRID .. (i + 1) * GRID`.
type Triangle = [I64Vec3; 3];

/// Returns the cell that owns a place on the grid.
fn cell_of(place: I64Vec3) -> IVec3 {
    I64Vec3::new(
        place.x >> FRACTION,
        place.y >> FRACTION,
        place.z >> FRACTION,
    )
    .as_ivec3()
}

/// Returns the box of cells that own the corners of a triangle.
fn cells_of(triangle: &Triangle) -> CellBox {
    let [a, b, c] = triangle.map(cell_of);
    CellBox::new(a.min(b).min(c), a.max(b).max(c) + IVec3::ONE)
}

/// Hands over the cells that have a point of a triangle.
fn each_cell(
    triangle: &Triangle,
    faces: Faces,
    found: &mut impl FnMut(IVec3) -> Result<(), Fault>,
) -> Result<(), Fault> {
    // Halved until what is left is one cell or apart from the triangle.
    let mut open = vec![cells_of(triangle)];
    while let Some(cube) = open.pop() {
        if !overlap::meets(triangle, &cube, faces) {
            continue;
        }
        let size = cube.max - cube.min;
        let longest = size.max_element();
        if longest == 1 {
            found(cube.min)?;
            continue;
        }
        let axis = (0..3).find(|axis| size[*axis] == longest).unwrap_or(0);
        let middle = cube.min[axis] + longest / 2;
        let (mut lower, mut upper) = (cube, cube);
        (lower.max[axis], upper.min[axis]) = (middle, middle);
        open.extend([lower, upper]);
    }
    Ok(())
}
