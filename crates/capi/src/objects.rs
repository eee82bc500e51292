//! The objects that handles name.

use std::collections::{BTreeMap, VecDeque};

use voxnav::fields::CostField;
use voxnav::grid::{OccupancyBuilder, Traversability};
use voxnav::ground::{Ground, GroundView};
use voxnav::replanning::{PathId, Replanner, Watch};
use voxnav::search::RouteSearch;
use voxnav::search::{Flight, RouteScheduler, Scheduled};
use voxnav::smoothing::Space;
use voxnav::{
    AgentId, AgentView, Follower, Lattice, Navigator, Route, RouteError, RouteOptions, SmoothPath,
    UnknownPolicy,
};

use voxnav_crowd::crowd::Crowd;
use voxnav_crowd::together::Lifelong;

use crate::error::Refusal;
use crate::exported::crowds::VoxnavCrowdEvent;
use crate::handles::{Object, change, free, objects, read, type_of};
use crate::joints::{Joint, Places};

objects! {
    Held = 1, "navigator", Held::freed;
    AgentOf = 2, "agent", AgentOf::freed;
    AnyView = 3, "view";
    FoundRoute = 4, "route";
    AnySearch = 5, "search", AnySearch::freed;
    SmoothPath = 6, "smooth path";
    Follower = 7, "follower";
    AnyReplanner = 8, "replanner";
    AnyWatch = 9, "watch";
    Answers = 10, "batch";
    Field = 11, "field";
    Cells = 12, "world";
    Bytes = 13, "file";
    Plane = 14, "plane";
    Throng = 15, "crowd";
    Joint = 16, "joint plan";
    AnyScheduler = 17, "scheduler";
    Fleet = 18, "fleet";
}

/// A navigator with the handles of its agents.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) navigator: Navigator,
    pub(crate) agents: Vec<u64>,
}

/// The id of an agent of either kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnyId {
    Flight(AgentId),
    Ground(AgentId<Ground>),
}

/// An agent, and the handle of its navigator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AgentOf {
    pub(crate) navigator: u64,
    pub(crate) id: AnyId,
}

/// The kind of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Flight,
    Ground,
}

/// A route, and the kind of its agent.
#[derive(Debug)]
pub(crate) struct FoundRoute {
    pub(crate) route: Route,
    pub(crate) kind: Kind,
}

/// Gives objects for agents of either kind their kind.
macro_rules! of_kind {
    ($name:ident) => {
        impl $name {
            /// Returns the kind of the agents.
            pub(crate) fn kind(&self) -> Kind {
                match self {
                    Self::Flight(_) => Kind::Flight,
                    Self::Ground(_) => Kind::Ground,
                }
            }
        }
    };
}

of_kind!(AnyId);

/// Declares a type of objects for agents of either kind.
macro_rules! either {
    ($($(#[$doc:meta])* $name:ident = $flight:ty, $ground:ty;)+) => {
        $(
            $(#[$doc])*
            #[allow(
                clippy::large_enum_variant,
                reason = "few are alive, and none is moved but when it is made and freed"
            )]
            #[derive(Debug)]
            pub(crate) enum $name {
                Flight($flight),
                Ground($ground),
            }

            of_kind!($name);

            impl From<$flight> for $name {
                fn from(own: $flight) -> Self {
                    Self::Flight(own)
                }
            }

            impl From<$ground> for $name {
                fn from(own: $ground) -> Self {
                    Self::Ground(own)
                }
            }
        )+
    };
}

either! {
    /// A view.
    AnyView = AgentView, GroundView;
    /// A search in slices.
    AnySearch = RouteSearch<Flight>, RouteSearch<Ground>;
    /// A replanner.
    AnyReplanner = Replanner<Flight>, Replanner<Ground>;
    /// A watch over routes.
    AnyWatch = Routes<Watch<Flight>>, Routes<Watch<Ground>>;
    /// A scheduler.
    AnyScheduler = Queue<RouteScheduler<Flight>>, Queue<RouteScheduler<Ground>>;
}

/// Does the same with whichever kind of agents an object is for.
macro_rules! with_either {
    ($type:ident, $value:expr, $own:ident => $body:expr) => {
        match $value {
            $crate::objects::$type::Flight($own) => $body,
            $crate::objects::$type::Ground($own) => $body,
        }
    };
}

/// Does the same with two objects of either kind of agents, or refuses the second if it is for the other kind.
macro_rules! with_both {
    ($type:ident($one:expr), $other:ident($two:expr) is $name:literal, $own:ident, $its:ident => $body:expr) => {
        match ($one, $two) {
            ($crate::objects::$type::Flight($own), $crate::objects::$other::Flight($its)) => $body,
            ($crate::objects::$type::Ground($own), $crate::objects::$other::Ground($its)) => $body,
            _ => Err($crate::objects::other_kind($name)),
        }
    };
}

pub(crate) use {with_both, with_either};

/// Returns the refusal of an object for the other kind of agents.
pub(crate) fn other_kind(name: &str) -> Refusal {
    Refusal::unsupported(format!("the {name} is of an agent that moves another way"))
}

/// The routes of a watch under the numbers that callers have.
#[derive(Debug)]
pub(crate) struct Routes<W> {
    pub(crate) watch: W,
    pub(crate) paths: BTreeMap<u64, PathId>,
    pub(crate) numbers: BTreeMap<PathId, u64>,
    pub(crate) last: u64,
}

/// The answers of a batch, in the order of its requests; `None` for one that was taken.
#[derive(Debug)]
pub(crate) struct Answers(pub(crate) Vec<Option<Result<FoundRoute, RouteError>>>);

/// A cost field, and the view that it was made for; `None` once an update of it failed.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) field: Option<CostField>,
    pub(crate) view: AgentView,
}

