//! Events of a crowd.

use voxnav::ground::Action;
use voxnav::search::EndFault;

use super::MoverId;

/// An event of an update, for one agent.
///
/// ```
/// use voxnav_crowd::crowd::Event;
///
/// fn is_good_news(event: &Event) -> bool {
///     matches!(event, Event::Arrived(_) | Event::NewRoute(_))
/// }
/// # let _ = is_good_news;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The agent has arrived; one that follows another will go on when that does.
    Arrived(MoverId),
    /// The agent was given another route: the first, a better one, or one around what is in its way.
    NewRoute(MoverId),
    /// The way of the agent is blocked ahead, and no other is known by now: it goes on up to there, and waits.
    Waits(MoverId),
    /// No way is known, for the reason given. The agent stays and asks again from time to time, ever more seldom, and
    /// whenever it is sent.
    NoWay(MoverId, NoWay),
    /// The agent begins to do something else than walk, or walks again: a step, a drop, a jump, a climb, a link.
    Begins(MoverId, Action),
}

impl Event {
    /// Returns the agent.
    #[must_use]
    pub const fn mover(&self) -> MoverId {
        match *self {
            Self::Arrived(id)
            | Self::NewRoute(id)
            | Self::Waits(id)
            | Self::NoWay(id, _)
            | Self::Begins(id, _) => id,
        }
    }
}

/// The reason why there is no way. [`Crowd::largest`](super::Crowd::largest) and
/// [`Crowd::remedies`](super::Crowd::remedies) say what would have to change.
///
/// ```
/// use voxnav_crowd::crowd::NoWay;
///
/// assert_ne!(NoWay::Unreachable, NoWay::Limit);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoWay {
    /// The place where the agent is or that where it is to go is blocked, or outside the bounds.
    End(EndFault),
    /// The world is divided between the two.
    Unreachable,
    /// A limit of the options of the search was reached.
    Limit,
    /// The place where the agent is or that where it is to go is beyond the cells there can be, or a route between them
    /// is too large to be searched or listed.
    OutOfRange,
    /// The agent to follow was removed.
    Gone,
}
