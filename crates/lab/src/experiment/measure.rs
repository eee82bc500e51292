//! The rounds: every combination on every problem, in turns.
//!
//! INVARIANT: all combinations answer a problem before the next one is asked, and the first of them
//! changes from problem to problem and from repetition to repetition. What else the machine does
//! falls on all alike, and none is always the one that finds the caches cold.

use std::sync::atomic::Ordering;

use voxnav::batch::BatchObserver;
use voxnav::search::{Query, SearchSettings};
use voxnav::{Outcome, Workspace};
use voxnav_files::ScenarioRow;
use voxnav_worlds::random_order;

use super::{Experiment, Progress};
use crate::check::{Flaw, Truth, Truths, check};
use crate::contest::clock::{self, Timing};
use crate::contest::{
    Answer, Contestant, End, LIMITED, Lineup, Problem, ProblemSet, Question, Reference, Reply,
    Round,
};
use crate::expectation::{Expectation, Fault, ListedFor, check_path};

/// The search memory and everything that stays the same from problem to problem.
pub(crate) struct Referee<'a> {
    set: &'a ProblemSet,
    lineup: &'a Lineup,
    experiment: Experiment<'a>,
    /// One for all combinations, so that none pays for memory that another has.
    workspace: Workspace,
}

impl<'a> Referee<'a> {
    pub(crate) fn new(set: &'a ProblemSet, lineup: &'a Lineup, experiment: Experiment<'a>) -> Self {
        Self {
            set,
            lineup,
            experiment,
            workspace: Workspace::new(),
        }
    }

    pub(crate) fn workspace_bytes(&self) -> usize {
        self.workspace.memory_bytes()
    }

    /// Runs every round after those that are known, and hands each out when it is complete. A round that is
    /// interrupted is dropped.
    pub(crate) fn run<E>(
        &mut self,
        known: usize,
        mut hand_out: impl FnMut(Round) -> Result<(), E>,
    ) -> Result<Progress, E> {
        let set = self.set;
        if known < set.problems.len() {
            self.warm_up();
        }
        for (turn, problem) in set.problems.iter().enumerate().skip(known) {
            let round = self.round(turn, problem);
            if self.is_stopped() {
                return Ok(Progress::Interrupted);
            }
            hand_out(round)?;
        }
        Ok(Progress::Done)
    }

    /// Makes each combination answer the first problem once, so that what is derived from the world on demand is not
    /// charged to the combination that comes first.
    fn warm_up(&mut self) {
        let (set, lineup) = (self.set, self.lineup);
        if let Some(problem) = set.problems.first() {
            for entry in lineup.contestants() {
                let _ = self.until(self.experiment.watch, entry, problem);
            }
        }
    }

