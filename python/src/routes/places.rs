//! Places: where to hide, from where to see, where to flee to, the best spot around.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use voxnav::View;
use voxnav::spatial::places::{Place, PlaceQuery, PlaceSearch, Sight};

use crate::failure::{Answer, Blamed, Failure};
use crate::routes::ground::{Locomotion, able};
use crate::threads::interrupt::interruptible;
use crate::values::agent;
use crate::values::answers::{Column, Rows, fixed, made};
use crate::values::numbers::{AnyAgent, Count, Number, Position, Positions};
use crate::worlds::options::Options;
use crate::worlds::world::World;

/// The options that queries for places take.
const OPTIONS: &str = "agent, moves, corners, keep_away, limit_memory, snap_start";

/// The work between two looks at whether a query was interrupted.
const SLICE: u64 = 1 << 16;

/// Reads a query as plain data.
fn read(py: Python<'_>, query: &Bound<'_, PyAny>) -> Answer<PlaceQuery> {
    let keywords = PyDict::new(py);
    // Arrays and their numbers are lists and numbers, too.
    let lists = py
        .import("operator")?
        .call_method1("methodcaller", ("tolist",))?;
    keywords.set_item("default", lists)?;
    keywords.set_item("allow_nan", false)?;
    let json = py.import("json")?;
    let text = json.call_method("dumps", (query,), Some(&keywords));
    let text: String = text
        .map_err(|error| Failure::argument_type("query", error))?
        .extract()?;
    serde_json::from_str(&text).blamed("query")
}

/// Searches to the end, or until it is interrupted.
fn finished(
    mut search: PlaceSearch,
    cancel: &AtomicBool,
) -> Answer<voxnav::spatial::places::Places> {
    while search.step(SLICE).blamed("query")?.is_none() {
        if cancel.load(Ordering::Relaxed) {
            return Ok(search.best_so_far());
        }
    }
    search.finish().blamed("query")
}

/// Makes the `Places` of some places.
fn places(py: Python<'_>, best: &[Place], complete: bool, work: u64) -> Answer<Py<PyAny>> {
    let positions: Rows<f64> = best.iter().map(|place| place.position).collect();
    let cells: Rows<i32> = best.iter().map(|place| place.cell).collect();
    let scores: Column<f64> = best.iter().map(|place| place.score).collect();
    let way = |place: &Place| place.way.unwrap_or(f64::NAN);
    let ways: Column<f64> = best.iter().map(way).collect();
    let routes = best.iter().map(|place| {
        let points = place.route.iter().flat_map(|route| route.waypoints.iter());
        fixed(points.copied().collect::<Rows<f64>>().array(py))
    });
    let routes = routes.collect::<PyResult<Vec<_>>>()?;
    let parts = (positions, cells, scores, ways, routes, complete, work);
    Ok(made(py, "Places", parts)?.unbind())
}

impl World {
    /// Returns the view of an agent of either kind.
    fn view_for(
        &self,
        py: Python<'_>,
        locomotion: Option<&Bound<'_, Locomotion>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<View> {
        let options = Options::read(options, self, OPTIONS)?;
        let able = able(locomotion);
        self.ask(py, |state| {
            let id = state.id_of(options.agent, able.as_ref())?;
            Ok(state.navigator.view(id, &options.search.route)?)
        })
    }
}

