//! The cost of an edit to a watch of many paths.

use std::error::Error;
use std::time::Instant;

use voxnav::Workspace;
use voxnav::glam::IVec3;
use voxnav::grid::{Occupancy, Traversability};
use voxnav::replanning::{PathEvent, Watch};
use voxnav::search::Flight;
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
    let view = view_of(world)?;
    let mut watch = Watch::new(&Flight::new(world));
    let mut workspace = Workspace::new();
    let mut on_paths = Vec::new();
    for [from, to] in pairs {
        let route = view.find_route_in(from.as_dvec3(), to.as_dvec3(), &mut workspace)?;
        if let Some(path) = route.path() {
            watch.insert(path)?;
            on_paths.extend(path.cells().step_by(97));
        }
    }
    let (mut refreshes, mut updates, mut events) = (Vec::new(), [Vec::new(), Vec::new()], [0; 3]);
    let mut world = world.clone();
    for _ in 0..options.ticks {
        let mut doors = Doors::new(original, &[draws.pick(&on_paths)], options.door);
        for times in &mut updates {
            doors.toggle_any(draws, |_| false)?;
            let start = Instant::now();
            world = world.refreshed(&doors.now);
            refreshes.push(start.elapsed());
            let start = Instant::now();
            let told = watch.update(&Flight::new(&world));
            times.push(start.elapsed());
            for event in told {
                let kind = match event {
                    PathEvent::Blocked { .. } => 0,
                    PathEvent::Unblocked { .. } => 1,
                    _ => 2,
                };
                events[kind] += 1;
            }
        }
    }
    let [blocked, unblocked, shorter] = events;
    println!(
        "{} paths watched, {} edits: {blocked} blocked, {unblocked} unblocked, {shorter} may shorten",
        watch.len(),
        refreshes.len()
    );
    tell("refreshing the world", &refreshes);
    tell("naming the paths after a door shut", &updates[0]);
    tell("naming the paths after it opened", &updates[1]);
    Ok(())
}
