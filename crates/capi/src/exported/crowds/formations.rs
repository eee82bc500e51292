//! Formations of a crowd.

use voxnav_crowd::crowd::{CrowdAgentId, Formation, FormationShape};

use super::crowd::{VoxnavCrowdAgentId, id};
use crate::border::changing;
use crate::code::{Code, coded};
use crate::error::{Refusal, VoxnavStatus};
use crate::ids::VoxnavCrowd;
use crate::memory::In;

/// The shape of a formation.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavFormationShape {
    /// Agents go abreast, by turns at both sides of the leader.
    Line = 0,
    /// Agents go in two arms that trail off from the leader at right angles to each other.
    Wedge = 1,
    /// Agents go one behind the other along the way that the leader went.
    Column = 2,
    /// Agents go in a circle around the leader.
    Ring = 3,
}

coded! {
    VoxnavFormationShape is "shape of a formation": FormationShape {
        Line, Wedge, Column, Ring,
    }
}

/// A formation of agents that follow a leader.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavFormation {
    /// The size of the struct: `sizeof(VoxnavFormation)`.
    pub size: usize,
    /// The shape.
    pub shape: Code<VoxnavFormationShape>,
    /// Zero.
    pub reserved: u32,
    /// The distance between an agent and the next one, in world units; 0 for three times the largest radius.
    pub spacing: f64,
    /// The distance from its place at which an agent makes the leader halt, in world units; 0 for a leader that does not
    /// wait.
    pub wait: f64,
}

impl VoxnavFormation {
    fn meaning(&self) -> Result<Formation, Refusal> {
        let mut formation = Formation::new(self.shape.meaning()?);
        let given = |distance: f64| (distance != 0.0).then_some(distance);
        (formation.spacing, formation.wait) = (given(self.spacing), given(self.wait));
        Ok(formation)
    }
}

/// Has `count` agents follow a leader in a formation that goes and turns with it: each keeps its place where it is wide, and
/// follows on the trail of the leader where it is narrow. When the leader rests, all come to rest. If it is removed, the
/// first of those left leads the others, and takes over where it was sent, with an event. A leader has one formation; an
/// agent leaves it when it is sent elsewhere or stopped.
///
/// Errors: an unknown id, `VOXNAV_STATUS_ERROR_OPTIONS` for one that is named twice, or as the leader, too; a distance that
/// is negative or not finite, a shape that is none. No agent follows then.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_crowd_follow_in_formation(
    crowd: VoxnavCrowd,
    leader: VoxnavCrowdAgentId,
    ids: In<VoxnavCrowdAgentId>,
    count: usize,
    formation: In<VoxnavFormation>,
) -> VoxnavStatus {
    changing(crowd, |own| {
        let ids = ids.each(count, "ids")?;
        let ids = ids.map(id).collect::<Result<Vec<CrowdAgentId>, _>>()?;
        let formation = formation.needed("formation")?.meaning()?;
        Ok(own
            .crowd
            .follow_in_formation(id(leader)?, &ids, formation)?)
    })
}
