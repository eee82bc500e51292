//! Clearance against its definition, on random worlds from a fixed seed.

use std::num::NonZeroU8;

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{
    CellBox, CellState, ChebyshevClearance, EuclideanClearance, Lattice, MAX_COORDINATE, Occupancy,
    OccupancyBuilder, UnknownPolicy, WorldClearance,
};
use voxnav_testkit::{Draws, seeds};

const SEED: u64 = 0x636c_6561_7261_6e63;
const STATES: [CellState; 3] = [CellState::Free, CellState::Occupied, CellState::Unknown];
const POLICIES: [UnknownPolicy; 2] = [UnknownPolicy::Blocked, UnknownPolicy::Free];

/// A box of at most `edge` cells an axis, at or near a border of chunks.
fn sample_bounds(edge: i32, draws: &mut Draws) -> CellBox {
    let border = 64 * draws.vector(IVec3::splat(-2), IVec3::ONE);
    let min = border + draws.vector(IVec3::splat(-edge), IVec3::splat(3));
    CellBox::new(min, min + draws.vector(IVec3::ONE, IVec3::splat(edge)))
}

/// A world with some cells set on a background of one state.
fn sample_world(bounds: CellBox, draws: &mut Draws) -> Occupancy {
    let outside = draws.pick(&STATES);
    let mut builder = OccupancyBuilder::new(bounds).unwrap().with_outside(outside);
    builder.set_box(bounds, draws.pick(&STATES)).unwrap();
    edited(&builder.commit(), 30, draws)
}

fn edited(world: &Occupancy, most: i32, draws: &mut Draws) -> Occupancy {
    let mut builder = world.edit();
    for _ in 0..draws.between(0, most) {
        let cell = draws.cell(&world.bounds());
        builder.set(cell, draws.pick(&STATES)).unwrap();
    }
    builder.commit()
}

/// Both clearances of one world.
struct Clearances(ChebyshevClearance, EuclideanClearance);

impl Clearances {
    fn new(world: &Occupancy, unknown: UnknownPolicy, cap: u8) -> Self {
        let cap = NonZeroU8::new(cap).unwrap();
        Self(
            ChebyshevClearance::new(world, unknown, cap),
            EuclideanClearance::new(world, unknown, cap),
        )
    }

    fn updated(&self, world: &Occupancy) -> Self {
        Self(self.0.updated(world), self.1.updated(world))
    }

    fn at(&self, cell: IVec3) -> (i32, i32) {
        (
            i32::from(self.0.at(cell)),
            i32::from(self.1.squared_at(cell)),
        )
    }
}

fn is_blocked(world: &Occupancy, unknown: UnknownPolicy, cell: IVec3) -> bool {
    match world.state(cell) {
        CellState::Free => false,
        CellState::Occupied => true,
        CellState::Unknown => unknown == UnknownPolicy::Blocked,
    }
}

/// The box with `margin` cells more on every side.
fn around(cells: &CellBox, margin: i32) -> CellBox {
    CellBox::new(cells.min - margin, cells.max + margin)
}

/// The blocked cells that can be nearest to others: those inside the bounds and next to them.
fn blocked_cells(world: &Occupancy, unknown: UnknownPolicy) -> Vec<IVec3> {
    let cells = around(&world.bounds(), 1).cells();
    cells
        .filter(|&cell| is_blocked(world, unknown, cell))
        .collect()
}

/// The definition: Chebyshev and squared Euclidean distance to the nearest blocked cell.
fn defined(
    world: &Occupancy,
    unknown: UnknownPolicy,
    blocked: &[IVec3],
    cap: u8,
    cell: IVec3,
) -> (i32, i32) {
    let cap = i32::from(cap);
    if is_blocked(world, unknown, cell) {
        return (0, 0);
    }
    let chebyshev = |other: &IVec3| (cell - *other).abs().max_element();
    let squared = |other: &IVec3| (cell - *other).length_squared();
    (
        blocked.iter().map(chebyshev).fold(cap, i32::min),
        blocked.iter().map(squared).fold(cap * cap, i32::min),
    )
}

