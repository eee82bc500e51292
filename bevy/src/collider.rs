//! Colliders of physics engines as obstacles.

use std::marker::PhantomData;

use bevy_app::{App, Plugin};
use bevy_ecs::lifecycle::Remove;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;

use crate::plugin::NavSteps;
use crate::schedule::in_schedule;
use crate::{NavCollider, NavObstacle};

/// A component that has a shape of parry3d: a collider. Those of avian3d and `bevy_rapier3d` are such with the features
/// `avian` and `rapier`.
pub trait ColliderSource: Component {
    /// Returns the shape, and whether it is scaled already.
    fn nav_collider(&self) -> NavCollider;
}

/// Reads the colliders of obstacles with [`NavShape::Collider`](crate::NavShape::Collider) from a component. The plugin of
/// the crate does that for the physics engines whose features are on.
pub struct ColliderPlugin<C> {
    schedule: InternedScheduleLabel,
    source: PhantomData<fn() -> C>,
}

in_schedule!(ColliderPlugin<C>);

impl<C: ColliderSource> Plugin for ColliderPlugin<C> {
    fn build(&self, app: &mut App) {
        app.add_observer(forget::<C>)
            .add_systems(self.schedule, read::<C>.in_set(NavSteps::Load));
    }
}

type IsNew<C> = (With<NavObstacle>, Or<(Changed<C>, Added<NavObstacle>)>);

/// Reads the colliders of obstacles that are new or were changed.
fn read<C: ColliderSource>(colliders: Query<(Entity, &C), IsNew<C>>, mut commands: Commands) {
    for (entity, collider) in &colliders {
        commands.entity(entity).try_insert(collider.nav_collider());
    }
}

/// Forgets the shape of a collider that is removed.
fn forget<C: ColliderSource>(on: On<Remove<C>>, mut commands: Commands) {
    if let Ok(mut entity) = commands.get_entity(on.event().event_target()) {
        entity.try_remove::<NavCollider>();
    }
}

#[cfg(feature = "avian")]
impl ColliderSource for avian3d::collision::collider::Collider {
    fn nav_collider(&self) -> NavCollider {
        NavCollider {
            shape: self.shape_scaled().clone(),
            scale: crate::ColliderScale::Shape,
        }
    }
}

#[cfg(feature = "rapier")]
impl ColliderSource for bevy_rapier3d::geometry::Collider {
    fn nav_collider(&self) -> NavCollider {
        NavCollider {
            shape: self.raw.clone(),
            scale: crate::ColliderScale::Shape,
        }
    }
}
