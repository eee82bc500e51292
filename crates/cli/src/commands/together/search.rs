//! The searches of all kinds of joint plans, and the plans themselves, in flight and on the ground.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use voxnav::glam::IVec3;
use voxnav_crowd::together::{
    JointOptions, JointOutcome, JointPlan, JointSearch, LegPlan, LegSearch, UnlabeledSearch,
    verify_joint_plan, verify_leg_plan,
};

use super::agents::Agents;
use crate::error::CliError;
use crate::interrupt;
use crate::search::walker::Walker;
use crate::world_source::map_file::MapFile;

/// The tries of improvement between two looks at the clock.
const TRIES: u64 = 8;

/// A plan of paths in flight, or of legs on the ground.
pub(super) enum Plan {
    Paths(JointPlan),
    Legs(LegPlan),
}

/// Does the same with a plan of either kind.
macro_rules! of_either {
    ($plan:expr, $own:ident => $body:expr) => {
        match $plan {
            Plan::Paths($own) => $body,
            Plan::Legs($own) => $body,
        }
    };
}

impl Plan {
    pub(super) fn agents(&self) -> usize {
        of_either!(self, plan => plan.agents())
    }

    pub(super) fn steps(&self) -> usize {
        of_either!(self, plan => plan.steps())
    }

    pub(super) fn at(&self, agent: usize, step: usize) -> IVec3 {
        of_either!(self, plan => plan.at(agent, step))
    }

    /// Returns where the plan leads each agent.
    pub(super) fn ends(&self) -> Vec<IVec3> {
        let last = self.steps();
        (0..self.agents()).map(|it| self.at(it, last)).collect()
    }

    pub(super) fn cost(&self) -> u64 {
        of_either!(self, plan => plan.cost())
    }

    pub(super) fn shortest(&self) -> u64 {
        of_either!(self, plan => plan.shortest())
    }

    pub(super) fn bound(&self) -> f64 {
        of_either!(self, plan => plan.bound())
    }

    /// Checks the plan by code that shares none with what made it.
    pub(super) fn check(
        &self,
        (map, walker): (&MapFile, Option<&Walker>),
        Agents { starts, goals, .. }: &Agents,
        settings: &JointOptions,
    ) -> Result<(), CliError> {
        let checked = match (self, walker) {
            (Self::Legs(plan), Some(walker)) => {
                verify_leg_plan(&walker.ground.moves(), starts, goals, plan, settings)
            }
            (Self::Paths(plan), _) => verify_joint_plan(&map.world, starts, goals, plan, settings),
            (Self::Legs(_), None) => return Err(CliError::invalid_path("legs in flight")),
        };
        checked.map(drop).map_err(CliError::invalid_path)
    }
}

/// A search of any kind.
pub(super) enum Search {
    Own(JointSearch),
    Any(Box<UnlabeledSearch>),
    Legs(LegSearch),
}

impl Search {
    pub(super) fn new(
        (map, walker): (&MapFile, Option<&Walker>),
        agents: &Agents,
        settings: &JointOptions,
        any_goal: bool,
    ) -> Result<Self, CliError> {
        let Agents { starts, goals, .. } = agents;
        let search = match walker {
            Some(walker) => {
                let moves = walker.ground.moves();
                let search = if any_goal {
                    LegSearch::unlabeled(&moves, starts, goals, settings)
                } else {
                    LegSearch::new(&moves, starts, goals, settings)
                };
                search.map(Self::Legs)
            }
            None if any_goal => {
                let search = UnlabeledSearch::new(&map.world, starts, goals, settings);
                search.map(|it| Self::Any(Box::new(it)))
            }
            None => JointSearch::new(&map.world, starts, goals, settings).map(Self::Own),
        };
        search.map_err(|error| agents.named(&error, walker.is_some()))
    }

    /// Expands so many configurations at most, and returns the outcome if there is one by then.
    pub(super) fn advance(&mut self, expansions: u64) -> Option<JointOutcome<Plan>> {
        Some(match self {
            Self::Own(search) => of_either_kind(search.advance(expansions)?, Plan::Paths),
            Self::Any(search) => of_either_kind(search.advance(expansions)?.outcome, Plan::Paths),
            Self::Legs(search) => of_either_kind(search.advance(expansions)?, Plan::Legs),
        })
    }

    pub(super) fn expanded(&self) -> u64 {
        match self {
            Self::Own(search) => search.expanded(),
            Self::Any(search) => search.expanded(),
            Self::Legs(search) => search.expanded(),
        }
    }

    /// Improves its plan for some time, or until it cannot be shorter.
    pub(super) fn improve(mut self, plan: Plan, time: Duration) -> Plan {
        let is_interrupted = interrupt::flag();
        let began = Instant::now();
        while began.elapsed() < time && !is_interrupted.load(Ordering::Relaxed) {
            let cost = match &mut self {
                Self::Own(search) => search.improve(TRIES),
                Self::Any(search) => search.improve(TRIES),
                Self::Legs(search) => search.improve(TRIES),
            };
            if cost.is_none_or(|cost| cost == plan.shortest()) {
                break;
            }
        }
        let better = match &self {
            Self::Own(search) => search.plan().map(Plan::Paths),
            Self::Any(search) => search.plan().map(Plan::Paths),
            Self::Legs(search) => search.plan().map(Plan::Legs),
        };
        better.unwrap_or(plan)
    }
}

/// Makes an outcome with one kind of plan that of plans of either kind.
fn of_either_kind<P>(outcome: JointOutcome<P>, plan: fn(P) -> Plan) -> JointOutcome<Plan> {
    match outcome {
        JointOutcome::Planned(own) => JointOutcome::Planned(plan(own)),
        JointOutcome::LimitReached(limit) => JointOutcome::LimitReached(limit),
        _ => JointOutcome::Unsolvable,
    }
}
