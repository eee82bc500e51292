//! Routes: questions and answers in world units, over snapshots of an agent's world.
//!
//! [`View`] is what is searched, [`Destination`] where to, [`Route`] the answer; [`RouteSearch`]
//! gets there in slices. A navigator asks all its own questions of views. Nothing here needs colliders;
//! where a view was baked from some, `surroundings.rs` keeps them.
//!
//! INVARIANT: an answer of a view is a function of the view and the question, whatever the caller and whatever was
//! edited since it was taken.

mod answers;
mod error;
pub(crate) mod questions;
pub(crate) mod views;

pub use answers::route::{Enclosure, Route};
pub use answers::scheduler::{Scheduled, Scheduler};
pub use answers::search::RouteSearch;
pub use error::RouteError;
pub use questions::destination::Destination;
pub use questions::ends::RouteEnd;
pub use questions::keep_away::KeepAway;
pub use questions::options::{Explain, RouteOptions};
pub use views::flight_view::FlightView;
pub use views::ground_view::GroundView;
pub use views::view::View;

pub(crate) use questions::ends::End;
pub(crate) use questions::keep_away::{Margin, Margins, blocked_for};
pub(crate) use questions::near::Near;
pub(crate) use questions::options::check_length;
pub(crate) use questions::question::{Pair, Question, Target};
pub(crate) use questions::setting_out::{FirstMove, Head};
pub(crate) use questions::stand::{PairAnswer, PositionedMoves};
pub(crate) use views::kind::Kind;
