//! Joint plans that a crowd follows: whatever the speeds and the ticks, all arrive and no two meet.

use voxnav::colliders::Obstacle;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::CellShape;
use voxnav::{Agent, AgentId, MoveSet, Navigator, RouteOptions};
use voxnav_crowd::crowd::{
    Crowd, CrowdAgent, CrowdAgentId, CrowdError, CrowdSettings, Event, MovedBy,
};
use voxnav_crowd::mapf::{
    CollisionModel, JointOptions, JointOutcome, JointPlan, Limits, plan_joint,
};
use voxnav_testkit::{Draws, Frame, cases};

const CELL: f64 = 0.5;

/// A hall with a crowd that follows a plan.
struct Flock {
    navigator: Navigator,
    drone: AgentId,
    crowd: Crowd,
    ids: Vec<CrowdAgentId>,
    plan: JointPlan,
    frame: Frame,
}

impl Flock {
    /// Draws a hall with walls, a plan in it, and agents in their first cells.
    fn drawn(draws: &mut Draws, bodies: CollisionModel) -> Option<Self> {
        let frame = Frame::of_any_sides(draws);
        let shape = CellShape::new(frame.sizes()).unwrap();
        let bodies = bodies.among(shape).ok()?;
        let bounds = frame.cells(CellBox::from_size(IVec3::new(9, 9, 4)));
        let mut navigator = Navigator::new(frame.lattice(), bounds).unwrap();
        for _ in 0..draws.below(6) {
            let at = DVec3::new(draws.share() * 4.0, draws.share() * 4.0, 0.7);
            let half = frame.half(DVec3::new(0.2, 0.2, 0.8) / CELL);
            let shape = SharedShape::cuboid(half.x, half.y, half.z);
            let pillar = Obstacle::new(shape).at(frame.position(at / CELL));
            navigator.insert(pillar).unwrap();
        }
        // A ball for others, whatever the sides of cells are.
        let half = DVec3::splat(0.05 / CELL * frame.least()).as_vec3();
        let drone = navigator.add_agent(Agent::new(half)).unwrap();
        let view = navigator.view(drone, &RouteOptions::default()).unwrap();
        let world = view.flight().unwrap().world();
        let bounds = world.bounds();
        let mut free: Vec<IVec3> = bounds
            .cells()
            .filter(|&it| world.is_traversable(it))
            .collect();
        let agents = usize::from(draws.between(2_u16, 14));
        let mut ends = || {
            draws.shuffle(&mut free);
            free[..agents].to_vec()
        };
        let (starts, goals) = (ends(), ends());
        let moves = [MoveSet::Face6, MoveSet::Vertex26][draws.below(2_usize)];
        let options = JointOptions::new()
            .moves(moves)
            .bodies(bodies)
            .limits(Limits::none().expanded(300));
        let outcome = plan_joint(world, &starts, &goals, &options).ok()?;
        let JointOutcome::Planned(plan) = outcome else {
            return None;
        };
        let mut crowd = Crowd::new(CrowdSettings::default());
        let mut ids = Vec::new();
        for start in starts {
            let aside = DVec3::new(draws.share(), draws.share(), draws.share()) - 0.5;
            let aside = if bodies == CollisionModel::Points {
                aside * 0.2
            } else {
                DVec3::ZERO
            };
            let at = view.lattice().center(start) + aside * frame.sizes();
            let speed = draws.pick(&[0.1, 1.0, 2.0, 7.0]) * frame.size / CELL;
            ids.push(
                crowd
                    .add(&mut navigator, CrowdAgent::new(drone, at).speed(speed))
                    .ok()?,
            );
        }
        crowd.follow(&mut navigator, &ids, &plan, bodies).ok()?;
        Some(Self {
            navigator,
            drone,
            crowd,
            ids,
            plan,
            frame,
        })
    }

    /// Returns where agents are, in units of which the longest side of a cell has a half.
    fn positions(&self) -> Vec<DVec3> {
        let sides = self.frame.sides * CELL;
        let at = |&id: &CrowdAgentId| self.frame.plan(self.crowd.position(id).unwrap()) * sides;
        self.ids.iter().map(at).collect()
    }

    fn goal(&mut self, agent: usize) -> DVec3 {
        let view = self
            .navigator
            .view(self.drone, &RouteOptions::default())
            .unwrap();
        let end = self.plan.at(agent, self.plan.steps());
        self.frame.plan(view.lattice().center(end)) * self.frame.sides * CELL
    }
}

/// The least distance of two agents that go straight from a place to another one in the same time.
fn least_distance(one: [DVec3; 2], other: [DVec3; 2]) -> f64 {
    let apart = other[0] - one[0];
    let turn = other[1] - one[1] - apart;
    let share = -apart.dot(turn) / turn.length_squared().max(f64::MIN_POSITIVE);
    (apart + turn * share.clamp(0.0, 1.0)).length()
}

