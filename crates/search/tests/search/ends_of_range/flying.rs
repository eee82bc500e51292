//! Queries, fields and batches of flying agents.

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Footprint, Traversability, UnknownPolicy};
use voxnav_search::{
    Batch, Contact, CornerRule, Cost, Direction, FieldQuery, Goal, Partial, Query, Request, Search,
    SearchSettings, SnapPolicy, Terrain, TieBreaking, Workspace, verify_cells,
};
use voxnav_testkit::{Draws, hold, seeds};

use voxnav_testkit::ends::{Bounds, Shift, Small, same};

use super::{path_before, solution_before};
use crate::engine::{cell_shape, corner_rule, entries, move_set};
use crate::oracle::Rules;

/// The world as an agent sees it, with what may be worked out beforehand.
fn seen(small: &Small, shift: Shift, draws: &mut Draws) -> Traversability {
    let unknown = draws.pick(&[
        UnknownPolicy::Blocked,
        UnknownPolicy::Free,
        UnknownPolicy::StopAtBoundary,
    ]);
    let size = IVec3::from_array(std::array::from_fn(|_| draws.pick(&[1, 1, 1, 2])));
    let agent = Footprint::new(CellBox::new(1 - size, IVec3::ONE)).unwrap();
    let before = small.builder(shift).commit();
    let mut builder = before.edit();
    let before = Traversability::for_agent(&before, agent, unknown);
    // Some cells change after, so that the world is brought up to date.
    for _ in 0..draws.below(4) {
        let cell = draws.cell(&small.cells) + shift.0;
        let state = draws.pick(&[CellState::Free, CellState::Occupied]);
        builder.set(cell, state).unwrap();
    }
    let before = match draws.below(3) {
        0 | 1 => before.jump_indexed(),
        _ => before,
    };
    let after = before.refreshed(&builder.commit());
    if draws.percent(50) {
        let corners = draws.pick(&[CornerRule::Strict, CornerRule::Lenient]);
        SearchSettings::default()
            .corners(corners)
            .prepare_index(&after);
    }
    after
}

fn terrain(small: &Small, shift: Shift, draws: &mut Draws) -> Terrain {
    let mut terrain = Terrain::new();
    for _ in 0..draws.below(20) {
        let cell = draws.cell(&small.cells) + shift.0;
        terrain.set(cell, draws.between(1_u16, 9)).unwrap();
    }
    terrain
}

fn settings(draws: &mut Draws) -> SearchSettings {
    let rules = Rules::sample(draws).over_any_cells(draws);
    let entry = draws.pick(&entries());
    SearchSettings::default()
        .moves(move_set(rules.moves))
        .corners(corner_rule(rules.corners))
        .shape(cell_shape(rules.sides))
        .algorithm(entry.algorithm)
        .heuristic(entry.heuristic)
        .within(entry.within)
        .tie_breaking(draws.pick(&[TieBreaking::LargerG, TieBreaking::CellOrder]))
}

/// A goal of several cells, or `None` for the goal of the query itself.
fn goal(small: &Small, shift: Shift, draws: &mut Draws) -> Option<Goal> {
    let cell = small.draw_near(draws) + shift.0;
    let cells = shift.moved(&small.draw_box(draws));
    let radius = Cost::from_raw(draws.below(4_u64 << 30));
    let contact = draws.pick(&[Contact::Face, Contact::Edge, Contact::Vertex]);
    let axis = draws.pick(&voxnav_occupancy::Axis::ALL);
    let others = [cell, cells.min, cells.max - 1];
    match draws.below(10) {
        0 => Some(Goal::inside(cells)),
        1 => Some(Goal::within(cell, radius)),
        2 => Some(Goal::beside(cells, contact)),
        3 => Some(Goal::any_of(others)),
        4 => Some(Goal::column(cell, axis)),
        5 => Some(Goal::matching(move |at| at == cell, |_| Cost::ZERO)),
        _ => None,
    }
}

