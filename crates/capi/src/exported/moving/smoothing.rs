//! Smooth paths: few straight and rounded segments along a route.

use voxnav::following::Anchor;
use voxnav::ground::Footing;
use voxnav::smoothing::{Curve, Smoothing};
use voxnav::{SmoothPath, SmoothPathOptions};

use crate::border::{call, reading};
use crate::code::{Code, coded};
use crate::error::{Refusal, VoxnavStatus};
use crate::exported::routes::{VoxnavAction, acted, keep};
use crate::handles::{insert, read};
use crate::ids::{VoxnavPath, VoxnavPlane, VoxnavRoute, VoxnavView};
use crate::memory::{In, Out};
use crate::objects::{Kind, Plane};
use crate::values::VoxnavPoint;

/// The kind of a step of smoothing, and what its value is.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavSmoothingKind {
    /// Leaves out waypoints on straight lines.
    DropCollinear = 0,
    /// Leaves out waypoints that are off by at most the value, in cells.
    Simplify = 1,
    /// Goes straight where one waypoint sees another.
    PullString = 2,
    /// Draws the path tight, to the value in cells.
    Shorten = 3,
    /// Rounds corners by a curve through the waypoints, within the value in cells.
    RoundThrough = 4,
    /// Rounds corners by a curve inside of them, within the value in cells.
    RoundInside = 5,
    /// Adds waypoints so that segments are no longer than the value in cells.
    Space = 6,
}

coded! {
    VoxnavSmoothingKind is "kind of smoothing": VoxnavSmoothingKind {
        DropCollinear, Simplify, PullString, Shorten, RoundThrough, RoundInside, Space,
    }
    VoxnavFooting is "footing": Footing {
        Plane, Cells,
    }
}

/// A step of smoothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavSmoothingStep {
    /// The kind of the step.
    pub kind: Code<VoxnavSmoothingKind>,
    /// Zero.
    pub reserved: u32,
    /// The value, as the kind says.
    pub value: f64,
}

/// The options for a smooth path. All zero but the size, or a null pointer, is the usual smoothing from the center of the
/// first cell, or the start of a route that begins there.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavSmoothing {
    /// The size of the struct: `sizeof(VoxnavSmoothing)`.
    pub size: usize,
    /// The steps, in their order; null for the usual ones.
    pub steps: In<VoxnavSmoothingStep>,
    /// The number of steps.
    pub step_count: usize,
    /// 1 for a path that starts at `start`.
    pub has_start: u32,
    /// 1 for a path that ends at `end`.
    pub has_end: u32,
    /// The position of the agent.
    pub start: VoxnavPoint,
    /// The position at which the path ends.
    pub end: VoxnavPoint,
}

/// The ground below a part of a route.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavFooting {
    /// Even ground: a follower may look ahead over it.
    Plane = 0,
    /// The agent has to go from waypoint to waypoint.
    Cells = 1,
}

/// A part of a route over the ground as an agent follows it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavSmoothLeg {
    /// The smooth path of the feet; free it when it is done.
    pub path: VoxnavPath,
    /// The action along the leg.
    pub action: Code<VoxnavAction>,
    /// The label of the link that is used, else 0.
    pub label: u32,
    /// The ground below the leg.
    pub footing: Code<VoxnavFooting>,
    /// Zero.
    pub reserved: u32,
}

impl VoxnavSmoothing {
    /// Returns the steps of smoothing.
    pub(crate) fn smoothing(&self) -> Result<Smoothing, Refusal> {
        use VoxnavSmoothingKind as Kind;

        if self.step_count == 0 {
            return Ok(Smoothing::default());
        }
        let mut smoothing = Smoothing::new();
        for step in self.steps.list(self.step_count, "steps")? {
            let value = step.value;
            smoothing = match step.kind.meaning()? {
                Kind::DropCollinear => smoothing.drop_collinear(),
                Kind::Simplify => smoothing.simplify(value)?,
                Kind::PullString => smoothing.pull_string(),
                Kind::Shorten => smoothing.shorten(value)?,
                Kind::RoundThrough => smoothing.round(Curve::CatmullRom, value)?,
                Kind::RoundInside => smoothing.round(Curve::BSpline, value)?,
                Kind::Space => smoothing.space(value)?,
            };
        }
        Ok(smoothing)
    }

    fn meaning(&self) -> Result<SmoothPathOptions, Refusal> {
        let mut options = SmoothPathOptions::default()
            .smoothing(self.smoothing()?)
            .anchor(Anchor::CENTER);
        if self.has_start != 0 {
            options = options.starting_at(self.start);
        }
        if self.has_end != 0 {
            options = options.ending_at(self.end);
        }
        Ok(options)
    }
}

