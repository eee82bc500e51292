//! Rays and sweeps against their definitions: every cell in reach, one by one, with exact fractions.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "numbers drawn are small"
)]

use std::cmp::Ordering;

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{
    AgentCells, CellBox, CellState, MAX_COORDINATE, OccupancyBuilder, RayError, Traversability,
    UnknownPolicy,
};

/// Coordinates of the tests are whole numbers of such parts of a cell.
const PARTS: i64 = 1 << 8;

/// A quotient with a positive divisor.
#[derive(Clone, Copy, Debug)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(dividend: i64, divisor: i64) -> Self {
        let sign = i128::from(divisor.signum());
        Self(i128::from(dividend) * sign, i128::from(divisor) * sign)
    }

    fn as_f64(self) -> f64 {
        self.0 as f64 / self.1 as f64
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

/// A segment with ends in parts of a cell.
#[derive(Clone, Copy, Debug)]
struct Segment {
    from: [i64; 3],
    to: [i64; 3],
}

impl Segment {
    fn ends(self) -> [DVec3; 2] {
        [self.from, self.to]
            .map(|end| DVec3::from_array(end.map(|parts| parts as f64 / PARTS as f64)))
    }

    fn reversed(self) -> Self {
        Self {
            from: self.to,
            to: self.from,
        }
    }

    /// The cells within two of the segment's box, beyond the bounds too.
    fn cells(self) -> CellBox {
        let low = |axis: usize| self.from[axis].min(self.to[axis]).div_euclid(PARTS) - 2;
        let high = |axis: usize| self.from[axis].max(self.to[axis]).div_euclid(PARTS) + 4;
        let corner = |of: &dyn Fn(usize) -> i64| {
            IVec3::from_array([0, 1, 2].map(|axis| i32::try_from(of(axis)).unwrap()))
        };
        CellBox::new(corner(&low), corner(&high))
    }
}

/// Whether the ends of an interval belong to it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Interval {
    low: (Fraction, bool),
    high: (Fraction, bool),
}

impl Interval {
    const UNIT: Self = Self {
        low: (Fraction(0, 1), true),
        high: (Fraction(1, 1), true),
    };

    fn and(self, other: Self) -> Self {
        let tighter =
            |a: (Fraction, bool), b: (Fraction, bool), outer: Ordering| match a.0.cmp(&b.0) {
                Ordering::Equal => (a.0, a.1 && b.1),
                order if order == outer => b,
                _ => a,
            };
        Self {
            low: tighter(self.low, other.low, Ordering::Less),
            high: tighter(self.high, other.high, Ordering::Greater),
        }
    }

    fn is_empty(self) -> bool {
        match self.low.0.cmp(&self.high.0) {
            Ordering::Less => false,
            Ordering::Equal => !(self.low.1 && self.high.1),
            Ordering::Greater => true,
        }
    }
}

/// The shares of the segment at which its coordinate on an axis lies between two planes, which
/// belong to what they bound or do not; `None` if it never does.
fn between(segment: Segment, axis: usize, low: (i64, bool), high: (i64, bool)) -> Option<Interval> {
    let (from, to) = (segment.from[axis], segment.to[axis]);
    if from == to {
        let above = from > low.0 || from == low.0 && low.1;
        let below = from < high.0 || from == high.0 && high.1;
        return (above && below).then_some(Interval::UNIT);
    }
    let at = |(plane, inside): (i64, bool)| (Fraction::new(plane - from, to - from), inside);
    let (low, high) = if from < to {
        (at(low), at(high))
    } else {
        (at(high), at(low))
    };
    Some(Interval { low, high })
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Point,
    Box,
}

