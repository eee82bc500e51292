//! Cost fields: the exact cost between every cell and the nearest of some seeds.
//!
//! A field is one search without a goal. It answers at once what would take a query for each cell:
//! the cost of the path, the next move, the whole path, and the nearest seed.

mod dense;
mod error;
mod legs;
mod repair;
mod spread;

pub use error::FieldError;
pub use legs::LegField;
pub(crate) use legs::Reversed;
pub(crate) use spread::{End, Spread, Spreading, Until, path_to_seed, spread};

use std::sync::atomic::AtomicBool;

use glam::IVec3;
use voxnav_occupancy::{CellBox, Traversability};

use crate::cost::Cost;
use crate::expansion::Pruning;
use crate::memory::{OutOfKeys, Parent, Parents, Record, Records};
use crate::movement::{CellShape, CornerRule, Direction, Flight, MoveSet, Terrain};
use crate::outcome::{Limit, Side, Statistics};
use crate::path::Path;
use crate::query::SearchSettings;
use crate::workspace::SearchMemory;
use repair::{Repair, differing_cells};

/// Describes a cost field: its seeds, the moves, and how far it reaches.
///
/// A field is a plan: for agents that stop at the boundary of unknown space it leads through unknown
/// cells as through free ones, and [`Traversability::is_known`] tells where to stop.
///
/// ```
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// use voxnav_search::{Cost, FieldQuery};
/// use glam::IVec3;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(10)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let field = FieldQuery::to_nearest_of([IVec3::ZERO, IVec3::splat(9)]).solve(&world)?;
/// assert_eq!(field.cost(IVec3::splat(2)), Some(Cost::BODY_DIAGONAL * 2));
/// assert_eq!(field.flow(&world)?.seed(IVec3::splat(6)), Some(IVec3::splat(9)));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct FieldQuery<'q> {
    seeds: Vec<IVec3>,
    side: Side,
    settings: SearchSettings,
    terrain: Option<&'q Terrain>,
    cancel: Option<&'q AtomicBool>,
}

impl<'q> FieldQuery<'q> {
    /// Describes the costs from every cell to the nearest of `goals`, with 26 moves, strict corners
    /// and uniform terrain.
    #[must_use]
    pub fn to_nearest_of(goals: impl IntoIterator<Item = IVec3>) -> Self {
        Self::new(goals.into_iter().collect(), Side::Goal)
    }

    /// Describes the costs from `start` to every cell, with 26 moves, strict corners and uniform
    /// terrain.
    #[must_use]
    pub fn from_start(start: IVec3) -> Self {
        Self::new(vec![start], Side::Start)
    }

    fn new(seeds: Vec<IVec3>, side: Side) -> Self {
        Self {
            seeds,
            side,
            settings: SearchSettings::default(),
            terrain: None,
            cancel: None,
        }
    }

