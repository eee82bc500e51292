//! Joint plans: collision-free paths for many agents.

use voxnav::Lattice;
use voxnav::glam::IVec3;
use voxnav::grid::Axis;
use voxnav::search::CellShape;
use voxnav_crowd::mapf::{
    CollisionModel, JointOptions, JointOutcome, JointPlan, Kinematics, Limits, plan_joint,
};

use crate::agents::view;
use crate::failure::{Answer, Blamed, Failure};
use crate::request;
use crate::state::{Out, State};

/// The parts of a cell in which radii are given.
const PARTS: u32 = 1000;

/// Plans for many agents of one kind that flies. Input: the cells of starts, and then of goals, as many. Numbers: the
/// radius of each in cells or 0 for points, the most configurations to expand and the most bytes or 0 for no limit, and
/// the seed, the steps of a move and of a turn, and the axis of turns. Answers with an outcome at place 0: 0 is a plan, 1 none, 2 a limit; with the cost, the sum of shortest paths
/// and the number of steps behind it; with the cells of the paths one after the other, and their lengths as parts.
pub(crate) fn plan(state: &mut State, agent: u32) -> Answer {
    let cells = request::cells("starts, goals", &state.input)?;
    let numbers = state.asked();
    let (starts, goals) = cells.split_at(cells.len() / 2);
    let limit = |argument, place| -> Answer<Option<u64>> {
        let number = numbers.finite(argument, place)?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "casts saturate"
        )]
        let whole = number as u64;
        Ok((number > 0.0).then_some(whole))
    };
    let mut limits = Limits::none();
    if let Some(most) = limit("maxExpanded", 1)? {
        limits = limits.expanded(most);
    }
    if let Some(most) = limit("maxMemory", 2)? {
        limits = limits.memory(most);
    }
    let radius = numbers.finite("radius", 0)?;
    let seed = u64::from(numbers.count("seed", 3)?);
    let steps = |argument, place| -> Answer<u8> {
        u8::try_from(numbers.count(argument, place)?).blamed(argument)
    };
    let up = [Axis::X, Axis::Y, Axis::Z]
        .get(numbers.count("up", 6)? as usize)
        .copied();
    let kinematics = Kinematics::new()
        .steps_per_move(steps("stepsPerMove", 4)?)
        .steps_per_turn(steps("stepsPerTurn", 5)?)
        .axis(up.ok_or_else(|| Failure::argument("up", "x, y or z"))?);
    let view = view(&mut state.agents, &mut state.worlds, agent)?;
    let on_ground = || Failure::argument("agent", "joint plans are for agents that fly");
    let view = view.flight().ok_or_else(on_ground)?;
    let settings = view.options().settings;
    let options = JointOptions::new()
        .moves(settings.moves)
        .corners(settings.corners)
        .bodies(bodies(radius, view.lattice())?)
        .kinematics(vec![kinematics])
        .limits(limits)
        .seed(seed);
    let outcome = plan_joint(view.world(), starts, goals, &options).blamed("starts, goals")?;
    state.out.joint(&outcome);
    Ok(())
}

/// Reads the radius of bodies, in longest sides of the cells of a lattice.
fn bodies(radius: f64, lattice: &Lattice) -> Answer<CollisionModel> {
    if radius == 0.0 {
        return Ok(CollisionModel::Points);
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts saturate"
    )]
    let parts = (radius * f64::from(PARTS)).ceil() as u32;
    let shape = CellShape::new(lattice.sizes()).blamed("world")?;
    let bodies = CollisionModel::balls(parts, PARTS).and_then(|bodies| bodies.among(shape));
    bodies.blamed("radius")
}

impl Out {
    fn joint(&mut self, outcome: &JointOutcome) {
        self.numbers[..4].fill(0.0);
        match outcome {
            JointOutcome::Planned(plan) => self.joint_plan(plan),
            JointOutcome::Unsolvable => self.numbers[0] = 1.0,
            _ => self.numbers[0] = 2.0,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "counts are exact below 2^53")]
    fn joint_plan(&mut self, plan: &JointPlan) {
        self.numbers[1] = plan.cost() as f64;
        self.numbers[2] = plan.shortest() as f64;
        self.numbers[3] = plan.steps() as f64;
        for agent in 0..plan.agents() {
            let path = plan.path(agent);
            self.parts
                .push(u32::try_from(path.len()).unwrap_or(u32::MAX));
            self.cells.extend(path.iter().flat_map(IVec3::to_array));
        }
    }
}
