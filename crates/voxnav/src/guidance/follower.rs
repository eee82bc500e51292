//! The way of one agent over all legs of a route.

use glam::DVec3;
use voxnav_occupancy::LatticeError;

use super::guided::{Beginning, guided};
use super::on_ground::is_by_corners;
use super::smooth_route::{RouteLeg, SmoothRoute};
use crate::following::{SmoothPathError, Steering};
use crate::ground::Footing;
use crate::routes::{Route, RouteError, View};
use crate::smoothing::{Smoothing, foot};
use crate::trajectory::Motion;

/// The distance that an agent on a move that leaves the level may be off the line between two cells, in cells.
const ROOM: f64 = 2.0;

/// A guide of an agent along a smooth route, over all its legs.
///
/// [`update`](Self::update) it with the world as it is and the position of the agent, then
/// [`steer`](Self::steer): straight for a point that the agent gets to, one corner of a step or a drop at a time.
///
/// # Guarantees
///
/// An agent that goes straight for the point, by any step up to it, and asks again, arrives and touches nothing on the
/// way, in the world that was last given.
///
/// ```
/// use voxnav::ground::{Action, Locomotion};
/// use voxnav::grid::{CellBox, CellState};
/// use voxnav::guidance::{RouteFollower, SmoothRoute};
/// use voxnav::glam::DVec3;
/// use voxnav::smoothing::Smoothing;
/// use voxnav::{Agent, Navigator, RouteOptions};
///
/// // A floor, and a ledge one cell high from x = 20 on.
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [40.0, 20.0, 9.0])?;
/// navigator.set_cells(CellBox::new([20, 0, 0].into(), [41, 21, 1].into()), CellState::Occupied)?;
/// let walker = navigator.add_agent((Agent::new([0.5, 0.5, 1.0].into()), &Locomotion::walker()))?;
/// let view = navigator.view(walker, &RouteOptions::default())?;
/// let mut position = DVec3::new(2.2, 3.3, -0.5);
/// let route = view.find_route(position, [38.0, 17.0, 0.5])?;
/// let smooth = SmoothRoute::new(&view, &route, position, &Smoothing::default())?.ok_or("no way")?;
/// let mut follower = RouteFollower::new(&view, smooth);
/// let mut actions = Vec::new();
/// while !follower.has_arrived(0.0) {
///     let target = follower.steer(4.0)?.target().ok_or("the way is free")?;
///     position += (target - position).clamp_length_max(0.1);
///     follower.update(&view, position)?;
///     actions.push(follower.leg().action());
/// }
/// actions.dedup();
/// assert_eq!(actions, [Action::Walk, Action::StepUp, Action::Walk]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RouteFollower {
    view: View,
    /// True for legs of a ground agent.
    is_on_ground: bool,
    legs: Vec<RouteLeg>,
    /// The number of the leg that the agent is on.
    number: usize,
    position: DVec3,
    /// The place of the agent on its leg: on the ground below its feet where it walks.
    place: DVec3,
    /// The last line that the agent was given to go.
    told: Option<[DVec3; 2]>,
    /// The distance that it was last asked to look ahead, not negative.
    distance: f64,
    is_as_made: bool,
}

impl RouteFollower {
    /// Makes a follower at the start of a route smoothed in a view.
    #[must_use]
    pub fn new(view: &View, route: SmoothRoute) -> Self {
        let legs = route.legs;
        let position = legs
            .first()
            .map_or(DVec3::ZERO, |leg| leg.path().waypoints()[0]);
        Self {
            view: view.clone(),
            is_on_ground: view.ground().is_some(),
            legs,
            number: 0,
            position,
            place: position,
            told: None,
            distance: 0.0,
            is_as_made: true,
        }
    }

