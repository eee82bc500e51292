//! What is written is read back as the same world.

use voxnav_files::{Import, Solidity, Up, export, read_bytes};
use voxnav_occupancy::CellState::{self, Free, Occupied};
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, Lattice, Material, MaterialKind, Occupancy, OccupancyBuilder};
use voxnav_testkit::{Draws, seeds};

fn random(seed: u64, states: &[CellState]) -> Occupancy {
    let mut draws = Draws::new(seed);
    let low = draws.vector(IVec3::splat(-70), IVec3::splat(70));
    let size = draws.vector(IVec3::ONE, IVec3::splat(6));
    let bounds = CellBox::new(low, low + size);
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for cell in bounds.cells() {
        builder.set(cell, draws.pick(states)).unwrap();
    }
    builder.commit()
}

/// The surface of a world encloses its occupied cells, and no other: filled, in cells that are moved by
/// a quarter so that no face is on a boundary, it is the world again.
#[test]
fn surfaces_enclose_what_is_occupied_in_its_place() {
    for seed in seeds(0, 100) {
        let world = random(seed, &[Free, Free, Occupied]);
        if world.count(Occupied) == 0 {
            continue;
        }
        for up in [Up::Y, Up::Z] {
            let lattice = Lattice::new(DVec3::new(100.0, 20.0, -30.0), 4.0).unwrap();
            let mut file = Vec::new();
            let path = vec![DVec3::ZERO, DVec3::new(100.0, 20.0, -30.0)];
            export::gltf::write(&world, &lattice, &[path], up, &mut file).unwrap();
            let import = Import {
                size: Some(1.0.into()),
                up,
                solidity: Solidity::Filled,
                ..Import::default()
            };
            let read = read_bytes(&file, "a.gltf", &import).unwrap();
            assert_eq!(
                read.notes.len(),
                1,
                "the path is left out, and nothing is open"
            );
            for cell in world.bounds().cells() {
                let center = lattice.center(cell);
                let there = read.lattice.cell_at(center).unwrap();
                let state = if read.occupancy.bounds().contains(there) {
                    read.occupancy.state(there)
                } else {
                    Free
                };
                assert_eq!(state, world.state(cell), "seed {seed}, {cell}");
            }
        }
    }
}

/// The same cells, in the same colors and place, also where a scene has several models.
#[test]
fn scenes_come_back_cell_by_cell_in_their_place() {
    for seed in seeds(0, 200) {
        let mut draws = Draws::new(seed);
        let mut edit = random(seed, &[Free, Occupied]).edit();
        let names = ["#102030", "stone", "oak_planks"];
        let kinds = names.map(|name| {
            let material = Material::new(name, MaterialKind::Solid);
            edit.add_material(material).unwrap()
        });
        let bounds = edit.bounds();
        for _ in 0..5 {
            edit.set_material(draws.cell(&bounds), draws.pick(&kinds))
                .unwrap();
        }
        let world = edit.commit();
        if world.count(Occupied) == 0 {
            continue;
        }
        for up in [Up::Y, Up::Z] {
            let mut file = Vec::new();
            export::vox::write(&world, up, &mut file).unwrap();
            let import = Import {
                up,
                ..Import::default()
            };
            let read = read_bytes(&file, "a.vox", &import).unwrap().occupancy;
            assert!(
                read.occupied_cells().eq(world.occupied_cells()),
                "seed {seed}"
            );
            let color = |world: &Occupancy, cell| {
                let name = world.material(cell).and_then(|id| world.palette().get(id));
                name.map_or([0xb0; 3], |material| export::color_of(&material.name))
            };
            for cell in world.occupied_cells() {
                assert_eq!(
                    color(&read, cell),
                    color(&world, cell),
                    "seed {seed}, {cell}"
                );
            }
        }
    }
}

/// `dot_vox` itself reads what was written, in models of the size that is allowed.
#[test]
fn large_worlds_are_scenes_of_several_models() {
    let bounds = CellBox::new(IVec3::new(-300, -5, 250), IVec3::new(300, 5, 260));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    builder.set_box(bounds, Occupied).unwrap();
    let mut file = Vec::new();
    export::vox::write(&builder.commit(), Up::Z, &mut file).unwrap();
    let scene = dot_vox::load_bytes(&file).unwrap();
    assert_eq!(scene.models.len(), 4 * 2 * 2);
    let sides = scene.models.iter().map(|model| model.size);
    assert!(
        sides
            .flat_map(|size| [size.x, size.y, size.z])
            .all(|side| (1..=256).contains(&side))
    );
    let voxels: usize = scene.models.iter().map(|model| model.voxels.len()).sum();
    assert_eq!(voxels, 600 * 10 * 10);
}
