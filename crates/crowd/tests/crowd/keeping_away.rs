//! Agents of a crowd that keep away from what blocks them, each by a distance of its own.

use voxnav::colliders::{Obstacle, ObstacleId};
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;
use voxnav::ground::Locomotion;
use voxnav::parry3d::shape::SharedShape;
use voxnav::replanning::{ReplanPolicy, Replanner};
use voxnav::smoothing::Smoothing;
use voxnav::spatial::KeepAway;
use voxnav::{Agent, AgentId, Navigator, NavigatorError, RouteError, RouteOptions};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdAgentId, CrowdError, CrowdSettings, Event};
use voxnav_testkit::{Draws, Frame, hold, seeds};

/// A room of one layer, with a wall in the middle that is as long as half of it. The plan is in cells.
struct Room {
    navigator: Navigator,
    frame: Frame,
    drone: AgentId,
    wall: ObstacleId,
}

const SIZE: IVec3 = IVec3::new(40, 15, 1);
/// Half the wall, and half the agents.
const WALL: DVec3 = DVec3::new(10.0, 0.3, 3.0);
const DRONE: f64 = 0.35;

impl Room {
    fn drawn(draws: &mut Draws) -> Self {
        let frame = Frame::on_ground(draws);
        let bounds = frame.cells(CellBox::from_size(SIZE));
        let mut navigator = Navigator::new(frame.lattice(), bounds).unwrap();
        let half = frame.half(WALL);
        let wall = Obstacle::new(SharedShape::cuboid(half.x, half.y, half.z));
        let wall = navigator.insert(wall.at(frame.position(middle()))).unwrap();
        let drone = Agent::new(frame.half(DVec3::splat(DRONE)));
        Self {
            drone: navigator.add_agent(drone).unwrap(),
            navigator,
            frame,
            wall,
        }
    }

    fn at(&self, x: f64, y: f64) -> DVec3 {
        self.frame.position(DVec3::new(x, y, 0.0))
    }

    fn keep_away(&self, cells: f64) -> KeepAway {
        KeepAway::new(cells * self.frame.size, 9)
    }

    /// Takes a crowd on until an agent has arrived, and returns how near it came to the wall, in cells, while it was in its
    /// middle part.
    fn nearest(&mut self, crowd: &mut Crowd, id: CrowdAgentId) -> Option<f64> {
        let mut nearest = f64::INFINITY;
        for _ in 0..400 {
            let events = crowd.update(&mut self.navigator, 0.1).unwrap();
            let at = self.frame.plan(crowd.position(id).unwrap()) - middle();
            if at.x.abs() < WALL.x - 4.0 {
                nearest = nearest.min(at.y.abs() - WALL.y - DRONE);
            }
            if events.contains(&Event::Arrived(id)) {
                return Some(nearest);
            }
        }
        None
    }
}

fn middle() -> DVec3 {
    (SIZE - 1).as_dvec3() / 2.0
}

/// An agent flies along a wall: near it where it keeps no distance, and else at that, less half a cell to straighten
/// its way and one for what a cell rounds. It keeps a distance set on its way, and after its world was edited.
#[test]
fn agents_keep_their_own_distances_and_change_them_on_their_way() {
    let law = |seed, (): &mut ()| {
        let draws = &mut Draws::new(seed);
        let mut room = Room::drawn(draws);
        let speed = 3.0 * room.frame.size;
        let settings = CrowdSettings::default().avoidance(None);
        let mut crowd = Crowd::new(settings);
        let side = draws.pick(&[-1.2, 1.2]);
        let ends = [2.0, 37.0].map(|x| room.at(x, middle().y + side));
        let agent = CrowdAgent::new(room.drone, ends[0]).speed(speed);
        let agent = agent.stopping_distance(0.5 * room.frame.size);
        let id = crowd.add(&mut room.navigator, agent).unwrap();
        let cells = draws.within(2.0, 3.9);
        let asked = [None, Some(room.keep_away(cells)), None];
        let mut kept = Vec::new();
        for (turn, keep_away) in asked.into_iter().enumerate() {
            crowd.send(id, ends[(turn + 1) % 2]).unwrap();
            for _ in 0..draws.below(5) {
                crowd.update(&mut room.navigator, 0.1).unwrap();
            }
            crowd.set_keep_away(id, keep_away).unwrap();
            if draws.percent(50) {
                let bytes = crowd.to_bytes().unwrap();
                let settings = CrowdSettings::default().avoidance(None);
                crowd = Crowd::from_bytes(&bytes, settings).unwrap();
            }
            if draws.percent(50) {
                room.navigator
                    .move_to(room.wall, ends[turn % 2] * 1e3)
                    .unwrap();
                crowd.update(&mut room.navigator, 0.0).unwrap();
                let back = room.frame.position(middle());
                room.navigator.move_to(room.wall, back).unwrap();
            }
            let nearest = room.nearest(&mut crowd, id).ok_or("it does not arrive")?;
            kept.push(nearest);
        }
        let is_kept = kept[1] >= cells - 1.5 && [0, 2].iter().all(|&turn| kept[turn] < 1.5);
        is_kept
            .then_some(())
            .ok_or(format!("{cells} cells: {kept:?}"))
    };
    hold("distances of agents", seeds(7_300, 12), || (), law);
}

