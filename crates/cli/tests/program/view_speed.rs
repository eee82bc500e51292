//! `voxnav view --speed`: a path in the colors of the speed along it.

use serde_json::json;

use crate::chromium::Scheme;
use crate::view::{cave, written};

#[test]
fn a_path_has_the_colors_of_its_speed_and_a_legend() {
    let limits = "--speed 4,acceleration=2,braking=2,lateral=3";
    let Some((mut browser, scratch)) = cave("view-speed", limits) else {
        return;
    };
    let said = "[...document.querySelectorAll('#speed-legend span')].map((it) => it.textContent)";
    assert_eq!(browser.evaluate(said), json!(["speed 0", "4/s"]));
    let states = browser.evaluate(
        "(() => {
            const { search: { speed, start, goal } } = voxnav.viewer.facts;
            const { states, seconds } = speed;
            const away = (state, cell) => Math.hypot(...cell.map((at, axis) => at - state[axis]));
            const fastest = Math.max(...states.map((state) => state[3]));
            return states.length > 500 && seconds > 5 && fastest <= 4.001
                && states[0][3] === 0 && states.at(-1)[3] < 0.01
                && away(states[0], start) < 0.01 && away(states.at(-1), goal) < 0.01;
        })()",
    );
    assert_eq!(states, true);
    let with = browser.screenshot("view-speed");
    browser.click("#show-path");
    assert!(with.difference(&browser.screenshot("view-speed-without")) > 200);
    browser.click("#show-path");
    browser.resize(400, 800, Scheme::Dark);
    browser.open(&scratch.path_of("p.html"));
    browser.screenshot("view-speed-narrow");
    browser.is_content();
}

#[test]
fn speeds_are_of_agents_on_the_ground_too_and_of_paths_alone() {
    let scratch = written(
        "view-speed-ground",
        &[
            "generate terrain --size 24,24,16 --seed 5 -o t.voxnav --scenarios 4 --locomotion walker",
        ],
    );
    let drawn = "view t.voxnav --scenario 2 --locomotion walker --html p.html --speed";
    let timed = scratch.succeeds(&format!("{drawn} 2,acceleration=1"));
    let line = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("on the way"));
        let word = line.and_then(|line| line.split_whitespace().nth(3));
        word.and_then(|word| word.parse::<f64>().ok()).unwrap()
    };
    let faster = scratch.succeeds(&format!("{drawn} 4,acceleration=4"));
    assert!(line(&timed) > line(&faster), "{timed}{faster}");
    for (options, code, fault) in [
        ("--speed 2", 2, "--speed colors a path"),
        (
            "--from 1,1,9 --to 2,2,9 --speed 2,jerk=0",
            2,
            "the jerk is 0",
        ),
        ("--routes r.csv --speed 2", 2, "cannot be used with"),
    ] {
        let refused = scratch.run(&format!("view t.voxnav {options}"));
        assert_eq!(refused.code, code, "{options}: {}", refused.stderr);
        assert!(
            refused.stderr.contains(fault),
            "{options}: {}",
            refused.stderr
        );
    }
}
