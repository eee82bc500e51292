//! A hunter, and agents that hide from it: a seen agent looks for the nearest place that the hunter does not see and no
//! other has taken. An agent near the hunter flees; from a dead end none escapes.
//!
//! With `--record FOLDER` it writes what happened, for `voxnav view FOLDER/hunter.3dmap --play FOLDER/hunter.jsonl`.

use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder, Traversability};
use voxnav::spatial::places::{Place, PlaceQuery};
use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
use voxnav_files::map3d;
use voxnav_files::trace::play::{Moment, PlayHeader, PlayWriter};

/// The cells that each goes in a tick.
const STEP: f64 = 0.4;
/// The distance at which hiding agents flee, and at which they are caught, in cells.
const CLOSE: f64 = 6.0;
const CAUGHT: f64 = 1.0;

/// The hunter, or an agent that hides.
#[derive(Debug)]
struct Player {
    at: DVec3,
    /// The way ahead, the next point first.
    way: Vec<DVec3>,
    is_new: bool,
    /// The deed of the player, and true if it is another than before.
    does: (&'static str, bool),
}

impl Player {
    fn at(at: DVec3, does: &'static str) -> Self {
        let (way, is_new, does) = (Vec::new(), false, (does, true));
        Self {
            at,
            way,
            is_new,
            does,
        }
    }

    /// Takes the route to a place.
    fn sets_out(&mut self, place: &Place, to: &'static str) -> Result<(), Box<dyn Error>> {
        let route = place.route.as_ref().ok_or("places have routes")?;
        self.takes(route.waypoints.clone(), to);
        Ok(())
    }

    fn takes(&mut self, way: Vec<DVec3>, to: &'static str) {
        (self.way, self.is_new) = (way, true);
        self.does = (to, self.does.1 || self.does.0 != to);
    }

    fn is_caught(&self) -> bool {
        self.does.0 == "caught"
    }

    fn goes_on(&mut self) {
        let mut left = STEP;
        while let Some(next) = self.way.first().copied() {
            let apart = self.at.distance(next);
            self.at += (next - self.at).clamp_length_max(left);
            if apart > left {
                break;
            }
            left -= apart;
            self.way.remove(0);
        }
    }

