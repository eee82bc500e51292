//! Crowds: arrays in, arrays out.

mod events;
mod places;
mod plans;
mod saved;
mod targets;

use numpy::{PyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use voxnav::glam::DVec3;
use voxnav::spatial::KeepAway;
use voxnav::{NavigatorError, RouteError};
use voxnav_crowd::crowd::{self, CrowdAgent, CrowdAgentId, CrowdError, CrowdSettings, MovedBy};
use voxnav_crowd::specs::CrowdSpec;

use crate::failure::{Answer, Blamed, Failure, refuse, refuse_type};
use crate::routes::ground::{Locomotion, able};
use crate::threads::shared::Shared;
use crate::values::agent;
use crate::values::answers::{Column, Rows};
use crate::values::cells::{at_row, number_column, positions, shown, whole_column};
use crate::values::numbers::{AnyAgent, Count, Ids, Number, Positions, one_of};
use crate::values::specs::keywords;
use crate::worlds::world::{State, World};
use events::told;
use places::{places, write};

/// The movers of agents, by name.
const MOVED_BY: &[(&str, MovedBy)] = &[("crowd", MovedBy::Crowd), ("others", MovedBy::Others)];

/// Agents of one world that are sent somewhere and get there: they plan within a budget of work, smooth, follow, replan
/// while the world changes, and avoid each other.
///
/// For each other agents are balls, on the ground upright cylinders. Those that the crowd moves never overlap, and touch
/// nothing that stands. Equal crowds in equal worlds are equal after equal calls, on every machine.
///
/// Parameters
/// ----------
/// world : World
///     The world, which may change at any time: agents notice at the next update.
/// **settings
///     The fields of `voxnav.specs.CrowdSpec`: `budget`, `searches`, `max_suboptimality`, `look_ahead`, `max_deviation`,
///     `min_replan_interval`, `max_retry_interval`, `smooth`, `anytime`, `avoid`, `horizon`, `neighbors`, and `routes`, a
///     dictionary with those of `voxnav.specs.RouteSpec`, such as `{"keep_away": 2.0}`.
#[pyclass(frozen, module = "voxnav")]
pub(crate) struct Crowd {
    world: Py<World>,
    state: Shared<crowd::Crowd>,
    /// The arrays of all agents, for as long as there are the same ones.
    arrays: Shared<Option<Arrays>>,
}

/// Arrays with a row for each agent, overwritten by each update.
struct Arrays {
    ids: Vec<CrowdAgentId>,
    positions: Py<PyArray2<f64>>,
    velocities: Py<PyArray2<f64>>,
}

impl Crowd {
    fn of(world: Py<World>, crowd: crowd::Crowd) -> Self {
        Self {
            world,
            state: Shared::new(crowd),
            arrays: Shared::default(),
        }
    }

    /// Asks or changes the crowd with the world that it is in.
    fn ask_in_world<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut crowd::Crowd, &mut State) -> Answer<T> + Send,
    ) -> Answer<T> {
        let world = self.world.get();
        (self.state).ask(py, |crowd| world.with(|state| work(crowd, state)))
    }

    /// Does something with each of the agents of some ids, until one is refused; `place` is the argument with places.
    fn each(
        &self,
        py: Python<'_>,
        ids: &[CrowdAgentId],
        place: &str,
        mut work: impl FnMut(&mut crowd::Crowd, usize, CrowdAgentId) -> Result<(), CrowdError> + Send,
    ) -> Answer<()> {
        self.state.ask(py, |crowd| {
            // Whoever is unknown is named before anything changes.
            for (row, &id) in ids.iter().enumerate() {
                let known = crowd.agent(id);
                known.map_err(|error| at_row("ids", row, error))?;
            }
            for (row, &id) in ids.iter().enumerate() {
                work(crowd, row, id).map_err(|error| refused(place, row, &error))?;
            }
            Ok(())
        })
    }

    /// Writes where agents are into the arrays that callers hold.
    fn renew(&self, py: Python<'_>) -> Answer<()> {
        let mut arrays = self.arrays.lock();
        let Some(held) = &*arrays else {
            return Ok(());
        };
        let now = self.state.ask(py, |crowd| places(crowd));
        if now.ids != held.ids {
            *arrays = None;
            return Ok(());
        }
        write(held.positions.bind(py), &now.positions)?;
        write(held.velocities.bind(py), &now.velocities)
    }

    /// Returns one of the arrays that each update writes to, for reading.
    fn array<'py>(
        &self,
        py: Python<'py>,
        which: impl FnOnce(&Arrays) -> &Py<PyArray2<f64>>,
    ) -> Answer<Bound<'py, PyAny>> {
        let now = self.state.ask(py, |crowd| places(crowd));
        let mut arrays = self.arrays.lock();
        let held = match arrays.take() {
            Some(held) if held.ids == now.ids => held,
            _ => Arrays {
                positions: Rows::from_iter(now.positions).array(py).unbind(),
                velocities: Rows::from_iter(now.velocities).array(py).unbind(),
                ids: now.ids,
            },
        };
        let held = arrays.insert(held);
        let view = which(held).bind(py).call_method0("view")?;
        view.call_method1("setflags", (false,))?;
        Ok(view)
    }
}

