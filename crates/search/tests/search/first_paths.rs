//! First paths in worlds from fixed seeds: how good they are, and how little is looked at for them.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{Traversability, UnknownPolicy};
use voxnav_search::{CornerRule, MoveSet, Outcome, Query, Workspace};
use voxnav_testkit::seeds;
use voxnav_worlds::{WorldKind, generate, random_free_cells};

/// Kind of world, and how many percent of the optimum first paths cost there: in the mean, and at most.
const WORLDS: [(&str, u64, u64); 5] = [
    ("towers", 103, 125),
    ("caves", 110, 140),
    ("rooms", 125, 160),
    ("random:20", 122, 150),
    ("random:40", 132, 175),
];

#[test]
fn first_paths_are_near_the_optimum_and_take_a_part_of_its_effort() {
    for (kind, mean, most) in WORLDS {
        let (mut costs, mut optima, mut first, mut exact) = (0, 0, 0, 0);
        for seed in seeds(70, 3) {
            let kind: WorldKind = kind.parse().unwrap();
            let occupancy = generate(kind, IVec3::splat(72), seed).unwrap();
            let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
            let cells = random_free_cells(&occupancy, seed, 60);
            let mut workspace = Workspace::new();
            for ends in cells.chunks_exact(2) {
                let query = Query::new(ends[0], ends[1]);
                let quick = query.anytime().solve(&world, &mut workspace);
                let best = query.solve(&world, &mut workspace);
                let (Outcome::Found(path), Outcome::Found(optimal)) =
                    (&quick.outcome, &best.outcome)
                else {
                    assert_eq!(quick.outcome.name(), best.outcome.name());
                    continue;
                };
                let checked = path.verify(&world, MoveSet::Vertex26, CornerRule::Strict, None);
                assert_eq!(checked, Ok(path.cost()));
                let [cost, optimum] = [path, optimal].map(|path| path.cost().raw() >> 16);
                assert!(
                    cost * 100 <= optimum * most,
                    "{kind} {seed}: {cost} for {optimum}"
                );
                costs += cost;
                optima += optimum;
                first += quick.statistics.expanded;
                exact += best.statistics.expanded;
            }
        }
        assert!(costs * 100 <= optima * mean, "{kind}: {costs} for {optima}");
        assert!(first < exact, "{kind}: {first} expansions for {exact}");
    }
}
