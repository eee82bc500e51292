//! The moves from a cell, as a search asks for them.

use std::cell::{Cell, RefCell};

use glam::IVec3;
use voxnav_occupancy::even::SpanKeeper;
use voxnav_occupancy::{CellBox, MaterialKind, Occupancy, Stance};

use super::Ground;

use super::link::LinkDirection;
use super::remaining::{Costs, LandmarkTable, LinkBounds, costs, least};
use super::rows::{KeptMove, Sources, number_in};
use super::runs::Runs;
use crate::cost::Cost;
use crate::movement::Action;
use crate::movement::{Confined, Move, Predecessors, Pruned, Successors, seen_from_above};
use crate::outcome::Side;

/// The moves of a ground agent, for one query after the other.
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
///     let solution = Query::new(IVec3::ZERO, IVec3::X * x).solve(&moves, &mut workspace);
///     assert!(solution.outcome.path().is_some());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GroundMoves<'g> {
    pub(super) ground: &'g Ground,
    /// The same in known space, for an agent that stops where that ends.
    pub(super) known: Option<Box<Self>>,
    pub(super) seen: RefCell<MoveSources<'g>>,
    bounds: RefCell<Option<LinkBounds>>,
    /// The goal asked for last, and the costs of the landmarks for it.
    marked: Cell<Option<(IVec3, Option<&'g Costs>)>>,
    /// Runs over even ground, where there can be any.
    pub(super) runs: Option<RefCell<Runs<'g>>>,
    /// Moves being listed.
    pub(super) listed: RefCell<Vec<Move>>,
}

/// The sources that moves are read from.
#[derive(Debug)]
pub(super) struct MoveSources<'g> {
    pub(super) sources: Sources<'g>,
    keeper: SpanKeeper<'g>,
}

impl<'g> MoveSources<'g> {
    /// Returns the moves from a cell.
    #[inline]
    pub(super) fn moves(&mut self, cell: IVec3) -> impl Iterator<Item = KeptMove> + use<'g> {
        let Self { sources, keeper } = self;
        let kept = keeper.moves(cell, || sources.moves(cell));
        let number = kept.and_then(|kept| number_in(kept, cell));
        let list = number.map_or(&[][..], |number| sources.ground.patterns.list(number));
        list.iter().map(|&kept| KeptMove(kept))
    }
}

impl<'g> GroundMoves<'g> {
    pub(super) fn new(ground: &'g Ground) -> Self {
        let palette = ground.stances.occupancy().palette();
        let opens = ground.locomotion.open_door.is_some();
        let doors = palette.select(|material| opens && material.kind == MaterialKind::Door);
        Self {
            ground,
            known: ground
                .known
                .as_deref()
                .map(|known| Box::new(Self::new(known))),
            seen: RefCell::new(MoveSources {
                sources: Sources::of(ground, doors),
                keeper: ground.stances.span_keeper(),
            }),
            bounds: RefCell::new(None),
            marked: Cell::new(None),
            runs: (ground.stances.even_reader())
                .filter(|_| ground.terrain.is_none())
                .map(|reader| RefCell::new(Runs::new(reader, &ground.locomotion))),
            listed: RefCell::default(),
        }
    }

    pub(super) fn world(&self) -> &'g Occupancy {
        self.ground.stances.occupancy()
    }

    /// Turns a kept move from a cell into a move of a search.
    fn read(&self, kept: KeptMove, from: IVec3) -> Move {
        let step = &self.ground.table.steps[kept.row()];
        let to = from + step.offset;
        Move {
            to,
            cost: self.ground.weighed(to, self.ground.price(step, kept)),
            action: if kept.opens_a_door() {
                Action::Door
            } else {
                step.action
            },
        }
    }

    fn at(&self, cell: IVec3) -> Stance {
        self.seen.borrow_mut().sources.reader.at(cell)
    }

    /// Adds the links that begin at a cell, or those that end there, seen from their other end.
    pub(super) fn links(&self, cell: IVec3, end: Side, moves: &mut Vec<Move>) {
        let links = self.ground.links.iter();
        for link in links.filter(|link| link.is_for(&self.ground.locomotion)) {
            let mut lead = |to: IVec3| {
                if self.can_be_at(to) {
                    let action = Action::Link(link.label);
                    // Seen from the other end, a link leads to this cell.
                    let end = match end {
                        Side::Start => to,
                        Side::Goal => cell,
                    };
                    let cost = self.ground.weighed(end, link.cost);
                    moves.push(Move { to, cost, action });
                }
            };
            let leads = |way| link.ways == LinkDirection::Both || way == end;
            if link.from.contains(cell) && leads(Side::Start) {
                lead(link.to);
            }
            if link.to == cell && leads(Side::Goal) {
                link.from.cells().for_each(lead);
            }
        }
    }
}

