//! The way of one agent over all legs of a route.

use glam::DVec3;
use voxnav_occupancy::LatticeError;

use super::guided::guided;
use super::on_ground::is_by_corners;
use super::smooth_route::{RouteLeg, SmoothRoute};
use crate::following::{Progress, SmoothPath, Steering};
use crate::ground::Footing;
use crate::routes::{RouteError, View};
use crate::smoothing::foot;
use crate::trajectory::Motion;

/// The distance that an agent on a move that leaves the level may be off the line between two cells, in cells.
const ROOM: f64 = 2.0;

/// A guide of an agent along a smooth route, over all its legs, or along one smooth path: where it is, where to go, and
/// whether the rest is still free.
///
/// [`update_in`](Self::update_in) it with the world as it is and the position of the agent, then
/// [`steer`](Self::steer): straight for a point that the agent gets to, one corner of a step or a drop at a time.
///
/// Without a view, [`update`](Self::update) takes the position, and [`clear_look_ahead`](Self::clear_look_ahead) and
/// [`check`](Self::check) take the space to look in: obstacles of a navigator, or cells. All positions and lengths are in
/// world units, positions at the anchor of the path.
///
/// # Guarantees
///
/// An agent that goes straight for the point, by any step up to it, and asks again, arrives and touches nothing on the
/// way, in the world that was last given.
///
/// ```
/// use voxnav::ground::{Action, Locomotion};
/// use voxnav::grid::{CellBox, CellState};
/// use voxnav::guidance::SmoothRoute;
/// use voxnav::glam::DVec3;
/// use voxnav::smoothing::Smoothing;
/// use voxnav::{Agent, Follower, Navigator, RouteOptions};
///
/// // A floor, and a ledge one cell high from x = 20 on.
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [40.0, 20.0, 9.0])?;
/// navigator.set_cells(CellBox::new([20, 0, 0].into(), [41, 21, 1].into()), CellState::Occupied)?;
/// let walker = navigator.add_agent((Agent::new([0.5, 0.5, 1.0].into()), &Locomotion::walker()))?;
/// let view = navigator.view(walker, &RouteOptions::default())?;
/// let mut position = DVec3::new(2.2, 3.3, -0.5);
/// let route = view.find_route(position, [38.0, 17.0, 0.5])?;
/// let smooth = SmoothRoute::new(&view, &route, position, &Smoothing::default())?.ok_or("no way")?;
/// let mut follower = Follower::new(smooth);
/// let mut actions = Vec::new();
/// while !follower.has_arrived(0.0) {
///     let target = follower.steer(4.0)?.target().ok_or("the way is free")?;
///     position += (target - position).clamp_length_max(0.1);
///     follower.update_in(&view, position)?;
///     actions.push(follower.leg().action());
/// }
/// actions.dedup();
/// assert_eq!(actions, [Action::Walk, Action::StepUp, Action::Walk]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Along a path among cells:
///
/// ```
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::following::Anchor;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
/// use voxnav::{Follower, Lattice, SmoothPath, UnknownPolicy};
///
/// let straight = [DVec3::ZERO, DVec3::X * 20.0];
/// let path = SmoothPath::new(straight, &Lattice::default(), Anchor::CENTER)?;
/// let mut follower = Follower::new(path);
/// let progress = follower.update([7.0, 0.5, 0.0])?;
/// assert_eq!((progress.along, progress.remaining, progress.off_path), (7.0, 13.0, 0.5));
/// assert_eq!(follower.look_ahead(2.0), DVec3::X * 9.0);
///
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(30)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// assert_eq!(follower.check(&world), None);
/// let mut edit = occupancy.edit();
/// edit.set(IVec3::new(15, 0, 0), CellState::Occupied)?;
/// let newer = world.refreshed(&edit.commit());
/// let broken = follower.check(&newer).ok_or("should be broken")?;
/// assert_eq!((broken.cell, broken.ahead), (IVec3::new(15, 0, 0), 7.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Follower {
    /// The view of the last update; `None` if none was given.
    pub(super) view: Option<View>,
    /// True for legs of a ground agent; `None` for a path.
    is_on_ground: Option<bool>,
    pub(super) legs: Vec<RouteLeg>,
    /// The number of the leg that the agent is on.
    pub(super) number: usize,
    pub(super) position: DVec3,
    /// The place of the agent on its leg: on the ground below its feet where it walks.
    pub(super) place: DVec3,
    /// The last line that the agent was given to go.
    pub(super) told: Option<[DVec3; 2]>,
    /// The distance that it was last asked to look ahead, not negative.
    pub(super) distance: f64,
}

