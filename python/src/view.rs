//! Pages to look at: a world, and a path or a search in it.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use voxnav::glam::IVec3;
use voxnav::grid::{Axis, CellState, Occupancy};
use voxnav_formats::trace::{TraceEnd, TraceHeader};
use voxnav_view::{Recording, Scene, SearchFacts, ViewError};

use crate::agent;
use crate::carried::{self, Reduced};
use crate::cells::{cell, shown};
use crate::failure::{Answer, Failure};
use crate::interrupt::limited;
use crate::numbers::Count;
use crate::options::{self, Options};
use crate::path::Path;
use crate::world::World;

/// The program that pages say that they were made by.
const PROGRAM: &str = concat!("voxnav ", env!("CARGO_PKG_VERSION"), ", from Python");

/// A page that shows a world, and a path or a search in it: one file that any browser with WebGL 2 opens, and that
/// notebooks show.
///
/// Attributes
/// ----------
/// html : str
///     The page.
#[pyclass(frozen, module = "voxnav")]
pub(crate) struct View {
    /// The page.
    #[pyo3(get)]
    html: String,
    about: String,
}

#[pymethods]
impl View {
    /// What `pickle` needs.
    fn __reduce__<'py>(&self, py: Python<'py>) -> Answer<Reduced<'py>> {
        carried::reduced::<Self>(py, &(&self.html, &self.about))
    }

    /// The page of bytes that `pickle` kept.
    #[staticmethod]
    fn _carried(data: &[u8]) -> Answer<Self> {
        let (html, about) = carried::read(data)?;
        Ok(Self { html, about })
    }

    /// Writes the page; a file of this name is replaced.
    #[pyo3(signature = (path))]
    fn save(&self, py: Python<'_>, path: PathBuf) -> Answer<()> {
        let written = py.detach(|| std::fs::write(&path, &self.html));
        written.map_err(|error| Failure::system(&path, error))
    }

    /// What notebooks show: the page in a frame.
    fn _repr_html_(&self) -> String {
        let page = self.html.replace('&', "&amp;").replace('"', "&quot;");
        format!(
            "<iframe srcdoc=\"{page}\" width=\"100%\" height=\"600\" style=\"border: 0\" \
             title=\"voxnav view\"></iframe>"
        )
    }

    fn __repr__(&self) -> String {
        format!("<voxnav.View: {}, {} bytes>", self.about, self.html.len())
    }
}

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
    /// agent, algorithm, heuristic, law, moves, corners, ties, within, partial
    /// limit_time, limit_expanded, limit_memory, limit_cost, snap_start, snap_goal
    ///     How to search, and for whom: as for `path`. The cells shown are those that the agent minds.
    ///
    /// Returns
    /// -------
    /// View
    ///     Shows itself in a notebook, and has a method `save`.
    #[pyo3(
        signature = (what = None, *, keep = Count::of(250_000), up = None, name = "world", **options),
        text_signature = "($self, what=None, *, keep=250000, up=None, name='world', agent=None, algorithm='auto', heuristic='octile', law=None, moves=26, corners='strict', ties='larger-g', within=1.0, limit_time=None, limit_expanded=None, limit_memory=1073741824, limit_cost=None, snap_start=None, snap_goal=None, partial=False)"
    )]
    fn view(
        &self,
        py: Python<'_>,
        what: Option<&Bound<'_, PyAny>>,
        keep: Count,
        up: Option<&str>,
        name: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<View> {
        let keep = keep.narrow("keep")?;
        let up = up.map(axis).transpose()?;
        let options = Options::read(options, self, options::ALL)?;
        let agent = agent::agent(options.agent.as_ref(), self.lattice.size())?;
        let what = what.map(What::read).transpose()?;
        let (search, trouble) = (&options.search, &options.search.trouble);
        limited(
            py,
            search.time,
            |_| trouble.check(),
            |cancel| {
                let (world, terrain) = self.seen_by(agent)?;
                let cells = world.occupancy();
                Scene::check_size(cells)?;
                let mut recording = Recording::new(keep);
                let facts = match what {
                    None => None,
                    Some(What::Path(path)) => Some(*path),
                    Some(What::Search(start, goal)) => {
                        let query = search.query(&self.lattice, start, goal).cancel(cancel);
                        let query = if terrain.is_uniform() {
                            query
                        } else {
                            query.terrain(&terrain)
                        };
                        let mut workspace = self.spare().pop().unwrap_or_default();
                        let solution = query.solve_observed(&world, &mut workspace, &mut recording);
                        self.spare().push(workspace);
                        let ends = (start, goal);
                        let settings = &search.route.settings;
                        let header = TraceHeader::of(PROGRAM, name, cells, settings, ends);
                        Some(SearchFacts::of(
                            &header,
                            &TraceEnd::of(&solution),
                            &recording,
                        ))
                    }
                };
                page(name, cells, up, facts, &recording)
            },
        )?
    }
}

/// The content to be seen.
enum What {
    Path(Box<SearchFacts>),
    Search(IVec3, IVec3),
}

impl What {
    fn read(what: &Bound<'_, PyAny>) -> Answer<Self> {
        if let Ok(path) = what.cast::<Path>() {
            return Ok(Self::Path(Box::new(path.get().facts())));
        }
        let pair = what.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
        let Some(pair) = pair else {
            return Err(Failure::argument_type(
                "what",
                format!("a Path or a pair of cells is needed, not {}", shown(what)),
            ));
        };
        let [start, goal] = [pair.get_item(0)?, pair.get_item(1)?];
        Ok(Self::Search(
            cell("what[0]", &start)?,
            cell("what[1]", &goal)?,
        ))
    }
}

fn axis(name: &str) -> Answer<Axis> {
    match name {
        "x" => Ok(Axis::X),
        "y" => Ok(Axis::Y),
        "z" => Ok(Axis::Z),
        other => Err(Failure::argument(
            "up",
            format!("no axis is called `{other}`; there are x, y, z"),
        )),
    }
}

fn page(
    name: &str,
    cells: &Occupancy,
    up: Option<Axis>,
    facts: Option<SearchFacts>,
    recording: &Recording,
) -> Answer<View> {
    let occupied = cells.count(CellState::Occupied);
    let about = voxnav_lab::describe(cells.bounds().size(), occupied);
    let scene = Scene::new(name, cells)
        .description(about.as_str())
        .made_by(PROGRAM, "world.view(...)")
        .up(up);
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
    Ok(View { html, about })
}

impl From<ViewError> for Failure {
    fn from(error: ViewError) -> Self {
        Self::world(error)
    }
}
