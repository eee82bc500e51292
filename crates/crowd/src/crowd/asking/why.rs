//! Reasons why agents do not get to their destinations.

use voxnav::ground::Remedy;
use voxnav::search::Explain;
use voxnav::{Agent, Navigator};

use crate::crowd::{Body, Crowd, CrowdError, Errand, MoverId};

impl Crowd {
    /// Returns the largest agent of the shape of one that flies that would get to its destination; `None` if not even a
    /// point does, there is a way, or the agent is on the ground or has no errand with a destination.
    ///
    /// # Complexity
    ///
    /// Up to nine bakes of the world: for a message to a person.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`]; [`CrowdError::Navigator`] as [`Navigator::find_route_with`].
    pub fn largest(
        &self,
        navigator: &mut Navigator,
        id: MoverId,
    ) -> Result<Option<Agent>, CrowdError> {
        let member = self.member(id)?;
        let (Body::Flying(body), Some(Errand::Go(to))) = (member.mover.body, &member.errand) else {
            return Ok(None);
        };
        let options = self.policy.options.explain(Explain::LargestAgent);
        let position = member.mover.position;
        let route = navigator.find_route_with(body, position, to.clone(), &options);
        let route = route.map_err(|source| CrowdError::Navigator { id, source })?;
        Ok(route.enclosure.and_then(|enclosure| enclosure.largest))
    }

    /// Returns what would have to change in the world of the last update for an agent on the ground to get to its
    /// destination; nothing for one that flies, or that has no errand with a destination.
    ///
    /// # Errors
    ///
    /// [`CrowdError::Unknown`]; [`CrowdError::Navigator`] as
    /// [`GroundView::remedies`](voxnav::ground::GroundView).
    pub fn remedies(&self, id: MoverId) -> Result<Vec<Remedy>, CrowdError> {
        let member = self.member(id)?;
        let view = self.views.get(&member.mover.body);
        let (Some(view), Some(Errand::Go(to))) = (view, &member.errand) else {
            return Ok(Vec::new());
        };
        let remedies = view.remedies(member.mover.position, to);
        remedies.map_err(|source| CrowdError::navigator(id, source))
    }
}
