//! Transforms, velocities, paths and statuses as the crowds have them.

use std::collections::BTreeSet;

use bevy_ecs::prelude::*;
use bevy_transform::components::{GlobalTransform, Transform};
use voxnav::Navigator;
use voxnav::glam::DVec3;
use voxnav_crowd::crowd::{Crowd, CrowdAgentId};

use super::plan::length;
use crate::fault::{Faults, Kind};
use crate::world::{Levels, Rider};
use crate::{DesiredVelocity, NavMotion, NavMovedBy, NavPath, NavStatus};

type Written = (
    &'static mut Transform,
    &'static mut DesiredVelocity,
    &'static mut NavPath,
    &'static mut NavStatus,
    Option<&'static mut NavMotion>,
    Option<&'static ChildOf>,
);

/// Writes what has become of all agents.
pub(crate) fn steer(
    mut entities: Query<Written>,
    parents: Query<&GlobalTransform>,
    mut levels: Levels,
    mut faults: Faults,
) {
    let mut without_motion: BTreeSet<Entity> = faults.of(Kind::Motion).collect();
    levels.each(|_, level| {
        for (&entity, rider) in &mut level.agents {
            without_motion.remove(&entity);
            let Ok((mut transform, mut velocity, mut path, mut status, motion, child)) =
                entities.get_mut(entity)
            else {
                continue;
            };
            let Ok(step) = level.crowd.motion(rider.id) else {
                continue;
            };
            let timed = rider.timed.as_ref();
            let wanted = timed.map_or(step.velocity, |timed| timed.velocity);
            velocity.set_if_neq(DesiredVelocity(wanted.as_vec3()));
            let fault = timed.and_then(|timed| timed.fault.clone());
            faults.set(Kind::Motion, entity, fault.map(Into::into));
            if let Some((timed, mut motion)) = timed.zip(motion) {
                let at = (rider.id, timed.motion.position);
                let at = on_floor(&mut level.navigator, &level.crowd, at) + rider.above;
                motion.set_if_neq(NavMotion::of(timed, at));
            }
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
    for entity in without_motion {
        faults.set(Kind::Motion, entity, None);
    }
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