/// Compares at cells in the bounds, near them, and as far away as the cap reaches.
fn assert_as_defined(
    draws: &mut Draws,
    clearances: &Clearances,
    world: &Occupancy,
    unknown: UnknownPolicy,
    cap: u8,
) {
    let blocked = blocked_cells(world, unknown);
    let bounds = world.bounds();
    for (margin, count) in [(0, 60), (2, 30), (i32::from(cap.min(9)), 10)] {
        for _ in 0..count {
            let cell = draws.cell(&around(&bounds, margin));
            let expected = defined(world, unknown, &blocked, cap, cell);
            let found = clearances.at(cell);
            let (outside, revision) = (world.outside(), world.revision());
            assert_eq!(
                found, expected,
                "at {cell} of {bounds}, outside {outside:?}, {unknown:?}, cap {cap}, {revision}"
            );
        }
    }
}

/// As many random worlds as said, each as made and after two edits.
fn assert_worlds_as_defined(count: u64, cap: u8, edge: i32) {
    for world in seeds(0, count) {
        let mut draws = Draws::new(SEED ^ u64::from(cap) << 32 ^ world);
        let bounds = sample_bounds(edge, &mut draws);
        assert_world_as_defined(&mut draws, bounds, cap);
    }
}

/// A random world within bounds, as made and after two edits.
fn assert_world_as_defined(draws: &mut Draws, bounds: CellBox, cap: u8) {
    let mut world = sample_world(bounds, draws);
    let unknown = draws.pick(&POLICIES);
    let mut clearances = Clearances::new(&world, unknown, cap);
    assert_as_defined(draws, &clearances, &world, unknown, cap);
    for _ in 0..2 {
        world = edited(&world, 3, draws);
        clearances = clearances.updated(&world);
        assert_as_defined(draws, &clearances, &world, unknown, cap);
    }
}

#[test]
fn with_a_cap_of_one_blocked_cells_are_told_from_others() {
    assert_worlds_as_defined(200, 1, 9);
}

#[test]
fn with_a_cap_of_two_cells_know_their_neighbors() {
    assert_worlds_as_defined(200, 2, 9);
}

#[test]
fn clearances_below_a_cap_of_seven_are_exact() {
    assert_worlds_as_defined(200, 7, 12);
}

#[test]
fn clearances_below_the_largest_cap_are_exact() {
    assert_worlds_as_defined(6, 255, 12);
}

/// Where most chunks are not stored.
#[test]
fn clearances_in_long_worlds_are_exact() {
    for world in seeds(0, 10) {
        let mut draws = Draws::new(SEED ^ 1 << 48 ^ world);
        let mut bounds = sample_bounds(5, &mut draws);
        let axis = draws.pick(&[0, 1, 2]);
        bounds.max[axis] = bounds.min[axis] + 700;
        let cap = draws.pick(&[2, 7, 70]);
        assert_world_as_defined(&mut draws, bounds, cap);
    }
}

#[test]
fn updates_to_another_background_or_outside_equal_a_rebuild() {
    for world in seeds(0, 40) {
        let mut draws = Draws::new(SEED ^ 2 << 48 ^ world);
        let bounds = sample_bounds(9, &mut draws);
        let (first, second) = (
            sample_world(bounds, &mut draws),
            sample_world(bounds, &mut draws),
        );
        let (unknown, cap) = (draws.pick(&POLICIES), draws.pick(&[1, 2, 7]));
        let clearances = Clearances::new(&first, unknown, cap);
        assert_as_defined(&mut draws, &clearances, &first, unknown, cap);
        let updated = clearances.updated(&second);
        assert_as_defined(&mut draws, &updated, &second, unknown, cap);
        assert_as_defined(&mut draws, &clearances, &first, unknown, cap);
    }
}

