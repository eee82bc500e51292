//! The objects that handles name.

use std::collections::{BTreeMap, VecDeque};

use voxnav::fields::CostField;
use voxnav::grid::{OccupancyBuilder, Traversability};
use voxnav::guidance::Trajectory;
use voxnav::replanning::{PathId, PathWatcher, Replanner};
use voxnav::search::{AgentMoves, RouteSearch, Scheduled, Scheduler};
use voxnav::smoothing::Space;
use voxnav::{
    AgentId, Follower, Lattice, Navigator, Route, RouteError, RouteOptions, SmoothPath,
    UnknownPolicy, View,
};

use voxnav_crowd::crowd::{Crowd, Event};
use voxnav_crowd::mapf::LifelongPlanner;

use crate::error::Refusal;
use crate::handles::{change, free, is_of, objects, read};
use crate::ids::{
    VoxnavAgent, VoxnavBatch, VoxnavBytes, VoxnavCrowd, VoxnavField, VoxnavFollower,
    VoxnavLifelongPlanner, VoxnavMapf, VoxnavNavigator, VoxnavPath, VoxnavPathWatcher, VoxnavPlane,
    VoxnavReplanner, VoxnavRoute, VoxnavScheduler, VoxnavSearch, VoxnavSpace, VoxnavTrajectory,
    VoxnavView, VoxnavWorld,
};
use crate::joints::{Joint, Places};
use crate::seen::{AgentWorld, other_kind};

objects! {
    VoxnavNavigator: NavigatorObject = 1, "navigator", NavigatorObject::freed_agents;
    VoxnavAgent: AgentOf = 2, "agent", AgentOf::removed;
    VoxnavView: View = 3, "view";
    VoxnavRoute: FoundRoute = 4, "route";
    VoxnavSearch: RouteSearch = 5, "search", search_freed;
    VoxnavPath: SmoothPath = 6, "smooth path";
    VoxnavFollower: Follower = 7, "follower";
    VoxnavReplanner: Replanner = 8, "replanner";
    VoxnavPathWatcher: Watched = 9, "path watcher";
    VoxnavBatch: Answers = 10, "batch";
    VoxnavField: Field = 11, "field";
    VoxnavWorld: Cells = 12, "world";
    VoxnavBytes: Bytes = 13, "file";
    VoxnavPlane: Plane = 14, "plane";
    VoxnavCrowd: CrowdObject = 15, "crowd";
    VoxnavMapf: Joint = 16, "joint plan";
    VoxnavScheduler: Queue = 17, "scheduler";
    VoxnavLifelongPlanner: LifelongObject = 18, "lifelong planner";
    VoxnavTrajectory: Trajectory = 19, "trajectory";
}

/// A navigator with the handles of its agents.
#[derive(Debug)]
pub struct NavigatorObject {
    pub(crate) navigator: Navigator,
    pub(crate) agents: Vec<VoxnavAgent>,
}

/// An agent, and the handle of its navigator.
#[derive(Clone, Copy, Debug)]
pub struct AgentOf {
    pub(crate) navigator: VoxnavNavigator,
    pub(crate) id: AgentId,
    pub(crate) kind: Kind,
}

/// The kind of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Flight,
    Ground,
}

impl Kind {
    /// Returns the kind of the agents that move in some way.
    pub(crate) const fn of(moves: &AgentMoves) -> Self {
        match moves {
            AgentMoves::Flying(_) => Self::Flight,
            AgentMoves::OnGround(_) => Self::Ground,
        }
    }

    /// Refuses a view of an agent of the other kind.
    pub(crate) fn check(self, view: &View) -> Result<(), Refusal> {
        if Self::of(view.moves()) == self {
            Ok(())
        } else {
            Err(other_kind("view"))
        }
    }
}

/// A route, and the kind of its agent.
#[derive(Debug)]
pub struct FoundRoute {
    pub(crate) route: Route,
    pub(crate) kind: Kind,
}

/// The routes of a watch under the numbers that callers have.
#[derive(Debug)]
pub struct Watched {
    pub(crate) watch: PathWatcher,
    pub(crate) paths: BTreeMap<u64, PathId>,
    pub(crate) numbers: BTreeMap<PathId, u64>,
    pub(crate) last: u64,
}

/// The answers of a batch, in the order of its requests; `None` for one that was taken.
#[derive(Debug)]
pub struct Answers(pub(crate) Vec<Option<Result<FoundRoute, RouteError>>>);

