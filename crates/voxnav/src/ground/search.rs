//! A search for a route over the ground in slices.

use glam::DVec3;
use voxnav_search::{Ground, Outcome, Search, Statistics, Workspace};

use super::{GroundRoute, GroundView};
use crate::routes::{Destination, RouteError};

/// A search for a route over the ground that is done a few cells at a time.
///
/// # Guarantees
///
/// However it is sliced, the answer is that of [`GroundView::find_route`].
///
/// ```
/// use voxnav::ground::Locomotion;
/// use voxnav::{Agent, Navigator, RouteOptions};
///
/// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [30.0, 30.0, 4.0])?;
/// let walker = navigator.add_ground_agent(Agent::new([0.5, 0.5, 1.0].into()), &Locomotion::walker())?;
/// let view = navigator.ground_view(walker, &RouteOptions::default())?;
/// let (from, to) = ([0.0, 0.0, -0.5], [29.0, 11.0, -0.5]);
/// let mut search = view.search(from, to)?;
/// while search.step(5)?.is_none() {
///     assert_eq!(search.best_so_far()?.waypoints[0].position.to_array(), from);
/// }
/// assert_eq!(search.route(), Some(&view.find_route(from, to)?));
/// # Ok::<(), voxnav::NavigatorError>(())
/// ```
#[derive(Debug)]
pub struct GroundSearch {
    view: GroundView,
    from: DVec3,
    to: Destination,
    search: Search<Ground>,
    route: Option<GroundRoute>,
}

impl GroundSearch {
    pub(super) fn new(
        view: GroundView,
        from: DVec3,
        to: Destination,
        workspace: Workspace,
    ) -> Result<Self, RouteError> {
        let query = view.question(from, &to)?;
        let search = Search::with_workspace(&query.query(), view.ground(), workspace);
        Ok(Self {
            view,
            from,
            to,
            search,
            route: None,
        })
    }

    /// Searches on for at most `most` expansions, and returns the route once there is one.
    ///
    /// # Errors
    ///
    /// None that [`GroundView::search`] did not give: the ends were looked at then.
    pub fn step(&mut self, most: u64) -> Result<Option<&GroundRoute>, RouteError> {
        if self.route.is_none()
            && let Some(solution) = self.search.step(most)
        {
            let (outcome, statistics) = (solution.outcome.clone(), solution.statistics);
            let question = self.view.question(self.from, &self.to)?;
            self.route = Some(question.answered(outcome, statistics));
        }
        Ok(self.route.as_ref())
    }

    /// Returns the route, if the search has ended.
    #[must_use]
    pub fn route(&self) -> Option<&GroundRoute> {
        self.route.as_ref()
    }

    /// Returns the route, if the search has ended, and the memory for other searches.
    #[must_use]
    pub fn finish(self) -> (Option<GroundRoute>, Workspace) {
        (self.route, self.search.finish().1)
    }

    /// Returns the best route known by now: to the goal, if one is known, else to the reached cell with
    /// the smallest estimate. Its outcome is [`Outcome::Cancelled`] until the search has ended.
    ///
    /// # Errors
    ///
    /// As [`GroundSearch::step`].
    pub fn best_so_far(&mut self) -> Result<GroundRoute, RouteError> {
        if let Some(route) = &self.route {
            return Ok(route.clone());
        }
        let path = self.search.best_so_far().clone();
        let mut statistics = Statistics::default();
        statistics.expanded = self.search.expanded();
        let question = self.view.question(self.from, &self.to)?;
        Ok(question.answered(Outcome::Cancelled { path }, statistics))
    }

    /// Returns the number of cells expanded so far.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.search.expanded()
    }

    /// Ends the search with the best path so far, unless it has ended: the next step gives the route.
    pub fn cancel(&mut self) {
        self.search.cancel();
    }

    /// Returns the view that is searched.
    #[must_use]
    pub fn view(&self) -> &GroundView {
        &self.view
    }
}
