//! Landmarks chosen and their costs worked out, by cost fields.

use std::cmp::Reverse;
use std::sync::Arc;

use glam::IVec3;
use voxnav_occupancy::Traversability;

use super::{CostField, FieldError, FieldQuery};
use crate::cost::Cost;
use crate::heuristic::{LandmarkTable, Landmarks, MOST};
use crate::movement::{CornerRule, MoveSet};
use crate::outcome::Side;

/// Chooses up to `most` landmarks among the cells with a path from and to `seed`: the first as far from it as there
/// is, each further one as far from all others. Makes a field for each landmark and side.
pub(crate) fn choose<M>(
    seed: IVec3,
    [count, most]: [usize; 2],
    sides: &[Side],
    field: impl Fn(Side, IVec3) -> Result<CostField<M>, FieldError>,
) -> Result<LandmarkTable, FieldError> {
    let from = field(sides[0], seed)?;
    let others = sides[1..].iter().map(|&side| field(side, seed));
    let others = others.collect::<Result<Vec<_>, _>>()?;
    let has_both = |cell| others.iter().all(|other| other.cost(cell).is_some());
    let by_cost = |(cell, cost): &(IVec3, Cost)| (*cost, Reverse((cell.z, cell.y, cell.x)));
    let candidates = from.reached().filter(|&(cell, _)| has_both(cell));
    let mut next = candidates.max_by_key(by_cost).map(|(cell, _)| cell);
    let cells = from.reached().map(|(cell, _)| cell);
    let mut table = LandmarkTable::over(cells, most * sides.len());
    drop((from, others));
    while table.cells.len() < count.clamp(1, most)
        && let Some(cell) = next
    {
        add(&mut table, cell, sides, &field)?;
        next = table.farthest(sides.len());
    }
    Ok(table)
}

/// Adds a landmark with its costs.
fn add<M>(
    table: &mut LandmarkTable,
    cell: IVec3,
    sides: &[Side],
    field: impl Fn(Side, IVec3) -> Result<CostField<M>, FieldError>,
) -> Result<(), FieldError> {
    for (&side, column) in sides.iter().zip(sides.len() * table.cells.len()..) {
        table.note(column, field(side, cell)?.reached());
    }
    table.cells.push(cell);
    Ok(())
}

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
        let field = |_, cell| field(world, moves, corners, cell);
        // Most often all are of one region.
        let mut regions = Vec::<CostField>::new();
        for &cell in cells {
            if regions.iter().all(|region| region.cost(cell).is_none()) {
                regions.push(field(Side::Start, cell)?);
            }
        }
        let reached = regions.iter().flat_map(CostField::reached);
        let mut table = LandmarkTable::over(reached.map(|(cell, _)| cell), cells.len());
        drop(regions);
        for &cell in cells {
            add(&mut table, cell, &[Side::Start], field)?;
        }
        Ok(Self::of(world, moves, corners, table))
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
        let field = |_, cell| field(world, moves, corners, cell);
        let table = choose(seed, [count; 2], &[Side::Start], field)?;
        Ok(Self::of(world, moves, corners, table))
    }

    fn of(
        world: &Traversability,
        moves: MoveSet,
        corners: CornerRule,
        table: LandmarkTable,
    ) -> Self {
        Self {
            world: world.clone(),
            moves,
            corners,
            table: Arc::new(table),
        }
    }
}

/// Makes the field of the costs from one cell, which are those to it as well.
fn field(
    world: &Traversability,
    moves: MoveSet,
    corners: CornerRule,
    cell: IVec3,
) -> Result<CostField, FieldError> {
    let query = FieldQuery::from_start(cell).moves(moves);
    query.corners(corners).solve(world)
}
