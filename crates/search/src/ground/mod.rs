//! Agents that walk, step, drop, jump, climb, swim and fly: their abilities, their moves and the
//! costs of these.
//!
//! ```text
//! Locomotion ──► MoveTable     every kind of move: what must be clear, what it starts and ends on, cost
//! Occupancy  ──► StanceMap       where the body stands, swims, climbs or fits
//!                   │
//!                   ▼
//!             GroundMoves      the moves from a cell, for the one best-first loop
//!                   │
//!                 Runs         over even ground: jumps to where there is something to decide
//! ```
//!
//! `verify.rs` looks up every move of a path among those from its cells.

mod ends;
mod link;
mod listing;
mod locomotion;
mod moves;
mod patterns;
mod pricing;
mod remaining;
mod remedy;
mod rows;
mod runs;
mod table;
mod verify;
mod weighed;

pub use link::{Link, LinkDirection, LinkError, LinkState};
pub use locomotion::{
    Compass, Crouch, Fall, Hazards, Jump, JumpReach, Locomotion, LocomotionError, Reach, Swim,
    Wading,
};
pub use moves::GroundMoves;
pub use remedy::Remedy;

pub use verify::{LegError, verify_legs};

use std::sync::Arc;

use glam::IVec3;
use voxnav_occupancy::{CellBox, Occupancy, Stance, StanceMap, Support, UnknownPolicy};

use crate::movement::Terrain;
use crate::solve::{Engines, Movement};
use patterns::Patterns;
use remaining::{LandmarkTable, Slopes};
use table::MoveTable;

/// A world as a ground agent moves through it.
///
/// Put together once for each world and each way of moving, then searched by any number of threads. After an edit,
/// [`Ground::updated`] derives again what the edit concerns.
///
/// ```
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder};
/// use voxnav_search::{Action, Ground, Locomotion, Query, Workspace};
/// use glam::IVec3;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(20, 5, 8)))?;
/// builder.set_box(CellBox::new(IVec3::ZERO, IVec3::new(20, 5, 1)), CellState::Occupied)?;
/// builder.set_box(CellBox::new(IVec3::new(9, 0, 1), IVec3::new(20, 5, 2)), CellState::Occupied)?;
/// let ground = Ground::new(&builder.commit(), &Locomotion::walker())?;
/// let query = Query::new(IVec3::new(2, 2, 1), IVec3::new(15, 2, 2));
/// let solution = query.solve(&ground, &mut Workspace::new());
/// let path = solution.outcome.path().ok_or("there is a way")?;
/// let actions: Vec<_> = path.legs().iter().map(|leg| leg.action).collect();
/// assert_eq!(actions, [Action::Walk, Action::StepUp, Action::Walk]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Ground {
    locomotion: Locomotion,
    stances: StanceMap,
    table: Arc<MoveTable>,
    patterns: Arc<Patterns>,
    /// The number of snapshots since there were no lists.
    updates: u32,
    slopes: Slopes,
    links: Arc<[Link]>,
    /// The same where unknown cells are blocked, for an agent that stops before them.
    known: Option<Arc<Ground>>,
    landmarks: Option<Arc<LandmarkTable>>,
    /// The weights of the cells that moves lead to, if any were given.
    terrain: Option<Terrain>,
}

/// The number of lists that fill a few megabytes.
const MOST_LISTS: usize = 1 << 15;

/// The fewest updates between two renewals, so that working out all lists again costs little an
/// update.
const UPDATES_A_RENEWAL: u32 = 256;

impl Movement for Ground {
    type Engines<'m> = GroundMoves<'m>;

    fn bounds(&self) -> CellBox {
        self.stances.occupancy().bounds()
    }

    fn engines(&self) -> GroundMoves<'_> {
        self.moves()
    }

    #[inline(never)]
    fn any<'e>(engines: &'e GroundMoves<'_>) -> &'e dyn Engines {
        engines
    }
}

