//! `voxnav view --play`: joint plans of `voxnav together` in the browser.

use serde_json::json;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, OccupancyBuilder};

use crate::chromium::Scheme;
use crate::program::Scratch;

/// A hall of this height, divided by a wall with one door.
fn hall(scratch: &Scratch, height: i32) {
    let bounds = CellBox::from_size(IVec3::new(7, 5, height));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let wall = CellBox::new(IVec3::new(3, 0, 0), IVec3::new(4, 5, height));
    builder.set_box(wall, CellState::Occupied).unwrap();
    let door = IVec3::new(3, 2, height / 2);
    builder.set(door, CellState::Free).unwrap();
    scratch.save("hall.voxnav", builder);
}

/// The cells of all agents, step by step.
fn steps(plan: &str) -> Vec<Vec<[i32; 3]>> {
    let mut steps: Vec<Vec<[i32; 3]>> = Vec::new();
    for line in plan.lines().skip(1) {
        let mut columns = line.split(',').skip(1).map(|it| it.parse().unwrap());
        let mut next = || columns.next().unwrap();
        let step = usize::try_from(next()).unwrap();
        steps.resize(steps.len().max(step + 1), Vec::new());
        steps[step].push([next(), next(), next()]);
    }
    steps
}

/// The page shows every agent where the plan has it, in a plane and in space; one of them waits.
#[test]
fn joint_plans_are_played_step_by_step() {
    for (name, height, moves) in [("view-plan-2d", 1, "planar4-z"), ("view-plan-3d", 3, "26")] {
        let scratch = Scratch::new(name);
        hall(&scratch, height);
        let z = height - 1;
        let ends =
            format!("id,sx,sy,sz,gx,gy,gz\na,1,1,0,5,1,{z}\nb,5,3,{z},1,3,0\nc,1,3,0,5,3,0\n");
        scratch.write("agents.csv", &ends);
        let files = "--agents agents.csv --out plan.csv --first";
        scratch.succeeds(&format!("together hall.voxnav {files} --moves {moves}"));
        scratch.succeeds("view hall.voxnav --play plan.csv --up z --html p.html");
        let steps = steps(&scratch.read("plan.csv"));
        let waits = |pair: &[Vec<[i32; 3]>]| {
            let last = steps.last().unwrap();
            (0..3).any(|agent| pair[0][agent] == pair[1][agent] && pair[1][agent] != last[agent])
        };
        assert!(
            steps.windows(2).any(waits),
            "one waits at the door: {steps:?}"
        );
        let Some(mut browser) = scratch.opened(name) else {
            return;
        };
        let mut pictures = Vec::new();
        for (tick, cells) in steps.iter().enumerate() {
            browser.evaluate(&format!("voxnav.viewer.showStep({tick})"));
            let shown = browser.check(&format!("plan({tick})"));
            assert_eq!(shown, json!([cells, cells.len()]), "{name}, step {tick}");
            if tick == 0 || tick + 1 == steps.len() {
                pictures.push(browser.screenshot(&format!("{name}-{tick}")).pixels);
            }
        }
        assert_ne!(pictures[0], pictures[1], "agents are seen to move");
        let colors = browser.evaluate(
            "new Set([0, 1, 2].map((agent) => voxnav.viewer.playBack.color(undefined, agent).join())).size",
        );
        assert_eq!(colors, 3, "agents are told apart");
        let last = steps.len() - 1;
        let said = browser.evaluate("document.getElementById('step-text').textContent");
        assert_eq!(said, format!("tick {last} of {last}"));
        browser.resize(390, 844, Scheme::Dark);
        let width = browser.evaluate("document.documentElement.scrollWidth");
        assert_eq!(width, 390);
        browser.is_content();
    }
}
