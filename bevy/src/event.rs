//! Events of agents and worlds, triggered on their entities.

use bevy_ecs::prelude::*;
use voxnav::ground::Action;

use crate::NavReason;

/// Event of an agent that was given its first route to a target.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct PathFound {
    /// The agent.
    pub entity: Entity,
    /// The distance that it has to go, in world units.
    pub length: f32,
}

/// Event of an agent whose route ends before its target.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathPartial {
    /// The agent.
    pub entity: Entity,
    /// The reason why the route does not lead all the way.
    pub reason: NavReason,
}

/// Event of an agent whose way is blocked ahead while no other is known: it goes on up to there, and waits.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathBlocked {
    /// The agent.
    pub entity: Entity,
}

/// Event of an agent that was given another route to the same target: a better one, or one around an obstacle.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct Replanned {
    /// The agent.
    pub entity: Entity,
    /// The distance that it has to go, in world units.
    pub length: f32,
}

/// Event of an agent at its target. One that follows an entity arrives again after that has moved away.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrived {
    /// The agent.
    pub entity: Entity,
}

/// Event of an agent that has no way to its target. It stays, and asks again from time to time.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The agent.
    pub entity: Entity,
    /// The reason.
    pub reason: NavReason,
}

/// Event of an agent on the ground that begins to move in another way than before: the moment for another animation.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegBegan {
    /// The agent.
    pub entity: Entity,
    /// The action: a walk, a step, a drop, a jump, a climb, a link.
    pub action: Action,
}

/// Event of a world whose obstacles, links or cells were edited in this tick, triggered on the entity of the world.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorldChanged {
    /// The entity of the world.
    pub entity: Entity,
    /// The number of entities that were inserted, moved or removed.
    pub edits: usize,
}
