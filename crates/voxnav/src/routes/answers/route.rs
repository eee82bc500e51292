//! Answers in world space.

use glam::DVec3;
use voxnav_occupancy::{Agent, Axis, Lattice};
use voxnav_search::{Action, Cost, Direction, Leg, Outcome, Path, Solution, Statistics};

use crate::following::Anchor;
use crate::routes::error::RouteError;
use crate::routes::questions::ends::RouteEnd;
use crate::routes::views::view::View;
use crate::smoothing::MAX_LISTED;

/// The reason why an agent cannot reach its goal: how large it may be to get there.
///
#[cfg_attr(feature = "colliders", doc = "```")]
#[cfg_attr(not(feature = "colliders"), doc = "```ignore")]
/// use voxnav::colliders::Obstacle;
/// use voxnav::parry3d::shape::SharedShape;
/// use voxnav::{Agent, Navigator, RouteOptions, glam::Vec3};
/// use voxnav::search::Explain;
///
/// // A wall with a gap one unit wide, and an agent twice as wide.
/// let mut navigator = Navigator::in_region(0.5, [-8.0, 0.0, -8.0], [8.0, 4.0, 8.0])?;
/// for z in [-5.5, 5.5] {
///     let half = Obstacle::new(SharedShape::cuboid(0.5, 5.0, 5.0)).at([0.0, 2.0, z]);
///     navigator.insert(half)?;
/// }
/// let truck = navigator.add_agent(Agent::new(Vec3::splat(1.0)))?;
/// let (from, to) = ([-5.0, 2.0, 0.0], [5.0, 2.0, 0.0]);
/// let options = RouteOptions::default().explain(Explain::LargestAgent);
/// let route = navigator.find_route_with(truck, from, to, &options)?;
/// let largest = route.enclosure.and_then(|it| it.largest).ok_or("not even a point")?;
/// assert!(largest.half_extents.x < 0.6, "as wide as the gap");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Enclosure {
    /// The largest agent of the same shape, to a 128th, that gets there by moves that cut no
    /// corners; `None` if not even a point does.
    pub largest: Option<Agent>,
}

