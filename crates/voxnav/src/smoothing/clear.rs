//! Whether the agent gets from one point to another: the one question that all steps ask.

use glam::DVec3;
use voxnav_occupancy::obstacles::Obstacles;
use voxnav_occupancy::{Agent, Lattice, SweepHit, Traversability, UnknownPolicy};

/// How far a point may be moved towards the center of its cell to be clear, in cells: not at all
/// first, then from a grain of polylines on.
const MOVES_OUT: [f64; 4] = [0.0, 1.0 / 1_048_576.0, 1.0 / 16384.0, 1.0 / 256.0];

/// What straight lines are checked against: a snapshot.
///
/// ```
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::{CellBox, OccupancyBuilder, Space, Traversability, UnknownPolicy};
///
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// assert!(Space::from(&world).is_clear(DVec3::ZERO, DVec3::splat(8.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Space<'a> {
    world: Traversability,
    colliders: Option<Colliders<'a>>,
}

/// The colliders that a world was baked from, and for whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colliders<'a> {
    pub(crate) obstacles: &'a Obstacles,
    pub(crate) agent: &'a Agent,
    pub(crate) lattice: &'a Lattice,
}

impl<'a> Space<'a> {
    /// Where the snapshot lets the agent plan.
    pub(crate) fn planned(world: &Traversability) -> Self {
        Self {
            world: world.clone(),
            colliders: None,
        }
    }

    /// Where the agent goes: for one that stops at the boundary of known space, that space. Its
    /// paths end there, but straight lines between their points need not keep to it.
    pub(crate) fn entered(world: &Traversability) -> Self {
        let world = match world.unknown_policy() {
            UnknownPolicy::StopAtBoundary => world.with_unknown(UnknownPolicy::Blocked),
            _ => world.clone(),
        };
        Self {
            world,
            colliders: None,
        }
    }

    /// The same, with a look at the colliders themselves if the cells do not tell all: the boxes
    /// of an agent at the centers of neighboring cells cover all that its box covers on the way
    /// from one to the other, unless it is thinner than a cell.
    pub(crate) fn among(self, colliders: Colliders<'a>) -> Self {
        let thinnest = f64::from(colliders.agent.half_extents.min_element()) * 2.0;
        // The touching rule takes a skin from both sides of a box.
        let covered = thinnest - 2.0 * colliders.obstacles.skin().depth();
        let colliders = (covered < colliders.lattice.size()).then_some(colliders);
        Self { colliders, ..self }
    }

    /// The point, and where it lies if moved out of what it may have been rounded into.
    pub(crate) fn moved_out(point: DVec3) -> [DVec3; 4] {
        let out = point.round() - point;
        MOVES_OUT.map(|by| point + out.clamp(DVec3::splat(-by), DVec3::splat(by)))
    }

    /// Where an agent stands that may have been rounded into what it touches: moved out, if that is
    /// clear.
    pub(crate) fn settled(&self, point: DVec3) -> DVec3 {
        let clear = Self::moved_out(point).into_iter();
        clear
            .into_iter()
            .find(|&point| self.is_clear(point, point))
            .unwrap_or(point)
    }

    /// Whether the agent's box meets nothing on a straight way between two points, in cells. Never
    /// so if one of them is not finite or has no cell.
    ///
    /// The sweep rounds ends to 2^-30 of a cell, which changes no point of a polyline.
    #[must_use]
    pub fn is_clear(&self, from: DVec3, to: DVec3) -> bool {
        self.world.is_clear(from, to) == Ok(true)
            && self.colliders.is_none_or(|all| all.are_clear(from, to))
    }

    /// What the agent's box meets first on the way between two points of a polyline, whose sweep is
    /// never refused.
    pub(crate) fn first_hit(&self, from: DVec3, to: DVec3) -> Option<SweepHit> {
        self.world.sweep(from, to).ok().flatten()
    }
}

/// Where the snapshot lets the agent plan.
impl From<&Traversability> for Space<'_> {
    fn from(world: &Traversability) -> Self {
        Self::planned(world)
    }
}

impl Colliders<'_> {
    fn are_clear(&self, from: DVec3, to: DVec3) -> bool {
        let [from, to] = [from, to].map(|point| self.lattice.position_of(point));
        let Agent {
            half_extents,
            layers,
            ..
        } = *self.agent;
        let hit = self.obstacles.sweep(from, to, half_extents, layers);
        hit == Ok(None)
    }
}
