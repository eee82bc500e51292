//! Options of searches for routes.

use glam::IVec3;
use voxnav_occupancy::Lattice;
use voxnav_search::{Algorithm, Cost, Limits, Partial, Query, SearchSettings, SnapPolicy};

use crate::routes::error::RouteError;
use crate::routes::questions::keep_away::KeepAway;

/// The options of a search for routes: 26 moves, strict corners, the fastest exact algorithm, and at
/// most [`RouteOptions::DEFAULT_MEMORY`] of search memory by default.
///
/// ```
/// use voxnav::grid::Axis;
/// use voxnav::{ MoveSet, RouteOptions};
/// use voxnav::search::Limits;
/// let on_the_ground = RouteOptions::default()
///     .moves(MoveSet::Planar8(Axis::Y))
///     .limits(Limits::none().expanded(100_000));
/// assert_eq!(on_the_ground.settings.moves, MoveSet::Planar8(Axis::Y));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RouteOptions {
    /// The settings of the search: moves, corners, algorithm, heuristic, ties and limits.
    pub settings: SearchSettings,
    /// The room to keep from what blocks the agent, a flying one: views of others refuse it. Little can be pruned where that makes neighboring
    /// cells cost differently, so such searches expand more.
    pub keep_away: Option<KeepAway>,
    /// The treatment of a start that the agent cannot occupy; the radius is in world units.
    pub start: SnapPolicy<f64>,
    /// The treatment of a goal that the agent cannot get to; the radius is in world units.
    pub goal: SnapPolicy<f64>,
    /// The choice of whether part of a way is wanted where there is no whole one.
    pub partial: Partial,
    /// The explanation of goals that cannot be reached.
    pub explain: Explain,
    /// True for positions on the floor itself, where ground agents stand: see [`RouteOptions::on_floor`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub on_floor: bool,
}

/// The explanation that a route gives of why its goal cannot be reached.
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
/// assert!(!route.is_found() && route.enclosure.is_some());
/// # Ok::<(), voxnav::NavigatorError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Explain {
    /// No explanation.
    #[default]
    Nothing,
    /// The largest size at which the agent still gets there, in
    /// [`Route::enclosure`](crate::Route::enclosure). Takes up to nine bakes of the world: for a
    /// message to a person.
    LargestAgent,
}

impl Default for RouteOptions {
    fn default() -> Self {
        Self {
            settings: SearchSettings::default().limits(Limits::none().memory(Self::DEFAULT_MEMORY)),
            keep_away: None,
            start: SnapPolicy::Exact,
            goal: SnapPolicy::Exact,
            partial: Partial::default(),
            explain: Explain::default(),
            on_floor: false,
        }
    }
}

impl RouteOptions {
    /// The search memory that a route may take unless the options say otherwise: 1 GiB, for millions of
    /// expansions. A search that would take more ends as
    /// [`Outcome::LimitReached`](crate::Outcome::LimitReached) with the path to the best cell so far;
    /// [`Limits::none`] allows as much as there is.
    pub const DEFAULT_MEMORY: u64 = 1 << 30;

    voxnav_search::settings_builders!(.settings);

    voxnav_search::setters! {
        /// Keeps routes away from what blocks the agent.
        keep_away(keep_away: KeepAway) => keep_away = Some(keep_away);

        /// Lets a blocked start move up to `radius` world units.
        snap_start(radius: f64) => start = SnapPolicy::Nearest { radius };

        /// Lets a blocked goal move up to `radius` world units.
        snap_goal(radius: f64) => goal = SnapPolicy::Nearest { radius };

        /// Sets whether a route may stop short of the goal: then it leads to the nearest place that can be
        /// reached, of equally near ones to the cheapest. On the ground there is no route from a start
        /// where the agent cannot be.
        partial(partial: Partial) => partial = partial;

        /// Sets what to explain about a goal that cannot be reached.
        explain(explain: Explain) => explain = explain;

        /// Sets whether waypoints and places (the [nearest](crate::View::nearest_place), random ones, those of
        /// [queries](crate::spatial::places)) of ground agents that stand are on the [floor](crate::ground::GroundView::floor_under) below them, and not at the lower faces of their cells, which
        /// are up to the height of a cell higher. Paths, costs and [lengths](crate::Route::length) are those of the cells
        /// either way, and so are positions that the agent does not stand at. Costs up to two sweeps for each
        /// waypoint, and a copy of the table of obstacles at the first edit while a view is alive.
        on_floor(on_floor: bool) => on_floor = on_floor;
    }

    /// Limits searches to paths of at most this cost, if the options do not limit them more, and makes them exact where
    /// the options ask for a first path.
    pub(crate) fn up_to(mut self, cost: Cost) -> Self {
        self.settings = without_first_path(self.settings);
        let limits = &mut self.settings.limits;
        limits.cost = Some(limits.cost.map_or(cost, |most| most.min(cost)));
        self
    }

    /// Refuses lengths that are negative or NaN.
    pub(crate) fn check(&self) -> Result<(), RouteError> {
        if let Some(keep_away) = self.keep_away {
            keep_away.check()?;
        }
        for (what, snapping) in [
            ("radius of the start", self.start),
            ("radius of the goal", self.goal),
        ] {
            if let SnapPolicy::Nearest { radius } = snapping {
                check_length(what, radius)?;
            }
        }
        Ok(())
    }

    /// Returns the query that asks for a route under these options over a lattice, keeping away apart.
    #[must_use]
    pub fn query(&self, lattice: &Lattice, start: IVec3, goal: IVec3) -> Query<'static> {
        let in_cells = |snapping| match snapping {
            SnapPolicy::Nearest { radius } => SnapPolicy::Nearest {
                radius: Cost::of_length(radius / lattice.longest_side()),
            },
            _ => SnapPolicy::Exact,
        };
        Query::new(start, goal)
            .settings(self.settings)
            .snap_start(in_cells(self.start))
            .snap_goal(in_cells(self.goal))
            .partial(self.partial)
    }
}

/// Returns settings with an exact search instead of one for a first path.
pub(in crate::routes) fn without_first_path(settings: SearchSettings) -> SearchSettings {
    match settings.algorithm {
        Algorithm::Hierarchical => settings.algorithm(Algorithm::Auto),
        _ => settings,
    }
}

/// Refuses a length that is negative or NaN.
pub(crate) fn check_length(what: &'static str, length: f64) -> Result<(), RouteError> {
    if length >= 0.0 {
        Ok(())
    } else {
        Err(RouteError::Length { what, length })
    }
}
