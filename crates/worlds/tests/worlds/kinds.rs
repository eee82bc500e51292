//! What each kind of world promises: the same cells from the same seed forever, and its shape.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, MaterialId, Occupancy};
use voxnav_worlds::{
    MAX_CHUNKS, WorldError, WorldKind, WorldStream, generate, generate_until, random_free_cells,
};

const KINDS: [WorldKind; 7] = [
    WorldKind::Empty,
    WorldKind::Caves,
    WorldKind::Random { percent: 30 },
    WorldKind::Maze,
    WorldKind::Rooms,
    WorldKind::Towers,
    WorldKind::Terrain,
];

/// The number of occupied cells, and the FNV-1a hash of their coordinates in order; then of the
/// materials of all cells, where there are any.
fn fingerprint(world: &Occupancy) -> (u64, u64) {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    for cell in world.occupied_cells() {
        let bytes = cell.to_array().into_iter().flat_map(i32::to_le_bytes);
        bytes.for_each(&mut add);
    }
    if !world.palette().is_empty() {
        for cell in world.bounds().cells() {
            add(world.material(cell).map_or(0, MaterialId::number));
        }
    }
    (world.count(CellState::Occupied), hash)
}

/// The free cells that hang together with `from` through faces, as flags in cell order of the bounds.
fn reachable(world: &Occupancy, from: IVec3) -> Vec<IVec3> {
    let bounds = world.bounds();
    let size = bounds.max - bounds.min;
    let index = |cell: IVec3| {
        let at = cell - bounds.min;
        usize::try_from((at.z * size.y + at.y) * size.x + at.x).unwrap()
    };
    let mut seen = vec![false; usize::try_from(bounds.volume()).unwrap()];
    let mut queue = VecDeque::from([from]);
    let mut cells = Vec::new();
    seen[index(from)] = true;
    while let Some(cell) = queue.pop_front() {
        cells.push(cell);
        for step in [
            IVec3::X,
            IVec3::NEG_X,
            IVec3::Y,
            IVec3::NEG_Y,
            IVec3::Z,
            IVec3::NEG_Z,
        ] {
            let next = cell + step;
            if bounds.contains(next) && world.state(next) == CellState::Free && !seen[index(next)] {
                seen[index(next)] = true;
                queue.push_back(next);
            }
        }
    }
    cells
}

/// The share of the free cells that the largest area holds, in percent.
fn largest_share(world: &Occupancy) -> u64 {
    let free = world.count(CellState::Free);
    let starts = random_free_cells(world, 0, 8);
    let largest = starts
        .into_iter()
        .map(|start| reachable(world, start).len() as u64)
        .max()
        .unwrap();
    largest * 100 / free
}

#[test]
fn worlds_never_change() {
    let size = IVec3::new(70, 65, 40);
    let found: Vec<_> = KINDS
        .iter()
        .map(|&kind| {
            (
                kind.to_string(),
                fingerprint(&generate(kind, size, 42).unwrap()),
            )
        })
        .collect();
    let expected = [
        ("empty", (0, 14_695_981_039_346_656_037)),
        ("caves", (93_575, 459_784_378_174_916_059)),
        ("random:30", (54_553, 5_335_881_226_361_934_626)),
        ("maze", (135_161, 16_344_593_988_829_777_750)),
        ("rooms", (55_300, 8_646_806_677_030_613_322)),
        ("towers", (21_384, 10_077_783_087_287_370_726)),
        ("terrain", (63_349, 9_195_347_331_495_385_114)),
    ];
    assert_eq!(
        found,
        expected.map(|(kind, print)| (kind.to_owned(), print))
    );
}

#[test]
fn seeds_matter_and_repeat() {
    for kind in KINDS.into_iter().filter(|&kind| kind != WorldKind::Empty) {
        let prints =
            [1, 2, 1].map(|seed| fingerprint(&generate(kind, IVec3::splat(48), seed).unwrap()));
        assert_eq!(prints[0], prints[2], "{kind}");
        assert_ne!(prints[0].1, prints[1].1, "{kind}");
    }
}

