//! Faults of entities: what the plugin cannot do for them.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use voxnav::NavigatorError;
use voxnav_crowd::crowd::CrowdError;

/// The fault of an obstacle, an agent, a link or a world that the plugin refuses. It is on the entity for as long as
/// that is so, and the entity counts as absent meanwhile.
#[derive(Component, Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NavFault {
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
}

/// Puts faults on entities, and takes them away.
#[derive(SystemParam)]
pub(crate) struct Faults<'w, 's> {
    faulty: ResMut<'w, Faulty>,
    commands: Commands<'w, 's>,
}

impl Faults<'_, '_> {
    /// Puts a fault on an entity, or takes the one that it has away.
    pub(crate) fn set(&mut self, kind: Kind, entity: Entity, fault: Option<NavFault>) {
        if let Some(fault) = fault {
            self.faulty.0.insert((kind, entity));
            self.tell(entity, |entity| _ = entity.try_insert(fault));
        } else if self.faulty.0.remove(&(kind, entity)) {
            self.tell(entity, |entity| _ = entity.try_remove::<NavFault>());
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
