//! Targets of agents.

mod formation;
mod send;

use bevy_ecs::entity::{EntityMapper, MapEntities};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;

pub(crate) use formation::{Formed, form_up};
pub use formation::{NavFormation, NavFormationShape};
pub(crate) use send::send_agents;

/// The target of an agent. Insert it to send the agent somewhere, replace it to send it elsewhere, remove it to have the
/// agent stop at the next place where it can. It stays when the agent has arrived.
///
/// Positions are global. Those of a flying agent are where its center gets to; those of one that walks settle on
/// the ground below, where its feet get to.
///
/// ```
/// use bevy_math::Vec3;
/// use bevy_voxnav::NavTarget;
///
/// let there = NavTarget::from(Vec3::new(4.0, 1.0, 2.0));
/// assert_eq!(there, NavTarget::Position(Vec3::new(4.0, 1.0, 2.0)));
/// ```
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[component(map_entities)]
#[reflect(Component, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
#[non_exhaustive]
pub enum NavTarget {
    /// A position.
    Position(Vec3),
    /// Any place within a distance of a position.
    Within {
        /// The position.
        center: Vec3,
        /// The distance, in world units.
        radius: f32,
    },
    /// Any place in a box.
    Inside {
        /// The corner with the smallest coordinates.
        min: Vec3,
        /// The corner with the largest coordinates.
        max: Vec3,
    },
    /// No place, but a velocity, in world units a second: the agent moves at it as far as walls and others let it, for a
    /// player or a behavior that steers by itself. One that walks stays on the plane that it stands on. It never arrives.
    Velocity(Vec3),
    /// A position around which agents settle next to each other: all that are given it in one tick are a group, each of which
    /// gets a place of its own. They have no way where there are too few places.
    Around(Vec3),
    /// A place in the [`NavFormation`] of another agent. If that is despawned, the first follower leads the others to where it
    /// was sent, with the event [`Leads`](crate::Leads).
    Formation {
        /// The leader.
        leader: Entity,
    },
    /// The one of several positions that is the cheapest to get to.
    AnyOf(Vec<Vec3>),
    /// Another entity, which may move: the agent stays within a distance of it.
    Entity {
        /// The entity.
        entity: Entity,
        /// The distance, in world units: for another agent, more than the two bodies take.
        within: f32,
    },
    /// The one of several entities that is the cheapest to get to. They may move, and those that are gone do not count.
    Nearest {
        /// The entities.
        entities: Vec<Entity>,
    },
}

impl From<Vec3> for NavTarget {
    fn from(position: Vec3) -> Self {
        Self::Position(position)
    }
}

impl MapEntities for NavTarget {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        match self {
            Self::Entity { entity, .. } | Self::Formation { leader: entity } => {
                *entity = mapper.get_mapped(*entity);
            }
            Self::Nearest { entities } => {
                for entity in entities {
                    *entity = mapper.get_mapped(*entity);
                }
            }
            _ => {}
        }
    }
}
