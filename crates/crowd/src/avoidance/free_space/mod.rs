//! The static world around a body: where its box is free.
//!
//! A position is *clear* where every cell that the body's box of cells touches is one in which the body can be. In a box
//! of such cells all positions between the centers of its corners are clear, and so is every straight way there: each
//! tick, a body keeps to one such box around it. A body in whose place cells became blocked keeps to the cells that it
//! touches already and to clear ones: it enters none, and can leave.

mod cells;
pub(super) mod straight;

use glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, Traversability};
use voxnav::ground::{GroundView, Stance, StanceMap};
use voxnav::{Lattice, View};

use cells::{Cells, SIDES, SLACK};

/// The number of a room of one [`Avoidance`](super::Avoidance).
///
/// ```
/// use voxnav_crowd::avoidance::{Avoidance, Body, FreeSpace, Settings};
/// use voxnav::glam::{DVec3, IVec3};
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::{Lattice, UnknownPolicy};
///
/// let hall = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let cells = Traversability::new(&hall, UnknownPolicy::Blocked);
/// let mut crowd = Avoidance::new(Settings::default());
/// let room = crowd.add_free_space(FreeSpace::of_cells(Lattice::default(), cells));
/// crowd.add(Body::ball(0.4, [4.0; 3]).within(room))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FreeSpaceId(pub(in crate::avoidance) u32);

/// The cells in which bodies of one kind can be.
///
/// ```
/// use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav_crowd::avoidance::FreeSpace;
///
/// let hall = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let cells = Traversability::new(&hall, UnknownPolicy::Blocked);
/// let view = View::flying(Lattice::default(), cells, &Terrain::new(), &RouteOptions::default())?;
/// let room = FreeSpace::of_view(&view).ok_or("no cells")?;
/// assert!(room.is_clear([8.0; 3]) && !room.is_clear([8.1; 3]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FreeSpace {
    lattice: Lattice,
    world: World,
    /// The position of a body at a cell, from the cell's center.
    anchor: DVec3,
    /// The position of a body from the feet of its agent.
    lower: DVec3,
    /// The position of the world at zero.
    origin: DVec3,
    /// The view of the agent. Sweeps of a flying agent find obstacles in parts of cells; walks on the ground lead over
    /// corners.
    pub(in crate::avoidance) view: Option<View>,
    trust: ClearanceSource,
}

/// The cells of a room.
#[derive(Clone, Debug)]
enum World {
    Cells(Traversability),
    /// The cells at which a body stands upright, in and on nothing that its rules mind.
    Ground(Box<StanceMap>),
}

/// The word of cells on whether a body touches something between their centers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClearanceSource {
    /// A body among free cells touches nothing.
    Cells,
    /// A body among free cells may touch something: sweeps alone tell.
    Sweeps,
}

impl World {
    fn is_free(&self, cell: IVec3) -> bool {
        match self {
            Self::Cells(cells) => cells.is_traversable(cell),
            Self::Ground(stances) => {
                let stance = stances.at(cell);
                let stands = stance.has(Stance::STANDING) && stance.has(Stance::UPRIGHT);
                stands && !stance.has(Stance::MINDED)
            }
        }
    }
}

/// The ways that are free for a body in one tick.
#[derive(Clone, Copy, Debug)]
pub(in crate::avoidance) struct FreeMotion {
    /// The least and the greatest displacement on each axis, in world units; none excludes zero.
    pub(in crate::avoidance) low: DVec3,
    pub(in crate::avoidance) high: DVec3,
    /// The way that was wanted, or one that leads around an edge that is in its way.
    pub(in crate::avoidance) wanted: DVec3,
    /// True where the body touches something.
    pub(in crate::avoidance) is_enclosed: bool,
}

/// The most cells by which a body moves in one tick where there are walls.
const MOST: i32 = 16;

/// The greatest coordinate of a position, in cells.
const FARTHEST: f64 = 1_073_741_824.0;

impl FreeSpace {
    /// Makes the room of bodies that can be where a snapshot of cells says. Clear positions are those of
    /// [`Traversability::is_clear`]; a body of one cell may be smaller than it.
    #[must_use]
    pub fn of_cells(lattice: Lattice, world: Traversability) -> Self {
        Self {
            lattice,
            world: World::Cells(world),
            anchor: DVec3::ZERO,
            lower: DVec3::ZERO,
            origin: DVec3::ZERO,
            view: None,
            trust: ClearanceSource::Cells,
        }
    }

