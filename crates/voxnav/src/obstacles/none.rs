//! A collection without obstacles, with the questions that navigators ask of one.

use std::convert::Infallible;

use glam::{DVec3, Vec3};
use voxnav_occupancy::{
    Agent, BakeError, BoxError, CellBox, Lattice, Layers, Occupancy, OccupancyBuilder, Skin,
};

/// No obstacles. Questions refuse the boxes that obstacles refuse.
#[derive(Clone, Debug)]
pub(crate) struct Obstacles {
    skin: Skin,
}

#[expect(clippy::unused_self, reason = "as of obstacles")]
impl Obstacles {
    pub(crate) fn new(skin: Skin) -> Self {
        Self { skin }
    }

    pub(crate) fn skin(&self) -> Skin {
        self.skin
    }

    pub(crate) fn is_empty(&self) -> bool {
        true
    }

    /// Returns a world whose cells are free within the bounds.
    pub(crate) fn bake(
        &self,
        lattice: &Lattice,
        agent: &Agent,
        bounds: CellBox,
    ) -> Result<Occupancy, BakeError> {
        let cells = OccupancyBuilder::new(bounds)?;
        if !bounds.is_empty() {
            for corner in [bounds.min, bounds.max - 1] {
                BoxError::check(lattice.center(corner), agent.half_extents)?;
            }
        }
        Ok(cells.commit())
    }

    pub(crate) fn overlaps(
        &self,
        center: DVec3,
        half_extents: Vec3,
        _layers: Layers,
    ) -> Result<bool, BoxError> {
        BoxError::check(center, half_extents)?;
        Ok(false)
    }

    pub(crate) fn sweep(
        &self,
        from: DVec3,
        to: DVec3,
        half_extents: Vec3,
        _layers: Layers,
    ) -> Result<Option<Infallible>, BoxError> {
        BoxError::check(from, half_extents)?;
        BoxError::check(to, half_extents)?;
        Ok(None)
    }

    /// Returns the whole box: nothing is in its way.
    pub(crate) fn largest_share(
        &self,
        center: DVec3,
        half_extents: Vec3,
        _layers: Layers,
    ) -> Result<Option<f32>, BoxError> {
        BoxError::check(center, half_extents)?;
        Ok(Some(1.0))
    }
}
