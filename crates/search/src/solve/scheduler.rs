//! Many searches that share a budget in each frame.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::num::NonZeroU8;
use std::vec::Drain;

use voxnav_occupancy::Traversability;

use super::movement::Movement;
use super::search::Search;
use crate::outcome::Solution;
use crate::query::Query;
use crate::workspace::Workspace;

/// Answers many queries a little at a time, within a budget of expansions for each frame.
///
/// # The rule
///
/// 1. So many searches are in flight at a time, [`Scheduler::DEFAULT_IN_FLIGHT`] unless told
///    otherwise; others wait. A place goes to the waiting search of the highest priority, among
///    equals to the one added first, and stays with it until it has a solution.
/// 2. Those in flight take turns in a circle, which new ones join at the end. A turn is
///    [`Scheduler::DEFAULT_TURN`] expansions, unless told otherwise, times the priority. So each
///    gets its share, and a long search holds up no other.
/// 3. A turn that the budget of a frame cuts short goes on in the next frame. A turn counts for one
///    expansion at least, so that answers without a search are not without a price.
/// 4. Searches that [improve](Scheduler::improve_to_best) a path known have as many places of their own and take turns
///    only while no other is in flight: all agents get a path before any gets a better one. Their places go first to
///    those with the fewest solutions.
///
/// # Guarantees
///
/// Nothing depends on time, on threads or on hash order: which searches end, in which order, follows
/// from the calls made. As long as none is added or cancelled, the order in which they end does not
/// even depend on how expansions are divided into frames. Every solution is that of
/// [`Query::solve`]. Searches go on over the snapshots that they were added with. Memory is that of
/// as many workspaces as there are places, kept and reused; of twice as many while searches improve.
///
/// ```
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
/// use voxnav_search::{Query, Scheduler};
/// use glam::IVec3;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(40)))?;
/// builder.set_box(CellBox::new(IVec3::new(20, 0, 0), IVec3::new(21, 40, 39)), CellState::Occupied)?;
/// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
///
/// let mut scheduler = Scheduler::new();
/// for y in 0..30 {
///     scheduler.add(&Query::new(IVec3::new(0, y, 0), IVec3::new(39, y, 0)), &world);
/// }
/// let mut found = 0;
/// while !scheduler.is_empty() {
///     // One frame.
///     for (_ticket, solution) in scheduler.step(500) {
///         found += usize::from(solution.outcome.path().is_some());
///     }
/// }
/// assert_eq!(found, 30);
/// # Ok(())
/// # }
/// ```
///
/// A scheduler holds searches over one type of moves. That of `voxnav`, over
/// [`AgentMoves`](crate::AgentMoves), finds routes in world units with it.
#[derive(Debug)]
pub struct Scheduler<M: Movement = Traversability> {
    in_flight: usize,
    turn: u64,
    jobs: BTreeMap<Ticket, Job<M>>,
    /// The searches without a solution.
    first: Lane,
    /// The searches that improve one.
    better: Lane,
    last: u64,
    spare: Vec<Workspace>,
    ended: Vec<(Ticket, Solution)>,
}

/// Searches that take turns with each other.
#[derive(Debug, Default)]
struct Lane {
    /// The searches in flight; the first has its turn.
    circle: VecDeque<Ticket>,
    /// The searches that wait for a place, by their solutions.
    waiting: BTreeSet<(u32, Reverse<Priority>, Ticket)>,
}

/// The number of a search in its scheduler, from 1 on. Searches added later have larger numbers; none is given out twice.
///
/// ```
/// use voxnav_search::Ticket;
///
/// let first = Ticket::from_number(1);
/// assert!(first < Ticket::from_number(2) && first.number() == 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(u64);

impl Ticket {
    /// Returns the ticket of a number that [`number`](Self::number) returned.
    #[must_use]
    pub const fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// Returns the number.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }
}

/// The number of turns' worth of expansions that a search gets in one turn, and its precedence when
/// a place gets free.
///
/// ```
/// use std::num::NonZeroU8;
/// use voxnav_search::Priority;
///
/// let urgent = Priority::new(NonZeroU8::new(4).ok_or("four is not zero")?);
/// assert!(urgent > Priority::NORMAL && urgent.turns().get() == 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Priority(NonZeroU8);

