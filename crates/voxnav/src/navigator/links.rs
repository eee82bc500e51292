//! The links of ground agents.

use glam::DVec3;
use voxnav_occupancy::CellBox;
use voxnav_search::{Link, LinkError, LinkState};

use super::residents::GroundResident;
use super::{AgentId, Navigator, NavigatorError};
use crate::ground::{
    GroundView, LinkEnd, LinkEnds, LinkId, LinkSide, UnusableEnd, UnusableLinks, WorldLink,
};
use crate::routes::{RouteOptions, View};

/// The distance in cells within which a place is looked for next to an end that cannot be used.
const NEAREST_END: f64 = 16.0;

impl Navigator {
    /// Adds a link, for all ground agents that are in one of its groups.
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

    /// Returns where an agent is at the ends of a link, which it can use only if both are usable: as where a floor ends, or
    /// a body is too large, one may not be.
    ///
    /// ```
    /// use voxnav::ground::{LinkEnd, Locomotion, WorldLink};
    /// use voxnav::{Agent, Navigator};
    ///
    /// let mut level = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 4.0])?;
    /// let walker = level.add_agent((Agent::new([0.2, 0.2, 0.9].into()), &Locomotion::walker()))?;
    /// let portal = level.insert_link(WorldLink::new([2.25, 2.25, 0.05], [9.25, 9.25, 3.5]))?;
    /// let ends = level.link_ends(walker, portal)?;
    /// assert_eq!(ends.from, LinkEnd::Usable([2.25, 2.25, 0.0].into()));
    /// let LinkEnd::Unusable { nearest: Some(place) } = ends.to else {
    ///     return Err("there is no room for a body of 1.8 below the ceiling".into());
    /// };
    /// assert_eq!(place.x, 9.25);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NavigatorError::UnknownLink`]; [`NavigatorError::Flying`] for a flying agent; else as [`Navigator::view`].
    pub fn link_ends(&mut self, agent: AgentId, link: LinkId) -> Result<LinkEnds, NavigatorError> {
        let known = self.links.get(&link).copied();
        let link = known.ok_or(NavigatorError::UnknownLink { id: link })?;
        let view = self.view(agent, &RouteOptions::default())?;
        let id = agent.to_bits();
        let view = view.ground().ok_or(NavigatorError::Flying { id })?;
        let parts = link.settled(view.moves(), view.lattice())?;
        let [from, to] = self.ends_of(view, &link, &parts)?;
        Ok(LinkEnds { from, to })
    }

    /// Returns where an agent is at the beginning and the end of a link, of which these are the parts in cells.
    fn ends_of(
        &self,
        view: GroundView<'_>,
        link: &WorldLink,
        parts: &[Link],
    ) -> Result<[LinkEnd; 2], NavigatorError> {
        let end = |cells: &mut dyn Iterator<Item = CellBox>, position: DVec3| {
            let mut cells = cells.flat_map(|cells| cells.cells());
            let rests = cells.find(|&cell| view.moves().can_rest(cell));
            if let Some(cell) = rests {
                return Ok(LinkEnd::Usable(view.position_at(cell)));
            }
            let radius = NEAREST_END * view.lattice().longest_side();
            let nearest = view.nearest_place(position, radius)?;
            Ok::<_, NavigatorError>(LinkEnd::Unusable { nearest })
        };
        let bounds = self.scene.bounds;
        let mut begins = parts.iter().map(|part| part.from.intersection(&bounds));
        let mut ends = parts.iter().take(1).map(|part| CellBox::of_cell(part.to));
        Ok([end(&mut begins, link.from[0])?, end(&mut ends, link.to)?])
    }

    /// Returns the links that an agent cannot use because of their ends, as they would be if those were at the nearest
    /// places at which the agent can be: for a message to a person where there is no route. Links that are closed, that are
    /// not for the agent, or that have no such place near an end are left out.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Flying`] for a flying agent; else as [`Navigator::view`].
    pub fn unusable_links(
        &mut self,
        agent: AgentId,
        options: &RouteOptions,
    ) -> Result<UnusableLinks, NavigatorError> {
        let view = self.view(agent, options)?;
        let id = agent.to_bits();
        let view = view.ground().ok_or(NavigatorError::Flying { id })?;
        let groups = view.moves().locomotion().groups;
        let (mut cells, mut unusable) = (Vec::new(), Vec::new());
        for (&id, link) in &self.links {
            let mut parts = link.settled(view.moves(), view.lattice())?;
            if link.state == LinkState::Open && link.groups & groups != 0 {
                let ends = self.ends_of(view, link, &parts)?;
                if let Some(end) = moved(view, id, &mut parts, ends)? {
                    unusable.extend(parts.iter().map(|part| (*part, end)));
                }
            }
            cells.extend(parts);
        }
        let ground = view.moves().clone().with_links(&cells)?;
        Ok(UnusableLinks {
            view: View::on_ground(*view.lattice(), ground, options)?,
            links: unusable,
        })
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

/// Moves ends of the parts of a link at which an agent cannot be to the nearest places, if there are any; returns the first
/// of them.
fn moved(
    view: GroundView<'_>,
    link: LinkId,
    parts: &mut Vec<Link>,
    ends: [LinkEnd; 2],
) -> Result<Option<UnusableEnd>, NavigatorError> {
    let (mut settled, mut first) = (parts.clone(), None);
    for (side, end) in [LinkSide::From, LinkSide::To].into_iter().zip(ends) {
        let LinkEnd::Unusable { nearest } = end else {
            continue;
        };
        let Some(nearest) = nearest else {
            return Ok(None);
        };
        let Some(cell) = view.cell_at(nearest)? else {
            return Ok(None);
        };
        match side {
            LinkSide::From => {
                settled.truncate(1);
                for part in &mut settled {
                    part.from = CellBox::of_cell(cell);
                }
            }
            LinkSide::To => {
                for part in &mut settled {
                    part.to = cell;
                }
            }
        }
        first = first.or(Some(UnusableEnd {
            link,
            side,
            nearest,
        }));
    }
    *parts = settled;
    Ok(first)
}
