//! `voxnav view`: pointing at cells, links, pictures, blind readers and small screens.

use serde_json::json;

use crate::chromium::{Chromium, Scheme};
use crate::program::Scratch;
use crate::view::cave;

#[test]
fn the_way_to_every_cell_costs_its_g() {
    for algorithm in ["dijkstra", "astar", "jump", "canonical", "bidirectional"] {
        let test = format!("view-way-{algorithm}");
        let Some((mut browser, _scratch)) = cave(&test, &format!("--algorithm {algorithm}")) else {
            return;
        };
        assert_eq!(browser.check("wrongWays()"), 0, "{algorithm}");
        browser.is_content();
    }
}

#[test]
fn a_click_on_a_cell_tells_of_it_and_draws_the_way_to_it() {
    let Some((mut browser, _scratch)) = cave("view-click", "--algorithm astar") else {
        return;
    };
    let before = browser.screenshot("view-click-before");
    let found = browser.check("pointOfCell(320, 100, 1240, 700, 5)");
    let [x, y] = [0, 1].map(|axis| found[axis].as_f64().unwrap());
    browser.drag((x, y), (x, y));
    let told = "document.querySelector('#cell').innerText";
    let said = browser.evaluate(told);
    for word in ["Cell", "expanded", "reached from", "h", "f"] {
        assert!(said.as_str().unwrap().contains(word), "{said}");
    }
    assert!(browser.screenshot("view-click").difference(&before) > 200);
    browser.press("Escape");
    let is_hidden = browser.evaluate("document.querySelector('#cell').hidden");
    assert_eq!(is_hidden, true);
    browser.evaluate("voxnav.viewer.pointer.goTo(voxnav.viewer.facts.search.start)");
    let said = browser.evaluate(told);
    let begins = "a search begins here";
    assert!(said.as_str().unwrap().contains(begins), "{said}");
    browser.is_content();
}

#[test]
fn every_cell_can_be_looked_up() {
    let scratch = Scratch::new("view-look-up");
    // A wall with a hole, and a single cell.
    let wall = (0..25).filter(|cell| *cell != 12);
    let wall = wall.map(|cell| format!("4 {} {}", cell / 5, cell % 5));
    let cells: Vec<_> = wall.chain(["7 1 3".to_owned()]).collect();
    let map = format!("voxel 9 5 5\n{}\n", cells.join("\n"));
    scratch.write("wall.3dmap", &map);
    scratch.succeeds("view wall.3dmap --from 0,0,0 --to 8,4,4 --algorithm astar");
    let Some(mut browser) = Chromium::launch("view-look-up") else {
        return;
    };
    browser.open(&scratch.path_of("wall.html"));
    assert_eq!(browser.check("occupied([9, 5, 5])"), json!(cells));
    for (cell, expected) in [
        ("4, 0,0", "occupied"),
        ("0 0 0", "number 1"),
        ("0,4,4", "not reached"),
        ("8 4 4", "The goal"),
    ] {
        let said = browser.check(&format!("lookUp('{cell}')"));
        assert!(said.as_str().unwrap().contains(expected), "{cell}: {said}");
    }
    browser.is_content();
}

#[test]
fn a_link_carries_camera_cuts_and_slider() {
    let Some((mut browser, _scratch)) = cave("view-link", "--algorithm astar") else {
        return;
    };
    browser.drag((700.0, 400.0), (820.0, 430.0));
    browser.press("u");
    browser.evaluate("voxnav.viewer.showStep(20)");
    browser.slide("#clip-z-high", 0.97, 0.6);
    browser.click("input[value=order] + span");
    browser.evaluate("voxnav.viewer.pointer.goTo(voxnav.viewer.facts.search.goal)");
    browser.evaluate("document.querySelector('#link').scrollIntoView()");
    browser.click("#link");
    browser.wait_for("document.querySelector('#share-said').textContent !== ''");
    let state = browser.evaluate("voxnav.state()");
    assert_eq!(browser.evaluate("location.hash.slice(1)"), state);
    browser.evaluate("document.querySelector('#panel').scrollTop = 0");
    let before = browser.screenshot("view-link");
    for key in ["t", "r", "End", "Escape"] {
        browser.press(key);
    }
    browser.evaluate("document.querySelector('#clip-z-high').value = 32");
    assert_ne!(browser.evaluate("voxnav.state()"), state);
    browser.reload();
    assert_eq!(browser.evaluate("voxnav.state()"), state);
    let changed = browser.screenshot("view-link-after").difference(&before);
    // But for the sentence that the link is in the clipboard.
    assert!(changed < 9000, "{changed}");
    // Nonsense changes nothing and is no error.
    browser.evaluate("location.hash = 't=1,2&d=x&low=9,9,9&high=1,1,1&step=many&cell=%&u=7'");
    browser.evaluate("new Promise((done) => setTimeout(done, 100))");
    assert_eq!(browser.evaluate("voxnav.state()"), state);
    browser.is_content();
}

#[test]
fn the_picture_and_the_film_are_files() {
    let Some((mut browser, _scratch)) = cave("view-film", "--algorithm astar") else {
        return;
    };
    let picture = browser.check("made('picture')");
    assert_eq!(picture[0], "image/png");
    assert!(picture[1].as_u64().unwrap() > 10_000, "{picture}");
    browser.evaluate("document.querySelector('#speed').value = 4");
    let film = browser.check("made('film')");
    assert!(film[0].as_str().unwrap().starts_with("video/"), "{film}");
    assert!(film[1].as_u64().unwrap() > 2_000, "{film}");
    browser.is_content();
}

#[test]
fn controls_have_names_and_a_phone_shows_them() {
    let Some((mut browser, _scratch)) = cave("view-phone", "--algorithm astar") else {
        return;
    };
    assert_eq!(browser.check("nameless()"), json!([]));
    browser.resize(390, 844, Scheme::Light);
    browser.press("p");
    browser.press("p");
    assert_eq!(browser.check("panelIsInside()"), json!(vec![true; 6]));
    // Above and below the panel there is world.
    let picture = browser.screenshot("view-phone");
    assert!(picture.colors((0, 420), (390, 760)) > 60);
    browser.is_content();
}
