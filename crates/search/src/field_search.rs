//! Cost fields of an agent of either kind that are made a little at a time.

use glam::IVec3;
use voxnav_occupancy::CellBox;

use crate::AgentMoves;
use crate::cost::Cost;
use crate::expansion::{BySuccessors, Pruning};
use crate::field::{End, FieldError, Reversed, Spread, Spreading, Until, check_seeds, spread};
use crate::kernel::SearchState;
use crate::memory::{OutOfKeys, Record};
use crate::movement::Successors;
use crate::outcome::{Limit, Side};
use crate::query::Limits;
use crate::solve::Movement;
use crate::workspace::SearchMemory;

/// A cost field that is made in slices, over the moves of an agent of either kind: the exact cost between each cell and the
/// nearest of some seeds, as far as it has come.
///
/// [`FieldQuery`](crate::FieldQuery) and [`LegField`](crate::LegField) make one as a whole, and know paths too. All of them
/// plan: for agents that stop at the boundary of unknown space they lead through unknown cells as through free ones.
///
/// # Guarantees
///
/// However it is sliced, costs are those of the whole field. Those that [`cost`](Self::cost) returns are final.
///
/// ```
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// use voxnav_search::{AgentMoves, Cost, FieldSearch, Flight, Limits};
/// use glam::IVec3;
///
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?.commit();
/// let world = Traversability::new(&room, UnknownPolicy::Blocked);
/// let moves = AgentMoves::from(Flight::new(&world));
/// let mut field = FieldSearch::from_nearest_of(moves, [IVec3::ZERO], Limits::none())?;
/// let far = IVec3::new(19, 0, 0);
/// while !field.step(500)? {
///     assert!(field.cost(far).is_none_or(|cost| cost == Cost::STRAIGHT * 19));
/// }
/// assert_eq!(field.cost(far), Some(Cost::STRAIGHT * 19));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FieldSearch {
    moves: AgentMoves,
    bounds: CellBox,
    seeds: Vec<IVec3>,
    side: Side,
    limits: Limits,
    memory: SearchMemory,
    state: Option<SearchState>,
    /// The largest cost at which records are final.
    exact: Option<Cost>,
    has_ended: bool,
}

impl FieldSearch {
    /// Begins the field of the costs from the nearest of `starts` to each cell. The limit of the cost ends it early, that
    /// of memory is an error; the other one has no meaning.
    ///
    /// # Errors
    ///
    /// [`FieldError::NoSeeds`]; [`FieldError::SeedOutside`] and [`FieldError::SeedBlocked`] for the first start where no
    /// path can begin.
    pub fn from_nearest_of(
        moves: AgentMoves,
        starts: impl IntoIterator<Item = IVec3>,
        limits: Limits,
    ) -> Result<Self, FieldError> {
        Self::new(moves, starts.into_iter().collect(), limits, Side::Start)
    }

    /// Begins the field of the costs from each cell to the nearest of `goals`, under the limits of
    /// [`from_nearest_of`](Self::from_nearest_of).
    ///
    /// # Errors
    ///
    /// As [`from_nearest_of`](Self::from_nearest_of), for goals.
    pub fn to_nearest_of(
        moves: AgentMoves,
        goals: impl IntoIterator<Item = IVec3>,
        limits: Limits,
    ) -> Result<Self, FieldError> {
        Self::new(moves, goals.into_iter().collect(), limits, Side::Goal)
    }

    fn new(
        moves: AgentMoves,
        seeds: Vec<IVec3>,
        limits: Limits,
        side: Side,
    ) -> Result<Self, FieldError> {
        let bounds = moves.bounds();
        check_seeds(&seeds, bounds, |cell| match &moves {
            AgentMoves::Flying(flight) => flight.world.is_traversable(cell),
            AgentMoves::OnGround(ground) => ground.moves().can_be_at(cell),
        })?;
        let mut memory = SearchMemory::default();
        memory.begin(bounds);
        Ok(Self {
            moves,
            bounds,
            seeds,
            side,
            limits,
            memory,
            state: None,
            exact: None,
            has_ended: false,
        })
    }

