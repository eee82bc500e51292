//! The settings of joint plans.

use voxnav::glam::IVec3;
use voxnav::search::{CellShape, Cost};
use voxnav::{CornerRule, MoveSet};

use super::error::JointPlanError;
use super::kinematics::Kinematics;

/// The space that each agent takes up among the others. Walls are kept away from by the world that agents move in.
///
/// ```
/// use voxnav_crowd::mapf::CollisionModel;
///
/// assert_eq!(CollisionModel::default(), CollisionModel::Points);
/// // Balls of 0.4 cells: diagonal moves side by side are legal, crossing a corner together is not.
/// assert!(CollisionModel::balls(2, 5).is_ok());
/// assert!(CollisionModel::balls(1, 0).is_err(), "no number");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CollisionModel {
    /// Points, which conflict where they meet: in a cell, or in the middle of moves that swap cells or cross. The rule
    /// of the public benchmark.
    #[default]
    Points,
    /// Balls of one radius, which conflict where they come nearer than twice the radius at any time of a step. They
    /// may touch. Of cubes unless they are [among](CollisionModel::among) others.
    Balls(Radius),
}

impl CollisionModel {
    /// Makes balls of `numerator / denominator` cells.
    ///
    /// # Errors
    ///
    /// [`JointPlanError::Radius`] where that is no number, zero, or more than [`Radius::MOST`] cells.
    pub const fn balls(numerator: u32, denominator: u32) -> Result<Self, JointPlanError> {
        match Radius::new(numerator, denominator) {
            Ok(radius) => Ok(Self::Balls(radius)),
            Err(error) => Err(error),
        }
    }

    /// Returns the bodies among cells of a shape, whose longest side is then what their radius counts. Points conflict in
    /// the same places whatever the sides are, and stay as they are.
    ///
    /// # Errors
    ///
    /// [`JointPlanError::Uneven`] where so many cells are within reach of a ball that its conflicts are not listed.
    ///
    /// ```
    /// use voxnav::search::CellShape;
    /// use voxnav_crowd::mapf::CollisionModel;
    ///
    /// let flat = CellShape::new([0.5, 0.5, 0.1])?;
    /// let balls = CollisionModel::balls(2, 5)?.among(flat)?; // 0.2 in radius
    /// assert_ne!(balls, CollisionModel::balls(2, 5)?);
    /// assert_eq!(CollisionModel::Points.among(flat)?, CollisionModel::Points);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn among(self, shape: CellShape) -> Result<Self, JointPlanError> {
        match self {
            Self::Points => Ok(self),
            Self::Balls(radius) => Ok(Self::Balls(radius.among(shape)?)),
        }
    }

    /// Returns the least numbers of cells along each axis that are not shorter than twice the radius.
    pub(super) fn reach(self) -> IVec3 {
        match self {
            Self::Points => IVec3::ZERO,
            Self::Balls(radius) => radius.reach(),
        }
    }

    /// Returns whether bodies conflict whose distance, in units of which a cell has `scale`, has a fraction as its square.
    pub(super) fn conflict_at(self, (squared, parts): (i128, i128), scale: i64) -> bool {
        match self {
            Self::Points => squared == 0,
            Self::Balls(radius) => {
                let [over, under] = <[u32; 2]>::from(radius.parts()).map(i128::from);
                let twice = 2 * over * i128::from(scale);
                squared * under * under < twice * twice * parts
            }
        }
    }
}

/// The radius of a ball in cells, as a fraction: in longest sides of cells that are no cubes.
///
/// ```
/// use voxnav_crowd::mapf::Radius;
///
/// assert!(Radius::new(1, 2).is_ok());
/// assert!(Radius::new(9, 2).is_err(), "more than four cells");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Radius {
    numerator: u32,
    denominator: u32,
    shape: CellShape,
}

impl Radius {
    /// The largest radius, in cells.
    pub const MOST: u32 = 4;
    /// The largest denominator, so that products stay exact in 64 bits.
    const MOST_PARTS: u32 = 1 << 16;

