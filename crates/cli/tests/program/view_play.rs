//! `voxnav view --play`: a changing world, played back.

use serde_json::json;

use crate::chromium::{Chromium, Scheme};
use crate::program::Scratch;

/// A wall with a door in it, which is shut from tick 4 to before tick 9; an agent that waits for it.
fn played(test: &str) -> Scratch {
    let scratch = Scratch::new(test);
    let cells = (0..8).flat_map(|y| (0..6).map(move |z| (y, z)));
    let wall = cells.filter(|&(y, z)| !((3..5).contains(&y) && z < 3));
    let wall: Vec<String> = wall.map(|(y, z)| format!("10 {y} {z}")).collect();
    scratch.write("w.3dmap", &format!("voxel 20 8 6\n{}\n", wall.join("\n")));
    let line = |text: &str| format!("{{{text}}}\n");
    let play = [
        "\"trace\":\"voxnav play\",\"version\":1,\"program\":\"t\",\"map\":\"w\",\"size\":[20,8,6]",
        "\"tick\":0,\"agent\":3,\"at\":[2,4,1],\"verdict\":\"replanned\",\"path\":[[2,4,1],[18,4,1]]",
        "\"tick\":4,\"low\":[10,3,0],\"end\":[11,5,3],\"state\":\"occupied\"",
        "\"tick\":4,\"agent\":3,\"at\":[6,4,1],\"verdict\":\"blocked\",\"path\":[]",
        "\"tick\":9,\"low\":[10,3,0],\"end\":[11,5,3],\"state\":\"free\"",
        "\"tick\":9,\"agent\":3,\"at\":[6,4,1],\"verdict\":\"replanned\",\"path\":[[6,4,1],[18,4,1]]",
        "\"tick\":21,\"agent\":3,\"at\":[18,4,1]",
    ];
    scratch.write("play.jsonl", &play.map(line).concat());
    scratch
}

#[test]
fn doors_shut_and_open_and_agents_move() {
    let test = "view-play";
    let scratch = played(test);
    let said = scratch.succeeds("view w.3dmap --play play.jsonl --up z --html p.html");
    assert!(said.contains("play       1 agents, 21 ticks"), "{said}");
    let Some(mut browser) = Chromium::launch(test) else {
        return;
    };
    browser.resize(1000, 700, Scheme::Light);
    browser.open(&scratch.path_of("p.html"));
    // What is seen through the door, and the picture without the agents.
    browser.evaluate(
        "window.at = (tick) => {
            const { viewer } = voxnav;
            viewer.showStep(tick);
            const { away, place } = viewer.pointer.surfaceCell({ eye: [1, 4, 1.5], direction: [1, 0.001, 0] });
            Object.assign(viewer.look, { hasAgents: false, hasRoutes: false });
            viewer.draw();
            const picture = viewer.canvas.toDataURL();
            Object.assign(viewer.look, { hasAgents: true, hasRoutes: true });
            return { place: place ?? null, picture, said: document.getElementById('step-text').textContent };
        }; true",
    );
    let mut at = |tick: u32| browser.evaluate(&format!("window.at({tick})"));
    let [before, shut, still, open] = [3, 4, 8, 9].map(&mut at);
    assert_eq!(before["place"], json!(null));
    assert_eq!(shut["place"], json!([10, 4, 1]));
    assert_eq!(still["place"], json!([10, 4, 1]));
    assert_eq!(open["place"], json!(null));
    assert_eq!(before["picture"], open["picture"], "as it was");
    assert_eq!(shut["picture"], still["picture"]);
    assert_ne!(before["picture"], shut["picture"], "a shut door is seen");
    assert_eq!(
        still["said"],
        json!("tick 8 of 21 \u{b7} edits of 1 of 2 ticks")
    );
    let place = "(tick) => { const { playBack } = voxnav.viewer;
        const sighting = playBack.sightingAt(0, tick);
        return [playBack.whereabouts(0, sighting, tick)[0], playBack.path(0, sighting).length]; }";
    for (tick, x, turns) in [
        (0, 2.5, 2),
        (2, 4.5, 2),
        (6, 6.5, 0),
        (15, 12.5, 2),
        (21, 18.5, 2),
    ] {
        let shown = browser.evaluate(&format!("({place})({tick})"));
        assert_eq!(shown, json!([x, turns]), "tick {tick}");
    }
    let legend = "[...document.querySelectorAll('#play-verdicts > *')].map((it) => it.textContent)";
    browser.evaluate("voxnav.viewer.showStep(6)");
    let [found, none] = [
        "The path is another, found by a search from where the agent is.",
        "The path is not free, and no other is known by now.",
    ];
    assert_eq!(
        browser.evaluate(legend),
        json!(["replanned", "0", found, "blocked", "1", none])
    );
    browser.resize(390, 844, Scheme::Dark);
    let wide = browser.evaluate("document.documentElement.scrollWidth");
    assert_eq!(wide, json!(390));
    assert_eq!(browser.complaints(), &[] as &[String]);
}

#[test]
fn a_play_of_another_world_is_refused() {
    let scratch = played("view-play-refused");
    let play = scratch.read("play.jsonl");
    scratch.write("other.jsonl", &play.replace("[20,8,6]", "[20,8,7]"));
    let error = scratch.fails(2, "view w.3dmap --play other.jsonl");
    assert!(
        error.contains("[20, 8, 7]") && error.contains("[20, 8, 6]"),
        "{error}"
    );
    scratch.write("broken.jsonl", &play.replace("\"tick\":9", "\"tick\":1"));
    let error = scratch.fails(2, "view w.3dmap --play broken.jsonl");
    assert!(
        error.contains("broken.jsonl:5: tick 1 follows tick 4"),
        "{error}"
    );
    let error = scratch.fails(2, "view w.3dmap --play none.jsonl");
    assert!(error.contains("none.jsonl"), "{error}");
    let error = scratch.fails(2, "view w.3dmap --play play.jsonl --from 0,0,0 --to 1,1,1");
    assert!(error.contains("--play"), "{error}");
}