impl Ground {
    /// Describes the moves of an agent in a world, without links. Derives nothing before it is
    /// asked.
    ///
    /// # Errors
    ///
    /// As [`Locomotion::check`].
    pub fn new(occupancy: &Occupancy, locomotion: &Locomotion) -> Result<Self, LocomotionError> {
        let known = match locomotion.unknown {
            UnknownPolicy::StopAtBoundary => {
                let unknown = UnknownPolicy::Blocked;
                let cautious = Locomotion {
                    unknown,
                    ..locomotion.clone()
                };
                Some(Arc::new(Self::new(occupancy, &cautious)?))
            }
            _ => None,
        };
        // Refuses before a table is written of numbers past their limits.
        let rules = locomotion.stance_rules(occupancy.palette())?;
        let table = MoveTable::of(locomotion);
        let rules = rules.moving(table.reach());
        Ok(Self {
            slopes: Slopes::of(&table, locomotion, occupancy.palette()),
            table: Arc::new(table),
            patterns: Arc::new(Patterns::new()),
            updates: 0,
            stances: StanceMap::new(occupancy, &rules),
            locomotion: locomotion.clone(),
            links: Arc::default(),
            known,
            landmarks: None,
            terrain: None,
        })
    }

    /// Returns the moves of the same agent, with the same links, in another snapshot. Keeps
    /// everything that the changes do not concern.
    ///
    /// # Errors
    ///
    /// As [`Locomotion::check`], which was passed before.
    pub fn updated(&self, occupancy: &Occupancy) -> Result<Self, LocomotionError> {
        let known = self.known.as_ref().map(|known| known.updated(occupancy));
        let known = known.transpose()?.map(Arc::new);
        if occupancy.palette() != self.stances.occupancy().palette() {
            let ground = Self::new(occupancy, &self.locomotion)?;
            return Ok(Self {
                links: self.links.clone(),
                stances: ground.stances.with_uneven(self.stances.uneven()),
                terrain: self.terrain.clone(),
                known,
                ..ground
            });
        }
        let before = self.stances.occupancy();
        let landmarks = self.landmarks.clone();
        let updated = Self {
            stances: self.stances.updated(occupancy),
            updates: self.updates.saturating_add(1),
            known,
            landmarks: landmarks.filter(|_| occupancy.changes_since(before).is_empty()),
            ..self.clone()
        };
        Ok(updated.without_old_lists(MOST_LISTS, UPDATES_A_RENEWAL))
    }

    /// Drops the lists of moves if there are more than `most`, of which edits may have left any
    /// number behind; not before so many updates, since all have to be worked out again.
    fn without_old_lists(self, most: usize, updates: u32) -> Self {
        if self.updates < updates || self.patterns.len() <= most {
            return self;
        }
        Self {
            patterns: Arc::new(Patterns::new()),
            updates: 0,
            stances: self.stances.without_kept(),
            ..self
        }
    }

    /// Returns the same moves with these links instead of the ones before.
    ///
    /// A link can be used where it is open, is for this agent, and both of its ends are cells at which
    /// the agent can be; a link into a wall so leads nowhere until the wall is gone.
    ///
    /// # Errors
    ///
    /// - [`LinkError::EmptyBox`] for a link that begins nowhere.
    /// - [`LinkError::OutsideBounds`] for an end outside the bounds of the world.
    pub fn with_links(self, links: &[Link]) -> Result<Self, LinkError> {
        let bounds = self.stances.occupancy().bounds();
        for (index, link) in links.iter().enumerate() {
            link.check(index, bounds)?;
        }
        let known = self.known.as_ref().map(|known| {
            let known = Self::clone(known);
            known.with_links(links)
        });
        let known = known.transpose()?.map(Arc::new);
        let mut uneven = Vec::new();
        for link in links.iter().filter(|link| link.is_for(&self.locomotion)) {
            uneven.push(link.from);
            if link.ways == LinkDirection::Both {
                uneven.push(CellBox::of_cell(link.to));
            }
        }
        Ok(Self {
            links: links.into(),
            stances: self.stances.with_uneven(uneven.into()),
            known,
            landmarks: None,
            ..self
        })
    }

