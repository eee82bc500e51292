//! The links of agents on the ground.

use voxnav_search::{LinkError, LinkState};

use super::residents::GroundResident;
use super::{Navigator, NavigatorError};
use crate::ground::{LinkId, WorldLink};

impl Navigator {
    /// Adds a link, for all agents on the ground that are in one of its groups.
    ///
    /// # Errors
    ///
    /// [`RouteError::Lattice`](crate::RouteError::Lattice) for positions that are not finite or too far
    /// away for any cell; [`NavigatorError::Link`] if it begins or ends outside the bounds for the feet
    /// of an agent; [`NavigatorError::TooManyLinks`]. There is no new link then.
    pub fn insert_link(&mut self, link: WorldLink) -> Result<LinkId, NavigatorError> {
        for position in [link.from[0], link.from[1], link.to] {
            self.scene.lattice.cell_at(position)?;
        }
        let id = LinkId(self.next_link);
        let next = (self.next_link.checked_add(1)).ok_or(NavigatorError::TooManyLinks)?;
        self.links.insert(id, link);
        let agents = self.on_ground.values();
        let checked: Result<Vec<()>, _> = agents.map(|agent| self.check_links(agent)).collect();
        if let Err(refused) = checked {
            self.links.remove(&id);
            return Err(refused);
        }
        self.next_link = next;
        self.mark_links();
        Ok(id)
    }

    /// Removes a link.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::UnknownLink`].
    pub fn remove_link(&mut self, id: LinkId) -> Result<WorldLink, NavigatorError> {
        let link = self.links.remove(&id);
        self.mark_links();
        link.ok_or(NavigatorError::UnknownLink { id })
    }

    /// Opens or closes a link.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::UnknownLink`].
    pub fn set_link_state(&mut self, id: LinkId, state: LinkState) -> Result<(), NavigatorError> {
        let link = self.links.get_mut(&id);
        link.ok_or(NavigatorError::UnknownLink { id })?.state = state;
        self.mark_links();
        Ok(())
    }

    /// Returns the links with their ids, in the order in which they were added.
    pub fn links(&self) -> impl Iterator<Item = (LinkId, &WorldLink)> {
        self.links.iter().map(|(id, link)| (*id, link))
    }

    fn mark_links(&mut self) {
        for resident in self.on_ground.values_mut() {
            resident.mark_links();
        }
    }

    /// Refuses links that lie outside the bounds for the feet of an agent.
    pub(super) fn check_links(&self, agent: &GroundResident) -> Result<(), NavigatorError> {
        let links = agent.in_cells(&self.links, &self.scene)?;
        for (id, link) in self.links.keys().zip(&links) {
            let ends = [
                ("from", self.scene.bounds.contains_box(&link.from)),
                ("to", self.scene.bounds.contains(link.to)),
            ];
            if let Some((field, _)) = ends.into_iter().find(|(_, is_inside)| !is_inside) {
                let bounds = self.scene.bounds;
                let link = id.0 as usize;
                let error = LinkError::OutsideBounds {
                    link,
                    field,
                    bounds,
                };
                return Err(error.into());
            }
        }
        Ok(())
    }
}
