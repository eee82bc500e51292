//! Agents that walk while doors change: the time of ticks, and expansions against asking afresh.

#![expect(
    clippy::cast_precision_loss,
    clippy::print_stdout,
    reason = "ratios for people"
)]

use std::collections::{HashMap, VecDeque};
use std::error::Error;
use std::time::Instant;

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, Occupancy, Traversability};
use voxnav::replanning::{
    PathEvent, PathId, PathWatcher, ReplanPolicy, ReplanStatus, ReplanWorkspace, Replanner,
};
use voxnav::search::{Flight, Weight};
use voxnav::{Lattice, Route, RouteOptions, Terrain, View};
use voxnav_benches::{Clock, Numbers};
use voxnav_testkit::Draws;

use super::Options;
use super::doors::Doors;

/// The expansions that an update counts for besides its own: it takes about as long as so many.
const UPDATE: u64 = 100;

/// Measures ticks in which doors change, everyone concerned is brought up to date, and all walk on.
pub(crate) fn measure(
    options: &Options,
    world: &Traversability,
    pairs: &[[IVec3; 2]],
    draws: &mut Draws,
) -> Result<(), Box<dyn Error>> {
    let mut crowd = Crowd::new(options, world, pairs)?;
    let mut doors = crowd.doors(options, draws);
    let before = crowd.expanded();
    let (mut concerned, mut asked, mut afresh) = (0, 0_u32, 0);
    for tick in 0..options.ticks {
        for _ in 0..(tick + 1) * options.doors / 60 - tick * options.doors / 60 {
            doors.toggle_any(draws, |cells| crowd.is_anyone_in(cells))?;
        }
        let start = Instant::now();
        let named = crowd.tick(&doors.now)?;
        crowd.numbers.add("a tick", start.elapsed());
        for index in named {
            concerned += 1;
            if concerned % options.afresh.max(1) == 0 {
                asked += 1;
                afresh += crowd.search_afresh(index)?;
            }
        }
        crowd.walk(options.speed);
    }
    crowd.numbers.print();
    let kept = crowd.expanded() - before;
    let [same, repaired, replanned, shorter, blocked] = crowd.verdicts;
    println!(
        "{} agents, {concerned} concerned: {same} kept, {repaired} repaired, {replanned} replanned, {shorter} shorter, \
         {blocked} blocked; {} waits for a later tick",
        crowd.agents.len(),
        crowd.waits
    );
    let searched = afresh as f64 * concerned as f64 / f64::from(asked.max(1));
    println!(
        "{kept} expanded; afresh {searched:.0} by {asked} searches: {:.2} times as many",
        searched / kept.max(1) as f64
    );
    Ok(())
}

fn view_of(world: &Traversability) -> Result<View, Box<dyn Error>> {
    let (lattice, options) = (Lattice::default(), RouteOptions::default());
    Ok(View::flying(
        lattice,
        world.clone(),
        &Terrain::new(),
        &options,
    )?)
}

/// Agents over one world, and a watch of their paths.
struct Crowd {
    world: Traversability,
    view: View,
    watch: PathWatcher,
    agents: Vec<Agent>,
    /// The agents of the watched paths, as places in `agents`.
    owners: HashMap<PathId, usize>,
    policy: ReplanPolicy,
    /// The agents that could not be answered in full for lack of expansions, in the order in which
    /// they came.
    waiting: VecDeque<usize>,
    workspace: ReplanWorkspace,
    /// The number of verdicts: kept, repaired, replanned, shorter, blocked.
    verdicts: [usize; 5],
    /// The number of updates that had to wait for a later tick.
    waits: usize,
    numbers: Numbers,
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
    /// The distance that the agent may still go by the last status; infinite where its path is not
    /// blocked.
    ahead: f64,
}