#[test]
fn memory_follows_content_in_worlds_without_end() {
    let everything = IVec3::splat(MAX_COORDINATE);
    let bounds = CellBox::new(-everything, everything);
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    builder.set(IVec3::ZERO, CellState::Occupied).unwrap();
    let world = builder.commit();
    let clearances = Clearances::new(&world, UnknownPolicy::Blocked, 7);
    let corner = everything - IVec3::new(3, 9, 5);
    assert_eq!(clearances.at(corner), (3, 9));
    assert_eq!(clearances.at(-corner), (4, 16));
    assert_eq!(clearances.at(IVec3::new(-2, 1, 3)), (3, 14));
    assert_eq!(clearances.at(IVec3::splat(1000)), (7, 49));
    assert_eq!(clearances.at(IVec3::MIN), (0, 0));
    assert_eq!(clearances.at(IVec3::MAX), (0, 0));
    assert!(clearances.0.memory_bytes() < 9 * (256 << 10));
    assert!(clearances.1.memory_bytes() < 9 * (512 << 10));

    let filled = OccupancyBuilder::new(bounds)
        .unwrap()
        .with_outside(CellState::Free);
    let mut filled = filled.commit().edit();
    filled.set_box(bounds, CellState::Occupied).unwrap();
    let clearances = clearances.updated(&filled.commit());
    assert_eq!(clearances.at(everything + IVec3::new(1, 3, -9)), (4, 20));
    assert_eq!(clearances.at(IVec3::MIN), (7, 49));
    assert_eq!(clearances.at(IVec3::MAX), (7, 49));
    assert_eq!(clearances.at(IVec3::ZERO), (0, 0));
}

/// The definition in world units: the least length of the way to a blocked cell, at most the cap in shortest sides.
fn defined_in_world(blocked: &[IVec3], lattice: &Lattice, cap: u8, cell: IVec3) -> f64 {
    let length = |other: &IVec3| ((cell - *other).as_dvec3() * lattice.sizes()).length();
    let most = f64::from(cap) * lattice.shortest_side();
    blocked.iter().map(length).fold(most, f64::min)
}

/// Among cells of any sides, also after edits; among cubes, to the last bit what counts in cells.
#[test]
fn clearances_in_world_units_are_exact_among_cells_of_any_sides() {
    for seed in seeds(0x5ded, 120) {
        let mut draws = Draws::new(seed);
        let longest = draws.magnitude(0.01, 100.0);
        let sizes = draws.sides(longest);
        let lattice = Lattice::with_sizes(DVec3::ZERO, sizes).unwrap();
        let cap = draws.pick(&[1, 2, 7, 7, 20, 64]);
        let number = NonZeroU8::new(cap).unwrap();
        let bounds = sample_bounds(if draws.percent(20) { 40 } else { 12 }, &mut draws);
        let mut world = sample_world(bounds, &mut draws);
        let unknown = draws.pick(&POLICIES);
        let mut clearance = WorldClearance::in_world(&world, unknown, number, &lattice);
        for _ in 0..2 {
            let blocked = blocked_cells(&world, unknown);
            let in_cells = EuclideanClearance::new(&world, unknown, number);
            for margin in [0, 0, 2, i32::from(cap.min(20))] {
                for _ in 0..10 {
                    let cell = draws.cell(&around(&bounds, margin));
                    let found = clearance.at(cell);
                    let expected = if is_blocked(&world, unknown, cell) {
                        0.0
                    } else {
                        defined_in_world(&blocked, &lattice, cap, cell)
                    };
                    let near = 1e-14 * expected;
                    assert!(
                        (found - expected).abs() <= near,
                        "{found}, not {expected} at {cell} of {bounds}, {sizes}, cap {cap}"
                    );
                    if let Some(size) = lattice.cubic_size() {
                        let cubic = f64::from(in_cells.squared_at(cell)).sqrt() * size;
                        assert_eq!(found.to_bits(), cubic.to_bits());
                    }
                }
            }
            world = edited(&world, 3, &mut draws);
            clearance = clearance.updated(&world);
        }
    }
}