#[test]
fn worlds_in_the_making_are_given_up() {
    let size = IVec3::new(1024, 1024, 640);
    for kind in KINDS {
        let quiet = AtomicBool::new(false);
        let small = IVec3::new(70, 66, 20);
        let made = generate_until(kind, small, 3, &quiet).unwrap();
        let whole = generate(kind, small, 3).unwrap();
        assert_eq!(fingerprint(&made), fingerprint(&whole));
        for delay in [0, 100] {
            let cancel = AtomicBool::new(false);
            let late = std::thread::scope(|scope| {
                let setting = scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(delay));
                    cancel.store(true, Ordering::Relaxed);
                    Instant::now()
                });
                // The fastest are made again and again.
                let ended = loop {
                    if let Err(error) = generate_until(kind, size, 3, &cancel) {
                        break error;
                    }
                };
                assert_eq!(ended, WorldError::Cancelled, "{kind}");
                setting.join().unwrap().elapsed()
            });
            assert!(late < Duration::from_secs(1), "{kind}: {late:?}");
        }
    }
}

#[test]
fn every_size_works() {
    let mut sizes: Vec<IVec3> = CellBox::new(IVec3::ONE, IVec3::splat(5)).cells().collect();
    sizes.extend(
        [
            (17, 16, 15),
            (1, 130, 1),
            (64, 1, 65),
            (200, 3, 2),
            (9, 8, 7),
            (33, 40, 2),
        ]
        .map(IVec3::from),
    );
    for size in sizes {
        for kind in KINDS {
            let world = generate(kind, size, 5).unwrap();
            assert_eq!(world.bounds(), CellBox::from_size(size), "{kind} {size}");
            assert_eq!(world.outside(), CellState::Occupied);
            assert_eq!(world.count(CellState::Unknown), 0);
            world.validate().unwrap();
            let sure = !matches!(kind, WorldKind::Random { .. } | WorldKind::Caves);
            assert!(!sure || world.count(CellState::Free) > 0, "{kind} {size}");
        }
    }
}

/// Slabs in order have the cells and materials of the whole world.
#[test]
fn slabs_are_the_world_in_order() {
    for size in [(70, 65, 140), (9, 130, 64), (5, 5, 65), (130, 3, 1)].map(IVec3::from) {
        for kind in KINDS {
            let whole = generate(kind, size, 9).unwrap();
            let mut slabs = Vec::new();
            let mut from = 0;
            for slab in WorldStream::new(kind, size, 9).unwrap() {
                let slab = slab.unwrap();
                let bounds = slab.bounds();
                assert_eq!(bounds.min, IVec3::ZERO.with_z(from));
                assert_eq!(bounds.max.truncate(), size.truncate());
                from = bounds.max.z;
                slabs.extend(slab.occupied_cells());
                assert_eq!(slab.palette(), whole.palette());
                let mut cells = bounds.cells();
                assert!(cells.all(|cell| slab.material(cell) == whole.material(cell)));
            }
            assert_eq!(from, size.z);
            assert!(
                slabs.into_iter().eq(whole.occupied_cells()),
                "{kind} {size}"
            );
        }
    }
}

#[test]
fn usual_shares_are_usual() {
    for kind in KINDS {
        for size in [(128, 100, 64), (64, 64, 200)].map(IVec3::from) {
            let world = generate(kind, size, 3).unwrap();
            let share = world.count(CellState::Occupied) * 100 / world.bounds().volume();
            let usual = u64::from(kind.usual_share());
            assert!(
                share.abs_diff(usual) * 3 <= usual + 2,
                "{kind} {size}: {share}"
            );
        }
    }
}

