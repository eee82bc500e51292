//! What snapshots differ in, and what is brought up to date by it, against every cell and against
//! deriving from scratch: after one commit, several joined ones, edits taken back, and edits apart.

use std::collections::BTreeMap;
use std::num::NonZeroU8;

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, ChangeSet, ChebyshevClearance, ChunkCoord, Footprint, Occupancy,
    OccupancyBuilder, Overlay, Traversability, UnknownPolicy,
};
use voxnav_testkit::{Draws, seeds};

const STATES: [CellState; 3] = [CellState::Free, CellState::Occupied, CellState::Unknown];

fn part(bounds: &CellBox, draws: &mut Draws) -> CellBox {
    let min = draws.cell(bounds);
    let edges = IVec3::ONE.map(|one| one + draws.pick(&[0, 0, 3, 40]));
    CellBox::new(min, min + edges).intersection(bounds)
}

/// Some edits, now and then of the whole world, its outside, or nothing.
fn edited(world: &Occupancy, draws: &mut Draws) -> Occupancy {
    let mut edit = world.edit();
    for _ in 0..draws.below(4) {
        let part = part(&world.bounds(), draws);
        edit.set_box(part, draws.pick(&STATES)).unwrap();
    }
    match draws.below(24) {
        0 => edit.set_box(world.bounds(), draws.pick(&STATES)).unwrap(),
        1 => edit = edit.with_outside(draws.pick(&STATES)),
        _ => {}
    }
    edit.commit()
}

/// Cells around the corners of chunks.
const BOUNDS: [CellBox; 3] = [
    CellBox::new(IVec3::new(-70, -65, 0), IVec3::new(66, 66, 1)),
    CellBox::new(IVec3::new(58, -6, 122), IVec3::new(70, 5, 134)),
    CellBox::new(IVec3::new(-3, 62, -130), IVec3::new(3, 67, 130)),
];

/// The chunks with cells that differ, and boxes around these.
fn differing(before: &Occupancy, after: &Occupancy) -> BTreeMap<ChunkCoord, CellBox> {
    let mut chunks = BTreeMap::new();
    for cell in after.bounds().cells() {
        if before.state(cell) != after.state(cell) {
            let hull = chunks.entry(ChunkCoord::of(cell));
            let hull = hull.or_insert(CellBox::EMPTY);
            *hull = hull.hull(&CellBox::of_cell(cell));
        }
    }
    chunks
}

/// Parts hold all cells that differ, reach no farther than the boxes of their chunks, and are few and apart.
fn check_parts(
    changes: &ChangeSet,
    [before, after]: [&Occupancy; 2],
    boxes: &BTreeMap<ChunkCoord, CellBox>,
) {
    let parts: Vec<CellBox> = changes.parts().collect();
    for (chunk, hull) in boxes {
        let here = || (parts.iter()).filter(|part| ChunkCoord::of(part.min) == *chunk);
        assert!((1..=16).contains(&here().count()));
        assert_eq!(here().fold(CellBox::EMPTY, |all, it| all.hull(it)), *hull);
        for (number, part) in here().enumerate() {
            let grown = CellBox::new(part.min - 4, part.max + 4);
            assert!(
                here()
                    .skip(number + 1)
                    .all(|it| it.intersection(&grown).is_empty())
            );
        }
        let mut cells = hull.cells();
        let differs = |cell: &IVec3| before.state(*cell) != after.state(*cell);
        let is_told = |cell: IVec3| here().any(|part| part.contains(cell));
        assert!(cells.all(|cell| !differs(&cell) || is_told(cell)));
    }
    let told = |part: &CellBox| boxes.contains_key(&ChunkCoord::of(part.min));
    assert!(parts.iter().all(told));
}

/// A world and what is kept up with it.
#[derive(Clone)]
struct Kept {
    occupancy: Occupancy,
    world: Traversability,
    clearance: ChebyshevClearance,
    overlay: Overlay,
}

impl Kept {
    fn new(occupancy: &Occupancy, agent: Footprint, cap: NonZeroU8) -> Self {
        let baked = OccupancyBuilder::new(occupancy.bounds()).unwrap().commit();
        Self {
            occupancy: occupancy.clone(),
            world: Traversability::for_agent(occupancy, agent, UnknownPolicy::Blocked)
                .with_components(),
            clearance: ChebyshevClearance::new(occupancy, UnknownPolicy::Blocked, cap),
            overlay: Overlay::new(&baked, occupancy, agent).unwrap(),
        }
    }

    fn updated(&self, occupancy: &Occupancy) -> Self {
        let baked = OccupancyBuilder::new(occupancy.bounds()).unwrap().commit();
        Self {
            occupancy: occupancy.clone(),
            world: self.world.refreshed(occupancy),
            clearance: self.clearance.updated(occupancy),
            overlay: self.overlay.updated(&baked, occupancy).unwrap(),
        }
    }

