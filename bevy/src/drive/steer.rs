//! Transforms, velocities, paths and statuses as the crowds have them.

use bevy_ecs::prelude::*;
use bevy_transform::components::{GlobalTransform, Transform};
use voxnav::Navigator;
use voxnav::glam::DVec3;
use voxnav_crowd::crowd::{Crowd, CrowdAgentId};

use super::plan::length;
use crate::world::{Levels, Rider};
use crate::{DesiredVelocity, NavMovedBy, NavPath, NavStatus};

type Written = (
    &'static mut Transform,
    &'static mut DesiredVelocity,
    &'static mut NavPath,
    &'static mut NavStatus,
    Option<&'static ChildOf>,
);

/// Writes what has become of all agents.
pub(crate) fn steer(
    mut entities: Query<Written>,
    parents: Query<&GlobalTransform>,
    mut levels: Levels,
) {
    levels.each(|_, level| {
        for (&entity, rider) in &mut level.agents {
            let Ok((mut transform, mut velocity, mut path, mut status, child)) =
                entities.get_mut(entity)
            else {
                continue;
            };
            let Ok(step) = level.crowd.motion(rider.id) else {
                continue;
            };
            velocity.set_if_neq(DesiredVelocity(step.velocity.as_vec3()));
            if rider.status == NavStatus::Waiting && level.crowd.is_blocked(rider.id) == Ok(false) {
                rider.status = NavStatus::Moving;
            }
            let shown = if rider.is_paused {
                NavStatus::Paused
            } else {
                rider.status
            };
            status.set_if_neq(shown);
            write_path(rider, (&mut level.navigator, &level.crowd), &mut path);
            if rider.agent.moved_by == NavMovedBy::Plugin
                && let Ok(position) = level.crowd.position(rider.id)
            {
                let global = (on_floor(&mut level.navigator, &level.crowd, (rider.id, position))
                    + rider.above)
                    .as_vec3();
                // Who moved it since, as an observer of an event may, has teleported it: the next tick takes that over.
                let written = rider.written.take();
                let is_own = written.is_none_or(|written| written == transform.translation);
                if is_own && global != rider.position {
                    rider.position = global;
                    let parent = child.and_then(|child| parents.get(child.parent()).ok());
                    transform.translation = match parent {
                        Some(parent) => parent.affine().inverse().transform_point3(global),
                        None => global,
                    };
                }
                rider.written = is_own.then_some(transform.translation);
            }
        }
    });
}

/// Returns where an agent at a position is shown: on the floor itself, if it stands on one.
fn on_floor(
    navigator: &mut Navigator,
    crowd: &Crowd,
    (id, position): (CrowdAgentId, DVec3),
) -> DVec3 {
    if crowd.is_on_ground(id) != Ok(true) {
        return position;
    }
    let body = crowd.agent(id).map(|agent| agent.body);
    // An agent of the crowd has a body in its world, and a position in a cell.
    let floor = body.map(|body| navigator.floor_under(body, position));
    floor
        .ok()
        .and_then(Result::ok)
        .flatten()
        .unwrap_or(position)
}

/// Writes the path of an agent that was given another, and how far it has still to go.
fn write_path(
    rider: &mut Rider,
    (navigator, crowd): (&mut Navigator, &Crowd),
    path: &mut Mut<NavPath>,
) {
    let remaining = length(crowd.remaining(rider.id).ok().flatten());
    #[expect(clippy::float_cmp, reason = "a number that was written")]
    if path.remaining != remaining {
        path.remaining = remaining;
    }
    if std::mem::replace(&mut rider.is_rerouted, false) {
        let points = if rider.has_target {
            crowd.waypoints(rider.id).unwrap_or_default()
        } else {
            Vec::new()
        };
        let below = (points.iter()).map(|point| on_floor(navigator, crowd, (rider.id, *point)));
        let anchored = below.map(|point| (point + rider.above).as_vec3());
        path.points = anchored.collect();
    }
}
