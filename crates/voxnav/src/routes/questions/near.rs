//! The distance of cells from what blocks: counted in cells among cubes, measured among others.

use std::num::NonZeroU8;
use std::panic::{RefUnwindSafe, UnwindSafe};

use glam::IVec3;
use voxnav_occupancy::{EuclideanClearance, Lattice, Occupancy, UnknownPolicy, WorldClearance};
use voxnav_search::Terrain;

/// The clearance of cells up to a cap, in the shortest side of a cell.
#[derive(Clone, Debug)]
pub(crate) enum Near {
    Cubes(EuclideanClearance),
    Others(WorldClearance),
}

impl Near {
    pub(crate) fn new(
        cells: &Occupancy,
        unknown: UnknownPolicy,
        cap: NonZeroU8,
        lattice: &Lattice,
    ) -> Self {
        if lattice.cubic_size().is_some() {
            Self::Cubes(EuclideanClearance::new(cells, unknown, cap))
        } else {
            Self::Others(WorldClearance::in_world(cells, unknown, cap, lattice))
        }
    }

    pub(in crate::routes) fn updated(&self, cells: &Occupancy) -> Self {
        match self {
            Self::Cubes(clearance) => Self::Cubes(clearance.updated(cells)),
            Self::Others(clearance) => Self::Others(clearance.updated(cells)),
        }
    }

    pub(in crate::routes) fn cap(&self) -> NonZeroU8 {
        match self {
            Self::Cubes(clearance) => clearance.cap(),
            Self::Others(clearance) => clearance.cap(),
        }
    }

    /// Returns the squared distance of a cell, in shortest sides; that of the cap stands for so much or more.
    pub(crate) fn squared_at(&self, cell: IVec3) -> f64 {
        match self {
            Self::Cubes(clearance) => clearance.squared_at(cell).into(),
            Self::Others(clearance) => clearance.squared_at(cell),
        }
    }

    /// Returns terrain with weights by squared distance, in shortest sides, of at most so much.
    pub(in crate::routes) fn weights(
        &self,
        most: u16,
        weight: impl Fn(f64) -> u16 + Send + Sync + UnwindSafe + RefUnwindSafe + 'static,
    ) -> Terrain {
        match self {
            Self::Cubes(clearance) => {
                Terrain::new().weighed_by(clearance, |squared| weight(squared.into()))
            }
            Self::Others(clearance) => Terrain::new().weighed_in_world(clearance, most, weight),
        }
    }
}
