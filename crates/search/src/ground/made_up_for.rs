//! Which moves need not be followed after which others, because other moves from the cell before make up
//! for them: pruning where the ground is not even.
//!
//! Let `p`, `x`, `n` be cells on a path, `q` the move from `p` to `x` and `r` that from `x` to `n`. `r` is
//! left out if one of these ways leads from `p` to `n` as well:
//!
//! - one move that costs no more than `q` and `r` together and is no less a walk than they are;
//! - two moves that are *before* `q` and `r`: they cost less, or as much with fewer moves other than
//!   walks, or with fewer diagonals, or with a diagonal first where `q` is none.
//!
//! Only moves whose targets are plain count, on both sides, so that all cost what their rows of the table
//! say (the target of a single move is that of `r`). And only a `q` that is a walk, a step up or a
//! drop to a cell beside, one cell higher or lower at most: by such moves a cell is said to be reached by
//! the direction of its own, so that `p` and `q` are known from it.
//!
//! # Why the cheapest path survives
//!
//! Of the cheapest paths take one with the fewest moves that are no plain walks, of these one with the
//! fewest moves, then with the fewest diagonals, then with the diagonals as early as they can be. If `r`
//! were left out on it, the other way would be a cheapest path that comes before in this order. Runs over
//! even ground (`runs.rs`) go by the same order, so that both kinds of pruning leave that path.

use std::collections::BTreeMap;

use glam::IVec3;
use voxnav_occupancy::Stance;

use super::table::{Action, Row};
use crate::cost::Cost;
use crate::movement::Direction;

/// By which moves others are made up for, after each direction in which a cell is reached.
#[derive(Clone, Debug)]
pub(super) struct MadeUpFor {
    after: Vec<After>,
    /// The direction in which each row of the table reaches its target, if it is told.
    told: Vec<Option<Direction>>,
    /// The rows of walks that begin standing, with their offsets.
    walks: Vec<(u16, IVec3)>,
    /// How many words have a bit for each row.
    words: usize,
}

/// What makes up for the rows of the table after one direction.
#[derive(Clone, Debug, Default)]
struct After {
    rows: Vec<Ways>,
}

/// What makes up for a row of the table.
#[derive(Clone, Debug, Default)]
struct Ways {
    /// It leads back to the cell before.
    is_return: bool,
    /// Rows from the cell before, a bit each.
    direct: Box<[u64]>,
    /// The first rows of the ways around, a bit each.
    first: Box<[u64]>,
    around: Vec<Around>,
}

/// Two rows from the cell before, by the cell at `step` from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    pub(super) first: u16,
    pub(super) step: IVec3,
    pub(super) second: u16,
}

/// A row as it counts.
#[derive(Clone, Copy)]
struct Kind {
    number: u16,
    offset: IVec3,
    cost: Cost,
    is_walk: bool,
    is_diagonal: bool,
}

impl Kind {
    fn of(number: usize, row: &Row, up: IVec3) -> Option<Self> {
        let sideways = row.offset - up * row.offset.dot(up);
        Some(Self {
            number: u16::try_from(number).ok()?,
            offset: row.offset,
            cost: row.cost,
            is_walk: row.action == Action::Walk,
            is_diagonal: sideways.abs().element_sum() > sideways.abs().max_element(),
        })
    }

    /// Whether two moves, with as many moves from and to the same cells, come before two others.
    fn are_before([first, second]: [Self; 2], [q, r]: [Self; 2]) -> bool {
        let others = |kinds: [Self; 2]| kinds.iter().filter(|kind| !kind.is_walk).count();
        let diagonals = |kinds: [Self; 2]| kinds.iter().filter(|kind| kind.is_diagonal).count();
        let order = |kinds: [Self; 2]| {
            let [cost, later] = [kinds[0].cost + kinds[1].cost, Cost::ZERO];
            (
                cost,
                others(kinds),
                diagonals(kinds),
                !kinds[0].is_diagonal,
                later,
            )
        };
        order([first, second]) < order([q, r])
    }
}

