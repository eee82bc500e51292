//! The time that a call through the C interface takes over the same call of the library.
//!
//! `cargo run --release -p voxnav-capi --example overhead` prints the medians of rounds in turns, in nanoseconds.
#![expect(
    unsafe_code,
    clippy::print_stdout,
    reason = "calls as a program in C does, and prints what they take"
)]

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

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
    fn voxnav_is_clear(space: u64, from: VoxnavPoint, to: VoxnavPoint) -> i32;
}

const ROUNDS: usize = 301;
const CALLS: u32 = 1000;

/// Prints the medians of two calls, and of the difference, in nanoseconds.
fn compare(name: &str, mut library: impl FnMut(u32), mut interface: impl FnMut(u32)) {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let calls: [&mut dyn FnMut(u32); 2] = [&mut library, &mut interface];
        for (times, call) in times.iter_mut().zip(calls) {
            let began = Instant::now();
            (0..CALLS).for_each(call);
            times.push(began.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS));
        }
    }
    let [library, interface] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    });
    let over = interface - library;
    println!("{name}: {library:.1} ns, by the interface {interface:.1} ns, {over:.1} ns over");
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
    let along = |call: u32| f64::from(call % 16);
    let mut target = VoxnavPoint::default();
    compare(
        "look ahead",
        |call| {
            black_box(follower.look_ahead(along(call)));
        },
        // SAFETY: as above.
        |call| unsafe {
            black_box(voxnav_follower_look_ahead(
                own,
                along(call),
                &raw mut target,
            ));
        },
    );
    let at = |call: u32| from.lerp(to, along(call) / 16.0);
    compare(
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
    Ok(())
}
