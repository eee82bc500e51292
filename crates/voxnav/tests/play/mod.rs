//! Simulated play: a box that follows waypoints in small steps, asking the colliders themselves
//! whether it touches. For any test: `mod play;`.
#![allow(dead_code, reason = "each test binary uses its part")]

use voxnav::glam::DVec3;
use voxnav::obstacles::{ObstacleId, Obstacles};
use voxnav::{Agent, AgentId, Navigator};

/// Where a box met something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Touch {
    pub(crate) position: DVec3,
    /// `None` if the box overlaps something where it stands, though the way there was free.
    pub(crate) obstacle: Option<ObstacleId>,
}

/// The colliders of a navigator, and who moves among them.
#[derive(Clone, Copy)]
pub(crate) struct Play<'a> {
    obstacles: &'a Obstacles,
    agent: Agent,
}

impl<'a> Play<'a> {
    pub(crate) fn new(navigator: &'a Navigator, agent: AgentId) -> Self {
        Self {
            obstacles: navigator.obstacles(),
            agent: *navigator.agent(agent).unwrap(),
        }
    }

    /// Whether the box stands clear at a position.
    pub(crate) fn is_clear(&self, position: DVec3) -> bool {
        let Agent {
            half_extents,
            layers,
            ..
        } = self.agent;
        self.obstacles.overlaps(position, half_extents, layers) == Ok(false)
    }

    /// What the box meets on a straight way: by a sweep, and where it ends.
    pub(crate) fn touch_between(&self, from: DVec3, to: DVec3) -> Option<Touch> {
        let Agent {
            half_extents,
            layers,
            ..
        } = self.agent;
        let hit = self
            .obstacles
            .sweep(from, to, half_extents, layers)
            .unwrap();
        let swept = hit.map(|hit| Touch {
            position: from.lerp(to, hit.fraction),
            obstacle: Some(hit.obstacle),
        });
        let stands = || Touch {
            position: to,
            obstacle: None,
        };
        swept.or_else(|| (!self.is_clear(to)).then(stands))
    }

    /// What the box meets first that follows waypoints in steps of at most `step`.
    pub(crate) fn first_touch(&self, waypoints: &[DVec3], step: f64) -> Option<Touch> {
        let mut position = *waypoints.first()?;
        if !self.is_clear(position) {
            return Some(Touch {
                position,
                obstacle: None,
            });
        }
        for &waypoint in waypoints {
            while position != waypoint {
                let way = waypoint - position;
                // The last step ends at the waypoint to the bit.
                let next = if way.length() <= step {
                    waypoint
                } else {
                    position + way.clamp_length_max(step)
                };
                if let Some(touch) = self.touch_between(position, next) {
                    return Some(touch);
                }
                position = next;
            }
        }
        None
    }
}
