//! Costs of moves to special targets: materials, crouching and doors.
//!
//! For an agent that stops before unknown cells, the price is the least that a move may cost,
//! whatever these cells turn out to be: of the cells that the body covers and stands on, those
//! count that it covers for certain, and of the cells that are open, the cheapest possible.

use glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, CostFactor, Material, MaterialKind, MaterialSet, Stance, Support,
};

use super::Ground;
use super::remaining::{by_1024ths, by_factor};
use super::rows::KeptMove;
use super::table::Step;
use crate::cost::Cost;

impl Ground {
    /// Returns the cells of the body at a cell; all that it may have to cover where that is open.
    pub(super) fn body(&self, cell: IVec3, stance: Stance) -> CellBox {
        let agent = &self.locomotion;
        let full = agent.body.offsets();
        let offsets = match agent.crouched() {
            Some(crouched) if !stance.has(Stance::UPRIGHT) => crouched,
            _ => full,
        };
        CellBox::new(cell + offsets.min, cell + offsets.max)
    }

    /// Returns the cells that the body covers at a cell for certain.
    fn certain_body(&self, cell: IVec3, stance: Stance) -> CellBox {
        let full = self.body(cell, stance);
        match self.locomotion.crouched() {
            Some(low) if self.has_open_cells(&full) => CellBox::new(cell + low.min, cell + low.max),
            _ => full,
        }
    }

    /// Returns whether some of these cells may turn out to be anything.
    fn has_open_cells(&self, cells: &CellBox) -> bool {
        let world = self.stances.occupancy();
        let is_unknown = |cell| world.state(cell) == CellState::Unknown;
        self.known.is_some() && cells.cells().any(is_unknown)
    }

    /// Returns whether moves to a cell are priced as those of an agent that crouches there.
    pub(super) fn crouches(&self, cell: IVec3, stance: Stance) -> bool {
        self.locomotion.crouch.is_some_and(|crouch| {
            let is_cheaper = crouch.factor < CostFactor::ONE;
            !stance.has(Stance::UPRIGHT)
                || is_cheaper && self.has_open_cells(&self.body(cell, stance))
        })
    }

    /// Returns the largest factor of the materials in the body and under its feet where it stands
    /// on them.
    pub(super) fn factor(&self, cell: IVec3, stance: Stance) -> CostFactor {
        let world = self.stances.occupancy();
        let palette = world.palette();
        let cost = |cell| {
            let id = world.material(cell)?;
            Some(self.locomotion.factor_of(id, palette.get(id)?))
        };
        let body = self.body(cell, stance);
        let in_body = self.certain_body(cell, stance).cells().filter_map(cost);
        let soil = self.soil(cell, &body);
        let may_float = stance.has(Stance::SUBMERGED) || self.may_hang(cell, stance);
        let may_stand = stance.has(Stance::STANDING) && !may_float;
        let leaning = self.leaning(cell, &soil);
        let below = if may_stand && self.stands_for_certain(&soil, &leaning) {
            let bearing = soil.cells().filter(|&cell| self.bears(cell));
            bearing.filter_map(cost).max()
        } else {
            None
        };
        let known = in_body.max().max(below);
        known.unwrap_or_else(|| {
            if [body, soil, leaning]
                .iter()
                .any(|cells| self.has_open_cells(cells))
            {
                self.locomotion.smallest_factor(palette)
            } else {
                CostFactor::ONE
            }
        })
    }

    /// Returns whether the body may hold on to something that goes on, or may go on, below its feet.
    fn may_hang(&self, cell: IVec3, stance: Stance) -> bool {
        if !stance.has(Stance::CLIMBING) {
            return false;
        }
        let axis = self.locomotion.up.axis.index();
        let mut below = cell;
        below[axis] = self.soil(cell, &self.body(cell, stance)).min[axis];
        let world = self.stances.occupancy();
        let is_climbable = |it: &Material| it.kind == MaterialKind::Climbable;
        if let Some(material) = world.material(below).and_then(|id| world.palette().get(id)) {
            return is_climbable(material);
        }
        let mut palette = world.palette().iter().map(|(_, it)| it);
        self.known.is_some()
            && world.bounds().contains(below)
            && world.state(below) == CellState::Unknown
            && palette.any(|it| is_climbable(it) && !it.forbidden)
    }

    /// Returns whether an agent that may stand on some cells does so whatever unknown ones turn out
    /// to be.
    fn stands_for_certain(&self, soil: &CellBox, leaning: &CellBox) -> bool {
        let bears = |cells: &CellBox| cells.cells().any(|cell| self.bears(cell));
        match self.locomotion.support {
            Support::Any => bears(soil),
            Support::Slope => bears(soil) && bears(leaning),
            _ => !self.has_open_cells(soil),
        }
    }

    /// Returns the cells of the anchor's column, from the soil down, one of which bears a body on a slope; none for other
    /// supports.
    pub(super) fn leaning(&self, cell: IVec3, soil: &CellBox) -> CellBox {
        let agent = &self.locomotion;
        if agent.support != Support::Slope {
            return CellBox::EMPTY;
        }
        let mut column = CellBox::of_cell(cell);
        let axis = agent.up.axis.index();
        let lean = self.stances.rules().lean();
        (column.min[axis], column.max[axis]) = if agent.up.step()[axis] > 0 {
            (soil.min[axis] - lean, soil.max[axis])
        } else {
            (soil.min[axis], soil.max[axis] + lean)
        };
        column
    }

    /// Returns the cells below the feet that the rule of support looks at.
    pub(super) fn soil(&self, cell: IVec3, body: &CellBox) -> CellBox {
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
            None => world.state(cell) == CellState::Occupied,
        }
    }

    /// Returns whether the body covers a door at its target that it did not cover before.
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
        self.certain_body(to.0, to.1).cells().any(is_new_door)
    }

    /// Returns the cost of a move.
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
