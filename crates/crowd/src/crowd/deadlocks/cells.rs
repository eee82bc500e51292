//! The cells around a deadlock.

use ahash::AHashSet;
use voxnav::UnknownPolicy;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::ground::{Action, Move, Successors};

use crate::crowd::view::View;

/// The cells of a box where a body can be, without those that others take up.
#[derive(Debug)]
pub(super) struct Cells {
    pub(super) view: View,
    region: CellBox,
    taken: AHashSet<IVec3>,
}

impl Cells {
    pub(super) fn new(view: View, region: CellBox) -> Self {
        Self {
            view,
            region,
            taken: AHashSet::new(),
        }
    }

    pub(super) const fn region(&self) -> &CellBox {
        &self.region
    }

    /// Takes cells away.
    pub(super) fn take(&mut self, cells: impl IntoIterator<Item = IVec3>) {
        self.taken.extend(cells);
    }

    /// Returns whether a body can be at a cell.
    pub(super) fn is_free(&self, cell: IVec3) -> bool {
        if !self.region.contains(cell) || self.taken.contains(&cell) {
            return false;
        }
        let ground = self.view.ground();
        let stands = ground.map(|view| view.moves().moves().can_be_at(cell));
        let flies = || {
            self.view
                .flight()
                .map(|view| view.world().is_traversable(cell))
        };
        stands.or_else(flies).unwrap_or(false)
    }

    /// Returns the free cells as a world, as large as the region.
    pub(super) fn world(&self) -> Option<Traversability> {
        let mut builder = OccupancyBuilder::new(self.region).ok()?;
        for cell in self.region.cells().filter(|cell| !self.is_free(*cell)) {
            builder.set(cell, CellState::Occupied).ok()?;
        }
        Some(Traversability::new(
            &builder.commit(),
            UnknownPolicy::Blocked,
        ))
    }

    /// Returns the cells to which a move leads from one.
    pub(super) fn beside(&self, cell: IVec3) -> Vec<IVec3> {
        if self.view.ground().is_some() {
            let mut moves = Vec::new();
            self.moves_from(cell, &mut moves);
            return moves.into_iter().map(|it| it.to).collect();
        }
        let steps = [IVec3::X, IVec3::Y, IVec3::Z];
        let steps = steps
            .into_iter()
            .flat_map(|step| [cell + step, cell - step]);
        steps.filter(|&cell| self.is_free(cell)).collect()
    }
}

/// The moves on foot: walks and strokes, after each of which an agent may stay.
impl Successors for Cells {
    fn bounds(&self) -> CellBox {
        self.region
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.is_free(cell)
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        let Some(view) = self.view.ground() else {
            return;
        };
        let first = moves.len();
        view.moves().moves().moves_from(cell, moves);
        let mut number = 0;
        moves.retain(|it| {
            number += 1;
            let is_held = matches!(it.action, Action::Walk | Action::Swim);
            number <= first || is_held && self.is_free(it.to)
        });
    }

    fn extent(&self) -> IVec3 {
        let view = self.view.ground();
        view.map_or(IVec3::ONE, |view| view.moves().moves().extent())
    }
}
