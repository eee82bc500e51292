//! The page put together: one file that needs nothing else.

use std::io::{self, Write};

use serde::Serialize;
use voxnav::glam::IVec3;
use voxnav::grid::Occupancy;
use voxnav::search::Cost;
use voxnav_formats::trace::{TraceEnd, TraceHeader};
use voxnav_import::export::color_of;

use super::Surfaces;
use super::density::Density;
use super::payload::Payload;
use super::recording::{Recording, SearchCell};
use super::surface::{Place, Quad, Toward};

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = concat!(
    include_str!("algebra.js"),
    include_str!("camera.js"),
    include_str!("shaders.js"),
    include_str!("scene.js"),
    include_str!("panel.js"),
    include_str!("pointer.js"),
    include_str!("share.js"),
    include_str!("viewer.js"),
);

/// Everything that the page says in words and single numbers.
#[derive(Serialize)]
pub(super) struct Facts {
    /// The program and its version.
    pub(super) program: String,
    /// The command that makes the page again.
    pub(super) command: String,
    pub(super) map: MapFacts,
    /// Absent where only the world is shown.
    pub(super) search: Option<SearchFacts>,
}

#[derive(Serialize)]
pub(super) struct MapFacts {
    pub(super) name: String,
    pub(super) description: String,
    /// The lowest cell; cells in the arrays count from there.
    pub(super) low: [i32; 3],
    pub(super) size: [u32; 3],
    /// Cells along the edge of what is drawn as one: 1 where nothing is simplified.
    pub(super) scale: u32,
    pub(super) quads: usize,
    pub(super) density_edge: u32,
    pub(super) density_size: [u32; 3],
    /// The axis that points up on the screen, 0 to 2.
    pub(super) up: usize,
    /// Whether there is rock all around, so that the world is looked into rather than at.
    pub(super) is_cavern: bool,
}

#[derive(Serialize)]
pub(super) struct SearchFacts {
    pub(super) start: [i32; 3],
    pub(super) goal: [i32; 3],
    pub(super) description: String,
    pub(super) guarantee: String,
    pub(super) outcome: String,
    /// The option of the limit that ended the search, if one did and it is known which.
    #[serde(skip)]
    pub(super) limit: Option<&'static str>,
    pub(super) explanation: &'static str,
    pub(super) length: Option<f64>,
    pub(super) moves: Option<u64>,
    pub(super) time_ms: Option<f64>,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) reopened: u64,
    pub(super) stale: u64,
    pub(super) peak_open: u64,
    pub(super) lower_bound: f64,
    /// The cells where the path turns, its ends included; empty if there is none.
    pub(super) turns: Vec<[i32; 3]>,
    /// Expansions that can be replayed.
    pub(super) kept: u32,
    /// Expansions that were seen in all.
    pub(super) recorded: u64,
}

impl SearchFacts {
    /// What is known of a search that was traced or run.
    pub(super) fn of(header: &TraceHeader, end: &TraceEnd, recording: &Recording) -> Self {
        let statistics = &end.statistics;
        Self {
            start: header.start.to_array(),
            goal: header.goal.to_array(),
            description: format!(
                "{}, {} estimate, moves {}, {} corners",
                header.algorithm, header.heuristic, header.moves, header.corners
            ),
            guarantee: header.guarantee.clone(),
            outcome: end.outcome.clone(),
            limit: None,
            explanation: explanation(&end.outcome),
            length: end.cost.map(Cost::length),
            moves: end.cost.map(|_| moves(&end.path)),
            time_ms: None,
            expanded: statistics.expanded,
            generated: statistics.generated,
            reopened: statistics.reopened,
            stale: statistics.stale,
            peak_open: statistics.peak_open,
            lower_bound: statistics.lower_bound.length(),
            turns: end.path.iter().map(IVec3::to_array).collect(),
            kept: recording.kept,
            recorded: recording.expanded,
        }
    }
}

/// How many moves a path of these turns has: each goes one cell along the axis that changes most.
fn moves(turns: &[IVec3]) -> u64 {
    let runs = turns.windows(2).map(|ends| (ends[1] - ends[0]).abs());
    runs.map(|run| u64::from(run.max_element().unsigned_abs()))
        .sum()
}