    voxnav_occupancy::setters! {
        /// Sets the move set.
        moves(moves: MoveSet) => settings.moves = moves;

        /// Sets the corner rule.
        corners(corners: CornerRule) => settings.corners = corners;

        /// Sets the shape of cells, by which moves cost what they are long. Cubes by default.
        shape(shape: CellShape) => settings.shape = shape;

        /// Sets the terrain, which weighs the costs of moves.
        terrain(terrain: &'q Terrain) => terrain = (!terrain.is_uniform()).then_some(terrain);

        /// Limits the field to cells that cost at most `cost`, instead of
        /// [`Limits::cost`](crate::Limits::cost): the search goes no further.
        within(cost: Cost) => settings.limits.cost = Some(cost);

        /// Takes the moves, the corner rule, the shape of cells and the limits from settings shared with queries; their
        /// algorithm, heuristic and ties have no meaning without a goal.
        ///
        /// A field ends at [`Limits::cost`](crate::Limits::cost), as with [`FieldQuery::within`]; that
        /// it would take more than [`Limits::expanded`](crate::Limits::expanded) or
        /// [`Limits::memory`](crate::Limits::memory) is an error.
        settings(settings: SearchSettings) => settings = settings;

        /// Ends with [`FieldError::Cancelled`] soon after another thread has set this token.
        cancel(cancel: &'q AtomicBool) => cancel = Some(cancel);
    }

    /// Makes the field over `world`.
    ///
    /// # Complexity
    ///
    /// One expansion for each cell within the cost, about 16 bytes of memory for each cell of the
    /// bricks of 8 x 8 x 8 cells that it touches. Over terrain, a field without limits in a world of up to 2^24 cells takes
    /// 17 bytes more for each cell that it looks at while it is made, and a third of the time.
    ///
    /// # Errors
    ///
    /// [`FieldError::NoSeeds`]; [`FieldError::SeedOutside`] and [`FieldError::SeedBlocked`] for the
    /// first seed where the agent cannot be; [`FieldError::LimitReached`] if the settings do not
    /// allow as many expansions or bytes as it takes; [`FieldError::Cancelled`];
    /// [`FieldError::Memory`] if more cells are touched than search memory can address;
    /// [`FieldError::CostRange`] if no [`FieldQuery::within`] was given and terrain makes cells so
    /// expensive that no [`Cost`] holds it.
    pub fn solve(&self, world: &Traversability) -> Result<CostField, FieldError> {
        let SearchSettings {
            moves,
            corners,
            shape,
            ..
        } = self.settings;
        let flight = Flight {
            world: world.clone(),
            moves,
            corners,
            terrain: self.terrain.cloned().unwrap_or_default(),
            shape,
        };
        let can_be_at = |cell| world.is_traversable(cell);
        self.spread(world.bounds(), can_be_at, flight, |until, memory| {
            let spread = Spread {
                world,
                pruning: Pruning::of(moves, corners, shape),
                costs: shape.costs(),
                terrain: self.terrain,
                side: self.side,
                seeds: &self.seeds,
            };
            spread.run(memory, until)
        })
    }

    /// Makes the field by a search over moves of any kind.
    fn spread<M>(
        &self,
        bounds: CellBox,
        can_be_at: impl Fn(IVec3) -> bool,
        moves: M,
        run: impl FnOnce(&Until<'_>, &mut SearchMemory) -> Result<Spreading, OutOfKeys>,
    ) -> Result<CostField<M>, FieldError> {
        check_seeds(&self.seeds, bounds, can_be_at)?;
        let limits = self.settings.limits;
        let until = Until {
            settled: &[],
            within: limits.cost.unwrap_or(Cost::MAX),
            expanded: limits.expanded.unwrap_or(u64::MAX),
            memory: limits.memory,
            cancel: self.cancel,
        };
        let mut memory = SearchMemory::default();
        let Spreading {
            end, statistics, ..
        } = run(&until, &mut memory)?;
        let reached = |limit| Err(FieldError::LimitReached { limit });
        match end {
            End::Complete => {}
            End::OutOfRange => return Err(FieldError::CostRange),
            End::Cancelled => return Err(FieldError::Cancelled),
            End::Expanded => return reached(Limit::Expanded),
            _ if limits.memory.is_some() => return reached(Limit::Memory),
            _ => return Err(FieldError::Memory),
        }
        Ok(CostField {
            bounds,
            seeds: self.seeds.clone(),
            side: self.side,
            within: until.within,
            moves,
            records: memory.records,
            parents: memory.parents,
            statistics,
        })
    }
}

/// Refuses seeds where no path can begin or end.
pub(crate) fn check_seeds(
    seeds: &[IVec3],
    bounds: CellBox,
    can_be_at: impl Fn(IVec3) -> bool,
) -> Result<(), FieldError> {
    for &cell in seeds {
        if !bounds.contains(cell) {
            return Err(FieldError::SeedOutside { cell });
        }
        if !can_be_at(cell) {
            return Err(FieldError::SeedBlocked { cell });
        }
    }
    match seeds {
        [] => Err(FieldError::NoSeeds),
        _ => Ok(()),
    }
}

/// The exact cost between every cell and the nearest seed, over one snapshot of a world. `M` is what the field
/// keeps of the moves.
///
/// # References
///
/// Dijkstra, "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik 1, 1959.
/// Ramalingam, Reps, "An Incremental Algorithm for a Generalization of the Shortest-Path Problem",
/// Journal of Algorithms 21, 1996, for [`CostField::updated`].
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Cost, FieldQuery};
///
/// let field = FieldQuery::to_nearest_of([IVec3::ZERO]).solve(&world)?;
/// assert_eq!(field.cost(IVec3::new(0, 0, 7)), Some(Cost::STRAIGHT * 7));
/// assert_eq!(field.cost(IVec3::splat(99)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CostField<M = Flight> {
    bounds: CellBox,
    seeds: Vec<IVec3>,
    side: Side,
    /// The largest cost of interest.
    within: Cost,
    moves: M,
    records: Records,
    /// The cell before each, over moves that the caller supplies.
    parents: Parents,
    statistics: Statistics,
}

impl<M> CostField<M> {
    /// Returns the cost of the best path between `cell` and its nearest seed; `None` where there is
    /// no path, or only one that costs more than was asked for.
    #[must_use]
    pub fn cost(&self, cell: IVec3) -> Option<Cost> {
        self.record(cell).map(Record::g)
    }

