//! `voxnav view`: pages of worlds and searches, looked at in a browser.

use serde_json::{Value, json};
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
use voxnav::ground::{Material, MaterialKind};

use crate::chromium::{Chromium, Scheme, Turn};
use crate::program::Scratch;

/// The number of pixels that must change when something in the picture does.
const NOTICEABLE: usize = 200;

/// Runs commands that write `p.html`.
pub(crate) fn written(test: &str, commands: &[&str]) -> Scratch {
    let scratch = Scratch::new(test);
    for command in commands {
        let run = scratch.run(command);
        assert!(run.code < 2, "{command}: {}", run.stderr);
    }
    scratch
}

/// Runs commands that write `p.html`, and opens it.
pub(crate) fn page(test: &str, commands: &[&str]) -> Option<(Turn, Scratch)> {
    let scratch = written(test, commands);
    let browser = scratch.opened(test)?;
    Some((browser, scratch))
}

/// The page of the last of 20 problems in a cave.
pub(crate) fn cave(test: &str, options: &str) -> Option<(Turn, Scratch)> {
    let generate = "generate caves --size 32,32,32 --seed 7 -o cave.3dmap --scenarios 20";
    let view = format!("view cave.3dmap --scenario 20 --html p.html {options}");
    page(test, &[generate, &view])
}

#[test]
fn a_page_draws_the_world_and_replays_the_search() {
    let Some((mut browser, _scratch)) = cave("view-replay", "--algorithm dijkstra") else {
        return;
    };
    assert_eq!(browser.evaluate("document.body.dataset.state"), "ready");
    let at_end = browser.screenshot("view-end");
    // Past the panel, above the time line.
    assert!(at_end.colors((300, 100), (1260, 700)) > 100, "no picture");
    let steps = browser.evaluate("Number(document.querySelector('#step').max)");
    assert!(steps.as_u64().unwrap() > 100, "{steps}");
    let shown = "[document.querySelector('#step').valueAsNumber, voxnav.viewer.look.step]";
    assert_eq!(browser.evaluate(shown), json!([steps, steps]));
    browser.slide("#step", 0.99, 0.3);
    let early = browser.evaluate(shown)[0].as_u64().unwrap();
    assert!(early > 0 && early * 2 < steps.as_u64().unwrap(), "{early}");
    assert_eq!(browser.evaluate(shown), json!([early, early]));
    let early = browser.screenshot("view-early");
    assert!(early.difference(&at_end) > NOTICEABLE);
    browser.is_content();
}

#[test]
fn controls_keys_and_mouse_change_the_picture() {
    let Some((mut browser, scratch)) = cave("view-controls", "--algorithm dijkstra") else {
        return;
    };
    browser.resize(1280, 800, Scheme::Dark);
    browser.open(&scratch.path_of("p.html"));
    let mut before = browser.screenshot("view-dark");
    let changes = |browser: &mut Chromium, what: &str, before: &mut _| {
        let after = browser.screenshot(&format!("view-after-{what}"));
        assert!(after.difference(before) > NOTICEABLE, "{what}");
        *before = after;
    };
    browser.click("input[value=order] + span");
    changes(&mut browser, "color", &mut before);
    browser.drag((700.0, 400.0), (820.0, 430.0));
    changes(&mut browser, "orbit", &mut before);
    browser.slide("#clip-z-high", 0.97, 0.5);
    changes(&mut browser, "clip", &mut before);
    for key in ["t", "b", "l", "p", "?"] {
        browser.press(key);
        changes(&mut browser, key, &mut before);
    }
    browser.press("Escape");
    browser.press("Home");
    assert_eq!(browser.evaluate("voxnav.viewer.look.step"), 0);
    browser.press("ArrowRight");
    assert_eq!(browser.evaluate("voxnav.viewer.look.step"), 1);
    browser.press(" ");
    browser.wait_for("voxnav.viewer.look.step > 1");
    browser.press("f");
    assert_eq!(browser.evaluate("voxnav.viewer.camera.isFlying"), true);
    browser.resize(360, 560, Scheme::Light);
    let small = browser.screenshot("view-small");
    assert!(small.colors((0, 100), (360, 480)) > 100);
    browser.is_content();
}

#[test]
fn without_a_path_the_page_says_why() {
    let wall = (0..25).map(|cell| format!("4 {} {}\n", cell % 5, cell / 5));
    let rooms = format!("voxel 9 5 5\n{}", wall.collect::<String>());
    let scratch = Scratch::new("view-no-path");
    scratch.write("rooms.3dmap", &rooms);
    let Some(mut browser) = Chromium::launch("view-no-path") else {
        return;
    };
    for (ends, outcome, reason) in [
        ("--from 0,0,0 --to 8,4,4", "unreachable", "proved"),
        ("--from 4,0,0 --to 8,4,4", "start blocked", "occupied"),
        ("--from 0,0,0 --to 4,4,4", "goal blocked", "occupied"),
        ("--from 0,0,9 --to 4,4,4", "start outside", "outside"),
        ("--from 0,0,0 --to 0,-1,4", "goal outside", "outside"),
    ] {
        scratch.fails(1, &format!("view rooms.3dmap {ends} --html p.html"));
        browser.open(&scratch.path_of("p.html"));
        let said = browser.evaluate("document.querySelector('#outcome').innerText.toLowerCase()");
        let said = said.as_str().unwrap();
        assert!(said.contains(outcome) && said.contains(reason), "{said}");
        let picture = browser.screenshot("view-no-path");
        assert!(picture.colors((300, 100), (1260, 700)) > 20, "{outcome}");
    }
    browser.is_content();
}

