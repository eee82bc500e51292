//! Checks of whether the agent gets from one point to another: the one question that all steps ask.

use glam::DVec3;
use voxnav_occupancy::{Baking, CellBox, SweepHit, Traversability, UnknownPolicy};
use voxnav_search::Terrain;

use super::Colliders;
use super::polyline::on_grain;
use super::way_cost::WayCost;

/// The distances by which a point may be moved toward the center of its cell to be clear, in cells: not at all first,
/// then from a grain of polylines on.
const MOVES_OUT: [f64; 4] = [0.0, 1.0 / 1_048_576.0, 1.0 / 16384.0, 1.0 / 256.0];

/// The space that straight lines are checked against.
///
/// Among colliders it comes from [`Navigator::space`](crate::Navigator::space) or
/// [`FlightView::space`](crate::search::FlightView::space): cells, and the colliders themselves, among which an agent stands
/// clear though one takes up a part of its cell. From a snapshot, as here, it knows cells alone: all there is in worlds
/// made of cells, too little near colliders, where no straight way of an agent would count as clear.
///
/// ```
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::smoothing::Space;
/// use voxnav::UnknownPolicy;
///
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// assert!(Space::from(&world).is_clear(DVec3::ZERO, DVec3::splat(8.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Space<'a> {
    world: Traversability,
    /// The colliders that must be clear too, where the cells do not tell all.
    colliders: Option<Colliders<'a>>,
    /// The colliders that it is enough to be clear of, where the cells tell too much, for positions in cells of the
    /// box.
    free: Option<(Colliders<'a>, CellBox)>,
    /// The costs of cells, where these differ.
    terrain: Option<&'a Terrain>,
}