/// Makes the smooth path along a route of a flying agent, in the world of a view, and writes its handle into
/// `path`: where that holds the handle of a path already, this takes its place; it has to be 0 at first. Returns
/// `VOXNAV_STATUS_NOTHING`, and writes no handle, for a route without a path.
///
/// Errors: refused options, a start or an end with no clear way to the route.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_path_new(
    view: VoxnavView,
    route: VoxnavRoute,
    options: In<VoxnavSmoothing>,
    path: Out<VoxnavPath>,
) -> VoxnavStatus {
    call(|| {
        let options = options.record("options")?;
        let options = options.map_or(Ok(SmoothPathOptions::default()), |options| {
            options.meaning()
        })?;
        path.check("path")?;
        let smooth = read(route, |found| match found.kind {
            Kind::Flight => read(view, |view| {
                let flight = view.flight().ok_or_else(on_ground)?;
                Ok(flight.smooth_path(&found.route, &options)?)
            }),
            Kind::Ground => Err(on_ground()),
        })?;
        VoxnavStatus::found(smooth, |smooth| keep(smooth, path))
    })
}

fn on_ground() -> Refusal {
    Refusal::unsupported("routes over the ground are smoothed leg by leg: voxnav_path_legs")
}

/// Divides a route over the ground into legs to be followed, smoothed where they lead over even ground, in the world of
/// a view. Writes at most `capacity` of them, each with a path of its own, and into `count` how many there are; paths
/// of legs that there is no room for are not made.
///
/// Errors: refused options.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_path_legs(
    view: VoxnavView,
    route: VoxnavRoute,
    options: In<VoxnavSmoothing>,
    buffer: Out<VoxnavSmoothLeg>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    call(|| {
        let options = options.record("options")?;
        let smoothing = options.map_or(Ok(Smoothing::default()), |options| options.smoothing())?;
        if capacity > 0 {
            buffer.check("buffer")?;
        }
        let legs = read(route, |found| match found.kind {
            Kind::Ground => read(view, |view| {
                let ground = view.ground().ok_or_else(in_flight)?;
                Ok(ground.smooth_legs(&found.route, &smoothing)?)
            }),
            Kind::Flight => Err(in_flight()),
        })?;
        let all = legs.len();
        let mut made = Vec::new();
        for leg in legs.into_iter().take(capacity) {
            let (action, label) = acted(leg.action);
            made.push(VoxnavSmoothLeg {
                path: insert(leg.path)?,
                action: action.into(),
                label,
                footing: crate::code::code_of(&leg.footing),
                reserved: 0,
            });
        }
        let is_cut = capacity > 0 && all > capacity;
        buffer.fill(capacity, Out::null(), made)?;
        count.put_if_asked(all, "count")?;
        Ok(if is_cut {
            VoxnavStatus::CutShort
        } else {
            VoxnavStatus::Ok
        })
    })
}

fn in_flight() -> Refusal {
    Refusal::unsupported("routes of agents that fly are smoothed whole: voxnav_path_new")
}

/// Makes a smooth path through caller-supplied waypoints, in the lattice of a view, and writes its handle into `path`,
/// as `voxnav_path_new` does. It does not check whether segments are clear.
///
/// Errors: no waypoint, or one that is not finite or too far away.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_path_through(
    view: VoxnavView,
    waypoints: In<VoxnavPoint>,
    count: usize,
    path: Out<VoxnavPath>,
) -> VoxnavStatus {
    call(|| {
        let waypoints = waypoints.list(count, "waypoints")?;
        path.check("path")?;
        let lattice = read(view, |view| Ok(*view.lattice()))?;
        keep(SmoothPath::new(waypoints, &lattice, Anchor::CENTER)?, path)
    })
}

/// Writes the waypoints of a smooth path: at most `capacity`, and into `count` how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_path_waypoints(
    path: VoxnavPath,
    buffer: Out<VoxnavPoint>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(path, |path| {
        buffer.fill(
            capacity,
            count,
            path.waypoints().iter().map(|&at| at.into()),
        )
    })
}

/// Writes the length of a smooth path, in world units.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_path_length(path: VoxnavPath, length: Out<f64>) -> VoxnavStatus {
    reading(path, |path| length.put(path.length(), "length"))
}

/// Takes the even ground around a smooth path out of a view of a ground agent, for followers to steer in, and
/// writes its handle into `plane`. Returns `VOXNAV_STATUS_NOTHING`, and writes no handle, where there is none. It takes
/// far longer than to steer: keep it while the world around the path is the same.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_plane_new(
    view: VoxnavView,
    path: VoxnavPath,
    plane: Out<VoxnavPlane>,
) -> VoxnavStatus {
    call(|| {
        plane.check("plane")?;
        let taken = read(path, |path| {
            read(view, |view| {
                let lattice = *view.lattice();
                let ground = view.ground().ok_or_else(|| {
                    Refusal::unsupported(
                        "agents that fly steer in the space of a view, or of the agent",
                    )
                })?;
                let world = ground.plane_along(path);
                Ok(world.map(|world| Plane { world, lattice }))
            })
        })?;
        VoxnavStatus::found(taken, |taken| plane.put(insert(taken)?, "plane"))
    })
}
