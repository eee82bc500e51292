//! Where a path has no choice: corridors crossed in one stride, dead ends left and entered without a
//! search.
//!
//! In a world whose [`Corridors`] are known, a search runs between the cells of the core from which
//! start and goal hang, and a corridor is an edge of its graph: what enters one mouth leaves the
//! other, at a known cost. Only the corridor in which the goal lies is entered cell by cell.
//!
//! Where that graph is all there is to the core, it is searched by itself: see `network`.

use glam::IVec3;
use voxnav_occupancy::{Corridor, Corridors, Heading, Junction, Mouth};

use crate::attempt::{Attempt, Coverage, Target};
use crate::expansion::{Directions, Successor};
use crate::moves::DirectionSet;
use crate::path::Path;
use crate::{CornerRule, Cost, Direction, Heuristic};

/// The corridors of a world, for a search towards one goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tunnels<'w> {
    corridors: Option<&'w Corridors>,
    /// The mouths of the corridor in which the goal lies.
    reserved: [Option<Mouth>; 2],
}

impl<'w> Tunnels<'w> {
    pub(crate) const NONE: Tunnels<'static> = Tunnels {
        corridors: None,
        reserved: [None; 2],
    };

    pub(crate) fn new(corridors: Option<&'w Corridors>, goal: IVec3) -> Self {
        Self {
            corridors,
            reserved: corridors.map_or([None; 2], |corridors| corridors.mouths(goal)),
        }
    }

    /// The corridors for following records back, whatever the goal was.
    pub(crate) fn without_goal(corridors: Option<&'w Corridors>) -> Self {
        Self {
            corridors,
            ..Self::NONE
        }
    }

    /// The corridors that begin at `cell`, if any does and the goal lies in none of them.
    #[inline]
    pub(crate) fn junction(&self, cell: IVec3) -> Option<Junction<'w>> {
        let junction = self.corridors?.junction(cell)?;
        let mut reserved = self.reserved.iter().flatten();
        reserved.all(|mouth| mouth.cell != cell).then_some(junction)
    }

    /// Goes back through the corridor by which `cell` was entered in the direction opposite to
    /// `back`, if there is one: its far mouth, whether or not it holds the goal.
    pub(crate) fn back(&self, cell: IVec3, back: Direction) -> Option<Successor> {
        let corridor = self.corridors?.junction(cell)?.along(back.heading()?)?;
        Some(crossed(&corridor))
    }

    /// Adds the moves from `cell` through the corridor to `path`.
    pub(crate) fn walk(&self, cell: IVec3, direction: Direction, path: &mut Path) {
        if let Some((corridors, heading)) = self.corridors.zip(direction.heading()) {
            corridors.walk(Mouth { cell, heading }, |heading| go(heading, path));
        }
    }
}

/// The ways of start and goal out of the dead ends in which they lie.
#[derive(Debug)]
pub(crate) struct Ends {
    /// From the start to the core, or to where the ways meet.
    out: Path,
    /// From there to the goal.
    back: Path,
}

impl Ends {
    /// # Complexity
    ///
    /// Linear in the lengths of both ways.
    pub(crate) fn of(corridors: &Corridors, start: IVec3, goal: IVec3) -> Self {
        let [mut out, mut back] = [start, goal].map(|cell| way_out(corridors, cell, u64::MAX));
        if out.goal() == back.goal() {
            // The ways have met before: keep what they do not share.
            let [longer, shorter] = [out.move_count(), back.move_count()];
            let common = common_moves(corridors, [start, goal], [longer, shorter]);
            out = way_out(corridors, start, longer - common);
            back = way_out(corridors, goal, shorter - common);
        }
        back.reverse();
        Self { out, back }
    }

    /// The cells of the core, unless the ways meet.
    pub(crate) fn in_core(&self) -> Option<[IVec3; 2]> {
        let ends = [self.out.goal(), self.back.start()];
        (ends[0] != ends[1]).then_some(ends)
    }

