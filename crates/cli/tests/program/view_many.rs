//! `voxnav view`: two searches side by side, many routes, and a changing world played back.

use serde_json::json;

use crate::chromium::{Chromium, Scheme};
use crate::program::Scratch;
use crate::view::page;

#[test]
fn two_searches_go_on_together_under_one_slider() {
    let view = "view generated:rooms:40,40,20:3 --scenario 7 --html p.html --algorithm";
    let commands = [
        format!("{view} jump --trace jump.jsonl"),
        format!("{view} astar --against jump.jsonl"),
    ];
    let commands = commands.each_ref().map(String::as_str);
    let Some((mut browser, _scratch)) = page("view-against", &commands) else {
        return;
    };
    let steps = browser.check("steps()");
    // The dialog of `view` has the same numbers.
    assert_eq!(steps, json!([[0, 0], [50, 50], [1417, 426]]));
    assert_eq!(browser.check("pointed()"), json!([true, true]));
    browser.resize(390, 844, Scheme::Dark);
    assert_eq!(
        browser.evaluate("document.documentElement.scrollWidth"),
        390
    );
    browser.is_content();
}

#[test]
fn all_paths_are_shown_and_agents_move_along_them() {
    for name in ["routes.csv", "routes.jsonl"] {
        let world = "generated:rooms:32,30,16:3";
        let scratch = Scratch::new(&format!("view-{name}"));
        scratch.inputs_of("view", &["requests.sh"]);
        scratch.shell("sh requests.sh");
        scratch.routes(&format!(
            "route {world} --requests requests.csv --out {name}"
        ));
        scratch.succeeds(&format!("view {world} --routes {name} --html p.html"));
        let Some(mut browser) = scratch.opened(name) else {
            return;
        };
        let found = scratch.read(name).matches("found").count();
        assert!((5..60).contains(&found), "{found}");
        let counts = "[voxnav.viewer.routes.count, voxnav.viewer.routes.drawn]";
        assert_eq!(browser.evaluate(counts), json!([60, found]));
        // Longer and longer on their way, more and more have arrived, and in the end all.
        let arrived: Vec<u64> = serde_json::from_value(browser.check("arrived()")).unwrap();
        let grows = arrived.is_sorted() && arrived[1] < arrived[100];
        assert!(grows && arrived[100] == found as u64, "{arrived:?}");
        browser.evaluate("voxnav.viewer.showStep(500)");
        assert_ne!(browser.check("routeColors()"), 1, "by cost");
        browser.check("choose('outcome')");
        assert_eq!(
            browser.check("routeColors()"),
            1,
            "all that are drawn arrive"
        );
        // A small screen holds it.
        browser.resize(390, 844, Scheme::Dark);
        assert_eq!(
            browser.evaluate("document.documentElement.scrollWidth"),
            390
        );
        browser.is_content();
    }
}

#[test]
fn legs_of_agents_on_the_ground_are_routes() {
    for name in ["legs.csv", "legs.jsonl"] {
        let view = "view generated:rooms:32,30,16:3 --html p.html --routes";
        let scratch = Scratch::new(&format!("view-{name}"));
        scratch.inputs_of("view", &[name]);
        scratch.succeeds(&format!("{view} {name}"));
        let Some(mut browser) = scratch.opened(name) else {
            return;
        };
        let longest = browser.evaluate("voxnav.viewer.routes.longest.toFixed(4)");
        assert_eq!(longest, "6.4142");
        // Each leg has the color of what is done along it, and a line that says so.
        let colors = browser.check("legColors()");
        assert_ne!(colors[0], colors[1], "a leg of a walk and one of a drop");
        let legend = browser.check("texts('#route-outcomes > *')");
        assert_eq!(legend, json!(["walk", "1", "drop", "1"]));
        browser.check("choose('cost')");
        let colors = browser.check("legColors()");
        assert_eq!(colors[0], colors[1], "one color a route");
        browser.is_content();
    }
}

/// A wall with a door in it, which is shut from tick 4 to before tick 9; an agent waits for it.
#[test]
fn doors_shut_and_open_and_agents_move() {
    let scratch = Scratch::new("view-play");
    scratch.inputs_of("view", &["wall.sh", "play.jsonl"]);
    scratch.shell("sh wall.sh");
    scratch.succeeds("view w.3dmap --play play.jsonl --up z --html p.html");
    let Some(mut browser) = Chromium::launch("view-play") else {
        return;
    };
    // The same surfaces are cut into other rectangles then, whose seams are seen in a rough picture.
    browser.smooth();
    browser.open(&scratch.path_of("p.html"));
    let [before, shut, still, open] =
        [3, 4, 8, 9].map(|tick| browser.check(&format!("door({tick})")));
    assert_eq!(before["place"], json!(null));
    assert_eq!(shut["place"], json!([10, 4, 1]));
    assert_eq!(still["place"], json!([10, 4, 1]));
    assert_eq!(open["place"], json!(null));
    assert_eq!(before["picture"], open["picture"], "as it was");
    assert_eq!(shut["picture"], still["picture"]);
    assert_ne!(before["picture"], shut["picture"], "a shut door is seen");
    let said = "tick 8 of 21 \u{b7} edits of 1 of 2 ticks";
    assert_eq!(still["said"], said);
    for (tick, x, turns) in [
        (0, 2.5, 2),
        (2, 4.5, 2),
        (6, 6.5, 0),
        (15, 12.5, 2),
        (21, 18.5, 2),
    ] {
        let shown = browser.check(&format!("agent({tick})"));
        assert_eq!(shown, json!([x, turns]), "tick {tick}");
    }
    browser.evaluate("voxnav.viewer.showStep(6)");
    let found = "The path is another, found by a search from where the agent is.";
    let none = "The path is not free, and no other is known by now.";
    let legend = browser.check("texts('#play-verdicts > *')");
    assert_eq!(
        legend,
        json!(["replanned", "0", found, "blocked", "1", none])
    );
    browser.resize(390, 844, Scheme::Dark);
    assert_eq!(
        browser.evaluate("document.documentElement.scrollWidth"),
        390
    );
    browser.is_content();
}
