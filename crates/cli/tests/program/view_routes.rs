//! `voxnav view --routes`: many paths at once, and agents that move along them.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use serde_json::json;

use crate::chromium::{Chromium, Scheme};
use crate::program::Scratch;

const WORLD: &str = "generated:rooms:32,30,16:3";

/// Results of requests between cells of a grid, of which some are blocked.
fn routed(test: &str, name: &str) -> Scratch {
    let scratch = Scratch::new(test);
    let mut requests = vec!["id,sx,sy,sz,gx,gy,gz".to_owned()];
    for id in 0..60 {
        let place = |k: i32| {
            let n = (id * 7 + k * 11) % 1009;
            format!("{},{},{}", n % 32, n * 13 % 30, n * 29 % 16)
        };
        requests.push(format!("{id},{},{}", place(id), place(id + 3)));
    }
    scratch.write("requests.csv", &(requests.join("\n") + "\n"));
    let route = format!("route {WORLD} --requests requests.csv --out {name}");
    assert!(scratch.command(&route).output().unwrap().status.success());
    scratch
}

/// How many rows say that there is a path.
fn found(rows: &str) -> usize {
    rows.lines().filter(|line| line.contains("found")).count()
}

#[test]
fn all_paths_are_shown_and_agents_move_along_them() {
    for name in ["routes.csv", "routes.jsonl"] {
        let test = format!("view-{}", name.replace('.', "-"));
        let scratch = routed(&test, name);
        let found = found(&scratch.read(name));
        assert!((5..60).contains(&found), "{found}");
        let said = scratch.succeeds(&format!("view {WORLD} --routes {name} --html r.html"));
        assert!(
            said.contains(&format!("60, {found} of them with a path")),
            "{said}"
        );
        let Some(mut browser) = Chromium::launch(&test) else {
            return;
        };
        browser.resize(1280, 800, Scheme::Light);
        browser.open(&scratch.path_of("r.html"));
        let counts = "[voxnav.viewer.routes.count, voxnav.viewer.routes.drawn]";
        assert_eq!(browser.evaluate(counts), json!([60, found]));
        // Longer and longer on their way, more and more have arrived, and in the end all.
        let arrived = browser.evaluate(
            "Array.from({ length: 101 }, (_, part) => {
                voxnav.viewer.showStep(part * 10);
                const text = document.getElementById('step-text').textContent;
                return Number(text.match(/· (\\d+) of/)[1]);
            })",
        );
        let arrived: Vec<u64> = serde_json::from_value(arrived).unwrap();
        assert!(
            arrived.is_sorted() && arrived[1] < arrived[100],
            "{arrived:?}"
        );
        assert_eq!(arrived[100], found as u64);
        browser.evaluate("voxnav.viewer.showStep(500)");
        let colors = "new Set(voxnav.viewer.routes.colors
            .filter((_, route) => voxnav.viewer.routes.isDrawn(route)).map(String)).size";
        assert_ne!(browser.evaluate(colors), json!(1), "by cost");
        browser
            .evaluate("document.querySelector('input[name=route-color][value=outcome]').click()");
        assert_eq!(
            browser.evaluate(colors),
            json!(1),
            "all that are drawn arrive"
        );
        // A small screen holds it.
        browser.resize(390, 844, Scheme::Dark);
        let wide = browser.evaluate("document.documentElement.scrollWidth");
        assert_eq!(wide, json!(390));
        assert_eq!(browser.complaints(), &[] as &[String]);
    }
}

#[test]
fn legs_of_agents_on_the_ground_are_routes() {
    let test = "view-legs";
    let scratch = Scratch::new(test);
    let legs = "walk:0 0 1;5 0 1|drop:5 0 1;6 0 0";
    scratch.write(
        "a.csv",
        &format!("id,outcome,length,legs\n1,found,6.5,{legs}\n2,unreachable,,\n"),
    );
    let walk = "{\"action\":\"walk\",\"cost\":5,\"cells\":[[0,0,1],[5,0,1]]}";
    let drop = "{\"action\":\"drop\",\"cost\":1,\"cells\":[[5,0,1],[6,0,0]]}";
    let found = format!("{{\"outcome\":\"found\",\"length\":6.5,\"legs\":[{walk},{drop}]}}\n");
    scratch.write(
        "a.jsonl",
        &(found + "{\"outcome\":\"unreachable\",\"length\":null}\n"),
    );
    for name in ["a.csv", "a.jsonl"] {
        let said = scratch.succeeds(&format!("view {WORLD} --routes {name} --html a.html"));
        assert!(said.contains("2, 1 of them with a path"), "{said}");
        let Some(mut browser) = Chromium::launch(test) else {
            return;
        };
        browser.open(&scratch.path_of("a.html"));
        let longest = browser.evaluate("voxnav.viewer.routes.longest.toFixed(4)");
        assert_eq!(longest, json!("6.4142"));
        // Each leg has the color of what is done along it, and a line that says so.
        let colors = "[1, 3].map((turn) => String(voxnav.viewer.routes.colorTo(turn, 0)))";
        let legend =
            "[...document.querySelectorAll('#route-outcomes > *')].map((it) => it.textContent)";
        let shown = browser.evaluate(colors);
        assert_ne!(shown[0], shown[1], "a leg of a walk and one of a drop");
        assert_eq!(browser.evaluate(legend), json!(["walk", "1", "drop", "1"]));
        browser.evaluate("document.querySelector('input[name=route-color][value=cost]').click()");
        let shown = browser.evaluate(colors);
        assert_eq!(shown[0], shown[1], "one color a route");
        assert_eq!(browser.complaints(), &[] as &[String]);
    }
}

#[test]
fn what_are_no_routes_on_this_map_is_refused() {
    let scratch = Scratch::new("view-bad-routes");
    let good = "id,outcome,length,path\n";
    for (content, reason) in [
        ("row,length\n1,2\n".to_owned(), "there is no column outcome"),
        (
            "outcome,length\nfound,2\n".to_owned(),
            "there is no column path",
        ),
        (
            format!("{good}1,found,far,0 0 0\n"),
            "line 2: `far` is no length",
        ),
        (
            format!("{good}1,found,NaN,0 0 0\n"),
            "line 2: `NaN` is no length",
        ),
        (
            format!("{good}1,found,1,0 0;1 0 0\n"),
            "line 2: `0 0` is no cell",
        ),
        (format!("{good}1,found,1,0 0 99999999999\n"), "is no cell"),
        (format!("{good}1,found\n"), "found record with 2 fields"),
        (
            format!("{good}1,found,1,0 0 0;9 9 40\n"),
            "route 1 leaves the map at [9, 9, 40]; give the routes",
        ),
        ("{\"outcome\":\"found\"\n".to_owned(), "line 1"),
        (
            "{\"outcome\":\"found\",\"path\":[[1,2]]}\n".to_owned(),
            "line 1",
        ),
    ] {
        scratch.write("bad.csv", &content);
        let error = scratch.fails(2, &format!("view {WORLD} --routes bad.csv --html b.html"));
        assert!(error.contains(reason), "{reason}: {error}");
        assert!(!scratch.contains("b.html"));
    }
    let error = scratch.fails(2, &format!("view {WORLD} --routes none.csv"));
    assert!(error.contains("none.csv"), "{error}");
}
