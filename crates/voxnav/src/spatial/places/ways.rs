//! Costs of ways, which several parts of a query share.

use glam::{DVec3, IVec3};
use voxnav_search::{Cost, FieldSearch, Limits, Side, SnapPolicy};

use super::PlaceError;
use super::search::can_be_at;
use crate::routes::{RouteError, View};

/// The expansions of a field between two looks at the listed cells.
const LOOK: u64 = 1024;

/// The cost of the cheapest way to or from a cell, in world units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    Known(f64),
    /// More than this, or none.
    Beyond(f64),
}

impl Way {
    /// Returns the most that the way is known to cost at least.
    pub(super) fn least(self) -> f64 {
        let (Self::Known(way) | Self::Beyond(way)) = self;
        way
    }
}

/// A field of costs that a query takes.
#[derive(Debug)]
pub(super) struct LinkDirection {
    seeds: Vec<IVec3>,
    side: Side,
    /// The largest cost that matters, in world units.
    most: f64,
    field: Option<FieldSearch>,
    /// The first listed cell whose cost is not known to be final.
    waiting: usize,
}

/// The fields of a query.
#[derive(Debug, Default)]
pub(super) struct Fields(Vec<LinkDirection>);

impl Fields {
    /// Returns the number of a field of the costs from some cells, or to them, as far as `most`: one for all that ask for
    /// the same.
    pub(super) fn add(&mut self, seeds: Vec<IVec3>, side: Side, most: f64) -> usize {
        let same = |it: &LinkDirection| it.seeds == seeds && it.side == side;
        if let Some(index) = self.0.iter().position(same) {
            let known = &mut self.0[index];
            known.most = known.most.max(most);
            return index;
        }
        self.0.push(LinkDirection {
            seeds,
            side,
            most,
            field: None,
            waiting: 0,
        });
        self.0.len() - 1
    }

    /// Goes on with a field for at most `most` expansions, up to `cut` of its own. Returns their number; and, once it is
    /// done, whether it was cut off before all listed cells had their costs and there were more.
    pub(super) fn advance(
        &mut self,
        index: usize,
        (view, listed): (&View, Option<&[IVec3]>),
        (most, cut): (u64, u64),
    ) -> Result<(u64, Option<bool>), PlaceError> {
        let ways = &mut self.0[index];
        let field = match &mut ways.field {
            Some(field) => field,
            none => none.insert(begun(&ways.seeds, ways.side, ways.most, view)?),
        };
        let before = field.expanded();
        // Cells are looked at after fixed numbers of expansions, however searches are sliced.
        let stop = (before / LOOK + 1).saturating_mul(LOOK).min(cut);
        let is_complete = field.step(most.min(stop.saturating_sub(before)))?;
        let gone = field.expanded() - before;
        if is_complete {
            return Ok((gone, Some(false)));
        }
        if field.expanded() < stop {
            return Ok((gone, None));
        }
        if let Some(listed) = listed {
            let left = listed.iter().skip(ways.waiting);
            ways.waiting += left.take_while(|cell| field.cost(**cell).is_some()).count();
            if ways.waiting == listed.len() {
                return Ok((gone, Some(false)));
            }
        }
        Ok((gone, (field.expanded() >= cut).then_some(true)))
    }

    /// Has the fields look at other listed cells.
    pub(super) fn look_again(&mut self) {
        for ways in &mut self.0 {
            ways.waiting = 0;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the cost of the way of a cell.
    pub(super) fn way(&self, index: usize, view: &View, cell: IVec3) -> Way {
        let ways = &self.0[index];
        let Some(field) = &ways.field else {
            return Way::Beyond(-1.0);
        };
        let in_world = |cost: Cost| cost.length() * view.lattice().longest_side();
        match (field.cost(cell), field.exact()) {
            (Some(cost), _) => Way::Known(in_world(cost)),
            (None, Some(Cost::MAX)) => Way::Beyond(ways.most),
            (None, Some(exact)) => Way::Beyond(in_world(exact)),
            (None, None) => Way::Beyond(-1.0),
        }
    }

    /// Returns the cells whose costs are known.
    pub(super) fn reached(&self, index: usize) -> impl Iterator<Item = IVec3> + '_ {
        let field = self.0[index].field.iter();
        field.flat_map(|field| field.reached().map(|(cell, _)| cell))
    }
}

/// Begins a field of the costs from some cells, or to them, as far as `most` world units.
fn begun(seeds: &[IVec3], side: Side, most: f64, view: &View) -> Result<FieldSearch, PlaceError> {
    let mut limits = Limits::none();
    limits.memory = view.options().settings.limits.memory;
    if most.is_finite() {
        // A little more, so that rounding leaves out none.
        let within = Cost::of_length(most / view.lattice().longest_side());
        limits.cost = Some(within + Cost::STRAIGHT);
    }
    let (moves, seeds) = (view.moves().clone(), seeds.iter().copied());
    Ok(match side {
        Side::Start => FieldSearch::from_nearest_of(moves, seeds, limits)?,
        Side::Goal => FieldSearch::to_nearest_of(moves, seeds, limits)?,
    })
}

/// Returns the cells at which the agent is for some positions.
pub(super) fn cells_of(
    view: &View,
    what: &'static str,
    positions: &[DVec3],
) -> Result<Vec<IVec3>, PlaceError> {
    let snapping = view.options().start;
    let cell_of = |at| -> Result<Option<IVec3>, RouteError> {
        let kind = view.kind();
        let end = kind.end(at, snapping)?;
        let cell = end.searched();
        if !kind.is_cut_off(&end) && can_be_at(view, cell) {
            return Ok(Some(cell));
        }
        let SnapPolicy::Nearest { radius } = snapping else {
            return Ok(None);
        };
        let near = kind.place_near(at, radius)?;
        Ok(near.map(|near| view.cell_of(near)).transpose()?)
    };
    let cells = positions.iter().enumerate().map(|(index, &at)| {
        let cell = cell_of(at).map_err(|_| PlaceError::Position { what, index, at })?;
        cell.ok_or(PlaceError::Blocked { what, index, at })
    });
    cells.collect()
}
