//! Smooth ways along the routes of a replanner, and agents on them: off the cells of the path, and on their way all the
//! same.
//!
//! A place on the smooth way stands for the cell of the path that it passes there, of which all is proved that is
//! proved. Only where the agent is to leave the way is it asked how it gets to that cell.

use glam::DVec3;
use voxnav_search::Path;

use super::detours::DETOUR_EXPANSIONS;
use super::{ReplanStatus, Replanner};
use crate::following::Steering;
use crate::guidance::follower::Follower;
use crate::guidance::{Beginning, SmoothRoute};
use crate::replanning::moves::{self, Changes};
use crate::replanning::plan::{Plan, without_loops};
use crate::routes::{Route, RouteError, View};
use crate::smoothing::Smoothing;

/// The smooth way along a route.
#[derive(Clone, Debug)]
pub(super) struct Smooth {
    smoothing: Smoothing,
    follower: Option<Follower>,
    /// True if the way was free when it was last looked at, after it was made.
    is_free: bool,
    /// True if the last steering had no target.
    is_stuck: bool,
    /// The position where a stuck agent was given another route, in the world as it is.
    tried_at: Option<DVec3>,
}

/// A path that begins where the agent is.
pub(super) struct JoinedPath {
    pub(super) path: Path,
    /// True if it is led over another way to the path that it was.
    pub(super) is_led: bool,
}

impl Smooth {
    /// Returns how many moves the agent has made, and the number of the cell that it goes to; `None` off the way.
    pub(super) fn passed(&self, stray: f64, view: &View) -> Option<[u64; 2]> {
        let follower = self.follower.as_ref()?;
        let stray = stray * view.lattice().longest_side();
        follower.is_on_way(stray).then(|| follower.passed())
    }
}

