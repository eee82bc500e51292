//! Materials, by random edits of small worlds against a map of cells: states and materials are one
//! statement, nothing is stored where nothing is said, and snapshots, versions and change sets count
//! them as they count states.

use std::collections::BTreeMap;

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, ChunkCoord, CostFactor, Material, MaterialError, MaterialId, MaterialKind,
    Occupancy, OccupancyBuilder, OccupancyError, Palette,
};
use voxnav_testkit::{Draws, cases};

/// Around the corner of eight chunks, and within one.
const BOUNDS: [CellBox; 2] = [
    CellBox::new(IVec3::new(60, -3, 125), IVec3::new(69, 4, 131)),
    CellBox::new(IVec3::new(0, 0, 0), IVec3::new(7, 64, 3)),
];

fn part(bounds: &CellBox, draws: &mut Draws) -> CellBox {
    if draws.below(12) == 0 {
        return *bounds;
    }
    let min = draws.cell(bounds);
    let edges = IVec3::ONE.map(|one| one + draws.pick(&[0, 1, 3, 64]));
    CellBox::new(min, min + edges).intersection(bounds)
}

type Cell = (CellState, Option<MaterialId>);

/// The naive map.
struct Model {
    bounds: CellBox,
    cells: BTreeMap<[i32; 3], Cell>,
}

fn state_of(palette: &Palette, id: MaterialId) -> CellState {
    match palette.get(id).unwrap().kind {
        MaterialKind::Solid | MaterialKind::Door => CellState::Occupied,
        _ => CellState::Free,
    }
}

impl Model {
    fn new(bounds: CellBox) -> Self {
        let free = (CellState::Free, None);
        let cells = bounds.cells().map(|cell| (cell.to_array(), free));
        Self {
            bounds,
            cells: cells.collect(),
        }
    }

    fn change(&mut self, part: &CellBox, change: impl Fn(Cell) -> Cell) {
        for cell in part.cells() {
            let cell = self.cells.get_mut(&cell.to_array()).unwrap();
            *cell = change(*cell);
        }
    }

    fn check(&self, world: &Occupancy) {
        world.validate().unwrap();
        for cell in self.bounds.cells() {
            let found = (world.state(cell), world.material(cell));
            assert_eq!(found, self.cells[&cell.to_array()], "{cell}");
        }
        assert_eq!(world.material(self.bounds.max), None);
        assert_eq!(world.material(self.bounds.min - IVec3::ONE), None);
    }
}

fn edit_at_random(draws: &mut Draws, builder: &mut OccupancyBuilder, model: &mut Model) {
    let part = part(&model.bounds, draws);
    let palette = builder.palette().clone();
    match draws.below(6) {
        0 | 1 => {
            let state = draws.pick(&[CellState::Free, CellState::Occupied, CellState::Unknown]);
            if draws.percent(50) {
                builder.set_box(part, state).unwrap();
            } else {
                for cell in part.cells() {
                    builder.set(cell, state).unwrap();
                }
            }
            let kept = |id: &MaterialId| state_of(&palette, *id) == state;
            model.change(&part, |(_, material)| (state, material.filter(kept)));
        }
        2 => {
            builder.clear_materials(part).unwrap();
            model.change(&part, |(state, _)| (state, None));
        }
        _ => {
            let ids: Vec<_> = palette.iter().map(|(id, _)| id).collect();
            let id = draws.pick(&ids);
            if draws.percent(50) {
                builder.set_material_box(part, id).unwrap();
            } else {
                for cell in part.cells() {
                    builder.set_material(cell, id).unwrap();
                }
            }
            model.change(&part, |_| (state_of(&palette, id), Some(id)));
        }
    }
    for _ in 0..20 {
        let cell = draws.cell(&model.bounds);
        let found = (builder.state(cell), builder.material(cell));
        assert_eq!(found, model.cells[&cell.to_array()], "{cell} while edited");
    }
}

/// The chunks with cells that differ, and boxes around these.
fn differing(before: &Occupancy, after: &Occupancy) -> BTreeMap<ChunkCoord, CellBox> {
    let mut chunks = BTreeMap::new();
    for cell in after.bounds().cells() {
        let of = |world: &Occupancy| (world.state(cell), world.material(cell));
        if of(before) != of(after) {
            let hull = chunks.entry(ChunkCoord::of(cell)).or_insert(CellBox::EMPTY);
            *hull = hull.hull(&CellBox::of_cell(cell));
        }
    }
    chunks
}

fn with_all_kinds(bounds: CellBox) -> OccupancyBuilder {
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for &kind in MaterialKind::ALL {
        let material = Material::new(format!("{kind:?}"), kind);
        builder.add_material(material).unwrap();
    }
    builder
}

#[test]
fn edits_are_those_of_a_map_and_commits_move_versions_where_something_changed() {
    for (round, mut draws) in cases(0x5eed, 60).enumerate() {
        let bounds = BOUNDS[round % BOUNDS.len()];
        let mut model = Model::new(bounds);
        let mut snapshots = vec![with_all_kinds(bounds).commit()];
        for _ in 0..6 {
            let before = snapshots[snapshots.len() - 1].clone();
            let mut builder = before.edit();
            for _ in 0..draws.below(4) {
                edit_at_random(&mut draws, &mut builder, &mut model);
            }
            let after = builder.commit();
            model.check(&after);
            let chunks = differing(&before, &after);
            let is_same = chunks.is_empty() && !after.changes_since(&before).is_total();
            assert_eq!(
                after.revision() == before.revision(),
                is_same,
                "round {round}"
            );
            for chunk in bounds.chunks() {
                let has_moved = after.version(chunk) != before.version(chunk);
                let changes = after.changes_since(&before);
                assert!(
                    changes.is_total() || has_moved == chunks.contains_key(&chunk),
                    "round {round}: {chunk:?}"
                );
                if after.shares_chunk(&before, chunk) {
                    assert!(!chunks.contains_key(&chunk));
                }
            }
            snapshots.push(after);
        }
        for before in &snapshots {
            for after in &snapshots {
                let changes = after.changes_since(before);
                if !changes.is_total() {
                    let found: BTreeMap<_, _> = changes.chunks().zip(changes.boxes()).collect();
                    assert_eq!(found, differing(before, after), "round {round}");
                }
            }
        }
    }
}

