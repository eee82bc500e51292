//! `voxnav view`: the first picture of a page, axes and numbers, phones, and pages that cannot be drawn.

use serde_json::{Value, json};
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, OccupancyBuilder};

use crate::chromium::{Chromium, Scheme};
use crate::program::Scratch;

/// The color of rock that is cut, in light pages.
const CUT: [u8; 3] = [107, 117, 135];

/// A page of a closed world, and a browser that shows it.
fn page(test: &str, world: &str, arguments: &str) -> Option<(Chromium, Scratch)> {
    let mut browser = Chromium::launch(test)?;
    let scratch = Scratch::new(test);
    scratch.succeeds(&format!("generate {world} -o w.3dmap --scenarios 20"));
    scratch.succeeds(&format!("view w.3dmap {arguments} --html p.html"));
    browser.resize(1280, 800, Scheme::Light);
    browser.open(&scratch.path_of("p.html"));
    Some((browser, scratch))
}

/// How far the cells that are told open differ from those of every layer, one by one.
const WRONG_LAYERS: &str = "(() => {
    const { cut, pointer, size } = voxnav.viewer;
    const open = size.map((side) => Array(side).fill(0));
    for (let x = 0; x < size[0]; x += 1) for (let y = 0; y < size[1]; y += 1) for (let z = 0; z < size[2]; z += 1)
        if (!pointer.isOccupied([x, y, z])) [x, y, z].forEach((layer, axis) => { open[axis][layer] += 1; });
    return open.flatMap((layers, axis) => layers.filter((count, layer) => count !== cut.open[axis][layer])).length;
})()";

/// From every side a closed world is opened toward the eye, at a layer between the near quarter of the path
/// and its middle, and of these the most open one.
const WRONG_CUTS: &str = "(() => {
    const { cut, camera } = voxnav.viewer;
    const wrong = [];
    for (let yaw = -3; yaw <= 3; yaw += 0.37) for (let pitch = -1.5; pitch <= 1.5; pitch += 0.5) {
        Object.assign(camera, { yaw, pitch });
        const forward = camera.forward();
        const { axis, isHigh, layer } = cut.toward(forward, camera.upAxis);
        const places = cut.places[axis];
        const at = (part) => places[Math.round(part * (places.length - 1))];
        const ends = (isHigh ? [at(0.5), at(0.75)] : [at(0.25), at(0.5)]);
        const layers = cut.open[axis].slice(ends[0], ends[1] + 1);
        const isIn = layer >= ends[0] && layer <= ends[1];
        if (isHigh !== forward[axis] < 0 || !isIn || cut.open[axis][layer] < Math.max(...layers)) wrong.push([yaw, pitch]);
    }
    return wrong;
})()";

#[test]
fn a_closed_world_is_open_at_first_and_closed_on_a_click() {
    for (test, world, arguments) in [
        (
            "view-open-caves",
            "caves --size 24,24,24 --seed 1",
            "--scenario 9 --algorithm astar",
        ),
        (
            "view-open-rooms",
            "rooms --size 24,24,24 --seed 3",
            "--scenario 4 --algorithm jump",
        ),
        ("view-open-alone", "rooms --size 24,24,24 --seed 8", ""),
    ] {
        let Some((mut browser, _scratch)) = page(test, world, arguments) else {
            return;
        };
        let said = "document.querySelector('#cut-said').textContent";
        let axis_and_layer = format!("/^[xyz] [<>] \\d+$/.test({said})");
        assert_eq!(browser.evaluate(&axis_and_layer), json!(true), "{test}");
        // Rock is seen where it is cut, and its sides are drawn.
        let open = browser.screenshot(test);
        assert!(open.of_color(CUT) > 5000, "{test}: {}", open.of_color(CUT));
        browser.click("#cutaway");
        let closed = browser.screenshot(&format!("{test}-closed"));
        assert!(closed.difference(&open) > 20_000, "{test}");
        // The edges of the world have that color, too.
        assert!(10 * closed.of_color(CUT) < open.of_color(CUT), "{test}");
        assert_eq!(browser.evaluate(said), json!(""));
        assert_eq!(browser.evaluate(WRONG_LAYERS), json!(0), "{test}");
        assert_eq!(browser.evaluate(WRONG_CUTS), json!([]), "{test}");
        assert_eq!(browser.complaints(), &[] as &[String]);
    }
}

