//! The page of `voxnav compare`, in a browser.

use serde_json::json;

use crate::chromium::{Chromium, Scheme};
use crate::program::{Scratch, json as object};

const OPTIONS: &str = "--sample 9 --limit-expanded 500 --html r.html --json r.json";

/// A report on a world whose name is hostile to markup.
fn report(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    let world = "generate rooms --size 24,24,16 --seed 3 -o a&b<i>.3dmap --scenarios 12";
    scratch.succeeds(world);
    scratch.succeeds(&format!("compare a&b<i>.3dmap --scene wall {OPTIONS}"));
    scratch
}

#[test]
fn the_page_is_one_file_without_links() {
    let scratch = report("compare-page-file");
    let page = scratch.read("r.html");
    assert!(page.len() < 2_500_000, "{} bytes", page.len());
    for outside in ["src=\"http", "href=\"http", "<link", "<i>.3dmap"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let command = object(&scratch.read("r.json"))["command"].to_string();
    assert!(command.contains("'a&b<i>.3dmap'"), "{command}");
    assert!(page.contains("a&amp;b&lt;i&gt;.3dmap"));
    for said in ["How this was measured", "Processor", "answers checked"] {
        assert!(page.contains(said), "{said}");
    }
}

#[test]
fn the_page_draws_in_light_and_dark_without_complaints() {
    let Some(mut browser) = Chromium::launch("compare-page") else {
        return;
    };
    let scratch = report("compare-page");
    browser.open(&scratch.path_of("r.html"));
    assert_eq!(browser.complaints(), &[] as &[String]);
    assert_eq!(
        browser.evaluate("document.body.dataset.state"),
        json!("ready")
    );
    // Two worlds; in each two box plots, one of cost, one of points, one of rows solved, one against the
    // baseline.
    let drawn = "document.querySelectorAll('.chart .plot-container').length";
    assert_eq!(browser.evaluate(drawn), json!(12));
    let boxes = "document.querySelectorAll('#chart-0-0 path.box').length";
    let rows = "document.querySelector('#chart-0-0').data.length";
    assert_eq!(browser.evaluate(boxes), browser.evaluate(rows));
    let points = "document.querySelectorAll('#chart-0-3 path.point').length";
    let points = browser.evaluate(points);
    assert!(
        points.as_u64().is_some_and(|points| points > 20),
        "{points}"
    );
    let fits = "document.documentElement.scrollWidth <= innerWidth";
    for (width, scheme, name) in [
        (1280, Scheme::Light, "compare-light"),
        (1280, Scheme::Dark, "compare-dark"),
        (420, Scheme::Light, "compare-narrow"),
    ] {
        browser.resize(width, 900, scheme);
        browser.evaluate("document.querySelector('#chart-0-0').scrollIntoView()");
        browser.evaluate("new Promise((done) => setTimeout(done, 300))");
        assert_eq!(browser.evaluate(fits), json!(true), "{name}");
        let picture = browser.screenshot(name);
        let is_dark = u32::from(picture.pixels[0][0]) < 128;
        assert_eq!(is_dark, scheme == Scheme::Dark, "{name}");
        // Smooth lines and letters in several colors.
        let colors = picture.colors((0, 0), (picture.width, picture.height));
        assert!(colors > 200, "{name}: {colors} colors");
    }
    assert_eq!(browser.complaints(), &[] as &[String]);
}

/// The places of charts' plots and legends, with the width of each chart.
const PLACES: &str =
    "[...document.querySelectorAll('.chart')].filter((chart) => chart.querySelector('.legend'))
    .map((chart) => {
        const { w, h } = chart._fullLayout._size;
        const [plot, legend] = ['.nsewdrag', '.legend']
            .map((part) => chart.querySelector(part).getBoundingClientRect());
        const apart = legend.left >= plot.right || legend.top >= plot.bottom;
        const whole = chart.getBoundingClientRect();
        const isIn = legend.right <= whole.right + 1 && legend.bottom <= whole.bottom + 1;
        return [w / chart.clientWidth, h, apart && isIn];
    })";

#[test]
fn tables_fit_a_usual_page_and_legends_leave_room_on_a_phone() {
    let Some(mut browser) = Chromium::launch("compare-widths") else {
        return;
    };
    let scratch = report("compare-widths");
    browser.resize(1280, 900, Scheme::Light);
    browser.open(&scratch.path_of("r.html"));
    // Names of combinations, and of columns; the last column is seen whole.
    let cut =
        "[...document.querySelectorAll('.scroll')].filter((it) => it.scrollWidth > it.clientWidth)
        .map((it) => it.querySelector('th').textContent)";
    assert_eq!(browser.evaluate(cut), json!([]));
    for (width, part, name) in [(1280, 0.6, "compare-wide"), (400, 0.65, "compare-phone")] {
        browser.resize(width, 900, Scheme::Light);
        let is_arranged = format!(
            "[...document.querySelectorAll('.chart')].filter((chart) => chart.querySelector('.legend'))
                .every((chart) => chart.layout.legend.orientation === '{}' && chart.clientWidth < {width}
                    && Math.abs(chart._fullLayout.height - chart.clientHeight) < 2
                    && Math.abs(chart._fullLayout.width - chart.clientWidth) < 2)",
            if width < 640 { "h" } else { "v" }
        );
        browser.wait_for(&is_arranged);
        browser.evaluate("new Promise((done) => setTimeout(done, 500))");
        browser.evaluate("document.querySelector('#chart-0-4').scrollIntoView()");
        browser.screenshot(name);
        let places = browser.evaluate(PLACES);
        let places = places.as_array().unwrap();
        assert!(places.len() >= 5, "{name}: {places:?}");
        for place in places {
            let [wide, high] = [0, 1].map(|it| place[it].as_f64().unwrap());
            assert!(wide >= part && high >= 300.0, "{name}: {place}");
            assert_eq!(place[2], json!(true), "{name}: {place}");
        }
    }
    assert_eq!(browser.complaints(), &[] as &[String]);
}

/// What one reads of a line is its combination, wherever lines cross.
#[test]
fn combinations_are_told_apart_by_color_and_line() {
    let Some(mut browser) = Chromium::launch("compare-lines") else {
        return;
    };
    let scratch = report("compare-lines");
    browser.open(&scratch.path_of("r.html"));
    let lines = browser.evaluate(
        "document.querySelector('#chart-0-4').data.map(({ name, line }) => [name, line.color, line.dash])",
    );
    let lines = lines.as_array().unwrap();
    assert!(lines.len() > 10, "{lines:?}");
    let algorithm = |line: &serde_json::Value| {
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
    assert_eq!(browser.complaints(), &[] as &[String]);
}
