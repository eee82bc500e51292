//! `voxnav view`: the first picture of a page, axes and numbers, phones, and pages that cannot be drawn.

use serde_json::json;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, OccupancyBuilder};

use crate::chromium::{Chromium, Scheme, Turn};
use crate::program::Scratch;
use crate::view::{page, written};

/// The color of rock that is cut, in light pages.
const CUT: [u8; 3] = [107, 117, 135];

/// The commands that make a page of a closed world.
fn commands(world: &str, options: &str) -> [String; 2] {
    [
        format!("generate {world} -o w.3dmap --scenarios 20"),
        format!("view w.3dmap {options} --html p.html"),
    ]
}

/// A page of a closed world, and a browser that shows it.
fn closed(test: &str, world: &str, options: &str) -> Option<(Turn, Scratch)> {
    page(
        test,
        &commands(world, options).each_ref().map(String::as_str),
    )
}

#[test]
fn a_closed_world_is_open_at_first_and_closed_on_a_click() {
    for (test, world, options) in [
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
        let commands = commands(world, options);
        let scratch = written(test, &commands.each_ref().map(String::as_str));
        let Some(mut browser) = Chromium::launch(test) else {
            return;
        };
        // Rough edges have the color of cuts to the bit.
        browser.smooth();
        browser.open(&scratch.path_of("p.html"));
        let said = "document.querySelector('#cut-said').textContent";
        let axis_and_layer = format!("/^[xyz] [<>] \\d+$/.test({said})");
        assert_eq!(browser.evaluate(&axis_and_layer), true, "{test}");
        // Rock is seen where it is cut, and its sides are drawn.
        let open = browser.screenshot(test);
        assert!(open.of_color(CUT) > 5000, "{test}: {}", open.of_color(CUT));
        browser.click("#cutaway");
        let closed = browser.screenshot(&format!("{test}-closed"));
        assert!(closed.difference(&open) > 20_000, "{test}");
        // The edges of the world have that color, too.
        assert!(10 * closed.of_color(CUT) < open.of_color(CUT), "{test}");
        assert_eq!(browser.evaluate(said), "");
        assert_eq!(browser.check("wrongLayers()"), 0, "{test}");
        assert_eq!(browser.check("wrongCuts()"), json!([]), "{test}");
        browser.is_content();
    }
}

/// A point of a cut tells of the rock that is cut there, and no point of what is taken away. The picture keeps its
/// proportions when the window changes.
#[test]
fn rock_that_is_cut_can_be_pointed_at_and_windows_change() {
    let world = "caves --size 24,24,24 --seed 3";
    let Some((mut browser, _scratch)) = closed("view-cut-pointer", world, "") else {
        return;
    };
    assert_eq!(browser.check("pointsAtCut()"), json!([true, true, 0]));
    for (width, height) in [(500, 700), (1100, 500)] {
        browser.resize(width, height, Scheme::Light);
        browser.wait_for(&format!("checks.hasSize({width}, {height})"));
    }
    browser.is_content();
}

#[test]
fn axes_have_numbers_and_there_is_a_scale() {
    let scratch = Scratch::new("view-axes");
    // Cells below zero, so that numbers are those of the map.
    let bounds = CellBox::new(IVec3::new(-30, 5, -8), IVec3::new(10, 45, 12));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let floor = CellBox::new(bounds.min, IVec3::new(10, 45, -7));
    builder.set_box(floor, CellState::Occupied).unwrap();
    scratch.save("w.voxnav", builder);
    scratch.succeeds("view w.voxnav --html p.html");
    let Some(mut browser) = Chromium::launch("view-axes") else {
        return;
    };
    browser.open(&scratch.path_of("p.html"));
    let with = browser.screenshot("view-axes");
    // Each number stands at its cell: a line of sight through the place meets an edge of the world there.
    let ticks = browser.check("ticks()");
    let ticks = ticks.as_array().unwrap();
    for (axis, (low, end)) in [(-30, 10), (5, 45), (-8, 12)].into_iter().enumerate() {
        let own = ticks.iter().filter(|tick| tick[0] == json!(axis));
        let cells: Vec<_> = own.map(|tick| tick[1].as_i64().unwrap()).collect();
        let are_inside = cells.iter().all(|cell| (low..end).contains(cell));
        assert!(cells.len() >= 3 && are_inside, "axis {axis}: {cells:?}");
    }
    assert!(ticks.iter().all(|tick| tick[2] == true), "{ticks:?}");
    let error = browser.check("barError()").as_f64().unwrap();
    assert!(error < 0.01, "{error}");
    browser.click("#show-axes");
    let without = browser.screenshot("view-axes-hidden");
    assert!(with.difference(&without) > 1000);
    assert_eq!(browser.evaluate("voxnav.viewer.axes.ticks"), json!([]));
    // Numbers beside the cuts follow the sliders.
    let clips = browser.check("clips()");
    assert_eq!(clips, json!(["-30 to 9", "5 to 44", "-8 to 11"]));
    browser.check("clip('clip-x-low', 7)");
    browser.check("clip('clip-z-high', 4)");
    let clips = browser.check("clips()");
    assert_eq!(clips, json!(["-23 to 9", "5 to 44", "-8 to -5"]));
    browser.is_content();
}

#[test]
fn a_tap_on_a_phone_tells_of_the_cell_without_the_panel() {
    let world = "caves --size 24,24,24 --seed 7";
    let options = "--scenario 9 --algorithm astar";
    let Some((mut browser, scratch)) = closed("view-tap", world, options) else {
        return;
    };
    browser.resize(390, 844, Scheme::Light);
    browser.open(&scratch.path_of("p.html"));
    let is_folded = "document.querySelector('#panel').classList.contains('folded')";
    assert_eq!(browser.evaluate(is_folded), true);
    let before = browser.screenshot("view-tap-before");
    let found = browser.check("pointOfCell(20, 200, 370, 700)");
    browser.tap((found[0].as_f64().unwrap(), found[1].as_f64().unwrap()));
    browser.wait_for("voxnav.viewer.pointer.cell !== undefined");
    assert_eq!(browser.evaluate(is_folded), true);
    let sheet = browser.check("sheet()");
    let seen = [0, 1, 2].map(|place| sheet[place].as_bool().unwrap());
    assert_eq!(seen, [true, true, false]);
    let said = sheet[3].as_str().unwrap();
    assert!(said.contains("Cell") && said.contains("expanded"), "{said}");
    assert!(browser.screenshot("view-tap").difference(&before) > 2000);
    browser.evaluate("document.querySelector('#cell-close').click()");
    assert_eq!(browser.check("sheet()[0]"), false);
    browser.is_content();
}

#[test]
fn without_scripts_a_page_says_what_it_needs() {
    let world = "caves --size 8,8,8 --seed 1";
    let Some((mut browser, scratch)) = closed("view-no-script", world, "") else {
        return;
    };
    let says_so = browser.evaluate("document.body.innerText.includes('JavaScript')");
    assert_eq!(says_so, false);
    let said = browser.text_without_scripts(&scratch.path_of("p.html"));
    assert!(
        said.contains("JavaScript") && said.contains("WebGL 2"),
        "{said}"
    );
    assert!(!said.contains("Loading"), "{said}");
}
