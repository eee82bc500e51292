//! What an agent would have to be able to do for a way that it does not have.

use voxnav_occupancy::{CellBox, glam::IVec3};
use voxnav_search::{Ground, Limits, Link, LinkState, Locomotion, Query, Remedy, Workspace};
use voxnav_testkit::{Draws, hold, seeds};

use super::scene::{Scene, drawn, jumper};
use crate::oracle::ground::{Case, planned};

fn told(scene: &Scene, agent: &Locomotion) -> Vec<String> {
    let ground = Ground::new(&scene.world, agent).unwrap();
    let query = Query::new(scene.start, scene.goal);
    let remedies = ground.remedies(&query, &mut Workspace::new());
    remedies.iter().map(Remedy::to_string).collect()
}

#[test]
fn remedies_are_told_in_numbers_and_by_name() {
    let walker = Locomotion::walker();
    let gap = drawn(&[
        "........", "........", "S......G", "##...###", "##...###", "!!!!!!!!",
    ]);
    assert_eq!(
        told(&gap, &jumper(2, 0)),
        ["a jump of 3 would do: this agent has 2"]
    );
    assert_eq!(told(&gap, &jumper(3, 0)), [""; 0]);
    let wall = drawn(&["....", "....", "...G", "..##", "S.##", "####"]);
    assert_eq!(
        told(&wall, &walker),
        [
            "a step up of 2 would do: this agent has 1",
            "a jump with a rise of 2 would do: this agent has 0",
        ]
    );
    let dry = Locomotion {
        swim: None,
        ..walker.clone()
    };
    let pond = drawn(&["......", "......", "S....G", "#~~~~#", "#~~~~#", "######"]);
    assert_eq!(
        told(&pond, &dry),
        ["a jump of 4 would do: this agent has 0", "blocked by ~"]
    );
    let door = drawn(&[".D..", "SD.G", "####"]);
    assert_eq!(told(&door, &walker), ["blocked by D, which opens"]);
    let lava = drawn(&["...", "S!G", "###"]);
    assert_eq!(told(&lava, &walker), ["blocked by !"]);
    let beam = drawn(&[".###.", "S...G", "#####"]);
    assert_eq!(
        told(&beam, &walker),
        ["a height of 1 would do: this agent has 2"]
    );
    let cut_off = drawn(&["...#...", "...#...", "S..#..G", "#######"]);
    assert_eq!(told(&cut_off, &walker), [""; 0]);
}

#[test]
fn closed_links_are_told_by_label() {
    let scene = drawn(&["...#...", "...#...", "S..#..G", "#######"]);
    let closed = |label, to| Link {
        label,
        state: LinkState::Closed,
        ..Link::new(CellBox::of_cell(scene.start), to)
    };
    let links = [
        closed(3, IVec3::new(2, 0, 1)),
        closed(7, IVec3::new(5, 0, 1)),
        Link {
            groups: 0,
            ..closed(8, scene.goal)
        },
    ];
    let ground = Ground::new(&scene.world, &Locomotion::walker()).unwrap();
    let ground = ground.with_links(&links).unwrap();
    let query = Query::new(scene.start, scene.goal);
    let remedies = ground.remedies(&query, &mut Workspace::new());
    assert_eq!(remedies, [Remedy::OpenLink { label: 7 }]);
    assert_eq!(remedies[0].to_string(), "link 7 would do: it is closed");
}

/// The same agent with another number, for remedies that are numbers.
fn changed(agent: &Locomotion, remedy: &Remedy, by: u8) -> Option<Locomotion> {
    let mut agent = agent.clone();
    match *remedy {
        Remedy::StepUp { needed, .. } => agent.step_up = needed - by,
        Remedy::Drop { needed, .. } => agent.drop = needed - by,
        Remedy::DropIntoLiquid { needed, .. } => agent.drop_into_liquid = needed - by,
        Remedy::JumpGap { needed, .. } => agent.jump.as_mut()?.gap = needed - by,
        Remedy::JumpRise { needed, .. } => agent.jump.as_mut()?.rise = needed - by,
        _ => return None,
    }
    agent.check().is_ok().then_some(agent)
}

/// Each number of a remedy suffices, one less does not, and there is no remedy where there is a way.
#[test]
fn remedies_are_the_least_that_would_do() {
    let told = hold(
        "remedies",
        seeds(60_000, 200),
        Workspace::new,
        |seed, workspace| {
            let draws = &mut Draws::new(seed);
            let case = Case::sample(draws);
            let ground_of = |agent: &Locomotion| {
                let occupancy = case.occupancy();
                let ground = Ground::new(&occupancy, agent).unwrap();
                ground.with_links(&case.links).unwrap()
            };
            let ground = ground_of(&case.agent);
            let query = Query::new(case.starts[0], case.goals[0]).limits(Limits::none());
            let solved =
                |ground: &Ground, workspace: &mut Workspace| query.solve(ground, workspace).outcome;
            let outcome = solved(&ground, workspace);
            let remedies = ground.remedies(&query, workspace);
            if planned(&outcome).is_some() && !remedies.is_empty() {
                return Err(format!("{remedies:?} where there is a way"));
            }
            let mut numbers = 0;
            for remedy in &remedies {
                let Some(able) = changed(&case.agent, remedy, 0) else {
                    continue;
                };
                numbers += 1;
                if planned(&solved(&ground_of(&able), workspace)).is_none() {
                    return Err(format!("{remedy:?} does not do"));
                }
                let less = changed(&case.agent, remedy, 1).map(|less| ground_of(&less));
                if less.is_some_and(|less| planned(&solved(&less, workspace)).is_some()) {
                    return Err(format!("less than {remedy:?} would do"));
                }
            }
            Ok(numbers)
        },
    );
    let numbers: usize = told.into_iter().sum();
    println!("{numbers} numbers told");
    assert!(numbers > 5);
}
