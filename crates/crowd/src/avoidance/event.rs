//! Events of a tick: what a caller may want to know of bodies.

use super::id::BodyId;

/// A body or a neighbor that does not cooperate.
///
/// ```
/// use voxnav_crowd::avoidance::Neighbor;
/// assert_ne!(Neighbor::Character(0), Neighbor::Character(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Neighbor {
    /// A body of the crowd.
    Body(BodyId),
    /// The neighbor at this place in the list that was given.
    Character(u32),
}

/// Something that happened to a body in a tick.
///
/// ```
/// use voxnav_crowd::avoidance::{Avoidance, Body, Event, Neighbor, Settings};
///
/// let mut crowd = Avoidance::new(Settings::default());
/// let first = crowd.add(Body::ball(0.5, [0.0; 3]))?;
/// let inside = crowd.add(Body::ball(0.5, [0.25, 0.0, 0.0]))?;
/// let events = crowd.tick(0.1)?;
/// assert!(events.contains(&Event::Overlaps { body: first, with: Neighbor::Body(inside) }));
/// # Ok::<(), voxnav_crowd::avoidance::AvoidanceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The body has been slow for half a second because of another; once for each one that it waits for.
    Waits {
        /// The body.
        body: BodyId,
        /// The one that is in its way.
        behind: Neighbor,
    },
    /// The body wants to move and has not got on for 3 seconds; once, until it has moved again.
    Stuck {
        /// The body.
        body: BodyId,
        /// The time since which it is, in seconds of all ticks together.
        since: f64,
    },
    /// The body overlaps another at the begin of the tick, which no motion of the crowd leads to: it was put there or
    /// resized, or a character ran into it. Both part; told in every tick until they have.
    Overlaps {
        /// The body.
        body: BodyId,
        /// The one that it overlaps the most.
        with: Neighbor,
    },
    /// The body touches cells in which it cannot be, or has no cell: it was put there, or they were edited. It enters
    /// no other blocked cell and leaves as soon as it can; told in every tick until it has.
    Enclosed {
        /// The body.
        body: BodyId,
    },
}

impl Event {
    /// Returns the body that it happened to.
    #[must_use]
    pub const fn body(&self) -> BodyId {
        match *self {
            Self::Waits { body, .. }
            | Self::Stuck { body, .. }
            | Self::Overlaps { body, .. }
            | Self::Enclosed { body } => body,
        }
    }
}
