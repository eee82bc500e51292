//! Pruning of successors in a uniform-cost search, and why the answer stays exact.
//!
//! # The rule
//!
//! Let a search arrive at a cell `x` from `p = x - d` and consider going on to `y = x + e`. The
//! successor `y` is *pruned* if a path from `p` to `y` exists that stays within the 27 cells around
//! `x`, does not stop at `x` itself, and
//!
//! 1. costs less than `d` and `e` together, or
//! 2. costs the same and comes first canonically: at the first move in which the two differ, its
//!    direction has the smaller rank. [`Direction`] ranks body diagonals before face diagonals
//!    before straight moves.
//!
//! Alternatives of at most three moves are considered. Whether one is legal depends only on the
//! neighborhood of `x`, so the successors that survive are a function of `d` and 27 bits.
//!
//! # Why it is exact, ties included
//!
//! Costs are integers and positive, whatever the shape of cells, so among the optimal paths from start to goal one is
//! canonically first; call it P. No successor that P takes is pruned: with case 1 P would not be
//! optimal, with case 2 the replacement would be an optimal path that comes before P. By induction
//! along P the search reaches every cell of P at its optimal cost *with the direction in which P
//! arrives*, provided that a cell which is reached again at equal cost from another direction is
//! expanded for that direction as well. The records of the search keep the set of directions for
//! that purpose, and each cell is expanded at most once for each of them. The argument asks nothing
//! of the order of expansion, and holds for any subset of the alternatives: three moves are enough
//! to prune well, not needed to be right.
//!
//! # Runs
//!
//! Where the only survivor of a straight arrival is to go on straight, the cell need not be stored:
//! the search looks along the run for the first cell where that ceases to be so. With all 27 cells
//! free this holds for the directions in [`Pruning::run`]. Otherwise, a move that leaves
//! the run at `x` passes through one of the eight adjacent rows, and is pruned in favor of leaving
//! one cell earlier if that row is free there too. Under [`CornerRule::Strict`] it is therefore
//! enough to stop where a row is free next to `x` and blocked next to `x - d`. Under
//! [`CornerRule::Lenient`] a diagonal from `x - d` does the work of leaving at `x`, so it is enough
//! to stop where a row is blocked next to `x` and free next to `x + d`; move sets that lack the
//! diagonal need both. Stopping too often is harmless. A test checks the claim on random
//! neighborhoods of every density, over cells of many shapes.
//!
//! # Walks
//!
//! Where all 27 cells are free, an arrival along a face diagonal survives in three directions: straight
//! on, and along either of the two headings that the diagonal is made of ([`Pruning::walk`]). If neither run
//! leads to a jump point nor to a goal, nothing comes of these two, and the only successor that matters is
//! the next cell of the diagonal: the cell need not be stored. With a [`JumpIndex`], which knows where runs
//! lead, a search looks along the diagonal for the first cell where that ceases to be so, as it
//! does along runs, and leaves out runs that lead nowhere. What it leaves out is never part of the path P,
//! so the argument above holds as it stands. A flag of the index that is set although the run leads nowhere
//! costs a scan and nothing else. Within a plane, where a scan reads three rows, no index is
//! asked: the two runs are followed from each cell of the diagonal, which is jump point search as it was first
//! published.
//!
//! # References
//!
//! Harabor, Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011. Sturtevant,
//! Rabin, "Canonical Orderings on Grids", IJCAI 2016. Nobes, Harabor, Wybrow, Walsh, "The Jump
//! Point Search Pathfinding System in 3D", `SoCS` 2022. Here the survivors are derived from the rule
//! by enumeration instead of by cases, for every move set with strict and with lenient corners, and cells on
//! diagonals are kept but for the walks above.

#![expect(
    clippy::cast_possible_truncation,
    reason = "sets of directions are taken out of wider words"
)]

mod alternatives;
mod derivation;
#[cfg(test)]
mod drawn;
mod kinds;
mod neighborhood;
mod plane;
mod runs;
mod sieve;

use std::sync::OnceLock;

use glam::IVec3;
use voxnav_occupancy::indexes::JumpIndex;
use voxnav_occupancy::runs::{ForcedRule, ScanMask};
use voxnav_occupancy::{Axis, Heading, Traversability};

use super::Directions;
use crate::movement::{CellShape, CornerRule, DIRECTION_COUNT, Direction, DirectionSet, MoveSet};
pub(crate) use neighborhood::OPEN_NEIGHBORHOOD;
use neighborhood::bit_at;
pub(crate) use plane::{OPEN_PLANE, PlaneTable};
use runs::FirstTurn;
use sieve::Sieve;

