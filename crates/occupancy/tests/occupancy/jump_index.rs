//! The jump index against its definition, cell by cell, on random worlds from fixed seeds.

use voxnav_occupancy::draws::Draws;
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::runs::{ForcedRule, ScanEnd, ScanMask};
use voxnav_occupancy::{
    Axis, CellBox, CellState, Heading, Occupancy, OccupancyBuilder, Traversability, UnknownPolicy,
};
use voxnav_testkit::seeds;

const RULE: ForcedRule = ForcedRule::BesideOpen;

struct Draw(Draws);

impl Draw {
    fn new(seed: u64) -> Self {
        Self(Draws::new(seed))
    }

    fn below(&mut self, n: i32) -> i32 {
        self.0.between(0, n - 1)
    }

    fn cell(&mut self, bounds: &CellBox) -> IVec3 {
        let size = bounds.max - bounds.min;
        bounds.min + IVec3::from_array(size.to_array().map(|n| self.below(n)))
    }

    /// A few cells wide, but perhaps across several chunks along one axis.
    fn bounds(&mut self) -> CellBox {
        let mut size = IVec3::from_array(std::array::from_fn(|_| 1 + self.below(8)));
        let mut min =
            IVec3::from_array(std::array::from_fn(|axis| 64 - self.below(1 + size[axis])));
        if self.below(8) == 0 {
            let axis = Axis::ALL[self.below(3).unsigned_abs() as usize];
            size = size.min(IVec3::splat(3));
            size += axis.unit() * (60 + self.below(140));
            min -= axis.unit() * self.below(64);
        }
        CellBox::new(min, min + size)
    }

    /// Writes some cells and boxes.
    fn edit(&mut self, builder: &mut OccupancyBuilder, bounds: &CellBox) {
        let volume = i32::try_from(bounds.volume()).unwrap();
        let most = match self.below(3) {
            0 => 3,
            1 => 1 + volume / 16,
            _ => 1 + volume / 4,
        };
        for _ in 0..=self.below(most) {
            let min = self.cell(bounds);
            let extent = if self.below(8) == 0 {
                self.cell(&CellBox::from_size(IVec3::splat(4)))
            } else {
                IVec3::ZERO
            };
            let state = if self.below(3) == 0 {
                CellState::Free
            } else {
                CellState::Occupied
            };
            let cells = CellBox::new(min, min + extent + 1).intersection(bounds);
            builder.set_box(cells, state).unwrap();
        }
    }

    fn occupancy(&mut self, bounds: CellBox) -> Occupancy {
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        self.edit(&mut builder, &bounds);
        builder.commit()
    }
}

/// Cells of a world, looked up one by one.
struct Cells {
    bounds: CellBox,
    free: Vec<bool>,
}

impl Cells {
    fn of(world: &Traversability) -> Self {
        let bounds = world.bounds();
        let free = bounds.cells().map(|cell| world.is_traversable(cell));
        Self {
            bounds,
            free: free.collect(),
        }
    }

    fn is_free(&self, cell: IVec3) -> bool {
        let (at, size) = (cell - self.bounds.min, self.bounds.max - self.bounds.min);
        let index = (at.z * size.y + at.y) * size.x + at.x;
        self.bounds.contains(cell) && self.free[usize::try_from(index).unwrap()]
    }

    /// Whether a run stops at a cell because an adjacent row turns.
    fn turns(&self, cell: IVec3, heading: Heading) -> bool {
        let [u, v] = heading.axis.others().map(Axis::unit);
        let step = heading.step();
        let mut rows = (0..9).map(|n| u * (n % 3 - 1) + v * (n / 3 - 1));
        rows.any(|row| {
            let [behind, beside] = [-1, 0].map(|n| self.is_free(cell + row + step * n));
            beside && !behind
        })
    }

    /// Whether a run that reaches a cell meets a jump point, there or further on.
    fn meets_jump_point(&self, cell: IVec3, heading: Heading) -> bool {
        let turns = self.is_free(cell) && self.turns(cell, heading);
        turns || self.leads_to_jump_point(cell, heading)
    }

    fn leads_to_jump_point(&self, from: IVec3, heading: Heading) -> bool {
        let mut cell = from;
        while self.is_free(cell) {
            cell += heading.step();
            if self.is_free(cell) && self.turns(cell, heading) {
                return true;
            }
        }
        false
    }

