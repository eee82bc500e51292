//! Planes that walkers share, against stances cell by cell, in random worlds with edits, read in any order.

use std::thread;

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, Footprint, Heading, Material, MaterialKind, MaterialSet, Occupancy,
    OccupancyBuilder, Stance, StanceMap, StanceRules, Traversability,
};
use voxnav_testkit::{Draws, cases};

/// Returns a world of at most 3 x 3 x 2 chunks: floors with holes, of stone and of ice.
fn world(draws: &mut Draws) -> OccupancyBuilder {
    let min = IVec3::splat(-70) + IVec3::ONE.map(|_| draws.below(60));
    let size = IVec3::new(100, 70, 20).map(|most| 1 + draws.below(most));
    let mut builder = OccupancyBuilder::new(CellBox::new(min, min + size)).unwrap();
    builder
        .add_material(Material::new("ice", MaterialKind::Solid))
        .unwrap();
    for _ in 0..20 {
        edit(&mut builder, draws, 40);
    }
    builder
}

/// Fills or clears a box of cells, of up to so many along each axis but one.
fn edit(builder: &mut OccupancyBuilder, draws: &mut Draws, most: i32) {
    let bounds = builder.bounds();
    let low = draws.cell(&bounds);
    let mut size = IVec3::ONE.map(|_| 1 + draws.below(most));
    size[draws.below(3_usize)] = 1;
    let part = CellBox::new(low, low + size).intersection(&bounds);
    match draws.below(4) {
        0 => {
            let ice = builder.palette().iter().next().map(|(id, _)| id).unwrap();
            builder.set_material_box(part, ice).unwrap();
        }
        1 => builder.set_box(part, CellState::Free).unwrap(),
        _ => builder.set_box(part, CellState::Occupied).unwrap(),
    }
}

fn rules(draws: &mut Draws, world: &Occupancy) -> StanceRules {
    let [low, high] = [0, 1].map(|least| IVec3::ONE.map(|_| least + draws.below(2)));
    let body = Footprint::new(CellBox::new(-low, high.max(IVec3::ONE))).unwrap();
    let mut ice = MaterialSet::default();
    if draws.percent(50) {
        world.palette().iter().for_each(|(id, _)| ice.insert(id));
    }
    StanceRules::new(body)
        .up(draws.pick(&Heading::ALL))
        .minding(ice)
}

/// Returns the first cell in which a plane differs from the stances, among those of a box and around it.
fn first_wrong(plane: &Traversability, stances: &StanceMap, cells: CellBox) -> Option<IVec3> {
    let whole = plane.bounds();
    let mut around = CellBox::new(cells.min - 2, cells.max + 2).cells();
    let mut reader = stances.reader();
    around.find(|&cell| {
        let stance = reader.at(cell);
        let stands = stance.has(Stance::STANDING) && stance.has(Stance::UPRIGHT);
        let is_plane = whole.contains(cell) && stands && !stance.has(Stance::MINDED);
        plane.is_traversable(cell) != is_plane
    })
}

