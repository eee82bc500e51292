//! Joint plans: collision-free paths of many agents in discrete time.

use voxnav_crowd::mapf::{
    CollisionModel, DistanceTables, Guidance, JointOptions, JointPlan, Kinematics, Limit, Limits,
    Threads,
};

use crate::border::{call, changing, reading};
use crate::code::{Code, coded, numbered};
use crate::error::{Refusal, VoxnavStatus};
use crate::exported::routes::{VoxnavCorners, VoxnavMoves};
use crate::handles::give;
use crate::ids::{VoxnavMapf, VoxnavSpace};
use crate::joints::{Joint, check};
use crate::memory::{In, Out};
use crate::objects::with_seen;
use crate::values::{VoxnavCell, VoxnavHeading, VoxnavPoint, given};

/// The distances to goals that agents of a joint plan follow. All plans are legal; with estimated distances they may be
/// longer.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavDistances {
    /// Exact where all tables fit into half of the memory limit, or into 512 MiB where there is none; else estimated.
    Auto = 0,
    /// A table for each goal: two bits for every cell.
    Exact = 1,
    /// A table for each piece of 16 x 16 x 16 cells with goals, and a kilobyte for each goal.
    Estimated = 2,
}

/// The limit that a joint plan has reached.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavMapfLimit {
    /// No limit was reached.
    None = 0,
    /// The search expanded as many configurations as it may.
    Expanded = 1,
    /// The search needs more memory than it may have.
    Memory = 2,
}

numbered! { VoxnavMapfLimit }

impl VoxnavMapfLimit {
    fn of(limit: Option<Limit>) -> Self {
        match limit {
            None => Self::None,
            Some(Limit::Memory) => Self::Memory,
            Some(_) => Self::Expanded,
        }
    }
}

coded! {
    VoxnavDistances is "kind of distances": DistanceTables {
        Auto, Exact, Estimated,
    }
}

/// The options of a joint plan. All zero but the size, or a null pointer, is 26 moves with strict corners for points,
/// without limits, on one thread.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavMapfOptions {
    /// The size of the struct: `sizeof(VoxnavMapfOptions)`.
    pub size: usize,
    /// The moves from cell to cell, each of which takes one step.
    pub moves: Code<VoxnavMoves>,
    /// The rule for the cells next to a diagonal move.
    pub corners: Code<VoxnavCorners>,
    /// The numerator of the radius that agents keep from each other, in cells by their longest side; 0 for points, which
    /// conflict where they meet in a cell or in the middle of moves that swap or cross.
    pub radius_numerator: u32,
    /// The denominator of the radius, at most 65,536: the radius is at most 4 cells.
    pub radius_denominator: u32,
    /// The most configurations expanded, each a step of all agents; 0 for any number.
    pub most_expanded: u64,
    /// The most bytes in use; 0 for any number.
    pub most_memory: u64,
    /// The seed of the draws that break ties. Equal seeds give equal plans.
    pub seed: u64,
    /// 1 for distances that are worked out on all processors. The plan is the same.
    pub parallel: u32,
    /// The distances to goals.
    pub distances: Code<VoxnavDistances>,
    /// 1 for goals that any agent may take: see `voxnav_mapf_goals`.
    pub any_goal: u32,
    /// 1 for any plan as soon as there is one: agents are not guided past each other. Plans are longer.
    pub first: u32,
    /// The steps that agents take for each that a move takes at full speed, at most 255; 0 counts as 1.
    pub steps_per_move: u32,
    /// The steps of a turn by up to 90 degrees about the axis of `up`, at most 255; one by more takes twice as many. A move
    /// of agents that are slow or turn holds all its cells from its turn on.
    pub steps_per_turn: u32,
    /// The direction of up, along which moves need no turn.
    pub up: Code<VoxnavHeading>,
    /// Zero.
    pub reserved: u32,
}

/// A leg of a ground agent in a joint plan: one move, with the steps that it takes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavPlannedLeg {
    /// The number of steps before the leg begins.
    pub begins: u32,
    /// The number of steps after which it has ended.
    pub ends: u32,
    /// The position that it leads to.
    pub to: VoxnavPoint,
}

