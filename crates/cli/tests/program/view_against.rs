//! `voxnav view`: two searches side by side, and what cells are made of.

use serde_json::json;

use crate::chromium::{Chromium, Scheme};
use crate::program::Scratch;

const MAP: &str = "generated:rooms:40,40,20:3";

/// For both searches: how many cells are shown as expanded when the slider is so far.
const STEPS: &str = "[0, 50, 1e9].map((step) => {
    voxnav.viewer.showStep(step);
    return voxnav.viewer.sides.map((side, index) => voxnav.viewer.stepOf(side, index).step);
})";

/// What a click tells of the middle of an expanded cell of a side: whether g and f are those of its record.
const POINTED: &str = "[0, 1].map((wanted) => {
    const { viewer } = voxnav;
    const { pointer, canvas } = viewer;
    let right = 0;
    for (let y = 0; y < canvas.clientHeight; y += 5) for (let x = 280; x < canvas.clientWidth; x += 5) {
        const found = pointer.at(x, y);
        if (found?.index === undefined || pointer.side !== wanted) continue;
        const isLeft = x < 280 + (canvas.clientWidth - 280) / 2;
        const facts = Object.fromEntries(pointer.facts(found));
        const { arrays } = viewer.sides[wanted];
        const isRight = facts.g === arrays.cellG[found.index].toFixed(4) && isLeft === (wanted === 0);
        right += isRight ? 1 : -1000000;
    }
    return right > 20;
})";

#[test]
fn two_searches_go_on_together_under_one_slider() {
    let scratch = Scratch::new("view-against");
    scratch.succeeds(&format!(
        "view {MAP} --scenario 7 --algorithm jump --trace jump.jsonl --html one.html"
    ));
    let said = scratch.succeeds(&format!(
        "view {MAP} --scenario 7 --algorithm astar --against jump.jsonl --html two.html"
    ));
    let counts: Vec<u64> = said
        .lines()
        .filter_map(|line| line.strip_prefix("expanded "))
        .map(|count| count.trim().replace(',', "").parse().unwrap())
        .collect();
    let [left, right] = counts[..] else {
        panic!("two searches: {said}");
    };
    assert!(left > right && right > 50, "{said}");
    let other = scratch.fails(2, "view generated:rooms:40,40,20:4 --against jump.jsonl");
    assert!(other.contains("jump.jsonl"), "{other}");
    let Some(mut browser) = Chromium::launch("view-against") else {
        return;
    };
    browser.resize(1280, 800, Scheme::Light);
    browser.open(&scratch.path_of("two.html"));
    assert_eq!(
        browser.evaluate(STEPS),
        json!([[0, 0], [50, 50], [left, right]])
    );
    assert_eq!(browser.evaluate(POINTED), json!([true, true]));
    browser.resize(390, 844, Scheme::Dark);
    let scroll = browser.evaluate("document.documentElement.scrollWidth");
    assert_eq!(scroll, json!(390));
    assert_eq!(browser.complaints(), &[] as &[String]);
}