    fn goal(&self) -> DVec3 {
        self.way.last().copied().unwrap_or(self.at)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--record");
    let folder = arguments.nth(1);
    run(&mut std::io::stdout(), folder.as_deref().map(Path::new))
}

/// Plays for a while, and writes how it went.
pub(crate) fn run(out: &mut impl Write, folder: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let hall = hall()?;
    let world = Traversability::new(&hall, UnknownPolicy::Blocked);
    let options = RouteOptions::default();
    let view = View::flying(Lattice::default(), world, &Terrain::new(), &options)?;
    let mut hunter = Player::at(DVec3::new(2.0, 2.0, 1.0), "searches");
    let mut hiding: Vec<Player> = (0..5)
        .map(|number| {
            Player::at(
                DVec3::new(30.0, 4.0 + 8.0 * f64::from(number), 1.0),
                "hides",
            )
        })
        .collect();
    let (mut hidden, mut fled, mut caught) = (0, 0, 0);
    let mut moments = Vec::new();
    for tick in 0..400 {
        for number in 0..hiding.len() {
            let taken: Vec<DVec3> = others(&hiding, number);
            let own = &mut hiding[number];
            if own.is_caught() {
                continue;
            }
            if own.at.distance(hunter.at) < CLOSE {
                if let Some(escape) = view.flee_from(own.at, [hunter.at], 12.0)? {
                    own.sets_out(&escape.place, "flees")?;
                    fled += 1;
                }
            } else if sees(&view, hunter.at, own.goal())? {
                let hide = PlaceQuery::hide_from([hunter.at], 25.0).away_from(taken, 1.5);
                if let Some(place) = view.find_places(own.at, &hide)?.best.first() {
                    assert!(!sees(&view, hunter.at, place.position)?);
                    own.sets_out(place, "hides")?;
                    hidden += 1;
                }
            }
        }
        hunt(&view, &mut hunter, &hiding, tick)?;
        for (number, player) in std::iter::once(&mut hunter).chain(&mut hiding).enumerate() {
            player.goes_on();
            moments.push(moment(tick, number, player)?);
        }
        let near = |player: &&mut Player| player.at.distance(hunter.at) <= CAUGHT;
        for player in hiding.iter_mut().filter(|it| !it.is_caught()).filter(near) {
            player.takes(Vec::new(), "caught");
            caught += 1;
        }
    }
    writeln!(
        out,
        "5 hid {hidden} times and fled {fled} times; {caught} were caught"
    )?;
    folder.map_or(Ok(()), |folder| record(folder, &hall, &moments))
}

/// Returns where the others are going to be.
fn others(hiding: &[Player], number: usize) -> Vec<DVec3> {
    let others = hiding
        .iter()
        .enumerate()
        .filter(|(other, player)| *other != number && !player.is_caught());
    others.map(|(_, player)| player.goal()).collect()
}

/// Sends the hunter after the nearest agent that it sees; else to a place that it does not see from its position.
fn hunt(
    view: &View,
    hunter: &mut Player,
    hiding: &[Player],
    tick: u32,
) -> Result<(), Box<dyn Error>> {
    let mut seen = Vec::new();
    for player in hiding.iter().filter(|player| !player.is_caught()) {
        if sees(view, hunter.at, player.at)? {
            seen.push(player.at);
        }
    }
    let near = |at: &DVec3| at.distance_squared(hunter.at);
    if let Some(at) = seen.into_iter().min_by(|a, b| near(a).total_cmp(&near(b))) {
        hunter.takes(view.find_route(hunter.at, at)?.waypoints, "hunts");
    } else if hunter.way.is_empty() {
        let at = view
            .random_places(u64::from(tick))
            .next()
            .ok_or("no place")?;
        let corner = PlaceQuery::see([at], 60.0);
        if let Some(place) = view.find_places(hunter.at, &corner)?.best.first() {
            hunter.sets_out(place, "searches")?;
        }
    }
    Ok(())
}

fn sees(view: &View, eye: DVec3, at: DVec3) -> Result<bool, Box<dyn Error>> {
    let world = view.flight().ok_or("it flies")?.world();
    Ok(world.cast_ray(eye, at)?.is_none())
}

fn moment(tick: u32, number: usize, player: &mut Player) -> Result<Moment, Box<dyn Error>> {
    let is_new = std::mem::take(&mut player.is_new);
    let (does, is_other) = (player.does.0, std::mem::take(&mut player.does.1));
    let way = || player.way.iter().map(|at| at.round().as_ivec3()).collect();
    Ok(Moment::Agent {
        tick,
        agent: u32::try_from(number)?,
        at: player.at,
        verdict: is_other.then(|| does.to_owned()),
        path: is_new.then(way),
    })
}

/// Writes the hall, and what happened in it.
fn record(folder: &Path, hall: &Occupancy, moments: &[Moment]) -> Result<(), Box<dyn Error>> {
    map3d::write(hall, &mut File::create(folder.join("hunter.3dmap"))?)?;
    let header = PlayHeader {
        program: "hunter".to_owned(),
        map: "hunter.3dmap".to_owned(),
        size: hall.bounds().size().as_ivec3(),
    };
    let file = std::io::BufWriter::new(File::create(folder.join("hunter.jsonl"))?);
    let mut writer = PlayWriter::begin(file, &header)?;
    for moment in moments {
        writer.write(moment)?;
    }
    Ok(())
}

/// A hall with pillars, and a niche.
fn hall() -> Result<Occupancy, Box<dyn Error>> {
    let mut hall = OccupancyBuilder::new(CellBox::from_size(IVec3::new(44, 44, 4)))?;
    for x in (6..40).step_by(8) {
        for y in (5..40).step_by(9) {
            let low = IVec3::new(x + y % 3, y, 0);
            let wide = IVec3::new(2 + x % 3, 2 + y % 2, 4);
            hall.set_box(CellBox::new(low, low + wide), CellState::Occupied)?;
        }
    }
    Ok(hall.commit())
}
