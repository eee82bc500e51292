//! The moves from a cell, as a search asks for them.

use std::cell::RefCell;

use glam::IVec3;
use voxnav_occupancy::{
    CellBox, CostFactor, MaterialKind, MaterialSet, Occupancy, Stance, StanceReader, Support,
};

use super::Ground;
use super::estimate::{LinkBounds, by_factor};
use super::link::Ways;
use super::table::{Action, Row};
use crate::cost::Cost;
use crate::movement::{Move, Successors};

/// The moves of an agent on the ground, for one query after the other.
///
/// Remembers the chunks that it read last, so it is not shared between threads: each takes its own
/// from [`Ground::moves`].
#[derive(Debug)]
pub struct GroundMoves<'g> {
    ground: &'g Ground,
    reader: RefCell<StanceReader<'g>>,
    bounds: RefCell<Option<LinkBounds>>,
    /// The doors of the palette, if the agent opens them.
    doors: MaterialSet,
}

impl<'g> GroundMoves<'g> {
    pub(super) fn new(ground: &'g Ground) -> Self {
        let palette = ground.stances.occupancy().palette();
        let opens = ground.locomotion.open_door.is_some();
        Self {
            ground,
            reader: RefCell::new(ground.stances.reader()),
            bounds: RefCell::new(None),
            doors: palette.select(|material| opens && material.kind == MaterialKind::Door),
        }
    }

    fn world(&self) -> &'g Occupancy {
        self.ground.stances.occupancy()
    }

    fn at(&self, cell: IVec3) -> Stance {
        self.reader.borrow_mut().at(cell)
    }

    /// Whether a kind of move leads from a cell, whose stance is known; the stance at its target.
    fn leads(&self, row: &Row, cell: IVec3, from: Stance) -> Option<Stance> {
        if !from.has(row.from) || !from.has(row.all_along) {
            return None;
        }
        let to = self.at(cell.checked_add(row.offset)?);
        let is_way_clear = || {
            row.way
                .iter()
                .all(|step| self.at(cell + step).has(row.all_along))
        };
        let rests = Stance::STANDING | Stance::SWIMMING;
        let falls = || {
            row.falling
                .iter()
                .all(|step| !self.at(cell + step).has(rests))
        };
        let leads = to.has(row.to) && to.has(row.all_along) && is_way_clear() && falls();
        leads.then_some(to)
    }

    /// The cells of the body at a cell.
    fn body(&self, cell: IVec3, stance: Stance) -> CellBox {
        let agent = &self.ground.locomotion;
        let full = agent.body.offsets();
        let offsets = match agent.crouched() {
            Some(crouched) if !stance.has(Stance::UPRIGHT) => crouched,
            _ => full,
        };
        CellBox::new(cell + offsets.min, cell + offsets.max)
    }

    /// The largest factor of the materials in the body and under its feet where it stands on them.
    fn factor(&self, cell: IVec3, stance: Stance) -> CostFactor {
        let world = self.world();
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
        let agent = &self.ground.locomotion;
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
        let world = self.world();
        match world.material(cell).and_then(|id| world.palette().get(id)) {
            Some(material) => material.standable,
            None => true,
        }
    }

    /// Whether the body covers a door at its target that it did not cover before.
    fn opens_a_door(&self, from: (IVec3, Stance), to: (IVec3, Stance)) -> bool {
        if self.doors.is_empty() {
            return false;
        }
        let before = self.body(from.0, from.1);
        let is_new_door = |cell: IVec3| {
            let material = self.world().material(cell);
            material.is_some_and(|id| self.doors.contains(id)) && !before.contains(cell)
        };
        self.body(to.0, to.1).cells().any(is_new_door)
    }

    /// What a move costs, and what it is called.
    fn priced(&self, row: &Row, from: (IVec3, Stance), to: (IVec3, Stance)) -> (Cost, Action) {
        let agent = &self.ground.locomotion;
        let mut cost = row.cost;
        if !self.world().palette().is_empty() {
            cost = by_factor(cost, self.factor(to.0, to.1));
        }
        if let Some(crouch) = agent.crouch.filter(|_| !to.1.has(Stance::UPRIGHT)) {
            cost = by_factor(cost, crouch.factor);
        }
        match agent.open_door {
            Some(open) if self.opens_a_door(from, to) => (cost + open, Action::Door),
            _ => (cost, row.action),
        }
    }

    fn links_from(&self, cell: IVec3, moves: &mut Vec<Move<Action>>) {
        let resting = self.ground.locomotion.resting();
        let links = self.ground.links.iter();
        for link in links.filter(|link| link.is_for(&self.ground.locomotion)) {
            let mut lead = |to: IVec3| {
                if self.at(to).has(resting) {
                    let action = Action::Link(link.label);
                    let cost = link.cost;
                    moves.push(Move { to, cost, action });
                }
            };
            if link.from.contains(cell) {
                lead(link.to);
            }
            if link.to == cell && link.ways == Ways::Both {
                link.from.cells().for_each(lead);
            }
        }
    }
}

impl Successors for GroundMoves<'_> {
    type Action = Action;

    fn bounds(&self) -> CellBox {
        self.world().bounds()
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.at(cell).has(self.ground.locomotion.resting())
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move<Action>>) {
        let from = self.at(cell);
        for row in &self.ground.table.rows {
            if let Some(stance) = self.leads(row, cell, from) {
                let to = cell + row.offset;
                let (cost, action) = self.priced(row, (cell, from), (to, stance));
                moves.push(Move { to, cost, action });
            }
        }
        if from.has(self.ground.locomotion.resting()) {
            self.links_from(cell, moves);
        }
    }

    fn estimate(&self, from: IVec3, to: &CellBox) -> Cost {
        let slopes = &self.ground.slopes;
        let direct = slopes.between(&CellBox::of_cell(from), to);
        if self.ground.links.is_empty() {
            return direct;
        }
        let mut bounds = self.bounds.borrow_mut();
        let bounds = match &mut *bounds {
            Some(bounds) if bounds.goal == *to => bounds,
            other => {
                let agent = &self.ground.locomotion;
                let links = &self.ground.links;
                other.insert(LinkBounds::toward(*to, slopes, links, agent))
            }
        };
        bounds.estimate(from, direct, slopes)
    }
}
