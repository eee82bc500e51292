//! The worlds and problems that are measured.

use std::error::Error;
use std::time::Instant;

use voxnav::grid::Axis;
use voxnav::search::SearchSettings;
use voxnav::{CornerRule, MoveSet};
use voxnav_lab::ProblemSet;
use voxnav_worlds::GeneratedWorld;

/// Returns a world and at most `wanted` problems: of a map file (`cave.3dmap`) rows of the scenario
/// next to it, evenly spaced; of a name (`generated:KIND:X,Y,Z:SEED`) random pairs of connected free
/// cells. A world of one layer has eight moves, others 26.
///
/// # Errors
/// The errors of [`ProblemSet`], and those of names that name no world.
pub fn problem_set(source: &str, wanted: usize) -> Result<ProblemSet, Box<dyn Error>> {
    let mut set = if source.starts_with(GeneratedWorld::PREFIX) {
        ProblemSet::generated(&source.parse()?, wanted)?
    } else {
        ProblemSet::from_file(source, wanted)?
    };
    if set.world.bounds().size().z == 1 {
        set.moves = MoveSet::Planar8(Axis::Z);
    }
    Ok(set)
}

/// Returns a problem set with the index of its world under a corner rule, which takes its time while
/// loading.
#[must_use]
pub fn with_index(mut set: ProblemSet, corners: CornerRule) -> ProblemSet {
    let started = Instant::now();
    let settings = SearchSettings::default().moves(set.moves).corners(corners);
    settings.prepare_index(&set.world);
    set.load += started.elapsed();
    set
}
