//! Movement on the ground: each rule as a small scene drawn from the side, and laws in random worlds.
//!
//! In drawings z is up, the lowest row is z = 0, and the world is one cell deep.

use std::collections::BTreeSet;

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, CostFactor, Footprint, Heading, Material, MaterialKind, Occupancy,
    OccupancyBuilder, Support,
};
use voxnav_search::{
    Action, Algorithm, Compass, CornerRule, Cost, EndFault, Fall, Goal, Ground, Hazards, Jump,
    LegPath, LegSolution, Limits, Link, LinkError, LinkState, Locomotion, LocomotionError, Outcome,
    Partial, PartialReason, Query, Ways, Weight, Workspace, verify_legs,
};

struct Scene {
    world: Occupancy,
    start: IVec3,
    goal: IVec3,
}

/// `#` stone, `~` water, `H` ladder, `!` lava, `D` door, `m` mud (twice the cost), `=` road (half).
fn builder(bounds: CellBox) -> OccupancyBuilder {
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let of = |name: &str, kind, cost: f64| Material {
        cost: CostFactor::new(cost).unwrap(),
        ..Material::new(name, kind)
    };
    let materials = [
        of("#", MaterialKind::Solid, 1.0),
        of("~", MaterialKind::Liquid, 1.0),
        of("H", MaterialKind::Climbable, 1.0),
        of("!", MaterialKind::Hazard, 8.0),
        of("D", MaterialKind::Door, 1.0),
        of("m", MaterialKind::Solid, 2.0),
        of("=", MaterialKind::Solid, 0.5),
    ];
    for material in materials {
        builder.add_material(material).unwrap();
    }
    builder
}

fn drawn(rows: &[&str]) -> Scene {
    let height = i32::try_from(rows.len()).unwrap();
    let width = i32::try_from(rows[0].len()).unwrap();
    let mut builder = builder(CellBox::from_size(IVec3::new(width, 1, height)));
    let (mut start, mut goal) = (IVec3::ZERO, IVec3::ZERO);
    for (row, z) in rows.iter().zip((0..height).rev()) {
        assert_eq!(row.len(), rows[0].len());
        for (symbol, x) in row.chars().zip(0..) {
            let cell = IVec3::new(x, 0, z);
            match symbol {
                'S' => start = cell,
                'G' => goal = cell,
                '.' => {}
                symbol => {
                    let id = builder.palette().find(&symbol.to_string()).unwrap();
                    builder.set_material(cell, id).unwrap();
                }
            }
        }
    }
    let world = builder.commit();
    Scene { world, start, goal }
}

impl Scene {
    fn solve(&self, agent: &Locomotion) -> LegSolution<Action> {
        self.solve_linked(agent, &[])
    }

    fn solve_linked(&self, agent: &Locomotion, links: &[Link]) -> LegSolution<Action> {
        let ground = Ground::new(&self.world, agent).unwrap();
        let ground = ground.with_links(links).unwrap();
        let query = Query::new(self.start, self.goal);
        let solution = query.solve_with(&ground.moves(), &mut Workspace::new());
        if let Some(path) = solution.outcome.any_path() {
            assert_eq!(path.start(), self.start);
            let cost = verify_legs(path, &self.world, agent, links).unwrap();
            assert_eq!(cost, path.cost());
        }
        solution
    }

    /// The actions of the legs with the number of their moves, and the cost.
    fn legs(&self, agent: &Locomotion) -> (Vec<(Action, usize)>, Cost) {
        let outcome = self.solve(agent).outcome;
        let path = outcome.path().unwrap();
        let legs = path
            .legs()
            .iter()
            .map(|leg| (leg.action, leg.cells.len() - 1));
        (legs.collect(), path.cost())
    }

    fn is_unreachable(&self, agent: &Locomotion) -> bool {
        self.solve(agent).outcome == Outcome::Unreachable
    }
}

/// Quarters of a cell's walk.
fn quarters(count: u32) -> Cost {
    Cost::from_raw(Cost::STRAIGHT.raw() / 4) * count
}

fn jumper(gap: u8, rise: u8) -> Locomotion {
    let jump = Jump {
        gap,
        rise,
        ..Jump::over_one()
    };
    Locomotion {
        jump: Some(jump),
        ..Locomotion::walker()
    }
}

#[test]
fn forward() {
    let scene = drawn(&["....", "S..G", "####"]);
    let walker = Locomotion::walker();
    assert_eq!(scene.legs(&walker), (vec![(Action::Walk, 3)], quarters(12)));
    let low = drawn(&["..#.", "S..G", "####"]);
    assert!(low.is_unreachable(&walker), "two cells high");
}

