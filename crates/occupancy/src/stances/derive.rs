//! The stances of a chunk, by words of 64 cells.

use std::sync::Arc;

use glam::IVec3;

use super::StanceMap;
use super::rules::{Support, column_of};
use super::stance::Stance;
use super::work::{PossibleWorlds, Work, joined};
use crate::agent::{Footprint, UnknownPolicy};
use crate::coordinates::{
    CellBox, ChunkCoord, Rows, Sign, WHOLE_CHUNK, no_bits, row_index, row_mask, row_place,
};
use crate::derived::{Before, ChunkValues};
use crate::occupancy::CellState;

/// The stances of a chunk's cells: bit `x` of word `z * 64 + y` of each mask.
#[derive(Debug)]
pub(crate) struct ChunkStances {
    /// The masks in the order of the bits of a [`Stance`].
    masks: [ChunkValues<u64>; 8],
}

impl ChunkStances {
    #[inline]
    pub(crate) fn at(&self, cell: IVec3) -> Stance {
        let local = cell & 63;
        let index = row_index(local.y, local.z);
        let masks = &self.masks;
        Stance::from_bits(std::array::from_fn(|bit| masks[bit].at(index) >> local.x))
    }

    /// Returns the row of a cell, with a bit for each cell in one of some stances.
    #[inline]
    pub(crate) fn row(&self, cell: IVec3, among: Stance) -> u64 {
        let index = row_index(cell.y, cell.z);
        let rows = among.places().map(|place| self.masks[place].at(index));
        rows.fold(0, |all, row| all | row)
    }

    /// Returns the cells where the body stands upright, in and on nothing that the rules mind.
    pub(crate) fn plane(&self) -> Box<Rows> {
        let [_, upright, standing, _, _, _, minded, _] = &self.masks;
        let mut rows = no_bits();
        if matches!(standing, ChunkValues::Uniform(0)) {
            return rows;
        }
        for (index, row) in rows.iter_mut().enumerate() {
            *row = standing.at(index) & upright.at(index) & !minded.at(index);
        }
        rows
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let rows = self.masks.iter().map(ChunkValues::memory_bytes);
        size_of::<Self>() + rows.sum::<usize>()
    }
}

/// Derives a chunk: all of it, or the rows of which some cells may differ from what they were before edits.
pub(super) fn derive(
    stances: &StanceMap,
    chunk: ChunkCoord,
    before: Option<Before<Arc<ChunkStances>>>,
) -> ChunkStances {
    let Some(Before { value, stale }) = before else {
        let masks = masks_within(stances, chunk, &[WHOLE_CHUNK]);
        return ChunkStances {
            masks: masks.map(|rows| ChunkValues::of(rows)),
        };
    };
    let places = joined(&stale);
    let mut before = value.masks.iter();
    let masks = masks_within(stances, chunk, &stale).map(|rows| match before.next() {
        Some(before) => before.with(&*rows, places.iter().cloned()),
        None => ChunkValues::of(rows),
    });
    ChunkStances { masks }
}

/// The cells at which the bodies fit, and the part of these at which the upright one does.
struct Bodies {
    fits: Box<Rows>,
    upright: Box<Rows>,
    /// The upright one fits whatever unknown cells turn out to be.
    certainly_upright: Box<Rows>,
}

