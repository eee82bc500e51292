//! Even ground, and landmarks on it: what they spare, and where landmarks are given up. That they change no answer is for
//! the rows `ground_even` and `ground_landmarks` of the laws.
//!
//! Proofs that jumps over even ground and landmarks change no cost are in `src/ground/runs.rs` and
//! `src/ground/remaining/landmarks.rs`.

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, CostFactor, Material, MaterialKind, OccupancyBuilder};
use voxnav_search::{
    Cost, FieldError, Ground, GroundMoves, Link, LinkDirection, Locomotion, Move, Path, Query,
    Search, Successors, Terrain, Workspace, verify_legs,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::engine::{EveryMove, Place};
use crate::worlds::Even;

/// Expansions of a search with landmarks, of one without, and of one that leaves out no move.
fn efforts(seed: u64, workspace: &mut Workspace) -> Result<[u64; 3], String> {
    let draws = &mut Draws::new(seed);
    let even = Even::sample(draws);
    let before = draws.clone();
    let ground_of = |place| even.ground(&[], place, &mut before.clone());
    let [marked, plain] = [ground_of(Place::Landmarks)?, ground_of(Place::Even)?];
    let (Some((world, marked)), Some((_, plain))) = (marked, plain) else {
        return Ok([0; 3]);
    };
    let resting = world.bounds().cells().filter(|&cell| plain.can_rest(cell));
    let resting: Vec<IVec3> = resting.collect();
    let mut efforts = [0; 3];
    for _ in 0..4 {
        let query = Query::new(draws.pick(&resting), draws.pick(&resting));
        let every = query.solve(&EveryMove(plain.moves()), workspace);
        let [marked, plain] = [&marked, &plain].map(|ground| query.solve(ground, workspace));
        let costs = [&every, &marked, &plain].map(|it| it.outcome.path().map(Path::cost));
        if costs != [costs[0]; 3] {
            return Err(format!("{query:?}: {costs:?}"));
        }
        let solutions = [marked, plain, every];
        for (effort, solution) in efforts.iter_mut().zip(solutions) {
            *effort += solution.statistics.expanded;
        }
    }
    Ok(efforts)
}

#[test]
fn jumps_and_landmarks_spare_expansions() {
    let told = hold("efforts", seeds(95_000, 200), Workspace::new, efforts);
    let [marked, plain, every] =
        [0, 1, 2].map(|place| told.iter().map(|told| told[place]).sum::<u64>());
    println!("{marked} expanded with landmarks, {plain} without, {every} by every move");
    assert!(marked * 10 < plain * 9);
    assert!(plain < every * 3 / 4);
}

/// Ground that was searched and then got other links answers as ground that had these links from the first.
fn with_other_links(seed: u64, workspace: &mut Workspace) -> Result<u32, String> {
    let draws = &mut Draws::new(seed);
    let even = Even::sample(draws);
    let Some((world, mut ground)) = even.ground(&[], Place::Even, draws)? else {
        return Ok(0);
    };
    let resting = world.bounds().cells().filter(|&cell| ground.can_rest(cell));
    let resting: Vec<IVec3> = resting.collect();
    if resting.is_empty() {
        return Ok(0);
    }
    let mut cheaper = 0;
    for _ in 0..3 {
        let queries = [(); 8].map(|()| Query::new(draws.pick(&resting), draws.pick(&resting)));
        let solved = |ground: &Ground, workspace: &mut Workspace| {
            queries.map(|query| {
                let solution = query.solve(ground, workspace);
                solution.outcome.path().map(Path::cost)
            })
        };
        let before = solved(&ground, workspace);
        let links = [(); 2].map(|()| {
            let from = CellBox::of_cell(draws.pick(&resting));
            Link::new(from, draws.pick(&resting))
        });
        let told = |error: voxnav_search::LinkError| error.to_string();
        let fresh = Ground::new(&world, ground.locomotion()).map_err(|error| error.to_string())?;
        let fresh = fresh.with_links(&links).map_err(told)?;
        ground = ground.with_links(&links).map_err(told)?;
        let [after, right] = [&ground, &fresh].map(|ground| solved(ground, workspace));
        if after != right {
            return Err(format!("{links:?}: {after:?} instead of {right:?}"));
        }
        cheaper += u32::from(after != before);
    }
    Ok(cheaper)
}

#[test]
fn ground_that_was_searched_takes_other_links() {
    let told = hold(
        "links",
        seeds(96_000, 300),
        Workspace::new,
        with_other_links,
    );
    let cheaper = told.iter().sum::<u32>();
    assert!(cheaper > 100, "links changed {cheaper} answers");
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
    let solution = query.solve(&ground, &mut Workspace::new());
    let every = query.solve(&EveryMove(ground.moves()), &mut Workspace::new());
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
        let solution = query.solve(ground, &mut Workspace::new());
        let every = query.solve(&EveryMove(ground.moves()), &mut Workspace::new());
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
    let mut search = Search::new(&query, &ground);
    while search.step(7).is_none() {}
    assert_eq!(search.expanded(), expanded);
    // A link leads up there, from far away, and another one from there to a second roof.
    let up = Link::new(
        CellBox::of_cell(IVec3::new(-50, 99, 0)),
        IVec3::new(56, 0, 5),
    );
    let linked = ground.clone().with_links(&[up]).unwrap();
    assert!(outcomes(&linked, query).0);
    let back = Link {
        ways: LinkDirection::Both,
        ..Link::new(CellBox::of_cell(IVec3::new(56, 0, 5)), up.from.min)
    };
    let linked = ground.with_links(&[back]).unwrap();
    assert!(outcomes(&linked, query).0);
}

/// The moves of ground at costs times the weights of the cells that they lead to.
struct Weighed<'g>(GroundMoves<'g>, &'g Terrain);

impl Successors for Weighed<'_> {
    fn bounds(&self) -> CellBox {
        self.0.bounds()
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.0.can_be_at(cell)
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        let before = moves.len();
        self.0.moves_from(cell, moves);
        for it in &mut moves[before..] {
            it.cost = it.cost * self.1.weight(it.to);
        }
    }

    fn estimate(&self, _: IVec3, _: &CellBox) -> Cost {
        Cost::ZERO
    }
}

