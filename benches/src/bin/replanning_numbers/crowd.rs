//! Agents that walk while doors change: the time of ticks, and expansions against asking afresh.

#![expect(clippy::cast_precision_loss, reason = "ratios for people")]

use std::collections::{HashMap, VecDeque};
use std::error::Error;
use std::time::{Duration, Instant};

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, Occupancy, Traversability};
use voxnav::replanning::{PathEvent, PathId, ReplanPolicy, Replanner, Verdict, Watch};
use voxnav::search::{Flight, Weight};
use voxnav::{AgentView, Route, Workspace};
use voxnav_testkit::Draws;

use super::doors::Doors;
use super::{Options, tell, view_of};

pub(crate) fn measure(
    options: &Options,
    original: &Occupancy,
    world: &Traversability,
    pairs: &[[IVec3; 2]],
    draws: &mut Draws,
) -> Result<(), Box<dyn Error>> {
    let mut crowd = Crowd::new(options, world, pairs)?;
    crowd.stages = Some(Stages::default());
    let mut doors = crowd.doors(options, original, draws);
    let before = crowd.expanded();
    let (mut ticks, mut afresh) = (Vec::new(), Afresh::default());
    for tick in 0..options.ticks {
        for _ in 0..(tick + 1) * options.doors / 60 - tick * options.doors / 60 {
            doors.toggle_any(draws, |cells| crowd.is_anyone_in(cells))?;
        }
        let start = Instant::now();
        let concerned = crowd.tick(&doors.now)?;
        ticks.push(start.elapsed());
        afresh.answer(&crowd, &concerned, options.afresh)?;
        crowd.walk(options.speed);
    }
    let (kept, searched) = (
        crowd.expanded() - before,
        afresh.of_all(afresh.expanded as f64),
    );
    println!(
        "{} agents, {} ticks, {} doors a second",
        crowd.agents.len(),
        ticks.len(),
        options.doors
    );
    crowd.tell();
    let total: Duration = ticks.iter().sum();
    let total = total.as_secs_f64();
    let searching = afresh.of_all(afresh.time.as_secs_f64());
    tell("a tick", &ticks);
    if let Some(stages) = &crowd.stages {
        stages.tell();
    }
    let less = searched / kept.max(1) as f64;
    println!("ticks {total:.3} s, {kept} expanded");
    println!(
        "searches afresh, {} of {}: for all {searching:.3} s, {searched:.0} expanded: {less:.2} times as many",
        afresh.asked, afresh.concerned
    );
    Ok(())
}

/// The expansions that an update counts for besides its own: it takes about as long as so many.
const UPDATE: u64 = 100;

/// The cost of searching anew for everyone whom an edit concerns, or who is at the goal.
#[derive(Default)]
struct Afresh {
    workspace: Workspace,
    expanded: u64,
    time: Duration,
    concerned: usize,
    asked: usize,
}

impl Afresh {
    fn answer(
        &mut self,
        crowd: &Crowd,
        concerned: &[usize],
        every: usize,
    ) -> Result<(), Box<dyn Error>> {
        let start = Instant::now();
        for &index in concerned {
            self.concerned += 1;
            if !self.concerned.is_multiple_of(every.max(1)) {
                continue;
            }
            self.asked += 1;
            let agent = &crowd.agents[index];
            let ends = [agent.at, agent.ends[1]];
            let route = (crowd.view).find_route_in(ends[0], ends[1], &mut self.workspace)?;
            self.expanded += route.statistics.expanded;
        }
        self.time += start.elapsed();
        Ok(())
    }

    /// Scales a cost of the agents that were asked to all agents concerned.
    fn of_all(&self, asked: f64) -> f64 {
        asked * self.concerned as f64 / self.asked.max(1) as f64
    }
}

/// The times that the parts of ticks take.
#[derive(Default)]
struct Stages([Vec<Duration>; 4]);

impl Stages {
    const NAMES: [&str; 4] = [
        "  refreshing the world",
        "  asking the watch",
        "  updates of those whose path is blocked, or who have a new goal",
        "  updates of others",
    ];

    fn tell(&self) {
        for (name, times) in Self::NAMES.iter().zip(&self.0) {
            tell(name, times);
        }
    }
}

