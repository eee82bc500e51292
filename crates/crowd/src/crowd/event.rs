//! Events of a crowd.

use voxnav::ground::{Action, UnusableEnd};
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
    /// The agent has come to the end of a route that ends before its destination, for the reason given: the options of the
    /// searches allow parts of a way, unknown space is ahead, something is in the place where a flying agent is to be, or
    /// [another agent rests](NoWay::Taken) at the destination. It
    /// keeps its errand, and goes on when a way leads on; told once, until then.
    StopsShort(MoverId, NoWay),
    /// The agent begins to do something else than walk, or walks again: a step, a drop, a jump, a climb, a link.
    Begins(MoverId, Action),
    /// The agent has been slow for half a second because another one is in its way, or has the step, the jump or the
    /// ladder that it is to take; once for each that it waits for.
    WaitsFor(MoverId, Other),
    /// The agent was at rest and others pushed it aside; it goes back.
    PushedAside(MoverId),
    /// The agent wants to move and has not got on for 3 seconds: since when, in seconds of all updates together. Told
    /// once, until it has moved again.
    Stuck(MoverId, f64),
    /// The agent overlaps another, which no update leads to: it was put there, or somebody that does not cooperate ran
    /// into it. Both part; told once, until they have.
    RunInto(MoverId, Other),
    /// The agent leads its [formation](super::Crowd::follow_in_formation) from now on: the leader was removed.
    Leads(MoverId),
    /// The agent touches something that was put where it is. It leaves as soon as it can; told once, until it has.
    Enclosed(MoverId),
}

/// An agent of the crowd, or a neighbor that does not cooperate.
///
/// ```
/// use voxnav_crowd::crowd::Other;
/// assert_ne!(Other::Stranger(0), Other::Stranger(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Other {
    /// An agent of the crowd.
    Mover(MoverId),
    /// The neighbor at this place in the list of [`Crowd::set_strangers`](super::Crowd::set_strangers).
    Stranger(u32),
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
            | Self::StopsShort(id, _)
            | Self::Begins(id, _)
            | Self::WaitsFor(id, _)
            | Self::PushedAside(id)
            | Self::Stuck(id, _)
            | Self::RunInto(id, _)
            | Self::Leads(id)
            | Self::Enclosed(id) => id,
        }
    }
}

/// The reason why there is no way. [`Crowd::largest`](super::Crowd::largest) and
/// [`Crowd::remedies`](super::Crowd::remedies) describe what would have to change.
///
/// ```
/// use voxnav_crowd::crowd::NoWay;
///
/// assert_ne!(NoWay::Unreachable, NoWay::Limit);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum NoWay {
    /// The place where the agent is or that where it is to go is blocked, or outside the bounds.
    End(EndFault),
    /// The world is divided between the two.
    Unreachable,
    /// A ground agent cannot be at an end of a link: it would have a way if that end were at the nearest place at
    /// which the agent can be.
    LinkEnd(UnusableEnd),
    /// A limit of the options of the search was reached.
    Limit,
    /// The place where the agent is or that where it is to go is beyond the cells there can be, or a route between them
    /// is too large to be searched or listed.
    OutOfRange,
    /// The way leads into unknown space, before which the agent stops.
    Unknown,
    /// The agent to follow was removed.
    Gone,
    /// Another agent rests where the agent is to go. It waits as near as others let it come, as others do that were sent
    /// there, and goes on when its destination is free.
    Taken(MoverId),
}
