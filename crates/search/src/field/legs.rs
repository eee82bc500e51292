//! Cost fields over moves that the caller supplies.

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::spread::spread;
use super::{CostField, FieldError, FieldQuery};
use crate::expansion::{BySuccessors, legs_to};
use crate::movement::{Move, Predecessors, Successors};
use crate::outcome::Side;
use crate::path::Path;
use crate::query::{Limits, SearchSettings};
use crate::workspace::SearchMemory;

/// The exact cost from every cell to the nearest of some goals by custom moves, such as those of a
/// [ground](crate::Ground) agent: one search for any number of agents of one kind.
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
pub type LegField = CostField<()>;

/// Moves seen from their other end.
pub(crate) struct Reversed<'s, S>(pub(crate) &'s S);

impl<S: Predecessors> Successors for Reversed<'_, S> {
    fn bounds(&self) -> CellBox {
        self.0.bounds()
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.0.can_be_at(cell)
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
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
    /// a [`Cost`](crate::Cost) can hold.
    pub fn to_nearest_of<S: Predecessors>(
        successors: &S,
        goals: impl IntoIterator<Item = IVec3>,
        limits: Limits,
    ) -> Result<Self, FieldError> {
        let seeds = goals.into_iter().collect();
        Self::over(&Reversed(successors), seeds, limits, Side::Goal)
    }

    /// Returns the costs from `start` to every cell, with the limits of [`LegField::to_nearest_of`].
    ///
    /// # Errors
    ///
    /// As of [`LegField::to_nearest_of`].
    pub fn from_start<S: Successors>(
        successors: &S,
        start: IVec3,
        limits: Limits,
    ) -> Result<Self, FieldError> {
        Self::over(successors, vec![start], limits, Side::Start)
    }

    fn over<S: Successors>(
        successors: &S,
        seeds: Vec<IVec3>,
        limits: Limits,
        side: Side,
    ) -> Result<Self, FieldError> {
        let query = FieldQuery::new(seeds, side).settings(SearchSettings::default().limits(limits));
        let can_be_at = |cell| successors.can_be_at(cell);
        let bounds = successors.bounds();
        query.spread(bounds, can_be_at, (), |until, memory| {
            let SearchMemory {
                heap,
                records,
                parents,
                ..
            } = memory.begin(bounds);
            let moves = BySuccessors::new(successors, None, parents);
            let seeds = (&query.seeds[..], side);
            spread(moves, (heap, records), &mut None, seeds, until)
        })
    }

    /// Returns the cheapest path from a cell to its nearest goal, by the moves that the field was
    /// made of.
    #[must_use]
    pub fn path<S: Successors>(&self, successors: &S, from: IVec3) -> Option<Path> {
        self.cost(from)?;
        Some(legs_to(
            successors,
            None,
            (&self.records, &self.parents),
            from,
            self.side,
        ))
    }
}
