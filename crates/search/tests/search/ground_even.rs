//! Even ground: searches that jump over it cost what searches over every cell cost, in random worlds that
//! are flat here and there, for agents and links of all kinds, with any side up, across chunk borders.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many worlds.

use glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, CostFactor, Footprint, Heading, Material, MaterialKind, Occupancy,
    OccupancyBuilder, Support,
};
use voxnav_search::{
    Action, Algorithm, Compass, Cost, FieldError, Goal, Ground, GroundMoves, Jump, LegField,
    LegPath, LegSearch, Limits, Link, Locomotion, Move, Query, Successors, Ways, Workspace,
    verify_legs,
};
use voxnav_testkit::{Draws, hold, seeds};

/// The same moves, of which nothing is left out.
struct EveryMove<'g>(GroundMoves<'g>);

impl Successors for EveryMove<'_> {
    type Action = Action;

    fn bounds(&self) -> CellBox {
        self.0.bounds()
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.0.can_be_at(cell)
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move<Action>>) {
        self.0.moves_from(cell, moves);
    }

    fn estimate(&self, from: IVec3, to: &CellBox) -> Cost {
        self.0.estimate(from, to)
    }
}

/// A world put together with z up, and turned.
struct Case {
    agent: Locomotion,
    origin: IVec3,
    size: IVec3,
    world: Occupancy,
}

impl Case {
    fn sample(draws: &mut Draws) -> Self {
        let up = draws.pick(&Heading::ALL);
        let agent = agent(draws).with_up(up);
        let size = IVec3::new(
            draws.between(6, 24),
            draws.between(6, 24),
            draws.between(5, 9),
        );
        let origin = draws.vector(IVec3::splat(-80), IVec3::splat(80));
        let mut case = Self {
            agent,
            origin,
            size,
            world: OccupancyBuilder::new(CellBox::from_size(IVec3::ONE))
                .unwrap()
                .commit(),
        };
        let bounds = case.turned(CellBox::from_size(size));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        case.fill(&mut builder, draws);
        case.world = builder.commit();
        case
    }

    /// Cells of the world as it was put together, in the world as it is.
    fn turned(&self, cells: CellBox) -> CellBox {
        let up = self.agent.up;
        let [one, other] = up.axis.others();
        let mirrored = |cell: IVec3| match up.step().max_element() {
            1 => cell.z,
            _ => self.size.z - cell.z,
        };
        let turned = |cell: IVec3| {
            one.unit() * cell.x + other.unit() * cell.y + up.axis.unit() * mirrored(cell)
        };
        let [a, b] = [turned(cells.min), turned(cells.max)];
        CellBox::new(self.origin + a.min(b), self.origin + a.max(b))
    }

    fn fill(&self, builder: &mut OccupancyBuilder, draws: &mut Draws) {
        let mut of = |name: &str, kind, cost: f64| {
            let cost = CostFactor::new(cost).unwrap();
            let material = Material::new(name, kind);
            builder.add_material(Material { cost, ..material }).unwrap()
        };
        let materials = [
            of("grass", MaterialKind::Solid, 1.0),
            of("mud", MaterialKind::Solid, 2.0),
            of("road", MaterialKind::Solid, 0.5),
            of("water", MaterialKind::Liquid, 1.0),
            of("ladder", MaterialKind::Climbable, 1.0),
            of("door", MaterialKind::Door, 1.0),
            of("lava", MaterialKind::Hazard, 8.0),
            of("bush", MaterialKind::Passable, 3.0),
        ];
        let floor = draws.between(0, 3);
        let ground = CellBox::new(IVec3::ZERO, self.size.with_z(floor));
        builder
            .set_box(self.turned(ground), CellState::Occupied)
            .unwrap();
        let kinds = draws.word();
        for _ in 0..draws.below(14) {
            let corner = draws.vector(IVec3::ZERO, self.size - 1);
            let wide = draws.vector(IVec3::ONE, IVec3::new(6, 6, 3));
            let base = floor + draws.between(-2, 1);
            let cells = CellBox::new(corner.with_z(base), (corner + wide).with_z(base + wide.z));
            let cells = cells.intersection(&CellBox::from_size(self.size));
            let cells = self.turned(cells);
            // Some worlds have few kinds of things, so that there is ground which is even.
            match draws.below(14) {
                0..=4 => builder.set_box(cells, CellState::Occupied).unwrap(),
                5 => builder.set_box(cells, CellState::Free).unwrap(),
                6 => builder.set_box(cells, CellState::Unknown).unwrap(),
                kind if kinds >> kind & 1 != 0 => {
                    let material = draws.pick(&materials);
                    builder.set_material_box(cells, material).unwrap();
                }
                _ => {}
            }
        }
    }