    fn round(&mut self, turn: usize, problem: &Problem) -> Round {
        let lineup = self.lineup;
        let (truths, reference_fault) = self.truths(problem);
        let count = lineup.contestants().len();
        let mut answers: Vec<Option<Answer>> = vec![None; count];
        for repetition in 0..u64::from(self.experiment.repeat.get()) {
            // Drawn again each time, so that none always finds the caches as the same other left them.
            for index in random_order(count, (turn as u64) << 32 | repetition) {
                let entry = &lineup.contestants()[index];
                let truth = truths.of(entry);
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
            reference_fault: reference_fault.map(|fault| fault.to_string()),
        }
    }

    /// Returns what is known about the answers to a problem, for each question of the lineup, and what is
    /// wrong with the reference itself.
    fn truths(&mut self, problem: &Problem) -> (Truths<'a>, Option<Fault>) {
        let mut truths = Truths::default();
        let mut reference_fault = None;
        let lineup: &'a Lineup = self.lineup;
        for asking in lineup.questions() {
            let reference = match (asking.question(), self.experiment.reference.algorithm()) {
                (_, None) => {
                    let truth = match (self.experiment.reference, problem.listed) {
                        (Reference::Listed, Some(_)) if self.is_listed(asking) => Truth::Listed,
                        _ => Truth::Unknown,
                    };
                    truths.add(asking, truth);
                    continue;
                }
                (Question::Lattice(moves, corners), Some(algorithm)) => {
                    let search = SearchSettings::default().moves(moves).corners(corners);
                    let search = search.shape(asking.search().shape);
                    Contestant::new(search.algorithm(algorithm))
                }
                (Question::Own(_), Some(_)) => asking.by_dijkstra(),
            };
            let reference = reference.limited_to(self.experiment.reference_limits);
            let (reply, _) = self.until(self.experiment.reference_watch, &reference, problem);
            let truth = Truth::of(&reply);
            if truth != Truth::Unknown {
                let fault = self.against_list(&reference, problem, &reply);
                reference_fault = reference_fault.or(fault);
            }
            truths.add(asking, truth);
        }
        (truths, reference_fault)
    }

    /// Notes the first answer, or one more time for the one there is, which must be the same.
    fn answer(
        &mut self,
        entry: &Contestant,
        problem: &Problem,
        truth: Truth,
        known: &mut Option<Answer>,
    ) {
        let (reply, timing) = self.until(self.experiment.watch, entry, problem);
        let outcome = self.name_of(&reply).to_owned();
        // What a search comes to by a time is not the same twice.
        let is_cut = reply.end == End::Cancelled;
        let is_timed = self.experiment.watch.is_some();
        if let Some(known) = known {
            known.timings.push(timing);
            let differs = known.statistics != reply.statistics || known.cost != reply.cost;
            if is_cut || (known.is_limited() && is_timed) {
                LIMITED.clone_into(&mut known.outcome);
            } else if differs {
                known.flaw.get_or_insert(Flaw::Changed.to_string());
            }
        } else {
            let checked = if is_cut {
                Ok(())
            } else {
                self.checked(entry, problem, &reply, truth)
            };
            *known = Some(Answer {
                outcome,
                timings: vec![timing],
                statistics: reply.statistics,
                cost: reply.cost,
                turns: reply.turns,
                optimum: truth.optimum(),
                flaw: checked.err().map(|flaw| flaw.to_string()),
            });
        }
    }

    /// Checks an answer, as far as it is known what is right.
    fn checked(
        &self,
        entry: &Contestant,
        problem: &Problem,
        reply: &Reply,
        truth: Truth,
    ) -> Result<(), Flaw> {
        check(entry, reply, truth)?;
        match self.against_list(entry, problem, reply) {
            Some(fault) if truth == Truth::Listed && reply.end == End::Own => Err(fault.into()),
            _ => Ok(()),
        }
    }

    fn until(
        &mut self,
        watch: Option<&'a dyn BatchObserver>,
        entry: &Contestant,
        problem: &Problem,
    ) -> (Reply, Timing) {
        let mut query = Query::new(problem.start, problem.goal).settings(*entry.search());
        if let Some(estimator) = entry.estimator() {
            query = query.guided_by(estimator);
        }
        let Some(watch) = watch else {
            return self.solve(entry, &query.cancel(self.experiment.stop), problem);
        };
        let token = watch.begins();
        let answer = self.solve(entry, &query.cancel(token), problem);
        watch.ended(token);
        answer
    }

    fn is_stopped(&self) -> bool {
        self.experiment.stop.load(Ordering::Relaxed)
    }

    /// Returns the name of an outcome: of a search that was cancelled because its time was up, that it
    /// reached a limit.
    fn name_of(&self, reply: &Reply) -> &'static str {
        let is_timed = self.experiment.watch.is_some() && !self.is_stopped();
        match reply.end {
            End::Cancelled if is_timed => LIMITED,
            _ => reply.name,
        }
    }

    /// Answers a query, and checks its path cell by cell outside the timed part.
    fn solve(
        &mut self,
        entry: &Contestant,
        query: &Query<'_>,
        problem: &Problem,
    ) -> (Reply, Timing) {
        let workspace = &mut self.workspace;
        if let Some(mover) = entry.mover() {
            return mover.answer(query, [problem.start, problem.goal], workspace);
        }
        let (world, terrain) = (self.set.world_from(problem.start), &self.set.terrain);
        let query = query.terrain(terrain);
        let (solution, timing) = clock::timed(|| query.solve(world, workspace));
        let reply = Reply::of(&solution, None, |path| {
            let ends = [problem.start, problem.goal];
            check_path(path, ends, world, Some(terrain), entry.search())
        });
        if let Outcome::Found(path) = solution.outcome {
            workspace.recycle(path);
        }
        (reply, timing)
    }

    /// Returns whether listed lengths are about these moves.
    fn is_listed(&self, entry: &Contestant) -> bool {
        self.expectation(entry) != Expectation::Unknown
    }

    /// Returns what listed lengths say of a contestant.
    fn expectation(&self, entry: &Contestant) -> Expectation {
        match (entry.question(), self.set.listed_for.as_deref()) {
            // Listed lengths know no costs of cells.
            (Question::Lattice(..), _) if !self.set.terrain.is_uniform() => Expectation::Unknown,
            (Question::Lattice(..), None) => {
                Expectation::of(entry.search(), self.set.moves, self.set.listed_shape)
            }
            (Question::Own(name), Some(listed)) if name == listed => {
                Expectation::of_walker(entry.search(), ListedFor::This)
            }
            _ => Expectation::Unknown,
        }
    }

    /// Holds an answer against the listed length, where there is one.
    fn against_list(&self, entry: &Contestant, problem: &Problem, reply: &Reply) -> Option<Fault> {
        let row = ScenarioRow {
            rounding: problem.rounding,
            ..ScenarioRow::new(problem.start, problem.goal, problem.listed?)
        };
        let expectation = self.expectation(entry);
        if expectation == Expectation::Unknown {
            return None;
        }
        let unsound = reply.fault.clone();
        unsound.or_else(|| expectation.check_cost(&row, reply.cost, reply.name).err())
    }
}
