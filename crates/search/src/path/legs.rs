//! Paths whose moves have names: legs of one action after the other.

use glam::IVec3;

use crate::cost::Cost;
use crate::movement::Move;

/// A stretch of a path under one action.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// # let world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 5)))?.commit();
/// use voxnav_search::{Cost, Ground, Locomotion, Query, Workspace};
///
/// let ground = Ground::new(&world, &Locomotion::walker())?;
/// let query = Query::new(IVec3::ZERO, IVec3::new(5, 0, 0));
/// let solution = query.solve_with(&ground.moves(), &mut Workspace::new());
/// let leg = &solution.outcome.path().ok_or("there is a path")?.legs()[0];
/// assert_eq!((leg.cells.len(), leg.cost), (6, Cost::STRAIGHT * 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Leg<A> {
    /// What is done along it.
    pub action: A,
    /// Its cells, from the last one of the leg before: two or more.
    pub cells: Vec<IVec3>,
    /// The sum of its moves.
    pub cost: Cost,
}

impl<A> Leg<A> {
    /// The cells between which it goes on in equal moves, its ends included.
    ///
    /// ```
    /// # use glam::IVec3;
    /// # use voxnav_occupancy::{CellBox, OccupancyBuilder};
    /// # let world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 5)))?.commit();
    /// use voxnav_search::{Ground, Locomotion, Query, Workspace};
    ///
    /// let ground = Ground::new(&world, &Locomotion::walker())?;
    /// let query = Query::new(IVec3::ZERO, IVec3::new(6, 2, 0));
    /// let solution = query.solve_with(&ground.moves(), &mut Workspace::new());
    /// let leg = &solution.outcome.path().ok_or("there is a path")?.legs()[0];
    /// assert_eq!((leg.cells.len(), leg.turns().len()), (7, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn turns(&self) -> Vec<IVec3> {
        let goes_on = |at: usize| {
            let [before, cell, after] =
                [at.wrapping_sub(1), at, at + 1].map(|at| self.cells.get(at));
            match (before, cell, after) {
                // Links may lead further than offsets are counted.
                (Some(before), Some(cell), Some(after)) => {
                    cell.as_i64vec3() - before.as_i64vec3()
                        == after.as_i64vec3() - cell.as_i64vec3()
                }
                _ => false,
            }
        };
        let turns = (0..self.cells.len()).filter(|&at| !goes_on(at));
        turns.map(|at| self.cells[at]).collect()
    }
}

/// A path of legs: what [`Query::solve_with`](crate::Query::solve_with) finds.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// # let world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 5)))?.commit();
/// use voxnav_search::{Ground, Locomotion, Query, Workspace};
///
/// let ground = Ground::new(&world, &Locomotion::walker())?;
/// let query = Query::new(IVec3::ZERO, IVec3::new(5, 0, 0));
/// let solution = query.solve_with(&ground.moves(), &mut Workspace::new());
/// let path = solution.outcome.path().ok_or("there is a path")?;
/// assert_eq!((path.start(), path.goal()), (IVec3::ZERO, IVec3::new(5, 0, 0)));
/// assert_eq!(path.cells().count(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LegPath<A> {
    start: IVec3,
    legs: Vec<Leg<A>>,
}

impl<A: Copy + PartialEq> LegPath<A> {
    /// The path of some moves, one after the other. That there are such moves is for
    /// [`verify_legs`](crate::verify_legs) to say.
    ///
    /// ```
    /// use glam::IVec3;
    /// use voxnav_search::{Action, Cost, LegPath, Move};
    ///
    /// let step = |to| Move { to, cost: Cost::STRAIGHT, action: Action::Walk };
    /// let path = LegPath::of_moves(IVec3::ZERO, [step(IVec3::X), step(IVec3::X * 2)]);
    /// assert_eq!((path.legs().len(), path.cost()), (1, Cost::STRAIGHT * 2));
    /// ```
    #[must_use]
    pub fn of_moves(start: IVec3, moves: impl IntoIterator<Item = Move<A>>) -> Self {
        let mut path = Self::at(start);
        for Move { to, cost, action } in moves {
            path.go(action, to, cost);
        }
        path
    }

    /// The path of one cell.
    pub(crate) fn at(start: IVec3) -> Self {
        Self {
            start,
            legs: Vec::new(),
        }
    }

    /// Adds a move.
    pub(crate) fn go(&mut self, action: A, to: IVec3, cost: Cost) {
        let from = self.goal();
        match self.legs.last_mut() {
            Some(leg) if leg.action == action => {
                leg.cells.push(to);
                leg.cost = leg.cost + cost;
            }
            _ => self.legs.push(Leg {
                action,
                cells: vec![from, to],
                cost,
            }),
        }
    }

    /// The first cell.
    #[must_use]
    pub fn start(&self) -> IVec3 {
        self.start
    }

    /// The last cell.
    #[must_use]
    pub fn goal(&self) -> IVec3 {
        let last = self.legs.last().and_then(|leg| leg.cells.last());
        last.copied().unwrap_or(self.start)
    }

    /// The legs, none for a path of one cell. Neighboring legs have different actions.
    #[must_use]
    pub fn legs(&self) -> &[Leg<A>] {
        &self.legs
    }

    /// The sum of all moves.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.legs.iter().map(|leg| leg.cost).sum()
    }

    /// All cells in order, each once.
    pub fn cells(&self) -> impl Iterator<Item = IVec3> + '_ {
        let later = self.legs.iter().flat_map(|leg| leg.cells.iter().skip(1));
        std::iter::once(self.start).chain(later.copied())
    }
}
