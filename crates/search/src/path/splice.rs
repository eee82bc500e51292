//! Parts of paths, and paths put together from parts.

use std::ops::Range;

use super::Path;
use crate::cost::Cost;
use crate::movement::Terrain;

impl Path {
    /// The part of the path from the cell after `moves.start` moves to the one after `moves.end`, or to
    /// the goal, with what that part costs over `terrain`. `None` where the path has fewer than
    /// `moves.start` moves or the range runs backwards, and of an any-angle path, whose lines are no moves.
    ///
    /// # Complexity
    ///
    /// Linear in the runs; with terrain, in the moves of the part.
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
    /// let rest = path.part(3..u64::MAX, None).ok_or("it has seven moves")?;
    /// assert_eq!((rest.start(), rest.cost()), (IVec3::X * 3, Cost::STRAIGHT * 4));
    /// let again = path.part(0..3, None).and_then(|first| first.joined(&rest));
    /// assert_eq!(again.as_ref(), Some(path));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn part(&self, moves: Range<u64>, terrain: Option<&Terrain>) -> Option<Self> {
        if self.is_any_angle() || moves.start > moves.end {
            return None;
        }
        let skipped = usize::try_from(moves.start).ok()?;
        let mut part = Self {
            start: self.cells().nth(skipped)?,
            ..Self::default()
        };
        let (mut cell, mut passed) = (part.start, 0);
        for run in &self.runs {
            let end = passed + u64::from(run.moves);
            let taken = moves.end.min(end).saturating_sub(moves.start.max(passed));
            // No more than the moves of the run.
            let taken = u32::try_from(taken).unwrap_or(run.moves);
            passed = end;
            if taken == 0 {
                continue;
            }
            let offset = run.direction.offset();
            let weight = match terrain {
                None => u64::from(taken),
                Some(terrain) => (1..=taken.cast_signed())
                    .map(|step| u64::from(terrain.weight(cell + offset * step)))
                    .sum(),
            };
            let cost = run.direction.cost().raw().saturating_mul(weight);
            part.extend(run.direction, taken, Cost::from_raw(cost));
            cell += offset * taken.cast_signed();
        }
        Some(part)
    }

    /// This path and then `rest`; `None` unless that begins where this one ends, and both go from cell to
    /// cell.
    #[must_use]
    pub fn joined(mut self, rest: &Self) -> Option<Self> {
        let fits = self.goal() == rest.start && !self.is_any_angle() && !rest.is_any_angle();
        fits.then(|| {
            self.append(rest);
            self
        })
    }

    /// The path from its goal to its start, at what it costs that way over `terrain`. `None` for an
    /// any-angle path.
    ///
    /// Moves that cut no corner, or any, are legal both ways.
    #[must_use]
    pub fn reversed(&self, terrain: Option<&Terrain>) -> Option<Self> {
        let mut path = self.clone();
        path.reverse();
        path.part(0..u64::MAX, terrain)
    }
}

#[cfg(test)]
mod tests {
    use glam::IVec3;

    use super::*;
    use crate::movement::Direction;

    fn bent() -> Path {
        let mut path = Path::default();
        path.restart(IVec3::new(1, 2, 3));
        for (offset, moves) in [(IVec3::X, 3), (IVec3::ONE, 2), (IVec3::NEG_Y, 4)] {
            let direction = Direction::from_offset(offset).unwrap();
            path.extend(direction, moves, direction.cost() * moves);
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
            let whole = path.part(0..u64::MAX, terrain).unwrap();
            for start in 0..=9_usize {
                for end in start..=9 {
                    let range = start as u64..end as u64;
                    let part = path.part(range, terrain).unwrap();
                    assert!(part.cells().eq(cells[start..=end].iter().copied()));
                    let before = path.part(0..start as u64, terrain).unwrap();
                    let after = path.part(end as u64..9, terrain).unwrap();
                    let joined = before.joined(&part).and_then(|path| path.joined(&after));
                    assert_eq!(joined.as_ref(), Some(&whole), "{start}..{end}");
                }
            }
        }
        assert_eq!(path.part(10..11, None), None);
        assert_eq!(path.part(4..u64::MAX, None).unwrap().goal(), path.goal());
    }

    #[test]
    fn the_way_back_enters_the_other_cells() {
        let path = bent();
        let mut terrain = Terrain::new();
        terrain.set(path.start(), 3).unwrap();
        let back = path.reversed(Some(&terrain)).unwrap();
        assert_eq!(back.start(), path.goal());
        assert_eq!(back.cost(), path.cost() + Cost::STRAIGHT * 2);
        assert!(back.joined(&path.part(0..1, None).unwrap()).is_some());
    }
}
