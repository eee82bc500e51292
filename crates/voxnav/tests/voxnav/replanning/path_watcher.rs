//! A watch tells of exactly the paths that edits break and mend, and leaves none untold that may be
//! shorter.
//!
//! `PathWatcher::update` reports every path that an edit blocked, unblocked or may have shortened. It reports no other
//! path as blocked or unblocked. `src/replanning/flight/changes.rs` has the proof.

use voxnav::glam::IVec3;
use voxnav::replanning::{PathEvent, PathId, PathWatcher};
use voxnav::search::{Cost, Flight, Query, SearchSettings, Weight};
use voxnav::{Algorithm, CornerRule, Path, Terrain, Workspace};
use voxnav_testkit::{Draws, hold, seeds};

use super::worlds::{World, settings};

/// A path as the test knows it.
struct Known {
    id: PathId,
    path: Path,
    settings: SearchSettings,
    passed: u64,
    is_free: bool,
    /// It is known that it may be shortened.
    is_told: bool,
}

impl Known {
    fn rest(&self) -> Path {
        self.path.part(self.passed..u64::MAX).unwrap()
    }

    fn least(&self, world: &World) -> Option<Cost> {
        let rest = self.rest();
        let exact = self.settings.within(Weight::ONE);
        world.least([rest.start(), rest.goal()], &exact, &Terrain::new())
    }
}

fn insert(
    watch: &mut PathWatcher,
    world: &World,
    mut settings: SearchSettings,
    draws: &mut Draws,
) -> Option<Known> {
    if draws.percent(20) {
        settings = settings.within(Weight::new(1.5).unwrap());
    }
    let ends = [world.open_cell(draws)?, world.open_cell(draws)?];
    let path = world.best(ends, &settings, &Terrain::new())?;
    let id = watch.insert(&path).unwrap();
    let mut known = Known {
        id,
        path,
        settings,
        passed: 0,
        is_free: true,
        is_told: false,
    };
    known.is_told = known.least(world) < Some(known.path.cost());
    Some(known)
}

/// What the events of an update are to be, but for those of paths that may be shortened.
fn expected(known: &mut [Known], world: &World) -> Vec<PathEvent> {
    let turned = known.iter_mut().filter_map(|it| {
        let corners = it.settings.corners;
        let broken = world.first_illegal(&it.path, it.passed, corners);
        let was_free = std::mem::replace(&mut it.is_free, broken.is_none());
        match (was_free, broken) {
            (true, Some(after)) => Some(PathEvent::Blocked { path: it.id, after }),
            (false, None) => Some(PathEvent::Unblocked { path: it.id }),
            _ => None,
        }
    });
    let mut turned: Vec<PathEvent> = turned.collect();
    turned.sort_by_key(PathEvent::path);
    turned
}

#[derive(Default)]
struct Counts {
    turned: usize,
    told: usize,
    shortened: usize,
}

fn law(seed: u64) -> Result<Counts, String> {
    let mut draws = Draws::new(seed);
    let mut world = World::random(&mut draws);
    let settings = settings(&mut draws);
    let flight = |world: &World| Flight {
        moves: settings.moves,
        corners: settings.corners,
        ..Flight::new(&world.seen)
    };
    let mut watch = PathWatcher::new(flight(&world));
    let mut known: Vec<Known> = Vec::new();
    let mut counts = Counts::default();
    for _ in 0..12 {
        match draws.below(8) {
            0 if !known.is_empty() => {
                let gone = known.swap_remove(draws.below(known.len()));
                assert!(watch.remove(gone.id) && !watch.remove(gone.id));
            }
            1..4 => known.extend(insert(&mut watch, &world, settings, &mut draws)),
            4 if !known.is_empty() => {
                let index = draws.below(known.len());
                let agent = &mut known[index];
                agent.passed = draws
                    .between(
                        agent.passed.cast_signed(),
                        agent.path.move_count().cast_signed(),
                    )
                    .cast_unsigned();
                assert!(watch.advance(agent.id, agent.passed));
                let corners = agent.settings.corners;
                agent.is_free = world
                    .first_illegal(&agent.path, agent.passed, corners)
                    .is_none();
            }
            _ => {}
        }
        let before: Vec<Option<Cost>> = known.iter().map(|it| it.least(&world)).collect();
        for _ in 0..draws.between(1, 2) {
            world.edit(&mut draws);
        }
        let events = watch.update(flight(&world));
        let (may_shorten, turned): (Vec<PathEvent>, Vec<PathEvent>) =
            (events.into_iter()).partition(|event| matches!(event, PathEvent::MayShorten { .. }));
        let wanted = expected(&mut known, &world);
        if turned != wanted {
            return Err(format!("{turned:?} instead of {wanted:?}"));
        }
        counts.turned += turned.len();
        counts.told += may_shorten.len();
        for (it, before) in known.iter_mut().zip(before) {
            let told = may_shorten.iter().find(|event| event.path() == it.id);
            it.is_told |= told.is_some();
            let (cost, least) = (it.rest().cost(), it.least(&world));
            let Some(least) = least.filter(|least| *least < cost) else {
                continue;
            };
            counts.shortened += 1;
            if !it.is_told {
                return Err(format!("{:?} of {cost} may cost {least}: untold", it.id));
            }
            if let (Some(PathEvent::MayShorten { at_least, .. }), Some(before)) = (told, before)
                && before == cost
                && *at_least > least
            {
                return Err(format!("{least} is less than {at_least}, which was proved"));
            }
            if it.is_free {
                assert_eq!(watch.is_blocked(it.id), Some(false));
            }
        }
    }
    Ok(counts)
}

