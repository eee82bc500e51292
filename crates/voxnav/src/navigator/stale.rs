//! The obstacles edited since a bake.

use std::collections::BTreeMap;

use voxnav_occupancy::colliders::{BakeError, Edit, ObstacleId, Obstacles, WorldBox};
use voxnav_occupancy::{Agent, CellBox, Lattice, Occupancy};

/// The obstacles edited since a bake, with where each was *then*. Where it is *now* is known to the
/// obstacles, and where it was in between was never baked. So an obstacle that moves in every frame
/// costs no more than one that moved once.
#[derive(Clone, Default)]
pub(super) struct Stale(BTreeMap<ObstacleId, Option<WorldBox>>);

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

    /// Returns the cells within some bounds that may have changed.
    pub(super) fn cells(
        &self,
        bounds: CellBox,
        agent: &Agent,
        obstacles: &Obstacles,
        lattice: &Lattice,
    ) -> Vec<CellBox> {
        let affected = |region| obstacles.affected_cells(lattice, agent, region);
        let mut cells = Vec::new();
        for (id, before) in &self.0 {
            let before = before.map(affected);
            let after = obstacles.bounds(*id).map(affected);
            cells.extend(joined(before, after));
        }
        cells.retain(|cells| !cells.intersection(&bounds).is_empty());
        cells
    }

    /// Returns a bake brought up to date; `None` if it is up to date already.
    pub(super) fn rebaked(
        &self,
        baked: &Occupancy,
        agent: &Agent,
        obstacles: &Obstacles,
        lattice: &Lattice,
    ) -> Result<Option<Occupancy>, BakeError> {
        let cells = self.cells(baked.bounds(), agent, obstacles, lattice);
        if cells.is_empty() {
            return Ok(None);
        }
        let fresh = obstacles.rebake(baked, lattice, agent, &cells)?;
        Ok((fresh.revision() != baked.revision()).then_some(fresh))
    }
}

/// Returns two boxes, or the one around both if it has no more cells than they have together.
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
