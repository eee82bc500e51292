//! The costs of seeing: many places from a few eyes by single rays and by viewpoints, a sweep of all of a world, and whole
//! queries for places.

use std::error::Error;

use clap::Parser;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::Traversability;
use voxnav::spatial::Viewpoint;
use voxnav::spatial::places::PlaceQuery;
use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
use voxnav_benches::{Clock, Numbers};
use voxnav_worlds::{WorldKind, generate, random_free_cells};

/// Measures queries for places, and the seeing that they take.
#[derive(Debug, Parser)]
struct Arguments {
    /// The number of times that each is measured
    #[arg(long, default_value_t = 25)]
    rounds: u32,
    /// The kinds of worlds
    #[arg(long, value_delimiter = ',', default_values = ["caves", "rooms", "towers", "random:20"])]
    kinds: Vec<WorldKind>,
    /// The cells along each side of the worlds
    #[arg(long, default_value_t = 128)]
    side: i32,
    /// The places that are looked at
    #[arg(long, default_value_t = 10_000)]
    places: usize,
    /// The eyes that look
    #[arg(long, default_value_t = 4)]
    eyes: usize,
    /// The clock to time by
    #[arg(long, value_enum, default_value_t)]
    clock: Clock,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    for &kind in &arguments.kinds {
        let occupancy = generate(kind, IVec3::splat(arguments.side), 1)?;
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let eyes = random_free_cells(&occupancy, 2, arguments.eyes);
        let mut places = random_free_cells(&occupancy, 1, arguments.places);
        // The order in which queries look at them.
        places.sort_by_key(|cell| [cell.z, cell.y, cell.x]);
        let title = format!("{kind} {}^3", arguments.side);
        let mut numbers = Numbers::new(title, arguments.clock);
        for _ in 0..arguments.rounds {
            seeing(&world, &eyes, &places, &mut numbers)?;
            asking(&world, &eyes, &mut numbers)?;
        }
        numbers.print();
    }
    Ok(())
}

/// Measures seeing: all places from all eyes, and all cells from one.
fn seeing(
    world: &Traversability,
    eyes: &[IVec3],
    places: &[IVec3],
    numbers: &mut Numbers,
) -> Result<(), Box<dyn Error>> {
    let rays = numbers.time("all places by single rays", || {
        let each = eyes.iter().map(|eye| {
            let ray = |place: &&IVec3| world.cast_ray(eye.as_dvec3(), place.as_dvec3());
            places.iter().filter(|place| ray(place) == Ok(None)).count()
        });
        each.sum::<usize>()
    });
    let mut walked = 0;
    let seen = numbers.time("all places by viewpoints", || {
        let each = eyes.iter().map(|eye| {
            let mut eye = Viewpoint::new(world, eye.as_dvec3())?;
            let seen = places
                .iter()
                .filter(|place| eye.sees(place.as_dvec3()) == Ok(true));
            let count = seen.count();
            walked += eye.rays();
            Ok(count)
        });
        each.sum::<Result<usize, Box<dyn Error>>>()
    })?;
    let asked = places.len() * eyes.len();
    numbers.note(
        "all places by single rays",
        format!("{seen} of {asked} are seen"),
    );
    numbers.note(
        "all places by viewpoints",
        format!("{walked} rays are walked"),
    );
    if rays != seen {
        return Err(format!("{rays} places are seen by rays, {seen} by viewpoints").into());
    }
    let mut eye = Viewpoint::new(world, eyes[0].as_dvec3())?;
    let mut count = 0;
    numbers.time("a sweep of all cells from one eye", || {
        eye.sweep(&world.bounds(), |_, word| count += word.count_ones());
    });
    Ok(())
}

/// Measures whole queries from the first eye, with the others as dangers, within 32 cells by way.
fn asking(
    world: &Traversability,
    eyes: &[IVec3],
    numbers: &mut Numbers,
) -> Result<(), Box<dyn Error>> {
    let options = RouteOptions::default();
    let view = View::flying(Lattice::default(), world.clone(), &Terrain::new(), &options)?;
    let positions: Vec<DVec3> = eyes.iter().map(|eye| eye.as_dvec3()).collect();
    let [from, others @ ..] = &positions[..] else {
        return Ok(());
    };
    for (case, query) in [
        (
            "to hide from the others",
            PlaceQuery::hide_from(others.to_vec(), 32.0),
        ),
        ("to see one of them", PlaceQuery::see(others.to_vec(), 32.0)),
    ] {
        let found = numbers.time(case, || view.find_places(*from, &query))?;
        let work = found.work;
        let note = format!(
            "{} expanded, {} judged, {} rays",
            work.expanded, work.judged, work.rays
        );
        numbers.note(case, note);
    }
    numbers.time("to flee from them", || {
        view.flee_from(*from, others.to_vec(), 32.0)
    })?;
    numbers.time("to surround one of four", || view.surround(*from, 32.0, 4))?;
    Ok(())
}
