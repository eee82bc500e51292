//! Obstacles, agents and routes in world space: what an engine holds on to.
//!
//! [`Navigator`] owns the obstacles, the lattice and a world for each agent, and brings these up to
//! date when they are asked about. It translates and keeps books; what is blocked is decided by
//! [`Obstacles`] and cells, which way is best by [`Query`](crate::search::Query).
//!
//! INVARIANT: an answer is that of a bake from scratch of the obstacles as they are at the call,
//! whatever the edits and questions before.

mod cells;
mod error;
mod fit;
#[cfg(feature = "store")]
mod kept;
mod links;
#[cfg(feature = "colliders")]
mod obstacles;
mod places;
mod questions;
mod reach;
mod residents;
mod worlds;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use glam::{DVec3, IVec3, Vec3};
use voxnav_occupancy::arena::CollectionNumber;
use voxnav_occupancy::{CellBox, CellSizes, Heading, Lattice, Layers, OccupancyBuilder, Skin};
use voxnav_search::{Terrain, Workspace};

pub use error::NavigatorError;
#[cfg(feature = "store")]
pub use kept::StoredNavigatorError;
#[cfg(feature = "colliders")]
pub use obstacles::MovePreview;
pub use residents::AgentId;

use crate::ground::{LinkId, WorldLink};
use crate::obstacles::Obstacles;
use crate::routes::RouteOptions;
use crate::routes::views::surroundings::Scene;
use residents::{FlyingResident, GroundCells, GroundResident};

/// A world of obstacles that finds routes for box-shaped agents among colliders, in world units, while the world
/// changes.
///
/// Positions are anything that converts into a [`DVec3`]: `[f64; 3]`, tuples, and `DVec3` and
/// `Vec3` themselves. A position is in the cell with the nearest center.
///
/// # Borrowing
///
/// Edits and questions take `&mut self`: an edit only notes what it concerned, the next question
/// brings the agent's world up to date, and one workspace serves all of them. To search on many
/// threads, in slices, or while the world is being edited, take a [`view`](Self::view).
///
/// ```
/// use voxnav::colliders::Obstacle;
/// use voxnav::parry3d::shape::SharedShape;
/// use voxnav::{Agent, Navigator, glam::Vec3};
///
/// let mut navigator = Navigator::in_region(0.5, [-10.0, 0.5, -10.0], [10.0, 4.5, 10.0])?;
/// let wall = Obstacle::new(SharedShape::cuboid(0.25, 2.0, 8.0)).at([0.0, 2.0, 0.0]);
/// let wall = navigator.insert(wall)?;
/// let drone = navigator.add_agent(Agent::new(Vec3::splat(0.2)))?;
/// let over = navigator.find_route(drone, [-5.0, 1.0, 0.0], [5.0, 1.0, 0.0])?;
/// navigator.remove(wall)?;
/// let straight = navigator.find_route(drone, [-5.0, 1.0, 0.0], [5.0, 1.0, 0.0])?;
/// assert!(over.is_found() && over.length > straight.length);
/// assert_eq!(straight.length, 10.0);
/// # Ok::<(), voxnav::NavigatorError>(())
/// ```
pub struct Navigator {
    /// The obstacles and cells, shared with views: edits copy them while there are any.
    scene: Scene,
    options: RouteOptions,
    terrain: Terrain,
    number: CollectionNumber,
    /// True if ids count by their numbers alone, whatever navigator gave them out: this one was loaded.
    takes_all_ids: bool,
    /// The direction of up of ground agents, once it was said.
    up: Option<Heading>,
    flying: BTreeMap<AgentId, FlyingResident>,
    on_ground: BTreeMap<AgentId, GroundResident>,
    /// The cells of ground agents, for all layers that some see.
    ground_cells: Vec<GroundCells>,
    next_agent: u32,
    links: BTreeMap<LinkId, WorldLink>,
    next_link: u32,
    workspace: Workspace,
}

