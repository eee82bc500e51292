//! How an experiment is run.

use std::convert::Infallible;
use std::num::NonZeroU32;
use std::sync::atomic::AtomicBool;

use voxnav::batch::SearchWatch;

use super::measure::Referee;
use super::preparation::prepare;
use super::{Course, Lineup, Round};
use crate::report::WorldReport;
use crate::show::RoundRows;

/// Whether a run reached its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Every problem was asked.
    Done,
    /// It was stopped before.
    Interrupted,
}

/// How problems are asked: how often, under which limits, and until when.
///
/// Every contestant answers a problem before the next one is asked, on one thread and in an order that
/// changes from problem to problem: what else the machine does falls on all alike. Each path is checked
/// cell by cell outside the timed part, and its cost against the optimum.
///
/// ```
/// use voxnav::{Algorithm, search::SearchSettings};
/// use voxnav_lab::{Contestant, Course, Experiment, Lineup};
///
/// let course = Course::generated(&"generated:caves:16,16,16:1".parse()?, 5)?;
/// let astar = Contestant::new(SearchSettings::default().algorithm(Algorithm::AStar));
/// let world = Experiment::default().run(&course, &Lineup::new([astar]));
/// assert_eq!(world.rows, 5);
/// assert_eq!(world.combinations[0].wrong, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Experiment<'e> {
    pub(crate) repeat: NonZeroU32,
    pub(crate) landmarks: usize,
    pub(crate) goals: usize,
    pub(crate) watch: Option<&'e dyn SearchWatch>,
    pub(crate) stop: &'e AtomicBool,
}

impl std::fmt::Debug for Experiment<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Experiment")
            .field("repeat", &self.repeat)
            .field("landmarks", &self.landmarks)
            .finish_non_exhaustive()
    }
}

/// Nobody stops it.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for Experiment<'_> {
    fn default() -> Self {
        Self {
            repeat: NonZeroU32::MIN,
            landmarks: 4,
            goals: 0,
            watch: None,
            stop: &NEVER,
        }
    }
}

impl<'e> Experiment<'e> {
    /// How often each contestant answers each problem; 1 by default.
    #[must_use]
    pub fn repeat(mut self, times: NonZeroU32) -> Self {
        self.repeat = times;
        self
    }

    /// How many landmarks are made for contestants that use them; 4 by default.
    #[must_use]
    pub fn landmarks(mut self, count: usize) -> Self {
        self.landmarks = count;
        self
    }

    /// Toward how many goals every estimate is held against true costs, cell by cell and move by move; 0
    /// by default.
    #[must_use]
    pub fn check_estimates(mut self, goals: usize) -> Self {
        self.goals = goals;
        self
    }

    /// Who cancels searches whose time is up. Without one their time is not limited.
    #[must_use]
    pub fn time_limit(mut self, watch: &'e dyn SearchWatch) -> Self {
        self.watch = Some(watch);
        self
    }

    /// Ends the run when the flag is set. A problem that not all have answered by then is dropped.
    #[must_use]
    pub fn stopped_by(mut self, stop: &'e AtomicBool) -> Self {
        self.stop = stop;
        self
    }

    /// Runs it.
    #[must_use]
    pub fn run(&self, course: &Course, lineup: &Lineup) -> WorldReport {
        let run = self.run_observed(course, lineup, |_| Ok::<_, Infallible>(()));
        match run {
            Ok((report, _)) => report,
            Err(never) => match never {},
        }
    }

    /// Runs it, and hands out the rows of each problem when all have answered it.
    ///
    /// # Errors
    /// The first that `hand_out` returns, which ends the run.
    pub fn run_observed<E>(
        &self,
        course: &Course,
        lineup: &Lineup,
        mut hand_out: impl FnMut(RoundRows<'_>) -> Result<(), E>,
    ) -> Result<(WorldReport, Progress), E> {
        let prepared = prepare(course, lineup, self.landmarks);
        let mut referee = Referee::new(course, lineup, *self, &prepared);
        let mut rounds: Vec<Round> = Vec::new();
        let progress = referee.run(|round| {
            hand_out(RoundRows::new(course, lineup, &round))?;
            rounds.push(round);
            Ok(())
        })?;
        let memory = referee.workspace_bytes();
        let report = WorldReport::new(course, lineup, &rounds, *self, &prepared, memory);
        Ok((report, progress))
    }
}
