//! The rounds: every combination on every problem, in turns.
//!
//! INVARIANT: all combinations answer a problem before the next one is asked, and the first of them
//! changes from problem to problem and from repetition to repetition. What else the machine does
//! falls on all alike, and none is always the one that finds the caches cold.

use std::sync::atomic::Ordering;

use voxnav::batch::SearchWatch;
use voxnav::experiment::Heuristic;
use voxnav::search::{Cost, Query, SearchSettings, Solution, Statistics};
use voxnav::{Outcome, Workspace};
use voxnav_formats::ScenarioRow;
use voxnav_worlds::random_order;

use super::clock::{self, Timing};
use super::contestant::Contestant;
use super::{Course, Experiment, Lineup, Preparation, Problem, Progress, Reference};
use crate::check::{Expectation, Fault, Flaw, Truth, Truths, check};

/// The name of [`Outcome::LimitReached`], also for a search whose time was up.
const LIMITED: &str = "limit reached";

/// The answer of a combination to a problem.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// In the words of [`Outcome::name`].
    pub(crate) outcome: &'static str,
    /// One for each repetition.
    pub(crate) timings: Vec<Timing>,
    pub(crate) statistics: Statistics,
    /// Of the path, if one was found.
    pub(crate) cost: Option<Cost>,
    pub(crate) optimum: Option<Cost>,
    pub(crate) flaw: Option<Flaw>,
}

impl Answer {
    /// The cost by the optimum; 1 where both are nothing.
    pub(crate) fn ratio(&self) -> Option<f64> {
        let (cost, optimum) = (self.cost?, self.optimum?);
        Some(if cost == optimum {
            1.0
        } else {
            cost.length() / optimum.length()
        })
    }

    /// The times on the wall.
    pub(crate) fn times_ms(&self) -> Vec<f64> {
        self.timings.iter().map(|timing| timing.wall_ms).collect()
    }

    /// Those of the processor, where the system tells all of them.
    pub(crate) fn cpu_ms(&self) -> Option<Vec<f64>> {
        self.timings.iter().map(|timing| timing.cpu_ms).collect()
    }

    pub(crate) fn is_limited(&self) -> bool {
        self.outcome == LIMITED
    }
}

fn is_limited(outcome: &Outcome) -> bool {
    matches!(
        outcome,
        Outcome::LimitReached { .. } | Outcome::Cancelled { .. }
    )
}

/// All answers to a problem.
pub(crate) struct Round {
    pub(crate) problem: Problem,
    /// In the order of the lineup.
    pub(crate) answers: Vec<Answer>,
    /// Where the reference engine is not what the scenario lists.
    pub(crate) reference_fault: Option<Fault>,
}

/// Search memory and everything that stays the same from problem to problem.
pub(crate) struct Referee<'a> {
    course: &'a Course,
    lineup: &'a Lineup,
    experiment: Experiment<'a>,
    prepared: &'a [Preparation],
    /// One for all combinations, so that none pays for memory that another has.
    workspace: Workspace,
}

impl<'a> Referee<'a> {
    pub(crate) fn new(
        course: &'a Course,
        lineup: &'a Lineup,
        experiment: Experiment<'a>,
        prepared: &'a [Preparation],
    ) -> Self {
        Self {
            course,
            lineup,
            experiment,
            prepared,
            workspace: Workspace::new(),
        }
    }

    pub(crate) fn workspace_bytes(&self) -> usize {
        self.workspace.memory_bytes()
    }

    /// Runs every round and hands each out when it is complete. A round that is interrupted is
    /// dropped.
    pub(crate) fn run<E>(
        &mut self,
        mut hand_out: impl FnMut(Round) -> Result<(), E>,
    ) -> Result<Progress, E> {
        self.warm_up();
        let course = self.course;
        for (turn, problem) in course.problems.iter().enumerate() {
            let round = self.round(turn, problem);
            if self.is_stopped() {
                return Ok(Progress::Interrupted);
            }
            hand_out(round)?;
        }
        Ok(Progress::Done)
    }

    /// Each combination answers the first problem once, so that what is derived from the world on
    /// demand is not charged to whoever comes first.
    fn warm_up(&mut self) {
        let (course, lineup) = (self.course, self.lineup);
        if let Some(problem) = course.problems.first() {
            for entry in lineup.contestants() {
                let (solution, _) = self.timed(entry, problem);
                self.recycle(solution);
            }
        }
    }

    fn round(&mut self, turn: usize, problem: &Problem) -> Round {
        let lineup = self.lineup;
        let (truths, reference_fault) = self.truths(problem);
        let count = lineup.contestants().len();
        let mut answers: Vec<Option<Answer>> = vec![None; count];
        for repetition in 0..u64::from(self.experiment.repeat.get()) {
            // Drawn anew each time, so that none always finds the caches as the same other left them.
            for index in random_order(count, (turn as u64) << 32 | repetition) {
                let entry = &lineup.contestants()[index];
                let truth = truths.of(entry.search());
                self.answer(entry, problem, truth, &mut answers[index]);
                if self.is_stopped() {
                    break;
                }
            }
        }
        let mut answers: Vec<Answer> = answers.into_iter().flatten().collect();
        if !self.is_stopped() {
            truths.settle(lineup, &mut answers);
        }
        Round {
            problem: *problem,
            answers,
            reference_fault,
        }
    }

