//! The one table of moves on the ground: the offset of each kind, the stances at its ends, the
//! cells that must be clear on the way, and its cost.
//!
//! A search reads it from a cell forward; read from its target it is the table of moves back.

use std::collections::BTreeMap;
use std::ops::Range;

use ahash::{AHashMap, RandomState};
use glam::IVec3;
use voxnav_occupancy::{Axis, CellBox, Stance};

use super::locomotion::{Compass, Jump, Locomotion};
use super::remaining::Reach;
use crate::arithmetic::scaled;
use crate::cost::Cost;
use crate::movement::{Action, CornerRule, Direction};

/// One kind of move.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) action: Action,
    /// The offset from the cell to the target of the move.
    pub(super) offset: IVec3,
    /// The stances in one of which the move begins.
    pub(super) from: Stance,
    /// The stances in one of which the move ends.
    pub(super) to: Stance,
    /// The stance that the body needs at every cell of the move, its ends included.
    pub(super) all_along: Stance,
    /// The cells that the body is swept over, without the ends.
    pub(super) swept: Vec<IVec3>,
    /// The cells through which the agent falls.
    pub(super) falling: Vec<IVec3>,
    /// The cost before materials, crouching and doors.
    pub(super) cost: Cost,
    /// The looks of the table that must say yes.
    pub(super) needs: Vec<u32>,
    /// The looks that tell whether something is special about the target: upright, minded.
    pub(super) target: [u32; 2],
}

/// A question about the cell at an offset.
pub(super) type Look = (IVec3, CellQuery);

/// A question about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum CellQuery {
    /// The question whether the body can be there in one of some stances.
    Is(Stance),
    /// The question whether the body falls through: it fits, and neither stands nor swims, or need
    /// not do so if that hangs on unknown cells.
    Falls,
}

/// Every kind of move of an agent.
#[derive(Clone, Debug)]
pub(super) struct MoveTable {
    pub(super) rows: Vec<Row>,
    /// The questions of the rows, each once.
    pub(super) looks: Vec<Look>,
    /// The rows in order, those together that one look rules out.
    pub(super) groups: Vec<Group>,
    /// The stances that rows lead from and to, by their offsets.
    pub(super) reaches: Vec<Reach>,
    /// The part of each row that a search needs.
    pub(super) steps: Vec<Step>,
}

/// The part of a row that a search needs, side by side with that of others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) offset: IVec3,
    /// The direction of a walk.
    pub(super) walk: Option<Direction>,
    pub(super) action: Action,
    /// The cost before materials, crouching and doors.
    pub(super) cost: Cost,
}

impl Step {
    fn of(row: &Row) -> Self {
        let is_walk = row.action == Action::Walk;
        Self {
            offset: row.offset,
            walk: Direction::from_offset(row.offset).filter(|_| is_walk),
            action: row.action,
            cost: row.cost,
        }
    }
}

/// Rows that are ruled out together: where the cell is in none of the stances that they begin in, or
/// where they fall and there is ground or no room over the edge.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) rows: Range<usize>,
    /// All stances that one of the rows begins in.
    pub(super) from: Stance,
    /// The look at the first cell that all of the rows fall through.
    pub(super) edge: Option<u32>,
}

impl MoveTable {
    /// Returns the largest distance along any axis at which a row looks, in cells.
    pub(super) fn reach(&self) -> u8 {
        let looks = |row: &Row| {
            let cells = row.swept.iter().chain(&row.falling).chain([&row.offset]);
            cells.map(|cell| cell.abs().max_element()).max()
        };
        let far = self.rows.iter().filter_map(looks).max();
        u8::try_from(far.unwrap_or(0)).unwrap_or(u8::MAX)
    }
}

/// Returns cost times length, rounded down.
pub(super) fn times(cost: Cost, length: Cost) -> Cost {
    Cost::from_raw(scaled::<{ Cost::BITS }>(length.raw(), cost.raw()))
}

/// A horizontal direction: its step, the straight steps that it is made of if it is a diagonal, and
/// its length.
struct Side {
    step: IVec3,
    beside: Vec<IVec3>,
    length: Cost,
}

impl Side {
    fn straight(step: IVec3) -> Self {
        Self {
            step,
            beside: Vec::new(),
            length: Cost::STRAIGHT,
        }
    }
}

/// Held by ground, liquid or something to climb.
const ANY: Stance = Stance::HELD;

/// The stances in which an agent does not fall on.
pub(super) const RESTS: Stance = Stance::STANDING.or(Stance::SWIMMING);

struct Writer<'l> {
    agent: &'l Locomotion,
    up: IVec3,
    rows: Vec<Row>,
}

impl MoveTable {
    pub(super) fn of(agent: &Locomotion) -> Self {
        let up = agent.up.step();
        let mut writer = Writer {
            agent,
            up,
            rows: Vec::new(),
        };
        if let Some(walk) = agent.walk {
            let sides = writer.sides(agent.compass);
            for side in &sides {
                writer.walk(side, walk);
            }
            for side in &sides {
                writer.step_up(side, walk);
            }
            for side in &sides {
                writer.drop(side, walk);
            }
            writer.jumps(walk);
        }
        writer.climb();
        writer.swim();
        writer.fly();
        Self::grouped(writer.rows)
    }

