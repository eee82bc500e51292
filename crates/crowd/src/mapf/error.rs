//! The errors of joint plans.

use voxnav::glam::IVec3;
use voxnav::search::CellShape;

use super::verify::PlanViolation;

/// The reason why agents cannot be planned for. Agents are named by their place in the lists of starts and goals.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::UnknownPolicy;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav_crowd::mapf::{JointOptions, JointPlanError, plan_joint};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(4)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let starts = [IVec3::ZERO, IVec3::ZERO];
/// let goals = [IVec3::ONE, IVec3::X];
/// let error = plan_joint(&world, &starts, &goals, &JointOptions::new()).err();
/// assert_eq!(error, Some(JointPlanError::StartsOverlap { agents: [0, 1] }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JointPlanError {
    /// The numbers of starts and goals differ.
    #[error("{starts} starts, but {goals} goals")]
    Counts {
        /// The number of starts.
        starts: usize,
        /// The number of goals.
        goals: usize,
    },
    /// The agents are more than 2^24.
    #[error("{0} agents are more than 16,777,216")]
    TooManyAgents(usize),
    /// A start lies outside of the bounds of the world.
    #[error("the start {cell} of agent {agent} lies outside of the world")]
    StartOutside {
        /// The agent.
        agent: usize,
        /// The start.
        cell: IVec3,
    },
    /// A goal lies outside of the bounds of the world.
    #[error("the goal {cell} of agent {agent} lies outside of the world")]
    GoalOutside {
        /// The agent.
        agent: usize,
        /// The goal.
        cell: IVec3,
    },
    /// The agent does not fit at its start.
    #[error("agent {agent} does not fit at its start {cell}")]
    StartBlocked {
        /// The agent.
        agent: usize,
        /// The start.
        cell: IVec3,
    },
    /// The agent does not fit at its goal.
    #[error("agent {agent} does not fit at its goal {cell}")]
    GoalBlocked {
        /// The agent.
        agent: usize,
        /// The goal.
        cell: IVec3,
    },
    /// Two agents start in one cell, or their bodies overlap.
    #[error("the starts of agents {} and {} overlap", agents[0], agents[1])]
    StartsOverlap {
        /// The agents, the smaller number first.
        agents: [usize; 2],
    },
    /// Two agents ask for one goal, or for goals where their bodies overlap.
    #[error("the goals of agents {} and {} overlap", agents[0], agents[1])]
    GoalsOverlap {
        /// The agents, the smaller number first.
        agents: [usize; 2],
    },
    /// A radius is none that balls can have.
    #[error("{numerator}/{denominator} cells are no radius: it has to be above 0 and at most 4")]
    Radius {
        /// The numerator.
        numerator: u32,
        /// The denominator.
        denominator: u32,
    },
    /// Balls are so large, in cells as flat as these, that their conflicts are not listed.
    #[error(
        "{numerator}/{denominator} of the longest side is too large a radius among cells of {shape:?}"
    )]
    Uneven {
        /// The numerator.
        numerator: u32,
        /// The denominator.
        denominator: u32,
        /// The shape of the cells.
        shape: CellShape,
    },
    /// Balls turn around each other in one step with so little room that they cannot be followed, whatever the order.
    #[error("agents {} and {} turn around each other in step {step} with too little room to be late", agents[0], agents[1])]
    Turn {
        /// Two of the agents.
        agents: [usize; 2],
        /// The step.
        step: usize,
    },
    /// A goal cannot be reached from where its agent is, even if it were alone.
    #[error("agent {agent} cannot reach its goal {cell}")]
    Unreachable {
        /// The agent.
        agent: usize,
        /// The goal.
        cell: IVec3,
    },
    /// The number is that of no agent.
    #[error("there is no agent {0}")]
    NoAgent(usize),
    /// The plan that is to be improved breaks a rule.
    #[error("the plan is not legal: {fault}")]
    Illegal {
        /// The first place where it does.
        fault: PlanViolation,
    },
    /// The limit of memory is too low to begin.
    #[error(
        "the cells that agents reach and their distances need more memory than the limit allows"
    )]
    Memory,
}
