//! The agents of the demonstration, all at once: they set out, avoid each other, wait where it is narrow, and arrive.
//!
//! Recorded tick by tick, and the same on every machine.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use voxnav::glam::DVec3;
use voxnav::guidance::RouteFollower;
use voxnav::replanning::{ReplanPolicy, ReplanWorkspace, Replanner, Verdict};
use voxnav::search::Weight;
use voxnav::smoothing::Smoothing;
use voxnav::{AgentView, Path, RouteOptions, Terrain};
use voxnav_crowd::avoidance::{Avoidance, Body, BodyId, Room, RoomId, Settings, Wish};
use voxnav_files::trace::play::{Moment, Play, PlayHeader};

use crate::error::CliError;
use crate::report::progress::Progress;
use crate::version::VERSION;
use crate::world_source::map_file::MapFile;

/// The radius of agents and their speed, in cells and seconds.
const RADIUS: f64 = 0.45;
const SPEED: f64 = 8.0;

/// The time of a tick, in seconds, and the most ticks.
const TICK: f64 = 1.0 / 24.0;
const MOST_TICKS: u32 = 3000;

/// The number of ticks from one recorded place to the next.
const RECORDED: u32 = 3;

/// The distance ahead on their ways at which agents steer for a point, in cells.
const LOOK_AHEAD: f64 = 4.0;

/// The distance from its goal within which an agent has arrived, in cells.
const ARRIVED: f64 = 0.1;

/// The most times the optimum that a route may cost: first paths will do, which are a few percent longer. Shorter ones and
/// their proofs take several times as long as all the rest.
const DETOUR: f64 = 100.0;

/// The share of its speed below which an agent waits.
const WAITS: f64 = 0.1;

/// The depth of an overlap that is seen, in cells.
const SEEN: f64 = 1e-6;

/// A crowd that was played.
pub(super) struct Played {
    pub(super) play: Play,
    pub(super) agents: usize,
    pub(super) arrived: usize,
    /// The number of pairs that overlapped, summed over all ticks.
    pub(super) overlaps: usize,
    /// The number of ways given anew, from where an agent was pushed.
    pub(super) replanned: usize,
    /// The time of all ticks.
    pub(super) time: Duration,
    /// The seconds until the last has arrived.
    pub(super) seconds: f64,
}

/// An agent on its way.
struct Agent {
    body: BodyId,
    goal: DVec3,
    replanner: Replanner,
    has_arrived: bool,
    told: &'static str,
}

/// All agents, in a world.
struct Crowd {
    view: AgentView,
    avoidance: Avoidance,
    agents: Vec<Agent>,
    workspace: ReplanWorkspace,
    moments: Vec<Moment>,
    replanned: usize,
}

/// Plays all agents from the beginnings of some paths to their ends.
pub(super) fn play(map: &MapFile, paths: &[Path]) -> Result<Played, CliError> {
    let started = Instant::now();
    let options = RouteOptions::default().first_path();
    let view = AgentView::new(map.lattice, map.world.clone(), &Terrain::new(), &options);
    let view = view.map_err(|error| CliError::bad_input(error.to_string()))?;
    let mut crowd = Crowd::new(view, paths)?;
    let progress = Progress::of(crowd.agents.len());
    let (mut overlaps, mut ticks, mut arrived) = (0, 0, 0);
    while arrived < crowd.agents.len() && ticks < MOST_TICKS {
        crowd.wish()?;
        if ticks.is_multiple_of(RECORDED) {
            crowd.record(ticks);
        }
        let before = crowd.places();
        let moved = crowd.avoidance.tick(TICK);
        moved.map_err(|error| CliError::bad_input(error.to_string()))?;
        overlaps += overlapping(&before, &crowd.places());
        ticks += 1;
        let now = crowd.agents.iter().filter(|it| it.has_arrived).count();
        progress.inc((now - arrived) as u64);
        arrived = now;
    }
    progress.finish();
    crowd.record(ticks);
    Ok(Played {
        agents: crowd.agents.len(),
        arrived,
        overlaps,
        // The first way of each is none that was given anew.
        replanned: crowd.replanned.saturating_sub(crowd.agents.len()),
        time: started.elapsed(),
        seconds: f64::from(ticks) * TICK,
        play: Play {
            header: PlayHeader {
                program: format!("voxnav {VERSION}"),
                map: map.path.display().to_string(),
                size: map.occupancy.bounds().size().as_ivec3(),
            },
            moments: crowd.moments,
        },
    })
}