impl Follower {
    /// Makes a follower at the start of a smooth route or path.
    #[must_use]
    pub fn new(route: impl Into<SmoothRoute>) -> Self {
        let SmoothRoute { legs, view } = route.into();
        let start = legs.first().map(|leg| leg.path().waypoints()[0]);
        let position = start.unwrap_or_default();
        Self {
            is_on_ground: view.as_ref().map(|view| view.ground().is_some()),
            view,
            legs,
            number: 0,
            position,
            place: position,
            told: None,
            distance: 0.0,
        }
    }

    /// Updates where the agent is, by its position, in the world that was last given: on each leg at the nearest point
    /// among those not much farther along or back than the agent moved. So where a path comes back near to itself, an
    /// agent stays on its part. Returns the [`progress`](Self::progress).
    ///
    /// # Complexity
    ///
    /// Linear in the waypoints within four times the distance between position and last place; logarithmic in all.
    ///
    /// # Errors
    ///
    /// [`LatticeError`] for a position that is not finite or has no cell; the place stays.
    pub fn update(&mut self, position: impl Into<DVec3>) -> Result<Progress, LatticeError> {
        let view = self.view.take();
        let found = self.find(view.as_ref(), position.into());
        self.view = view;
        found.map(|()| self.progress())
    }

    /// Takes over the world as it is now and the position of the agent. Returns whether the smoothed legs are free as
    /// when they were made: where they are not, the route needs to be smoothed or found again. Moves that leave a plane
    /// are looked at once the agent comes there. `false` for a view of an agent that moves another way.
    ///
    /// # Complexity
    ///
    /// Constant in the same snapshot; else that of sweeping the legs near what changed.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`] for a position that is not finite or has no cell; nothing has changed then.
    pub fn update_in(
        &mut self,
        view: &View,
        position: impl Into<DVec3>,
    ) -> Result<bool, RouteError> {
        self.find(Some(view), position.into())?;
        let before = self.view.get_or_insert_with(|| view.clone()).replaced(view);
        let before = before.as_ref().unwrap_or(view);
        let is_on_ground = view.ground().is_some();
        let is_same_kind = self.is_on_ground.is_none_or(|it| it == is_on_ground);
        let legs = &mut self.legs[self.number..];
        Ok(is_same_kind && guided(&view.kind()).refreshed(before, legs))
    }

    /// Updates as [`update_in`](Self::update_in) does, for an agent that is where a trajectory of the route has it: it may have
    /// gone past the end of a leg, which an agent that is [steered](Self::steer) is at.
    ///
    /// # Errors
    ///
    /// The errors of [`update_in`](Self::update_in).
    pub fn update_by(&mut self, view: &View, motion: &Motion) -> Result<bool, RouteError> {
        let before = self.number;
        self.number = motion.leg.clamp(before, self.legs.len() - 1);
        let is_as_made = self.update_in(view, motion.position);
        if is_as_made.is_err() {
            self.number = before;
        }
        is_as_made
    }

    /// Finds the agent on its leg, or on the next one where that ends.
    fn find(&mut self, view: Option<&View>, position: DVec3) -> Result<(), LatticeError> {
        loop {
            let leg = &mut self.legs[self.number];
            let place = match view {
                Some(view) => guided(&view.kind()).place_on(leg, position)?,
                None => position,
            };
            leg.follower.update(place, position)?;
            (self.position, self.place) = (position, place);
            if !self.begins_next_leg() {
                return Ok(());
            }
        }
    }

    /// Goes on to the next leg where an agent is at the end of one, and returns whether it did.
    pub(super) fn begins_next_leg(&mut self) -> bool {
        let is_over = self.number + 1 < self.legs.len() && self.leg().follower.has_arrived();
        self.number += usize::from(is_over);
        is_over
    }

    /// Returns where to go: straight for a point, on a plane and in the air up to `distance` ahead where it is in sight.
    /// Without a view it is the next waypoint, and nothing is looked at.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`], never after an update that was none.
    pub fn steer(&mut self, distance: f64) -> Result<Steering, RouteError> {
        let Some(view) = &self.view else {
            return Ok(Steering::Toward(self.next_waypoint()));
        };
        let (leg, at) = (&mut self.legs[self.number], [self.position, self.place]);
        let steering = guided(&view.kind()).steer(leg, at, distance)?;
        self.note(steering, distance);
        Ok(steering)
    }

    /// Takes note of the answer that the agent gets.
    pub(super) fn note(&mut self, steering: Steering, distance: f64) {
        self.distance = distance.max(0.0);
        self.told = steering.target().map(|target| [self.place, target]);
    }

    /// Returns all legs, at least one.
    #[must_use]
    pub fn legs(&self) -> &[RouteLeg] {
        &self.legs
    }

