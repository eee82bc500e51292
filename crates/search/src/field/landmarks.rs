//! Landmarks chosen and their costs worked out, by cost fields.

use std::cmp::Reverse;
use std::sync::Arc;

use glam::IVec3;
use voxnav_occupancy::Traversability;

use super::{FieldError, FieldQuery};
use crate::cost::Cost;
use crate::heuristic::{Landmarks, MOST, Table};
use crate::movement::{CornerRule, MoveSet};

impl Landmarks {
    /// Landmarks at these cells, at most 16 of them; further ones are left out.
    ///
    /// # Errors
    ///
    /// As of [`FieldQuery::solve`], with the landmarks as seeds.
    pub fn at(
        world: &Traversability,
        moves: MoveSet,
        corners: CornerRule,
        cells: &[IVec3],
    ) -> Result<Self, FieldError> {
        let cells = &cells[..cells.len().min(MOST)];
        if cells.is_empty() {
            return Err(FieldError::NoSeeds);
        }
        let mut table = Table::new(world, moves, corners, cells.len());
        for &cell in cells {
            add(&mut table, cell)?;
        }
        Ok(Self(Arc::new(table)))
    }

    /// Chooses up to `count` landmarks, from 1 to 16, in the region that can be reached from
    /// `seed`: the first as far from it as there is, each further one as far from all others.
    /// Equally far cells are taken in cell order (z, y, x), so the choice depends on nothing else.
    ///
    /// Says nothing about cells of other regions.
    ///
    /// # Errors
    ///
    /// As of [`FieldQuery::solve`] for `seed`.
    pub fn farthest(
        world: &Traversability,
        moves: MoveSet,
        corners: CornerRule,
        seed: IVec3,
        count: usize,
    ) -> Result<Self, FieldError> {
        let count = count.clamp(1, MOST);
        let field = FieldQuery::from_start(seed)
            .moves(moves)
            .corners(corners)
            .solve(world)?;
        let by_cost = |(cell, cost): &(IVec3, Cost)| (*cost, Reverse((cell.z, cell.y, cell.x)));
        let first = field.reached().max_by_key(by_cost);
        drop(field);
        let mut table = Table::new(world, moves, corners, count);
        add(&mut table, first.map_or(seed, |(cell, _)| cell))?;
        while table.cells.len() < count
            && let Some(cell) = table.farthest()
        {
            add(&mut table, cell)?;
        }
        Ok(Self(Arc::new(table)))
    }
}

/// Adds a landmark with its costs to all cells.
fn add(table: &mut Table, cell: IVec3) -> Result<(), FieldError> {
    let field = FieldQuery::from_start(cell)
        .moves(table.moves)
        .corners(table.corners)
        .solve(&table.world)?;
    table.add(cell, field.reached());
    Ok(())
}