/// When the shape first meets a cell, and through which faces.
fn meets(segment: Segment, cell: IVec3, shape: Shape) -> Option<(Fraction, IVec3)> {
    let mut interval = Interval::UNIT;
    let mut sides = Vec::new();
    for axis in 0..3 {
        let center = i64::from(cell[axis]) * PARTS;
        let side = match shape {
            Shape::Point => {
                let half = PARTS / 2;
                between(segment, axis, (center - half, true), (center + half, false))?
            }
            Shape::Box => between(
                segment,
                axis,
                (center - PARTS, false),
                (center + PARTS, false),
            )?,
        };
        sides.push(side);
        interval = interval.and(side);
    }
    if interval.is_empty() {
        return None;
    }
    let mut normal = IVec3::ZERO;
    for (axis, side) in sides.into_iter().enumerate() {
        let begins_inside =
            side.low == Interval::UNIT.low && interval.low.1 && shape == Shape::Point;
        if side.low == interval.low
            && segment.from[axis] != segment.to[axis]
            && !(begins_inside && segment.from[axis] < segment.to[axis])
        {
            normal[axis] = if segment.from[axis] < segment.to[axis] {
                -1
            } else {
                1
            };
        }
    }
    Some((interval.low.0, normal))
}

/// When, then with how many faces, then where.
type Rank = (Fraction, bool, i32, [i32; 3]);

/// The first blocked cell by trying all of them.
fn first_met(world: &Traversability, segment: Segment, shape: Shape) -> Option<(Rank, IVec3)> {
    let blocked = segment
        .cells()
        .cells()
        .filter(|&cell| !world.is_traversable(cell));
    blocked
        .filter_map(|cell| {
            let (at, normal) = meets(segment, cell, shape)?;
            // Of a point, what it enters a moment later comes later.
            let late =
                shape == Shape::Point && normal.max_element() > 0 && normal.min_element() >= 0;
            let rank = (at, late, normal.length_squared(), [cell.z, cell.y, cell.x]);
            Some((rank, normal))
        })
        .min_by_key(|(rank, _)| *rank)
}

struct Draws(Pcg32);

impl Draws {
    fn new(seed: u64) -> Self {
        Self(Pcg32::new(seed, 0xa02_bdbf_7bb3_c0a7))
    }

    fn within(&mut self, low: i64, high: i64) -> i64 {
        low + i64::try_from(u64::from(self.0.next_u32()) % (high - low + 1).unsigned_abs()).unwrap()
    }

    fn cell(&mut self, of: &CellBox) -> IVec3 {
        IVec3::from_array([0, 1, 2].map(|axis| {
            i32::try_from(self.within(of.min[axis].into(), i64::from(of.max[axis]) - 1)).unwrap()
        }))
    }

    /// A position near or in a box, more often than not on a plane between cells or through centers.
    fn position(&mut self, of: &CellBox) -> [i64; 3] {
        let cell = self.cell(of).to_array();
        let exactness = self.within(0, 3);
        cell.map(|coordinate| {
            let offset = match self.within(0, 3).min(exactness) {
                0 => 0,
                1 => PARTS / 2 * self.within(-1, 1),
                2 => PARTS / 4 * self.within(-2, 2),
                _ => self.within(-PARTS / 2, PARTS / 2),
            };
            i64::from(coordinate) * PARTS + offset
        })
    }

    fn segment(&mut self, bounds: &CellBox) -> Segment {
        let around = match self.within(0, 4) {
            0 => CellBox::new(bounds.min - 2, bounds.max + 2),
            _ => *bounds,
        };
        let from = self.position(&around);
        let mut to = self.position(&around);
        match self.within(0, 9) {
            0 => to = from,
            1 | 2 => to[usize::try_from(self.within(0, 2)).unwrap()] = from[0],
            3 | 4 => {
                let axis = usize::try_from(self.within(0, 2)).unwrap();
                to =
                    std::array::from_fn(|other| if other == axis { to[axis] } else { from[other] });
            }
            5 | 6 => {
                // Exactly along a diagonal.
                let length = to[0] - from[0];
                to = from.map(|from| from + length * self.within(-1, 1));
            }
            _ => {}
        }
        Segment { from, to }
    }

