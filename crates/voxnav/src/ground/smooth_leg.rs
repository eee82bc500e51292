//! Routes over the ground as few straight and rounded segments, leg by leg.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, Traversability};
use voxnav_search::Action;

use super::GroundView;
use crate::following::{SmoothPath, SmoothPathError};
use crate::routes::Route;
use crate::smoothing::Smoothing;

/// The number of cells around a path that a follower may look at.
const AROUND: i32 = 8;

/// A part of a route as an agent follows it: what is done, and the way of the feet meanwhile.
///
/// Made by [`GroundView::smooth_legs`]; parts that follow each other meet.
///
/// ```
/// use voxnav::ground::{Action, Footing, Locomotion};
/// use voxnav::grid::{CellBox, CellState};
/// use voxnav::{Agent, Follower, Navigator, RouteOptions};
/// use voxnav::smoothing::Smoothing;
///
/// // A floor, and a ledge one cell high from x = 20 on.
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [40.0, 20.0, 9.0])?;
/// navigator.set_cells(CellBox::new([20, 0, 0].into(), [41, 21, 1].into()), CellState::Occupied)?;
/// let walker = navigator.add_agent((Agent::new([0.5, 0.5, 1.0].into()), &Locomotion::walker()))?;
/// let view = navigator.view(walker, &RouteOptions::default())?;
/// let route = view.find_route([2.0, 3.0, -0.5], [38.0, 17.0, 0.5])?;
///
/// let view = view.ground().ok_or("it walks")?;
/// let legs = view.smooth_legs(&route, &Smoothing::new().pull_string())?;
/// let actions: Vec<_> = legs.iter().map(|leg| leg.action).collect();
/// assert_eq!(actions, [Action::Walk, Action::StepUp, Action::Walk]);
/// assert_eq!(legs[0].footing, Footing::Plane);
/// assert_eq!(legs[0].path.waypoints().len(), 2, "straight over the floor");
/// let mut follower = Follower::new(legs[0].path.clone());
/// let plane = view.plane_along(&legs[0].path).ok_or("there is a world")?;
/// assert_eq!(follower.check(&plane), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SmoothLeg {
    /// The action along the leg.
    pub action: Action,
    /// The footing below the leg.
    pub footing: Footing,
    /// The path of the feet.
    pub path: SmoothPath,
}

/// The ground below a part of a route.
///
/// ```
/// use voxnav::ground::{Footing, SmoothLeg};
///
/// /// Whether a follower may leave the path where it sees its way.
/// fn may_look_ahead(leg: &SmoothLeg) -> bool {
///     leg.footing == Footing::Plane
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Footing {
    /// Ground to stand on below all that the body sweeps, at one height, with nothing of another cost in
    /// the way or below.
    Plane,
    /// Only what the move from each cell to the next needs: steps, drops, jumps and ladders, and walks past
    /// corners without ground or over materials with a cost of their own.
    Cells,
}

impl GroundView<'_> {
    /// Divides a route into parts to be followed, of which those on a plane are smoothed; none if it has no
    /// path.
    ///
    /// # Guarantees
    ///
    /// Every segment of a part on a [plane](Footing::Plane) is clear in [`plane_along`](Self::plane_along).
    /// All other parts lead from cell to cell as the route does.
    ///
    /// # Complexity
    ///
    /// For each walk that of the steps, and linear in the chunks that it lies in.
    ///
    /// # Errors
    ///
    /// [`SmoothPathError::OutOfRange`] for routes that are not from the world of the view and lead beyond
    /// all cells.
    pub fn smooth_legs(
        &self,
        route: &Route,
        smoothing: &Smoothing,
    ) -> Result<Vec<SmoothLeg>, SmoothPathError> {
        let parts = self.parts_of(route).into_iter();
        let legs = parts.map(|part| {
            let (path, footing) = part.smoothed(*self, smoothing)?;
            let action = part.action;
            Ok(SmoothLeg {
                action,
                footing,
                path,
            })
        });
        legs.collect()
    }

    /// Divides a route into parts that are on a plane as a whole, or not at all.
    pub(crate) fn parts_of(&self, route: &Route) -> Vec<LegPart> {
        let mut parts = Vec::new();
        let mut before = 0;
        for leg in route.legs() {
            let cells: Vec<IVec3> = leg.cells().collect();
            let plane = (leg.action == Action::Walk).then(|| Plane::around(*self, &cells));
            let points: Vec<DVec3> = cells.iter().map(|cell| cell.as_dvec3()).collect();
            let is_on_plane = |from: DVec3, to: DVec3| {
                let plane = plane.as_ref().and_then(|plane| plane.world.as_ref());
                plane.is_some_and(|plane| plane.is_clear(from, to) == Ok(true))
            };
            // Parts end at points that both belong to.
            let mut first = 0;
            while first + 1 < points.len() {
                let is_plane = is_on_plane(points[first], points[first + 1]);
                let pairs = points[first..].windows(2);
                let same = pairs.take_while(|pair| is_on_plane(pair[0], pair[1]) == is_plane);
                let last = first + same.count();
                parts.push(LegPart {
                    action: leg.action,
                    first: before + first as u64,
                    cells: cells[first..=last].to_vec(),
                    points: points[first..=last].to_vec(),
                    plane: plane.clone().filter(|_| is_plane),
                });
                first = last;
            }
            before += (cells.len() as u64).saturating_sub(1);
        }
        parts
    }

    /// Returns the cells around a path where the agent stands upright, in and on nothing that costs extra:
    /// what a [`Follower`](crate::Follower) of a part on a [plane](Footing::Plane) checks its way against
    /// and looks ahead in, with a view of the world as it is then. `None` if there is no world around the
    /// path.
    ///
    /// # Complexity
    ///
    /// A look-up, shared by all agents that walk over the same chunks of 64^3 cells. The first call after an edit near
    /// a chunk waits for it, some 50 microseconds.
    #[must_use]
    pub fn plane_along(&self, path: &SmoothPath) -> Option<Traversability> {
        let cells = path.waypoints().iter();
        let cells = cells.filter_map(|&waypoint| self.cell_of(waypoint).ok());
        Plane::around(*self, &cells.collect::<Vec<_>>()).world
    }
}