impl Space<'_> {
    /// Makes the space where the snapshot lets the agent plan.
    pub(crate) fn planned(world: &Traversability) -> Self {
        Self {
            world: world.clone(),
            colliders: None,
            free: None,
            terrain: None,
        }
    }

    /// Makes the space where the agent goes: for one that stops at the boundary of known space, that space. Its paths
    /// end there, but straight lines between their points need not keep to it.
    pub(crate) fn entered(world: &Traversability) -> Self {
        match world.unknown_policy() {
            UnknownPolicy::StopAtBoundary => {
                Self::planned(&world.with_unknown(UnknownPolicy::Blocked))
            }
            _ => Self::planned(world),
        }
    }

    /// Returns whether no collider is asked.
    pub(crate) fn is_told_by_cells(&self) -> bool {
        self.colliders.is_none() && self.free.is_none()
    }

    /// Returns the snapshot.
    pub(crate) fn world(&self) -> &Traversability {
        &self.world
    }

    /// Returns the point, and where it lies if moved out of what it may have been rounded into, toward the center of a
    /// cell that it has a clear way to.
    pub(crate) fn moved_out(point: DVec3, center: DVec3) -> [DVec3; 4] {
        let out = center - point;
        MOVES_OUT.map(|by| point + out.clamp(DVec3::splat(-by), DVec3::splat(by)))
    }

    /// Returns the place of an agent that may have been rounded into what it touches: moved out, if that is clear, by
    /// no more than rounding can have moved it in.
    pub(crate) fn settled(&self, point: DVec3, rounding: f64) -> DVec3 {
        let most = DVec3::splat(rounding);
        let mut points = Self::moved_out(point, point.round())
            .into_iter()
            .map(|out| point + (out - point).clamp(-most, most));
        points
            .find(|&point| self.is_clear(point, point))
            .unwrap_or(point)
    }

    /// Returns whether the agent's box meets nothing on a straight way between two points, in cells; `false` if one of
    /// them is not finite or has no cell.
    ///
    /// The sweep rounds ends to 2^-30 of a cell, which changes no point of a polyline.
    #[must_use]
    pub fn is_clear(&self, from: DVec3, to: DVec3) -> bool {
        let is_told = || {
            self.world.is_clear(from, to) == Ok(true)
                && self.colliders.is_none_or(|all| all.are_clear(from, to))
        };
        is_told() || self.is_clear_among_free(from, to)
    }

    /// Returns whether the agent meets nothing wherever it is in a box of points, in cells, rounded to grains of polylines.
    pub(crate) fn is_clear_within(&self, low: DVec3, high: DVec3) -> bool {
        let (low, high) = (on_grain(low), on_grain(high));
        let cells = CellBox::new(low.floor().as_ivec3(), high.ceil().as_ivec3() + 1);
        let fits = || {
            cells.cells().all(|cell| self.world.is_traversable(cell))
                && self
                    .colliders
                    .is_none_or(|all| all.are_clear_within(low, high))
        };
        let is_among_free = || {
            self.free.is_some_and(|(colliders, bounds)| {
                let [least, most] = [bounds.min, bounds.max].map(|corner| corner.as_dvec3() - 0.5);
                low.cmpge(least).all()
                    && high.cmplt(most).all()
                    && colliders.are_clear_within(low, high)
            })
        };
        fits() || is_among_free()
    }

    /// Returns whether a polyline is clear and may take the place of another one between the same ends: among cells that
    /// cost differently, only if it costs no more and crosses no cell that costs more than all of the other.
    pub(super) fn may_replace(&self, new: &[DVec3], old: &[DVec3]) -> bool {
        new.windows(2).all(|ends| self.is_clear(ends[0], ends[1]))
            && self.terrain.is_none_or(|terrain| {
                let [new, old] = [new, old].map(|way| WayCost::of(way, terrain));
                new.may_replace(&old)
            })
    }

    /// Returns whether the way is clear by the colliders alone.
    fn is_clear_among_free(&self, from: DVec3, to: DVec3) -> bool {
        self.free.is_some_and(|(colliders, bounds)| {
            let [low, high] = [bounds.min, bounds.max].map(|corner| corner.as_dvec3() - 0.5);
            let is_inside = |end: DVec3| end.cmpge(low).all() && end.cmplt(high).all();
            is_inside(from) && is_inside(to) && colliders.are_clear(from, to)
        })
    }

    /// Returns the cell that the agent's box meets first on the way between two points of a polyline, whose sweep is
    /// never refused; `None` too where it is enough that colliders are clear, and they are.
    pub(crate) fn first_hit(&self, from: DVec3, to: DVec3) -> Option<SweepHit> {
        let hit = self.world.sweep(from, to).ok().flatten()?;
        (!self.is_clear_among_free(from, to)).then_some(hit)
    }
}

impl<'a> Space<'a> {
    /// Returns the space, with a look at the colliders themselves if the cells do not tell all: those of an agent baked
    /// at centers do not tell what stands between two of them, unless its box is as thick as a cell.
    pub(crate) fn among(self, colliders: Colliders<'a>) -> Self {
        // The touching rule takes a skin from both sides of a box.
        let half = colliders.agent.half_extents.as_dvec3() - colliders.obstacles.skin().depth();
        let covers_cells = (half * 2.0).cmpge(colliders.lattice.sizes()).all();
        let is_told = colliders.agent.baking == Baking::Swept || covers_cells;
        let colliders = (!is_told).then_some(colliders);
        Self { colliders, ..self }
    }

    /// Returns the space over terrain, where ways are made no more expensive. Uniform terrain is not looked at.
    pub(crate) fn over(self, terrain: &'a Terrain) -> Self {
        let terrain = (!terrain.is_uniform()).then_some(terrain);
        Self { terrain, ..self }
    }

    /// Returns the space, where all that is in the way are these colliders and the bounds of the world: a way that is
    /// clear among them is clear, whatever the cells say. Bakes take whole cells.
    pub(crate) fn or_among(self, colliders: Colliders<'a>, bounds: CellBox) -> Self {
        Self {
            free: Some((colliders, bounds)),
            ..self
        }
    }
}

/// The space where the snapshot lets the agent plan: right for worlds made of cells. For worlds baked from colliders
/// take [`Navigator::space`](crate::Navigator::space).
impl From<&Traversability> for Space<'_> {
    fn from(world: &Traversability) -> Self {
        Self::planned(world)
    }
}
