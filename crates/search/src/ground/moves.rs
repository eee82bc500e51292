//! The moves from a cell, as a search asks for them.

use std::cell::RefCell;

use glam::IVec3;
use voxnav_occupancy::internals::RowKeeper;
use voxnav_occupancy::{
    CellBox, CostFactor, MaterialKind, MaterialSet, Occupancy, Stance, StanceReader, Support,
};

use super::Ground;
use super::estimate::{LinkBounds, by_factor};
use super::link::Ways;
use super::listing::Listing;
use super::rows::{words_of, worked_out};
use super::runs::Runs;
use super::table::{Action, MoveTable, Row};
use crate::cost::Cost;
use crate::movement::{Confined, Move, Predecessors, Pruned, Successors};

/// The moves of an agent on the ground, for one query after the other.
///
/// Remembers the chunks that it read last, so it is not shared between threads: each takes its own
/// from [`Ground::moves`].
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// # let world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 5)))?.commit();
/// use voxnav_search::{Ground, Locomotion, Query, Workspace};
///
/// let ground = Ground::new(&world, &Locomotion::walker())?;
/// let (moves, mut workspace) = (ground.moves(), Workspace::new());
/// for x in 1..9 {
///     let solution = Query::new(IVec3::ZERO, IVec3::X * x).solve_with(&moves, &mut workspace);
///     assert!(solution.outcome.path().is_some());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GroundMoves<'g> {
    pub(super) ground: &'g Ground,
    pub(super) seen: RefCell<Seen<'g>>,
    bounds: RefCell<Option<LinkBounds>>,
    /// Runs over even ground, where there can be any.
    pub(super) runs: Option<RefCell<Runs<'g>>>,
    /// Moves being listed.
    pub(super) listed: RefCell<Listing>,
    /// The doors of the palette, if the agent opens them.
    doors: MaterialSet,
}

/// What moves are read from.
#[derive(Debug)]
pub(super) struct Seen<'g> {
    pub(super) reader: StanceReader<'g>,
    pub(super) keeper: RowKeeper<'g>,
}

/// Which rows of the table lead from a cell, and for which of these something is special about the target.
#[inline]
pub(super) fn leading<'k>(
    table: &MoveTable,
    keeper: &'k mut RowKeeper<'_>,
    reader: &mut StanceReader<'_>,
    cell: IVec3,
) -> Option<(&'k [u64], &'k [u64])> {
    let kept = keeper.row(cell, || worked_out(table, reader, cell))?;
    let words = words_of(table);
    let from = (cell.x & 63).unsigned_abs() as usize * 2 * words;
    Some(kept.get(from..from + 2 * words)?.split_at(words))
}

impl<'g> GroundMoves<'g> {
    pub(super) fn new(ground: &'g Ground) -> Self {
        let palette = ground.stances.occupancy().palette();
        let opens = ground.locomotion.open_door.is_some();
        Self {
            ground,
            seen: RefCell::new(Seen {
                reader: ground.stances.reader(),
                keeper: ground.stances.row_keeper(),
            }),
            bounds: RefCell::new(None),
            runs: ground
                .stances
                .even_reader()
                .map(|reader| RefCell::new(Runs::new(reader, &ground.locomotion))),
            listed: RefCell::default(),
            doors: palette.select(|material| opens && material.kind == MaterialKind::Door),
        }
    }