/// The pruning of one move set under one corner rule, as tables. They depend on which paths cost more than which, and
/// not on the costs themselves: many shapes of cells have them in common.
#[derive(Debug)]
pub(crate) struct Pruning {
    set: DirectionSet,
    /// The corner rule. Under one whose diagonals need chains of cells, nothing is pruned: no proof
    /// covers that.
    corners: CornerRule,
    /// The axis along which no move leads, if there is one.
    fixed: Option<Axis>,
    /// The cells that each move needs, and its bit; moves outside the set need a 28th bit, which no
    /// neighborhood has.
    required: [u32; DIRECTION_COUNT],
    /// The sieves of the successors after each arrival; a survivor passes all of them.
    sieves: [Vec<Sieve>; DIRECTION_COUNT],
    /// The sieve after each arrival, with the move from the cell before as the one detour of a
    /// successor.
    one_move: [Sieve; DIRECTION_COUNT],
    /// The successors that survive where all cells are traversable: the natural neighbors.
    natural: [DirectionSet; DIRECTION_COUNT],
    /// The heading and the scan mask of each direction that may be followed in runs.
    runs: [Option<(Heading, ScanMask)>; DIRECTION_COUNT],
    run_directions: DirectionSet,
    /// The test, for each direction of runs, whether the first cell of a run is its last.
    first_turns: [FirstTurn; DIRECTION_COUNT],
    /// The rule by which runs stop.
    rule: ForcedRule,
    /// The two headings of each face diagonal that only goes on, or turns into a run along one of
    /// these.
    walks: [Option<[Heading; 2]>; DIRECTION_COUNT],
    walk_directions: DirectionSet,
    /// The survivors within the plane across `fixed`, once a search has to know.
    plane: OnceLock<PlaneTable>,
}

impl Pruning {
    /// The number of pairs of a move set and a corner rule.
    pub(crate) const COUNT: usize = 27;

