//! The search for a joint plan, in flight or on the ground.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use voxnav_crowd::mapf::{
    JointOptions, JointPlan, JointSearch, JointWorld, verify_joint_plan, verify_leg_plan,
};

use super::agents::Agents;
use crate::error::CliError;
use crate::interrupt;
use crate::search::walker::Walker;
use crate::world_source::map_file::MapFile;

/// The tries of improvement between two looks at the clock.
const TRIES: u64 = 8;

/// Begins a search, in flight or on the ground.
pub(super) fn begin(
    (map, walker): (&MapFile, Option<&Walker>),
    agents: &Agents,
    settings: &JointOptions,
    any_goal: bool,
) -> Result<JointSearch, CliError> {
    let Agents { starts, goals, .. } = agents;
    let moves = walker.map(|walker| walker.ground.moves());
    let world = match &moves {
        Some(moves) => JointWorld::Legs(moves),
        None => JointWorld::Flight(&map.world),
    };
    let search = if any_goal {
        JointSearch::unlabeled(world, starts, goals, settings)
    } else {
        JointSearch::new(world, starts, goals, settings)
    };
    search.map_err(|error| agents.named(&error, walker.is_some()))
}

/// Checks a plan by code that shares none with what made it.
pub(super) fn check(
    (map, walker): (&MapFile, Option<&Walker>),
    Agents { starts, goals, .. }: &Agents,
    plan: &JointPlan,
    settings: &JointOptions,
) -> Result<(), CliError> {
    let checked = match walker {
        Some(walker) => verify_leg_plan(&walker.ground.moves(), starts, goals, plan, settings),
        None => verify_joint_plan(&map.world, starts, goals, plan, settings),
    };
    checked.map(drop).map_err(CliError::invalid_path)
}

/// Improves the plan of a search for some time, or until it cannot be shorter.
pub(super) fn improve(mut search: JointSearch, plan: JointPlan, time: Duration) -> JointPlan {
    let is_interrupted = interrupt::flag();
    let began = Instant::now();
    while began.elapsed() < time && !is_interrupted.load(Ordering::Relaxed) {
        let cost = search.improve(TRIES);
        if cost.is_none_or(|cost| cost == plan.shortest()) {
            break;
        }
    }
    search.plan().unwrap_or(plan)
}
