//! The page of `voxnav compare`, in a browser.

use serde_json::{Value, json};

use crate::chromium::{Scheme, Turn};
use crate::program::{Scratch, json as object};

/// A report on a world whose name is hostile to markup.
fn report(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    scratch.succeeds("generate rooms --size 24,24,16 --seed 3 -o a&b<i>.3dmap --scenarios 12");
    let options = "--sample 9 --limit-expanded 500 --html p.html --json r.json";
    scratch.succeeds(&format!("compare a&b<i>.3dmap --scene wall {options}"));
    scratch
}

#[test]
fn the_page_is_one_file_that_draws_at_every_width_without_complaints() {
    let scratch = report("compare-page");
    is_one_file(&scratch);
    let Some(mut browser) = scratch.opened("compare-page") else {
        return;
    };
    browser.is_content();
    assert_eq!(browser.evaluate("document.body.dataset.state"), "ready");
    // Names of combinations, and of columns; the last column is seen whole.
    assert_eq!(browser.check("cutTables()"), json!([]));
    draws_in_light_and_dark(&mut browser);
    browser.resize(1280, 900, Scheme::Light);
    browser.open(&scratch.path_of("p.html"));
    legends_leave_room(&mut browser);
    combinations_are_told_apart(&mut browser);
    entries_show_and_hide_their_series(&mut browser);
    browser.is_content();
}

fn is_one_file(scratch: &Scratch) {
    let page = scratch.read("p.html");
    assert!(page.len() < 400_000, "{} bytes", page.len());
    for outside in ["src=\"http", "href=\"http", "<link", "<i>.3dmap"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let command = object(&scratch.read("r.json"))["command"].to_string();
    assert!(command.contains("'a&b<i>.3dmap'"), "{command}");
    for said in [
        "a&amp;b&lt;i&gt;.3dmap",
        "How this was measured",
        "Processor",
        "answers checked",
    ] {
        assert!(page.contains(said), "{said}");
    }
}

fn draws_in_light_and_dark(browser: &mut Turn) {
    // Two worlds; in each two box plots, one of cost, one of points, one of rows solved, one against the
    // baseline.
    let count = |browser: &mut Turn, what: &str| {
        let count = browser.evaluate(&format!("document.querySelectorAll('{what}').length"));
        count.as_u64().unwrap()
    };
    assert_eq!(count(browser, ".chart svg.plot"), 12);
    let rows = browser.evaluate("document.querySelectorAll('#chart-0-0 .series').length");
    assert_eq!(count(browser, "#chart-0-0 .box"), rows);
    assert!(count(browser, "#chart-0-3 .plot .point") > 20);
    for (width, scheme, name) in [
        (1280, Scheme::Light, "compare-light"),
        (1280, Scheme::Dark, "compare-dark"),
        (420, Scheme::Light, "compare-narrow"),
    ] {
        browser.resize(width, 900, scheme);
        browser.evaluate("document.querySelector('#chart-0-0').scrollIntoView()");
        browser.check("pause(300)");
        let fits = browser.evaluate("document.documentElement.scrollWidth <= innerWidth");
        assert_eq!(fits, true, "{name}");
        let picture = browser.screenshot(name);
        let is_dark = u32::from(picture.pixels[0][0]) < 128;
        assert_eq!(is_dark, scheme == Scheme::Dark, "{name}");
        // Smooth lines and letters in several colors.
        let colors = picture.colors((0, 0), (picture.width, picture.height));
        assert!(colors > 200, "{name}: {colors} colors");
    }
}

fn legends_leave_room(browser: &mut Turn) {
    for (width, part, name) in [(1280, 0.6, "compare-wide"), (400, 0.65, "compare-phone")] {
        browser.resize(width, 900, Scheme::Light);
        browser.evaluate("document.querySelector('#chart-0-4').scrollIntoView()");
        browser.screenshot(name);
        assert_eq!(browser.check("cutTexts()"), json!([]), "{name}");
        let places = browser.check("legends()");
        let places = places.as_array().unwrap();
        assert!(places.len() >= 5, "{name}: {places:?}");
        for place in places {
            let [wide, high] = [0, 1].map(|it| place[it].as_f64().unwrap());
            let has_room = wide >= part && high >= 300.0 && place[2] == true;
            assert!(has_room, "{name}: {place}");
        }
    }
}

/// A click on an entry of a legend hides its series or shows it, and no other; many are hidden at first.
fn entries_show_and_hide_their_series(browser: &mut Turn) {
    let seen = |browser: &mut Turn| {
        let seen = browser.check("seen('chart-0-4')");
        let seen: Vec<[bool; 2]> = serde_json::from_value(seen).unwrap();
        assert!(seen.iter().all(|[drawn, pressed]| drawn == pressed));
        seen.into_iter().map(|[drawn, _]| drawn).collect::<Vec<_>>()
    };
    let at_first = seen(browser);
    assert!(at_first.contains(&true), "{at_first:?}");
    for place in [0, at_first.len() - 1] {
        let entry = format!("#chart-0-4 .legend button:nth-child({})", place + 1);
        browser.evaluate(&format!(
            "document.querySelector({entry:?}).scrollIntoView()"
        ));
        browser.click(&entry);
        let mut expected = at_first.clone();
        expected[place] = !expected[place];
        assert_eq!(seen(browser), expected);
        browser.click(&entry);
        assert_eq!(seen(browser), at_first);
    }
}

/// What one reads of a line is its combination, wherever lines cross.
fn combinations_are_told_apart(browser: &mut Turn) {
    let lines = browser.check("lines()");
    let lines = lines.as_array().unwrap();
    assert!(lines.len() > 10, "{lines:?}");
    let algorithm = |line: &Value| {
        let name = line[0].as_str().unwrap_or_default();
        name.split(' ').next().unwrap_or_default().to_owned()
    };
    for (place, one) in lines.iter().enumerate() {
        for other in &lines[..place] {
            assert!(one[1] != other[1] || one[2] != other[2], "{one} {other}");
            if algorithm(one) == algorithm(other) {
                assert!(one[1] != other[1] && one[2] != other[2], "{one} {other}");
            }
        }
    }
}
