//! Agents whose goals change whenever one is reached: arrays of goals in, one array of cells a step out.

use std::sync::{Mutex, PoisonError};

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use voxnav::glam::IVec3;
use voxnav_crowd::together::{self, JointOptions, TogetherError};

use super::{refused, settings};
use crate::answers::rows_of;
use crate::cells::{at_row, cells, ids};
use crate::failure::{Answer, Failure, refuse};
use crate::ground::{Locomotion, able};
use crate::numbers::{Count, Number};
use crate::options::{self, Options};
use crate::pool;
use crate::world::World;

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
///     What agents on the ground can do; without it they fly, with `moves` and `corners`.
/// radius, seed, agent, moves, corners
///     As for `World.plan_together`.
/// limit_expanded : int, optional
///     The most steps to try when a way is searched for an agent that does not get to its goal by itself; 5,000 by
///     default.
/// limit_memory : int, optional
///     The most bytes in use.
#[pyclass(frozen, module = "voxnav")]
pub(crate) struct Lifelong {
    fleet: Mutex<together::Lifelong>,
}

/// Puts agents at their starts, in flight or on the ground.
fn fleet(
    world: &World,
    starts: &[IVec3],
    (locomotion, options): (Option<&voxnav::ground::Locomotion>, &Options),
    settings: &JointOptions,
) -> Answer<together::Lifelong> {
    let fleet = if let Some(locomotion) = locomotion {
        let ground = world.ground_of(options, locomotion)?;
        pool::run(|| together::Lifelong::of_legs(&ground.moves(), starts, settings))?
    } else {
        let (cells, _) = world.seen_by(options.agent)?;
        pool::run(|| together::Lifelong::new(&cells, starts, settings))?
    };
    fleet.map_err(|error| match error {
        TogetherError::Memory => Failure::argument("limit_memory", error),
        _ => refused(&error),
    })
}

impl Lifelong {
    /// Asks or changes the agents, while Python runs.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut together::Lifelong) -> T + Send,
    ) -> T {
        py.detach(|| work(&mut self.fleet.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

#[pymethods]
impl Lifelong {
    #[new]
    #[pyo3(
        signature = (world, starts, *, locomotion = None, radius = None, seed = Count::of(0), **options),
        text_signature = "(world, starts, *, locomotion=None, radius=None, seed=0, agent=None, moves=26, corners='strict', limit_expanded=None, limit_memory=1073741824)"
    )]
    fn new(
        py: Python<'_>,
        world: &Bound<'_, World>,
        starts: &Bound<'_, PyAny>,
        locomotion: Option<&Bound<'_, Locomotion>>,
        radius: Option<Number>,
        seed: Count,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Self> {
        let world = world.get();
        let starts = cells("starts", starts)?;
        let options = Options::read(options, world, options::OF_LIFELONG)?;
        let settings = settings(radius, seed, &options)?;
        let able = able(locomotion);
        let how = (able.as_ref(), &options);
        let fleet = py.detach(|| fleet(world, &starts, how, &settings))?;
        Ok(Self {
            fleet: Mutex::new(fleet),
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
    #[pyo3(signature = (agents, goals))]
    fn set_goals(
        &self,
        py: Python<'_>,
        agents: &Bound<'_, PyAny>,
        goals: &Bound<'_, PyAny>,
    ) -> Answer<()> {
        let (agents, goals) = (ids("agents", agents)?, cells("goals", goals)?);
        if goals.len() != 1 && goals.len() != agents.len() {
            let reason = format!("{} goals for {} agents", goals.len(), agents.len());
            return refuse("goals", reason);
        }
        self.ask(py, |fleet| {
            for (row, &agent) in agents.iter().enumerate() {
                let goal = goals[row.min(goals.len() - 1)];
                let sent = fleet.set_goal(agent as usize, goal);
                sent.map_err(|error| match error {
                    TogetherError::NoAgent(_) => at_row("agents", row, error),
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
    fn next_step<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyArray2<i32>>> {
        let places = self.ask(py, |fleet| fleet.next_step().to_vec());
        Ok(rows_of(py, places)?)
    }

    /// The cell of each agent, or that which it has left last while it is on a move of several steps: an array of int32 of
    /// shape (N, 3).
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyArray2<i32>>> {
        let places = self.ask(py, |fleet| fleet.cells().to_vec());
        Ok(rows_of(py, places)?)
    }

    /// Whether each agent is at its goal: an array of bool of shape (N,).
    #[getter]
    fn reached<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let reached = self.ask(py, |fleet| {
            let agents = 0..fleet.agents();
            agents.map(|it| fleet.has_reached(it)).collect::<Vec<_>>()
        });
        PyArray1::from_vec(py, reached)
    }

    /// The moves of several steps that agents on the ground are on: an array of int32 of shape (N, 5) with the numbers of
    /// the steps after which each begins and ends, and the cell that it leads to; -1 where an agent is on none.
    #[getter]
    fn legs<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyArray2<i32>>> {
        let legs = self.ask(py, |fleet| {
            let agents = 0..fleet.agents();
            agents.map(|it| fleet.leg(it)).collect::<Vec<_>>()
        });
        let mut values = Vec::with_capacity(5 * legs.len());
        for leg in &legs {
            let (begins, ends, to) = leg.map_or((-1, -1, IVec3::NEG_ONE), |leg| {
                let number = |step| i32::try_from(step).unwrap_or(i32::MAX);
                (number(leg.begins), number(leg.ends), leg.to)
            });
            values.extend([begins, ends, to.x, to.y, to.z]);
        }
        let array = ndarray::Array2::from_shape_vec((legs.len(), 5), values);
        Ok(PyArray2::from_owned_array(
            py,
            array.map_err(Failure::world)?,
        ))
    }

    /// The number of steps so far.
    #[getter]
    fn steps(&self, py: Python<'_>) -> u64 {
        self.ask(py, |fleet| fleet.steps())
    }

    /// The number of times that a way had to be searched for an agent that did not get to its goal by itself.
    #[getter]
    fn rescues(&self, py: Python<'_>) -> u64 {
        self.ask(py, |fleet| fleet.rescues())
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.ask(py, |fleet| fleet.agents())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (agents, steps) = self.ask(py, |fleet| (fleet.agents(), fleet.steps()));
        format!("<voxnav.Lifelong: {agents} agents after {steps} steps>")
    }
}