    /// Returns the tables of a move set over cells of a shape, made once in a process.
    pub(crate) fn of(moves: MoveSet, corners: CornerRule, shape: CellShape) -> &'static Self {
        static TABLES: [OnceLock<Pruning>; Pruning::COUNT] =
            [const { OnceLock::new() }; Pruning::COUNT];
        let number = Self::number(moves, corners);
        if !shape.is_cubic() {
            return kinds::of(number, shape, || {
                Self::derive(moves, corners, shape.costs())
            });
        }
        TABLES[number].get_or_init(|| Self::derive(moves, corners, shape.costs()))
    }

    /// Returns the number of a move set under a corner rule, below [`Pruning::COUNT`].
    pub(crate) fn number(moves: MoveSet, corners: CornerRule) -> usize {
        let set = match moves {
            MoveSet::Vertex26 => 0,
            MoveSet::Edge18 => 1,
            MoveSet::Face6 => 2,
            MoveSet::Planar8(axis) => 3 + axis.index(),
            MoveSet::Planar4(axis) => 6 + axis.index(),
        };
        let rule = match corners {
            CornerRule::Strict => 0,
            CornerRule::Lenient => 9,
            CornerRule::OneSide => 18,
        };
        set + rule
    }

    /// Returns the cells around one, as far as they matter to this move set: to moves within a
    /// plane all others are as good as traversable, so that where the plane is open the
    /// neighborhood is, too.
    #[inline]
    pub(crate) fn neighborhood(&self, world: &Traversability, cell: IVec3) -> u32 {
        match self.fixed {
            None => world.neighborhood(cell),
            Some(axis) => world.neighborhood_in_plane(cell, axis),
        }
    }

    /// Returns the legal moves out of a cell, by its neighborhood.
    #[inline]
    pub(crate) fn legal(&self, neighborhood: u32) -> DirectionSet {
        if neighborhood == OPEN_NEIGHBORHOOD {
            return self.set;
        }
        let mut set = 0;
        for (index, &required) in self.required.iter().enumerate() {
            set |= u32::from(required & !neighborhood == 0) << index;
        }
        if self.corners == CornerRule::OneSide {
            let joined = |direction: &Direction| direction.is_legal(neighborhood, self.corners);
            let legal = DirectionSet(set).iter().filter(joined);
            set = legal.fold(0, |set, direction| set | direction.bit());
        }
        DirectionSet(set)
    }

    /// Returns whether a move is legal wherever its target is traversable.
    pub(crate) fn is_about_targets(&self) -> bool {
        self.corners == CornerRule::Lenient
    }

    /// Returns the cells that a move of the set must find traversable, as neighborhood bits; `None`
    /// where the rule is about chains of cells.
    #[inline]
    pub(crate) fn needed(&self, direction: Direction) -> Option<u32> {
        let is_known = self.corners != CornerRule::OneSide || direction.is_straight();
        is_known.then_some(self.required[direction.index()])
    }

    /// Returns the successors to generate out of a cell: all legal moves at the start of a search,
    /// otherwise those that survive for the direction of `arrival`.
    #[inline]
    pub(crate) fn successors(&self, arrival: Option<Direction>, neighborhood: u32) -> DirectionSet {
        match arrival {
            None => self.legal(neighborhood),
            Some(_) if self.corners == CornerRule::OneSide => self.legal(neighborhood),
            Some(arrival) if neighborhood == OPEN_NEIGHBORHOOD => self.natural[arrival.index()],
            Some(arrival) => self.survivors(arrival, neighborhood),
        }
    }

    /// Returns the legal moves but for those to cells that are known where the cell before has been
    /// expanded: that cell itself, and the cells one legal move from it.
    #[inline]
    pub(crate) fn news(&self, arrival: Direction, neighborhood: u32) -> Directions {
        if self.corners == CornerRule::OneSide {
            return Directions::moves(self.legal(neighborhood));
        }
        let [moves, detour, ..] = self.one_move[arrival.index()].ruled_out(!neighborhood);
        Directions {
            known: (!moves & !detour).count_ones(),
            ..Directions::moves(DirectionSet(!moves & detour))
        }
    }

    #[inline]
    fn survivors(&self, arrival: Direction, neighborhood: u32) -> DirectionSet {
        let sieves = &self.sieves[arrival.index()];
        let passing = sieves
            .iter()
            .fold(u32::MAX, |set, sieve| set & sieve.survivors(!neighborhood));
        DirectionSet(passing)
    }

    /// Returns the part of `directions` that is followed in runs of more than one move. Where a row
    /// turns right next to the first cell, as almost everywhere in noise, a run is no more than a
    /// move and costs no scan.
    #[inline]
    pub(crate) fn long_runs(&self, directions: DirectionSet, neighborhood: u32) -> DirectionSet {
        let candidates = DirectionSet(directions.0 & self.run_directions.0);
        if neighborhood == OPEN_NEIGHBORHOOD {
            return candidates;
        }
        let mut long = 0;
        for direction in candidates.iter() {
            let turns = self.first_turns[direction.index()].turns(neighborhood);
            long |= if turns { 0 } else { direction.bit() };
        }
        DirectionSet(long)
    }

    /// Returns the heading and the scan mask of runs in `direction`, if that is a direction of
    /// runs.
    #[inline]
    pub(crate) fn run(&self, direction: Direction) -> Option<&(Heading, ScanMask)> {
        self.runs[direction.index()].as_ref()
    }

    /// Returns whether a jump index reports where these runs lead: in space, where moves cut no corners.
    pub(crate) fn reads_jumps(&self) -> bool {
        self.fixed.is_none() && self.corners == CornerRule::Strict
    }

    /// Returns the jump index of a world, if it reports where these runs lead.
    pub(crate) fn index<'w>(&self, world: &'w Traversability) -> Option<&'w JumpIndex> {
        self.reads_jumps().then(|| world.jump_index()).flatten()
    }

    /// Returns the axis along which no move leads, if there is one: all moves are within a plane
    /// across it.
    #[inline]
    pub(crate) fn fixed(&self) -> Option<Axis> {
        self.fixed
    }

    /// Returns the survivors within the plane across the fixed axis. The table is made on the first
    /// call, since paths straight to the goal do without.
    pub(crate) fn plane(&self, fixed: Axis) -> &PlaneTable {
        self.plane.get_or_init(|| PlaneTable::of(self, fixed))
    }

    /// Returns the face diagonals that are walked where all cells around are traversable.
    #[inline]
    pub(crate) fn walk_directions(&self) -> DirectionSet {
        self.walk_directions
    }

    /// Returns the headings of the runs into which a walk may turn, if the direction is one of
    /// walks.
    #[inline]
    pub(crate) fn walk(&self, direction: Direction) -> Option<[Heading; 2]> {
        self.walks[direction.index()]
    }
}

#[cfg(test)]
mod tests {
    use voxnav_testkit::Draws;

    use super::drawn::{moves_that_are_pruned, neighborhood};
    use super::*;

    #[test]
    fn free_space_leaves_the_natural_neighbors() {
        let pruning = Pruning::of(MoveSet::Vertex26, CornerRule::Strict, CellShape::CUBIC);
        for arrival in Direction::all() {
            let natural = pruning.successors(Some(arrival), OPEN_NEIGHBORHOOD);
            let expected = match arrival.offset().abs().element_sum() {
                1 => 1,
                2 => 3,
                _ => 7,
            };
            assert_eq!(natural.0.count_ones(), expected, "{arrival:?}");
            assert_ne!(natural.0 & arrival.bit(), 0, "going straight on is natural");
        }
    }

    #[test]
    fn survivors_are_legal_and_never_turn_back() {
        let mut draws = Draws::new(1);
        for (moves, corners, shape) in moves_that_are_pruned(1) {
            let pruning = Pruning::of(moves, corners, shape);
            for arrival in moves.directions() {
                for _ in 0..200 {
                    let neighborhood = neighborhood(&mut draws, arrival);
                    let survivors = pruning.successors(Some(arrival), neighborhood);
                    assert_eq!(survivors.0 & !pruning.legal(neighborhood).0, 0);
                    assert_eq!(survivors.0 & arrival.reverse().bit(), 0);
                }
            }
        }
    }
}
