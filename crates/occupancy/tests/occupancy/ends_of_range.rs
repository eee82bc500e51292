//! Small worlds at the ends of the coordinates and in bounds that are all cells there can be: rays, sweeps, clearance,
//! what is nearest, neighborhoods and indexes are those of the same world at the origin.

use std::num::NonZeroU8;

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{
    CellBox, CellFilter, CellState, ChebyshevClearance, EuclideanClearance, Footprint, Heading,
    Occupancy, Overlay, Traversability, UnknownPolicy,
};
use voxnav_testkit::ends::{Bounds, Shift, Small, same};
use voxnav_testkit::{Draws, hold, seeds};

/// A point in or near the world, on a grain that all coordinates hold, and none below the lowest center.
fn point(small: &Small, shift: Shift, draws: &mut Draws) -> DVec3 {
    let [cell, parts] = [
        small.draw_near(draws),
        draws.vector(IVec3::ZERO, IVec3::splat(15)),
    ];
    (cell + shift.0).as_dvec3() + parts.as_dvec3() / 32.0
}

fn edited(small: &Small, shift: Shift, before: &Occupancy, draws: &mut Draws) -> Occupancy {
    let mut builder = before.edit();
    for _ in 0..draws.below(4) {
        let state = draws.pick(&[CellState::Free, CellState::Occupied, CellState::Unknown]);
        builder
            .set(draws.cell(&small.cells) + shift.0, state)
            .unwrap();
    }
    builder.commit()
}

fn told(small: &Small, shift: Shift, seed: u64) -> Vec<String> {
    let draws = &mut Draws::new(seed);
    let before = small.builder(shift).commit();
    let after = edited(small, shift, &before, draws);
    let unknown = draws.pick(&[
        UnknownPolicy::Blocked,
        UnknownPolicy::Free,
        UnknownPolicy::StopAtBoundary,
    ]);
    let size = IVec3::from_array(std::array::from_fn(|_| draws.pick(&[1, 1, 2])));
    let agent = Footprint::new(CellBox::new(1 - size, IVec3::ONE)).unwrap();
    let world = Traversability::for_agent(&before, agent, unknown);
    let world = world.jump_indexed().refreshed(&after);
    let mut told = vec![format!("{:?}", world.validate().is_ok())];
    let own = shift.moved(&small.cells);

    let cap = NonZeroU8::new(draws.between(1, 30)).unwrap();
    let chebyshev = ChebyshevClearance::new(&before, unknown, cap).updated(&after);
    let euclidean = EuclideanClearance::new(&before, unknown, cap).updated(&after);
    let other = edited(small, shift, &before, draws);
    let both = Overlay::new(&after, &other, agent).unwrap();
    for cell in own.cells() {
        let around = (world.neighborhood(cell), world.unknown_around(cell));
        // Beyond the bounds cells lay nothing over others, where a shell would.
        let laid = (small.bounds == Bounds::Own).then(|| both.occupancy().state(cell));
        let is_known = (world.is_known(cell), world.unknown_radius(cell, 4));
        told.push(format!("{around:?} {is_known:?} {laid:?}"));
        let clear = (chebyshev.at(cell), euclidean.squared_at(cell));
        let reach =
            Heading::ALL.map(|heading| world.repeated_moves(cell, heading.step(), 1 << 13, 9));
        told.push(format!("{clear:?} {reach:?}"));
    }
    told.push(format!("{:?}", after.count(CellState::Free)));
    let occupied = after
        .occupied_cells()
        .take(300)
        .map(|cell| shift.back(cell));
    if small.bounds == Bounds::Own {
        told.push(format!("{:?}", occupied.collect::<Vec<_>>()));
    }

    for _ in 0..10 {
        let (from, to) = (point(small, shift, draws), point(small, shift, draws));
        let hit = world.cast_ray(from, to).ok().flatten();
        told.push(format!(
            "{:?}",
            hit.map(|hit| (shift.back(hit.cell), hit.normal, hit.fraction.to_bits()))
        ));
        let hit = world.sweep(from, to).ok().flatten();
        told.push(format!(
            "{:?}",
            hit.map(|hit| (shift.back(hit.cell), hit.normal, hit.fraction.to_bits()))
        ));
        let [one, other] = [(); 2].map(|()| small.draw_near(draws) + shift.0);
        told.push(format!(
            "{:?} {}",
            world.is_clear(from, to).ok(),
            world.has_line_of_sight(one, other)
        ));
        if small.bounds != Bounds::Shell {
            let among = draws.pick(&[CellFilter::Traversable, CellFilter::ConnectedTo(one)]);
            let radius = draws.pick(&[1.0, 4.0, f64::INFINITY]);
            let inside = from.clamp(own.min.as_dvec3(), (own.max - 1).as_dvec3());
            let nearest = world.nearest(inside, radius, among).ok().flatten();
            told.push(format!(
                "{:?}",
                nearest.map(|it| (shift.back(it.cell), it.distance.to_bits()))
            ));
        }
        if draws.percent(5) && small.bounds == Bounds::Own {
            let largest = world.largest_cube(one, other);
            told.push(format!("{:?}", largest.ok().flatten()));
        }
        told.push(format!("{:?}", world.is_connected(one, other)));
    }
    if small.bounds != Bounds::Shell {
        let random = world.random_cells(seed, CellFilter::Traversable).unwrap();
        let random = random.take(5);
        told.push(format!(
            "{:?}",
            random.map(|cell| shift.back(cell)).collect::<Vec<_>>()
        ));
        let sizes = world.component_sizes().unwrap_or_default();
        told.push(format!(
            "{:?}",
            sizes.iter().map(|(_, cells)| *cells).collect::<Vec<_>>()
        ));
    }
    let bytes = world.derived_bytes();
    let fresh = Traversability::for_agent(&after, agent, unknown);
    told.push(format!("{:?}", fresh.with_derived_bytes(&bytes).is_ok()));
    told
}