    fn is_near_obstacle(&self, cell: IVec3) -> bool {
        let around = CellBox::new(cell - 1, cell + 2);
        self.is_free(cell) && around.cells().any(|cell| !self.is_free(cell))
    }
}

/// What the scan of a search finds.
fn scanned(world: &Traversability, mut from: IVec3, heading: Heading) -> bool {
    let watch = ScanMask::new(heading, RULE, |_| true);
    loop {
        let run = world.run(from, heading, &watch);
        match run.end {
            ScanEnd::JumpPoint => return true,
            ScanEnd::Blocked => return false,
            ScanEnd::Unfinished => from += heading.step() * run.length.cast_signed(),
        }
    }
}

fn check(world: &Traversability, cells: &Cells, context: &str) {
    let index = world.jump_index().unwrap();
    for cell in cells.bounds.cells() {
        let near = index.is_near_obstacle(cell);
        assert_eq!(near, cells.is_near_obstacle(cell), "{context}: near {cell}");
        for heading in Heading::ALL {
            let flag = index.meets_jump_point(cell, heading);
            let expected = cells.meets_jump_point(cell, heading);
            assert_eq!(flag, expected, "{context}: {cell}, {heading:?}");
            if cells.is_free(cell) {
                let found = scanned(world, cell, heading);
                let is_told = if near { flag || !found } else { flag == found };
                assert!(is_told, "{context}: the run {cell}, {heading:?}");
            }
        }
    }
}

#[test]
fn flags_are_what_runs_find() {
    let mut set = 0;
    for seed in seeds(0, 250) {
        let mut draw = Draw::new(seed);
        let bounds = draw.bounds();
        let plain = Traversability::new(&draw.occupancy(bounds), UnknownPolicy::Blocked);
        let cells = Cells::of(&plain);
        let world = plain.jump_indexed();
        check(&world, &cells, &format!("seed {seed}"));
        set += u32::from(world.jump_index().unwrap().memory_bytes() > 10_000);
    }
    assert!(set > 89, "{set} worlds had flags at all");
}

#[test]
fn a_refreshed_index_equals_one_made_from_scratch() {
    for seed in seeds(0, 60) {
        let mut draw = Draw::new(seed);
        let bounds = draw.bounds();
        let mut occupancy = draw.occupancy(bounds);
        let mut world = Traversability::new(&occupancy, UnknownPolicy::Blocked).jump_indexed();
        for edit in 0..4 {
            let mut builder = occupancy.edit();
            draw.edit(&mut builder, &bounds);
            occupancy = builder.commit();
            world = world.refreshed(&occupancy);
            let context = format!("seed {seed}, edit {edit}");
            assert_eq!(world.validate(), Ok(()), "{context}");
            if edit == 3 {
                check(&world, &Cells::of(&world), &context);
            }
        }
    }
}

#[test]
fn edits_far_apart_in_a_wide_world_reach_every_row_that_they_change() {
    let bounds = CellBox::new(IVec3::splat(-80), IVec3::splat(150));
    let mut draw = Draw::new(5);
    let mut occupancy = OccupancyBuilder::new(bounds).unwrap().commit();
    let mut world = Traversability::new(&occupancy, UnknownPolicy::Blocked).jump_indexed();
    for edit in 0..12 {
        let mut builder = occupancy.edit();
        for _ in 0..=draw.below(3) {
            let min = draw.cell(&bounds);
            let extent = draw.cell(&CellBox::from_size(IVec3::splat(12)));
            let cells = CellBox::new(min, min + extent + 1).intersection(&bounds);
            let state = if draw.below(3) == 0 {
                CellState::Free
            } else {
                CellState::Occupied
            };
            builder.set_box(cells, state).unwrap();
        }
        occupancy = builder.commit();
        // In slices, as a frame would.
        let mut refresh = world.refresh(&occupancy);
        while refresh.advance(2) > 0 {}
        world = refresh.finish();
        assert_eq!(world.validate(), Ok(()), "edit {edit}");
    }
    assert!(world.jump_index().unwrap().memory_bytes() > 20_000);
}

