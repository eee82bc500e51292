//! The clock of an agent on its trajectory: it stands while the agent waits, and slows down before.

use voxnav::glam::DVec3;
use voxnav::grid::Axis;
use voxnav::guidance::{Motion, TimedFollower, TrajectoryError};
use voxnav_crowd::crowd::{Crowd, CrowdAgentId, CrowdError, Event};

use super::NavTrajectory;
use crate::NavMovedBy;
use crate::world::Level;

/// The halvings by which a part of a tick is found: to the rounding of positions.
const HALVINGS: u32 = 48;

/// The part of a tick within which a leg ends now.
const SOON: f64 = 1.0 / 1_048_576.0;

/// An agent that goes by the time.
pub(crate) struct TimedMotion {
    pub(crate) by: NavTrajectory,
    follower: Option<TimedFollower>,
    /// The seconds of the trajectory in a second, from 0 to 1.
    pace: f64,
    /// True if the trajectory is none for the route that the agent has.
    pub(crate) is_stale: bool,
    /// True if no way is known.
    is_lost: bool,
    pub(crate) motion: Motion,
    /// The velocity by which the agent gets to where it is to be.
    pub(crate) velocity: DVec3,
    /// The reason why there is no trajectory for the route.
    pub(crate) fault: Option<CrowdError>,
}

impl TimedMotion {
    /// Makes an agent at rest.
    pub(crate) fn new(by: NavTrajectory, position: DVec3) -> Self {
        Self {
            by,
            follower: None,
            pace: 1.0,
            is_stale: true,
            is_lost: false,
            motion: Motion::at_rest(position, 0),
            velocity: DVec3::ZERO,
            fault: None,
        }
    }

    /// Returns the seconds until the agent is at the end.
    pub(crate) fn remaining(&self) -> f64 {
        let follower = self.follower.as_ref();
        follower.map_or(0.0, |it| {
            (it.trajectory().duration() - it.seconds()).max(0.0)
        })
    }

    /// Leads the agent on from a position for some seconds, unless it is to stop. Returns where it is to be.
    fn lead(
        &mut self,
        (crowd, id): (&Crowd, CrowdAgentId),
        position: DVec3,
        is_stopped: bool,
        dt: f64,
    ) -> Result<DVec3, CrowdError> {
        if self.is_stale && !self.is_lost {
            self.renew(crowd, id)?;
        }
        // The way of an old trajectory may lead into something.
        let is_old = self.is_lost || self.is_stale || self.fault.is_some();
        let is_blocked = crowd.is_blocked(id)? || is_old;
        let is_held = (is_stopped || is_blocked) && !self.is_in_move(crowd, id);
        let mut next = self.next(position, is_held, dt);
        if next.is_none() && self.follower.is_some() && !self.is_lost {
            // Off its trajectory, the agent gets another one from where it is.
            self.renew(crowd, id)?;
            next = self.next(position, is_held, dt);
        }
        if is_blocked && is_held {
            let clear = crowd.motion(id)?.to.map_or(0.0, |to| to.distance(position));
            next = next.filter(|next| next.position.distance(position) <= clear);
        }
        if next.is_none() {
            self.pace = 0.0;
        }
        self.motion = next.unwrap_or(Motion::at_rest(position, self.motion.leg));
        self.velocity = (self.motion.position - position) / dt;
        Ok(self.motion.position)
    }

    /// Returns a position with the height at which the agent is to be, if it is less than a height off that: physics hold the
    /// feet of one that walks anywhere above the ground.
    fn leveled(&self, mut position: DVec3, height: f64) -> DVec3 {
        let planned = self.motion.position.y;
        if (position.y - planned).abs() < height {
            position.y = planned;
        }
        position
    }

    /// Returns whether the agent moves and is in the middle of a jump, a drop or a step.
    fn is_in_move(&self, crowd: &Crowd, id: CrowdAgentId) -> bool {
        let asked = || crowd.trajectory(id, &self.by.limits);
        let is_moving = self.motion.velocity != DVec3::ZERO;
        is_moving
            && matches!(
                asked(),
                Err(CrowdError::Trajectory {
                    source: TrajectoryError::InMove { .. },
                    ..
                })
            )
    }

