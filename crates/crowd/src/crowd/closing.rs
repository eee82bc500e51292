//! Doors, crates and lifts that move unless they would close on an agent.

use voxnav::colliders::{ObstacleId, Placement};
use voxnav::glam::DVec3;
use voxnav::spatial::IfMoved;
use voxnav::{Navigator, NavigatorError};

use super::{Body, Crowd, MoverId};

/// The outcome of moving an obstacle among agents.
///
/// ```
/// use voxnav::colliders::Obstacle;
/// use voxnav::{Agent, Navigator};
/// use voxnav_crowd::crowd::{Closing, Crowd, Mover, Policy};
///
/// let mut navigator = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 4.0])?;
/// let door = navigator.insert(Obstacle::between([9.0, 9.0, 0.0], [10.0, 11.0, 3.0]))?;
/// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
/// let mut crowd = Crowd::new(Policy::default());
/// let ann = crowd.add(&mut navigator, Mover::new(drone, [4.0, 4.0, 1.0]))?;
/// let shut = crowd.move_unless_touching(&mut navigator, door, [4.0, 4.0, 1.5])?;
/// assert_eq!(shut, Closing::InTheWay(vec![ann]));
/// crowd.moved_to(ann, [15.0, 4.0, 1.0])?;
/// let shut = crowd.move_unless_touching(&mut navigator, door, [4.0, 4.0, 1.5])?;
/// assert_eq!(shut, Closing::Moved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "the obstacle may not have moved"]
pub enum Closing {
    /// The obstacle was moved.
    Moved,
    /// The obstacle stays, because these agents are where it would be, in the order in which they were added.
    InTheWay(Vec<MoverId>),
}

impl Crowd {
    /// Moves an obstacle of the navigator unless it would touch an agent of the crowd where it would then be, as
    /// [`IfMoved::touches`] says. The way there does not count: move what moves far in small steps.
    ///
    /// # Complexity
    ///
    /// One box query for each agent that flies, and one for each cell that the body of one on the ground covers.
    ///
    /// # Errors
    ///
    /// As [`Navigator::move_to`]; [`NavigatorError::UnknownAgent`] if the body of an agent was removed from the navigator.
    pub fn move_unless_touching(
        &self,
        navigator: &mut Navigator,
        obstacle: ObstacleId,
        placement: impl Into<Placement>,
    ) -> Result<Closing, NavigatorError> {
        let placement = placement.into();
        let there = navigator.if_moved(obstacle, placement)?;
        let mut in_the_way = Vec::new();
        for (&id, member) in &self.members {
            if touches(&there, member.mover.body, member.mover.position)? {
                in_the_way.push(id);
            }
        }
        if !in_the_way.is_empty() {
            return Ok(Closing::InTheWay(in_the_way));
        }
        navigator.move_to(obstacle, placement)?;
        Ok(Closing::Moved)
    }
}

fn touches(there: &IfMoved<'_>, body: Body, position: DVec3) -> Result<bool, NavigatorError> {
    match body {
        Body::Flying(id) => there.touches(id, position),
        Body::OnGround(id) => there.touches(id, position),
    }
}