    /// A world across borders of chunks, from empty to crowded.
    fn world(&mut self, largest: i64) -> Traversability {
        let size = IVec3::from_array([0; 3].map(|_| self.within(1, largest) as i32));
        let border = IVec3::from_array([0; 3].map(|_| self.within(-1, 1) as i32 * 64));
        let below = IVec3::from_array([0; 3].map(|_| self.within(0, largest) as i32));
        let bounds = CellBox::new(border - below, border - below + size);
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        let share = [0, 1, 4, 12, 30][usize::try_from(self.within(0, 4)).unwrap()];
        let blocked = i64::try_from(bounds.volume()).unwrap() * share / 100;
        for _ in 0..blocked {
            builder
                .set(self.cell(&bounds), CellState::Occupied)
                .unwrap();
        }
        Traversability::new(&builder.commit(), UnknownPolicy::Blocked)
    }
}

fn assert_ray(world: &Traversability, segment: Segment, context: &str) {
    let [from, to] = segment.ends();
    let expected = first_met(world, segment, Shape::Point);
    let hit = world.cast_ray(from, to).unwrap();
    assert_eq!(
        hit.is_some(),
        expected.is_some(),
        "{context}: {segment:?} {hit:?} {expected:?}"
    );
    if let (Some(hit), Some(((at, _, _, [z, y, x]), normal))) = (hit, expected) {
        assert_eq!(hit.cell, IVec3::new(x, y, z), "{context}: {segment:?}");
        assert_eq!(hit.normal, normal, "{context}: {segment:?}");
        assert!(
            (hit.fraction - at.as_f64()).abs() <= 1e-15,
            "{context}: {segment:?}"
        );
        assert!(
            (hit.distance - at.as_f64() * from.distance(to)).abs() < 1e-9,
            "{context}"
        );
    }
}

fn assert_sweep(world: &Traversability, segment: Segment, context: &str) {
    let [from, to] = segment.ends();
    let expected = first_met(world, segment, Shape::Box);
    let hit = world.sweep(from, to).unwrap();
    assert_eq!(
        hit.is_some(),
        expected.is_some(),
        "{context}: {segment:?} {hit:?} {expected:?}"
    );
    if let (Some(hit), Some(((at, _, _, [z, y, x]), normal))) = (hit, expected) {
        assert_eq!(hit.cell, IVec3::new(x, y, z), "{context}: {segment:?}");
        assert_eq!(hit.normal, normal, "{context}: {segment:?}");
        assert!(
            (hit.fraction - at.as_f64()).abs() <= 1e-15,
            "{context}: {segment:?}"
        );
    }
}

#[test]
fn rays_are_their_definition_cell_by_cell() {
    for seed in 0..1500 {
        let mut draws = Draws::new(seed);
        let world = draws.world(12);
        for _ in 0..12 {
            let segment = draws.segment(&world.bounds());
            assert_ray(&world, segment, &format!("seed {seed}"));
        }
    }
}

#[test]
fn sweeps_are_their_definition_cell_by_cell() {
    for seed in 10_000..11_500 {
        let mut draws = Draws::new(seed);
        let world = draws.world(12);
        for _ in 0..12 {
            let segment = draws.segment(&world.bounds());
            assert_sweep(&world, segment, &format!("seed {seed}"));
        }
    }
}

