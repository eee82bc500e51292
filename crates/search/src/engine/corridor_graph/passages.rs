//! Passages between the vertices of a graph: corridors or rooms.

use glam::IVec3;
use voxnav_occupancy::Traversability;
use voxnav_occupancy::indexes::{CorridorGraph, Corridors, LenientCorridors, PortalGraph};

use crate::engine::problem::{Coverage, Problem, Target};
use crate::heuristic::Heuristic;
use crate::movement::{CornerRule, MoveSet};

/// The passages between the vertices of a graph, by the moves that mind them: corridors, or rooms.
#[derive(Clone, Copy)]
pub(super) enum Passages<'a> {
    /// The corridors of a core without dead ends.
    Strict(&'a Corridors, &'a CorridorGraph),
    Lenient(&'a LenientCorridors),
    /// The rooms of a world, in place of corridors.
    Rooms(&'a PortalGraph, &'a Traversability),
}

impl<'a> Passages<'a> {
    pub(super) fn graph(self) -> &'a CorridorGraph {
        match self {
            Self::Strict(_, graph) => graph,
            Self::Lenient(corridors) => corridors.graph(),
            Self::Rooms(portals, _) => portals.graph(),
        }
    }

    /// Returns the moves from a cell that is no junction to the next cells on its ways to
    /// junctions.
    pub(super) fn onward(self, cell: IVec3) -> Option<u32> {
        match self {
            Self::Strict(corridors, _) => corridors.onward(cell),
            Self::Lenient(corridors) => corridors.onward(cell),
            Self::Rooms(portals, world) => {
                (!portals.is_portal(world, cell)).then(|| portals.legal(world, cell))
            }
        }
    }
}

impl<'a> Problem<'a> {
    /// Returns the passages between the vertices where a world is a graph: under strict corners the
    /// corridors of the core that contains both ends of this problem, or the rooms of a world
    /// without corridors; under lenient ones the corridors for all moves that the world has, or its
    /// rooms.
    pub(super) fn passages(&self) -> Option<Passages<'a>> {
        if let Some(corridors) = self.corridors {
            return Some(Passages::Strict(corridors, corridors.graph()?));
        }
        let bounds = self.world.bounds();
        let settings = &self.settings;
        let every_move = MoveSet::Vertex26.in_bounds(bounds);
        let passages = match settings.corners {
            CornerRule::Lenient => match self.world.lenient_corridors() {
                Some(corridors) => Passages::Lenient(corridors),
                None => Passages::Rooms(self.world.lenient_portals()?, self.world),
            },
            CornerRule::Strict => Passages::Rooms(self.world.portals()?, self.world),
            CornerRule::OneSide => return None,
        };
        let is_sound = settings.moves.in_bounds(bounds) == every_move
            && self.coverage == Coverage::Needed
            && settings.heuristic != Heuristic::Landmarks;
        let Target::Cell(goal) = self.target else {
            return None;
        };
        let is_inside = self.world.is_traversable(goal);
        (is_sound && is_inside).then_some(passages)
    }
}
