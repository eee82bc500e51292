//! The views of the two kinds of agents, which [`PositionedMoves`] tells apart.

use std::ops::Deref;

use crate::routes::questions::stand::PositionedMoves;
use crate::routes::views::flight_view::FlightView;
use crate::routes::views::ground_view::GroundView;

/// A view as that of an agent of its kind.
pub(crate) enum Kind<'v> {
    Flying(FlightView<'v>),
    OnGround(GroundView<'v>),
}

impl<'v> Deref for Kind<'v> {
    type Target = dyn PositionedMoves + 'v;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Flying(view) => view,
            Self::OnGround(view) => view,
        }
    }
}
