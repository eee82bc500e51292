//! The update of each crowd, and its events.

use bevy_ecs::prelude::*;
use bevy_time::Time;
use voxnav::ground::{LinkSide, UnusableEnd};
use voxnav_crowd::crowd::{Event, NoPathReason};

use crate::fault::{Faults, Kind};
use crate::world::{Level, Levels};
use crate::{
    ActionStarted, Arrived, Enclosed, Leads, LinkEndBlocked, NavAction, NavLinkEnd, NavStatus,
    NavThread, NoPath, Overlaps, PathBlocked, PathFound, PathPartial, PushedAside, Replanned,
    Stuck, WaitsFor,
};

/// Has the agents of all worlds plan and steer, but for those that tasks have taken on since the last tick.
pub(crate) fn plan(time: Res<Time>, mut levels: Levels) {
    for_each(&mut levels, |level| level.plan(time.delta_secs_f64()));
}

/// Has them avoid each other and move.
pub(crate) fn avoid(time: Res<Time>, mut levels: Levels) {
    for_each(&mut levels, |level| {
        level.update_positions(time.delta_secs_f64());
    });
}

/// Does something with each world that systems take on.
fn for_each(levels: &mut Levels, act: impl Fn(&mut Level)) {
    levels.each(|_, level| {
        if level.thread == NavThread::System {
            act(level);
        }
    });
}

/// Tells all entities of what happened.
pub(crate) fn tell(mut levels: Levels, mut faults: Faults, mut commands: Commands) {
    levels.each(|world, level| {
        let fault = level.events.as_ref().err().cloned().map(Into::into);
        faults.set(Kind::Crowd, world, fault);
        let events = level.events.as_mut().map(std::mem::take);
        for event in events.unwrap_or_default() {
            tell_one(level, event, &mut commands);
        }
    });
}

/// Has tasks take crowds on until the next tick.
pub(crate) fn send_away(time: Res<Time>, mut levels: Levels) {
    for world in levels.all() {
        if let Some(state) = levels.state(world) {
            state.send_away(time.delta_secs_f64());
        }
    }
}

/// Tells an entity of an event.
fn tell_one(level: &mut Level, event: Event, commands: &mut Commands) {
    let id = event.agent();
    let Some(&entity) = level.entities.get(&id) else {
        return;
    };
    let Some(rider) = level.agents.get_mut(&entity) else {
        return;
    };
    // One at rest that makes way for others comes back by routes of its own, and is at rest all the while.
    let is_at_rest = matches!(rider.status, NavStatus::Arrived | NavStatus::Idle);
    match event {
        Event::RouteChanged(_) | Event::PathBlocked(_) | Event::NoPath(..) if is_at_rest => {
            rider.is_rerouted = true;
        }
        Event::Arrived(_) => {
            rider.status = NavStatus::Arrived;
            commands.trigger(Arrived { entity });
        }
        Event::RouteChanged(_) => {
            rider.is_rerouted = true;
            let length = length(level.crowd.remaining(id).ok().flatten());
            if std::mem::replace(&mut rider.is_new, false) {
                commands.trigger(PathFound { entity, length });
            } else {
                commands.trigger(Replanned { entity, length });
            }
            rider.status = NavStatus::Moving;
            if let Ok(Some(why)) = level.crowd.partial_reason(id) {
                let reason = why.into();
                rider.status = NavStatus::Partly(reason);
                commands.trigger(PathPartial { entity, reason });
            }
        }
        Event::PathBlocked(_) => {
            rider.status = NavStatus::Waiting;
            commands.trigger(PathBlocked { entity });
        }
        Event::NoPath(_, why) => {
            let reason = why.into();
            rider.is_rerouted = true;
            rider.status = NavStatus::NoPath(reason);
            commands.trigger(NoPath { entity, reason });
            if let NoPathReason::LinkEnd(blocked) = why {
                tell_of_link(level, entity, blocked, commands);
            }
        }
        Event::WaitsFor(_, other) => {
            if let Some(other) = level.entity_of(other) {
                commands.trigger(WaitsFor { entity, other });
            }
        }
        Event::Overlaps(_, other) => {
            if let Some(other) = level.entity_of(other) {
                commands.trigger(Overlaps { entity, other });
            }
        }
        Event::PushedAside(_) => commands.trigger(PushedAside { entity }),
        Event::Stuck(..) => commands.trigger(Stuck { entity }),
        Event::Enclosed(_) => commands.trigger(Enclosed { entity }),
        Event::Leads(_) => commands.trigger(Leads { entity }),
        Event::ActionStarted(_, action) => {
            let action = NavAction::of(action, |label| level.labels.get(&label).copied());
            commands.trigger(ActionStarted { entity, action });
        }
        _ => {}
    }
}

/// Tells an entity at which end of a link it cannot be.
fn tell_of_link(level: &Level, entity: Entity, blocked: UnusableEnd, commands: &mut Commands) {
    let mut links = level.links.iter();
    let Some((&link, _)) = links.find(|it| it.1.0 == blocked.link) else {
        return;
    };
    let end = match blocked.side {
        LinkSide::From => NavLinkEnd::From,
        LinkSide::To => NavLinkEnd::To,
    };
    commands.trigger(LinkEndBlocked {
        entity,
        link,
        end,
        nearest: blocked.nearest.as_vec3(),
    });
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "world units as Bevy has them"
)]
pub(super) fn length(length: Option<f64>) -> f32 {
    length.unwrap_or(0.0) as f32
}