    /// Makes the follower of an agent that is on the first move of a route, or goes to its first cell; `None` if there is
    /// no path.
    pub(crate) fn along(
        view: &View,
        route: &Route,
        position: DVec3,
        is_on_first_move: bool,
        smoothing: &Smoothing,
    ) -> Result<Option<Self>, SmoothPathError> {
        let beginning = if is_on_first_move {
            Beginning::OnFirstMove
        } else {
            Beginning::At(position)
        };
        let Some(smooth) = SmoothRoute::from(view, route, beginning, smoothing)? else {
            return Ok(None);
        };
        let mut follower = Self::new(view, smooth);
        follower.find(view, position)?;
        Ok(Some(follower))
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
    pub fn update(&mut self, view: &View, position: impl Into<DVec3>) -> Result<bool, RouteError> {
        self.find(view, position.into())?;
        let before = self.view.replaced(view);
        let before = before.as_ref().unwrap_or(view);
        let is_same_kind = self.is_on_ground == view.ground().is_some();
        let legs = &mut self.legs[self.number..];
        self.is_as_made = is_same_kind && guided(&view.kind()).refreshed(before, legs);
        Ok(self.is_as_made)
    }

    /// Updates as [`update`](Self::update) does, for an agent that is where a trajectory of the route has it: it may have
    /// gone past the end of a leg, which an agent that is [steered](Self::steer) is at.
    ///
    /// # Errors
    ///
    /// As for [`update`](Self::update).
    pub fn update_by(&mut self, view: &View, motion: &Motion) -> Result<bool, RouteError> {
        let before = self.number;
        self.number = motion.leg.clamp(before, self.legs.len() - 1);
        let is_as_made = self.update(view, motion.position);
        if is_as_made.is_err() {
            self.number = before;
        }
        is_as_made
    }

    /// Finds the agent on its leg, or on the next one where that ends.
    fn find(&mut self, view: &View, position: DVec3) -> Result<(), LatticeError> {
        self.find_on_leg(view, position)?;
        self.position = position;
        while self.number + 1 < self.legs.len() && self.legs[self.number].follower.has_arrived(0.0)
        {
            self.number += 1;
            self.find_on_leg(view, position)?;
        }
        Ok(())
    }

    fn find_on_leg(&mut self, view: &View, position: DVec3) -> Result<(), LatticeError> {
        let leg = &mut self.legs[self.number];
        self.place = guided(&view.kind()).place_on(leg, position)?;
        leg.follower.update_as(self.place, position)?;
        Ok(())
    }

    /// Returns where to go: straight for a point, on a plane and in the air up to `distance` ahead where it is in sight.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`], never after an update that was none.
    pub fn steer(&mut self, distance: f64) -> Result<Steering, RouteError> {
        let leg = &mut self.legs[self.number];
        let steering =
            guided(&self.view.kind()).steer(leg, [self.position, self.place], distance)?;
        self.distance = distance.max(0.0);
        self.told = steering.target().map(|target| [self.place, target]);
        Ok(steering)
    }

    pub(super) fn view(&self) -> &View {
        &self.view
    }

    pub(super) fn distance(&self) -> f64 {
        self.distance
    }

    /// Returns the number of the leg that the agent is on.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Returns all legs, at least one.
    #[must_use]
    pub fn legs(&self) -> &[RouteLeg] {
        &self.legs
    }

    /// Returns the leg that the agent is on.
    #[must_use]
    pub fn leg(&self) -> &RouteLeg {
        &self.legs[self.number]
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
        let later = self.legs.iter().skip(self.number + 1);
        let later: f64 = later.map(|leg| leg.path().length()).sum();
        self.leg().follower.progress().remaining + later
    }

    /// Returns whether the agent is at rest within `distance` of the end, along the route and straight. A distance of
    /// zero or less, or NaN, means at the end, to the rounding of the agent's position.
    #[must_use]
    pub fn has_arrived(&self, distance: f64) -> bool {
        let distance = distance.max(self.leg().follower.exactness());
        let end = self
            .legs
            .last()
            .and_then(|leg| leg.path().waypoints().last());
        self.is_at_rest()
            && self.remaining() <= distance
            && end.is_some_and(|end| self.place.distance(*end) <= distance)
    }

    /// Returns whether the agent is on its way: within `max_deviation` world units of the route, or on the line that it was
    /// last told to go. A move that leaves the level has its cells: elsewhere the agent cannot finish it.
    pub(crate) fn is_on_way(&self, stray: f64) -> bool {
        let leg = self.leg();
        let slack = leg.follower.exactness() * 2.0;
        let off_path = leg.follower.progress().off_path;
        let is_on_line =
            |[from, to]: [DVec3; 2]| self.place.distance(foot(self.place, from, to)) <= slack;
        let is_near = match leg.footing {
            Footing::Plane => off_path <= stray.max(slack),
            Footing::Cells => {
                let room = ROOM * self.view.lattice().shortest_side();
                let at = [self.position, self.place];
                off_path <= stray.max(room)
                    && guided(&self.view.kind()).is_off_move(leg, at) == Ok(false)
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
        let mut distance = -self.leg().follower.progress().along;
        for leg in self.legs.iter().skip(self.number) {
            if cell <= leg.moves.end {
                return (distance + leg.along_of(cell)).max(0.0);
            }
            distance += leg.path().length();
        }
        distance.max(0.0)
    }
}