    fn links(&self, draws: &mut Draws) -> Vec<Link> {
        let count = if draws.percent(70) {
            0
        } else {
            draws.between(1, 3)
        };
        let link = |_| {
            let from = draws.cell(&self.world.bounds());
            let wide = draws.vector(IVec3::ONE, IVec3::splat(3));
            let from = CellBox::new(from, from + wide).intersection(&self.world.bounds());
            Link {
                cost: Cost::STRAIGHT * draws.below(5),
                ways: draws.pick(&[Ways::One, Ways::Both]),
                ..Link::new(from, draws.cell(&self.world.bounds()))
            }
        };
        (0..count).map(link).collect()
    }
}

fn agent(draws: &mut Draws) -> Locomotion {
    let tall = draws.between(1, 3);
    let wide = if draws.percent(80) { 1 } else { 2 };
    let mut agent = Locomotion {
        body: Footprint::new(CellBox::from_size(IVec3::new(wide, 1, tall))).unwrap(),
        support: draws.pick(&[Support::Center, Support::Whole, Support::Any]),
        step_up: draws.below(3),
        drop: draws.below(5),
        drop_into_liquid: draws.below(6),
        ..Locomotion::walker()
    };
    if draws.percent(40) {
        agent.jump = Some(Jump {
            gap: draws.below(4),
            rise: draws.below(3),
            cost: Cost::STRAIGHT * draws.below(3),
            compass: draws.pick(&[Compass::Four, Compass::Eight]),
        });
    }
    if draws.percent(20) {
        agent.open_door = Some(Cost::STRAIGHT * draws.below(3));
    }
    if draws.percent(20) && tall > 1 {
        agent.crouch = Locomotion::crouching().crouch;
    }
    if draws.percent(30) {
        agent.climb = None;
    }
    if draws.percent(30) {
        agent.swim = None;
    }
    if draws.percent(10) {
        agent.walk = Some(Cost::from_raw(u64::from(draws.between(1_u32, 5))));
    }
    agent
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    found: u64,
    expanded: u64,
    expanded_by_every_move: u64,
}

fn costs(
    case: &Case,
    ground: &Ground,
    links: &[Link],
    workspace: &mut Workspace,
    draws: &mut Draws,
) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let moves = ground.moves();
    let every = EveryMove(ground.moves());
    let bounds = case.world.bounds();
    let resting: Vec<_> = bounds
        .cells()
        .filter(|&cell| moves.can_be_at(cell))
        .collect();
    if resting.is_empty() {
        return Ok(tally);
    }
    for _ in 0..4 {
        let [start, goal] = [(); 2].map(|()| draws.pick(&resting));
        let query = Query::new(start, goal);
        let right = query.solve_with(&every, workspace);
        let cost = right.outcome.path().map(LegPath::cost);
        let field = LegField::to_nearest_of(&moves, [goal], Limits::none());
        let back = field.map_err(|error| error.to_string())?.cost(start);
        for algorithm in [Algorithm::Auto, Algorithm::Dijkstra] {
            let query = query.algorithm(algorithm);
            let solution = query.solve_with(&moves, workspace);
            let found = solution.outcome.path().map(LegPath::cost);
            if found != cost || back != cost {
                return Err(format!(
                    "{start} to {goal} by {algorithm:?}: {found:?}, not {cost:?}; back {back:?}"
                ));
            }
            if let Some(path) = solution.outcome.path() {
                let verified = verify_legs(path, &case.world, &case.agent, links);
                if verified != Ok(path.cost()) || path.start() != start || path.goal() != goal {
                    return Err(format!("{start} to {goal}: {verified:?} of {path:?}"));
                }
            }
            if algorithm == Algorithm::Auto {
                tally.expanded += solution.statistics.expanded;
                let mut search = LegSearch::new(&query);
                while search.step(&moves, 2).is_none() {}
                if search.solution() != Some(&solution) {
                    return Err(format!(
                        "{start} to {goal} in slices: {:?}",
                        search.solution()
                    ));
                }
            }
        }
        let region = CellBox::new(goal, goal + draws.vector(IVec3::ONE, IVec3::splat(4)));
        let region = Goal::inside(region.intersection(&bounds));
        let query = Query::toward(start, &region);
        let [found, right_found] = [
            query
                .solve_with(&moves, workspace)
                .outcome
                .path()
                .map(LegPath::cost),
            query
                .solve_with(&every, workspace)
                .outcome
                .path()
                .map(LegPath::cost),
        ];
        if found != right_found {
            return Err(format!(
                "{start} to {region:?}: {found:?}, not {right_found:?}"
            ));
        }
        tally.found += u64::from(cost.is_some());
        tally.expanded_by_every_move += right.statistics.expanded;
    }
    Ok(tally)
}

