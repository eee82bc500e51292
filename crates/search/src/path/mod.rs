//! Paths: chains of neighboring cells, stored as runs of equal moves.

mod cells;
mod legs;
mod splice;
#[cfg(feature = "serde")]
mod stored;
mod verify;

pub use legs::Leg;
pub use verify::{PathError, verify_cells, verify_flight};
pub(crate) use verify::{is_joined, spanned};

use cells::{Cells, Moves};
use glam::IVec3;
use voxnav_occupancy::{Axis, Traversability};

use crate::cost::Cost;
use crate::movement::{
    Action, CellShape, CornerRule, Direction, Flight, Move, MoveCosts, MoveSet, Terrain,
    lowest_terms, seen_from_above,
};

/// A number of equal moves one after the other.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Query, Workspace};
///
/// let solution = Query::new(IVec3::ZERO, IVec3::splat(5)).solve(&world, &mut Workspace::new());
/// let run = solution.outcome.path().ok_or("there is a path")?.runs()[0];
/// assert_eq!((run.step, run.moves), (IVec3::ONE, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PathRun {
    /// The offset of each move, in cells.
    pub step: IVec3,
    /// The number of moves.
    pub moves: u32,
    /// The cost of each move, terrain included.
    pub cost: Cost,
    /// The action of each move.
    #[cfg_attr(feature = "serde", serde(with = "crate::path::stored::action"))]
    pub action: Action,
}

impl PathRun {
    /// Returns the offset from the first cell of the run to the last, in cells.
    #[must_use]
    pub fn offset(&self) -> IVec3 {
        self.step
            .wrapping_mul(IVec3::splat(self.moves.cast_signed()))
    }

    /// Returns whether the moves of another run are equal to the moves of this one.
    fn continues(&self, next: &Self) -> bool {
        (self.step, self.cost) == (next.step, next.cost) && self.action == next.action
    }
}

/// A path of moves from cell to cell. It has at least one cell.
///
/// Stored as runs of equal moves, of 32 bytes each: memory follows the turns of the path, not its length. Consecutive
/// runs differ in step, cost or action.
///
/// An *any-angle* path (of [`Algorithm::LazyTheta`](crate::Algorithm::LazyTheta)) goes straight from
/// corner to corner, whatever the angle; its cost is the sum of these lengths. Its cells are those
/// nearest to the lines, which are a legal chain of moves, too, of which the agent need not know.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Cost, Query, Workspace};
///
/// let solution = Query::new(IVec3::ZERO, IVec3::splat(5)).solve(&world, &mut Workspace::new());
/// let path = solution.outcome.path().ok_or("there is a path")?;
/// assert_eq!(path.cost(), Cost::BODY_DIAGONAL * 5);
/// assert!(path.cells().eq((0..=5).map(IVec3::splat)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "crate::path::stored::StoredPath"))]
pub struct Path {
    start: IVec3,
    runs: Vec<PathRun>,
    cost: Cost,
    /// The corners of an any-angle path, ends included; none for others.
    corners: Vec<IVec3>,
}

impl Default for Path {
    /// Returns the path of the cell at the origin.
    fn default() -> Self {
        Self {
            start: IVec3::ZERO,
            runs: Vec::new(),
            cost: Cost::ZERO,
            corners: Vec::new(),
        }
    }
}

impl Path {
    /// Makes the path of some moves, one after the other. That there are such moves is for
    /// [`Path::verify`] or [`verify_legs`](crate::verify_legs) to say.
    ///
    /// ```
    /// use glam::IVec3;
    /// use voxnav_search::{Action, Cost, Move, Path};
    ///
    /// let step = |to| Move { to, cost: Cost::STRAIGHT, action: Action::Walk };
    /// let path = Path::of_moves(IVec3::ZERO, [step(IVec3::X), step(IVec3::X * 2)]);
    /// assert_eq!((path.runs().len(), path.cost()), (1, Cost::STRAIGHT * 2));
    /// ```
    #[must_use]
    pub fn of_moves(start: IVec3, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut path = Self::at(start);
        path.go_on(start, moves);
        path
    }

