//! The check of joint plans of legs. It shares no code with what makes them.

use std::collections::BTreeMap;

use voxnav::glam::{I64Vec3, IVec3};
use voxnav::grid::Axis;
use voxnav::ground::Successors;
use voxnav::search::Cost;

use crate::mapf::kinematics::Kinematics;
use crate::mapf::options::{CollisionModel, JointOptions};
use crate::mapf::plan::JointPlan;
use crate::mapf::verify::PlanViolation;

/// Checks that a plan leads every agent by legs that there are, each in the steps that its cost and its turn take, from its
/// start to its goal, and that no two agents hold cells that are one or too near to each other; returns its cost.
///
/// # Errors
///
/// [`PlanViolation`]; steps count from 1, and that of a move is the first step of its leg.
pub fn verify_leg_plan<S: Successors + ?Sized>(
    moves: &S,
    starts: &[IVec3],
    goals: &[IVec3],
    plan: &JointPlan,
    options: &JointOptions,
) -> Result<u64, PlanViolation> {
    let mut list = Vec::new();
    let cost = |from: IVec3, to: IVec3| {
        list.clear();
        moves.moves_from(from, &mut list);
        let there = list.iter().filter(|it| it.to == to);
        let least = there.map(|it| it.cost.raw()).min();
        least.filter(|_| moves.bounds().contains(to))
    };
    let can_be_at = |cell: IVec3| moves.can_be_at(cell);
    let how = (options, moves.extent());
    verify_legs(plan, [starts, goals], how, can_be_at, cost)
}

/// Checks a plan of legs, between cells where agents can be, each of a cost where there is one.
pub(in crate::mapf) fn verify_legs(
    plan: &JointPlan,
    [starts, goals]: [&[IVec3]; 2],
    (options, extent): (&JointOptions, IVec3),
    can_be_at: impl Fn(IVec3) -> bool,
    mut cost: impl FnMut(IVec3, IVec3) -> Option<u64>,
) -> Result<u64, PlanViolation> {
    let agents = plan.agents();
    if agents != starts.len() || agents != goals.len() {
        return Err(PlanViolation::Agents(agents));
    }
    for agent in 0..agents {
        let mut at = starts[agent];
        if plan.start(agent) != at || !can_be_at(at) {
            return Err(PlanViolation::Start(agent));
        }
        let (mut before, mut pace) = (0, Pace::new(options, agent));
        for leg in plan.legs(agent) {
            let needed = cost(at, leg.to).map(|cost| pace.steps(cost, at, leg.to));
            let steps = i128::from(leg.ends) - i128::from(leg.begins);
            if leg.begins < before || needed != Some(steps) {
                let step = leg.begins as usize + 1;
                return Err(PlanViolation::Move { agent, step });
            }
            (at, before) = (leg.to, leg.ends);
        }
        if at != goals[agent] {
            return Err(PlanViolation::Goal(agent));
        }
    }
    for step in 0..=plan.steps() {
        if let Some(agents) = meeting(plan, step, (options.bodies, extent)) {
            return Err(PlanViolation::Conflict { agents, step });
        }
    }
    Ok(plan.cost())
}

/// An agent with the direction of its last move, across the axis of its turns.
struct Pace {
    own: Kinematics,
    facing: [i128; 2],
}

impl Pace {
    fn new(options: &JointOptions, agent: usize) -> Self {
        let all = &options.kinematics;
        let own = all.get(agent).or(all.last());
        let own = own.copied().unwrap_or_default();
        let facing = across(own.axis, own.heading.unwrap_or_default().as_i64vec3());
        Self { own, facing }
    }

    /// Returns the steps of a leg of some cost after those before it.
    fn steps(&mut self, cost: u64, from: IVec3, to: IVec3) -> i128 {
        let straight = i128::from(cost.div_ceil(Cost::STRAIGHT.raw()).max(1));
        let straight = straight * i128::from(self.own.steps_per_move.max(1));
        let [ahead, aside] = across(self.own.axis, to.as_i64vec3() - from.as_i64vec3());
        if [ahead, aside] == [0, 0] {
            return straight;
        }
        let [before, beside] = std::mem::replace(&mut self.facing, [ahead, aside]);
        // The cosine and the sine of the turn, times both lengths.
        let cosine = before * ahead + beside * aside;
        let sine = before * aside - beside * ahead;
        let quarters = match (cosine.signum(), sine.signum()) {
            (1, 0) => 0,
            (0 | 1, -1 | 1) => 1,
            (-1, _) => 2,
            _ => 0,
        };
        straight + quarters * i128::from(self.own.steps_per_turn)
    }
}