/// All that a world is asked.
fn told(small: &Small, shift: Shift, seed: u64, workspace: &mut Workspace) -> Vec<String> {
    let draws = &mut Draws::new(seed);
    let world = seen(small, shift, draws);
    let terrain = terrain(small, shift, draws);
    let mut told = Vec::new();
    let mut requests = Vec::new();
    let seed_cell = small.draw_near(draws) + shift.0;
    for _ in 0..6 {
        let [start, end] = [small.draw_near(draws), small.draw_near(draws)].map(|it| it + shift.0);
        let goal = goal(small, shift, draws);
        let settings = settings(draws);
        let mut query = Query::new(start, end).settings(settings);
        if draws.percent(30) {
            query = query.partial(Partial::Allowed);
        }
        if draws.percent(20) {
            query = query.terrain(&terrain);
        }
        let radius = Cost::from_raw(draws.below(5_u64 << 30));
        // Cells beyond the shell would be nearest to some.
        if draws.percent(40) && small.bounds != Bounds::Shell {
            let snapping = SnapPolicy::Nearest { radius };
            query = query.snap_start(snapping).snap_goal(snapping);
        }
        requests.push(Request::from(query));
        let toward = goal.as_ref().map_or(query, |goal| query.to(goal));
        let solution = toward.solve(&world, workspace);
        told.push(solution_before(shift, &solution));
        if let Some(path) = solution.outcome.any_path() {
            let (moves, corners) = (settings.moves, settings.corners);
            let checked = verify_cells(path.cells(), &world, moves, corners, None);
            told.push(format!("{:?}", checked.is_ok()));
            let part = path.part(1..3).map(|part| path_before(shift, &part));
            let back = path.reversed(None).map(|back| path_before(shift, &back));
            told.push(format!("{part:?} {back:?}"));
        }
        let mut search = Search::new(&toward, &world);
        while search.step(2).is_none() {}
        let (solution, _) = search.finish();
        told.push(format!(
            "{:?}",
            solution.map(|solution| solution_before(shift, &solution))
        ));
        let nearest = query.solve_nearest(&[start, end, seed_cell], &world, workspace);
        told.push(format!(
            "{:?} {}",
            nearest.goal,
            solution_before(shift, &nearest.solution)
        ));
    }
    told.extend(fields(small, shift, &world, &terrain, draws));
    let answers = Batch::new(world).solve(&requests).unwrap();
    told.extend(answers.iter().map(|answer| {
        let path = answer.outcome.any_path().and_then(|kept| kept.path());
        let path = path.map(|path| path_before(shift, path));
        format!("{} {path:?}", answer.outcome.name())
    }));
    told
}

fn fields(
    small: &Small,
    shift: Shift,
    world: &Traversability,
    terrain: &Terrain,
    draws: &mut Draws,
) -> Vec<String> {
    let mut told = Vec::new();
    for _ in 0..3 {
        let goals = [(); 3].map(|()| small.draw_near(draws) + shift.0);
        let query = if draws.percent(50) {
            FieldQuery::to_nearest_of(goals)
        } else {
            FieldQuery::from_start(goals[0])
        };
        let mut query = query.settings(settings(draws));
        if draws.percent(50) {
            query = query.terrain(terrain);
        }
        let solved = query.solve(world);
        let Ok(field) = solved else {
            told.push(format!("{:?}", solved.is_err()));
            continue;
        };
        let own = shift.moved(&small.cells);
        told.extend(own.cells().map(|cell| format!("{:?}", field.cost(cell))));
        if let Ok(flow) = field.flow(world) {
            for cell in own.cells() {
                let next = flow.next_move(cell).map(Direction::offset);
                let path = flow.path(cell).map(|path| path_before(shift, &path));
                told.push(format!("{next:?} {path:?}"));
            }
        }
    }
    told
}

#[test]
fn flying_is_the_same_at_the_ends_of_the_coordinates() {
    hold(
        "ends, flying",
        seeds(8_000_000, 200),
        Workspace::new,
        |seed, workspace| {
            let (small, shift) = Small::sample(&mut Draws::new(seed));
            let end = told(&small, shift, seed, workspace);
            let origin = told(&small, Shift::NONE, seed, workspace);
            same(&end, &origin)
        },
    );
}