impl<'g> GroundMoves<'g> {
    fn estimate_by_links(&self, from: IVec3, to: &CellBox, direct: Cost) -> Cost {
        let slopes = &self.ground.slopes;
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

    /// Returns the estimate by landmarks, zero for goals of several cells, of which landmarks say
    /// nothing.
    #[inline]
    fn estimate_by_landmarks(
        &self,
        landmarks: &'g LandmarkTable,
        from: IVec3,
        to: &CellBox,
    ) -> Cost {
        if to.max != to.min + 1 {
            return Cost::ZERO;
        }
        let goal = match self.marked.get() {
            Some((goal, costs)) if goal == to.min => costs,
            _ => {
                let costs = costs(landmarks, to.min);
                self.marked.set(Some((to.min, costs)));
                costs
            }
        };
        goal.map_or(Cost::ZERO, |goal| least(landmarks, from, goal))
    }
}

impl Successors for GroundMoves<'_> {
    fn bounds(&self) -> CellBox {
        self.world().bounds()
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.at(cell).has(self.ground.locomotion.resting())
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        let kept = self.seen.borrow_mut().moves(cell);
        moves.extend(kept.map(|kept| self.read(kept, cell)));
        if !self.ground.links.is_empty() && self.can_be_at(cell) {
            self.links(cell, Side::Start, moves);
        }
    }

    #[inline]
    fn estimate(&self, from: IVec3, to: &CellBox) -> Cost {
        let slopes = &self.ground.slopes;
        let direct = slopes.toward(from, to);
        let by_table = if self.ground.links.is_empty() {
            direct
        } else {
            self.estimate_by_links(from, to, direct)
        };
        match &self.ground.landmarks {
            Some(landmarks) => by_table.max(self.estimate_by_landmarks(landmarks, from, to)),
            None => by_table,
        }
    }

    /// Returns whether estimates are those of offsets and links alone: landmarks round costs, which may fall by more.
    fn is_consistent(&self) -> bool {
        self.ground.landmarks.is_none()
    }

    /// Returns the direction as seen from above.
    fn direction_of(&self, offset: IVec3) -> IVec3 {
        seen_from_above(offset, self.ground.locomotion.up.axis)
    }

    fn backwards(&self) -> Option<&dyn Predecessors> {
        Some(self)
    }

    fn extent(&self) -> IVec3 {
        let (body, up) = (self.ground.locomotion().body, self.ground.locomotion().up);
        let cells = body.offsets();
        IVec3::ONE.max((cells.max - cells.min) * up.axis.unit())
    }

    fn pruned(&self) -> Option<&dyn Pruned> {
        Some(self)
    }

    fn confined(&self) -> Option<&dyn Confined> {
        self.known.is_some().then_some(self)
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
    fn moves_into(&self, cell: IVec3, moves: &mut Vec<Move>) {
        for (number, step) in self.ground.table.steps.iter().enumerate() {
            let Some(to) = cell.checked_sub(step.offset) else {
                continue;
            };
            let seen = &mut *self.seen.borrow_mut();
            if let Some(kept) = seen.moves(to).find(|kept| kept.row() == number) {
                moves.push(Move {
                    to,
                    ..self.read(kept, to)
                });
            }
        }
        if self.can_be_at(cell) {
            self.links(cell, Side::Goal, moves);
        }
    }
}
