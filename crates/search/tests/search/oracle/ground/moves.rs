//! Every move of the rules.

use glam::IVec3;
use voxnav_search::{Action, Compass, CornerRule, LinkDirection, LinkState};

use super::OracleMove;
use super::rules::Rules;

const FRACTION: u32 = 30;
const STRAIGHT: u64 = 1 << FRACTION;
const FACE_DIAGONAL: u64 = 1_518_500_250;
const BODY_DIAGONAL: u64 = 1_859_775_393;

/// A horizontal direction, with the straight parts of a diagonal.
struct Direction {
    step: IVec3,
    parts: Option<[IVec3; 2]>,
    length: u64,
}

impl Rules<'_> {
    fn directions(&self, compass: Compass) -> Vec<Direction> {
        let sides: Vec<IVec3> = [IVec3::X, IVec3::Y, IVec3::Z]
            .into_iter()
            .filter(|side| side.dot(self.up) == 0)
            .collect();
        let (a, b) = (sides[0], sides[1]);
        let straight = [a, -a, b, -b].map(|step| Direction {
            step,
            parts: None,
            length: STRAIGHT,
        });
        let diagonal = [[a, b], [a, -b], [-a, b], [-a, -b]].map(|parts| Direction {
            step: parts[0] + parts[1],
            parts: Some(parts),
            length: FACE_DIAGONAL,
        });
        match compass {
            Compass::Four => straight.into_iter().collect(),
            Compass::Eight => straight.into_iter().chain(diagonal).collect(),
            _ => unreachable!("no other compass is sampled"),
        }
    }

    /// Unless the rule is lenient, whether a test holds for both straight parts of a diagonal.
    fn corners(&self, direction: &Direction, test: impl Fn(IVec3) -> bool) -> bool {
        match direction.parts {
            Some(parts) if self.agent.corners != CornerRule::Lenient => parts.into_iter().all(test),
            _ => true,
        }
    }

    /// Every move from a cell, in the order of the rules.
    pub(crate) fn moves(&self, from: IVec3) -> Vec<OracleMove> {
        let mut moves = Vec::new();
        if let Some(walk) = self.agent.walk {
            let walk = walk.raw();
            self.walks(from, walk, &mut moves);
            self.steps(from, walk, &mut moves);
            self.drops(from, walk, &mut moves);
            self.jumps(from, walk, &mut moves);
        }
        self.climbs(from, &mut moves);
        self.swims(from, &mut moves);
        self.flights(from, &mut moves);
        self.take_links(from, &mut moves);
        moves
    }

    /// Rule 1.
    fn walks(&self, c: IVec3, walk: u64, moves: &mut Vec<OracleMove>) {
        for d in self.directions(self.agent.compass) {
            let t = c + d.step;
            let on_ground = (self.standing(c) || self.climbing(c)) && self.held(t);
            let ashore = self.swimming(c) && (self.standing(t) || self.climbing(t));
            if (on_ground || ashore) && self.corners(&d, |part| self.fits(c + part)) {
                moves.push(self.priced(c, t, times(walk, d.length), Action::Walk));
            }
        }
    }

    /// Rule 2.
    fn steps(&self, c: IVec3, walk: u64, moves: &mut Vec<OracleMove>) {
        for d in self.directions(self.agent.compass) {
            for k in 1..=i32::from(self.agent.step_up) {
                let t = c + d.step + self.up * k;
                if self.held(c)
                    && self.standing(t)
                    && (1..=k).all(|j| self.fits(c + self.up * j))
                    && self.corners(&d, |part| self.fits(c + part + self.up * k))
                {
                    let step = self.agent.step.raw().saturating_mul(number(k));
                    let base = times(walk, d.length).saturating_add(step);
                    moves.push(self.priced(c, t, base, Action::StepUp));
                }
            }
        }
    }

    /// Rule 3.
    fn drops(&self, c: IVec3, walk: u64, moves: &mut Vec<OracleMove>) {
        let (dry, wet) = (self.agent.drop, self.agent.drop_into_liquid);
        for d in self.directions(self.agent.compass) {
            for k in 1..=i32::from(dry.max(wet)) {
                let t = c + d.step - self.up * k;
                let lands = self.standing(t) && k <= i32::from(dry)
                    || self.swimming(t) && k <= i32::from(wet);
                let falls = |j: i32| self.falling(c + d.step - self.up * j);
                if self.held(c)
                    && lands
                    && (0..k).all(falls)
                    && self.corners(&d, |part| self.fits(c + part))
                {
                    let base = times(walk, d.length).saturating_add(self.fall(k));
                    moves.push(self.priced(c, t, base, Action::Drop));
                }
                if let Some(climb) = self.agent.climb
                    && k == 1
                    && dry >= 1
                    && self.held(c)
                    && self.climbing(t)
                    && falls(0)
                    && self.corners(&d, |part| self.fits(c + part))
                {
                    let base = times(walk, d.length).saturating_add(self.fall(k));
                    let base = base.saturating_add(climb.raw());
                    moves.push(self.priced(c, t, base, Action::Drop));
                }
            }
        }
    }

    /// Rule 4.
    fn jumps(&self, c: IVec3, walk: u64, moves: &mut Vec<OracleMove>) {
        let Some(jump) = self.agent.jump else {
            return;
        };
        let (rise, drop) = (i32::from(jump.rise), i32::from(self.agent.drop));
        for d in self.directions(jump.compass) {
            for n in 0..=i32::from(jump.gap) {
                let lowest = if n == 0 {
                    i32::from(self.agent.step_up) + 1
                } else {
                    -drop
                };
                for r in lowest..=rise {
                    let t = c + d.step * (n + 1) + self.up * r;
                    if self.standing(c)
                        && self.held(t)
                        && self.arc_is_clear(c, &d, n, [r, jump.arc.into()])
                    {
                        let height = match r {
                            1.. => self.agent.step.raw().saturating_mul(number(r)),
                            0 => 0,
                            _ => self.fall(-r),
                        };
                        let base = jump.cost.raw();
                        let base = base
                            .saturating_add(times(walk, d.length).saturating_mul(number(n + 1)))
                            .saturating_add(height);
                        moves.push(self.priced(c, t, base, Action::Jump));
                    }
                }
            }
        }
    }

    /// Whether the body is upright all along a jump.
    fn arc_is_clear(&self, c: IVec3, d: &Direction, n: i32, [r, arc]: [i32; 2]) -> bool {
        let up = |cells: i32| self.up * cells;
        let over = |cells: i32| c + d.step * cells;
        let top = r.max(arc);
        let clear_of_corners =
            |i: i32| self.corners(d, |part| self.upright(over(i) + part + up(top)));
        self.upright(c)
            && self.upright(over(n + 1) + up(r))
            && (1..=top).all(|j| self.upright(c + up(j)))
            && (0..=n + 1).all(|i| self.upright(over(i) + up(top)))
            && (r..=top).all(|j| self.upright(over(n + 1) + up(j)))
            && (0..=n).all(clear_of_corners)
    }

    /// Rule 5.
    fn climbs(&self, c: IVec3, moves: &mut Vec<OracleMove>) {
        let Some(climb) = self.agent.climb else {
            return;
        };
        for t in [c + self.up, c - self.up] {
            if self.held(c) && self.held(t) && (self.climbing(c) || self.climbing(t)) {
                moves.push(self.priced(c, t, climb.raw(), Action::Climb));
            }
        }
    }

    /// Rule 6.
    fn swims(&self, c: IVec3, moves: &mut Vec<OracleMove>) {
        let Some(swim) = self.agent.swim else {
            return;
        };
        let vertical = [self.up, -self.up].map(|step| Direction {
            step,
            parts: None,
            length: STRAIGHT,
        });
        let sideways = self.directions(self.agent.compass);
        for d in sideways.into_iter().chain(vertical) {
            let t = c + d.step;
            if self.swimming(c) && self.swimming(t) && self.corners(&d, |part| self.fits(c + part))
            {
                let depths = [
                    (self.surfaced(t), swim.surface),
                    (self.submerged(t), swim.below),
                ];
                for (_, each) in depths.into_iter().filter(|(is_so, _)| *is_so) {
                    moves.push(self.priced(c, t, times(each.raw(), d.length), Action::Swim));
                }
            }
        }
    }

    /// Rule 7.
    fn flights(&self, c: IVec3, moves: &mut Vec<OracleMove>) {
        let Some(fly) = self.agent.fly else {
            return;
        };
        let around = || {
            (-1..=1).flat_map(|z| {
                (-1..=1).flat_map(move |y| (-1..=1).map(move |x| IVec3::new(x, y, z)))
            })
        };
        for step in around().filter(|step| *step != IVec3::ZERO) {
            let t = c + step;
            let is_spanned =
                |part: &IVec3| (0..3).all(|axis| part[axis] == 0 || part[axis] == step[axis]);
            let clear = match self.agent.corners {
                CornerRule::Lenient => self.fits(c) && self.fits(t),
                _ => around().filter(is_spanned).all(|part| self.fits(c + part)),
            };
            if clear {
                let length = match step.abs().element_sum() {
                    1 => STRAIGHT,
                    2 => FACE_DIAGONAL,
                    _ => BODY_DIAGONAL,
                };
                moves.push(self.priced(c, t, times(fly.raw(), length), Action::Fly));
            }
        }
    }

    /// Rule 8.
    fn take_links(&self, c: IVec3, moves: &mut Vec<OracleMove>) {
        for link in self.links {
            if link.state != LinkState::Open || link.groups & self.agent.groups == 0 {
                continue;
            }
            let mut targets = Vec::new();
            if link.from.contains(c) {
                targets.push(link.to);
            }
            if link.ways == LinkDirection::Both && link.to == c {
                targets.extend(link.from.cells());
            }
            for to in targets {
                if self.rest(c) && self.rest(to) {
                    moves.push(OracleMove {
                        to,
                        cost: link.cost.raw(),
                        action: Action::Link(link.label),
                    });
                }
            }
        }
    }

    /// The cheapest move of some actions from one cell to another, of equally cheap ones the first.
    pub(crate) fn best(
        &self,
        from: IVec3,
        to: IVec3,
        counts: impl Fn(Action) -> bool,
    ) -> Option<OracleMove> {
        let moves = self.moves(from).into_iter();
        moves
            .filter(|found| found.to == to && counts(found.action))
            .min_by_key(|found| found.cost)
    }
}

/// Cost times length, rounded down.
fn times(cost: u64, length: u64) -> u64 {
    let exact = (u128::from(cost) * u128::from(length)) >> FRACTION;
    u64::try_from(exact).unwrap_or(u64::MAX)
}

fn number(count: i32) -> u64 {
    u64::try_from(count).expect("a count")
}
