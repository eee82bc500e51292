//! The moves of flying agents that take several steps, as legs.

use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, Traversability};
use voxnav::ground::{Action, Move, Successors};
use voxnav::search::Cost;

use crate::mapf::options::{JointOptions, Limit};
use crate::mapf::roadmap::Roadmap;

/// The moves of agents in flight, each of which takes a step at full speed.
pub(crate) struct FlightLegs {
    roadmap: Roadmap,
    bounds: CellBox,
}

impl FlightLegs {
    /// Finds the cells that agents reach.
    pub(crate) fn new(
        world: &Traversability,
        starts: &[IVec3],
        options: &JointOptions,
    ) -> Result<Self, Limit> {
        let moves = (options.moves, options.corners);
        Ok(Self {
            roadmap: Roadmap::new(world, moves, starts, options.limits.memory)?,
            bounds: world.bounds(),
        })
    }
}

impl Successors for FlightLegs {
    fn bounds(&self) -> CellBox {
        self.bounds
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.roadmap.cell(cell).is_some()
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        let from = self.roadmap.cell(cell).into_iter();
        let all = from.flat_map(|from| self.roadmap.moves(from));
        moves.extend(all.map(|(_, to)| Move {
            to: self.roadmap.place(to),
            cost: Cost::STRAIGHT,
            action: Action::Custom(0),
        }));
    }
}
