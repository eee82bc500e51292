//! Places around a target by which its ways out are held.

use glam::{DVec3, IVec3};
use voxnav_search::{AgentMoves, Side, Successors, verify_cells};

use super::PlaceError;
use super::query::{between, counted};
use super::search::order;
use super::ways::{Fields, Way, cells_of};
use crate::routes::View;

/// The places around a target by which its ways out are held.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::{Lattice, RouteOptions, Terrain, UnknownPolicy, View};
///
/// let corridor = OccupancyBuilder::new(CellBox::from_size(IVec3::new(30, 1, 1)))?.commit();
/// let world = Traversability::new(&corridor, UnknownPolicy::Blocked);
/// let view = View::flying(Lattice::default(), world, &Terrain::new(), &RouteOptions::default())?;
/// let held = view.surround([12.0, 0.0, 0.0], 5.0, 4)?;
/// assert_eq!(held.positions, [[6.0, 0.0, 0.0].into(), [18.0, 0.0, 0.0].into()], "both ends");
/// assert_eq!(held.gap, 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Surround {
    /// The positions, in the order in which they matter: those of the first few hold as much as so few can, by the rule of
    /// [`View::surround`]. None if the target cannot get farther than the radius.
    pub positions: Vec<DVec3>,
    /// The number of cells by which a way leads out.
    pub ways_out: usize,
    /// The largest distance of such a cell from the nearest of the positions, in a straight line and in world units: an
    /// agent that reaches so far from its position holds its part.
    pub gap: f64,
}

impl View {
    /// Finds places around a target, as many as are wanted, by which its ways out are held: a way leads out where it first
    /// costs more than `radius` world units from the target. The agents of the view hold; the target goes as they do.
    ///
    /// Each place is the way out that is farthest from those before, from the first in cell order (z, y, x) on.
    ///
    /// # Guarantees
    ///
    /// Every way of the target to anywhere farther away passes a cell within [`Surround::gap`] of one of the positions. No
    /// choice of as many of the ways out has a gap of less than half of that.
    ///
    /// # Complexity
    ///
    /// One expansion for each cell within the radius, and a distance for each way out and each place.
    ///
    /// # Errors
    ///
    /// [`PlaceError::Number`] for a radius that is negative or not a number and for a count of zero;
    /// [`PlaceError::Blocked`] for a target where the agent cannot be; [`PlaceError::Field`].
    ///
    /// # References
    ///
    /// Gonzalez, "Clustering to Minimize the Maximum Intercluster Distance", Theoretical Computer Science 38, 1985.
    pub fn surround(
        &self,
        target: impl Into<DVec3>,
        radius: f64,
        count: usize,
    ) -> Result<Surround, PlaceError> {
        between("radius around the target", 0.0, radius)?;
        counted(count)?;
        let start = cells_of(self, "target", &[target.into()])?;
        let mut fields = Fields::default();
        let field = fields.add(start, Side::Start, radius);
        while fields
            .advance(field, (self, None), (u64::MAX, u64::MAX))?
            .1
            .is_none()
        {}
        let is_inside =
            |cell| matches!(fields.way(field, self, cell), Way::Known(way) if way <= radius);
        let mut outside = Vec::new();
        let mut ways_out = Vec::new();
        for cell in fields.reached(field).filter(|cell| is_inside(*cell)) {
            outside.clear();
            self.add_moves(cell, &mut outside);
            ways_out.extend(outside.iter().filter(|cell| !is_inside(**cell)));
        }
        ways_out.sort_unstable_by_key(|cell| order(*cell));
        ways_out.dedup();
        let all: Vec<DVec3> = ways_out
            .iter()
            .map(|cell| self.position_at(*cell))
            .collect();
        let mut held = spread_out(&all, count);
        for position in &mut held.positions {
            *position = self.shown(*position)?;
        }
        Ok(held)
    }

    /// Adds the cells to which moves from a cell lead.
    fn add_moves(&self, cell: IVec3, to: &mut Vec<IVec3>) {
        match self.moves() {
            AgentMoves::Flying(flight) => {
                let next = flight.moves.directions().map(|way| cell + way.offset());
                let is_legal = |next: &IVec3| {
                    let (moves, corners) = (flight.moves, flight.corners);
                    verify_cells([cell, *next], &flight.world, moves, corners, None).is_ok()
                };
                to.extend(next.filter(is_legal));
            }
            AgentMoves::OnGround(ground) => {
                let mut moves = Vec::new();
                let ground = ground.moves();
                ground.moves_from(cell, &mut moves);
                let next = moves.iter().map(|it| it.to);
                to.extend(next.filter(|next| ground.bounds().contains(*next)));
            }
        }
    }
}

/// Chooses so many of some positions, each the farthest from those before.
fn spread_out(all: &[DVec3], count: usize) -> Surround {
    let mut left = vec![f64::INFINITY; all.len()];
    let mut positions = Vec::new();
    let mut gap = 0.0;
    let mut next = all.first().copied();
    while let Some(position) = next {
        positions.push(position);
        gap = 0.0;
        next = None;
        for (at, left) in all.iter().zip(&mut left) {
            *left = left.min(at.distance(position));
            if *left > gap {
                (gap, next) = (*left, Some(*at));
            }
        }
        next = next.filter(|_| positions.len() < count);
    }
    Surround {
        positions,
        ways_out: all.len(),
        gap,
    }
}
