//! Corridors crossed in one stride.
//!
//! In a world whose [`Corridors`] are known, a search runs between the cells of the core from which
//! start and goal hang, and a corridor is an edge of its graph: what enters at one end leaves at the
//! other, at a known cost. Only the corridor in which the goal lies is entered cell by cell.

use glam::IVec3;
use voxnav_occupancy::Heading;
use voxnav_occupancy::indexes::{Corridor, CorridorEnd, Corridors, Junction};

use super::{Directions, Successor};
use crate::cost::Cost;
use crate::movement::{Direction, DirectionSet};
use crate::path::Path;

/// The corridors of a world, for a search toward one goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CorridorEdges<'w> {
    corridors: Option<&'w Corridors>,
    /// The ends of the corridor in which the goal lies.
    reserved: [Option<CorridorEnd>; 2],
}

impl<'w> CorridorEdges<'w> {
    pub(crate) const NONE: CorridorEdges<'static> = CorridorEdges {
        corridors: None,
        reserved: [None; 2],
    };

    /// Selects the corridors but for the one whose ends are reserved.
    pub(crate) fn new(
        corridors: Option<&'w Corridors>,
        reserved: [Option<CorridorEnd>; 2],
    ) -> Self {
        Self {
            corridors,
            reserved,
        }
    }

    /// Selects the corridors used to rebuild the path from the records; the same for every goal.
    pub(crate) fn without_goal(corridors: Option<&'w Corridors>) -> Self {
        Self {
            corridors,
            ..Self::NONE
        }
    }

    /// Returns the corridors that begin at `cell`, if any does and the goal lies in none of them.
    #[inline]
    fn junction(&self, cell: IVec3) -> Option<Junction<'w>> {
        let junction = self.corridors?.junction(cell)?;
        let mut reserved = self.reserved.iter().flatten();
        reserved.all(|end| end.cell != cell).then_some(junction)
    }

    /// Returns the directions out of a cell reached by `arrival`, with those that enter corridors
    /// set apart; `others` are those that it has besides, asked for where not all moves lead into
    /// corridors. Where all do, only the one back is left out: nothing else can be pruned there,
    /// because a way round the cell would pass a corridor by.
    #[inline]
    pub(super) fn set_apart(
        &self,
        cell: IVec3,
        arrival: Option<Direction>,
        others: impl FnOnce() -> Directions,
    ) -> Directions {
        let junction = self.junction(cell);
        if let Some(junction) = junction.as_ref().filter(|junction| junction.is_pure) {
            let back = arrival.map_or(0, |arrival| arrival.reverse().bit());
            return Directions {
                corridors: DirectionSet(entering(junction) & !back),
                ..Directions::moves(DirectionSet::default())
            };
        }
        let others = others();
        let entering = junction.map_or(0, |junction| entering(&junction));
        Directions {
            known: others.known,
            steps: DirectionSet(others.steps.0 & !entering),
            runs: DirectionSet(others.runs.0 & !entering),
            corridors: DirectionSet((others.steps.0 | others.runs.0) & entering),
        }
    }

    /// Returns the far end of the corridor that a move from `cell` enters, and the direction of
    /// arrival there.
    pub(crate) fn cross(
        &self,
        cell: IVec3,
        direction: Direction,
    ) -> Option<(Successor, Direction)> {
        let corridor = self
            .corridors?
            .junction(cell)?
            .along(direction.heading()?)?;
        Some((crossed(&corridor), Direction::along(corridor.arrival)))
    }

    /// Returns the far end of the corridor by which `cell` was entered in the direction opposite to
    /// `back`, if there is one, whether or not it holds the goal.
    pub(crate) fn back(&self, cell: IVec3, back: Direction) -> Option<Successor> {
        self.cross(cell, back).map(|(end, _)| end)
    }

    /// Adds the moves from `cell` through the corridor to `path`.
    pub(crate) fn walk(&self, cell: IVec3, direction: Direction, path: &mut Path) {
        if let Some((corridors, heading)) = self.corridors.zip(direction.heading()) {
            corridors.walk(CorridorEnd { cell, heading }, |heading| go(heading, path));
        }
    }
}

pub(crate) fn go(heading: Heading, path: &mut Path) {
    path.fly(Direction::along(heading), 1);
}

/// Returns the directions that lead into the corridors of a junction.
#[cold]
fn entering(junction: &Junction<'_>) -> u32 {
    let headings = junction.corridors.iter().map(|corridor| corridor.heading);
    headings.fold(0, |set, heading| set | Direction::along(heading).bit())
}

/// Returns the far end of a corridor.
#[inline]
fn crossed(corridor: &Corridor) -> Successor {
    Successor {
        cell: corridor.end,
        cost: Cost::STRAIGHT * corridor.moves,
    }
}
