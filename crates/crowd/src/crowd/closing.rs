//! Doors, crates and lifts that move unless they would close on an agent.

use voxnav::colliders::{ObstacleId, Placement};
use voxnav::glam::DVec3;
use voxnav::ground::Action;
use voxnav::{Navigator, NavigatorError};

use super::Crowd;
use super::keeper::Keeper;
use super::member::Member;
use super::values::id::CrowdAgentId;
use super::view::View;

/// The outcome of moving an obstacle among agents.
///
/// ```
/// use voxnav::colliders::Obstacle;
/// use voxnav::{Agent, Navigator};
/// use voxnav_crowd::crowd::{MoveOutcome, Crowd, CrowdAgent, CrowdSettings};
///
/// let mut navigator = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 4.0])?;
/// let door = navigator.insert(Obstacle::between([9.0, 9.0, 0.0], [10.0, 11.0, 3.0]))?;
/// let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
/// let mut crowd = Crowd::new(CrowdSettings::default());
/// let ann = crowd.add(&mut navigator, CrowdAgent::new(drone, [4.0, 4.0, 1.0]))?;
/// let shut = crowd.try_move_obstacle(&mut navigator, door, [4.0, 4.0, 1.5])?;
/// assert_eq!(shut, MoveOutcome::Blocked(vec![ann]));
/// crowd.set_position(ann, [15.0, 4.0, 1.0])?;
/// let shut = crowd.try_move_obstacle(&mut navigator, door, [4.0, 4.0, 1.5])?;
/// assert_eq!(shut, MoveOutcome::Moved);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "the obstacle may not have moved"]
pub enum MoveOutcome {
    /// The obstacle was moved.
    Moved,
    /// The obstacle stays, because these agents are where it would be, in the order in which they were added.
    Blocked(Vec<CrowdAgentId>),
}

impl Crowd {
    /// Moves an obstacle of the navigator unless it would touch an agent of the crowd where it would then be, as
    /// [`MovePreview::touches`](voxnav::spatial::MovePreview::touches) says. The way there does not count: move what moves far in small steps.
    ///
    /// # Complexity
    ///
    /// One box query for each flying agent, and one for each cell that the body of a ground agent covers.
    ///
    /// # Errors
    ///
    /// As [`Navigator::move_to`]; [`NavigatorError::UnknownAgent`] if the body of an agent was removed from the navigator.
    pub fn try_move_obstacle(
        &self,
        navigator: &mut Navigator,
        obstacle: ObstacleId,
        placement: impl Into<Placement>,
    ) -> Result<MoveOutcome, NavigatorError> {
        let placement = placement.into();
        let there = navigator.preview_move(obstacle, placement)?;
        let mut in_the_way = Vec::new();
        for (&id, member) in &self.members {
            let body = member.agent.body;
            let mut is_touched = there.touches(body, member.agent.position)?;
            if !is_touched {
                for corner in self.corners_of_move(member) {
                    is_touched |= there.touches(body, corner)?;
                }
            }
            if is_touched {
                in_the_way.push(id);
            }
        }
        if !in_the_way.is_empty() {
            return Ok(MoveOutcome::Blocked(in_the_way));
        }
        navigator.move_to(obstacle, placement)?;
        Ok(MoveOutcome::Moved)
    }

    /// Returns the corners of the step, the drop or the jump that an agent is in the middle of: by its height alone it would
    /// count as on the nearest ground.
    fn corners_of_move(&self, member: &Member) -> Vec<DVec3> {
        let view = self.views.get(&member.agent.body);
        let Some(up) = view.and_then(View::up) else {
            return Vec::new();
        };
        let leaves_ground = |it: &&Keeper| {
            let action = it.action();
            matches!(action, Some(Action::StepUp | Action::Drop | Action::Jump))
        };
        let keeper = member.keeper.as_ref().filter(leaves_ground);
        let Some([begin, end]) = keeper.and_then(Keeper::ends_of_move) else {
            return Vec::new();
        };
        let up = up.step().as_dvec3();
        let rise = up * (end - begin).dot(up);
        if (end - begin).dot(up) > 0.0 {
            vec![begin, begin + rise, end]
        } else {
            vec![begin, end - rise, end]
        }
    }
}
