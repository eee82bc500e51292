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
