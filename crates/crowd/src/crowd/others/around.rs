//! Places around a ground agent from which it comes back.
//!
//! Drops and links may lead where no move leads back from, and an agent that makes way there would never get on. A cell
//! *returns* if moves lead from it to the cell where the agent is, or to one on its own way, from which it gets to its goal.
//! Cells next to those that return are looked at first: mostly a move leads straight back, and that takes no search.
//!
//! INVARIANT: a cell counts as one that returns only if moves between cells that were looked at prove it.

use std::collections::VecDeque;

use ahash::{AHashMap, AHashSet};
use voxnav::glam::{DVec3, IVec3};
use voxnav::ground::{GroundMoves, GroundView, Move, Successors};

/// A cell that was found.
#[derive(Debug)]
struct FoundCell {
    cell: IVec3,
    returns: bool,
    is_expanded: bool,
    /// The numbers of cells from which a move leads here.
    from: Vec<usize>,
}

/// The cells around an agent, in the order in which moves lead to them.
pub(super) struct Around<'v> {
    view: GroundView<'v>,
    moves: GroundMoves<'v>,
    found: Vec<FoundCell>,
    numbers: AHashMap<IVec3, usize>,
    own_way: AHashSet<IVec3>,
    expanded: u64,
}

impl<'v> Around<'v> {
    /// Begins where an agent is, with the cells of its own way; `None` where it can be nowhere.
    pub(super) fn new(
        view: GroundView<'v>,
        position: DVec3,
        own_way: impl IntoIterator<Item = IVec3>,
    ) -> Option<Self> {
        let begin = view.cell_at(position).ok()??;
        let mut around = Self {
            view,
            moves: view.moves().moves(),
            found: Vec::new(),
            numbers: AHashMap::new(),
            own_way: own_way.into_iter().collect(),
            expanded: 0,
        };
        around.number_of(begin);
        around.found[0].returns = true;
        Some(around)
    }

    /// Returns the number of cells expanded.
    pub(super) const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Returns the nearest place by moves that is out of the way and returns, not through places that are past the one
    /// that comes, among so many cells.
    pub(super) fn nearest(
        &mut self,
        is_past: impl Fn(DVec3) -> bool,
        is_out: impl Fn(DVec3) -> bool,
        most: u64,
    ) -> Option<DVec3> {
        // Next to cells that return, and next to others.
        let (mut near, mut far) = (VecDeque::from([0]), VecDeque::new());
        let mut next: Vec<Move> = Vec::new();
        while self.expanded < most
            && let Some(number) = near.pop_front().or_else(|| far.pop_front())
        {
            if std::mem::replace(&mut self.found[number].is_expanded, true) {
                continue;
            }
            self.expanded += 1;
            next.clear();
            self.moves.moves_from(self.found[number].cell, &mut next);
            let mut returns = self.own_way.contains(&self.found[number].cell);
            let mut after = Vec::new();
            for to in next.iter().map(|it| it.to) {
                returns |= self.own_way.contains(&to);
                if is_past(self.view.position_at(to)) {
                    continue;
                }
                let to = self.number_of(to);
                returns |= self.found[to].returns;
                self.found[to].from.push(number);
                after.push(to);
            }
            let turned = self.turn(number, returns);
            let queue = if self.found[number].returns {
                &mut near
            } else {
                &mut far
            };
            queue.extend(after);
            let mut places = turned.into_iter().filter(|&number| number > 0);
            let place = places.find_map(|number| {
                let cell = self.found[number].cell;
                let place = self.view.position_at(cell);
                (is_out(place) && self.moves.can_be_at(cell)).then_some(place)
            });
            if place.is_some() {
                return place;
            }
        }
        None
    }

    /// Returns the number of a cell, which it is given when it is found.
    fn number_of(&mut self, cell: IVec3) -> usize {
        *self.numbers.entry(cell).or_insert_with(|| {
            self.found.push(FoundCell {
                cell,
                returns: false,
                is_expanded: false,
                from: Vec::new(),
            });
            self.found.len() - 1
        })
    }

    /// Takes note of a cell that was expanded and may return. Returns those that do as is known from now on, in the order
    /// in which they were found.
    fn turn(&mut self, number: usize, returns: bool) -> Vec<usize> {
        let mut turned = Vec::new();
        if !returns && !self.found[number].returns {
            return turned;
        }
        let mut left = vec![number];
        self.found[number].returns = true;
        while let Some(number) = left.pop() {
            turned.push(number);
            for place in 0..self.found[number].from.len() {
                let from = self.found[number].from[place];
                if !std::mem::replace(&mut self.found[from].returns, true) {
                    left.push(from);
                }
            }
        }
        turned.sort_unstable();
        turned
    }
}