/// Returns what an offset has across an axis.
fn across(axis: Axis, offset: I64Vec3) -> [i128; 2] {
    let [x, y, z] = offset.to_array().map(i128::from);
    match axis {
        Axis::X => [y, z],
        Axis::Y => [z, x],
        Axis::Z => [x, y],
    }
}

/// Returns two agents that hold cells too near to each other during a step, or at their starts before all steps.
fn meeting(plan: &JointPlan, step: usize, (bodies, extent): Shape) -> Option<[usize; 2]> {
    let mut holders: BTreeMap<[i32; 3], usize> = BTreeMap::new();
    let radii = match bodies {
        CollisionModel::Points => IVec3::ZERO,
        CollisionModel::Balls(radius) => {
            let (over, under) = radius.parts();
            let cells = |side: Cost| {
                let twice = 2 * u64::from(over) * Cost::STRAIGHT.raw();
                twice.div_ceil(u64::from(under) * side.raw()) as i32
            };
            radius.shape().sides().map(cells).into()
        }
    };
    let reach = (extent - 1).clamp(IVec3::ZERO, IVec3::splat(63)) + radii;
    for agent in 0..plan.agents() {
        let (from, to) = between(plan, agent, step);
        let (min, max) = (from.min(to), from.max(to));
        let size = (max - min).abs().as_i64vec3() + 1;
        let is_far = size.x.saturating_mul(size.y).saturating_mul(size.z) > 512;
        let mut mine = Vec::new();
        for x in min.x..=max.x {
            for y in min.y..=max.y {
                for z in min.z..=max.z {
                    let cell = IVec3::new(x, y, z);
                    if !is_far || cell == from || cell == to {
                        mine.push(cell);
                    }
                }
            }
        }
        for cell in &mine {
            for x in -reach.x..=reach.x {
                for y in -reach.y..=reach.y {
                    for z in -reach.z..=reach.z {
                        let apart = IVec3::new(x, y, z);
                        let there = holders.get(&(cell + apart).to_array());
                        if let Some(&other) = there.filter(|_| is_too_near(apart, (bodies, extent)))
                        {
                            return Some([other, agent]);
                        }
                    }
                }
            }
        }
        holders.extend(mine.into_iter().map(|cell| (cell.to_array(), agent)));
    }
    None
}

/// The bodies of agents, and the cells that each takes up along each axis.
type Shape = (CollisionModel, IVec3);

fn is_too_near(apart: IVec3, (bodies, extent): Shape) -> bool {
    // Along an axis, bodies of two cells are a cell nearer to each other than those of one.
    let gap = |axis: usize| (apart[axis].abs() - extent[axis].clamp(1, 64) + 1).max(0);
    let gaps = [0, 1, 2].map(|axis| u128::from(gap(axis).unsigned_abs()));
    match bodies {
        CollisionModel::Points => gaps == [0; 3],
        CollisionModel::Balls(radius) => {
            let (over, under) = radius.parts();
            let sides = radius.shape().sides().map(|side| u128::from(side.raw()));
            let squares = gaps
                .into_iter()
                .zip(sides)
                .map(|(gap, side)| (gap * side).pow(2));
            let twice = 2 * u128::from(over) * u128::from(Cost::STRAIGHT.raw());
            squares.sum::<u128>() * u128::from(under).pow(2) < twice.pow(2)
        }
    }
}

/// Returns the ends of the leg that an agent is on during a step, or twice its cell.
fn between(plan: &JointPlan, agent: usize, step: usize) -> (IVec3, IVec3) {
    let mut at = plan.start(agent);
    for leg in plan.legs(agent) {
        if (leg.begins as usize) < step && step <= leg.ends as usize {
            return (at, leg.to);
        }
        if leg.ends as usize <= step {
            at = leg.to;
        }
    }
    (at, at)
}
