//! Batches: many queries over one snapshot, in parallel, with answers in the order of requests.
//!
//! # How it works
//!
//! Requests are planned in blocks: those that share an end go together, the rest one by one. Every worker takes the
//! next task from the block as it gets free, so a request that floods the world holds up no other. The thread that runs
//! the batch receives the answers of a block, puts them in order and hands them out; of a stream only a few blocks are
//! in flight at a time.
//!
//! INVARIANT: an answer is a function of the request and the block that it stands in. Workers share
//! nothing but the count of tasks taken, and a workspace leaves no trace in an answer. So neither
//! the number of threads nor their timing can show.

mod block;
mod flight;
mod request;
mod worker;

pub use request::{
    AgentIndex, Answer, BatchObserver, BatchSharing, Counts, PathDetail, PathRecord, Request,
    Source,
};

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use rayon::ThreadPool;
use voxnav_occupancy::Traversability;

use crate::solve::Movement;
use crate::workspace::Workspace;
use block::Block;
use flight::dispatch;

/// Answers many requests over the same snapshots: of flying agents, for which a [`Traversability`] or a
/// [`Flight`](crate::Flight) stands, of [ground](crate::Ground) agents, or by custom moves.
///
/// Runs in the rayon pool of the caller, or with [`Batch::threads`] in one of its own. Workspaces
/// are kept, as many as workers were ever busy at once, and serve the next call.
///
/// # Guarantees
///
/// Answers stand in the order of the requests and are the same, byte for byte, whatever the number
/// of threads. [`Batch::solve`] gives each request the same answer in whatever order they stand.
/// Costs are those of [`Query::solve`](crate::Query::solve) for each request alone. Only searches of
/// flying agents are [shared](BatchSharing).
///
/// ```
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// use voxnav_search::{Batch, Cost, PathDetail, Query, Request};
/// use glam::IVec3;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(50)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let requests = (1..50).map(|n| Request::from(Query::new(IVec3::ZERO, IVec3::splat(n))));
/// let requests = requests.collect::<Vec<_>>();
/// let answers = Batch::new(world).detail(PathDetail::Cost).solve(&requests)?;
/// let last = answers[48].outcome.path().map(|kept| kept.cost());
/// assert_eq!(last, Some(Cost::BODY_DIAGONAL * 49));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Batch<'c, M = Traversability> {
    /// Replaced as a whole when an agent is added: blocks hold on to the list that they began with.
    agents: RwLock<Arc<[M]>>,
    detail: PathDetail,
    sharing: BatchSharing,
    pool: Option<ThreadPool>,
    cancel: Option<&'c AtomicBool>,
    watch: Option<&'c dyn BatchObserver>,
    workspaces: Mutex<Vec<Workspace>>,
}

/// Error for a batch that cannot be run, or not to its end.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{AgentIndex, Batch, BatchError, Query, Request};
///
/// let request = Request::new(AgentIndex(3), Query::new(IVec3::ZERO, IVec3::ONE));
/// let refused = Batch::new(world).solve(&[request]);
/// assert!(matches!(refused, Err(BatchError::NoSuchAgent { request: 0, agents: 1, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The threads could not be started.
    #[error("the threads of the batch could not be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A request names an agent for which the batch has no snapshot.
    #[error("request {request} is for agent {}, and there are {agents}", agent.0)]
    NoSuchAgent {
        /// The place of the request, from 0.
        request: u64,
        /// The agent that it names.
        agent: AgentIndex,
        /// The number of agents in the batch.
        agents: usize,
    },
}

/// Moves that many threads search at once.
pub(crate) trait Parallel: Movement + Send + Sync {}

impl<M: Movement + Send + Sync> Parallel for M {}

impl Batch<'_> {
    /// The number of requests of a stream that are planned together, counted from its first one.
    pub const BLOCK: usize = 1024;
}

impl<'c, M: Movement + Send + Sync> Batch<'c, M> {
    /// Creates a batch over one snapshot, for requests of the first agent.
    #[must_use]
    pub fn new(moves: M) -> Self {
        Self::for_agents([moves])
    }

    /// Creates a batch over a snapshot for each agent, in the order of their [`AgentIndex`].
    #[must_use]
    pub fn for_agents(agents: impl IntoIterator<Item = M>) -> Self {
        Self {
            agents: RwLock::new(agents.into_iter().collect()),
            detail: PathDetail::default(),
            sharing: BatchSharing::default(),
            pool: None,
            cancel: None,
            watch: None,
            workspaces: Mutex::default(),
        }
    }

