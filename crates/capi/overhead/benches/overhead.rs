//! The time that a call through the C interface takes over the same call of the library.
//!
//! `cargo bench --manifest-path crates/capi/overhead/Cargo.toml` prints both for each call.

use std::error::Error;
use std::hint::black_box;

use criterion::Criterion;
use voxnav::glam::DVec3;
use voxnav::{Agent, Follower, Navigator, RouteOptions, SmoothPathOptions};
use voxnav_capi::values::VoxnavPoint;
// Links the library, whose functions are declared below as a program in C declares them.
use voxnav_capi as _;

/// The numbers and structs of C, as a program in C has them.
#[repr(C)]
struct Region {
    size: usize,
    cell_size: f64,
    corners: [VoxnavPoint; 3],
}

unsafe extern "C" {
    fn voxnav_navigator_new(region: *const Region, navigator: *mut u64) -> i32;
    fn voxnav_agent_add(navigator: u64, settings: *const [u64; 7], agent: *mut u64) -> i32;
    fn voxnav_find_route_to(agent: u64, from: VoxnavPoint, to: VoxnavPoint, route: *mut u64)
    -> i32;
    fn voxnav_view_new(agent: u64, options: *const u8, view: *mut u64) -> i32;
    fn voxnav_path_new(view: u64, route: u64, options: *const u8, path: *mut u64) -> i32;
    fn voxnav_follower_new(path: u64, follower: *mut u64) -> i32;
    fn voxnav_follower_look_ahead(follower: u64, distance: f64, target: *mut VoxnavPoint) -> i32;
    fn voxnav_follower_update(follower: u64, position: VoxnavPoint, progress: *const u8) -> i32;
    fn voxnav_route_length(route: u64, length: *mut f64) -> i32;
    fn voxnav_is_clear(space: u64, from: VoxnavPoint, to: VoxnavPoint) -> i32;
}

/// Times a call of the library, and the same through the interface, each with a number from 0 to 15.
fn compare(
    criterion: &mut Criterion,
    name: &str,
    mut library: impl FnMut(f64),
    mut interface: impl FnMut(f64),
) {
    let mut group = criterion.benchmark_group(name);
    let mut calls = (0..16).map(f64::from).cycle();
    let mut next = || calls.next().unwrap_or(0.0);
    group.bench_function("library", |bencher| bencher.iter(|| library(next())));
    group.bench_function("interface", |bencher| {
        bencher.iter(|| interface(next()));
    });
    group.finish();
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut navigator = Navigator::in_region(0.5, [-10.0, 0.0, -10.0], [10.0, 4.0, 10.0])?;
    let drone = navigator.add_agent(Agent::new(DVec3::splat(0.3).as_vec3()))?;
    let [from, to] = [[-8.0, 2.0, 0.0], [8.0, 2.0, 3.0]].map(DVec3::from);
    let route = navigator.find_route(drone, from, to)?;
    let path = navigator.smooth_path(drone, &route, &SmoothPathOptions::default())?;
    let mut follower = Follower::new(path.ok_or("no way")?);
    let view = navigator.view(drone, &RouteOptions::default())?;

    let [mut world, mut agent, mut way, mut seen, mut smooth, mut own] = [0_u64; 6];
    let point = |at: DVec3| VoxnavPoint::from(at);
    let region = Region {
        size: size_of::<Region>(),
        cell_size: 0.5,
        corners: [[0.0; 3], [-10.0, 0.0, -10.0], [10.0, 4.0, 10.0]].map(|at| point(at.into())),
    };
    let half = 0.3_f64.to_bits();
    let settings = [56, half, half, half, 0, 0, 0];
    // SAFETY: the pointers lead to what the header says, and stay for the calls.
    let statuses = unsafe {
        [
            voxnav_navigator_new(&raw const region, &raw mut world),
            voxnav_agent_add(world, &raw const settings, &raw mut agent),
            voxnav_find_route_to(agent, point(from), point(to), &raw mut way),
            voxnav_view_new(agent, std::ptr::null(), &raw mut seen),
            voxnav_path_new(seen, way, std::ptr::null(), &raw mut smooth),
            voxnav_follower_new(smooth, &raw mut own),
        ]
    };
    if statuses.iter().any(|&status| status < 0) {
        return Err(format!("{statuses:?}").into());
    }
    let mut criterion = Criterion::default().configure_from_args();
    let mut length = 0.0_f64;
    compare(
        &mut criterion,
        "route length",
        |_| {
            black_box(black_box(&route).length);
        },
        // SAFETY: as above.
        |_| unsafe {
            black_box(voxnav_route_length(way, &raw mut length));
        },
    );
    let mut target = VoxnavPoint::default();
    compare(
        &mut criterion,
        "look ahead",
        |call| {
            black_box(follower.look_ahead(call));
        },
        // SAFETY: as above.
        |call| unsafe {
            black_box(voxnav_follower_look_ahead(own, call, &raw mut target));
        },
    );
    let at = |call: f64| from.lerp(to, call / 16.0);
    compare(
        &mut criterion,
        "update",
        |call| {
            let _ = black_box(follower.update(at(call)));
        },
        // SAFETY: as above.
        |call| unsafe {
            black_box(voxnav_follower_update(
                own,
                point(at(call)),
                std::ptr::null(),
            ));
        },
    );
    let lattice = *view.lattice();
    compare(
        &mut criterion,
        "straight way",
        |call| {
            let ends = [from, at(call)].map(|end| lattice.coordinates_of(end));
            if let [Ok(from), Ok(to)] = ends {
                black_box(view.space().is_clear(from, to));
            }
        },
        // SAFETY: as above.
        |call| unsafe {
            black_box(voxnav_is_clear(seen, point(from), point(at(call))));
        },
    );
    criterion.final_summary();
    Ok(())
}
