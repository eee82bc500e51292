//! The state of an agent in a navigator: its world, and what has to be done to bring it up to date.

use voxnav_occupancy::colliders::Edit;
use voxnav_occupancy::{Agent, Lattice, Overlay, Traversability};

use super::stale::Stale;
use crate::routes::surroundings::{Baked, Sources};
use crate::routes::{KeepAway, Margin, RouteError};

/// An agent with its world, which is baked at the first question and kept up after edits.
///
/// INVARIANT: the bake is that of the obstacles as they are now, but for cells affected by what is
/// `stale`.
#[derive(Clone)]
pub(crate) struct FlyingResident {
    pub(super) agent: Agent,
    baked: Option<Baked>,
    stale: Stale,
    /// The margin of the last route that kept away.
    margin: Option<Margin>,
    /// The bytes that a file kept of what was derived from the bake, until there is a bake.
    kept: Option<Vec<u8>>,
}

impl FlyingResident {
    pub(super) fn new(agent: Agent) -> Self {
        Self {
            agent,
            baked: None,
            stale: Stale::default(),
            margin: None,
            kept: None,
        }
    }

    /// Takes what a file kept of what was derived, as [`derived`](Self::derived) gave it.
    #[cfg(feature = "store")]
    pub(super) fn keep(&mut self, derived: Vec<u8>) {
        self.kept = Some(derived);
    }

    /// Returns what is known of the agent's world beside where the agent can be, as bytes.
    #[cfg(feature = "store")]
    pub(super) fn derived(&self) -> Option<Vec<u8>> {
        let baked = self.baked.as_ref().map(|baked| baked.world.derived_bytes());
        baked.or_else(|| self.kept.clone())
    }

    /// Returns the margin that keeps routes in the agent's world, as it is now, away from what blocks it.
    pub(super) fn margin(
        &mut self,
        keep_away: KeepAway,
        world: &Traversability,
        lattice: &Lattice,
    ) -> &Margin {
        let baked = (world.occupancy(), self.agent.unknown);
        let margin = Margin::of(keep_away, self.margin.take(), baked, lattice);
        self.margin.insert(margin)
    }

    /// Takes note of an edit.
    pub(super) fn mark(&mut self, edit: &Edit) {
        let concerns = edit.matter.fills_cells() && edit.layers.meets(self.agent.layers);
        if self.baked.is_some() && concerns {
            self.stale.mark(edit);
        }
    }

    /// Returns the world as it is now. On an error it is as if nothing had been asked.
    pub(super) fn refreshed(
        &mut self,
        sources: &Sources<'_>,
    ) -> Result<&Traversability, RouteError> {
        let fresh = match &self.baked {
            None => self.with_kept(sources.baked(&self.agent)?),
            Some(baked) => self.next(baked, sources)?,
        };
        self.stale.clear();
        self.kept = None;
        Ok(&self.baked.insert(fresh).world)
    }

    /// Adds the jump index to the world as it is now, and so to those that follow.
    pub(super) fn add_jump_index(&mut self, sources: &Sources<'_>) -> Result<(), RouteError> {
        let indexed = self.refreshed(sources)?.clone().with_jump_index();
        if let Some(baked) = &mut self.baked {
            baked.world = indexed;
        }
        Ok(())
    }

    /// Returns a bake with what a file kept. What is of another one says so, and is derived anew when it is
    /// asked for.
    fn with_kept(&self, baked: Baked) -> Baked {
        let kept = self.kept.as_ref();
        let world = kept.and_then(|kept| baked.world.clone().with_derived_bytes(kept).ok());
        match world {
            Some(world) => Baked { world, ..baked },
            None => baked,
        }
    }

    /// Returns an earlier bake brought up to date.
    fn next(&self, baked: &Baked, sources: &Sources<'_>) -> Result<Baked, RouteError> {
        let (obstacles, lattice) = (sources.obstacles, sources.lattice);
        let rebaked = (self.stale).rebaked(&baked.occupancy, &self.agent, obstacles, lattice)?;
        let occupancy = rebaked.unwrap_or_else(|| baked.occupancy.clone());
        let overlay = match (&baked.overlay, sources.cells) {
            (_, None) => None,
            (None, Some(cells)) => Some(sources.laid_over(&self.agent, &occupancy, cells)?),
            (Some(overlay), Some(cells)) => Some(overlay.updated(&occupancy, cells)?),
        };
        let both = overlay.as_ref().map_or(&occupancy, Overlay::occupancy);
        // The same snapshot where nothing changed.
        let world = baked.world.refreshed(both);
        Ok(Baked {
            occupancy,
            overlay,
            world,
        })
    }
}