/// Returns the masks of a chunk in the rows that touch some boxes, relative to its origin.
fn masks_within(stances: &StanceMap, chunk: ChunkCoord, within: &[CellBox]) -> [Box<Rows>; 8] {
    let rules = &stances.rules;
    let work = Work::new(stances, chunk, within);
    let fits = work.fits(rules.lowest(), rules.unknown);
    if fits.iter().all(|&row| row == 0) {
        return std::array::from_fn(|_| no_bits());
    }
    let upright = match rules.crouched {
        Some(_) => work.fits(rules.footprint, rules.unknown),
        None => fits.clone(),
    };
    let depends_on_body = !rules.swum.is_empty() || !rules.climbed.is_empty();
    let certainly_upright = if rules.is_open() && depends_on_body {
        work.fits(rules.footprint, UnknownPolicy::Blocked)
    } else {
        upright.clone()
    };
    let bodies = Bodies {
        fits,
        upright,
        certainly_upright,
    };
    let climbing = work.climbing(&bodies, PossibleWorlds::Possible);
    let [submerged, surfaced] = work.swimming(&bodies);
    let swimming = work.liquid(-rules.column().0, PossibleWorlds::Certain);
    // Who is submerged for certain floats, and who holds on to something that goes on below the feet hangs: neither
    // stands.
    let afloat = work.and_not(swimming.clone(), &surfaced);
    let hangs = work.climbing(&bodies, PossibleWorlds::Certain);
    let hangs = work.and(hangs, &work.climbable_below(PossibleWorlds::Certain));
    let footing = work.and(work.footing(PossibleWorlds::Possible), &bodies.fits);
    let standing = work.and_not(work.and_not(footing, &afloat), &hangs);
    // Who stands or swims in some of the worlds that unknown cells may turn out to be, and does neither in others in
    // which the body fits.
    let unsure = if rules.is_open() {
        let may_hang = work.and(
            climbing.clone(),
            &work.climbable_below(PossibleWorlds::Possible),
        );
        let footing = work.and_not(work.footing(PossibleWorlds::Certain), &may_hang);
        let possible = work.or(work.or(standing.clone(), &submerged), &surfaced);
        let certain = work.or(footing, &swimming);
        work.and(work.and_not(possible, &certain), &bodies.fits)
    } else {
        no_bits()
    };
    let minded = work.and(work.minded(), &bodies.fits);
    let Bodies { fits, upright, .. } = bodies;
    [
        fits, upright, standing, submerged, surfaced, climbing, minded, unsure,
    ]
}