    /// Takes the trajectory of the route that the agent has, from where it is and as fast as it is.
    fn renew(&mut self, crowd: &Crowd, id: CrowdAgentId) -> Result<(), CrowdError> {
        let (by, velocity) = (self.by.limits.up(Axis::Y), self.motion.velocity);
        let timed = |speed: f64| crowd.trajectory(id, &by.start_speed(speed));
        let speed = velocity.length();
        let found = timed(speed).and_then(|found| {
            let begin = found.as_ref().map_or(DVec3::ZERO, |it| it.at(0.0).velocity);
            let along = velocity.dot(begin.normalize_or_zero()).max(0.0);
            if along < speed {
                timed(along)
            } else {
                Ok(found)
            }
        });
        self.fault = None;
        match found {
            Ok(Some(trajectory)) => {
                let off = f64::from(self.by.max_offset);
                self.follower = Some(TimedFollower::new(trajectory, off));
                (self.pace, self.is_stale) = (1.0, false);
            }
            Ok(None) => {}
            Err(CrowdError::Trajectory { source, .. }) if is_for_now(&source) => {}
            Err(refused @ CrowdError::Trajectory { .. }) => {
                (self.fault, self.is_stale) = (Some(refused), false);
            }
            Err(refused) => return Err(refused),
        }
        Ok(())
    }

    /// Takes the clock on by some seconds, slower and slower for an agent that is to stop and then faster again. Returns the
    /// state to be in; `None` off the trajectory, or without one.
    fn next(&mut self, position: DVec3, is_held: bool, dt: f64) -> Option<Motion> {
        let follower = self.follower.as_mut()?;
        let begin = follower.seconds();
        let trajectory = follower.trajectory();
        let speed_at = |pace: f64| pace * trajectory.at(begin + pace * dt).velocity.length();
        let speed = self.pace * trajectory.at(begin).velocity.length();
        let limits = &self.by.limits;
        let most = if is_held {
            (speed - limits.braking * dt).max(0.0)
        } else {
            speed + limits.acceleration * dt
        };
        let is_even = !is_held && self.pace >= 1.0;
        self.pace = if is_held && speed <= 0.0 {
            0.0
        } else if is_even || speed_at(1.0) <= most {
            1.0
        } else {
            largest(1.0, |pace| speed_at(pace) <= most)
        };
        // To the end of a leg and no farther: the crowd has the agent go on from there.
        let leg_at = |part: f64| trajectory.at(begin + part * dt).leg;
        let leg = leg_at(SOON);
        let part = if leg_at(self.pace) == leg {
            self.pace
        } else {
            largest(self.pace, |part| leg_at(part) <= leg)
        };
        let mut motion = follower.update(position, dt * part)?;
        if self.pace < 1.0 {
            motion.velocity *= self.pace;
            motion.acceleration = (motion.velocity - self.motion.velocity) / dt;
        }
        Some(motion)
    }
}

/// Returns the largest part of a tick, up to one, for which something is so; it is so for none.
fn largest(most: f64, is_so: impl Fn(f64) -> bool) -> f64 {
    let mut part = [0.0, most];
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(part[0], part[1]);
        part[usize::from(!is_so(middle))] = middle;
    }
    part[0]
}

/// Returns whether a route without a trajectory may have one soon.
fn is_for_now(source: &TrajectoryError) -> bool {
    matches!(
        source,
        TrajectoryError::InMove { .. } | TrajectoryError::Blocked { .. }
    )
}

impl Level {
    /// Notes which of the agents that go by the time have other routes since they planned, and which have none.
    pub(crate) fn note_routes(&mut self) {
        for event in self.events.iter().flatten() {
            let entity = self.entities.get(&event.agent());
            let rider = entity.and_then(|entity| self.agents.get_mut(entity));
            let Some(timed) = rider.and_then(|rider| rider.timed.as_mut()) else {
                continue;
            };
            match event {
                Event::RouteChanged(_) => (timed.is_stale, timed.is_lost) = (true, false),
                Event::NoPath(..) => timed.is_lost = true,
                _ => {}
            }
        }
    }

    /// Leads the agents on that go by the time, for some seconds, and notes which of them cannot go on.
    pub(crate) fn lead(&mut self, dt: f64) {
        let cell_height = self.lattice().sizes().y;
        for rider in self.agents.values_mut().filter(|_| dt > 0.0) {
            let (id, is_stopped) = (rider.id, rider.is_paused || !rider.has_target);
            let Some(timed) = &mut rider.timed else {
                continue;
            };
            let crowd = &mut self.crowd;
            let mut lead = || {
                let position = crowd.position(id)?;
                let is_walker = crowd.is_on_ground(id)?;
                let height = if is_walker { cell_height } else { 0.0 };
                let position = timed.leveled(position, height);
                let next = timed.lead((&*crowd, id), position, is_stopped, dt)?;
                match rider.agent.moved_by {
                    NavMovedBy::Plugin => crowd.set_position(id, next),
                    NavMovedBy::Others => Ok(()),
                }
            };
            if let Err(refused) = lead() {
                (timed.fault, timed.is_stale) = (Some(refused), true);
            }
        }
    }
}
