//! Traversability for agents of many cells against its definition, and refreshes against deriving
//! again, on random worlds from fixed seeds.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, ChunkCoord, Footprint, MAX_COORDINATE, Occupancy, OccupancyBuilder,
    Traversability, UnknownPolicy,
};
use voxnav_testkit::{Draws, seeds};

const STATES: [CellState; 3] = [CellState::Free, CellState::Occupied, CellState::Unknown];
const POLICIES: [UnknownPolicy; 3] = [
    UnknownPolicy::Blocked,
    UnknownPolicy::Free,
    UnknownPolicy::StopAtBoundary,
];

/// A box of cells within `bounds`, small more often than not.
fn part(bounds: &CellBox, draws: &mut Draws) -> CellBox {
    let min = draws.cell(bounds);
    let size = draws.pick(&[1, 1, 3, 20]);
    let max = min + draws.vector(IVec3::ONE, IVec3::splat(size));
    CellBox::new(min, max.min(bounds.max))
}

/// An agent of up to the given size with any cell of its box as its anchor.
fn sample_agent(largest: IVec3, draws: &mut Draws) -> Footprint {
    let size = draws.vector(IVec3::ONE, largest);
    let min = -draws.vector(IVec3::ZERO, size - 1);
    Footprint::new(CellBox::new(min, min + size)).unwrap()
}

/// Bounds of up to 14 cells an axis, often across the border of chunks, on either side of zero.
fn sample_bounds(draws: &mut Draws) -> CellBox {
    let border = draws.vector(IVec3::splat(-2), IVec3::splat(2)) * 64;
    let min = border - draws.vector(IVec3::splat(-1), IVec3::splat(10));
    CellBox::new(min, min + draws.vector(IVec3::ONE, IVec3::splat(14)))
}

fn sample_world(bounds: CellBox, parts: i32, draws: &mut Draws) -> Occupancy {
    let outside = draws.pick(&STATES);
    let mut builder = OccupancyBuilder::new(bounds).unwrap().with_outside(outside);
    let background = draws.pick(&[CellState::Free, CellState::Free, CellState::Unknown]);
    builder.set_box(bounds, background).unwrap();
    for _ in 0..draws.between(0, parts) {
        let part = part(&bounds, draws);
        builder.set_box(part, draws.pick(&STATES)).unwrap();
    }
    builder.commit()
}

/// The definition: no cell that the agent covers is blocked.
fn fits(world: &Occupancy, agent: Footprint, unknown: UnknownPolicy, anchor: IVec3) -> bool {
    let is_free = |cell| match world.state(cell) {
        CellState::Free => true,
        CellState::Occupied => false,
        CellState::Unknown => unknown != UnknownPolicy::Blocked,
    };
    world.bounds().contains(anchor) && agent.offsets().cells().all(|cell| is_free(anchor + cell))
}

fn assert_defined(world: &Occupancy, derived: &Traversability, unknown: UnknownPolicy, seed: u64) {
    let bounds = world.bounds();
    let agent = derived.footprint();
    let is_known = |anchor| {
        let mut covered = agent.offsets().cells();
        covered.all(|cell| world.state(anchor + cell) != CellState::Unknown)
    };
    for cell in CellBox::new(bounds.min - 1, bounds.max + 1).cells() {
        assert_eq!(
            derived.is_traversable(cell),
            fits(world, agent, unknown, cell),
            "seed {seed}: {cell} in {bounds} for {} with {unknown:?}, outside {:?}",
            agent.offsets(),
            world.outside(),
        );
        if unknown == UnknownPolicy::StopAtBoundary {
            assert_eq!(
                derived.is_known(cell),
                is_known(cell),
                "seed {seed}: {cell}"
            );
        }
    }
}

#[test]
fn dilation_is_its_definition_cell_by_cell() {
    for seed in seeds(0, 1200) {
        let mut draws = Draws::new(seed);
        let bounds = sample_bounds(&mut draws);
        let world = sample_world(bounds, 4, &mut draws);
        let largest = draws.pick(&[IVec3::new(7, 9, 5), IVec3::splat(3), IVec3::ONE]);
        let agent = sample_agent(largest, &mut draws);
        let unknown = draws.pick(&POLICIES);
        let derived = Traversability::for_agent(&world, agent, unknown);
        assert_defined(&world, &derived, unknown, seed);
    }
}