#[pymethods]
impl Crowd {
    #[new]
    #[pyo3(signature = (world, **settings), text_signature = "(world, **settings)")]
    fn new(world: Py<World>, settings: Option<&Bound<'_, PyDict>>) -> Answer<Self> {
        Ok(Self::of(
            world,
            crowd::Crowd::new(self::settings(settings)?),
        ))
    }

    /// Adds agents that stay where they are until they are sent somewhere.
    ///
    /// Parameters
    /// ----------
    /// positions : array of numbers, shape (N, 3)
    ///     In world units: the center of flying agents, the feet of ground agents.
    /// agent : Agent, float or three floats, optional
    ///     The box that they share, or its size in world units; one cell large by default.
    /// locomotion : Locomotion, optional
    ///     What ground agents can do; agents fly without one.
    /// speed, stopping_distance : float or array of numbers, shape (N,)
    ///     World units a second, and the distance in world units at which they have arrived.
    /// radius : float or array of numbers, shape (N,), optional
    ///     The radius for others, in world units; half of the greatest width by default.
    /// priority : int or array of whole numbers, shape (N,)
    ///     Others make way for agents of a higher one.
    /// keys : array of whole numbers, shape (N,), optional
    ///     What decides ties; the order in which agents were added by default.
    /// moved_by : {"crowd", "others"}
    ///     What moves them: the crowd, or for instance a physics engine that reports by `set_positions`.
    /// keep_away : pair of a float and an int, or of arrays, shape (N,), optional
    ///     The distance in world units that flying agents keep from what blocks them, and the weight, as for the crowd,
    ///     whose pair they have by default. (0, 1) is none.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of uint32, shape (N,)
    ///     Their ids, which are never given again. Where one is refused, none is added.
    #[pyo3(
        signature = (
            positions, *, agent = None, locomotion = None, speed = None, stopping_distance = None, radius = None,
            priority = None, keys = None, moved_by = "crowd", keep_away = None
        ),
        text_signature = "($self, positions, *, agent=None, locomotion=None, speed=1.0, stopping_distance=0.1, radius=None, priority=0, keys=None, moved_by='crowd', keep_away=None)"
    )]
    #[expect(clippy::too_many_arguments, reason = "all but one by keyword")]
    fn add<'py>(
        &self,
        py: Python<'py>,
        positions: Positions,
        agent: Option<AnyAgent>,
        locomotion: Option<&Bound<'py, Locomotion>>,
        speed: Option<&Bound<'py, PyAny>>,
        stopping_distance: Option<&Bound<'py, PyAny>>,
        radius: Option<&Bound<'py, PyAny>>,
        priority: Option<&Bound<'py, PyAny>>,
        keys: Option<&Bound<'py, PyAny>>,
        moved_by: &str,
        keep_away: Option<&Bound<'py, PyAny>>,
    ) -> Answer<Column<u32>> {
        let positions = positions.named("positions")?;
        let agent = agent::agent(agent, &self.world.get().lattice)?;
        let locomotion = able(locomotion);
        let moved_by = one_of("moved_by", "nobody", moved_by, MOVED_BY)?;
        let count = positions.len();
        let numbers = |name, given: Option<&Bound<'py, PyAny>>| {
            given.map(|it| number_column(name, it, count)).transpose()
        };
        let speeds = numbers("speed", speed)?;
        let stops = numbers("stopping_distance", stopping_distance)?;
        let radii = numbers("radius", radius)?;
        let priorities = priority.map(|it| whole_column::<i32>("priority", it, count));
        let keys = keys.map(|it| whole_column::<u64>("keys", it, count));
        let (priorities, keys) = (priorities.transpose()?, keys.transpose()?);
        let distances = distances(keep_away, count)?;
        let ids = self.ask_in_world(py, |crowd, state| {
            let body = state.id_of(agent, locomotion.as_ref())?;
            let mut ids = Vec::new();
            for (row, &position) in positions.iter().enumerate() {
                let mut agent = CrowdAgent::new(body, position).moved_by(moved_by);
                agent.speed = speeds.as_ref().map_or(agent.speed, |all| all[row]);
                agent.stopping_distance = stops
                    .as_ref()
                    .map_or(agent.stopping_distance, |all| all[row]);
                agent.radius = radii.as_ref().map(|all| all[row]);
                agent.priority = priorities.as_ref().map_or(0, |all| all[row]);
                agent.keep_away = distances.as_ref().map(|all| all[row]);
                agent.key = keys.as_ref().map(|all| all[row]);
                match crowd.add(&mut state.navigator, agent) {
                    Ok(id) => ids.push(id),
                    Err(error) => {
                        for id in ids {
                            let _ = crowd.remove(id);
                        }
                        return Err(refused("positions", row, &error));
                    }
                }
            }
            Ok(ids)
        })?;
        Ok(ids.into_iter().map(CrowdAgentId::to_bits).collect())
    }

    /// Removes agents.
    ///
    /// Parameters
    /// ----------
    /// ids : int or array of whole numbers, shape (N,)
    fn remove(&self, py: Python<'_>, ids: Ids) -> Answer<()> {
        let ids = agents(ids)?;
        self.each(py, &ids, "ids", |crowd, _, id| crowd.remove(id).map(drop))
    }

    /// Puts agents somewhere: as physics moved them, or as a teleport did. A position so far from zero that numbers are
    /// coarse there is refused, and all agents stay.
    ///
    /// Parameters
    /// ----------
    /// ids : int or array of whole numbers, shape (N,)
    /// positions : array of numbers, shape (N, 3) or (3,)
    ///     In world units.
    fn set_positions(&self, py: Python<'_>, ids: Ids, positions: &Bound<'_, PyAny>) -> Answer<()> {
        let ids = agents(ids)?;
        let positions = places_for("positions", positions, ids.len())?;
        // All are put there, or none.
        self.each(py, &ids, "positions", |crowd, row, id| {
            crowd.check_position(id, positions[row])
        })?;
        self.each(py, &ids, "positions", |crowd, row, id| {
            crowd.set_position(id, positions[row])
        })?;
        self.renew(py)
    }

    /// Sets the speed of agents.
    ///
    /// Parameters
    /// ----------
    /// ids : int or array of whole numbers, shape (N,)
    /// speed : float or array of numbers, shape (N,)
    ///     In world units a second.
    fn set_speed(&self, py: Python<'_>, ids: Ids, speed: &Bound<'_, PyAny>) -> Answer<()> {
        let ids = agents(ids)?;
        let speeds = number_column("speed", speed, ids.len())?;
        self.each(py, &ids, "ids", |crowd, row, id| {
            crowd.set_speed(id, speeds[row])
        })
    }

    /// Sets the distance that flying agents keep from what blocks them; each gets another route.
    ///
    /// Parameters
    /// ----------
    /// ids : int or array of whole numbers, shape (N,)
    /// keep_away : pair of a float and an int, or of arrays, shape (N,), or None
    ///     As for `add`; None for that of the crowd.
    fn set_keep_away(
        &self,
        py: Python<'_>,
        ids: Ids,
        keep_away: Option<&Bound<'_, PyAny>>,
    ) -> Answer<()> {
        let ids = agents(ids)?;
        let distances = distances(keep_away, ids.len())?;
        self.each(py, &ids, "keep_away", |crowd, row, id| {
            crowd.set_keep_away(id, distances.as_ref().map(|all| all[row]))
        })
    }

    /// Takes the crowd on by a time, in the world as it is now.
    ///
    /// Parameters
    /// ----------
    /// dt : float
    ///     In seconds. In an update of no time agents plan, and stay.
    ///
    /// Returns
    /// -------
    /// list of CrowdEvent
    ///     What happened, in the order of the agents.
    fn update<'py>(&self, py: Python<'py>, dt: Number) -> Answer<Vec<Bound<'py, PyAny>>> {
        let dt = dt.named("dt")?;
        let events = self.ask_in_world(py, |crowd, state| {
            let events = crowd.update(&mut state.navigator, dt);
            events.map_err(|error| match error {
                CrowdError::Time { .. } => Failure::argument("dt", error),
                _ => Failure::world(error),
            })
        })?;
        self.renew(py)?;
        let events = events.iter();
        Ok(events
            .map(|event| told(py, event))
            .collect::<PyResult<_>>()?)
    }

    /// The world.
    #[getter]
    fn world(&self, py: Python<'_>) -> Py<World> {
        self.world.clone_ref(py)
    }

    /// The ids of all agents, in the order in which they were added: uint32 of shape (N,).
    #[getter]
    fn ids(&self, py: Python<'_>) -> Column<u32> {
        self.state.ask(py, |crowd| {
            crowd.agents().map(|(id, _)| id.to_bits()).collect()
        })
    }

    /// The positions of all agents, in the order of `ids`: float64 of shape (N, 3), in world units. Every update writes to this
    /// array, until agents are added or removed; it is for reading.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyAny>> {
        self.array(py, |arrays| &arrays.positions)
    }

    /// The velocities of all agents in the last update, as `positions` has their places: float64 of shape (N, 3), in
    /// world units a second.
    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyAny>> {
        self.array(py, |arrays| &arrays.velocities)
    }

    /// The distance that each agent has still to go, in the order of `ids`: float64 of shape (N,), in world units; NaN
    /// where it has no route.
    #[getter]
    fn remaining(&self, py: Python<'_>) -> Column<f64> {
        self.state.ask(py, |crowd| {
            let all = crowd.agents().map(|(id, _)| crowd.remaining(id));
            all.map(|far| far.ok().flatten().unwrap_or(f64::NAN))
                .collect()
        })
    }

    /// The work of planning in the last update, in units.
    #[getter]
    fn work(&self, py: Python<'_>) -> u64 {
        self.state.ask(py, |crowd| crowd.work().total())
    }

    /// The way that an agent has still to go.
    ///
    /// Parameters
    /// ----------
    /// id : int
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of float64, shape (K, 3)
    ///     Its waypoints in world units; none without a route.
    fn waypoints(&self, py: Python<'_>, id: Count) -> Answer<Rows<f64>> {
        let id = CrowdAgentId::from_bits(id.narrow("id")?);
        let points = self.state.ask(py, |crowd| crowd.waypoints(id));
        Ok(points.blamed("id")?.into_iter().collect())
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.state.ask(py, |crowd| crowd.len())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<voxnav.Crowd: {} agents>", self.__len__(py))
    }
}

