//! First paths compared with exact ones: their times, and the quality of the paths known after a while.

use std::time::{Duration, Instant};

use serde::Serialize;
use voxnav::search::{Cost, Movement, Query, Search};
use voxnav::{Path, Workspace};
use voxnav_lab::Fault;
use voxnav_worlds::Distribution;

/// The times after which paths are looked at.
pub(super) const MARKS: [Duration; 2] = [Duration::from_micros(2500), Duration::from_millis(10)];

/// The expansions between two looks at the clock: well below a tenth of a millisecond.
const SLICE: u64 = 64;

/// The ratios of paths to the optimum, true and proved.
#[derive(Default)]
pub(super) struct Ratios {
    pub(super) actual: Vec<f64>,
    pub(super) proved: Vec<f64>,
}

/// Times of first paths, in milliseconds, and ratios of the paths known at once and at each mark.
#[derive(Default)]
pub(super) struct FirstPaths {
    pub(super) times_ms: Vec<f64>,
    pub(super) at_once: Ratios,
    pub(super) at_marks: [Ratios; MARKS.len()],
}

/// The memory of a search that has ended, and the first fault found in its paths.
pub(super) struct EndedSearch {
    pub(super) workspace: Workspace,
    pub(super) fault: Option<Fault>,
}

impl FirstPaths {
    /// Answers a query by a first path, and improves it until the last mark. Each path is checked outside of the time.
    pub(super) fn ask<M: Movement + Clone>(
        &mut self,
        query: &Query<'_>,
        optimum: Cost,
        moves: &M,
        workspace: Workspace,
        cost_of: impl Fn(&Path) -> Result<Cost, Fault>,
    ) -> EndedSearch {
        let mut search = Search::with_workspace(&query.anytime(), moves, workspace);
        let mut elapsed = time(|| while search.step(SLICE).is_none() {}).1;
        let mut fault = None;
        let mut note = |search: &mut Search<M>, ratios: &mut Ratios| {
            let bound = search.lower_bound();
            let path = search.best_so_far();
            match cost_of(path) {
                Ok(cost) => ratios.note(cost, bound, optimum),
                Err(found) => fault = fault.take().or(Some(found)),
            }
        };
        self.times_ms.push(elapsed.as_secs_f64() * 1e3);
        note(&mut search, &mut self.at_once);
        for (mark, ratios) in MARKS.into_iter().zip(&mut self.at_marks) {
            while elapsed < mark {
                let (goes_on, taken) = time(|| {
                    let runs = search.solution().is_none();
                    if runs {
                        search.step(SLICE);
                    }
                    runs || search.improve_next()
                });
                elapsed += taken;
                if !goes_on {
                    break;
                }
            }
            note(&mut search, ratios);
        }
        EndedSearch {
            workspace: search.finish().1,
            fault,
        }
    }
}

fn time<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begin = Instant::now();
    let done = work();
    (done, begin.elapsed())
}

impl Ratios {
    fn note(&mut self, cost: Cost, bound: Cost, optimum: Cost) {
        let ratio = |bound: Cost| match bound {
            Cost::ZERO if cost == Cost::ZERO => 1.0,
            _ => cost.length() / bound.length(),
        };
        self.actual.push(ratio(optimum));
        // Nothing is proved where the bound is zero.
        self.proved
            .extend(Some(ratio(bound)).filter(|it| it.is_finite()));
    }
}

/// The mean and the largest of some ratios.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Spread {
    pub(super) mean: f64,
    pub(super) max: f64,
}

impl Spread {
    pub(super) fn of(ratios: &[f64]) -> Self {
        let ratios = Distribution::new(ratios.to_vec());
        Self {
            mean: ratios.mean(),
            max: ratios.max(),
        }
    }
}

/// Ratios of paths to the optimum in a report: the true ones, and those that were proved.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Quality {
    pub(super) suboptimality: Spread,
    pub(super) proved: Spread,
}

impl Quality {
    pub(super) fn of(ratios: &Ratios) -> Self {
        Self {
            suboptimality: Spread::of(&ratios.actual),
            proved: Spread::of(&ratios.proved),
        }
    }
}
