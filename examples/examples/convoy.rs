//! A convoy through a building whose doors open and shut: a [`Watch`] names those whom an edit concerns, a
//! [`Replanner`] keeps the route of each, and nobody touches anything.
//!
//! With `--record FOLDER` it writes what happened, for `voxnav view FOLDER/convoy.3dmap --play FOLDER/convoy.jsonl`.

use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder, Traversability};
use voxnav::replanning::{PathEvent, PathId, ReplanPolicy, Replanner, Verdict, Watch};
use voxnav::search::{Flight, Weight};
use voxnav::{AgentView, Lattice, Route, RouteOptions, Terrain, UnknownPolicy, Workspace};
use voxnav_files::map3d;
use voxnav_files::trace::play::{Moment, PlayHeader, PlayWriter};

/// The distance that an agent gets in a tick, in cells.
const SPEED: f64 = 0.4;
/// Walls across the building, each with three doors.
const WALLS: [i32; 3] = [15, 30, 45];

struct Agent {
    replanner: Replanner,
    at: DVec3,
    /// The waypoint that it goes to.
    next: usize,
    /// The distance that it may go by what it was told last, in cells.
    ahead: f64,
    watched: Option<(PathId, u64)>,
    has_arrived: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--record");
    run(
        &mut std::io::stdout(),
        arguments.nth(1).as_deref().map(Path::new),
    )
}

/// Plays until everyone has arrived, writes how often agents were updated, and records it all in a folder.
pub(crate) fn run(out: &mut impl Write, folder: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let mut occupancy = building()?;
    let mut world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    let mut watch = Watch::new(&Flight::new(&world));
    // What is within 5 % of the optimum is kept.
    let policy = ReplanPolicy::default().detour(Weight::new(1.05)?);
    let goals = (0..12).map(|n| IVec3::new(57, 2 + 2 * n, 3).as_dvec3());
    let view = see(&world)?;
    let mut agents: Vec<Agent> = goals
        .map(|goal| Agent {
            replanner: Replanner::new(&view, goal, policy),
            at: goal.with_x(2.0),
            next: 1,
            ahead: 0.0,
            watched: None,
            has_arrived: false,
        })
        .collect();
    let mut memory = Workspace::new();
    let (mut updates, mut tick) = (0, 0);
    let first = occupancy.clone();
    let mut moments = Vec::new();
    while agents.iter().any(|agent| !agent.has_arrived) {
        if tick % 5 == 0 {
            if let Some((cells, state)) = toggled(&occupancy, tick / 5, &agents)? {
                let mut edit = occupancy.edit();
                edit.set_box(cells, state)?;
                occupancy = edit.commit();
                let tick = u32::try_from(tick)?;
                moments.push(Moment::Edit { tick, cells, state });
            }
            world = world.refreshed(&occupancy);
        }
        let view = see(&world)?;
        let told: Vec<PathId> = watch
            .update(&Flight::new(&world))
            .iter()
            .map(PathEvent::path)
            .collect();
        for (number, agent) in (0..).zip(&mut agents) {
            let is_told = agent.watched.is_some_and(|(id, _)| told.contains(&id));
            let before = agent.replanner.route_version();
            let mut verdict = None;
            if is_told || agent.ahead.is_finite() {
                verdict = Some(agent.update(&view, &mut watch, &mut memory)?);
                updates += 1;
            }
            let is_new = before != agent.replanner.route_version();
            moments.push(Moment::Agent {
                tick: u32::try_from(tick)?,
                agent: number,
                at: agent.at,
                verdict: verdict.map(|verdict| verdict.name().to_owned()),
                path: is_new.then(|| agent.turns()),
            });
            agent.walk(&world)?;
        }
        tick += 1;
        assert!(tick < 2000, "everyone arrives");
    }
    let asked = tick * agents.len();
    writeln!(
        out,
        "12 agents arrived after {tick} ticks; {updates} of {asked} times one had to be updated"
    )?;
    assert!(updates * 3 < asked, "most are not concerned by most edits");
    folder.map_or(Ok(()), |folder| record(folder, &first, &moments))
}

