//! A cost for each cell of a box.

use glam::IVec3;
use voxnav_occupancy::{Axis, CellBox, ChunkCoord};

use super::scale::Survey;
use super::{CostConvention, CostError, CostScale, Terrain};

/// A cost for each cell of a box, as a float: an array of numbers, or a function. [`terrain`](Self::terrain) makes weights
/// of it.
///
/// A cost is finite and above zero. A cell without one (`None`) has the smallest: one that is blocked, say.
///
/// ```
/// use glam::IVec3;
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// use voxnav_search::{CostVolume, Query, Workspace};
///
/// // Four rows along x; moves into some cells cost much.
/// let cells = CellBox::from_size(IVec3::new(3, 4, 1));
/// let costs = [0.5, 0.5, 0.5, 9.0, 9.0, 1.5, 9.0, 9.0, 1.5, 0.5, 0.5, 0.5];
/// let at = |cell: IVec3| costs[(cell.y * 3 + cell.x) as usize];
/// let terrain = CostVolume::new(cells, |cell| Some(at(cell))).terrain()?;
///
/// let open = OccupancyBuilder::new(cells)?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let query = Query::new(IVec3::ZERO, IVec3::Y * 3).terrain(&terrain);
/// let solution = query.solve(&world, &mut Workspace::new());
/// let path = solution.outcome.path().ok_or("a way")?;
/// assert!(path.cells().all(|cell| at(cell) < 9.0));
/// // In the unit of the costs: cells along the way, times what each costs.
/// let cost = path.cost().length() * terrain.scale().unit();
/// assert!((cost - (0.5 + 0.5 + 1.5 + 1.5 + 0.5 * 2_f64.sqrt() + 0.5)).abs() < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CostVolume<F> {
    cells: CellBox,
    cost: F,
    nearest: Axis,
    range: Option<[f64; 2]>,
    convention: CostConvention,
}

impl<F: Fn(IVec3) -> Option<f64>> CostVolume<F> {
    /// Makes a volume of what a function returns for each cell of a box. [`terrain`](Self::terrain) asks it two times for
    /// each.
    #[must_use]
    pub const fn new(cells: CellBox, cost: F) -> Self {
        Self {
            cells,
            cost,
            nearest: Axis::X,
            range: None,
            convention: CostConvention::Entered,
        }
    }

    voxnav_occupancy::setters! {
        /// Sets the axis along which the function is called first: the one along which an array has contiguous
        /// numbers. X by default.
        nearest(axis: Axis) => nearest = axis;

        /// Sets what a move costs. The cost of the cell that it enters by default.
        convention(convention: CostConvention) => convention = convention;
    }

    /// Has the terrain take all costs from `smallest` to `largest`, for later [edits](Terrain::set_costs). Otherwise it
    /// takes those from the smallest of the volume to the largest, and a little beyond.
    #[must_use]
    pub fn covering(mut self, smallest: f64, largest: f64) -> Self {
        self.range = Some([smallest, largest]);
        self
    }

    /// Stores the costs as weights, by a scale that fits them: [`Terrain::scale`].
    ///
    /// # Errors
    ///
    /// [`CostError`]: a cost that is not finite or not above zero, with its cell; costs of which one is more than 65,535
    /// times another.
    ///
    /// # Complexity
    ///
    /// Linear in the cells; two bytes a cell, in chunks of 64^3.
    pub fn terrain(&self) -> Result<Terrain, CostError> {
        let even = Terrain::new().with_scale(self.scale()?);
        let mut terrain = even.with_convention(self.convention);
        terrain.set_costs(self)?;
        Ok(terrain)
    }

    /// Returns the scale for all costs; an error at the first that is none.
    fn scale(&self) -> Result<CostScale, CostError> {
        if let Some(range) = self.range {
            // NaN is no end of one.
            CostScale::covering(range, None)?;
        }
        let mut survey = Survey::of(self.range);
        self.survey(&mut survey)?;
        survey.scale()
    }

    /// Counts all costs; an error at the first that is none.
    pub(super) fn survey(&self, survey: &mut Survey) -> Result<(), CostError> {
        for chunk in self.cells.chunks() {
            self.each_cost(chunk, |cell, cost| {
                // NaN is not above zero.
                let is_cost = cost > 0.0 && cost < f64::INFINITY;
                if !is_cost {
                    return Err(CostError::NotACost { cell, cost });
                }
                survey.count(cost);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Returns whether a cell is in the box and has a cost.
    pub(super) fn has_cost(&self, cell: IVec3) -> bool {
        self.cells.contains(cell) && (self.cost)(cell).is_some()
    }

    /// Returns the chunks that have a part in the box.
    pub(super) fn chunks(&self) -> impl Iterator<Item = ChunkCoord> + use<F> {
        self.cells.chunks()
    }

    /// Calls a function with each cell of a chunk that has a cost, until it returns an error.
    pub(super) fn each_cost(
        &self,
        chunk: ChunkCoord,
        mut take: impl FnMut(IVec3, f64) -> Result<(), CostError>,
    ) -> Result<(), CostError> {
        let part = chunk.cells().intersection(&self.cells);
        // The other two axes, the slower one first.
        let [slow, medium] = match self.nearest {
            Axis::X => [2, 1],
            Axis::Y => [2, 0],
            Axis::Z => [0, 1],
        };
        let fast = self.nearest as usize;
        let mut cell = part.min;
        for along in part.min[slow]..part.max[slow] {
            cell[slow] = along;
            for along in part.min[medium]..part.max[medium] {
                cell[medium] = along;
                for along in part.min[fast]..part.max[fast] {
                    cell[fast] = along;
                    if let Some(cost) = (self.cost)(cell) {
                        take(cell, cost)?;
                    }
                }
            }
        }
        Ok(())
    }
}
