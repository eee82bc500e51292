//! Straight ways that are free where no box of cells is: a sweep among the obstacles finds them so, or they are a part of
//! a walk from a cell to an adjacent one.
//!
//! On the ground, a diagonal walk may lead over the corner of a cell in which a body cannot stand. A body on it can go
//! to both of its ends, and nowhere else.

use glam::{DVec3, IVec3};
use voxnav::ground::{Action, GroundView, Move, Successors};

use super::FreeSpace;

/// The part of a cell by which a position may be off a line to count as on it: above rounding, below what is seen.
const OFF: f64 = 1.0 / 2_097_152.0;

impl FreeSpace {
    /// Returns whether a way is known to be free, though cells alone do not tell.
    pub(in crate::avoidance) fn leads(&self, position: DVec3, way: DVec3) -> bool {
        self.sweeps(position, way) == Some(true) || self.is_on_walk(position, way)
    }

    /// Returns whether a sweep among the obstacles finds a way free; `None` in rooms of cells alone.
    pub(in crate::avoidance) fn sweeps(&self, position: DVec3, way: DVec3) -> Option<bool> {
        let space = self.view.as_ref()?.flight()?.space();
        let [from, to] = [position, position + way].map(|at| self.in_cells(at));
        Some(
            from.zip(to)
                .is_some_and(|(from, to)| space.is_clear(from, to)),
        )
    }

    /// Returns the cells to which walks lead diagonally from a cell; none for bodies that fly.
    pub(in crate::avoidance) fn diagonal(&self, cell: IVec3) -> Vec<IVec3> {
        let walks = self.ground().into_iter().flat_map(|view| walks(view, cell));
        let is_diagonal = |to: &IVec3| (to - cell).abs().element_sum() > 1;
        walks.filter(is_diagonal).collect()
    }

    fn is_on_walk(&self, position: DVec3, way: DVec3) -> bool {
        self.walk(position, way).is_some()
    }

    /// Returns the ways to the ends of the walk that a body is on, first the one that leads where it is pushed.
    pub(in crate::avoidance) fn ways_of_walk(
        &self,
        position: DVec3,
        pushed: DVec3,
    ) -> impl Iterator<Item = DVec3> {
        let mut line = self.walk(position, DVec3::ZERO);
        if let Some([from, to]) = &mut line
            && (*to - *from).dot(pushed) > 0.0
        {
            std::mem::swap(from, to);
        }
        line.into_iter().flatten().map(move |end| end - position)
    }

    /// Returns the ends of the walk on whose line a body stays along a way.
    pub(in crate::avoidance) fn walk(&self, position: DVec3, way: DVec3) -> Option<[DVec3; 2]> {
        let view = self.ground()?;
        let ends = [position, position + way];
        let cells = ends.map(|at| self.cells_at(at)).concat();
        let off = OFF * view.lattice().shortest_side();
        cells.iter().enumerate().find_map(|(number, &one)| {
            cells[..number].iter().find_map(|&other| {
                let line = [one, other].map(|cell| self.place_of(cell));
                let is_on_line = ends.iter().all(|&at| distance_to(line, at) <= off);
                let is_walk = |from, to| walks(view, from).any(|it| it == to);
                (is_on_line && (is_walk(one, other) || is_walk(other, one))).then_some(line)
            })
        })
    }
}

/// Returns the cells to which walks lead from a cell.
fn walks(view: GroundView<'_>, from: IVec3) -> impl Iterator<Item = IVec3> + use<> {
    let mut moves = Vec::new();
    view.moves().moves().moves_from(from, &mut moves);
    let is_walk = |it: &Move| it.action == Action::Walk;
    moves.into_iter().filter(is_walk).map(|it| it.to)
}

/// Returns the distance of a place from a line between two others.
pub(crate) fn distance_to([from, to]: [DVec3; 2], at: DVec3) -> f64 {
    let way = to - from;
    let share = (at - from).dot(way) / way.length_squared().max(f64::MIN_POSITIVE);
    at.distance(from + way * share.clamp(0.0, 1.0))
}
