//! The page put together: one file that needs nothing else.

use std::io::{self, Write};

use serde::Serialize;
use voxnav::glam::IVec3;
use voxnav::grid::Occupancy;
use voxnav::ground::MaterialId;
use voxnav_import::export::color_of;

use crate::density::Density;
use crate::payload::Payload;
use crate::recording::SearchCell;
use crate::scene::Facts;
use crate::surface::{Filling, Place, Quad, Toward};

const TEMPLATE: &str = include_str!("../page/page.html");
const STYLE: &str = include_str!("../page/style.css");
const SCRIPT: &str = concat!(
    include_str!("../page/algebra.js"),
    include_str!("../page/camera.js"),
    include_str!("../page/shaders.js"),
    include_str!("../page/scene.js"),
    include_str!("../page/cut.js"),
    include_str!("../page/axes.js"),
    include_str!("../page/legs.js"),
    include_str!("../page/panel.js"),
    include_str!("../page/pointer.js"),
    include_str!("../page/share.js"),
    include_str!("../page/routes.js"),
    include_str!("../page/play.js"),
    include_str!("../page/viewer.js"),
);

/// Returns a coordinate of a cell, from the lowest cell of its world.
fn place(cell: IVec3, low: IVec3, axis: usize) -> u16 {
    // INVARIANT: no world is longer than places are written.
    u16::try_from(cell[axis] - low[axis]).unwrap_or(u16::MAX)
}

/// Returns the arrays of the world.
pub(crate) fn payload(world: &Occupancy, quads: &[Quad], density: &Density) -> Payload {
    let mut payload = Payload::default();
    let low = world.bounds().min;
    for (axis, name) in ["quadX", "quadY", "quadZ"].into_iter().enumerate() {
        payload.add(name, quads.iter().map(|quad| place(quad.cell, low, axis)));
    }
    payload.add("quadSide", quads.iter().map(side_code));
    payload.add("quadWidth", quads.iter().map(|quad| quad.width));
    payload.add("quadHeight", quads.iter().map(|quad| quad.height));
    if quads.iter().any(|quad| quad.face.material.is_some()) {
        let palette = world.palette();
        let color = |quad: &Quad| {
            let material = palette.get(quad.face.material?)?;
            let [red, green, blue] = color_of(&material.name);
            // The first byte tells that there is one, and whether one looks through it.
            let kind = match quad.face.filling {
                Filling::Occupied => 1,
                Filling::Passable => 2,
            };
            Some(u32::from_be_bytes([kind, red, green, blue]))
        };
        payload.add(
            "quadColor",
            quads.iter().map(|quad| color(quad).unwrap_or(0)),
        );
        // By its number in the palette, from 1.
        let number = |quad: &Quad| quad.face.material.map_or(0, MaterialId::number);
        payload.add("quadMaterial", quads.iter().map(number));
    }
    payload.add("density", density.shares.iter().copied());
    payload
}

/// The names of the arrays of a search.
type CellNames = [&'static str; 9];

pub(crate) const CELLS: CellNames = [
    "cellX",
    "cellY",
    "cellZ",
    "cellQueued",
    "cellExpanded",
    "cellG",
    "cellF",
    "cellParent",
    "cellSide",
];

/// The names of the arrays of the search beside it.
pub(crate) const CELLS_AGAINST: CellNames = [
    "againstX",
    "againstY",
    "againstZ",
    "againstQueued",
    "againstExpanded",
    "againstG",
    "againstF",
    "againstParent",
    "againstSide",
];

/// Adds the cells of a search in a world whose lowest cell is `low`.
pub(crate) fn add_cells(payload: &mut Payload, names: CellNames, low: IVec3, cells: &[SearchCell]) {
    let [first, second, third, queued, expanded, g, f, parent, side] = names;
    for (axis, name) in [first, second, third].into_iter().enumerate() {
        payload.add(name, cells.iter().map(|cell| place(cell.cell, low, axis)));
    }
    payload.add(queued, cells.iter().map(|cell| cell.queued));
    payload.add(expanded, cells.iter().map(|cell| cell.expanded));
    payload.add(g, cells.iter().map(|cell| single(cell.g.length())));
    payload.add(f, cells.iter().map(|cell| single(cell.f.length())));
    payload.add(parent, cells.iter().map(|cell| cell.parent));
    payload.add(side, cells.iter().map(|cell| cell.side as u8));
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "lengths to be shown as colors"
)]
fn single(length: f64) -> f32 {
    length as f32
}

/// Returns the code of a side: bit 0 is set toward larger coordinates; bits 1 and 2 are the axis;
/// bit 3 is set at the border of the world.
fn side_code(quad: &Quad) -> u8 {
    let axis = u8::try_from(quad.face.side.axis).unwrap_or_default();
    let higher = u8::from(quad.face.side.toward == Toward::Higher);
    higher | axis << 1 | u8::from(quad.face.place == Place::Border) << 3
}

/// Writes the page.
pub(crate) fn write(facts: &Facts, payload: &Payload, out: &mut impl Write) -> io::Result<()> {
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

/// Returns JSON that ends no script element, whatever the name of the map is.
fn json(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value)?.replace('<', "\\u003c"))
}
