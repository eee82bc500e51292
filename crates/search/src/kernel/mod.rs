//! The one best-first loop, and the state that it keeps between slices.

mod backtrace;
mod best_first;
mod frontier;
mod news;
mod order;
mod passed_runs;
mod resumable;
mod state;

pub(crate) use backtrace::Backtrace;
pub(crate) use best_first::{BestFirst, Policies};
pub(crate) use order::Order;
pub(crate) use resumable::{MOST_SERVED, Progress, Resumable};
pub(crate) use state::{CostRange, Origin, Reopening, SearchState};
