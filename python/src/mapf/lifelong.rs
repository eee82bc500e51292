//! Agents whose goals change whenever one is reached: arrays of goals in, one array of cells a step out.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use voxnav::glam::IVec3;
use voxnav_crowd::mapf::{self, JointOptions, JointPlanError, JointWorld, PlannedLeg};

use super::{kinematics, refused, settings};
use crate::failure::{Answer, Failure, refuse};
use crate::routes::ground::{Locomotion, able};
use crate::threads::pool;
use crate::threads::shared::Shared;
use crate::values::answers::{Column, Rows};
use crate::values::cells::at_row;
use crate::values::numbers::{Cells, Count, Ids, Number};
use crate::worlds::options::{self, Options};
use crate::worlds::world::World;

/// Agents that go from goal to goal without end, one step at a time, and never meet.
///
/// In each step every agent stays or makes one move; on the ground a move takes its cost in steps, rounded up, and holds
/// its cells meanwhile. Those that have been under way for longest go first. Equal calls give equal steps.
///
/// Parameters
/// ----------
/// world : World
///     The world as it is now; later changes of it are not seen.
/// starts : array of whole numbers, shape (N, 3)
///     The cell of each agent, where it stays until it is sent somewhere.
/// locomotion : Locomotion, optional
///     What ground agents can do; without it they fly, with `moves` and `corners`.
/// steps_per_move, steps_per_turn, up
///     As for `World.plan_joint`; on the ground, each step of a move takes so many.
/// radius, seed, agent, moves, corners, first
///     As for `World.plan_joint`.
/// limit_expanded : int, optional
///     The most steps to try when a way is searched for an agent that does not get to its goal by itself; 5,000 by
///     default.
/// limit_memory : int, optional
///     The most bytes in use.
#[pyclass(frozen, module = "voxnav")]
pub(crate) struct LifelongPlanner {
    fleet: Shared<mapf::LifelongPlanner>,
}

/// Puts agents at their starts, in flight or on the ground.
fn fleet(
    world: &World,
    starts: &[IVec3],
    (locomotion, options): (Option<&voxnav::ground::Locomotion>, &Options),
    settings: &JointOptions,
) -> Answer<mapf::LifelongPlanner> {
    let fleet = if let Some(locomotion) = locomotion {
        let ground = world.ground_of(options, locomotion)?;
        pool::run(|| {
            let moves = ground.moves();
            mapf::LifelongPlanner::new(JointWorld::Legs(&moves), starts, settings)
        })?
    } else {
        let (cells, _) = world.seen_by(options.agent)?;
        pool::run(|| mapf::LifelongPlanner::new(&cells, starts, settings))?
    };
    fleet.map_err(|error| match error {
        JointPlanError::Memory => Failure::argument("limit_memory", error),
        _ => refused(&error),
    })
}

