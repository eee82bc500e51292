//! Obstacles of a tick: those that are new, moved, changed or gone, in the order of their entities.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use bevy_transform::components::GlobalTransform;
use voxnav::colliders::Placement;

use super::{NavCollider, NavIgnore, NavObstacle, scale};
use crate::fault::{Faults, Kind};
use crate::world::{Level, Levels, Placed, Touched};
use crate::{InNavWorld, NavFault};

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
    Has<NavIgnore>,
);
type PartsItem<'w> = <Parts as bevy_ecs::query::QueryData>::Item<'w, 'w>;

/// Brings the obstacles of all worlds up to date.
pub(crate) fn place_obstacles(
    changed: Query<Entity, (With<NavObstacle>, Changes)>,
    everything: Query<Entity, With<NavObstacle>>,
    obstacles: Query<Parts>,
    touched: Res<Touched>,
    mut levels: Levels,
    mut faults: Faults,
) {
    let mut concerned: BTreeSet<Entity> = changed.iter().chain(touched.entities()).collect();
    if touched.is_everything() {
        concerned.extend(&everything);
    }
    for entity in concerned {
        let wanted = obstacles.get(entity).ok().filter(|parts| !parts.4);
        let home = wanted.as_ref().and_then(|parts| levels.find(parts.3));
        // It may have been in another world before.
        for other in levels
            .all()
            .into_iter()
            .filter(|other| Some(*other) != home)
        {
            if let Some(level) = levels.level(other) {
                level.remove_obstacle(entity);
            }
        }
        let fault = wanted.and_then(|parts| {
            let level = home.and_then(|home| levels.level(home));
            let level = level.ok_or(NavFault::NoWorld);
            level.and_then(|level| place(level, entity, &parts)).err()
        });
        faults.set(Kind::Obstacle, entity, fault);
    }
}

/// Inserts, moves or replaces one obstacle.
fn place(
    level: &mut Level,
    entity: Entity,
    (obstacle, collider, transform, ..): &PartsItem,
) -> Result<(), NavFault> {
    let (scale, rotation, translation) = transform.to_scale_rotation_translation();
    let placement = Placement::new(translation.as_dvec3(), rotation.as_dquat().normalize());
    let is_changed =
        obstacle.is_changed() || collider.as_ref().is_some_and(DetectChanges::is_changed);
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
    let placed = Placed {
        id,
        scale,
        placement,
    };
    level.obstacles.insert(entity, placed);
    level.edits += 1;
    Ok(())
}
