//! Lower bounds on the cost of a path, by the offset between its ends.
//!
//! Every move of the table costs at least `along` times its horizontal length, plus `up` for each cell
//! that it rises or `down` for each that it falls, times the smallest factor that materials and
//! crouching can have. The horizontal length is a norm (octile, or Manhattan where no move is a
//! diagonal), so the sum over a path is at least that of the offset between its ends: the estimate
//! never overestimates, and never falls by more than a move costs.
//!
//! Links beat any distance. With `r(l)` the least that is left to the goal after link `l`, the estimate
//! is the smaller of the direct one and, over all links, the one to the link's beginning plus its cost
//! plus `r(l)`; and `r` follows from the same rule between links, by Dijkstra's algorithm over them.
//! A minimum of consistent estimates is consistent, and along a link it falls by its cost at most.

use glam::IVec3;
use voxnav_occupancy::{Axis, CellBox, CostFactor, Palette};

use crate::arithmetic::scaled;
use crate::cost::Cost;
use crate::ground::link::{Link, LinkDirection};
use crate::ground::locomotion::Locomotion;
use crate::ground::table::MoveTable;

/// The least costs of moves by their offset.
#[derive(Clone, Copy, Debug)]
pub(in crate::ground) struct Slopes {
    vertical: Axis,
    /// The sign of up: true if up leads to larger coordinates.
    is_up_ahead: bool,
    has_diagonals: bool,
    /// The least cost of a straight move of horizontal length.
    along: u64,
    /// The least cost of each cell up, and of each cell down in the next field, in addition to `along`.
    up_cost: u64,
    down_cost: u64,
}

/// Returns a cost times a factor, rounded down.
pub(in crate::ground) fn by_factor(cost: Cost, factor: CostFactor) -> Cost {
    by_1024ths(cost, factor.in_1024ths())
}

/// Returns a cost times a factor in 1024ths, rounded down.
#[inline]
pub(in crate::ground) fn by_1024ths(cost: Cost, factor: u32) -> Cost {
    Cost::from_raw(scaled::<10>(cost.raw(), factor.into()))
}

impl Slopes {
    pub(in crate::ground) fn of(table: &MoveTable, agent: &Locomotion, palette: &Palette) -> Self {
        let crouching = agent.crouch.map_or(CostFactor::ONE, |crouch| crouch.factor);
        let least = |cost| {
            let cost = by_factor(cost, agent.smallest_factor(palette));
            by_factor(cost, crouching.min(CostFactor::ONE)).raw()
        };
        let up = agent.up.step();
        let mut slopes = Self {
            vertical: agent.up.axis,
            is_up_ahead: agent.up.axis.of(up) > 0,
            has_diagonals: false,
            along: u64::MAX,
            up_cost: u64::MAX,
            down_cost: u64::MAX,
        };
        let rows = || table.rows.iter().map(|row| (row.offset, least(row.cost)));
        let others = agent.up.axis.others();
        let is_diagonal = |offset: IVec3| others.iter().all(|axis| axis.of(offset) != 0);
        slopes.has_diagonals = rows().any(|(offset, _)| is_diagonal(offset));
        for (offset, cost) in rows() {
            let length = slopes.length(offset.abs().as_uvec3().to_array());
            if length > 0 {
                let slope =
                    u128::from(cost) * u128::from(Cost::STRAIGHT.raw()) / u128::from(length);
                slopes.along = slopes.along.min(u64::try_from(slope).unwrap_or(u64::MAX));
            }
        }
        // Nothing leads sideways: then nothing is left to say about it.
        slopes.along = if slopes.along == u64::MAX {
            0
        } else {
            slopes.along
        };
        for (offset, cost) in rows() {
            let length = slopes.length(offset.abs().as_uvec3().to_array());
            let sideways = (u128::from(slopes.along) * u128::from(length))
                .div_ceil(u128::from(Cost::STRAIGHT.raw()));
            let left = cost.saturating_sub(u64::try_from(sideways).unwrap_or(u64::MAX));
            let rise = offset.dot(up);
            if rise != 0 {
                let each = left / u64::from(rise.unsigned_abs());
                let slope = if rise > 0 {
                    &mut slopes.up_cost
                } else {
                    &mut slopes.down_cost
                };
                *slope = each.min(*slope);
            }
        }
        for slope in [&mut slopes.up_cost, &mut slopes.down_cost] {
            if *slope == u64::MAX {
                *slope = 0;
            }
        }
        slopes
    }