impl Navigator {
    /// Makes an empty world of the cells of a lattice within `bounds`, half-open, in cells. The touching rule is
    /// [`Skin::for_cell_size`].
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Bounds`] if the bounds reach beyond the cells there can be;
    /// [`NavigatorError::Skin`] for cells so large that the touching rule, a 1024th of them, is more than
    /// 2^40.
    pub fn new(lattice: Lattice, bounds: CellBox) -> Result<Self, NavigatorError> {
        let skin = Skin::for_cell_size(lattice.shortest_side())?;
        Self::of_obstacles(Obstacles::new(skin), lattice, bounds)
    }

    /// Makes an empty world of cells whose centers are multiples of their size, from the cell that owns the
    /// world position `min` to the one that owns `max`, both included. The size is one number for cubes, or `[x, y, z]` for
    /// other cells, such as those that are [lower than wide](crate::Lattice::with_sizes).
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`](crate::RouteError::Lattice) if a size is not between 1e-100 and 1e100 or more than 64 times
    /// another, or a position is not finite or too far away; else as [`Navigator::new`].
    pub fn in_region(
        size: impl Into<CellSizes>,
        min: impl Into<DVec3>,
        max: impl Into<DVec3>,
    ) -> Result<Self, NavigatorError> {
        let lattice = Lattice::with_sizes(DVec3::ZERO, size.into().into())?;
        let (min, max) = (lattice.cell_at(min.into())?, lattice.cell_at(max.into())?);
        Self::new(lattice, CellBox::new(min, max + 1))
    }

    /// Makes an empty world of cells from one corner to another, as levels are drawn: the faces of the
    /// first cells are at `min`, and those of the last at `max`, or beyond where it is no whole number of cells away. The
    /// size is one number for cubes, or `[x, y, z]`.
    ///
    /// Obstacles that end at multiples of the size from `min` fill whole cells, and floors are where they are drawn.
    ///
    /// # Errors
    ///
    /// The errors of [`Navigator::in_region`].
    ///
    /// ```
    /// use voxnav::ground::Locomotion;
    /// use voxnav::{Agent, Navigator};
    ///
    /// let mut level = Navigator::between_faces(0.5, [0.0; 3], [60.0, 60.0, 12.0])?;
    /// assert_eq!(level.bounds().size().to_array(), [120, 120, 24]);
    /// let odd = Navigator::between_faces(0.5, [0.1; 3], [1.7, 1.8, 0.2])?;
    /// assert_eq!(odd.bounds().size().to_array(), [4, 4, 1]);
    /// let walker = level.add_agent((Agent::new([0.2, 0.2, 0.9].into()), &Locomotion::walker()))?;
    /// let route = level.find_route(walker, [1.0, 1.0, 0.0], [9.0, 1.0, 0.0])?;
    /// assert_eq!(route.waypoints[0].z, 0.0, "the floor is at the face");
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn between_faces(
        size: impl Into<CellSizes>,
        min: impl Into<DVec3>,
        max: impl Into<DVec3>,
    ) -> Result<Self, NavigatorError> {
        let (min, max) = (min.into(), max.into());
        let size = DVec3::from(size.into());
        let lattice = Lattice::with_sizes(min + size / 2.0, size)?;
        // A last cell of less than a thousandth of its side is a rounding error.
        let last = max - size / 1000.0;
        let last = lattice.cell_at(last)?.max(IVec3::ZERO);
        Self::new(lattice, CellBox::new(IVec3::ZERO, last + 1))
    }

    /// Makes a world of the cells of a lattice within `bounds` with obstacles.
    fn of_obstacles(
        obstacles: Obstacles,
        lattice: Lattice,
        bounds: CellBox,
    ) -> Result<Self, NavigatorError> {
        // Refuses the bounds that bakes would refuse later.
        OccupancyBuilder::new(bounds)?;
        Ok(Self {
            scene: Scene {
                obstacles: Arc::new(obstacles),
                lattice,
                bounds,
                cells: None,
            },
            options: RouteOptions::default(),
            terrain: Terrain::new(),
            number: CollectionNumber::new(),
            takes_all_ids: false,
            up: None,
            flying: BTreeMap::new(),
            on_ground: BTreeMap::new(),
            ground_cells: Vec::new(),
            next_agent: 0,
            links: BTreeMap::new(),
            next_link: 0,
            workspace: Workspace::new(),
        })
    }

    voxnav_search::setters! {
        /// Sets the options of [`find_route`](Self::find_route).
        with_options(options: RouteOptions) => options = options;

        /// Sets which way is up, for all ground agents that are added from now on: say it once, here.
        ///
        /// A [`Locomotion`](crate::ground::Locomotion) whose up is not +z, as that of all presets, keeps its own.
        ///
        /// ```
        /// use voxnav::grid::Heading;
        /// use voxnav::ground::Locomotion;
        /// use voxnav::{Agent, Navigator};
        ///
        /// let navigator = Navigator::between_faces(0.5, [0.0; 3], [20.0, 4.0, 20.0])?;
        /// let mut navigator = navigator.with_up(Heading::Y);
        /// let walker = (Agent::new([0.25, 0.9, 0.25].into()), Locomotion::walker());
        /// let walker = navigator.add_agent(walker)?;
        /// let route = navigator.find_route(walker, [1.0, 0.0, 1.0], [9.0, 3.0, 1.0])?;
        /// assert!(route.waypoints.iter().all(|feet| feet.y == 0.0), "on the floor");
        /// # Ok::<(), voxnav::NavigatorError>(())
        /// ```
        with_up(up: impl Into<Heading>) => up = Some(up.into());
    }

    /// Returns which way is up, if that was [said](Self::with_up).
    #[must_use]
    pub fn up(&self) -> Option<Heading> {
        self.up
    }

    /// Returns the options of [`find_route`](Self::find_route).
    #[must_use]
    pub fn options(&self) -> &RouteOptions {
        &self.options
    }

    /// Returns the costs of moves by the cell that they lead to, for all agents; uniform unless written to.
    #[must_use]
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// Returns the terrain of all agents, to be changed. Cells are those of the [`lattice`](Self::lattice).
    ///
    /// ```
    /// use voxnav::{Agent, Navigator, glam::Vec3};
    ///
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0, 0.0, 9.0])?;
    /// let walker = navigator.add_agent(Agent::new(Vec3::splat(0.4)))?;
    /// for z in 0..9 {
    ///     let swamp = navigator.lattice().cell_at([5.0, 0.0, f64::from(z)].into())?;
    ///     navigator.terrain_mut().set(swamp, 20).expect("20 is not zero");
    /// }
    /// let round = navigator.find_route(walker, [2.0, 0.0, 5.0], [8.0, 0.0, 5.0])?;
    /// assert!(round.waypoints.iter().any(|waypoint| waypoint.z == 9.0));
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn terrain_mut(&mut self) -> &mut Terrain {
        &mut self.terrain
    }

    /// Returns the lattice.
    #[must_use]
    pub fn lattice(&self) -> &Lattice {
        &self.scene.lattice
    }

    /// Returns the cells that agents may be in, half-open.
    #[must_use]
    pub fn bounds(&self) -> CellBox {
        self.scene.bounds
    }

    /// Asks box queries at the outermost centers, on no layer, for their errors.
    fn check_box(&self, half_extents: Vec3) -> Result<(), NavigatorError> {
        let outermost = if self.scene.bounds.is_empty() {
            [DVec3::ZERO; 2]
        } else {
            [self.scene.bounds.min, self.scene.bounds.max - 1]
                .map(|cell| self.scene.lattice.center(cell))
        };
        for center in outermost {
            self.scene
                .obstacles
                .overlaps(center, half_extents, Layers::NONE)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Navigator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Navigator")
            .field("lattice", &self.scene.lattice)
            .field("bounds", &self.scene.bounds)
            .field("options", &self.options)
            .field("obstacles", &self.scene.obstacles)
            .field("agents", &(self.flying.len() + self.on_ground.len()))
            .finish_non_exhaustive()
    }
}