    fn check(&self, agent: Footprint, cap: NonZeroU8, context: &str) {
        assert_eq!(self.world.validate(), Ok(()), "{context}");
        self.occupancy.validate().unwrap();
        let scratch = Self::new(&self.occupancy, agent, cap);
        let both = [&self.overlay, &scratch.overlay].map(Overlay::occupancy);
        for cell in self.occupancy.bounds().cells() {
            let clearances = [self, &scratch].map(|it| it.clearance.at(cell));
            assert_eq!(clearances[0], clearances[1], "{context}: {cell}");
            assert_eq!(
                both[0].state(cell),
                both[1].state(cell),
                "{context}: {cell}"
            );
        }
        let changes = both[0].changes_since(both[1]);
        assert!(changes.is_total() || changes.is_empty(), "{context}");
    }
}

#[test]
fn changes_are_exact_and_updates_equal_scratch_whatever_came_between() {
    let mut compared = 0;
    for (seed, bounds) in seeds(0, 6).zip(BOUNDS.into_iter().cycle()) {
        let mut draws = Draws::new(seed);
        let agent = CellBox::new(
            IVec3::splat(-draws.below(2)),
            IVec3::splat(1 + draws.below(2)),
        );
        let agent = Footprint::new(agent).unwrap();
        let cap = NonZeroU8::new(draws.pick(&[1, 2, 7, 70])).unwrap();
        let first = OccupancyBuilder::new(bounds).unwrap().commit();
        let mut kept = vec![Kept::new(&first, agent, cap)];
        for step in 0..12 {
            let context = format!("seed {seed}, step {step}");
            let newest = &kept[kept.len() - 1].occupancy;
            let next = edited(newest, &mut draws);
            // From the last snapshot, from an earlier one, or from one edited apart.
            let base = &kept[draws.below(kept.len())];
            let next = if draws.below(4) == 0 {
                edited(&base.occupancy, &mut draws)
            } else {
                next
            };
            let changes = next.changes_since(&base.occupancy);
            let expected = differing(&base.occupancy, &next);
            if changes.is_total() {
                assert!(
                    changes.chunks().len() == 0 && !changes.is_empty(),
                    "{context}"
                );
            } else {
                let listed = changes.chunks().zip(changes.boxes());
                assert!(listed.eq(expected.clone()), "{context}: {changes:?}");
                assert_eq!(changes.is_empty(), expected.is_empty(), "{context}");
                check_parts(&changes, [&base.occupancy, &next], &expected);
            }
            let updated = base.updated(&next);
            updated.check(agent, cap, &context);
            if let Some(unshared) = base.world.unshared_chunks(&updated.world) {
                assert!(unshared.is_sorted(), "{context}");
                compared += 1;
                for chunk in bounds.chunks() {
                    let differ = base.world.differing_cells(&updated.world, chunk).next();
                    let listed = unshared.binary_search(&chunk).is_ok();
                    assert!(differ.is_none() || listed, "{context}: {chunk:?}");
                }
            }
            kept.push(updated);
        }
    }
    assert!(compared > 0, "no two worlds list the same chunks");
}

#[test]
fn worlds_of_other_bounds_list_other_chunks() {
    let [world, longer] = [IVec3::splat(70), IVec3::new(300, 70, 70)].map(|size| {
        let cells = OccupancyBuilder::new(CellBox::from_size(size)).unwrap();
        Traversability::new(&cells.commit(), UnknownPolicy::Blocked)
    });
    assert_eq!(world.unshared_chunks(&longer), None);
    assert_eq!(longer.unshared_chunks(&world), None);
    assert_eq!(world.unshared_chunks(&world.clone()), Some(Vec::new()));
}

#[test]
fn worlds_that_differ_in_what_was_never_written_differ_totally() {
    let bounds = CellBox::from_size(IVec3::splat(9));
    let world = OccupancyBuilder::new(bounds).unwrap().commit();
    let mut filled = world.edit();
    filled.set_box(bounds, CellState::Occupied).unwrap();
    let larger = CellBox::from_size(IVec3::splat(10));
    let larger = OccupancyBuilder::new(larger).unwrap().commit();
    for other in [
        filled.commit(),
        world.edit().with_outside(CellState::Free).commit(),
        larger,
    ] {
        let changes = other.changes_since(&world);
        assert!(changes.is_total() && !changes.is_empty());
        assert_eq!(changes.boxes().len(), 0);
    }
    let none = world.changes_since(&world.clone());
    assert!(none.is_empty() && !none.is_total());
}
