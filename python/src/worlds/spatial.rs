//! Questions about places, in bulk.

use pyo3::prelude::*;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::Traversability;
use voxnav::spatial::CellFilter;

use crate::failure::{Answer, Blamed, refuse};
use crate::threads::interrupt::each;
use crate::values::agent;
use crate::values::answers::{Column, Rows, made};
use crate::values::cells::at_row;
use crate::values::numbers::{AnyAgent, Argument, Cells, Count, Number, Position, Positions};
use crate::worlds::world::World;

/// The cell that stands for a missing one: no world has it.
const NO_CELL: IVec3 = IVec3::MIN;

/// Returns whether something was found, by how far it is.
fn found(distances: &[f64]) -> Column<bool> {
    distances.iter().map(|it| it.is_finite()).collect()
}

impl World {
    fn world_of(&self, py: Python<'_>, agent: Option<AnyAgent>) -> Answer<Traversability> {
        let agent = agent::agent(agent, &self.lattice)?;
        py.detach(|| Ok(self.seen_by(agent)?.0))
    }
}

#[pymethods]
impl World {
    /// The cell of a position in world units: the one with the nearest center.
    fn cell_at(&self, position: Position) -> Answer<(i32, i32, i32)> {
        let cell = self.lattice.cell_at(position.named("position")?);
        Ok(cell.blamed("position")?.into())
    }

    /// The cells of positions.
    ///
    /// Parameters
    /// ----------
    /// positions : array of numbers, shape (N, 3), or (3,) for one
    ///     In world units.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of int32, shape (N, 3)
    fn cells_at(&self, positions: Positions) -> Answer<Rows<i32>> {
        let positions = positions.named("positions")?.into_iter().enumerate();
        let found = positions.map(|(row, position)| {
            (self.lattice.cell_at(position)).map_err(|error| at_row("positions", row, error))
        });
        found.collect()
    }

    /// The centers of cells.
    ///
    /// Parameters
    /// ----------
    /// cells : array of whole numbers, shape (N, 3)
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of float64, shape (N, 3)
    ///     In world units.
    fn centers(&self, cells: Cells) -> Answer<Rows<f64>> {
        let cells = cells.named("cells")?.into_iter();
        Ok(cells.map(|cell| self.lattice.center(cell)).collect())
    }

    /// Returns whether an agent can be in cells, its center at theirs.
    ///
    /// Parameters
    /// ----------
    /// cells : array of whole numbers, shape (N, 3)
    /// agent : Agent, float or three floats, optional
    ///     The agent or its size in world units; one cell large by default.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of bool, shape (N,)
    #[pyo3(signature = (cells, *, agent = None))]
    fn is_traversable(
        &self,
        py: Python<'_>,
        cells: Cells,
        agent: Option<AnyAgent>,
    ) -> Answer<Column<bool>> {
        let cells = cells.named("cells")?.into_iter();
        let world = self.world_of(py, agent)?;
        Ok(cells.map(|cell| world.is_traversable(cell)).collect())
    }

    /// Returns whether goals can be reached from starts by moves that cut no corners, without a search.
    ///
    /// Parameters
    /// ----------
    /// starts, goals : arrays of whole numbers, shape (N, 3)
    ///     Cells. One of the two may be a single row.
    /// agent : Agent, float or three floats, optional
    ///     The agent or its size in world units; one cell large by default.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of bool, shape (N,)
    #[pyo3(signature = (starts, goals, *, agent = None))]
    fn reachable(
        &self,
        py: Python<'_>,
        starts: Cells,
        goals: Cells,
        agent: Option<AnyAgent>,
    ) -> Answer<Column<bool>> {
        let ends = pairs(["starts", "goals"], [starts, goals])?;
        let world = self.world_of(py, agent)?;
        let mut found = Vec::with_capacity(ends.len());
        each(py, ends.len(), |row| {
            let [start, goal] = ends[row];
            let connected = world.is_connected(start, goal);
            found.push(connected.map_err(|error| at_row("starts", row, error))?);
            Ok(())
        })?;
        Ok(Column(found))
    }

