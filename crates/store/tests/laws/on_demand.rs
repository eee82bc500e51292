//! Searches over a world that is loaded on demand answer as those over the world held whole.
//!
//! Outcome and cost are those of the whole world, within the memory limit. A damaged block that the search needs
//! is an error. `src/on_demand.rs` has the proof.

use std::io::Cursor;

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Footprint, Traversability, UnknownPolicy};
use voxnav_search::{
    Algorithm, CornerRule, Limits, MoveSet, Outcome, Query, SearchSettings, Weight, Workspace,
};
use voxnav_store::{Block, OnDemandError, ReadError, Reader, World, WorldOnDemand};
use voxnav_testkit::{Draws, hold, seeds};

use crate::worlds::drawn;

const AMPLE: usize = 1 << 30;

struct Case {
    file: Vec<u8>,
    world: World,
    agent: Footprint,
    unknown: UnknownPolicy,
    settings: SearchSettings,
}

fn case(draws: &mut Draws) -> Case {
    let mut world = drawn(draws);
    // Walls with gaps, so that there is something to find.
    let bounds = world.occupancy.bounds();
    let mut edit = world.occupancy.edit();
    if draws.percent(70) && !bounds.is_empty() {
        edit.set_box(bounds, CellState::Free).unwrap();
        for _ in 0..draws.below(9) {
            let at = draws.cell(&bounds).x;
            let wall = CellBox::new(bounds.min.with_x(at), bounds.max.with_x(at + 1));
            edit.set_box(wall, CellState::Occupied).unwrap();
            for _ in 0..draws.below(3) {
                let hole = draws.cell(&bounds);
                let hole = CellBox::new(hole - 2, hole + 3).intersection(&bounds);
                edit.set_box(hole, CellState::Free).unwrap();
            }
        }
        for _ in 0..draws.below(2000) {
            let state = draws.pick(&[CellState::Occupied, CellState::Unknown]);
            edit.set(draws.cell(&bounds), state).unwrap();
        }
    }
    world.occupancy = edit.commit();
    let size = draws.vector(IVec3::ONE, IVec3::splat(3));
    let low = draws.vector(IVec3::splat(-2), IVec3::ZERO);
    let agent = match draws.below(3) {
        0 => Footprint::new(CellBox::new(low, low + size)).unwrap_or(Footprint::ONE),
        _ => Footprint::ONE,
    };
    let settings = SearchSettings::default()
        .algorithm(draws.pick(&[Algorithm::Auto, Algorithm::AStar, Algorithm::Jump]))
        .moves(draws.pick(&[MoveSet::Vertex26, MoveSet::Face6, MoveSet::Edge18]))
        .corners(draws.pick(&[CornerRule::Strict, CornerRule::Lenient]));
    Case {
        file: world.to_bytes().unwrap(),
        world,
        agent,
        unknown: draws.pick(&[UnknownPolicy::Blocked, UnknownPolicy::Free]),
        settings,
    }
}

impl Case {
    fn on_demand(&self, most: usize) -> Result<WorldOnDemand<Cursor<&[u8]>>, OnDemandError> {
        let reader = Reader::open(Cursor::new(&self.file[..]))?;
        WorldOnDemand::new(reader, self.agent, self.unknown, most)
    }

    fn whole(&self) -> Traversability {
        Traversability::for_agent(&self.world.occupancy, self.agent, self.unknown)
    }

    /// Two cells, mostly in the world.
    fn ends(&self, draws: &mut Draws) -> [IVec3; 2] {
        let bounds = self.world.occupancy.bounds();
        [0, 1].map(|_| {
            if draws.percent(95) && !bounds.is_empty() {
                draws.cell(&bounds)
            } else {
                bounds.max + 3
            }
        })
    }
}

fn cost(outcome: &Outcome) -> Result<Option<u64>, String> {
    match outcome {
        Outcome::Found(path) => Ok(Some(path.cost().raw())),
        Outcome::Unreachable | Outcome::InvalidEnd(_) => Ok(None),
        other => Err(format!("{other:?}")),
    }
}

