//! Anchors and smooth paths as they are read back: by [`serde`], with the feature of that name.

use glam::DVec3;
use serde::{Deserialize, Serialize};
use voxnav_occupancy::Lattice;

use super::{Anchor, SmoothPath, SmoothPathError};

/// A smooth path as it is written, with its points in cells.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredSmoothPath {
    points: Vec<DVec3>,
    lattice: Lattice,
    anchor: Anchor,
}

impl From<SmoothPath> for StoredSmoothPath {
    fn from(path: SmoothPath) -> Self {
        Self {
            points: path.line().points().to_vec(),
            lattice: *path.lattice(),
            anchor: path.anchor(),
        }
    }
}

impl TryFrom<StoredSmoothPath> for SmoothPath {
    type Error = SmoothPathError;

    fn try_from(stored: StoredSmoothPath) -> Result<Self, SmoothPathError> {
        Self::through(stored.points, &stored.lattice, stored.anchor)
    }
}

/// An anchor as it is written.
#[derive(Deserialize)]
pub(super) struct StoredAnchor {
    offset: DVec3,
}

/// An offset that leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the offset {offset} of an anchor is not finite")]
pub(super) struct NotFinite {
    offset: DVec3,
}

impl TryFrom<StoredAnchor> for Anchor {
    type Error = NotFinite;

    fn try_from(StoredAnchor { offset }: StoredAnchor) -> Result<Self, NotFinite> {
        let is_finite = offset.is_finite();
        is_finite
            .then_some(Self::at(offset))
            .ok_or(NotFinite { offset })
    }
}