    /// Returns the number of turns: changes of direction from one move to the next. Given the axis of up, it is that of
    /// a path seen from above: moves straight up and down turn against those that are not, and other moves differ in
    /// what they have apart from up.
    ///
    /// # Complexity
    ///
    /// Linear in the runs of the path.
    ///
    /// ```
    /// use glam::IVec3;
    /// use voxnav_occupancy::Axis;
    /// use voxnav_search::{Action, Cost, Move, Path};
    ///
    /// let walk = |x, y, z| Move { to: IVec3::new(x, y, z), cost: Cost::STRAIGHT, action: Action::Walk };
    /// let stairs = Path::of_moves(IVec3::ZERO, [walk(1, 0, 0), walk(2, 0, 1), walk(3, 1, 1)]);
    /// assert_eq!((stairs.turns(None), stairs.turns(Some(Axis::Z))), (2, 1));
    /// ```
    #[must_use]
    pub fn turns(&self, up: Option<Axis>) -> usize {
        let headings = self.runs.iter().map(|run| match up {
            Some(up) => seen_from_above(run.step, up),
            None => lowest_terms(run.step),
        });
        let next = headings.clone().skip(1);
        headings
            .zip(next)
            .filter(|(heading, next)| heading != next)
            .count()
    }

    /// Appends moves, the first of them from the goal, which is `from`.
    pub(crate) fn go_on(&mut self, mut from: IVec3, moves: impl IntoIterator<Item = Move>) {
        for made in moves {
            self.go(from, made);
            from = made.to;
        }
    }

    /// Appends a move from `from`, where the path ends.
    pub(crate) fn go(&mut self, from: IVec3, made: Move) {
        self.extend(PathRun {
            step: made.to.wrapping_sub(from),
            moves: 1,
            cost: made.cost,
            action: made.action,
        });
    }

    /// Makes the path of one cell.
    pub(crate) fn at(start: IVec3) -> Self {
        Self {
            start,
            ..Self::default()
        }
    }

    /// Returns the first cell.
    #[must_use]
    pub fn start(&self) -> IVec3 {
        self.start
    }

    /// Returns the last cell.
    #[must_use]
    pub fn goal(&self) -> IVec3 {
        let offsets = self.runs.iter().map(PathRun::offset);
        offsets.fold(self.start, IVec3::wrapping_add)
    }

    /// Returns the path as runs of equal moves.
    #[must_use]
    pub fn runs(&self) -> &[PathRun] {
        &self.runs
    }

