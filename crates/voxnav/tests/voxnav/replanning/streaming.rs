//! Worlds that are loaded around an agent and dropped behind it: it goes to the best boundary, and arrives.

use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder, Traversability};
use voxnav::replanning::SharedWorld;
use voxnav::search::Query;
use voxnav::{CornerRule, MoveSet, Outcome, Path, UnknownPolicy, Workspace};
use voxnav_testkit::{Draws, hold, seeds};

/// The edge of what is loaded and dropped as one, in cells.
const BLOCK: i32 = 8;

/// All blocks with cells up to so far from a cell.
fn blocks_near(cell: IVec3, reach: i32) -> CellBox {
    let floor = |cell: IVec3| cell.map(|n| n.div_euclid(BLOCK) * BLOCK);
    CellBox::new(floor(cell - reach), floor(cell + reach) + BLOCK)
}

fn real_world(draws: &mut Draws) -> Occupancy {
    let size = draws.vector(IVec3::new(12, 12, 1), IVec3::new(48, 32, 10));
    let bounds = CellBox::from_size(size);
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for _ in 0..draws.below(12) {
        let min = draws.cell(&bounds);
        let cells = CellBox::new(min, min + draws.vector(IVec3::ONE, IVec3::new(12, 12, 6)));
        let walls = cells.intersection(&bounds);
        builder.set_box(walls, CellState::Occupied).unwrap();
    }
    let share = draws.below(30);
    for cell in bounds.cells() {
        if draws.percent(share) {
            builder.set(cell, CellState::Occupied).unwrap();
        }
    }
    builder.commit()
}

fn best(world: &Traversability, from: IVec3, to: IVec3, memory: &mut Workspace) -> Option<Path> {
    let outcome = Query::new(from, to).solve(world, memory).outcome;
    outcome.path().cloned()
}

/// Whether a path is known and free as a whole, and the best that can be hoped for.
fn check(
    world: &Traversability,
    outcome: &Outcome,
    [from, to]: [IVec3; 2],
    memory: &mut Workspace,
) -> Result<(), String> {
    let hoped = best(&world.with_unknown(UnknownPolicy::Free), from, to, memory);
    let Some(path) = outcome.any_path() else {
        return match hoped {
            None => Ok(()),
            Some(_) => Err(format!("{outcome:?} from {from} to {to}")),
        };
    };
    let known = world.with_unknown(UnknownPolicy::Blocked);
    if let Err(error) = path.verify(&known, MoveSet::Vertex26, CornerRule::Strict, None) {
        return Err(format!("from {from} to {to}: {error}"));
    }
    let careless = world.with_unknown(UnknownPolicy::Free);
    let rest = best(&careless, path.goal(), to, memory).map(|rest| rest.cost() + path.cost());
    if rest == hoped.map(|path| path.cost()) {
        Ok(())
    } else {
        Err(format!(
            "the way from {from} to {to} over {} is not the best",
            path.goal()
        ))
    }
}

/// How many blocks came and went, and whether the agent arrived.
fn law(seed: u64, memory: &mut Workspace) -> Result<(usize, bool), String> {
    let mut draws = Draws::new(seed);
    let real = real_world(&mut draws);
    let bounds = real.bounds();
    let mut ends = (0..50)
        .map(|_| draws.cell(&bounds))
        .filter(|&cell| real.state(cell) == CellState::Free);
    let (Some(start), Some(to)) = (ends.next(), ends.next()) else {
        return Ok((0, false));
    };
    let drops = draws.percent(50);
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    builder.set_box(bounds, CellState::Unknown).unwrap();
    let unknown = Traversability::new(&builder.commit(), UnknownPolicy::StopAtBoundary);
    let (shared, mut worker) = SharedWorld::new(&unknown);
    let (mut at, mut loaded, mut streamed) = (start, Vec::<CellBox>::new(), 0);
    for _ in 0..80 {
        let (near, far) = (blocks_near(at, BLOCK), blocks_near(at, 2 * BLOCK));
        shared.edit(|builder| {
            for cell in near.intersection(&bounds).cells() {
                builder.set(cell, real.state(cell)).unwrap();
            }
            loaded.push(near.intersection(&bounds));
            streamed += 1;
            if drops {
                for cells in loaded.extract_if(.., |it| it.intersection(&far).is_empty()) {
                    builder.set_box(cells, CellState::Unknown).unwrap();
                    streamed += 1;
                }
            }
        });
        while worker.work(1) {}
        let world = shared.snapshot().world;
        let outcome = Query::new(at, to).solve(&world, memory).outcome;
        check(&world, &outcome, [at, to], memory)?;
        let whole = Traversability::new(&real, UnknownPolicy::Blocked);
        let Some(path) = outcome.any_path() else {
            let way = best(&whole, start, to, memory);
            return if way.is_none() {
                Ok((streamed, false))
            } else {
                Err("there is a way".into())
            };
        };
        if path.goal() == at && at != to {
            return Err(format!("no move from {at}, which is loaded all around"));
        }
        at = path.goal();
        if at == to {
            return Ok((streamed, true));
        }
    }
    // What is dropped may be tried again without an end.
    if drops {
        Ok((streamed, false))
    } else {
        Err("it walks without an end".into())
    }
}

#[test]
fn agents_go_to_the_best_boundary_of_what_is_loaded_and_arrive() {
    let told = hold("streaming", seeds(400_000, 300), Workspace::new, law);
    let arrived = told.iter().filter(|it| it.1).count();
    let streamed: usize = told.iter().map(|it| it.0).sum();
    println!("{arrived} arrived, {streamed} blocks in and out");
    assert!(arrived > 100 && streamed > 450, "{arrived} {streamed}");
}
