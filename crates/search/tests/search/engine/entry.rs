//! Everything that can be asked of the library, and what it promises.

use voxnav_search::{Algorithm, Guarantee, Heuristic, Weight};
use voxnav_testkit::Draws;

use crate::oracle::{Moves, Rules};

/// What the costs of an algorithm are worth, if its estimate is admissible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Promise {
    /// At most this many 1024ths of the optimum.
    Within(u32),
    /// At most this many 1024ths of the optimum whatever the estimate, which is not used.
    Always(u32),
    /// Nothing: the path is legal, that is all.
    Legal,
}

/// An algorithm with an estimate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) algorithm: Algorithm,
    pub(crate) heuristic: Heuristic,
    /// How many times the optimum is asked for.
    pub(crate) within: Weight,
    promise: Promise,
}

/// The algorithms and what they promise.
fn algorithms() -> [(Algorithm, Promise); 12] {
    let weighted = |weight: u32| {
        (
            Algorithm::WeightedAStar(factor(weight)),
            Promise::Within(weight),
        )
    };
    [
        (Algorithm::Auto, Promise::Within(1024)),
        (Algorithm::Jump, Promise::Within(1024)),
        (Algorithm::Canonical, Promise::Within(1024)),
        (Algorithm::AStar, Promise::Within(1024)),
        (Algorithm::Bidirectional, Promise::Within(1024)),
        (Algorithm::Dijkstra, Promise::Always(1024)),
        weighted(1024),
        weighted(1050),
        weighted(1536),
        weighted(5120),
        (Algorithm::GreedyBestFirst, Promise::Legal),
        (Algorithm::Hierarchical, Promise::Legal),
    ]
}

/// So many 1024ths as a weight.
fn factor(weight: u32) -> Weight {
    Weight::new(f64::from(weight) / 1024.0).expect("a weight of one or more")
}

/// Algorithms asked for so many 1024ths of the optimum, and what they promise. Those that are listed
/// with 1024 have bounds of their own.
fn bounded() -> [(Algorithm, u32, Promise); 9] {
    let within = |algorithm, weight| (algorithm, weight, Promise::Within(weight));
    [
        within(Algorithm::Auto, 1025),
        within(Algorithm::Auto, 1034),
        within(Algorithm::Auto, 1536),
        within(Algorithm::Auto, 1024 * 1000),
        within(Algorithm::Jump, 1200),
        within(Algorithm::Canonical, 1200),
        within(Algorithm::AStar, 1200),
        (Algorithm::Bidirectional, 1200, Promise::Within(1024)),
        (Algorithm::Dijkstra, 1200, Promise::Always(1024)),
    ]
}

/// Every algorithm with every estimate.
pub(crate) fn entries() -> Vec<Entry> {
    let exact = algorithms().map(|(algorithm, promise)| (algorithm, 1024, promise));
    let with = |(algorithm, weight, promise)| {
        Heuristic::ALL.map(|heuristic| Entry {
            algorithm,
            heuristic,
            within: factor(weight),
            promise,
        })
    };
    exact.into_iter().chain(bounded()).flat_map(with).collect()
}

impl Entry {
    /// One of some entries, half of the time an exact one with the best estimate.
    pub(crate) fn pick(table: &[Self], draws: &mut Draws) -> Self {
        let basic: Vec<Self> = table.iter().copied().filter(Self::is_basic).collect();
        if basic.is_empty() || draws.percent(50) {
            draws.pick(table)
        } else {
            draws.pick(&basic)
        }
    }

    /// Whether a cost must be the optimum.
    pub(crate) fn is_exact(&self, moves: Moves) -> bool {
        match self.promise {
            Promise::Always(weight) => weight == 1024,
            Promise::Within(weight) => weight == 1024 && excess_axes(self.heuristic, moves) == 1,
            Promise::Legal => false,
        }
    }