    /// Returns every cell that has a path, with its cost, brick by brick.
    pub fn reached(&self) -> impl Iterator<Item = (IVec3, Cost)> + '_ {
        self.records
            .reached()
            .map(|(cell, record)| (cell, record.g()))
    }

    /// Returns the cells that cost at most `cost`, cheapest first, then in cell order (z, y, x).
    ///
    /// # Complexity
    ///
    /// Linear in the cells of the field, and n log n in those returned.
    ///
    /// ```
    /// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
    /// # use voxnav_search::{Cost, FieldQuery, MoveSet};
    /// # use glam::IVec3;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// # let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    /// let query = FieldQuery::from_start(IVec3::splat(4)).moves(MoveSet::Face6);
    /// // What comes within three moves; the search goes no further either.
    /// let field = query.within(Cost::STRAIGHT * 3).solve(&world)?;
    /// assert_eq!(field.cells_within(Cost::STRAIGHT).len(), 1 + 6);
    /// assert_eq!(field.cells_within(Cost::MAX).len(), 1 + 6 + 18 + 38);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn cells_within(&self, cost: Cost) -> Vec<(IVec3, Cost)> {
        let mut cells = self
            .reached()
            .filter(|(_, g)| *g <= cost)
            .collect::<Vec<_>>();
        cells.sort_unstable_by_key(|(cell, g)| (*g, cell.z, cell.y, cell.x));
        cells
    }

    /// Returns the statistics of the search that made the field; for an updated one, of the last
    /// update.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Returns the number of bytes held by the field, without the snapshot.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.records.memory_bytes() + self.parents.capacity() * size_of::<Parent>()
    }

    fn record(&self, cell: IVec3) -> Option<&Record> {
        let inside = self.bounds.contains(cell);
        inside.then(|| self.records.find(cell)).flatten()
    }
}