#[test]
fn up_one_and_not_two() {
    let scene = drawn(&["....", "...G", "S.##", "####"]);
    let expected = vec![(Action::Walk, 1), (Action::StepUp, 1), (Action::Walk, 1)];
    assert_eq!(scene.legs(&Locomotion::walker()), (expected, quarters(14)));
    let two = drawn(&["....", "....", "...G", "..##", "S.##", "####"]);
    assert!(two.is_unreachable(&Locomotion::walker()));
    let tall = Locomotion {
        step_up: 2,
        ..Locomotion::walker()
    };
    assert_eq!(two.legs(&tall).1, quarters(16));
    // A jump up onto the ledge: jump 2, walk 1, two steps of 0.5.
    let expected = vec![(Action::Walk, 1), (Action::Jump, 1), (Action::Walk, 1)];
    assert_eq!(two.legs(&jumper(0, 2)), (expected, quarters(24)));
    let head = drawn(&["....", "....", "S#.G", "....", "####"]);
    assert!(matches!(
        head.solve(&Locomotion::walker()).outcome,
        Outcome::InvalidEnd(EndFault::StartBlocked)
    ));
}

#[test]
fn down_four() {
    let scene = drawn(&["....", "S...", "#...", "#...", "#...", "#..G", "####"]);
    assert!(scene.is_unreachable(&Locomotion::walker()), "three at most");
    let bold = Locomotion {
        drop: 4,
        ..Locomotion::walker()
    };
    let expected = vec![(Action::Drop, 1), (Action::Walk, 2)];
    assert_eq!(scene.legs(&bold), (expected, quarters(16)));
    let falls = [10, 20, 30, 5].map(|cells| Cost::STRAIGHT * cells).to_vec();
    let table = Locomotion {
        fall: Fall::Table(falls),
        ..bold
    };
    assert_eq!(scene.legs(&table).1, quarters(32));
}

#[test]
fn gaps_of_one_two_and_three() {
    for gap in 1..=3_u8 {
        let hole = ".".repeat(gap.into());
        let air = format!("....{hole}");
        let ends = format!("S..{hole}G");
        let ground = format!("##{hole}##");
        let lava = "!".repeat(air.len());
        let scene = drawn(&[&air, &air, &ends, &ground, &ground, &lava]);
        for most in 0..=3 {
            let agent = jumper(most, 0);
            if most < gap {
                assert!(scene.is_unreachable(&agent), "{most} over {gap}");
            } else {
                let (legs, cost) = scene.legs(&agent);
                assert!(legs.iter().any(|(action, _)| *action == Action::Jump));
                assert_eq!(cost, quarters(4 * u32::from(gap) + 20));
            }
        }
    }
}

#[test]
fn a_ceiling_too_low_for_a_jump() {
    let low = drawn(&["###.##", "......", "S....G", "###.##", "###.##", "!!!!!!"]);
    assert!(low.is_unreachable(&jumper(1, 0)));
    let high = drawn(&["......", "......", "S....G", "###.##", "###.##", "!!!!!!"]);
    assert_eq!(high.legs(&jumper(1, 0)).1, quarters(28));
}

#[test]
fn a_ladder_up_a_shaft_and_down_again() {
    let rows = [
        "....", "....", ".H.G", "#H##", "#H##", ".H##", "SH##", "####",
    ];
    let mut scene = drawn(&rows);
    let expected = vec![
        (Action::Walk, 1),
        (Action::Climb, 3),
        (Action::StepUp, 1),
        (Action::Walk, 1),
    ];
    assert_eq!(scene.legs(&Locomotion::walker()), (expected, quarters(38)));
    let without = Locomotion {
        climb: None,
        ..Locomotion::walker()
    };
    assert!(scene.is_unreachable(&without));
    std::mem::swap(&mut scene.start, &mut scene.goal);
    let expected = vec![(Action::Walk, 2), (Action::Climb, 4), (Action::Walk, 1)];
    assert_eq!(scene.legs(&Locomotion::walker()), (expected, quarters(44)));
}

