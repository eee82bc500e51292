//! The check of joint plans. It shares no code with what makes them.

use std::collections::BTreeMap;

use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::search::Cost;
use voxnav::{CornerRule, MoveSet};

use super::legs::verify_legs;
use super::options::{CollisionModel, JointOptions};
use super::plan::JointPlan;

/// The first place where a joint plan breaks a rule.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::UnknownPolicy;
/// use voxnav_crowd::mapf::{JointOptions, JointPlan, PlanViolation, verify_joint_plan};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(4)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let ends = [IVec3::ZERO, IVec3::X];
/// let swap = JointPlan::new(vec![vec![ends[0], ends[1]], vec![ends[1], ends[0]]], 2);
/// let checked = verify_joint_plan(&world, &ends, &[ends[1], ends[0]], &swap, &JointOptions::new());
/// assert_eq!(checked, Err(PlanViolation::Conflict { agents: [0, 1], step: 1 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanViolation {
    /// The plan has more agents than there are starts or goals, or fewer.
    #[error("the plan is for {0} agents")]
    Agents(usize),
    /// A path does not begin at the start of its agent.
    #[error("agent {0} does not begin at its start")]
    Start(usize),
    /// A path does not end at the goal of its agent.
    #[error("agent {0} does not end at its goal")]
    Goal(usize),
    /// A move is none that the agent may make.
    #[error("agent {agent} makes no legal move in step {step}")]
    Move {
        /// The agent.
        agent: usize,
        /// The step, from 1.
        step: usize,
    },
    /// Two agents meet.
    #[error("agents {} and {} meet in step {step}", agents[0], agents[1])]
    Conflict {
        /// The agents, the smaller number first.
        agents: [usize; 2],
        /// The step, from 1; 0 where they meet at their starts.
        step: usize,
    },
}

/// Checks that a plan leads every agent by legal moves from its start to its goal, and that no two agents meet, and
/// returns its cost. Moves of agents that are slow, or turn, are checked as legs: see [`Kinematics`](super::Kinematics).
///
/// # Errors
///
/// [`PlanViolation`], which names agents and step: of the agent with the smallest number for ends and moves, of the first
/// step for conflicts.
///
/// # Complexity
///
/// Linear in agents times steps, for bodies of a few cells.
pub fn verify_joint_plan(
    world: &Traversability,
    starts: &[IVec3],
    goals: &[IVec3],
    plan: &JointPlan,
    options: &JointOptions,
) -> Result<u64, PlanViolation> {
    if options.takes_time() {
        let moves = |from: IVec3, to: IVec3| {
            let is_move = from != to && is_legal(world, from, to, options);
            is_move.then_some(Cost::STRAIGHT.raw())
        };
        let can_be_at = |cell: IVec3| world.is_traversable(cell);
        return verify_legs(
            plan,
            [starts, goals],
            (options, IVec3::ONE),
            can_be_at,
            moves,
        );
    }
    let agents = plan.agents();
    if agents != starts.len() || agents != goals.len() {
        return Err(PlanViolation::Agents(agents));
    }
    let mut cost = 0;
    for agent in 0..agents {
        let path = plan.path(agent);
        if path.first() != Some(&starts[agent]) || !world.is_traversable(starts[agent]) {
            return Err(PlanViolation::Start(agent));
        }
        if path.last() != Some(&goals[agent]) {
            return Err(PlanViolation::Goal(agent));
        }
        for (step, pair) in (1..).zip(path.windows(2)) {
            if !is_legal(world, pair[0], pair[1], options) {
                return Err(PlanViolation::Move { agent, step });
            }
        }
        cost += path.len() as u64 - 1;
    }
    // Step 0 compares the starts with themselves.
    for step in 0..=plan.steps() {
        let at =
            |step: usize| -> Vec<IVec3> { (0..agents).map(|agent| plan.at(agent, step)).collect() };
        if let Some(agents) = meeting(&at(step.saturating_sub(1)), &at(step), options.bodies) {
            return Err(PlanViolation::Conflict { agents, step });
        }
    }
    Ok(cost)
}

/// Returns whether a step from one cell to another is one of the moves, or none.
fn is_legal(world: &Traversability, from: IVec3, to: IVec3, options: &JointOptions) -> bool {
    let step = to - from;
    if step == IVec3::ZERO {
        return true;
    }
    let length = step.abs().element_sum();
    let is_one_of = step.abs().max_element() == 1
        && match options.moves {
            MoveSet::Vertex26 => true,
            MoveSet::Edge18 => length <= 2,
            MoveSet::Face6 => length == 1,
            MoveSet::Planar8(axis) => axis.of(step) == 0,
            MoveSet::Planar4(axis) => axis.of(step) == 0 && length == 1,
            _ => false,
        };
    let free = |cell: IVec3| world.is_traversable(cell);
    let passes = || match options.corners {
        CornerRule::Lenient => true,
        CornerRule::Strict => corners(step).all(|corner| free(from + corner)),
        CornerRule::OneSide => has_chain(from, step, &free),
        _ => false,
    };
    is_one_of && free(to) && passes()
}