    /// Returns the longest stretches of moves of one action, from start to goal; none for a path of one
    /// cell.
    #[must_use]
    pub fn legs(&self) -> Vec<Leg<'_>> {
        let mut start = self.start;
        let groups = self.runs.chunk_by(|run, next| run.action == next.action);
        let legs = groups.map(|runs| {
            let action = runs[0].action;
            let leg = Leg {
                action,
                start,
                runs,
            };
            start = leg.goal();
            leg
        });
        legs.collect()
    }

    /// Returns every move of the path, one after the other.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        Moves(Cells::of(self.start, &self.runs))
    }

    /// Returns whether the path goes straight from corner to corner instead of from cell to cell.
    #[must_use]
    pub fn is_any_angle(&self) -> bool {
        !self.corners.is_empty()
    }

    /// Returns the cells between which the path is straight, from start to goal, both included.
    #[must_use]
    pub fn corners(&self) -> Vec<IVec3> {
        if self.is_any_angle() {
            return self.corners.clone();
        }
        turns(self.start, &self.runs)
    }

    /// Returns the cost as the search found it, terrain included.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// Returns how many moves the path has: one less than its cells.
    #[must_use]
    pub fn move_count(&self) -> u64 {
        self.runs.iter().map(|run| u64::from(run.moves)).sum()
    }

    /// Returns every cell of the path from start to goal.
    ///
    /// # Complexity
    ///
    /// Linear in the cells, of which a single run may have 2^31; counting them, skipping some and
    /// taking the last is linear in the runs.
    pub fn cells(&self) -> impl Iterator<Item = IVec3> + '_ {
        Cells::of(self.start, &self.runs)
    }

    /// Makes the path of some runs and corners; they must stay within the cells there can be.
    #[cfg(feature = "serde")]
    pub(crate) fn from_parts(
        start: IVec3,
        runs: Vec<PathRun>,
        cost: Cost,
        corners: Vec<IVec3>,
    ) -> Self {
        Self {
            start,
            runs,
            cost,
            corners,
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.runs.capacity() * size_of::<PathRun>() + self.corners.capacity() * size_of::<IVec3>()
    }

    /// Makes this the path of the single cell `start`, keeping its storage.
    pub(crate) fn restart(&mut self, start: IVec3) {
        self.start = start;
        self.runs.clear();
        self.cost = Cost::ZERO;
        self.corners.clear();
    }

    /// Appends the moves of a run.
    pub(crate) fn extend(&mut self, run: PathRun) {
        self.cost = self.cost + run.cost * run.moves;
        match self.runs.last_mut() {
            Some(last) if last.continues(&run) => last.moves += run.moves,
            _ => self.runs.push(run),
        }
    }

    /// Ends the path after its first `moves` moves.
    pub(crate) fn shorten(&mut self, moves: u64) {
        let mut left = moves;
        let mut cost = Cost::ZERO;
        self.runs.retain_mut(|run| {
            run.moves = u32::try_from(left).map_or(run.moves, |left| left.min(run.moves));
            left -= u64::from(run.moves);
            cost = cost + run.cost * run.moves;
            run.moves > 0
        });
        self.cost = cost;
        self.corners.clear();
    }

    /// Appends `other`, which must begin where this path ends.
    pub(crate) fn append(&mut self, other: &Self) {
        debug_assert_eq!(self.goal(), other.start);
        let cost = self.cost + other.cost;
        for run in &other.runs {
            self.extend(*run);
        }
        self.cost = cost;
    }

    /// Turns the path round: from its goal to its start, each move at the same cost.
    pub(crate) fn reverse(&mut self) {
        self.start = self.goal();
        self.runs.reverse();
        for run in &mut self.runs {
            run.step = IVec3::ZERO.wrapping_sub(run.step);
        }
        self.corners.reverse();
    }
}

impl Path {
    /// Re-checks every move of the path over cubes and returns the cost added up again. Of an any-angle path it
    /// also re-checks every straight line, by sweeping the agent along it, and adds up those.
    ///
    /// # Complexity
    ///
    /// Linear in the moves up to the first that breaks a rule, as any does that leaves the world.
    ///
    /// # Errors
    ///
    /// The first move that breaks a rule, as by [`verify_cells`]; [`PathError::Obstructed`] for the
    /// first line that meets a blocked cell.
    pub fn verify(
        &self,
        world: &Traversability,
        moves: MoveSet,
        corners: CornerRule,
        terrain: Option<&Terrain>,
    ) -> Result<Cost, PathError> {
        let cost = verify_cells(self.cells(), world, moves, corners, terrain)?;
        self.verify_lines(world, CellShape::CUBIC, cost)
    }

    /// Re-checks every move and every line of the path, as [`verify`](Self::verify) does, by all that a flight says of
    /// moves and their costs.
    ///
    /// # Errors
    ///
    /// As of [`verify`](Self::verify).
    pub fn verify_flight(&self, flight: &Flight) -> Result<Cost, PathError> {
        let cost = verify_flight(self.cells(), flight)?;
        self.verify_lines(&flight.world, flight.shape, cost)
    }

