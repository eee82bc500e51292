//! Values that must obey rules, as they are read back: by [`serde`], with the feature of that name.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::lattice::{Lattice, LatticeError};

/// A lattice as it is written.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredLattice {
    origin: DVec3,
    size: StoredSize,
}

/// The size of cells as it is written: one number for cubic cells.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredSize {
    Cubic(f64),
    Sides(DVec3),
}

impl From<Lattice> for StoredLattice {
    fn from(lattice: Lattice) -> Self {
        let sides = StoredSize::Sides(lattice.sizes());
        Self {
            origin: lattice.origin(),
            size: lattice.cubic_size().map_or(sides, StoredSize::Cubic),
        }
    }
}

impl TryFrom<StoredLattice> for Lattice {
    type Error = LatticeError;

    fn try_from(StoredLattice { origin, size }: StoredLattice) -> Result<Self, LatticeError> {
        match size {
            StoredSize::Cubic(size) => Self::new(origin, size),
            StoredSize::Sides(sizes) => Self::with_sizes(origin, sizes),
        }
    }
}
