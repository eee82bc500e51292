//! `voxnav view`: cells whose sides differ are drawn, pointed at and measured as they are in the world.

use voxnav::Lattice;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, OccupancyBuilder};

use crate::chromium::Chromium;
use crate::program::Scratch;

/// A floor with a ramp up to a ledge, in a box of the world 20 x 10 x 8 units large, in cells with these sides.
fn ramp(scratch: &Scratch, sizes: DVec3) {
    let size = (DVec3::new(20.0, 10.0, 8.0) / sizes).round().as_ivec3();
    let mut builder = OccupancyBuilder::new(CellBox::from_size(size)).unwrap();
    for cell in CellBox::from_size(size).cells() {
        let at = (cell.as_dvec3() + 0.5) * sizes;
        let ground = ((at.x - 5.0) / 2.0).clamp(0.0, 4.0) + 1.0;
        let is_wall = (9.0..11.0).contains(&at.x) && at.y > 6.0;
        if at.z < ground || is_wall {
            builder.set(cell, CellState::Occupied).unwrap();
        }
    }
    let world = voxnav_store::World {
        lattice: Lattice::with_sizes(DVec3::new(3.0, -7.0, 0.5), sizes).unwrap(),
        ..voxnav_store::World::new(builder.commit())
    };
    let mut bytes = Vec::new();
    world.write(&mut bytes).unwrap();
    std::fs::write(scratch.path_of("ramp.voxnav"), bytes).unwrap();
}

#[test]
fn cells_are_drawn_and_pointed_at_with_their_true_sides() {
    let scratch = Scratch::new("view-sides");
    let Some(mut browser) = Chromium::launch("view-sides") else {
        return;
    };
    for (name, sizes, is_cubic) in [
        ("cubes", DVec3::splat(0.5), true),
        ("flat", DVec3::new(0.5, 0.5, 0.125), false),
        ("slices", DVec3::new(0.5, 0.5, 2.0), false),
        ("uneven", DVec3::new(0.4, 1.0, 0.5), false),
    ] {
        ramp(&scratch, sizes);
        let goal = (DVec3::new(18.0, 8.0, 7.0) / sizes).floor().as_ivec3();
        let start = (DVec3::new(1.0, 8.0, 2.5) / sizes).floor().as_ivec3();
        let [from, to] = [start, goal].map(|IVec3 { x, y, z }| format!("{x},{y},{z}"));
        let ends = format!("--from {from} --to {to} --algorithm astar --up z");
        let run = scratch.run(&format!("view ramp.voxnav {ends} --html p.html"));
        assert!(run.code == 0 && run.stderr.is_empty(), "{}", run.stderr);
        browser.open(&scratch.path_of("p.html"));
        let said = browser.evaluate("voxnav.viewer.facts.map.cell_sizes");
        let said = [0, 1, 2].map(|axis| said[axis].as_f64().unwrap());
        assert_eq!(DVec3::from_array(said), sizes, "{name}");
        let unit = if is_cubic { "cells" } else { "longest sides" };
        let told = browser.evaluate("document.querySelector('#statistics').innerText");
        assert!(told.as_str().unwrap().contains(unit), "{name}: {told}");
        // A way through the picture is as long as its cost.
        assert_eq!(browser.check("wrongLengths()"), 0, "{name}");
        // Numbers stand at the edges of the world, and the scale is right.
        let ticks = browser.check("ticks()");
        let ticks = ticks.as_array().unwrap();
        assert!(
            ticks.len() > 6 && ticks.iter().all(|tick| tick[2] == true),
            "{name}: {ticks:?}"
        );
        assert!(
            browser.check("barError()").as_f64().unwrap() < 0.01,
            "{name}"
        );
        browser.screenshot(&format!("view-sides-{name}"));
        browser.evaluate("voxnav.viewer.look.hasExpanded = false");
        let found = browser.check("pointedAt()");
        let [met, wrong] = [0, 1].map(|at| found[at].as_u64().unwrap());
        assert!(met > 40 && wrong == 0, "{name}: {wrong} of {met}");
        browser.evaluate("Object.assign(voxnav.viewer.look, { isCutAway: true, hasPath: false })");
        browser.evaluate("voxnav.viewer.draw()");
        // Within a hair behind the cut no face is seen, and a hair is a larger part of a narrow cell.
        let wrong = browser.check("pointsAtCut()[2]").as_u64().unwrap();
        assert!(wrong <= if is_cubic { 0 } else { 5 }, "{name}: {wrong}");
        browser.screenshot(&format!("view-sides-{name}-cut"));
    }
    browser.is_content();
}
