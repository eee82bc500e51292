//! `voxnav view`: the page, looked at in a browser, and what there is without one.

use serde_json::{Value, json};
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, OccupancyBuilder};
use voxnav::ground::{Material, MaterialKind};

use crate::chromium::{Chromium, Scheme};
use crate::program::Scratch;

/// A cave world with 20 problems.
fn caves(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    scratch.succeeds("generate caves --size 32,32,32 --seed 7 -o cave.3dmap --scenarios 20");
    scratch
}

/// Two rooms that nothing joins, of 4 cells along x each.
fn separate_rooms(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    let wall = (0..25).map(|cell| format!("4 {} {}\n", cell % 5, cell / 5));
    let map = format!("voxel 9 5 5\n{}", wall.collect::<String>());
    scratch.write("rooms.3dmap", &map);
    scratch
}

/// The number of pixels that must change when something in the picture does.
const NOTICEABLE: usize = 200;

#[test]
fn a_page_draws_the_world_and_replays_the_search() {
    let scratch = caves("view-replay");
    let printed =
        scratch.succeeds("view cave.3dmap --scenario 20 --algorithm dijkstra --html p.html");
    for expected in ["outcome    found", "expanded ", "page       p.html"] {
        assert!(printed.contains(expected), "{printed}");
    }
    let Some(mut browser) = Chromium::launch("view-replay") else {
        return;
    };
    browser.open(&scratch.path_of("p.html"));
    assert_eq!(browser.evaluate("document.body.dataset.state"), "ready");
    let at_end = browser.screenshot("view-end");
    // Past the panel, above the time line.
    assert!(at_end.colors((300, 100), (1260, 700)) > 100, "no picture");

    let steps = browser.evaluate("Number(document.querySelector('#step').max)");
    assert!(steps.as_u64().unwrap() > 100, "{steps}");
    let shown = "[document.querySelector('#step').valueAsNumber, voxnav.viewer.look.step]";
    assert_eq!(browser.evaluate(shown), json!([steps, steps]));
    let (from, to) = (
        browser.place_of("#step", 0.99),
        browser.place_of("#step", 0.3),
    );
    browser.drag(from, to);
    let early = browser.evaluate(shown)[0].as_u64().unwrap();
    assert!(early > 0 && early * 2 < steps.as_u64().unwrap(), "{early}");
    assert_eq!(browser.evaluate(shown), json!([early, early]));
    let early_picture = browser.screenshot("view-early");
    assert!(early_picture.difference(&at_end) > NOTICEABLE);
    assert_eq!(browser.complaints(), &[] as &[String]);
}

#[test]
fn controls_keys_and_mouse_change_the_picture() {
    let scratch = caves("view-controls");
    scratch.succeeds("view cave.3dmap --scenario 20 --algorithm dijkstra");
    let Some(mut browser) = Chromium::launch("view-controls") else {
        return;
    };
    browser.resize(1280, 800, Scheme::Dark);
    browser.open(&scratch.path_of("cave.html"));
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
    let (from, to) = (
        browser.place_of("#clip-z-high", 0.97),
        browser.place_of("#clip-z-high", 0.5),
    );
    browser.drag(from, to);
    changes(&mut browser, "clip", &mut before);
    for (key, what) in [
        ("t", "whole"),
        ("b", "border"),
        ("l", "light"),
        ("p", "panel"),
        ("?", "help"),
    ] {
        browser.press(key);
        changes(&mut browser, what, &mut before);
    }
    browser.press("Escape");
    browser.press("Home");
    assert_eq!(browser.evaluate("voxnav.viewer.look.step"), json!(0));
    browser.press("ArrowRight");
    assert_eq!(browser.evaluate("voxnav.viewer.look.step"), json!(1));
    browser.press(" ");
    browser.wait_for("voxnav.viewer.look.step > 1");
    browser.press("f");
    assert_eq!(
        browser.evaluate("voxnav.viewer.camera.isFlying"),
        json!(true)
    );
    browser.resize(360, 560, Scheme::Light);
    let small = browser.screenshot("view-small");
    assert!(small.colors((0, 100), (360, 480)) > 100);
    assert_eq!(browser.complaints(), &[] as &[String]);
}

