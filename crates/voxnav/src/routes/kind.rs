//! The views of the two kinds of agents, which [`PositionedMoves`] tells apart.

use std::ops::Deref;

use super::flight_view::FlightView;
use super::ground_view::GroundView;
use super::stand::PositionedMoves;

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