impl Work<'_> {
    /// Returns the cells at which all cells of a footprint are clear.
    fn fits(&self, footprint: Footprint, unknown: UnknownPolicy) -> Box<Rows> {
        self.dilated(&self.stances.clear, footprint, unknown, IVec3::ZERO)
    }

    /// Returns the cells with liquid at so many cells along `up`.
    fn liquid(&self, at: i32, known: PossibleWorlds) -> Box<Rows> {
        self.column_of(&self.stances.rules.swum, at..at + 1, known)
    }

    /// Returns the cells at which the body is in liquid that reaches its highest cell, and in liquid that
    /// does not.
    fn swimming(&self, bodies: &Bodies) -> [Box<Rows>; 2] {
        let rules = &self.stances.rules;
        let [mut submerged, mut surfaced] = [no_bits(), no_bits()];
        if rules.swum.is_empty() {
            return [submerged, surfaced];
        }
        let bottom = -rules.column().0;
        let swimming = self.and(self.liquid(bottom, PossibleWorlds::Possible), &bodies.fits);
        let crouched = self.and_not(bodies.fits.clone(), &bodies.certainly_upright);
        let either = [
            (rules.footprint, bodies.upright.clone()),
            (rules.lowest(), crouched),
        ];
        for (body, is_so) in either {
            let top = column_of(&body, rules.up).1;
            submerged = self.or(
                submerged,
                &self.and(self.liquid(top, PossibleWorlds::Possible), &is_so),
            );
            if top != bottom {
                surfaced = self.or(
                    surfaced,
                    &self.and_not(is_so, &self.liquid(top, PossibleWorlds::Certain)),
                );
            }
        }
        [
            self.and(submerged, &swimming),
            self.and(surfaced, &swimming),
        ]
    }

    /// Returns the cells at which the body is next to something to hold on to.
    fn climbing(&self, bodies: &Bodies, known: PossibleWorlds) -> Box<Rows> {
        let rules = &self.stances.rules;
        if rules.climbed.is_empty() {
            return no_bits();
        }
        let [full, low] = [rules.footprint, rules.lowest()].map(|body| {
            let (below, above) = column_of(&body, rules.up);
            self.column_of(&rules.climbed, -below..above + 1, known)
        });
        match known {
            PossibleWorlds::Possible => self.or(
                self.and(full, &bodies.upright),
                &self.and(low, &bodies.fits),
            ),
            // Whichever body it has.
            PossibleWorlds::Certain => self.and(
                self.or(full, &self.flipped(bodies.upright.clone())),
                &self.or(low, &bodies.certainly_upright),
            ),
        }
    }

    /// Returns the cells with something to hold on to just below the feet.
    fn climbable_below(&self, known: PossibleWorlds) -> Box<Rows> {
        let rules = &self.stances.rules;
        let feet = -rules.column().0;
        self.column_of(&rules.climbed, feet - 1..feet, known)
    }

    /// Returns the cells at which the ground below the feet bears the body.
    fn footing(&self, known: PossibleWorlds) -> Box<Rows> {
        let rules = &self.stances.rules;
        let (below, _) = rules.column();
        let mut base = rules.footprint.offsets();
        let axis = rules.up.axis.index();
        (base.min[axis], base.max[axis]) = (0, 1);
        let base = match rules.support {
            Support::Center => Footprint::ONE,
            _ => Footprint::new(base).unwrap_or(Footprint::ONE),
        };
        let feet = below + 1;
        let footing = self.borne(base, feet, known);
        if rules.support != Support::Slope {
            return footing;
        }
        let column = feet..=feet + rules.lean();
        let leaning = column.map(|depth| self.borne(Footprint::ONE, depth, known));
        let leaning = leaning.reduce(|all, rows| self.or(all, &rows));
        self.and(footing, &leaning.unwrap_or_else(no_bits))
    }

    /// Returns the cells at which the cells of a base bear, so many cells below: all of them, or one where any will do.
    fn borne(&self, base: Footprint, depth: i32, known: PossibleWorlds) -> Box<Rows> {
        let StanceMap {
            occupancy, rules, ..
        } = self.stances;
        // Of what any of which would do, cells that bear are written down as occupied.
        let is_any = rules.takes_any_support();
        let unknown = if is_any == (known == PossibleWorlds::Possible) {
            UnknownPolicy::Blocked
        } else {
            UnknownPolicy::Free
        };
        let offset = -rules.up.step() * depth;
        let mut footing = self.dilated(&self.stances.bearing, base, unknown, offset);
        if is_any {
            footing = self.flipped(footing);
        }
        // Where the ground is beyond the bounds, it is all alike.
        let axis = rules.up.axis.index();
        let bounds = occupancy.bounds();
        let mut grounded = bounds;
        grounded.min[axis] -= offset[axis];
        grounded.max[axis] -= offset[axis];
        let grounded = self.chunk.local(&grounded.intersection(&bounds));
        let outside = match occupancy.outside() {
            CellState::Occupied => u64::MAX,
            CellState::Unknown if rules.is_open() && known == PossibleWorlds::Possible => u64::MAX,
            _ => 0,
        };
        for row in self.asked() {
            let (y, z) = row_place(row);
            let known = row_mask(&grounded, y, z);
            footing[row] = footing[row] & known | outside & !known;
        }
        footing
    }

    /// Returns the cells at which the body, the layer below its feet or one that it may lean on touches a cell that is
    /// minded.
    fn minded(&self) -> Box<Rows> {
        let rules = &self.stances.rules;
        let Some(minded) = &self.stances.minded else {
            return no_bits();
        };
        let mut cells = rules.footprint.offsets();
        let axis = rules.up.axis.index();
        match rules.up.sign {
            Sign::Positive => cells.min[axis] -= 1 + rules.lean(),
            Sign::Negative => cells.max[axis] += 1 + rules.lean(),
        }
        let clear = match Footprint::new(cells) {
            Ok(agent) => self.dilated(minded, agent, UnknownPolicy::Free, IVec3::ZERO),
            // As far as a body reaches: it is taken to touch one anywhere.
            Err(_) => no_bits(),
        };
        self.flipped(clear)
    }
}