#[test]
fn sizes_that_make_no_world_are_refused() {
    for size in [
        IVec3::ZERO,
        IVec3::new(1, 1, 0),
        IVec3::new(5, -1, 5),
        IVec3::MIN,
    ] {
        for kind in KINDS {
            let error = generate(kind, size, 1).unwrap_err();
            assert_eq!(error, WorldError::SideNotPositive { size });
        }
    }
    let limit = u128::from(MAX_CHUNKS);
    for (size, chunks) in [
        (IVec3::new(4097, 4096, 1024), 66_560),
        (IVec3::new(1, 1, 64 * 65_536 + 1), 65_537),
        (IVec3::MAX, 1 << 75),
    ] {
        let error = generate(WorldKind::Empty, size, 1).unwrap_err();
        assert_eq!(
            error,
            WorldError::TooLarge {
                size,
                chunks,
                limit
            }
        );
    }
    // The limit holds before a kind is asked; rooms in a row of all these chunks would take five seconds.
    assert!(generate(WorldKind::Empty, IVec3::new(1, 1, 64 * 65_536), 1).is_ok());
    assert!(generate(WorldKind::Rooms, IVec3::new(1, 1, 64 * 4_096), 1).is_ok());
    for kind in KINDS.into_iter().filter(|&kind| kind != WorldKind::Empty) {
        let error = WorldStream::new(kind, IVec3::splat(1 << 30), 1)
            .map(drop)
            .unwrap_err();
        assert!(
            matches!(error, WorldError::TooLargeToStream { .. }),
            "{error}"
        );
    }
    let error = generate(WorldKind::Random { percent: 101 }, IVec3::ONE, 1).unwrap_err();
    assert_eq!(error, WorldError::PercentAbove100 { percent: 101 });
    assert_eq!(
        error.to_string(),
        "101 % of the cells cannot be occupied; give 0 to 100"
    );
}

#[test]
fn random_worlds_have_the_density_asked_for() {
    let size = IVec3::new(100, 90, 80);
    for percent in [0, 1, 20, 50, 99, 100] {
        let world = generate(WorldKind::Random { percent }, size, 9).unwrap();
        let occupied = world.count(CellState::Occupied);
        // 720,000 cells: five standard deviations are less than 0.3 % of them.
        assert!(
            occupied.abs_diff(u64::from(percent) * 7200) <= 2160,
            "{percent} %: {occupied}"
        );
        let edge = percent == 0 || percent == 100;
        assert!(!edge || occupied == u64::from(percent) * 7200);
    }
}

#[test]
fn mazes_hang_together_by_narrow_corridors() {
    for (size, seed) in [
        ((41, 33, 27), 1),
        ((40, 32, 26), 2),
        ((1, 1, 30), 3),
        ((64, 65, 3), 4),
    ] {
        let size = IVec3::from(size);
        let world = generate(WorldKind::Maze, size, seed).unwrap();
        let free = reachable(&world, IVec3::ZERO);
        assert_eq!(free.len() as u64, world.count(CellState::Free), "{size}");
        let junctions = ((size + 1) / 2).element_product().unsigned_abs() as usize;
        let found = free.iter().filter(|cell| (**cell & 1) == IVec3::ZERO);
        assert_eq!(found.count(), junctions);
        // A free cell that is no junction is a passage along one axis: corridors are one cell wide.
        assert!(free.iter().all(|cell| (*cell & 1).element_sum() <= 1));
        // A tree has a passage less than junctions; each one more makes a loop.
        let loops = free.len() - (2 * junctions - 1);
        assert!(loops <= junctions / 20, "{size}: {loops} loops");
    }
}

#[test]
fn rooms_hang_together_by_doors() {
    for (size, seed) in [
        ((47, 39, 31), 1),
        ((50, 33, 24), 2),
        ((8, 8, 8), 3),
        ((65, 9, 1), 4),
    ] {
        let size = IVec3::from(size);
        let world = generate(WorldKind::Rooms, size, seed).unwrap();
        let free = reachable(&world, IVec3::ZERO);
        assert_eq!(free.len() as u64, world.count(CellState::Free), "{size}");
    }
    let size = IVec3::splat(63);
    let world = generate(WorldKind::Rooms, size, 1).unwrap();
    let (mut walls, mut doors) = (0, 0);
    for room in CellBox::from_size(IVec3::new(7, 8, 8)).cells() {
        let min = room * 8 + IVec3::new(7, 0, 0);
        let wall = CellBox::new(min, min + IVec3::new(1, 7, 7));
        let holes: Vec<IVec3> = wall
            .cells()
            .filter(|&cell| world.state(cell) == CellState::Free)
            .collect();
        walls += 1;
        doors += i32::from(!holes.is_empty());
        let hull = holes.iter().fold(CellBox::EMPTY, |hull, &cell| {
            hull.hull(&CellBox::new(cell, cell + 1))
        });
        assert_eq!(hull.volume(), holes.len() as u64, "a door is a box");
        assert!(hull.size().max_element() <= 3);
    }
    assert!(
        (walls / 2..walls * 4 / 5).contains(&doors),
        "{doors} doors in {walls} walls"
    );
}