    /// Makes the room of an agent, as its routes see it. A flying agent has its cells and, where those are taken up in
    /// part, the obstacles themselves. A ground agent has the cells in which it stands as on a plane. `None` for an agent on
    /// the ground where the world has no cell.
    ///
    /// # Complexity
    ///
    /// Constant: chunks are looked at when a body comes there.
    #[must_use]
    pub fn of_view(view: &View) -> Option<Self> {
        let room = match (view.flight(), view.ground()) {
            (Some(view), _) => Self::of_cells(*view.lattice(), view.world().clone()),
            (None, ground) => Self::on_ground(ground?)?,
        };
        let view = Some(view.clone());
        Some(Self { view, ..room })
    }

    fn on_ground(view: GroundView<'_>) -> Option<Self> {
        let stances = view.moves().in_known_space().stances();
        let down = -view.moves().locomotion().up.step().as_dvec3();
        let has_cells = !stances.occupancy().bounds().is_empty();
        has_cells.then(|| Self {
            lattice: *view.lattice(),
            world: World::Ground(Box::new(stances.clone())),
            anchor: down * (view.lattice().sizes() / 2.0),
            lower: DVec3::ZERO,
            origin: DVec3::ZERO,
            view: None,
            trust: ClearanceSource::Cells,
        })
    }