/// The facts about a joint plan, as an answer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavMapfInfo {
    /// The size of the struct: `sizeof(VoxnavMapfInfo)`.
    pub size: usize,
    /// The number of agents of the plan; 0 where there is no plan yet.
    pub agents: usize,
    /// The number of steps until all agents stand at their goals permanently.
    pub steps: usize,
    /// The sum of costs: for each agent the steps until it stands at its goal permanently.
    pub cost: u64,
    /// The sum of the shortest paths of all agents, were each alone, or a lower bound of it: no plan costs less.
    pub shortest: u64,
    /// The most that the plan may cost in parts of the cheapest one.
    pub bound: f64,
    /// The number of configurations expanded.
    pub expanded: u64,
    /// The limit that was reached.
    pub limit: Code<VoxnavMapfLimit>,
    /// Zero.
    pub reserved: u32,
}

impl VoxnavMapfOptions {
    fn meaning(&self) -> Result<JointOptions, Refusal> {
        let mut limits = Limits::none();
        limits.expanded = given(self.most_expanded);
        limits.memory = given(self.most_memory);
        let bodies = match self.radius_numerator {
            0 => CollisionModel::Points,
            numerator => CollisionModel::balls(numerator, self.radius_denominator)?,
        };
        let threads = match self.parallel {
            0 => Threads::One,
            _ => Threads::Pool,
        };
        let steps = |number: u32, name: &str| {
            let text = || format!("{number} {name} are more than 255");
            u8::try_from(number).map_err(|_| Refusal::new(VoxnavStatus::ErrorBounds, text()))
        };
        let kinematics = Kinematics::new()
            .steps_per_move(steps(self.steps_per_move, "steps per move")?)
            .steps_per_turn(steps(self.steps_per_turn, "steps per turn")?)
            .axis(self.up.meaning()?.axis);
        let guidance = match self.first {
            0 => Guidance::Auto,
            _ => Guidance::Off,
        };
        Ok(JointOptions::new()
            .guidance(guidance)
            .kinematics(vec![kinematics])
            .moves(self.moves.meaning()?)
            .corners(self.corners.meaning()?)
            .bodies(bodies)
            .limits(limits)
            .seed(self.seed)
            .threads(threads)
            .distances(self.distances.meaning()?))
    }
}

/// Begins a joint plan in the world of a view, or of an agent as of now, for `count` agents that go each from one position
/// to the goal of the same number, or with `any_goal` one to each goal, and writes its handle into `plan`:
/// `voxnav_mapf_step` makes it. Flying agents are in the cells of positions; walls are kept away from by the world
/// that they move in. Ground agents settle below positions, and their moves take steps by what they cost; of the
/// options the radius, limits and the seed count.
///
/// Errors: positions that are not finite or too far away; starts and goals that are blocked, outside, or taken twice,
/// all of which the message names; a radius out of range, or too large for cells as flat as these.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_mapf_new(
    space: VoxnavSpace,
    starts: In<VoxnavPoint>,
    goals: In<VoxnavPoint>,
    count: usize,
    options: In<VoxnavMapfOptions>,
    plan: Out<VoxnavMapf>,
) -> VoxnavStatus {
    call(|| {
        let given = options.record("options")?;
        let options = meaning(given)?;
        let any_goal = given.is_some_and(|given| given.any_goal != 0);
        let (starts, goals) = (starts.list(count, "starts")?, goals.list(count, "goals")?);
        give(plan, "plan", || {
            with_seen(space, |seen| {
                Joint::new(&seen, [&starts, &goals], &options, any_goal)
            })
        })
    })
}

/// Returns the options of a caller, or the default ones.
pub(super) fn meaning(given: Option<VoxnavMapfOptions>) -> Result<JointOptions, Refusal> {
    given.map_or(Ok(JointOptions::new()), |given| given.meaning())
}

/// Searches on for at most `most` configurations. Returns `VOXNAV_STATUS_PENDING`; `VOXNAV_STATUS_FOUND` once there is a
/// plan, `VOXNAV_STATUS_UNREACHABLE` with the proof that there is none, `VOXNAV_STATUS_LIMIT_REACHED` for a limit that
/// came first. On the ground, and of goals that any agent may take, the distances to each goal come first, and count as
/// one configuration. The plan is the same however the search is divided.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_mapf_step(plan: VoxnavMapf, most: u64) -> VoxnavStatus {
    changing(plan, |joint| Ok(joint.advance(most)))
}

/// Tries to shorten the plan that was found, by new paths for a few agents at a time: `tries` times, some milliseconds
/// each, or tens of them on the ground where agents are many. The plan never becomes worse, and agents keep the goals to
/// which it leads them; it stays as it is where the limit of memory is too low. Returns `VOXNAV_STATUS_NOTHING` where there
/// is no plan yet.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_mapf_improve(plan: VoxnavMapf, tries: u64) -> VoxnavStatus {
    changing(plan, |joint| {
        Ok(VoxnavStatus::ok_if(
            joint.improve(tries),
            VoxnavStatus::Nothing,
        ))
    })
}

