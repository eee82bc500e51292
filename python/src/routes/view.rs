//! Pages to look at: a world, and a path or a search in it.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use voxnav::glam::IVec3;
use voxnav::grid::{Axis, CellState, Occupancy};
use voxnav_view::{Recording, Scene, SearchFacts, Searched, ViewError};

use crate::failure::{Answer, Failure, refuse_type};
use crate::threads::interrupt::limited;
use crate::values::answers::made;
use crate::values::cells::{cell, shown};
use crate::values::numbers::{Count, one_of};
use crate::values::path::Path;
use crate::worlds::options::{self, Options};
use crate::worlds::world::World;

/// The program that pages say that they were made by.
const PROGRAM: &str = concat!("voxnav ", env!("CARGO_PKG_VERSION"), ", from Python");

#[pymethods]
impl World {
    /// A page that shows this world in 3D, and a path or a search in it.
    ///
    /// Parameters
    /// ----------
    /// what : Path or pair of cells, optional
    ///     A path, or the start and the goal of a search, whose every step the page replays; without it, the world
    ///     alone.
    /// keep : int
    ///     How many expansions of a search the page replays at most.
    /// up : {"x", "y", "z"}, optional
    ///     The axis that points up; that of the largest floors by default.
    /// name : str
    ///     What the page calls the world.
    /// agent, algorithm, heuristic, law, moves, corners, ties, within, keep_away, fewest_turns, partial, first
    /// limit_time, limit_expanded, limit_memory, limit_cost, snap_start, snap_goal
    ///     The settings of the search and its agent, as for `path`. The page shows the cells that this search uses.
    ///
    /// Returns
    /// -------
    /// View
    ///     Shows itself in a notebook, and has a method `save`.
    #[pyo3(
        signature = (what = None, *, keep = Count::of(250_000), up = None, name = "world", **options),
        text_signature = "($self, what=None, *, keep=250000, up=None, name='world', agent=None, algorithm='auto', heuristic='octile', law=None, moves=26, corners='strict', ties='larger-g', within=1.0, keep_away=None, fewest_turns=False, limit_time=None, limit_expanded=None, limit_memory=1073741824, limit_cost=None, snap_start=None, snap_goal=None, partial=False, first=False)"
    )]
    fn view(
        &self,
        py: Python<'_>,
        what: Option<&Bound<'_, PyAny>>,
        keep: Count,
        up: Option<&str>,
        name: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Py<PyAny>> {
        const AXES: &[(&str, Axis)] = &[("x", Axis::X), ("y", Axis::Y), ("z", Axis::Z)];
        let keep = keep.narrow("keep")?;
        let up = up.map(|up| one_of("up", "no axis", up, AXES)).transpose()?;
        let options = Options::read(options, self, options::ALL)?;
        let what = what.map(What::read).transpose()?;
        let (search, trouble) = (&options.search, &options.search.trouble);
        let work = |cancel: &_| {
            let (world, terrain) = self.searched(&options)?;
            let cells = world.occupancy();
            Scene::check_size(cells)?;
            let shape = search.route.settings.shape;
            let mut recording = Recording::new(keep).among(shape);
            let facts = match what {
                None => None,
                Some(What::Path(path)) => Some(*path),
                Some(What::Search(ends)) => {
                    let query = search.query(&self.lattice, ends, &terrain).cancel(cancel);
                    let solution = self.with_workspace(|workspace| {
                        query.solve_observed(&world, workspace, &mut recording)
                    });
                    let settings = &search.route.settings;
                    let searched = Searched::of(settings, ends, &solution);
                    Some(SearchFacts::of(&searched, &recording))
                }
            };
            let scene = Scene::new(name, cells).lattice(self.lattice).up(up);
            page(scene, cells, facts, &recording)
        };
        let page = limited(py, search.time, |py| trouble.check(py), work)??;
        Ok(made(py, "View", page)?.unbind())
    }
}

/// The content to be seen.
enum What {
    Path(Box<SearchFacts>),
    Search([IVec3; 2]),
}

impl What {
    fn read(what: &Bound<'_, PyAny>) -> Answer<Self> {
        if let Ok(path) = what.cast::<Path>() {
            return Ok(Self::Path(Box::new(path.get().facts())));
        }
        let Ok((start, goal)) = what.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
            let reason = format!("a Path or a pair of cells is needed, not {}", shown(what));
            return refuse_type("what", reason);
        };
        let ends = [cell("what[0]", &start)?, cell("what[1]", &goal)?];
        Ok(Self::Search(ends))
    }
}

/// Makes the page, and a sentence about its content.
fn page(
    scene: Scene<'_>,
    cells: &Occupancy,
    facts: Option<SearchFacts>,
    recording: &Recording,
) -> Answer<(String, String)> {
    let occupied = cells.count(CellState::Occupied);
    let about = voxnav_lab::describe(cells.bounds().size(), occupied);
    let scene = scene
        .description(about.as_str())
        .made_by(PROGRAM, "world.view(...)");
    let scene = match facts {
        Some(facts) => scene.search(facts, recording),
        None => scene,
    };
    let mut html = Vec::new();
    let written = scene.page()?.write(&mut html);
    let html = written
        .ok()
        .and_then(|()| String::from_utf8(html).ok())
        .ok_or_else(|| Failure::argument("name", "no page can be made of it"))?;
    Ok((html, about))
}

impl From<ViewError> for Failure {
    fn from(error: ViewError) -> Self {
        Self::world(error)
    }
}
