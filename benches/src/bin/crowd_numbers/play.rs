//! The run of a scene: arrivals, their times, and overlaps.

use std::error::Error;
use std::time::Duration;

use voxnav::glam::DVec3;
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, Event};

use crate::Clock;
use crate::scenes::{RADIUS, SPEED, Setting};

/// The outcome of a scene.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Played {
    pub(crate) agents: usize,
    pub(crate) arrived: usize,
    /// The time at which the last one that did arrived, in seconds of the scene.
    pub(crate) last: f64,
    /// The pairs of agents that overlap, summed over all ticks.
    pub(crate) overlaps: usize,
    /// The depth of the deepest overlap, as a part of the sum of radii.
    pub(crate) deepest: f64,
    pub(crate) ticks: u32,
    /// The time of all updates.
    pub(crate) time: Duration,
    /// The time of the longest update after the first.
    pub(crate) longest: Duration,
}

/// The time of a tick, in seconds.
pub(crate) const TICK: f64 = 1.0 / 30.0;

/// The depth of an overlap that is not seen.
const TOLERANCE: f64 = 1e-6;

impl Played {
    /// Plays a scene until all have arrived, for at most so many seconds of it.
    pub(crate) fn new(
        setting: Setting,
        most: f64,
        settings: CrowdSettings,
    ) -> Result<Self, Box<dyn Error>> {
        let Setting {
            mut navigator,
            drone,
            ways,
        } = setting;
        let mut crowd = Crowd::new(settings);
        let mut ids = Vec::new();
        for [from, to] in &ways {
            let agent = CrowdAgent::new(drone, *from).speed(SPEED);
            let id = crowd.add(&mut navigator, agent)?;
            crowd.send(id, *to)?;
            ids.push(id);
        }
        let mut played = Self {
            agents: ids.len(),
            ..Self::default()
        };
        // More threads than one have no time of a thread.
        let clock = match rayon::current_num_threads() {
            1 => Clock::Thread,
            _ => Clock::Wall,
        };
        let mut before = positions(&crowd, &ids)?;
        while played.arrived < ids.len() && f64::from(played.ticks) * TICK < most {
            let (events, time) = clock.time(|| crowd.update(&mut navigator, TICK));
            if played.ticks > 0 {
                played.longest = played.longest.max(time);
            }
            played.time += time;
            played.ticks += 1;
            for event in events? {
                if let Event::Arrived(_) = event {
                    played.arrived += 1;
                    played.last = f64::from(played.ticks) * TICK;
                }
            }
            let after = positions(&crowd, &ids)?;
            played.count_overlaps(&before, &after);
            before = after;
        }
        Ok(played)
    }

    /// Counts the pairs that overlap at any time between two moments.
    pub(crate) fn count_overlaps(&mut self, before: &[DVec3], after: &[DVec3]) {
        let reach = 2.0 * RADIUS + 2.0 * SPEED * TICK;
        let mut order: Vec<usize> = (0..before.len()).collect();
        order.sort_by(|&a, &b| before[a].x.total_cmp(&before[b].x));
        for (number, &one) in order.iter().enumerate() {
            let others = order[number + 1..].iter();
            for &other in others.take_while(|&&other| before[other].x - before[one].x < reach) {
                let apart = before[other] - before[one];
                let along = after[other] - after[one] - apart;
                let squared = along.length_squared();
                let time = if squared > 0.0 {
                    (-apart.dot(along) / squared).clamp(0.0, 1.0)
                } else {
                    0.0
                };
                let depth = 2.0 * RADIUS - (apart + along * time).length();
                self.overlaps += usize::from(depth > TOLERANCE);
                self.deepest = self.deepest.max(depth / (2.0 * RADIUS));
            }
        }
    }
}

fn positions(crowd: &Crowd, ids: &[CrowdAgentId]) -> Result<Vec<DVec3>, Box<dyn Error>> {
    let all = ids.iter().map(|&id| Ok(crowd.position(id)?));
    all.collect()
}
