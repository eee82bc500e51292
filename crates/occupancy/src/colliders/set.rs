//! The collection of obstacles and its edits.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};

use super::error::ObstacleError;
use super::matter::Matter;
use super::obstacle::Obstacle;
use super::placement::{Motion, Placement};
use super::shapes::decompose::LocalPart;
use super::shapes::part::Part;
use super::world_box::WorldBox;
use crate::agent::{Layers, Skin};
use crate::arena::{Arena, Id};

/// Identifies one obstacle of one [`Obstacles`] for as long as it is there.
///
/// Ids order by slot. A slot is used again after its obstacle was removed, under another
/// generation, so a stale id is recognized and never names another obstacle.
///
/// Another collection refuses it ([`ObstacleError::UnknownId`]); a clone
/// takes those of the collection that it was made from, and a collection that was read back takes ids by their numbers
/// alone, so those from before it was written are valid. Else only ids made from numbers cannot be told apart
/// that way: the number is the same for the same sequence of calls, whatever other collections there
/// are, and ids compare by it alone.
///
/// ```
/// use voxnav_occupancy::colliders::{Obstacle, Obstacles, Placement};
/// use voxnav_occupancy::glam::DVec3;
/// use voxnav_occupancy::parry3d::shape::SharedShape;
///
/// let mut obstacles = Obstacles::default();
/// let door = obstacles.insert(Obstacle::new(SharedShape::cuboid(0.1, 1.0, 0.5)))?.id;
/// obstacles.move_to(door, DVec3::X * 3.0)?;
/// assert_eq!(obstacles.placement(door), Some(Placement::at(DVec3::X * 3.0)));
/// # Ok::<(), voxnav_occupancy::colliders::ObstacleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObstacleId(Id);

impl ObstacleId {
    /// Returns the id as one number, for engines that keep numbers.
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        self.0.to_bits()
    }

    /// Returns the id that [`ObstacleId::to_bits`] gave the number for. Any collection with an obstacle
    /// of that number takes it for its own.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(Id::from_bits(bits))
    }
}

/// The regions that an edit touched: nothing changes for boxes that meet neither.
///
/// ```
/// use voxnav_occupancy::colliders::{Obstacle, Obstacles};
/// use voxnav_occupancy::glam::DVec3;
/// use voxnav_occupancy::parry3d::shape::SharedShape;
///
/// let mut obstacles = Obstacles::default();
/// let door = obstacles.insert(Obstacle::new(SharedShape::cuboid(0.1, 1.0, 0.5)))?.id;
/// let moved = obstacles.move_to(door, DVec3::X * 30.0)?;
/// assert_eq!(moved.regions().count(), 2, "where it was and where it is");
/// # Ok::<(), voxnav_occupancy::colliders::ObstacleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[must_use = "bakes that cover the region must be refreshed"]
pub struct Edit {
    /// The obstacle.
    pub id: ObstacleId,
    /// The layers of the obstacle, before or after the edit; agents that look at none of them are
    /// not concerned.
    pub layers: Layers,
    /// The matter of the obstacle; edits of volumes concern ground agents alone.
    pub matter: Matter,
    /// The bounds of the obstacle before the edit.
    pub before: Option<WorldBox>,
    /// The bounds of the obstacle after the edit.
    pub after: Option<WorldBox>,
}

impl Edit {
    /// Returns the regions concerned: one or two.
    pub fn regions(&self) -> impl Iterator<Item = WorldBox> + use<> {
        self.before.into_iter().chain(self.after)
    }
}

/// An obstacle as it is kept.
#[derive(Clone)]
pub(super) struct Resident {
    pub(super) parts: Vec<LocalPart>,
    pub(super) leaves: Vec<u32>,
    pub(super) placement: Placement,
    pub(super) bounds: WorldBox,
    pub(super) layers: Layers,
    pub(super) matter: Matter,
    pub(super) name: Option<Arc<str>>,
}

impl Resident {
    /// Returns an edit of this obstacle.
    fn edit(&self, id: ObstacleId, before: Option<WorldBox>, after: Option<WorldBox>) -> Edit {
        let Self { layers, matter, .. } = *self;
        Edit {
            id,
            layers,
            matter,
            before,
            after,
        }
    }
}

/// A part in the world, under the index of its leaf in the tree.
#[derive(Clone)]
pub(super) struct Leaf {
    pub(super) obstacle: ObstacleId,
    pub(super) layers: Layers,
    pub(super) matter: Matter,
    pub(super) part: Part,
}

