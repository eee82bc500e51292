//! Runs over even ground: jump point search where an agent moves as on a plane.
//!
//! A cell is *even* if all of its moves are walks to cells at its height, each of which the agent
//! stands on as on a plane or is a wall, and nothing changes what a walk costs (`stances/even.rs` of
//! `voxnav-occupancy` has the exact rules; cells of links are not even). There the rules of an
//! 8-connected plane hold that cuts no corners, and pruning is that of jump point search:
//!
//! - after a straight move only that move goes on; in addition, where the cell before had a wall on one side and this
//!   one has none, the straight and the diagonal move to that side;
//! - after a diagonal move it goes on and so do its two straight parts;
//! - all other cells, and those of the goal, are expanded by all moves of the table.
//!
//! A run follows such moves until it reaches a cell that is not even, one of the goal or one with a
//! forced move: a diagonal one looks to both sides along straight runs at every cell.
//!
//! # Why the cheapest path survives
//!
//! Of the cheapest paths take one with the fewest moves that are no plain walks (walks between cells of
//! the plane), of these one with the fewest moves, then with the fewest diagonals, then with the
//! diagonals as early as they can be. Let `x` be an even cell on it, reached by a plain walk from `p`
//! and left for `n`. If the move to `n` were pruned, one of these would hold for a cell `y` next to `x`,
//! which is on the plane because `x` is even and has no wall there:
//!
//! | p to x | x to n | instead | |
//! |---|---|---|---|
//! | straight | to a side | p to n diagonally | fewer moves, at no larger cost |
//! | straight | diagonally to a side | diagonally, then straight, by y | the diagonal is earlier |
//! | diagonal | at a right angle, diagonally | two straight moves by y | fewer diagonals, at no larger cost |
//! | any | back, or half back | one move, or none | fewer moves |
//!
//! The moves instead are plain walks: what a walk costs depends on its target alone, and `p` may be any
//! cell that a plain walk begins at, even or not. So the path would not have been the one taken. Where `x`
//! is reached by anything else nothing is pruned, nor where it is not even. By induction the search reaches each
//! cell of the path at its cost and by its last move (cells reached again at equal cost by another move
//! are expanded for that, too), at jump points, between which runs follow the path.
//!
//! Over even ground no jump is worth it: where the agent would land, walks lead for less, since jumps
//! cost as much as the walk below them at least, and the ground is even as far as they reach.
//!
//! # References
//! Harabor, Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011; without cut
//! corners and by words: the same, "Improving Jump Point Search", ICAPS 2014.

use glam::IVec3;
use voxnav_occupancy::even::{EvenReader, EvenRules};
use voxnav_occupancy::{Axis, CellBox, Heading, Sign};

use super::locomotion::{Compass, Locomotion};
use super::table::times;
use crate::cost::Cost;
use crate::movement::Action;
use crate::movement::{CornerRule, Direction, Listed, Move};

/// Runs are cut into parts of so many cells, so that the work of an expansion is bounded.
const MOST_STRAIGHT: i32 = 1 << 10;
const MOST_DIAGONAL: i32 = 1 << 7;

/// Returns the rules of even ground for an agent, if any ground can be even.
pub(super) fn even_rules(agent: &Locomotion) -> Option<EvenRules> {
    let walks_on_planes = agent.walk.is_some()
        && agent.compass == Compass::Eight
        && agent.corners == CornerRule::Strict
        && agent.fly.is_none();
    let jump = agent
        .jump
        .map_or((0, 0, 0), |jump| (jump.gap, jump.rise, jump.arc));
    let (gap, rise, arc) = jump;
    walks_on_planes.then(|| EvenRules {
        above: agent.step_up.max(rise),
        below: if gap > 0 { agent.drop } else { 0 },
        reach: gap + 1,
        over: if gap > 0 { rise.max(arc) } else { 0 },
    })
}

/// Lists the runs from even cells.
#[derive(Debug)]
pub(super) struct Runs<'g> {
    reader: EvenReader<'g>,
    /// The axes of a level.
    axes: [Axis; 2],
    /// The directions by number, see [`Runs::direction`].
    directions: [Direction; 8],
    straight: Cost,
    diagonal: Cost,
}

impl<'g> Runs<'g> {
    pub(super) fn new(reader: EvenReader<'g>, agent: &Locomotion) -> Self {
        let walk = agent.walk.unwrap_or(Cost::MAX);
        let axes = agent.up.axis.others();
        let up = Heading {
            axis: agent.up.axis,
            sign: Sign::Positive,
        };
        let of_step = |step| Direction::from_offset(step).unwrap_or(Direction::along(up));
        let directions = std::array::from_fn(|number| {
            let [a, b] = STEPS[number];
            of_step(axes[0].unit() * a + axes[1].unit() * b)
        });
        Self {
            reader,
            axes,
            directions,
            straight: times(walk, Cost::STRAIGHT),
            diagonal: times(walk, Cost::FACE_DIAGONAL),
        }
    }

    /// Returns whether only runs are listed for a cell.
    pub(super) fn begin_at(&mut self, cell: IVec3, goal: &CellBox) -> bool {
        !goal.contains(cell) && self.reader.is_even(cell)
    }