/// A point of a cut tells of the rock that is cut there, and no point of what is taken away.
#[test]
fn rock_that_is_cut_can_be_pointed_at() {
    let world = "caves --size 24,24,24 --seed 3";
    let Some((mut browser, _scratch)) = page("view-cut-pointer", world, "") else {
        return;
    };
    let pointed = browser.evaluate(
        "(() => {
            const { pointer, camera, cut, look } = voxnav.viewer;
            const { axis, layer } = cut.toward(camera.forward(), look.up);
            let [all, atCut, wrong] = [0, 0, 0];
            for (let y = 20; y < 780; y += 9) for (let x = 290; x < 1270; x += 9) {
                const found = pointer.at(x, y);
                if (!found) continue;
                all += 1;
                atCut += found.place[axis] === layer ? 1 : 0;
                const isLeft = pointer.isShown(found.place.map((number) => number + 0.5));
                if (!isLeft || !pointer.isOccupied(found.place)) wrong += 1;
            }
            return [all > 1000, atCut > 300, wrong];
        })()",
    );
    assert_eq!(pointed, json!([true, true, 0]));
    assert_eq!(browser.complaints(), &[] as &[String]);
}

#[test]
fn axes_have_numbers_and_there_is_a_scale() {
    let scratch = Scratch::new("view-axes");
    // Cells below zero, so that numbers are those of the map.
    let bounds = CellBox::new(IVec3::new(-30, 5, -8), IVec3::new(10, 45, 12));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let floor = CellBox::new(bounds.min, IVec3::new(10, 45, -7));
    builder.set_box(floor, CellState::Occupied).unwrap();
    voxnav_store::World::new(builder.commit())
        .save(scratch.path_of("w.voxnav"))
        .unwrap();
    scratch.succeeds("view w.voxnav --html p.html");
    let Some(mut browser) = Chromium::launch("view-axes") else {
        return;
    };
    browser.resize(1280, 800, Scheme::Light);
    browser.open(&scratch.path_of("p.html"));
    let with = browser.screenshot("view-axes");
    // Each number stands at its cell: a line of sight through the place meets an edge of the world there.
    let ticks = browser.evaluate(
        "voxnav.viewer.axes.ticks.map(({ axis, cell, x, y }) => {
            const { pointer, facts, size } = voxnav.viewer;
            const { eye, direction } = pointer.ray(x, y);
            const away = (cell - facts.map.low[axis] + 0.5 - eye[axis]) / direction[axis];
            const place = eye.map((number, other) => number + direction[other] * away);
            const isAtEdge = [0, 1, 2].every((other) => other === axis
                || Math.abs(place[other]) < 0.1 || Math.abs(place[other] - size[other]) < 0.1);
            return [axis, cell, isAtEdge];
        })",
    );
    let ticks = ticks.as_array().unwrap();
    for (axis, (low, end)) in [(-30, 10), (5, 45), (-8, 12)].into_iter().enumerate() {
        let own = ticks.iter().filter(|tick| tick[0] == json!(axis));
        let cells: Vec<_> = own.map(|tick| tick[1].as_i64().unwrap()).collect();
        assert!(cells.len() >= 3, "axis {axis}: {cells:?}");
        assert!(
            cells.iter().all(|cell| (low..end).contains(cell)),
            "{cells:?}"
        );
    }
    assert!(ticks.iter().all(|tick| tick[2] == json!(true)), "{ticks:?}");
    let bar = browser.evaluate(
        "(() => {
            const { axes, camera, canvas } = voxnav.viewer;
            const { right, forward } = camera.axes();
            const at = (cells) => {
                const place = camera.target.map((number, axis) => number + right[axis] * cells);
                const view = camera.matrix(canvas.width / canvas.height, 100, [0, 0]);
                const row = (line) => place.reduce((sum, number, axis) => sum + number * view.matrix[line + axis * 4],
                    view.matrix[line + 12]);
                return row(0) / row(3) * canvas.clientWidth / 2;
            };
            return Math.abs(at(axes.bar.cells) - at(0) - axes.bar.wide);
        })()",
    );
    assert!(bar.as_f64().unwrap() < 0.01, "{bar}");
    browser.click("#show-axes");
    let without = browser.screenshot("view-axes-hidden");
    assert!(with.difference(&without) > 1000);
    assert_eq!(browser.evaluate("voxnav.viewer.axes.ticks"), json!([]));
    // Numbers beside the cuts follow the sliders.
    let said = "[...document.querySelectorAll('#clips output')].map((it) => it.textContent)";
    assert_eq!(
        browser.evaluate(said),
        json!(["-30 to 9", "5 to 44", "-8 to 11"])
    );
    browser.evaluate(
        "for (const [id, value] of [['clip-x-low', 7], ['clip-z-high', 4]]) {
            const slider = document.getElementById(id);
            slider.value = value;
            slider.dispatchEvent(new Event('input'));
        }",
    );
    assert_eq!(
        browser.evaluate(said),
        json!(["-23 to 9", "5 to 44", "-8 to -5"])
    );
    assert_eq!(browser.complaints(), &[] as &[String]);
}