/// A set of obstacles under stable ids, and box queries over it.
///
/// Cloning copies the tree and the list of parts; shapes are shared. With the feature `serde` they are
/// written and read back under their ids, but for custom shapes, which is an error.
///
/// ```
/// use voxnav_occupancy::glam::{DVec3, Vec3};
/// use voxnav_occupancy::colliders::{Obstacle, Obstacles};
/// use voxnav_occupancy::Layers;
/// use voxnav_occupancy::parry3d::shape::SharedShape;
///
/// let mut obstacles = Obstacles::default();
/// let floor = Obstacle::new(SharedShape::cuboid(50.0, 1.0, 50.0)).at(DVec3::NEG_Y);
/// let floor = obstacles.insert(floor)?.id;
/// // A crate standing on the floor touches it and does not overlap it.
/// assert!(!obstacles.overlaps(DVec3::Y * 0.5, Vec3::splat(0.5), Layers::ALL)?);
/// assert!(obstacles.overlaps(DVec3::Y * 0.4, Vec3::splat(0.5), Layers::ALL)?);
/// assert_eq!(obstacles.overlapping(DVec3::ZERO, Vec3::ONE, Layers::ALL)?, [floor]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::stored::StoredObstacles"))]
pub struct Obstacles {
    skin: Skin,
    pub(super) residents: Arena<Resident>,
    pub(super) leaves: Vec<Option<Leaf>>,
    free_leaves: Vec<u32>,
    /// Leaves without finite bounds, which the tree cannot hold, in ascending order.
    pub(super) unbounded: Vec<u32>,
    pub(super) tree: Bvh,
    /// The number of leaves when the tree was last built as a whole.
    built_with: usize,
}

impl Obstacles {
    /// Returns a set without obstacles, under this touching rule.
    #[must_use]
    pub fn new(skin: Skin) -> Self {
        Self {
            skin,
            residents: Arena::default(),
            leaves: Vec::new(),
            free_leaves: Vec::new(),
            unbounded: Vec::new(),
            tree: Bvh::new(),
            built_with: 0,
        }
    }

    /// Returns the touching rule.
    #[must_use]
    pub fn skin(&self) -> Skin {
        self.skin
    }

