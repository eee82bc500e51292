//! Agents of a tick: those that are new, changed, put elsewhere or gone, in the order of their entities.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_math::Vec3;
use bevy_transform::components::GlobalTransform;
use voxnav_crowd::crowd::{Arrival, CrowdAgent, MovedBy};

use super::{NavAgent, NavArrival, NavLocomotion, NavMovedBy, NavPaused, Shape};
use crate::fault::Kind;
use crate::motion::TimedMotion;
use crate::world::{Level, Residents, Rider};
use crate::{InNavWorld, NavError, NavStatus, NavTrajectory};

type Changes = Or<(
    Changed<NavAgent>,
    Changed<NavLocomotion>,
    Changed<GlobalTransform>,
    Changed<InNavWorld>,
    Changed<NavPaused>,
    Changed<NavTrajectory>,
)>;

/// The components of an agent.
type Parts = (
    Ref<'static, NavAgent>,
    Option<Ref<'static, NavLocomotion>>,
    &'static GlobalTransform,
    Option<&'static InNavWorld>,
    Has<NavPaused>,
    Option<&'static NavTrajectory>,
);
type PartsItem<'w> = <Parts as QueryData>::Item<'w, 'w>;

/// Brings the agents of all worlds up to date. One that did not fit is tried again whenever its world was edited.
pub(crate) fn enlist_agents(
    changed: Query<Entity, (With<NavAgent>, Changes)>,
    everything: Query<Entity, With<NavAgent>>,
    agents: Query<Parts>,
    mut statuses: Query<&mut NavStatus>,
    mut residents: Residents,
) {
    let mut concerned = residents.concerned(&changed, &everything);
    if residents.levels.are_edited() {
        concerned.extend(residents.faults.of(Kind::Agent));
    }
    let parts = |entity| agents.get(entity).ok().map(|parts| (parts, parts.3));
    for entity in residents.settle(Kind::Agent, concerned, parts, Level::remove_agent, enlist) {
        if let Ok(mut status) = statuses.get_mut(entity) {
            status.set_if_neq(NavStatus::Refused);
        }
    }
}

/// Takes one agent in, again if it is another one than before, or puts it where its transform is.
fn enlist(
    level: &mut Level,
    entity: Entity,
    (agent, own, transform, _, is_paused, trajectory): &PartsItem,
) -> Result<(), NavError> {
    let position = transform.translation();
    let is_changed = own.as_ref().is_some_and(DetectChanges::is_changed);
    if let Some(rider) = level.agents.get_mut(&entity)
        && rider.agent == **agent
        && !is_changed
        && rider.timed.is_some() == trajectory.is_some()
    {
        if is_elsewhere(rider.position, position) {
            let place = position.as_dvec3() - rider.above;
            level.crowd.set_position(rider.id, place)?;
            (rider.position, rider.written) = (position, None);
            if let Some(timed) = rider.timed.as_mut()
                && agent.moved_by == NavMovedBy::Plugin
            {
                *timed = TimedMotion::new(timed.by, place);
            }
        }
        if let Some((timed, by)) = rider.timed.as_mut().zip(*trajectory) {
            timed.is_stale |= timed.by != *by;
            timed.by = *by;
        }
        if *is_paused != rider.is_paused {
            let speed = if *is_paused { 0.0 } else { agent.speed };
            level.crowd.set_speed(rider.id, f64::from(speed))?;
            rider.is_paused = *is_paused;
        }
        return Ok(());
    }
    level.remove_agent(entity);
    let shape = Shape::of(agent, own.as_deref(), level.lattice())?;
    let body = level.take_body(&shape)?;
    let above = agent.anchor_above();
    let moved_by = match (agent.moved_by, trajectory) {
        (NavMovedBy::Plugin, None) => MovedBy::Crowd,
        _ => MovedBy::Others,
    };
    let arrival = match agent.arrival {
        NavArrival::AlongPath => Arrival::AlongRoute,
        NavArrival::Near => Arrival::Near,
        NavArrival::Seen => Arrival::Seen,
    };
    let mut added = CrowdAgent::new(body, position.as_dvec3() - above)
        .speed(f64::from(agent.speed))
        .stopping_distance(f64::from(agent.stopping_distance))
        .arrival(arrival)
        .moved_by(moved_by)
        .priority(agent.priority);
    added.acceleration = agent.acceleration.map(f64::from);
    added.radius = agent.radius.map(f64::from);
    added.keep_away = agent.keep_away.map(Into::into);
    let id = match level.crowd.add(&mut level.navigator, added) {
        Ok(id) => id,
        Err(refused) => {
            level.leave_body(body);
            return Err(refused.into());
        }
    };
    if *is_paused {
        level.crowd.set_speed(id, 0.0)?;
    }
    level.entities.insert(id, entity);
    let mut rider = Rider::new(id, body, **agent, position, *is_paused);
    rider.timed = trajectory.map(|by| TimedMotion::new(*by, position.as_dvec3() - above));
    level.agents.insert(entity, rider);
    Ok(())
}

/// Returns whether a position is another one than that which was written, beyond the rounding of a chain of transforms.
fn is_elsewhere(written: Vec3, position: Vec3) -> bool {
    let rounding = 1e-5 * written.abs().max_element().max(1.0);
    let far = written.distance(position);
    far > rounding || far.is_nan()
}