/// Reads the distances and weights that so many agents keep away by, if there are any.
fn distances(given: Option<&Bound<'_, PyAny>>, count: usize) -> Answer<Option<Vec<KeepAway>>> {
    const NAME: &str = "keep_away";
    let Some(given) = given else {
        return Ok(None);
    };
    let Ok((distances, weights)) = given.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
        let reason = format!(
            "a pair of distances and weights is needed, not {}",
            shown(given)
        );
        return refuse_type(NAME, reason);
    };
    let distances = number_column(NAME, &distances, count)?;
    let weights = whole_column::<u16>(NAME, &weights, count)?;
    let pairs = distances.into_iter().zip(weights);
    let pairs: Vec<KeepAway> = pairs
        .map(|(far, weight)| KeepAway::new(far, weight))
        .collect();
    for (row, pair) in pairs.iter().enumerate() {
        pair.check().map_err(|error| at_row(NAME, row, error))?;
    }
    Ok(Some(pairs))
}

/// Reads the ids of agents.
fn agents(ids: Ids) -> Answer<Vec<CrowdAgentId>> {
    let ids = ids.named("ids")?.into_iter();
    Ok(ids.map(CrowdAgentId::from_bits).collect())
}

/// Reads positions, one for each agent or one for all.
fn places_for(argument: &str, value: &Bound<'_, PyAny>, count: usize) -> Answer<Vec<DVec3>> {
    let array = crate::values::cells::as_array(argument, value)?;
    if array.shape() == [3] {
        return Ok(vec![
            crate::values::cells::position(argument, value)?;
            count
        ]);
    }
    let given = positions(argument, value)?;
    if given.len() == count {
        return Ok(given);
    }
    refuse(argument, format!("{} rows for {count} agents", given.len()))
}

/// Reads the settings of a crowd.
fn settings(fields: Option<&Bound<'_, PyDict>>) -> Answer<CrowdSettings> {
    let spec: CrowdSpec = keywords(fields)?;
    spec.settings().blamed("settings")
}

/// Names the argument that is to blame for the refusal of an agent.
fn refused(place: &str, row: usize, error: &CrowdError) -> Failure {
    let argument = match error {
        CrowdError::Distance { .. } if place == "positions" => "stopping_distance",
        CrowdError::Speed { .. } => "speed",
        CrowdError::Navigator {
            source: NavigatorError::Route(RouteError::KeepAwayOnGround),
            ..
        } => "keep_away",
        CrowdError::Radius { .. } => "radius",
        CrowdError::Distance { .. } => "within",
        CrowdError::Unknown { .. } => "ids",
        _ => place,
    };
    at_row(argument, row, error)
}
