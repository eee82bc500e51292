//! Values that must obey rules, as they are read back: by [`serde`], with the feature of that name.

use glam::DVec3;
use serde::Deserialize;

use super::lattice::{Lattice, LatticeError};

/// A lattice as it is written.
#[derive(Deserialize)]
pub(crate) struct StoredLattice {
    origin: DVec3,
    size: f64,
}

impl TryFrom<StoredLattice> for Lattice {
    type Error = LatticeError;

    fn try_from(StoredLattice { origin, size }: StoredLattice) -> Result<Self, LatticeError> {
        Self::new(origin, size)
    }
}