impl Priority {
    /// One turn at a time.
    pub const NORMAL: Self = Self(NonZeroU8::MIN);

    /// Creates a priority of a number of turns at a time.
    #[must_use]
    pub const fn new(turns: NonZeroU8) -> Self {
        Self(turns)
    }

    /// Returns the number of turns at a time.
    #[must_use]
    pub const fn turns(self) -> NonZeroU8 {
        self.0
    }
}

/// [`Priority::NORMAL`].
impl Default for Priority {
    fn default() -> Self {
        Self::NORMAL
    }
}

#[derive(Debug)]
struct Job<M: Movement> {
    search: Search<M>,
    priority: Priority,
    /// The expansions left of its turn.
    left: u64,
    /// The number of solutions.
    solutions: u32,
    /// True if better solutions are wanted, up to the optimum.
    improves: bool,
}

impl<M: Movement> Job<M> {
    /// Returns the solution from which the search goes on to a better one, if it does.
    fn go_on(&mut self) -> Option<Solution> {
        let known = self.search.solution().filter(|_| self.improves)?.clone();
        self.search.improve_next().then_some(known)
    }

    /// Returns the place of the search in the order of those that wait.
    fn rank(&self, ticket: Ticket) -> (u32, Reverse<Priority>, Ticket) {
        (self.solutions, Reverse(self.priority), ticket)
    }
}

impl<M: Movement> Default for Scheduler<M> {
    fn default() -> Self {
        Self {
            in_flight: Self::DEFAULT_IN_FLIGHT,
            turn: Self::DEFAULT_TURN,
            jobs: BTreeMap::new(),
            first: Lane::default(),
            better: Lane::default(),
            last: 0,
            spare: Vec::new(),
            ended: Vec::new(),
        }
    }
}

impl<M: Movement + Clone> Scheduler<M> {
    /// Adds a query over moves as they are now.
    pub fn add(&mut self, query: &Query<'_>, moves: &M) -> Ticket {
        self.add_with_priority(query, moves, Priority::NORMAL)
    }

    /// Adds a query with a priority.
    pub fn add_with_priority(
        &mut self,
        query: &Query<'_>,
        moves: &M,
        priority: Priority,
    ) -> Ticket {
        self.last += 1;
        let ticket = Ticket(self.last);
        let job = Job {
            search: Search::new(query, moves),
            priority,
            left: 0,
            solutions: 0,
            improves: false,
        };
        self.first.waiting.insert(job.rank(ticket));
        self.jobs.insert(ticket, job);
        self.fill_places();
        ticket
    }
}

impl<M: Movement> Scheduler<M> {
    /// Searches in flight unless told otherwise: enough that short ones are not held up by a few
    /// that flood the world, and few workspaces.
    pub const DEFAULT_IN_FLIGHT: usize = 16;

    /// The default number of expansions in a turn: most short queries end within one, and going on with another search
    /// costs little compared with it.
    pub const DEFAULT_TURN: u64 = 256;