#[test]
fn shared_planes_are_the_stances_cell_by_cell_whatever_was_edited() {
    let (mut open, mut kept) = (0, 0);
    for mut draws in cases(0, 12) {
        let mut occupancy = world(&mut draws).commit();
        let rules = rules(&mut draws, &occupancy);
        let mut shared = StanceMap::new(&occupancy, &rules);
        let bounds = occupancy.bounds();
        for _ in 0..6 {
            let mut builder = occupancy.edit();
            for _ in 0..draws.below(3) {
                edit(&mut builder, &mut draws, 4);
            }
            let after = builder.commit();
            let before = shared.clone();
            shared = shared.updated(&after);
            let fresh = StanceMap::new(&after, &rules);
            for _ in 0..4 {
                let low = draws.cell(&bounds);
                let size = IVec3::ONE.map(|_| 1 + draws.below(20));
                let cells = CellBox::new(low, low + size);
                let plane = shared.plane_of_chunks(cells).unwrap();
                assert!(plane.bounds().contains_box(&cells.intersection(&bounds)));
                assert_eq!(first_wrong(&plane, &fresh, cells), None, "in {cells}");
                assert_eq!(
                    first_wrong(&plane, &fresh, plane.bounds()),
                    None,
                    "in {cells}"
                );
                plane.validate().unwrap();
                open += usize::from(plane.bounds().cells().any(|it| plane.is_traversable(it)));
                // What did not change stays in its place, for those who remember.
                let old = before.plane_of_chunks(cells).unwrap();
                for chunk in plane.bounds().chunks() {
                    let is_same = plane.differing_cells(&old, chunk).next().is_none();
                    if is_same {
                        kept += usize::from(plane.shares_chunk(&old, chunk));
                    }
                }
            }
            occupancy = after;
        }
    }
    assert!(open > 100 && kept > 100, "{open} {kept}");
}

#[test]
fn boxes_beside_the_world_have_no_plane() {
    let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9))).unwrap();
    let stances = StanceMap::new(&world.commit(), &StanceRules::new(Footprint::ONE));
    for cells in [CellBox::of_cell(IVec3::splat(9)), CellBox::EMPTY] {
        assert!(stances.plane_of_chunks(cells).is_none());
    }
}

/// Floors of far more chunks than are kept: what is forgotten is derived again, and memory stays.
#[test]
fn planes_beyond_those_kept_are_derived_anew() {
    let size = IVec3::new(64 * 26, 64 * 26, 3);
    let mut builder = OccupancyBuilder::new(CellBox::from_size(size)).unwrap();
    let mut draws = Draws::new(5);
    for _ in 0..400 {
        let cell = draws.cell(&CellBox::from_size(size.with_z(1)));
        let floor = CellBox::new(cell, (cell + IVec3::new(30, 30, 1)).min(size));
        builder.set_box(floor, CellState::Occupied).unwrap();
    }
    let stances = StanceMap::new(&builder.commit(), &StanceRules::new(Footprint::ONE));
    stances.derive_all();
    let before = stances.memory_bytes();
    for round in 0..2 {
        for x in 0..26 {
            let cells = CellBox::of_cell(IVec3::new(x * 64, 0, 1))
                .hull(&CellBox::of_cell(IVec3::new(x * 64, 64 * 26 - 1, 1)));
            let plane = stances.plane_of_chunks(cells).unwrap();
            let some = CellBox::new(IVec3::new(x * 64, 640, 0), IVec3::new(x * 64 + 9, 700, 2));
            assert_eq!(first_wrong(&plane, &stances, some), None, "{round}");
        }
    }
    let most = 600 * 130 * 1024;
    let taken = stances.memory_bytes() - before;
    assert!(taken < most, "{taken} bytes");
    // A box of more chunks than are put together.
    let all = stances.plane_of_chunks(CellBox::from_size(IVec3::new(64 * 17, 64 * 17, 2)));
    assert_eq!(all.unwrap().bounds().max, IVec3::new(64 * 17, 64 * 17, 3));
}

#[test]
fn threads_that_ask_at_once_have_the_same_plane() {
    for mut draws in cases(100, 5) {
        let occupancy = world(&mut draws).commit();
        let rules = rules(&mut draws, &occupancy);
        let stances = StanceMap::new(&occupancy, &rules);
        let cells = occupancy.bounds();
        let planes = thread::scope(|scope| {
            let ask = || stances.plane_of_chunks(cells).unwrap();
            let asked = [(); 4].map(|()| scope.spawn(ask));
            asked.map(|it| it.join().unwrap())
        });
        assert!(planes.iter().all(|it| it.is_same_snapshot(&planes[0])));
        assert_eq!(first_wrong(&planes[0], &stances, cells), None);
    }
}