#[test]
fn a_search_answers_as_over_the_world_held_whole() {
    let told = hold(
        "on demand",
        seeds(0, 80),
        Workspace::new,
        |seed, workspace| {
            let mut draws = Draws::new(seed);
            let case = case(&mut draws);
            let whole = case.whole();
            let mut world = case.on_demand(AMPLE).map_err(|it| it.to_string())?;
            let (mut found, mut spared) = (0, 0);
            for _ in 0..4 {
                let ends = case.ends(&mut draws);
                let query = Query::new(ends[0], ends[1]).settings(case.settings);
                let expected = query.terrain(&case.world.terrain).solve(&whole, workspace);
                let solution = world.solve(ends, case.settings, workspace);
                let solution = solution.map_err(|it| it.to_string())?;
                let [a, b] = [&expected.outcome, &solution.outcome];
                if a.name() != b.name() || cost(a)? != cost(b)? {
                    return Err(format!("{ends:?}: {b:?} and not {a:?}"));
                }
                if let Outcome::InvalidEnd(fault) = a
                    && *b != Outcome::InvalidEnd(*fault)
                {
                    return Err(format!("{ends:?}: {b:?} and not {fault}"));
                }
                if let Outcome::Found(path) = b {
                    let (moves, corners) = (case.settings.moves, case.settings.corners);
                    let terrain = Some(&case.world.terrain);
                    let cost = path.verify(&whole, moves, corners, terrain);
                    if cost != Ok(path.cost()) {
                        return Err(format!("{ends:?}: {cost:?}"));
                    }
                    found += 1;
                }
                let listed = case.world.occupancy.stored_chunks().count();
                spared += usize::from(world.chunks_loaded() < listed);
            }
            Ok((found, spared))
        },
    );
    assert!(told.iter().map(|(found, _)| found).sum::<u64>() > 60);
    assert!(told.iter().map(|(_, spared)| spared).sum::<usize>() > 60);
}

#[test]
fn bounded_and_ended_searches_keep_their_promises_in_the_whole_world() {
    hold(
        "bounded",
        seeds(5000, 60),
        Workspace::new,
        |seed, workspace| {
            let mut draws = Draws::new(seed);
            let case = case(&mut draws);
            let whole = case.whole();
            let mut world = case.on_demand(AMPLE).map_err(|it| it.to_string())?;
            let ends = case.ends(&mut draws);
            let (moves, corners) = (case.settings.moves, case.settings.corners);
            let terrain = &case.world.terrain;
            let query = Query::new(ends[0], ends[1]).settings(case.settings);
            let best = cost(&query.terrain(terrain).solve(&whole, workspace).outcome)?;
            let factor = draws.between(1024_u32, 3072);
            let weight = Weight::new(f64::from(factor) / 1024.0).unwrap();
            let settings = case.settings.within(weight);
            let solution = world.solve(ends, settings, workspace).unwrap();
            let is_within = |cost: u64, best: u64| {
                u128::from(cost) * 1024 <= u128::from(best) * u128::from(factor)
            };
            match (cost(&solution.outcome)?, best) {
                (Some(cost), Some(best)) if is_within(cost, best) => {}
                (None, None) => {}
                (cost, best) => return Err(format!("{cost:?} where {best:?} is best")),
            }
            let any_angle = case.settings.algorithm(Algorithm::LazyTheta);
            let limits = Limits::none().expanded(draws.below(40));
            for settings in [any_angle, case.settings.limits(limits)] {
                let solution = world.solve(ends, settings, workspace).unwrap();
                if let Some(path) = solution.outcome.any_path() {
                    let checked = path.verify(&whole, moves, corners, Some(terrain));
                    checked.map_err(|it| format!("{ends:?}: {it}"))?;
                }
            }
            Ok(())
        },
    );
}

#[test]
fn first_paths_load_what_they_lead_through_and_their_bounds_hold_in_the_whole_world() {
    let told = hold(
        "first paths",
        seeds(14_000, 80),
        Workspace::new,
        |seed, workspace| {
            let mut draws = Draws::new(seed);
            let case = case(&mut draws);
            let (whole, first) = (case.whole(), case.settings.anytime());
            let (moves, corners) = (case.settings.moves, case.settings.corners);
            let terrain = Some(&case.world.terrain);
            let mut world = case.on_demand(AMPLE).map_err(|it| it.to_string())?;
            let (mut found, mut spared) = (0, 0);
            for _ in 0..4 {
                let ends = case.ends(&mut draws);
                let query = Query::new(ends[0], ends[1]).settings(case.settings);
                let query = query.terrain(&case.world.terrain);
                let best = cost(&query.solve(&whole, workspace).outcome)?;
                let solution = world.solve(ends, first, workspace);
                let solution = solution.map_err(|it| it.to_string())?;
                let least = solution.statistics.lower_bound.raw();
                let told = format!("{ends:?}: {solution:?} where {best:?} is best");
                match (solution.outcome.path(), best) {
                    (Some(path), Some(best)) if least <= best && best <= path.cost().raw() => {
                        let cost = path.verify(&whole, moves, corners, terrain);
                        if cost != Ok(path.cost()) {
                            return Err(format!("{cost:?}: {told}"));
                        }
                        found += 1;
                    }
                    (None, None) => {}
                    _ => return Err(told),
                }
                let listed = case.world.occupancy.stored_chunks().count();
                spared += usize::from(world.chunks_loaded() < listed);
            }
            Ok((found, spared))
        },
    );
    assert!(told.iter().map(|(found, _)| found).sum::<u64>() > 60);
    assert!(told.iter().map(|(_, spared)| spared).sum::<usize>() > 60);
}