#[pymethods]
impl World {
    /// Finds the best places for an agent: to hide, to see from, or whatever a query describes.
    ///
    /// Parameters
    /// ----------
    /// start : three floats
    ///     Where the agent is, in world units: its center, or the feet of a ground agent.
    /// query : dict
    ///     What a place is, in world units, as plain data: "area" with one of "way" (least, most), "ring" (center, least,
    ///     most) and "inside" (min, max); optionally "filters", a list of "reachable", "returnable", "clear" (distance),
    ///     "seen" (eyes, by), "hidden" (eyes), "away" (from, distance), "away_by_way" (from, length) and "ahead" (of,
    ///     speed); "scores", a list of "measure" and "weight", where measures are "way", "way_from" (from, most),
    ///     "distance" (from), "sight" (eyes) and "height" (up); "body", points that eyes look for; "count"; "apart", the
    ///     least distance between two places; and "limit", the most work.
    /// locomotion : Locomotion, optional
    ///     What a ground agent can do; the agent flies without one.
    /// sight : Agent, float or three floats, optional
    ///     The agent through whose cells eyes look: 0.0 for a point. By default the cells that the world of the agent is
    ///     made of.
    /// agent, moves, corners, keep_away, limit_memory, snap_start
    ///     As for `path`.
    ///
    /// Returns
    /// -------
    /// Places
    ///     Best first.
    #[pyo3(
        signature = (start, query, *, locomotion = None, sight = None, **options),
        text_signature = "($self, start, query, *, locomotion=None, sight=None, agent=None, moves=26, corners='strict', keep_away=None, limit_memory=1073741824, snap_start=None)"
    )]
    fn places(
        &self,
        py: Python<'_>,
        start: Position,
        query: &Bound<'_, PyAny>,
        locomotion: Option<&Bound<'_, Locomotion>>,
        sight: Option<AnyAgent>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Py<PyAny>> {
        let start = start.named("start")?;
        let query = read(py, query)?;
        let view = self.view_for(py, locomotion, options)?;
        let sight = sight.map(|sight| -> Answer<Sight> {
            let eyes = agent::agent(Some(sight), &self.lattice)?;
            self.ask(py, |state| {
                let id = state.id_of(eyes, None)?;
                let view = state.navigator.view(id, &voxnav::RouteOptions::default())?;
                Ok(Sight::of(&view))
            })
        });
        let sight = sight.transpose()?;
        let found = interruptible(py, |cancel| {
            let search = match &sight {
                Some(sight) => PlaceSearch::with_sight(&view, start, &query, sight),
                None => PlaceSearch::new(&view, start, &query),
            };
            finished(search.blamed("query")?, cancel)
        })??;
        places(py, &found.best, found.is_complete, found.work.total())
    }

    /// Finds the place to flee to from some dangers: of those that the agent gets to before any of them, the one that they
    /// get to last.
    ///
    /// Parameters
    /// ----------
    /// start : three floats
    ///     Where the agent is, in world units.
    /// dangers : array of numbers, shape (N, 3)
    ///     Where they are, in world units: positions where the agent could be.
    /// length : float
    ///     How far the agent looks, in world units: places from three quarters of it on are preferred.
    /// locomotion : Locomotion, optional
    ///     What a ground agent can do; the agent flies without one.
    /// agent, moves, corners, keep_away, limit_memory, snap_start
    ///     As for `path`.
    ///
    /// Returns
    /// -------
    /// Places
    ///     One place, or none where the dangers are there already. Not complete where it is a dead end: no way on which the
    ///     agent stays ahead of the dangers goes on for three quarters of the length.
    #[pyo3(
        signature = (start, dangers, length, *, locomotion = None, **options),
        text_signature = "($self, start, dangers, length, *, locomotion=None, agent=None, moves=26, corners='strict', keep_away=None, limit_memory=1073741824, snap_start=None)"
    )]
    fn flee(
        &self,
        py: Python<'_>,
        start: Position,
        dangers: Positions,
        length: Number,
        locomotion: Option<&Bound<'_, Locomotion>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Py<PyAny>> {
        let start = start.named("start")?;
        let (dangers, length) = (dangers.named("dangers")?, length.named("length")?);
        let view = self.view_for(py, locomotion, options)?;
        let escape = py.detach(|| view.flee_from(start, dangers, length));
        match escape.blamed("dangers")? {
            Some(escape) => places(py, &[escape.place], !escape.is_dead_end, 0),
            None => places(py, &[], false, 0),
        }
    }

    /// Finds places around a target by which its ways out are held.
    ///
    /// Parameters
    /// ----------
    /// target : three floats
    ///     In world units: a position where the agent could be.
    /// radius : float
    ///     How far it may go before it is held, by way and in world units.
    /// count : int
    ///     The most places.
    /// locomotion : Locomotion, optional
    ///     What a ground agent can do; the agent flies without one.
    /// agent, moves, corners, keep_away, limit_memory, snap_start
    ///     As for `path`.
    ///
    /// Returns
    /// -------
    /// tuple of numpy.ndarray of float64, shape (N, 3), and float
    ///     Positions, and the gap: every way out passes as near to one of them.
    #[pyo3(
        signature = (target, radius, count, *, locomotion = None, **options),
        text_signature = "($self, target, radius, count, *, locomotion=None, agent=None, moves=26, corners='strict', keep_away=None, limit_memory=1073741824, snap_start=None)"
    )]
    fn surround(
        &self,
        py: Python<'_>,
        target: Position,
        radius: Number,
        count: Count,
        locomotion: Option<&Bound<'_, Locomotion>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<(Rows<f64>, f64)> {
        let (target, radius) = (target.named("target")?, radius.named("radius")?);
        let count = count.narrow("count")? as usize;
        let view = self.view_for(py, locomotion, options)?;
        let held = py.detach(|| view.surround(target, radius, count));
        let held = held.blamed("target")?;
        Ok((held.positions.into_iter().collect(), held.gap))
    }
}