/// The answer to a question for a route, in world units.
///
/// ```
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
///
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(41)))?.commit();
/// let world = Traversability::new(&room, UnknownPolicy::Blocked);
/// let (lattice, options) = (Lattice::new(DVec3::ZERO, 0.5)?, RouteOptions::default());
/// let view = View::flying(lattice, world, &Terrain::new(), &options)?;
/// let route = view.find_route([1.0; 3], [9.0, 1.0, 1.0])?;
/// assert!(route.is_found());
/// assert_eq!((route.length, route.waypoints.len()), (8.0, 17));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # On the ground
///
/// There is a waypoint for each cell of the path, where the feet are, and [`Route::actions`] gives the action that leads
/// to each. An end is joined if the agent rests in the very cell of its position, snapped if it settles below or was
/// moved.
///
/// The waypoints begin at a joined start. The second one can be reached straight, in one move: at every position on the
/// line the agent is at the first cell of the path or at the second. Where the line to the second cell would lead past
/// a ledge or into a wall, waypoints before it lead over the middle of the first cell, and from there up over a step of
/// several layers, or over the edge before down a drop. An agent in the air that gets straight to the second cell has
/// no waypoint for its position; else the waypoints lead down to where it lands first.
///
/// ```
/// use voxnav::ground::{Action, Locomotion};
/// use voxnav::grid::{CellBox, CellState};
/// use voxnav::{Agent, Navigator};
///
/// // A ledge one cell high, from x = 4.5 on.
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0; 3])?;
/// navigator.set_cells(CellBox::new([5, 0, 0].into(), [10, 10, 1].into()), CellState::Occupied)?;
/// let walker = navigator.add_agent((Agent::new([0.5, 0.5, 1.0].into()), &Locomotion::walker()))?;
/// let route = navigator.find_route(walker, [3.0, 2.0, -0.5], [6.0, 2.0, 0.5])?;
/// let way: Vec<_> = route.waypoints[1..].iter().map(|at| at.x).zip(route.actions()).collect();
/// let (walk, step) = (Action::Walk, Action::StepUp);
/// assert_eq!(way, [(4.0, walk), (5.0, step), (6.0, walk)]);
/// # Ok::<(), voxnav::NavigatorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Route {
    /// The outcome of the search, with the path in cells where there is one.
    pub outcome: Outcome<Path>,
    /// The way in world units, from one position straight to the next: from the start that was asked
    /// for over the centers of the cells of the path to the goal that was asked for; an end that is not
    /// [joined](RouteEnd::Joined) is left out. From a joined start the second waypoint can be reached straight, in
    /// one move: it is the center of the second cell of the path where the agent gets straight there, else that of the
    /// first cell, or of a cell that the first move passes where this is shorter. Of paths of equal cost, one whose
    /// second cell the agent gets straight to is taken, if a search of a few cells finds it. An agent that goes toward the
    /// second waypoint, and asks for another route in every frame, [arrives](crate::guide#steering-by-hand). After a limit
    /// the way leads to the best cell reached, before unknown space to the last known one, and there is none where no path
    /// is known.
    pub waypoints: Vec<DVec3>,
    /// The length along the waypoints in world units, zero without any: that of the path, and of the
    /// ways from the start to its first cell and from its last to the goal. What terrain adds is in the
    /// cost of the path alone.
    pub length: f64,
    /// The statistics of the search.
    pub statistics: Statistics,
    /// The relation of the route to the start that was asked for.
    #[cfg_attr(feature = "serde", serde(default))]
    pub start: RouteEnd,
    /// The relation of the route to the goal that was asked for; a goal of many cells has no position to be
    /// met.
    #[cfg_attr(feature = "serde", serde(default))]
    pub goal: RouteEnd,
    /// The reason why the goal is out of reach, if it is and the options ask for that.
    pub enclosure: Option<Enclosure>,
    /// The axis of up of a ground agent; `None` for a flying one.
    #[cfg_attr(feature = "serde", serde(default))]
    pub up: Option<Axis>,
}

impl Route {
    /// Returns whether the waypoints lead all the way.
    #[must_use]
    pub fn is_found(&self) -> bool {
        self.outcome.path().is_some()
    }

