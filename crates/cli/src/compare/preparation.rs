//! What searches need to know of a world beforehand: landmarks, whose time and memory are a price
//! of their own and no part of any query.

use std::time::{Duration, Instant};

use serde::Serialize;
use voxnav::experiment::{Heuristic, Landmarks};
use voxnav::{CornerRule, MoveSet};

use super::course::Course;
use super::lineup::Lineup;

/// Landmarks for the searches with these moves and corners.
pub(super) struct Preparation {
    pub(super) moves: MoveSet,
    pub(super) corners: CornerRule,
    pub(super) landmarks: Landmarks,
    pub(super) time: Duration,
}

/// The same for reports.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Prepared {
    pub(super) moves: String,
    pub(super) corners: String,
    pub(super) landmarks: usize,
    pub(super) time_ms: f64,
    pub(super) bytes: usize,
}

/// Makes what the lineup needs: `count` landmarks, far apart, in the region of the first problem
/// that can be asked at all. Elsewhere the estimate is octile.
pub(super) fn prepare(course: &Course, lineup: &Lineup, count: usize) -> Vec<Preparation> {
    let world = &course.map.world;
    let starts = course.problems.iter().map(|problem| problem.start);
    let Some(seed) = starts
        .into_iter()
        .find(|&start| world.is_traversable(start))
    else {
        return Vec::new();
    };
    let needs = |question: &(MoveSet, CornerRule)| {
        lineup.entries.iter().any(|entry| {
            let search = &entry.search;
            search.heuristic == Heuristic::Landmarks && (search.moves, search.corners) == *question
        })
    };
    let questions = lineup.questions().into_iter().filter(needs);
    let made = questions.filter_map(|(moves, corners)| {
        let started = Instant::now();
        let landmarks = Landmarks::farthest(world, moves, corners, seed, count).ok()?;
        Some(Preparation {
            moves,
            corners,
            landmarks,
            time: started.elapsed(),
        })
    });
    made.collect()
}

impl Preparation {
    pub(super) fn report(&self) -> Prepared {
        Prepared {
            moves: self.moves.to_string(),
            corners: self.corners.to_string(),
            landmarks: self.landmarks.cells().len(),
            time_ms: self.time.as_secs_f64() * 1e3,
            bytes: self.landmarks.memory_bytes(),
        }
    }
}