    /// Returns the table with the indices that make it quick to read.
    fn grouped(mut rows: Vec<Row>) -> Self {
        let mut looks = Looks::none();
        for row in &mut rows {
            looks.of(row);
        }
        let mut groups = Vec::<Group>::new();
        let mut reaches = BTreeMap::new();
        let mut before = None;
        for (number, row) in rows.iter().enumerate() {
            let edge = row.falling.first().copied();
            let kind = (row.action, edge);
            match groups.last_mut() {
                Some(group) if before == Some(kind) => {
                    group.rows.end = number + 1;
                    group.from = group.from | row.from;
                }
                _ => groups.push(Group {
                    rows: number..number + 1,
                    from: row.from,
                    edge: edge.map(|edge| looks.at((edge, CellQuery::Falls))),
                }),
            }
            before = Some(kind);
            let &Row {
                offset, from, to, ..
            } = row;
            let first = Reach { offset, from, to };
            let reach: &mut Reach = reaches.entry(offset.to_array()).or_insert(first);
            (reach.from, reach.to) = (reach.from | from, reach.to | to);
        }
        Self {
            reaches: reaches.into_values().collect(),
            steps: rows.iter().map(Step::of).collect(),
            looks: looks.looks,
            rows,
            groups,
        }
    }
}

/// Questions, each once.
struct Looks {
    looks: Vec<Look>,
    /// Looked up only, never walked.
    places: AHashMap<Look, u32, RandomState>,
}

impl Looks {
    fn none() -> Self {
        Self {
            looks: Vec::new(),
            places: AHashMap::with_hasher(RandomState::with_seeds(17, 18, 19, 20)),
        }
    }

    fn at(&mut self, look: Look) -> u32 {
        let next = u32::try_from(self.looks.len()).unwrap_or(u32::MAX);
        let place = *self.places.entry(look).or_insert(next);
        if place == next {
            self.looks.push(look);
        }
        place
    }

    /// Writes down the questions of a row.
    fn of(&mut self, row: &mut Row) {
        let along = row.all_along;
        let ends = [
            (IVec3::ZERO, row.from),
            (row.offset, row.to),
            (IVec3::ZERO, along),
            (row.offset, along),
        ];
        let swept = row.swept.iter().map(|&cell| (cell, along));
        let stances = ends.into_iter().chain(swept);
        let stances = stances.map(|(cell, among)| (cell, CellQuery::Is(among)));
        let falling = row.falling.iter().map(|&cell| (cell, CellQuery::Falls));
        row.needs = stances.chain(falling).map(|look| self.at(look)).collect();
        let target = [Stance::UPRIGHT, Stance::MINDED].map(CellQuery::Is);
        row.target = target.map(|question| self.at((row.offset, question)));
    }
}

