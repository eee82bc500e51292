//! Positions that can be reached.

use glam::{DVec3, IVec3};
use voxnav_search::{Cost, FieldError, FieldQuery, Limits};

use crate::routes::error::RouteError;
use crate::routes::questions::options::check_length;
use crate::routes::views::flight_view::FlightView;

impl FlightView<'_> {
    /// Returns the positions that the agent reaches from another one by routes no longer than `length`
    /// world units, with the length of the shortest: nearest first, then in cell order. Where terrain or
    /// [`keep_away`](crate::RouteOptions::keep_away) weigh moves, lengths are weighed likewise.
    ///
    /// Lengths count from the position itself, as those of routes do. Empty if the agent cannot be where
    /// it starts.
    ///
    /// # Complexity
    ///
    /// One expansion for each of them.
    ///
    /// # Errors
    ///
    /// As [`View::find_route`](crate::routes::views::view::View::find_route); [`RouteError::TooManyCells`].
    pub fn positions_within(
        &self,
        from: impl Into<DVec3>,
        length: f64,
    ) -> Result<Vec<(DVec3, f64)>, RouteError> {
        check_length("length of the routes", length)?;
        let from = from.into();
        let sweeps = self.sweeps();
        let end = sweeps.end(from)?;
        let gone = end.cell.map_or(0.0, |cell| sweeps.distance(&end, cell));
        if gone > length || sweeps.is_cut_off(&end) {
            return Ok(Vec::new());
        }
        let start = end.searched();
        let size = self.lattice().longest_side();
        let within = Cost::of_length((length - gone) / size);
        let settings = self.options().settings.limits(Limits::none().cost(within));
        let query = FieldQuery::from_start(start).settings(settings);
        let field = match query.terrain(self.terrain()).solve(self.world()) {
            Ok(field) => field,
            Err(FieldError::Memory) => return Err(RouteError::TooManyCells),
            Err(_) => return Ok(Vec::new()),
        };
        let reached = field.cells_within(within).into_iter();
        let in_world = |(cell, cost): (IVec3, Cost)| {
            (self.lattice().center(cell), gone + cost.length() * size)
        };
        Ok(reached.map(in_world).collect())
    }
}
