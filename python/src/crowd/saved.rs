//! Crowds as bytes, with the bodies of their agents: bytes of worlds have none.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde::{Deserialize, Serialize};
use voxnav::grid::CellBox;
use voxnav::ground::Locomotion;
use voxnav::{Agent, AgentId, Lattice};
use voxnav_crowd::crowd;

use super::Crowd;
use crate::failure::{Answer, Class, Failure, refuse};
use crate::values::answers::written;
use crate::worlds::edits::sides;
use crate::worlds::world::{State, World};

/// A body as bytes have it: an agent of a world of such cells.
#[derive(Serialize, Deserialize)]
struct StoredBody {
    lattice: Lattice,
    bounds: CellBox,
    agent: Agent,
    locomotion: Option<Locomotion>,
}

#[pymethods]
impl Crowd {
    /// Returns the crowd as bytes, for `from_bytes`: all agents with their ids and bodies, where they are and where they are
    /// sent, and the neighbors that do not cooperate.
    ///
    /// The crowd clears its routes and replans them, as a loaded one does: from here on both go on equally, if the
    /// worlds are equal. Save the world, too, by `World.save` or `World.to_bytes`. An agent in the middle of an action
    /// such as a jump or a climb goes back to where that begins. A crowd with agents on a joint plan is refused, and
    /// goes on.
    ///
    /// Returns
    /// -------
    /// bytes
    fn to_bytes<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyBytes>> {
        let world = self.world.get();
        let bytes = self.ask_in_world(py, |crowd, state| {
            let saved = crowd.to_bytes_with_bodies(|body| described(world, state, body));
            saved.map_err(Failure::world)
        })?;
        self.renew(py)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The crowd in bytes of `to_bytes`. Agents have the ids that they had.
    ///
    /// Parameters
    /// ----------
    /// world : World
    ///     The world: with the same bounds, cell size and origin as that in which the crowd was saved.
    /// data : bytes
    ///     What `to_bytes` returned.
    /// **settings
    ///     As for a new crowd: they are not saved.
    #[staticmethod]
    #[pyo3(signature = (world, data, **settings), text_signature = "(world, data, **settings)")]
    fn from_bytes(
        py: Python<'_>,
        world: Py<World>,
        data: &[u8],
        settings: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Self> {
        let settings = super::settings(settings)?;
        let own = world.get();
        let crowd = own.ask(py, |state| {
            let find = |_, description: &[u8]| found(own, state, description);
            crowd::Crowd::from_bytes_with_bodies(data, settings, find)
        })?;
        Ok(Self::of(world, crowd))
    }
}

/// Describes a body of a world.
fn described(world: &World, state: &State, body: AgentId) -> Vec<u8> {
    let described = state.agent(body).map(|(agent, locomotion)| StoredBody {
        lattice: world.lattice,
        bounds: world.bounds,
        agent: *agent,
        locomotion: locomotion.clone(),
    });
    // These are plain values, all of which JSON has a form for.
    let bytes = described.and_then(|it| written(&it).ok());
    bytes.unwrap_or_default()
}

/// Returns the body in a world that a description is of.
fn found(world: &World, state: &mut State, description: &[u8]) -> Answer<AgentId> {
    let read = serde_json::from_slice(description);
    let of: StoredBody = read.map_err(|error| {
        let reason = format!("the body of an agent cannot be read: {error}");
        Failure::Refused(Class::File, reason)
    })?;
    if (of.lattice, of.bounds) != (world.lattice, world.bounds) {
        let told = |lattice: &Lattice, bounds| {
            let (sides, origin) = (sides(lattice), lattice.origin());
            format!("cells {bounds} of side {sides}, from {origin} on")
        };
        let saved = told(&of.lattice, of.bounds);
        let given = told(&world.lattice, world.bounds);
        return refuse(
            "world",
            format!("the crowd was saved in {saved}; this has {given}"),
        );
    }
    Ok(state.id_of(of.agent, of.locomotion.as_ref())?)
}
