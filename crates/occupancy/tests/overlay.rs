//! Cells laid over bakes against the definition, from scratch and after edits, on random worlds.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, ChunkCoord, Footprint, MAX_COORDINATE, Material, MaterialKind, Occupancy,
    OccupancyBuilder, Overlay,
};

struct Draws(Pcg32);

impl Draws {
    fn below(&mut self, end: i32) -> i32 {
        (self.0.next_u32() % end.cast_unsigned()).cast_signed()
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[usize::try_from(self.below(i32::try_from(values.len()).unwrap())).unwrap()]
    }

    fn vector(&mut self, size: IVec3) -> IVec3 {
        IVec3::from_array(std::array::from_fn(|axis| self.below(size[axis])))
    }

    fn edited(&mut self, world: &Occupancy, states: &[CellState]) -> Occupancy {
        let (mut edit, bounds) = (world.edit(), world.bounds());
        if self.below(12) == 0 {
            edit.set_box(bounds, self.one_of(states)).unwrap();
        }
        for _ in 0..self.below(4) {
            let min = bounds.min + self.vector(bounds.max - bounds.min);
            let reach = self.one_of(&[1, 3, 12]);
            let size = self.vector(IVec3::splat(reach)) + 1;
            let part = CellBox::new(min, (min + size).min(bounds.max));
            edit.set_box(part, self.one_of(states)).unwrap();
        }
        edit.commit()
    }
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
    for seed in 0..300 {
        let mut draws = Draws(Pcg32::new(seed, 0x0e_7a11));
        let border = IVec3::splat(draws.below(3) * 64 - 64);
        let min = border - draws.vector(IVec3::splat(9));
        let bounds = CellBox::new(min, min + draws.vector(IVec3::splat(12)) + 1);
        let size = draws.vector(IVec3::new(5, 3, 4)) + 1;
        let low = -draws.vector(size);
        let agent = Footprint::new(CellBox::new(low, low + size)).unwrap();
        let empty = OccupancyBuilder::new(bounds).unwrap().commit();
        let (mut baked, mut cells) = (empty.clone(), empty);
        let mut overlay = Overlay::new(&baked, &cells, agent).unwrap();
        for _ in 0..6 {
            if draws.below(3) > 0 {
                baked = draws.edited(&baked, &[FREE, OCCUPIED]);
            }
            if draws.below(3) > 0 {
                cells = draws.edited(&cells, &[FREE, OCCUPIED, UNKNOWN]);
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
    for seed in 0..300 {
        let mut draws = Draws(Pcg32::new(seed, 0x3a7e));
        let border = IVec3::splat(draws.below(3) * 64 - 64);
        let min = border - draws.vector(IVec3::splat(9));
        let bounds = CellBox::new(min, min + draws.vector(IVec3::splat(12)) + 1);
        let empty = OccupancyBuilder::new(bounds).unwrap().commit();
        let (mut baked, mut cells) = (empty.clone(), empty);
        let mut overlay = Overlay::new(&baked, &cells, Footprint::ONE).unwrap();
        for round in 0..6 {
            if draws.below(3) > 0 {
                baked = draws.edited(&baked, &[FREE, OCCUPIED]);
            }
            if draws.below(3) > 0 {
                let mut edit = draws.edited(&cells, &[FREE, OCCUPIED, UNKNOWN]).edit();
                let kind = draws.one_of(&kinds);
                let name = format!("{kind:?} {round}");
                let material = edit.add_material(Material::new(name, kind)).unwrap();
                let min = bounds.min + draws.vector(bounds.max - bounds.min);
                let size = draws.vector(IVec3::splat(6)) + 1;
                let part = CellBox::new(min, (min + size).min(bounds.max));
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