#[test]
fn jumps_over_even_ground_cost_what_all_moves_cost() {
    let told = hold(
        "even ground",
        seeds(90_000, 4000),
        Workspace::new,
        |seed, workspace| {
            let draws = &mut Draws::new(seed);
            let case = Case::sample(draws);
            let links = case.links(draws);
            let ground =
                Ground::new(&case.world, &case.agent).map_err(|error| error.to_string())?;
            let ground = ground
                .with_links(&links)
                .map_err(|error| error.to_string())?;
            let mut tally = costs(&case, &ground, &links, workspace, draws)?;
            // Again after an edit.
            let mut edit = case.world.edit();
            let at = draws.cell(&case.world.bounds());
            let cells = CellBox::new(at, at + draws.vector(IVec3::ONE, IVec3::splat(4)));
            let state = draws.pick(&[CellState::Free, CellState::Occupied]);
            let cells = cells.intersection(&case.world.bounds());
            edit.set_box(cells, state)
                .map_err(|error| error.to_string())?;
            let world = edit.commit();
            let ground = ground.updated(&world).map_err(|error| error.to_string())?;
            let case = Case { world, ..case };
            let again = costs(&case, &ground, &links, workspace, draws)
                .map_err(|text| format!("after an edit: {text}"))?;
            tally.found += again.found;
            tally.expanded += again.expanded;
            tally.expanded_by_every_move += again.expanded_by_every_move;
            Ok(tally)
        },
    );
    let sum = |of: fn(&Tally) -> u64| told.iter().map(of).sum::<u64>();
    let [expanded, by_every_move] = [
        sum(|tally| tally.expanded),
        sum(|tally| tally.expanded_by_every_move),
    ];
    println!(
        "even ground: {} found, {expanded} expanded of {by_every_move}",
        sum(|tally| tally.found)
    );
    assert!(sum(|tally| tally.found) > 4000);
    assert!(expanded < by_every_move * 3 / 4);
}

/// Landmarks anywhere, few or many, with links or without, change no answer, and what they say of a way is
/// never more than it costs.
#[test]
fn landmarks_change_no_answer_and_never_say_too_much() {
    let told = hold(
        "landmarks on the ground",
        seeds(95_000, 1500),
        Workspace::new,
        |seed, workspace| {
            let draws = &mut Draws::new(seed);
            let case = Case::sample(draws);
            let links = case.links(draws);
            let plain = Ground::new(&case.world, &case.agent).map_err(|error| error.to_string())?;
            let plain = plain
                .with_links(&links)
                .map_err(|error| error.to_string())?;
            let bounds = case.world.bounds();
            let resting: Vec<_> = bounds
                .cells()
                .filter(|&cell| plain.can_rest(cell))
                .collect();
            if resting.is_empty() {
                return Ok([Tally::default(); 2]);
            }
            let (seed, count) = (draws.pick(&resting), draws.between(1_u8, 9));
            let marked = plain.clone().with_landmarks(seed, count.into());
            let marked = marked.map_err(|error| error.to_string())?;
            let mut tallies = [Tally::default(); 2];
            for (ground, tally) in [&plain, &marked].into_iter().zip(&mut tallies) {
                *tally = costs(&case, ground, &links, workspace, &mut draws.clone())?;
            }
            let moves = marked.moves();
            for _ in 0..4 {
                let [start, goal] = [(); 2].map(|()| draws.pick(&resting));
                let field = LegField::to_nearest_of(&moves, [goal], Limits::none());
                let cost = field.map_err(|error| error.to_string())?.cost(start);
                let said = moves.estimate(start, &CellBox::of_cell(goal));
                if cost.is_some_and(|cost| said > cost) {
                    return Err(format!("{start} to {goal}: {said:?} of {cost:?}"));
                }
            }
            Ok(tallies)
        },
    );
    let expanded = |place: usize| told.iter().map(|told| told[place].expanded).sum::<u64>();
    println!("landmarks: {} expanded of {}", expanded(1), expanded(0));
    assert!(expanded(1) * 10 < expanded(0) * 9);
}