/// Several threads read the indexes of a chain of edits at once, in any order.
#[test]
fn an_index_is_brought_up_to_date_when_it_is_read_after_any_edits() {
    for seed in seeds(900, 40) {
        let mut draw = Draw::new(seed);
        let bounds = draw.bounds();
        let mut occupancy = draw.occupancy(bounds);
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked).jump_indexed();
        let mut chain = vec![world];
        for _ in 0..5 {
            let mut builder = occupancy.edit();
            draw.edit(&mut builder, &bounds);
            occupancy = builder.commit();
            let last = chain.last().unwrap();
            assert!(last.has_jump_index());
            // Some are read before the next edit, and others never are.
            if draw.below(3) == 0 {
                assert!(last.jump_index().is_some());
            }
            chain.push(last.refreshed(&occupancy));
        }
        while !chain.is_empty() {
            let at = draw.below(i32::try_from(chain.len()).unwrap());
            let world = chain.swap_remove(usize::try_from(at).unwrap());
            let clone = world.clone();
            std::thread::scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(|| assert!(clone.jump_index().is_some()));
                }
            });
            assert!(std::ptr::eq(
                world.jump_index().unwrap(),
                clone.jump_index().unwrap()
            ));
            assert_eq!(world.validate(), Ok(()), "seed {seed}");
            check(&world, &Cells::of(&world), &format!("seed {seed}"));
        }
    }
}

#[test]
fn noise_has_no_index_and_neither_have_worlds_after_it() {
    let bounds = CellBox::from_size(IVec3::splat(40));
    let mut draws = Draws::new(4);
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for cell in bounds.cells().filter(|_| draws.percent(10)) {
        builder.set(cell, CellState::Occupied).unwrap();
    }
    let noise = builder.commit();
    let world = Traversability::new(&noise, UnknownPolicy::Blocked);
    let before = world.memory_bytes();
    assert!(!world.prepare_jump_index() && !world.has_jump_index());
    assert_eq!(world.memory_bytes(), before);
    let mut edit = noise.edit();
    edit.set_box(bounds, CellState::Free).unwrap();
    let open = world.refreshed(&edit.commit());
    assert!(!open.has_jump_index() && open.jump_index().is_none());
    assert!(open.prepare_jump_index());
}

#[test]
fn a_change_of_the_whole_world_keeps_the_index() {
    let bounds = CellBox::from_size(IVec3::splat(20));
    let mut draw = Draw::new(6);
    let world = Traversability::new(&draw.occupancy(bounds), UnknownPolicy::Blocked).jump_indexed();
    let larger = CellBox::new(IVec3::splat(-70), IVec3::splat(30));
    let world = world.refreshed(&draw.occupancy(larger));
    assert!(world.has_jump_index());
    assert_eq!(world.validate(), Ok(()));
}

/// Walks by cells.
fn naive_walk(cells: &Cells, from: IVec3, headings: [Heading; 2], most: u32) -> u32 {
    let step = headings[0].step() + headings[1].step();
    let begins = |cell: IVec3| {
        cells.is_near_obstacle(cell)
            || headings
                .iter()
                .any(|&heading| cells.leads_to_jump_point(cell, heading))
    };
    (1..most)
        .find(|&moves| begins(from + step * moves.cast_signed()))
        .unwrap_or(most)
}

#[test]
fn walks_pass_all_cells_at_which_nothing_begins() {
    let mut long = 0;
    for seed in seeds(0, 30) {
        let mut draw = Draw::new(seed);
        let size = IVec3::from_array(std::array::from_fn(|_| 6 + draw.below(90)));
        let bounds = CellBox::new(IVec3::splat(30), IVec3::splat(30) + size);
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        for _ in 0..draw.below(4) {
            builder
                .set(draw.cell(&bounds), CellState::Occupied)
                .unwrap();
        }
        let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked).jump_indexed();
        let (cells, index) = (Cells::of(&world), world.jump_index().unwrap());
        for _ in 0..60 {
            let from = draw.cell(&bounds);
            if !world.is_traversable(from) || index.is_near_obstacle(from) {
                continue;
            }
            let [a, b] = [0; 2].map(|_| Heading::ALL[draw.below(6).unsigned_abs() as usize]);
            if a.axis == b.axis {
                continue;
            }
            let most = 1 + draw.below(200).unsigned_abs();
            let (walked, begins) = index.walk(from, [a, b], most);
            let moves = naive_walk(&cells, from, [a, b], most);
            assert_eq!(walked, moves, "seed {seed}, from {from}, {a:?}, {b:?}");
            let cell = from + (a.step() + b.step()) * moves.cast_signed();
            assert!(world.is_traversable(cell), "seed {seed}, {cell}");
            let leads = [a, b].map(|heading| cells.leads_to_jump_point(cell, heading));
            assert_eq!(begins, cells.is_near_obstacle(cell) || leads != [false; 2]);
            long += u32::from(moves > 20);
        }
    }
    assert!(long > 100, "{long} walks were long");
}

