//! The state of an agent in a navigator: its world, and what has to be done to bring it up to date.

#[cfg(feature = "colliders")]
use glam::DVec3;
#[cfg(feature = "colliders")]
use voxnav_occupancy::colliders::{Edit, Obstacles};
use voxnav_occupancy::{Agent, Lattice, Traversability};

use super::stale::Stale;
#[cfg(feature = "colliders")]
use crate::navigator::NavigatorError;
use crate::routes::views::surroundings::{BakedCells, Scene};
use crate::routes::{KeepAway, Margin, Margins, RouteError};

/// An agent with its world, which is baked at the first question and kept up after edits.
///
/// INVARIANT: the bake is that of the obstacles as they are now, but for cells affected by what is
/// `stale`.
#[derive(Clone)]
pub(crate) struct FlyingResident {
    pub(in crate::navigator) agent: Agent,
    baked: Option<(BakedCells, Traversability)>,
    stale: Stale,
    /// The margins of routes that keep away.
    margins: Margins,
    /// The bytes that a file kept of what was derived from the bake, until there is a bake.
    kept: Option<Vec<u8>>,
}

impl FlyingResident {
    pub(in crate::navigator) fn new(agent: Agent) -> Self {
        Self {
            agent,
            baked: None,
            stale: Stale::default(),
            margins: Margins::default(),
            kept: None,
        }
    }

    /// Takes what a file kept of what was derived, as [`derived`](Self::derived) gave it.
    #[cfg(feature = "store")]
    pub(in crate::navigator) fn keep(&mut self, derived: Vec<u8>) {
        self.kept = Some(derived);
    }

    /// Returns the data derived from the agent's world, besides where the agent can be, as bytes.
    #[cfg(feature = "store")]
    pub(in crate::navigator) fn derived(&self) -> Option<Vec<u8>> {
        let derived = self.baked.as_ref().map(|(_, world)| world.derived_bytes());
        derived.or_else(|| self.kept.clone())
    }

    /// Returns the margin that keeps routes in the agent's world, as it is now, away from what blocks it.
    pub(in crate::navigator) fn margin(
        &mut self,
        keep_away: KeepAway,
        world: &Traversability,
        lattice: &Lattice,
    ) -> &Margin {
        self.margins.of(keep_away, world, lattice)
    }

    /// Takes note of an edit.
    #[cfg(feature = "colliders")]
    pub(in crate::navigator) fn mark(&mut self, edit: &Edit) {
        let concerns = edit.matter.fills_cells() && edit.layers.meets(self.agent.layers);
        if self.baked.is_some() && concerns {
            self.stale.mark(edit);
        }
    }

    /// Returns the world as it is now. On an error it is as if nothing had been asked.
    pub(in crate::navigator) fn refreshed(
        &mut self,
        scene: &Scene,
    ) -> Result<&Traversability, RouteError> {
        let known = self.baked.as_ref().map(|(baked, _)| baked);
        let covered = || scene.footprint(&self.agent);
        let baked = (self.stale).baked(known, &self.agent, scene, covered)?;
        let world = match &self.baked {
            // The same snapshot where nothing changed.
            Some((_, world)) => world.refreshed(baked.cells()),
            None => self.with_kept(Traversability::new(baked.cells(), self.agent.unknown)),
        };
        self.stale.clear();
        self.kept = None;
        Ok(&self.baked.insert((baked, world)).1)
    }

    /// Returns a world with what a file kept. What is of another one says so, and is derived again when it is
    /// asked for.
    fn with_kept(&self, world: Traversability) -> Traversability {
        let kept = self.kept.as_ref();
        let known = kept.and_then(|kept| world.clone().with_derived_bytes(kept).ok());
        known.unwrap_or(world)
    }

    /// Returns whether some obstacles touch the agent at a position.
    #[cfg(feature = "colliders")]
    pub(super) fn is_touched(
        &self,
        obstacles: &Obstacles,
        position: DVec3,
    ) -> Result<bool, NavigatorError> {
        let Agent {
            half_extents,
            layers,
            ..
        } = self.agent;
        Ok(obstacles.overlaps(position, half_extents, layers)?)
    }
}
