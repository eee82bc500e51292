//! Two searches that come towards each other and meet.
//!
//! Each is a best-first search with an estimate towards the end where the other began. They share
//! what they know:
//!
//! - a cell that both have reached makes a path; the cheapest such path is what either has to beat;
//! - a cell that one has settled is none of the other's business: any path over it is known;
//! - a cell that one has not settled is at least so far from that one's end as its queue says: the
//!   floor of the queue less what the estimate back allows. With the cost so far that is a bound on
//!   paths over the cell, often a better one than f.
//!
//! The search is over as soon as either side has nothing left below the cheapest path known.
//!
//! INVARIANT: estimates are consistent and queues ordered by f, so settled cells have their final
//! cost, and the floor of a queue bounds all of it. Otherwise a cell might be left to the other side
//! at a cost that is too high.
//!
//! # References
//!
//! Pijls, Post, "Yet another bidirectional algorithm for finding the shortest path", Econometric
//! Institute Report 2009-10 (NBA*), whose proof is used. The side with the shorter queue goes on:
//! Pohl, "Bi-directional Search", Machine Intelligence 6, 1971.

use glam::IVec3;

use crate::Cost;
use crate::best_first::{BestFirst, Progress};
use crate::drive::{Drive, Stop, stopped};
use crate::estimate::Estimate;
use crate::expansion::Expansion;
use crate::observer::Observer;
use crate::open::OpenList;
use crate::outcome::{Limit, Solution};
use crate::path::Path;

/// What a search knows that another one can use.
pub(crate) trait Opposite {
    /// The way from a cell to where that search began, if it has reached the cell.
    fn rest(&self, cell: IVec3) -> Option<Rest>;

    /// Whether a cell reached at cost `g` leads to no path below `best` that is not known.
    fn makes_useless(&self, cell: IVec3, g: Cost, best: Cost) -> bool;
}

/// The way on from a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rest {
    /// The smallest cost found so far.
    pub(crate) cost: Cost,
    /// Whether that is final.
    pub(crate) settled: bool,
}

/// Nobody comes from the other side.
impl Opposite for () {
    #[inline]
    fn rest(&self, _: IVec3) -> Option<Rest> {
        None
    }

    #[inline]
    fn makes_useless(&self, _: IVec3, _: Cost, _: Cost) -> bool {
        false
    }
}

/// Expansions of one side before the queues are compared again.
const SLICE: u64 = 16;

impl Drive<'_> {
    /// Runs a search from the start and one from the goal towards each other.
    pub(crate) fn meet<F, B, E, Q>(
        &self,
        mut forward: BestFirst<'_, F, E, Q>,
        mut backward: BestFirst<'_, B, E, Q>,
        mut path: Path,
        observer: &mut impl Observer,
    ) -> Solution
    where
        F: Expansion,
        B: Expansion,
        E: Estimate,
        Q: OpenList,
    {
        let stop = loop {
            let expanded = forward.expanded() + backward.expanded();
            if let Some(stop) = self.stop(expanded) {
                break Some(stop);
            }
            let known = forward.incumbent().min(backward.incumbent());
            let best = known.min(self.ceiling());
            let slice = self.allowed(expanded + SLICE) - expanded;
            let progress = if forward.queued() <= backward.queued() {
                let until = forward.expanded() + slice;
                forward.advance_towards(&backward, until, best, observer)
            } else {
                let until = backward.expanded() + slice;
                backward.advance_towards(&forward, until, best, observer)
            };
            match progress {
                Progress::Done => break None,
                Progress::OutOfMemory => break Some(Stop::Limit(Limit::Memory)),
                Progress::Running => {}
            }
        };
        let best = forward.incumbent().min(backward.incumbent());
        let mut statistics = *forward.statistics();
        statistics.add(backward.statistics());
        statistics.lower_bound = forward.floor().max(backward.floor()).min(best);
        if let Some(stop) = stop {
            forward.nearest_path(&mut path);
            return stopped(stop, path, statistics);
        }
        if best == Cost::MAX {
            return self.exhausted(|path| forward.nearest_path(path), path, statistics);
        }
        if forward.incumbent() <= backward.incumbent() {
            forward.best_path(&mut path);
            backward.go_back(path.goal(), &mut path);
        } else {
            backward.best_path(&mut path);
            let meeting = path.goal();
            forward.path_to(meeting, &mut path);
            backward.go_back(meeting, &mut path);
        }
        self.found(path, statistics)
    }
}