/// Long lines, for which open blocks and chunks are skipped.
#[test]
fn long_lines_are_their_definition_cell_by_cell() {
    for seed in 20_000..20_040 {
        let mut draws = Draws::new(seed);
        let min = IVec3::from_array([0; 3].map(|_| draws.within(-80, 0) as i32));
        let size = IVec3::from_array([0; 3].map(|_| draws.within(60, 150) as i32));
        let bounds = CellBox::new(min, min + size);
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        for _ in 0..draws.within(0, 300) {
            builder
                .set(draws.cell(&bounds), CellState::Occupied)
                .unwrap();
        }
        let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        let blocked: Vec<IVec3> = CellBox::new(min - 5, bounds.max + 5)
            .cells()
            .filter(|&cell| !world.is_traversable(cell))
            .collect();
        for _ in 0..20 {
            let segment = draws.segment(&bounds);
            let [from, to] = segment.ends();
            for shape in [Shape::Point, Shape::Box] {
                let reach = segment.cells();
                let first = blocked
                    .iter()
                    .filter(|&&cell| reach.contains(cell))
                    .filter_map(|&cell| meets(segment, cell, shape))
                    .map(|(at, _)| at)
                    .min();
                let at = match shape {
                    Shape::Point => world.cast_ray(from, to).unwrap().map(|hit| hit.fraction),
                    Shape::Box => world.sweep(from, to).unwrap().map(|hit| hit.fraction),
                };
                assert_eq!(
                    at.is_some(),
                    first.is_some(),
                    "seed {seed}: {segment:?} {shape:?}"
                );
                if let (Some(at), Some(first)) = (at, first) {
                    let difference = (at - first.as_f64()).abs();
                    assert!(difference < 1e-15, "seed {seed}: {segment:?} {shape:?}");
                }
            }
        }
    }
}

#[test]
fn lines_of_sight_are_sweeps_between_centers_and_the_same_both_ways() {
    for seed in 30_000..31_500 {
        let mut draws = Draws::new(seed);
        let world = draws.world(14);
        for _ in 0..15 {
            let [from, to] = [0, 1].map(|_| draws.cell(&world.bounds()));
            let segment = Segment {
                from: from
                    .to_array()
                    .map(|coordinate| i64::from(coordinate) * PARTS),
                to: to
                    .to_array()
                    .map(|coordinate| i64::from(coordinate) * PARTS),
            };
            let expected = first_met(&world, segment, Shape::Box).is_none();
            let sees = world.has_line_of_sight(from, to);
            assert_eq!(sees, expected, "seed {seed}: {from} {to}");
            assert_eq!(
                sees,
                world.has_line_of_sight(to, from),
                "seed {seed}: {from} {to}"
            );
            if sees {
                assert_eq!(world.component(from), world.component(to), "seed {seed}");
            }
        }
    }
}

#[test]
fn whether_anything_is_hit_does_not_depend_on_the_direction() {
    for seed in 40_000..40_500 {
        let mut draws = Draws::new(seed);
        let world = draws.world(14);
        for _ in 0..15 {
            let segment = draws.segment(&world.bounds());
            let hits = [segment, segment.reversed()].map(|segment| {
                let [from, to] = segment.ends();
                let ray = world.cast_ray(from, to).unwrap().is_some();
                (ray, world.sweep(from, to).unwrap().is_some())
            });
            assert_eq!(hits[0], hits[1], "seed {seed}: {segment:?}");
        }
    }
}

/// One of the 48 ways to map the cube onto itself.
#[derive(Clone, Copy)]
struct Symmetry {
    axes: [usize; 3],
    signs: [i32; 3],
}

impl Symmetry {
    fn all() -> impl Iterator<Item = Self> {
        let orders = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        orders.into_iter().flat_map(|axes| {
            (0..8).map(move |bits| Self {
                axes,
                signs: [0, 1, 2].map(|axis| if bits >> axis & 1 == 0 { 1 } else { -1 }),
            })
        })
    }

    fn cell(self, cell: IVec3) -> IVec3 {
        IVec3::from_array([0, 1, 2].map(|axis| cell[self.axes[axis]] * self.signs[axis]))
    }

    fn position(self, position: DVec3) -> DVec3 {
        DVec3::from_array(
            [0, 1, 2].map(|axis| position[self.axes[axis]] * f64::from(self.signs[axis])),
        )
    }

