//! Connected components under edits, against a flood of every cell.

#![expect(clippy::cast_possible_truncation, reason = "seeds are small")]

use std::collections::HashMap;

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, Component, Occupancy, OccupancyBuilder, Traversability, UnknownPolicy,
};
use voxnav_testkit::{Draws, seeds};

/// Checks that cells share a component if and only if steps across faces join them.
fn check(world: &Traversability, context: &str) {
    let bounds = world.bounds();
    let size = bounds.max - bounds.min;
    let at = |cell: IVec3| {
        let local = cell - bounds.min;
        ((local.z * size.y + local.y) * size.x + local.x).unsigned_abs() as usize
    };
    let mut flooded: Vec<Option<Component>> = vec![None; at(bounds.max - 1) + 1];
    let mut starts = HashMap::new();
    for start in bounds.cells() {
        let own = world.component(start);
        assert_eq!(
            own.is_some(),
            world.is_traversable(start),
            "{context}: {start}"
        );
        let Some(component) = own.filter(|_| flooded[at(start)].is_none()) else {
            continue;
        };
        let before = starts.insert(component, start);
        assert_eq!(
            before, None,
            "{context}: {start} is apart from it, in one component"
        );
        let mut stack = vec![start];
        flooded[at(start)] = Some(component);
        while let Some(cell) = stack.pop() {
            for step in [
                IVec3::X,
                IVec3::Y,
                IVec3::Z,
                -IVec3::X,
                -IVec3::Y,
                -IVec3::Z,
            ] {
                let next = cell + step;
                if world.is_traversable(next) && flooded[at(next)].is_none() {
                    assert_eq!(
                        world.component(next),
                        own,
                        "{context}: {start} reaches {next}, in another component"
                    );
                    flooded[at(next)] = own;
                    stack.push(next);
                }
            }
        }
    }
    let mut sizes: HashMap<Component, u64> = HashMap::new();
    for component in flooded.into_iter().flatten() {
        *sizes.entry(component).or_default() += 1;
    }
    let told = world.component_sizes().unwrap();
    assert!(
        told.is_sorted_by_key(|(_, cells)| std::cmp::Reverse(*cells)),
        "{context}"
    );
    assert_eq!(HashMap::from_iter(told), sizes, "{context}");
}

/// A cell, a small box, or a wall right through the world.
fn part(bounds: &CellBox, draws: &mut Draws) -> CellBox {
    let cell = draws.cell(bounds);
    let mut part = CellBox::of_cell(cell);
    match draws.below(8) {
        0..4 => {}
        4..6 => part.max = cell + draws.vector(IVec3::ONE, IVec3::splat(9)),
        kind => {
            let axis = usize::from(kind == 6);
            part = *bounds;
            (part.min[axis], part.max[axis]) = (cell[axis], cell[axis] + 1);
        }
    }
    part.intersection(bounds)
}

fn edited(world: &Occupancy, draws: &mut Draws) -> Occupancy {
    let mut edit = world.edit();
    for _ in 0..=draws.below(3) {
        let part = part(&world.bounds(), draws);
        let state = draws.pick(&[CellState::Free, CellState::Occupied]);
        edit.set_box(part, state).unwrap();
    }
    edit.commit()
}

/// Worlds of many chunks and few cells: long, flat, or around the corner of eight chunks.
const BOUNDS: [CellBox; 4] = [
    CellBox::new(IVec3::new(-70, -65, 0), IVec3::new(66, 66, 1)),
    CellBox::new(IVec3::new(-5, 63, -200), IVec3::new(3, 65, 150)),
    CellBox::new(IVec3::new(58, -6, 122), IVec3::new(70, 5, 134)),
    CellBox::new(IVec3::new(-130, 62, 63), IVec3::new(140, 67, 65)),
];

#[test]
fn components_are_those_of_a_flood_after_any_edits() {
    for seed in seeds(0, 25) {
        let mut draws = Draws::new(seed);
        let bounds = BOUNDS[seed as usize % BOUNDS.len()];
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        // Around the share at which worlds fall apart, and far from it.
        let percent = draws.pick(&[0, 38, 45, 70, 95]);
        for cell in bounds.cells() {
            if draws.percent(percent) {
                builder.set(cell, CellState::Occupied).unwrap();
            }
        }
        let mut occupancy = builder.commit();
        let mut world = Traversability::new(&occupancy, UnknownPolicy::Blocked).with_components();
        check(&world, &format!("seed {seed}, from scratch"));
        for step in 0..30 {
            occupancy = edited(&occupancy, &mut draws);
            let next = world.refreshed(&occupancy);
            assert!(next.chunks_to_label() <= 64, "no more than were edited");
            // Several edits between two questions, and two futures of one snapshot.
            match draws.below(4) {
                0 => {}
                1 => {
                    let other = world.refreshed(&edited(world.occupancy(), &mut draws));
                    check(&other, &format!("seed {seed}, beside step {step}"));
                    check(&next, &format!("seed {seed}, step {step}"));
                }
                _ => check(&next, &format!("seed {seed}, step {step}")),
            }
            world = next;
        }
        world.validate().unwrap();
    }
}

/// A chunk that is edited in every tick, while no caller asks about components, counts once.
#[test]
fn chunks_edited_again_and_again_wait_once_for_labels() {
    let bounds = CellBox::from_size(IVec3::new(200, 70, 9));
    let occupancy = OccupancyBuilder::new(bounds).unwrap().commit();
    let mut world = Traversability::new(&occupancy, UnknownPolicy::Blocked).with_components();
    for tick in 0..300 {
        let mut builder = world.occupancy().edit();
        let cell = IVec3::new(if tick % 3 == 0 { 130 } else { 5 }, 4, 4);
        let state = [CellState::Free, CellState::Occupied][tick % 2];
        builder.set(cell, state).unwrap();
        world = world.refreshed(&builder.commit());
        assert!(
            world.chunks_to_label() <= 2,
            "{} in tick {tick}",
            world.chunks_to_label()
        );
    }
    assert_eq!(world.component_sizes().unwrap().len(), 1);
}