/// Writes the building as it was at first, and what happened in it.
fn record(folder: &Path, first: &Occupancy, moments: &[Moment]) -> Result<(), Box<dyn Error>> {
    map3d::write(first, &mut File::create(folder.join("convoy.3dmap"))?)?;
    let header = PlayHeader {
        program: "convoy".to_owned(),
        map: "convoy.3dmap".to_owned(),
        size: first.bounds().size().as_ivec3(),
    };
    let file = std::io::BufWriter::new(File::create(folder.join("convoy.jsonl"))?);
    let mut writer = PlayWriter::begin(file, &header)?;
    for moment in moments {
        writer.write(moment)?;
    }
    Ok(())
}

fn see(world: &Traversability) -> Result<AgentView, Box<dyn Error>> {
    let options = RouteOptions::default();
    Ok(AgentView::new(
        Lattice::default(),
        world.clone(),
        &Terrain::new(),
        &options,
    )?)
}

/// Four rooms in a row; all doors are open.
fn building() -> Result<Occupancy, Box<dyn Error>> {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(60, 28, 6)))?;
    for x in WALLS {
        let wall = CellBox::new(IVec3::new(x, 0, 0), IVec3::new(x + 1, 28, 6));
        builder.set_box(wall, CellState::Occupied)?;
        for door in 0..3 {
            builder.set_box(door_at(x, door), CellState::Free)?;
        }
    }
    Ok(builder.commit())
}

fn door_at(x: i32, door: i32) -> CellBox {
    let y = 3 + 9 * door;
    CellBox::new(IVec3::new(x, y, 0), IVec3::new(x + 1, y + 4, 6))
}

/// Opens or shuts one door after the other, unless somebody is in it.
fn toggled(
    before: &Occupancy,
    turn: usize,
    agents: &[Agent],
) -> Result<Option<(CellBox, CellState)>, Box<dyn Error>> {
    let wall = WALLS[turn * 2 % 3];
    let door = door_at(wall, i32::try_from(turn * 5 % 3)?);
    let near = CellBox::new(door.min - 1, door.max + 1);
    if agents
        .iter()
        .any(|agent| near.contains(agent.at.round().as_ivec3()))
    {
        return Ok(None);
    }
    let state = match before.state(door.min) {
        CellState::Free => CellState::Occupied,
        _ => CellState::Free,
    };
    Ok(Some((door, state)))
}

impl Agent {
    fn update(
        &mut self,
        view: &AgentView,
        watch: &mut Watch<Flight>,
        memory: &mut Workspace,
    ) -> Result<Verdict, Box<dyn Error>> {
        let verdict = self.replanner.update_in(view, self.at, memory)?;
        self.ahead = match verdict {
            Verdict::Blocked { ahead } => ahead,
            _ => f64::INFINITY,
        };
        let version = self.replanner.route_version();
        if self.watched.is_none_or(|(_, known)| known != version) {
            if let Some((id, _)) = self.watched.take() {
                watch.remove(id);
            }
            if let Some(path) = self.replanner.route().and_then(Route::path) {
                self.watched = Some((watch.insert(path)?, version));
            }
            self.next = 1;
        }
        Ok(verdict)
    }

    /// The cells where its route turns; none where it has none.
    fn turns(&self) -> Vec<IVec3> {
        let waypoints = self
            .replanner
            .route()
            .map_or(&[][..], |route| &route.waypoints);
        waypoints.iter().map(|at| at.round().as_ivec3()).collect()
    }

    /// Goes on along the waypoints, as far as it may.
    fn walk(&mut self, world: &Traversability) -> Result<(), Box<dyn Error>> {
        let Some(route) = self.replanner.route() else {
            return Ok(());
        };
        let mut left = SPEED.min(self.ahead);
        self.ahead -= left;
        while let Some(&to) = route.waypoints.get(self.next)
            && left > 0.0
        {
            let (from, offset) = (self.at, to - self.at);
            self.at += offset.clamp_length_max(left);
            if offset.length() <= left {
                self.at = to;
                self.next += 1;
            }
            left -= offset.length();
            // To 1/1024 of a cell, since a position between two centers is rounded.
            let [a, b] = [from, self.at].map(|at| (at * 1024.0).round() / 1024.0);
            assert!(world.is_clear(a, b)?, "an agent touched something at {b}");
        }
        self.has_arrived = route.is_found() && self.next >= route.waypoints.len();
        Ok(())
    }
}
