//! Followers: where an agent is on its smooth path, and where to steer next.

use voxnav::following::{Anchor, Steering};
use voxnav::glam::DVec3;
use voxnav::{Follower, SmoothPath, View};

use crate::agents::view;
use crate::failure::{Answer, Blamed};
use crate::request::rows;
use crate::state::State;

/// A follower under a handle, of an agent.
#[derive(Debug)]
pub(crate) struct Following {
    agent: u32,
    follower: Follower,
}

/// Returns the place of an agent that its waypoints mean.
pub(crate) fn anchor_of(view: &View) -> Anchor {
    view.ground().map_or(Anchor::CENTER, |view| {
        let able = view.moves().locomotion();
        Anchor::feet_of_cells(&able.body, able.up, view.lattice())
    })
}

/// Makes a follower of an agent. Input: the waypoints of a smooth path.
pub(crate) fn make(state: &mut State, agent: u32) -> Answer {
    let waypoints = rows::<3>("waypoints", &state.input)?;
    let waypoints = waypoints.into_iter().map(DVec3::from_array);
    let view = view(&mut state.agents, &mut state.worlds, agent)?;
    let path = SmoothPath::new(waypoints, view.lattice(), anchor_of(view)).blamed("waypoints")?;
    let follower = Follower::new(path);
    let handle = state.followers.insert(Following { agent, follower });
    state.hand_out(handle)
}

/// Takes note of where the agent is, and answers with where to steer. Numbers: the position, how far to look ahead, and
/// the distance at which it has arrived. Answers: 0 for a place to steer for, 1 for a blocked way, 2 for a path out
/// of sight; the place; how far along; how much is left; how far off the path; whether it has arrived.
pub(crate) fn update(state: &mut State, follower: u32) -> Answer {
    let numbers = state.asked();
    let position = numbers.position("position", 0)?;
    let ahead = numbers.finite("lookAhead", 3)?;
    let near = numbers.finite("arrival", 4)?;
    let Following { agent, follower } = state.followers.get(follower)?;
    let view = view(&mut state.agents, &mut state.worlds, *agent)?;
    let progress = follower.update(position).blamed("position")?;
    let plane = (view.ground()).and_then(|view| view.plane_along(follower.path()));
    let steering = match (view.flight(), plane) {
        (Some(view), _) => follower
            .clear_look_ahead(position, ahead, view.space())
            .blamed("position")?,
        (None, Some(plane)) => follower
            .clear_look_ahead(position, ahead, &plane)
            .blamed("position")?,
        (None, None) => Steering::Toward(follower.next_waypoint()),
    };
    let (told, at) = match steering {
        Steering::Toward(at) => (0.0, at),
        Steering::Blocked => (1.0, progress.nearest),
        Steering::OutOfSight => (2.0, progress.nearest),
    };
    let has_arrived = f64::from(u8::from(follower.has_arrived(near)));
    let DVec3 { x, y, z } = at;
    let all = [
        told,
        x,
        y,
        z,
        progress.along,
        progress.remaining,
        progress.off_path,
        has_arrived,
    ];
    state.out.numbers[..all.len()].copy_from_slice(&all);
    Ok(())
}
