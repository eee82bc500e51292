//! Simulated play: a box that follows waypoints in small steps, asking the colliders themselves
//! whether it touches. For any test: `mod play;`.
#![allow(dead_code, reason = "each test binary uses its part")]

use voxnav::colliders::{ObstacleId, Obstacles};
use voxnav::glam::{DVec3, Vec3};
use voxnav::{Agent, AgentId, Navigator};

/// Where a box met something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Touch {
    pub(crate) position: DVec3,
    /// `None` if the box overlaps something where it stands, though the way there was free.
    pub(crate) obstacle: Option<ObstacleId>,
}

/// The colliders of a navigator, and the agent that moves among them.
#[derive(Clone)]
pub(crate) struct Play {
    obstacles: Obstacles,
    agent: Agent,
    /// The outermost centers of cells.
    outermost: [DVec3; 2],
}

impl Play {
    pub(crate) fn new(navigator: &Navigator, agent: AgentId) -> Self {
        Self {
            obstacles: navigator.obstacles().clone(),
            agent: *navigator.agent(agent).unwrap(),
            outermost: [navigator.bounds().min, navigator.bounds().max - 1]
                .map(|cell| navigator.lattice().center(cell)),
        }
    }

    /// Whether the box meets something on a straight way that a box thinner by this on all sides would
    /// meet too. A box that would be thinner than nothing is the part that all copies of it have in
    /// common, which are that much aside.
    pub(crate) fn touches_deeper_than(&self, by: f32, from: DVec3, to: DVec3) -> bool {
        let mut thinner = self.clone();
        thinner.agent.half_extents = (self.agent.half_extents - by).max(Vec3::ZERO);
        let aside = (by - self.agent.half_extents).max(Vec3::ZERO).as_dvec3();
        (0..8).all(|copy| {
            let signs = DVec3::from([0, 1, 2].map(|axis| f64::from(copy >> axis & 1) * 2.0 - 1.0));
            let aside = aside * signs;
            thinner.touch_between(from + aside, to + aside).is_some()
        })
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

    /// Whether a position is within the world, as far as agents get.
    pub(crate) fn is_within(&self, position: DVec3) -> bool {
        let [low, high] = self.outermost;
        position.cmpge(low).all() && position.cmple(high).all()
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