    /// What is known about the answers to a problem, for each question of the lineup, and what is wrong
    /// with the reference itself.
    fn truths(&mut self, problem: &Problem) -> (Truths, Option<Fault>) {
        let mut truths = Truths::default();
        let mut reference_fault = None;
        for (moves, corners) in self.lineup.questions() {
            let asked = SearchSettings::default().moves(moves).corners(corners);
            let Some(algorithm) = self.experiment.reference.algorithm() else {
                let truth = match (self.experiment.reference, problem.listed) {
                    (Reference::Listed, Some(_)) if self.is_listed(&asked) => Truth::Listed,
                    _ => Truth::Unknown,
                };
                truths.add((moves, corners), truth);
                continue;
            };
            let search = asked
                .algorithm(algorithm)
                .limits(self.experiment.reference_limits);
            let reference = Query::new(problem.start, problem.goal).settings(search);
            let (solution, _) = self.until(self.experiment.reference_watch, reference, problem);
            let truth = Truth::of(&solution.outcome);
            if truth != Truth::Unknown {
                let fault = self.against_list(&search, problem, &solution);
                reference_fault = reference_fault.or(fault);
            }
            truths.add((moves, corners), truth);
            self.recycle(solution);
        }
        (truths, reference_fault)
    }

    /// The first answer, or one more time for the one there is, which must be the same.
    fn answer(
        &mut self,
        entry: &Contestant,
        problem: &Problem,
        truth: Truth,
        known: &mut Option<Answer>,
    ) {
        let (solution, timing) = self.timed(entry, problem);
        let outcome = self.name_of(&solution.outcome);
        // What a search comes to by a time is not the same twice.
        let is_cut = matches!(solution.outcome, Outcome::Cancelled { .. });
        let cost = solution.outcome.path().map(voxnav::Path::cost);
        let is_timed = self.experiment.watch.is_some();
        if let Some(known) = known {
            known.timings.push(timing);
            let differs = known.statistics != solution.statistics || known.cost != cost;
            if is_cut || (known.is_limited() && is_timed) {
                known.outcome = LIMITED;
            } else if differs {
                known.flaw.get_or_insert(Flaw::Changed);
            }
        } else {
            *known = Some(Answer {
                outcome,
                timings: vec![timing],
                statistics: solution.statistics,
                cost,
                optimum: truth.optimum(),
                flaw: if is_cut {
                    None
                } else {
                    self.checked(entry, problem, &solution, truth).err()
                },
            });
        }
        self.recycle(solution);
    }

    /// What is wrong with an answer, as far as it is known what is right.
    fn checked(
        &self,
        entry: &Contestant,
        problem: &Problem,
        solution: &Solution,
        truth: Truth,
    ) -> Result<(), Flaw> {
        let world = self.course.world_from(problem.start);
        check(entry, problem, world, solution, truth)?;
        match self.against_list(entry.search(), problem, solution) {
            Some(fault) if truth == Truth::Listed && !is_limited(&solution.outcome) => {
                Err(fault.into())
            }
            _ => Ok(()),
        }
    }

    /// Searches until the time is up.
    fn timed(&mut self, entry: &Contestant, problem: &Problem) -> (Solution, Timing) {
        let mut query = Query::new(problem.start, problem.goal).settings(*entry.search());
        if let Some(estimator) = entry.estimator() {
            query = query.guided_by(estimator);
        }
        if let Some(prepared) = self.landmarks_for(entry.search(), problem) {
            query = query.landmarks(&prepared.landmarks);
        }
        self.until(self.experiment.watch, query, problem)
    }

    fn until(
        &mut self,
        watch: Option<&'a dyn SearchWatch>,
        query: Query<'_>,
        problem: &Problem,
    ) -> (Solution, Timing) {
        let Some(watch) = watch else {
            return self.solve(&query.cancel(self.experiment.stop), problem);
        };
        let token = watch.begins();
        let answer = self.solve(&query.cancel(token), problem);
        watch.ended(token);
        answer
    }

    fn is_stopped(&self) -> bool {
        self.experiment.stop.load(Ordering::Relaxed)
    }

    /// How an outcome is called: of a search that was cancelled because its time was up, that it
    /// reached a limit.
    fn name_of(&self, outcome: &Outcome) -> &'static str {
        let is_timed = self.experiment.watch.is_some() && !self.is_stopped();
        match outcome {
            Outcome::LimitReached { .. } => LIMITED,
            Outcome::Cancelled { .. } if is_timed => LIMITED,
            other => other.name(),
        }
    }

    fn solve(&mut self, query: &Query<'_>, problem: &Problem) -> (Solution, Timing) {
        let world = self.course.world_from(problem.start);
        let workspace = &mut self.workspace;
        clock::timed(|| query.solve(world, workspace))
    }

    /// The landmarks of a search. They are of agents on ground, and say nothing to those on water.
    fn landmarks_for(&self, search: &SearchSettings, problem: &Problem) -> Option<&'a Preparation> {
        if self.course.is_water(problem.start) {
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

    /// Whether listed lengths are about these moves.
    fn is_listed(&self, search: &SearchSettings) -> bool {
        Expectation::of(search, self.course.moves) != Expectation::Unknown
    }

    /// Holds an answer against the listed length, where there is one.
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
        let course = self.course;
        let expectation = Expectation::of(search, course.moves);
        if expectation == Expectation::Unknown {
            return None;
        }
        let world = course.world_from(row.start);
        let checked = expectation.check(&row, &solution.outcome, world, search);
        checked.err()
    }
}