    /// Returns the legs that are left, from the one that the agent is on.
    #[must_use]
    pub fn legs_ahead(&self) -> &[RouteLeg] {
        &self.legs[self.number..]
    }

    /// Returns the waypoints of all legs, those where two of them meet once.
    #[must_use]
    pub fn waypoints(&self) -> Vec<DVec3> {
        let paths = self.legs.iter().map(|leg| leg.path().waypoints());
        let mut waypoints = paths.flatten().copied().collect::<Vec<_>>();
        waypoints.dedup();
        waypoints
    }

    /// Returns the end of the route.
    #[must_use]
    pub fn end(&self) -> DVec3 {
        self.legs[self.legs.len() - 1].path().end()
    }

    /// Returns the leg that the agent is on.
    #[must_use]
    pub fn leg(&self) -> &RouteLeg {
        &self.legs[self.number]
    }

    /// Returns the path of the leg that the agent is on.
    #[must_use]
    pub fn path(&self) -> &SmoothPath {
        self.leg().path()
    }

    /// Returns the agent's place on the leg that it is on, as of the last update.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.leg().follower.progress
    }

    /// Returns the position of the waypoint of the leg that comes next; at the end, of the last one.
    #[must_use]
    pub fn next_waypoint(&self) -> DVec3 {
        self.leg().follower.next_waypoint()
    }

    /// Returns the position of the last update.
    #[must_use]
    pub fn position(&self) -> DVec3 {
        self.position
    }

    /// Returns the place from which the agent goes to the point that [`steer`](Self::steer) returns: its position, where
    /// it walks on the ground below its feet.
    #[must_use]
    pub fn place(&self) -> DVec3 {
        if is_by_corners(self.leg().action) {
            self.position
        } else {
            self.place
        }
    }

    /// Returns whether the agent may be given another route: it is on a plane or in the air, or at the cell between two
    /// other moves, and not within a step, a drop, a jump.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        let leg = self.leg();
        let [passed, next] = leg.passed();
        leg.footing == Footing::Plane || passed == next
    }

    /// Returns the length of what is left of the route, in world units.
    #[must_use]
    pub fn remaining(&self) -> f64 {
        let later = self.legs_ahead()[1..].iter();
        let later: f64 = later.map(|leg| leg.path().length()).sum();
        self.progress().remaining + later
    }

    /// Returns whether the agent is at rest within `distance` of the end, along the route and straight. A distance of
    /// zero or less, or NaN, means at the end, to the rounding of the agent's position.
    #[must_use]
    pub fn has_arrived(&self, distance: f64) -> bool {
        let distance = distance.max(self.leg().follower.slack);
        self.is_at_rest()
            && self.remaining() <= distance
            && self.place.distance(self.end()) <= distance
    }

    /// Returns whether the agent is on its way: within `max_deviation` world units of the route, or on the line that it was
    /// last told to go. A move that leaves the level has its cells: elsewhere the agent cannot finish it.
    pub(crate) fn is_on_way(&self, stray: f64) -> bool {
        let leg = self.leg();
        let slack = leg.follower.slack * 2.0;
        let off_path = leg.follower.progress.off_path;
        let is_on_line =
            |[from, to]: [DVec3; 2]| self.place.distance(foot(self.place, from, to)) <= slack;
        let is_near = match leg.footing {
            Footing::Plane => off_path <= stray.max(slack),
            Footing::Cells => {
                let room = ROOM * leg.path().lattice().shortest_side();
                let at = [self.position, self.place];
                let is_on_move =
                    |view: &View| guided(&view.kind()).is_off_move(leg, at) == Ok(false);
                off_path <= stray.max(room) && self.view.as_ref().is_some_and(is_on_move)
            }
        };
        is_near || self.told.is_some_and(is_on_line)
    }

    /// Returns how many moves of the path of the route the agent has made, and the number of the cell that it is at or on
    /// its way to. On planes and in the air the agent is between no cells.
    pub(crate) fn passed(&self) -> [u64; 2] {
        let leg = self.leg();
        let [passed, next] = leg.passed();
        let last = self.legs.last().map_or(0, |leg| leg.moves.end);
        match leg.footing {
            Footing::Plane if next == last => [passed; 2],
            Footing::Plane => [next; 2],
            Footing::Cells => [passed, next],
        }
    }

    /// Returns the distance from the agent along the route to a cell of its path.
    pub(crate) fn distance_to(&self, cell: u64) -> f64 {
        let mut distance = -self.progress().along;
        for leg in self.legs_ahead() {
            if cell <= leg.moves.end {
                return (distance + leg.along_of(cell)).max(0.0);
            }
            distance += leg.path().length();
        }
        distance.max(0.0)
    }
}
