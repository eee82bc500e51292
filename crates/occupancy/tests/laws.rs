//! Laws of the lattice, of boxes and of edits, on random input from a fixed seed.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use voxnav_occupancy::glam::{DVec3, IVec3, Vec3};
use voxnav_occupancy::{
    Agent, CellBox, CellState, ChunkCoord, ChunkView, Footprint, Lattice, LatticeError,
    MAX_COORDINATE, Occupancy, OccupancyBuilder, OccupancyError, Skin,
};

const SEED: u64 = 0x0763_6133;

#[expect(
    clippy::print_stderr,
    reason = "a failing test shows the seed that it ran with"
)]
fn config(cases: u32) -> ProptestConfig {
    eprintln!("seed {SEED:#x}");
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(SEED),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A coordinate of a cell: near zero, anywhere, or near an end of the range.
fn coordinate() -> impl Strategy<Value = i32> {
    prop_oneof![
        -200..200,
        -MAX_COORDINATE..MAX_COORDINATE,
        -MAX_COORDINATE..-MAX_COORDINATE + 3,
        MAX_COORDINATE - 3..MAX_COORDINATE,
    ]
}

fn cell() -> impl Strategy<Value = IVec3> {
    [coordinate(), coordinate(), coordinate()].prop_map(IVec3::from_array)
}

fn size() -> impl Strategy<Value = f64> {
    prop_oneof![0.1..5.0, Just(0.1), Just(0.3), Just(1.0)]
}

/// A lattice with its origin near, far, or as far as allowed.
fn lattice() -> impl Strategy<Value = Lattice> {
    let reach = prop_oneof![Just(0.0), Just(10.0), Just(1e9), Just(2_f64.powi(50))];
    let direction = [-1.0..1.0, -1.0..1.0, -1.0..1.0_f64].prop_map(DVec3::from_array);
    (size(), reach, direction).prop_map(|(size, reach, direction)| {
        Lattice::new(direction * (reach * size), size).unwrap()
    })
}

fn is_out_of_range(result: Result<IVec3, LatticeError>) -> bool {
    matches!(result, Err(LatticeError::OutOfRange { .. }))
}

/// Compares `cell_at` with integers: `i = floor((2 offset + size) / (2 size))`.
fn assert_snaps_exactly(lattice: &Lattice, position: f64) -> Result<(), TestCaseError> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a multiple of 2^-60 below 2^60"
    )]
    let exact = |x: f64| (x * 2_f64.powi(60)) as i128;
    let (offset, size) = (exact(position - lattice.origin().x), exact(lattice.size()));
    let expected = (2 * offset + size).div_euclid(2 * size);
    let found = lattice.cell_at(DVec3::splat(position));
    let limit = i128::from(MAX_COORDINATE);
    if (-limit..limit).contains(&expected) {
        prop_assert_eq!(found.map(|cell| i128::from(cell.x)), Ok(expected));
    } else {
        prop_assert!(is_out_of_range(found));
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn centers_snap_back(lattice in lattice(), cell in cell()) {
        prop_assert_eq!(lattice.cell_at(lattice.center(cell)), Ok(cell));
    }

    #[test]
    fn single_precision_centers_snap_back_near_world_zero(
        size in size(),
        x in -(1 << 21)..1 << 21,
        shift in -1e6..1e6_f64,
    ) {
        let lattice = Lattice::new(DVec3::new(0.0, 0.0, shift * size), size).unwrap();
        let cell = IVec3::new(x, -x, x / 3);
        let center = lattice.center_f32(cell);
        prop_assert_eq!(lattice.cell_at_f32(center), Ok(cell));
        prop_assert_eq!(lattice.cell_at(center.as_dvec3()), Ok(cell));
    }

    /// Just below, at, and above the boundary between two cells, which `f64` mostly cannot hold.
    #[test]
    fn a_cell_begins_half_a_size_below_its_center(
        size in size(),
        upper in coordinate(),
        steps in -2..=2_i32,
    ) {
        let lattice = Lattice::new(DVec3::ZERO, size).unwrap();
        let boundary = (f64::from(upper) - 0.5) * size;
        let step = if steps < 0 { f64::next_down } else { f64::next_up };
        let position = (0..steps.abs()).fold(boundary, |position, _| step(position));
        assert_snaps_exactly(&lattice, position)?;
    }

    /// Multiples of 2^-20, so that the difference to the origin is exact.
    #[test]
    fn a_cell_owns_what_exact_integers_say(
        position in -(1_i64 << 50)..1 << 50,
        origin in -(1_i64 << 50)..1 << 50,
        size in 1 << 17..5_i64 << 20,
    ) {
        #[expect(clippy::cast_precision_loss, reason = "less than 2^53")]
        let scaled = |integer: i64| integer as f64 / f64::from(1 << 20);
        let lattice = Lattice::new(DVec3::splat(scaled(origin)), scaled(size)).unwrap();
        assert_snaps_exactly(&lattice, scaled(position))?;
    }

    #[test]
    fn positions_past_the_last_cells_are_refused(
        lattice in lattice(),
        axis in 0..3_usize,
        beyond in 1.0..1e30_f64,
    ) {
        let limit = f64::from(MAX_COORDINATE);
        for cells in [-limit - beyond, limit + beyond] {
            let mut position = lattice.origin();
            position[axis] += cells * lattice.size();
            prop_assert!(is_out_of_range(lattice.cell_at(position)));
        }
    }

    #[test]
    fn positions_that_are_not_finite_are_refused(lattice in lattice(), axis in 0..3_usize) {
        for coordinate in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut position = Vec3::ZERO;
            position[axis] = coordinate;
            let not_finite = |result| matches!(result, Err(LatticeError::NotFinite { .. }));
            prop_assert!(not_finite(lattice.cell_at_f32(position)));
            prop_assert!(not_finite(lattice.cell_at(position.as_dvec3())));
        }
    }

    #[test]
    fn no_float_makes_a_lattice_panic(size: f64, origin: [f64; 3], position: [f64; 3]) {
        if let Ok(lattice) = Lattice::new(DVec3::from_array(origin), size) {
            prop_assert_eq!(lattice.cell_at(lattice.center(IVec3::ONE)), Ok(IVec3::ONE));
            let _ = lattice.cell_at(DVec3::from_array(position));
        }
    }

    #[test]
    fn the_chunk_of_a_cell_is_its_floor_division_by_64(cell: [i32; 3]) {
        let chunk = ChunkCoord::of(IVec3::from_array(cell));
        prop_assert_eq!(chunk.0.to_array(), cell.map(|coordinate| coordinate.div_euclid(64)));
        prop_assert_eq!(chunk.origin().to_array(), chunk.0.to_array().map(|c| c * 64));
        if cell.iter().all(|coordinate| *coordinate < i32::MAX) {
            prop_assert!(chunk.cells().contains(IVec3::from_array(cell)));
        }
    }
}

