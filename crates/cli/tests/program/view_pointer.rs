//! `voxnav view`: pointing at cells, links, pictures, and who cannot see or has a small screen.

use serde_json::json;

use crate::chromium::{Chromium, Scheme};
use crate::program::Scratch;

/// The page of a search through caves.
fn page(test: &str, algorithm: &str) -> Option<(Chromium, Scratch)> {
    let mut browser = Chromium::launch(test)?;
    let scratch = Scratch::new(test);
    scratch.succeeds("generate caves --size 32,32,32 --seed 7 -o cave.3dmap --scenarios 20");
    scratch.succeeds(&format!(
        "view cave.3dmap --scenario 20 --algorithm {algorithm}"
    ));
    browser.resize(1280, 800, Scheme::Light);
    browser.open(&scratch.path_of("cave.html"));
    Some((browser, scratch))
}

/// The sums of the ways to all expanded cells that differ from their g.
const WRONG_WAYS: &str = "(() => {
    const { pointer, arrays } = voxnav.viewer;
    let wrong = 0;
    arrays.cellExpanded.forEach((step, index) => {
        if (step === 0xffffffff) return;
        const way = pointer.wayTo({ index });
        let sum = 0;
        for (let place = 1; place < way.length; place += 1) {
            const d = way[place].map((number, axis) => Math.abs(number - way[place - 1][axis]));
            d.sort((a, b) => b - a);
            sum += d[0] + (Math.SQRT2 - 1) * d[1] + (Math.sqrt(3) - Math.SQRT2) * d[2];
        }
        if (Math.abs(sum - arrays.cellG[index]) > 1e-3) wrong += 1;
    });
    return wrong;
})()";

#[test]
fn the_way_to_every_cell_costs_its_g() {
    for algorithm in ["dijkstra", "astar", "jump", "canonical", "bidirectional"] {
        let Some((mut browser, _scratch)) = page(&format!("view-way-{algorithm}"), algorithm)
        else {
            return;
        };
        assert_eq!(browser.evaluate(WRONG_WAYS), json!(0), "{algorithm}");
        assert_eq!(browser.complaints(), &[] as &[String]);
    }
}

#[test]
fn a_click_on_a_cell_tells_of_it_and_draws_the_way_to_it() {
    let Some((mut browser, _scratch)) = page("view-click", "astar") else {
        return;
    };
    let before = browser.screenshot("view-click-before");
    let found = browser.evaluate(
        "(() => {
            for (let y = 100; y < 700; y += 7) for (let x = 320; x < 1240; x += 7) {
                const found = voxnav.viewer.pointer.at(x, y);
                const way = found?.index === undefined ? [] : voxnav.viewer.pointer.wayTo(found);
                if (way.length > 5) return [x, y];
            }
        })()",
    );
    let [x, y] = [0, 1].map(|axis| found[axis].as_f64().unwrap());
    browser.drag((x, y), (x, y));
    let said = browser.evaluate("document.querySelector('#cell').innerText");
    let said = said.as_str().unwrap();
    for word in ["Cell", "expanded", "reached from", "h", "f"] {
        assert!(said.contains(word), "{said}");
    }
    assert!(browser.screenshot("view-click").difference(&before) > 200);
    browser.press("Escape");
    assert_eq!(
        browser.evaluate("document.querySelector('#cell').hidden"),
        json!(true)
    );
    browser.evaluate("voxnav.viewer.pointer.goTo(voxnav.viewer.facts.search.start)");
    let said = browser.evaluate("document.querySelector('#cell').innerText");
    assert!(
        said.as_str().unwrap().contains("a search begins here"),
        "{said}"
    );
    assert_eq!(browser.complaints(), &[] as &[String]);
}

#[test]
fn every_cell_can_be_looked_up() {
    let Some(mut browser) = Chromium::launch("view-look-up") else {
        return;
    };
    let scratch = Scratch::new("view-look-up");
    // A wall with a hole, and a single cell.
    let wall = (0..25).filter(|cell| *cell != 12);
    let wall: Vec<_> = wall
        .map(|cell| format!("4 {} {}\n", cell % 5, cell / 5))
        .collect();
    let wall = wall.concat();
    scratch.write("wall.3dmap", &format!("voxel 9 5 5\n{wall}7 1 3\n"));
    scratch.succeeds("view wall.3dmap --from 0,0,0 --to 8,4,4 --algorithm astar");
    browser.open(&scratch.path_of("wall.html"));
    let occupied = "(() => {
        const found = [];
        for (let x = 0; x < 9; x += 1) for (let y = 0; y < 5; y += 1) for (let z = 0; z < 5; z += 1)
            if (voxnav.viewer.pointer.isOccupied([x, y, z])) found.push([x, y, z].join(' '));
        return found.join(',');
    })()";
    let expected: Vec<_> = (0..25)
        .filter(|cell| *cell != 12)
        .map(|cell| format!("4 {} {}", cell / 5, cell % 5))
        .chain(["7 1 3".to_owned()])
        .collect();
    assert_eq!(browser.evaluate(occupied), json!(expected.join(",")));
    for (cell, expected) in [
        ("4, 0,0", "occupied"),
        ("0 0 0", "number 1"),
        ("0,4,4", "not reached"),
        ("8 4 4", "The goal"),
    ] {
        let typed = format!("document.querySelector('#cell-place').value = '{cell}'");
        browser.evaluate(&typed);
        browser.evaluate("document.querySelector('#cell-go').requestSubmit()");
        let said = browser.evaluate("document.querySelector('#cell').textContent");
        assert!(said.as_str().unwrap().contains(expected), "{cell}: {said}");
    }
    assert_eq!(browser.complaints(), &[] as &[String]);
}

