//! Parents of expanded cells, found out from the events of a search.

use std::collections::VecDeque;

use glam::IVec3;

use super::Side;
use crate::cost::Cost;
use crate::heuristic::Heuristic;
use crate::movement::{CellShape, MoveSet};

/// The number of expansions that are looked through for the one that reached a cell.
const REMEMBERED: usize = 1024;

/// A record of expansions that finds out from which expanded cell another was reached, which the events of a
/// search do not say.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_search::{Cost, Parents, Side};
///
/// let mut parents = Parents::default();
/// parents.expanded(Side::Start, IVec3::ZERO, Cost::ZERO, "the start");
/// assert_eq!(parents.of(Side::Start, IVec3::X, Cost::STRAIGHT), Some("the start"));
/// assert_eq!(parents.of(Side::Goal, IVec3::X, Cost::STRAIGHT), None);
/// ```
#[derive(Clone, Debug)]
pub struct Parents<T> {
    /// The cells that each side expanded last, the latest at the end.
    last: [VecDeque<(IVec3, Cost, T)>; 2],
    shape: CellShape,
}

impl<T> Default for Parents<T> {
    fn default() -> Self {
        Self::among(CellShape::CUBIC)
    }
}

impl<T> Parents<T> {
    /// Makes a record of a search among cells of a shape.
    #[must_use]
    pub fn among(shape: CellShape) -> Self {
        let last = [VecDeque::new(), VecDeque::new()];
        Self { last, shape }
    }
}

impl<T: Copy> Parents<T> {
    /// Notes a cell that a side expands, under a name.
    pub fn expanded(&mut self, side: Side, cell: IVec3, g: Cost, name: T) {
        let last = &mut self.last[side as usize];
        last.push_back((cell, g, name));
        if last.len() > REMEMBERED {
            last.pop_front();
        }
    }

    /// Returns the name of the cell from which a side reached another: the one expanded last, or where the
    /// costs say that it cannot be that, an earlier one from which they are right. Some engines expand what
    /// lies straight ahead before they queue what lies aside.
    #[must_use]
    pub fn of(&self, side: Side, cell: IVec3, g: Cost) -> Option<T> {
        let last = &self.last[side as usize];
        let fits = |(parent, so_far, _): &&(IVec3, Cost, T)| {
            let moves = MoveSet::Vertex26;
            *so_far + Heuristic::Octile.estimate_by(moves, self.shape, *parent, cell) == g
        };
        let found = last.iter().rev().find(fits).or(last.back());
        found.map(|(_, _, name)| *name)
    }
}
