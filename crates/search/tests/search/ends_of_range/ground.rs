//! Queries and fields of ground agents.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{
    CellBox, Footprint, Heading, Material, MaterialKind, Occupancy, Support, UnknownPolicy,
};
use voxnav_search::{
    Algorithm, Compass, CornerRule, Cost, Ground, Hazards, Jump, LegField, Limits, Link,
    LinkDirection, Locomotion, Partial, Query, Search, SnapPolicy, Workspace, verify_legs,
};
use voxnav_testkit::{Draws, hold, seeds};

use voxnav_testkit::ends::{Bounds, Shift, Small, same};

use super::{leg_solution_before, legs_before};

const KINDS: [MaterialKind; 5] = [
    MaterialKind::Solid,
    MaterialKind::Liquid,
    MaterialKind::Climbable,
    MaterialKind::Hazard,
    MaterialKind::Door,
];

/// Two worlds, the second the first after some edits.
fn worlds(small: &Small, shift: Shift, draws: &mut Draws) -> [Occupancy; 2] {
    let mut builder = small.builder(shift);
    let materials = KINDS.map(|kind| {
        let material = Material::new(format!("{kind:?}"), kind);
        builder.add_material(material).unwrap()
    });
    for _ in 0..draws.below(12) {
        let cell = draws.cell(&small.cells) + shift.0;
        builder.set_material(cell, draws.pick(&materials)).unwrap();
    }
    let before = builder.commit();
    let mut builder = before.edit();
    for _ in 0..draws.below(4) {
        let cell = draws.cell(&small.cells) + shift.0;
        builder.set_material(cell, draws.pick(&materials)).unwrap();
    }
    [before, builder.commit()]
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
    let bodies = [IVec3::ONE, IVec3::new(1, 1, 2), IVec3::new(2, 1, 2)];
    if agent.crouch.is_none() {
        agent.body = Footprint::new(CellBox::from_size(draws.pick(&bodies))).unwrap();
    }
    agent.support = draws.pick(&[Support::Center, Support::Whole, Support::Any]);
    agent.corners = draws.pick(&[CornerRule::Strict, CornerRule::Lenient]);
    agent.compass = draws.pick(&[Compass::Four, Compass::Eight]);
    agent.unknown = draws.pick(&[
        UnknownPolicy::Blocked,
        UnknownPolicy::Free,
        UnknownPolicy::StopAtBoundary,
    ]);
    if agent.walk.is_some() && draws.percent(40) {
        agent.jump = Some(Jump {
            gap: draws.below(4_u8),
            rise: draws.below(4_u8),
            arc: draws.below(3_u8),
            cost: Cost::STRAIGHT,
            compass: draws.pick(&[Compass::Four, Compass::Eight]),
        });
    }
    if draws.percent(25) {
        agent.fly = Some(Cost::STRAIGHT * 3);
    }
    if draws.percent(50) {
        (agent.hazards, agent.open_door) = (Hazards::Entered, Some(Cost::STRAIGHT));
    }
    agent.with_up(draws.pick(&Heading::ALL))
}

fn links(small: &Small, shift: Shift, draws: &mut Draws) -> Vec<Link> {
    let count = draws.below(3_u32);
    let links = (0..count).map(|label| {
        let from = small.draw_box(draws).intersection(&small.cells);
        let from = if from.is_empty() { small.cells } else { from };
        Link {
            cost: Cost::STRAIGHT * draws.below(4_u32),
            label,
            ways: draws.pick(&[LinkDirection::One, LinkDirection::Both]),
            ..Link::new(shift.moved(&from), draws.cell(&small.cells) + shift.0)
        }
    });
    links.collect()
}