    fn world(self, blocked: &[IVec3], bounds: CellBox) -> Traversability {
        let corners = [bounds.min, bounds.max - 1].map(|corner| self.cell(corner));
        let mapped = CellBox::new(corners[0].min(corners[1]), corners[0].max(corners[1]) + 1);
        let mut builder = OccupancyBuilder::new(mapped).unwrap();
        for &cell in blocked {
            builder.set(self.cell(cell), CellState::Occupied).unwrap();
        }
        Traversability::new(&builder.commit(), UnknownPolicy::Blocked)
    }
}

#[test]
fn sweeps_are_the_same_under_the_symmetries_of_the_cube() {
    for seed in 50_000..50_020 {
        let mut draws = Draws::new(seed);
        let bounds = CellBox::new(IVec3::new(-5, 58, -70), IVec3::new(9, 70, -60));
        let blocked: Vec<IVec3> = (0..60).map(|_| draws.cell(&bounds)).collect();
        let segments: Vec<Segment> = (0..60).map(|_| draws.segment(&bounds)).collect();
        let straight = Symmetry {
            axes: [0, 1, 2],
            signs: [1; 3],
        };
        let world = straight.world(&blocked, bounds);
        for symmetry in Symmetry::all() {
            let mapped = symmetry.world(&blocked, bounds);
            for segment in &segments {
                let ends = segment.ends();
                let [from, to] = ends.map(|end| symmetry.position(end));
                let hit = world.sweep(ends[0], ends[1]).unwrap();
                let mapped_hit = mapped.sweep(from, to).unwrap();
                assert_eq!(
                    hit.map(|hit| hit.fraction),
                    mapped_hit.map(|hit| hit.fraction)
                );
                let [a, b] = [0, 1].map(|end| {
                    let parts = [segment.from, segment.to][end];
                    IVec3::from_array(parts.map(|part| i32::try_from(part / PARTS).unwrap()))
                });
                assert_eq!(
                    world.has_line_of_sight(a, b),
                    mapped.has_line_of_sight(symmetry.cell(a), symmetry.cell(b)),
                    "seed {seed}: {a} {b}"
                );
                // A point on a plane belongs to the cell above, so mirroring moves it.
                if symmetry.signs == [1; 3] {
                    let hit = world.cast_ray(ends[0], ends[1]).unwrap();
                    let mapped_hit = mapped.cast_ray(from, to).unwrap();
                    assert_eq!(
                        hit.map(|hit| (symmetry.cell(hit.cell), hit.fraction)),
                        mapped_hit.map(|hit| (hit.cell, hit.fraction)),
                        "seed {seed}: {segment:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn between_neighboring_cells_a_sweep_is_the_strict_corner_rule() {
    let bounds = CellBox::new(IVec3::splat(60), IVec3::splat(70));
    let mut draws = Draws::new(60_000);
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for _ in 0..150 {
        builder
            .set(draws.cell(&bounds), CellState::Occupied)
            .unwrap();
    }
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    for cell in bounds.cells() {
        for offset in CellBox::new(IVec3::NEG_ONE, IVec3::splat(2)).cells() {
            let to = cell + offset;
            let spanned = CellBox::new(cell.min(to), cell.max(to) + 1);
            let allowed = spanned.cells().all(|cell| world.is_traversable(cell));
            assert_eq!(
                world.has_line_of_sight(cell, to),
                allowed,
                "{cell} {offset}"
            );
        }
    }
}

#[test]
fn the_far_corners_of_the_largest_world_see_each_other() {
    let edge = MAX_COORDINATE;
    let bounds = CellBox::new(IVec3::new(-edge, -edge, 0), IVec3::new(edge, edge, 3));
    let wall = IVec3::new(edge / 2, edge / 4 - 1, 1);
    let empty = OccupancyBuilder::new(bounds).unwrap();
    let mut with_wall = empty.clone();
    with_wall.set(wall, CellState::Occupied).unwrap();
    let [empty, with_wall] = [empty, with_wall]
        .map(|world| Traversability::new(&world.commit(), UnknownPolicy::Blocked));
    // Close enough not to cross millions of chunks, far enough for every product to be large.
    let from = wall - IVec3::new(1 << 20, 1 << 19, 0);
    let to = wall + IVec3::new(1 << 20, 1 << 19, 0);
    assert!(empty.has_line_of_sight(from, to));
    assert!(!with_wall.has_line_of_sight(from, to));
    let (a, b) = (from.as_dvec3(), to.as_dvec3());
    let hit = with_wall.cast_ray(a, b).unwrap().unwrap();
    assert_eq!((hit.cell, hit.normal), (wall, IVec3::NEG_X));
    let hit = with_wall.sweep(a, b).unwrap().unwrap();
    assert_eq!(hit.normal.length_squared(), 1);
    // Beside the line by half a cell less than what would touch.
    let lift = DVec3::Y * (1.0 + 1.0 / f64::from(1 << 20));
    assert!(
        with_wall
            .sweep(a + lift * 1.6, b + lift * 1.6)
            .unwrap()
            .is_none()
    );
    let corner = DVec3::splat(f64::from(edge));
    assert!(empty.cast_ray(corner, -corner).unwrap().is_some());
    assert!(empty.sweep(corner, -corner).unwrap().is_some());
    assert!(!empty.has_line_of_sight(IVec3::MIN, IVec3::MAX));
}

#[test]
fn ends_that_are_no_positions_are_refused() {
    let builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(4))).unwrap();
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let position = DVec3::new(1.0, bad, 2.0);
        for answer in [
            world.cast_ray(position, DVec3::ONE),
            world.cast_ray(DVec3::ONE, position),
        ] {
            assert!(matches!(answer, Err(RayError::NotFinite { .. })), "{bad}");
        }
        assert!(matches!(
            world.sweep(position, position),
            Err(RayError::NotFinite { .. })
        ));
    }
    for far in [f64::from(MAX_COORDINATE) + 0.5, -1e300] {
        let position = DVec3::Z * far;
        let refused = Err(RayError::OutOfRange { position });
        assert_eq!(world.cast_ray(DVec3::ONE, position), refused);
        assert_eq!(
            world.sweep(position, DVec3::ONE).map(drop),
            refused.map(drop)
        );
    }
}

#[test]
fn a_snapshot_of_a_large_agent_sweeps_the_agent_s_box() {
    let mut draws = Draws::new(70_000);
    for _ in 0..60 {
        let bounds = CellBox::new(IVec3::splat(56), IVec3::splat(74));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        for _ in 0..12 {
            builder
                .set(draws.cell(&bounds), CellState::Occupied)
                .unwrap();
        }
        let occupancy = builder.commit();
        let cells = CellBox::new(IVec3::new(-1, 0, -2), IVec3::new(2, 3, 1));
        let agent = AgentCells::new(cells).unwrap();
        let world = Traversability::for_agent(&occupancy, agent, UnknownPolicy::Blocked);
        for _ in 0..40 {
            let [from, to] = [0, 1].map(|_| draws.cell(&bounds));
            let fits = 256;
            // The box moves: at every sampled moment each cell that it overlaps must be free.
            let overlaps = (0..=fits).any(|step| {
                let at = from
                    .as_dvec3()
                    .lerp(to.as_dvec3(), f64::from(step) / f64::from(fits));
                let low = (at + cells.min.as_dvec3() + 1e-9).floor().as_ivec3();
                let high = (at + cells.max.as_dvec3() - 1e-9).ceil().as_ivec3();
                CellBox::new(low, high)
                    .cells()
                    .any(|cell| occupancy.state(cell) != CellState::Free)
            });
            if overlaps {
                assert!(!world.has_line_of_sight(from, to), "{from} {to}");
            }
        }
    }
}
