//! Searches that spread from seeds without a goal, by the one best-first loop.
//!
//! The loop is given an estimate of nothing and a goal test that nothing meets, and is stopped
//! between slices, once the lower bound of the search has passed all that is asked for.
//!
//! # References
//! Dijkstra, "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik 1, 1959.

use std::sync::atomic::{AtomicBool, Ordering};

use glam::IVec3;
use voxnav_occupancy::Traversability;

use crate::cost::Cost;
use crate::expansion::{Backwards, Canonical, EveryMove, Expansion, KnownMoves, Pruning};
use crate::goal::Nowhere;
use crate::heuristic::Estimate;
use crate::kernel::{
    BestFirst, CostRange, Origin, Policies, Progress, Reopening, Resumable, SearchState,
};
use crate::memory::{OutOfKeys, Records};
use crate::movement::{MoveCosts, Terrain, TerrainReader};
use crate::open::OpenList;
use crate::outcome::{Side, Statistics, Watcher};
use crate::path::Path;
use crate::query::TieBreaking;
use crate::workspace::SearchMemory;

/// The expansions between two looks at the cells reached.
const SLICE: u64 = 1024;

/// The divisor of the allowed expansions that gives their number at the first look at the progress;
/// the number doubles for each further look.
const FIRST_PROSPECT: u64 = 8;

/// A search from seeds outwards.
pub(crate) struct Spread<'a> {
    pub(crate) world: &'a Traversability,
    pub(crate) pruning: &'static Pruning,
    pub(crate) costs: &'static MoveCosts,
    pub(crate) terrain: Option<&'a Terrain>,
    /// [`Side::Start`]: costs from the seeds to each cell; [`Side::Goal`]: from each cell to them.
    pub(crate) side: Side,
    /// The seeds, one at least, all traversable.
    pub(crate) seeds: &'a [IVec3],
}

/// The conditions under which a spreading search stops.
pub(crate) struct Until<'a> {
    /// The cells whose costs must be final before the search stops; the search covers the whole
    /// world if there are none. Given a number of expansions, it also stops as soon as it is plain
    /// that too few of them will be by then.
    pub(crate) settled: &'a [IVec3],
    /// The largest cost of interest.
    pub(crate) within: Cost,
    /// The largest number of expansions.
    pub(crate) expanded: u64,
    /// The most bytes of search memory, as in [`Limits::memory`](crate::Limits::memory).
    pub(crate) memory: Option<u64>,
    pub(crate) cancel: Option<&'a AtomicBool>,
}

/// The result of a spreading search. Its records stay in the search memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spreading {
    /// The largest cost at which records of cells are final.
    pub(crate) exact: Cost,
    pub(crate) end: End,
    pub(crate) statistics: Statistics,
}

/// The reason why a spreading search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All there is within the cost has been reached.
    Complete,
    /// All that was asked for is final.
    Settled,
    /// The cells asked for would take more expansions than are allowed.
    Hopeless,
    Expanded,
    Cancelled,
    OutOfMemory,
    /// All there is has been reached but for what costs more than a [`Cost`] can hold.
    OutOfRange,
}

impl Spread<'_> {
    /// Runs the search in `memory`, whose records then hold the costs.
    pub(crate) fn run(
        &self,
        memory: &mut SearchMemory,
        until: &Until<'_>,
    ) -> Result<Spreading, OutOfKeys> {
        let &Self { world, terrain, .. } = self;
        let memory = memory.begin(world.bounds());
        if let Some(terrain) = terrain
            && let Some(spreading) = self.run_densely(terrain, &mut memory.records, until)
        {
            return spreading;
        }
        self.advance(memory, &mut None, until)
    }

    /// Begins the search in `memory`, which has begun a query, or goes on with one set aside.
    pub(crate) fn advance(
        &self,
        memory: &mut SearchMemory,
        state: &mut Option<SearchState>,
        until: &Until<'_>,
    ) -> Result<Spreading, OutOfKeys> {
        let &Self {
            world,
            pruning,
            costs,
            terrain,
            side,
            seeds,
        } = self;
        let seeds = (seeds, side);
        if terrain.is_none() {
            let canonical = Canonical {
                world,
                pruning,
                costs,
                terrain: None,
            };
            return spread(canonical, memory.in_buckets(), state, seeds, until);
        }
        let plain = EveryMove {
            world,
            pruning,
            costs,
            terrain: terrain.map(|terrain| TerrainReader::new(terrain, costs)),
            known: KnownMoves::LookedAt,
        };
        let memory = memory.in_order(TieBreaking::default());
        match side {
            Side::Start => spread(plain, memory, state, seeds, until),
            Side::Goal => spread(Backwards(plain), memory, state, seeds, until),
        }
    }
}