#[test]
fn events_are_of_exactly_the_paths_concerned() {
    let counts = hold("watch", seeds(0, 500), || (), |seed, ()| law(seed));
    let sum = |of: fn(&Counts) -> usize| counts.iter().map(of).sum::<usize>();
    let [turned, told, shortened] = [
        sum(|it| it.turned),
        sum(|it| it.told),
        sum(|it| it.shortened),
    ];
    println!("{turned} turned, {told} told of shorter ones, {shortened} times one was shorter");
    assert!(turned > 333 && shortened > 100, "{turned} {shortened}");
}

#[test]
fn a_corner_that_is_freed_beside_a_path_is_told_of() {
    // The way past the corner costs sqrt 2, and the way over the corner as much as the path.
    let mut draws = Draws::new(0);
    let mut world = World::random(&mut draws);
    let flat = voxnav::grid::CellBox::from_size(IVec3::new(2, 2, 1));
    let mut builder = voxnav::grid::OccupancyBuilder::new(flat).unwrap();
    builder
        .set(IVec3::X, voxnav::grid::CellState::Occupied)
        .unwrap();
    world.occupancy = builder.commit();
    world.seen =
        voxnav::grid::Traversability::new(&world.occupancy, voxnav::UnknownPolicy::Blocked);
    let settings = SearchSettings::default();
    let ends = [IVec3::ZERO, IVec3::new(1, 1, 0)];
    let path = world.best(ends, &settings, &Terrain::new()).unwrap();
    let mut watch = PathWatcher::new(Flight::new(&world.seen));
    let id = watch.insert(&path).unwrap();
    let mut edit = world.occupancy.edit();
    edit.set(IVec3::X, voxnav::grid::CellState::Free).unwrap();
    let told = watch.update(Flight::new(&world.seen.refreshed(&edit.commit())));
    let at_least = match told[..] {
        [PathEvent::MayShorten { path, at_least }] if path == id => at_least,
        _ => panic!("{told:?}"),
    };
    assert!(at_least <= Cost::FACE_DIAGONAL);
}

#[test]
fn straight_lines_off_the_lattice_are_watched_too() {
    let told = hold(
        "lines",
        seeds(50_000, 300),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let mut world = World::random(&mut draws);
            let ends = [world.open_cell(&mut draws), world.open_cell(&mut draws)];
            let [Some(from), Some(to)] = ends else {
                return Ok(0);
            };
            let settings = SearchSettings::default().algorithm(Algorithm::LazyTheta);
            let query = Query::new(from, to).settings(settings);
            let solution = query.solve(&world.seen, &mut Workspace::new());
            let Some(path) = solution.outcome.path() else {
                return Ok(0);
            };
            let mut watch = PathWatcher::new(Flight::new(&world.seen));
            let id = watch.insert(path).unwrap();
            let is_free = |world: &World| {
                let checked = path.verify(&world.seen, settings.moves, CornerRule::Strict, None);
                checked.is_ok()
            };
            let mut turns = 0;
            let mut was_free = true;
            for _ in 0..6 {
                world.edit(&mut draws);
                let events = watch.update(Flight::new(&world.seen));
                let blocked = events
                    .iter()
                    .any(|it| matches!(it, PathEvent::Blocked { .. }));
                let unblocked = events.contains(&PathEvent::Unblocked { path: id });
                let is_free = is_free(&world);
                let wanted = (was_free && !is_free, !was_free && is_free);
                if (blocked, unblocked) != wanted {
                    return Err(format!("{events:?} instead of {wanted:?}"));
                }
                turns += usize::from(was_free != is_free);
                was_free = is_free;
            }
            Ok(turns)
        },
    );
    let turns = told.iter().sum::<usize>();
    assert!(turns > 40, "only {turns}");
}
