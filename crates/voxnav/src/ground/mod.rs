//! Ground agents: walking, steps, drops, jumps, ladders, water, doors, links; and moves of your
//! own.
//!
//! In world units [`Navigator::add_agent`](crate::Navigator::add_agent) is the way in: its
//! agents get [`Route`](crate::Route)s among colliders and cells, and a [`GroundView`] is a snapshot for other
//! threads, or a world of cells alone.
//!
//! In cells, what cells are made of is said with [`Material`]s while a world is built; what an agent can do is a
//! [`Locomotion`]. [`Ground`] puts both together, and
//! [`Query::solve`](crate::search::Query::solve) finds the cheapest path: [`Leg`]s, each with
//! the [`Action`] to be done along it. [`Successors`] are custom moves.
//!
//! ```
//! use voxnav::glam::IVec3;
//! use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
//! use voxnav::ground::{Action, Ground, Locomotion, Material, MaterialKind, verify_legs};
//! use voxnav::{Workspace, search::Query};
//!
//! // A floor with a pond across it, two cells deep.
//! let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(12, 3, 8)))?;
//! builder.set_box(CellBox::from_size(IVec3::new(12, 3, 3)), CellState::Occupied)?;
//! let water = builder.add_material(Material::new("water", MaterialKind::Liquid))?;
//! builder.set_material_box(CellBox::new(IVec3::new(4, 0, 1), IVec3::new(8, 3, 3)), water)?;
//! let world = builder.commit();
//!
//! let walker = Locomotion::walker();
//! let ground = Ground::new(&world, &walker)?;
//! let query = Query::new(IVec3::new(1, 1, 3), IVec3::new(10, 1, 3));
//! let solution = query.solve(&ground, &mut Workspace::new());
//! let path = solution.outcome.path().ok_or(solution.outcome.name())?;
//! let actions: Vec<_> = path.legs().iter().map(|leg| leg.action).collect();
//! let expected = [Action::Walk, Action::Drop, Action::Swim, Action::StepUp, Action::Walk];
//! assert_eq!(actions, expected);
//! assert_eq!(verify_legs(path, &ground), Ok(path.cost()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod floor;
mod setting_out;
mod smooth_leg;
mod standing;
mod unusable_links;
mod view;
mod world_link;

pub use crate::routes::GroundView;
pub(crate) use floor::Floor;
pub use smooth_leg::{Footing, SmoothLeg};
pub(crate) use smooth_leg::{LegPart, Plane};
pub use standing::RestingPlace;
#[cfg(feature = "colliders")]
pub(crate) use standing::feet_of;
pub(crate) use standing::{grounded, height_of, stance_of};
pub use unusable_links::{LinkSide, UnusableEnd, UnusableLinks};
pub use world_link::{LinkEnd, LinkEnds, LinkId, WorldLink};

#[doc(inline)]
pub use voxnav_occupancy::{
    CostFactor, Material, MaterialError, MaterialId, MaterialKind, MaterialSet, Palette, Stance,
    StanceError, StanceMap, StanceReader, StanceRules, Support, color_of, even,
};
#[doc(inline)]
pub use voxnav_search::{
    Action, Compass, Crouch, Fall, Ground, GroundMoves, Hazards, Jump, JumpReach, Leg, LegError,
    LegField, Link, LinkDirection, LinkError, LinkState, Locomotion, LocomotionError, Move,
    Predecessors, Reach, Remedy, Successors, Swim, Wading, verify_legs,
};
