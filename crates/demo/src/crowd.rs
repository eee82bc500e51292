//! The agents of the demonstration, all at once: they set out, avoid each other, wait where it is narrow, and arrive.
//!
//! Recorded tick by tick, and the same on every machine.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use voxnav::glam::{DVec3, IVec3, Vec3};
use voxnav::grid::Occupancy;
use voxnav::search::Weight;
use voxnav::{Agent, Lattice, Navigator, Path};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, Event};
use voxnav_view::{Moment, Play};
use voxnav_worlds::figures::compact;

use crate::error::DemoError;
use crate::milliseconds;
use crate::watch::Watch;

/// The radius of agents and their speed, in cells and seconds.
const RADIUS: f64 = 0.45;
const SPEED: f64 = 8.0;

/// The time of a tick, in seconds, and the most ticks.
const TICK: f64 = 1.0 / 24.0;
const MOST_TICKS: u32 = 3000;

/// The number of ticks from one recorded place to the next.
const RECORDED: u32 = 3;

/// The most times the optimum that a route may cost: first paths will do, which are a few percent longer. Shorter ones and
/// their proofs take several times as long as all the rest.
const DETOUR: f64 = 100.0;

/// The share of its speed below which an agent waits.
const WAITS: f64 = 0.1;

/// The depth of an overlap that is seen, in cells.
const SEEN: f64 = 1e-6;

/// A crowd that was played.
pub(crate) struct Played {
    pub(crate) play: Play,
    pub(crate) agents: usize,
    arrived: usize,
    /// The number of pairs that overlapped, summed over all ticks.
    pub(crate) overlaps: usize,
    /// The number of routes given instead of others.
    replanned: usize,
    /// The time of all ticks.
    time: Duration,
    /// The seconds until the last has arrived.
    pub(crate) seconds: f64,
}

impl Played {
    /// Returns what became of the crowd, in a line.
    pub(crate) fn told(&self) -> String {
        format!(
            "{} agents at once: {} arrived in {:.0} s, {} overlaps, {} replanned",
            self.agents, self.arrived, self.seconds, self.overlaps, self.replanned
        )
    }

    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "crowd      {}", self.told())?;
        writeln!(
            out,
            "           on first paths, around each other; played in {} ms",
            compact(milliseconds(self.time))
        )
    }
}

/// The deed of an agent, as pages name it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    OnItsWay,
    Waiting,
    Arrived,
}

impl Deed {
    const fn name(self) -> &'static str {
        match self {
            Self::OnItsWay => "on its way",
            Self::Waiting => "waiting",
            Self::Arrived => "arrived",
        }
    }
}

/// An agent, and where it was last.
struct Tracked {
    id: CrowdAgentId,
    at: DVec3,
    speed: f64,
    /// The deed when the agent was recorded last.
    recorded: Option<Deed>,
    /// True if the recorded place is an old one.
    has_moved: bool,
    path: Option<Vec<IVec3>>,
}

/// The crowd in its world, and the record of it.
struct Stage {
    navigator: Navigator,
    crowd: Crowd,
    agents: Vec<Tracked>,
    moments: Vec<Moment>,
}

/// Plays all agents from the beginnings of some paths to their ends.
pub(crate) fn play(
    cells: &Occupancy,
    paths: &[Path],
    watch: &mut dyn Watch,
) -> Result<Played, DemoError> {
    let started = Instant::now();
    let mut stage = Stage::new(cells, paths)?;
    watch.begin(stage.agents.len());
    let (mut overlaps, mut ticks, mut arrived, mut routes) = (0, 0, 0, 0);
    stage.record(ticks)?;
    while arrived < stage.agents.len() && ticks < MOST_TICKS {
        let events = stage.crowd.update(&mut stage.navigator, TICK)?;
        let is_new = |event: &&Event| matches!(event, Event::RouteChanged(_));
        routes += events.iter().filter(is_new).count();
        ticks += 1;
        overlaps += stage.follow()?;
        if ticks.is_multiple_of(RECORDED) {
            stage.record(ticks)?;
        }
        let now = stage.arrived()?;
        watch.advance(now.saturating_sub(arrived));
        arrived = now;
    }
    watch.end();
    stage.record(ticks)?;
    Ok(Played {
        agents: stage.agents.len(),
        arrived,
        overlaps,
        // The first route of each is given instead of none.
        replanned: routes.saturating_sub(stage.agents.len()),
        time: started.elapsed(),
        seconds: f64::from(ticks) * TICK,
        play: Play {
            size: cells.bounds().size().as_ivec3(),
            radius: Some(RADIUS),
            seconds_per_tick: Some(TICK),
            moments: stage.moments,
        },
    })
}

