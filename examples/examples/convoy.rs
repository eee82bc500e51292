//! A convoy through a building whose doors open and shut: a crowd keeps the routes of all, agents that are shut out
//! wait, and no agent touches a wall or another agent.
//!
//! With `--record FOLDER` it writes what happened, for `voxnav view FOLDER/convoy.3dmap --play FOLDER/convoy.jsonl`.

use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, Occupancy};
use voxnav::replanning::ReplanStatus;
use voxnav::search::FlightView;
use voxnav::{Agent, Lattice, Navigator, RouteOptions};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, Event};
use voxnav_files::map3d;
use voxnav_files::trace::play::{Moment, PlayHeader, PlayWriter};

/// The time of a tick, in seconds, and the speed of agents, in cells a second.
const TICK: f64 = 0.1;
const SPEED: f64 = 4.0;
/// The half of the width of an agent, in cells.
const HALF: f64 = 0.45;
/// Walls across the building, each with three doors.
const WALLS: [i32; 3] = [15, 30, 45];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--record");
    run(
        &mut std::io::stdout(),
        arguments.nth(1).as_deref().map(Path::new),
    )
}

/// Plays until everyone has arrived, writes how many routes they were given, and records it all in a folder.
pub(crate) fn run(out: &mut impl Write, folder: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let mut navigator = building()?;
    let first = navigator.cells().cloned().ok_or("there are walls")?;
    let drone = navigator.add_agent(Agent::new([0.45; 3].into()))?;
    let mut crowd = Crowd::new(CrowdSettings::default());
    for row in (2..26).step_by(2).map(f64::from) {
        let agent = CrowdAgent::new(drone, [2.0, row, 3.0]).speed(SPEED);
        let id = crowd.add(&mut navigator, agent)?;
        crowd.send(id, [57.0, row, 3.0])?;
    }
    let (mut tick, mut arrived, mut routes, mut waits) = (0_u32, 0, 0, 0);
    let mut moments = Vec::new();
    while arrived < crowd.len() {
        if tick.is_multiple_of(5)
            && let Some((cells, state)) = toggled(&navigator, tick / 5, &crowd)
        {
            navigator.set_cells(cells, state)?;
            moments.push(Moment::Edit { tick, cells, state });
        }
        let before: Vec<DVec3> = crowd.agents().map(|it| it.1.position).collect();
        let events = crowd.update(&mut navigator, TICK)?;
        arrived += count(&events, |event| matches!(event, Event::Arrived(_)));
        routes += count(&events, |event| matches!(event, Event::RouteChanged(_)));
        waits += count(&events, |event| matches!(event, Event::PathBlocked(_)));
        let view = navigator.view(drone, &RouteOptions::default())?;
        check(view.flight().ok_or("they fly")?, &crowd, &before);
        for (id, agent) in crowd.agents() {
            moments.push(moment(tick, id, agent, &events, &crowd)?);
        }
        tick += 1;
        assert!(tick < 2000, "everyone arrives");
    }
    writeln!(
        out,
        "12 agents arrived after {tick} ticks, over {routes} routes; {waits} times one was shut out"
    )?;
    folder.map_or(Ok(()), |folder| record(folder, &first, &moments))
}

fn count(events: &[Event], is_it: impl Fn(&Event) -> bool) -> usize {
    events.iter().filter(|event| is_it(event)).count()
}

/// Returns the record of an agent: its position, its events and its new route.
fn moment(
    tick: u32,
    id: CrowdAgentId,
    agent: &CrowdAgent,
    events: &[Event],
    crowd: &Crowd,
) -> Result<Moment, Box<dyn Error>> {
    let told = |wanted: Event| events.contains(&wanted);
    let is_new = told(Event::RouteChanged(id));
    let verdict = match () {
        () if is_new => Some(ReplanStatus::Replanned),
        () if told(Event::PathBlocked(id)) => Some(ReplanStatus::Blocked { ahead: 0.0 }),
        () => None,
    };
    let turns = || -> Result<Vec<IVec3>, Box<dyn Error>> {
        let way = crowd.waypoints(id)?;
        Ok(way.iter().map(|at| at.round().as_ivec3()).collect())
    };
    Ok(Moment::Agent {
        tick,
        agent: id.to_bits(),
        at: agent.position,
        verdict: verdict.map(|verdict| verdict.name().to_owned()),
        path: is_new.then(turns).transpose()?,
    })
}

/// Asserts that no agent touched a wall, a door or another agent.
fn check(view: FlightView<'_>, crowd: &Crowd, before: &[DVec3]) {
    let space = view.space();
    let after: Vec<DVec3> = crowd.agents().map(|it| it.1.position).collect();
    for (number, (&at, &from)) in after.iter().zip(before).enumerate() {
        // A cell is one unit wide, and the first has its center at zero.
        assert!(
            space.is_clear(from, at),
            "an agent touched something at {at}"
        );
        let is_apart = |other: &DVec3| other.distance(at) > 2.0 * HALF - 1e-6;
        assert!(
            after[..number].iter().all(is_apart),
            "two agents touched at {at}"
        );
    }
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

/// Four rooms in a row; all doors are open.
fn building() -> Result<Navigator, Box<dyn Error>> {
    let bounds = CellBox::from_size(IVec3::new(60, 28, 6));
    let mut navigator = Navigator::new(Lattice::default(), bounds)?;
    for x in WALLS {
        let wall = CellBox::new(IVec3::new(x, 0, 0), IVec3::new(x + 1, 28, 6));
        navigator.set_cells(wall, CellState::Occupied)?;
        for door in 0..3 {
            navigator.set_cells(door_at(x, door), CellState::Free)?;
        }
    }
    Ok(navigator)
}

fn door_at(x: i32, door: i32) -> CellBox {
    let y = 3 + 9 * door;
    CellBox::new(IVec3::new(x, y, 0), IVec3::new(x + 1, y + 4, 6))
}

/// Opens or shuts one door after the other, unless an agent is in it.
fn toggled(navigator: &Navigator, turn: u32, crowd: &Crowd) -> Option<(CellBox, CellState)> {
    let wall = WALLS[turn as usize * 2 % 3];
    let door = door_at(wall, i32::try_from(turn * 5 % 3).ok()?);
    let near = CellBox::new(door.min - 1, door.max + 1);
    let is_near = |agent: &CrowdAgent| near.contains(agent.position.round().as_ivec3());
    if crowd.agents().any(|it| is_near(it.1)) {
        return None;
    }
    let state = match navigator.cells()?.state(door.min) {
        CellState::Free => CellState::Occupied,
        _ => CellState::Free,
    };
    Some((door, state))
}