    /// Returns the view of a ground agent.
    pub(in crate::avoidance) fn ground(&self) -> Option<GroundView<'_>> {
        self.view.as_ref()?.ground()
    }

    /// Has bodies rely on sweeps alone, as those whose cells were [baked](voxnav::Agent::baked) at centers must.
    #[must_use]
    pub fn by_sweeps(mut self) -> Self {
        self.trust = ClearanceSource::Sweeps;
        self
    }

    /// Has positions be of a point of bodies so far from the feet of their agents, as the lower faces of discs are that stand
    /// upside down.
    #[must_use]
    pub(crate) fn of_point_above_feet(mut self, lower: DVec3) -> Self {
        self.anchor += lower - self.lower;
        self.lower = lower;
        self
    }

    /// Returns whether a body that touches cells in which it cannot be is in something. A walker is not if it can rest
    /// nearby, as in the air, in water and next to walls that take up parts of cells. A flying body is not if a sweep
    /// among the obstacles finds it clear.
    fn is_in_something(&self, position: DVec3, at: DVec3) -> bool {
        match (&self.world, self.ground()) {
            (World::Ground(stances), Some(view)) => {
                let rests = view
                    .stance_at(self.feet(position))
                    .is_ok_and(|place| place.is_some());
                !rests && !stances.at(at.round().as_ivec3()).has(Stance::FITS)
            }
            _ => self.sweeps(position, DVec3::ZERO) != Some(true),
        }
    }

    /// Has positions count from the origin of the lattice, not from zero: far from zero they are coarse.
    #[must_use]
    pub fn from_origin(mut self) -> Self {
        self.origin = self.lattice.origin();
        self.lattice = self.lattice.around_zero();
        self
    }

    /// Returns the sides of a cell, of which the longest is 1.
    fn shape(&self) -> DVec3 {
        self.lattice.sizes() / self.lattice.longest_side()
    }

    /// Returns whether a body can be at a position.
    #[must_use]
    pub fn is_clear(&self, position: impl Into<DVec3>) -> bool {
        self.in_cells(position.into()).is_some_and(|at| {
            let cells = Cells::touched(at);
            self.are_free(cells.low, cells.high)
        })
    }

    /// Returns whether cells alone tell that a body touches nothing on a short way.
    pub(in crate::avoidance) fn covers(&self, position: DVec3, way: DVec3) -> bool {
        let Some(at) = self.in_cells(position) else {
            return false;
        };
        let way = way / self.lattice.sizes();
        let cells = Cells::touched(at).hull(&Cells::touched(at + way));
        self.trust == ClearanceSource::Cells
            && way.abs().max_element() < f64::from(MOST)
            && self.are_free(cells.low, cells.high)
    }

    /// Returns the way to the nearest place among free cells alone; zero if none is adjacent to the position.
    pub(in crate::avoidance) fn way_to_cells(&self, position: DVec3) -> DVec3 {
        let Some(at) = self.in_cells(position) else {
            return DVec3::ZERO;
        };
        let rows = [at, at.floor(), at.ceil()];
        let mut best: Option<(f64, DVec3)> = None;
        for number in 0..27_usize {
            let row = |axis: usize, number: usize| rows[number % 3][axis];
            let place = DVec3::new(row(0, number), row(1, number / 3), row(2, number / 9));
            let (way, cells) = (place - at, Cells::touched(place));
            let squared = (way * self.shape()).length_squared();
            let is_nearer = best.is_none_or(|best| squared < best.0);
            if is_nearer && self.are_free(cells.low, cells.high) {
                best = Some((squared, way));
            }
        }
        best.map_or(DVec3::ZERO, |best| best.1) * self.lattice.sizes()
    }

    /// Returns the free cells that a body touches, the nearest first.
    pub(in crate::avoidance) fn cells_at(&self, position: DVec3) -> Vec<IVec3> {
        let Some(at) = self.in_cells(position) else {
            return Vec::new();
        };
        let Cells { low, high } = Cells::touched(at);
        let corner = |number: usize| {
            let on = |axis: usize| {
                if number >> axis & 1 == 0 {
                    low[axis]
                } else {
                    high[axis]
                }
            };
            IVec3::new(on(0), on(1), on(2))
        };
        let mut cells: Vec<IVec3> = (0..8).map(corner).collect();
        cells.dedup();
        cells.retain(|&cell| self.is_free(cell));
        let squared = |cell: IVec3| ((cell.as_dvec3() - at) * self.shape()).length_squared();
        cells.sort_by(|&a, &b| squared(a).total_cmp(&squared(b)));
        cells.dedup();
        cells
    }

    /// Returns the position of a body at a cell.
    pub(in crate::avoidance) fn place_of(&self, cell: IVec3) -> DVec3 {
        self.lattice.position_of(cell.as_dvec3()) + self.anchor
    }

    /// Returns whether a body can be at a cell.
    pub(in crate::avoidance) fn is_free(&self, cell: IVec3) -> bool {
        self.world.is_free(cell)
    }

    /// Returns a position in cells, if it has any: of a walker that stands, on the ground below its feet.
    pub(in crate::avoidance) fn in_cells(&self, position: DVec3) -> Option<DVec3> {
        let at = self.lattice.coordinates_of(position - self.anchor).ok()?;
        let at = (at.abs().max_element() < FARTHEST).then_some(at)?;
        let Some(view) = self.ground() else {
            return Some(at);
        };
        let axis = view.moves().locomotion().up.axis.index();
        let height = at[axis];
        if (height - height.round()).abs() <= SLACK {
            return Some(at);
        }
        let feet = self.feet(position);
        let rise = view.grounded(feet).ok()?[axis] - feet[axis];
        let mut grounded = at;
        if rise != 0.0 {
            grounded[axis] = (height + rise / self.lattice.sizes()[axis]).round();
        }
        Some(grounded)
    }

    /// Returns where in the world the feet of an agent are whose body is at a position.
    fn feet(&self, position: DVec3) -> DVec3 {
        position - self.lower + self.origin
    }

    /// Returns the free ways from a position, none much longer than `reach` along an axis, with room first for the
    /// stopping way of the body, then for the wanted one.
    pub(in crate::avoidance) fn free(
        &self,
        position: DVec3,
        stopping: DVec3,
        wanted: DVec3,
        reach: f64,
    ) -> FreeMotion {
        let size = self.lattice.sizes();
        let Some(at) = self.in_cells(position) else {
            return FreeMotion {
                low: DVec3::ZERO,
                high: DVec3::ZERO,
                wanted: DVec3::ZERO,
                is_enclosed: true,
            };
        };
        let mut cells = Cells::touched(at);
        let is_outside = !self.are_free(cells.low, cells.high);
        if is_outside && self.walk(position, DVec3::ZERO).is_some() {
            // It leads over the corner of a cell in which the body cannot be, and beside it there is no room.
            return FreeMotion {
                low: DVec3::ZERO,
                high: DVec3::ZERO,
                wanted,
                is_enclosed: false,
            };
        }
        let mut way = wanted / size;
        if is_outside {
            way = self.way_out(at, way, reach / self.lattice.longest_side());
        }
        let touched = cells;
        let until_rest = cells.hull(&Cells::touched(at + stopping / size));
        if stopping != DVec3::ZERO && !is_outside && self.are_free(until_rest.low, until_rest.high)
        {
            // The box of the last tick had both ends, and so all of this one.
            cells = until_rest;
        }
        self.widen(&mut cells, at, way, DVec3::splat(reach) / size);
        if !is_outside {
            way = self.around_edge(&touched, &cells, at, way);
            way = cells.back_inside(at, way);
        }
        // A position within the slack outside of the box may stay where it is.
        FreeMotion {
            low: ((cells.low.as_dvec3() - at) * size).min(DVec3::ZERO),
            high: ((cells.high.as_dvec3() - at) * size).max(DVec3::ZERO),
            wanted: way * size,
            is_enclosed: is_outside && self.is_in_something(position, at),
        }
    }

    /// Returns whether a body touches one cell alone.
    pub(in crate::avoidance) fn is_at_center(&self, position: DVec3) -> bool {
        self.in_cells(position).is_some_and(|at| {
            let cells = Cells::touched(at);
            cells.low == cells.high
        })
    }

    /// Returns whether a body rests among free cells, and not within the slack outside of them.
    pub(in crate::avoidance) fn is_settled(&self, position: DVec3) -> bool {
        self.in_cells(position).is_some_and(|at| {
            let cells = Cells::touched(at);
            self.are_free(cells.low, cells.high)
                && cells.back_inside(at, DVec3::ZERO) == DVec3::ZERO
        })
    }

    /// Returns whether a body that swims gets straight to a place next to it, out of the cells that it touches: through water
    /// alone.
    pub(in crate::avoidance) fn swims(&self, position: DVec3, way: DVec3) -> bool {
        let (World::Ground(stances), Some(at)) = (&self.world, self.in_cells(position)) else {
            return false;
        };
        let way = way / self.lattice.sizes();
        if way.abs().max_element() > 1.0 {
            return false;
        }
        let touched = Cells::touched(at);
        let cells = touched.hull(&Cells::touched(at + way));
        let is_water = |cell| {
            let stance = stances.at(cell);
            stance.has(Stance::SWIMMING) && !stance.has(Stance::MINDED)
        };
        (cells.low, cells.high) != (touched.low, touched.high)
            && CellBox::new(cells.low, cells.high + 1)
                .cells()
                .all(is_water)
    }

    fn are_free(&self, low: IVec3, high: IVec3) -> bool {
        (low.z..=high.z).all(|z| {
            (low.y..=high.y)
                .all(|y| (low.x..=high.x).all(|x| self.world.is_free(IVec3::new(x, y, z))))
        })
    }

    /// Adds free layers of cells to a box while the reach asks for them, in the wanted direction first.
    fn widen(&self, cells: &mut Cells, at: DVec3, way: DVec3, reach: DVec3) {
        let mut sides = SIDES;
        sides.sort_by(|a, b| b.along(way).total_cmp(&a.along(way)));
        let mut is_done = [false; 6];
        for _ in 0..MOST {
            for (side, is_done) in sides.iter().zip(&mut is_done) {
                if *is_done {
                    continue;
                }
                let layer = cells.beyond(*side);
                *is_done = cells.gap(at, *side) >= reach[side.axis]
                    || !self.are_free(layer.low, layer.high);
                if !*is_done {
                    cells.add(*side);
                }
            }
        }
    }

    /// Returns a way that leads past an edge: where a way along an axis is blocked only because the position is off the
    /// row of cells that it leads through, the way to that row.
    fn around_edge(&self, touched: &Cells, cells: &Cells, at: DVec3, way: DVec3) -> DVec3 {
        for side in SIDES {
            let blocked = side.along(way) > cells.gap(at, side) + SLACK;
            if !blocked {
                continue;
            }
            let mut best: Option<(f64, usize, f64)> = None;
            for axis in
                (0..3).filter(|&axis| axis != side.axis && touched.low[axis] < touched.high[axis])
            {
                for row in [touched.low[axis], touched.high[axis]] {
                    let mut layer = cells.beyond(side);
                    for other in (0..3).filter(|&it| it != side.axis) {
                        (layer.low[other], layer.high[other]) =
                            (touched.low[other], touched.high[other]);
                    }
                    (layer.low[axis], layer.high[axis]) = (row, row);
                    let shift = f64::from(row) - at[axis];
                    let is_nearer = best.is_none_or(|best| shift.abs() < best.0);
                    if is_nearer && self.are_free(layer.low, layer.high) {
                        best = Some((shift.abs(), axis, shift));
                    }
                }
            }
            if let Some((_, axis, shift)) = best {
                let wanted = way[axis] * shift.signum();
                if -wanted >= side.along(way) {
                    // It wants to go the other way more than past the edge.
                    continue;
                }
                // No slower than it wants to go there anyway.
                let most = side.along(way).max(wanted);
                let mut around = way;
                around[axis] = shift.max(-most).min(most);
                return around;
            }
        }
        way
    }

    /// Returns the way to the nearest free cell around a position, at most as long as the reach; the wanted way if
    /// there is none.
    fn way_out(&self, at: DVec3, wanted: DVec3, reach: f64) -> DVec3 {
        let shape = self.shape();
        let center = at.round().as_ivec3();
        let mut best: Option<(f64, DVec3)> = None;
        for cell in CellBox::new(center - 1, center + 2).cells() {
            let way = cell.as_dvec3() - at;
            let squared = (way * shape).length_squared();
            let is_nearer = best.is_none_or(|best| squared < best.0);
            if is_nearer && self.world.is_free(cell) {
                best = Some((squared, way));
            }
        }
        best.map_or(wanted, |(_, way)| {
            super::planes::program::shortened(way * shape, reach) / shape
        })
    }
}