    /// Lists the runs from an even cell reached by `arrival`.
    pub(super) fn list(
        &mut self,
        cell: IVec3,
        arrival: Option<Direction>,
        goal: &CellBox,
        listed: &mut Vec<Listed>,
    ) {
        let place =
            arrival.and_then(|arrival| self.directions.iter().position(|at| *at == arrival));
        let open = |runs: &mut Self, number: usize| {
            let [a, b] = STEPS[number & 7];
            let [one, other] = runs.axes;
            runs.reader
                .is_on_plane(cell + one.unit() * a + other.unit() * b)
        };
        let numbers = match place {
            None => 0b1111_1111,
            Some(straight) if straight % 2 == 0 => {
                let mut numbers = 1 << straight;
                for (side, diagonal, behind) in [(2, 1, 3), (6, 7, 5)] {
                    if !open(self, straight + behind) && open(self, straight + side) {
                        numbers |= 1 << ((straight + side) & 7) | 1 << ((straight + diagonal) & 7);
                    }
                }
                numbers
            }
            Some(diagonal) => [diagonal + 7, diagonal, diagonal + 1]
                .iter()
                .fold(0, |numbers, number| numbers | 1 << (number & 7)),
        };
        for number in (0..8).filter(|number| numbers >> number & 1 != 0) {
            if number % 2 == 0 {
                self.straight_run(number, (cell, Cost::ZERO), goal, listed);
            } else {
                self.diagonal_run(cell, number, goal, listed);
            }
        }
    }

    fn heading(&self, number: usize) -> Heading {
        let sign = match number & 7 {
            0 | 2 => Sign::Positive,
            _ => Sign::Negative,
        };
        let axis = self.axes[usize::from(number & 3 == 2)];
        Heading { axis, sign }
    }

    /// Follows a straight run from a cell of the plane that was reached at some cost.
    #[inline]
    fn straight_run(
        &mut self,
        number: usize,
        (from, cost): (IVec3, Cost),
        goal: &CellBox,
        listed: &mut Vec<Listed>,
    ) {
        let heading = self.heading(number);
        let run = self.reader.run(from, heading, MOST_STRAIGHT);
        let goal = cells_to(goal, from, heading)
            .filter(|cells| *cells <= run.cells - i32::from(!run.is_open));
        let cells = match goal {
            Some(cells) => cells,
            None if run.is_open => run.cells,
            None => return,
        };
        listed.push(Listed {
            to: from + heading.step() * cells,
            cost: cost + self.straight * cells.unsigned_abs(),
            arrival: self.directions[number & 7],
        });
    }

    fn diagonal_run(
        &mut self,
        cell: IVec3,
        number: usize,
        goal: &CellBox,
        listed: &mut Vec<Listed>,
    ) {
        let sides = [number - 1, (number + 1) & 7];
        let steps = sides.map(|side| self.heading(side).step());
        let (mut at, mut cost) = (cell, Cost::ZERO);
        for cells in 1..=MOST_DIAGONAL {
            let next = at + steps[0] + steps[1];
            let is_open = self.reader.is_on_plane(next)
                && self.reader.is_on_plane(at + steps[0])
                && self.reader.is_on_plane(at + steps[1]);
            if !is_open {
                return;
            }
            (at, cost) = (next, cost + self.diagonal);
            if cells == MOST_DIAGONAL || goal.contains(at) || !self.reader.is_even(at) {
                listed.push(Listed {
                    to: at,
                    cost,
                    arrival: self.directions[number & 7],
                });
                return;
            }
            for side in sides {
                self.straight_run(side, (at, cost), goal, listed);
            }
        }
    }

    /// Writes the walks of a run: its diagonals first.
    pub(super) fn write(&self, from: IVec3, to: IVec3, moves: &mut Vec<Move>) {
        let mut at = from;
        while at != to {
            let step = (to - at).signum();
            let is_diagonal = self.axes.iter().all(|axis| axis.of(step) != 0);
            at += step;
            moves.push(Move {
                to: at,
                cost: if is_diagonal {
                    self.diagonal
                } else {
                    self.straight
                },
                action: Action::Walk,
            });
        }
    }
}

/// Steps on a level in the order of angles: even numbers are straight.
const STEPS: [[i32; 2]; 8] = [
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
    [1, -1],
];

/// Returns the distance along a heading to the first cell of a box, in cells; the cell where one
/// starts does not count.
#[inline]
fn cells_to(goal: &CellBox, from: IVec3, heading: Heading) -> Option<i32> {
    let beside = heading.axis.others();
    let is_beside = |axis: &Axis| (axis.of(goal.min)..axis.of(goal.max)).contains(&axis.of(from));
    if !beside.iter().all(is_beside) {
        return None;
    }
    let axis = heading.axis;
    let (first, last) = (axis.of(goal.min), axis.of(goal.max) - 1);
    let (near, far) = match heading.sign {
        Sign::Positive => (first - axis.of(from), last - axis.of(from)),
        Sign::Negative => (axis.of(from) - last, axis.of(from) - first),
    };
    (far >= 1).then_some(near.max(1))
}
