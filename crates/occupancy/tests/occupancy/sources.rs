//! Worlds from functions, lists, slices and arrays are those that are set cell by cell.

use voxnav_occupancy::draws::Draws;
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Occupancy, OccupancyBuilder, OccupancyError};
use voxnav_testkit::seeds;

const STATES: [CellState; 3] = [CellState::Free, CellState::Occupied, CellState::Unknown];

fn same(one: &Occupancy, other: &Occupancy) {
    one.validate().unwrap();
    assert_eq!(one.bounds(), other.bounds());
    assert_eq!(one.outside(), other.outside());
    for cell in one.bounds().cells() {
        assert_eq!(one.state(cell), other.state(cell), "{cell}");
    }
}

#[test]
fn every_source_gives_the_world_of_its_cells() {
    println!("seeds 0..40");
    for seed in seeds(0, 40) {
        let mut draws = Draws::new(seed);
        let mut along = |low, high| {
            let mut one = || draws.between(low, high);
            IVec3::new(one(), one(), one())
        };
        let min = along(-100, 100);
        let bounds = CellBox::new(min, min + along(0, 70) * along(0, 2).signum());
        let few = draws.percent(50);
        let states: Vec<CellState> = (bounds.cells())
            .map(|_| {
                let is_other = draws.percent(if few { 1 } else { 60 });
                let other = STATES[usize::try_from(draws.below(3)).unwrap()];
                if is_other { other } else { CellState::Free }
            })
            .collect();
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        for (cell, state) in bounds.cells().zip(&states) {
            builder.set(cell, *state).unwrap();
        }
        let world = builder.commit();
        same(
            &Occupancy::from_fn(bounds, |cell| world.state(cell)).unwrap(),
            &world,
        );
        same(
            &Occupancy::from_slice(bounds, &states, |state| *state).unwrap(),
            &world,
        );
        let known = Occupancy::from_fn(bounds, |cell| match world.state(cell) {
            CellState::Occupied => CellState::Occupied,
            _ => CellState::Free,
        });
        let listed = Occupancy::from_occupied(bounds, world.occupied_cells());
        same(&listed.unwrap(), &known.unwrap());
        #[cfg(feature = "ndarray")]
        if !bounds.is_empty() {
            let [x, y, z] = bounds.size().to_array().map(|side| side as usize);
            let array = ndarray::Array3::from_shape_vec((z, y, x), states.clone()).unwrap();
            let view = array.view().permuted_axes([2, 1, 0]);
            same(
                &Occupancy::from_array(bounds.min, view, |it| *it).unwrap(),
                &world,
            );
        }
    }
}

#[test]
fn values_that_are_not_one_a_cell_are_refused() {
    let bounds = CellBox::from_size(IVec3::splat(3));
    for found in [0, 26, 28] {
        let refused = Occupancy::from_slice(bounds, &vec![0; found], |_| CellState::Free);
        let error = OccupancyError::ValueCount { wanted: 27, found };
        assert_eq!(refused.map(drop), Err(error));
    }
    let outside = Occupancy::from_occupied(bounds, [IVec3::splat(3)]);
    assert!(matches!(outside, Err(OccupancyError::OutsideBounds { .. })));
}
