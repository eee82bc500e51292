//! Updates of a crowd, and their events.

use voxnav::glam::DVec3;
use voxnav::ground::LinkSide;
use voxnav::search::EndFault;
use voxnav_crowd::crowd::{Event, Neighbor, NoPathReason};

use super::crowd::{VoxnavCrowdAgentId, number};
use super::settings::VoxnavPlanningStats;
use crate::border::{changing, reading};
use crate::code::{Code, code_of, coded, numbered};
use crate::error::VoxnavStatus;
use crate::exported::routes::{VoxnavAction, acted};
use crate::exported::world::VoxnavLinkId;
use crate::handles::change;
use crate::ids::VoxnavCrowd;
use crate::memory::Out;
use crate::values::VoxnavPoint;

/// The kind of an event of a crowd.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavCrowdEventKind {
    /// The agent has arrived; one that follows another will go on when that does.
    Arrived = 0,
    /// The agent was given another route: the first, a better one, or one around what is in its way.
    RouteChanged = 1,
    /// The path of the agent is blocked ahead, and no other is known: it goes on up to there, and waits.
    PathBlocked = 2,
    /// No way is known, for the reason in `why`. The agent stays, and asks again ever more seldom, and when it is sent.
    NoPath = 3,
    /// The agent begins to do something else than walk, or walks again: see `action`.
    ActionStarted = 4,
    /// The agent has been slow for half a second for `other`, which is in its way, or has the step, the jump or the ladder
    /// that it is to take; once for each that it waits for.
    WaitsFor = 5,
    /// The agent was at rest and others pushed it aside; it goes back.
    PushedAside = 6,
    /// The agent wants to move and has not got on for 3 seconds, since `since`; once, until it has moved again.
    Stuck = 7,
    /// The agent overlaps `other`, which no update leads to: it was put there, or a neighbor that does not cooperate
    /// ran into it. Both part; once, until they have.
    Overlaps = 8,
    /// The agent touches something that was put where it is. It leaves as soon as it can; once, until it has.
    Enclosed = 9,
    /// An event that this version of the interface has no name for.
    Other = 10,
    /// The agent has come to the end of a route that ends before its destination, for the reason in `why`. It keeps its
    /// target, and goes on when a way leads on; once, until then.
    StopsShort = 11,
    /// The agent leads its formation from now on: the leader was removed.
    Leads = 12,
}

/// The reason why an agent of a crowd has no way.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavNoPathReason {
    /// A way is known, or was not looked for.
    None = 0,
    /// The agent is outside the bounds.
    StartOutside = 1,
    /// The destination is outside the bounds.
    GoalOutside = 2,
    /// The agent does not fit where it is.
    StartBlocked = 3,
    /// The agent does not fit where it is to go.
    GoalBlocked = 4,
    /// The world is divided between the two.
    Unreachable = 5,
    /// A limit of the options of the search was reached.
    Limit = 6,
    /// A place is beyond the cells there can be, or a route too large to be searched or listed.
    OutOfRange = 7,
    /// The agent to follow was removed.
    LeaderRemoved = 8,
    /// The way leads into cells of which nothing is known, before which the agent stops.
    Unknown = 9,
    /// A ground agent cannot be at an end of a link: it would have a way if that end were at the nearest place at
    /// which the agent can be.
    LinkEnd = 10,
    /// Another agent, in `other`, rests where the agent is to go: it waits as near as others let it come.
    Taken = 11,
}

numbered! { VoxnavCrowdEventKind }

coded! {
    VoxnavNoPathReason is "reason": Option<NoPathReason> {
        None => None,
        StartOutside => Some(NoPathReason::End(EndFault::StartOutside)),
        GoalOutside => Some(NoPathReason::End(EndFault::GoalOutside)),
        StartBlocked => Some(NoPathReason::End(EndFault::StartBlocked)),
        GoalBlocked => Some(NoPathReason::End(EndFault::GoalBlocked)),
        Unreachable => Some(NoPathReason::Unreachable),
        Limit => Some(NoPathReason::Limit),
        OutOfRange => Some(NoPathReason::OutOfRange),
        LeaderRemoved => Some(NoPathReason::LeaderRemoved),
        Unknown => Some(NoPathReason::Unknown),
    }
}

/// An event of a crowd, for one agent.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavCrowdEvent {
    /// The id of the agent.
    pub id: VoxnavCrowdAgentId,
    /// The kind of the event.
    pub kind: Code<VoxnavCrowdEventKind>,
    /// The reason why there is no way.
    pub why: Code<VoxnavNoPathReason>,
    /// The action that begins.
    pub action: Code<VoxnavAction>,
    /// The label of the link that is used, else 0.
    pub label: u32,
    /// The id of the other agent; 0 where there is none, or a character.
    pub other: VoxnavCrowdAgentId,
    /// The place of the other one in the list of characters, from 0; of an event with a character.
    pub character: u32,
    /// 1 if the other one is a character.
    pub is_character: u32,
    /// The time since when an agent is stuck, in seconds of all updates together.
    pub since: f64,
    /// The link at an end of which the agent cannot be, where that is the reason in `why`; else 0.
    pub link: VoxnavLinkId,
    /// 1 if that end is the beginning of the link.
    pub is_beginning: u32,
    /// The nearest place to that end at which the agent can be.
    pub nearest: VoxnavPoint,
}