#[test]
fn answers_are_the_same_at_the_ends_of_the_coordinates() {
    hold(
        "ends of the coordinates",
        seeds(9_000_000, 60),
        || (),
        |seed, ()| {
            let (small, shift) = Small::sample(&mut Draws::new(seed));
            let origin = told(&small, Shift::NONE, seed);
            same(&told(&small, shift, seed), &origin)
        },
    );
}

/// Cells that no world holds are outside of all, and nothing overflows.
#[test]
fn no_question_about_cells_that_no_world_holds_overflows() {
    let far = [
        i32::MIN,
        i32::MIN + 1,
        -(1 << 30) - 1,
        0,
        1 << 30,
        i32::MAX - 1,
        i32::MAX,
    ];
    let cells = || {
        far.into_iter()
            .flat_map(|x| far.map(|z| IVec3::new(x, z, x)))
    };
    for seed in seeds(0, 10) {
        let draws = &mut Draws::new(seed);
        let (mut small, shift) = Small::sample(draws);
        if small.bounds == Bounds::Shell {
            // There a ray goes on through 2^31 free cells.
            small.bounds = Bounds::All;
        }
        let occupancy = small.builder(shift).commit();
        let agent = Footprint::new(CellBox::new(IVec3::splat(-2), IVec3::splat(3))).unwrap();
        let policy = UnknownPolicy::StopAtBoundary;
        let world = Traversability::for_agent(&occupancy, agent, policy).jump_indexed();
        let cap = NonZeroU8::new(9).unwrap();
        let euclidean = EuclideanClearance::new(&occupancy, policy, cap);
        for cell in cells() {
            assert_eq!(
                world.is_traversable(cell),
                world.bounds().contains(cell) && world.is_traversable(cell)
            );
            let _ = (
                world.neighborhood(cell),
                world.unknown_around(cell),
                world.is_known(cell),
            );
            let _ = (
                world.unknown_radius(cell, u32::MAX),
                euclidean.squared_at(cell),
            );
            let _ = (
                world.component(cell),
                occupancy.state(cell),
                occupancy.material(cell),
            );
            for other in [small.cells.min + shift.0, -cell.max(-IVec3::MAX)] {
                let _ = world.has_line_of_sight(cell, other);
                let _ = world.cast_ray(cell.as_dvec3(), other.as_dvec3());
                let _ = world.sweep(cell.as_dvec3(), other.as_dvec3());
                let _ = world.is_connected(cell, other);
            }
        }
    }
}
