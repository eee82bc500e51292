//! Who competes on what, and in which order they are asked.

mod clock;
mod contestant;
mod course;
mod experiment;
mod imported;
mod lineup;
mod measure;
mod preparation;
mod reference;
mod tutorial;

pub use contestant::Contestant;
pub(crate) use contestant::Guidance;
pub use course::{Course, CourseError, Problem, describe};
pub use experiment::{Experiment, Progress};
pub(crate) use imported::ImportedRow;
pub use imported::{ImportedRows, JoinError};
pub use lineup::{Lineup, Merged};
pub(crate) use measure::{Answer, Round};
pub(crate) use preparation::Preparation;
pub use preparation::Prepared;
pub use reference::{Reference, Repetitions, UnknownReference, UnknownRepetitions};
pub use tutorial::TutorialOctile;
