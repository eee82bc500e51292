//! Contests: the searches, the courses they run on, and the order in which they are asked.

mod clock;
mod contestant;
mod course;
mod experiment;
mod fingerprint;
mod imported;
mod journal;
mod lineup;
mod measure;
mod own_moves;
mod preparation;
mod reference;
mod reply;
mod tutorial;

pub use contestant::Contestant;
pub(crate) use contestant::{Guidance, Question};
pub use course::{Course, CourseError, Problem, describe};
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
pub use reference::{Reference, Repetitions, UnknownChoice};
pub(crate) use reply::{End, Reply};
pub use tutorial::TutorialOctile;