#[test]
fn swim_across() {
    let rows = ["......", "......", "S....G", "#~~~~#", "#~~~~#", "######"];
    let scene = drawn(&rows);
    let expected = vec![(Action::Drop, 1), (Action::Swim, 3), (Action::StepUp, 1)];
    assert_eq!(scene.legs(&Locomotion::walker()), (expected, quarters(35)));
    let dry = Locomotion {
        swim: None,
        ..Locomotion::walker()
    };
    assert!(scene.is_unreachable(&dry));
    let diver = Scene {
        start: IVec3::new(0, 0, 2),
        goal: IVec3::new(3, 0, 1),
        ..drawn(&["~~~~", "~~#~", "~~#~", "~~~~"])
    };
    assert_eq!(
        diver.legs(&Locomotion::diver()),
        (vec![(Action::Swim, 6)], quarters(24))
    );
}

#[test]
fn lava_on_the_way() {
    let scene = drawn(&["...", "S!G", "###"]);
    let walker = Locomotion::walker();
    assert!(scene.is_unreachable(&walker));
    let brave = Locomotion {
        hazards: Hazards::Entered,
        ..walker
    };
    assert_eq!(scene.legs(&brave), (vec![(Action::Walk, 2)], quarters(36)));
}

#[test]
fn a_door_opens_once() {
    let scene = drawn(&[".D..", "SD.G", "####"]);
    let walker = Locomotion::walker();
    assert!(scene.is_unreachable(&walker));
    let opener = Locomotion {
        open_door: Some(Cost::STRAIGHT * 3),
        ..walker
    };
    let expected = vec![(Action::Door, 1), (Action::Walk, 2)];
    assert_eq!(scene.legs(&opener), (expected, quarters(24)));
}

#[test]
fn under_a_beam() {
    let scene = drawn(&[".###.", "S...G", "#####"]);
    assert!(scene.is_unreachable(&Locomotion::walker()));
    assert_eq!(scene.legs(&Locomotion::crouching()).1, quarters(28));
}

#[test]
fn mud_costs_more_and_roads_less() {
    let scene = drawn(&["......", "S....G", "#mm==#"]);
    let (_, cost) = scene.legs(&Locomotion::walker());
    assert_eq!(cost, quarters(8 + 8 + 2 + 2 + 4));
}

#[test]
fn a_diagonal_past_a_corner() {
    let mut world = builder(CellBox::from_size(IVec3::new(2, 2, 3)));
    let floor = CellBox::from_size(IVec3::new(2, 2, 1));
    world.set_box(floor, CellState::Occupied).unwrap();
    world.set(IVec3::new(1, 0, 1), CellState::Occupied).unwrap();
    world.set(IVec3::new(1, 0, 2), CellState::Occupied).unwrap();
    let scene = Scene {
        world: world.commit(),
        start: IVec3::Z,
        goal: IVec3::ONE,
    };
    let walker = Locomotion::walker();
    assert_eq!(scene.legs(&walker), (vec![(Action::Walk, 2)], quarters(8)));
    let slim = Locomotion {
        corners: CornerRule::Lenient,
        ..walker
    };
    let path = scene.solve(&slim).outcome;
    assert_eq!(path.path().unwrap().cost(), Cost::FACE_DIAGONAL);
}

#[test]
fn links_lead_where_moves_do_not() {
    let scene = drawn(&["...#...", "...#...", "S..#..G", "#######"]);
    let walker = Locomotion::walker();
    assert!(scene.is_unreachable(&walker));
    let [near, far] = [2, 4].map(|x| IVec3::new(x, 0, 1));
    let link = Link {
        cost: Cost::STRAIGHT * 2,
        label: 9,
        ..Link::new(CellBox::of_cell(near), far)
    };
    let found = scene.solve_linked(&walker, &[link]).outcome;
    let path = found.path().unwrap();
    let actions: Vec<_> = path.legs().iter().map(|leg| leg.action).collect();
    assert_eq!(actions, [Action::Walk, Action::Link(9), Action::Walk]);
    assert_eq!(path.cost(), Cost::STRAIGHT * 6);
    let back = Scene {
        start: scene.goal,
        goal: scene.start,
        world: scene.world.clone(),
    };
    assert_eq!(
        back.solve_linked(&walker, &[link]).outcome,
        Outcome::Unreachable
    );
    let both = Link {
        ways: Ways::Both,
        ..link
    };
    assert!(back.solve_linked(&walker, &[both]).outcome.path().is_some());
    let closed = Link {
        state: LinkState::Closed,
        ..link
    };
    let others = Link { groups: 2, ..link };
    let first = Locomotion {
        groups: 1,
        ..walker.clone()
    };
    assert_eq!(
        scene.solve_linked(&walker, &[closed]).outcome,
        Outcome::Unreachable
    );
    assert_eq!(
        scene.solve_linked(&first, &[others]).outcome,
        Outcome::Unreachable
    );
    let into_wall = Link::new(CellBox::of_cell(near), IVec3::new(3, 0, 1));
    assert_eq!(
        scene.solve_linked(&walker, &[into_wall]).outcome,
        Outcome::Unreachable
    );
    let ground = Ground::new(&scene.world, &walker).unwrap();
    let bounds = scene.world.bounds();
    let outside = Link::new(CellBox::of_cell(near), IVec3::new(3, 5, 1));
    let error = ground.clone().with_links(&[link, outside]).unwrap_err();
    let (link, field) = (1, "to");
    assert_eq!(
        error,
        LinkError::OutsideBounds {
            link,
            field,
            bounds
        }
    );
    let empty = Link::new(CellBox::EMPTY, far);
    let error = ground.with_links(&[empty]).unwrap_err();
    assert_eq!(error, LinkError::EmptyBox { link: 0 });
}

