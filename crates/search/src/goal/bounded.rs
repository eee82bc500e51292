//! Goals bound to the bounds of a world, as searches use them.

use glam::IVec3;
use voxnav_occupancy::{Axis, CellBox, Heading, Sign};

use super::goal_test::GoalTest;
use super::{Contact, Goal, Kind, apart, in_order};
use crate::cost::Cost;
use crate::heuristic::{Estimate, Heuristic, octile26, offset_magnitude};
use crate::movement::{MoveCosts, MoveSet};

/// A goal, as far as it lies within the bounds of a world.
#[derive(Clone, Copy)]
pub(crate) struct Region<'g> {
    goal: &'g Goal,
    /// Holds all cells of the goal that lie within the bounds, or all if none does.
    hull: CellBox,
    ranking: Ranking,
}

/// The order of the cells of a goal to which paths of the same cost lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ranking {
    /// No order: any cell will do.
    Equal,
    /// Cell order: each cell ranks one unit of cost behind the one before.
    ByCell,
}

impl<'g> Region<'g> {
    pub(crate) fn new(goal: &'g Goal, bounds: CellBox) -> Self {
        let inside = goal.hull().intersection(&bounds);
        // Where nothing lies inside, estimates are all that is asked for.
        let hull = if inside.is_empty() {
            goal.hull()
        } else {
            inside
        };
        let ranking = Ranking::Equal;
        Self {
            goal,
            hull,
            ranking,
        }
    }

    /// Returns the same goal, whose cells rank by cell order where paths to them cost the same.
    pub(crate) fn ranked(self) -> Self {
        let ranking = Ranking::ByCell;
        Self { ranking, ..self }
    }

    /// Returns whether the estimate is the caller's and need not be consistent.
    pub(crate) fn is_callers(&self) -> bool {
        self.goal.is_callers()
    }

    /// Returns whether no cell of the goal lies within the bounds, as far as the box around it
    /// tells.
    pub(crate) fn is_outside(&self, bounds: CellBox) -> bool {
        self.hull.intersection(&bounds).is_empty()
    }

    /// Returns whether a path may end at `cell`, which lies within the bounds.
    pub(crate) fn contains(&self, cell: IVec3) -> bool {
        self.goal.contains(cell)
    }

    /// Returns the cells of the goal within the bounds, if there are few enough to look at each: no
    /// more than `most` in the box around them, or in a list.
    pub(crate) fn candidates(&self, most: usize) -> Option<impl Iterator<Item = IVec3> + use<'g>> {
        let Self { goal, hull, .. } = *self;
        let (listed, boxed) = match &goal.0 {
            Kind::AnyOf(set) => (Some(set), None),
            Kind::Matching(_) => return None,
            _ if hull.volume() <= most as u64 => (None, Some(hull)),
            _ => return None,
        };
        let listed = listed.into_iter().flat_map(|set| set.cells());
        let boxed = boxed.into_iter().flat_map(move |hull| hull.cells());
        let inside = move |cell: &IVec3| hull.contains(*cell) && goal.contains(*cell);
        Some(listed.chain(boxed).filter(inside))
    }

    /// Returns a box around all cells of the goal within the bounds.
    pub(crate) fn hull(&self) -> &CellBox {
        &self.hull
    }

    /// Returns the estimate of a goal that has one of its own.
    pub(crate) fn estimate_of_caller(&self, cell: IVec3) -> Option<Cost> {
        match &self.goal.0 {
            Kind::Matching(matching) => Some((matching.estimate)(cell)),
            _ => None,
        }
    }

    /// Returns the estimate of the cost from `cell` to the goal.
    pub(crate) fn estimate(
        &self,
        heuristic: Heuristic,
        (moves, costs): (MoveSet, &MoveCosts),
        cell: IVec3,
    ) -> Cost {
        if heuristic == Heuristic::Zero {
            return Cost::ZERO;
        }
        let to_hull = || heuristic.of_offset(moves, costs, apart(&self.hull, cell));
        match &self.goal.0 {
            Kind::Matching(matching) => (matching.estimate)(cell),
            Kind::AnyOf(set) => match set.few() {
                Some(few) => self.least_estimate(few, heuristic, (moves, costs), cell),
                None => to_hull(),
            },
            // The straight distance holds for what paths cost, not for other estimates.
            Kind::Ball(ball) if matches!(heuristic, Heuristic::Octile | Heuristic::Euclidean) => {
                to_hull().max(ball.distance(cell, costs))
            }
            _ => to_hull(),
        }
    }
}

impl Region<'_> {
    /// Returns the smallest estimate toward one of a few cells in cell order, with their ranks.
    #[inline]
    fn least_estimate(
        &self,
        few: &[IVec3],
        heuristic: Heuristic,
        (moves, costs): (MoveSet, &MoveCosts),
        cell: IVec3,
    ) -> Cost {
        let unit = match self.ranking {
            Ranking::Equal => 0,
            Ranking::ByCell => 1,
        };
        match (heuristic, moves) {
            // The usual case, for which nothing is chosen cell by cell.
            (Heuristic::Octile, MoveSet::Vertex26) if costs.is_cubic() => {
                least(few, unit, |goal| octile26(offset_magnitude(cell, goal)))
            }
            _ => least(few, unit, |goal| {
                heuristic.of_offset(moves, costs, offset_magnitude(cell, goal))
            }),
        }
    }
}

