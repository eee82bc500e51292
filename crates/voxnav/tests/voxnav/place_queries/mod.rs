//! Queries for places against looking at every cell, by single searches and rays.

mod ready;
mod refusals;
mod worlds;

use voxnav::glam::{DVec3, IVec3};
use voxnav::spatial::places::{
    Area, Place, PlaceError, PlaceFilter, PlaceMeasure, PlaceQuery, PlaceSearch, Places,
};
use voxnav_testkit::{Draws, cases};

use worlds::World;

/// Draws one to three positions.
fn several(draws: &mut Draws, one: impl Fn(&mut Draws) -> DVec3) -> Vec<DVec3> {
    (0..draws.between(1, 3)).map(|_| one(draws)).collect()
}

/// Draws a length, of a few cells at most.
fn length(world: &World, draws: &mut Draws) -> f64 {
    let cells = draws.pick(&[0.0, 1.0, 2.0, 2.0_f64.sqrt(), 3.7, 6.0]);
    cells * world.lattice().longest_side()
}

fn drawn(world: &World, draws: &mut Draws) -> PlaceQuery {
    let place = |draws: &mut Draws| world.position(draws);
    let anywhere = |draws: &mut Draws| world.anywhere(draws);
    let (least, most) = (length(world, draws), length(world, draws));
    let (least, most) = (least.min(most) * 0.5, least.max(most));
    let area = match draws.below(3) {
        0 => Area::Way { least, most },
        1 => Area::Ring {
            center: anywhere(draws),
            least,
            most,
        },
        _ => {
            let (one, other) = (anywhere(draws), anywhere(draws));
            Area::Inside {
                min: one.min(other),
                max: one.max(other),
            }
        }
    };
    let mut query = PlaceQuery::new(area).best(draws.below(4_usize) + 1);
    for _ in 0..draws.below(3) {
        query = query.filter(match draws.below(8) {
            0 => PlaceFilter::Reachable,
            1 => PlaceFilter::Returnable,
            2 if world.view.flight().is_some() => PlaceFilter::Clear {
                distance: length(world, draws),
            },
            2 | 3 => PlaceFilter::Seen {
                eyes: several(draws, anywhere),
                by: draws.below(2_usize) + 1,
            },
            4 => PlaceFilter::Hidden {
                eyes: several(draws, anywhere),
            },
            5 => PlaceFilter::Away {
                from: several(draws, anywhere),
                distance: length(world, draws),
            },
            6 => PlaceFilter::AwayByWay {
                from: several(draws, place),
                length: length(world, draws),
            },
            _ => PlaceFilter::Ahead {
                of: several(draws, place),
                speed: draws.pick(&[1.0, 1.5]),
            },
        });
    }
    for _ in 0..draws.below(3) {
        let measure = match draws.below(5) {
            0 => PlaceMeasure::Way,
            1 => PlaceMeasure::WayFrom {
                from: several(draws, place),
                most: length(world, draws),
            },
            2 => PlaceMeasure::Distance {
                from: several(draws, anywhere),
            },
            3 => PlaceMeasure::Sight {
                eyes: several(draws, anywhere),
            },
            _ => PlaceMeasure::Height {
                up: draws.point(-1.0, 1.0),
            },
        };
        query = query.score(measure, draws.pick(&[1.0, -1.0, 0.3]));
    }
    if draws.percent(30) {
        query = query.apart(length(world, draws));
    }
    if draws.percent(30) {
        let size = world.lattice().longest_side();
        query = query.body([draws.point(-size, size), DVec3::ZERO]);
    }
    query
}

/// The score of a cell, and its way; none if it is no place.
fn judged(
    world: &mut World,
    (from, query): (DVec3, &PlaceQuery),
    cell: IVec3,
) -> Option<(f64, Option<f64>)> {
    let position = world.view.position_at(cell);
    let points: Vec<DVec3> = match &query.body[..] {
        [] => vec![world.lattice().center(cell)],
        body => body.iter().map(|point| position + *point).collect(),
    };
    let way = world.way_from(&[from], cell);
    let asks_way = matches!(query.area, Area::Way { .. })
        || query
            .scores
            .iter()
            .any(|it| it.measure == PlaceMeasure::Way)
        || query.filters.iter().any(|it| {
            use PlaceFilter::{Ahead, Reachable, Returnable};
            matches!(it, Reachable | Returnable | Ahead { .. })
        });
    if asks_way && way.is_none() {
        return None;
    }
    let is_inside = match query.area {
        Area::Way { least, most } => way.is_some_and(|way| least <= way && way <= most),
        Area::Ring {
            center,
            least,
            most,
        } => (least..=most).contains(&center.distance(position)),
        Area::Inside { min, max } => position.clamp(min, max) == position,
        _ => unreachable!(),
    };
    let seeing = |world: &World, eyes: &[DVec3]| {
        let seen = eyes.iter().filter(|eye| world.sees(**eye, &points));
        seen.count()
    };
    let home = world.cell(from);
    let passes = query.filters.iter().all(|filter| match filter {
        PlaceFilter::Reachable => true,
        PlaceFilter::Returnable => home.is_some_and(|home| world.way(cell, home).is_some()),
        PlaceFilter::Clear { distance } => {
            let cells = distance / world.lattice().longest_side();
            let blocked = world
                .bounds
                .cells()
                .filter(|it| !world.sight.is_traversable(*it));
            let squared = |it: IVec3| f64::from(it.distance_squared(cell));
            blocked.map(squared).all(|squared| squared >= cells * cells)
        }
        PlaceFilter::Seen { eyes, by } => seeing(world, eyes) >= *by,
        PlaceFilter::Hidden { eyes } => seeing(world, eyes) == 0,
        PlaceFilter::Away { from, distance } => {
            from.iter().all(|at| at.distance(position) >= *distance)
        }
        PlaceFilter::AwayByWay { from, length } => {
            world.way_from(from, cell).is_none_or(|way| way >= *length)
        }
        PlaceFilter::Ahead { of, speed } => {
            let other = world.way_from(of, cell);
            other.is_none_or(|other| way.is_some_and(|own| own * speed < other))
        }
        _ => unreachable!(),
    });
    if !is_inside || !passes {
        return None;
    }
    let mut score = 0.0;
    for it in &query.scores {
        score += it.weight
            * match &it.measure {
                PlaceMeasure::Way => way?,
                PlaceMeasure::WayFrom { from, most } => world
                    .way_from(from, cell)
                    .map_or(*most, |way| way.min(*most)),
                PlaceMeasure::Distance { from } => from
                    .iter()
                    .map(|at| at.distance(position))
                    .reduce(f64::min)?,
                PlaceMeasure::Sight { eyes } => {
                    f64::from(u32::try_from(seeing(world, eyes)).unwrap())
                }
                PlaceMeasure::Height { up } => position.dot(*up),
                _ => unreachable!(),
            };
    }
    Some((score, way.filter(|_| asks_way)))
}