impl CostField {
    /// Returns the moves along the best paths, provided that `world` is the one that the field was
    /// made for.
    ///
    /// # Errors
    ///
    /// [`FieldError::OtherSnapshot`] if it is not: [update](CostField::updated) the field.
    pub fn flow(&self, world: &Traversability) -> Result<FlowField<'_>, FieldError> {
        if self.moves.world.is_same_snapshot(world) {
            Ok(FlowField { field: self })
        } else {
            Err(FieldError::OtherSnapshot)
        }
    }

    /// Repairs the field for an edited world with equal bounds and terrain.
    ///
    /// # Guarantees
    ///
    /// Costs are those of a field made from scratch. Which of several equally cheap moves the flow
    /// takes may differ from it.
    ///
    /// # Complexity
    ///
    /// A few steps for each brick of 8 x 8 x 8 cells of the field and each changed cell, and, with a
    /// logarithm, for each cell whose cost changes and its neighbors. An edit near the seeds may
    /// change every cost; making the field again is then several times as fast.
    ///
    /// # Errors
    ///
    /// [`FieldError::OtherBounds`]; [`FieldError::SeedBlocked`] for the first seed that the agent
    /// can no longer enter; [`FieldError::Memory`] and [`FieldError::CostRange`] as for
    /// [`FieldQuery::solve`].
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{
    ///     CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy,
    /// };
    /// use voxnav_search::{Cost, FieldQuery, MoveSet};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 3, 1)))?.commit();
    /// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    /// let query = FieldQuery::to_nearest_of([IVec3::ZERO]).moves(MoveSet::Face6);
    /// let field = query.solve(&world)?;
    /// let far = IVec3::new(8, 0, 0);
    /// assert_eq!(field.cost(far), Some(Cost::STRAIGHT * 8));
    ///
    /// let mut edit = occupancy.edit();
    /// edit.set_box(CellBox::new(IVec3::new(4, 0, 0), IVec3::new(5, 2, 1)), CellState::Occupied)?;
    /// let edited = world.refreshed(&edit.commit());
    /// assert!(field.flow(&edited).is_err());
    /// let field = field.updated(&edited)?;
    /// assert_eq!(field.cost(far), Some(Cost::STRAIGHT * 12));
    /// assert!(field.flow(&edited).is_ok());
    /// # Ok(())
    /// # }
    /// ```
    pub fn updated(mut self, world: &Traversability) -> Result<Self, FieldError> {
        let (before, after) = (self.bounds, world.bounds());
        if before != after {
            return Err(FieldError::OtherBounds { before, after });
        }
        check_seeds(&self.seeds, before, |cell| world.is_traversable(cell))?;
        let Flight {
            moves,
            corners,
            terrain,
            shape,
            ..
        } = &self.moves;
        let repair = Repair {
            world,
            pruning: Pruning::of(*moves, *corners, *shape),
            costs: shape.costs(),
            terrain: (!terrain.is_uniform()).then_some(terrain),
            side: self.side,
            seed: self.seeds[0],
            within: self.within,
        };
        let changed = differing_cells(&self.moves.world, world, &self.records);
        let mut memory = SearchMemory {
            records: self.records,
            ..SearchMemory::default()
        };
        self.statistics = repair.run(&changed, &mut memory)?;
        self.records = memory.records;
        self.moves.world = world.clone();
        Ok(self)
    }
}

/// The moves of a [`CostField`], checked to belong to the current snapshot.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::FieldQuery;
///
/// let field = FieldQuery::to_nearest_of([IVec3::ZERO]).solve(&world)?;
/// let next = field.flow(&world)?.next_move(IVec3::splat(5)).ok_or("zero can be reached")?;
/// assert_eq!(next.offset(), IVec3::NEG_ONE);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FlowField<'f> {
    field: &'f CostField,
}

impl FlowField<'_> {
    /// Returns the cost of a cell, as [`CostField::cost`] does.
    #[must_use]
    pub fn cost(&self, cell: IVec3) -> Option<Cost> {
        self.field.cost(cell)
    }

    /// Returns the first move from `cell` along a best path toward its nearest goal; in a field
    /// from a start, one move back along a best path from it. `None` at a seed and where no path
    /// leads.
    ///
    /// ```
    /// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
    /// # use voxnav_search::FieldQuery;
    /// # use glam::IVec3;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// # let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    /// let field = FieldQuery::to_nearest_of([IVec3::ZERO]).solve(&world)?;
    /// let flow = field.flow(&world)?;
    /// let mut agent = IVec3::new(7, 3, 1);
    /// while let Some(step) = flow.next_move(agent) {
    ///     agent += step.offset();
    /// }
    /// assert_eq!(agent, IVec3::ZERO);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn next_move(&self, cell: IVec3) -> Option<Direction> {
        self.field
            .record(cell)?
            .first_arrival()
            .map(Direction::reverse)
    }

    /// Returns a best path from `cell` to its nearest goal; in a field from a start, from there to
    /// `cell`.
    ///
    /// # Complexity
    ///
    /// Linear in its moves.
    #[must_use]
    pub fn path(&self, cell: IVec3) -> Option<Path> {
        self.field.record(cell)?;
        let mut path = Path::default();
        path_to_seed(&self.field.records, cell, &mut path)?;
        if self.field.side == Side::Start {
            path.reverse();
        }
        Some(path)
    }

    /// Returns the nearest seed, as the path goes. Linear in the moves of the path.
    #[must_use]
    pub fn seed(&self, cell: IVec3) -> Option<IVec3> {
        let path = self.path(cell)?;
        Some(match self.field.side {
            Side::Goal => path.goal(),
            Side::Start => path.start(),
        })
    }
}