    /// What both ways cost.
    pub(crate) fn cost(&self) -> Cost {
        self.out.cost() + self.back.cost()
    }

    /// The way out, then `path`, and if that leads to it or there is none, the way back.
    pub(crate) fn joined(&self, path: Option<&Path>) -> Path {
        let mut joined = self.out.clone();
        if let Some(path) = path {
            joined.append(path);
        }
        if joined.goal() == self.back.start() {
            joined.append(&self.back);
        }
        joined
    }
}

/// The first moves, `most` of them at most, of the way from `cell` out of its dead end.
fn way_out(corridors: &Corridors, cell: IVec3, most: u64) -> Path {
    let mut path = Path::default();
    path.restart(cell);
    let mut cell = cell;
    for _ in 0..most {
        let Some(heading) = corridors.way_out(cell) else {
            break;
        };
        go(heading, &mut path);
        cell += heading.step();
    }
    path
}

/// How many moves two ways out share that end at the same cell, given how many each has.
fn common_moves(corridors: &Corridors, mut cells: [IVec3; 2], moves: [u64; 2]) -> u64 {
    let step = |cell: &mut IVec3| {
        let heading = corridors.way_out(*cell);
        *cell += heading.map_or(IVec3::ZERO, Heading::step);
    };
    let mut common = moves[0].min(moves[1]);
    for (cell, moves) in cells.iter_mut().zip(moves) {
        (common..moves).for_each(|_| step(cell));
    }
    while cells[0] != cells[1] {
        cells.iter_mut().for_each(step);
        common -= 1;
    }
    common
}

fn go(heading: Heading, path: &mut Path) {
    path.extend(Direction::along(heading), 1, Cost::STRAIGHT);
}

/// The moves out of a cell reached by `arrival` if all lead into corridors: any but the one back.
/// Nothing else can be pruned there, because a way round the cell would pass a corridor by.
#[inline]
pub(crate) fn onward(junction: Junction<'_>, arrival: Option<Direction>) -> Option<Directions> {
    let headings = junction.corridors.iter().map(|corridor| corridor.heading);
    let all = headings.fold(0, |set, heading| set | Direction::along(heading).bit());
    let back = arrival.map_or(0, |arrival| arrival.reverse().bit());
    junction.is_pure.then_some(Directions {
        steps: DirectionSet(all & !back),
        runs: DirectionSet::default(),
    })
}

/// The far mouth of a corridor.
#[inline]
pub(crate) fn crossed(corridor: &Corridor) -> Successor {
    Successor {
        cell: corridor.end,
        cost: Cost::STRAIGHT * corridor.moves,
    }
}

impl Attempt<'_> {
    /// The attempt between the cells of the core on which start and goal hang, and the ways out of
    /// the dead ends in which they lie; no attempt where these ways meet. `None` where corridors are
    /// not known, or are not what they seem because diagonals may cut corners or an axis is fixed.
    pub(crate) fn in_core(&self) -> Option<(Ends, Option<Self>)> {
        let corridors = self.world.corridors()?;
        let Target::Cell(goal) = self.target else {
            return None;
        };
        if self.coverage == Coverage::EveryCell {
            return None;
        }
        let jumps = self.engine().jumps();
        let is_sound = self.corners == CornerRule::Strict && self.moves.fixed_axis().is_none();
        // Landmarks hold for the whole world, and are not known to hold for its core.
        let is_estimated = self.heuristic == Heuristic::Landmarks;
        if !jumps || !is_sound || is_estimated || !self.world.is_traversable(goal) {
            return None;
        }
        let ends = Ends::of(corridors, self.start, goal);
        let core = ends.in_core().map(|[start, goal]| Self {
            world: corridors.core(),
            start,
            target: Target::Cell(goal),
            drive: self.drive.less(ends.cost()),
            corridors: Some(corridors),
            ..*self
        });
        Some((ends, core))
    }
}
