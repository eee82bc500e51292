//! Cells laid over bakes against the definition, from scratch and after edits, on random worlds.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, ChunkCoord, Footprint, MAX_COORDINATE, Material, MaterialKind, Occupancy,
    OccupancyBuilder, Overlay,
};
use voxnav_testkit::{Draws, seeds};

/// From zero to less than `size` on each axis.
fn vector(size: IVec3, draws: &mut Draws) -> IVec3 {
    draws.vector(IVec3::ZERO, size - 1)
}

/// Across the border of chunks, on either side of zero.
fn sample_bounds(draws: &mut Draws) -> CellBox {
    let border = IVec3::splat(64 * draws.between(-1, 1));
    let min = border - vector(IVec3::splat(9), draws);
    CellBox::new(min, min + vector(IVec3::splat(12), draws) + 1)
}

/// A box of cells of up to `reach` on each axis.
fn part(bounds: &CellBox, reach: i32, draws: &mut Draws) -> CellBox {
    let min = draws.cell(bounds);
    let size = draws.vector(IVec3::ONE, IVec3::splat(reach));
    CellBox::new(min, (min + size).min(bounds.max))
}

fn edited(world: &Occupancy, states: &[CellState], draws: &mut Draws) -> Occupancy {
    let (mut edit, bounds) = (world.edit(), world.bounds());
    if draws.below(12) == 0 {
        edit.set_box(bounds, draws.pick(states)).unwrap();
    }
    for _ in 0..draws.below(4) {
        let reach = draws.pick(&[1, 3, 12]);
        let part = part(&bounds, reach, draws);
        edit.set_box(part, draws.pick(states)).unwrap();
    }
    edit.commit()
}

const FREE: CellState = CellState::Free;
const OCCUPIED: CellState = CellState::Occupied;
const UNKNOWN: CellState = CellState::Unknown;

fn defined(baked: &Occupancy, cells: &Occupancy, agent: Footprint, anchor: IVec3) -> CellState {
    let covered = agent.offsets().cells().map(|offset| anchor + offset);
    let inside = covered.filter(|cell| cells.bounds().contains(*cell));
    let mut met: Vec<_> = inside.map(|cell| cells.state(cell)).collect();
    met.push(baked.state(anchor));
    let first = [OCCUPIED, UNKNOWN]
        .into_iter()
        .find(|state| met.contains(state));
    first.unwrap_or(FREE)
}

#[test]
fn either_blocks_and_updates_equal_overlays_from_scratch() {
    for seed in seeds(0, 120) {
        let mut draws = Draws::new(seed);
        let bounds = sample_bounds(&mut draws);
        let size = vector(IVec3::new(5, 3, 4), &mut draws) + 1;
        let low = -vector(size, &mut draws);
        let agent = Footprint::new(CellBox::new(low, low + size)).unwrap();
        let empty = OccupancyBuilder::new(bounds).unwrap().commit();
        let (mut baked, mut cells) = (empty.clone(), empty);
        let mut overlay = Overlay::new(&baked, &cells, agent).unwrap();
        for _ in 0..6 {
            if draws.below(3) > 0 {
                baked = edited(&baked, &[FREE, OCCUPIED], &mut draws);
            }
            if draws.below(3) > 0 {
                cells = edited(&cells, &[FREE, OCCUPIED, UNKNOWN], &mut draws);
            }
            overlay = overlay.updated(&baked, &cells).unwrap();
            let both = overlay.occupancy();
            both.validate().unwrap();
            for cell in bounds.cells() {
                let expected = defined(&baked, &cells, agent, cell);
                assert_eq!(both.state(cell), expected, "seed {seed}: {cell}");
            }
            assert_eq!(both.outside(), baked.outside());
        }
    }
}

#[test]
fn an_unexplored_world_may_be_as_large_as_any() {
    let everything = CellBox::new(IVec3::splat(-MAX_COORDINATE), IVec3::splat(MAX_COORDINATE));
    let baked = OccupancyBuilder::new(everything).unwrap().commit();
    let mut cells = OccupancyBuilder::new(everything).unwrap();
    cells.set_box(everything, UNKNOWN).unwrap();
    let seen = CellBox::new(IVec3::splat(-5), IVec3::splat(6));
    cells.set_box(seen, FREE).unwrap();
    let cells = cells.commit();
    let agent = Footprint::new(CellBox::new(IVec3::splat(-1), IVec3::splat(2))).unwrap();
    let overlay = Overlay::new(&baked, &cells, agent).unwrap();
    assert_eq!(overlay.occupancy().count(FREE), 9 * 9 * 9);

    // An edit far away leaves what is here as it is.
    let mut edit = cells.edit();
    edit.set(IVec3::splat(1000), FREE).unwrap();
    let later = overlay.updated(&baked, &edit.commit()).unwrap();
    let here = ChunkCoord(IVec3::ZERO);
    assert!(later.occupancy().shares_chunk(overlay.occupancy(), here));
    let small = OccupancyBuilder::new(seen).unwrap().commit();
    assert!(Overlay::new(&small, &cells, agent).is_err());
}

/// A material is there where the cell has the state that goes with it, for agents of one cell alone.
#[test]
fn cells_keep_the_materials_that_nothing_is_baked_into() {
    let kinds = [
        MaterialKind::Solid,
        MaterialKind::Liquid,
        MaterialKind::Door,
    ];
    for seed in seeds(0, 120) {
        let mut draws = Draws::new(1000 + seed);
        let bounds = sample_bounds(&mut draws);
        let empty = OccupancyBuilder::new(bounds).unwrap().commit();
        let (mut baked, mut cells) = (empty.clone(), empty);
        let mut overlay = Overlay::new(&baked, &cells, Footprint::ONE).unwrap();
        for round in 0..6 {
            if draws.below(3) > 0 {
                baked = edited(&baked, &[FREE, OCCUPIED], &mut draws);
            }
            if draws.below(3) > 0 {
                let mut edit = edited(&cells, &[FREE, OCCUPIED, UNKNOWN], &mut draws).edit();
                let kind = draws.pick(&kinds);
                let name = format!("{kind:?} {round}");
                let material = edit.add_material(Material::new(name, kind)).unwrap();
                let part = part(&bounds, 6, &mut draws);
                edit.set_material_box(part, material).unwrap();
                cells = edit.commit();
            }
            overlay = overlay.updated(&baked, &cells).unwrap();
            let both = overlay.occupancy();
            both.validate().unwrap();
            for cell in bounds.cells() {
                let state = defined(&baked, &cells, Footprint::ONE, cell);
                assert_eq!(both.state(cell), state, "seed {seed}: {cell}");
                let said = cells.material(cell);
                let expected = said.filter(|_| cells.state(cell) == state);
                assert_eq!(both.material(cell), expected, "seed {seed}: {cell}");
                let meaning = |id| both.palette().get(id) == cells.palette().get(id);
                assert!(expected.is_none_or(meaning), "seed {seed}: {cell}");
            }
        }
    }
}
