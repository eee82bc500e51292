//! Agents that avoid each other by `dodgy_3d`, and follow smooth routes.

use std::borrow::Cow;
use std::error::Error;

use dodgy_3d::{Agent, AvoidanceOptions, Vec3};
use voxnav::glam::DVec3;
use voxnav::guidance::SmoothRoute;
use voxnav::smoothing::{Smoothing, Space};
use voxnav::{Follower, RouteOptions, View};

use crate::Clock;
use crate::play::{Played, TICK};
use crate::scenes::{RADIUS, SPEED, Setting};

/// The distance from its goal at which an agent has arrived, and that ahead at which it steers, as in a crowd by default.
const NEAR: f64 = 0.1;
const AHEAD: f64 = 4.0;

/// The number of nearest neighbors, the time for which an agent looks ahead, and how far it sees, as in a crowd by default.
const NEIGHBORS: usize = 10;
const HORIZON: f32 = 1.0;
const SIGHT: f64 = 2.0 * RADIUS + SPEED;

/// An agent on its way.
struct Walker {
    at: DVec3,
    velocity: DVec3,
    goal: DVec3,
    follower: Option<Follower>,
    has_arrived: bool,
}

/// Plays a scene until all have arrived, for at most so many seconds of it.
pub(crate) fn played(setting: Setting, most: f64) -> Result<Played, Box<dyn Error>> {
    let Setting {
        mut navigator,
        drone,
        ways,
    } = setting;
    let view = navigator.view(drone, &RouteOptions::default())?;
    let mut played = Played {
        agents: ways.len(),
        ..Played::default()
    };
    let mut walkers: Vec<Walker> = (ways.iter())
        .map(|&[at, goal]| Walker {
            at,
            velocity: DVec3::ZERO,
            goal,
            follower: None,
            has_arrived: false,
        })
        .collect();
    while played.arrived < walkers.len() && f64::from(played.ticks) * TICK < most {
        let before: Vec<DVec3> = walkers.iter().map(|it| it.at).collect();
        let (done, time) = Clock::Thread.time(|| tick(&view, &mut walkers));
        done?;
        if played.ticks > 0 {
            played.longest = played.longest.max(time);
        }
        played.time += time;
        played.ticks += 1;
        for walker in &mut walkers {
            let is_there = walker.at.distance(walker.goal) <= NEAR;
            if is_there && !std::mem::replace(&mut walker.has_arrived, true) {
                played.arrived += 1;
                played.last = f64::from(played.ticks) * TICK;
            }
            walker.has_arrived |= is_there;
        }
        let after: Vec<DVec3> = walkers.iter().map(|it| it.at).collect();
        played.count_overlaps(&before, &after);
    }
    Ok(played)
}

/// Moves all agents once.
fn tick(view: &View, walkers: &mut [Walker]) -> Result<(), Box<dyn Error>> {
    let mut wanted = Vec::with_capacity(walkers.len());
    for walker in &mut *walkers {
        wanted.push(walker.wanted(view)?);
    }
    let chosen = choose(walkers, &wanted);
    let space = view.flight().ok_or("a drone flies")?.space();
    for (walker, velocity) in walkers.iter_mut().zip(chosen) {
        walker.go(view, &space, velocity)?;
    }
    Ok(())
}

impl Walker {
    /// Returns the velocity at which the agent would go alone.
    fn wanted(&mut self, view: &View) -> Result<DVec3, Box<dyn Error>> {
        if self.has_arrived {
            return Ok((self.goal - self.at) / TICK);
        }
        let target = match &mut self.follower {
            Some(follower) => {
                follower.update_in(view, self.at)?;
                follower.steer(AHEAD)?.target()
            }
            None => None,
        };
        let target = match target {
            Some(target) => Some(target),
            None => self.set_out(view)?,
        };
        let way = target.map_or(DVec3::ZERO, |target| target - self.at);
        Ok((way / TICK).clamp_length_max(SPEED))
    }

    /// Finds a route from where the agent is.
    fn set_out(&mut self, view: &View) -> Result<Option<DVec3>, Box<dyn Error>> {
        let route = view.find_route(self.at, self.goal)?;
        let smooth = SmoothRoute::new(view, &route, self.at, &Smoothing::default())?;
        self.follower = smooth.map(|smooth| Follower::new(smooth));
        let Some(follower) = &mut self.follower else {
            return Ok(None);
        };
        follower.update_in(view, self.at)?;
        Ok(follower.steer(AHEAD)?.target())
    }

    /// Moves at a velocity, along the axes on which no wall is in the way.
    fn go(
        &mut self,
        view: &View,
        space: &Space<'_>,
        velocity: DVec3,
    ) -> Result<(), Box<dyn Error>> {
        let lattice = view.lattice();
        let before = self.at;
        let is_clear = |from: DVec3, to: DVec3| -> Result<bool, Box<dyn Error>> {
            Ok(space.is_clear(lattice.coordinates_of(from)?, lattice.coordinates_of(to)?))
        };
        let whole = self.at + velocity * TICK;
        if is_clear(self.at, whole)? {
            self.at = whole;
        } else {
            for axis in DVec3::AXES {
                let next = self.at + axis * (axis.dot(velocity) * TICK);
                if is_clear(self.at, next)? {
                    self.at = next;
                }
            }
        }
        self.velocity = (self.at - before) / TICK;
        Ok(())
    }
}

/// Returns the velocities that the agents choose.
fn choose(walkers: &[Walker], wanted: &[DVec3]) -> Vec<DVec3> {
    let agents: Vec<Agent> = walkers
        .iter()
        .map(|it| Agent {
            position: it.at.as_vec3().to_array().into(),
            velocity: it.velocity.as_vec3().to_array().into(),
            radius: narrow(RADIUS),
            avoidance_responsibility: 1.0,
        })
        .collect();
    // Swept along one axis: who is near is in a stretch of the list.
    let mut order: Vec<usize> = (0..walkers.len()).collect();
    order.sort_by(|&a, &b| walkers[a].at.x.total_cmp(&walkers[b].at.x));
    let mut chosen = vec![DVec3::ZERO; walkers.len()];
    for (place, &one) in order.iter().enumerate() {
        let at = walkers[one].at;
        let is_beside = |other: &&usize| (walkers[**other].at.x - at.x).abs() <= SIGHT;
        let before = order[..place].iter().rev().take_while(is_beside);
        let after = order[place + 1..].iter().take_while(is_beside);
        let mut near: Vec<(f64, usize)> = before
            .chain(after)
            .map(|&other| (walkers[other].at.distance_squared(at), other))
            .filter(|it| it.0 < SIGHT * SIGHT)
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.truncate(NEIGHBORS);
        let near: Vec<Cow<'_, Agent>> =
            near.iter().map(|it| Cow::Borrowed(&agents[it.1])).collect();
        let options = AvoidanceOptions {
            time_horizon: HORIZON,
        };
        let preferred: Vec3 = wanted[one].as_vec3().to_array().into();
        let velocity = agents[one].compute_avoiding_velocity(
            &near,
            preferred,
            narrow(SPEED),
            narrow(TICK),
            &options,
        );
        chosen[one] = DVec3::from_array(velocity.to_array().map(f64::from));
    }
    chosen
}

#[expect(clippy::cast_possible_truncation, reason = "the other crate takes f32")]
fn narrow(value: f64) -> f32 {
    value as f32
}