    /// Returns the horizontal length of an offset, in units of 2^-30 cells.
    fn length(&self, offset: [u32; 3]) -> u64 {
        let [a, b] = self
            .vertical
            .others()
            .map(|axis| u64::from(offset[axis.index()]));
        let straight = Cost::STRAIGHT.raw();
        if self.has_diagonals {
            a.min(b) * (Cost::FACE_DIAGONAL.raw() - straight) + a.max(b) * straight
        } else {
            (a + b) * straight
        }
    }

    /// Returns a lower bound on the cost of a path by moves from a cell to a box of cells.
    #[inline]
    pub(in crate::ground) fn toward(&self, from: IVec3, to: &CellBox) -> Cost {
        self.across([from, from], to)
    }

    /// Returns a lower bound on the cost of a path by moves between two boxes of cells.
    pub(in crate::ground) fn between(&self, from: &CellBox, to: &CellBox) -> Cost {
        self.across([from.min, from.max.saturating_sub(IVec3::ONE)], to)
    }

    /// Returns the lower bound from a box, given its first and its last cell, to another.
    #[inline]
    fn across(&self, [first, last]: [IVec3; 2], to: &CellBox) -> Cost {
        let ahead = to.min.saturating_sub(last).max(IVec3::ZERO);
        let end = to.max.saturating_sub(IVec3::ONE);
        let behind = first.saturating_sub(end).max(IVec3::ZERO);
        let length = self.length(ahead.max(behind).as_uvec3().to_array());
        let sideways = Cost::from_raw(scaled::<{ Cost::BITS }>(length, self.along));
        let (rise, fall) = (self.vertical.of(ahead), self.vertical.of(behind));
        let (rise, fall) = if self.is_up_ahead {
            (rise, fall)
        } else {
            (fall, rise)
        };
        let each = [self.up_cost, self.down_cost].map(Cost::from_raw);
        sideways + each[0] * rise.unsigned_abs() + each[1] * fall.unsigned_abs()
    }
}

/// Lower bounds on the cost to a goal by way of each link, cheapest first.
#[derive(Clone, Debug)]
pub(in crate::ground) struct LinkBounds {
    pub(in crate::ground) goal: CellBox,
    /// The boxes where links begin, with the least cost of the link and of the rest of the path.
    entries: Vec<(Cost, CellBox)>,
}

impl LinkBounds {
    pub(in crate::ground) fn toward(
        goal: CellBox,
        slopes: &Slopes,
        links: &[Link],
        agent: &Locomotion,
    ) -> Self {
        let mut directed = Vec::new();
        for link in links.iter().filter(|link| link.is_for(agent)) {
            let target = CellBox::of_cell(link.to);
            directed.push((link.from, target, link.cost));
            if link.ways == LinkDirection::Both {
                directed.push((target, link.from, link.cost));
            }
        }
        let mut left: Vec<_> = directed
            .iter()
            .map(|(_, end, cost)| *cost + slopes.between(end, &goal))
            .collect();
        let mut is_final = vec![false; directed.len()];
        let next = |left: &[Cost], is_final: &[bool]| {
            let open = (0..left.len()).filter(|&link| !is_final[link]);
            open.min_by_key(|&link| left[link])
        };
        while let Some(link) = next(&left, &is_final) {
            is_final[link] = true;
            let entry = directed[link].0;
            for (other, (_, end, cost)) in directed.iter().enumerate() {
                let through = *cost + slopes.between(end, &entry) + left[link];
                left[other] = left[other].min(through);
            }
        }
        let mut entries: Vec<_> = left
            .into_iter()
            .zip(directed.iter().map(|link| link.0))
            .collect();
        entries.sort_by_key(|&(cost, _)| cost);
        Self { goal, entries }
    }

    /// Returns the smaller of a direct estimate and the one through links.
    pub(in crate::ground) fn estimate(&self, from: IVec3, direct: Cost, slopes: &Slopes) -> Cost {
        let from = CellBox::of_cell(from);
        let mut best = direct;
        for (left, entry) in &self.entries {
            if *left >= best {
                break;
            }
            best = best.min(*left + slopes.between(&from, entry));
        }
        best
    }
}
