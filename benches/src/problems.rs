//! The problems of a comparison: the rows of a scenario, or random pairs of free cells.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use thiserror::Error;
use voxnav::glam::IVec3;
use voxnav::grid::{Axis, CellBox, Occupancy, Traversability};
use voxnav_formats::{FileError, ScenarioRow, read_scenario};
use voxnav_worlds::random_free_cells;

/// A problem to answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Problem {
    /// The cell at which the path begins.
    pub start: IVec3,
    /// The cell at which the path ends.
    pub goal: IVec3,
    /// The row of the scenario, which lists the length of a shortest path.
    pub listed: Option<ScenarioRow>,
}

/// Problems, all of which have an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Problems {
    /// The problems in the order in which they are answered.
    pub rows: Vec<Problem>,
    /// Pairs that were drawn, or rows of the scenario, that were left out because no path connects their
    /// ends.
    pub unreachable: usize,
}

/// Returns the scenario file that by custom lies beside a map: the map's name with the scenario's
/// extension added, `NAME.3dmap.3dscen` or `NAME.map.scen`.
#[must_use]
pub fn scenario_beside(map: &Path) -> PathBuf {
    let mut name = OsString::from(map);
    let is_layer = map
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("map"));
    name.push(if is_layer { ".scen" } else { ".3dscen" });
    name.into()
}

/// Error for a scenario file that gives no problems for a world.
#[derive(Debug, Error)]
pub enum ScenarioError {
    /// The file.
    #[error(transparent)]
    File(#[from] FileError),
    /// A problem begins or ends where nothing can be.
    #[error("row {row} of {} names the cell {cell}, which is not free: is it for another map?", .path.display())]
    BlockedEnd {
        /// The file.
        path: PathBuf,
        /// The row's position among the rows, from 0.
        row: usize,
        /// The cell.
        cell: IVec3,
    },
}

/// Returns the rows of a scenario file that list a path; with `sample`, so many of all, evenly
/// spaced.
///
/// # Errors
/// [`ScenarioError::File`] when the file cannot be read, [`ScenarioError::BlockedEnd`] when a row
/// does not fit `world`.
pub fn from_scenario(
    path: &Path,
    world: &Traversability,
    sample: Option<usize>,
) -> Result<Problems, ScenarioError> {
    let listed = read_scenario(path)?.rows;
    for (row, problem) in listed.iter().enumerate() {
        let mut ends = [problem.start, problem.goal].into_iter();
        if let Some(cell) = ends.find(|&cell| !world.is_traversable(cell)) {
            let path = path.to_owned();
            return Err(ScenarioError::BlockedEnd { path, row, cell });
        }
    }
    let count = sample.map_or(listed.len(), |sample| sample.min(listed.len()));
    let sampled = (0..count).map(|number| listed[number * listed.len() / count]);
    let rows: Vec<_> = sampled
        .filter(|row| !row.lists_no_path())
        .map(|row| Problem {
            start: row.start,
            goal: row.goal,
            listed: Some(row),
        })
        .collect();
    Ok(Problems {
        unreachable: count - rows.len(),
        rows,
    })
}

/// Draws `count` random pairs of free cells, less those that no path connects.
///
/// Which pairs are connected is found by a flood over faces, independently of every engine: under
/// the strict corner rule each diagonal move can be made up of straight ones, so cells that 26
/// moves connect are connected by 6.
#[must_use]
pub fn random_pairs(
    occupancy: &Occupancy,
    world: &Traversability,
    seed: u64,
    count: usize,
) -> Problems {
    let ends = random_free_cells(occupancy, seed, 2 * count);
    let components = components_of(world, &ends);
    let rows: Vec<_> = ends
        .chunks_exact(2)
        .zip(components.chunks_exact(2))
        .filter(|(_, components)| components[0] == components[1])
        .map(|(ends, _)| Problem {
            start: ends[0],
            goal: ends[1],
            listed: None,
        })
        .collect();
    Problems {
        unreachable: ends.len() / 2 - rows.len(),
        rows,
    }
}

/// Returns, for each of `cells`, all traversable, the number of its connected component.
fn components_of(world: &Traversability, cells: &[IVec3]) -> Vec<usize> {
    let mut reached = CellSet::over(world.bounds());
    let mut components = vec![None; cells.len()];
    for index in 0..cells.len() {
        if components[index].is_some() {
            continue;
        }
        flood(world, cells[index], &mut reached);
        for (component, &cell) in components.iter_mut().zip(cells) {
            if component.is_none() && reached.contains(cell) {
                *component = Some(index);
            }
        }
    }
    components.into_iter().flatten().collect()
}

/// Adds everything that straight moves reach from `start`.
fn flood(world: &Traversability, start: IVec3, reached: &mut CellSet) {
    let mut queue = VecDeque::from([start]);
    reached.insert(start);
    while let Some(cell) = queue.pop_front() {
        for axis in Axis::ALL {
            for neighbor in [cell + axis.unit(), cell - axis.unit()] {
                if world.is_traversable(neighbor) && reached.insert(neighbor) {
                    queue.push_back(neighbor);
                }
            }
        }
    }
}

/// A set of cells of a box, one bit a cell.
struct CellSet {
    bounds: CellBox,
    words: Vec<u64>,
}

impl CellSet {
    fn over(bounds: CellBox) -> Self {
        let words = bounds.volume().div_ceil(64);
        Self {
            bounds,
            words: vec![0; usize::try_from(words).unwrap_or(usize::MAX)],
        }
    }

