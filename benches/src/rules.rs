//! The rules under which the engines answer.

use clap::ValueEnum;
use voxnav::grid::{Axis, Traversability};
use voxnav::{CornerRule, MoveSet};

/// The choice whether diagonal moves may cut corners, as the command line says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Corners {
    /// All cells that a move spans must be free.
    #[default]
    Strict,
    /// The cell that a move leads to must be free.
    Lenient,
}

/// The moves there are, and the cells that they need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The moves: eight in worlds of one layer, otherwise 26.
    pub moves: MoveSet,
    /// The cells that they need.
    pub corners: CornerRule,
}

impl Rules {
    /// Returns the rules for a world.
    #[must_use]
    pub fn of(world: &Traversability, corners: Corners) -> Self {
        let is_layer = world.bounds().size().z == 1;
        Self {
            moves: if is_layer {
                MoveSet::Planar8(Axis::Z)
            } else {
                MoveSet::Vertex26
            },
            corners: match corners {
                Corners::Strict => CornerRule::Strict,
                Corners::Lenient => CornerRule::Lenient,
            },
        }
    }
}