impl Replanner {
    /// Has the agent follow its routes smoothly: [`steer`](Self::steer) reports where to go. An agent is on its way
    /// within [`ReplanPolicy::max_deviation`](crate::replanning::ReplanPolicy::max_deviation) of the smooth way, or on
    /// the line to its last target.
    ///
    /// ```
    /// use voxnav::glam::DVec3;
    /// use voxnav::replanning::{ReplanPolicy, Replanner};
    /// use voxnav::smoothing::Smoothing;
    /// use voxnav::{Agent, Navigator, RouteOptions};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [20.0, 4.0, 20.0])?;
    /// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    /// let view = navigator.view(drone, &RouteOptions::default())?;
    /// let replanner = Replanner::new(&view, [18.0, 2.0, 9.2], ReplanPolicy::default());
    /// let mut replanner = replanner.smoothed(Smoothing::default());
    /// let mut position = DVec3::splat(1.0);
    /// loop {
    ///     replanner.update(&view, position)?;
    ///     if replanner.follower().is_some_and(|follower| follower.has_arrived(0.1)) {
    ///         break;
    ///     }
    ///     let target = replanner.steer(2.0)?.target().ok_or("the way is free")?;
    ///     position += (target - position).clamp_length_max(0.05);
    /// }
    /// assert_eq!(replanner.route_version(), 1, "one route is enough");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn smoothed(mut self, smoothing: Smoothing) -> Self {
        self.smooth = Some(Smooth {
            smoothing,
            follower: None,
            is_free: false,
            is_stuck: false,
            tried_at: None,
        });
        if let Some(route) = self.route.take() {
            self.set_route(route);
        }
        self
    }

    /// Returns the follower of the route, as of the last update; `None` without a route, or if the replanner does not
    /// [smooth](Self::smoothed).
    #[must_use]
    pub fn follower(&self) -> Option<&Follower> {
        self.smooth.as_ref()?.follower.as_ref()
    }

    /// Returns where the agent is to go from its position in the last update: straight for a point, up to `distance`
    /// ahead where that is in sight. An agent without a target gets another route in the next update, if there is one.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`], never after an update that was none.
    pub fn steer(&mut self, distance: f64) -> Result<Steering, RouteError> {
        let is_lost = self.plan.as_ref().is_none_or(|plan| plan.is_lost);
        let Some(smooth) = self.smooth.as_mut().filter(|_| !is_lost) else {
            return Ok(Steering::OutOfSight);
        };
        let Some(follower) = &mut smooth.follower else {
            return Ok(Steering::OutOfSight);
        };
        let steering = follower.steer(distance)?;
        smooth.is_stuck = steering.target().is_none();
        Ok(steering)
    }

    /// Smooths a route that the agent is given, from where it is.
    pub(super) fn smooth(&mut self, route: &Route) {
        let Some(smooth) = &mut self.smooth else {
            return;
        };
        let is_under_way = |plan: &Plan| plan.base > plan.followed.passed;
        let beginning = if self.plan.as_ref().is_some_and(is_under_way) {
            Beginning::OnFirstMove
        } else {
            Beginning::At(self.agent.position)
        };
        let smoothed = SmoothRoute::begun(&self.view, route, beginning, &smooth.smoothing);
        let mut follower = smoothed.ok().flatten().map(Follower::new);
        smooth.follower = follower.take_if(|follower| follower.update(self.agent.position).is_ok());
        (smooth.is_free, smooth.is_stuck) = (false, false);
    }

    /// Takes the smooth way on to the world and the position as they are, and returns whether it is not free any more
    /// where it was.
    pub(super) fn look_at_smooth(
        &mut self,
        position: DVec3,
        changes: &Changes,
    ) -> Result<bool, RouteError> {
        let Some(smooth) = &mut self.smooth else {
            return Ok(false);
        };
        if !changes.is_empty() {
            smooth.tried_at = None;
        }
        let Some(follower) = &mut smooth.follower else {
            return Ok(false);
        };
        let was_free = smooth.is_free;
        smooth.is_free = follower.update_in(&self.view, position)?;
        let is_path_free = |plan: &Plan| plan.followed.blocked.is_none();
        let is_stuck = std::mem::take(&mut smooth.is_stuck) && smooth.tried_at != Some(position);
        if is_stuck && self.plan.as_ref().is_some_and(is_path_free) {
            // From here, where no point of its way is in sight, there is another.
            (smooth.tried_at, smooth.follower) = (Some(position), None);
            return Ok(false);
        }
        Ok(was_free && !smooth.is_free)
    }

    /// Smooths the rest of a path that is free from where the agent is.
    pub(super) fn is_smoothed_anew(&mut self, left: &mut u64) -> Result<bool, RouteError> {
        let is_free = |plan: &&Plan| !plan.is_lost && plan.followed.blocked.is_none();
        let Some(plan) = self.plan.as_ref().filter(is_free) else {
            return Ok(false);
        };
        if *left == 0 {
            // In the next update, then.
            if let Some(smooth) = &mut self.smooth {
                smooth.is_free = true;
            }
            return Ok(false);
        }
        let (proved, reach, is_outdated) = (plan.proved, plan.reach, plan.is_outdated);
        let Some(rest) = plan.between(plan.base, u64::MAX, &self.view) else {
            return Ok(false);
        };
        let (is_cut, goal_moved) = (plan.is_cut, self.goal_moved);
        let Some(JoinedPath { path, is_led }) = self.led_here(rest, left)? else {
            self.lost();
            return Ok(false);
        };
        let plan = self.plan_of(path);
        let proved = if is_led { plan.proved } else { proved };
        self.follow(Plan {
            proved,
            reach,
            is_outdated,
            is_cut,
            ..plan
        })?;
        self.goal_moved = goal_moved;
        Ok(true)
    }

    /// Returns a path that begins at the cell that the agent goes to, from where the agent is: as it is where the agent
    /// gets straight to that, else over another way to it, and whether it is over another.
    pub(super) fn led_here(
        &mut self,
        path: Path,
        left: &mut u64,
    ) -> Result<Option<JoinedPath>, RouteError> {
        let start = path.start();
        let finishes_moves = moves::of(self.view.moves()).finishes_moves();
        let is_under_way =
            |plan: &Plan| finishes_moves && plan.base > plan.followed.passed && !plan.is_lost;
        let view = &self.view;
        let (position, rest) = (self.agent.position, self.agent.rest);
        if self.smooth.is_none()
            || self.plan.as_ref().is_some_and(is_under_way)
            || view.kind().reaches(position, rest, start)
        {
            let is_led = false;
            return Ok(Some(JoinedPath { path, is_led }));
        }
        let Some(here) = view.kind().end(position, view.options().start)?.cell else {
            return Ok(None);
        };
        let passes = (0..).zip(path.cells()).filter(|it| it.1 == here).last();
        if let Some((moves, _)) = passes {
            let is_led = true;
            let rest = path.part(moves..u64::MAX);
            return Ok(rest.map(|path| JoinedPath { path, is_led }));
        }
        // Whatever is left: a route that was found is not to be lost for want of so little.
        let mut own = DETOUR_EXPANSIONS;
        let joined = self.short_way_to(here, &path, &mut own);
        *left = left.saturating_sub(DETOUR_EXPANSIONS - own);
        Ok(joined.map(|path| JoinedPath {
            path: without_loops(path),
            is_led: true,
        }))
    }

    /// Takes note that the agent does not get to its path: it needs another from where it is.
    pub(super) fn lost(&mut self) -> ReplanStatus {
        if let Some(plan) = &mut self.plan {
            plan.is_lost = true;
        }
        ReplanStatus::Kept
    }
}