/// A part of a route that is on a plane as a whole, or not at all.
#[derive(Clone, Debug)]
pub(crate) struct LegPart {
    pub(crate) action: Action,
    /// The number of moves of the route before it.
    pub(crate) first: u64,
    pub(crate) cells: Vec<IVec3>,
    /// The points that its way leads over, in cells.
    pub(crate) points: Vec<DVec3>,
    /// The ground around a part on a plane.
    pub(crate) plane: Option<Plane>,
}

impl LegPart {
    /// Returns the way of the part, smoothed if it is on a plane.
    pub(crate) fn smoothed(
        &self,
        view: GroundView<'_>,
        smoothing: &Smoothing,
    ) -> Result<(SmoothPath, Footing), SmoothPathError> {
        let path = SmoothPath::through(self.points.clone(), view.lattice(), view.anchor())?;
        let plane = self.plane.as_ref().and_then(|plane| plane.world.as_ref());
        Ok(match plane {
            Some(plane) => (path.smoothed(smoothing, plane), Footing::Plane),
            None => (path, Footing::Cells),
        })
    }

    /// Makes the part of a route that ends where it begins.
    pub(crate) fn standing(view: GroundView<'_>, cell: IVec3) -> Self {
        let plane = Plane::around(view, &[cell]);
        let is_plane = |world: &Traversability| world.is_traversable(cell);
        Self {
            action: Action::Walk,
            first: 0,
            cells: vec![cell],
            points: vec![cell.as_dvec3()],
            plane: plane.world.as_ref().is_some_and(is_plane).then_some(plane),
        }
    }
}

/// The cells around a part of a route where the agent stands upright, in and on nothing that costs extra, shared with
/// others that walk there.
#[derive(Clone, Debug)]
pub(crate) struct Plane {
    /// The box of the cells that concern the part.
    pub(crate) cells: CellBox,
    /// The cells, if any of the box is within the bounds.
    pub(crate) world: Option<Traversability>,
}

impl Plane {
    /// Derives the cells around some cells, at their heights.
    fn around(view: GroundView<'_>, cells: &[IVec3]) -> Self {
        let first = cells.first().copied().unwrap_or_default();
        let low = cells.iter().fold(first, |low, cell| low.min(*cell));
        let high = cells.iter().fold(first, |high, cell| high.max(*cell));
        let across = IVec3::ONE - view.moves().locomotion().up.step().abs();
        let margin = across * AROUND;
        let hull = CellBox::new(low.saturating_sub(margin), high.saturating_add(margin + 1));
        let mut plane = Self {
            cells: if cells.is_empty() {
                CellBox::EMPTY
            } else {
                hull
            },
            world: None,
        };
        plane.renew(view);
        plane
    }

    /// Takes the cells as they are in the world as it is: with all of their chunks, so that agents that walk there
    /// share them.
    pub(crate) fn renew(&mut self, view: GroundView<'_>) {
        let stances = view.moves().in_known_space().stances();
        self.world = stances.plane_of_chunks(self.cells);
    }
}