/// All places, best first, and those of them that are not too near to a better one.
fn expected(world: &mut World, from: DVec3, query: &PlaceQuery) -> (Vec<Found>, Vec<Found>) {
    let mut all = Vec::new();
    for cell in world.cells.clone() {
        if let Some((score, way)) = judged(world, (from, query), cell) {
            all.push((score, cell, way));
        }
    }
    // Cells are in their order already, and the sort is stable.
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut best: Vec<Found> = Vec::new();
    for found in &all {
        let at = |it: &Found| world.view.position_at(it.1);
        let is_far = |it: &Found| at(it).distance(at(found)) >= query.apart;
        if best.len() < query.count && best.iter().all(is_far) {
            best.push(*found);
        }
    }
    (all, best)
}

type Found = (f64, IVec3, Option<f64>);

fn found(place: &Place) -> Found {
    (place.score, place.cell, place.way)
}

fn sliced(mut search: PlaceSearch, draws: &mut Draws) -> Places {
    while search.step(draws.below(60)).unwrap().is_none() {
        assert!(!search.best_so_far().is_complete);
    }
    search.finish().unwrap()
}

#[test]
fn places_are_the_best_of_all_cells() {
    let (mut count, mut routes) = ([0; 2], 0);
    for mut draws in cases(0, 300) {
        let mut world = World::drawn(&mut draws);
        if world.cells.is_empty() {
            continue;
        }
        let from = world.position(&mut draws);
        let query = drawn(&world, &mut draws);
        let answer = match world.view.find_places(from, &query) {
            Ok(answer) => answer,
            Err(error) => {
                let blocked = match error {
                    PlaceError::Blocked { at, .. } => Some(at),
                    _ => None,
                };
                assert_eq!(blocked.and_then(|at| world.cell(at)), None, "{error}");
                assert!(blocked.is_some(), "{error}");
                continue;
            }
        };
        let (all, best) = expected(&mut world, from, &query);
        let places: Vec<Found> = answer.best.iter().map(found).collect();
        assert_eq!(places, best, "{query:?}");
        assert!(answer.is_complete);
        count[usize::from(world.view.flight().is_some())] += best.len();
        for place in &answer.best {
            assert_eq!(place.position, world.view.position_at(place.cell));
            assert_eq!(place.route.is_some(), place.way.is_some());
            if let (Some(route), Some(way)) = (&place.route, place.way) {
                let cost = route
                    .path()
                    .map(|path| path.cost().length() * world.lattice().longest_side());
                assert_eq!(cost, Some(way));
                routes += 1;
            }
        }
        let search = || PlaceSearch::new(&world.view, from, &query).unwrap();
        assert_eq!(sliced(search(), &mut draws), answer);
        // Within a limit all that is found is true, and the same however it is sliced.
        let query = query.limit(draws.below(answer.work.total() + 2));
        let limited = world.view.find_places(from, &query).unwrap();
        let search = PlaceSearch::new(&world.view, from, &query).unwrap();
        assert_eq!(sliced(search, &mut draws), limited);
        assert!(limited.best.iter().all(|it| all.contains(&found(it))));
        assert!(!limited.is_complete || limited.best == answer.best);
    }
    assert!(count.iter().all(|count| *count > 100), "{count:?}");
    assert!(routes > 100, "{routes}");
}

#[test]
fn a_score_of_your_own_is_added() {
    for mut draws in cases(1000, 40) {
        let mut world = World::drawn(&mut draws);
        if world.cells.is_empty() {
            continue;
        }
        let from = world.position(&mut draws);
        let query = drawn(&world, &mut draws).best(3).apart(0.0);
        let Ok(search) = PlaceSearch::new(&world.view, from, &query) else {
            continue;
        };
        let own = |cell: IVec3| match (cell.x + 3 * cell.y + 5 * cell.z).rem_euclid(7) {
            0 => f64::NAN,
            rest => f64::from(rest),
        };
        let answer = search.scored_by(move |cell, _| own(cell)).finish().unwrap();
        let (mut all, _) = expected(&mut world, from, &query);
        for it in &mut all {
            it.0 += own(it.1);
        }
        all.retain(|it| !it.0.is_nan());
        all.sort_by(|a, b| {
            let by_cell = [a, b].map(|it| [it.1.z, it.1.y, it.1.x]);
            b.0.total_cmp(&a.0)
                .then_with(|| by_cell[0].cmp(&by_cell[1]))
        });
        let places: Vec<Found> = answer.best.iter().map(found).collect();
        assert_eq!(places, all[..all.len().min(3)]);
    }
}
