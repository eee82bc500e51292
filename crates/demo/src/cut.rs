//! A cut through the world, in letters.

use std::io::{self, Write};

use voxnav::Path as Route;
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;

use crate::WORLD;

/// A cut through the world at half its height, letters on a page.
pub(crate) struct Cut {
    letters: [[char; Self::COLUMNS]; Self::ROWS],
}

impl Cut {
    const COLUMNS: usize = 64;
    /// Letters are about twice as high as wide.
    const ROWS: usize = 32;
    pub(crate) const Z: i32 = WORLD.size.z / 2;
    /// Routes that pass this close to the cut, in cells, are drawn.
    const DEPTH: u32 = 2;

    pub(crate) fn through(world: &Traversability, paths: &[Route]) -> Self {
        let mut letters = [['#'; Self::COLUMNS]; Self::ROWS];
        for (y, row) in (0..).step_by(4).zip(&mut letters) {
            for (x, letter) in (0..).step_by(2).zip(row) {
                if world.is_traversable(IVec3::new(x, y, Self::Z)) {
                    *letter = ' ';
                }
            }
        }
        for cell in paths.iter().flat_map(Route::cells) {
            if cell.z.abs_diff(Self::Z) <= Self::DEPTH {
                // INVARIANT: cells of paths lie in 0..128 on each axis.
                letters[cell.y.unsigned_abs() as usize / 4][cell.x.unsigned_abs() as usize / 2] =
                    'o';
            }
        }
        Self { letters }
    }

    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for row in &self.letters {
            writeln!(out, "  {}", row.iter().collect::<String>().trim_end())?;
        }
        Ok(())
    }
}