#[test]
fn a_world_alone_and_a_grid_are_shown_too() {
    let scratch = Scratch::new("view-grid");
    let grid = "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n";
    scratch.write("g.map", grid);
    scratch.succeeds("view g.map");
    scratch.succeeds("view g.map --from 0,1,0 --to 3,1,0 --html way.html");
    let Some(mut browser) = Chromium::launch("view-grid") else {
        return;
    };
    for page in ["g.html", "way.html"] {
        browser.open(&scratch.path_of(page));
        let picture = browser.screenshot(page);
        assert!(picture.colors((300, 100), (1260, 700)) > 5, "{page}");
        let is_hidden = browser.evaluate("document.querySelector('#timeline').hidden");
        assert_eq!(is_hidden, Value::Bool(page == "g.html"));
    }
    browser.is_content();
}

#[test]
fn the_page_says_what_is_left_out() {
    let Some((mut browser, _scratch)) = cave("view-keep", "--algorithm dijkstra --keep 50") else {
        return;
    };
    let said = browser.evaluate("document.querySelector('#left-out').innerText");
    assert!(said.as_str().unwrap().contains("first 50 of"), "{said}");
    let steps = browser.evaluate("document.querySelector('#step').max");
    assert_eq!(steps, "50");
}

#[test]
#[ignore = "makes a picture of the README; docs/pictures.sh runs it"]
fn picture_for_the_readme() {
    let scratch = Scratch::new("view-readme");
    scratch.succeeds("generate rooms --size 64,64,64 --seed 7 -o rooms.3dmap --scenarios 20");
    scratch.succeeds("view rooms.3dmap --scenario 20 --algorithm astar");
    let mut browser = Chromium::launch("view-readme").unwrap();
    browser.smooth();
    browser.resize(960, 600, Scheme::Light);
    browser.open(&scratch.path_of("rooms.html"));
    browser.screenshot("readme-view");
}

#[test]
fn cells_are_shown_in_the_colors_of_their_materials() {
    let scratch = Scratch::new("view-materials");
    let bounds = CellBox::from_size(IVec3::new(30, 30, 12));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let floor = CellBox::from_size(IVec3::new(30, 30, 1));
    let block = CellBox::new(IVec3::new(10, 10, 1), IVec3::new(20, 20, 8));
    for (name, cells) in [("#e01010", floor), ("#60c000", block)] {
        let material = Material::new(name, MaterialKind::Solid);
        let material = builder.add_material(material).unwrap();
        builder.set_material_box(cells, material).unwrap();
    }
    scratch.save("colors.voxnav", builder);
    // The same after a scene of MagicaVoxel.
    scratch.succeeds("convert colors.voxnav colors.vox");
    let Some(mut browser) = Chromium::launch("view-materials") else {
        return;
    };
    for map in ["colors.voxnav", "colors.vox"] {
        scratch.succeeds(&format!("view {map} --html p.html"));
        browser.open(&scratch.path_of("p.html"));
        let picture = browser.screenshot("view-materials");
        for hue in [[0xe0, 0x10, 0x10], [0x60, 0xc0, 0x00]] {
            let pixels = picture.of_hue(hue);
            assert!(pixels > 10_000, "{map}: {pixels} pixels of {hue:?}");
        }
    }
    browser.is_content();
}

/// A way that walks, steps, climbs a ladder and swims: each leg has a color of its own, and the legend says
/// which.
#[test]
fn legs_of_a_walker_are_drawn_in_colors_that_a_legend_explains() {
    let scratch = Scratch::new("view-legs");
    let mut world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(24, 12, 10))).unwrap();
    let cells = |min: [i32; 3], end: [i32; 3]| CellBox::new(min.into(), end.into());
    for (min, end) in [
        ([0, 0, 0], [24, 12, 3]),
        ([5, 0, 3], [8, 12, 4]),
        ([18, 0, 3], [24, 12, 7]),
    ] {
        world.set_box(cells(min, end), CellState::Occupied).unwrap();
    }
    let pond = cells([10, 0, 1], [15, 12, 3]);
    let ladder = cells([17, 5, 3], [18, 6, 7]);
    for (name, kind, cells) in [
        ("water", MaterialKind::Liquid, pond),
        ("ladder", MaterialKind::Climbable, ladder),
    ] {
        let material = world.add_material(Material::new(name, kind)).unwrap();
        world.set_material_box(cells, material).unwrap();
    }
    scratch.save("course.voxnav", world);
    scratch
        .succeeds("view course.voxnav --from 1,5,3 --to 22,5,7 --locomotion walker --html p.html");
    let Some(mut browser) = Chromium::launch("view-legs") else {
        return;
    };
    browser.open(&scratch.path_of("p.html"));
    let legend = browser.check("texts('#legs li')");
    assert_eq!(legend.as_array().map(Vec::len), Some(5), "{legend}");
    for action in ["walk", "step up", "drop", "swim", "climb"] {
        assert!(legend.to_string().contains(action), "{legend}");
    }
    let with_path = browser.screenshot("view-legs");
    // One looks through the pond, so that its blue is mixed with the gray below.
    let water = with_path.of_hue([58, 72, 100]);
    assert!(water > NOTICEABLE, "{water} pixels of water");
    browser.click("#show-path");
    let without = browser.screenshot("view-legs-hidden");
    assert!(with_path.difference(&without) > NOTICEABLE);
    browser.is_content();
}
