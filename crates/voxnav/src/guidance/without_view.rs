//! Following without a view: by positions and distances alone, or in a space that the caller has.

use glam::DVec3;
use voxnav_occupancy::LatticeError;

use super::follower::Follower;
use crate::following::{Blockage, Progress, Steering};
use crate::smoothing::Space;

impl Follower {
    /// Moves the place on along the route by a distance, at most to its end, and returns the [`progress`](Self::progress):
    /// for agents that follow it exactly. Negative distances lead back, at most to the start; one that is no number leads
    /// nowhere.
    pub fn advance(&mut self, distance: f64) -> Progress {
        let along;
        (self.number, along) = self.ahead(distance);
        self.legs[self.number].follower.go_to(along);
        let progress = self.progress();
        (self.position, self.place) = (progress.nearest, progress.nearest);
        self.told = None;
        progress
    }

    /// Finds the place again on the whole route, for an agent that was put somewhere else: on the first of the legs that
    /// are nearest. Returns the [`progress`](Self::progress).
    ///
    /// # Errors
    ///
    /// As [`SmoothPath::locate`](crate::SmoothPath::locate).
    pub fn relocate(&mut self, position: impl Into<DVec3>) -> Result<Progress, LatticeError> {
        let position = position.into();
        let mut nearest = f64::INFINITY;
        for (number, leg) in self.legs.iter().enumerate() {
            let off_path = leg.path().locate(position)?.off_path;
            if off_path < nearest {
                (self.number, nearest) = (number, off_path);
            }
        }
        self.legs[self.number].follower.relocate(position)?;
        (self.position, self.place, self.told) = (position, position, None);
        Ok(self.progress())
    }

    /// Returns the position `distance` farther along the route than the agent's place, at most its end; the place itself
    /// for NaN.
    #[must_use]
    pub fn look_ahead(&self, distance: f64) -> DVec3 {
        let (number, along) = self.ahead(distance);
        self.legs[number].path().position_at(along)
    }

    /// Returns the number of the leg so far ahead, and the distance along it, which may be beyond the ends of the route.
    fn ahead(&self, distance: f64) -> (usize, f64) {
        let distance = if distance.is_nan() { 0.0 } else { distance };
        let length = |number: usize| self.legs[number].path().length();
        let (mut number, mut along) = (self.number, self.progress().along + distance);
        while along < 0.0 && number > 0 {
            number -= 1;
            along += length(number);
        }
        while number + 1 < self.legs.len() && along >= length(number) {
            along -= length(number);
            number += 1;
        }
        (number, along)
    }

    /// Returns the point of the path to go straight to from a position: the farthest in sight up to `distance`
    /// ahead, at least the next waypoint of an agent on its path. Takes note of the position, as
    /// [`update`](Self::update) does.
    ///
    /// An agent off its path that goes for [`look_ahead`](Self::look_ahead) cuts corners; this point
    /// is in sight, by a sweep of the agent's box through the space: among colliders
    /// [`Navigator::space`](crate::Navigator::space) or [`FlightView::space`](crate::search::FlightView::space), for worlds
    /// made of cells the snapshot. A distance of zero or less, or NaN, takes no short cut from
    /// the path; a large one takes every. An agent off its path comes back to it up to a cell ahead, or up to
    /// the distance if that is more. At most 65,536 cells are looked at.
    ///
    /// # Guarantees
    ///
    /// An agent that goes straight for the point, by any step up to it, and asks again, arrives at
    /// the end and touches nothing on the way, whatever the distance. That holds while the path is clear in the
    /// space, and from wherever the agent was pushed to, if it gets a point there: even where it is pushed in every
    /// frame, by less than it moves. Positions may be rounded to
    /// `f32`: then it comes nearer to things than its path by no more than their rounding.
    ///
    /// # Complexity
    ///
    /// At most 12 sweeps, each as long as the distance; 24 ever shorter ones more where hardly anything is in
    /// sight, and about 150 short ones where nothing is.
    ///
    /// # Errors
    ///
    /// [`LatticeError`] for a position that is not finite or has no cell.
    ///
    /// ```
    /// use voxnav::glam::{DVec3, IVec3};
    /// use voxnav::following::Anchor;
    /// use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
    /// use voxnav::{Follower, Lattice, SmoothPath, UnknownPolicy};
    /// use voxnav::following::Steering;
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(12)))?;
    /// let pillar = CellBox::new(IVec3::new(3, 0, 0), IVec3::new(6, 6, 12));
    /// builder.set_box(pillar, CellState::Occupied)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    /// let around = [[2.0, 1.0, 1.0], [2.0, 6.0, 1.0], [9.0, 6.0, 1.0]].map(DVec3::from);
    /// let path = SmoothPath::new(around, &Lattice::default(), Anchor::CENTER)?;
    /// let (mut follower, mut position) = (Follower::new(path), around[0]);
    /// while !follower.has_arrived(0.0) {
    ///     let Steering::Toward(target) = follower.clear_look_ahead(position, 4.0, &world)? else {
    ///         return Err("the path is clear".into());
    ///     };
    ///     position += (target - position).clamp_length_max(0.1);
    ///     follower.update(position)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clear_look_ahead<'a>(
        &mut self,
        position: impl Into<DVec3>,
        distance: f64,
        space: impl Into<Space<'a>>,
    ) -> Result<Steering, LatticeError> {
        let (position, space) = (position.into(), space.into());
        loop {
            let follower = &mut self.legs[self.number].follower;
            let steering = follower.clear_look_ahead([position; 2], distance, &space)?;
            (self.position, self.place) = (position, position);
            if !self.begins_next_leg() {
                self.note(steering, distance);
                return Ok(steering);
            }
        }
    }

    /// Returns the first place ahead where the path is no longer free; `None` if the agent's box meets nothing from its
    /// place to the end. Among colliders the space is [`Navigator::space`](crate::Navigator::space) or
    /// [`FlightView::space`](crate::search::FlightView::space), for worlds made of cells the snapshot.
    ///
    /// What was found is remembered with the state of the chunks that the path crosses. In the
    /// snapshot of the last call the answer costs nothing; in another, only those segments are
    /// swept again that cross a chunk which changed. At most 65,536 cells of the path are looked at:
    /// what is in the way farther on is found when the agent is nearer.
    ///
    /// Cells are asked; a space among colliders also reports where they are blocked and the agent gets
    /// through among the obstacles. Of an agent baked at centers (`Baking::Centers`) cells alone are
    /// asked, in a navigator's space too: what stands between the centers of cells breaks no path of
    /// such an agent, neither here nor when it was planned. Unknown cells count as the policy of the snapshot's agent has it; one
    /// that stops at their boundary plans through them, so they break nothing.
    ///
    /// # Complexity
    ///
    /// Constant for the same snapshot; else a look-up for each chunk that the path crosses, and
    /// sweeps of the segments ahead that cross changed ones, up to the first break. The first call
    /// sweeps all of them.
    pub fn check<'a>(&mut self, space: impl Into<Space<'a>>) -> Option<Blockage> {
        self.legs[self.number].follower.check(&space.into())
    }
}
