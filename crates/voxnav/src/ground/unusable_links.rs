//! Links that an agent cannot use, since it cannot be at one of their ends.

use glam::{DVec3, IVec3};
use voxnav_search::{Action, Link, LinkDirection, Path};

use super::world_link::LinkId;
use crate::routes::{Destination, Route, RouteError, View};

/// One end of a link.
///
/// ```
/// use voxnav::ground::LinkSide;
/// assert_ne!(LinkSide::From, LinkSide::To);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkSide {
    /// The beginning of the link.
    From,
    /// The end of the link.
    To,
}

/// An end of a link at which an agent cannot be, so that it cannot use the link.
///
/// ```
/// use voxnav::ground::{LinkSide, UnusableEnd};
///
/// /// Tells an editor what to move.
/// fn hint(end: &UnusableEnd) -> String {
///     let which = if end.side == LinkSide::From { "beginning" } else { "end" };
///     format!("move the {which} of link {} to {}", end.link.to_bits(), end.nearest)
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct UnusableEnd {
    /// The link.
    pub link: LinkId,
    /// The end of the link: the beginning, where the agent can be at neither.
    pub side: LinkSide,
    /// The nearest place at which the agent can be, in world units.
    pub nearest: DVec3,
}

/// The links that an agent could use if their ends were at the nearest places at which the agent can be. Made by
/// [`Navigator::unusable_links`](crate::Navigator::unusable_links).
///
/// ```
/// use voxnav::ground::{LinkSide, Locomotion, WorldLink};
/// use voxnav::{Agent, Navigator, RouteOptions};
///
/// // Two floors; a portal leads up to a place below the ceiling, where there is no room for a body of 1.8.
/// let mut level = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 8.0])?;
/// let floor = voxnav::grid::CellBox::new([0, 0, 7].into(), [40, 40, 8].into());
/// level.set_cells(floor, voxnav::grid::CellState::Occupied)?;
/// let walker = level.add_agent((Agent::new([0.2, 0.2, 0.9].into()), &Locomotion::walker()))?;
/// let portal = level.insert_link(WorldLink::new([2.25, 2.25, 0.0], [9.25, 9.25, 7.5]))?;
/// let (from, to) = ([5.0, 5.0, 0.0], [15.0, 15.0, 4.0]);
/// assert!(!level.find_route(walker, from, to)?.is_found());
/// let (route, end) = level.unusable_links(walker, &RouteOptions::default())?.find_route(from, to)?;
/// let end = end.ok_or("another reason")?;
/// assert!(route.is_found() && end.link == portal && end.side == LinkSide::To);
/// assert_eq!((end.nearest.x, end.nearest.y), (9.25, 9.25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct UnusableLinks {
    pub(crate) view: View,
    /// The links as they are in the view, each with the end that is moved.
    pub(crate) links: Vec<(Link, UnusableEnd)>,
}

impl UnusableLinks {
    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// Returns the ends at which the agent cannot be, one of each link, in the order in which links were added.
    pub fn ends(&self) -> impl Iterator<Item = UnusableEnd> + '_ {
        self.links.iter().map(|(_, end)| *end)
    }

    /// Returns the world of the agent with all these ends at the nearest places.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Returns the route that there would be if the ends were at the nearest places, and the first of them on it; `None`
    /// for the end where the route uses none of the links.
    ///
    /// # Errors
    ///
    /// As [`View::find_route`].
    pub fn find_route(
        &self,
        from: impl Into<DVec3>,
        to: impl Into<Destination>,
    ) -> Result<(Route, Option<UnusableEnd>), RouteError> {
        let route = self.view.find_route(from, to)?;
        let end = route.path().and_then(|path| self.first_on(path));
        Ok((route, end))
    }

    /// Returns the first of the ends on a path in [`view`](Self::view).
    #[must_use]
    pub fn first_on(&self, path: &Path) -> Option<UnusableEnd> {
        let mut from = path.start();
        path.moves().find_map(|made| {
            let begin = std::mem::replace(&mut from, made.to);
            let Action::Link(label) = made.action else {
                return None;
            };
            let leads = |link: &Link| link.label == label && leads(link, begin, made.to);
            let found = self.links.iter().find(|(link, _)| leads(link));
            found.map(|(_, end)| *end)
        })
    }
}

fn leads(link: &Link, from: IVec3, to: IVec3) -> bool {
    let is_over = |from, to| link.from.contains(from) && link.to == to;
    is_over(from, to) || link.ways == LinkDirection::Both && is_over(to, from)
}
