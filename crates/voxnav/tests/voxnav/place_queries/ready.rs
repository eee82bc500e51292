//! Places to flee to, and around a target.

use std::collections::BTreeSet;

use voxnav::Path;
use voxnav::glam::{DVec3, IVec3};
use voxnav::spatial::places::EscapeSearch;
use voxnav_testkit::cases;

use super::worlds::World;

#[test]
fn who_flees_is_everywhere_before_the_dangers() {
    let mut ends = [0; 2];
    for mut draws in cases(2000, 300) {
        let mut world = World::drawn(&mut draws);
        if world.cells.is_empty() {
            continue;
        }
        let (from, danger) = (world.position(&mut draws), world.position(&mut draws));
        let length = draws.within(1.0, 8.0) * world.lattice().longest_side();
        let Ok(escape) = world.view.flee_from(from, [danger], length) else {
            assert!([from, danger].map(|at| world.cell(at)).contains(&None));
            continue;
        };
        let mut search = EscapeSearch::new(&world.view, from, [danger], length).unwrap();
        let slice = draws.pick(&[1, 7, 100, 5000]);
        while !search.step(slice).unwrap() {}
        let mut whole = EscapeSearch::new(&world.view, from, [danger], length).unwrap();
        assert!(whole.step(u64::MAX).unwrap() && whole.work() == search.work());
        assert_eq!(search.finish().unwrap(), escape);
        let mut safe = Vec::new();
        for cell in world.cells.clone() {
            let ways = [from, danger].map(|at| world.way_from(&[at], cell));
            if let Some(own) = ways[0].filter(|own| *own <= length)
                && ways[1].is_none_or(|other| own < other)
            {
                safe.push((
                    own,
                    ways[1].map_or(4.0 * length, |way| way.min(4.0 * length)),
                ));
            }
        }
        let is_far = |own: f64| own >= 0.75 * length;
        let Some(escape) = escape else {
            assert_eq!(safe, []);
            continue;
        };
        let is_dead_end = !safe.iter().any(|(own, _)| is_far(*own));
        assert_eq!(escape.is_dead_end, is_dead_end);
        let others = safe.iter().filter(|(own, _)| is_dead_end || is_far(*own));
        let best = others.map(|(_, other)| *other).reduce(f64::max);
        assert_eq!(Some(escape.place.score), best);
        let route = escape.place.route.unwrap();
        for cell in route.path().unwrap().cells() {
            let ways = [from, danger].map(|at| world.way_from(&[at], cell));
            assert!(
                ways[1].is_none_or(|other| ways[0].unwrap() < other),
                "{cell}"
            );
        }
        ends[usize::from(is_dead_end)] += 1;
    }
    assert!(ends.iter().all(|count| *count > 20), "{ends:?}");
}

#[test]
fn who_is_surrounded_gets_out_past_a_place_alone() {
    let mut held = 0;
    for mut draws in cases(3000, 200) {
        let mut world = World::drawn(&mut draws);
        if world.cells.is_empty() {
            continue;
        }
        let target = world.position(&mut draws);
        let radius = draws.within(0.0, 5.0) * world.lattice().longest_side();
        let count = draws.below(3_usize) + 1;
        let Ok(found) = world.view.surround(target, radius, count) else {
            assert_eq!(world.cell(target), None);
            continue;
        };
        let start = world.cell(target).unwrap();
        let is_held = |world: &World, cell: IVec3| {
            let at = world.view.position_at(cell);
            found
                .positions
                .iter()
                .any(|it| it.distance(at) <= found.gap)
        };
        let (mut reached, mut left) = (BTreeSet::from([start.to_array()]), vec![start]);
        let mut out = BTreeSet::new();
        while let Some(cell) = left.pop() {
            for next in world.moves_from(cell) {
                if world.way(start, next).is_some_and(|way| way > radius) {
                    out.insert(next.to_array());
                    assert!(is_held(&world, next), "out by {next}");
                } else if reached.insert(next.to_array()) {
                    left.push(next);
                }
            }
        }
        assert_eq!(out.len(), found.ways_out);
        let out: Vec<DVec3> = out
            .into_iter()
            .map(|cell| world.view.position_at(cell.into()))
            .collect();
        assert!(found.positions.iter().all(|it| out.contains(it)));
        assert_eq!(found.positions.is_empty(), out.is_empty());
        assert!(found.positions.len() <= count);
        // No choice of as many, here of one or two, is twice as good.
        let gap = |places: &[DVec3]| {
            let nearest = |at: &DVec3| places.iter().map(|it| it.distance(*at)).reduce(f64::min);
            out.iter().filter_map(nearest).fold(0.0, f64::max)
        };
        assert_eq!(gap(&found.positions).to_bits(), found.gap.to_bits());
        if count <= 2 {
            let pairs = out.iter().flat_map(|a| out.iter().map(move |b| [*a, *b]));
            for pair in pairs.filter(|pair| count == 2 || pair[0] == pair[1]) {
                assert!(2.0 * gap(&pair) >= found.gap - 1e-6 * world.lattice().longest_side());
            }
        }
        held += found.positions.len();
    }
    assert!(held > 100, "{held}");
}

/// A path's ends are where the agent is.
#[test]
fn ready_made_queries_find_what_they_say() {
    use voxnav::spatial::places::PlaceQuery;
    let mut found = [0; 3];
    for mut draws in cases(4000, 150) {
        let mut world = World::drawn(&mut draws);
        if world.cells.is_empty() {
            continue;
        }
        let from = world.position(&mut draws);
        if world.cell(from).is_none() {
            continue;
        }
        let (eye, passed) = (
            world.anywhere(&mut draws),
            [(); 2].map(|()| world.anywhere(&mut draws)),
        );
        let within = 6.0 * world.lattice().longest_side();
        let sees = |world: &World, eye, cell| world.sees(eye, &[world.lattice().center(cell)]);
        let queries = [
            PlaceQuery::hide_from([eye], within),
            PlaceQuery::see(passed, within),
            PlaceQuery::ambush(eye, passed, within),
        ];
        for (number, query) in queries.iter().enumerate() {
            let best = world.view.find_places(from, query).unwrap().best;
            let is_good = |world: &World, cell| {
                let sees_passed = passed.iter().any(|at| sees(world, *at, cell));
                (number == 1 || !sees(world, eye, cell)) && (number == 0 || sees_passed)
            };
            let mut good = Vec::new();
            for cell in world.cells.clone() {
                let way = world.way_from(&[from], cell).filter(|way| *way <= within);
                if let Some(way) = way
                    && is_good(&world, cell)
                {
                    let at = world.view.position_at(cell);
                    let near = passed.iter().map(|it| it.distance(at)).reduce(f64::min);
                    good.push(if number == 2 { near.unwrap() } else { way });
                }
            }
            let least = good.into_iter().reduce(f64::min);
            assert_eq!(best.first().map(|it| -it.score), least);
            for place in &best {
                let goal = place
                    .route
                    .as_ref()
                    .and_then(|it| it.path())
                    .map(Path::goal);
                assert!(is_good(&world, place.cell) && goal == Some(place.cell));
                found[number] += 1;
            }
        }
    }
    assert!(found.iter().all(|count| *count > 20), "{found:?}");
}