/// A box with at most three cells along each axis, often empty or across a border of chunks.
fn small_box() -> impl Strategy<Value = CellBox> {
    let corner = || [-2..3, -2..3, -2..3].prop_map(IVec3::from_array);
    (corner(), corner()).prop_map(|(min, max)| CellBox::new(min, max))
}

fn cells_of(cells: &CellBox) -> BTreeSet<[i32; 3]> {
    cells.cells().map(|cell| cell.to_array()).collect()
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn boxes_are_sets_of_cells(a in small_box(), b in small_box()) {
        let (in_a, in_b) = (cells_of(&a), cells_of(&b));
        for cell in CellBox::new(IVec3::splat(-3), IVec3::splat(4)).cells() {
            prop_assert_eq!(a.contains(cell), in_a.contains(&cell.to_array()));
        }
        prop_assert_eq!(a.volume(), in_a.len() as u64);
        prop_assert_eq!(u64::from(a.size().element_product()), a.volume());
        prop_assert_eq!(cells_of(&a.intersection(&b)), &in_a & &in_b);
        prop_assert_eq!(a.contains_box(&b), in_b.is_subset(&in_a));
        prop_assert!(a.hull(&b).contains_box(&a) && a.hull(&b).contains_box(&b));
        prop_assert_eq!(a.hull(&b), b.hull(&a));
        prop_assert_eq!(a.is_empty(), in_a.is_empty());
    }

    #[test]
    fn the_chunks_of_a_box_are_those_of_its_cells(a in small_box(), min in cell()) {
        let min = min.min(IVec3::splat(MAX_COORDINATE - 5));
        let shifted = CellBox::new(a.min + min, a.max + min);
        let expected: BTreeSet<_> = shifted.cells().map(ChunkCoord::of).collect();
        prop_assert!(shifted.chunks().eq(expected));
    }
}

