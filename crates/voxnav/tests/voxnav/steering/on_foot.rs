//! Worlds off the grid for walkers: floors, stairs, terraces with ledges, pillars and slabs.

use super::by_hand::{Motion, Way, assert_enough};
use super::walker::Numbers;
use voxnav::Route;
use voxnav::colliders::Obstacle;
use voxnav::glam::DVec3;
use voxnav::grid::CellBox;
use voxnav::ground::{Action, Locomotion};
use voxnav::{Agent, AgentId, Navigator, RouteEnd, RouteOptions, View};
use voxnav_testkit::{Draws, Frame, drawn_slope, drawn_support, hold, seeds};

/// The largest distance between the feet of a walker and the floor where it begins, in cells.
const MOST_OFF_THE_FLOOR: f64 = 0.2;

/// The most layers that a walker steps up at once.
const MOST_STEPS: u8 = 2;

/// The distance that a walker may go beyond 1.1 lengths of its route, in cells: on its way it may be given another route that
/// costs as much, and of two that cost as much the one with fewer steps and drops is longer.
const EQUALLY_CHEAP: f64 = 0.25;

/// The cells across and up.
const SIZE: DVec3 = DVec3::new(14.0, 14.0, 9.0);

pub(super) struct Hill {
    pub(super) frame: Frame,
    pub(super) navigator: Navigator,
    pub(super) walker: AgentId,
    body: Agent,
}

impl Hill {
    pub(super) fn drawn(draws: &mut Draws) -> Self {
        Self::drawn_for(draws, Locomotion::walker())
    }

    /// Draws a hill for a walker, but for what it steps, drops and stands on.
    pub(super) fn drawn_for(draws: &mut Draws, walker: Locomotion) -> Self {
        let frame = Frame::on_ground(draws);
        let bounds = frame.cells(CellBox::from_size(SIZE.as_ivec3()));
        let navigator = Navigator::new(frame.lattice(), bounds).unwrap();
        let mut navigator = navigator.with_up(frame.up());
        let wide = draws.pick(&[0.2, 0.45, 0.5, 0.7, 1.3]);
        let high = draws.within(0.4, 1.4);
        let body = Agent::new(frame.half(DVec3::new(wide, wide, high)));
        let locomotion = Locomotion {
            step_up: draws.between(1, MOST_STEPS),
            drop: draws.pick(&[1, 2, 3]),
            support: drawn_support(draws),
            slope: drawn_slope(draws),
            ..walker
        };
        let walker = navigator.add_agent((body, locomotion)).unwrap();
        let mut hill = Self {
            frame,
            navigator,
            walker,
            body,
        };
        if frame.floor > 0.0 {
            // The floor of all ends inside of the first layer of cells.
            hill.insert(DVec3::new(-1.0, -1.0, -1.0), DVec3::new(15.0, 15.0, 0.0));
        }
        hill.build(draws);
        hill
    }

    /// Puts a box of so many cells into the world, above the floor.
    fn insert(&mut self, from: DVec3, to: DVec3) {
        // From the face below the first layer of cells.
        let up = DVec3::Z * self.frame.floor - 0.5;
        let ends = [from, to].map(|end| self.frame.position(end + up));
        let obstacle = Obstacle::between(ends[0].min(ends[1]), ends[0].max(ends[1]));
        self.navigator.insert(obstacle).unwrap();
    }

    fn build(&mut self, draws: &mut Draws) {
        let whole = |draws: &mut Draws, most: u8| f64::from(draws.between(0, most));
        match draws.below(3) {
            0 => {}
            1 => {
                // Stairs along x, which end at a ledge.
                let wide = f64::from(draws.between(1, 2));
                let [from, to] = [whole(draws, 6), whole(draws, 6) + 8.0];
                for step in 0..4 {
                    let step = f64::from(step);
                    let begin = 2.0 + step * wide;
                    let end = DVec3::new(11.0, to, step + 1.0);
                    self.insert(DVec3::new(begin, from, 0.0), end);
                }
            }
            _ => {
                for _ in 0..draws.between(2, 9) {
                    let from = DVec3::new(whole(draws, 12), whole(draws, 12), 0.0);
                    let size = [5, 5, 2].map(|most| 1.0 + whole(draws, most));
                    let to = (from + DVec3::from(size)).min(SIZE);
                    self.insert(from, to);
                }
            }
        }
        for _ in 0..draws.below(5) {
            let from = draws.point(0.0, 13.0) * DVec3::new(1.0, 1.0, 0.0);
            let size = DVec3::new(draws.within(0.1, 2.0), draws.within(0.1, 4.0), 9.0);
            self.insert(from, (from + size).min(SIZE));
        }
        if draws.percent(30) {
            let from = draws.point(0.0, 9.0).with_z(3.2);
            self.insert(from, from + DVec3::new(4.0, 2.0, 0.8));
        }
    }

    pub(super) fn up(&self) -> DVec3 {
        self.frame.up().step().as_dvec3()
    }

    /// Whether the body meets something on a straight way, but for what its feet and the top of its head pass.
    pub(super) fn is_touched(&self, from: DVec3, to: DVec3) -> bool {
        let (up, cell) = (self.up(), self.frame.least());
        let half = self.body.half_extents.as_dvec3();
        let high = half.dot(up.abs());
        let [bottom, top] = [0.3 * cell, 2.0 * high - 0.25 * cell];
        let lift = up * f64::midpoint(bottom, top);
        let half = half * (DVec3::ONE - up.abs()) + up.abs() * ((top - bottom) / 2.0);
        let (half, layers) = (half.as_vec3(), self.body.layers);
        let obstacles = self.navigator.obstacles();
        let hit = obstacles.sweep(from + lift, to + lift, half, layers);
        hit.unwrap().is_some() || obstacles.overlaps(to + lift, half, layers).unwrap()
    }