/// Returns the smallest estimate of some cells, each of which ranks so many units of cost behind the one before.
#[inline]
fn least(few: &[IVec3], unit: u64, estimate: impl Fn(IVec3) -> Cost) -> Cost {
    let (mut least, mut rank) = (Cost::MAX, Cost::ZERO);
    for &goal in few {
        least = least.min(estimate(goal) + rank);
        rank = rank + Cost::from_raw(unit);
    }
    if few.is_empty() { Cost::ZERO } else { least }
}

impl GoalTest for Region<'_> {
    #[inline]
    fn is_met(self, cell: IVec3) -> bool {
        match &self.goal.0 {
            // Most cells lie outside of the box around them, which is soon seen.
            Kind::AnyOf(set) => self.hull.contains(cell) && set.contains(cell),
            _ => self.goal.contains(cell),
        }
    }

    fn rank(self, cell: IVec3) -> Cost {
        let candidates = match self.ranking {
            Ranking::ByCell if self.is_met(cell) => self.candidates(usize::MAX),
            _ => None,
        };
        let before = candidates.map(|cells| {
            cells
                .filter(|&other| in_order(other) < in_order(cell))
                .count()
        });
        Cost::from_raw(before.unwrap_or(0) as u64)
    }

    fn ahead(self, cell: IVec3, heading: Heading, most: u32) -> Option<u32> {
        let Heading { axis, sign } = heading;
        let at = i64::from(axis.of(cell));
        // The nearest coordinate of an interval that lies ahead.
        let nearest = |[first, last]: [i64; 2]| match sign {
            Sign::Positive => first.max(at + 1) - at,
            Sign::Negative => at - last.min(at - 1),
        };
        let moves_to = |interval: [i64; 2]| {
            let moves = nearest(interval);
            let end = match sign {
                Sign::Positive => at + moves,
                Sign::Negative => at - moves,
            };
            (interval[0] <= end && end <= interval[1]).then_some(moves)
        };
        let moves = match &self.goal.0 {
            Kind::Box(cells) => inside(cells, cell, axis).and_then(moves_to),
            Kind::Beside { cells, contact } => beside(cells, *contact, cell, axis)
                .into_iter()
                .flatten()
                .filter_map(moves_to)
                .min(),
            Kind::Ball(ball) => ball.along(cell, axis).and_then(moves_to),
            Kind::AnyOf(set) => inside(&self.hull, cell, axis).and_then(|_| {
                let [before, after] = set.neighbors(cell, axis);
                match sign {
                    Sign::Positive => after.map(|to| i64::from(to) - at),
                    Sign::Negative => before.map(|to| at - i64::from(to)),
                }
            }),
            Kind::Matching(matching) => (1..=i64::from(most)).find(|&moves| {
                let moves = i32::try_from(moves).unwrap_or(i32::MAX);
                (matching.accepts)(cell + heading.step() * moves)
            }),
        };
        moves
            .and_then(|moves| u32::try_from(moves).ok())
            .filter(|&moves| moves <= most)
    }

    /// Returns `None` only for walks in a plane that misses the goal, which are known to pass it
    /// by.
    fn beside_walk(self, cell: IVec3, headings: [Heading; 2], _: u32) -> Option<u32> {
        let [a, b] = headings.map(|heading| heading.axis);
        let mut across = Axis::ALL.into_iter().filter(|&axis| axis != a && axis != b);
        let hits =
            |axis: Axis| (axis.of(self.hull.min)..axis.of(self.hull.max)).contains(&axis.of(cell));
        across.all(hits).then_some(1)
    }
}

/// Returns the first and last coordinate along `axis` of the cells of a box in line with `cell`.
fn inside(cells: &CellBox, cell: IVec3, axis: Axis) -> Option<[i64; 2]> {
    let in_line = Axis::others(axis)
        .iter()
        .all(|other| (other.of(cells.min)..other.of(cells.max)).contains(&other.of(cell)));
    in_line.then(|| {
        [
            i64::from(axis.of(cells.min)),
            i64::from(axis.of(cells.max)) - 1,
        ]
    })
}

/// Returns the intervals along `axis` of the cells adjacent to a box in line with `cell`.
fn beside(cells: &CellBox, contact: Contact, cell: IVec3, axis: Axis) -> [Option<[i64; 2]>; 3] {
    let away = apart(cells, cell);
    let across = Axis::others(axis).map(|other| away[other.index()]);
    let outside = across.iter().filter(|&&d| d != 0).count();
    let touches = across.iter().all(|&d| d <= 1) && !cells.is_empty();
    let (first, end) = (i64::from(axis.of(cells.min)), i64::from(axis.of(cells.max)));
    let face = touches && outside >= 1 && outside <= contact.axes();
    let ends = touches && outside < contact.axes();
    [
        face.then_some([first, end - 1]),
        ends.then_some([first - 1, first - 1]),
        ends.then_some([end, end]),
    ]
}