    /// Returns the moves from each cell, as a search needs them. Costs next to nothing; one for
    /// each query.
    #[must_use]
    pub fn moves(&self) -> GroundMoves<'_> {
        GroundMoves::new(self)
    }

    /// Returns the abilities of the agent.
    #[must_use]
    pub fn locomotion(&self) -> &Locomotion {
        &self.locomotion
    }

    /// Returns the moves for which no unknown cell counts: its own, unless the agent [stops before
    /// those](voxnav_occupancy::UnknownPolicy::StopAtBoundary).
    #[must_use]
    pub fn in_known_space(&self) -> &Self {
        self.known.as_deref().unwrap_or(self)
    }

    /// Returns the cells where the agent's body can be, and its stances there.
    #[must_use]
    pub fn stances(&self) -> &StanceMap {
        &self.stances
    }

    /// Returns the links.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Returns whether both are the moves of agents with the same abilities, links, landmarks and weights in one snapshot
    /// of the world.
    ///
    /// ```
    /// use glam::IVec3;
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder};
    /// use voxnav_search::{Ground, Locomotion};
    ///
    /// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let ground = Ground::new(&world, &Locomotion::walker())?;
    /// assert!(ground.is_same_snapshot(&Ground::new(&world, &Locomotion::walker())?));
    /// let mut edit = world.edit();
    /// edit.set(IVec3::ONE, CellState::Occupied)?;
    /// assert!(!ground.is_same_snapshot(&ground.updated(&edit.commit())?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_same_snapshot(&self, other: &Self) -> bool {
        let [own, others] = [self, other].map(|ground| ground.stances.occupancy());
        let marked = match (&self.landmarks, &other.landmarks) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (own, other) => own.is_none() && other.is_none(),
        };
        marked
            && self.is_weighed_as(other)
            && own.is_same_snapshot(others)
            && self.locomotion == other.locomotion
            && self.links == other.links
    }

    /// Returns whether the agent can rest at a cell: standing, swimming, climbing or, if it can
    /// fly, in the air. Paths begin and end at such cells, and so does every move.
    #[must_use]
    pub fn can_rest(&self, cell: IVec3) -> bool {
        self.stances.at(cell).has(self.locomotion.resting())
    }

    /// Returns the cell at or below `cell` where the agent rests, falling at most `most`
    /// cells through cells that it fits into.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, OccupancyBuilder};
    /// use voxnav_search::{Ground, Locomotion};
    /// use glam::IVec3;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let ground = Ground::new(&world, &Locomotion::walker())?;
    /// assert_eq!(ground.settled(IVec3::new(4, 4, 6), 9), Some(IVec3::new(4, 4, 0)));
    /// assert_eq!(ground.settled(IVec3::new(4, 4, 6), 3), None);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn settled(&self, cell: IVec3, most: u32) -> Option<IVec3> {
        let mut reader = self.stances.reader();
        let down = -self.locomotion.up.step();
        let mut at = cell;
        for _ in 0..=most {
            let stance = reader.at(at);
            if stance.has(self.locomotion.resting()) {
                return Some(at);
            } else if !stance.has(Stance::FITS) {
                return None;
            }
            at = at.checked_add(down)?;
        }
        None
    }

    /// Returns the stance of a walker whose feet are nearest to the lower face of the first of some columns, given by
    /// their cells at that layer, nearest column first: the cell from which the walker falls, and the cell at which it
    /// rests.
    ///
    /// It falls from the first layer at which it fits: that one, the one above, or the one below. So a floor carries
    /// the walker wherever in a cell its top lies, and no walker falls through a thin floor. Where it rests
    /// nowhere in the first column, the others are tried in turn, but it falls no deeper there than a layer below its
    /// feet. On [slopes](voxnav_occupancy::Support::Slope), feet on the ground below the middle of a wide body are
    /// lower than its uphill edge: where it fits at none of the three layers, it stands at the first one above at which
    /// it does, as far up as it leans, or `depth` layers: 1, or more among cells lower than wide, where a ramp rises by
    /// a step over one column.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder};
    /// use voxnav_search::{Ground, Locomotion};
    /// use glam::IVec3;
    ///
    /// let mut world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
    /// world.set_box(CellBox::from_size(IVec3::new(9, 9, 3)), CellState::Occupied)?;
    /// let ground = Ground::new(&world.commit(), &Locomotion::walker())?;
    /// let [inside, above] = [IVec3::new(4, 4, 2), IVec3::new(4, 4, 3)];
    /// assert_eq!(ground.stance_near([inside], 1), Some([above; 2]), "feet a little inside of the floor");
    /// assert_eq!(ground.stance_near([above], 1), Some([above; 2]));
    /// let deep = IVec3::new(4, 4, 1);
    /// assert_eq!(ground.stance_near([deep], 1), None, "too deep");
    /// assert_eq!(ground.stance_near([deep], 2), Some([above; 2]), "on a ramp, among low cells");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stance_near(
        &self,
        columns: impl IntoIterator<Item = IVec3>,
        depth: i32,
    ) -> Option<[IVec3; 2]> {
        let mut columns = columns.into_iter();
        let nearest = self.fallen(columns.next()?, u32::MAX, depth);
        nearest.or_else(|| columns.find_map(|cell| self.fallen(cell, 1, depth)))
    }

    /// Returns how much higher than the ground below its middle a body on a slope may stand, in layers: as far as it leans, and
    /// a step over its own column; 0 for all [supports](Support) but that of slopes.
    #[must_use]
    pub fn uphill(&self) -> i32 {
        let Locomotion {
            support, step_up, ..
        } = &self.locomotion;
        match support {
            Support::Slope => self.stances.rules().lean() + i32::from(*step_up),
            _ => 0,
        }
    }

    /// Returns the cell near a layer of a column from which a walker falls, and the one at which it rests, no more than
    /// `below` layers below or `depth` layers above.
    fn fallen(&self, cell: IVec3, below: u32, depth: i32) -> Option<[IVec3; 2]> {
        let up = self.locomotion.up.step();
        let layers = [(IVec3::ZERO, 0), (up, 1), (-up, -1)];
        let fallen = layers.into_iter().find_map(|(shift, layer)| {
            let begin = cell.checked_add(shift)?;
            let stance = self.stances.at(begin);
            (stance.has(Stance::FITS) || stance.has(self.locomotion.resting()))
                .then_some((begin, layer))
        });
        let Some((begin, layer)) = fallen else {
            let most = depth.max(1 + self.uphill());
            let uphill = (2..=most).map(|layer| up * layer);
            let mut stances = uphill.filter_map(|shift| cell.checked_add(shift));
            let stands = |at: &IVec3| self.stances.at(*at).has(Stance::STANDING);
            return stances.find(stands).map(|at| [at; 2]);
        };
        let rest = self.settled(begin, below.saturating_add_signed(layer))?;
        Some([begin, rest])
    }
}

