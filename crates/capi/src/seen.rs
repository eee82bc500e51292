//! The world that agents of one body move in.

use voxnav::grid::Traversability;
use voxnav::ground::GroundView;
use voxnav::{Lattice, View};

use crate::error::Refusal;

/// The world that agents move in, of a view or of an agent as of now.
pub(crate) enum AgentWorld<'s> {
    /// The cells in which a flying agent can be.
    Flight(&'s Lattice, &'s Traversability),
    /// The view of a ground agent.
    Ground(GroundView<'s>),
}

impl<'s> AgentWorld<'s> {
    pub(crate) fn of(view: &'s View) -> Result<Self, Refusal> {
        let flying = view.flight();
        let flying = flying.map(|flight| Self::Flight(view.lattice(), flight.world()));
        let seen = flying.or_else(|| view.ground().map(Self::Ground));
        seen.ok_or_else(|| other_kind("view"))
    }
}

/// Returns the refusal of an object for the other kind of agents.
pub(crate) fn other_kind(name: &str) -> Refusal {
    Refusal::unsupported(format!("the {name} is of an agent that moves another way"))
}
