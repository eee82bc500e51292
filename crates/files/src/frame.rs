//! Turns from the axes of a file to those of the world.

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, Lattice, LatticeError};

use crate::import::{Import, Up};

/// A turn of what a file says, so that the axis that is wanted points up.
///
/// Cells are turned about cell zero and the lattice about the origin of the file, so that the center
/// of a turned cell is the turned center of the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    AsInFile,
    FromYUp,
    FromZUp,
}

impl Frame {
    /// Returns the frame for a format in whose files an axis usually points up.
    pub(crate) fn new(usual: Up, import: &Import) -> Self {
        Self::between(import.file_up.unwrap_or(usual), import.up)
    }

    /// Returns the turn by which the axis that points up in one place does so in another.
    pub(crate) fn between(from: Up, to: Up) -> Self {
        match (from, to) {
            (Up::Y, Up::Z) => Self::FromYUp,
            (Up::Z, Up::Y) => Self::FromZUp,
            _ => Self::AsInFile,
        }
    }

    pub(crate) fn cell(self, cell: IVec3) -> IVec3 {
        match self {
            Self::AsInFile => cell,
            Self::FromYUp => IVec3::new(cell.x, -cell.z, cell.y),
            Self::FromZUp => IVec3::new(cell.x, cell.z, -cell.y),
        }
    }

    pub(crate) fn position(self, position: DVec3) -> DVec3 {
        match self {
            Self::AsInFile => position,
            Self::FromYUp => DVec3::new(position.x, -position.z, position.y),
            Self::FromZUp => DVec3::new(position.x, position.z, -position.y),
        }
    }

    /// Returns the box of the turned cells of a box.
    pub(crate) fn cells(self, cells: &CellBox) -> CellBox {
        if cells.is_empty() {
            return CellBox::EMPTY;
        }
        let (one, other) = (self.cell(cells.min), self.cell(cells.max - IVec3::ONE));
        CellBox::new(one.min(other), one.max(other) + IVec3::ONE)
    }

    /// Returns the lattice of a file whose cell zero is centered at `origin`, and whose cells have these sides.
    pub(crate) fn lattice(self, origin: DVec3, sizes: DVec3) -> Result<Lattice, LatticeError> {
        Lattice::with_sizes(self.position(origin), self.position(sizes).abs())
    }

    /// Returns a lattice turned.
    pub(crate) fn turned(self, lattice: &Lattice) -> Result<Lattice, LatticeError> {
        self.lattice(lattice.origin(), lattice.sizes())
    }

    /// Returns the lattice of a format of cells that names no place: cells are centered at multiples of
    /// their size.
    pub(crate) fn lattice_of_cells(self, import: &Import) -> Result<Lattice, LatticeError> {
        let origin = import.origin.unwrap_or_default();
        self.lattice(origin, import.size.map_or(DVec3::ONE, DVec3::from))
    }

    /// Returns the lattice of a format of positions, for cells of these sides: their corners are at multiples of
    /// them.
    pub(crate) fn lattice_of_positions(
        self,
        import: &Import,
        sizes: DVec3,
    ) -> Result<Lattice, LatticeError> {
        self.lattice(import.origin.unwrap_or(sizes / 2.0), sizes)
    }
}