/// Returns the corners of the box that a step spans.
fn corners(step: IVec3) -> impl Iterator<Item = IVec3> {
    (0..8).map(move |bits| step * IVec3::new(bits & 1, bits >> 1 & 1, bits >> 2))
}

/// Returns whether straight moves through free cells lead along a step, each in its sense.
fn has_chain(from: IVec3, step: IVec3, free: &impl Fn(IVec3) -> bool) -> bool {
    let straight = [IVec3::X, IVec3::Y, IVec3::Z].map(|axis| step * axis);
    let mut straight = straight.into_iter().filter(|part| *part != IVec3::ZERO);
    step == IVec3::ZERO
        || straight.any(|part| free(from + part) && has_chain(from + part, step - part, free))
}

/// Returns two agents that meet during a step.
fn meeting(before: &[IVec3], after: &[IVec3], bodies: CollisionModel) -> Option<[usize; 2]> {
    // Two agents that meet begin no farther apart than two steps and both radii.
    let size = match bodies {
        CollisionModel::Points => IVec3::splat(2),
        CollisionModel::Balls(radius) => {
            let (numerator, denominator) = radius.parts();
            let along = |side: Cost| {
                let cell = u128::from(denominator) * u128::from(side.raw());
                (2 * u128::from(numerator) * u128::from(Cost::STRAIGHT.raw()) / cell) as i32 + 3
            };
            radius.shape().sides().map(along).into()
        }
    };
    let bucket = |cell: IVec3| cell.div_euclid(size).to_array();
    let mut buckets: BTreeMap<[i32; 3], Vec<usize>> = BTreeMap::new();
    for (agent, &cell) in before.iter().enumerate() {
        buckets.entry(bucket(cell)).or_default().push(agent);
    }
    (0..before.len()).find_map(|agent| {
        let [x, y, z] = bucket(before[agent]);
        let around = (0..27).map(|it| [x + it % 3 - 1, y + it / 3 % 3 - 1, z + it / 9 - 1]);
        let mut others = around.filter_map(|it| buckets.get(&it)).flatten().copied();
        let other = others.find(|&other| {
            other > agent
                && meet(
                    [before[agent], after[agent]],
                    [before[other], after[other]],
                    bodies,
                )
        });
        other.map(|other| [agent, other])
    })
}

/// Returns whether two agents that each go from one cell to another meet on the way.
fn meet(one: [IVec3; 2], other: [IVec3; 2], bodies: CollisionModel) -> bool {
    match bodies {
        CollisionModel::Points => {
            let is_halfway = one[0] + one[1] == other[0] + other[1];
            one[1] == other[1] || one[0] == other[0] || is_halfway
        }
        CollisionModel::Balls(radius) => {
            let (numerator, denominator) = radius.parts();
            let [x, y, z] = radius.shape().sides().map(|side| i128::from(side.raw()));
            // All lengths in parts of the longest side: |apart + t turn|^2 < (2 radius)^2 for some t from 0 to 1.
            let parts = |vector: IVec3| {
                let [along_x, along_y, along_z] = vector.to_array().map(i128::from);
                [along_x * x, along_y * y, along_z * z].map(|it| it * i128::from(denominator))
            };
            let (apart, turn) = (
                parts(other[0] - one[0]),
                parts(other[1] - one[1] - other[0] + one[0]),
            );
            let product = |a: [i128; 3], b: [i128; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            let radius = i128::from(numerator) * i128::from(Cost::STRAIGHT.raw());
            let beyond = product(apart, apart) - 4 * radius.pow(2);
            let (half_slope, speed) = (product(apart, turn), product(turn, turn));
            let at_end = beyond + 2 * half_slope + speed;
            let dips = || wide(half_slope, half_slope) > wide(speed, beyond);
            let turns = half_slope < 0 && -half_slope < speed;
            beyond < 0 || at_end < 0 || turns && dips()
        }
    }
}

/// Returns the product of the absolute values of two numbers: its upper 128 bits, and its lower ones.
fn wide(one: i128, other: i128) -> (u128, u128) {
    let halves = |number: i128| (number.unsigned_abs() >> 64, number.unsigned_abs() & LOW);
    let ((a, b), (c, d)) = (halves(one), halves(other));
    let [outer, inner, least] = [a * d, b * c, b * d];
    let middle = (least >> 64) + (outer & LOW) + (inner & LOW);
    let upper = a * c + (outer >> 64) + (inner >> 64) + (middle >> 64);
    (upper, (middle << 64) | (least & LOW))
}

/// The lower half of a number.
const LOW: u128 = u64::MAX as u128;