    /// Checks the lines of an any-angle path and returns their sum; that of the moves for any other.
    fn verify_lines(
        &self,
        world: &Traversability,
        shape: CellShape,
        cost_of_moves: Cost,
    ) -> Result<Cost, PathError> {
        if !self.is_any_angle() {
            return Ok(cost_of_moves);
        }
        let mut cost = Cost::ZERO;
        for (index, ends) in self.corners.windows(2).enumerate() {
            let (from, to) = (ends[0], ends[1]);
            if !world.has_line_of_sight(from, to) {
                return Err(PathError::Obstructed { index, from, to });
            }
            cost = cost + straight_length(to - from, shape.costs());
        }
        Ok(cost)
    }

    /// Appends `moves` moves in a direction, each at its cost over cubes of weight one.
    pub(crate) fn fly(&mut self, direction: Direction, moves: u32) {
        self.fly_at(direction, moves, direction.cost());
    }

    /// Appends `moves` moves in a direction that cost `cost` each.
    pub(crate) fn fly_at(&mut self, direction: Direction, moves: u32, cost: Cost) {
        self.extend(PathRun {
            step: direction.offset(),
            moves,
            cost,
            action: Action::Fly,
        });
    }

    /// Makes this the any-angle path of the single cell `start`.
    pub(crate) fn begin_straight(&mut self, start: IVec3) {
        self.restart(start);
        self.corners.push(start);
    }

    /// Appends a straight line to `to`.
    ///
    /// The cells on the way are the nearest to the line at each step of the largest component, half
    /// a cell off at most. Halfway between two of them, the line is less than one cell from every
    /// cell of the box that their move spans, so a sweep that meets nothing leaves the move legal.
    pub(crate) fn go_straight(&mut self, to: IVec3, costs: &MoveCosts) {
        let from = self.corners.last().copied().unwrap_or(self.start);
        let delta = to - from;
        let cost = self.cost + straight_length(delta, costs);
        let steps = delta.abs().max_element();
        let cell = |step: i32| {
            let [n, of] = [step, steps].map(i64::from);
            let nearest = |d: i32| (2 * i64::from(d) * n + of).div_euclid(2 * of);
            // No larger than the component itself.
            delta
                .to_array()
                .map(|d| i32::try_from(nearest(d)).unwrap_or(d))
        };
        for step in 1..=steps {
            let offset = IVec3::from(cell(step)) - IVec3::from(cell(step - 1));
            if let Some(direction) = Direction::from_offset(offset) {
                self.fly_at(direction, 1, costs.of(direction));
            }
        }
        self.cost = cost;
        // A run of equal moves is one line, and exactly as long as its parts.
        if let &[.., before, last] = self.corners.as_slice()
            && let Some(direction) = run_direction(last - before)
            && run_direction(delta) == Some(direction)
        {
            self.corners.pop();
        }
        self.corners.push(to);
    }
}

/// Returns the cells between which runs from a cell go on by equal steps, the ends included.
fn turns(start: IVec3, runs: &[PathRun]) -> Vec<IVec3> {
    let mut at = start;
    let mut turns = vec![start];
    for straight in runs.chunk_by(|run, next| run.step == next.step) {
        let offsets = straight.iter().map(PathRun::offset);
        at = offsets.fold(at, IVec3::wrapping_add);
        turns.push(at);
    }
    turns
}

/// Returns the direction of moves that lead straight along an offset, if there is one.
fn run_direction(delta: IVec3) -> Option<Direction> {
    let moves = delta.abs().max_element();
    (delta.signum() * moves == delta)
        .then(|| Direction::from_offset(delta.signum()))
        .flatten()
}

/// Returns the length of a straight line between two cells, by their offset: the cost of its moves
/// where it is a run of equal moves, else the root of the sum of squares, rounded to nearest once.
pub(crate) fn straight_length(delta: IVec3, costs: &MoveCosts) -> Cost {
    let moves = delta.abs().max_element().unsigned_abs();
    if let Some(direction) = run_direction(delta) {
        return costs.of(direction) * moves;
    }
    costs.distance(delta.to_array().map(i32::unsigned_abs))
}
