//! Paths of many chasers to a target that moves in a world that changes: legal, to where it is, and as good as
//! promised.

use voxnav::replanning::Pursuit;
use voxnav::search::{SearchSettings, Weight};
use voxnav::{Terrain, Workspace};
use voxnav_testkit::{Draws, hold, seeds};

use super::worlds::{World, settings};
use voxnav::glam::IVec3;

/// How many paths were asked for, and fields made.
fn chased(seed: u64) -> Result<[u64; 2], String> {
    let mut draws = Draws::new(seed);
    let mut world = World::random(&mut draws);
    let settings: SearchSettings = settings(&mut draws);
    let mut terrain = Terrain::new();
    if draws.percent(25) {
        for _ in 0..30 {
            let weight = draws.between(2, 9_u16);
            terrain.set(draws.cell(&world.bounds), weight).unwrap();
        }
    }
    let Some(mut target) = world.open_cell(&mut draws) else {
        return Ok([0; 2]);
    };
    let detour = Weight::new(draws.pick(&[1.0, 1.1, 1.5, 3.0])).unwrap();
    let pursuit = Pursuit::new(&world.seen, target, &settings, &terrain, detour);
    let mut pursuit = pursuit.unwrap();
    let (mut asked, mut workspace) = (0, Workspace::new());
    for tick in 0..12 {
        if draws.percent(40) {
            world.edit(&mut draws);
        }
        let next = target + draws.vector(IVec3::NEG_ONE, IVec3::ONE);
        if world.seen.is_traversable(next) {
            target = next;
        }
        if !world.seen.is_traversable(target) {
            assert!(pursuit.follow(&world.seen, target).is_err());
            target = world.open_cell(&mut draws).unwrap_or(target);
            if !world.seen.is_traversable(target) {
                break;
            }
        }
        pursuit.follow(&world.seen, target).unwrap();
        assert_eq!(pursuit.target(), target);
        for _ in 0..3 {
            let Some(chaser) = world.open_cell(&mut draws) else {
                continue;
            };
            let least = world.least([chaser, target], &settings, &terrain);
            let path = pursuit.path(chaser, &mut workspace);
            asked += 1;
            let is_right = match (&path, least) {
                (None, None) => true,
                (Some(path), Some(least)) => {
                    let ends = [path.start(), path.goal()];
                    let cost = path.verify(
                        &world.seen,
                        settings.moves,
                        settings.corners,
                        Some(&terrain),
                    );
                    ends == [chaser, target]
                        && cost == Ok(path.cost())
                        && least <= path.cost()
                        && path.cost() <= detour.times(least)
                }
                _ => false,
            };
            if !is_right {
                return Err(format!("tick {tick}: {path:?} where the best is {least:?}"));
            }
        }
    }
    Ok([asked, pursuit.fields()])
}

#[test]
fn chasers_get_where_the_target_is_within_the_bound() {
    let counts = hold("pursuit", seeds(0, 250), || (), |seed, ()| chased(seed));
    let [asked, fields] = [0, 1].map(|index| counts.iter().map(|it| it[index]).sum::<u64>());
    println!("{asked} paths, {fields} fields");
    assert!(asked > 2500 && fields * 4 < asked, "{asked} {fields}");
}