/// A cost field, and the view that it was made for; `None` once an update of it failed.
#[derive(Debug)]
pub struct Field {
    pub(crate) field: Option<CostField>,
    pub(crate) view: View,
}

/// Cells that are being edited.
#[derive(Debug)]
pub struct Cells(pub(crate) OccupancyBuilder);

/// A file in memory.
#[derive(Debug)]
pub struct Bytes(pub(crate) Vec<u8>);

/// The ground to steer in around a path.
#[derive(Debug)]
pub struct Plane {
    pub(crate) world: Traversability,
    pub(crate) lattice: Lattice,
}

/// A crowd, the handle of its navigator, and the events of its last update.
#[derive(Debug)]
pub struct CrowdObject {
    pub(crate) crowd: Crowd,
    pub(crate) navigator: VoxnavNavigator,
    pub(crate) events: Vec<Event>,
}

/// Agents that are sent on and on, and the places of their cells.
#[derive(Debug)]
pub struct LifelongObject {
    pub(crate) lifelong: LifelongPlanner,
    pub(crate) places: Places,
}

/// A scheduler with the routes that no caller has taken yet.
#[derive(Debug)]
pub struct Queue {
    pub(crate) scheduler: Scheduler,
    /// The kind of the agents of its views.
    pub(crate) kind: Kind,
    pub(crate) ended: VecDeque<Scheduled>,
}

impl NavigatorObject {
    fn freed_agents(self) {
        for agent in self.agents {
            // Agents that were removed are gone already.
            let _ = free(agent);
        }
    }
}

impl AgentOf {
    fn removed(self) {
        // Without its navigator there is nothing to remove the agent from.
        let _ = change(self.navigator, |held| {
            held.navigator.remove_agent(self.id)?;
            Ok(())
        });
    }
}

fn search_freed(search: RouteSearch) {
    crate::workspaces::give_back(search.finish().1);
}

/// Uses the navigator of an agent.
pub(crate) fn with_agent<R>(
    agent: VoxnavAgent,
    used: impl FnOnce(&mut Navigator, AgentOf) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    let agent = read(agent, |agent| Ok(*agent))?;
    change(agent.navigator, |held| used(&mut held.navigator, agent))
}

/// Uses the space that a handle names: that of a view, of an agent in flight, or a plane.
pub(crate) fn with_space<R>(
    VoxnavSpace { id }: VoxnavSpace,
    used: impl FnOnce(&Lattice, Space<'_>) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    let unsupported = || {
        Refusal::unsupported(
            "agents on the ground steer in a plane: see voxnav_plane_new".to_owned(),
        )
    };
    if is_of::<VoxnavAgent>(id) {
        with_agent(VoxnavAgent { id }, |navigator, agent| match agent.kind {
            Kind::Flight => {
                let lattice = *navigator.lattice();
                used(&lattice, navigator.space(agent.id)?)
            }
            Kind::Ground => Err(unsupported()),
        })
    } else if is_of::<VoxnavPlane>(id) {
        read(VoxnavPlane { id }, |plane| {
            used(&plane.lattice, (&plane.world).into())
        })
    } else {
        read(VoxnavView { id }, |view| {
            let flight = view.flight().ok_or_else(unsupported)?;
            used(view.lattice(), flight.space())
        })
    }
}

/// Uses the world of a view, or of an agent as of now.
pub(crate) fn with_seen<R>(
    VoxnavSpace { id }: VoxnavSpace,
    used: impl FnOnce(AgentWorld<'_>) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    if is_of::<VoxnavAgent>(id) {
        with_agent(VoxnavAgent { id }, |navigator, agent| {
            used(AgentWorld::of(
                &navigator.view(agent.id, &RouteOptions::default())?,
            )?)
        })
    } else {
        read(VoxnavView { id }, |view| used(AgentWorld::of(view)?))
    }
}

/// Uses the cells that are in the way of rays: those where a flying agent cannot be, or those that are not free for
/// a ground agent; of a view, or of an agent as of now.
pub(crate) fn with_sight<R>(
    space: VoxnavSpace,
    used: impl FnOnce(&Lattice, &Traversability) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    with_seen(space, |seen| match seen {
        AgentWorld::Flight(lattice, world) => used(lattice, world),
        AgentWorld::Ground(view) => {
            let occupancy = view.moves().stances().occupancy();
            let free = Traversability::new(occupancy, UnknownPolicy::Blocked);
            used(view.lattice(), &free)
        }
    })
}