impl MadeUpFor {
    pub(super) fn of(rows: &[Row], up: IVec3) -> Self {
        let told: Vec<_> = rows.iter().map(|row| told(row, up)).collect();
        let kinds = rows.iter().enumerate();
        let kinds: Vec<Kind> = kinds
            .filter_map(|(number, row)| Kind::of(number, row, up))
            .collect();
        let mut by_offset = BTreeMap::<_, Vec<Kind>>::new();
        for &kind in &kinds {
            by_offset
                .entry(kind.offset.to_array())
                .or_default()
                .push(kind);
        }
        let leading = |offset: IVec3| {
            let there = by_offset.get(&offset.to_array());
            there.into_iter().flatten().copied()
        };
        let near: Vec<Kind> = kinds
            .iter()
            .filter(|kind| told[usize::from(kind.number)].is_some())
            .copied()
            .collect();
        let mut after = vec![After::default(); Direction::all().count()];
        for direction in Direction::all() {
            // Rows that are told alike cost alike.
            let Some(&q) = near.iter().find(|kind| kind.offset == direction.offset()) else {
                continue;
            };
            let ways = |r: &Kind| {
                let ahead = q.offset + r.offset;
                let is_no_less = |kind: &Kind| {
                    let is_as_plain = kind.is_walk || !(q.is_walk && r.is_walk);
                    kind.cost <= q.cost + r.cost && is_as_plain
                };
                let direct = leading(ahead).filter(is_no_less).map(|kind| kind.number);
                let mut around = Vec::new();
                if told[usize::from(r.number)].is_some() {
                    for &first in &near {
                        let seconds = leading(ahead - first.offset);
                        let seconds =
                            seconds.filter(|kind| told[usize::from(kind.number)].is_some());
                        let before =
                            seconds.filter(|&second| Kind::are_before([first, second], [q, *r]));
                        around.extend(before.map(|second| Around {
                            first: first.number,
                            step: first.offset,
                            second: second.number,
                        }));
                    }
                }
                Ways {
                    is_return: ahead == IVec3::ZERO,
                    direct: bits(rows.len(), direct),
                    first: bits(rows.len(), around.iter().map(|around| around.first)),
                    around,
                }
            };
            after[direction.index()].rows = kinds.iter().map(ways).collect();
        }
        let is_walk = |kind: &&Kind| {
            let from = rows[usize::from(kind.number)].from;
            kind.is_walk && from.has(Stance::STANDING)
        };
        let walks = kinds.iter().filter(is_walk);
        Self {
            walks: walks.map(|kind| (kind.number, kind.offset)).collect(),
            after,
            told,
            words: rows.len().div_ceil(64),
        }
    }

    /// Whether a row is that of walks that begin standing.
    pub(super) fn is_walk_from_ground(&self, row: usize) -> bool {
        self.walks
            .iter()
            .any(|(number, _)| usize::from(*number) == row)
    }

    /// Writes the rows of walks that lead from a cell on even ground, a bit for each row.
    pub(super) fn walks_from_ground(
        &self,
        leads: &mut Vec<u64>,
        mut walks: impl FnMut(IVec3) -> bool,
    ) {
        leads.clear();
        leads.resize(self.words, 0);
        for &(number, step) in &self.walks {
            leads[usize::from(number / 64)] |= u64::from(walks(step)) << (number % 64);
        }
    }

    /// The direction in which a row reaches its target, if it is told.
    #[inline]
    pub(super) fn told(&self, row: usize) -> Option<Direction> {
        self.told.get(row).copied().flatten()
    }

    /// Whether anything may be made up for after a direction.
    pub(super) fn is_after(&self, arrival: Direction) -> bool {
        !self.after[arrival.index()].rows.is_empty()
    }

    /// Whether a row whose target is plain need not be followed after a direction. `leads` are the rows
    /// that lead from the cell before; `goes_around` says of two of them whether the first leads to a
    /// plain cell and the second on from there.
    #[inline]
    pub(super) fn is_made_up_for(
        &self,
        (arrival, row): (Direction, usize),
        leads: &[u64],
        goes_around: impl FnMut(Around) -> bool,
    ) -> bool {
        let Some(ways) = self.after[arrival.index()].rows.get(row) else {
            return false;
        };
        let meets = |among: &[u64]| among.iter().zip(leads).any(|(some, lead)| some & lead != 0);
        if ways.is_return || meets(&ways.direct) {
            return true;
        }
        let leads = |number: u16| {
            let [word, bit] = [number / 64, number % 64];
            leads
                .get(usize::from(word))
                .is_some_and(|word| word >> bit & 1 != 0)
        };
        meets(&ways.first)
            && ways
                .around
                .iter()
                .filter(|around| leads(around.first))
                .copied()
                .any(goes_around)
    }
}

/// A bit for each of some rows.
fn bits(rows: usize, numbers: impl Iterator<Item = u16>) -> Box<[u64]> {
    let mut bits = vec![0; rows.div_ceil(64)];
    for number in numbers {
        bits[usize::from(number / 64)] |= 1 << (number % 64);
    }
    bits.into()
}

fn told(row: &Row, up: IVec3) -> Option<Direction> {
    let is_sideways = row.offset != up * row.offset.dot(up);
    let is_told = matches!(row.action, Action::Walk | Action::StepUp | Action::Drop);
    let direction = Direction::from_offset(row.offset);
    direction.filter(|_| is_told && is_sideways)
}
