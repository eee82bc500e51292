//! Events of a crowd.

use voxnav::ground::{Action, UnusableEnd};
use voxnav::search::EndFault;

use super::id::CrowdAgentId;

/// An event of an update, for one agent.
///
/// ```
/// use voxnav_crowd::crowd::Event;
///
/// fn is_good_news(event: &Event) -> bool {
///     matches!(event, Event::Arrived(_) | Event::RouteChanged(_))
/// }
/// # let _ = is_good_news;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The agent has arrived; one that follows another will go on when that does.
    Arrived(CrowdAgentId),
    /// The agent was given another route: the first, a better one, or one around what is in its way.
    RouteChanged(CrowdAgentId),
    /// The route of the agent is blocked ahead, and no other is known yet: it goes on up to there, and waits.
    PathBlocked(CrowdAgentId),
    /// No way is known, for the reason given. The agent stays and asks again from time to time, ever more seldom, and
    /// whenever it is sent.
    NoPath(CrowdAgentId, NoPathReason),
    /// The agent has come to the end of a route that ends before its destination, for the reason given: the options of the
    /// searches allow parts of a way, unknown space is ahead, something is in the place where a flying agent is to be, or
    /// [another agent rests](NoPathReason::Taken) at the destination. It
    /// keeps its target, and goes on when a way leads on; told once, until then.
    StopsShort(CrowdAgentId, NoPathReason),
    /// The agent begins to do something else than walk, or walks again: a step, a drop, a jump, a climb, a link.
    ActionStarted(CrowdAgentId, Action),
    /// The agent has been slow for half a second because another one is in its way, or has the step, the jump or the
    /// ladder that it is to take; once for each that it waits for.
    WaitsFor(CrowdAgentId, Neighbor),
    /// The agent was at rest and others pushed it aside; it goes back.
    PushedAside(CrowdAgentId),
    /// The agent wants to move and has not got on for 3 seconds: since when, in seconds of all updates together. Told
    /// once, until it has moved again.
    Stuck(CrowdAgentId, f64),
    /// The agent overlaps another, which no update leads to: it was put there, or a neighbor that does not cooperate
    /// ran into it. Both part; reported once, until they have.
    Overlaps(CrowdAgentId, Neighbor),
    /// The agent leads its [formation](crate::crowd::Crowd::follow_in_formation) from now on: the leader was removed.
    Leads(CrowdAgentId),
    /// The agent touches something that was put where it is. It leaves as soon as it can; told once, until it has.
    Enclosed(CrowdAgentId),
}

/// An agent of the crowd, or a neighbor that does not cooperate.
///
/// ```
/// use voxnav_crowd::crowd::Neighbor;
/// assert_ne!(Neighbor::Character(0), Neighbor::Character(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Neighbor {
    /// An agent of the crowd.
    Agent(CrowdAgentId),
    /// The neighbor at this place in the list of [`Crowd::set_characters`](crate::crowd::Crowd::set_characters).
    Character(u32),
}

impl Event {
    /// Returns the agent.
    #[must_use]
    pub const fn agent(&self) -> CrowdAgentId {
        match *self {
            Self::Arrived(id)
            | Self::RouteChanged(id)
            | Self::PathBlocked(id)
            | Self::NoPath(id, _)
            | Self::StopsShort(id, _)
            | Self::ActionStarted(id, _)
            | Self::WaitsFor(id, _)
            | Self::PushedAside(id)
            | Self::Stuck(id, _)
            | Self::Overlaps(id, _)
            | Self::Leads(id)
            | Self::Enclosed(id) => id,
        }
    }
}

/// The reason why there is no way. [`Crowd::largest_passable_agent`](crate::crowd::Crowd::largest_passable_agent) and
/// [`Crowd::remedies`](crate::crowd::Crowd::remedies) describe what would have to change.
///
/// ```
/// use voxnav_crowd::crowd::NoPathReason;
///
/// assert_ne!(NoPathReason::Unreachable, NoPathReason::Limit);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum NoPathReason {
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
    LeaderRemoved,
    /// Another agent rests where the agent is to go. It waits as near as others let it come, as others do that were sent
    /// there, and goes on when its destination is free.
    Taken(CrowdAgentId),
}