#[pymethods]
impl LifelongPlanner {
    #[new]
    #[pyo3(
        signature = (
            world, starts, *, locomotion = None, radius = None, seed = Count::of(0), steps_per_move = None,
            steps_per_turn = None, up = "z", **options
        ),
        text_signature = "(world, starts, *, locomotion=None, radius=None, seed=0, steps_per_move=1, steps_per_turn=0, up='z', agent=None, moves=26, corners='strict', limit_expanded=None, limit_memory=1073741824, first=False)"
    )]
    #[expect(clippy::too_many_arguments, reason = "keywords")]
    fn new(
        py: Python<'_>,
        world: &Bound<'_, World>,
        starts: Cells,
        locomotion: Option<&Bound<'_, Locomotion>>,
        radius: Option<Number>,
        seed: Count,
        steps_per_move: Option<&Bound<'_, PyAny>>,
        steps_per_turn: Option<&Bound<'_, PyAny>>,
        up: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Self> {
        let world = world.get();
        let starts = starts.named("starts")?;
        let options = Options::read(options, world, options::OF_LIFELONG)?;
        let kinematics = kinematics(starts.len(), [steps_per_move, steps_per_turn], up)?;
        let settings = settings(radius, seed, &options)?.kinematics(kinematics);
        let able = able(locomotion);
        let how = (able.as_ref(), &options);
        let fleet = py.detach(|| fleet(world, &starts, how, &settings))?;
        Ok(Self {
            fleet: Shared::new(fleet),
        })
    }

    /// Sends agents to goals, at any time. Several may be sent to one cell; they take turns there.
    ///
    /// Parameters
    /// ----------
    /// agents : int or array of whole numbers, shape (M,)
    ///     The agents, by their place among the starts. Rows before one that is refused are sent.
    /// goals : array of whole numbers, shape (M, 3) or (3,)
    ///     The goal of each, or one for all.
    fn set_goals(&self, py: Python<'_>, agents: Ids, goals: Cells) -> Answer<()> {
        let (agents, goals) = (agents.named("agents")?, goals.named("goals")?);
        if goals.len() != 1 && goals.len() != agents.len() {
            let reason = format!("{} goals for {} agents", goals.len(), agents.len());
            return refuse("goals", reason);
        }
        self.fleet.ask(py, |fleet| {
            for (row, &agent) in agents.iter().enumerate() {
                let goal = goals[row.min(goals.len() - 1)];
                let sent = fleet.set_goal(agent as usize, goal);
                sent.map_err(|error| match error {
                    JointPlanError::NoAgent(_) => at_row("agents", row, error),
                    _ => at_row("goals", row, error),
                })?;
            }
            Ok(())
        })
    }

    /// Takes all agents on by one step.
    ///
    /// Returns
    /// -------
    /// array of int32, shape (N, 3)
    ///     The cell of each agent after it, as `cells` has them.
    fn next_step(&self, py: Python<'_>) -> Rows<i32> {
        let places = self.fleet.ask(py, |fleet| fleet.next_step().to_vec());
        places.into_iter().collect()
    }

    /// The cell of each agent, or that which it has left last while it is on a move of several steps: an array of int32 of
    /// shape (N, 3).
    #[getter]
    fn cells(&self, py: Python<'_>) -> Rows<i32> {
        let places = self.fleet.ask(py, |fleet| fleet.cells().to_vec());
        places.into_iter().collect()
    }

    /// Whether each agent is at its goal: an array of bool of shape (N,).
    #[getter]
    fn reached(&self, py: Python<'_>) -> Column<bool> {
        self.fleet.ask(py, |fleet| {
            let agents = 0..fleet.agents();
            agents.map(|it| fleet.has_reached(it)).collect()
        })
    }

    /// The moves of several steps that ground agents are on: an array of int32 of shape (N, 5) with the numbers of
    /// the steps after which each begins and ends, and the cell that it leads to; -1 where an agent is on none.
    #[getter]
    fn legs(&self, py: Python<'_>) -> Rows<i32, 5> {
        let number = |step| i32::try_from(step).unwrap_or(i32::MAX);
        let legs = self.fleet.ask(py, |fleet| {
            let agents = 0..fleet.agents();
            let legs = agents.map(|agent| match fleet.leg(agent) {
                None => [-1; 5],
                Some(PlannedLeg { begins, ends, to }) => {
                    [number(begins), number(ends), to.x, to.y, to.z]
                }
            });
            legs.collect()
        });
        Rows(legs)
    }

    /// The number of steps so far.
    #[getter]
    fn steps(&self, py: Python<'_>) -> u64 {
        self.fleet.ask(py, |fleet| fleet.steps())
    }

    /// The number of times that a way had to be searched for an agent that did not get to its goal by itself.
    #[getter]
    fn rescues(&self, py: Python<'_>) -> u64 {
        self.fleet.ask(py, |fleet| fleet.rescues())
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.fleet.ask(py, |fleet| fleet.agents())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (agents, steps) = (self.__len__(py), self.steps(py));
        format!("<voxnav.LifelongPlanner: {agents} agents after {steps} steps>")
    }
}
