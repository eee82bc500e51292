//! Laws: what must hold whatever is drawn.

use std::num::NonZero;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, thread};

use crate::Draws;

/// Returns the seeds from `first` on for `usual` cases; `VOXNAV_CASES=N` in the environment makes that N times as many,
/// where N may have a fraction: 0.25 tries a quarter of them, and always one at least.
#[must_use]
pub fn seeds(first: u64, usual: u64) -> Range<u64> {
    let times = env::var("VOXNAV_CASES").map_or(1.0, |text| {
        let times: f64 = text.parse().expect("VOXNAV_CASES is a number");
        assert!(times > 0.0, "VOXNAV_CASES is more than zero");
        times
    });
    first..first + times_as_many(usual, times)
}

/// Returns `times` as many cases, and one at least.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "numbers of cases are small and positive"
)]
fn times_as_many(usual: u64, times: f64) -> u64 {
    ((usual as f64 * times).round() as u64).max(1)
}

/// Returns the draws of each of [`seeds`], and prints its seed: the last one printed is that of the case in which a test
/// fails.
pub fn cases(first: u64, usual: u64) -> impl Iterator<Item = Draws> {
    seeds(first, usual).map(|seed| {
        println!("seed {seed}");
        Draws::new(seed)
    })
}

/// Tries a law on every seed, with all cores, and returns what it says of each, in the order of the
/// seeds. `kept` makes what a thread keeps from case to case, such as a workspace.
///
/// Prints the seeds, and panics with the first seed for which the law does not hold.
pub fn hold<K, T: Send>(
    name: &str,
    seeds: Range<u64>,
    kept: impl Fn() -> K + Sync,
    law: impl Fn(u64, &mut K) -> Result<T, String> + Sync,
) -> Vec<T> {
    println!("{name}: seeds {seeds:?}");
    let next = AtomicU64::new(seeds.start);
    let work = || {
        let (mut kept, mut told) = (kept(), Vec::new());
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if !seeds.contains(&seed) {
                return told;
            }
            let answer = law(seed, &mut kept);
            if answer.is_err() {
                // Seeds further on need not be tried; those before are being tried.
                next.fetch_max(seeds.end, Ordering::Relaxed);
            }
            told.push((seed, answer));
        }
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut told: Vec<(u64, Result<T, String>)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
        joined
            .flat_map(|told| told.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    told.sort_unstable_by_key(|(seed, _)| *seed);
    let told = told.into_iter().map(|(seed, answer)| match answer {
        Ok(answer) => answer,
        Err(text) => panic!("{name}, seed {seed}: {text}"),
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_counted_with_fractions() {
        assert_eq!(times_as_many(240, 1.0), 240);
        assert_eq!(times_as_many(240, 42.0), 10_080);
        assert_eq!(times_as_many(240, 0.25), 60);
        assert_eq!(times_as_many(3, 0.01), 1);
    }

    #[test]
    fn every_seed_is_tried_once_and_told_in_order() {
        let told = hold("order", 10..200, || (), |seed, ()| Ok(seed));
        assert!(told.into_iter().eq(10..200));
    }

    #[test]
    #[should_panic(expected = "seven, seed 7: a number that is no good")]
    fn the_first_seed_that_breaks_the_law_is_told() {
        let law = |seed: u64, (): &mut ()| {
            let text = "a number that is no good".to_owned();
            if seed >= 7 { Err(text) } else { Ok(()) }
        };
        hold("seven", 0..1000, || (), law);
    }

    #[test]
    #[should_panic(expected = "of its own")]
    fn a_law_may_panic_of_its_own() {
        hold(
            "panic",
            0..10,
            || (),
            |seed, ()| {
                assert!(seed < 5, "of its own");
                Ok(())
            },
        );
    }
}