impl Crowd {
    /// Makes the crowd of agents no two of which begin or end in one cell.
    fn new(view: AgentView, paths: &[Path]) -> Result<Self, CliError> {
        let mut avoidance = Avoidance::new(Settings::default());
        let room: RoomId = avoidance.add_room(Room::of_view(&view));
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
            let [from, goal] = ends.map(|cell| view.lattice().center(cell));
            let body = Body::ball(RADIUS, from).with_speed(SPEED).within(room);
            let body = avoidance.add(body);
            let policy = ReplanPolicy::default()
                .detour(Weight::new(DETOUR).unwrap_or(Weight::ONE))
                .stray(LOOK_AHEAD);
            agents.push(Agent {
                body: body.map_err(|error| CliError::bad_input(error.to_string()))?,
                goal,
                replanner: Replanner::new(&view, goal, policy).smoothed(Smoothing::default()),
                has_arrived: false,
                told: "",
            });
        }
        Ok(Self {
            view,
            avoidance,
            agents,
            workspace: ReplanWorkspace::default(),
            moments: Vec::new(),
            replanned: 0,
        })
    }

    fn places(&self) -> Vec<DVec3> {
        let bodies = self
            .agents
            .iter()
            .map(|agent| self.avoidance.position(agent.body));
        bodies.map(Result::unwrap_or_default).collect()
    }

    /// Has all agents look where they are, and wish to go on.
    fn wish(&mut self) -> Result<(), CliError> {
        let failed = |error: &dyn std::error::Error| CliError::bad_input(error.to_string());
        for agent in &mut self.agents {
            let body = *self
                .avoidance
                .body(agent.body)
                .map_err(|error| failed(&error))?;
            let mut wish = Wish::stay(agent.goal);
            let mut remaining = 0.0;
            if !agent.has_arrived {
                let replanner = &mut agent.replanner;
                let updated = replanner.update_in(&self.view, body.position, &mut self.workspace);
                let verdict = updated.map_err(|error| failed(&error))?;
                self.replanned += usize::from(verdict == Verdict::Replanned);
                let follower = replanner.follower();
                remaining = follower.map_or(f64::INFINITY, RouteFollower::remaining);
                agent.has_arrived = follower.is_some_and(|it| it.has_arrived(ARRIVED));
                if !agent.has_arrived {
                    let steering = replanner
                        .steer(LOOK_AHEAD)
                        .map_err(|error| failed(&error))?;
                    wish = match steering.target() {
                        Some(to) => Wish::toward(to, SPEED),
                        None => Wish::stay(body.position),
                    };
                }
            }
            let body = body.with_wish(wish).with_remaining(remaining);
            (self.avoidance.replace(agent.body, body)).map_err(|error| failed(&error))?;
        }
        Ok(())
    }

    /// Notes where agents are that move or are told something else than before.
    fn record(&mut self, tick: u32) {
        for (number, agent) in (0..).zip(&mut self.agents) {
            let Ok(body) = self.avoidance.body(agent.body) else {
                continue;
            };
            let told = if agent.has_arrived {
                "arrived"
            } else if tick > 0 && body.velocity.length() < WAITS * SPEED {
                "waiting"
            } else {
                "on its way"
            };
            let is_news = std::mem::replace(&mut agent.told, told) != told;
            if !is_news && body.velocity == DVec3::ZERO {
                continue;
            }
            let path = match told {
                "arrived" if is_news => Some(Vec::new()),
                _ if tick == 0 => agent.replanner.route().map(|route| {
                    let path = route.path();
                    path.map_or_else(Vec::new, Path::corners)
                }),
                _ => None,
            };
            self.moments.push(Moment::Agent {
                tick,
                agent: number,
                at: shown(
                    self.view
                        .lattice()
                        .coordinates_of(body.position)
                        .unwrap_or_default(),
                ),
                verdict: is_news.then(|| told.to_owned()),
                path,
            });
        }
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