    fn world(&self) -> &'g Occupancy {
        self.ground.stances.occupancy()
    }

    fn at(&self, cell: IVec3) -> Stance {
        self.seen.borrow_mut().reader.at(cell)
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

    /// What a move costs, and what it is called, where something is special about its target.
    pub(super) fn priced(
        &self,
        row: &Row,
        seen: &mut StanceReader<'_>,
        [from, to]: [IVec3; 2],
    ) -> (Cost, Action) {
        let [from, to] = [from, to].map(|cell| (cell, seen.at(cell)));
        let agent = &self.ground.locomotion;
        let mut cost = row.cost;
        // Materials that are not minded cost nothing extra, and are no doors.
        let is_minded = to.1.has(Stance::MINDED);
        if is_minded {
            cost = by_factor(cost, self.factor(to.0, to.1));
        }
        if let Some(crouch) = agent.crouch.filter(|_| !to.1.has(Stance::UPRIGHT)) {
            cost = by_factor(cost, crouch.factor);
        }
        match agent.open_door {
            Some(open) if is_minded && self.opens_a_door(from, to) => (cost + open, Action::Door),
            _ => (cost, row.action),
        }
    }

    pub(super) fn links_from(&self, cell: IVec3, moves: &mut Vec<Move<Action>>) {
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

impl GroundMoves<'_> {
    fn links_into(&self, cell: IVec3, moves: &mut Vec<Move<Action>>) {
        let links = self.ground.links.iter();
        for link in links.filter(|link| link.is_for(&self.ground.locomotion)) {
            let mut begin = |to: IVec3| {
                if self.can_be_at(to) {
                    let action = Action::Link(link.label);
                    let cost = link.cost;
                    moves.push(Move { to, cost, action });
                }
            };
            if link.to == cell {
                link.from.cells().for_each(&mut begin);
            }
            if link.from.contains(cell) && link.ways == Ways::Both {
                begin(link.to);
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
        let table = &*self.ground.table;
        {
            let Seen { reader, keeper } = &mut *self.seen.borrow_mut();
            let (leads, special) = leading(table, keeper, reader, cell).unwrap_or_default();
            for (word, (&leads, special)) in leads.iter().zip(special).enumerate() {
                let mut left = leads;
                while left != 0 {
                    let bit = left.trailing_zeros();
                    left &= left - 1;
                    let row = &table.rows[word * 64 + bit as usize];
                    let to = cell + row.offset;
                    let (cost, action) = if special >> bit & 1 != 0 {
                        self.priced(row, reader, [cell, to])
                    } else {
                        (row.cost, row.action)
                    };
                    moves.push(Move { to, cost, action });
                }
            }
        }
        if !self.ground.links.is_empty() && self.can_be_at(cell) {
            self.links_from(cell, moves);
        }
    }

    fn estimate(&self, from: IVec3, to: &CellBox) -> Cost {
        let slopes = &self.ground.slopes;
        let direct = slopes.toward(from, to);
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

    fn pruned(&self) -> Option<&dyn Pruned<Action>> {
        Some(self)
    }

    fn confined(&self) -> Option<&dyn Confined<Action>> {
        self.ground.known.is_some().then_some(self)
    }

    fn nearest(&self, cell: IVec3, radius: Cost) -> Option<IVec3> {
        // Distances are rounded as costs are.
        let radius = Cost::from_raw(radius.raw().saturating_add(1)).length();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "not negative, and casts saturate"
        )]
        let settled = self.ground.settled(cell, radius as u32);
        settled.or_else(|| self.ground.nearest(cell.as_dvec3(), radius))
    }
}

impl Predecessors for GroundMoves<'_> {
    fn moves_into(&self, cell: IVec3, moves: &mut Vec<Move<Action>>) {
        let table = &*self.ground.table;
        for (number, row) in table.rows.iter().enumerate() {
            let Some(source) = cell.checked_sub(row.offset) else {
                continue;
            };
            let Seen { reader, keeper } = &mut *self.seen.borrow_mut();
            let (leads, special) = leading(table, keeper, reader, source).unwrap_or_default();
            let is_in = |words: &[u64]| {
                let word = words.get(number / 64);
                word.is_some_and(|word| word >> (number % 64) & 1 != 0)
            };
            if is_in(leads) {
                let (cost, action) = if is_in(special) {
                    self.priced(row, reader, [source, cell])
                } else {
                    (row.cost, row.action)
                };
                let to = source;
                moves.push(Move { to, cost, action });
            }
        }
        if self.can_be_at(cell) {
            self.links_into(cell, moves);
        }
    }
}