    /// Returns the path that the waypoints show: to the goal, to the boundary of known space, or to the
    /// best cell reached.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.outcome.any_path()
    }

    /// Returns how many times the optimum the path costs at most, by what the search has proved: 1 for an
    /// optimal one. `None` where no path to the goal was found, or nothing is proved. The factor is about
    /// the path over the cells and what terrain makes it cost, without the ways to its ends.
    #[must_use]
    pub fn proved_factor(&self) -> Option<f64> {
        let cost = match &self.outcome {
            Outcome::Found(path) => path.cost(),
            Outcome::StoppedAtUnknown { path, rest, .. } => path.cost() + *rest,
            _ => return None,
        };
        let bound = self.statistics.lower_bound;
        if cost <= bound {
            return Some(1.0);
        }
        (bound > Cost::ZERO).then(|| cost.length() / bound.length())
    }

    /// Returns the number of turns of the path, of a ground agent as seen from above: see [`Path::turns`]. `None` without a
    /// path. [`RouteOptions::fewest_turns`](crate::routes::questions::options::RouteOptions::fewest_turns) asks for the fewest at the least cost.
    ///
    /// # Complexity
    ///
    /// Linear in the runs of the path.
    ///
    /// ```
    /// use voxnav::{Agent, Navigator, RouteOptions};
    ///
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0; 3])?;
    /// let drone = navigator.add_agent(Agent::new([0.4; 3].into()))?;
    /// let options = RouteOptions::default().fewest_turns(true);
    /// let route = navigator.find_route_with(drone, [1.0; 3], [8.0, 4.0, 1.0], &options)?;
    /// assert_eq!(route.turns(), Some(1));
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    #[must_use]
    pub fn turns(&self) -> Option<usize> {
        self.path().map(|path| path.turns(self.up))
    }

    /// Returns an answer without a path.
    pub(in crate::routes) fn without_path(outcome: Outcome<Path>, statistics: Statistics) -> Self {
        Self {
            outcome,
            waypoints: Vec::new(),
            length: 0.0,
            statistics,
            start: RouteEnd::Joined,
            goal: RouteEnd::Unreached,
            enclosure: None,
            up: None,
        }
    }

    /// Begins the route at a position with a clear way to its first waypoint.
    pub(in crate::routes) fn prepend(&mut self, position: DVec3) {
        if let Some(&first) = self.waypoints.first()
            && first != position
        {
            self.waypoints.insert(0, position);
            self.length += position.distance(first);
        }
    }

    /// Ends the route at a position that its last waypoint has a clear way to.
    pub(in crate::routes) fn append(&mut self, position: DVec3) {
        if let Some(&last) = self.waypoints.last()
            && last != position
        {
            self.waypoints.push(position);
            self.length += last.distance(position);
        }
    }

    /// Leaves out the second waypoint: the third can be reached straight.
    pub(in crate::routes) fn skip_second(&mut self) {
        if let &[first, left_out, second, ..] = &self.waypoints[..] {
            let around = first.distance(left_out) + left_out.distance(second);
            self.length += first.distance(second) - around;
            self.waypoints.remove(1);
        }
    }

    /// Leads over another position instead of the second waypoint.
    pub(in crate::routes) fn go_over(&mut self, position: DVec3) {
        if let &[first, left_out, second, ..] = &self.waypoints[..] {
            let way = |middle: DVec3| first.distance(middle) + middle.distance(second);
            self.length += way(position) - way(left_out);
            self.waypoints[1] = position;
        }
    }

    /// Takes another path between the same cells, the first of which is at a waypoint.
    pub(crate) fn go_by(&mut self, path: Path, waypoint: usize, view: &View) {
        let Some(before) = self.path() else {
            return;
        };
        let lattice = view.lattice();
        let longer = length_of(&path, lattice) - length_of(before, lattice);
        let end = (waypoint + before.cells().count()).min(self.waypoints.len());
        let cells = path.cells().map(|cell| view.position_at(cell));
        self.waypoints.splice(waypoint..end, cells);
        self.length += longer;
        self.outcome = Outcome::Found(path);
    }

    /// Begins the route at a position, from which the second waypoint can be reached straight.
    pub(crate) fn begin_at(&mut self, position: DVec3) {
        if self.waypoints.first() != Some(&position) {
            self.begin_with(&[position]);
        }
    }

    /// Begins the route with some positions, instead of its first waypoint.
    pub(crate) fn begin_with(&mut self, positions: &[DVec3]) {
        let length = |way: &[DVec3]| -> f64 {
            let steps = way.windows(2).map(|step| step[0].distance(step[1]));
            steps.sum()
        };
        let before = length(&self.waypoints[..self.waypoints.len().min(2)]);
        let left_out = self.waypoints.len().min(1);
        self.waypoints.splice(..left_out, positions.iter().copied());
        let added = self.waypoints.len().min(positions.len() + 1);
        self.length += length(&self.waypoints[..added]) - before;
    }

    /// Leaves out all but the ends.
    pub(in crate::routes) fn go_straight(&mut self) {
        if let [first, .., last] = self.waypoints[..] {
            self.waypoints = vec![first, last];
            self.waypoints.dedup();
            self.length = first.distance(last);
        }
    }

    /// Returns the positions at the ends that the route is joined to.
    pub(crate) fn joined_ends(&self) -> [Option<DVec3>; 2] {
        let is_joined = |end| end == RouteEnd::Joined;
        let first = self.waypoints.first().filter(|_| is_joined(self.start));
        let last = self.waypoints.last().filter(|_| is_joined(self.goal));
        [first.copied(), last.copied()]
    }

    /// Returns the action that leads to each waypoint after the first: that of flying agents is [`Action::Fly`]. On the
    /// ground, waypoints that lead to where the first move begins, and over the edge of a step or a drop, belong to the
    /// first move. A path of one cell has no actions.
    pub fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        let path = self.path();
        let moves = path.map_or(0, Path::move_count);
        let waypoints = (self.waypoints.len() as u64).saturating_sub(1);
        let before = waypoints.saturating_sub(moves);
        let actions = || path.into_iter().flat_map(Path::moves).map(|it| it.action);
        let before = usize::try_from(before).unwrap_or(usize::MAX);
        let first = actions().next().into_iter();
        let first = first.flat_map(move |action| std::iter::repeat_n(action, before));
        first
            .chain(actions())
            .take(self.waypoints.len().saturating_sub(1))
    }

    /// Returns the longest parts of the path that are moves of one action each.
    #[must_use]
    pub fn legs(&self) -> Vec<Leg<'_>> {
        self.path().map_or_else(Vec::new, Path::legs)
    }

    /// Makes an outcome in world space, of a search whose ends were not moved. Positions are those of an anchor.
    pub(crate) fn of(
        outcome: Outcome<Path>,
        statistics: Statistics,
        lattice: &Lattice,
        anchor: Anchor,
    ) -> Result<Self, RouteError> {
        let path = outcome.any_path();
        if let Some(moves) = path.map(Path::move_count)
            && moves >= MAX_LISTED
        {
            return Err(RouteError::TooLong { moves });
        }
        let position = |cell| lattice.center(cell) + anchor.offset();
        let waypoints = path.map_or_else(Vec::new, |path| path.cells().map(position).collect());
        let length = path.map_or(0.0, |path| length_of(path, lattice));
        let end = |is_met| {
            if is_met {
                RouteEnd::Joined
            } else {
                RouteEnd::Unreached
            }
        };
        Ok(Self {
            waypoints,
            length,
            start: end(path.is_some()),
            goal: end(outcome.path().is_some()),
            ..Self::without_path(outcome, statistics)
        })
    }
}

