//! Routes: questions and answers in world units, over snapshots of an agent's world.
//!
//! [`View`] is what is searched, [`Destination`] where to, [`Route`] the answer; [`RouteSearch`]
//! gets there in slices. A navigator asks all its own questions of views. Nothing here needs colliders;
//! where a view was baked from some, `surroundings.rs` keeps them.
//!
//! INVARIANT: an answer of a view is a function of the view and the question, whoever asks and
//! whatever was edited since it was taken.

mod destination;
mod ends;
mod error;
mod flight_view;
mod flying;
mod ground_view;
mod keep_away;
mod kind;
mod near;
mod options;
mod parallel;
mod places;
mod question;
mod reach;
mod route;
mod scheduler;
mod search;
mod setting_out;
pub(crate) mod sides;
mod stand;
pub(crate) mod surroundings;
mod view;

pub use destination::Destination;
pub use ends::RouteEnd;
pub use error::RouteError;
pub use flight_view::FlightView;
pub use ground_view::GroundView;
pub use keep_away::KeepAway;
pub use options::{Explain, RouteOptions};
pub use route::{Enclosure, Route};
pub use scheduler::{Scheduled, Scheduler};
pub use search::RouteSearch;
pub use view::View;

pub(crate) use ends::End;
pub(crate) use keep_away::{Margin, Margins, blocked_for};
pub(crate) use kind::Kind;
pub(crate) use near::Near;
pub(crate) use options::check_length;
pub(crate) use parallel::answer_all;
pub(crate) use question::{Pair, Question, Target};
pub(crate) use setting_out::{FirstMove, Head};
pub(crate) use stand::{Asked, PositionedMoves};
pub(crate) use view::ViewInner;