#[test]
fn without_a_path_the_page_says_why() {
    let scratch = separate_rooms("view-no-path");
    let mut browser = Chromium::launch("view-no-path");
    for (ends, outcome, reason) in [
        ("--from 0,0,0 --to 8,4,4", "unreachable", "proved"),
        ("--from 4,0,0 --to 8,4,4", "start blocked", "occupied"),
        ("--from 0,0,0 --to 4,4,4", "goal blocked", "occupied"),
        ("--from 0,0,9 --to 4,4,4", "start outside", "outside"),
        ("--from 0,0,0 --to 0,-1,4", "goal outside", "outside"),
    ] {
        let run = scratch.run(&format!("view rooms.3dmap {ends} --html page.html"));
        let run = run.failed(1);
        assert!(run.stderr.contains(&format!("no path: {outcome}; ")));
        let printed = run.stdout;
        assert!(
            printed.contains(&format!("outcome    {outcome}")),
            "{printed}"
        );
        let Some(browser) = &mut browser else {
            continue;
        };
        browser.open(&scratch.path_of("page.html"));
        let said = browser.evaluate("document.querySelector('#outcome').innerText.toLowerCase()");
        let said = said.as_str().unwrap();
        assert!(said.contains(outcome) && said.contains(reason), "{said}");
        let picture = browser.screenshot("view-no-path");
        assert!(picture.colors((300, 100), (1260, 700)) > 20, "{outcome}");
        assert_eq!(browser.complaints(), &[] as &[String]);
    }
}

/// As the help says of all commands: 1 where there is no path, whoever searched.
#[test]
fn a_replay_without_a_path_exits_as_the_search_did() {
    let scratch = separate_rooms("view-no-path-replay");
    scratch
        .run("view rooms.3dmap --from 0,0,0 --to 8,4,4 --trace t.jsonl --html a.html")
        .failed(1);
    let error = scratch.fails(1, "view rooms.3dmap --replay t.jsonl --html b.html");
    assert!(error.contains("no path: unreachable"), "{error}");
    assert!(scratch.contains("a.html") && scratch.contains("b.html"));
}

#[test]
fn a_world_alone_and_a_grid_are_shown_too() {
    let scratch = Scratch::new("view-grid");
    scratch.write(
        "g.map",
        "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n",
    );
    scratch.succeeds("view g.map");
    scratch.succeeds("view g.map --from 0,1,0 --to 3,1,0 --html way.html");
    let Some(mut browser) = Chromium::launch("view-grid") else {
        return;
    };
    for page in ["g.html", "way.html"] {
        browser.open(&scratch.path_of(page));
        let picture = browser.screenshot(page);
        assert!(picture.colors((300, 100), (1260, 700)) > 5, "{page}");
        let has_time_line =
            browser.evaluate("document.querySelector('#timeline').hidden === false");
        assert_eq!(has_time_line, Value::Bool(page == "way.html"));
        assert_eq!(browser.complaints(), &[] as &[String]);
    }
}

#[test]
fn what_is_left_out_is_said() {
    let scratch = caves("view-keep");
    let printed = scratch.succeeds("view cave.3dmap --scenario 20 --algorithm dijkstra --keep 50");
    assert!(
        printed.contains("the first 50 of them are shown"),
        "{printed}"
    );
    let Some(mut browser) = Chromium::launch("view-keep") else {
        return;
    };
    browser.open(&scratch.path_of("cave.html"));
    let said = browser.evaluate("document.querySelector('#left-out').innerText");
    assert!(said.as_str().unwrap().contains("first 50 of"), "{said}");
    assert_eq!(
        browser.evaluate("document.querySelector('#step').max"),
        "50"
    );
}

#[test]
fn wrong_rows_and_places_are_errors() {
    let scratch = caves("view-errors");
    for (arguments, reason) in [
        (
            "view cave.3dmap --scenario 21",
            "row 21 does not exist; the scenario has 20",
        ),
        ("view cave.3dmap --scenario 0", "--scenario"),
        ("view cave.3dmap --from 1,1,1", "--to"),
        (
            "view cave.3dmap --scenarios cave.3dmap.3dscen",
            "--scenario",
        ),
        (
            "view cave.3dmap --scenario 1 --scenarios no.3dscen",
            "no.3dscen",
        ),
        (
            "view cave.3dmap --html no/such/place.html",
            "no/such/place.html",
        ),
        ("view no.3dmap", "no.3dmap"),
        ("view cave.3dmap --up w", "--up"),
    ] {
        let error = scratch.fails(2, arguments);
        assert!(error.contains(reason), "{error}");
    }
    scratch.write("wide.3dmap", "voxel 70000 1 1\n");
    let error = scratch.fails(2, "view wide.3dmap");
    assert!(error.contains("65536"), "{error}");
}

#[test]
#[ignore = "makes a picture of the README; docs/pictures.sh runs it"]
fn picture_for_the_readme() {
    let scratch = Scratch::new("view-readme");
    scratch.succeeds("generate rooms --size 64,64,64 --seed 7 -o rooms.3dmap --scenarios 20");
    scratch.succeeds("view rooms.3dmap --scenario 20 --algorithm astar");
    let mut browser = Chromium::launch("view-readme").unwrap();
    browser.resize(960, 600, Scheme::Light);
    browser.open(&scratch.path_of("rooms.html"));
    browser.screenshot("readme-view");
}

