//! The rounds: every combination on every problem, in turns.
//!
//! INVARIANT: all combinations answer a problem before the next one is asked, and the first of them
//! changes from problem to problem and from repetition to repetition. What else the machine does
//! falls on all alike, and none is always the one that finds the caches cold.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use voxnav::experiment::Heuristic;
use voxnav::search::{Cost, Query, SearchSettings, Solution, Statistics};
use voxnav::{Algorithm, Outcome, Workspace};
use voxnav_formats::ScenarioRow;
use voxnav_worlds::random_order;

use super::check::{Flaw, Truth, check};
use super::course::{Course, Problem};
use super::lineup::{Entry, Lineup};
use super::preparation::Preparation;
use crate::expectation::{Expectation, Fault};
use crate::limits::{Clock, LIMITED};

/// How a problem is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asking {
    /// How often each combination answers each problem.
    pub(super) repeat: u32,
}

/// The answer of a combination to a problem.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// In the words of [`Outcome::name`].
    pub(super) outcome: &'static str,
    /// One for each repetition.
    pub(super) times_ms: Vec<f64>,
    pub(super) statistics: Statistics,
    /// Of the path, if one was found.
    pub(super) cost: Option<Cost>,
    pub(super) optimum: Option<Cost>,
    pub(super) flaw: Option<Flaw>,
}

impl Answer {
    /// The cost by the optimum; 1 where both are nothing.
    pub(super) fn ratio(&self) -> Option<f64> {
        let (cost, optimum) = (self.cost?, self.optimum?);
        Some(if cost == optimum {
            1.0
        } else {
            cost.length() / optimum.length()
        })
    }

    pub(super) fn is_limited(&self) -> bool {
        self.outcome == LIMITED
    }
}

/// All answers to a problem.
pub(super) struct Round {
    pub(super) problem: Problem,
    /// In the order of the lineup.
    pub(super) answers: Vec<Answer>,
    /// Where the reference engine is not what the scenario lists.
    pub(super) reference_fault: Option<Fault>,
}

/// Whether the run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Done,
    Interrupted,
}

/// Search memory and everything that stays the same from problem to problem.
pub(super) struct Referee<'a> {
    pub(super) course: &'a Course,
    pub(super) lineup: &'a Lineup,
    pub(super) asking: Asking,
    pub(super) stop: &'a AtomicBool,
    pub(super) prepared: &'a [Preparation],
    clock: &'a Clock,
    /// One for all combinations, so that none pays for memory that another has.
    workspace: Workspace,
}

impl<'a> Referee<'a> {
    pub(super) fn new(
        course: &'a Course,
        lineup: &'a Lineup,
        asking: Asking,
        prepared: &'a [Preparation],
        stop: &'a AtomicBool,
        clock: &'a Clock,
    ) -> Self {
        Self {
            course,
            lineup,
            asking,
            stop,
            prepared,
            clock,
            workspace: Workspace::new(),
        }
    }

    pub(super) fn workspace_bytes(&self) -> usize {
        self.workspace.memory_bytes()
    }

    /// Runs every round and hands each out when it is complete. A round that is interrupted is
    /// dropped.
    pub(super) fn run<E>(
        &mut self,
        bar: &crate::progress::Progress,
        mut hand_out: impl FnMut(Round) -> Result<(), E>,
    ) -> Result<Progress, E> {
        self.warm_up();
        let course = self.course;
        for (turn, problem) in course.problems.iter().enumerate() {
            let round = self.round(turn, problem);
            if self.stop.load(Ordering::Relaxed) {
                return Ok(Progress::Interrupted);
            }
            hand_out(round)?;
            bar.inc(1);
        }
        Ok(Progress::Done)
    }

    /// Each combination answers the first problem once, so that what is derived from the world on
    /// demand is not charged to whoever comes first.
    fn warm_up(&mut self) {
        let (course, lineup) = (self.course, self.lineup);
        if let Some(problem) = course.problems.first() {
            for entry in &lineup.entries {
                let (solution, _) = self.timed(entry, problem);
                self.recycle(solution);
            }
        }
    }

