//! Four ghosts chase a moving target through a tile maze, each by its own rule.
//!
//! Every frame every ghost asks for the way to where it wants to be and takes the first step of it;
//! the target runs where the nearest ghost is farthest, but rests in every fifteenth frame. One
//! snapshot of the maze and one workspace serve all queries. The chase is the same on every run and
//! every machine.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use voxnav::glam::IVec3;
use voxnav::grid::{Axis, CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::search::Query;
use voxnav::{CornerRule, MoveSet, Path, UnknownPolicy, Workspace};

/// `#` walls, `.` corridors; `P` where the target starts, `1` to `4` where the ghosts do.
const MAZE: [&str; 13] = [
    "#####################",
    "#1........#........2#",
    "#.##.####.#.####.##.#",
    "#...................#",
    "#.##.#.#######.#.##.#",
    "#....#....#....#....#",
    "####.####.#.####.####",
    "#....#.........#....#",
    "#.##.#.#######.#.##.#",
    "#.........P.........#",
    "#.##.####.#.####.##.#",
    "#3........#........4#",
    "#####################",
];

/// The chase ends when the target is caught, or after so many frames.
const FRAMES: usize = 120;
/// In every so many frames the target stays where it is: at equal speed ghosts this simple need not
/// ever catch it.
const REST: usize = 15;
const MOVES: MoveSet = MoveSet::Planar4(Axis::Z);

/// The maze and everybody in it.
struct Chase {
    maze: Traversability,
    workspace: Workspace,
    target: IVec3,
    /// The last step of the target.
    heading: IVec3,
    ghosts: [IVec3; 4],
}

impl Chase {
    fn new() -> Result<Self, Box<dyn std::error::Error>> {
        let size = IVec3::new(i32::try_from(MAZE[0].len())?, i32::try_from(MAZE.len())?, 1);
        let mut builder = OccupancyBuilder::new(CellBox::from_size(size))?;
        let (mut target, mut ghosts) = (IVec3::ZERO, [IVec3::ZERO; 4]);
        for (y, line) in (0..).zip(MAZE) {
            for (x, letter) in (0..).zip(line.chars()) {
                let tile = IVec3::new(x, y, 0);
                match letter {
                    '#' => builder.set(tile, CellState::Occupied)?,
                    'P' => target = tile,
                    '1' => ghosts[0] = tile,
                    '2' => ghosts[1] = tile,
                    '3' => ghosts[2] = tile,
                    '4' => ghosts[3] = tile,
                    _ => {}
                }
            }
        }
        Ok(Self {
            maze: Traversability::new(&builder.commit(), UnknownPolicy::Blocked),
            workspace: Workspace::new(),
            target,
            heading: IVec3::X,
            ghosts,
        })
    }

    /// The shortest way; every tile of the maze can be reached from every other.
    fn way(&mut self, from: IVec3, to: IVec3) -> Option<Path> {
        let query = Query::new(from, to).moves(MOVES);
        let solution = query.solve(&self.maze, &mut self.workspace);
        solution.outcome.path().cloned()
    }

    fn distance(&mut self, from: IVec3, to: IVec3) -> u64 {
        self.way(from, to)
            .map_or(u64::MAX, |path| path.move_count())
    }

    /// Where each ghost wants to be: on the target, in front of it, behind it as seen from the
    /// first ghost, or on it unless it is close and then in its own corner.
    fn wishes(&mut self) -> [IVec3; 4] {
        let ahead = self.target + self.heading * 4;
        let pincer = self.target * 2 - self.ghosts[0];
        let shy = if self.distance(self.ghosts[3], self.target) > 8 {
            self.target
        } else {
            IVec3::new(19, 11, 0)
        };
        [self.target, ahead, pincer, shy]
    }

    /// One step of every ghost along the way to its wish, or to the target where that is a wall.
    fn move_ghosts(&mut self) {
        for (ghost, wish) in self.wishes().into_iter().enumerate() {
            let wish = if self.maze.is_traversable(wish) {
                wish
            } else {
                self.target
            };
            let Some(path) = self.way(self.ghosts[ghost], wish) else {
                continue;
            };
            if let Some(step) = path.cells().nth(1) {
                let moves = [self.ghosts[ghost], step];
                let legal = voxnav::search::verify_cells(
                    moves,
                    &self.maze,
                    MOVES,
                    CornerRule::Strict,
                    None,
                );
                assert!(legal.is_ok(), "ghost {ghost}: {legal:?}");
                self.ghosts[ghost] = step;
            }
        }
    }

    /// The target runs to the neighboring tile whose nearest ghost is farthest, straight ahead if
    /// that is as good as another.
    fn move_target(&mut self) {
        let steps = [self.heading, IVec3::X, IVec3::NEG_X, IVec3::Y, IVec3::NEG_Y];
        let mut best = (0, IVec3::ZERO);
        for step in steps {
            let tile = self.target + step;
            if self.maze.is_traversable(tile) {
                let ghosts = self.ghosts;
                let nearest = ghosts.map(|ghost| self.distance(ghost, tile));
                let nearest = nearest.into_iter().min().unwrap_or(0);
                if nearest > best.0 {
                    best = (nearest, step);
                }
            }
        }
        if best.1 != IVec3::ZERO {
            self.heading = best.1;
            self.target += best.1;
        }
    }

    fn is_caught(&self) -> bool {
        self.ghosts.contains(&self.target)
    }

    fn draw(&self) -> String {
        let letter = |x, y, wall| match self.ghosts.iter().position(|&g| g == IVec3::new(x, y, 0)) {
            Some(ghost) => ['1', '2', '3', '4'][ghost],
            None if self.target == IVec3::new(x, y, 0) => 'P',
            None if wall => '#',
            None => ' ',
        };
        let line = |(y, line): (i32, &str)| {
            let letters = (0..)
                .zip(line.chars())
                .map(|(x, tile)| letter(x, y, tile == '#'));
            letters.chain(['\n']).collect::<String>()
        };
        (0..).zip(MAZE).map(line).collect()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut chase = Chase::new()?;
    for frame in 0..FRAMES {
        println!("frame {frame}\n{}", chase.draw());
        if chase.is_caught() {
            println!("caught");
            return Ok(());
        }
        if frame % REST != REST - 1 {
            chase.move_target();
        }
        chase.move_ghosts();
    }
    Err("the target got away".into())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_target_is_caught() {
        super::main().unwrap();
    }
}
