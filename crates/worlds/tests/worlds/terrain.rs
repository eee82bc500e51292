//! What terrain promises: every material, water up to one level, and towers, bridges and caves that cells show.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use glam::IVec3;
use voxnav_occupancy::{CellState, MaterialKind, Occupancy};
use voxnav_worlds::{WorldKind, generate};

fn terrain(seed: u64) -> Occupancy {
    generate(WorldKind::Terrain, IVec3::new(192, 160, 96), seed).unwrap()
}

/// The name of the material of a cell, or of its state if it has none.
fn name(world: &Occupancy, cell: IVec3) -> String {
    let material = world.material(cell).and_then(|id| world.palette().get(id));
    material.map_or_else(
        || format!("{:?}", world.state(cell)),
        |material| material.name.clone(),
    )
}

fn cells_of<'a>(world: &'a Occupancy, wanted: &'a str) -> impl Iterator<Item = IVec3> + 'a {
    let id = world.palette().find(wanted).unwrap();
    let cells = world.bounds().cells();
    cells.filter(move |cell| world.material(*cell) == Some(id))
}

#[test]
fn terrain_has_every_kind_of_material() {
    let world = terrain(1);
    let kinds: Vec<MaterialKind> = world
        .palette()
        .iter()
        .map(|(_, material)| material.kind)
        .collect();
    for kind in MaterialKind::ALL {
        assert!(kinds.contains(kind), "{kind:?}");
    }
    for (_, material) in world.palette().iter() {
        let count = cells_of(&world, &material.name).count();
        assert!(count > 0, "no {}", material.name);
    }
}

/// Lakes are level, and nothing is open below their surface: above each cell of water there is water,
/// the open air at the level of all lakes, or a bridge there.
#[test]
fn water_is_level() {
    for seed in 1..6 {
        let world = terrain(seed);
        let surface = cells_of(&world, "water").map(|cell| cell.z).max().unwrap();
        for cell in cells_of(&world, "water") {
            let above = name(&world, cell + IVec3::Z);
            if cell.z < surface {
                assert_eq!(above, "water", "seed {seed}: above {cell}");
            } else {
                assert!(
                    above == "Free" || above == "planks",
                    "seed {seed}: {above} above {cell}"
                );
            }
            for side in [IVec3::X, IVec3::NEG_X, IVec3::Y, IVec3::NEG_Y, IVec3::NEG_Z] {
                let beside = cell + side;
                let dry = world.bounds().contains(beside) && name(&world, beside) == "Free";
                assert!(!dry, "seed {seed}: water at {cell} would run to {beside}");
            }
        }
    }
}

/// Ladders lead from floor to floor along a wall, through the floor above.
#[test]
fn ladders_lead_from_floor_to_floor() {
    let world = terrain(2);
    let is_ladder = |cell| name(&world, cell) == "ladder";
    let feet: Vec<IVec3> = cells_of(&world, "ladder")
        .filter(|cell| !is_ladder(*cell - IVec3::Z))
        .collect();
    assert!(feet.len() > 2);
    for foot in feet {
        assert_eq!(name(&world, foot - IVec3::Z), "planks");
        let top = (1..64)
            .find(|step| !is_ladder(foot + IVec3::Z * *step))
            .unwrap();
        assert_eq!(top, 6, "one storey");
        let head = foot + IVec3::Z * top;
        assert_eq!(world.state(head), CellState::Free);
        assert_eq!(world.state(head + IVec3::Z), CellState::Free);
        assert_eq!(name(&world, head - IVec3::Z - IVec3::X), "planks");
    }
}

/// Caves have roofs: there is open space below the ground.
#[test]
fn caves_lead_below_the_ground() {
    let world = terrain(3);
    let grass: Vec<IVec3> = cells_of(&world, "grass").collect();
    let roofs = grass.iter().filter(|cell| {
        let mut below = (3..)
            .map(|down| **cell - IVec3::Z * down)
            .take_while(|cell| cell.z > 0);
        below.any(|cell| name(&world, cell) == "Free")
    });
    let share = roofs.count() * 100 / grass.len();
    assert!(
        (2..40).contains(&share),
        "{share} % of the grass is above a cave"
    );
}

#[test]
fn walkers_find_land() {
    for seed in 1..6 {
        let world = terrain(seed);
        let size = world.bounds().size();
        let columns = size.x * size.y;
        let land = cells_of(&world, "grass").count() as u64 * 100 / u64::from(columns);
        assert!((30..90).contains(&land), "seed {seed}: {land} % grass");
    }
}
