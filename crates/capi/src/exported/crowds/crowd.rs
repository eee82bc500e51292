//! Crowds, and their agents as they come and go.

use std::ffi::c_char;

use voxnav::AgentId;
use voxnav_crowd::crowd::{Arrival, Crowd, CrowdAgent, CrowdAgentId, MovedBy};
use voxnav_crowd::specs::CrowdSpec;

use super::settings::{VoxnavCrowdSettings, settings};
use crate::border::{call, changing, reading};
use crate::code::{Code, coded};
use crate::error::{Refusal, VoxnavStatus};
use crate::exported::routes::keep_away;
use crate::handles::{change, give, read};
use crate::ids::{VoxnavAgent, VoxnavCrowd, VoxnavNavigator};
use crate::memory::{In, Out};
use crate::objects::CrowdObject;
use crate::values::{VoxnavPoint, given};

/// The id of an agent of a crowd, from 1 on; 0 is none. Ids are not given again.
pub type VoxnavCrowdAgentId = u64;

/// The code that moves an agent of a crowd.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavMovedBy {
    /// The crowd, in each update.
    Crowd = 0,
    /// Other code, such as physics, which reports positions by `voxnav_crowd_set_position`.
    Others = 1,
}

coded! {
    VoxnavMovedBy is "one who moves agents": MovedBy {
        Crowd, Others,
    }
}

/// The condition, besides the distance, on which an agent has arrived at a destination. An agent never arrives in the
/// middle of a jump or climb.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavArrival {
    /// The agent is as near as that along its route, and straight.
    AlongRoute = 0,
    /// The agent is as near as that straight, whatever stands between; also to a position that no way leads to.
    Near = 1,
    /// The agent is as near as that straight, and nothing stands between.
    Seen = 2,
}

coded! {
    VoxnavArrival is "condition of arrival": Arrival {
        AlongRoute, Near, Seen,
    }
}

/// An agent to be added to a crowd.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavCrowdAgent {
    /// The size of the struct: `sizeof(VoxnavCrowdAgent)`.
    pub size: usize,
    /// The position: of a ground agent, of its feet.
    pub position: VoxnavPoint,
    /// The speed, in world units a second; 0 for 1.
    pub speed: f64,
    /// The distance from its destination at which the agent has arrived, in world units; 0 for 0.1.
    pub stopping_distance: f64,
    /// The code that moves the agent.
    pub moved_by: Code<VoxnavMovedBy>,
    /// The priority: others make way for an agent of a higher one.
    pub priority: i32,
    /// The radius for others, in world units; 0 for half of the greatest width, on the ground of that across.
    pub radius: f64,
    /// The number that decides ties, the smaller first; 0 for none. Agents without one come last, as they were added.
    pub key: u64,
    /// The greatest change of the velocity, in world units a second squared, where agents avoid each other; 0 for an agent
    /// that starts and stops at once.
    pub acceleration: f64,
    /// The condition on which the agent has arrived, at the distance of `stopping_distance`.
    pub arrival: Code<VoxnavArrival>,
    /// The weight of moves right next to what blocks an agent that keeps away, from 1.
    pub keep_away_weight: u32,
    /// The distance that a flying agent keeps from what blocks it, in world units, where there is room; 0 for that of
    /// the options of the crowd. A weight of 1 is as if it kept none.
    pub keep_away: f64,
}

impl VoxnavCrowdAgent {
    fn meaning(&self, body: AgentId) -> Result<CrowdAgent, Refusal> {
        let mut agent = CrowdAgent::new(body, self.position)
            .moved_by(self.moved_by.meaning()?)
            .arrival(self.arrival.meaning()?)
            .priority(self.priority);
        agent.speed = given(self.speed).unwrap_or(agent.speed);
        agent.stopping_distance = given(self.stopping_distance).unwrap_or(agent.stopping_distance);
        agent.radius = given(self.radius);
        agent.key = given(self.key);
        agent.keep_away = keep_away(self.keep_away, self.keep_away_weight)?;
        agent.acceleration = given(self.acceleration);
        Ok(agent)
    }
}

/// Returns the body of an agent of a navigator.
pub(super) fn body(agent: VoxnavAgent, navigator: VoxnavNavigator) -> Result<AgentId, Refusal> {
    let agent = read(agent, |agent| Ok(*agent))?;
    if agent.navigator != navigator {
        let message = "the agent is of another navigator than the crowd";
        return Err(Refusal::unsupported(message));
    }
    Ok(agent.id)
}