/// Landmarks hold for the world and the links that they were made for.
#[test]
fn landmarks_are_given_up_where_the_world_or_the_links_differ() {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(30, 30, 4))).unwrap();
    let wall = CellBox::new(IVec3::new(15, 1, 0), IVec3::new(16, 30, 4));
    builder.set_box(wall, CellState::Occupied).unwrap();
    let world = builder.commit();
    let ground = Ground::new(&world, &Locomotion::walker()).unwrap();
    let ground = ground.with_landmarks(IVec3::ZERO, 3).unwrap();
    assert_eq!(ground.landmarks().len(), 3);
    assert_eq!(ground.updated(&world).unwrap().landmarks().len(), 3);
    assert!(ground.landmark_bytes() >= 30 * 29 * 64);
    let mut edit = world.edit();
    edit.set_box(wall, CellState::Free).unwrap();
    let opened = ground.updated(&edit.commit()).unwrap();
    assert!(opened.landmarks().is_empty());
    let link = Link::new(CellBox::of_cell(IVec3::ZERO), IVec3::new(29, 29, 0));
    let linked = ground.clone().with_links(&[link]).unwrap();
    assert!(linked.landmarks().is_empty());
    let cell = IVec3::new(15, 5, 0);
    let blocked = ground.clone().with_landmarks(cell, 3).unwrap_err();
    assert_eq!(blocked, FieldError::SeedBlocked { cell });
    let cell = IVec3::new(0, 0, 9);
    let outside = ground.with_landmarks(cell, 3).unwrap_err();
    assert_eq!(outside, FieldError::SeedOutside { cell });
}

/// A plaza with one wall in it takes a handful of expansions.
#[test]
fn a_plaza_takes_a_handful_of_expansions() {
    let bounds = CellBox::new(IVec3::splat(-50), IVec3::new(100, 100, 50));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let floor = CellBox::new(bounds.min, bounds.max.with_z(0));
    builder.set_box(floor, CellState::Occupied).unwrap();
    let wall = CellBox::new(IVec3::new(20, -40, 0), IVec3::new(22, 90, 4));
    builder.set_box(wall, CellState::Occupied).unwrap();
    let ground = Ground::new(&builder.commit(), &Locomotion::walker()).unwrap();
    let query = Query::new(IVec3::new(-40, 30, 0), IVec3::new(90, 30, 0));
    let solution = query.solve_with(&ground.moves(), &mut Workspace::new());
    let every = query.solve_with(&EveryMove(ground.moves()), &mut Workspace::new());
    let [path, right] = [&solution, &every].map(|solution| solution.outcome.path().unwrap());
    assert_eq!(path.cost(), right.cost());
    assert_eq!(path.legs().len(), 1);
    assert!(
        solution.statistics.expanded < 20,
        "{:?}",
        solution.statistics
    );
    assert!(every.statistics.expanded > 5000);
}

/// A roof amid a wide field of mud, where nothing is even.
#[test]
fn a_goal_out_of_reach_is_told_from_its_own_end() {
    let bounds = CellBox::new(IVec3::splat(-50), IVec3::new(100, 100, 50));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let mud = Material {
        cost: CostFactor::new(2.0).unwrap(),
        ..Material::new("mud", MaterialKind::Solid)
    };
    let mud = builder.add_material(mud).unwrap();
    let field = CellBox::new(bounds.min.with_z(-1), bounds.max.with_z(0));
    builder.set_material_box(field, mud).unwrap();
    let house = CellBox::new(IVec3::new(55, -4, 0), IVec3::new(75, 12, 5));
    builder.set_material_box(house, mud).unwrap();
    let ground = Ground::new(&builder.commit(), &Locomotion::walker()).unwrap();
    let (field, roof) = (IVec3::new(-40, 30, 0), IVec3::new(66, 3, 5));
    let query = Query::new(field, roof);
    let outcomes = |ground: &Ground, query: Query<'_>| {
        let solution = query.solve_with(&ground.moves(), &mut Workspace::new());
        let every = query.solve_with(&EveryMove(ground.moves()), &mut Workspace::new());
        assert_eq!(solution.outcome, every.outcome);
        let is_found = solution.outcome.path().is_some();
        (
            is_found,
            [solution, every].map(|solution| solution.statistics.expanded),
        )
    };
    let (is_found, [expanded, by_every_move]) = outcomes(&ground, query);
    assert!(!is_found && by_every_move > 20_000);
    assert!(expanded < 1000, "{expanded}");
    // In slices, too.
    let mut search = LegSearch::new(&query);
    while search.step(&ground.moves(), 7).is_none() {}
    assert_eq!(search.expanded(), expanded);
    // A link leads up there, from far away, and another one from there to a second roof.
    let up = Link::new(
        CellBox::of_cell(IVec3::new(-50, 99, 0)),
        IVec3::new(56, 0, 5),
    );
    let linked = ground.clone().with_links(&[up]).unwrap();
    assert!(outcomes(&linked, query).0);
    let back = Link {
        ways: Ways::Both,
        ..Link::new(CellBox::of_cell(IVec3::new(56, 0, 5)), up.from.min)
    };
    let linked = ground.with_links(&[back]).unwrap();
    assert!(outcomes(&linked, query).0);
}