/// Returns the number of a reason.
fn code_of_reason(why: Option<NoPathReason>) -> Code<VoxnavNoPathReason> {
    match why {
        Some(NoPathReason::LinkEnd(_)) => VoxnavNoPathReason::LinkEnd.into(),
        Some(NoPathReason::Taken(_)) => VoxnavNoPathReason::Taken.into(),
        why => code_of::<VoxnavNoPathReason>(&why),
    }
}

impl From<&Event> for VoxnavCrowdEvent {
    fn from(event: &Event) -> Self {
        use VoxnavCrowdEventKind as Kind;

        let (mut why, mut begun) = (None, (VoxnavAction::Walk, 0));
        let (mut met, mut since) = (None, 0.0);
        let kind = match *event {
            Event::Arrived(_) => Kind::Arrived,
            Event::RouteChanged(_) => Kind::RouteChanged,
            Event::NoPath(_, reason) => {
                why = Some(reason);
                Kind::NoPath
            }
            Event::StopsShort(_, reason) => {
                if let NoPathReason::Taken(by) = reason {
                    met = Some(Neighbor::Agent(by));
                }
                why = Some(reason);
                Kind::StopsShort
            }
            Event::ActionStarted(_, action) => {
                begun = acted(action);
                Kind::ActionStarted
            }
            Event::WaitsFor(_, other) => {
                met = Some(other);
                Kind::WaitsFor
            }
            Event::Overlaps(_, other) => {
                met = Some(other);
                Kind::Overlaps
            }
            Event::Stuck(_, time) => {
                since = time;
                Kind::Stuck
            }
            Event::PushedAside(_) => Kind::PushedAside,
            Event::Enclosed(_) => Kind::Enclosed,
            Event::Leads(_) => Kind::Leads,
            Event::PathBlocked(_) => Kind::PathBlocked,
            _ => Kind::Other,
        };
        let end = match why {
            Some(NoPathReason::LinkEnd(end)) => Some(end),
            _ => None,
        };
        let (other, character) = match met {
            Some(Neighbor::Agent(id)) => (number(id), None),
            Some(Neighbor::Character(place)) => (0, Some(place)),
            None => (0, None),
        };
        Self {
            id: number(event.agent()),
            kind: kind.into(),
            why: code_of_reason(why),
            action: begun.0.into(),
            label: begun.1,
            other,
            character: character.unwrap_or(0),
            is_character: character.is_some().into(),
            since,
            link: end.map_or(0, |end| end.link.to_bits()),
            is_beginning: end.is_some_and(|end| end.side == LinkSide::From).into(),
            nearest: end.map_or(DVec3::ZERO, |end| end.nearest).into(),
        }
    }
}

/// Advances a crowd by `dt` seconds in the current world of its navigator. Agents check for edits, keep, mend or find
/// routes within the work of the settings, steer, and move. The states of agents that others move contain their step.
/// `voxnav_crowd_events` has what happened. In an update of no time agents plan, and stay.
/// Errors: a time that is negative or not finite; a navigator that was freed, an agent that was removed from it. All
/// agents are as before.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_update(crowd: VoxnavCrowd, dt: f64) -> VoxnavStatus {
    changing(crowd, |own| {
        own.events = change(own.navigator, |held| {
            Ok(own.crowd.update(&mut held.navigator, dt)?)
        })?;
        Ok(())
    })
}

/// Does the first half of an update: agents check for edits, keep, mend or find routes, and steer. Their states have
/// the velocities that they would have if they were alone. `voxnav_crowd_update_positions` is the other half; a caller
/// that avoids others in another way calls `voxnav_crowd_set_position` instead. `voxnav_crowd_events` has what
/// happened.
///
/// Errors: as `voxnav_crowd_update`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_update_plans(crowd: VoxnavCrowd, dt: f64) -> VoxnavStatus {
    changing(crowd, |own| {
        own.events = change(own.navigator, |held| {
            Ok(own.crowd.update_plans(&mut held.navigator, dt, || true)?)
        })?;
        Ok(())
    })
}

/// Does the second half of an update: agents avoid each other, and move by the steps that they end up with.
/// `voxnav_crowd_events` has what happened in this half.
///
/// Errors: a time that is negative or not finite.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_update_positions(crowd: VoxnavCrowd, dt: f64) -> VoxnavStatus {
    changing(crowd, |own| {
        own.events = own.crowd.update_positions(dt)?;
        Ok(())
    })
}

/// Writes the events of the last update of a crowd, in the order of its agents: at most `capacity`, and into `count` how
/// many there are. They stay until the next update.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_events(
    crowd: VoxnavCrowd,
    buffer: Out<VoxnavCrowdEvent>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(crowd, |own| {
        buffer.fill(
            capacity,
            count,
            own.events.iter().map(VoxnavCrowdEvent::from),
        )
    })
}

/// Writes the work of the last update of a crowd.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_work(
    crowd: VoxnavCrowd,
    work: Out<VoxnavPlanningStats>,
) -> VoxnavStatus {
    reading(crowd, |own| {
        work.put_record(own.crowd.work().into(), "work")
    })
}