    fn round(&mut self, turn: usize, problem: &Problem) -> Round {
        let lineup = self.lineup;
        let mut reference_fault = None;
        let mut truths = Vec::new();
        for (moves, corners) in lineup.questions() {
            let search = SearchSettings::default()
                .algorithm(Algorithm::AStar)
                .moves(moves)
                .corners(corners);
            let reference = Query::new(problem.start, problem.goal)
                .settings(search)
                .cancel(self.stop);
            let (solution, _) = self.solve(&reference, problem);
            let fault = self.against_list(&search, problem, &solution);
            reference_fault = reference_fault.or(fault);
            truths.push(((moves, corners), Truth::of(&solution.outcome)));
            self.recycle(solution);
        }
        let truth_for = |search: &SearchSettings| {
            let question = (search.moves, search.corners);
            let found = truths.iter().find(|(asked, _)| *asked == question);
            found.map_or(Truth::NoPath("unknown"), |&(_, truth)| truth)
        };
        let count = lineup.entries.len();
        let mut answers: Vec<Option<Answer>> = vec![None; count];
        for repetition in 0..u64::from(self.asking.repeat) {
            // Drawn anew each time, so that none always finds the caches as the same other left them.
            for index in random_order(count, (turn as u64) << 32 | repetition) {
                let entry = &lineup.entries[index];
                self.answer(
                    entry,
                    problem,
                    truth_for(&entry.search),
                    &mut answers[index],
                );
                if self.stop.load(Ordering::Relaxed) {
                    break;
                }
            }
        }
        Round {
            problem: *problem,
            answers: answers.into_iter().flatten().collect(),
            reference_fault,
        }
    }

    /// The first answer, or one more time for the one there is, which must be the same.
    fn answer(
        &mut self,
        entry: &Entry,
        problem: &Problem,
        truth: Truth,
        known: &mut Option<Answer>,
    ) {
        let (solution, time_ms) = self.timed(entry, problem);
        let outcome = self.clock.name_of(&solution.outcome);
        // What a search comes to by a time is not the same twice.
        let is_cut = matches!(solution.outcome, Outcome::Cancelled { .. });
        let cost = solution.outcome.path().map(voxnav::Path::cost);
        if let Some(known) = known {
            known.times_ms.push(time_ms);
            let differs = known.statistics != solution.statistics || known.cost != cost;
            if is_cut || (known.is_limited() && self.clock.is_running()) {
                known.outcome = LIMITED;
            } else if differs {
                known.flaw.get_or_insert(Flaw::Changed);
            }
        } else {
            let world = self.course.map.world_from(problem.start);
            *known = Some(Answer {
                outcome,
                times_ms: vec![time_ms],
                statistics: solution.statistics,
                cost,
                optimum: truth.optimum(),
                flaw: if is_cut {
                    None
                } else {
                    check(&entry.search, problem, world, &solution, truth).err()
                },
            });
        }
        self.recycle(solution);
    }

    /// Searches until the time is up.
    fn timed(&mut self, entry: &Entry, problem: &Problem) -> (Solution, f64) {
        let clock = self.clock;
        let estimator = entry.heuristic.estimator();
        let mut query = Query::new(problem.start, problem.goal).settings(entry.search);
        if let Some(estimator) = &estimator {
            query = query.guided_by(estimator);
        }
        if let Some(prepared) = self.landmarks_for(&entry.search, problem) {
            query = query.landmarks(&prepared.landmarks);
        }
        clock.time(|token| self.solve(&query.cancel(token), problem))
    }

    fn solve(&mut self, query: &Query<'_>, problem: &Problem) -> (Solution, f64) {
        let started = Instant::now();
        let solution = query.solve(
            self.course.map.world_from(problem.start),
            &mut self.workspace,
        );
        (solution, started.elapsed().as_secs_f64() * 1e3)
    }

    /// The landmarks of a search. They are of agents on ground, and say nothing to those on water.
    fn landmarks_for(&self, search: &SearchSettings, problem: &Problem) -> Option<&'a Preparation> {
        if self.course.map.is_water(problem.start) {
            return None;
        }
        let fits = |it: &&Preparation| (it.moves, it.corners) == (search.moves, search.corners);
        let wanted = search.heuristic == Heuristic::Landmarks;
        self.prepared.iter().filter(|_| wanted).find(fits)
    }

    fn recycle(&mut self, solution: Solution) {
        if let Outcome::Found(path) = solution.outcome {
            self.workspace.recycle(path);
        }
    }

    /// Holds the answer of the reference engine against the listed length, where there is one.
    fn against_list(
        &self,
        search: &SearchSettings,
        problem: &Problem,
        solution: &Solution,
    ) -> Option<Fault> {
        let row = ScenarioRow {
            rounding: problem.rounding,
            ..ScenarioRow::new(problem.start, problem.goal, problem.listed?)
        };
        let map = &self.course.map;
        let expectation = Expectation::of(search, map.kind);
        if expectation == Expectation::Unknown {
            return None;
        }
        let checked = expectation.check(&row, &solution.outcome, map.world_from(row.start), search);
        checked.err()
    }
}
