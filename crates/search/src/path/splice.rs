//! Parts of paths, and paths put together from parts.

use std::ops::Range;

use super::{Path, PathRun};
use crate::movement::{CellShape, Direction, Terrain};

impl Path {
    /// Returns the part of the path from the cell after `moves.start` moves to the one after `moves.end`, or
    /// to the goal. `None` where the path has fewer than `moves.start` moves or the range runs backwards,
    /// and of an any-angle path, whose lines are no moves.
    ///
    /// # Complexity
    ///
    /// Linear in the runs.
    ///
    /// ```
    /// # use glam::IVec3;
    /// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
    /// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
    /// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
    /// use voxnav_search::{Cost, Query, Workspace};
    ///
    /// let solution = Query::new(IVec3::ZERO, IVec3::X * 7).solve(&world, &mut Workspace::new());
    /// let path = solution.outcome.path().ok_or("there is a path")?;
    /// let rest = path.part(3..u64::MAX).ok_or("it has seven moves")?;
    /// assert_eq!((rest.start(), rest.cost()), (IVec3::X * 3, Cost::STRAIGHT * 4));
    /// let again = path.part(0..3).and_then(|first| first.joined(&rest));
    /// assert_eq!(again.as_ref(), Some(path));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn part(&self, moves: Range<u64>) -> Option<Self> {
        if self.is_any_angle() || moves.start > moves.end {
            return None;
        }
        let skipped = usize::try_from(moves.start).ok()?;
        let mut part = Self::at(self.cells().nth(skipped)?);
        let mut passed = 0;
        for run in &self.runs {
            let end = passed + u64::from(run.moves);
            let taken = moves.end.min(end).saturating_sub(moves.start.max(passed));
            passed = end;
            // No more than the moves of the run.
            let taken = u32::try_from(taken).unwrap_or(run.moves);
            if taken > 0 {
                part.extend(PathRun {
                    moves: taken,
                    ..*run
                });
            }
        }
        Some(part)
    }

    /// Returns this path and then `rest`; `None` unless that begins where this one ends, and both go from
    /// cell to cell.
    #[must_use]
    pub fn joined(mut self, rest: &Self) -> Option<Self> {
        let fits = self.goal() == rest.start && !self.is_any_angle() && !rest.is_any_angle();
        fits.then(|| {
            self.append(rest);
            self
        })
    }
}

impl Path {
    /// Returns the path at the cost of its moves over `terrain`, or over cells of weight one if
    /// there is none; cells are cubes. `None` for an any-angle path.
    ///
    /// # Complexity
    ///
    /// Linear in the runs; with terrain, in the moves.
    #[must_use]
    pub fn priced(&self, terrain: Option<&Terrain>) -> Option<Self> {
        self.priced_by(CellShape::CUBIC, terrain)
    }

    /// Returns the path at the cost of its moves, as [`priced`](Self::priced) does, over cells of a shape.
    #[must_use]
    pub fn priced_by(&self, shape: CellShape, terrain: Option<&Terrain>) -> Option<Self> {
        if self.is_any_angle() {
            return None;
        }
        let mut priced = Self::at(self.start);
        let mut cell = self.start;
        for run in &self.runs {
            let direction = Direction::from_offset(run.step);
            let cost = direction.map_or(run.cost, |direction| shape.cost(direction));
            let Some(terrain) = terrain else {
                priced.extend(PathRun { cost, ..*run });
                continue;
            };
            for _ in 0..run.moves {
                let from = cell;
                cell += run.step;
                let by_terrain = |it| terrain.cost_of_move_by(shape, it, from, cell);
                let cost = direction.map_or(run.cost, by_terrain);
                priced.extend(PathRun {
                    moves: 1,
                    cost,
                    ..*run
                });
            }
        }
        Some(priced)
    }

    /// Returns the path from its goal to its start, at its cost that way over `terrain`; cells are cubes. `None` for
    /// an any-angle path.
    ///
    /// Moves that cut no corner, or any, are legal both ways.
    #[must_use]
    pub fn reversed(&self, terrain: Option<&Terrain>) -> Option<Self> {
        self.reversed_by(CellShape::CUBIC, terrain)
    }

    /// Returns the path from its goal to its start, as [`reversed`](Self::reversed) does, over cells of a shape.
    #[must_use]
    pub fn reversed_by(&self, shape: CellShape, terrain: Option<&Terrain>) -> Option<Self> {
        let mut path = self.clone();
        path.reverse();
        path.priced_by(shape, terrain)
    }
}

#[cfg(test)]
mod tests {
    use glam::IVec3;

    use crate::cost::Cost;

    use super::*;

    fn bent() -> Path {
        let mut path = Path::default();
        path.restart(IVec3::new(1, 2, 3));
        for (offset, moves) in [(IVec3::X, 3), (IVec3::ONE, 2), (IVec3::NEG_Y, 4)] {
            let direction = Direction::from_offset(offset).unwrap();
            path.fly(direction, moves);
        }
        path
    }

    #[test]
    fn parts_are_the_cells_between_and_add_up() {
        let path = bent();
        let cells: Vec<IVec3> = path.cells().collect();
        let mut terrain = Terrain::new();
        terrain.set(cells[4], 7).unwrap();
        for terrain in [None, Some(&terrain)] {
            let whole = path.priced(terrain).unwrap();
            for start in 0..=9_usize {
                for end in start..=9 {
                    let range = start as u64..end as u64;
                    let part = whole.part(range).unwrap();
                    assert!(part.cells().eq(cells[start..=end].iter().copied()));
                    let before = whole.part(0..start as u64).unwrap();
                    let after = whole.part(end as u64..9).unwrap();
                    let joined = before.joined(&part).and_then(|path| path.joined(&after));
                    assert_eq!(joined.as_ref(), Some(&whole), "{start}..{end}");
                }
            }
        }
        assert_eq!(path.part(10..11), None);
        assert_eq!(path.part(4..u64::MAX).unwrap().goal(), path.goal());
    }

    #[test]
    fn the_way_back_enters_the_other_cells() {
        let path = bent();
        let mut terrain = Terrain::new();
        terrain.set(path.start(), 3).unwrap();
        let back = path.reversed(Some(&terrain)).unwrap();
        assert_eq!(back.start(), path.goal());
        assert_eq!(back.cost(), path.cost() + Cost::STRAIGHT * 2);
        assert!(back.joined(&path.part(0..1).unwrap()).is_some());
    }
}