/// Spreads from seeds by the moves of `expansion`: from the first step on, or on from a state that was set aside.
pub(crate) fn spread<X: Expansion, Q: OpenList>(
    expansion: X,
    memory: (&mut Q, &mut Records),
    state: &mut Option<SearchState>,
    (seeds, side): (&[IVec3], Side),
    until: &Until<'_>,
) -> Result<Spreading, OutOfKeys> {
    let mut search = if let Some(state) = state {
        let policies = Policies::new(expansion, NoEstimate, Nowhere);
        BestFirst::resumed(policies, memory, state)
    } else {
        let origin = Origin::of(side, seeds[0]);
        let mut search = without_goal(expansion, memory, state, origin)?;
        for &seed in &seeds[1..] {
            search.also_from(seed, Cost::ZERO)?;
        }
        search
    };
    if let Some(most) = until.memory {
        search.allow_bytes(most);
    }
    let upper_bound = until.within + Cost::from_raw(1);
    let mut waiting = until.settled;
    let mut prospect = until.expanded / FIRST_PROSPECT;
    let end = loop {
        let wanted = (search.expanded() + SLICE).min(until.expanded);
        let progress = search.advance(wanted, upper_bound, &mut Watcher(None));
        if until.memory.is_some_and(|most| search.used_bytes() > most) {
            break End::OutOfMemory;
        }
        match progress {
            Progress::Done if until.within < Cost::MAX => break End::Complete,
            Progress::Done => match search.state().cost_range {
                CostRange::PathRecord => break End::Complete,
                CostRange::Exceeded => break End::OutOfRange,
            },
            Progress::OutOfMemory => break End::OutOfMemory,
            Progress::Running => {}
        }
        let lower_bound = search.state().lower_bound;
        let is_final = |cell| search.reached(cell).is_some_and(|g| g <= lower_bound);
        while let Some((_, rest)) = waiting.split_first().filter(|(cell, _)| is_final(**cell)) {
            waiting = rest;
        }
        if waiting.is_empty() && !until.settled.is_empty() {
            break End::Settled;
        }
        if until
            .cancel
            .is_some_and(|token| token.load(Ordering::Relaxed))
        {
            break End::Cancelled;
        }
        if search.expanded() >= until.expanded {
            break End::Expanded;
        }
        if search.expanded() >= prospect && !until.settled.is_empty() {
            let cells = until.settled.iter();
            let settled = cells.filter(|cell| is_final(**cell)).count() as u64;
            if is_hopeless(search.expanded(), settled, until) {
                break End::Hopeless;
            }
            prospect = prospect.saturating_mul(2);
        }
    };
    let exact = match end {
        End::Complete => Cost::MAX,
        _ => search.state().lower_bound,
    };
    Ok(Spreading {
        exact,
        end,
        statistics: search.state().statistics,
    })
}

/// Returns whether too few cells are settled for all to be, even if twice as many are from here on.
///
/// Fields grow evenly where what is asked for lies everywhere. What all lies far away is given up too
/// soon, but only where a field would not have gained much.
fn is_hopeless(expanded: u64, settled: u64, until: &Until<'_>) -> bool {
    let all = until.settled.len() as u64;
    let [needed, allowed] = [(expanded, all), (until.expanded, 2 * settled)]
        .map(|(expansions, cells)| u128::from(expansions) * u128::from(cells));
    needed > allowed
}

/// Writes the path from a reached cell whose cost is final back to its seed.
///
/// INVARIANT: no policy used here leaves out the cells within a run, so the cell before a reached
/// one is its neighbor and has a record; a final cost came from a final cost.
pub(crate) fn path_to_seed(records: &Records, cell: IVec3, path: &mut Path) -> Option<()> {
    let mut record = records.find(cell)?;
    path.restart(cell);
    let mut cell = cell;
    while let Some(arrival) = record.first_arrival() {
        cell -= arrival.offset();
        let before = records.find(cell)?;
        path.fly_at(arrival.reverse(), 1, record.g() - before.g());
        record = before;
    }
    Some(())
}

/// Estimates nothing, because there is no goal.
pub(super) struct NoEstimate;

impl Estimate for NoEstimate {
    #[inline]
    fn h(&self, _: IVec3) -> Cost {
        Cost::ZERO
    }
}

/// Begins a search without a goal.
pub(super) fn without_goal<'a, X: Expansion, Q: OpenList>(
    expansion: X,
    memory: (&'a mut Q, &'a mut Records),
    state: &'a mut Option<SearchState>,
    origin: Origin,
) -> Result<BestFirst<'a, X, NoEstimate, Nowhere, Q>, OutOfKeys> {
    let policies = Policies::new(expansion, NoEstimate, Nowhere);
    BestFirst::new(policies, memory, state, origin, Reopening::Allowed)
}