/// The naive world: every cell inside the bounds by itself, and the state outside.
#[derive(Debug, Clone, PartialEq)]
struct Model {
    bounds: CellBox,
    outside: CellState,
    cells: BTreeMap<[i32; 3], CellState>,
}

#[derive(Debug, Clone)]
enum Edit {
    Cell(IVec3, CellState),
    Box(CellBox, CellState),
    Everything(CellState),
    Outside(CellState),
    Commit,
}

impl Model {
    fn new(bounds: CellBox) -> Self {
        let cells = bounds
            .cells()
            .map(|cell| (cell.to_array(), CellState::Free))
            .collect();
        Self {
            bounds,
            outside: CellState::Occupied,
            cells,
        }
    }

    fn state(&self, cell: IVec3) -> CellState {
        self.cells
            .get(&cell.to_array())
            .copied()
            .unwrap_or(self.outside)
    }

    fn set_box(&mut self, cells: &CellBox, state: CellState) {
        for cell in cells.cells() {
            self.cells.insert(cell.to_array(), state);
        }
    }

    fn is_uniform_in(&self, chunk: ChunkCoord) -> bool {
        let inside = chunk.cells().intersection(&self.bounds);
        let reaches_out = inside != chunk.cells();
        let outside = reaches_out.then_some(self.outside);
        let mut states = inside.cells().map(|cell| self.state(cell)).chain(outside);
        let first = states.next();
        states.all(|state| Some(state) == first)
    }

    /// Whether some cell of a chunk has another state in `other`, which has the same bounds.
    fn differs_in(&self, other: &Self, chunk: ChunkCoord) -> bool {
        let inside = chunk.cells().intersection(&self.bounds);
        let differs = inside
            .cells()
            .any(|cell| self.state(cell) != other.state(cell));
        differs || (inside != chunk.cells() && self.outside != other.outside)
    }
}

fn state() -> impl Strategy<Value = CellState> {
    prop_oneof![
        Just(CellState::Free),
        Just(CellState::Occupied),
        Just(CellState::Unknown)
    ]
}

/// Bounds of at most 130 x 5 x 5 cells, the long axis anywhere, also at the ends of the range.
fn bounds() -> impl Strategy<Value = CellBox> {
    let size = (1..=130, 1..=5, 1..=5);
    let min = [coordinate(), coordinate(), coordinate()].prop_map(IVec3::from_array);
    (size, 0..3, min).prop_map(|((x, y, z), axis, min)| {
        let size = match axis {
            0 => IVec3::new(x, y, z),
            1 => IVec3::new(y, x, z),
            _ => IVec3::new(y, z, x),
        };
        let min = min.min(IVec3::splat(MAX_COORDINATE) - size);
        CellBox::new(min, min + size)
    })
}