/// The cells to test are few, the box is large: the definition by counting blocked cells would cost
/// millions of questions, so the worlds have few cells.
#[test]
fn agents_larger_than_the_world_fit_only_where_the_outside_lets_them() {
    for seed in seeds(0, 60) {
        let mut draws = Draws::new(seed);
        let bounds = sample_bounds(&mut draws);
        let bounds = CellBox::new(
            bounds.min,
            bounds.min + (bounds.max - bounds.min).min(IVec3::splat(5)),
        );
        let world = sample_world(bounds, 1, &mut draws);
        let largest = draws.pick(&[
            IVec3::new(64, 3, 2),
            IVec3::new(2, 64, 3),
            IVec3::new(40, 2, 64),
        ]);
        let agent = sample_agent(largest, &mut draws);
        let unknown = draws.pick(&POLICIES);
        let derived = Traversability::for_agent(&world, agent, unknown);
        assert_defined(&world, &derived, unknown, seed);
    }
}

#[test]
fn neighborhoods_hold_the_dilated_cells() {
    for seed in seeds(0, 12) {
        let mut draws = Draws::new(seed);
        let min = draws.vector(IVec3::splat(-90), IVec3::splat(-40));
        let bounds = CellBox::new(min, min + draws.vector(IVec3::splat(30), IVec3::splat(110)));
        let world = sample_world(bounds, 12, &mut draws);
        let agent = sample_agent(IVec3::splat(30), &mut draws);
        let derived = Traversability::for_agent(&world, agent, UnknownPolicy::Free);
        for _ in 0..20_000 {
            let cell = draws.cell(&bounds);
            let neighborhood = derived.neighborhood(cell);
            for bit in 0..27 {
                let offset = IVec3::new(bit % 3 - 1, bit / 3 % 3 - 1, bit / 9 - 1);
                let expected = derived.is_traversable(cell + offset);
                assert_eq!(
                    neighborhood >> bit & 1 != 0,
                    expected,
                    "seed {seed}: {cell}"
                );
            }
        }
    }
}

#[test]
fn refreshing_after_edits_equals_deriving_anew() {
    for seed in seeds(0, 20) {
        let mut draws = Draws::new(seed);
        let min = draws.vector(IVec3::splat(-140), IVec3::splat(-60));
        let bounds = CellBox::new(min, min + draws.vector(IVec3::splat(60), IVec3::splat(190)));
        let mut world = sample_world(bounds, 6, &mut draws);
        let agent = if seed % 4 == 0 {
            Footprint::ONE
        } else {
            sample_agent(IVec3::new(7, 9, 63), &mut draws)
        };
        let unknown = draws.pick(&POLICIES);
        let mut derived = Traversability::for_agent(&world, agent, unknown);
        let (first_world, first) = (world.clone(), derived.clone());
        for _ in 0..8 {
            let mut edit = world.edit();
            for _ in 0..draws.between(1, 3) {
                let part = part(&bounds, &mut draws);
                edit.set_box(part, draws.pick(&STATES)).unwrap();
            }
            if draws.between(0, 15) == 0 {
                edit.set_box(bounds, draws.pick(&STATES)).unwrap();
            }
            if draws.between(0, 15) == 0 {
                edit = edit.with_outside(draws.pick(&STATES));
            }
            world = edit.commit();
            derived = derived.refreshed(&world);
            assert_eq!(derived.validate(), Ok(()), "seed {seed}");
        }
        for _ in 0..200 {
            let cell = draws.cell(&bounds);
            assert_eq!(
                derived.is_traversable(cell),
                fits(&world, agent, unknown, cell)
            );
            assert_eq!(
                first.is_traversable(cell),
                fits(&first_world, agent, unknown, cell)
            );
        }
        // Worlds edited apart, and back in time.
        assert_eq!(
            derived.refreshed(&first_world).validate(),
            Ok(()),
            "seed {seed}"
        );
    }
}