    /// Returns the word and the bit of a cell, which must lie in the box.
    fn place(&self, cell: IVec3) -> (usize, u64) {
        let size = self.bounds.size().as_u64vec3();
        let local = (cell - self.bounds.min).as_u64vec3();
        let index = (local.z * size.y + local.y) * size.x + local.x;
        // The words were allocated, so their number fits.
        let word = usize::try_from(index / 64).unwrap_or(usize::MAX);
        (word, 1 << (index % 64))
    }

    fn contains(&self, cell: IVec3) -> bool {
        let (word, bit) = self.place(cell);
        self.words[word] & bit != 0
    }

    /// Adds a cell and returns whether it is new to the set.
    fn insert(&mut self, cell: IVec3) -> bool {
        let (word, bit) = self.place(cell);
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use voxnav::UnknownPolicy;
    use voxnav::grid::{CellState, OccupancyBuilder};

    #[test]
    fn pairs_on_two_sides_of_a_wall_are_left_out() {
        let bounds = CellBox::from_size(IVec3::new(9, 5, 5));
        let wall = CellBox::new(IVec3::new(4, 0, 0), IVec3::new(5, 5, 5));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        builder.set_box(wall, CellState::Occupied).unwrap();
        let occupancy = builder.commit();
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let problems = random_pairs(&occupancy, &world, 1, 100);
        assert_eq!(problems.rows.len() + problems.unreachable, 100);
        assert!((30..70).contains(&problems.unreachable));
        for problem in problems.rows {
            assert_eq!(problem.start.x < 4, problem.goal.x < 4);
        }
    }

    #[test]
    fn a_scenario_for_another_map_is_refused() {
        let path = std::env::temp_dir().join(format!("voxnav-rows-{}.3dscen", std::process::id()));
        std::fs::write(
            &path,
            "version 1\na.3dmap\n0 0 0 1 0 0 1.0 1.0\n0 0 0 2 0 0 0.0 0.0\n1 1 1 4 0 0 3.7 1.0\n",
        )
        .unwrap();
        let load = |side| {
            let bounds = CellBox::from_size(IVec3::splat(side));
            let occupancy = OccupancyBuilder::new(bounds).unwrap().commit();
            let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
            from_scenario(&path, &world, None)
        };
        let (fitting, other) = (load(5), load(4));
        std::fs::remove_file(&path).unwrap();
        // A row without a path is no problem for engines that all look for one.
        let fitting = fitting.unwrap();
        assert_eq!((fitting.rows.len(), fitting.unreachable), (2, 1));
        let Err(ScenarioError::BlockedEnd { row, cell, .. }) = other else {
            panic!("{other:?}");
        };
        assert_eq!((row, cell), (2, IVec3::new(4, 0, 0)));
    }

    #[test]
    fn a_scenario_lies_beside_its_map() {
        for (map, scenario) in [
            ("a/DA1.3dmap", "a/DA1.3dmap.3dscen"),
            ("b/arena.map", "b/arena.map.scen"),
        ] {
            assert_eq!(scenario_beside(map.as_ref()), Path::new(scenario));
        }
    }
}
