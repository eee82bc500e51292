//! Moving one obstacle in a large world, up to the snapshot that searches see.

use std::error::Error;

use voxnav::colliders::{Obstacle, Solidity};
use voxnav::glam::{DVec3, IVec3, Vec3};
use voxnav::grid::CellBox;
use voxnav::parry3d::shape::{Ball, SharedShape};
use voxnav::{Agent, Lattice, Navigator};
use voxnav_benches::{Clock, Numbers};
use voxnav_lab::fingerprint;

use super::scenes::{clutter, terrain};

/// Moves there and back a round.
const MOVES: usize = 20;

/// The two places between which the obstacle moves, by name.
const PLACES: [(&str, [f64; 3], [f64; 3]); 5] = [
    (
        "by one cell in the middle of a chunk",
        [96.0; 3],
        [97.0, 96.0, 96.0],
    ),
    (
        "by one cell over the corner of 8 chunks",
        [128.0; 3],
        [129.0, 128.0, 128.0],
    ),
    (
        "from chunk to distant chunk",
        [96.0; 3],
        [352.0, 416.0, 288.0],
    ),
    (
        "from corner of 8 chunks to a distant one",
        [128.0; 3],
        [384.0, 448.0, 320.0],
    ),
    (
        "from such a corner in the clutter into the hills",
        [128.0; 3],
        [320.0, 256.0, 320.0],
    ),
];

/// Measures moves of a box and of a rock in 512^3 cells.
pub(crate) fn measure(rounds: usize) -> Result<(), Box<dyn Error>> {
    let (vertices, triangles) = Ball::new(5.0).to_trimesh(16, 11);
    let rock = Obstacle::mesh(vertices, triangles).with(Solidity::Solid);
    let cuboid = Obstacle::new(SharedShape::cuboid(5.0, 5.0, 5.0));
    for (name, moving) in [
        ("a box of 10^3 cells", cuboid),
        ("a rock, a solid mesh", rock),
    ] {
        let title = format!("moving {name} among 2,000 obstacles and 32,768 triangles in 512^3");
        let mut numbers = Numbers::new(title, Clock::Wall);
        let bounds = CellBox::from_size(IVec3::splat(512));
        let mut navigator = Navigator::new(Lattice::default(), bounds)?;
        let (vertices, triangles) = terrain(512.0, 128);
        navigator.insert(Obstacle::mesh(vertices, triangles))?;
        for obstacle in clutter(512.0, 2000) {
            navigator.insert(obstacle)?;
        }
        let moving = navigator.insert(moving)?;
        let agent = navigator.add_agent(Agent::new(Vec3::splat(0.5)))?;
        // Half a cell off the lattice, so that ten cells in a row are covered.
        let place = |place: [f64; 3]| DVec3::from(place) - 0.5;
        for (case, from, to) in PLACES.repeat(rounds) {
            navigator.move_to(moving, place(from))?;
            navigator.refresh()?;
            for at in [to, from].repeat(MOVES) {
                let before = navigator.traversability(agent)?;
                let after = numbers.time(case, || {
                    navigator.move_to(moving, place(at))?;
                    navigator.traversability(agent)
                });
                if after?.is_same_snapshot(&before) {
                    return Err(format!("{case}: the move was lost").into());
                }
            }
            let world = navigator.traversability(agent)?;
            let shape = navigator.agent(agent).ok_or("no agent")?;
            let scratch = navigator
                .obstacles()
                .bake(navigator.lattice(), shape, bounds)?;
            if fingerprint([world.occupancy()]) != fingerprint([&scratch]) {
                return Err(format!("{case}: differs from a bake from scratch").into());
            }
        }
        numbers.print();
    }
    Ok(())
}