    /// Goes on for at most `most` expansions. Returns whether the field is complete, as far as the limit of the cost.
    ///
    /// # Errors
    ///
    /// [`FieldError::LimitReached`] if it takes more memory than the limits allow; [`FieldError::Memory`] and
    /// [`FieldError::CostRange`] as for [`FieldQuery::solve`](crate::FieldQuery::solve).
    pub fn step(&mut self, most: u64) -> Result<bool, FieldError> {
        if self.has_ended {
            return Ok(true);
        }
        let until = Until {
            settled: &[],
            within: self.limits.cost.unwrap_or(Cost::MAX),
            expanded: self.expanded().saturating_add(most),
            memory: self.limits.memory,
            cancel: None,
        };
        let Spreading { exact, end, .. } = self.spread(&until)?;
        self.exact = Some(exact);
        self.has_ended = match end {
            End::Expanded => false,
            End::OutOfRange => return Err(FieldError::CostRange),
            End::OutOfMemory if self.limits.memory.is_none() => return Err(FieldError::Memory),
            End::OutOfMemory => {
                let limit = Limit::Memory;
                return Err(FieldError::LimitReached { limit });
            }
            _ => true,
        };
        Ok(self.has_ended)
    }

    fn spread(&mut self, until: &Until<'_>) -> Result<Spreading, OutOfKeys> {
        let seeds = (&self.seeds[..], self.side);
        let state = &mut self.state;
        match &self.moves {
            AgentMoves::Flying(flight) => {
                let terrain = (!flight.terrain.is_uniform()).then_some(&flight.terrain);
                let pruning = Pruning::of(flight.moves, flight.corners, flight.shape);
                let whole = Spread {
                    world: &flight.world,
                    pruning,
                    costs: flight.shape.costs(),
                    terrain,
                    side: self.side,
                    seeds: &self.seeds,
                };
                whole.advance(&mut self.memory, state, until)
            }
            AgentMoves::OnGround(ground) => {
                let SearchMemory {
                    heap,
                    records,
                    parents,
                    ..
                } = &mut self.memory;
                let (moves, memory) = (ground.moves(), (heap, records));
                if self.side == Side::Start {
                    let moves = BySuccessors::new(&moves, None, parents);
                    return spread(moves, memory, state, seeds, until);
                }
                let reversed = Reversed(&moves);
                let moves = BySuccessors::new(&reversed, None, parents);
                spread(moves, memory, state, seeds, until)
            }
        }
    }

    /// Returns the cost of the best path between a cell and its nearest seed, once it is final; `None` before, and where no
    /// path leads or only one past the limit.
    #[must_use]
    pub fn cost(&self, cell: IVec3) -> Option<Cost> {
        let inside = self.bounds.contains(cell);
        let record = inside.then(|| self.memory.records.find(cell)).flatten();
        record.map(Record::g).filter(|g| self.is_final(*g))
    }

    fn is_final(&self, cost: Cost) -> bool {
        self.exact.is_some_and(|exact| cost <= exact)
    }

    /// Returns a cost up to which every cell that costs as much or less has its [`cost`](Self::cost): the largest there is
    /// once the field is complete; `None` before the first step.
    #[must_use]
    pub fn exact(&self) -> Option<Cost> {
        self.exact
    }

    /// Returns every cell whose cost is final, with its cost, brick by brick.
    pub fn reached(&self) -> impl Iterator<Item = (IVec3, Cost)> + '_ {
        let all = self.memory.records.reached();
        let costs = all.map(|(cell, record)| (cell, record.g()));
        costs.filter(|(_, cost)| self.is_final(*cost))
    }

    /// Returns the number of cells expanded so far.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        (self.state.as_ref()).map_or(0, |state| state.statistics.expanded)
    }
}
