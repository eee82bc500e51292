//! Priorities for paths that cost at most so many times the optimum.
//!
//! # The rule
//!
//! Let w be the factor, h an estimate that never exceeds the true cost, and U the cost of the best path
//! known. Entries are taken from the queue by
//!
//! ```text
//! f = (g + (2w - 1) h + sqrt((g + h)^2 + 4 (w - 1) g h)) / 2        [`parabola`]
//! ```
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
//! 2. f <= w C*. f grows with h, so it is enough to look at h = C* - g, where it is
//!    `(g + (2w - 1)(C* - g) + sqrt(C*^2 + 4 (w - 1) g (C* - g))) / 2`. That is w C* at g = 0, its
//!    derivative is zero there, and it is concave in g.
//!
//! While U > w C*, one entry on P is always queued at its final cost, namely the one after the last
//! cell of P that was expanded at its final cost *with the direction in which P arrives*. That is
//! the induction of the proof that pruning is exact, which asks nothing of the order of expansion; it
//! does ask that cells be reopened, and that a cell reached again at an equal cost be expanded for
//! the new direction, and the loop does both. So the queue does not run empty, every entry taken has an
//! f of w C* at most, and L <= w C* < U: the search does not end. When it ends, U <= w C*. QED.
//!
//! By the same words min(L, U) <= w C* at any time, so min(L, U) / w is a lower bound on C*. L may be
//! the *largest* f although f falls along a path, because each f that was taken was the least of a queue
//! that held an entry on P, at that moment or, for the first of the buckets, at an earlier one. Nothing is asked of consistency: f is not
//! consistent, and a cell closed is not final.
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
//! hold as they stand. [`parabola`] takes the 27 leading bits of g + h. Its root is the integer
//! one: a floating-point root is a first guess that is put right by integer comparisons, so that no
//! machine's rounding is in the result.
//!
//! # What was tried
//!
//! A prototype, on a busy machine: f = g + w h is as fast at w = 1.01 and expands twice as many cells at
//! 1.05 in noise. Taking all f below L for L, last in first out, finds paths a little sooner, and
//! worse ones: 1.0014 instead of 1.0002 times the optimum at 1.01.
//!
//! # References
//!
//! Chen, Sturtevant, "Conditions for Avoiding Node Re-expansions in Bounded Suboptimal Search", IJCAI
//! 2019 (XDP, the convex downward parabola; there divided by w, and without reopening). Pohl,
//! "Heuristic Search Viewed as Path Finding in a Graph", 1970. Thayer, Ruml, "Faster than Weighted A*:
//! An Optimistic Approach to Bounded Suboptimal Search", ICAPS 2008 (dropping by g + h).

use glam::IVec3;

use super::estimate::{Estimate, Weighing};
use super::weight::Weight;
use super::{octile26, offset_magnitude};
use crate::cost::Cost;

/// The octile distance for 26 moves, for paths within a factor of the optimum.
pub(crate) struct BoundedOctile26 {
    pub(crate) goal: IVec3,
    pub(crate) within: Weight,
}

impl Estimate for BoundedOctile26 {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        octile26(offset_magnitude(cell, self.goal))
    }

    #[inline]
    fn weighing(&self) -> Weighing {
        Weighing::Within(self.within)
    }
}

/// How many leading bits of g + h count: with a weight below 2^10 everything under the root fits into
/// 64 bits. 2^-27 of a path of 1000 cells is a four-thousandth of the width of a bucket.
const SIGNIFICANT_BITS: u32 = 27;

/// The priority of a cell with cost so far `g` and estimate `h`: at least g + h, and below
/// [`Cost::MAX`] if that is.
#[inline]
pub(crate) fn parabola(within: Weight, g: Cost, h: Cost) -> Cost {
    let sum = g + h;
    if within == Weight::ONE || sum == Cost::MAX {
        return sum;
    }
    let scale = (u64::BITS - sum.raw().leading_zeros()).saturating_sub(SIGNIFICANT_BITS);
    let [g, h] = [g.raw() >> scale, h.raw() >> scale];
    let excess = within.raw() - Weight::ONE.raw();
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b)) >> Weight::FRACTIONAL_BITS;
    let squared = u128::from((g + h) * (g + h)) + times(4 * g * h, excess);
    let root = integer_root(u64::try_from(squared).unwrap_or(u64::MAX));
    let doubled = u128::from(g + root) + times(h, within.raw() + excess);
    let f = (doubled << scale) >> 1;
    let f = u64::try_from(f).map_or(u64::MAX - 1, |f| f.min(u64::MAX - 1));
    Cost::from_raw(f).max(sum)
}

/// The largest integer whose square is not above `square`.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a first guess; a root fits into 32 bits"
)]
#[inline]
fn integer_root(square: u64) -> u64 {
    let mut root = ((square as f64).sqrt() as u64).min(u64::from(u32::MAX));
    while root * root > square {
        root -= 1;
    }
    while root < u64::from(u32::MAX) && (root + 1) * (root + 1) <= square {
        root += 1;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_integer_roots() {
        let mut state = 1_u64;
        let mut squares = vec![0, 1, 2, 3, 4, u64::MAX, u64::MAX - 1];
        for shift in 0..64 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            squares.push(state >> shift);
            let root = (state >> shift).isqrt();
            squares.extend([root * root, (root * root).saturating_sub(1)]);
        }
        for square in squares {
            assert_eq!(integer_root(square), square.isqrt(), "{square}");
        }
    }

    #[test]
    fn priorities_lie_between_the_sum_and_so_many_times_it() {
        for factor in [1.0, 1.000_001, 1.01, 1.05, 2.0, 31.4, 1000.0] {
            let within = Weight::new(factor).unwrap();
            for total in [1, 1000, 1 << 30, 600 << 30, 1 << 50, 1 << 62, u64::MAX - 1] {
                for share in 0..=16 {
                    let g = total / 16 * share;
                    let [g, h] = [g, total - g].map(Cost::from_raw);
                    let f = parabola(within, g, h);
                    assert!(f >= g + h && f <= within.times(g + h), "{factor} {g} {h}");
                    let straight = g + within.times(h);
                    let rounding = Cost::from_raw((total >> 24) + 4 * within.raw());
                    assert!(f + rounding >= straight.min(Cost::from_raw(u64::MAX / 2)));
                }
                let start = parabola(within, Cost::ZERO, Cost::from_raw(total));
                let exact = within.times(Cost::from_raw(total));
                assert!(start <= exact && exact.raw() - start.raw() <= (exact.raw() >> 20) + 4);
                let end = parabola(within, Cost::from_raw(total), Cost::ZERO);
                assert_eq!(end.raw(), total);
            }
        }
    }
}
