//! Edits against a map of cells.

use std::collections::BTreeMap;

use proptest::prelude::*;
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, ChunkCoord, ChunkView, MAX_COORDINATE, Occupancy, OccupancyBuilder,
    OccupancyError,
};

use super::{cell, config};

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
    let min = cell();
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