#[test]
fn what_is_held_stays_within_what_may_be_held_and_answers_are_the_same_or_refused() {
    let told = hold(
        "budgets",
        seeds(9000, 60),
        Workspace::new,
        |seed, workspace| {
            let mut draws = Draws::new(seed);
            let mut case = case(&mut draws);
            case.agent = Footprint::ONE;
            let mut ample = case.on_demand(AMPLE).map_err(|it| it.to_string())?;
            let least = ample.memory_bytes();
            let most = least + draws.below(3 << 20);
            let mut world = case.on_demand(most).map_err(|it| it.to_string())?;
            let (mut refused, mut forgot) = (0, 0);
            for _ in 0..6 {
                let ends = case.ends(&mut draws);
                let expected = ample.solve(ends, case.settings, workspace);
                let expected = expected.map_err(|it| it.to_string())?;
                let (loaded, read) = (world.chunks_loaded() as u64, world.chunks_read());
                match world.solve(ends, case.settings, workspace) {
                    Ok(solution) => {
                        let [a, b] = [&expected, &solution].map(|it| cost(&it.outcome));
                        if a != b {
                            return Err(format!("{ends:?}: {b:?} and not {a:?}"));
                        }
                    }
                    Err(OnDemandError::Memory { .. }) => refused += 1,
                    Err(other) => return Err(other.to_string()),
                }
                let newly = world.chunks_read() - read;
                forgot += usize::from((world.chunks_loaded() as u64) < loaded + newly);
                if world.memory_bytes() > most {
                    return Err(format!("{} bytes of {most}", world.memory_bytes()));
                }
            }
            Ok((refused, forgot))
        },
    );
    assert!(told.iter().map(|(refused, _)| refused).sum::<usize>() > 8);
    assert!(told.iter().map(|(_, forgot)| forgot).sum::<usize>() > 8);
}

#[test]
fn a_damaged_block_is_an_error_that_names_it_or_was_not_needed() {
    let told = hold(
        "damaged",
        seeds(20_000, 120),
        Workspace::new,
        |seed, workspace| {
            let mut draws = Draws::new(seed);
            let mut case = case(&mut draws);
            let mut sound = case.on_demand(AMPLE).map_err(|it| it.to_string())?;
            let ends = case.ends(&mut draws);
            let expected = sound.solve(ends, case.settings, workspace);
            let expected = expected.map_err(|it| it.to_string())?;
            // Chunks and their terrain come first; what follows is read when the file is opened.
            let at = 1536 + draws.below((case.file.len() - 1536) / 2);
            case.file[at] ^= 1 << draws.below(8);
            let solved = case
                .on_demand(AMPLE)
                .and_then(|mut world| world.solve(ends, case.settings, workspace));
            match solved {
                Ok(solution) if cost(&solution.outcome) == cost(&expected.outcome) => Ok(false),
                Err(OnDemandError::Read(ReadError::Damaged { block, .. })) => {
                    Ok(matches!(block, Block::Chunk(_) | Block::Terrain(_)))
                }
                other => Err(format!("byte {at}: {other:?}")),
            }
        },
    );
    assert!(told.iter().filter(|met| **met).count() > 8);
    assert!(told.iter().filter(|met| !**met).count() > 8);
}

#[test]
fn agents_that_stop_at_unknown_cells_are_refused() {
    let mut case = case(&mut Draws::new(1));
    case.unknown = UnknownPolicy::StopAtBoundary;
    let refused = case.on_demand(AMPLE).map(drop);
    assert!(matches!(refused, Err(OnDemandError::StopAtBoundary)));
}
