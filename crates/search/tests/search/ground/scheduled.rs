//! A scheduler gives ground agents the solutions that they have alone, however frames are cut.

use voxnav_occupancy::CellBox;
use voxnav_occupancy::glam::IVec3;
use voxnav_search::{Ground, Limits, Locomotion, Outcome, Query, Scheduler, Workspace};
use voxnav_worlds::{WorldKind, generate};

use crate::scheduler::check_against;

fn ground() -> (Ground, Vec<IVec3>) {
    let world = generate(WorldKind::Terrain, IVec3::new(40, 40, 32), 3).unwrap();
    let ground = Ground::new(&world, &Locomotion::walker()).unwrap();
    let resting = world.bounds().cells().filter(|&cell| ground.can_rest(cell));
    let cells = resting.step_by(41).collect();
    (ground, cells)
}

fn queries(cells: &[IVec3]) -> Vec<Query<'static>> {
    let pairs = cells.windows(2).map(|pair| Query::new(pair[0], pair[1]));
    let mut queries: Vec<_> = pairs.take(40).collect();
    queries.push(Query::new(cells[0], cells[0]));
    queries.push(Query::new(IVec3::MIN, cells[0]));
    queries.push(queries[0].limits(Limits::none().expanded(2)));
    queries
}

#[test]
fn agents_on_the_ground_have_the_solutions_that_they_have_alone() {
    let (ground, cells) = ground();
    let queries = queries(&cells);
    let alone = queries
        .iter()
        .map(|query| query.solve(&ground, &mut Workspace::new()));
    let alone: Vec<_> = alone.collect();
    let found = alone
        .iter()
        .filter(|it| it.outcome.path().is_some())
        .count();
    assert!(found > 20, "{found}");
    for (turn, in_flight) in [(256, 16), (7, 3), (1, 100)] {
        check_against(&alone, || {
            let mut scheduler = Scheduler::new().turn(turn).in_flight(in_flight);
            let tickets = queries.iter().map(|query| scheduler.add(query, &ground));
            let tickets = tickets.collect();
            (scheduler, tickets)
        });
    }
}

/// What is edited after a search was added does not concern it; what is cancelled ends with a path.
#[test]
fn searches_go_on_over_the_ground_that_they_were_added_with() {
    let (ground, cells) = ground();
    let query = queries(&cells)
        .into_iter()
        .find(|query| {
            let solution = query.solve(&ground, &mut Workspace::new());
            solution.statistics.expanded > 40 && solution.outcome.path().is_some()
        })
        .unwrap();
    let alone = query.solve(&ground, &mut Workspace::new());
    let mut scheduler = Scheduler::new();
    let [first, second] = [(); 2].map(|()| scheduler.add(&query, &ground));
    assert_eq!(scheduler.step(20).count(), 0);
    assert!(
        scheduler
            .expanded(first)
            .is_some_and(|expanded| expanded > 0)
    );
    let cancelled = scheduler.cancel(second).unwrap();
    let Outcome::Cancelled { path: best } = cancelled.outcome else {
        unreachable!("{cancelled:?}");
    };
    assert_eq!(best.start(), alone.outcome.path().unwrap().start());

    let world = ground.stances().occupancy();
    let mut edit = world.edit();
    edit.set_box(
        CellBox::from_size(world.bounds().size().as_ivec3()),
        voxnav_occupancy::CellState::Occupied,
    )
    .unwrap();
    let buried = ground.updated(&edit.commit()).unwrap();
    let third = scheduler.add(&query, &buried);
    let ended: Vec<_> = scheduler.step(u64::MAX).collect();
    let of = |ticket| ended.iter().find(|(it, _)| *it == ticket).map(|(_, it)| it);
    assert_eq!(of(first), Some(&alone));
    assert!(of(third).is_some_and(|it| matches!(it.outcome, Outcome::InvalidEnd(_))));
}