/// Agents over one world, and a watch of their paths.
pub(crate) struct Crowd {
    world: Traversability,
    view: AgentView,
    watch: Watch<Flight>,
    agents: Vec<Agent>,
    /// The agents of the watched paths, as places in `agents`.
    owners: HashMap<PathId, usize>,
    policy: ReplanPolicy,
    /// The agents that could not be answered in full for lack of expansions, in the order in which
    /// they came.
    waiting: VecDeque<usize>,
    workspace: Workspace,
    /// The number of verdicts: kept, repaired, replanned, shorter, blocked.
    verdicts: [usize; 5],
    /// The number of names that the watch reported, and of updates that had to wait for a later tick.
    counts: [usize; 2],
    /// The times of the parts of ticks, if they are to be printed.
    stages: Option<Stages>,
}

/// One agent on its way, to and fro.
struct Agent {
    replanner: Replanner,
    at: DVec3,
    ends: [DVec3; 2],
    next: usize,
    version: u64,
    watched: Option<PathId>,
    is_waiting: bool,
    /// The distance that the agent may still go by the last verdict; infinite where its path is not
    /// blocked.
    ahead: f64,
}

impl Crowd {
    /// Makes an agent for every pair between which there is a route.
    pub(crate) fn new(
        options: &Options,
        world: &Traversability,
        pairs: &[[IVec3; 2]],
    ) -> Result<Self, Box<dyn Error>> {
        let policy = ReplanPolicy::default()
            .detour(Weight::new(options.detour)?)
            .patience(options.patience)
            .expansions(options.expansions);
        let view = view_of(world)?;
        let mut crowd = Self {
            world: world.clone(),
            watch: Watch::new(&Flight::new(world)),
            view: view.clone(),
            agents: Vec::new(),
            owners: HashMap::new(),
            policy,
            waiting: VecDeque::new(),
            workspace: Workspace::new(),
            verdicts: [0; 5],
            counts: [0; 2],
            stages: None,
        };
        for pair in pairs {
            let ends = pair.map(IVec3::as_dvec3);
            let replanner = Replanner::new(&view, ends[1], policy.expansions(u64::MAX));
            crowd.agents.push(Agent {
                replanner,
                at: ends[0],
                ends,
                next: 1,
                version: 0,
                watched: None,
                is_waiting: false,
                ahead: f64::INFINITY,
            });
            crowd.update(crowd.agents.len() - 1, u64::MAX)?;
            if crowd.agents.last().is_some_and(|it| it.watched.is_none()) {
                crowd.agents.pop();
            }
        }
        crowd.verdicts = [0; 5];
        Ok(crowd)
    }

    /// Makes as many doors as change in a second, on paths.
    pub(crate) fn doors(
        &self,
        options: &Options,
        original: &Occupancy,
        draws: &mut Draws,
    ) -> Doors {
        let routes = self
            .agents
            .iter()
            .filter_map(|it| it.replanner.route()?.path());
        let cells: Vec<IVec3> = routes.flat_map(|path| path.cells().step_by(61)).collect();
        let middles: Vec<IVec3> = (0..options.doors.max(1))
            .map(|_| draws.pick(&cells))
            .collect();
        Doors::new(original, &middles, options.door)
    }

    pub(crate) fn is_anyone_in(&self, cells: &CellBox) -> bool {
        let is_in = |agent: &Agent| cells.contains(agent.at.round().as_ivec3());
        self.agents.iter().any(is_in)
    }

    pub(crate) fn expanded(&self) -> u64 {
        self.agents.iter().map(|it| it.replanner.expanded()).sum()
    }

    /// Brings everyone up to date, and returns whom the edits concern, and who has a new goal.
    pub(crate) fn tick(&mut self, occupancy: &Occupancy) -> Result<Vec<usize>, Box<dyn Error>> {
        let mut since = Instant::now();
        self.world = self.world.refreshed(occupancy);
        self.view = view_of(&self.world)?;
        self.note(0, &mut since);
        let events = self.watch.update(&Flight::new(&self.world));
        self.note(1, &mut since);
        let mut urgent = Vec::new();
        let mut concerned = Vec::new();
        for event in &events {
            let Some(&index) = self.owners.get(&event.path()) else {
                continue;
            };
            concerned.push(index);
            if matches!(event, PathEvent::Blocked { .. }) {
                urgent.push(index);
            } else {
                self.put_off(index);
            }
        }
        for index in 0..self.agents.len() {
            if self.agents[index].turned_back() {
                concerned.push(index);
                urgent.push(index);
            }
        }
        concerned.sort_unstable();
        concerned.dedup();
        self.counts[0] += concerned.len();
        let mut left = self.policy.expansions;
        for index in urgent {
            left = self.update(index, left)?;
        }
        self.note(2, &mut since);
        for _ in 0..self.waiting.len() {
            let Some(index) = self.waiting.pop_front().filter(|_| left > 0) else {
                break;
            };
            self.agents[index].is_waiting = false;
            left = self.update(index, left)?;
        }
        self.note(3, &mut since);
        self.counts[1] += self.waiting.len();
        Ok(concerned)
    }

