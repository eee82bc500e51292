//! Bodies that avoid each other and never touch, for programs that plan by themselves.
//!
//! An [`Avoidance`] has bodies that want to move at velocities. In each [`tick`](Avoidance::tick) every body moves at
//! the velocity nearest to its wanted one that
//!
//! - is in all *hard* half-spaces, always: each body keeps to its side of a plane between it and each other one, and to
//!   a box of free cells around it;
//! - is in the reciprocal half-spaces of ORCA as well as can be.
//!
//! A body with limited acceleration changes its velocity by its place of rest (`reaching.rs`).
//!
//! A body that is hindered turns its wanted velocity aside, more and more, until it gets on (`yielding/aside.rs`); and
//! it pushes those of a lower rank that are in its way (`yielding/push.rs`).
//!
//! # Guarantees
//!
//! A body *can stop* if its way to rest, straight on with the greatest deceleration, is free of blocked cells and of
//! the ways to rest of all others. From a state in which all bodies can stop, every tick ends in one; at no time
//! during it do two bodies overlap, and none touches a cell where it cannot be. That holds for every tick, whatever
//! bodies want. A body at rest can stop, so it holds from the first tick on where bodies begin apart and at rest.
//!
//! ## Proof
//!
//! *Ways.* A body at velocity v with the greatest acceleration a stops after s(v) = v |v| / 2a; without one, s = 0.
//! Braking in ticks, by a dt each, needs no longer a way than that: the sum is a lower sum of the integral. The way of
//! a choice v' for the tick is w = v' dt + s(v'): the body is on the segment from its position p to p + w during
//! the tick and until it is at rest. For braking, v' = v (1 - a dt / |v|) or zero, w is a part of s(v).
//!
//! *Two bodies.* Both can stop: their shapes, moved along p + s(v), are convex and share no point, so there is a plane
//! between them (`planes/separation.rs`), in the middle of a gap g that is not negative. Let n be its normal,
//! out of the half-space of a body. The hard half-space of its ways is n . w <= max(0, n . s(v)) + g / 2. Both
//! bodies choose in theirs, so each stays on its side of the plane during the tick and until rest: they share no point at
//! any time, and can stop.
//!
//! *Walls.* Cells touched on the way s(v) are free, and so is a box of cells around that way (`free_space/`). Positions between
//! the centers of its corners touch only its cells. The ways are held to it, so the body touches no other cell, and
//! the box contains the next way to rest. Where there is no such box, as after an edit, the body brakes. A body among
//! blocked cells and yet in none of the obstacles enters none: a sweep checks that.
//!
//! *Narrow places.* A body that goes to a point which it gets to straight (`solver/passage.rs`) goes on that line where there is no
//! such box, or on a way that a sweep among the obstacles finds free, or along a walk from cell to cell (`free_space/straight.rs`).
//! Standing still is on all.
//!
//! *There is always a choice.* Braking is in every half-space, as its way is a part of s(v); and its velocity can be
//! reached. What the linear program answers is checked, and drawn back to braking where it is not in all half-spaces.
//!
//! *Rounding.* Bodies keep 2^-20 of their radii apart, more than a tick's rounding within 2^30 radii from zero. Both
//! bodies of a pair are given the same plane to the last bit.
//!
//! # Characters
//!
//! A [`Character`] goes its own way. Bodies keep clear of all that it sweeps in the tick if it keeps its velocity; if
//! it would run into one at rest, that one moves no nearer. So no overlap with characters comes from a body's own motion,
//! except for what a body that brakes cannot help.
//!
//! # Determinism
//!
//! Equal crowds move equally, to the last bit, for every number of threads, on every machine, and in whatever order
//! bodies with keys were added. All arithmetic is IEEE addition, multiplication, division and square root in `f64`.
//! Ticks run in the rayon pool of the caller.
//!
//! # Complexity
//!
//! O(n log n) in the number of bodies, for those that are not much denser than they can be. Once warm, a tick
//! allocates nothing that it keeps.
//!
//! ```
//! use voxnav_crowd::avoidance::{Avoidance, Body, Settings, MotionGoal};
//! use voxnav::glam::DVec3;
//!
//! let mut crowd = Avoidance::new(Settings::default());
//! let goals = [[10.0, 0.0, 0.0], [-10.0, 0.0, 0.0]].map(DVec3::from);
//! let mut ids = Vec::new();
//! for goal in goals {
//!     ids.push(crowd.add(Body::ball(0.5, -goal).with_speed(4.0))?);
//! }
//! for _ in 0..300 {
//!     for (&id, goal) in ids.iter().zip(goals) {
//!         let way = goal - crowd.position(id)?;
//!         crowd.set_goal(id, MotionGoal::velocity(way * 10.0))?;
//!     }
//!     crowd.tick(1.0 / 30.0)?;
//!     assert!(crowd.position(ids[0])?.distance(crowd.position(ids[1])?) > 1.0);
//! }
//! assert!(crowd.position(ids[0])?.distance(goals[0]) < 0.01);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # References
//!
//! van den Berg, Guy, Lin, Manocha, "Reciprocal n-body collision avoidance", 2011. The hard half-spaces are not of the
//! paper: its bodies overlap where they are dense.

mod body;
mod crowd;
mod error;
mod event;
mod free_space;
mod grid;
mod id;
mod member;
mod planes;
mod pushes;
mod rank;
mod reaching;
mod settings;
mod shape;
mod solver;
mod yielding;

pub(crate) use body::FARTHEST;
pub(crate) use free_space::straight::distance_to;
pub(crate) use reaching::stopping;

pub use body::{Body, Character, MotionGoal};
pub use crowd::Avoidance;
pub use error::AvoidanceError;
pub use event::{Event, Neighbor};
pub use free_space::{FreeSpace, FreeSpaceId};
pub use id::BodyId;
pub use settings::Settings;
pub use shape::Shape;