    /// Adds an agent with its snapshot, also while a stream runs: the iterator of the requests may
    /// add agents as it comes upon them. Requests taken from then on may name it.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{
    ///     Footprint, CellBox, OccupancyBuilder, Traversability, UnknownPolicy,
    /// };
    /// use voxnav_search::{Batch, EndFault, Outcome, Query, Request};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
    /// let world = |size| -> Result<_, voxnav_occupancy::FootprintError> {
    ///     let cells = Footprint::new(CellBox::from_size(IVec3::splat(size)))?;
    ///     Ok(Traversability::for_agent(&occupancy, cells, UnknownPolicy::Blocked))
    /// };
    /// let batch = Batch::new(world(1)?);
    /// let large = batch.add_agent(world(3)?);
    /// let query = Query::new(IVec3::ZERO, IVec3::splat(7));
    /// let answers = batch.solve(&[query.into(), Request::new(large, query)])?;
    /// assert!(answers[0].outcome.path().is_some());
    /// assert_eq!(answers[1].outcome, Outcome::InvalidEnd(EndFault::GoalBlocked));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Complexity
    ///
    /// Linear in the agents so far.
    pub fn add_agent(&self, moves: M) -> AgentIndex
    where
        M: Clone,
    {
        let mut agents = self.agents.write().unwrap_or_else(PoisonError::into_inner);
        // 2^32 snapshots do not fit into any memory.
        let index = AgentIndex(u32::try_from(agents.len()).unwrap_or(u32::MAX));
        *agents = agents.iter().cloned().chain([moves]).collect();
        index
    }

    voxnav_occupancy::setters! {
        /// Sets how much of every path is kept.
        detail(detail: PathDetail) => detail = detail;

        /// Sets whether requests may share searches.
        sharing(sharing: BatchSharing) => sharing = sharing;
    }

    /// Runs on `count` threads of its own.
    ///
    /// # Errors
    ///
    /// [`BatchError::Threads`] if the system does not give them.
    pub fn threads(self, count: NonZeroUsize) -> Result<Self, BatchError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(count.get())
            .thread_name(|index| format!("voxnav batch {index}"))
            .build()?;
        Ok(Self {
            pool: Some(pool),
            ..self
        })
    }

    voxnav_occupancy::setters! {
        /// Stops soon after `cancel` becomes true: requests that are not answered by then end as
        /// [`Outcome::Cancelled`](crate::Outcome::Cancelled), and answers that were found are kept. A query
        /// with a [token of its own](crate::Query::cancel) minds that one alone once it has begun.
        cancel(cancel: &'c AtomicBool) => cancel = Some(cancel);

        /// Tells `watch` when a search for a single request begins and ends, and takes from it the cancel
        /// token of that search. `watch` does not hear of searches that requests share: see
        /// [`Batch::sharing`].
        watch(watch: &'c dyn BatchObserver) => watch = Some(watch);
    }

    /// Returns the answers to `requests`, in their order.
    ///
    /// # Errors
    ///
    /// [`BatchError::NoSuchAgent`] for the first request without a snapshot, before anything is
    /// answered.
    pub fn solve(&self, requests: &[Request<'_>]) -> Result<Vec<Answer>, BatchError> {
        for (request, place) in requests.iter().zip(0..) {
            self.check(request, place)?;
        }
        let mut answers = Vec::with_capacity(requests.len());
        let block = Block::new(Cow::Borrowed(requests), self.agents().clone(), self.sharing);
        dispatch(self, std::iter::once(block), |answer| {
            answers.push(answer);
            ControlFlow::Continue(())
        });
        Ok(answers)
    }

    /// Answers `requests` as they come. `hand_out` gets the answers in the order of the requests,
    /// on this thread, and may end the batch; the counts are returned.
    ///
    /// At most 4096 requests are in flight: taken, and not yet handed out. Requests share searches
    /// within blocks of 1024, counted from the first one.
    ///
    /// # Errors
    ///
    /// [`BatchError::NoSuchAgent`] for the first request without a snapshot, after everything
    /// before it has been handed out.
    pub fn stream<'q>(
        &self,
        requests: impl IntoIterator<Item = Request<'q>>,
        hand_out: impl FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Counts, BatchError> {
        let mut refused = None;
        let valid = requests.into_iter().zip(0..).map_while(|(request, place)| {
            refused = self.check(&request, place).err();
            refused.is_none().then_some(request)
        });
        // A source that has ended may not be asked again.
        let mut valid = valid.fuse();
        let blocks = std::iter::from_fn(|| {
            let requests = valid.by_ref().take(Batch::BLOCK).collect::<Vec<_>>();
            let agents = || self.agents().clone();
            (!requests.is_empty()).then(|| Block::new(Cow::Owned(requests), agents(), self.sharing))
        });
        let counts = dispatch(self, blocks.fuse(), hand_out);
        match refused {
            Some(error) => Err(error),
            None => Ok(counts),
        }
    }

    fn check(&self, request: &Request<'_>, place: u64) -> Result<(), BatchError> {
        let agents = self.agents().len();
        if (request.agent.0 as usize) < agents {
            return Ok(());
        }
        Err(BatchError::NoSuchAgent {
            request: place,
            agent: request.agent,
            agents,
        })
    }

    fn agents(&self) -> RwLockReadGuard<'_, Arc<[M]>> {
        self.agents.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn thread_count(&self) -> usize {
        match &self.pool {
            Some(pool) => pool.current_num_threads(),
            None => rayon::current_num_threads(),
        }
    }

    fn workspaces(&self) -> MutexGuard<'_, Vec<Workspace>> {
        let workspaces = self.workspaces.lock();
        workspaces.unwrap_or_else(PoisonError::into_inner)
    }
}