#[test]
fn cells_are_shown_in_the_colors_of_their_materials() {
    let scratch = Scratch::new("view-materials");
    let bounds = CellBox::from_size(IVec3::new(30, 30, 12));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let [red, lime] = ["#e01010", "#60c000"].map(|name| {
        let material = Material::new(name, MaterialKind::Solid);
        builder.add_material(material).unwrap()
    });
    let floor = CellBox::from_size(IVec3::new(30, 30, 1));
    builder.set_material_box(floor, red).unwrap();
    let block = CellBox::new(IVec3::new(10, 10, 1), IVec3::new(20, 20, 8));
    builder.set_material_box(block, lime).unwrap();
    voxnav_store::World::new(builder.commit())
        .save(scratch.path_of("colors.voxnav"))
        .unwrap();
    // The same after a scene of MagicaVoxel.
    scratch.succeeds("convert colors.voxnav colors.vox");
    let mut browser = Chromium::launch("view-materials");
    for map in ["colors.voxnav", "colors.vox"] {
        scratch.succeeds(&format!("view {map} --html page.html"));
        let Some(browser) = &mut browser else {
            continue;
        };
        browser.resize(1280, 800, Scheme::Light);
        browser.open(&scratch.path_of("page.html"));
        let picture = browser.screenshot("view-materials");
        for hue in [[0xe0, 0x10, 0x10], [0x60, 0xc0, 0x00]] {
            let pixels = picture.of_hue(hue);
            assert!(pixels > 10_000, "{map}: {pixels} pixels of {hue:?}");
        }
        assert_eq!(browser.complaints(), &[] as &[String]);
    }
}

/// A way that walks, steps, climbs a ladder and swims: each leg has a color of its own, and the legend says
/// which.
#[test]
fn legs_of_a_walker_are_drawn_in_colors_that_a_legend_explains() {
    let scratch = Scratch::new("view-legs");
    let mut world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(24, 12, 10))).unwrap();
    let mut ground = |min, max| {
        world
            .set_box(CellBox::new(min, max), voxnav::grid::CellState::Occupied)
            .unwrap();
    };
    ground(IVec3::ZERO, IVec3::new(24, 12, 3));
    ground(IVec3::new(5, 0, 3), IVec3::new(8, 12, 4));
    ground(IVec3::new(18, 0, 3), IVec3::new(24, 12, 7));
    let mut material = |name: &str, kind, cells| {
        let material = world.add_material(Material::new(name, kind)).unwrap();
        world.set_material_box(cells, material).unwrap();
    };
    let pond = CellBox::new(IVec3::new(10, 0, 1), IVec3::new(15, 12, 3));
    material("water", MaterialKind::Liquid, pond);
    let ladder = CellBox::new(IVec3::new(17, 5, 3), IVec3::new(18, 6, 7));
    material("ladder", MaterialKind::Climbable, ladder);
    voxnav_store::World::new(world.commit())
        .save(scratch.path_of("course.voxnav"))
        .unwrap();
    let view = "view course.voxnav --from 1,5,3 --to 22,5,7 --locomotion walker --html legs.html";
    let printed = scratch.succeeds(view);
    assert!(printed.contains("auto on the ground, walker"), "{printed}");
    let refused = scratch.run(&format!("{view} --trace t.jsonl"));
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("--trace"), "{}", refused.stderr);
    let blocked = scratch.run("view course.voxnav --from 1,5,6 --to 22,5,7 --locomotion walker");
    assert!(blocked.failed(1).stderr.contains("start blocked"));

    let Some(mut browser) = Chromium::launch("view-legs") else {
        return;
    };
    browser.open(&scratch.path_of("legs.html"));
    let legend = browser.evaluate(
        "[...document.querySelectorAll('#legs li')].map((row) => row.innerText.split(':')[0])",
    );
    let told = ["walk", "step up", "drop", "swim", "climb"];
    assert_eq!(
        legend.as_array().map(Vec::len),
        Some(told.len()),
        "{legend}"
    );
    for action in told {
        assert!(legend.to_string().contains(action), "{legend}");
    }
    let with_path = browser.screenshot("view-legs");
    // One looks through the pond, so that its blue is mixed with the gray below.
    let water = with_path.of_hue([58, 72, 100]);
    assert!(water > NOTICEABLE, "{water} pixels of water");
    browser.click("#show-path");
    let without = browser.screenshot("view-legs-hidden");
    assert!(with_path.difference(&without) > NOTICEABLE);
    assert_eq!(browser.complaints(), &[] as &[String]);
}
