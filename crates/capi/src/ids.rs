//! The handles of C: a struct for each type of objects, so that a compiler refuses a route where an agent is asked for.
#![expect(
    unsafe_code,
    reason = "numbers are declared to be sound in every pattern of bits; there is no block of unsafe code here"
)]

use crate::memory::{Plain, plain};

/// Declares handles; the header and the declarations of C# read the table, too.
macro_rules! ids {
    ($($(#[$documented:meta])* $name:ident;)+) => {
        $(
            $(#[$documented])*
            #[repr(C)]
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $name {
                /// The number of the object, for `voxnav_free`; 0 is none.
                pub id: u64,
            }
        )+

        plain! { $($name),+ }
    };
}

ids! {
    /// The handle of a navigator: obstacles, cells, links and agents in one world.
    VoxnavNavigator;

    /// The handle of an agent of a navigator, flying or on the ground.
    VoxnavAgent;

    /// The handle of a view: a snapshot of the world of one agent, with options, which any number of threads may search
    /// at the same time.
    VoxnavView;

    /// The handle of a route.
    VoxnavRoute;

    /// The handle of a search in slices.
    VoxnavSearch;

    /// The handle of a smooth path.
    VoxnavPath;

    /// The handle of a follower: an agent's place on its smooth path.
    VoxnavFollower;

    /// The handle of a trajectory: where an agent is at each moment of its way.
    VoxnavTrajectory;

    /// The handle of a replanner: the keeper of the route of one agent while the world changes.
    VoxnavReplanner;

    /// The handle of a path watcher.
    VoxnavPathWatcher;

    /// The handle of a batch: the answers to many questions.
    VoxnavBatch;

    /// The handle of a field: the lengths from every place to the nearest of some goals.
    VoxnavField;

    /// The handle of a world of cells that is being edited.
    VoxnavWorld;

    /// The handle of a file in memory.
    VoxnavBytes;

    /// The handle of the ground around a smooth path.
    VoxnavPlane;

    /// The handle of a crowd: agents that are sent somewhere and get there by themselves.
    VoxnavCrowd;

    /// The handle of a joint plan: collision-free paths of many agents in discrete time.
    VoxnavMapf;

    /// The handle of a lifelong planner: agents in discrete time that are sent on and on.
    VoxnavLifelongPlanner;

    /// The handle of a scheduler: many searches that share a budget of expansions a frame.
    VoxnavScheduler;

    /// A view, an agent, or a plane, by the `id` of its handle: the space that straight ways are checked against, and
    /// the world that agents are in.
    VoxnavSpace;
}