#[test]
fn all_arrive_and_nobody_meets_at_any_speed() {
    let mut followed = 0;
    for mut draws in cases(0, 40) {
        let bodies = draws.pick(&[CollisionModel::Points, CollisionModel::balls(2, 5).unwrap()]);
        let Some(mut flock) = Flock::drawn(&mut draws, bodies) else {
            continue;
        };
        let least = if bodies == CollisionModel::Points {
            1e-6
        } else {
            0.8 * CELL - 1e-6 - flock.frame.grain() * CELL
        };
        let mut arrived = Vec::new();
        for tick in 0.. {
            assert!(tick < 20_000, "not all arrive");
            if arrived.len() == flock.ids.len() {
                break;
            }
            let before = flock.positions();
            let dt = draws.within(0.0, 0.3);
            for event in flock.crowd.update(&mut flock.navigator, dt).unwrap() {
                if let Event::Arrived(id) = event {
                    arrived.push(id);
                }
            }
            let after = flock.positions();
            for one in 0..after.len() {
                for other in 0..one {
                    let near =
                        least_distance([before[one], after[one]], [before[other], after[other]]);
                    assert!(near >= least, "{one} and {other} are {near} apart");
                }
            }
        }
        let positions = flock.positions();
        for (agent, position) in positions.into_iter().enumerate() {
            assert!(position.distance(flock.goal(agent)) < 1e-9);
        }
        followed += 1;
    }
    assert!(followed > 15, "{followed}");
}

#[test]
fn agents_that_others_move_are_told_where_to_go() {
    for mut draws in cases(7, 4) {
        let Some(mut flock) = Flock::drawn(&mut draws, CollisionModel::Points) else {
            continue;
        };
        let (first, drone) = (flock.ids[0], flock.drone);
        let agent = flock.crowd.remove(first).unwrap();
        let agent = CrowdAgent::new(drone, agent.position).moved_by(MovedBy::Others);
        let id = flock.crowd.add(&mut flock.navigator, agent).unwrap();
        let plan = JointPlan::new(vec![flock.plan.path(0).to_vec()], 0);
        flock
            .crowd
            .follow(&mut flock.navigator, &[id], &plan, CollisionModel::Points)
            .unwrap();
        for _ in 0..1000 {
            flock.crowd.update(&mut flock.navigator, 0.1).unwrap();
            if let Some(to) = flock.crowd.motion(id).unwrap().to {
                let at = flock.crowd.position(id).unwrap();
                flock.crowd.set_position(id, at.lerp(to, 0.7)).unwrap();
            }
        }
        flock.ids[0] = id;
        let (goal, at) = (flock.goal(0), flock.positions()[0]);
        assert!(at.distance(goal) < CELL / 8.0);
    }
}

#[test]
fn plans_of_others_are_refused_and_those_who_leave_are_waited_for_no_more() {
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [6.0; 3]).unwrap();
    let drone = navigator.add_agent(Agent::new([0.2; 3].into())).unwrap();
    let view = navigator.view(drone, &RouteOptions::default()).unwrap();
    let at = |x: i32| IVec3::new(x, 1, 1);
    let mut crowd = Crowd::new(CrowdSettings::default());
    let ids = [1, 2].map(|x| {
        let place = view.lattice().center(at(x));
        crowd
            .add(&mut navigator, CrowdAgent::new(drone, place))
            .unwrap()
    });
    let plan = JointPlan::new(vec![vec![at(1), at(2)], vec![at(2), at(3), at(4)]], 3);
    let mut follow = |crowd: &mut Crowd, ids: &[CrowdAgentId], plan: &JointPlan| {
        crowd.follow(&mut navigator, ids, plan, CollisionModel::Points)
    };
    let agents = follow(&mut crowd, &ids[..1], &plan);
    assert_eq!(
        agents,
        Err(CrowdError::Agents {
            agents: 1,
            planned: 2
        })
    );
    let twice = follow(&mut crowd, &[ids[0]; 2], &plan);
    assert_eq!(
        twice,
        Err(CrowdError::Agents {
            agents: 1,
            planned: 2
        })
    );
    let other = follow(&mut crowd, &[ids[1], ids[0]], &plan);
    assert_eq!(
        other,
        Err(CrowdError::OffPlan {
            id: ids[1],
            cell: at(1)
        })
    );
    follow(&mut crowd, &ids, &plan).unwrap();
    // The one ahead stops: the one behind waits, until the other is sent away.
    crowd.stop(ids[1]).unwrap();
    let mut run = |crowd: &mut Crowd| {
        for _ in 0..40 {
            crowd.update(&mut navigator, 0.1).unwrap();
        }
        crowd.position(ids[0]).unwrap()
    };
    assert_eq!(run(&mut crowd), view.lattice().center(at(1)));
    crowd
        .send(ids[1], view.lattice().center(IVec3::new(4, 4, 4)))
        .unwrap();
    assert_eq!(run(&mut crowd), view.lattice().center(at(2)));
}
