//! Targets of the agents of a crowd, and neighbors that do not cooperate.

use pyo3::prelude::*;
use voxnav::Destination;
use voxnav_crowd::avoidance::{Character, Shape};
use voxnav_crowd::crowd::{CrowdAgentId, CrowdError, Formation, FormationShape, MoveTarget};

use super::{Crowd, agents, places_for};
use crate::failure::{Answer, Failure};
use crate::values::answers::Rows;
use crate::values::cells::{number_column, whole_column};
use crate::values::numbers::{Ids, Number, Positions};

#[pymethods]
impl Crowd {
    /// Sends agents to places; on their way they go on until there is a better route.
    ///
    /// Parameters
    /// ----------
    /// ids : int or array of whole numbers, shape (N,)
    /// goals : array of numbers, shape (N, 3) or (3,)
    ///     A place for each, or one for all, in world units.
    /// within : float
    ///     The distance from the place that is near enough, in world units.
    #[pyo3(
        signature = (ids, goals, *, within = Number::of(0.0)),
        text_signature = "($self, ids, goals, *, within=0.0)"
    )]
    fn send(
        &self,
        py: Python<'_>,
        ids: Ids,
        goals: &Bound<'_, PyAny>,
        within: Number,
    ) -> Answer<()> {
        let ids = agents(ids)?;
        let goals = places_for("goals", goals, ids.len())?;
        let within = within.named("within")?;
        self.each(py, &ids, "goals", |crowd, row, id| {
            if within == 0.0 {
                crowd.send(id, goals[row])
            } else {
                crowd.send(id, Destination::within(goals[row], within))
            }
        })
    }

    /// Sends agents to one point, where they settle next to each other. Places are distinct, with a way to the point, and are
    /// assigned such that ways do not cross.
    ///
    /// Parameters
    /// ----------
    /// ids : int or array of whole numbers, shape (N,)
    /// point : array of numbers, shape (3,)
    ///     In world units.
    ///
    /// Returns
    /// -------
    /// array of float64, shape (N, 3)
    ///     The place of each agent, in world units.
    fn send_group(&self, py: Python<'_>, ids: Ids, point: &Bound<'_, PyAny>) -> Answer<Rows<f64>> {
        let ids = agents(ids)?;
        let point = places_for("point", point, 1)?[0];
        let places = self.ask_in_world(py, |crowd, state| {
            let places = crowd.send_group(&mut state.navigator, &ids, point);
            places.map_err(|error| match error {
                CrowdError::Unknown { .. } | CrowdError::Twice { .. } => {
                    Failure::argument("ids", error)
                }
                _ => Failure::argument("point", error),
            })
        })?;
        Ok(places.into_iter().collect())
    }

    /// Sends agents each to the one of several places that is the cheapest to reach.
    ///
    /// Parameters
    /// ----------
    /// ids : int or array of whole numbers, shape (N,)
    /// goals : array of numbers, shape (K, 3)
    ///     The places, in world units.
    fn send_to_nearest(&self, py: Python<'_>, ids: Ids, goals: Positions) -> Answer<()> {
        let (ids, goals) = (agents(ids)?, goals.named("goals")?);
        self.each(py, &ids, "goals", |crowd, _, id| {
            crowd.send(id, Destination::AnyOf(goals.clone()))
        })
    }

    /// Has agents follow others, wherever these go.
    ///
    /// Parameters
    /// ----------
    /// ids, leaders : int or array of whole numbers, shape (N,)
    ///     The agents that follow, and the agent that each follows.
    /// within : float
    ///     The distance that is near enough, in world units.
    #[pyo3(
        signature = (ids, leaders, *, within = Number::of(1.0)),
        text_signature = "($self, ids, leaders, *, within=1.0)"
    )]
    fn follow(
        &self,
        py: Python<'_>,
        ids: Ids,
        leaders: &Bound<'_, PyAny>,
        within: Number,
    ) -> Answer<()> {
        let ids = agents(ids)?;
        let leaders = whole_column::<u32>("leaders", leaders, ids.len())?;
        let within = within.named("within")?;
        self.each(py, &ids, "leaders", |crowd, row, id| {
            crowd.send(
                id,
                MoveTarget::following(CrowdAgentId::from_bits(leaders[row]), within),
            )
        })
    }

    /// Has agents follow a leader in a formation, which goes and turns with it. Each keeps its place where it is wide, and
    /// follows on the trail of the leader where it is narrow.
    ///
    /// Parameters
    /// ----------
    /// leader : int
    /// ids : int or array of whole numbers, shape (N,)
    ///     The agents that follow.
    /// shape : {"line", "wedge", "column", "ring"}
    /// spacing : float, optional
    ///     The distance between an agent and the next one, in world units; three times the largest radius by default.
    /// wait : float, optional
    ///     The distance from its place at which an agent makes the leader halt, in world units; without one it does not wait.
    #[pyo3(
        signature = (leader, ids, shape, *, spacing = None, wait = None),
        text_signature = "($self, leader, ids, shape, *, spacing=None, wait=None)"
    )]
    fn follow_in_formation(
        &self,
        py: Python<'_>,
        leader: u32,
        ids: Ids,
        shape: &str,
        spacing: Option<Number>,
        wait: Option<Number>,
    ) -> Answer<()> {
        let ids = agents(ids)?;
        let mut formation = Formation::new(shape_named(shape)?);
        formation.spacing = spacing.map(|it| it.named("spacing")).transpose()?;
        formation.wait = wait.map(|it| it.named("wait")).transpose()?;
        self.ask_in_world(py, |crowd, _| {
            let done = crowd.follow_in_formation(CrowdAgentId::from_bits(leader), &ids, formation);
            done.map_err(|error| match error {
                CrowdError::Distance { .. } => Failure::argument("spacing or wait", error),
                _ => Failure::argument("ids", error),
            })
        })
    }

    /// Has agents stay where they are, at the next place where they can rest.
    ///
    /// Parameters
    /// ----------
    /// ids : int or array of whole numbers, shape (N,)
    fn stop(&self, py: Python<'_>, ids: Ids) -> Answer<()> {
        let ids = agents(ids)?;
        self.each(py, &ids, "ids", |crowd, _, id| crowd.stop(id))
    }

    /// Sets the neighbors that do not cooperate, such as a player or vehicles, and removes those set before. Agents
    /// keep clear of all that these sweep if they keep their velocities.
    ///
    /// Parameters
    /// ----------
    /// positions, velocities : arrays of numbers, shape (N, 3)
    ///     In world units, and world units a second: of those that fly the center, of those with a height the feet.
    /// radius : float or array of numbers, shape (N,)
    ///     In world units.
    /// height : float or array of numbers, shape (N,), optional
    ///     In world units, of those that are on the ground; without one they are balls.
    #[pyo3(
        signature = (positions, velocities, radius, *, height = None),
        text_signature = "($self, positions, velocities, radius, *, height=None)"
    )]
    fn set_characters(
        &self,
        py: Python<'_>,
        positions: Positions,
        velocities: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
        height: Option<&Bound<'_, PyAny>>,
    ) -> Answer<()> {
        let positions = positions.named("positions")?;
        let velocities = places_for("velocities", velocities, positions.len())?;
        let radii = number_column("radius", radius, positions.len())?;
        let heights = height.map(|it| number_column("height", it, positions.len()));
        let heights = heights.transpose()?;
        let shape = |row: usize| match &heights {
            Some(heights) => Shape::Disc {
                radius: radii[row],
                height: heights[row],
            },
            None => Shape::Ball { radius: radii[row] },
        };
        let both = positions.iter().zip(velocities).enumerate();
        let characters: Vec<Character> = both
            .map(|(row, (&position, velocity))| Character::new(shape(row), position, velocity))
            .collect();
        let set = self
            .state
            .ask(py, |crowd| crowd.set_characters(&characters));
        set.map_err(Failure::world)
    }
}

fn shape_named(name: &str) -> Answer<FormationShape> {
    match name {
        "line" => Ok(FormationShape::Line),
        "wedge" => Ok(FormationShape::Wedge),
        "column" => Ok(FormationShape::Column),
        "ring" => Ok(FormationShape::Ring),
        _ => {
            let known = "a formation is a \"line\", \"wedge\", \"column\" or \"ring\"";
            Err(Failure::argument("shape", format!("{known}, not {name:?}")))
        }
    }
}
