//! Obstacles of a tick: those that are new, moved, changed or gone, in the order of their entities.

use bevy_ecs::prelude::*;
use bevy_transform::components::GlobalTransform;
use voxnav::colliders::Placement;

use super::{NavCollider, NavDisabled, NavObstacle, NavShape, scale};
use crate::fault::Kind;
use crate::world::{Level, PlacedObstacle, Residents};
use crate::{InNavWorld, NavError};

type Changes = Or<(
    Changed<NavObstacle>,
    Changed<NavCollider>,
    Changed<GlobalTransform>,
    Changed<InNavWorld>,
)>;

/// The components of an obstacle.
type Parts = (
    Ref<'static, NavObstacle>,
    Option<Ref<'static, NavCollider>>,
    &'static GlobalTransform,
    Option<&'static InNavWorld>,
    Has<NavDisabled>,
);
type PartsItem<'w> = <Parts as bevy_ecs::query::QueryData>::Item<'w, 'w>;

/// Brings the obstacles of all worlds up to date.
pub(crate) fn place_obstacles(
    changed: Query<Entity, (With<NavObstacle>, Changes)>,
    everything: Query<Entity, With<NavObstacle>>,
    obstacles: Query<Parts>,
    mut residents: Residents,
) {
    let parts = |entity| {
        let parts = obstacles.get(entity).ok().filter(|parts| !parts.4)?;
        Some((parts, parts.3))
    };
    let concerned = residents.concerned(&changed, &everything);
    let remove = Level::remove_obstacle;
    residents.settle(Kind::Obstacle, concerned, parts, remove, place);
}

/// Inserts, moves or replaces one obstacle.
fn place(
    level: &mut Level,
    entity: Entity,
    (obstacle, collider, transform, ..): &PartsItem,
) -> Result<(), NavError> {
    let (scale, rotation, translation) = transform.to_scale_rotation_translation();
    let placement = Placement::new(translation.as_dvec3(), rotation.as_dquat().normalize());
    let is_changed = obstacle.is_changed()
        || match collider {
            Some(collider) => collider.is_changed(),
            None => obstacle.shape == NavShape::Collider,
        };
    if let Some(before) = level.obstacles.get_mut(&entity)
        && !is_changed
        && before.scale == scale
    {
        if before.placement == placement {
            return Ok(());
        }
        if level.navigator.move_to(before.id, placement).is_ok() {
            before.placement = placement;
            level.edits += 1;
            return Ok(());
        }
    }
    level.remove_obstacle(entity);
    let shape = scale::scaled(&obstacle.shape, collider.as_deref(), scale)?;
    let matter = level.matter(obstacle.matter)?;
    let id = level.navigator.insert(shape.at(placement).of(matter))?;
    let placed = PlacedObstacle {
        id,
        scale,
        placement,
    };
    level.obstacles.insert(entity, placed);
    level.edits += 1;
    Ok(())
}
