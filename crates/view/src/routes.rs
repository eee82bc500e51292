//! Many paths on one page, as arrays.

use voxnav::glam::IVec3;
use voxnav::grid::CellBox;

use crate::page;
use crate::payload::{Payload, number_of, single, small};
use crate::scene::{RoutesFacts, ViewError};

/// A path among many that a page shows at once: agents move along them, all from the beginning and equally
/// fast.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder};
/// use voxnav_view::{Scene, ShownRoute};
///
/// let cells = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let route = ShownRoute {
///     outcome: "found".to_owned(),
///     length: Some(8.0),
///     turns: vec![IVec3::ZERO, IVec3::X * 8],
///     ..ShownRoute::default()
/// };
/// let nowhere = ShownRoute { outcome: "unreachable".to_owned(), ..ShownRoute::default() };
/// let page = Scene::new("room", &cells).routes(vec![route, nowhere]).page()?;
/// assert_eq!(page.facts().routes.as_ref().map(|routes| routes.outcomes.len()), Some(2));
/// # Ok::<(), voxnav_view::ViewError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownRoute {
    /// The outcome of its search, in the words of reports.
    pub outcome: String,
    /// The length in cells that it is colored by, if there is one.
    pub length: Option<f64>,
    /// The cells where it turns, its ends included; none where there is no path.
    pub turns: Vec<IVec3>,
    /// The actions on the way to each of these cells, which routes of ground agents are colored by;
    /// else empty.
    pub actions: Vec<String>,
}

/// Adds routes to what a page draws.
pub(crate) fn add(
    routes: &[ShownRoute],
    world: CellBox,
    payload: &mut Payload,
) -> Result<RoutesFacts, ViewError> {
    for (number, route) in (1..).zip(routes) {
        if let Some(&cell) = route.turns.iter().find(|&&cell| !world.contains(cell)) {
            return Err(ViewError::RouteOutside { number, cell });
        }
    }
    let turns = routes.iter().flat_map(|route| &route.turns);
    let place = |turn: &IVec3, axis| page::place(*turn, world.min, axis);
    payload.add_places("route", &turns, place);
    let (mut outcomes, mut actions) = (Vec::new(), Vec::new());
    let mut ends = vec![0];
    let (mut named, mut done) = (Vec::new(), Vec::new());
    let has_actions = routes.iter().any(|route| !route.actions.is_empty());
    for route in routes {
        named.push(number_of(&route.outcome, &mut outcomes));
        ends.push(ends.last().map_or(0, |end| end + route.turns.len()));
        if has_actions {
            let unsaid = std::iter::repeat(UNSAID);
            let said = route.actions.iter().map(|action| &**action).chain(unsaid);
            let said = said.take(route.turns.len());
            done.extend(said.map(|action| number_of(action, &mut actions)));
        }
    }
    payload.add("routeFirst", ends.into_iter().map(small));
    payload.add("routeOutcome", named.into_iter());
    let lengths = routes.iter().map(|route| route.length.unwrap_or(0.0));
    payload.add("routeLength", lengths.map(single));
    payload.add("routeAction", done.into_iter());
    Ok(RoutesFacts { outcomes, actions })
}

/// The action where a route states none.
const UNSAID: &str = "other";