    /// The position with its feet on the floor of its cell, if these are no more than half a cell above it: in the middle
    /// of a step, they may be more below.
    fn on_floor(&self, view: &View, at: DVec3) -> DVec3 {
        let cell = view.ground().unwrap().cell_at(at).unwrap();
        let rise = cell.map_or(0.0, |cell| (view.position_at(cell) - at).dot(self.up()));
        let is_near = rise >= -0.5 * self.frame.least();
        if is_near { at + self.up() * rise } else { at }
    }

    /// A place to stand, off the center of its cell and off the floor.
    pub(super) fn place(&self, view: &View, draws: &mut Draws) -> Option<DVec3> {
        let seed = draws.word();
        let place = view.random_places(seed).next()?;
        let cell = view.ground().unwrap().cell_at(place).unwrap();
        let aside = draws.point(-0.5, 0.5);
        let aside = aside * draws.pick(&[0.0, 1.0, 1.0]);
        let off: f64 = draws.pick(&[0.0, 0.0, 1e-4, -1e-4, 1.0, -1.0]);
        let off = if off.abs() < 0.5 {
            off
        } else {
            off * MOST_OFF_THE_FLOOR
        };
        let place = self.frame.plan(place) + aside.with_z(off);
        let place = self.frame.position(place);
        let stands = view.ground().unwrap().cell_at(place).unwrap() == cell
            && !self.is_touched(place, place);
        stands.then_some(place)
    }
}

/// The distance that is none: positions far away are rounded.
fn grain(view: &View) -> f64 {
    let lattice = view.lattice();
    1e-9 * lattice.shortest_side() + 8.0 * f64::EPSILON * lattice.origin().abs().max_element()
}

/// The length of a route whose steps and drops over several layers go along both of their sides.
fn gone_along(route: &Route, up: DVec3, sizes: DVec3) -> f64 {
    let path = route.path().into_iter();
    let edges = path.flat_map(|path| path.runs().to_vec()).map(|run| {
        let cells = run.step.as_dvec3();
        let step = cells * sizes;
        let high = step.dot(up).abs();
        let across = (step - up * step.dot(up)).length();
        let is_edge =
            matches!(run.action, Action::StepUp | Action::Drop) && cells.dot(up).abs() > 1.5;
        let more = high + across - step.length();
        if is_edge {
            more * f64::from(run.moves)
        } else {
            0.0
        }
    });
    route.length + edges.sum::<f64>()
}

#[test]
fn walkers_that_are_steered_by_hand_arrive_and_are_always_somewhere() {
    let arrivals = hold(
        "walkers by hand",
        seeds(720_000, 600),
        || (),
        |seed, ()| {
            let mut draws = Draws::new(seed);
            let mut hill = Hill::drawn(&mut draws);
            let options = RouteOptions::default();
            let view = hill.navigator.view(hill.walker, &options).unwrap();
            let ends = [(); 2].map(|()| hill.place(&view, &mut draws));
            let [Some(from), Some(to)] = ends else {
                return Ok(None);
            };
            // Single precision is precise enough near the origin alone.
            let is_near = hill.frame.origin == DVec3::ZERO;
            let numbers = if draws.percent(33) && is_near {
                Numbers::Single
            } else {
                Numbers::Double
            };
            let motion = Motion::drawn(&mut draws, hill.frame.size, numbers);
            let from = numbers.round(from);
            let route = view.find_route(from, to).unwrap();
            if !route.is_found() || route.start != RouteEnd::Joined {
                return Ok(None);
            }
            let rounding = match numbers {
                Numbers::Double => grain(&view),
                Numbers::Single => {
                    f64::from(8.0 * f32::EPSILON * from.as_vec3().abs().max_element())
                }
            };
            let fault = |at: DVec3, second: DVec3, action: Option<Action>| {
                for part in 0..=16 {
                    let between = at.lerp(second, f64::from(part) / 16.0);
                    if view.ground().unwrap().cell_at(between).unwrap().is_none() {
                        return Some(format!("nowhere at {between}"));
                    }
                }
                let is_edge = matches!(action, Some(Action::StepUp | Action::Drop));
                let at = hill.on_floor(&view, at);
                // In the middle of a step or a drop the body passes the edge.
                let is_past_edge = hill.is_touched(at, at);
                let is_touched = !is_edge && !is_past_edge && hill.is_touched(at, second);
                is_touched.then(|| "touches".to_string())
            };
            let way = Way {
                from,
                motion,
                arrives_within: rounding,
                most: 1.1 * gone_along(&route, hill.up(), hill.frame.sizes())
                    + motion.step
                    + EQUALLY_CHEAP * hill.frame.size,
                check: &fault,
            };
            let acts = |action| route.actions().any(|it| it == action);
            let edges = [acts(Action::StepUp), acts(Action::Drop)];
            way.steer(|at| view.find_route(at, to).unwrap())
                .map(|gone| Some((gone, edges)))
        },
    );
    let gone: Vec<Option<f64>> = arrivals.iter().map(|it| it.map(|it| it.0)).collect();
    assert_enough(&gone, 200);
    let edges = arrivals.iter().flatten().map(|it| it.1);
    for edge in [0, 1] {
        let count = edges.clone().filter(|it| it[edge]).count();
        assert!(count > 30, "{count} with edge {edge}");
    }
}