    /// The nearest cells in which an agent can be.
    ///
    /// Parameters
    /// ----------
    /// positions : array of numbers, shape (N, 3), or (3,) for one
    ///     In world units.
    /// radius : float
    ///     How far to look, in world units.
    /// agent : Agent, float or three floats, optional
    ///     The agent or its size in world units; one cell large by default.
    ///
    /// Returns
    /// -------
    /// NearestCells
    ///     A tuple of arrays, by name: `cells`, int32 of shape (N, 3); `distances` from the positions to their
    ///     centers, float64 of shape (N,) in world units; and `found`, bool of shape (N,). Where nothing is found the
    ///     distance is infinite and the cell is (-2**31, -2**31, -2**31), which lies in no world.
    #[pyo3(signature = (positions, radius, *, agent = None))]
    fn nearest<'py>(
        &self,
        py: Python<'py>,
        positions: Positions,
        radius: Number,
        agent: Option<AnyAgent>,
    ) -> Answer<Bound<'py, PyAny>> {
        let positions = positions.named("positions")?;
        let radius = radius.named("radius")?;
        if radius.is_nan() || radius < 0.0 {
            return refuse("radius", format!("{radius} is not a length"));
        }
        let world = self.world_of(py, agent)?;
        let (mut found, mut distances) = (Vec::new(), Vec::new());
        each(py, positions.len(), |row| {
            let among = CellFilter::Traversable;
            let nearest = world.nearest_position(&self.lattice, positions[row], radius, among);
            let nearest = nearest.map_err(|error| at_row("positions", row, error))?;
            found.push(nearest.map_or(NO_CELL, |nearest| nearest.cell).to_array());
            distances.push(nearest.map_or(f64::INFINITY, |nearest| nearest.distance));
            Ok(())
        })?;
        let is_found = self::found(&distances);
        let parts = (Rows(found), Column(distances), is_found);
        Ok(made(py, "NearestCells", parts)?)
    }

    /// Returns what straight lines meet first: cells in which the agent cannot be.
    ///
    /// Parameters
    /// ----------
    /// origins, targets : arrays of numbers, shape (N, 3)
    ///     The ends of each ray, in world units. One of the two may be a single row.
    /// agent : Agent, float or three floats, optional
    ///     The agent or its size in world units; one cell large by default.
    ///
    /// Returns
    /// -------
    /// RayHits
    ///     A tuple of arrays, by name: `cells`, the first that are met, int32 of shape (N, 3); `distances`, float64
    ///     of shape (N,) in world units; `normals`, int32 of shape (N, 3), of the faces through which rays come: unit
    ///     vectors out of them, zero where a ray begins in the cell; and `found`, bool of shape (N,). Where nothing is
    ///     met the distance is infinite, the normal zero, and the cell (-2**31, -2**31, -2**31), which lies in no
    ///     world.
    #[pyo3(signature = (origins, targets, *, agent = None))]
    fn raycast<'py>(
        &self,
        py: Python<'py>,
        origins: Positions,
        targets: Positions,
        agent: Option<AnyAgent>,
    ) -> Answer<Bound<'py, PyAny>> {
        let rays = pairs(["origins", "targets"], [origins, targets])?;
        let world = self.world_of(py, agent)?;
        let (mut met, mut distances, mut normals) = (Vec::new(), Vec::new(), Vec::new());
        let in_cells = |argument, position: DVec3, row: usize| {
            let coordinates = self.lattice.coordinates_of(position);
            coordinates.map_err(|error| at_row(argument, row, error))
        };
        each(py, rays.len(), |row| {
            let from = in_cells("origins", rays[row][0], row)?;
            let to = in_cells("targets", rays[row][1], row)?;
            let hit = world
                .cast_ray(from, to)
                .map_err(|error| at_row("origins", row, error))?;
            met.push(hit.map_or(NO_CELL, |hit| hit.cell).to_array());
            normals.push(hit.map_or(IVec3::ZERO, |hit| hit.normal).to_array());
            distances.push(hit.map_or(f64::INFINITY, |hit| {
                let way = (to - from).normalize_or_zero() * self.lattice.sizes();
                hit.distance * way.length()
            }));
            Ok(())
        })?;
        let is_found = found(&distances);
        let parts = (Rows(met), Column(distances), Rows(normals), is_found);
        Ok(made(py, "RayHits", parts)?)
    }

    /// Random cells in which an agent can be: the same for the same world, seed and agent.
    ///
    /// Parameters
    /// ----------
    /// count : int
    /// seed : int
    /// agent : Agent, float or three floats, optional
    ///     The agent or its size in world units; one cell large by default.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of int32, shape (count, 3)
    ///     Of shape (0, 3) where it can be nowhere.
    #[pyo3(
        signature = (count, *, seed = Count::of(0), agent = None),
        text_signature = "($self, count, *, seed=0, agent=None)"
    )]
    fn random_cells(
        &self,
        py: Python<'_>,
        count: Count,
        seed: Count,
        agent: Option<AnyAgent>,
    ) -> Answer<Rows<i32>> {
        let (count, seed) = (count.narrow("count")?, seed.named("seed")?);
        let world = self.world_of(py, agent)?;
        let cells = world.random_cells(seed, CellFilter::Traversable);
        let mut cells = cells.blamed("agent")?;
        let mut drawn = Vec::new();
        each(py, count as usize, |_| {
            drawn.extend(cells.next());
            Ok(())
        })?;
        Ok(drawn.into_iter().collect())
    }
}

/// Pairs the rows of two columns; one of the two may have a single row.
pub(crate) fn pairs<T: Copy>(
    names: [&str; 2],
    [first, second]: [Argument<Vec<T>>; 2],
) -> Answer<Vec<[T; 2]>> {
    let all = [first.named(names[0])?, second.named(names[1])?];
    let [a, b] = all.each_ref().map(Vec::len);
    if a != b && a != 1 && b != 1 {
        return refuse(names[1], format!("{b} rows for {a} of {}", names[0]));
    }
    let count = if a == 1 { b } else { a };
    let row = |row: usize| all.each_ref().map(|all| all[row.min(all.len() - 1)]);
    Ok((0..count).map(row).collect())
}
