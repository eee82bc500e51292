//! A thousand agents cross a town of towers, on all processors, with the same routes every time.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::num::NonZeroUsize;

use voxnav::UnknownPolicy;
use voxnav::batch::{Batch, KeptPath, Request};
use voxnav::fields::FieldQuery;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::search::Query;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(100, 100, 20)))?;
    for tower in (0..100).map(|n| IVec3::new(n % 10 * 10 + 4, n / 10 * 10 + 4, 0)) {
        let height = 5 + (tower.x * 7 + tower.y * 3) % 15;
        let walls = CellBox::new(tower, tower + IVec3::new(5, 5, height));
        builder.set_box(walls, CellState::Occupied)?;
    }
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);

    // Each from a street in the west to one in the east, on the ground.
    let requests = (0..1000).map(|n| {
        let start = IVec3::new(n % 4, n * 37 % 100, 0);
        let goal = IVec3::new(99, n * 61 % 10 * 10, 0);
        Request::from(Query::new(start, goal))
    });
    let requests = requests.collect::<Vec<_>>();
    let answers = Batch::new(world.clone()).solve(&requests)?;
    let paths = answers.iter().filter_map(|answer| answer.outcome.path());
    let lengths = paths.map(|kept| kept.cost().length()).collect::<Vec<_>>();
    assert_eq!(lengths.len(), requests.len());
    println!(
        "{} routes, {:.0} cells together",
        lengths.len(),
        lengths.iter().sum::<f64>()
    );

    // The number of threads does not show.
    let one = Batch::new(world.clone()).threads(NonZeroUsize::MIN)?;
    assert_eq!(one.solve(&requests)?, answers);

    // Where agents only ask for their next move, one field of costs serves them all.
    let exits = [IVec3::new(99, 0, 0), IVec3::new(99, 99, 0)];
    let field = FieldQuery::to_nearest_of(exits).solve(&world)?;
    let flow = field.flow(&world)?;
    let agent = IVec3::new(1, 70, 0);
    let (cost, step) = (flow.cost(agent), flow.next_move(agent));
    let single = Batch::new(world).solve(&exits.map(|exit| Query::new(agent, exit).into()))?;
    let costs = single.iter().filter_map(|answer| answer.outcome.path());
    assert_eq!(cost, costs.map(KeptPath::cost).min());
    println!(
        "the nearest exit is {:.1} cells away; the first move is {}",
        cost.map_or(0.0, voxnav::search::Cost::length),
        step.map_or(IVec3::ZERO, voxnav::search::Direction::offset),
    );
    Ok(())
}