    /// Creates a scheduler with nothing to do.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets a search go on once it has a solution, stage by stage up to the optimum, as
    /// [`Search::improve_next`] does: [`step`](Self::step) returns the solution of each stage under the same ticket.
    /// Returns whether the search has not ended yet.
    ///
    /// ```
    /// # use glam::IVec3;
    /// # use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
    /// # let mut room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(40)))?;
    /// # room.set_box(CellBox::new(IVec3::new(20, 0, 0), IVec3::new(21, 40, 39)), CellState::Occupied)?;
    /// # let world = Traversability::new(&room.commit(), UnknownPolicy::Blocked);
    /// use voxnav_search::{Query, Scheduler};
    ///
    /// let mut scheduler = Scheduler::new();
    /// let tickets = [0, 9].map(|y| {
    ///     let query = Query::new(IVec3::new(0, y, 0), IVec3::new(39, y, 0)).anytime();
    ///     let ticket = scheduler.add(&query, &world);
    ///     scheduler.improve_to_best(ticket);
    ///     ticket
    /// });
    /// let solutions: Vec<_> = scheduler.step(u64::MAX).collect();
    /// // Both set off before either gets a better path.
    /// assert_eq!([solutions[0].0, solutions[1].0], tickets);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn improve_to_best(&mut self, ticket: Ticket) -> bool {
        let job = self.jobs.get_mut(&ticket);
        job.map(|job| job.improves = true).is_some()
    }

    voxnav_occupancy::setters! {
        /// Sets the number of searches in flight at a time, at least one.
        in_flight(most: usize) => in_flight = most.max(1);

        /// Sets the expansions of each turn, at least one.
        turn(expansions: u64) => turn = expansions.max(1);
    }

    /// Ends a search as [`Outcome::Cancelled`](crate::Outcome::Cancelled) with the best path so far;
    /// `None` if it has ended.
    pub fn cancel(&mut self, ticket: Ticket) -> Option<Solution> {
        let job = self.jobs.get_mut(&ticket)?;
        job.search.cancel();
        let rank = job.rank(ticket);
        for lane in [&mut self.first, &mut self.better] {
            lane.waiting.remove(&rank);
            lane.circle.retain(|&other| other != ticket);
        }
        let solution = self.release(ticket);
        self.fill_places();
        solution
    }

    /// Spends `budget` expansions and returns the searches that ended, in that order.
    ///
    /// # Complexity
    ///
    /// That of the expansions, see [`Search::step`], and a few steps for each turn.
    pub fn step(&mut self, budget: u64) -> Drain<'_, (Ticket, Solution)> {
        let mut budget = budget;
        while budget > 0 {
            let lane = if self.first.circle.is_empty() {
                &mut self.better
            } else {
                &mut self.first
            };
            let Some(&ticket) = lane.circle.front() else {
                break;
            };
            let Some(job) = self.jobs.get_mut(&ticket) else {
                lane.circle.pop_front();
                continue;
            };
            if job.left == 0 {
                job.left = self.turn.saturating_mul(job.priority.0.get().into());
            }
            let before = job.search.expanded();
            let has_ended = job.search.step(job.left.min(budget)).is_some();
            let spent = (job.search.expanded() - before).max(1);
            budget -= spent.min(budget);
            job.left -= spent.min(job.left);
            if has_ended {
                lane.circle.pop_front();
                self.end_stage(ticket);
            } else if job.left == 0 {
                lane.circle.rotate_left(1);
            }
        }
        self.ended.drain(..)
    }

    /// Returns the number of cells that a search has expanded so far; `None` if it has ended.
    #[must_use]
    pub fn expanded(&self, ticket: Ticket) -> Option<u64> {
        self.jobs.get(&ticket).map(|job| job.search.expanded())
    }

    /// Returns the number of searches that have not ended.
    #[must_use]
    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Returns whether all searches have ended.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// Hands out the solution that a search has, and lets the search improve it or end.
    fn end_stage(&mut self, ticket: Ticket) {
        let job = self.jobs.get_mut(&ticket);
        let improved = job.and_then(|job| Some((job.go_on()?, job)));
        let solution = if let Some((known, job)) = improved {
            (job.solutions, job.left) = (job.solutions + 1, 0);
            self.better.waiting.insert(job.rank(ticket));
            let workspace = job.search.take_workspace();
            self.keep(workspace);
            Some(known)
        } else {
            self.release(ticket)
        };
        self.ended
            .extend(solution.map(|solution| (ticket, solution)));
        self.fill_places();
    }

    fn fill_places(&mut self) {
        let (jobs, spare, places) = (&mut self.jobs, &mut self.spare, self.in_flight);
        let mut fill = |lane: &mut Lane| {
            while lane.circle.len() < places
                && let Some((.., ticket)) = lane.waiting.pop_first()
            {
                if let (Some(job), Some(workspace)) = (jobs.get_mut(&ticket), spare.pop()) {
                    job.search.move_to(workspace);
                }
                lane.circle.push_back(ticket);
            }
        };
        fill(&mut self.first);
        if self.first.circle.is_empty() {
            fill(&mut self.better);
        }
    }

    /// Keeps memory for the next search, as much as there are places.
    fn keep(&mut self, workspace: Workspace) {
        if self.spare.len() < self.in_flight {
            self.spare.push(workspace);
        }
    }

    /// Removes a search that has ended and keeps its memory.
    fn release(&mut self, ticket: Ticket) -> Option<Solution> {
        let (solution, workspace) = self.jobs.remove(&ticket)?.search.finish();
        self.keep(workspace);
        solution
    }
}