#[test]
fn edits_are_followed() {
    let scene = drawn(&[".....", "S...G", "#####", "!!!!!"]);
    let walker = Locomotion::walker();
    let ground = Ground::new(&scene.world, &walker).unwrap();
    let cost = |ground: &Ground| {
        let query = Query::new(scene.start, scene.goal);
        let solution = query.solve_with(&ground.moves(), &mut Workspace::new());
        solution.outcome.path().map(LegPath::cost)
    };
    assert_eq!(cost(&ground), Some(Cost::STRAIGHT * 4));
    let mut edit = scene.world.edit();
    edit.set(IVec3::new(2, 0, 1), CellState::Free).unwrap();
    let broken = ground.updated(&edit.commit()).unwrap();
    assert_eq!(cost(&broken), None);
    assert_eq!(cost(&ground), Some(Cost::STRAIGHT * 4));
}

#[test]
fn queries_keep_their_limits_and_goals() {
    let scene = drawn(&["..........", "S........G", "mmmmmmmmmm"]);
    let ground = Ground::new(&scene.world, &Locomotion::walker()).unwrap();
    let solve = |query: Query<'_>| query.solve_with(&ground.moves(), &mut Workspace::new());
    let query = Query::new(scene.start, scene.goal);
    let limited = solve(query.limits(Limits::none().expanded(3))).outcome;
    let Outcome::LimitReached { path, .. } = limited else {
        panic!("{limited:?}");
    };
    assert_eq!(path.goal(), IVec3::new(3, 0, 1));
    let cheap = solve(query.limits(Limits::none().cost(Cost::STRAIGHT * 8))).outcome;
    assert!(matches!(cheap, Outcome::LimitReached { .. }));
    let goal = Goal::inside(CellBox::new(IVec3::new(5, 0, 0), IVec3::new(9, 1, 2)));
    let nearest = solve(query.to(&goal)).outcome;
    assert_eq!(nearest.path().map(LegPath::goal), Some(IVec3::new(5, 0, 1)));
    let in_the_wall = Query::new(scene.start, IVec3::new(4, 0, 0));
    let blocked = EndFault::GoalBlocked;
    assert_eq!(solve(in_the_wall).outcome, Outcome::InvalidEnd(blocked));
    let partial = solve(in_the_wall.partial(Partial::Allowed)).outcome;
    let Outcome::Partial { path, reason } = partial else {
        panic!("{partial:?}");
    };
    assert_eq!(reason, PartialReason::InvalidEnd(blocked));
    assert_eq!(path.goal(), IVec3::new(4, 0, 1));
}

#[test]
fn ways_of_moving_that_make_no_sense_name_their_field() {
    let walker = Locomotion::walker;
    for preset in [
        walker(),
        Locomotion::spider(),
        Locomotion::diver(),
        Locomotion::ticks(),
        Locomotion::mineflayer(),
        Locomotion::roblox(),
        Locomotion::crouching(),
    ] {
        for up in Heading::ALL {
            assert_eq!(preset.clone().with_up(up).check(), Ok(()), "{up:?}");
        }
        assert_eq!(preset.clone().with_up(preset.up), preset);
    }
    let nothing = Locomotion {
        swim: None,
        ..Locomotion::diver()
    };
    assert_eq!(nothing.check(), Err(LocomotionError::NoMoves));
    let drops = Locomotion {
        drop: 2,
        ..Locomotion::diver()
    };
    let field = "drop";
    assert_eq!(drops.check(), Err(LocomotionError::NeedsWalk { field }));
    let named = |agent: Locomotion, field: &str| {
        let message = agent.check().unwrap_err().to_string();
        assert!(message.contains(field), "{message}");
    };
    let free = Some(Cost::ZERO);
    named(
        Locomotion {
            walk: free,
            ..walker()
        },
        "`walk`",
    );
    named(
        Locomotion {
            fly: Some(Cost::MAX),
            ..walker()
        },
        "`fly`",
    );
    named(
        Locomotion {
            step_up: 64,
            ..walker()
        },
        "`step_up`",
    );
    named(jumper(16, 0), "`jump.gap`");
    named(
        Locomotion {
            fall: Fall::Table(vec![]),
            ..walker()
        },
        "`fall`",
    );
    let mut crouching = Locomotion::crouching();
    crouching.crouch.as_mut().unwrap().height = 2;
    named(crouching, "`crouch`");
}