/// Edits within bounds; a position is drawn as 64ths of the bounds, both ends included.
fn edits(bounds: CellBox) -> impl Strategy<Value = Vec<Edit>> {
    let corner = move || {
        [0..=64, 0..=64, 0..=64]
            .prop_map(move |share| bounds.min + bounds.size().as_ivec3() * IVec3::from(share) / 64)
    };
    let cell = corner().prop_map(move |corner| corner.min(bounds.max - IVec3::ONE));
    let cells = (corner(), corner()).prop_map(|(a, b)| CellBox::new(a.min(b), a.max(b)));
    let edit = prop_oneof![
        8 => (cell, state()).prop_map(|(cell, state)| Edit::Cell(cell, state)),
        8 => (cells, state()).prop_map(|(cells, state)| Edit::Box(cells, state)),
        2 => state().prop_map(Edit::Everything),
        1 => state().prop_map(Edit::Outside),
        6 => Just(Edit::Commit),
    ];
    prop::collection::vec(edit, 1..24)
}

fn apply(edit: &Edit, builder: &mut OccupancyBuilder, model: &mut Model) {
    match *edit {
        Edit::Cell(cell, state) => {
            builder.set(cell, state).unwrap();
            model.cells.insert(cell.to_array(), state);
        }
        Edit::Box(cells, state) => {
            builder.set_box(cells, state).unwrap();
            model.set_box(&cells, state);
        }
        Edit::Everything(state) => {
            builder.set_box(model.bounds, state).unwrap();
            model.set_box(&model.bounds.clone(), state);
        }
        Edit::Outside(state) => {
            *builder = builder.clone().with_outside(state);
            model.outside = state;
        }
        Edit::Commit => {}
    }
}

/// The bounds and one more cell on every side.
fn around(bounds: &CellBox) -> CellBox {
    CellBox::new(bounds.min - IVec3::ONE, bounds.max + IVec3::ONE)
}

fn assert_same(world: &Occupancy, model: &Model) -> Result<(), TestCaseError> {
    prop_assert_eq!(world.validate(), Ok(()));
    prop_assert_eq!(
        (world.bounds(), world.outside()),
        (model.bounds, model.outside)
    );
    for cell in around(&model.bounds).cells() {
        prop_assert_eq!(world.state(cell), model.state(cell), "at {}", cell);
        assert_rows_hold(world, model, cell)?;
    }
    for chunk in around(&model.bounds).chunks() {
        let is_uniform = matches!(world.chunk(chunk), ChunkView::Uniform(_));
        prop_assert_eq!(is_uniform, model.is_uniform_in(chunk));
    }
    for state in [CellState::Free, CellState::Occupied, CellState::Unknown] {
        let expected = model
            .cells
            .values()
            .filter(|other| **other == state)
            .count() as u64;
        prop_assert_eq!(world.count(state), expected);
    }
    let mut occupied: Vec<_> = model.bounds.cells().collect();
    occupied.retain(|cell| model.state(*cell) == CellState::Occupied);
    occupied.sort_by_key(|cell| (ChunkCoord::of(*cell), cell.z, cell.y, cell.x));
    prop_assert!(world.occupied_cells().eq(occupied.iter().copied()));
    let hull = occupied
        .iter()
        .map(|cell| CellBox::of_cell(*cell))
        .reduce(|hull, cell| hull.hull(&cell));
    prop_assert_eq!(world.occupied_bounds(), hull);
    Ok(())
}

/// The three rows of a chunk at a cell agree with the cell.
fn assert_rows_hold(world: &Occupancy, model: &Model, cell: IVec3) -> Result<(), TestCaseError> {
    let view = world.chunk(ChunkCoord::of(cell));
    let local = cell & 63;
    for state in [CellState::Free, CellState::Occupied, CellState::Unknown] {
        let bit = view.row(state, local.y, local.z) >> local.x & 1;
        prop_assert_eq!(
            bit == 1,
            model.state(cell) == state,
            "row of {:?} at {}",
            state,
            cell
        );
    }
    Ok(())
}