/// The way of an agent is that of a replanner with the same costs: by the distance of the agent, or else that of the crowd.
#[test]
fn ways_are_those_of_a_replanner_that_keeps_away() {
    let law = |seed, (): &mut ()| {
        let draws = &mut Draws::new(seed);
        let mut room = Room::drawn(draws);
        let own = draws
            .percent(60)
            .then(|| room.keep_away(draws.within(0.5, 5.0)));
        let usual = draws
            .percent(60)
            .then(|| room.keep_away(draws.within(0.5, 5.0)));
        let mut options = RouteOptions::default();
        options.keep_away = usual;
        let settings = CrowdSettings::default().budget(1_000_000).options(options);
        let replan = ReplanPolicy::default()
            .max_suboptimality(settings.max_suboptimality)
            .min_replan_interval(settings.min_replan_interval)
            .max_deviation(settings.max_deviation);
        let mut crowd = Crowd::new(settings);
        let [from, to] = [3.0, 36.0].map(|x| room.at(x, draws.within(1.0, 13.0)));
        let mut agent = CrowdAgent::new(room.drone, from);
        agent.keep_away = own;
        let id = crowd.add(&mut room.navigator, agent).unwrap();
        crowd.send(id, to).unwrap();
        crowd.update(&mut room.navigator, 0.0).unwrap();
        options.keep_away = own.or(usual);
        let view = room.navigator.view(room.drone, &options).unwrap();
        let mut replanner = Replanner::new(&view, to, replan).smoothed(Smoothing::default());
        replanner.update(&view, from).unwrap();
        let legs = replanner.follower().unwrap().legs();
        let points = legs.iter().flat_map(|leg| leg.path().waypoints());
        let mut expected: Vec<DVec3> = points.copied().collect();
        expected.dedup();
        let ways = crowd.waypoints(id).unwrap();
        let is_same = ways == expected;
        is_same
            .then_some(())
            .ok_or(format!("{ways:?}, not {expected:?}"))
    };
    hold("ways that keep away", seeds(7_340, 12), || (), law);
}

#[test]
fn distances_that_cannot_be_kept_are_refused_and_change_nothing() {
    let mut room = Room::drawn(&mut Draws::new(1));
    let walker = Agent::new(room.frame.half(DVec3::splat(DRONE)));
    let able = Locomotion::walker().with_up(room.frame.up());
    let walker = room.navigator.add_agent((walker, &able)).unwrap();
    let start = room.at(3.0, 3.0);
    let mut crowd = Crowd::new(CrowdSettings::default());
    let ann = crowd
        .add(&mut room.navigator, CrowdAgent::new(room.drone, start))
        .unwrap();
    let length = KeepAway::new(f64::NAN, 3);
    let is_length = |error: Option<CrowdError>| {
        let is_it = matches!(
            &error,
            Some(CrowdError::Navigator {
                source: NavigatorError::Route(RouteError::Length { .. }),
                ..
            })
        );
        assert!(is_it, "{error:?}");
    };
    is_length(crowd.set_keep_away(ann, Some(length)).err());
    let bad = CrowdAgent::new(room.drone, start).keep_away(length);
    is_length(crowd.add(&mut room.navigator, bad).err());
    let source = NavigatorError::Route(RouteError::Weight);
    let refused = crowd.set_keep_away(ann, Some(KeepAway::new(1.0, 0)));
    assert_eq!(refused, Err(CrowdError::Navigator { id: ann, source }));
    assert_eq!(crowd.agent(ann).unwrap().keep_away, None);

    let far = room.keep_away(2.0);
    let on_foot = CrowdAgent::new(walker, room.at(30.0, 3.0));
    let source = NavigatorError::Route(RouteError::KeepAwayOnGround);
    let refused = crowd
        .add(&mut room.navigator, on_foot.keep_away(far))
        .unwrap_err();
    assert!(matches!(refused, CrowdError::Navigator { source: it, .. } if it == source));
    crowd.set_keep_away(ann, Some(far)).unwrap();
    let refused = crowd
        .set_body(&mut room.navigator, ann, walker)
        .unwrap_err();
    assert!(matches!(refused, CrowdError::Navigator { source: it, .. } if it == source));
    // What the crowd keeps is for those that fly.
    let wary = CrowdSettings::default().options(RouteOptions::default().keep_away(far));
    let mut crowd = Crowd::new(wary);
    let on_foot = on_foot.stopping_distance(0.1 * room.frame.size);
    let bob = crowd.add(&mut room.navigator, on_foot).unwrap();
    let refused = crowd.set_keep_away(bob, Some(far));
    assert_eq!(refused, Err(CrowdError::Navigator { id: bob, source }));
    crowd.send(bob, room.at(36.0, 9.0)).unwrap();
    crowd.update(&mut room.navigator, 0.0).unwrap();
    assert!(crowd.remaining(bob).unwrap().is_some());
}