#[cfg(test)]
mod tests {
    use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder};
    use voxnav_testkit::Draws;

    use super::*;
    use crate::movement::Pruned;

    /// Checks that lists left behind by edits are not kept forever, and that moves are the same
    /// anyway.
    #[test]
    fn lists_are_bounded_over_any_number_of_edits() {
        let (most, renewal) = (64, 8);
        // Across a border of chunks, and over three spans of a row.
        let bounds = CellBox::new(IVec3::new(50, 0, 0), IVec3::new(82, 7, 8));
        let mut draws = Draws::new(5);
        let mut world = OccupancyBuilder::new(bounds).unwrap().commit();
        let mut ground = Ground::new(&world, &Locomotion::walker()).unwrap();
        let (mut renewals, mut largest) = (0, 0);
        for _ in 0..200 {
            let mut edit = world.edit();
            for _ in 0..12 {
                let state = draws.pick(&[CellState::Occupied, CellState::Free]);
                edit.set(draws.cell(&bounds), state).unwrap();
            }
            world = edit.commit();
            let before = ground.patterns.clone();
            ground = ground
                .updated(&world)
                .unwrap()
                .without_old_lists(most, renewal);
            renewals += u32::from(!Arc::ptr_eq(&before, &ground.patterns));
            let ends = [draws.cell(&bounds), draws.cell(&bounds)];
            let links = [Link::new(CellBox::of_cell(ends[0]), ends[1])];
            let links = &links[draws.below(2_usize)..];
            ground = ground.with_links(links).unwrap();
            let fresh = Ground::new(&world, &Locomotion::walker()).unwrap();
            let fresh = fresh.with_links(links).unwrap();
            let goal = CellBox::of_cell(ends[0]);
            for cell in bounds.cells() {
                let listed = [&ground, &fresh].map(|ground| {
                    let mut listed = Vec::new();
                    ground.moves().list(cell, None, &goal, &mut listed);
                    listed
                });
                assert_eq!(listed[0], listed[1], "{cell}");
            }
            largest = largest.max(ground.patterns.len());
        }
        let a_world_has = usize::try_from(bounds.volume()).unwrap();
        assert!(
            renewals > 10 && largest < most + a_world_has * 8,
            "{renewals}, {largest}"
        );
    }
}
