//! Faults of entities: what the plugin cannot do for them.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_reflect::prelude::*;
use voxnav::NavigatorError;
use voxnav_crowd::crowd::CrowdError;

/// The fault of an obstacle, an agent, a link or a world that the plugin refuses. It is on the entity for as long as
/// that is so, and the entity counts as absent meanwhile.
///
/// A scene saves it as its message. Loaded, it is [`Saved`](Self::Saved) until the plugin has looked at the entity again, in
/// the next tick.
#[derive(Component, Reflect, Clone, Debug, PartialEq, thiserror::Error)]
#[reflect(opaque)]
#[reflect(Component, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
#[non_exhaustive]
pub enum NavError {
    /// The world refuses the region, the shape, the body or the link.
    #[error(transparent)]
    Navigator(#[from] NavigatorError),
    /// The crowd refuses the agent: its body does not fit where it is, for one.
    #[error(transparent)]
    Crowd(#[from] CrowdError),
    /// No world is loaded that the entity could be in.
    #[error("there is no entity with a `NavWorld` for this one")]
    NoWorld,
    /// The obstacle takes its shape from a collider, and there is none.
    #[error("`NavShape::Collider` without a collider on the same entity")]
    NoCollider,
    /// The scale of the transform is not finite or makes a shape of no parry3d type.
    #[error("the shape cannot be scaled by {scale}")]
    Scale {
        /// The scale of the global transform.
        scale: bevy_math::Vec3,
    },
    /// The obstacle is a cylinder with a length below zero, or one that is no number.
    #[error("half of the height of the cylinder is {half_height}, its radius {radius}")]
    Cylinder {
        /// Half of the height, in units.
        half_height: f32,
        /// The radius, in units.
        radius: f32,
    },
    /// The message of a fault that a scene was saved with.
    #[error("{0}")]
    Saved(String),
}

#[cfg(feature = "serialize")]
impl serde::Serialize for NavError {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serialize")]
impl<'de> serde::Deserialize<'de> for NavError {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::Deserialize::deserialize(deserializer).map(Self::Saved)
    }
}

/// Takes the faults away that were loaded with a scene: whatever is refused still gets another in the same tick.
pub(crate) fn forget_saved(
    loaded: Query<(Entity, &NavError), Added<NavError>>,
    mut commands: Commands,
) {
    for (entity, fault) in &loaded {
        if matches!(fault, NavError::Saved(_)) {
            commands.entity(entity).try_remove::<NavError>();
        }
    }
}

/// The entities that have a fault.
#[derive(Resource, Debug, Default)]
pub(crate) struct Faulty(BTreeSet<(Kind, Entity)>);

/// The kind of entities that a fault is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    World,
    Obstacle,
    Agent,
    Link,
    Chunk,
    Cells,
    Crowd,
    Character,
    Motion,
}

/// Puts faults on entities, and takes them away.
#[derive(SystemParam)]
pub(crate) struct Faults<'w, 's> {
    faulty: ResMut<'w, Faulty>,
    commands: Commands<'w, 's>,
}

impl Faults<'_, '_> {
    /// Puts a fault on an entity, or takes the one that it has away.
    pub(crate) fn set(&mut self, kind: Kind, entity: Entity, fault: Option<NavError>) {
        if let Some(fault) = fault {
            self.faulty.0.insert((kind, entity));
            self.tell(entity, |entity| _ = entity.try_insert(fault));
        } else if self.faulty.0.remove(&(kind, entity)) {
            self.tell(entity, |entity| _ = entity.try_remove::<NavError>());
        }
    }

    /// Returns the entities of a kind that have a fault.
    pub(crate) fn of(&self, kind: Kind) -> impl Iterator<Item = Entity> {
        let faulty = self.faulty.0.iter().filter(move |it| it.0 == kind);
        faulty.map(|it| it.1)
    }

    /// Does something with an entity, unless it is gone.
    fn tell(&mut self, entity: Entity, act: impl FnOnce(&mut EntityCommands)) {
        if let Ok(mut entity) = self.commands.get_entity(entity) {
            act(&mut entity);
        }
    }
}