#[test]
fn a_link_carries_camera_cuts_and_slider() {
    let Some((mut browser, _scratch)) = page("view-link", "astar") else {
        return;
    };
    browser.drag((700.0, 400.0), (820.0, 430.0));
    browser.press("u");
    browser.evaluate("voxnav.viewer.showStep(20)");
    let (from, to) = (
        browser.place_of("#clip-z-high", 0.97),
        browser.place_of("#clip-z-high", 0.6),
    );
    browser.drag(from, to);
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
    // The page that is left is ready, too, and still there for a moment.
    browser.evaluate("window.isLeft = true; location.reload()");
    browser.wait_for("!window.isLeft && document.body?.dataset.state === 'ready'");
    assert_eq!(browser.evaluate("voxnav.state()"), state);
    let after = browser.screenshot("view-link-after");
    // But for the sentence that the link is in the clipboard.
    assert!(
        after.difference(&before) < 9000,
        "{}",
        after.difference(&before)
    );
    // Nonsense changes nothing and is no error.
    browser.evaluate("location.hash = 't=1,2&d=x&low=9,9,9&high=1,1,1&step=many&cell=%&u=7'");
    browser.evaluate("new Promise((done) => setTimeout(done, 100))");
    assert_eq!(browser.evaluate("voxnav.state()"), state);
    assert_eq!(browser.complaints(), &[] as &[String]);
}

#[test]
fn the_picture_and_the_film_are_files() {
    let Some((mut browser, _scratch)) = page("view-film", "astar") else {
        return;
    };
    let head = |made: &str| {
        format!(
            "voxnav.{made}().then(async (blob) => {{
                const bytes = new Uint8Array(await blob.arrayBuffer());
                return [blob.type, bytes.length, ...bytes.slice(0, 4)];
            }})"
        )
    };
    let picture = browser.evaluate(&head("picture"));
    assert_eq!(picture[0], "image/png");
    assert!(picture[1].as_u64().unwrap() > 10_000, "{picture}");
    browser.evaluate("document.querySelector('#speed').value = 4");
    let film = browser.evaluate(&head("film"));
    assert!(film[0].as_str().unwrap().starts_with("video/"), "{film}");
    assert!(film[1].as_u64().unwrap() > 2_000, "{film}");
    assert_eq!(browser.complaints(), &[] as &[String]);
}

#[test]
fn controls_have_names_and_a_phone_shows_them() {
    let Some((mut browser, _scratch)) = page("view-phone", "astar") else {
        return;
    };
    let nameless = "[...document.querySelectorAll('button, input, select')].filter((control) =>
        !control.ariaLabel && !control.textContent.trim() && !control.closest('label')?.textContent.trim()
        || !/[a-z0-9]/i.test(control.ariaLabel || control.textContent || control.closest('label').textContent))
        .map((control) => control.id || control.outerHTML)";
    assert_eq!(browser.evaluate(nameless), json!([]));
    browser.resize(390, 844, Scheme::Light);
    browser.press("p");
    browser.press("p");
    let inside = "(() => {
        const panel = document.querySelector('#panel');
        if (panel.classList.contains('folded')) voxnav.viewer.fold();
        const { left, right, top, bottom } = panel.getBoundingClientRect();
        const line = document.querySelector('#timeline').getBoundingClientRect();
        return [left >= 0, right <= innerWidth, top >= 0, bottom <= line.top, line.right <= innerWidth,
            panel.scrollWidth <= panel.clientWidth + 1];
    })()";
    assert_eq!(
        browser.evaluate(inside),
        json!([true, true, true, true, true, true])
    );
    // Above and below the panel there is world.
    let picture = browser.screenshot("view-phone");
    assert!(picture.colors((0, 420), (390, 760)) > 60);
    assert_eq!(browser.complaints(), &[] as &[String]);
}