    /// Whether a factor is asked for.
    pub(crate) fn is_bounded(&self) -> bool {
        self.within != Weight::ONE
    }

    /// Whether nothing bounds a cost.
    pub(crate) fn is_unbounded(&self) -> bool {
        self.promise == Promise::Legal
    }

    pub(crate) fn is_octile(&self) -> bool {
        self.heuristic == Heuristic::Octile
    }

    /// Whether every question is asked with this entry: an exact algorithm with the best estimate.
    pub(crate) fn is_basic(&self) -> bool {
        let exact = matches!(self.promise, Promise::Within(1024) | Promise::Always(1024));
        let asked_so = self.within == Weight::ONE;
        exact && asked_so && self.heuristic == Heuristic::Octile
    }

    /// Whether nothing but the factor that was asked for parts a cost from the optimum.
    pub(crate) fn is_admissible(&self, moves: Moves) -> bool {
        let weighted =
            matches!(self.algorithm, Algorithm::WeightedAStar(weight) if weight != Weight::ONE);
        self.promise != Promise::Legal && !weighted && excess_axes(self.heuristic, moves) == 1
            || self.is_exact(moves)
    }

    /// Checks that a cost is within what was asked for of the bound that was proved.
    pub(crate) fn check_ratio(&self, rules: Rules, cost: u64, proved: u64) -> Result<(), String> {
        let (above, below) = match self.factor(rules) {
            Some(factor) if self.is_admissible(rules.moves) => factor,
            _ => return Ok(()),
        };
        (u128::from(cost) * below <= u128::from(proved) * above)
            .then_some(())
            .ok_or(format!("{proved} does not prove the ratio of {cost}"))
    }

    /// The factor that the cost must stay within, as a fraction.
    fn factor(&self, rules: Rules) -> Option<(u128, u128)> {
        let (weight, (sum, length)) = match self.promise {
            Promise::Within(weight) if self.heuristic == Heuristic::Manhattan => {
                (weight, rules.excess())
            }
            Promise::Always(weight) | Promise::Within(weight) => (weight, (1, 1)),
            Promise::Legal => return None,
        };
        Some((
            u128::from(weight) * u128::from(sum),
            1024 * u128::from(length),
        ))
    }

    /// Checks that a cost is no less than the optimum and no more than promised.
    pub(crate) fn check_cost(&self, rules: Rules, cost: u64, optimum: u64) -> Result<(), String> {
        let within = self
            .factor(rules)
            .is_none_or(|(above, below)| u128::from(cost) * below <= u128::from(optimum) * above);
        (cost >= optimum && within)
            .then_some(())
            .ok_or(format!("the cost is {cost}"))
    }

    /// Checks that the library states the promise of the table.
    pub(crate) fn check_guarantee(&self, rules: Rules, stated: Guarantee) -> Result<(), String> {
        let agrees = match (stated, self.factor(rules)) {
            (Guarantee::Optimal, _) => self.is_exact(rules.moves),
            (Guarantee::Within(stated), Some((above, below))) => {
                // The factor is a figure for the reader; the cost itself is compared in integers.
                #[expect(clippy::cast_precision_loss, reason = "compared to 9 digits")]
                let factor = above as f64 / below as f64;
                (stated - factor).abs() < 1e-9
            }
            (Guarantee::None, factor) => factor.is_none(),
            _ => false,
        };
        agrees
            .then_some(())
            .ok_or(format!("{self:?} states {stated:?} for {rules:?}"))
    }
}

/// The number of axes of the move that the estimate exceeds by the largest factor: a move along n
/// axes is as long as the square root of n, and Manhattan takes it for n.
pub(crate) fn excess_axes(heuristic: Heuristic, moves: Moves) -> u64 {
    match (heuristic, moves) {
        (Heuristic::Manhattan, Moves::Vertex26) => 3,
        (Heuristic::Manhattan, Moves::Edge18 | Moves::Planar8(_)) => 2,
        _ => 1,
    }
}