#[test]
fn a_tap_on_a_phone_tells_of_the_cell_without_the_panel() {
    let mut browser = Chromium::launch("view-tap");
    let Some(browser) = &mut browser else { return };
    let scratch = Scratch::new("view-tap");
    scratch.succeeds("generate caves --size 24,24,24 --seed 7 -o w.3dmap --scenarios 20");
    scratch.succeeds("view w.3dmap --scenario 9 --algorithm astar --html p.html");
    browser.resize(390, 844, Scheme::Light);
    browser.open(&scratch.path_of("p.html"));
    let is_folded = "document.querySelector('#panel').classList.contains('folded')";
    assert_eq!(browser.evaluate(is_folded), json!(true));
    let before = browser.screenshot("view-tap-before");
    let found = browser.evaluate(
        "(() => {
            for (let y = 200; y < 700; y += 7) for (let x = 20; x < 370; x += 7) {
                if (voxnav.viewer.pointer.at(x, y)?.index !== undefined) return [x, y];
            }
        })()",
    );
    browser.tap((found[0].as_f64().unwrap(), found[1].as_f64().unwrap()));
    browser.wait_for("voxnav.viewer.pointer.cell !== undefined");
    assert_eq!(browser.evaluate(is_folded), json!(true));
    let shown = browser.evaluate(
        "(() => {
            const sheet = document.querySelector('#cell');
            const { left, top, right, bottom } = sheet.getBoundingClientRect();
            const isIn = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right > left;
            const others = [...document.querySelectorAll('#sections > :not(#cell)')];
            return [sheet.checkVisibility(), isIn, others.some((it) => it.checkVisibility()), sheet.innerText];
        })()",
    );
    assert_eq!(
        [&shown[0], &shown[1], &shown[2]],
        [&json!(true), &json!(true), &json!(false)]
    );
    let said = shown[3].as_str().unwrap();
    assert!(said.contains("Cell") && said.contains("expanded"), "{said}");
    assert!(browser.screenshot("view-tap").difference(&before) > 2000);
    browser.evaluate("document.querySelector('#cell-close').click()");
    let is_seen = "document.querySelector('#cell').checkVisibility()";
    assert_eq!(browser.evaluate(is_seen), json!(false));
    assert_eq!(browser.complaints(), &[] as &[String]);
}

#[test]
fn pictures_keep_their_proportions_when_windows_change() {
    let world = "caves --size 16,16,16 --seed 7";
    let Some((mut browser, _scratch)) = page("view-resize", world, "") else {
        return;
    };
    for (width, height) in [(500, 700), (1100, 500)] {
        browser.resize(width, height, Scheme::Light);
        let is_so = format!(
            "['scene', 'overlay'].every((id) => {{
                const {{ width, height }} = document.getElementById(id);
                return width === {width} && height === {height};
            }})"
        );
        browser.wait_for(&is_so);
    }
    assert_eq!(browser.complaints(), &[] as &[String]);
}

#[test]
fn without_scripts_a_page_says_what_it_needs() {
    let Some((mut browser, scratch)) = page("view-no-script", "caves --size 8,8,8 --seed 1", "")
    else {
        return;
    };
    assert_eq!(
        browser.evaluate("document.body.innerText.includes('JavaScript')"),
        Value::Bool(false)
    );
    let said = browser.text_without_scripts(&scratch.path_of("p.html"));
    for expected in ["JavaScript", "WebGL 2"] {
        assert!(said.contains(expected), "{said}");
    }
    assert!(!said.contains("Loading"), "{said}");
}
