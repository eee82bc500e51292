//! Agents of a navigator.

use std::ffi::c_char;

use voxnav::glam::DVec3;
use voxnav::grid::Baking;
use voxnav::specs::AgentSpec;
use voxnav::{Agent, AgentId, Navigator, UnknownPolicy};

use super::locomotion::VoxnavLocomotion;
use super::obstacles::layers;
use crate::border::call;
use crate::code::{Code, coded};
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::{change, free, insert, read};
use crate::ids::{VoxnavAgent, VoxnavNavigator};
use crate::memory::{In, Out};
use crate::objects::{AgentOf, Kind};
use crate::values::VoxnavPoint;

/// The policy of an agent for cells of which nothing is known.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavUnknown {
    /// Unknown cells block.
    Blocks = 0,
    /// Unknown cells count as free.
    Free = 1,
    /// Routes lead through unknown cells and stop before them.
    Stops = 2,
}

/// The part of a cell that an agent in flight has to fit into.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavBaking {
    /// All that moves sweep over, between the centers of cells, too: no route passes through a collider.
    Swept = 0,
    /// The centers of cells alone, which is faster and passes through what stands between them.
    Centers = 1,
}

coded! {
    VoxnavUnknown is "policy for unknown cells": UnknownPolicy {
        Blocks => UnknownPolicy::Blocked,
        Free,
        Stops => UnknownPolicy::StopAtBoundary,
    }
    VoxnavBaking is "baking": Baking {
        Swept, Centers,
    }
}

/// The settings of an agent to be added.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavAgentSettings {
    /// The size of the struct: `sizeof(VoxnavAgentSettings)`.
    pub size: usize,
    /// Half of the size of its box, in world units.
    pub half_extents: VoxnavPoint,
    /// The abilities of a ground agent; null for a flying agent, or goes wherever cells are free.
    pub locomotion: In<VoxnavLocomotion>,
    /// The layers of obstacles that it minds, a bit each; 0 for all.
    pub layers: u32,
    /// The policy for unknown cells.
    pub unknown: Code<VoxnavUnknown>,
    /// The part of a cell that it has to fit into; of flying agents.
    pub baking: Code<VoxnavBaking>,
    /// Zero.
    pub reserved: u32,
}

/// The size of an agent, as an answer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavAgentSize {
    /// The size of the struct: `sizeof(VoxnavAgentSize)`.
    pub size: usize,
    /// Half of the size of its box, in world units.
    pub half_extents: VoxnavPoint,
    /// The layers of obstacles that it minds, a bit each.
    pub layers: u32,
    /// 1 for a ground agent, 0 for a flying one.
    pub is_on_ground: u32,
    /// The number of the agent in its navigator, which files keep: see `voxnav_agent_of_number`.
    pub number: u32,
    /// Zero.
    pub reserved: u32,
}

/// Adds an agent to a navigator and writes its handle into `agent`. Positions of a flying agent are those of its
/// center; positions of a ground agent are where its feet are.
///
/// Errors: half extents that are negative, not finite or too large; abilities that are contradictory or out of range;
/// a link that lies outside of the bounds for its feet.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_agent_add(
    navigator: VoxnavNavigator,
    settings: In<VoxnavAgentSettings>,
    agent: Out<VoxnavAgent>,
) -> VoxnavStatus {
    call(|| {
        let settings = settings.needed("settings")?;
        agent.check("agent")?;
        let body = Agent::new(DVec3::from(settings.half_extents).as_vec3())
            .seeing(layers(settings.layers))
            .with_unknown(settings.unknown.meaning()?)
            .baked(settings.baking.meaning()?);
        let locomotion = settings.locomotion.record("locomotion")?;
        let locomotion = locomotion.map(|locomotion| locomotion.meaning());
        let locomotion = locomotion.transpose()?;
        let handle = add(navigator, |held| {
            Ok(match &locomotion {
                None => (held.add_agent(body)?, Kind::Flight),
                Some(locomotion) => {
                    let walker = (body, locomotion, locomotion.up);
                    (held.add_agent(walker)?, Kind::Ground)
                }
            })
        })?;
        agent.put(handle, "agent")
    })
}

/// Adds an agent that a text in JSON describes, and writes its handle into `agent`: an object with the fields of
/// `AgentSpec`, the form in which every binding of voxnav has agents, such as
/// `{ "size": [0.6, 1.8, 0.6], "ground": { "up": "y", "step_up": 1 } }`.
///
/// Errors: a text that is no JSON, a field that there is not, a value out of range; the message names the field. Those of
/// `voxnav_agent_add`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_agent_add_json(
    navigator: VoxnavNavigator,
    json: In<c_char>,
    agent: Out<VoxnavAgent>,
) -> VoxnavStatus {
    call(|| {
        read(navigator, |_| Ok(()))?;
        let spec: AgentSpec = json.described()?;
        agent.check("agent")?;
        let kind = if spec.ground.is_some() {
            Kind::Ground
        } else {
            Kind::Flight
        };
        let handle = add(navigator, |held| Ok((held.add_agent(&spec)?, kind)))?;
        agent.put(handle, "agent")
    })
}

/// Adds an agent to a navigator, and returns its handle.
fn add(
    navigator: VoxnavNavigator,
    add: impl FnOnce(&mut Navigator) -> Result<(AgentId, Kind), Refusal>,
) -> Result<VoxnavAgent, Refusal> {
    change(navigator, |held| {
        let (id, kind) = add(&mut held.navigator)?;
        let own = AgentOf {
            navigator,
            id,
            kind,
        };
        let handle = insert(own)?;
        held.agents.push(handle);
        Ok(handle)
    })
}

/// Removes an agent from its navigator; its views and routes stay valid. `voxnav_free` does the same.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_agent_remove(agent: VoxnavAgent) -> VoxnavStatus {
    call(|| free(agent))
}

/// Writes the size of an agent and what else is known of it.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_agent_size(
    agent: VoxnavAgent,
    size: Out<VoxnavAgentSize>,
) -> VoxnavStatus {
    call(|| {
        let own = read(agent, |agent| Ok(*agent))?;
        let body = read(own.navigator, |held| {
            let body = held.navigator.agent(own.id);
            body.copied().ok_or_else(|| removed(agent))
        })?;
        let answer = VoxnavAgentSize {
            size: 0,
            half_extents: body.half_extents.as_dvec3().into(),
            layers: body.layers.0,
            is_on_ground: u32::from(own.kind == Kind::Ground),
            number: own.id.to_bits(),
            reserved: 0,
        };
        size.put_record(answer, "size")
    })
}

fn removed(agent: VoxnavAgent) -> Refusal {
    let message = format!("the agent {:#x} was removed", agent.id);
    Refusal::new(VoxnavStatus::ErrorStaleHandle, message)
}

/// Writes the handle of the agent with a number in a navigator, such as one that was loaded from a file.
///
/// Errors: no agent has the number.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_agent_of_number(
    navigator: VoxnavNavigator,
    number: u32,
    agent: Out<VoxnavAgent>,
) -> VoxnavStatus {
    call(|| {
        let agents = read(navigator, |held| Ok(held.agents.clone()))?;
        let is_asked = |handle: &VoxnavAgent| {
            let own = read(*handle, |agent| Ok(agent.id));
            own.is_ok_and(|id| id.to_bits() == number)
        };
        let found = agents.into_iter().find(is_asked);
        let found = found.ok_or_else(|| {
            let message = format!("no agent has the number {number}");
            Refusal::new(VoxnavStatus::ErrorUnknownId, message)
        })?;
        agent.put(found, "agent")
    })
}
