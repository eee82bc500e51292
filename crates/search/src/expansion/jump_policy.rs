//! The decision whether straight runs are worth following, by the results of runs so far.
//!
//! A run is a shortcut: it spares the expansions of the cells that it passes, for one scan. Every
//! run may be taken as single moves instead, in any mixture, without a different answer. In noise
//! almost all runs end after one or two cells, and most of these would never have got their turn.
//!
//! A run that skips `s` cells spares about `s` times the share of the cells generated that get their
//! turn, since it is queued like its first cell. Measured, over whole searches:
//!
//! | world | cells skipped a run | share | product |
//! |---|--:|--:|--:|
//! | random 20 % | 1.1 | 0.36 | 0.4 |
//! | random 40 % | 1.0 | 0.49 | 0.5 |
//! | maze, no index | 1.5 | 0.92 | 1.4 |
//! | rooms | 2.8 | 0.71 | 2.0 |
//! | caves | 6 to 23 | 0.6 | 3 to 14 |
//! | Complex, DA1 | 9 and more | 0.5 to 0.8 | 4 and more |
//!
//! A scan costs about what an expansion does, so the products tell which runs to follow.

use crate::outcome::Statistics;

/// The results of the runs that a search has followed; the older the less they count.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RunTally {
    followed: u64,
    skipped: u64,
}

/// The reach of straight moves in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stride {
    /// The whole run, and diagonals within a plane: at each cell of these two runs are scanned.
    Walk,
    /// The whole run.
    Run,
    /// One cell.
    Move,
}

/// The number of runs below which no judgment is made.
const LEAST_FOLLOWED: u64 = 64;
/// The number of runs at which the tally is halved.
const MOST_FOLLOWED: u64 = 256;
/// The expansions spared that make up for one run, in percent. Between the figures measured in
/// noise and in mazes.
const LEAST_PERCENT_SPARED: u64 = 80;
/// The average number of cells skipped from which runs are worth remembering, and diagonals worth
/// following in a plane: in mazes and rooms the one costs as much as the scan and the other as the
/// expansions that it spares.
const LEAST_LONG: u64 = 4;
/// The expansions in a period, of which the first few follow runs in any case, so that a search
/// notices when it gets out of noise.
const PERIOD: u64 = 512;
const TRIALS: u64 = 8;

impl RunTally {
    /// Counts a run that passed `skipped` cells, which need not be expanded.
    #[inline]
    pub(crate) fn note(&mut self, skipped: u32) {
        if self.followed >= MOST_FOLLOWED {
            self.followed /= 2;
            self.skipped /= 2;
        }
        self.followed += 1;
        self.skipped += u64::from(skipped);
    }

    /// Returns whether runs are so long, by and large, that it pays to remember where they ended
    /// and to follow diagonals within a plane.
    #[inline]
    pub(crate) fn are_long(&self) -> bool {
        self.followed >= LEAST_FOLLOWED && self.skipped >= LEAST_LONG * self.followed
    }

    /// Returns the stride to take from the cell that was expanded last.
    #[inline]
    pub(crate) fn stride(&self, statistics: &Statistics) -> Stride {
        if statistics.expanded % PERIOD < TRIALS {
            return Stride::Run;
        }
        self.verdict(statistics)
    }

    /// Returns the stride that pays in general.
    #[inline]
    pub(crate) fn verdict(&self, statistics: &Statistics) -> Stride {
        let spared = 100 * self.skipped * statistics.expanded;
        let least = LEAST_PERCENT_SPARED * self.followed * statistics.generated;
        if self.followed < LEAST_FOLLOWED || spared >= least {
            Stride::Run
        } else {
            Stride::Move
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the verdict after `runs` runs which skipped `skipped` cells each.
    fn verdict(runs: u64, skipped: u32, [expanded, generated]: [u64; 2]) -> Stride {
        let mut tally = RunTally::default();
        for _ in 0..runs {
            tally.note(skipped);
        }
        let statistics = Statistics {
            expanded,
            generated,
            ..Statistics::default()
        };
        tally.verdict(&statistics)
    }

    #[test]
    fn short_runs_pay_where_every_cell_gets_its_turn() {
        assert_eq!(verdict(1000, 1, [100, 105]), Stride::Run);
        assert_eq!(verdict(1000, 1, [100, 250]), Stride::Move);
        assert_eq!(verdict(1000, 4, [100, 250]), Stride::Run);
        assert_eq!(verdict(LEAST_FOLLOWED - 1, 0, [100, 250]), Stride::Run);
        assert_eq!(verdict(LEAST_FOLLOWED, 0, [100, 250]), Stride::Move);
    }

    #[test]
    fn a_verdict_changes_with_the_world() {
        let statistics = Statistics {
            expanded: 1000,
            generated: 2000,
            ..Statistics::default()
        };
        let mut tally = RunTally::default();
        for _ in 0..100_000 {
            tally.note(1);
        }
        assert_eq!(tally.verdict(&statistics), Stride::Move);
        for _ in 0..MOST_FOLLOWED {
            tally.note(10);
        }
        assert_eq!(tally.verdict(&statistics), Stride::Run);
    }

    #[test]
    fn runs_are_tried_again_from_time_to_time() {
        let mut tally = RunTally::default();
        for _ in 0..1000 {
            tally.note(0);
        }
        let strides = (0..PERIOD).map(|expanded| {
            tally.stride(&Statistics {
                expanded,
                generated: 1000,
                ..Statistics::default()
            })
        });
        assert_eq!(strides.filter(|&stride| stride == Stride::Run).count(), 8);
    }
}