    /// Makes a radius of `numerator / denominator` cells.
    ///
    /// # Errors
    ///
    /// [`JointPlanError::Radius`] where that is zero, more than [`Self::MOST`] cells, or no number, or where the
    /// denominator is more than 65,536.
    pub const fn new(numerator: u32, denominator: u32) -> Result<Self, JointPlanError> {
        let is_number = denominator > 0 && denominator <= Self::MOST_PARTS && numerator > 0;
        if is_number && numerator as u64 <= Self::MOST as u64 * denominator as u64 {
            Ok(Self {
                numerator,
                denominator,
                shape: CellShape::CUBIC,
            })
        } else {
            Err(JointPlanError::Radius {
                numerator,
                denominator,
            })
        }
    }

    /// Returns the numerator and the denominator.
    #[must_use]
    pub const fn parts(self) -> (u32, u32) {
        (self.numerator, self.denominator)
    }

    /// Returns the shape of the cells that the radius counts.
    #[must_use]
    pub const fn shape(self) -> CellShape {
        self.shape
    }

    /// Returns the radius in longest sides of cells of a shape.
    fn among(self, shape: CellShape) -> Result<Self, JointPlanError> {
        let radius = Self { shape, ..self };
        let cells = (2 * (radius.reach() + 2) + 1).as_i64vec3();
        if cells.element_product() > MOST_OFFSETS {
            let [numerator, denominator] = [self.numerator, self.denominator];
            return Err(JointPlanError::Uneven {
                numerator,
                denominator,
                shape,
            });
        }
        Ok(radius)
    }

    fn reach(self) -> IVec3 {
        let along = |side: u32| {
            let twice = u64::from(2 * self.numerator) * Cost::STRAIGHT.raw();
            twice.div_ceil(u64::from(self.denominator) * u64::from(side)) as i32
        };
        IVec3::from_array(self.sides().map(along))
    }

    /// Returns the sides of cells, of which the longest is 2^30.
    pub(super) fn sides(self) -> [u32; 3] {
        self.shape.sides().map(|side| side.raw() as u32)
    }
}

/// The settings of a joint plan.
///
/// ```
/// use voxnav::MoveSet;
/// use voxnav_crowd::mapf::{JointOptions, Limits};
///
/// let options = JointOptions::new().moves(MoveSet::Face6).limits(Limits::none().expanded(10_000));
/// assert_eq!(options.limits.expanded, Some(10_000));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct JointOptions {
    /// The moves from cell to cell, each of which takes one step. 26 by default.
    pub moves: MoveSet,
    /// The cells that a diagonal move must find free. All that it passes by default.
    pub corners: CornerRule,
    /// The space that agents take up. Points by default.
    pub bodies: CollisionModel,
    /// The limits to the effort.
    pub limits: Limits,
    /// The seed of the draws that break ties. Equal seeds give equal plans.
    pub seed: u64,
    /// The threads that may work.
    pub threads: Threads,
    /// The kind of distances to goals.
    pub distances: DistanceTables,
    /// The guidance of agents.
    pub guidance: Guidance,
    /// The speeds and turns of agents, each at the place of its agent; the last is that of all agents after it. Empty by
    /// default: agents go at full speed and turn at once.
    pub kinematics: Vec<Kinematics>,
}

impl JointOptions {
    /// Returns the default settings.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    voxnav::setters! {
        /// Sets the moves.
        moves(moves: MoveSet) => moves = moves;

        /// Sets the rule for the cells adjacent to diagonal moves.
        corners(corners: CornerRule) => corners = corners;

        /// Sets the space that agents take up.
        bodies(bodies: CollisionModel) => bodies = bodies;

        /// Sets the limits.
        limits(limits: Limits) => limits = limits;

        /// Sets the seed.
        seed(seed: u64) => seed = seed;

        /// Sets the threads.
        threads(threads: Threads) => threads = threads;

        /// Sets the kind of distances to goals.
        distances(distances: DistanceTables) => distances = distances;