impl Crowd {
    /// Makes an agent for every pair between which there is a route.
    fn new(
        options: &Options,
        world: &Traversability,
        pairs: &[[IVec3; 2]],
    ) -> Result<Self, Box<dyn Error>> {
        let view = view_of(world)?;
        let title = format!("{}: a crowd", options.world);
        let mut crowd = Self {
            world: world.clone(),
            watch: PathWatcher::new(Flight::new(world)),
            view: view.clone(),
            agents: Vec::new(),
            owners: HashMap::new(),
            policy: ReplanPolicy::default()
                .max_suboptimality(Weight::new(options.detour)?)
                .expansions(options.expansions),
            waiting: VecDeque::new(),
            workspace: ReplanWorkspace::default(),
            verdicts: [0; 5],
            waits: 0,
            numbers: Numbers::new(title, Clock::Wall),
        };
        for pair in pairs {
            let ends = pair.map(IVec3::as_dvec3);
            crowd.agents.push(Agent {
                replanner: Replanner::new(&view, ends[1], crowd.policy.expansions(u64::MAX)),
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
    fn doors(&self, options: &Options, draws: &mut Draws) -> Doors {
        let routes = self.agents.iter().filter_map(|it| it.replanner.route());
        let paths = routes.filter_map(Route::path);
        let cells: Vec<IVec3> = paths.flat_map(|path| path.cells().step_by(61)).collect();
        let middles = (0..options.doors.max(1)).map(|_| draws.pick(&cells));
        let middles: Vec<IVec3> = middles.collect();
        Doors::new(self.world.occupancy(), &middles, options.door)
    }

    fn is_anyone_in(&self, cells: &CellBox) -> bool {
        let is_in = |agent: &Agent| cells.contains(agent.at.round().as_ivec3());
        self.agents.iter().any(is_in)
    }

    fn expanded(&self) -> u64 {
        self.agents.iter().map(|it| it.replanner.expanded()).sum()
    }

    /// Returns the expansions of a new search for an agent.
    fn search_afresh(&mut self, index: usize) -> Result<u64, Box<dyn Error>> {
        let Agent { at, ends, .. } = self.agents[index];
        let (view, workspace) = (&self.view, &mut self.workspace.search);
        let search = || view.find_route_in(at, ends[1], workspace);
        let route = self.numbers.time("a search afresh", search)?;
        Ok(route.statistics.expanded)
    }

    /// Updates all agents. Returns those that the edits affect or that have a new goal.
    fn tick(&mut self, occupancy: &Occupancy) -> Result<Vec<usize>, Box<dyn Error>> {
        let refresh = || self.world.refreshed(occupancy);
        let world = self.numbers.time("refreshing the world", refresh);
        self.view = view_of(&world)?;
        let ask = || self.watch.update(Flight::new(&world));
        let events = self.numbers.time("asking the watch", ask);
        self.world = world;
        let (mut urgent, mut concerned) = (Vec::new(), Vec::new());
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
        for (index, agent) in self.agents.iter_mut().enumerate() {
            if agent.turned_back() {
                concerned.push(index);
                urgent.push(index);
            }
        }
        concerned.sort_unstable();
        concerned.dedup();
        let mut left = self.policy.expansions;
        for index in urgent {
            left = self.update(index, left)?;
        }
        for _ in 0..self.waiting.len() {
            let Some(index) = self.waiting.pop_front().filter(|_| left > 0) else {
                break;
            };
            self.agents[index].is_waiting = false;
            left = self.update(index, left)?;
        }
        self.waits += self.waiting.len();
        Ok(concerned)
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
        let status = (agent.replanner).update_in(&self.view, agent.at, &mut self.workspace)?;
        agent.ahead = match status {
            ReplanStatus::Blocked { ahead } => ahead,
            _ => f64::INFINITY,
        };
        self.verdicts[match status {
            ReplanStatus::Kept => 0,
            ReplanStatus::Repaired => 1,
            ReplanStatus::Replanned => 2,
            ReplanStatus::Shorter => 3,
            _ => 4,
        }] += 1;
        let spent = agent.replanner.expanded() - before;
        let is_blocked = agent.ahead < f64::INFINITY;
        if is_blocked || agent.replanner.is_searching() {
            self.put_off(index);
        }
        self.follow(index)?;
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

    /// Moves all agents, at most to where their routes are blocked.
    fn walk(&mut self, distance: f64) {
        for agent in &mut self.agents {
            let reached = agent.walk(distance.min(agent.ahead));
            agent.ahead -= distance;
            if let (Some(moves), Some(id)) = (reached, agent.watched) {
                self.watch.advance(id, moves);
            }
        }
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
        let offset = to - self.at;
        if offset.length() > distance {
            self.at += offset.clamp_length_max(distance.max(0.0));
            return None;
        }
        self.at = to;
        self.next += 1;
        let here = to.round().as_ivec3();
        let mut moves = (0..).zip(route.path()?.cells());
        moves.find(|&(_, cell)| cell == here).map(|it| it.0)
    }
}