#[test]
fn caves_are_wide_and_connected() {
    for (size, seed) in [
        ((64, 64, 64), 1),
        ((64, 64, 64), 2),
        ((96, 80, 70), 3),
        ((128, 128, 16), 4),
    ] {
        let world = generate(WorldKind::Caves, IVec3::from(size), seed).unwrap();
        let percent = world.count(CellState::Free) * 100 / world.bounds().volume();
        assert!(
            (40..=60).contains(&percent),
            "{size:?} seed {seed}: {percent} % free"
        );
        assert!(
            largest_share(&world) >= 90,
            "{size:?} seed {seed}: {} % connected",
            largest_share(&world)
        );
    }
}

#[test]
fn towers_stand_on_ground_under_an_open_sky() {
    let size = IVec3::new(150, 140, 64);
    let world = generate(WorldKind::Towers, size, 8).unwrap();
    let share = |z: i32| {
        let layer = CellBox::from_size(size.with_z(1)).cells();
        layer
            .filter(|cell| world.state(cell.with_z(z)) == CellState::Occupied)
            .count()
            * 100
            / (150 * 140)
    };
    assert_eq!(share(0), 100);
    assert!((20..60).contains(&share(1)), "{}", share(1));
    assert!(
        share(10) > share(30) && share(30) > 0,
        "{} {}",
        share(10),
        share(30)
    );
    assert_eq!(share(63), 0);
    assert!(largest_share(&world) >= 99);
}

#[test]
fn sampled_cells_are_free_and_even() {
    for kind in [
        WorldKind::Maze,
        WorldKind::Empty,
        WorldKind::Random { percent: 95 },
    ] {
        let world = generate(kind, IVec3::new(70, 20, 10), 3).unwrap();
        let cells = random_free_cells(&world, 11, 2000);
        assert_eq!(cells.len(), 2000);
        assert!(
            cells
                .iter()
                .all(|&cell| world.state(cell) == CellState::Free)
        );
        assert_eq!(cells[..10], random_free_cells(&world, 11, 10));
        assert_ne!(cells[..10], random_free_cells(&world, 12, 10));
        let low = cells.iter().filter(|cell| cell.x < 35).count();
        assert!(
            (800..1200).contains(&low),
            "{kind}: {low} of 2000 in the lower half"
        );
    }
}

#[test]
fn sampling_ignores_what_lies_outside_and_finds_single_cells() {
    let bounds = CellBox::new(IVec3::new(-70, -3, 61), IVec3::new(10, 2, 70));
    let builder = voxnav_occupancy::OccupancyBuilder::new(bounds).unwrap();
    let mut builder = builder.with_outside(CellState::Free);
    assert!(
        random_free_cells(&builder.clone().commit(), 1, 500)
            .iter()
            .all(|&cell| bounds.contains(cell))
    );
    builder.set_box(bounds, CellState::Occupied).unwrap();
    let corners = [
        bounds.min,
        bounds.max - 1,
        IVec3::new(-64, 0, 64),
        IVec3::new(-1, 1, 63),
    ];
    for corner in corners {
        builder.set(corner, CellState::Free).unwrap();
    }
    let cells = random_free_cells(&builder.commit(), 1, 400);
    for corner in corners {
        let count = cells.iter().filter(|&&cell| cell == corner).count();
        assert!((60..140).contains(&count), "{corner}: {count} of 400");
    }
    assert_eq!(
        cells.iter().filter(|cell| !corners.contains(cell)).count(),
        0
    );
}
