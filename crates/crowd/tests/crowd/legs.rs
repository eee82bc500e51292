//! Joint plans that ground agents follow: under delays of any length all arrive and no two meet.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::{Jump, Locomotion};
use voxnav::search::CellShape;
use voxnav::{Agent, AgentId, Navigator, RouteOptions};
use voxnav_crowd::crowd::{
    Crowd, CrowdAgent, CrowdAgentId, CrowdError, CrowdSettings, Event, MovedBy,
};
use voxnav_crowd::mapf::{
    CollisionModel, JointOptions, JointOutcome, JointPlan, JointWorld, Limits, plan_joint,
    verify_leg_plan,
};
use voxnav_testkit::{Draws, Frame, cases, drawn_support};

const CELL: f64 = 0.5;
const BOUNDS: IVec3 = IVec3::new(10, 10, 7);
const HALF: DVec3 = DVec3::new(0.2, 0.2, 0.45);

/// Uneven ground with a crowd that follows a plan of legs.
struct Party {
    navigator: Navigator,
    walker: AgentId,
    crowd: Crowd,
    ids: Vec<CrowdAgentId>,
    plan: JointPlan,
    frame: Frame,
}

impl Party {
    /// Draws blocks to step, drop and jump over, a plan, and agents in their first cells.
    fn drawn(draws: &mut Draws, bodies: CollisionModel) -> Option<Self> {
        let frame = Frame::on_ground(draws);
        let bodies = bodies.among(CellShape::new(frame.sizes()).unwrap());
        let bodies = bodies.ok()?;
        let bounds = frame.cells(CellBox::from_size(BOUNDS));
        let mut navigator = Navigator::new(frame.lattice(), bounds).unwrap();
        for _ in 0..draws.below(14) {
            let size = draws
                .vector(IVec3::ONE, IVec3::new(4, 4, 3))
                .max(IVec3::ONE);
            let at = draws.vector(IVec3::ZERO, IVec3::new(9, 9, 0)).with_z(0);
            let state = draws.pick(&[CellState::Occupied, CellState::Occupied, CellState::Free]);
            let cells = CellBox::new(at, (at + size).min(BOUNDS));
            navigator.set_cells(frame.cells(cells), state).unwrap();
        }
        let jump = draws.percent(60).then_some(Jump::over_one());
        let locomotion = Locomotion {
            jump,
            support: drawn_support(draws),
            ..Locomotion::walker().with_up(frame.up())
        };
        let body = (Agent::new(frame.half(HALF / CELL)), locomotion);
        let walker = navigator.add_agent(body).unwrap();
        let view = navigator.view(walker, &RouteOptions::default()).unwrap();
        let ground = view.ground().unwrap().moves();
        let mut cells: Vec<IVec3> = bounds.cells().filter(|&it| ground.can_rest(it)).collect();
        let agents = usize::from(draws.between(2_u16, 12)).min(cells.len());
        let mut ends = || {
            draws.shuffle(&mut cells);
            cells[..agents].to_vec()
        };
        let (starts, goals) = (ends(), ends());
        let options = JointOptions::new()
            .bodies(bodies)
            .limits(Limits::none().expanded(300));
        let outcome =
            plan_joint(JointWorld::Legs(&ground.moves()), &starts, &goals, &options).ok()?;
        let JointOutcome::Planned(plan) = outcome else {
            return None;
        };
        let checked = verify_leg_plan(&ground.moves(), &starts, &goals, &plan, &options);
        assert_eq!(checked, Ok(plan.cost()));
        let mut crowd = Crowd::new(CrowdSettings::default());
        let mut ids = Vec::new();
        for start in starts {
            let aside = DVec3::new(draws.share(), draws.share(), 0.5) - 0.5;
            let aside = aside * (0.08 / CELL * frame.least());
            let at = frame.rounded(view.position_at(start) + aside);
            let by = draws.pick(&[MovedBy::Crowd, MovedBy::Crowd, MovedBy::Others]);
            let agent = CrowdAgent::new(walker, at).moved_by(by);
            ids.push(crowd.add(&mut navigator, agent).ok()?);
        }
        crowd.follow(&mut navigator, &ids, &plan, bodies).unwrap();
        Some(Self {
            navigator,
            walker,
            crowd,
            ids,
            plan,
            frame,
        })
    }

    /// Returns where agents are, in units of which a cell has a half.
    fn positions(&self) -> Vec<DVec3> {
        let all = self.ids.iter();
        let at = |&id: &CrowdAgentId| self.frame.plan(self.crowd.position(id).unwrap()) * CELL;
        all.map(at).collect()
    }

    /// Has agents hurry, dawdle and stand still as drawn, for a tick; returns those that arrived.
    fn tick(&mut self, draws: &mut Draws) -> Vec<CrowdAgentId> {
        for &id in &self.ids {
            if draws.percent(10) {
                let speed = draws.pick(&[0.0, 0.2, 1.0, 3.0, 9.0]);
                let speed = speed * self.frame.size / CELL;
                self.crowd.set_speed(id, speed).unwrap();
            }
        }
        let dt = draws.within(0.0, 0.3);
        let events = self.crowd.update(&mut self.navigator, dt).unwrap();
        for &id in &self.ids {
            if self.crowd.agent(id).unwrap().moved_by == MovedBy::Others {
                let at = self.crowd.position(id).unwrap();
                if let Some(to) = self.crowd.motion(id).unwrap().to {
                    let share = draws.pick(&[0.0, 0.3, 1.0]);
                    let next = self.frame.rounded(at.lerp(to, share));
                    self.crowd.set_position(id, next).unwrap();
                }
            }
        }
        let arrived = events.iter().filter(|it| matches!(it, Event::Arrived(_)));
        arrived.map(Event::agent).collect()
    }
}

