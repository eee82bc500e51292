//! `voxnav view` of first paths: clusters, the way from cluster to cluster, and what windows changed.

use serde_json::json;

use crate::view::page;

/// The pixels that change at least when something is shown or hidden.
const NOTICEABLE: usize = 200;

#[test]
fn a_first_path_is_shown_with_its_clusters_and_gets_better_stage_by_stage() {
    let view = "view generated:rooms:48,48,48:3 --scenario 6 --algorithm clusters --html p.html";
    let Some((mut browser, _scratch)) = page("view-first", &[view]) else {
        return;
    };
    let stages = browser.check("texts('#stages span')");
    assert_eq!(stages, json!(["first", "24", "30", "64", "best"]));
    // Every cell of the way lies in a cluster that was looked at, and cluster follows cluster across a face.
    let [looked_at, passed, strays] = clusters(&browser.check("clusters()"));
    assert!(passed > 2 && looked_at > passed && strays == 0);
    // No stage is longer than the one before, and the last is proved; what changed is drawn.
    assert_eq!(browser.check("wrongStages()"), json!([]));
    let first = browser.screenshot("view-first");
    browser.press("n");
    assert_eq!(browser.evaluate("voxnav.viewer.first.stage"), 1);
    let better = browser.screenshot("view-first-24");
    assert!(better.difference(&first) > NOTICEABLE);
    browser.click("#stages label:last-child span");
    let told = browser.check("texts('#stage-facts dd')");
    assert_eq!(told[1], "≤ 1.0000 x optimum", "{told}");
    let state = browser.evaluate("voxnav.state()");
    assert!(state.as_str().unwrap().contains("stage=4"), "{state}");
    for hidden in ["#show-abstract", "#show-clusters"] {
        let before = browser.screenshot("view-first-before");
        browser.click(hidden);
        let after = browser.screenshot("view-first-after");
        assert!(after.difference(&before) > NOTICEABLE, "{hidden}");
    }
    assert_eq!(browser.check("nameless()"), json!([]));
    browser.is_content();
}

fn clusters(counts: &serde_json::Value) -> [u64; 3] {
    serde_json::from_value(counts.clone()).unwrap()
}

#[test]
fn other_searches_have_no_stages() {
    let view = "view generated:rooms:24,24,24:3 --scenario 4 --html p.html";
    let Some((mut browser, _scratch)) = page("view-no-stages", &[view]) else {
        return;
    };
    let is_hidden = browser.evaluate("document.querySelector('#first-options').hidden");
    assert_eq!(is_hidden, true);
    browser.is_content();
}