impl Route {
    /// Returns a solution in world space, such as that of a [`Search`](crate::search::Search) over the
    /// [world](crate::search::FlightView::world) of a view.
    ///
    /// # Errors
    ///
    /// [`RouteError::TooLong`] for a path of more than 2^24 cells.
    pub fn from_solution(solution: Solution, lattice: &Lattice) -> Result<Self, RouteError> {
        let snapped = [solution.snapped.start, solution.snapped.goal];
        let mut route = Self::of(
            solution.outcome,
            solution.statistics,
            lattice,
            Anchor::CENTER,
        )?;
        for (end, moved) in [&mut route.start, &mut route.goal].into_iter().zip(snapped) {
            let distance = moved.length() * lattice.longest_side();
            if *end == RouteEnd::Joined && distance > 0.0 {
                *end = RouteEnd::Snapped { distance };
            }
        }
        Ok(route)
    }
}

/// Returns the length of a path in world units.
fn length_of(path: &Path, lattice: &Lattice) -> f64 {
    let Some(size) = lattice.cubic_size() else {
        let lengths = path
            .runs()
            .iter()
            .map(|run| (run.step.as_dvec3() * lattice.sizes()).length() * f64::from(run.moves));
        return lengths.sum();
    };
    let mut by_direction = Cost::ZERO;
    let mut others = 0.0;
    for run in path.runs() {
        match Direction::from_offset(run.step) {
            Some(direction) => by_direction = by_direction + direction.cost() * run.moves,
            None => others += run.step.as_dvec3().length() * f64::from(run.moves),
        }
    }
    (by_direction.length() + others) * size
}
