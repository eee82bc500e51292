//! Requests, answers and progress of a batch.

use std::fmt;
use std::sync::atomic::AtomicBool;

use crate::cost::Cost;
use crate::movement::Direction;
use crate::outcome::{Outcome, Statistics};
use crate::path::Path;
use crate::query::Query;

/// The snapshot of a batch that a request is about: agents of different sizes see different worlds.
/// The first is 0.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{AgentIndex, Batch};
///
/// let batch = Batch::new(world.clone());
/// assert_eq!(batch.add_agent(world), AgentIndex(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentIndex(pub u32);

/// One query of a batch, with the agent that asks it.
///
/// ```
/// use voxnav_search::{AgentIndex, Query, Request};
/// # use glam::IVec3;
///
/// let query = Query::new(IVec3::ZERO, IVec3::ONE);
/// assert_eq!(Request::from(query).agent, AgentIndex(0), "for the first agent");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'q> {
    /// The agent.
    pub agent: AgentIndex,
    /// The query. Its limits are the budget of this request.
    pub query: Query<'q>,
}

impl<'q> Request<'q> {
    /// Creates a request for `agent`.
    #[must_use]
    pub fn new(agent: AgentIndex, query: Query<'q>) -> Self {
        Self { agent, query }
    }
}

impl<'q> From<Query<'q>> for Request<'q> {
    /// Creates a request for the first agent.
    fn from(query: Query<'q>) -> Self {
        Self::new(AgentIndex::default(), query)
    }
}

/// The part of every path that a batch keeps.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Batch, Cost, PathRecord, PathDetail, Query, Request};
///
/// let requests = [Request::from(Query::new(IVec3::ZERO, IVec3::new(5, 0, 0)))];
/// let answers = Batch::new(world).detail(PathDetail::Cost).solve(&requests)?;
/// assert_eq!(answers[0].outcome.path(), Some(&PathRecord::Cost(Cost::STRAIGHT * 5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathDetail {
    /// The path, as runs of equal moves: 8 bytes a turn.
    #[default]
    Path,
    /// The cost of the path.
    Cost,
    /// The cost of the path and its first move.
    FirstStep,
}

/// The part of a path that a batch has kept.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Batch, Cost, PathRecord, PathDetail, Query, Request};
///
/// let requests = [Request::from(Query::new(IVec3::ZERO, IVec3::new(5, 0, 0)))];
/// let answers = Batch::new(world).detail(PathDetail::FirstStep).solve(&requests)?;
/// let kept = answers[0].outcome.path().ok_or("there is a path")?;
/// assert_eq!(kept.cost(), Cost::STRAIGHT * 5);
/// assert!(matches!(kept, PathRecord::FirstStep { step: Some(step), .. } if step.offset() == IVec3::X));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathRecord {
    /// The path.
    Path(Path),
    /// The cost of the path.
    Cost(Cost),
    /// The cost of the path and its first move; no move for the path of one cell, or where the first
    /// move leads beyond the neighbors of a cell, as a jump or a link does.
    FirstStep {
        /// The cost of the path.
        cost: Cost,
        /// The first move.
        step: Option<Direction>,
    },
}

impl PathRecord {
    /// Returns the cost of the path.
    #[must_use]
    pub fn cost(&self) -> Cost {
        match self {
            Self::Path(path) => path.cost(),
            Self::Cost(cost) | Self::FirstStep { cost, .. } => *cost,
        }
    }

    /// Returns the path, if it was to be kept.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Path(path) => Some(path),
            _ => None,
        }
    }
}

/// The choice between one search for all requests that share a goal or a start, and one for each.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Batch, Query, Request, BatchSharing, Source};
///
/// let requests: Vec<_> = (1..8).map(|x| Request::from(Query::new(IVec3::X * x, IVec3::ZERO))).collect();
/// let answers = Batch::new(world).sharing(BatchSharing::Never).solve(&requests)?;
/// assert!(answers.iter().all(|answer| answer.source == Source::Query));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchSharing {
    /// One search for many requests, used only where it is cheaper. Costs are those of the single
    /// queries; which of several equally cheap paths is found, and the statistics, may differ.
    #[default]
    WhereCheaper,
    /// One search for each request: every outcome and all statistics are those of [`Query::solve`].
    Never,
}

/// The search that answered a request.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Batch, Query, Request, Source};
///
/// let answers = Batch::new(world).solve(&[Request::from(Query::new(IVec3::ZERO, IVec3::ONE))])?;
/// assert_eq!(answers[0].source, Source::Query, "there is nothing to share with");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// A search of its own.
    Query,
    /// A field from the goal or start that it shares with others. The statistics are those of the
    /// whole field.
    Field,
}

/// The answer to one request.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Batch, Cost, Query, Request};
///
/// let answers = Batch::new(world).solve(&[Request::from(Query::new(IVec3::ZERO, IVec3::ONE))])?;
/// assert!(answers[0].outcome.path().is_some());
/// assert_eq!(answers[0].statistics.lower_bound, Cost::BODY_DIAGONAL);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The outcome of the request.
    pub outcome: Outcome<PathRecord>,
    /// The statistics of the search that answered the request.
    pub statistics: Statistics,
    /// The kind of search that answered the request.
    pub source: Source,
}

/// The progress of a batch, in requests.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use std::ops::ControlFlow;
/// use voxnav_search::{Batch, Query, Request};
///
/// let requests = (1..8).map(|x| Request::from(Query::new(IVec3::ZERO, IVec3::X * x)));
/// let counts = Batch::new(world).stream(requests, |_answer| ControlFlow::Continue(()))?;
/// assert_eq!((counts.taken, counts.answered, counts.found), (7, 7, 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Requests taken in.
    pub taken: u64,
    /// Answers, whatever they are, handed out or waiting for those before them.
    pub answered: u64,
    /// Answers with a path.
    pub found: u64,
    /// Answers cut by a limit.
    pub limited: u64,
    /// Answers cut by the cancel token.
    pub cancelled: u64,
    /// Answers by a shared field.
    pub shared: u64,
}

impl Counts {
    pub(super) fn note(&mut self, answer: &Answer) {
        self.answered += 1;
        match answer.outcome {
            Outcome::Found(_) => self.found += 1,
            Outcome::LimitReached { .. } => self.limited += 1,
            Outcome::Cancelled { .. } => self.cancelled += 1,
            _ => {}
        }
        self.shared += u64::from(answer.source == Source::Field);
    }
}

/// Observes the start and end of each single search of a batch, on the thread that runs it. It may cancel the search in
/// between: for example by a clock, which this crate does not read.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
/// use voxnav_search::{Batch, Query, Request, BatchObserver};
///
/// #[derive(Debug, Default)]
/// struct Count {
///     never: AtomicBool,
///     ended: AtomicU32,
/// }
///
/// impl BatchObserver for Count {
///     fn begins(&self) -> &AtomicBool {
///         &self.never
///     }
///     fn ended(&self, _: &AtomicBool) {
///         self.ended.fetch_add(1, Ordering::Relaxed);
///     }
/// }
///
/// let count = Count::default();
/// let request = Request::from(Query::new(IVec3::ZERO, IVec3::ONE));
/// Batch::new(world).watch(&count).solve(&[request])?;
/// assert_eq!(count.ended.into_inner(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait BatchObserver: fmt::Debug + Sync {
    /// Receives notice that a search begins; returns its cancel token. The search ends as cancelled
    /// soon after the token becomes true, and no other token concerns it.
    fn begins(&self) -> &AtomicBool;

    /// Receives notice that the search with this token has ended.
    fn ended(&self, token: &AtomicBool);
}
