//! The places that a way leads to from a leader: straight, or around a corner.

use ahash::AHashMap;
use voxnav::glam::{DVec3, IVec3};
use voxnav::search::Cost;

use crate::crowd::Crowd;
use crate::crowd::groups::ways_around;
use crate::crowd::view::Kind;
use crate::crowd::view::View;

/// The longest way to a place, in parts of the straight one, and what it may be longer, in cells.
const LONGEST: f64 = 1.5;
const MORE: f64 = 1.0;

/// The cells to which ways lead from a leader, in one world.
#[derive(Debug)]
pub(super) struct Reach {
    from: IVec3,
    view: View,
    costs: AHashMap<IVec3, Cost>,
}

/// The distance in cells up to which ways are found for an amount of work: of cells in a ball, and of those on a floor, which
/// ways lead to and back from.
fn radius(work: u64, kind: Kind) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "rounded")]
    let work = work as f64;
    match kind {
        Kind::Flying => (work / 8.0).cbrt(),
        Kind::OnGround => (work / 24.0).sqrt(),
    }
}

impl Crowd {
    /// Returns the cells around a leader to which ways lead, as they were known before if the work of the update is spent.
    pub(super) fn reach_from(
        &mut self,
        before: Option<Reach>,
        view: &View,
        from: DVec3,
    ) -> Option<Reach> {
        let cell = view.cell_at(from)?;
        let is_same = |it: &Reach| it.from == cell && it.view.is_same_as(view);
        let most = self.settings.budget / 2;
        if before.as_ref().is_some_and(is_same) || self.work.total() >= most {
            return before;
        }
        let radius = radius(most, view.kind());
        let cells = ways_around(view, cell, Cost::of_length(radius)).unwrap_or_default();
        let expanded = cells.len() as u64;
        match view.kind() {
            Kind::Flying => self.work.in_flight += expanded,
            Kind::OnGround => self.work.on_ground += 2 * expanded,
        }
        Some(Reach {
            from: cell,
            view: view.clone(),
            costs: cells.into_iter().collect(),
        })
    }
}

impl Reach {
    /// Returns whether a way leads to a place that is not much longer than straight.
    pub(super) fn leads_to(&self, from: DVec3, to: DVec3) -> bool {
        let straight = from.distance(to) / self.view.cell_size();
        let most = Cost::of_length(LONGEST * straight + MORE);
        let cost = self.view.cell_at(to).and_then(|it| self.costs.get(&it));
        cost.is_some_and(|&it| it <= most)
    }
}
