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
use voxnav_occupancy::{Axis, Heading, Sign};

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

/// The way by which a junction was reached, in one byte, since there is one for every eighth cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Arrival(u8);

impl Arrival {
    /// The arrival at the junction where the walk began.
    const START: Self = Self(6);
    const NOT_YET: Self = Self(7);

    fn by(heading: Heading) -> Self {
        u8::try_from(heading.index()).map_or(Self::START, Self)
    }

    fn heading(self) -> Option<Heading> {
        Heading::ALL.get(usize::from(self.0)).copied()
    }
}

/// A maze under construction, and the walk through it.
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
            arrivals.resize(width * height * layers, Arrival::NOT_YET);
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
        self.reach(here, Arrival::START);
        let mut steps = 0_u32;
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(STEPS) {
                until.check()?;
            }
            if let Some((heading, there)) = self.unreached_neighbor(here, draws) {
                self.open(here, there);
                self.reach(there, Arrival::by(heading));
                here = there;
            } else if let Some(heading) = self.arrivals[self.index(here)].heading() {
                here = self.step(here, heading.reverse()).unwrap_or(here);
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
                    for axis in Axis::ALL {
                        let (sign, at) = (Sign::Positive, [x, y, z]);
                        if draws.below(WALLS_TO_A_LOOP) == 0
                            && let Some(there) = self.step(at, Heading { axis, sign })
                        {
                            self.open(at, there);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns a junction not reached yet and the heading to it, each equally likely.
    fn unreached_neighbor(
        &self,
        here: [usize; 3],
        draws: &mut Draws,
    ) -> Option<(Heading, [usize; 3])> {
        let mut open = [(Heading::ALL[0], here); 6];
        let mut count = 0;
        for heading in Heading::ALL {
            let there = self.step(here, heading);
            if let Some(there) =
                there.filter(|it| self.arrivals[self.index(*it)] == Arrival::NOT_YET)
            {
                open[count] = (heading, there);
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
    fn step(&self, mut at: [usize; 3], heading: Heading) -> Option<[usize; 3]> {
        let axis = heading.axis.index();
        at[axis] = match heading.sign {
            Sign::Positive => at[axis] + 1,
            Sign::Negative => at[axis].checked_sub(1)?,
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