    /// Returns the number of obstacles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.residents.len()
    }

    /// Returns whether there is no obstacle.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether an obstacle was ever inserted: then its id is never given out again, even if it
    /// is gone.
    #[must_use]
    pub fn has_given_ids(&self) -> bool {
        self.residents.has_slots()
    }

    /// Returns all ids, in ascending order.
    pub fn ids(&self) -> impl Iterator<Item = ObstacleId> {
        self.residents.iter().map(|(id, _)| ObstacleId(id))
    }

    /// Returns the smallest known box around an obstacle; `None` for an unknown id.
    #[must_use]
    pub fn bounds(&self, id: ObstacleId) -> Option<WorldBox> {
        self.residents.get(id.0).map(|resident| resident.bounds)
    }

    /// Returns the placement of an obstacle; `None` for an unknown id.
    #[must_use]
    pub fn placement(&self, id: ObstacleId) -> Option<Placement> {
        self.residents.get(id.0).map(|resident| resident.placement)
    }

    /// Returns the layers of an obstacle; `None` for an unknown id.
    #[must_use]
    pub fn layers(&self, id: ObstacleId) -> Option<Layers> {
        self.residents.get(id.0).map(|resident| resident.layers)
    }

    /// Returns the matter of an obstacle; `None` for an unknown id.
    #[must_use]
    pub fn matter(&self, id: ObstacleId) -> Option<Matter> {
        self.residents.get(id.0).map(|resident| resident.matter)
    }

    /// Returns the name of an obstacle; `None` for one without a name, and for an unknown id.
    #[must_use]
    pub fn name(&self, id: ObstacleId) -> Option<&str> {
        self.residents.get(id.0)?.name.as_deref()
    }

    /// Returns the obstacle of a name: of several that have it, the one of the smallest id.
    ///
    /// # Complexity
    ///
    /// Linear in the number of obstacles.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<ObstacleId> {
        let mut all = self.residents.iter();
        let id = all.find_map(|(id, it)| (it.name.as_deref() == Some(name)).then_some(id));
        id.map(ObstacleId)
    }

    /// Returns an obstacle alone, placed elsewhere, under the same touching rule: to be asked what it would meet there.
    ///
    /// # Errors
    ///
    /// [`ObstacleError::UnknownId`] or [`ObstacleError::Placement`].
    ///
    /// ```
    /// use voxnav_occupancy::Layers;
    /// use voxnav_occupancy::colliders::{Obstacle, Obstacles};
    /// use voxnav_occupancy::glam::{DVec3, Vec3};
    ///
    /// let mut obstacles = Obstacles::default();
    /// let door = obstacles.insert(Obstacle::between([0.0; 3], [1.0, 2.0, 2.0]))?.id;
    /// let closed = obstacles.alone(door, [9.0, 0.0, 0.0])?;
    /// assert!(closed.overlaps(DVec3::new(8.7, 0.0, 0.0), Vec3::splat(0.4), Layers::ALL)?);
    /// assert!(!obstacles.overlaps(DVec3::new(8.7, 0.0, 0.0), Vec3::splat(0.4), Layers::ALL)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn alone(
        &self,
        id: ObstacleId,
        placement: impl Into<Placement>,
    ) -> Result<Self, ObstacleError> {
        let placement = placement.into();
        let motion = placement.motion()?;
        let resident = Resident {
            leaves: Vec::new(),
            placement,
            ..known(self.residents.get(id.0).cloned(), id)?
        };
        let mut alone = Self::new(self.skin);
        let own = alone.residents.insert(resident).map(ObstacleId);
        alone.place(own.ok_or(ObstacleError::TooMany)?, &motion);
        Ok(alone)
    }

    /// Returns the kinds of matter of the obstacles on some layers, but for [`Matter::Plain`].
    #[must_use]
    pub fn matters(&self, layers: Layers) -> BTreeSet<Matter> {
        let residents = self.residents.iter().map(|(_, resident)| resident);
        let seen = residents.filter(|it| it.layers.meets(layers));
        let said = seen.map(|it| it.matter).filter(|it| *it != Matter::Plain);
        said.collect()
    }

    /// Adds an obstacle.
    ///
    /// # Complexity
    ///
    /// Linear in the shape's own data, which is checked, plus a descent of the tree for each
    /// convex part or mesh in it; amortized, since growth by half builds the tree again.
    ///
    /// # Errors
    ///
    /// [`ObstacleError::Placement`], [`ObstacleError::Shape`] or [`ObstacleError::TooMany`];
    /// nothing has changed then.
    pub fn insert(&mut self, obstacle: Obstacle) -> Result<Edit, ObstacleError> {
        let (placement, layers, matter) = (obstacle.placement, obstacle.layers, obstacle.matter);
        let name = obstacle.name.clone();
        let motion = placement.motion()?;
        let parts = obstacle.parts()?;
        if u32::try_from(self.leaves.len() + parts.len()).is_err() {
            return Err(ObstacleError::TooMany);
        }
        let resident = Resident {
            parts,
            leaves: Vec::new(),
            placement,
            bounds: WorldBox::EMPTY,
            layers,
            matter,
            name,
        };
        let id = self.residents.insert(resident).map(ObstacleId);
        let id = id.ok_or(ObstacleError::TooMany)?;
        let after = self.place(id, &motion);
        self.optimize_when_grown();
        Ok(Edit {
            id,
            layers,
            matter,
            before: None,
            after,
        })
    }

    /// Removes an obstacle. Its id is never given out again.
    ///
    /// # Errors
    ///
    /// [`ObstacleError::UnknownId`].
    pub fn remove(&mut self, id: ObstacleId) -> Result<Edit, ObstacleError> {
        let resident = known(self.residents.remove(id.0), id)?;
        self.lift(&resident.leaves);
        Ok(resident.edit(id, Some(resident.bounds), None))
    }

    /// Moves an obstacle to another placement; id, layers and shape stay.
    ///
    /// # Errors
    ///
    /// [`ObstacleError::UnknownId`] or [`ObstacleError::Placement`]; nothing has changed then.
    pub fn move_to(
        &mut self,
        id: ObstacleId,
        placement: impl Into<Placement>,
    ) -> Result<Edit, ObstacleError> {
        let placement = placement.into();
        let motion = placement.motion()?;
        let resident = known(self.residents.get_mut(id.0), id)?;
        resident.placement = placement;
        let edit = resident.edit(id, Some(resident.bounds), None);
        let leaves = std::mem::take(&mut resident.leaves);
        self.lift(&leaves);
        let after = self.place(id, &motion);
        Ok(Edit { after, ..edit })
    }

    /// Puts an obstacle on other layers. The edit names old and new layers together.
    ///
    /// # Errors
    ///
    /// [`ObstacleError::UnknownId`].
    pub fn set_layers(&mut self, id: ObstacleId, layers: Layers) -> Result<Edit, ObstacleError> {
        let resident = known(self.residents.get_mut(id.0), id)?;
        let bounds = Some(resident.bounds);
        let edit = resident.edit(id, bounds, bounds);
        resident.layers = layers;
        for &leaf in &resident.leaves {
            if let Some(leaf) = &mut self.leaves[leaf as usize] {
                leaf.layers = layers;
            }
        }
        Ok(Edit {
            layers: edit.layers | layers,
            ..edit
        })
    }

    /// Builds the tree over the obstacles again: queries may become up to twice as fast after very
    /// many moves. No answer changes. About half a millisecond per thousand parts; worth it at a
    /// quiet moment, never needed.
    pub fn optimize(&mut self) {
        self.tree
            .rebuild(&mut BvhWorkspace::default(), BvhBuildStrategy::Binned);
        self.built_with = self.leaves.len() - self.free_leaves.len();
    }

    /// Puts the parts of a resident into the world, and returns the box around them.
    pub(super) fn place(&mut self, id: ObstacleId, motion: &Motion) -> Option<WorldBox> {
        let resident = self.residents.get(id.0)?;
        let (layers, matter) = (resident.layers, resident.matter);
        let leaf = |(geometry, inner): &LocalPart| Leaf {
            obstacle: id,
            layers,
            matter,
            part: Part::new(geometry, motion.then(inner)),
        };
        let placed: Vec<Leaf> = resident.parts.iter().map(leaf).collect();
        let bounds = placed.iter().map(|leaf| leaf.part.bounds);
        let bounds = bounds.fold(WorldBox::EMPTY, WorldBox::union);
        let leaves = placed.into_iter().map(|leaf| self.add_leaf(leaf)).collect();
        let resident = self.residents.get_mut(id.0)?;
        (resident.leaves, resident.bounds) = (leaves, bounds);
        Some(bounds)
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "insertion refuses more than u32 leaves"
    )]
    fn add_leaf(&mut self, leaf: Leaf) -> u32 {
        let bounds = leaf.part.bounds;
        let index = self.free_leaves.pop().unwrap_or_else(|| {
            self.leaves.push(None);
            (self.leaves.len() - 1) as u32
        });
        self.leaves[index as usize] = Some(leaf);
        if bounds.is_bounded() {
            self.tree.insert(bounds.outward(), index);
        } else {
            let place = self.unbounded.partition_point(|other| *other < index);
            self.unbounded.insert(place, index);
        }
        index
    }

    /// Takes parts out of the world.
    fn lift(&mut self, leaves: &[u32]) {
        for &index in leaves {
            self.leaves[index as usize] = None;
            self.tree.remove(index);
            self.unbounded.retain(|other| *other != index);
            self.free_leaves.push(index);
        }
    }

    /// Builds the tree again once it has grown by half, at a constant number of leaf operations per
    /// insertion: insertion one by one leaves a tree that is half as fast as one built as a whole.
    /// Moves do not: the tree they leave is no worse, and a frame that moves one obstacle must not
    /// pay for all.
    fn optimize_when_grown(&mut self) {
        let leaves = self.leaves.len() - self.free_leaves.len();
        if leaves > 64.max(self.built_with + self.built_with / 2) {
            self.optimize();
        }
    }
}

/// Returns what was found under an id, or the error that nothing was.
fn known<T>(found: Option<T>, id: ObstacleId) -> Result<T, ObstacleError> {
    found.ok_or(ObstacleError::UnknownId { id })
}

impl Default for Obstacles {
    /// Returns a set without obstacles, under the default [`Skin`].
    fn default() -> Self {
        Self::new(Skin::default())
    }
}

impl fmt::Debug for Obstacles {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Obstacles")
            .field("skin", &self.skin)
            .field("obstacles", &self.len())
            .field("parts", &(self.leaves.len() - self.free_leaves.len()))
            .finish_non_exhaustive()
    }
}
