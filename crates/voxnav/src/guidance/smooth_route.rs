//! A route as legs of few straight segments.

use std::ops::Range;

use glam::DVec3;
use voxnav_occupancy::LatticeError;
use voxnav_search::Action;

use super::guided::{Beginning, guided};
use crate::following::{PathFollower, SmoothPath, SmoothPathError};
use crate::ground::{Footing, Plane};
use crate::routes::{Route, View};
use crate::smoothing::Smoothing;

/// A leg of a smooth route: a stretch along which one thing is done.
///
/// ```
/// use voxnav::guidance::RouteLeg;
/// use voxnav::ground::Action;
///
/// fn is_in_the_air(leg: &RouteLeg) -> bool {
///     matches!(leg.action(), Action::Jump | Action::Drop)
/// }
/// # let _ = is_in_the_air;
/// ```
#[derive(Clone, Debug)]
pub struct RouteLeg {
    pub(super) action: Action,
    pub(super) footing: Footing,
    pub(super) follower: PathFollower,
    /// The moves of the path of the route that the leg stands for.
    pub(super) moves: Range<u64>,
    /// The distance along the leg at which each cell of these moves is passed.
    pub(super) alongs: Vec<f64>,
    /// The ground around a leg on a plane.
    pub(super) plane: Option<Plane>,
    /// True once the leg was found to be blocked where its moves are not.
    pub(super) is_broken: bool,
}

impl RouteLeg {
    /// Makes a leg that stands for no moves.
    fn along(action: Action, footing: Footing, path: SmoothPath) -> Self {
        Self {
            action,
            footing,
            follower: PathFollower::new(path),
            moves: 0..0,
            alongs: Vec::new(),
            plane: None,
            is_broken: false,
        }
    }

    /// Makes a leg that stands for the moves between some positions of cells, from the one numbered `first` on.
    pub(super) fn new(
        action: Action,
        footing: Footing,
        path: SmoothPath,
        first: u64,
        cells: &[DVec3],
    ) -> Result<Self, LatticeError> {
        let mut leg = Self::along(action, footing, path);
        // Each cell is passed where the path is nearest to it, and never before the one before it.
        let mut along = 0.0_f64;
        for &cell in cells {
            leg.follower.update(cell, cell)?;
            along = along.max(leg.follower.progress.along);
            leg.alongs.push(along);
        }
        let length = leg.path().length();
        if let Some(last) = leg.alongs.last_mut() {
            *last = length;
        }
        Ok(Self {
            follower: PathFollower::new(leg.path().clone()),
            moves: first..first + (cells.len() as u64).saturating_sub(1),
            ..leg
        })
    }

    /// Returns the action along the leg: that of flying agents is [`Action::Fly`].
    #[must_use]
    pub fn action(&self) -> Action {
        self.action
    }

    /// Returns the footing of the leg: on a plane, or in the air, an agent may leave the path where it sees its way.
    #[must_use]
    pub fn footing(&self) -> Footing {
        self.footing
    }

    /// Returns the path of the leg.
    #[must_use]
    pub fn path(&self) -> &SmoothPath {
        &self.follower.path
    }

    /// Returns the number of the cell that an agent at its place has passed last, and of the one that it is at or on
    /// its way to.
    pub(super) fn passed(&self) -> [u64; 2] {
        let slack = self.follower.slack;
        let along = self.follower.progress.along;
        let reached = self.alongs.partition_point(|&it| it <= along + slack);
        let passed = reached.max(1) - 1;
        let is_between = self
            .alongs
            .get(passed)
            .is_some_and(|&it| along > it + slack);
        let passed = (self.moves.start + passed as u64).min(self.moves.end);
        [passed, (passed + u64::from(is_between)).min(self.moves.end)]
    }

    /// Returns the distance along the leg at which a cell is passed.
    pub(super) fn along_of(&self, cell: u64) -> f64 {
        let index = usize::try_from(cell.saturating_sub(self.moves.start)).unwrap_or(usize::MAX);
        let last = || self.path().length();
        self.alongs.get(index).copied().unwrap_or_else(last)
    }
}

/// A route smoothed from where the agent is to its end: legs that follow each other and meet.
///
/// A flying agent has one leg. A ground agent has a leg for each stretch of one action; those that walk over a
/// [plane](Footing::Plane) are smoothed, all others lead from cell to cell as the route does.
///
/// ```
/// use voxnav::ground::{Action, Locomotion};
/// use voxnav::grid::{CellBox, CellState};
/// use voxnav::guidance::SmoothRoute;
/// use voxnav::smoothing::Smoothing;
/// use voxnav::{Agent, Navigator, RouteOptions};
///
/// // A floor, and a ledge one cell high from x = 20 on.
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [40.0, 20.0, 9.0])?;
/// navigator.set_cells(CellBox::new([20, 0, 0].into(), [41, 21, 1].into()), CellState::Occupied)?;
/// let walker = navigator.add_agent((Agent::new([0.5, 0.5, 1.0].into()), &Locomotion::walker()))?;
/// let view = navigator.view(walker, &RouteOptions::default())?;
/// let here = [2.2, 3.3, -0.5];
/// let route = view.find_route(here, [38.0, 17.0, 0.5])?;
/// let smooth = SmoothRoute::new(&view, &route, here, &Smoothing::default())?.ok_or("no way")?;
/// let actions: Vec<_> = smooth.legs().iter().map(|leg| leg.action()).collect();
/// assert_eq!(actions, [Action::Walk, Action::StepUp, Action::Walk]);
/// assert!(smooth.legs()[0].path().waypoints()[0].distance(here.into()) < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SmoothRoute {
    pub(super) legs: Vec<RouteLeg>,
    /// The view that the route was smoothed in; `None` for a path.
    pub(super) view: Option<View>,
}

/// Makes a route of one leg, as of a flying agent.
impl From<SmoothPath> for SmoothRoute {
    fn from(path: SmoothPath) -> Self {
        Self {
            legs: vec![RouteLeg::along(Action::Fly, Footing::Plane, path)],
            view: None,
        }
    }
}

impl SmoothRoute {
    /// Smooths a route of a view from a position; `None` if it has no path.
    ///
    /// # Errors
    ///
    /// [`SmoothPathError`] for a position that is not finite or has no cell, and for a route of another world.
    pub fn new(
        view: &View,
        route: &Route,
        position: impl Into<DVec3>,
        smoothing: &Smoothing,
    ) -> Result<Option<Self>, SmoothPathError> {
        Self::begun(view, route, Beginning::At(position.into()), smoothing)
    }

    pub(crate) fn begun(
        view: &View,
        route: &Route,
        beginning: Beginning,
        smoothing: &Smoothing,
    ) -> Result<Option<Self>, SmoothPathError> {
        let legs = guided(&view.kind()).legs(route, beginning, smoothing)?;
        let view = Some(view.clone());
        Ok((!legs.is_empty()).then_some(Self { legs, view }))
    }

    /// Returns the legs, at least one.
    #[must_use]
    pub fn legs(&self) -> &[RouteLeg] {
        &self.legs
    }

    /// Returns the length of all legs, in world units.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.legs.iter().map(|leg| leg.path().length()).sum()
    }
}
