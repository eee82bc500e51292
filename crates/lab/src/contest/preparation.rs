//! Preparations that searches need of a world: landmarks, whose time and memory are a price of
//! their own and no part of any query.

use std::time::Instant;

use serde::Serialize;
use voxnav::experiment::{Heuristic, Landmarks};
use voxnav::{CornerRule, MoveSet};

use super::contestant::{Contestant, Guidance, Question};
use super::{Lineup, ProblemSet};

/// Landmarks for the searches with these moves and corners.
pub(crate) struct Preparation {
    pub(crate) moves: MoveSet,
    pub(crate) corners: CornerRule,
    pub(crate) landmarks: Landmarks,
    /// The price of the landmarks, for reports.
    pub(crate) prepared: Prepared,
}

/// The landmarks that were made for the searches with some moves and corners, and their price.
#[derive(Clone, Debug, Serialize)]
pub struct Prepared {
    /// The name of the moves.
    pub moves: String,
    /// The name of the corner rule.
    pub corners: String,
    /// The number of landmarks made.
    pub landmarks: usize,
    /// The time that it took to make them, in milliseconds.
    pub time_ms: f64,
    /// The memory that they take, in bytes.
    pub bytes: usize,
}

/// Makes what the lineup needs: `count` landmarks, far apart, in the region of the first problem
/// that can be asked at all. Elsewhere the estimate is octile.
pub(crate) fn prepare(set: &ProblemSet, lineup: &Lineup, count: usize) -> Vec<Preparation> {
    let world = &set.world;
    let starts = set.problems.iter().map(|problem| problem.start);
    let Some(seed) = starts
        .into_iter()
        .find(|&start| world.is_traversable(start))
    else {
        return Vec::new();
    };
    let needs = |question: &Question<'_>| {
        lineup.contestants().iter().any(|entry| {
            entry.guidance() == Guidance::Known(Heuristic::Landmarks)
                && entry.question() == *question
        })
    };
    let questions = lineup.questions().into_iter().map(Contestant::question);
    let made = questions.filter(needs).filter_map(|question| {
        let Question::Lattice(moves, corners) = question else {
            return None;
        };
        let started = Instant::now();
        let landmarks = Landmarks::farthest(world, moves, corners, seed, count).ok()?;
        let prepared = Prepared {
            moves: moves.to_string(),
            corners: corners.to_string(),
            landmarks: landmarks.cells().len(),
            time_ms: started.elapsed().as_secs_f64() * 1e3,
            bytes: landmarks.memory_bytes(),
        };
        Some(Preparation {
            moves,
            corners,
            landmarks,
            prepared,
        })
    });
    made.collect()
}
