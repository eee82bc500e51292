//! Cost fields over moves that the caller supplies.

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::FieldError;
use super::spread::{End, Until, spread, without_goal};
use crate::cost::Cost;
use crate::expansion::{BySuccessors, legs_to};
use crate::kernel::{BestFirst, Origin, Reopening};
use crate::memory::{Parents, Records};
use crate::movement::{Move, Predecessors, Successors};
use crate::outcome::{Limit, Side, Statistics};
use crate::path::Path;
use crate::query::Limits;
use crate::workspace::SearchMemory;

/// The exact cost from every cell to the nearest of some goals by moves of the caller's own, such as those
/// of an agent on the [ground](crate::Ground): one search for any number of agents of one kind.
///
/// ```
/// use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// use voxnav_search::{Cost, Ground, LegField, Limits, Locomotion};
/// use glam::IVec3;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::new(20, 20, 4)))?.commit();
/// let ground = Ground::new(&room, &Locomotion::walker())?;
/// let exits = [IVec3::ZERO, IVec3::new(19, 19, 0)];
/// let field = LegField::to_nearest_of(&ground.moves(), exits, Limits::none())?;
/// assert_eq!(field.cost(IVec3::new(3, 2, 0)), Some(Cost::STRAIGHT + Cost::FACE_DIAGONAL * 2));
/// let path = field.path(&ground.moves(), IVec3::new(15, 19, 0)).ok_or("there is a way")?;
/// assert_eq!(path.goal(), exits[1]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct LegField {
    bounds: CellBox,
    records: Records,
    parents: Parents,
    statistics: Statistics,
}

/// Moves seen from their other end.
struct Reversed<'s, S>(&'s S);

impl<S: Predecessors> Successors for Reversed<'_, S> {
    type Action = S::Action;

    fn bounds(&self) -> CellBox {
        self.0.bounds()
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.0.can_be_at(cell)
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move<S::Action>>) {
        self.0.moves_into(cell, moves);
    }
}

impl LegField {
    /// Returns the costs from every cell to the nearest of `goals`. The limit of the cost ends the
    /// field early and is no error; those of expansions and memory are errors.
    ///
    /// # Errors
    ///
    /// [`FieldError::NoSeeds`]; [`FieldError::SeedOutside`] and [`FieldError::SeedBlocked`] for the first
    /// goal where no path may end; [`FieldError::LimitReached`]; [`FieldError::Memory`] if more cells
    /// are touched than search memory can address; [`FieldError::CostRange`] if some cells cost more than
    /// a [`Cost`] can hold.
    pub fn to_nearest_of<S: Predecessors>(
        successors: &S,
        goals: impl IntoIterator<Item = IVec3>,
        limits: Limits,
    ) -> Result<Self, FieldError> {
        Self::spread(&Reversed(successors), goals, limits, Side::Goal)
    }

    /// Returns the costs from `start` to every cell. Paths are not asked for.
    ///
    /// # Errors
    ///
    /// As of [`LegField::to_nearest_of`].
    pub(crate) fn from_start<S: Successors>(
        successors: &S,
        start: IVec3,
    ) -> Result<Self, FieldError> {
        Self::spread(successors, [start], Limits::none(), Side::Start)
    }

    fn spread<S: Successors>(
        successors: &S,
        seeds: impl IntoIterator<Item = IVec3>,
        limits: Limits,
        side: Side,
    ) -> Result<Self, FieldError> {
        let seeds: Vec<IVec3> = seeds.into_iter().collect();
        let bounds = successors.bounds();
        for &cell in &seeds {
            if !bounds.contains(cell) {
                return Err(FieldError::SeedOutside { cell });
            }
            if !successors.can_be_at(cell) {
                return Err(FieldError::SeedBlocked { cell });
            }
        }
        let (&cell, others) = seeds.split_first().ok_or(FieldError::NoSeeds)?;
        let until = Until {
            settled: &[],
            within: limits.cost.unwrap_or(Cost::MAX),
            expanded: limits.expanded.unwrap_or(u64::MAX),
            memory: limits.memory,
            cancel: None,
        };
        let mut memory = SearchMemory::default();
        let SearchMemory {
            heap,
            records,
            parents,
            ..
        } = memory.begin(bounds);
        let policies = without_goal(BySuccessors::new(successors, None, parents));
        let origin = Origin { cell, side };
        let mut state = None;
        let allowed = Reopening::Allowed;
        let search = BestFirst::new(policies, heap, records, &mut state, origin, allowed)?;
        let spreading = spread(search, others, &until)?;
        let reached = |limit| Err(FieldError::LimitReached { limit });
        match spreading.end {
            End::Complete => {}
            End::OutOfRange => return Err(FieldError::CostRange),
            End::Expanded => return reached(Limit::Expanded),
            _ if limits.memory.is_some() => return reached(Limit::Memory),
            _ => return Err(FieldError::Memory),
        }
        Ok(Self {
            bounds,
            records: memory.records,
            parents: memory.parents,
            statistics: spreading.statistics,
        })
    }

    /// Returns the cost of the cheapest path from a cell to its nearest goal; `None` where there is
    /// no path, or only one beyond the limit.
    #[must_use]
    pub fn cost(&self, cell: IVec3) -> Option<Cost> {
        let is_inside = self.bounds.contains(cell);
        let record = is_inside.then(|| self.records.known(cell)).flatten();
        record.map(|(_, record)| record.g())
    }

    /// Returns the cells that reach a goal, and their costs.
    pub fn reached(&self) -> impl Iterator<Item = (IVec3, Cost)> + '_ {
        let reached = self.records.reached();
        reached.map(|(cell, record)| (cell, record.g()))
    }

    /// Returns the cheapest path from a cell to its nearest goal, by the moves that the field was
    /// made of.
    #[must_use]
    pub fn path<S: Successors>(&self, successors: &S, from: IVec3) -> Option<Path<S::Action>> {
        self.cost(from)?;
        Some(legs_to(
            successors,
            None,
            (&self.records, &self.parents),
            from,
            Side::Goal,
        ))
    }

    /// Returns the statistics of the search that made the field.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}
