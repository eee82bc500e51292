//! Replanners: the route of one agent while the world changes.

use voxnav::replanning::{ReplanPolicy, ReplanStatus, ReplanWorkspace, Replanner};
use voxnav::search::Weight;

use crate::border::{call, changing, reading};
use crate::error::{Refusal, VoxnavStatus};
use crate::exported::routes::{VoxnavDestination, answer, destination};
use crate::handles::{change, give, read};
use crate::ids::{VoxnavReplanner, VoxnavRoute, VoxnavView};
use crate::memory::{In, Out};
use crate::objects::{FoundRoute, Kind};
use crate::values::{VoxnavPoint, given};
use crate::workspaces;

/// The eagerness of a replanner. All zero but the size, or a null pointer, keeps to the optimum, looks at the whole way
/// and answers at once.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavReplanPolicy {
    /// The size of the struct: `sizeof(VoxnavReplanPolicy)`.
    pub size: usize,
    /// The factor of the optimum that the rest of a route may cost, 1 to 1000; 0 for 1.
    pub max_suboptimality: f64,
    /// The distance ahead that a route has to be free, in world units; 0 for all of it.
    pub look_ahead: f64,
    /// The most cells expanded in one update; 0 for any number.
    pub expansions: u64,
    /// The distance that an agent may be off its path, in cells; 0 for 1.
    pub max_deviation: f64,
    /// The least number of updates between two searches for something better.
    pub min_replan_interval: u32,
    /// Zero.
    pub reserved: u32,
}

impl VoxnavReplanPolicy {
    fn meaning(&self) -> Result<ReplanPolicy, Refusal> {
        let mut policy = ReplanPolicy::default().min_replan_interval(self.min_replan_interval);
        if let Some(detour) = given(self.max_suboptimality) {
            policy.max_suboptimality = Weight::new(detour)?;
        }
        policy.look_ahead = given(self.look_ahead).unwrap_or(policy.look_ahead);
        policy.expansions = given(self.expansions).unwrap_or(policy.expansions);
        policy.max_deviation = given(self.max_deviation).unwrap_or(policy.max_deviation);
        Ok(policy)
    }
}

/// Makes a replanner of the route of an agent to a destination, in the world of a view, and writes its handle into
/// `replanner`. The first update finds the route.
///
/// Errors: a refused policy.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_replanner_new(
    view: VoxnavView,
    to: In<VoxnavDestination>,
    policy: In<VoxnavReplanPolicy>,
    replanner: Out<VoxnavReplanner>,
) -> VoxnavStatus {
    call(|| {
        let to = destination(to)?;
        let policy = policy.record("policy")?;
        let policy = policy.map_or(Ok(ReplanPolicy::default()), |policy| policy.meaning())?;
        give(replanner, "replanner", || {
            read(view, |view| Ok(Replanner::new(view, to, policy)))
        })
    })
}

/// Brings a route up to date with the world as a newer view of the agent shows it, and with the agent's position: once in
/// a frame, or after an edit. Returns `VOXNAV_STATUS_KEPT`, `REPAIRED`, `REPLANNED`, `SHORTER`, or `BLOCKED`, with the
/// distance that the agent can still go in `ahead`, which may be null.
///
/// Errors: a position that is not finite or too far away, a view of an agent that moves another way.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_replanner_update(
    replanner: VoxnavReplanner,
    view: VoxnavView,
    position: VoxnavPoint,
    ahead: Out<f64>,
) -> VoxnavStatus {
    call(|| {
        let status = change(replanner, |replanner| {
            read(view, |view| {
                Kind::of(replanner.view().moves()).check(view)?;
                let mut workspace = ReplanWorkspace::from(workspaces::taken());
                let status = replanner.update_in(view, position, &mut workspace);
                workspaces::give_back(workspace.search);
                Ok(status?)
            })
        })?;
        Ok(match status {
            ReplanStatus::Repaired => VoxnavStatus::Repaired,
            ReplanStatus::Replanned => VoxnavStatus::Replanned,
            ReplanStatus::Shorter => VoxnavStatus::Shorter,
            ReplanStatus::Blocked { ahead: left } => {
                ahead.put_if_asked(left, "ahead")?;
                VoxnavStatus::Blocked
            }
            _ => VoxnavStatus::Kept,
        })
    })
}

/// Sends the agent of a replanner to another destination, as of the next update.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_replanner_set_goal(
    replanner: VoxnavReplanner,
    to: In<VoxnavDestination>,
) -> VoxnavStatus {
    changing(replanner, |replanner| {
        let to = destination(to)?;
        replanner.set_goal(to);
        Ok(())
    })
}

/// Writes the route of a replanner, as `voxnav_find_route` does, and returns its outcome; `VOXNAV_STATUS_NOTHING`, and
/// no handle, where there is none yet.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_replanner_route(
    replanner: VoxnavReplanner,
    route: Out<VoxnavRoute>,
) -> VoxnavStatus {
    call(|| {
        route.check("route")?;
        let known = read(replanner, |replanner| {
            Ok(replanner.route().map(|known| FoundRoute {
                route: known.clone(),
                kind: Kind::of(replanner.view().moves()),
            }))
        })?;
        VoxnavStatus::found(known, |known| answer(known, route))
    })
}

/// Writes the number of routes that a replanner has had into `version`, by which a caller sees that there is another,
/// and the number of the waypoint that the agent is to go to next into `next`; both may be null. Returns
/// `VOXNAV_STATUS_NOTHING`, and writes no `next`, where the agent is at the last or has no route.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_replanner_next(
    replanner: VoxnavReplanner,
    version: Out<u64>,
    next: Out<usize>,
) -> VoxnavStatus {
    reading(replanner, |replanner| {
        let (known, waypoint) = (replanner.route_version(), replanner.next());
        version.put_if_asked(known, "version")?;
        VoxnavStatus::found(waypoint, |waypoint| next.put_if_asked(waypoint, "next"))
    })
}

/// Writes the factor of the optimum that the rest of a route costs at most, by what is proved, into `factor`; returns
/// `VOXNAV_STATUS_NOTHING` where nothing is.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_replanner_bound(
    replanner: VoxnavReplanner,
    factor: Out<f64>,
) -> VoxnavStatus {
    reading(replanner, |replanner| {
        factor.put_found(replanner.bound(), "factor")
    })
}