/// The estimate toward a region.
pub(crate) struct Toward<'g> {
    pub(crate) region: Region<'g>,
    pub(crate) heuristic: Heuristic,
    pub(crate) moves: MoveSet,
    pub(crate) costs: &'static MoveCosts,
}

impl Estimate for Toward<'_> {
    #[inline]
    fn h(&self, cell: IVec3) -> Cost {
        self.region
            .estimate(self.heuristic, (self.moves, self.costs), cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::{CellShape, Direction};
    use voxnav_testkit::{Draws, drawn_sizes};

    /// Checks the claim of the module documentation: no estimate drops by more than a move costs,
    /// and all are zero at the goal. Scans find the first goal ahead, too.
    #[test]
    fn estimates_are_consistent_and_scans_find_the_first_goal() {
        let goals = [
            Goal::inside(CellBox::new(IVec3::new(-2, 0, 1), IVec3::new(1, 1, 4))),
            Goal::column(IVec3::new(1, -1, 0), Axis::Y),
            Goal::any_of([IVec3::ONE, IVec3::new(-4, 2, 3), IVec3::new(-4, 2, -3)]),
            Goal::any_of((0..20).map(|n| IVec3::new(n % 4, n / 4 - 2, n % 3))),
            Goal::within(IVec3::new(1, 0, -1), Cost::STRAIGHT * 3),
            Goal::within_of_point(glam::I64Vec3::new(70, -120, 99), Cost::FACE_DIAGONAL),
            Goal::beside(CellBox::from_size(IVec3::new(2, 1, 3)), Contact::Face),
            Goal::beside(CellBox::from_size(IVec3::new(2, 1, 3)), Contact::Edge),
            Goal::beside(CellBox::from_size(IVec3::new(2, 1, 3)), Contact::Vertex),
            Goal::matching(|cell| cell.x % 5 == 3, |_| Cost::ZERO),
        ];
        let bounds = CellBox::new(IVec3::splat(-6), IVec3::splat(7));
        let sets = [
            MoveSet::Vertex26,
            MoveSet::Edge18,
            MoveSet::Face6,
            MoveSet::Planar8(Axis::Y),
            MoveSet::Planar4(Axis::Z),
        ];
        let mut draws = Draws::new(5);
        let shapes = [(); 7].map(|()| CellShape::new(drawn_sizes(&mut draws)).unwrap());
        for (turn, goal) in goals.iter().enumerate() {
            let region = Region::new(goal, bounds);
            for cell in bounds.cells() {
                for (moves, shape) in sets.into_iter().zip(shapes.iter().cycle().skip(turn)) {
                    let costs = shape.costs();
                    for heuristic in Heuristic::ALL {
                        let h = |cell| region.estimate(heuristic, (moves, costs), cell);
                        assert!(
                            !region.is_met(cell) || h(cell) == Cost::ZERO,
                            "{goal:?} {cell}"
                        );
                        if !heuristic.bound_by(moves, *shape).is_admissible() {
                            continue;
                        }
                        for direction in moves.directions() {
                            let next = cell + direction.offset();
                            let most = h(next) + costs.of(direction);
                            assert!(h(cell) <= most, "{goal:?} {heuristic:?} {moves:?} {cell}");
                        }
                    }
                }
                for heading in Direction::all().filter_map(|d| Heading::from_step(d.offset())) {
                    let at = |moves: u32| cell + heading.step() * moves.cast_signed();
                    for most in [0, 1, 3, 14] {
                        let first = (1..=most).find(|&moves| region.is_met(at(moves)));
                        assert_eq!(region.ahead(cell, heading, most), first, "{goal:?} {cell}");
                    }
                }
            }
        }
    }

    #[test]
    fn goals_at_the_ends_of_the_world_do_not_overflow() {
        for far in [IVec3::MIN, IVec3::MAX, IVec3::ZERO] {
            let everything = CellBox::new(IVec3::MIN, IVec3::MAX);
            for goal in [
                Goal::cell(far),
                Goal::column(far, Axis::X),
                Goal::any_of([far, far, IVec3::ONE]),
                Goal::within(far, Cost::MAX),
                Goal::within_of_point(glam::I64Vec3::MIN, Cost::MAX),
                Goal::beside(everything, Contact::Vertex),
                Goal::beside(CellBox::of_cell(far), Contact::Vertex),
            ] {
                let limit = voxnav_occupancy::MAX_COORDINATE;
                let bounds = CellBox::new(IVec3::splat(-limit), IVec3::splat(limit));
                let region = Region::new(&goal, bounds);
                for cell in [bounds.min, bounds.max - 1, IVec3::ZERO] {
                    let _ = region.contains(cell);
                    let _ = region.estimate(
                        Heuristic::Octile,
                        (MoveSet::Vertex26, MoveCosts::of_cubes()),
                        cell,
                    );
                    for axis in Axis::ALL {
                        for sign in [Sign::Positive, Sign::Negative] {
                            let _ = region.ahead(cell, Heading { axis, sign }, 1000);
                        }
                    }
                }
            }
        }
    }
}
