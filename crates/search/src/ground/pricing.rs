//! What moves cost where something is special about their targets: materials, crouching and doors.

use glam::IVec3;
use voxnav_occupancy::{CellBox, CostFactor, MaterialSet, Stance, Support};

use super::Ground;
use super::remaining::{by_1024ths, by_factor};
use super::rows::KeptMove;
use super::table::Step;
use crate::cost::Cost;

impl Ground {
    /// The cells of the body at a cell.
    fn body(&self, cell: IVec3, stance: Stance) -> CellBox {
        let agent = &self.locomotion;
        let full = agent.body.offsets();
        let offsets = match agent.crouched() {
            Some(crouched) if !stance.has(Stance::UPRIGHT) => crouched,
            _ => full,
        };
        CellBox::new(cell + offsets.min, cell + offsets.max)
    }

    /// The largest factor of the materials in the body and under its feet where it stands on them.
    pub(super) fn factor(&self, cell: IVec3, stance: Stance) -> CostFactor {
        let world = self.stances.occupancy();
        let palette = world.palette();
        let cost = |cell| Some(palette.get(world.material(cell)?)?.cost);
        let body = self.body(cell, stance);
        let in_body = body.cells().filter_map(cost).max();
        let below = if stance.has(Stance::STANDING) {
            self.soil(cell, &body)
                .cells()
                .filter(|&cell| self.bears(cell))
                .filter_map(cost)
                .max()
        } else {
            None
        };
        in_body.max(below).unwrap_or(CostFactor::ONE)
    }

    /// The cells below the feet that the rule of support looks at.
    fn soil(&self, cell: IVec3, body: &CellBox) -> CellBox {
        let agent = &self.locomotion;
        let up = agent.up.step();
        let axis = agent.up.axis.index();
        let feet = if up[axis] > 0 {
            body.min[axis] - 1
        } else {
            body.max[axis]
        };
        let mut soil = match agent.support {
            Support::Center => CellBox::of_cell(cell),
            _ => *body,
        };
        (soil.min[axis], soil.max[axis]) = (feet, feet + 1);
        soil
    }

    fn bears(&self, cell: IVec3) -> bool {
        let world = self.stances.occupancy();
        match world.material(cell).and_then(|id| world.palette().get(id)) {
            Some(material) => material.standable,
            None => true,
        }
    }

    /// Whether the body covers a door at its target that it did not cover before.
    pub(super) fn opens_a_door(
        &self,
        doors: &MaterialSet,
        from: (IVec3, Stance),
        to: (IVec3, Stance),
    ) -> bool {
        if doors.is_empty() {
            return false;
        }
        let world = self.stances.occupancy();
        let before = self.body(from.0, from.1);
        let is_new_door = |cell: IVec3| {
            let material = world.material(cell);
            material.is_some_and(|id| doors.contains(id)) && !before.contains(cell)
        };
        self.body(to.0, to.1).cells().any(is_new_door)
    }

    /// What a move costs.
    #[inline]
    pub(super) fn price(&self, step: &Step, kept: KeptMove) -> Cost {
        if kept.is_plain() {
            return step.cost;
        }
        let agent = &self.locomotion;
        let mut cost = step.cost;
        if let Some(factor) = kept.factor() {
            cost = by_1024ths(cost, factor);
        }
        if let Some(crouch) = agent.crouch.filter(|_| kept.is_crouched()) {
            cost = by_factor(cost, crouch.factor);
        }
        match agent.open_door {
            Some(open) if kept.opens_a_door() => cost + open,
            _ => cost,
        }
    }
}