/// Whether two bodies that each sweep a box in a tick stay apart along some axis, but for the rounding of positions.
fn are_apart(one: [DVec3; 2], other: [DVec3; 2], rounding: f64) -> bool {
    let low = |it: [DVec3; 2]| it[0].min(it[1]);
    let high = |it: [DVec3; 2]| it[0].max(it[1]);
    let gap = (low(one) - high(other)).max(low(other) - high(one));
    (gap - 2.0 * HALF).max_element() > -1e-6 - rounding
}

#[test]
fn on_the_ground_all_arrive_and_nobody_meets_under_delays_of_any_length() {
    let (mut followed, mut climbed) = (0, 0);
    for mut draws in cases(0, 50) {
        let bodies = draws.pick(&[CollisionModel::Points, CollisionModel::balls(3, 5).unwrap()]);
        let Some(mut party) = Party::drawn(&mut draws, bodies) else {
            continue;
        };
        let mut arrived = Vec::new();
        for tick in 0.. {
            assert!(tick < 20_000, "not all arrive");
            if arrived.len() == party.ids.len() {
                break;
            }
            let (before, rounding) = (party.positions(), party.frame.grain() * CELL);
            arrived.extend(party.tick(&mut draws));
            let after = party.positions();
            for one in 0..after.len() {
                climbed += u32::from((before[one].z - after[one].z).abs() > rounding + 1e-9);
                for other in 0..one {
                    let [one_way, other_way] = [one, other].map(|it| [before[it], after[it]]);
                    let is_apart = are_apart(one_way, other_way, rounding);
                    assert!(is_apart, "{one} meets {other}");
                }
            }
        }
        let view = party.navigator.view(party.walker, &RouteOptions::default());
        let view = view.unwrap();
        for (agent, position) in party.positions().into_iter().enumerate() {
            let goal = view.position_at(party.plan.at(agent, party.plan.steps()));
            let goal = party.frame.plan(goal) * CELL;
            let off = position.distance(goal);
            assert!(off <= CELL / 16.0, "{agent} is {off} off its goal");
        }
        followed += 1;
    }
    assert!(followed > 12 && climbed > 100, "{followed} {climbed}");
}

#[test]
fn a_walker_waits_before_a_leg_that_became_impossible() {
    let mut navigator = Navigator::in_region(CELL, [0.0; 3], [4.0, 1.0, 2.0]).unwrap();
    let body = (Agent::new(HALF.as_vec3()), Locomotion::walker());
    let walker = navigator.add_agent(body).unwrap();
    let view = navigator.view(walker, &RouteOptions::default()).unwrap();
    let ends = [IVec3::new(1, 1, 0), IVec3::new(6, 1, 0)];
    let moves = view.ground().unwrap().moves().moves();
    let outcome = plan_joint(
        JointWorld::Legs(&moves),
        &ends[..1],
        &ends[1..],
        &JointOptions::new(),
    );
    let Ok(JointOutcome::Planned(plan)) = outcome else {
        panic!("no plan");
    };
    let mut crowd = Crowd::new(CrowdSettings::default());
    let agent = CrowdAgent::new(walker, view.position_at(ends[0]));
    let id = crowd.add(&mut navigator, agent).unwrap();
    crowd
        .follow(&mut navigator, &[id], &plan, CollisionModel::Points)
        .unwrap();
    let wall = CellBox::new(IVec3::new(4, 0, 0), IVec3::new(5, 3, 4));
    navigator.set_cells(wall, CellState::Occupied).unwrap();
    let mut run = |navigator: &mut Navigator| -> Vec<Event> {
        let ticks = (0..60).map(|_| crowd.update(navigator, 0.1).unwrap());
        ticks.flatten().collect()
    };
    assert_eq!(run(&mut navigator), [Event::PathBlocked(id)]);
    navigator.set_cells(wall, CellState::Free).unwrap();
    assert_eq!(run(&mut navigator), [Event::Arrived(id)]);
}

/// Balls whose radius counts sides of other cells are refused; points follow plans among all.
#[test]
fn balls_of_other_cells_are_refused() {
    let sizes = [1.0, 1.0, 0.25];
    let mut navigator = Navigator::between_faces(sizes, [0.0; 3], [8.0; 3]).unwrap();
    let body = Agent::new([0.3, 0.3, 0.9].into());
    let walker = navigator.add_agent((body, &Locomotion::walker())).unwrap();
    let view = navigator.view(walker, &RouteOptions::default()).unwrap();
    let ends = [IVec3::new(1, 1, 0), IVec3::new(5, 1, 0)];
    let moves = view.ground().unwrap().moves().moves();
    let goals = [ends[1], ends[0]];
    let cubes = CollisionModel::balls(2, 5).unwrap();
    let low = cubes.among(CellShape::new(sizes).unwrap()).unwrap();
    let options = JointOptions::new().bodies(low);
    let outcome = plan_joint(JointWorld::Legs(&moves), &ends, &goals, &options).unwrap();
    let JointOutcome::Planned(plan) = outcome else {
        panic!("there is room")
    };
    let mut crowd = Crowd::new(CrowdSettings::default());
    let ids = ends.map(|end| {
        let one = CrowdAgent::new(walker, view.position_at(end));
        crowd.add(&mut navigator, one).unwrap()
    });
    let mut follow = |bodies| crowd.follow(&mut navigator, &ids, &plan, bodies);
    let sizes = DVec3::from(sizes);
    assert_eq!(follow(cubes), Err(CrowdError::Cells { id: ids[0], sizes }));
    assert_eq!(
        (follow(low), follow(CollisionModel::Points)),
        (Ok(()), Ok(()))
    );
}