/// What an outcome means, in a sentence.
fn explanation(outcome: &str) -> &'static str {
    match outcome {
        "unreachable" => "It is proved that no path joins start and goal.",
        "limit reached" => "A limit ended the search before it was done.",
        "cancelled" => "The search was cancelled.",
        "start blocked" => "The start is an occupied cell, so there was nothing to search.",
        "goal blocked" => "The goal is an occupied cell, so there was nothing to search.",
        "start outside" => "The start lies outside the map, so there was nothing to search.",
        "goal outside" => "The goal lies outside the map, so there was nothing to search.",
        _ => "",
    }
}

/// The arrays that the page draws.
pub(super) fn payload(
    surfaces: &Surfaces,
    world: &Occupancy,
    density: &Density,
    cells: &[SearchCell],
) -> Payload {
    let quads = &surfaces.quads;
    let place = |cell: IVec3, low: IVec3, axis: usize| {
        // INVARIANT: no world is longer than places are written.
        u16::try_from(cell[axis] - low[axis]).unwrap_or(u16::MAX)
    };
    let mut payload = Payload::default();
    let low = surfaces.world.bounds().min;
    for (axis, name) in ["quadX", "quadY", "quadZ"].into_iter().enumerate() {
        payload.add(name, quads.iter().map(|quad| place(quad.cell, low, axis)));
    }
    payload.add("quadSide", quads.iter().map(side_code));
    payload.add("quadWidth", quads.iter().map(|quad| quad.width));
    payload.add("quadHeight", quads.iter().map(|quad| quad.height));
    if quads.iter().any(|quad| quad.material.is_some()) {
        let palette = surfaces.world.palette();
        let color = |quad: &Quad| {
            let material = palette.get(quad.material?)?;
            let [red, green, blue] = color_of(&material.name);
            // The first byte tells that there is one.
            Some(u32::from_be_bytes([1, red, green, blue]))
        };
        payload.add(
            "quadColor",
            quads.iter().map(|quad| color(quad).unwrap_or(0)),
        );
    }
    payload.add("density", density.shares.iter().copied());
    let low = world.bounds().min;
    for (axis, name) in ["cellX", "cellY", "cellZ"].into_iter().enumerate() {
        payload.add(name, cells.iter().map(|cell| place(cell.cell, low, axis)));
    }
    payload.add("cellQueued", cells.iter().map(|cell| cell.queued));
    payload.add("cellExpanded", cells.iter().map(|cell| cell.expanded));
    payload.add("cellG", cells.iter().map(|cell| single(cell.g.length())));
    payload.add("cellF", cells.iter().map(|cell| single(cell.f.length())));
    payload.add("cellParent", cells.iter().map(|cell| cell.parent));
    payload.add("cellSide", cells.iter().map(|cell| cell.side as u8));
    payload
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "lengths to be shown as colors"
)]
fn single(length: f64) -> f32 {
    length as f32
}

/// Bit 0: toward larger coordinates; bits 1 and 2: the axis; bit 3: at the border of the world.
fn side_code(quad: &Quad) -> u8 {
    let axis = u8::try_from(quad.side.axis).unwrap_or_default();
    let higher = u8::from(quad.side.toward == Toward::Higher);
    higher | axis << 1 | u8::from(quad.place == Place::Border) << 3
}

/// Writes the page.
pub(super) fn write(facts: &Facts, payload: &Payload, out: &mut impl Write) -> io::Result<()> {
    let mut rest = TEMPLATE;
    for (mark, content) in [
        ("/* STYLE */", STYLE.to_owned()),
        ("/* FACTS */", json(facts)?),
        ("/* ARRAYS */", json(&payload.arrays())?),
        ("/* PAYLOAD */", payload.text()?),
        ("/* SCRIPT */", SCRIPT.to_owned()),
    ] {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        out.write_all(before.as_bytes())?;
        out.write_all(content.as_bytes())?;
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

/// JSON that ends no script element, whatever the name of the map is.
fn json(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value)?.replace('<', "\\u003c"))
}
