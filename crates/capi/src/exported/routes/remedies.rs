//! Remedies: what would have to change for a route where there is none.

use voxnav::grid::Occupancy;
use voxnav::ground::Remedy;

use super::destinations::{VoxnavDestination, destination};
use crate::border::call;
use crate::code::{Code, numbered};
use crate::error::{Refusal, VoxnavStatus};
use crate::ids::VoxnavSpace;
use crate::memory::{In, Out};
use crate::objects::with_seen;
use crate::seen::AgentWorld;
use crate::values::VoxnavPoint;

/// The kind of a remedy, and the fields of `VoxnavRemedy` that it has.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavRemedyKind {
    /// Steps up of `needed` cells; the agent has `has`.
    StepUp = 0,
    /// Drops of `needed` cells.
    Drop = 1,
    /// Drops of `needed` cells into liquid.
    DropIntoLiquid = 2,
    /// Jumps over `needed` cells.
    JumpGap = 3,
    /// Jumps that rise by `needed` cells.
    JumpRise = 4,
    /// Crouching to `needed` cells.
    Crouch = 5,
    /// Being able to be in `material`: to swim in it, climb it, open it, or mind it less.
    Material = 6,
    /// The closed link with `label`, opened.
    OpenLink = 7,
    /// A change that this version of the interface has no name for.
    Other = 8,
}

numbered! { VoxnavRemedyKind }

/// A change that alone would give a ground agent a route where there is none.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavRemedy {
    /// The kind of the change.
    pub kind: Code<VoxnavRemedyKind>,
    /// The number of cells that would do: the fewest, of `VOXNAV_REMEDY_KIND_CROUCH` the most.
    pub needed: u32,
    /// The number of cells that the agent has.
    pub has: u32,
    /// The id of the material in the way; 0 for one that the navigator does not know.
    pub material: u32,
    /// The label of the link.
    pub label: u32,
    /// Zero.
    pub reserved: u32,
}

impl VoxnavRemedy {
    /// Returns a remedy with the ids of materials of some cells.
    pub(crate) fn of(remedy: &Remedy, cells: Option<&Occupancy>) -> Self {
        use VoxnavRemedyKind as Kind;

        let (mut material, mut label) = (0, 0);
        let (kind, needed, has) = match *remedy {
            Remedy::StepUp { needed, has } => (Kind::StepUp, needed, has),
            Remedy::Drop { needed, has } => (Kind::Drop, needed, has),
            Remedy::DropIntoLiquid { needed, has } => (Kind::DropIntoLiquid, needed, has),
            Remedy::JumpGap { needed, has } => (Kind::JumpGap, needed, has),
            Remedy::JumpRise { needed, has } => (Kind::JumpRise, needed, has),
            Remedy::Crouch { needed, has } => (Kind::Crouch, needed, has),
            Remedy::Material { ref name, .. } => {
                let id = cells.and_then(|cells| cells.palette().find(name));
                material = id.map_or(0, |id| id.number().into());
                (Kind::Material, 0, 0)
            }
            Remedy::OpenLink { label: of } => {
                label = of;
                (Kind::OpenLink, 0, 0)
            }
            _ => (Kind::Other, 0, 0),
        };
        Self {
            kind: kind.into(),
            needed: needed.into(),
            has: has.into(),
            material,
            label,
            reserved: 0,
        }
    }
}

/// Writes what would have to change for a ground agent to get from a position to a destination, in the world of a
/// view or of the agent as of now: each change that would do alone. At most `capacity` are written, and into `count` how
/// many there are: none where no one change would do, and where there is a route. It takes dozens of searches: for a
/// message to a person. Of a flying agent, `voxnav_route_largest` tells.
///
/// Errors: positions that are not finite or too far away, a flying agent.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_remedies(
    space: VoxnavSpace,
    from: VoxnavPoint,
    to: In<VoxnavDestination>,
    buffer: Out<VoxnavRemedy>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    call(|| {
        let to = destination(to)?;
        with_seen(space, |seen| {
            let AgentWorld::Ground(view) = seen else {
                let message = "of agents that fly voxnav_route_largest tells";
                return Err(Refusal::unsupported(message));
            };
            let cells = view.moves().stances().occupancy();
            let remedies = view.remedies(from, to)?;
            let remedies = remedies.iter().map(|it| VoxnavRemedy::of(it, Some(cells)));
            buffer.fill(capacity, count, remedies)
        })
    })
}