impl Writer<'_> {
    fn sides(&self, compass: Compass) -> Vec<Side> {
        let [a, b] = self.agent.up.axis.others().map(Axis::unit);
        let straight = [a, -a, b, -b].map(Side::straight);
        let mut sides = Vec::from(straight);
        if compass == Compass::Eight {
            for (a, b) in [(a, b), (a, -b), (-a, b), (-a, -b)] {
                sides.push(Side {
                    step: a + b,
                    beside: vec![a, b],
                    length: Cost::FACE_DIAGONAL,
                });
            }
        }
        sides
    }

    /// Returns the cells next to a diagonal that must be clear.
    fn beside(&self, side: &Side) -> Vec<IVec3> {
        match self.agent.corners {
            // Ground agents mind every cell beside a diagonal unless they mind none.
            CornerRule::Strict | CornerRule::OneSide => side.beside.clone(),
            CornerRule::Lenient => Vec::new(),
        }
    }

    /// Adds a row for moves that sweep these cells.
    fn push(
        &mut self,
        action: Action,
        offset: IVec3,
        [from, to]: [Stance; 2],
        cost: Cost,
        swept: Vec<IVec3>,
    ) -> &mut Row {
        let place = self.rows.len();
        self.rows.push(Row {
            action,
            offset,
            from,
            to,
            all_along: Stance::FITS,
            swept,
            falling: Vec::new(),
            cost,
            needs: Vec::new(),
            target: [0; 2],
        });
        &mut self.rows[place]
    }

    fn walk(&mut self, side: &Side, walk: Cost) {
        let cost = times(walk, side.length);
        let ground = Stance::STANDING | Stance::CLIMBING;
        for stances in [[ground, ANY], [Stance::SWIMMING, ground]] {
            let swept = self.beside(side);
            self.push(Action::Walk, side.step, stances, cost, swept);
        }
    }

    fn step_up(&mut self, side: &Side, walk: Cost) {
        for height in 1..=i32::from(self.agent.step_up) {
            let up = self.up;
            let cost = times(walk, side.length) + self.agent.step * height.unsigned_abs();
            let mut swept: Vec<_> = (1..=height).map(|height| up * height).collect();
            swept.extend(self.beside(side).iter().map(|beside| beside + up * height));
            let target = side.step + up * height;
            self.push(Action::StepUp, target, [ANY, Stance::STANDING], cost, swept);
        }
    }

    fn drop(&mut self, side: &Side, walk: Cost) {
        let [onto_ground, into_liquid] =
            [self.agent.drop, self.agent.drop_into_liquid].map(i32::from);
        for depth in 1..=onto_ground.max(into_liquid) {
            let if_within = |most, stance| if depth <= most { stance } else { Stance::NONE };
            let to =
                if_within(onto_ground, Stance::STANDING) | if_within(into_liquid, Stance::SWIMMING);
            let falling: Vec<_> = (0..depth)
                .map(|depth| side.step - self.up * depth)
                .collect();
            let swept = self.beside(side);
            let fall = self.agent.fall.cost(depth.unsigned_abs());
            let target = side.step - self.up * depth;
            let cost = times(walk, side.length) + fall;
            let row = self.push(Action::Drop, target, [ANY, to], cost, swept.clone());
            row.falling.clone_from(&falling);
            // One cell lower it takes hold of a ladder that ends flush with the floor; never cheaper than to walk onto one
            // that stands out.
            if let Some(climb) = self.agent.climb.filter(|_| depth == 1 && onto_ground >= 1) {
                let to = Stance::CLIMBING;
                let row = self.push(Action::Drop, target, [ANY, to], cost + climb, swept);
                row.falling = falling;
            }
        }
    }

    fn jumps(&mut self, walk: Cost) {
        let Some(jump) = self.agent.jump else { return };
        let (rise, gap) = (i32::from(jump.rise), i32::from(jump.gap));
        for side in self.sides(jump.compass) {
            for landing in i32::from(self.agent.step_up) + 1..=rise {
                self.jump(&side, 0, landing, walk, jump);
            }
            for gap in 1..=gap {
                for landing in -i32::from(self.agent.drop)..=rise {
                    self.jump(&side, gap, landing, walk, jump);
                }
            }
        }
    }

    /// Adds a jump over `gap` cells that lands `landing` cells higher, or lower if that is
    /// negative.
    fn jump(&mut self, side: &Side, gap: i32, landing: i32, walk: Cost, jump: Jump) {
        let (up, cells) = (self.up, gap + 1);
        let height = landing.max(jump.arc.into());
        let target = side.step * cells + up * landing;
        let mut swept: Vec<_> = (1..=height).map(|height| up * height).collect();
        for cell in 0..cells {
            let from = side.step * cell + up * height;
            swept.extend(self.beside(side).iter().map(|beside| from + beside));
            swept.push(from + side.step);
        }
        swept.extend((landing + 1..height).map(|height| side.step * cells + up * height));
        swept.retain(|&cell| cell != target);
        let lift = match landing {
            0.. => self.agent.step * landing.unsigned_abs(),
            _ => self.agent.fall.cost(landing.unsigned_abs()),
        };
        let cost = jump.cost + times(walk, side.length) * cells.unsigned_abs() + lift;
        let row = self.push(Action::Jump, target, [Stance::STANDING, ANY], cost, swept);
        row.all_along = Stance::UPRIGHT;
    }

    fn climb(&mut self) {
        let Some(cost) = self.agent.climb else { return };
        for step in [self.up, -self.up] {
            let other = Stance::STANDING | Stance::SWIMMING;
            for stances in [[Stance::CLIMBING, ANY], [other, Stance::CLIMBING]] {
                self.push(Action::Climb, step, stances, cost, Vec::new());
            }
        }
    }

    fn swim(&mut self) {
        let Some(swim) = self.agent.swim else { return };
        let mut sides = self.sides(self.agent.compass);
        sides.extend([self.up, -self.up].map(Side::straight));
        let depths = [
            (Stance::SURFACED, swim.surface),
            (Stance::SUBMERGED, swim.below),
        ];
        for side in &sides {
            for (to, cost) in depths {
                let (stances, cost) = ([Stance::SWIMMING, to], times(cost, side.length));
                let swept = self.beside(side);
                self.push(Action::Swim, side.step, stances, cost, swept);
            }
        }
    }

    fn fly(&mut self) {
        let Some(fly) = self.agent.fly else { return };
        for direction in Direction::all() {
            let offset = direction.offset();
            let spanned = CellBox::new(offset.min(IVec3::ZERO), offset.max(IVec3::ZERO) + 1);
            let between = |cell: &IVec3| *cell != IVec3::ZERO && *cell != offset;
            let swept = match self.agent.corners {
                CornerRule::Strict | CornerRule::OneSide => {
                    spanned.cells().filter(between).collect()
                }
                CornerRule::Lenient => Vec::new(),
            };
            let cost = times(fly, direction.cost());
            self.push(Action::Fly, offset, [Stance::FITS; 2], cost, swept);
        }
    }
}