/// Ground with weights answers as its moves do at their weights, with links and landmarks, and as before without them.
fn with_weights(seed: u64, workspace: &mut Workspace) -> Result<u32, String> {
    let draws = &mut Draws::new(seed);
    let even = Even::sample(draws);
    let links = even.links(draws);
    let place = draws.pick(&[Place::Even, Place::Landmarks]);
    let Some((world, ground)) = even.ground(&links, place, draws)? else {
        return Ok(0);
    };
    let resting = world.bounds().cells().filter(|&cell| ground.can_rest(cell));
    let resting: Vec<IVec3> = resting.collect();
    if resting.is_empty() {
        return Ok(0);
    }
    let mut terrain = Terrain::new();
    for _ in 0..draws.below(30) {
        terrain.multiply(draws.pick(&resting), draws.pick(&[2, 9, 129]));
    }
    let weighed = ground.clone().with_terrain(terrain.clone());
    let mut dearer = 0;
    for _ in 0..6 {
        let query = Query::new(draws.pick(&resting), draws.pick(&resting));
        let right = query.solve(&Weighed(ground.moves(), &terrain), workspace);
        let found = query.solve(&weighed, workspace).outcome;
        let costs = [right.outcome.path(), found.path()].map(|path| path.map(Path::cost));
        if costs[0] != costs[1] {
            return Err(format!("{query:?}: {costs:?}"));
        }
        if let Some(path) = found.path()
            && verify_legs(path, &weighed) != Ok(path.cost())
        {
            return Err(format!("{query:?}: {path:?} costs another sum"));
        }
        let [plain, again] = [ground.clone(), weighed.clone().with_terrain(Terrain::new())]
            .map(|ground| query.solve(&ground, workspace).outcome);
        let [plain, again] = [plain, again].map(|it| it.path().map(Path::cost));
        if plain != again {
            return Err(format!(
                "{query:?}: {again:?} without weights, and {plain:?}"
            ));
        }
        dearer += u32::from(plain != costs[0]);
    }
    Ok(dearer)
}

#[test]
fn weights_count_for_every_move_on_the_ground() {
    let told = hold("weights", seeds(97_000, 150), Workspace::new, with_weights);
    assert!(told.iter().sum::<u32>() > 100);
}
