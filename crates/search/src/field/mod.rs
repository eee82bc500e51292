//! Cost fields: the exact cost between every cell and the nearest of some seeds.
//!
//! A field is one search without a goal. It answers at once what would take a query for each cell:
//! what the way costs, the next move, the whole path, and which seed is the nearest.

mod nearest;
mod spread;

pub use nearest::Nearest;
pub(crate) use spread::{End, Movement, Spread, Until, path_to_seed};

use glam::IVec3;
use voxnav_occupancy::Traversability;

use crate::path::Path;
use crate::workspace::{OutOfKeys, Record, Records, SearchMemory};
use crate::{CornerRule, Cost, Direction, MoveSet, Side, Statistics, Terrain};

/// What a field is to be about: its seeds, the moves, and how far it reaches.
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
    movement: Movement<'q>,
    within: Cost,
}

impl<'q> FieldQuery<'q> {
    /// The costs from every cell to the nearest of `goals`, with 26 moves, strict corners and
    /// uniform terrain.
    #[must_use]
    pub fn to_nearest_of(goals: impl IntoIterator<Item = IVec3>) -> Self {
        Self::new(goals.into_iter().collect(), Side::Goal)
    }

    /// The costs from `start` to every cell, likewise.
    #[must_use]
    pub fn from_start(start: IVec3) -> Self {
        Self::new(vec![start], Side::Start)
    }

    fn new(seeds: Vec<IVec3>, side: Side) -> Self {
        Self {
            seeds,
            side,
            movement: Movement {
                moves: MoveSet::default(),
                corners: CornerRule::default(),
                terrain: None,
            },
            within: Cost::MAX,
        }
    }

    /// With this move set.
    #[must_use]
    pub fn moves(mut self, moves: MoveSet) -> Self {
        self.movement.moves = moves;
        self
    }

    /// With this corner rule.
    #[must_use]
    pub fn corners(mut self, corners: CornerRule) -> Self {
        self.movement.corners = corners;
        self
    }

    /// With moves that cost what `terrain` says.
    #[must_use]
    pub fn terrain(mut self, terrain: &'q Terrain) -> Self {
        self.movement.terrain = Some(terrain);
        self
    }

    /// Only for cells that cost at most `cost`: the search goes no further.
    #[must_use]
    pub fn within(mut self, cost: Cost) -> Self {
        self.within = cost;
        self
    }

    /// The field over `world`.
    ///
    /// # Complexity
    ///
    /// One expansion for each cell within the cost, about 16 bytes of memory for each cell of the
    /// bricks of 8 x 8 x 8 cells that it touches.
    ///
    /// # Errors
    ///
    /// [`FieldError::NoSeeds`]; [`FieldError::SeedOutside`] and [`FieldError::SeedBlocked`] for the
    /// first seed where the agent cannot be; [`FieldError::Memory`] if more cells are touched than
    /// search memory can address.
    pub fn solve(&self, world: &Traversability) -> Result<CostField, FieldError> {
        if self.seeds.is_empty() {
            return Err(FieldError::NoSeeds);
        }
        for &cell in &self.seeds {
            if !world.bounds().contains(cell) {
                return Err(FieldError::SeedOutside { cell });
            }
            if !world.is_traversable(cell) {
                return Err(FieldError::SeedBlocked { cell });
            }
        }
        let mut memory = SearchMemory::default();
        let spread = Spread {
            world,
            movement: self.movement,
            side: self.side,
            seeds: &self.seeds,
        };
        let until = Until {
            settled: &[],
            within: self.within,
            expanded: u64::MAX,
            cancel: None,
        };
        let spreading = spread
            .run(&mut memory, &until)
            .map_err(|OutOfKeys| FieldError::Memory)?;
        if spreading.end != End::Complete {
            return Err(FieldError::Memory);
        }
        Ok(CostField {
            world: world.clone(),
            side: self.side,
            records: memory.records,
            statistics: spreading.statistics,
        })
    }
}

/// Why there is no field, or none for the world at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FieldError {
    /// A field needs a cell to begin at.
    #[error("the field has no seed")]
    NoSeeds,
    /// A seed lies outside the bounds of the world.
    #[error("the seed {cell} lies outside the world")]
    SeedOutside {
        /// The seed.
        cell: IVec3,
    },
    /// The agent cannot be at a seed.
    #[error("the seed {cell} is blocked")]
    SeedBlocked {
        /// The seed.
        cell: IVec3,
    },
    /// More cells were touched than search memory can address: 2^32 records.
    #[error("the field touches more cells than search memory can address")]
    Memory,
    /// The field was made for another snapshot; what it says may be wrong for this one.
    #[error("the field was made for another snapshot of the world")]
    OtherSnapshot,
}

/// The exact cost between every cell and the nearest seed, over one snapshot of a world.
#[derive(Debug)]
pub struct CostField {
    world: Traversability,
    side: Side,
    records: Records,
    statistics: Statistics,
}

impl CostField {
    /// The cost of the best way between `cell` and its nearest seed; `None` where there is none, or
    /// none within the cost that was asked for.
    #[must_use]
    pub fn cost(&self, cell: IVec3) -> Option<Cost> {
        self.record(cell).map(Record::g)
    }

    /// The cells that cost at most `cost`, cheapest first, then in cell order (z, y, x).
    ///
    /// # Complexity
    ///
    /// Linear in the cells of the field, and n log n in those returned.
    #[must_use]
    pub fn cells_within(&self, cost: Cost) -> Vec<(IVec3, Cost)> {
        let mut cells = self
            .records
            .reached()
            .map(|(cell, record)| (cell, record.g()))
            .filter(|(_, g)| *g <= cost)
            .collect::<Vec<_>>();
        cells.sort_unstable_by_key(|(cell, g)| (*g, cell.z, cell.y, cell.x));
        cells
    }

    /// The moves along the best ways, provided that `world` is what the field was made for.
    ///
    /// # Errors
    ///
    /// [`FieldError::OtherSnapshot`] if it is not: make the field anew.
    pub fn flow(&self, world: &Traversability) -> Result<FlowField<'_>, FieldError> {
        if self.world.is_same_snapshot(world) {
            Ok(FlowField { field: self })
        } else {
            Err(FieldError::OtherSnapshot)
        }
    }

    /// What making the field took.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Bytes held by the field, without the snapshot.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.records.memory_bytes()
    }

    fn record(&self, cell: IVec3) -> Option<&Record> {
        let inside = self.world.bounds().contains(cell);
        inside.then(|| self.records.find(cell)).flatten()
    }
}

/// The moves of a [`CostField`], checked to be about the world of today.
#[derive(Clone, Copy, Debug)]
pub struct FlowField<'f> {
    field: &'f CostField,
}

impl FlowField<'_> {
    /// As [`CostField::cost`].
    #[must_use]
    pub fn cost(&self, cell: IVec3) -> Option<Cost> {
        self.field.cost(cell)
    }

    /// The first move from `cell` along a best way towards its nearest goal; in a field from a
    /// start, one move back along a best way from it. `None` at a seed and where no way leads.
    #[must_use]
    pub fn next_move(&self, cell: IVec3) -> Option<Direction> {
        self.field
            .record(cell)?
            .first_arrival()
            .map(Direction::reverse)
    }

    /// A best way from `cell` to its nearest goal; in a field from a start, from there to `cell`.
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

    /// The nearest seed, as the path goes. Linear in its moves.
    #[must_use]
    pub fn seed(&self, cell: IVec3) -> Option<IVec3> {
        let path = self.path(cell)?;
        Some(match self.field.side {
            Side::Goal => path.goal(),
            Side::Start => path.start(),
        })
    }
}