#[test]
fn worlds_too_large_to_list_refresh_alike() {
    let far = IVec3::splat(MAX_COORDINATE);
    for (seed, bounds) in (0..).zip([
        CellBox::new(-far, far),
        CellBox::new(IVec3::splat(-63), IVec3::splat(1 << 16)),
        CellBox::new(IVec3::new(-1, 5, -far.z), IVec3::new(1 << 20, 70, far.z)),
    ]) {
        for outside in STATES {
            let mut draws = Draws::new(seed);
            let mut world = OccupancyBuilder::new(bounds)
                .unwrap()
                .with_outside(outside)
                .commit();
            let agent = sample_agent(IVec3::splat(63), &mut draws);
            let policy = UnknownPolicy::Blocked;
            let mut derived = Traversability::for_agent(&world, agent, policy);
            for _ in 0..3 {
                let mut edit = world.edit();
                let corner = draws.pick(&[bounds.min, bounds.max - 1]);
                let near = CellBox::new(corner - 300, corner + 300).intersection(&bounds);
                let part = part(&near, &mut draws);
                edit.set_box(part, CellState::Occupied).unwrap();
                world = edit.commit();
                derived = derived.refreshed(&world);
                assert_eq!(derived.validate(), Ok(()), "seed {seed}");
                for _ in 0..100 {
                    let shift = draws.vector(IVec3::splat(-130), IVec3::splat(130));
                    let cell = draws.pick(&[part.min, bounds.min, bounds.max]) + shift;
                    let expected = bounds.contains(cell) && is_clear(&world, agent, cell);
                    assert_eq!(
                        derived.is_traversable(cell),
                        expected,
                        "seed {seed}: {cell}"
                    );
                }
            }
        }
    }
}

/// As [`fits`], by the occupied cells instead of those that the agent covers.
fn is_clear(world: &Occupancy, agent: Footprint, anchor: IVec3) -> bool {
    let offsets = agent.offsets();
    let covered = CellBox::new(anchor + offsets.min, anchor + offsets.max);
    let fits = world.outside() == CellState::Free || world.bounds().contains_box(&covered);
    fits && !world.occupied_cells().any(|cell| covered.contains(cell))
}

#[test]
fn content_says_nothing_about_chunks_far_from_it() {
    let bounds = CellBox::new(IVec3::splat(-MAX_COORDINATE), IVec3::splat(MAX_COORDINATE));
    for chunk in 0..4 {
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        let content = CellBox::new(bounds.min + chunk * 64, bounds.min + chunk * 64 + 64);
        let blocked = content.min + 7;
        builder.set(blocked, CellState::Occupied).unwrap();
        let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        assert!(!world.is_traversable(blocked));
        assert!(world.is_traversable(blocked + 64 * 9));
        assert_eq!(world.neighborhood(blocked + 64 * 9), (1 << 27) - 1);
    }
}

#[test]
fn what_an_edit_cannot_reach_keeps_its_storage() {
    let bounds = CellBox::from_size(IVec3::splat(256));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for cell in bounds.cells().step_by(8191) {
        builder.set(cell, CellState::Occupied).unwrap();
    }
    let world = builder.commit();
    let agent = Footprint::new(CellBox::new(IVec3::new(-2, -1, 0), IVec3::new(1, 4, 2))).unwrap();
    let before = Traversability::for_agent(&world, agent, UnknownPolicy::Blocked);
    let mut edit = world.edit();
    // Reaches two cells up along x, three down along y.
    edit.set(IVec3::new(127, 66, 100), CellState::Occupied)
        .unwrap();
    let after = before.refreshed(&edit.commit());
    assert_eq!(after.validate(), Ok(()));
    let changed: Vec<_> = bounds
        .chunks()
        .filter(|&chunk| !after.shares_chunk(&before, chunk))
        .map(|chunk| chunk.0.to_array())
        .collect();
    assert_eq!(changed, [[1, 0, 1], [2, 0, 1], [1, 1, 1], [2, 1, 1]]);
    assert!(after.shares_chunk(&before, ChunkCoord(IVec3::ZERO)));
    let unedited = before.refreshed(&world);
    assert!(
        bounds
            .chunks()
            .all(|chunk| unedited.shares_chunk(&before, chunk))
    );
}