impl Stage {
    /// Makes the crowd of agents no two of which begin or end in one cell.
    fn new(cells: &Occupancy, paths: &[Path]) -> Result<Self, DemoError> {
        let mut navigator = Navigator::new(Lattice::default(), cells.bounds())?;
        navigator.replace_cells(cells.clone())?;
        #[expect(clippy::cast_possible_truncation, reason = "the radius is small")]
        let body = navigator.add_agent(Agent::new(Vec3::splat(RADIUS as f32)))?;
        let settings = CrowdSettings::default().anytime();
        let settings = settings.max_suboptimality(Weight::new(DETOUR).unwrap_or(Weight::ONE));
        let mut crowd = Crowd::new(settings);
        let mut agents = Vec::new();
        let mut taken = [BTreeSet::new(), BTreeSet::new()];
        for path in paths {
            let ends = [path.start(), path.goal()];
            let [from, to] = ends.map(|cell| cell.to_array());
            if taken[0].contains(&from) || taken[1].contains(&to) {
                continue;
            }
            taken[0].insert(from);
            taken[1].insert(to);
            let [from, to] = ends.map(|cell| navigator.lattice().center(cell));
            let id = crowd.add(&mut navigator, CrowdAgent::new(body, from).speed(SPEED))?;
            crowd.send(id, to)?;
            agents.push(Tracked {
                id,
                at: from,
                speed: SPEED,
                recorded: None,
                has_moved: true,
                path: Some(path.corners()),
            });
        }
        Ok(Self {
            navigator,
            crowd,
            agents,
            moments: Vec::new(),
        })
    }

    /// Takes note of where all agents are, and returns how many pairs overlapped on the way there.
    fn follow(&mut self) -> Result<usize, DemoError> {
        let before: Vec<DVec3> = self.agents.iter().map(|agent| agent.at).collect();
        for agent in &mut self.agents {
            let at = self.crowd.position(agent.id)?;
            agent.speed = at.distance(agent.at) / TICK;
            agent.has_moved |= at != agent.at;
            agent.at = at;
        }
        let after: Vec<DVec3> = self.agents.iter().map(|agent| agent.at).collect();
        Ok(overlapping(&before, &after))
    }

    fn has_arrived(&self, id: CrowdAgentId) -> Result<bool, DemoError> {
        Ok(self.crowd.move_target(id)?.is_none())
    }

    fn arrived(&self) -> Result<usize, DemoError> {
        let mut arrived = 0;
        for agent in &self.agents {
            arrived += usize::from(self.has_arrived(agent.id)?);
        }
        Ok(arrived)
    }

    /// Records the agents that have moved or do something else than when they were recorded last.
    fn record(&mut self, tick: u32) -> Result<(), DemoError> {
        for number in 0..self.agents.len() {
            let has_arrived = self.has_arrived(self.agents[number].id)?;
            let agent = &mut self.agents[number];
            let deed = if has_arrived {
                Deed::Arrived
            } else if agent.speed < WAITS * SPEED {
                Deed::Waiting
            } else {
                Deed::OnItsWay
            };
            let is_news = agent.recorded.replace(deed) != Some(deed);
            if !is_news && !agent.has_moved {
                continue;
            }
            agent.has_moved = false;
            let at = self.navigator.lattice().coordinates_of(agent.at);
            self.moments.push(Moment::Agent {
                tick,
                agent: u32::try_from(number).unwrap_or(u32::MAX),
                at: shown(at.unwrap_or_default()),
                verdict: is_news.then(|| deed.name().to_owned()),
                path: agent.path.take(),
            });
        }
        Ok(())
    }
}

/// Returns a place as exactly as it is seen, in sixteenths of a cell, which makes pages small.
fn shown(at: DVec3) -> DVec3 {
    const PARTS: f64 = 16.0;
    (at * PARTS).round() / PARTS
}

/// Returns how many pairs overlap at any time between two ticks.
fn overlapping(before: &[DVec3], after: &[DVec3]) -> usize {
    let mut found = 0;
    for (number, from) in before.iter().enumerate() {
        for (other, to) in before[..number].iter().enumerate() {
            let apart = *to - *from;
            if apart.abs().max_element() > 2.0 * (RADIUS + SPEED * TICK) {
                continue;
            }
            let along = after[other] - after[number] - apart;
            let squared = along.length_squared();
            let time = if squared > 0.0 {
                (-apart.dot(along) / squared).clamp(0.0, 1.0)
            } else {
                0.0
            };
            found += usize::from((apart + along * time).length() < 2.0 * RADIUS - SEEN);
        }
    }
    found
}