/// Returns the number of an id for callers.
pub(super) fn number(id: CrowdAgentId) -> VoxnavCrowdAgentId {
    u64::from(id.to_bits()) + 1
}

/// Returns the id of a number.
pub(super) fn id(number: VoxnavCrowdAgentId) -> Result<CrowdAgentId, Refusal> {
    let Some(Ok(bits)) = number.checked_sub(1).map(u32::try_from) else {
        let message = format!("no agent of a crowd has the id {number}");
        return Err(Refusal::new(VoxnavStatus::ErrorUnknownId, message));
    };
    Ok(CrowdAgentId::from_bits(bits))
}

/// Makes a crowd among the agents of a navigator, and gives out its handle.
pub(super) fn give_crowd(
    navigator: VoxnavNavigator,
    handle: Out<VoxnavCrowd>,
    make: impl FnOnce() -> Result<Crowd, Refusal>,
) -> Result<(), Refusal> {
    give(handle, "crowd", || {
        read(navigator, |_| Ok(()))?;
        Ok(CrowdObject {
            crowd: make()?,
            navigator,
            events: Vec::new(),
        })
    })
}

/// Makes an empty crowd in the world of a navigator, and writes its handle into `crowd`. It lives on when the navigator
/// is freed, and then refuses its updates.
///
/// Errors: refused settings.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_new(
    navigator: VoxnavNavigator,
    settings: In<VoxnavCrowdSettings>,
    crowd: Out<VoxnavCrowd>,
) -> VoxnavStatus {
    call(|| {
        let settings = self::settings(settings)?;
        give_crowd(navigator, crowd, || Ok(Crowd::new(settings)))
    })
}

/// Makes an empty crowd whose settings are a text in JSON, and writes its handle into `crowd`: an object with the fields of
/// `CrowdSpec`, the form in which every binding of voxnav has them, such as
/// `{ "budget": 1500, "routes": { "keep_away": 0.5 } }`. What is left out is as by default.
///
/// Errors: a text that is no JSON, a field that there is not, a value out of range; the message names the field.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_new_json(
    navigator: VoxnavNavigator,
    json: In<c_char>,
    crowd: Out<VoxnavCrowd>,
) -> VoxnavStatus {
    call(|| {
        give_crowd(navigator, crowd, || {
            let spec: CrowdSpec = json.described()?;
            Ok(Crowd::new(spec.settings()?))
        })
    })
}

/// Adds an agent to a crowd and writes its id into `id`: with the body of an agent of the navigator, flying or on the
/// ground, which any number of agents of the crowd share. It stays where it is until it is sent somewhere.
///
/// Errors: an agent of another navigator; a position that is not finite or too far away; a speed or a distance that is
/// negative or not finite, and one to keep away from what blocks a ground agent; `VOXNAV_STATUS_ERROR_NO_ROOM` where the body does not fit.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_add(
    crowd: VoxnavCrowd,
    body: VoxnavAgent,
    agent: In<VoxnavCrowdAgent>,
    id: Out<VoxnavCrowdAgentId>,
) -> VoxnavStatus {
    call(|| {
        let agent = agent.needed("agent")?;
        id.check("id")?;
        let added = change(crowd, |own| {
            let agent = agent.meaning(self::body(body, own.navigator)?)?;
            change(own.navigator, |held| {
                Ok(own.crowd.add(&mut held.navigator, agent)?)
            })
        })?;
        id.put(number(added), "id")
    })
}

/// Removes an agent from a crowd. Agents that follow it receive an event.
///
/// Errors: an unknown id.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_remove(crowd: VoxnavCrowd, id: VoxnavCrowdAgentId) -> VoxnavStatus {
    changing(crowd, |own| {
        Ok(own.crowd.remove(self::id(id)?).map(drop)?)
    })
}

/// Writes the ids of the agents of a crowd, in the order in which they were added. At most `capacity` ids are written;
/// `count` is the number of all.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_ids(
    crowd: VoxnavCrowd,
    buffer: Out<VoxnavCrowdAgentId>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(crowd, |own| {
        let ids = own.crowd.agents().map(|(id, _)| number(id));
        buffer.fill(capacity, count, ids)
    })
}
