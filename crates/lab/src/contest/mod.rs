//! Contests: the searches, the problem sets they run on, and their answers.

mod answer;
pub(crate) mod clock;
mod contestant;
mod fingerprint;
mod imported;
mod lineup;
mod own_moves;
mod problem_set;
mod reference;
mod reply;
mod tutorial;

pub(crate) use answer::{Answer, Round};
pub use contestant::Contestant;
pub(crate) use contestant::Question;
pub use fingerprint::{fingerprint, fingerprint_of_costs};
pub(crate) use imported::ImportedRow;
pub use imported::{ImportedRows, JoinError};
pub use lineup::{Lineup, Merged};
pub(crate) use own_moves::{Explored, MoveSource};
pub use problem_set::{Problem, ProblemSet, ProblemSetError, describe};
pub use reference::{Reference, Repetitions, UnknownChoice};
pub(crate) use reply::{End, LIMITED, Reply};
pub use tutorial::TutorialOctile;
