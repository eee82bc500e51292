//! A heuristic of your own on a map file: `cargo run --release -p voxnav-lab --example on_a_map -- cave.3dmap`.
//!
//! The problems are those of the scenario beside it, `cave.3dmap.3dscen`, and every optimum is held against the
//! length that it lists.

use std::sync::Arc;

use voxnav::Algorithm;
use voxnav::experiment::{EstimateLaw, Estimator};
use voxnav::glam::IVec3;
use voxnav::search::{Cost, SearchSettings};
use voxnav_lab::{Contestant, Course, Experiment, Lineup, Report, Setting};

/// The longest component of the way that remains: never more than it costs.
#[derive(Debug)]
struct Longest;

impl Estimator for Longest {
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        Cost::STRAIGHT * (to - from).abs().max_element().unsigned_abs()
    }

    fn law(&self) -> EstimateLaw {
        EstimateLaw::Symmetric
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = std::env::args_os().nth(1).ok_or("which map file?")?;
    let course = Course::from_file(map, 100)?;
    let astar = SearchSettings::default()
        .algorithm(Algorithm::AStar)
        .moves(course.moves);
    let lineup = Lineup::new([
        Contestant::new(astar),
        Contestant::new(astar).guided_by("longest", Arc::new(Longest)),
    ]);
    let world = Experiment::default()
        .check_estimates(3)
        .run(&course, &lineup);
    let mut report = Report::new(Setting::now("on a map", "cargo run"), vec![world]);
    report.compare_with(None);
    voxnav_lab::write_table(&report, &mut std::io::stdout())?;
    Ok(())
}
