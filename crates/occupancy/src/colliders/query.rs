//! Box queries over the obstacles.

use glam::{DVec3, Vec3};
use parry3d::partitioning::BvhNode;

use super::matter::Matter;
use super::set::{Leaf, ObstacleId, Obstacles};
use super::shrunk::Shrunk;
use super::world_box::WorldBox;
use crate::agent::{BoxError, Layers};

/// The obstacles that a question is about.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    layers: Layers,
    /// The matter of the obstacles; `None` for all that block.
    of: Option<Matter>,
}

impl Sight {
    /// Returns the sight of all obstacles on some layers that are made of this matter.
    pub(super) fn of(matter: Matter, layers: Layers) -> Self {
        let of = Some(matter);
        Self { layers, of }
    }

    pub(super) fn sees(self, leaf: &Leaf) -> bool {
        let is_made = match self.of {
            Some(matter) => leaf.matter == matter,
            None => leaf.matter.fills_cells(),
        };
        is_made && leaf.layers.meets(self.layers)
    }
}

/// The sight of all obstacles on some layers that block.
impl From<Layers> for Sight {
    fn from(layers: Layers) -> Self {
        Self { layers, of: None }
    }
}

impl Obstacles {
    /// Returns whether a box overlaps an obstacle on these layers.
    ///
    /// Half extents may be zero on any axis. Touching is not overlapping; the exact rule is that of
    /// [`Skin`](crate::Skin). A box inside a hollow mesh overlaps nothing.
    ///
    /// # Complexity
    ///
    /// Logarithmic in the number of obstacles and of triangles near the box. A box thinner than
    /// two skins on `k` axes costs up to `2^k` times as much.
    ///
    /// # Errors
    ///
    /// [`BoxError`] unless center and half extents are finite, within
    /// [`MAX_WORLD_COORDINATE`](crate::MAX_WORLD_COORDINATE), and the latter not negative.
    pub fn overlaps(
        &self,
        center: DVec3,
        half_extents: Vec3,
        layers: Layers,
    ) -> Result<bool, BoxError> {
        let shrunk = self.shrunk(center, half_extents)?;
        Ok(shrunk
            .offsets()
            .all(|offset| self.is_hit(center + offset, shrunk.half_extents, layers.into())))
    }

    /// Returns the obstacles on these layers that a box overlaps, in ascending order; none exactly
    /// when [`Obstacles::overlaps`] says no.
    ///
    /// A box thinner than two skins may be held from its two sides by different obstacles; all of
    /// them are named then.
    ///
    /// # Errors
    ///
    /// As [`Obstacles::overlaps`].
    pub fn overlapping(
        &self,
        center: DVec3,
        half_extents: Vec3,
        layers: Layers,
    ) -> Result<Vec<ObstacleId>, BoxError> {
        let shrunk = self.shrunk(center, half_extents)?;
        let mut ids = Vec::new();
        for offset in shrunk.offsets() {
            let known = ids.len();
            let hits = self.hits(center + offset, shrunk.half_extents, layers.into());
            ids.extend(hits.map(|leaf| leaf.obstacle));
            if ids.len() == known {
                return Ok(Vec::new());
            }
        }
        ids.sort_unstable();
        ids.dedup();
        Ok(ids)
    }

    /// Returns the largest share of a box, from 0 to 1, that fits around a center: the box scaled
    /// by it overlaps nothing on these layers, and scaled by 2^-24 more it does. `None` if not even
    /// the center fits.
    ///
    /// ```
    /// use voxnav_occupancy::glam::{DVec3, Vec3};
    /// use voxnav_occupancy::colliders::{Obstacle, Obstacles};
    /// use voxnav_occupancy::Layers;
    /// use voxnav_occupancy::parry3d::shape::SharedShape;
    ///
    /// let mut obstacles = Obstacles::default();
    /// let wall = Obstacle::new(SharedShape::cuboid(1.0, 9.0, 9.0)).at([4.0, 0.0, 0.0]);
    /// let _ = obstacles.insert(wall)?;
    /// let share = obstacles.largest_share(DVec3::ZERO, Vec3::splat(4.0), Layers::ALL)?;
    /// // Three of four units, and the skin.
    /// assert!(share.is_some_and(|share| (share - 0.75).abs() < 0.001));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    ///
    /// At most 26 box queries.
    ///
    /// # Errors
    ///
    /// As [`Obstacles::overlaps`].
    pub fn largest_share(
        &self,
        center: DVec3,
        half_extents: Vec3,
        layers: Layers,
    ) -> Result<Option<f32>, BoxError> {
        let fits = |share: f32| {
            let overlaps = self.overlaps(center, half_extents * share, layers);
            overlaps.map(|overlaps| !overlaps)
        };
        if fits(1.0)? {
            return Ok(Some(1.0));
        } else if !fits(0.0)? {
            return Ok(None);
        }
        let (mut share, mut step) = (0.0, 0.5);
        // Shares are multiples of the step, which single precision holds exactly.
        for _ in 0..24 {
            if fits(share + step)? {
                share += step;
            }
            step /= 2.0;
        }
        Ok(Some(share))
    }

    /// Returns a box as it counts in questions, once its center and sides are known to be in range.
    pub(super) fn shrunk(&self, center: DVec3, half_extents: Vec3) -> Result<Shrunk, BoxError> {
        BoxError::check(center, half_extents)?;
        Ok(self.skin().shrink(half_extents))
    }

    /// Returns whether a box shares a point with a part, the touching rule already applied.
    pub(super) fn is_hit(&self, center: DVec3, half_extents: DVec3, sight: Sight) -> bool {
        self.hits(center, half_extents, sight).next().is_some()
    }

    /// Returns the parts that share a point with a box, the touching rule already applied.
    fn hits(
        &self,
        center: DVec3,
        half_extents: DVec3,
        sight: Sight,
    ) -> impl Iterator<Item = &Leaf> {
        self.candidates(WorldBox::around(center, half_extents), sight)
            .filter(move |leaf| leaf.part.meets(center, half_extents))
    }

    /// Returns the parts in sight whose bounds may meet a region, in no particular order.
    pub(super) fn candidates(&self, region: WorldBox, sight: Sight) -> impl Iterator<Item = &Leaf> {
        let coarse = BvhNode::leaf(region.outward(), 0);
        self.tree
            .leaves(move |node| node.intersects(&coarse))
            .chain(self.unbounded.iter().copied())
            .filter_map(|index| self.leaves[index as usize].as_ref())
            .filter(move |leaf| sight.sees(leaf))
    }
}