/// A chunk has a new version exactly if a cell differs, and otherwise the same storage.
fn assert_versions_follow(
    (before, model_before): &(Occupancy, Model),
    (after, model_after): &(Occupancy, Model),
) -> Result<(), TestCaseError> {
    let mut any = false;
    for chunk in around(&model_after.bounds).chunks() {
        let differs = model_after.differs_in(model_before, chunk);
        let versions = (before.version(chunk), after.version(chunk));
        any |= differs;
        if differs {
            prop_assert_eq!(versions.1, after.revision());
            prop_assert!(versions.0 < versions.1);
            prop_assert!(!after.shares_chunk(before, chunk));
        } else {
            prop_assert_eq!(versions.0, versions.1);
            prop_assert!(after.shares_chunk(before, chunk));
        }
    }
    prop_assert_eq!(after.revision(), before.revision() + u64::from(any));
    Ok(())
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn edits_do_what_a_map_of_cells_does(
        (bounds, edits) in bounds().prop_flat_map(|bounds| (Just(bounds), edits(bounds))),
    ) {
        let mut model = Model::new(bounds);
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        let mut history = vec![(builder.clone().commit(), model.clone())];
        for edit in edits.iter().chain([&Edit::Commit]) {
            apply(edit, &mut builder, &mut model);
            if let Edit::Commit = edit {
                for cell in around(&bounds).cells() {
                    prop_assert_eq!(builder.state(cell), model.state(cell));
                }
                let world = builder.commit();
                builder = world.edit();
                history.push((world, model.clone()));
            }
        }
        // Only now, when every later edit is made: no snapshot may have moved.
        for (world, model) in &history {
            assert_same(world, model)?;
        }
        for pair in history.windows(2) {
            assert_versions_follow(&pair[0], &pair[1])?;
        }
    }

    #[test]
    fn a_refused_edit_changes_nothing(bounds in bounds(), axis in 0..3_usize, state in state()) {
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        let mut cell = bounds.min;
        for coordinate in [bounds.min[axis] - 1, bounds.max[axis], i32::MIN, i32::MAX] {
            cell[axis] = coordinate;
            let refused = Err(OccupancyError::OutsideBounds { cell, bounds });
            prop_assert_eq!(builder.set(cell, state), refused);
            let cells = CellBox::of_cell(cell).hull(&bounds);
            if cells != bounds {
                let refused = Err(OccupancyError::BoxOutsideBounds { cells, bounds });
                prop_assert_eq!(builder.set_box(cells, state), refused);
            }
        }
        prop_assert_eq!(builder.commit().revision(), 0);
    }
}

#[test]
fn snapshots_and_builders_can_be_sent_and_shared() {
    fn assert_send_and_sync<T: Send + Sync>() {}
    assert_send_and_sync::<Occupancy>();
    assert_send_and_sync::<OccupancyBuilder>();
}

#[test]
fn bounds_that_end_before_they_begin_are_refused() {
    let bounds = CellBox::new(IVec3::new(0, 5, 0), IVec3::new(9, 4, 9));
    let refused = OccupancyBuilder::new(bounds).err();
    assert_eq!(refused, Some(OccupancyError::BoundsInverted { bounds }));
    let flat = CellBox::new(IVec3::new(0, 5, 0), IVec3::new(9, 5, 9));
    assert!(
        OccupancyBuilder::new(flat)
            .unwrap()
            .commit()
            .bounds()
            .is_empty()
    );
}

#[test]
fn enormous_numbers_are_short_in_messages() {
    let position = DVec3::new(1e300, 0.0, -1.0);
    let refused = Lattice::default()
        .cell_at(position)
        .unwrap_err()
        .to_string();
    assert!(
        refused.starts_with("position [1e300, 0, -1] is outside"),
        "{refused}"
    );
    let refused = Lattice::new(DVec3::ZERO, -1e200).unwrap_err().to_string();
    assert!(refused.starts_with("lattice size -1e200 "), "{refused}");
    let agent = Agent::new(Vec3::new(f32::INFINITY, 1e30, 0.5));
    let refused = Footprint::of(&agent, &Lattice::default(), Skin::default());
    let refused = refused.unwrap_err().to_string();
    assert_eq!(
        refused,
        "half extents [inf, 1e30, 0.5] must be finite and not negative"
    );
}
