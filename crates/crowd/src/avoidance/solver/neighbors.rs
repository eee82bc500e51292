//! The bodies near to one: those that it must not touch, and the nearest few that it sees.

use glam::DVec3;

use super::{Choice, Near, Scratch, VelocitySolver};
use crate::avoidance::grid::Rows;
use crate::avoidance::planes::program::HalfSpace;
use crate::avoidance::planes::separation::SKIN;

/// The number of times as many bodies that are within twice a distance, at least, where they are as dense there.
const MORE: usize = 4;

impl VelocitySolver<'_> {
    /// Adds the planes between this body and those near it, and finds out which are nearest.
    pub(in crate::avoidance) fn meet(
        &self,
        place: usize,
        wanted: &mut DVec3,
        choice: &mut Choice,
        scratch: &mut Scratch,
    ) {
        // The way that it goes for, as far as walls let it: who is in the way of that is who it presses against.
        let mut pressed = *wanted * self.time;
        for wall in &scratch.hard {
            pressed -= wall.normal * (wall.normal.dot(pressed) - wall.offset).max(0.0);
        }
        let Scratch {
            rows,
            nearby,
            beside,
            hard,
            near,
            ..
        } = scratch;
        near.clear();
        choice.is_alone = true;
        let (own, tick) = (&self.own, self.tick);
        let stopping = own.reach.stopping.length();
        let must = 2.0 * self.far + stopping;
        let sight = tick.settings.sight(self.body.max_speed);
        // Whose half-space holds always is no farther, in height neither.
        let reach = own.reach.shape.reach() + tick.most_reach + must + tick.most_stopping;
        let mut deepest = (0.0, DVec3::ZERO);
        let mut tightest = 0.0;
        let at = own.reach.position;
        for other in tick.grid.around(at, reach, beside) {
            if other == place {
                continue;
            }
            let seen = &tick.seen[other];
            let squared = (seen.reach.position - at).length_squared();
            let radii = own.reach.shape.radius() + seen.reach.shape.radius();
            let within = |distance: f64| {
                let limit = radii + distance;
                squared < limit * limit
            };
            let number = u32::try_from(other).unwrap_or(u32::MAX);
            if within(sight) {
                choice.is_alone = false;
                let one = (squared, seen.reach.order, number);
                remember(near, tick.settings.neighbors, one);
            }
            let is_tall = own.reach.shape.is_disc() || seen.reach.shape.is_disc();
            if !is_tall && !within(must + seen.reach.stopping.length()) {
                continue;
            }
            let separation = own.reach.gap_to(&seen.reach, tick.up);
            // One next to the head of a tall one is near it, though far from its feet.
            choice.is_alone &= separation.gap >= sight;
            let share = if seen.body.is_some() { 0.5 } else { 1.0 };
            let room = separation.gap.max(0.0) * share;
            if room >= self.far {
                continue;
            }
            if separation.gap < deepest.0 {
                deepest = (separation.gap, separation.normal);
                // Nearer than the distance kept is not into each other yet.
                choice.overlaps = (separation.gap < -2.0 * SKIN * radii).then_some(number);
            }
            let offset = own.reach.farthest(separation.normal) + room;
            hard.push(HalfSpace {
                normal: separation.normal,
                offset,
            });
            let over = separation.normal.dot(pressed) - offset;
            if over > tightest {
                tightest = over;
                choice.blocked_by = Some(number);
            }
        }
        let seen_to = tick.grid.covers(reach);
        let sight_to = own.reach.shape.radius() + tick.most_radius + sight;
        // As far as it sees only where fewer are near; half of the way there where that may be enough.
        let wider = tick.grid.covers(2.0 * seen_to).min(sight_to);
        let may_do = MORE * near.len() >= tick.settings.neighbors;
        let looks = [may_do.then_some((wider, nearby)), Some((sight_to, rows))];
        let mut seen_to = seen_to;
        for (distance, rows) in looks.into_iter().flatten() {
            if seen_to < sight_to && !self.is_full(near, seen_to) {
                self.see(place, [sight, distance], rows, near, choice);
                seen_to = tick.grid.covers(distance);
            }
        }
        let (gap, normal): (f64, DVec3) = deepest;
        let parting = (-gap / tick.seconds).min(self.body.max_speed);
        if choice.overlaps.is_none() && gap < 0.0 {
            // Pressed against the other: goes on, beside it or away from it.
            *wanted -= normal * (normal.dot(*wanted) + parting).max(0.0);
        } else if gap < 0.0 {
            // Both part, as fast as they can.
            *wanted = -normal * parting;
        }
    }

    /// Returns whether those found are the nearest, of all within a distance.
    fn is_full(&self, near: &[Near], seen_to: f64) -> bool {
        near.len() >= self.tick.settings.neighbors
            && near.last().is_some_and(|it| it.0 < seen_to * seen_to)
    }

    /// Finds the nearest bodies in sight among those within a distance.
    fn see(
        &self,
        place: usize,
        [sight, distance]: [f64; 2],
        rows: &mut Rows,
        near: &mut Vec<Near>,
        choice: &mut Choice,
    ) {
        let (own, tick) = (&self.own.reach, self.tick);
        near.clear();
        for other in tick.grid.around(own.position, distance, rows) {
            let seen = &tick.seen[other].reach;
            let squared = (seen.position - own.position).length_squared();
            let limit = own.shape.radius() + seen.shape.radius() + sight;
            if other != place && squared < limit * limit {
                choice.is_alone = false;
                let number = u32::try_from(other).unwrap_or(u32::MAX);
                remember(near, tick.settings.neighbors, (squared, seen.order, number));
            }
        }
    }
}

/// Keeps one of the nearest few, sorted.
fn remember(near: &mut Vec<Near>, most: usize, one: Near) {
    let is_before = |a: &Near, b: &Near| (a.0, a.1) < (b.0, b.1);
    if near.len() >= most {
        match near.last() {
            Some(last) if is_before(&one, last) => near.pop(),
            _ => return,
        };
    }
    let at = near.partition_point(|it| is_before(it, &one));
    near.insert(at, one);
}
