//! The time that a call through the C interface takes over the same call of the library.
//!
//! `cargo bench --manifest-path crates/capi/overhead/Cargo.toml` prints both for each call, in processor time of the thread,
//! which other programs disturb less than time of the wall.

use std::error::Error;
use std::hint::black_box;
use std::time::Duration;

use criterion::Criterion;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use rustix::time::{ClockId, clock_gettime};
use voxnav::glam::DVec3;
use voxnav::{Agent, Follower, Navigator, RouteOptions, SmoothPathOptions};
use voxnav_capi::values::VoxnavPoint;
// Links the library, whose functions are declared below as a program in C declares them.
use voxnav_capi as _;
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdAgentId, CrowdSettings};

/// The agents of the crowd.
const AGENTS: usize = 100;

/// The 64-bit words of `VoxnavCrowdAgent` and of `VoxnavCrowdAgentState`.
const AGENT: usize = 11;
const STATE: usize = 15;

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
    fn voxnav_crowd_new(navigator: u64, policy: *const u8, crowd: *mut u64) -> i32;
    fn voxnav_crowd_add(crowd: u64, body: u64, agent: *const [u64; AGENT], id: *mut u64) -> i32;
    fn voxnav_crowd_state(crowd: u64, id: u64, state: *mut [u64; STATE]) -> i32;
    fn voxnav_crowd_states(
        crowd: u64,
        buffer: *mut [u64; STATE],
        capacity: usize,
        count: *mut usize,
    ) -> i32;
    fn voxnav_crowd_set_position(crowd: u64, id: u64, position: VoxnavPoint) -> i32;
}

/// The processor time of the thread.
struct ThreadTime;

fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

impl Measurement for ThreadTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        now()
    }

    fn end(&self, start: Duration) -> Duration {
        now().saturating_sub(start)
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

/// Times a call of the library, and the same through the interface, each with a number from 0 to 15.
fn compare(
    criterion: &mut Criterion<ThreadTime>,
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

/// Reads all that a state of an agent holds.
fn read(crowd: &Crowd, id: CrowdAgentId) {
    black_box((
        crowd.position(id).ok(),
        crowd.motion(id).ok(),
        crowd.remaining(id).ok(),
        crowd.move_target(id).ok(),
        crowd.is_blocked(id).ok(),
        crowd.partial_reason(id).ok(),
    ));
}

/// Compares calls with a crowd of 100 agents, of which the interface has the last one's id.
fn crowds(
    criterion: &mut Criterion<ThreadTime>,
    (crowd, ids): (&mut Crowd, &[CrowdAgentId]),
    (throng, last): (u64, u64),
) {
    let mut states = [[0_u64; STATE]; AGENTS];
    let mut count = 0;
    let id = ids[AGENTS - 1];
    compare(
        criterion,
        "state of one of 100 agents",
        |_| read(crowd, id),
        // SAFETY: the pointer leads to a state.
        |_| unsafe {
            black_box(voxnav_crowd_state(throng, last, &raw mut states[0]));
        },
    );
    compare(
        criterion,
        "states of 100 agents",
        |_| ids.iter().for_each(|&id| read(crowd, id)),
        // SAFETY: there is room for as many states.
        |_| unsafe {
            let buffer = states.as_mut_ptr();
            black_box(voxnav_crowd_states(throng, buffer, AGENTS, &raw mut count));
        },
    );
    let at = |call: f64| DVec3::new(call / 16.0, 2.0, 0.0);
    compare(
        criterion,
        "put one of 100 agents",
        |call| {
            let _ = black_box(crowd.set_position(id, at(call)));
        },
        // SAFETY: there is no pointer.
        |call| unsafe {
            black_box(voxnav_crowd_set_position(throng, last, at(call).into()));
        },
    );
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
    let mut own_crowd = Crowd::new(CrowdSettings::default());
    let (mut throng, mut last, mut ids) = (0_u64, 0_u64, Vec::new());
    let mut statuses = statuses.to_vec();
    // SAFETY: as above.
    statuses.push(unsafe { voxnav_crowd_new(world, std::ptr::null(), &raw mut throng) });
    for number in 0..AGENTS {
        let [column, row] = [number % 10, number / 10].map(|it| f64::from(it as u32));
        let place = [column - 8.0, 2.0, row];
        ids.push(own_crowd.add(&mut navigator, CrowdAgent::new(drone, place))?);
        let mut added = [0; AGENT];
        added[0] = size_of_val(&added) as u64;
        added[1..4].copy_from_slice(&place.map(f64::to_bits));
        // SAFETY: as above.
        statuses.push(unsafe { voxnav_crowd_add(throng, agent, &raw const added, &raw mut last) });
    }
    if statuses.iter().any(|&status| status < 0) {
        return Err(format!("{statuses:?}").into());
    }
    let criterion = Criterion::default().with_measurement(ThreadTime);
    let mut criterion = criterion.configure_from_args();
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
    crowds(&mut criterion, (&mut own_crowd, &ids), (throng, last));
    criterion.final_summary();
    Ok(())
}