/// Writes the facts about a joint plan.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_mapf_info(plan: VoxnavMapf, info: Out<VoxnavMapfInfo>) -> VoxnavStatus {
    reading(plan, |joint| {
        let plan = joint.plan.as_ref();
        let limit = joint.outcome.map(|(_, limit)| VoxnavMapfLimit::of(limit));
        let facts = VoxnavMapfInfo {
            size: 0,
            agents: plan.map_or(0, JointPlan::agents),
            steps: plan.map_or(0, JointPlan::steps),
            cost: plan.map_or(0, JointPlan::cost),
            shortest: plan.map_or(0, JointPlan::shortest),
            bound: plan.map_or(0.0, JointPlan::bound),
            expanded: joint.expanded(),
            limit: limit.unwrap_or(VoxnavMapfLimit::None).into(),
            reserved: 0,
        };
        info.put_record(facts, "info")
    })
}

/// Runs the body of an exported function about the plan of a search that has one.
fn planned(
    plan: VoxnavMapf,
    body: impl FnOnce(&Joint, &JointPlan) -> Result<VoxnavStatus, Refusal>,
) -> VoxnavStatus {
    reading(plan, |joint| {
        VoxnavStatus::found(joint.plan.as_ref(), |plan| body(joint, plan))
    })
}

/// Writes the positions of an agent after each step, from its start to where it stands permanently: at most `capacity`, and
/// into `count` how many there are. Of flying agents these are centers of cells; a ground agent is where it was
/// until a leg has ended. Returns `VOXNAV_STATUS_NOTHING` where there is no plan.
///
/// Errors: a number of no agent.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_mapf_path(
    plan: VoxnavMapf,
    agent: usize,
    buffer: Out<VoxnavPoint>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    planned(plan, |joint, plan| {
        check(plan, agent)?;
        let path = plan.path(agent);
        let positions = path.iter().map(|&cell| joint.places.position(cell).into());
        buffer.fill(capacity, count, positions)
    })
}

/// Writes the cells of an agent after each step, as `voxnav_mapf_path` writes its positions.
///
/// Errors: a number of no agent.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_mapf_cells(
    plan: VoxnavMapf,
    agent: usize,
    buffer: Out<VoxnavCell>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    planned(plan, |_, plan| {
        check(plan, agent)?;
        let cells = plan.path(agent);
        buffer.fill(capacity, count, cells.iter().map(|&cell| cell.into()))
    })
}

/// Writes the positions of all agents after so many steps, in the order of their starts, as `voxnav_mapf_path` has
/// them: at most `capacity`, and into `count` how many there are. Agents stand at their goals permanently at last. Returns
/// `VOXNAV_STATUS_NOTHING` where there is no plan.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_mapf_places(
    plan: VoxnavMapf,
    step: usize,
    buffer: Out<VoxnavPoint>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    planned(plan, |joint, plan| {
        let cells = (0..plan.agents()).map(|agent| plan.at(agent, step));
        let positions = cells.map(|cell| joint.places.position(cell).into());
        buffer.fill(capacity, count, positions)
    })
}

/// Writes the legs of a ground agent in their order, each a move that takes some steps: at most `capacity`, and
/// into `count` how many there are. Returns `VOXNAV_STATUS_NOTHING` where there is no plan.
///
/// Errors: a number of no agent; `VOXNAV_STATUS_ERROR_UNSUPPORTED` for flying agents, whose moves take a step each.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_mapf_legs(
    plan: VoxnavMapf,
    agent: usize,
    buffer: Out<VoxnavPlannedLeg>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    planned(plan, |joint, plan| {
        let legs = joint.legs(plan, agent)?.map(|leg| VoxnavPlannedLeg {
            begins: leg.begins,
            ends: leg.ends,
            to: joint.places.position(leg.to).into(),
        });
        buffer.fill(capacity, count, legs)
    })
}

/// Writes for each agent the number of the goal that it goes to, from 0, in the list of goals: its own, or with `any_goal`
/// the one that it was given. At most `capacity` are written, and into `count` how many there are. Returns
/// `VOXNAV_STATUS_NOTHING` where there is no plan.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_mapf_goals(
    plan: VoxnavMapf,
    buffer: Out<u32>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    planned(plan, |joint, _| buffer.fill(capacity, count, joint.goals()))
}
