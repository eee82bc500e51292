//! Contests: the searches, the problem sets they run on, and the order in which they are asked.

mod clock;
mod contestant;
mod experiment;
mod fingerprint;
mod imported;
mod journal;
mod lineup;
mod measure;
mod own_moves;
mod preparation;
mod problem_set;
mod reference;
mod reply;
mod tutorial;

pub use contestant::Contestant;
pub(crate) use contestant::{Guidance, Question};
pub use experiment::{Experiment, Progress};
pub use fingerprint::fingerprint;
pub(crate) use imported::ImportedRow;
pub use imported::{ImportedRows, JoinError};
pub use journal::{Journal, JournalError};
pub use lineup::{Lineup, Merged};
pub(crate) use measure::{Answer, Round};
pub(crate) use own_moves::Explored;
pub(crate) use preparation::Preparation;
pub use preparation::Prepared;
pub use problem_set::{Problem, ProblemSet, ProblemSetError, describe};
pub use reference::{Reference, Repetitions, UnknownChoice};
pub(crate) use reply::{End, Reply};
pub use tutorial::TutorialOctile;