/// Random numbers by a linear congruence, for worlds that are the same everywhere.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn number(&mut self, bound: u64) -> i32 {
        i32::try_from(self.below(bound)).unwrap()
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::try_from(self.below(all.len() as u64)).unwrap()]
    }

    fn cell(&mut self, bounds: &CellBox) -> IVec3 {
        let size = bounds.size().to_array();
        bounds.min + IVec3::from(size.map(|edge| self.number(edge.into())))
    }

    fn world(&mut self) -> Occupancy {
        let min = IVec3::new(60, -2, 61);
        let bounds = CellBox::new(min, min + IVec3::new(8, 7, 7));
        let mut world = builder(bounds);
        let ids: Vec<_> = world.palette().iter().map(|(id, _)| id).collect();
        for _ in 0..4 + self.below(14) {
            let corner = self.cell(&bounds);
            let size = IVec3::ONE.map(|one| one + self.number(4));
            let part = CellBox::new(corner, corner + size).intersection(&bounds);
            match self.below(4) {
                0 => world.set_box(part, CellState::Occupied).unwrap(),
                1 => world.set_box(part, CellState::Free).unwrap(),
                _ => {
                    let id = self.one_of(&ids);
                    world.set_material_box(part, id).unwrap();
                }
            }
        }
        world.commit()
    }

    fn agent(&mut self) -> Locomotion {
        let mut agent = match self.below(6) {
            0 => Locomotion::spider(),
            1 => Locomotion::diver(),
            2 => Locomotion::ticks(),
            3 => Locomotion::mineflayer(),
            4 => Locomotion::crouching(),
            _ => Locomotion::walker(),
        };
        if self.below(3) == 0 {
            agent.body = Footprint::new(CellBox::new(IVec3::ZERO, IVec3::new(2, 1, 2))).unwrap();
        }
        agent.support = self.one_of(&[Support::Center, Support::Whole, Support::Any]);
        if self.below(2) == 0 {
            agent.corners = CornerRule::Lenient;
        }
        if self.below(3) == 0 {
            agent.compass = Compass::Four;
        }
        if agent.walk.is_some() && self.below(2) == 0 {
            let compass = self.one_of(&[Compass::Four, Compass::Eight]);
            let jump = Jump {
                gap: self.one_of(&[0, 1, 2, 3]),
                rise: self.one_of(&[0, 1, 2, 3]),
                cost: Cost::STRAIGHT,
                compass,
            };
            agent.jump = Some(jump);
        }
        if self.below(4) == 0 {
            agent.fly = Some(Cost::STRAIGHT * 3);
        }
        if self.below(2) == 0 {
            (agent.hazards, agent.open_door) = (Hazards::Entered, Some(Cost::STRAIGHT));
        }
        let up = self.one_of(&Heading::ALL);
        agent.with_up(up)
    }
}

#[test]
fn searches_agree_and_their_paths_obey_the_rules() {
    let mut workspace = Workspace::new();
    let mut seen = BTreeSet::new();
    let (mut found, mut linked) = (0, 0);
    for seed in 0..1500 {
        let mut draws = Draws(seed);
        let world = draws.world();
        let agent = draws.agent();
        let bounds = world.bounds();
        let links: Vec<_> = (0..draws.below(4))
            .map(|label| {
                let from = CellBox::of_cell(draws.cell(&bounds));
                let from = from.hull(&CellBox::of_cell(draws.cell(&bounds)));
                Link {
                    cost: Cost::STRAIGHT * draws.number(4).unsigned_abs(),
                    label: u32::try_from(label).unwrap(),
                    ways: draws.one_of(&[Ways::One, Ways::Both]),
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
        let mut one = || draws.one_of(&resting);
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
