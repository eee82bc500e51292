//! Searches by all algorithms in random worlds.

use std::collections::BTreeSet;

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Footprint, Heading, Occupancy, Support};
use voxnav_search::{
    Action, Algorithm, Compass, CornerRule, Cost, Ground, Hazards, Jump, LegPath, Link, Locomotion,
    Outcome, Query, Ways, Weight, Workspace, verify_legs,
};
use voxnav_testkit::Draws;

use super::scene::builder;

fn world(draws: &mut Draws) -> Occupancy {
    let min = IVec3::new(60, -2, 61);
    let bounds = CellBox::new(min, min + IVec3::new(8, 7, 7));
    let mut world = builder(bounds);
    let ids: Vec<_> = world.palette().iter().map(|(id, _)| id).collect();
    for _ in 0..4 + draws.below(14) {
        let corner = draws.cell(&bounds);
        let size = IVec3::ONE.map(|one| one + draws.below(4));
        let part = CellBox::new(corner, corner + size).intersection(&bounds);
        match draws.below(4) {
            0 => world.set_box(part, CellState::Occupied).unwrap(),
            1 => world.set_box(part, CellState::Free).unwrap(),
            _ => {
                let id = draws.pick(&ids);
                world.set_material_box(part, id).unwrap();
            }
        }
    }
    world.commit()
}

fn agent(draws: &mut Draws) -> Locomotion {
    let mut agent = match draws.below(6) {
        0 => Locomotion::spider(),
        1 => Locomotion::diver(),
        2 => Locomotion::ticks(),
        3 => Locomotion::mineflayer(),
        4 => Locomotion::crouching(),
        _ => Locomotion::walker(),
    };
    if draws.below(3) == 0 {
        agent.body = Footprint::new(CellBox::new(IVec3::ZERO, IVec3::new(2, 1, 2))).unwrap();
    }
    agent.support = draws.pick(&[Support::Center, Support::Whole, Support::Any]);
    if draws.below(2) == 0 {
        agent.corners = CornerRule::Lenient;
    }
    if draws.below(3) == 0 {
        agent.compass = Compass::Four;
    }
    if agent.walk.is_some() && draws.below(2) == 0 {
        let compass = draws.pick(&[Compass::Four, Compass::Eight]);
        let jump = Jump {
            gap: draws.pick(&[0, 1, 2, 3]),
            rise: draws.pick(&[0, 1, 2, 3]),
            cost: Cost::STRAIGHT,
            compass,
        };
        agent.jump = Some(jump);
    }
    if draws.below(4) == 0 {
        agent.fly = Some(Cost::STRAIGHT * 3);
    }
    if draws.below(2) == 0 {
        (agent.hazards, agent.open_door) = (Hazards::Entered, Some(Cost::STRAIGHT));
    }
    let up = draws.pick(&Heading::ALL);
    agent.with_up(up)
}

#[test]
fn searches_agree_and_their_paths_obey_the_rules() {
    let mut workspace = Workspace::new();
    let mut seen = BTreeSet::new();
    let (mut found, mut linked) = (0, 0);
    for seed in 0..1500 {
        let draws = &mut Draws::new(seed);
        let world = world(draws);
        let agent = agent(draws);
        let bounds = world.bounds();
        let links: Vec<_> = (0..draws.below(4_u32))
            .map(|label| {
                let from = CellBox::of_cell(draws.cell(&bounds));
                let from = from.hull(&CellBox::of_cell(draws.cell(&bounds)));
                Link {
                    cost: Cost::STRAIGHT * draws.below(4_u32),
                    label,
                    ways: draws.pick(&[Ways::One, Ways::Both]),
                    ..Link::new(from, draws.cell(&bounds))
                }
            })
            .collect();
        let ground = Ground::new(&world, &agent)
            .unwrap()
            .with_links(&links)
            .unwrap();
        let moves = ground.moves();
        let resting: Vec<_> = bounds
            .cells()
            .filter(|&cell| ground.can_rest(cell))
            .collect();
        if resting.is_empty() {
            continue;
        }
        let mut one = || draws.pick(&resting);
        for _ in 0..4 {
            let query = Query::new(one(), one());
            let mut solve = |query: Query<'_>| query.solve_with(&moves, &mut workspace).outcome;
            let exact = solve(query);
            let blind = solve(query.algorithm(Algorithm::Dijkstra));
            let weight = Weight::new(1.5).unwrap();
            let weighted = solve(query.algorithm(Algorithm::WeightedAStar(weight)));
            let greedy = solve(query.algorithm(Algorithm::GreedyBestFirst));
            let cost = |outcome: &Outcome<LegPath<Action>>| outcome.path().map(LegPath::cost);
            assert_eq!(cost(&exact), cost(&blind), "seed {seed}");
            let all = [&exact, &blind, &weighted, &greedy];
            if exact.path().is_none() {
                assert!(all.iter().all(|outcome| **outcome == Outcome::Unreachable));
                continue;
            }
            found += 1;
            for outcome in all {
                let path = outcome.path().unwrap();
                let verified = verify_legs(path, &world, &agent, &links);
                assert_eq!(verified, Ok(path.cost()), "seed {seed}");
                for leg in path.legs() {
                    seen.insert(format!("{:?}", leg.action));
                    linked += u32::from(matches!(leg.action, Action::Link(_)));
                }
            }
            let best = cost(&exact).unwrap().length();
            assert!(cost(&weighted).unwrap().length() <= best * 1.5);
        }
    }
    println!("{found} paths, {linked} links, {seen:?}");
    assert!(found > 1500 && linked > 100);
    for action in [
        "Walk", "StepUp", "Drop", "Jump", "Climb", "Swim", "Fly", "Door",
    ] {
        assert!(seen.contains(action), "{action} was never seen");
    }
}
