//! Experiments and their settings: the rounds in which problems are asked, and the journal of answers.

mod journal;
mod measure;

use std::convert::Infallible;
use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

use voxnav::batch::BatchObserver;
use voxnav::search::Limits;

use crate::check::Laws;
use crate::contest::{Lineup, ProblemSet, Reference, Repetitions, Round, clock};
use crate::report::{Machine, WorldReport};
use crate::show::RoundRows;
pub use journal::{Journal, JournalError};
use measure::Referee;

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Every problem was asked.
    Done,
    /// The run was stopped before.
    Interrupted,
}

/// The way in which problems are asked: how often, under which limits, and until when.
///
/// Every contestant answers a problem before the next one is asked, on one thread and in an order that
/// changes from problem to problem: what else the machine does falls on all alike. Each path is checked
/// cell by cell outside the timed part, and its cost against the optimum.
///
/// ```
/// use voxnav::{Algorithm, search::SearchSettings};
/// use voxnav_lab::{Contestant, Experiment, Lineup, ProblemSet};
///
/// let set = ProblemSet::generated(&"generated:caves:16,16,16:1".parse()?, 5)?;
/// let astar = Contestant::new(SearchSettings::default().algorithm(Algorithm::AStar));
/// let world = Experiment::default().run(&set, &Lineup::new([astar]));
/// assert_eq!(world.rows, 5);
/// assert_eq!(world.combinations[0].wrong, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Experiment<'e> {
    pub(crate) repeat: NonZeroU32,
    pub(crate) goals: usize,
    pub(crate) repetitions: Repetitions,
    pub(crate) reference: Reference,
    pub(crate) reference_limits: Limits,
    pub(crate) reference_watch: Option<&'e dyn BatchObserver>,
    pub(crate) watch: Option<&'e dyn BatchObserver>,
    pub(crate) stop: &'e AtomicBool,
}

impl std::fmt::Debug for Experiment<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Experiment")
            .field("repeat", &self.repeat)
            .finish_non_exhaustive()
    }
}

/// A flag that is never set.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for Experiment<'_> {
    fn default() -> Self {
        Self {
            repeat: NonZeroU32::MIN,
            goals: 0,
            repetitions: Repetitions::default(),
            reference: Reference::default(),
            reference_limits: Limits::none(),
            reference_watch: None,
            watch: None,
            stop: &NEVER,
        }
    }
}

impl<'e> Experiment<'e> {
    voxnav_occupancy::setters! {
        /// Sets how often each contestant answers each problem; 1 by default.
        repeat(times: NonZeroU32) => repeat = times;

        /// Sets which of these times count; every one by default.
        counting(repetitions: Repetitions) => repetitions = repetitions;

        /// Sets where the optimum comes from; from plain A* without limits by default.
        reference(reference: Reference) => reference = reference;
    }

    /// Limits searches for the optimum, with an optional observer that cancels those whose time is up. Where a limit is
    /// reached, exact searches are only held against each other.
    #[must_use]
    pub fn limited_reference(
        mut self,
        limits: Limits,
        watch: Option<&'e dyn BatchObserver>,
    ) -> Self {
        (self.reference_limits, self.reference_watch) = (limits, watch);
        self
    }

    voxnav_occupancy::setters! {
        /// Sets toward how many goals every estimate is held against true costs, cell by cell and move by move;
        /// 0 by default.
        check_estimates(goals: usize) => goals = goals;

        /// Sets the observer that cancels searches whose time is up. Without one their time is not limited.
        time_limit(watch: &'e dyn BatchObserver) => watch = Some(watch);

        /// Ends the run when the flag is set. A problem that not all have answered by then is dropped.
        stopped_by(stop: &'e AtomicBool) => stop = stop;
    }

    /// Runs the experiment.
    #[must_use]
    pub fn run(&self, set: &ProblemSet, lineup: &Lineup) -> WorldReport {
        let run = self.run_observed(set, lineup, |_| Ok::<_, Infallible>(()));
        match run {
            Ok((report, _)) => report,
            Err(never) => match never {},
        }
    }

    /// Runs the experiment, and hands out the rows of each problem when all have answered it.
    ///
    /// # Errors
    /// The first that `hand_out` returns, which ends the run.
    pub fn run_observed<E>(
        &self,
        set: &ProblemSet,
        lineup: &Lineup,
        mut hand_out: impl FnMut(RoundRows<'_>) -> Result<(), E>,
    ) -> Result<(WorldReport, Progress), E> {
        self.go_on(set, lineup, Vec::new(), |round| {
            hand_out(RoundRows::new(set, lineup, round, self.repetitions))
        })
    }

    /// Runs what is not in the journal yet, and keeps it there. Rows that are there are handed out first.
    ///
    /// # Guarantees
    ///
    /// However often and wherever a run is ended and begun again with its journal, its rows are those of one
    /// that is not ended, but for what depends on time.
    ///
    /// # Errors
    ///
    /// Those of the journal, if it cannot be written or is of another run; the first that `hand_out`
    /// returns.
    pub fn run_kept<E: From<JournalError>>(
        &self,
        set: &ProblemSet,
        lineup: &Lineup,
        journal: &mut Journal,
        mut hand_out: impl FnMut(RoundRows<'_>) -> Result<(), E>,
    ) -> Result<(WorldReport, Progress), E> {
        let known = journal.begin(set, lineup, self)?;
        for round in &known {
            hand_out(RoundRows::new(set, lineup, round, self.repetitions))?;
        }
        self.go_on(set, lineup, known, |round| {
            journal.note(round)?;
            hand_out(RoundRows::new(set, lineup, round, self.repetitions))
        })
    }

    /// Runs what comes after the rounds that are known.
    fn go_on<E>(
        &self,
        set: &ProblemSet,
        lineup: &Lineup,
        mut rounds: Vec<Round>,
        mut done: impl FnMut(&Round) -> Result<(), E>,
    ) -> Result<(WorldReport, Progress), E> {
        let mut referee = Referee::new(set, lineup, *self);
        let before = (clock::load(), clock::switches());
        let known = rounds.len();
        let progress = referee.run(known, |round| {
            done(&round)?;
            rounds.push(round);
            Ok(())
        })?;
        let memory = referee.workspace_bytes();
        let (load_before, switches) = before;
        let report = WorldReport {
            kept: known as u64,
            repeat: self.repeat.get(),
            reference: self.reference.to_string(),
            machine: Machine {
                load_before,
                load_after: clock::load(),
                switches: clock::switches()
                    .zip(switches)
                    .map(|(now, then)| now - then),
                threads: available_parallelism().map_or(1, NonZeroUsize::get),
                waited: waited(&rounds),
            },
            workspace_bytes: memory,
            laws: Laws::of_all(lineup, set, self.goals),
            ..WorldReport::of_rounds(set, lineup, &rounds, self.repetitions)
        };
        Ok((report, progress))
    }
}

/// Returns the share of the time on the wall in which queries waited for the processor.
fn waited(rounds: &[Round]) -> Option<f64> {
    let answers = rounds.iter().flat_map(|round| &round.answers);
    let (mut wall, mut cpu) = (0.0, 0.0);
    for answer in answers {
        wall += answer.times_ms().iter().sum::<f64>();
        cpu += answer.cpu_ms()?.iter().sum::<f64>();
    }
    (wall > 0.0).then(|| (1.0 - cpu / wall).max(0.0))
}
