//! Priorities for paths that cost at most so many times the optimum.
//!
//! # The rule
//!
//! Let w be the factor, h an estimate that never exceeds the true cost, and U the cost of the best path
//! known. Entries are taken from the queue by
//!
//! ```text
//! f = min(w (g + h), g + (2w - 1) h)        [`priority`]
//! ```
//!
//! which is as for an optimal path in the half of a path that is nearer to the start, and leans toward the
//! goal in the other.
//!
//! An entry is dropped, when it is queued or when its turn comes, where w (g + h) >= U. Cells reached
//! at a smaller cost are queued again. The search ends when nothing is queued, or when L >= U for the
//! largest f at which any entry was taken so far, L.
//!
//! # Why U <= w C* in the end
//!
//! Let C* be the cost of the optimum and P an optimal path that the expansion policy does not prune
//! (see [`pruning`](crate::expansion)). All that is used of an entry on P, with its final cost g, is
//! h <= C* - g. Hence
//!
//! 1. w (g + h) <= w C*: while U > w C*, no entry on P is dropped.
//! 2. f <= w (g + h) <= w C*.
//!
//! While U > w C*, one entry on P is always queued at its final cost, namely the one after the last
//! cell of P that was expanded at its final cost *with the direction in which P arrives*. That is
//! the induction of the proof that pruning is exact, which asks nothing of the order of expansion; it
//! does ask that cells be reopened, and that a cell reached again at an equal cost be expanded for
//! the new direction, and the loop does both. So the queue does not run empty, every entry taken has an
//! f of w C* at most, and L <= w C* < U: the search does not end. When it ends, U <= w C*. QED.
//!
//! By the same words min(L, U) <= w C* at any time, so min(L, U) / w is a lower bound on C*. L may
//! be the *largest* f although f falls along a path, because each f that was taken was the least of
//! a queue that held an entry on P, at that moment or, for the first of the buckets, at an earlier
//! one. Nothing is asked of consistency: f is not consistent, and a cell closed is not final.
//!
//! Two searches that race share U and the larger L: both hold for the same C*. The proof is applied
//! to the one that ends, with a U that only falls. What a search may assume of cells that the
//! opposite one has *settled*, or of its lower bound ([`OppositeFrontier`](crate::kernel)), rests on
//! f = g + h and on closed cells being final. Neither holds here, so searches that meet stay exact,
//! which is within every bound.
//!
//! A limit to the cost counts as U = w (limit + 1): what it drops has g + h > limit. Goals are
//! dropped by it as well, so that a path found keeps the limit, and the bound too if the optimum keeps
//! the limit.
//!
//! With an estimate that exceeds the true cost by a factor of k at most, all of this holds for k w: f
//! and w (g + h) are homogeneous.
//!
//! # Numbers
//!
//! All is integer, rounded down, which makes f and w (g + h) smaller, if anything: claims 1 and 2
//! hold as they stand.
//!
//! # What was tried
//!
//! The parabola that this is the outline of, (g + (2w - 1) h + sqrt((g + h)^2 + 4 (w - 1) g h)) / 2, expands
//! as many cells, and its root takes a sixth of the time of a search; with a quotient in the place of the root,
//! or three straight lines instead of two, it is as fast as this. f = g + w h expands 3 % more cells on public
//! maps at w = 1.01, and twice as many at 1.05 in noise. f = w (g + h) gains nothing. Taking all f below L for
//! L, last in first out, finds paths a little sooner, and worse ones: 1.0014 instead of 1.0002 times the
//! optimum at 1.01.
//!
//! # References
//!
//! Chen, Sturtevant, "Conditions for Avoiding Node Re-expansions in Bounded Suboptimal Search", IJCAI
//! 2019 (pwXDP, the piecewise convex downward priority; there divided by w, and without reopening). Pohl,
//! "Heuristic Search Viewed as Path Finding in a Graph", 1970. Thayer, Ruml, "Faster than Weighted A*:
//! An Optimistic Approach to Bounded Suboptimal Search", ICAPS 2008 (dropping by g + h).

use super::weight::Weight;
use crate::cost::Cost;

/// Returns the priority of a cell with cost so far `g` and estimate `h`: at least g + h and at most
/// so many times it, and below [`Cost::MAX`] if that is.
#[inline]
pub(crate) fn priority(within: Weight, g: Cost, h: Cost) -> Cost {
    let sum = g + h;
    // Half of what the other line adds to g + h, so that it saturates like the sum.
    let toward_goal = within.excess(h);
    within.times(sum).min(sum + toward_goal + toward_goal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priorities_lie_between_the_sum_and_so_many_times_it() {
        for factor in [1.0, 1.000_001, 1.01, 1.05, 2.0, 31.4, 1000.0] {
            let within = Weight::new(factor).unwrap();
            for total in [1, 1000, 1 << 30, 600 << 30, 1 << 50, 1 << 62, u64::MAX - 1] {
                for share in 0..=16 {
                    let g = total / 16 * share;
                    let [g, h] = [g, total - g].map(Cost::from_raw);
                    let f = priority(within, g, h);
                    assert!(f >= g + h && f <= within.times(g + h), "{factor} {g} {h}");
                    let straight = (g + within.times(h)).min(Cost::from_raw(u64::MAX - 1));
                    assert!(f + Cost::from_raw(4) >= straight, "{factor} {g} {h}");
                }
                let [none, all] = [0, total].map(Cost::from_raw);
                assert_eq!(priority(within, none, all), within.times(all));
                assert_eq!(priority(within, all, none), all);
            }
        }
    }
}
