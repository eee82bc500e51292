//! Many searches for routes that share a budget of expansions a frame: the scheduler of `voxnav_search` in world units.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;
use voxnav_search::{AgentMoves, Priority, Scheduler as InCells, Solution, Ticket};

use crate::routes::answers::route::Route;
use crate::routes::error::RouteError;
use crate::routes::questions::destination::Destination;
use crate::routes::questions::question::{Pair, Question, leads_nowhere};
use crate::routes::questions::setting_out::SettingOut;
use crate::routes::questions::stand::PairAnswer;
use crate::routes::views::view::View;

/// A route that a [`Scheduler`] has found, or why it could not be listed.
pub type Scheduled = (Ticket, Result<Route, RouteError>);

/// Finds many routes a little at a time, within a budget of expansions for each frame, for agents of all kinds.
///
/// 16 searches are in flight at a time and take turns of 256 expansions times their priority, unless
/// [`taking_turns`](Self::taking_turns) says otherwise; others wait. A place goes to the waiting search of the highest
/// priority, among equals to the oldest. A turn that a frame cuts short goes on in the next. Searches that
/// [improve](Self::improve_to_best) a route take turns only while all that are in flight improve one.
///
/// # Guarantees
///
/// Every route is that of [`View::find_route`](crate::View::find_route) in the view that it was asked in, before
/// those that [improve](Self::improve_to_best) it, and the order in which routes come follows from the calls made.
///
/// ```
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::search::{Priority, Scheduler};
/// use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(40)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let view = View::flying(Lattice::new(DVec3::ZERO, 0.5)?, world, &Terrain::new(), &RouteOptions::default())?;
/// let mut scheduler = Scheduler::new();
/// for x in 0..10 {
///     scheduler.add(&view, [f64::from(x), 1.0, 1.0], [1.0, 18.0, 18.0], Priority::NORMAL)?;
/// }
/// let mut found = 0;
/// while !scheduler.is_empty() {
///     found += scheduler.step(500).len(); // one frame
/// }
/// assert_eq!(found, 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Scheduler {
    searches: InCells<AgentMoves>,
    jobs: BTreeMap<Ticket, Job>,
    /// The tickets in the scheduler below, by those given out.
    tickets: BTreeMap<Ticket, Ticket>,
    ended: Vec<Scheduled>,
    last: u64,
}

/// A question that is searched for.
#[derive(Debug)]
struct Job {
    id: Ticket,
    view: View,
    question: Question,
    pair: Pair,
    priority: Priority,
    /// True if better routes are wanted, up to the best.
    improves: bool,
    /// The answer for the nearest cells, once they turned out to be apart, and the pairs to be tried then, last first.
    first: Option<(Route, Vec<Pair>)>,
}

impl Job {
    /// Returns the route of the solution for the pair.
    fn answered(&self, solution: Solution) -> Result<Route, RouteError> {
        (self.view.kind()).answered(&self.question, self.pair, solution)
    }

    fn finished(&self, route: Route) -> Result<Route, RouteError> {
        (self.view).finished(route, &self.question, SettingOut::Straight)
    }
}

impl Scheduler {
    /// Makes a scheduler with nothing to do.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the number of searches in flight at a time, and the expansions of each turn; both at least one.
    #[must_use]
    pub fn taking_turns(mut self, in_flight: usize, turn: u64) -> Self {
        self.searches = self.searches.in_flight(in_flight).turn(turn);
        self
    }

    /// Adds the question for a route in the world of a view.
    ///
    /// # Errors
    ///
    /// [`RouteError`], for the reasons of [`View::find_route`](crate::View::find_route).
    pub fn add(
        &mut self,
        view: &View,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
        priority: Priority,
    ) -> Result<Ticket, RouteError> {
        let question = Question::new(view, from.into(), &to.into())?;
        self.last += 1;
        let id = Ticket::from_number(self.last);
        self.search(Job {
            id,
            view: view.clone(),
            pair: question.first(),
            question,
            priority,
            improves: false,
            first: None,
        });
        Ok(id)
    }

    /// Searches for the pair of a job, or ends it where the answer is known.
    fn search(&mut self, job: Job) {
        let ticket = match job.view.kind().query(&job.question, job.pair) {
            PairAnswer::Answered(route) => {
                self.tickets.remove(&job.id);
                let route = job.finished(route);
                self.ended.push((job.id, route));
                return;
            }
            PairAnswer::Query(query) => {
                let moves = job.view.moves();
                self.searches.add_with_priority(&query, moves, job.priority)
            }
        };
        if job.improves {
            self.searches.improve_to_best(ticket);
        }
        self.tickets.insert(job.id, ticket);
        self.jobs.insert(ticket, job);
    }