    fn note(&mut self, stage: usize, since: &mut Instant) {
        if let Some(stages) = &mut self.stages {
            stages.0[stage].push(since.elapsed());
        }
        *since = Instant::now();
    }

    fn put_off(&mut self, index: usize) {
        if !std::mem::replace(&mut self.agents[index].is_waiting, true) {
            self.waiting.push_back(index);
        }
    }

    /// Updates one agent with at most so many expansions, and returns those that are left.
    fn update(&mut self, index: usize, most: u64) -> Result<u64, Box<dyn Error>> {
        let agent = &mut self.agents[index];
        let before = agent.replanner.expanded();
        agent.replanner.set_policy(self.policy.expansions(most));
        let verdict = (agent.replanner).update_in(&self.view, agent.at, &mut self.workspace)?;
        agent.ahead = match verdict {
            Verdict::Blocked { ahead } => ahead,
            _ => f64::INFINITY,
        };
        self.verdicts[match verdict {
            Verdict::Kept => 0,
            Verdict::Repaired => 1,
            Verdict::Replanned => 2,
            Verdict::Shorter => 3,
            _ => 4,
        }] += 1;
        let spent = agent.replanner.expanded() - before;
        self.follow(index)?;
        let agent = &self.agents[index];
        let is_blocked = agent.ahead < f64::INFINITY;
        if is_blocked || agent.replanner.is_searching() {
            self.put_off(index);
        }
        Ok(most.saturating_sub(spent + UPDATE))
    }

    /// Has the path of an agent's route watched, where that is another.
    fn follow(&mut self, index: usize) -> Result<(), Box<dyn Error>> {
        let agent = &mut self.agents[index];
        if agent.replanner.route_version() == agent.version {
            return Ok(());
        }
        agent.version = agent.replanner.route_version();
        agent.next = 1;
        if let Some(id) = agent.watched.take() {
            self.watch.remove(id);
            self.owners.remove(&id);
        }
        if let Some(path) = agent.replanner.route().and_then(Route::path) {
            let id = self.watch.insert(path)?;
            agent.watched = Some(id);
            self.owners.insert(id, index);
        }
        Ok(())
    }

    /// Lets everyone go on, as far as they were told.
    pub(crate) fn walk(&mut self, distance: f64) {
        for agent in &mut self.agents {
            let reached = agent.walk(distance.min(agent.ahead));
            agent.ahead -= distance;
            if let (Some(moves), Some(id)) = (reached, agent.watched) {
                self.watch.advance(id, moves);
            }
        }
    }

    pub(crate) fn tell(&self) {
        let [kept, repaired, replanned, shorter, blocked] = self.verdicts;
        let [named, waited] = self.counts;
        println!(
            "{named} concerned, of whom some waited {waited} times; {kept} kept, {repaired} repaired, \
             {replanned} replanned, {shorter} shorter, {blocked} blocked"
        );
    }
}

impl Agent {
    /// Returns whether the agent is at its goal, and if so turns it back to where it came from.
    fn turned_back(&mut self) -> bool {
        let is_there = self.at == self.ends[1];
        if is_there {
            self.ends.swap(0, 1);
            self.replanner.set_goal(self.ends[1]);
        }
        is_there
    }

    /// Goes on along the waypoints; at one of them, returns how many moves of the path were made.
    fn walk(&mut self, distance: f64) -> Option<u64> {
        let route = self.replanner.route()?;
        let to = *route.waypoints.get(self.next)?;
        let way = to - self.at;
        if way.length() > distance {
            self.at += way.clamp_length_max(distance.max(0.0));
            return None;
        }
        self.at = to;
        self.next += 1;
        let here = to.round().as_ivec3();
        let mut moves = (0..).zip(route.path()?.cells());
        moves.find(|&(_, cell)| cell == here).map(|it| it.0)
    }
}
