//! Mazes: a spanning tree over junctions, carved out of the full, with a few loops.
//!
//! Junctions are the cells whose coordinates are all even. Between two neighboring junctions lies
//! one cell, free where the maze has a passage; every other cell is wall. So corridors and walls
//! are one cell thick, and free cells hang together through faces: the maze is as open to face
//! moves as to any others under the strict corner rule.
//!
//! ```text
//! o . o # o      o junction      . passage      # wall
//! # # . # .      along an even side the last layer is wall
//! o . o . o
//! ```
//!
//! The tree is made by the walk that carves into unreached junctions in random directions and steps
//! back where there are none (recursive backtracking). The way back is not a stack but the
//! direction in which each junction was reached.

use glam::IVec3;

use crate::WorldError;
use crate::draws::{Draws, Stream};
use crate::rows::Rows;
use crate::until::Until;

/// The number of walls between neighboring junctions to one that is opened besides the tree: about
/// 3 loops to 100 junctions, enough that most pairs of cells have more than one way and few enough
/// that dead ends prevail.
const WALLS_TO_A_LOOP: u64 = 64;

/// Steps of the walk between two looks at the token.
const STEPS: u32 = 1 << 12;

pub(crate) fn rows(size: IVec3, seed: u64, until: Until<'_>) -> Result<Rows, WorldError> {
    let mut draws = Stream::Maze.draws(seed);
    let mut maze = Maze::new(size, until)?;
    maze.carve_tree(&mut draws, until)?;
    maze.carve_loops(&mut draws, until)?;
    Ok(maze.rows)
}

/// The way by which a junction was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arrival {
    NotYet,
    Start,
    By(Direction),
}

/// A step between neighboring junctions: axis by axis, first toward larger coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    PlusX,
    MinusX,
    PlusY,
    MinusY,
    PlusZ,
    MinusZ,
}

impl Direction {
    const ALL: [Self; 6] = [
        Self::PlusX,
        Self::MinusX,
        Self::PlusY,
        Self::MinusY,
        Self::PlusZ,
        Self::MinusZ,
    ];
    const FORWARD: [Self; 3] = [Self::PlusX, Self::PlusY, Self::PlusZ];

    /// Returns the direction back: the other one of the same axis, which stands beside it.
    fn reversed(self) -> Self {
        Self::ALL[self as usize ^ 1]
    }
}

/// A maze in the making, and the walk through it.
struct Maze {
    rows: Rows,
    /// Junctions along x, y and z.
    junctions: [usize; 3],
    arrivals: Vec<Arrival>,
}

impl Maze {
    fn new(size: IVec3, until: Until<'_>) -> Result<Self, WorldError> {
        let rows = Rows::occupied(size, until)?;
        let junctions = rows.size().map(|side| side.div_ceil(2));
        let [width, height, depth] = junctions;
        let mut arrivals = Vec::with_capacity(width * height * depth);
        for layers in 1..=depth {
            until.check()?;
            arrivals.resize(width * height * layers, Arrival::NotYet);
        }
        Ok(Self {
            rows,
            junctions,
            arrivals,
        })
    }

    /// Joins all junctions by a random tree, depth first.
    fn carve_tree(&mut self, draws: &mut Draws, until: Until<'_>) -> Result<(), WorldError> {
        let mut here = self.junctions.map(|side| index_below(draws, side));
        self.reach(here, Arrival::Start);
        let mut steps = 0_u32;
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(STEPS) {
                until.check()?;
            }
            if let Some((direction, there)) = self.unreached_neighbor(here, draws) {
                self.open(here, there);
                self.reach(there, Arrival::By(direction));
                here = there;
            } else if let Arrival::By(direction) = self.arrivals[self.index(here)] {
                here = self.step(here, direction.reversed()).unwrap_or(here);
            } else {
                return Ok(());
            }
        }
    }

    /// Opens a few more walls between neighboring junctions.
    fn carve_loops(&mut self, draws: &mut Draws, until: Until<'_>) -> Result<(), WorldError> {
        let [width, height, depth] = self.junctions;
        for z in 0..depth {
            for y in 0..height {
                until.check()?;
                for x in 0..width {
                    for direction in Direction::FORWARD {
                        if draws.below(WALLS_TO_A_LOOP) == 0
                            && let Some(there) = self.step([x, y, z], direction)
                        {
                            self.open([x, y, z], there);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns a junction not reached yet and the direction to it, each equally likely.
    fn unreached_neighbor(
        &self,
        here: [usize; 3],
        draws: &mut Draws,
    ) -> Option<(Direction, [usize; 3])> {
        let mut open = [(Direction::PlusX, here); 6];
        let mut count = 0;
        for direction in Direction::ALL {
            let there = self.step(here, direction);
            if let Some(there) =
                there.filter(|it| self.arrivals[self.index(*it)] == Arrival::NotYet)
            {
                open[count] = (direction, there);
                count += 1;
            }
        }
        (count > 0).then(|| open[index_below(draws, count)])
    }

    fn reach(&mut self, here: [usize; 3], arrival: Arrival) {
        let index = self.index(here);
        self.arrivals[index] = arrival;
        self.rows.carve(2 * here[0], 2 * here[1], 2 * here[2]);
    }

    /// Frees the cell between two neighboring junctions.
    fn open(&mut self, here: [usize; 3], there: [usize; 3]) {
        let [x, y, z] = [0, 1, 2].map(|axis| here[axis] + there[axis]);
        self.rows.carve(x, y, z);
    }

    /// Returns the neighboring junction, if there is one.
    fn step(&self, mut at: [usize; 3], direction: Direction) -> Option<[usize; 3]> {
        let axis = direction as usize / 2;
        at[axis] = match direction as usize % 2 {
            0 => at[axis] + 1,
            _ => at[axis].checked_sub(1)?,
        };
        (at[axis] < self.junctions[axis]).then_some(at)
    }

    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.junctions[1] + y) * self.junctions[0] + x
    }
}

/// Returns an index below a length that is not zero.
fn index_below(draws: &mut Draws, length: usize) -> usize {
    usize::try_from(draws.below(length as u64)).unwrap_or(0)
}
