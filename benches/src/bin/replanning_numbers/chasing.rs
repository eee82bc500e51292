//! Many chasers of one target that moves: one field that follows it, against asking afresh for everyone.

use std::error::Error;
use std::time::{Duration, Instant};

use voxnav::glam::IVec3;
use voxnav::grid::{Occupancy, Traversability};
use voxnav::replanning::Pursuit;
use voxnav::search::{Cost, Query, SearchSettings, Weight};
use voxnav::{Terrain, Workspace};
use voxnav_testkit::Draws;
use voxnav_worlds::random_free_cells;

use super::{Options, tell};

pub(crate) fn measure(
    options: &Options,
    original: &Occupancy,
    world: &Traversability,
    draws: &mut Draws,
) -> Result<(), Box<dyn Error>> {
    let cells = random_free_cells(original, 11, options.agents + 1);
    let (settings, detour) = (SearchSettings::default(), Weight::new(options.detour)?);
    let (mut target, mut workspace) = (cells[0], Workspace::new());
    let reaches = |chaser: &&IVec3| world.is_connected(**chaser, target) == Ok(true);
    let chasers: Vec<IVec3> = cells[1..].iter().filter(reaches).copied().collect();
    let mut pursuit = Pursuit::new(world, target, &settings, &Terrain::new(), detour)?;
    let (mut shared, mut afresh) = (Vec::new(), Vec::new());
    let (mut worst, mut expanded) = (1.0_f64, 0);
    let mut heading = IVec3::X;
    for tick in 0..options.ticks {
        let ahead = target + heading;
        if world.is_traversable(ahead) && !draws.percent(5) {
            target = ahead;
        } else {
            heading = draws.pick(&[
                IVec3::X,
                IVec3::Y,
                IVec3::Z,
                -IVec3::X,
                -IVec3::Y,
                -IVec3::Z,
            ]);
        }
        let start = Instant::now();
        pursuit.follow(world, target)?;
        let paths: Vec<Option<Cost>> = chasers
            .iter()
            .map(|&chaser| Some(pursuit.path(chaser, &mut workspace)?.cost()))
            .collect();
        shared.push(start.elapsed());
        if !tick.is_multiple_of(16) {
            continue;
        }
        let start = Instant::now();
        for (&chaser, cost) in chasers.iter().zip(&paths) {
            let solution = Query::new(chaser, target).solve(world, &mut workspace);
            expanded += solution.statistics.expanded;
            let least = solution.outcome.path().map(voxnav::Path::cost);
            assert_eq!(cost.is_some(), least.is_some());
            if let (Some(cost), Some(least)) = (cost, least.filter(|least| *least > Cost::ZERO)) {
                worst = worst.max(cost.length() / least.length());
            }
        }
        afresh.push(start.elapsed());
    }
    println!(
        "{} chasers, the target moved {} times, {} fields, paths at most {worst:.4} times the optimum",
        chasers.len(),
        shared.len(),
        pursuit.fields()
    );
    tell("following and a path for everyone", &shared);
    tell("asking afresh for everyone", &afresh);
    let mean = |times: &[Duration]| {
        times.iter().sum::<Duration>().as_secs_f64()
            / f64::from(u32::try_from(times.len()).unwrap_or(1).max(1))
    };
    println!(
        "afresh takes {:.2} times as long, {expanded} expanded",
        mean(&afresh) / mean(&shared)
    );
    Ok(())
}