        /// Sets the guidance of agents.
        guidance(guidance: Guidance) => guidance = guidance;

        /// Sets the speeds and turns of agents.
        kinematics(kinematics: Vec<Kinematics>) => kinematics = kinematics;
    }

    /// Returns the speed and turns of an agent.
    pub(super) fn kinematics_of(&self, agent: usize) -> Kinematics {
        let own = self.kinematics.get(agent).or(self.kinematics.last());
        own.copied().unwrap_or_default()
    }

    /// Returns whether some agent is slow or takes steps to turn.
    pub(super) fn takes_time(&self) -> bool {
        !self.kinematics.iter().all(|it| it.is_instant())
    }
}

/// The threads that work on distances. Plans are the same with either.
///
/// ```
/// use voxnav_crowd::mapf::{JointOptions, Threads};
///
/// assert_eq!(JointOptions::new().threads, Threads::One);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// The caller's thread alone.
    #[default]
    One,
    /// The threads of the current rayon pool.
    Pool,
}

/// The distances to goals that agents follow. All plans are legal; with estimated distances they may be longer.
///
/// ```
/// use voxnav_crowd::mapf::{DistanceTables, JointOptions};
///
/// assert_eq!(JointOptions::new().distances, DistanceTables::Auto);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum DistanceTables {
    /// Exact where all tables take about a second at most, and fit into half of the memory limit, or into 512 MiB where
    /// there is none; else estimated.
    #[default]
    Auto,
    /// A table for each goal: two bits for every cell.
    Exact,
    /// A table for each piece of 16 x 16 x 16 cells with goals, or 32 x 32 in a plane, of three bytes for each connected
    /// part of a block of 64 cells; and a kilobyte for each goal.
    Estimated,
}

/// The guidance of agents, in flight and on legs: each keeps a path of 20 steps among those of the others, and prefers its
/// next cell, or leg. Plans are complete and legal either way.
///
/// ```
/// use voxnav_crowd::mapf::{Guidance, JointOptions};
///
/// let at_once = JointOptions::new().guidance(Guidance::Off);
/// assert_ne!(at_once.guidance, JointOptions::new().guidance);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Guidance {
    /// Agents are guided where that takes a quarter of the memory limit at most, or 128 MiB where there is none: 214 bytes for
    /// each cell of the blocks that agents reach; on legs 42 for each cell, and 88 for each heading of agents there. First plans
    /// are much shorter, and take two to eight times as long to find, where walkers stand dense up to 17 times; agents without
    /// end reach up to 1.8 times as many goals.
    #[default]
    Auto,
    /// Agents are not guided: some plan is found as fast as can be.
    Off,
}

/// The limits to the effort of a joint plan. Nothing is limited by default.
///
/// ```
/// use voxnav_crowd::mapf::Limits;
///
/// assert_eq!(Limits::none().memory(1 << 30).memory, Some(1 << 30));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The most configurations to expand: steps of all agents that are tried.
    pub expanded: Option<u64>,
    /// The most bytes in use: the cells that agents reach, the distances to goals and the configurations.
    pub memory: Option<u64>,
}

impl Limits {
    /// Returns no limits.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            expanded: None,
            memory: None,
        }
    }

    voxnav::setters! {
        /// Limits the configurations to expand.
        expanded(count: u64) => expanded = Some(count);

        /// Limits the bytes in use.
        memory(bytes: u64) => memory = Some(bytes);
    }
}

/// The limit that a joint plan has reached.
///
/// ```
/// use voxnav_crowd::mapf::Limit;
///
/// assert_ne!(Limit::Expanded, Limit::Memory);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// The search expanded as many configurations as it may.
    Expanded,
    /// The search needs more memory than it may have.
    Memory,
}

/// The most offsets of cells at which moves of two balls may conflict: 14 MB of them.
const MOST_OFFSETS: i64 = 1 << 17;

/// The bytes for distances to goals that come one after the other, where no limit is set.
pub(super) const USUAL_BYTES: u64 = 1 << 29;
