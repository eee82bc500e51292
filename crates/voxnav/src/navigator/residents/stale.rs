//! The obstacles edited since a bake.

#[cfg(feature = "colliders")]
use std::collections::BTreeMap;

#[cfg(feature = "colliders")]
use voxnav_occupancy::CellBox;
#[cfg(feature = "colliders")]
use voxnav_occupancy::colliders::{Edit, ObstacleId, WorldBox};
use voxnav_occupancy::{Agent, BakeError, Footprint, Occupancy};

use crate::routes::RouteError;
use crate::routes::views::surroundings::{BakedCells, Scene};

/// The obstacles edited since a bake, with where each was *then*. Where it is *now* is known to the
/// obstacles, and where it was in between was never baked. So an obstacle that moves in every frame
/// costs no more than one that moved once.
#[derive(Clone, Default)]
pub(super) struct Stale(
    #[cfg(feature = "colliders")] BTreeMap<ObstacleId, Option<WorldBox>>,
    #[cfg(not(feature = "colliders"))] (),
);

#[cfg(not(feature = "colliders"))]
#[expect(
    clippy::unused_self,
    clippy::unnecessary_wraps,
    reason = "as where there are obstacles"
)]
impl Stale {
    pub(super) fn clear(&mut self) {}

    /// Returns the bake: no obstacle was edited.
    fn rebaked(&self, baked: &Occupancy, _: &Agent, _: &Scene) -> Result<Occupancy, BakeError> {
        Ok(baked.clone())
    }
}

#[cfg(feature = "colliders")]
impl Stale {
    /// Takes note of an edit after a bake.
    pub(super) fn mark(&mut self, edit: &Edit) {
        if edit.after.is_none() && self.0.get(&edit.id) == Some(&None) {
            // Came and went between two bakes.
            self.0.remove(&edit.id);
        } else {
            self.0.entry(edit.id).or_insert(edit.before);
        }
    }

    /// Forgets all notes: there is a new bake.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the cells that may have changed for an agent.
    pub(super) fn cells(&self, agent: &Agent, scene: &Scene) -> Vec<CellBox> {
        let affected = |region| (scene.obstacles).affected_cells(&scene.lattice, agent, region);
        let mut cells = Vec::new();
        for (id, before) in &self.0 {
            let before = before.map(affected);
            let after = scene.obstacles.bounds(*id).map(affected);
            cells.extend(joined(before, after));
        }
        cells.retain(|cells| !cells.intersection(&scene.bounds).is_empty());
        cells
    }

    /// Returns a bake brought up to date: the same if nothing changed.
    fn rebaked(
        &self,
        baked: &Occupancy,
        agent: &Agent,
        scene: &Scene,
    ) -> Result<Occupancy, BakeError> {
        let cells = self.cells(agent, scene);
        if cells.is_empty() {
            return Ok(baked.clone());
        }
        let fresh = (scene.obstacles).rebake(baked, &scene.lattice, agent, &cells)?;
        let is_same = fresh.revision() == baked.revision();
        Ok(if is_same { baked.clone() } else { fresh })
    }
}

impl Stale {
    /// Returns the cells that obstacles fill for an agent, brought up to date from those that are known, given the
    /// footprint of the agent.
    pub(super) fn baked(
        &self,
        known: Option<&BakedCells>,
        agent: &Agent,
        scene: &Scene,
        covered: impl FnOnce() -> Result<Footprint, RouteError>,
    ) -> Result<BakedCells, RouteError> {
        let occupancy = match known {
            Some(known) => self.rebaked(&known.occupancy, agent, scene)?,
            None => scene.bake(agent)?,
        };
        scene.laid_over(occupancy, known, covered)
    }
}

/// Returns two boxes, or the one around both if it has no more cells than they have together.
#[cfg(feature = "colliders")]
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
