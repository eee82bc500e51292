//! A custom heuristic against those of the library: report, checks and charts.
//!
//! With a map file, problems are those of the scenario next to it, `cave.3dmap.3dscen`, and every optimum is compared
//! with the length that it lists:
//! `cargo run --release -p voxnav-lab --example own_heuristic -- cave.3dmap`.

use std::sync::Arc;

use voxnav::Algorithm;
use voxnav::experiment::{Estimator, EstimatorGuarantee, Heuristic};
use voxnav::glam::IVec3;
use voxnav::search::{Cost, SearchSettings};
use voxnav_lab::{Contestant, Experiment, Lineup, ProblemSet, Report, Setting, TutorialOctile};

/// The longest component of the way that remains: never more than it costs.
#[derive(Debug)]
struct Longest;

impl Estimator for Longest {
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        Cost::STRAIGHT * (to - from).abs().max_element().unsigned_abs()
    }

    fn law(&self) -> EstimatorGuarantee {
        EstimatorGuarantee::Symmetric
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let set = match std::env::args_os().nth(1) {
        Some(map) => ProblemSet::from_file(map, 100)?,
        None => ProblemSet::generated(&"generated:rooms:32,32,16:1".parse()?, 20)?,
    };
    let astar = SearchSettings::default()
        .algorithm(Algorithm::AStar)
        .moves(set.moves);
    let lineup = Lineup::new([
        Contestant::new(astar),
        Contestant::new(astar.heuristic(Heuristic::Euclidean)),
        Contestant::new(astar).guided_by("longest", Arc::new(Longest)),
        Contestant::new(astar).guided_by("tutorial", Arc::new(TutorialOctile)),
    ]);
    let world = Experiment::default().check_estimates(3).run(&set, &lineup);
    let report = Report::new(Setting::now("own heuristic", "cargo run"), vec![world]);
    voxnav_lab::write_table(&report, &mut std::io::stdout())?;
    let page = std::env::temp_dir().join("own_heuristic.html");
    voxnav_lab::write_page(&report, &mut std::fs::File::create(page)?)?;
    Ok(())
}
