//! Anchors as they are read back: by [`serde`], with the feature of that name.

use glam::DVec3;
use serde::Deserialize;

use super::Anchor;

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
