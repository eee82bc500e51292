//! The page put together: one file that needs nothing else.

use std::io::{self, Write};

use voxnav::glam::IVec3;
use voxnav::grid::{Occupancy, Sign};
use voxnav::ground::{MaterialId, color_of};

use crate::density::Density;
use crate::json::ToJson;
use crate::payload::{Payload, single};
use crate::recording::Recording;
use crate::scene::Facts;
use crate::surface::{Filling, Place, Quad};

const TEMPLATE: &str = include_str!("../page/page.html");
const STYLE: &str = include_str!("../page/style.css");
/// The modules that draw, and what this page does with them. A module begins with what it imports, a line each.
const SCRIPT: &str = concat!(
    include_str!("../page/render/algebra.js"),
    include_str!("../page/render/colors.js"),
    include_str!("../page/render/camera.js"),
    include_str!("../page/render/controls.js"),
    include_str!("../page/render/shaders.js"),
    include_str!("../page/render/shader.js"),
    include_str!("../page/render/card.js"),
    include_str!("../page/render/legs.js"),
    include_str!("../page/render/light.js"),
    include_str!("../page/render/scene.js"),
    include_str!("../page/render/cut.js"),
    include_str!("../page/opening.js"),
    include_str!("../page/axes.js"),
    include_str!("../page/first.js"),
    include_str!("../page/panel.js"),
    include_str!("../page/pointer.js"),
    include_str!("../page/share.js"),
    include_str!("../page/routes.js"),
    include_str!("../page/play.js"),
    include_str!("../page/story.js"),
    include_str!("../page/keys.js"),
    include_str!("../page/viewer.js"),
);

/// Returns a coordinate of a cell, from the lowest cell of its world.
pub(crate) fn place(cell: IVec3, low: IVec3, axis: usize) -> u16 {
    // INVARIANT: no world is longer than places are written.
    u16::try_from(cell[axis] - low[axis]).unwrap_or(u16::MAX)
}

/// Returns the arrays of the world.
pub(crate) fn payload(world: &Occupancy, quads: &[Quad], density: &Density) -> Payload {
    let mut payload = Payload::default();
    let low = world.bounds().min;
    payload.add_places("quad", &quads.iter(), |quad, axis| {
        place(quad.cell, low, axis)
    });
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

/// Adds the cells and clusters of a search in a world whose lowest cell is `low`, to arrays whose names begin with
/// `search`.
pub(crate) fn add_search(payload: &mut Payload, search: &str, low: IVec3, recording: &Recording) {
    let Recording {
        cells,
        clusters,
        way,
        ..
    } = recording;
    let name = |array: &str| format!("{search}{array}");
    // A cluster at the border of the world begins below its lowest cell.
    payload.add_places(&name("Cluster"), &clusters.iter(), |(cluster, _), axis| {
        single(f64::from(cluster[axis] - low[axis]))
    });
    payload.add(name("ClusterStep"), clusters.iter().map(|&(_, step)| step));
    payload.add_places(&name("Way"), &way.iter(), |&(cell, _), axis| {
        place(cell, low, axis)
    });
    payload.add(name("WayStep"), way.iter().map(|&(_, step)| step));
    payload.add_places(search, &cells.iter(), |cell, axis| {
        place(cell.cell, low, axis)
    });
    payload.add(name("Queued"), cells.iter().map(|cell| cell.queued));
    payload.add(name("Expanded"), cells.iter().map(|cell| cell.expanded));
    payload.add(name("G"), cells.iter().map(|cell| single(cell.g.length())));
    payload.add(name("F"), cells.iter().map(|cell| single(cell.f.length())));
    payload.add(name("Parent"), cells.iter().map(|cell| cell.parent));
    payload.add(name("Side"), cells.iter().map(|cell| cell.side as u8));
}

/// Returns the code of a side: bit 0 is set toward larger coordinates; bits 1 and 2 are the axis;
/// bit 3 is set at the border of the world.
fn side_code(quad: &Quad) -> u8 {
    let axis = u8::try_from(quad.face.side.axis.index()).unwrap_or_default();
    let higher = u8::from(quad.face.side.sign == Sign::Positive);
    higher | axis << 1 | u8::from(quad.face.place == Place::Border) << 3
}

/// Writes the page.
pub(crate) fn write(facts: &Facts, payload: &Payload, out: &mut impl Write) -> io::Result<()> {
    let mut rest = TEMPLATE;
    for (mark, content) in [
        ("/* STYLE */", STYLE.to_owned()),
        ("/* FACTS */", facts.to_json()),
        ("/* ARRAYS */", payload.arrays().to_json()),
        ("/* PAYLOAD */", payload.text()?),
        ("/* SCRIPT */", script()),
    ] {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        out.write_all(before.as_bytes())?;
        out.write_all(content.as_bytes())?;
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

/// Returns all modules as one script, in which they see each other without imports and exports.
fn script() -> String {
    let lines = (SCRIPT.lines()).filter(|line| !line.starts_with("import "));
    let mut script = String::with_capacity(SCRIPT.len());
    for line in lines {
        script.push_str(line.strip_prefix("export ").unwrap_or(line));
        script.push('\n');
    }
    script
}