fn told(small: &Small, shift: Shift, seed: u64, workspace: &mut Workspace) -> Vec<String> {
    let draws = &mut Draws::new(seed);
    let [before, after] = worlds(small, shift, draws);
    let agent = agent(draws);
    let links = links(small, shift, draws);
    let ground = Ground::new(&before, &agent).unwrap();
    let mut ground = ground.with_links(&links).unwrap();
    if draws.percent(50) {
        ground = ground.updated(&after).unwrap();
    }
    let own = shift.moved(&small.cells);
    let mut told = Vec::new();
    let rests: Vec<IVec3> = own.cells().filter(|&cell| ground.can_rest(cell)).collect();
    if draws.percent(20)
        && let Some(&seed) = rests.first()
        && let Ok(guided) = ground.clone().with_landmarks(seed, 2)
    {
        ground = guided;
    }
    let near = |draws: &mut Draws| {
        let any = small.draw_near(draws) + shift.0;
        let rest = if rests.is_empty() {
            any
        } else {
            draws.pick(&rests)
        };
        if draws.percent(70) { rest } else { any }
    };
    let field_goal = near(draws);
    for _ in 0..5 {
        let (start, end) = (near(draws), near(draws));
        let algorithm = draws.pick(&[Algorithm::Auto, Algorithm::Dijkstra, Algorithm::AStar]);
        let mut query = Query::new(start, end).algorithm(algorithm);
        if draws.percent(30) {
            query = query.partial(Partial::Allowed);
        }
        let radius = Cost::from_raw(draws.below(5_u64 << 30));
        if draws.percent(40) && small.bounds != Bounds::Shell {
            let snapping = SnapPolicy::Nearest { radius };
            query = query.snap_start(snapping).snap_goal(snapping);
        }
        let solution = query.solve(&ground, workspace);
        told.push(leg_solution_before(shift, &solution));
        // Beyond a shell the bounds end in ground at one place and not at the other, and how even ground is around a
        // cell decides on effort alone.
        if small.bounds != Bounds::Shell {
            told.push(format!("{:?}", solution.statistics));
        }
        if let Some(path) = solution.outcome.any_path() {
            let checked = verify_legs(path, &ground);
            told.push(format!("{:?}", checked.ok()));
        }
        let mut search = Search::new(&query, &ground);
        while search.step(2).is_none() {}
        told.push(legs_before(shift, search.best_so_far()));
        if small.bounds != Bounds::Shell {
            let position = (shift.back(end).as_dvec3() + 0.25) + shift.0.as_dvec3();
            let nearest = ground.nearest(position, 4.0).map(|cell| shift.back(cell));
            let settled = ground.settled(end, 9).map(|cell| shift.back(cell));
            told.push(format!("{nearest:?} {settled:?}"));
            let _ = ground.nearest(DVec3::splat(f64::MAX), 1.0);
        }
        if draws.percent(20) {
            let remedies = ground.remedies(&query, workspace);
            told.push(format!("{}", remedies.len()));
        }
    }
    let moves = ground.moves();
    if let Ok(field) = LegField::to_nearest_of(&moves, [field_goal], Limits::none()) {
        for cell in own.cells() {
            let path = field
                .path(&moves, cell)
                .map(|path| legs_before(shift, &path));
            told.push(format!("{:?} {path:?}", field.cost(cell)));
        }
    }
    told
}

#[test]
fn the_ground_is_the_same_at_the_ends_of_the_coordinates() {
    hold(
        "ends, ground",
        seeds(8_100_000, 120),
        Workspace::new,
        |seed, workspace| {
            let (small, shift) = Small::sample(&mut Draws::new(seed));
            let end = told(&small, shift, seed, workspace);
            let origin = told(&small, Shift::NONE, seed, workspace);
            same(&end, &origin)
        },
    );
}

/// Wherever agents are said to be, nothing overflows.
#[test]
fn no_question_about_far_cells_of_the_ground_overflows() {
    let mut workspace = Workspace::new();
    let far = [i32::MIN, i32::MIN + 3, -(1 << 30), 1 << 30, i32::MAX];
    let cells = far
        .into_iter()
        .flat_map(|x| far.into_iter().map(move |z| IVec3::new(x, 1, z)));
    let cells: Vec<IVec3> = cells.collect();
    for seed in seeds(0, 3) {
        let draws = &mut Draws::new(seed);
        let (mut small, shift) = Small::sample(draws);
        if small.bounds == Bounds::Shell {
            // There agents could go on forever.
            small.bounds = Bounds::All;
        }
        let [world, _] = worlds(&small, shift, draws);
        let agent = agent(draws);
        let ground = Ground::new(&world, &agent).unwrap();
        let inside = shift.moved(&small.cells).min;
        let moves = ground.moves();
        for &cell in &cells {
            assert!(!ground.can_rest(cell) || ground.stances().occupancy().bounds().contains(cell));
            let _ = (
                ground.settled(cell, 3),
                ground.nearest(cell.as_dvec3(), 2.0),
            );
            for query in [Query::new(cell, inside), Query::new(inside, cell)] {
                let query = query.partial(Partial::Allowed);
                let _ = query.solve(&moves, &mut workspace);
                let snapping = SnapPolicy::Nearest {
                    radius: Cost::STRAIGHT * 2,
                };
                let query = query.snap_start(snapping).snap_goal(snapping);
                let _ = query.solve(&moves, &mut workspace);
                let _ = ground.remedies(&query, &mut workspace);
            }
            let mut listed = Vec::new();
            voxnav_search::Successors::moves_from(&moves, cell, &mut listed);
            voxnav_search::Predecessors::moves_into(&moves, cell, &mut listed);
            let _ = LegField::to_nearest_of(&moves, [cell], Limits::none());
        }
    }
}