    /// Lets a search go on once it has a route, stage by stage up to the best, as
    /// [`RouteSearch::improve_next`](crate::routes::answers::search::RouteSearch::improve_next) does:
    /// [`step`](Self::step) returns the route of each stage under the same ticket, and no search gets a better one
    /// while others have none. Returns whether the search has not ended yet.
    ///
    /// ```
    /// # use voxnav::glam::{DVec3, IVec3};
    /// # use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
    /// # use voxnav::search::{Priority, Scheduler};
    /// # use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
    /// # let mut room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(40)))?;
    /// # room.set_box(CellBox::new(IVec3::new(20, 0, 0), IVec3::new(21, 40, 39)), CellState::Occupied)?;
    /// # let world = Traversability::new(&room.commit(), UnknownPolicy::Blocked);
    /// # let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
    /// let view = View::flying(lattice, world, &Terrain::new(), &RouteOptions::default().anytime())?;
    /// let mut scheduler = Scheduler::new();
    /// for y in [1.0, 9.0] {
    ///     let ticket = scheduler.add(&view, [1.0, y, 1.0], [18.0, y, 1.0], Priority::NORMAL)?;
    ///     scheduler.improve_to_best(ticket);
    /// }
    /// let routes = scheduler.step(u64::MAX);
    /// let [first, .., last] = &routes[..] else { panic!("one route is improved") };
    /// assert!(last.1.clone()?.length <= first.1.clone()?.length);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn improve_to_best(&mut self, ticket: Ticket) -> bool {
        let Some(&below) = self.tickets.get(&ticket) else {
            return false;
        };
        if let Some(job) = self.jobs.get_mut(&below) {
            job.improves = true;
        }
        self.searches.improve_to_best(below)
    }

    /// Ends a search without an answer. Returns whether it had not ended yet.
    pub fn cancel(&mut self, ticket: Ticket) -> bool {
        let Some(below) = self.tickets.remove(&ticket) else {
            return false;
        };
        self.jobs.remove(&below);
        self.searches.cancel(below);
        true
    }

    /// Searches on within a budget of expansions, and returns the routes that ended, in that order.
    pub fn step(&mut self, budget: u64) -> Vec<Scheduled> {
        let solved: Vec<_> = self.searches.step(budget).collect();
        let mut later = BTreeSet::new();
        let goes_on = solved
            .iter()
            .rev()
            .map(|&(ticket, _)| !later.insert(ticket) || self.searches.expanded(ticket).is_some());
        let mut goes_on: Vec<bool> = goes_on.collect();
        for (ticket, solution) in solved {
            let goes_on = goes_on.pop() == Some(true);
            let Some(job) = self.jobs.remove(&ticket) else {
                continue;
            };
            match job.answered(solution) {
                Ok(route) if goes_on && !leads_nowhere(&route) => {
                    let route = job.finished(route);
                    self.ended.push((job.id, route));
                    self.jobs.insert(ticket, job);
                }
                answer => {
                    self.searches.cancel(ticket);
                    self.end(job, answer);
                }
            }
        }
        std::mem::take(&mut self.ended)
    }

    /// Answers by the route of a pair, or tries the next.
    fn end(&mut self, mut job: Job, answer: Result<Route, RouteError>) {
        let (view, question) = (&job.view, &job.question);
        let answer = match answer {
            Ok(route) if leads_nowhere(&route) => {
                let (first, mut others) = job.first.take().unwrap_or_else(|| {
                    let mut others = view.kind().others(question);
                    others.reverse();
                    (route, others)
                });
                if let Some(pair) = others.pop() {
                    (job.pair, job.first) = (pair, Some((first, others)));
                    return self.search(job);
                }
                Ok(first)
            }
            answer => answer,
        };
        self.tickets.remove(&job.id);
        let finished = answer.and_then(|route| job.finished(route));
        self.ended.push((job.id, finished));
    }

    /// Returns the number of routes that were asked for and not returned.
    #[must_use]
    pub fn len(&self) -> usize {
        self.jobs.len() + self.ended.len()
    }

    /// Returns whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