#[test]
fn a_walk_that_leaves_the_world_ends() {
    let bounds = CellBox::from_size(IVec3::splat(9));
    let world = Traversability::new(
        &OccupancyBuilder::new(bounds).unwrap().commit(),
        UnknownPolicy::Blocked,
    )
    .jump_indexed();
    let index = world.jump_index().unwrap();
    let [left, _, down, ..] = Heading::ALL.map(Heading::reverse);
    for from in [IVec3::ZERO, IVec3::MIN, IVec3::MAX] {
        let (_, begins) = index.walk(from, [left, down], u32::MAX);
        assert!(!begins, "{from}");
    }
}

/// Of chunks that are alike with all around them one is derived: the flags of all others are those of their scans,
/// too. The worlds are so large that a derivation cell by cell would take minutes.
#[test]
fn flags_of_many_chunks_alike_are_those_of_scans() {
    for seed in seeds(0, 9) {
        let mut draw = Draw::new(seed);
        let size = IVec3::from_array(std::array::from_fn(|_| {
            [3, 64, 640, 704][draw.below(4).unsigned_abs() as usize] - draw.below(3)
        }));
        let min = draw.cell(&CellBox::from_size(IVec3::splat(65)));
        let bounds = CellBox::new(min, min + size);
        let background = [CellState::Free, CellState::Free, CellState::Occupied];
        let background = background[draw.below(3).unsigned_abs() as usize];
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        builder.set_box(bounds, background).unwrap();
        let mut world =
            Traversability::new(&builder.commit(), UnknownPolicy::Blocked).jump_indexed();
        let mut near = Vec::new();
        for _ in 0..2 {
            let mut builder = world.occupancy().edit();
            for _ in 0..6 {
                let cell = draw.cell(&bounds);
                let is_free = builder.state(cell) == CellState::Free;
                let other = if is_free {
                    CellState::Occupied
                } else {
                    CellState::Free
                };
                builder.set(cell, other).unwrap();
                near.push(cell);
            }
            let edited = builder.commit();
            let scratch = Traversability::new(&edited, UnknownPolicy::Blocked);
            world = world.refreshed(&edited);
            for world in [scratch.jump_indexed(), world.clone()] {
                let index = world.jump_index().unwrap();
                for n in 0..600 {
                    // In line with what was set, beside it, or anywhere.
                    let mut cell = draw.cell(&bounds);
                    let other = near[draw
                        .below(i32::try_from(near.len()).unwrap())
                        .unsigned_abs() as usize];
                    let axis = draw.below(3).unsigned_abs() as usize;
                    if n % 3 != 0 {
                        let aside = draw.below(3) - 1;
                        cell = IVec3::from_array(std::array::from_fn(|at| {
                            if at == axis {
                                cell[at]
                            } else {
                                other[at] + aside
                            }
                        }));
                        cell = cell.clamp(bounds.min, bounds.max - 1);
                    }
                    if !world.is_traversable(cell) {
                        continue;
                    }
                    let around = CellBox::new(cell - 1, cell + 2);
                    let is_near = around.cells().any(|cell| !world.is_traversable(cell));
                    for heading in Heading::ALL {
                        let flag = index.meets_jump_point(cell, heading);
                        let found = scanned(&world, cell, heading);
                        let is_told = if is_near {
                            flag || !found
                        } else {
                            flag == found
                        };
                        assert!(is_told, "{seed} {cell} {heading:?}");
                    }
                    assert_eq!(index.is_near_obstacle(cell), is_near, "{seed} {cell}");
                }
            }
        }
    }
}