/// Cells that are being edited.
#[derive(Debug)]
pub(crate) struct Cells(pub(crate) OccupancyBuilder);

/// A file in memory.
#[derive(Debug)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

/// The ground to steer in around a path.
#[derive(Debug)]
pub(crate) struct Plane {
    pub(crate) world: Traversability,
    pub(crate) lattice: Lattice,
}

/// A crowd, the handle of its navigator, and the events of its last update.
#[derive(Debug)]
pub(crate) struct Throng {
    pub(crate) crowd: Crowd,
    pub(crate) navigator: u64,
    pub(crate) events: Vec<VoxnavCrowdEvent>,
}

/// Agents that are sent on and on, and the places of their cells.
#[derive(Debug)]
pub(crate) struct Fleet {
    pub(crate) lifelong: Lifelong,
    pub(crate) places: Places,
}

/// A scheduler with the routes that nobody has taken yet.
#[derive(Debug)]
pub(crate) struct Queue<S> {
    pub(crate) scheduler: S,
    pub(crate) ended: VecDeque<Scheduled>,
}

impl Held {
    fn freed(self) {
        for agent in self.agents {
            // Agents that were removed are gone already.
            let _ = free::<AgentOf>(agent);
        }
    }
}

impl AgentOf {
    pub(crate) fn freed(self) {
        // Without its navigator there is nothing to remove the agent from.
        let _ = change::<Held, ()>(self.navigator, |held| {
            match self.id {
                AnyId::Flight(id) => held.navigator.remove_agent(id).map(drop)?,
                AnyId::Ground(id) => held.navigator.remove_agent(id).map(drop)?,
            }
            Ok(())
        });
    }
}

impl AnySearch {
    fn freed(self) {
        let workspace = with_either!(AnySearch, self, search => search.finish().1);
        crate::workspaces::give_back(workspace);
    }
}

/// Uses the navigator of an agent, and its id.
pub(crate) fn with_agent<R>(
    agent: u64,
    used: impl FnOnce(&mut Navigator, AnyId) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    let agent = read::<AgentOf, _>(agent, |agent| Ok(*agent))?;
    change::<Held, _>(agent.navigator, |held| used(&mut held.navigator, agent.id))
}

/// Uses the space that a handle names: that of a view, of an agent in flight, or a plane.
pub(crate) fn with_space<R>(
    space: u64,
    used: impl FnOnce(&Lattice, Space<'_>) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    let unsupported = || {
        Refusal::unsupported(
            "agents on the ground steer in a plane: see voxnav_plane_new".to_owned(),
        )
    };
    match type_of(space)? {
        AgentOf::TYPE => with_agent(space, |navigator, id| match id {
            AnyId::Flight(id) => {
                let lattice = *navigator.lattice();
                used(&lattice, navigator.space(id)?)
            }
            AnyId::Ground(_) => Err(unsupported()),
        }),
        Plane::TYPE => read::<Plane, _>(space, |plane| used(&plane.lattice, (&plane.world).into())),
        _ => read::<AnyView, _>(space, |view| match view {
            AnyView::Flight(view) => used(view.lattice(), view.space()),
            AnyView::Ground(_) => Err(unsupported()),
        }),
    }
}

/// The world that agents move in, of a view or of an agent as of now.
pub(crate) enum Seen<'s> {
    /// The cells in which an agent that flies can be.
    Flight(&'s Lattice, &'s Traversability),
    /// The view of an agent on the ground.
    Ground(&'s GroundView),
}

/// Uses the world of a view, or of an agent as of now.
pub(crate) fn with_seen<R>(
    place: u64,
    used: impl FnOnce(Seen<'_>) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    match type_of(place)? {
        AgentOf::TYPE => with_agent(place, |navigator, id| match id {
            AnyId::Flight(id) => {
                let world = navigator.traversability(id)?;
                used(Seen::Flight(navigator.lattice(), &world))
            }
            AnyId::Ground(id) => used(Seen::Ground(&navigator.view(id, &RouteOptions::default())?)),
        }),
        _ => read::<AnyView, _>(place, |view| match view {
            AnyView::Flight(view) => used(Seen::Flight(view.lattice(), view.world())),
            AnyView::Ground(view) => used(Seen::Ground(view)),
        }),
    }
}

/// Uses the cells that are in the way of rays: those where an agent that flies cannot be, or those that are not free for
/// an agent on the ground; of a view, or of an agent as of now.
pub(crate) fn with_sight<R>(
    place: u64,
    used: impl FnOnce(&Lattice, &Traversability) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    with_seen(place, |seen| match seen {
        Seen::Flight(lattice, world) => used(lattice, world),
        Seen::Ground(view) => {
            let occupancy = view.moves().stances().occupancy();
            let free = Traversability::new(occupancy, UnknownPolicy::Blocked);
            used(view.lattice(), &free)
        }
    })
}
