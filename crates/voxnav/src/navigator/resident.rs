//! What a navigator keeps of an agent: its world, and what has to be done to bring it up to date.

use std::collections::BTreeMap;

use voxnav_occupancy::colliders::{BakeError, Edit, ObstacleId, Obstacles, WorldBox};
use voxnav_occupancy::{Agent, CellBox, Lattice, Occupancy, Overlay, Traversability};

use crate::routes::surroundings::{Baked, Sources};
use crate::routes::{KeepAway, Margin, RouteError};

/// An agent with its world, which is baked at the first question and kept up after edits.
///
/// INVARIANT: the bake is that of the obstacles as they are now, but for cells affected by what is
/// `stale`.
#[derive(Clone)]
pub(super) struct Resident {
    pub(super) agent: Agent,
    baked: Option<Baked>,
    /// The obstacles edited since the bake, with where each was *then*. Where it is *now* is known
    /// to the obstacles, and where it was in between was never baked. So an obstacle that moves in
    /// every frame costs no more than one that moved once.
    stale: BTreeMap<ObstacleId, Option<WorldBox>>,
    /// What the last route that kept away was told by.
    margin: Option<Margin>,
}

impl Resident {
    pub(super) fn new(agent: Agent) -> Self {
        Self {
            agent,
            baked: None,
            stale: BTreeMap::new(),
            margin: None,
        }
    }

    /// What keeps routes in the agent's world, as it is now, away from what blocks it.
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
        if edit.after.is_none() && self.stale.get(&edit.id) == Some(&None) {
            // Came and went between two bakes.
            self.stale.remove(&edit.id);
        } else if self.baked.is_some() && edit.layers.meets(self.agent.layers) {
            self.stale.entry(edit.id).or_insert(edit.before);
        }
    }

    /// The world as it is now. On an error it is as if nothing had been asked.
    pub(super) fn refreshed(
        &mut self,
        sources: &Sources<'_>,
    ) -> Result<&Traversability, RouteError> {
        let fresh = match &self.baked {
            None => sources.baked(&self.agent)?,
            Some(baked) => self.next(baked, sources)?,
        };
        self.stale.clear();
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

    /// What was baked before brought up to date.
    fn next(&self, baked: &Baked, sources: &Sources<'_>) -> Result<Baked, RouteError> {
        let rebaked = self.rebaked(&baked.occupancy, sources.obstacles, sources.lattice)?;
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

    /// The bake brought up to date; `None` if it is.
    fn rebaked(
        &self,
        baked: &Occupancy,
        obstacles: &Obstacles,
        lattice: &Lattice,
    ) -> Result<Option<Occupancy>, BakeError> {
        let affected = |region| obstacles.affected_cells(lattice, &self.agent, region);
        let mut cells = Vec::new();
        for (id, before) in &self.stale {
            let before = before.map(affected);
            let after = obstacles.bounds(*id).map(affected);
            cells.extend(joined(before, after));
        }
        cells.retain(|cells| !cells.intersection(&baked.bounds()).is_empty());
        if cells.is_empty() {
            return Ok(None);
        }
        let fresh = obstacles.rebake(baked, lattice, &self.agent, &cells)?;
        Ok((fresh.revision() != baked.revision()).then_some(fresh))
    }
}

/// Two boxes, or the one around both if it has no more cells than they have together.
fn joined(one: Option<CellBox>, other: Option<CellBox>) -> impl Iterator<Item = CellBox> {
    let hull = match (&one, &other) {
        (Some(one), Some(other)) => Some(one.hull(other))
            .filter(|hull| hull.volume() <= one.volume().saturating_add(other.volume())),
        _ => None,
    };
    let apart = if hull.is_some() {
        [None, None]
    } else {
        [one, other]
    };
    hull.into_iter().chain(apart.into_iter().flatten())
}
