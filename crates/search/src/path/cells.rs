//! The cells of a path, run by run.

use std::slice;

use glam::IVec3;

use super::PathRun;
use crate::movement::Move;

/// A walk along the runs of a path. Skipping and counting cells cost a step a run, not one a cell.
pub(super) struct Cells<'p> {
    /// The cell that comes next, unless all were handed out.
    next: Option<IVec3>,
    /// The rest of the present run after that cell.
    run: Option<PathRun>,
    runs: slice::Iter<'p, PathRun>,
}

impl<'p> Cells<'p> {
    pub(super) fn of(start: IVec3, runs: &'p [PathRun]) -> Self {
        Self {
            next: Some(start),
            run: None,
            runs: runs.iter(),
        }
    }

    /// Returns the number of moves after the next cell.
    fn moves_left(&self) -> u64 {
        let runs = self.run.iter().chain(self.runs.clone());
        runs.map(|run| u64::from(run.moves)).sum()
    }

    /// Advances by so many moves, or beyond the end.
    fn advance(&mut self, mut moves: u64) {
        while moves > 0 {
            let Some(run) = self.run.take().or_else(|| self.runs.next().copied()) else {
                self.next = None;
                return;
            };
            let taken = u32::try_from(moves).map_or(run.moves, |moves| moves.min(run.moves));
            let part = PathRun {
                moves: taken,
                ..run
            };
            self.next = self.next.map(|cell| cell.wrapping_add(part.offset()));
            moves -= u64::from(taken);
            let left = run.moves - taken;
            self.run = (left > 0).then_some(PathRun { moves: left, ..run });
        }
    }
}

/// The moves along the runs of a path. Skipping costs a step a run, as for [`Cells`].
pub(super) struct Moves<'p>(pub(super) Cells<'p>);

impl Iterator for Moves<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let Self(cells) = self;
        let run = cells
            .run
            .or_else(|| cells.runs.as_slice().first().copied())?;
        cells.advance(1);
        Some(Move {
            to: cells.next?,
            cost: run.cost,
            action: run.action,
        })
    }

    fn nth(&mut self, count: usize) -> Option<Move> {
        self.0.advance(count as u64);
        self.next()
    }
}

impl Iterator for Cells<'_> {
    type Item = IVec3;

    fn next(&mut self) -> Option<IVec3> {
        let cell = self.next?;
        self.advance(1);
        Some(cell)
    }

    fn nth(&mut self, count: usize) -> Option<IVec3> {
        self.advance(count as u64);
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let cells = self.next.map_or(0, |_| self.moves_left() + 1);
        match usize::try_from(cells) {
            Ok(cells) => (cells, Some(cells)),
            Err(_) => (usize::MAX, None),
        }
    }

    fn count(self) -> usize {
        self.size_hint().0
    }

    fn last(mut self) -> Option<IVec3> {
        self.next?;
        self.advance(self.moves_left());
        self.next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::Direction;
    use crate::path::Path;

    fn path(runs: &[(IVec3, u32)]) -> Path {
        let mut path = Path::default();
        path.restart(IVec3::new(-5, 2, 9));
        for &(offset, moves) in runs {
            let direction = Direction::from_offset(offset).unwrap();
            path.fly(direction, moves);
        }
        path
    }

    #[test]
    fn cells_are_skipped_and_counted_as_if_one_by_one() {
        let turns = [(IVec3::X, 3), (IVec3::ONE, 1), (-IVec3::Y, 4)];
        for runs in 0..=turns.len() {
            let path = path(&turns[..runs]);
            let mut cells = vec![path.start()];
            for &(offset, moves) in &turns[..runs] {
                for _ in 0..moves {
                    cells.push(cells[cells.len() - 1] + offset);
                }
            }
            assert!(path.cells().eq(cells.iter().copied()));
            for skipped in 0..12 {
                let rest = || path.cells().skip(skipped);
                let expected = cells.get(skipped..).unwrap_or_default();
                assert!(rest().eq(expected.iter().copied()), "{skipped}");
                assert_eq!(rest().count(), expected.len());
                assert_eq!(rest().last(), expected.last().copied());
                assert_eq!(rest().size_hint().0, expected.len());
                let strides = cells.iter().copied().step_by(skipped + 1);
                assert!(path.cells().step_by(skipped + 1).eq(strides));
            }
        }
    }

    #[test]
    fn a_run_of_a_billion_moves_takes_a_few_steps() {
        let path = path(&[(IVec3::X, 1 << 30), (IVec3::ONE, 1 << 28)]);
        for _ in 0..1000 {
            assert_eq!(path.cells().count(), (1 << 30) + (1 << 28) + 1);
            assert_eq!(path.cells().last(), Some(path.goal()));
            let cell = path.cells().nth(1 << 30);
            assert_eq!(cell, Some(path.start() + IVec3::X * (1 << 30)));
        }
    }
}