#[test]
fn what_is_taken_back_leaves_nothing_behind() {
    for mut draws in cases(7, 100) {
        let bounds = BOUNDS[0];
        let empty = with_all_kinds(bounds).commit();
        let mut builder = empty.edit();
        let mut model = Model::new(bounds);
        for _ in 0..5 {
            edit_at_random(&mut draws, &mut builder, &mut model);
        }
        builder.clear_materials(bounds).unwrap();
        for cell in bounds.cells() {
            builder.set(cell, CellState::Free).unwrap();
        }
        let again = builder.commit();
        if !again.changes_since(&empty).is_total() {
            assert_eq!(again.revision(), empty.revision());
            assert_eq!(again.memory_bytes(), empty.memory_bytes());
        }
    }
}

#[test]
fn memory_follows_what_is_said() {
    let bounds = CellBox::from_size(IVec3::splat(512));
    let mut builder = with_all_kinds(bounds);
    let water = builder.palette().find("Liquid").unwrap();
    let empty = builder.clone().commit().memory_bytes();
    builder.set_material(IVec3::splat(100), water).unwrap();
    let one_cell = builder.clone().commit().memory_bytes() - empty;
    assert!(one_cell < 4096, "{one_cell} bytes for a cell of water");
    builder.set_material_box(bounds, water).unwrap();
    let ocean = builder.commit();
    let per_chunk = (ocean.memory_bytes() - empty) / 512;
    assert!(per_chunk < 256, "{per_chunk} bytes for each chunk of water");
    assert_eq!(ocean.material(IVec3::new(511, 0, 63)), Some(water));
}

#[test]
fn contradictions_are_refused_and_name_the_field() {
    let mut palette = Palette::new();
    let refused = |palette: &mut Palette, material: Material| palette.add(material).unwrap_err();
    let water = Material::new("water", MaterialKind::Liquid);
    palette.add(water.clone()).unwrap();
    let name = "water".to_owned();
    assert_eq!(
        refused(&mut palette, water.clone()),
        MaterialError::NameTaken { name: name.clone() }
    );
    let kind = MaterialKind::Liquid;
    let mut ice = palette.clone();
    ice = Palette::try_from(Vec::from(ice).split_off(1)).unwrap();
    let standable = Material {
        standable: true,
        ..water
    };
    let error = refused(&mut ice, standable);
    assert_eq!(error, MaterialError::CannotBear { name, kind });
    assert!(error.to_string().contains("`standable`"));
    let wall = Material {
        forbidden: true,
        ..Material::new("wall", MaterialKind::Solid)
    };
    let name = "wall".to_owned();
    let error = refused(&mut palette, wall);
    assert_eq!(error, MaterialError::ForbiddenButStandable { name });
    let nameless = Material::new("", MaterialKind::Solid);
    assert_eq!(refused(&mut palette, nameless), MaterialError::Nameless);
    for factor in [0.0, -1.0, 0.06, 64.1, f64::NAN, f64::INFINITY] {
        assert!(matches!(
            CostFactor::new(factor),
            Err(MaterialError::Cost { .. })
        ));
    }
    assert_eq!(CostFactor::new(2.5).unwrap().in_1024ths(), 2560);
    while palette.len() < Palette::LIMIT {
        let name = format!("number {}", palette.len());
        palette
            .add(Material::new(name, MaterialKind::Solid))
            .unwrap();
    }
    let limit = Palette::LIMIT;
    let last = Material::new("one more", MaterialKind::Solid);
    assert_eq!(
        refused(&mut palette, last),
        MaterialError::PaletteFull { limit }
    );
}

#[test]
fn refused_edits_change_nothing() {
    let bounds = CellBox::from_size(IVec3::splat(9));
    let mut builder = with_all_kinds(bounds);
    let stone = builder.palette().find("Solid").unwrap();
    let foreign = MaterialId::new(9).unwrap();
    let outside = IVec3::splat(9);
    let cells = CellBox::new(IVec3::ONE, IVec3::splat(10));
    let before = builder.clone().commit();
    assert_eq!(
        builder.set_material(IVec3::ONE, foreign),
        Err(OccupancyError::NoSuchMaterial { id: foreign })
    );
    assert_eq!(
        builder.set_material(outside, stone),
        Err(OccupancyError::OutsideBounds {
            cell: outside,
            bounds
        })
    );
    let refused = OccupancyError::BoxOutsideBounds { cells, bounds };
    assert_eq!(builder.set_material_box(cells, stone), Err(refused));
    assert_eq!(builder.clear_materials(cells), Err(refused));
    let after = builder.commit();
    assert!(after.changes_since(&before).is_empty());
}

#[test]
fn an_id_that_means_another_material_elsewhere_changes_everything() {
    let bounds = CellBox::from_size(IVec3::splat(4));
    let base = OccupancyBuilder::new(bounds).unwrap().commit();
    let [stone, glass] = ["stone", "glass"].map(|name| {
        let mut edit = base.edit();
        edit.add_material(Material::new(name, MaterialKind::Solid))
            .unwrap();
        edit.commit()
    });
    assert!(stone.changes_since(&glass).is_total());
    assert!(stone.changes_since(&base).is_empty());
}
