//! Agents that controllers of other code move, by the velocity of their steps.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::{Action, Locomotion};
use voxnav::{Agent, AgentId, Lattice, Navigator};
use voxnav_crowd::crowd::{
    AgentMotion, Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, Event, MovedBy,
};
use voxnav_testkit::{Draws, hold, seeds};

const WIDTH: i32 = 4;
/// The least share of a velocity that is horizontal.
const SHARE: f64 = 0.3;

/// Stairs up and down along x, of any cells anywhere.
struct Stairs {
    navigator: Navigator,
    walker: AgentId,
    /// The number of cells below each column along x that bear.
    heights: Vec<i32>,
}

impl Stairs {
    fn drawn(draws: &mut Draws) -> Self {
        let size = draws.pick(&[0.25, 0.3, 0.5, 1.0]);
        let lattice = Lattice::new(draws.point(-50.0, 50.0), size).unwrap();
        let mut heights = vec![draws.between(0, 3)];
        while heights.len() < 16 {
            let last = heights[heights.len() - 1];
            let next = (last + draws.between(-1, 1)).clamp(0, 5);
            // Each step has room to stand.
            heights.extend([next; 2]);
        }
        let length = i32::try_from(heights.len()).unwrap();
        let bounds = CellBox::from_size(IVec3::new(length, WIDTH, 10));
        let mut navigator = Navigator::new(lattice, bounds).unwrap();
        for (x, &height) in (0..).zip(&heights) {
            let cells = CellBox::new(IVec3::new(x, 0, 0), IVec3::new(x + 1, WIDTH, height));
            if !cells.is_empty() {
                navigator.set_cells(cells, CellState::Occupied).unwrap();
            }
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a size in single precision"
        )]
        let half = (size * 0.4) as f32;
        let body = Agent::new([half, half, 2.0 * half].into());
        let walker = navigator.add_agent((body, Locomotion::walker())).unwrap();
        Self {
            navigator,
            walker,
            heights,
        }
    }

    /// Returns where feet at a position come to rest: on the ground below their middle.
    fn on_ground(&self, at: DVec3) -> DVec3 {
        let lattice = self.navigator.lattice();
        let cells = (at - lattice.origin()) / lattice.longest_side();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "within the stairs"
        )]
        let column = (cells.x + 0.5).floor().clamp(0.0, 15.0) as usize;
        let z = f64::from(self.heights[column.min(self.heights.len() - 1)]) - 0.5;
        at.with_z(lattice.origin().z + z * lattice.longest_side())
    }

    fn feet(&self, x: i32, y: i32) -> DVec3 {
        self.on_ground(self.navigator.lattice().center(IVec3::new(x, y, 0)))
    }
}

/// The way in which a controller moves an agent in a time.
#[derive(Clone, Copy, Debug)]
enum Controller {
    /// It takes the horizontal part of the velocity, and the ground settles the rest.
    Walks,
    /// It goes to the point of the step.
    Goes,
}

impl Controller {
    fn moved(self, stairs: &Stairs, agent: &CrowdAgent, step: &AgentMotion, dt: f64) -> DVec3 {
        let at = agent.position;
        match (self, step.to) {
            (Self::Walks, _) => stairs.on_ground(at + step.velocity.with_z(0.0) * dt),
            (Self::Goes, Some(to)) => at + (to - at).clamp_length_max(agent.speed * dt),
            (Self::Goes, None) => at,
        }
    }
}

/// An agent that a controller moves over stairs arrives, and has a horizontal velocity on each step up. Returns the number
/// of updates on steps.
fn over_stairs(seed: u64) -> Result<usize, String> {
    let mut draws = Draws::new(seed);
    let mut stairs = Stairs::drawn(&mut draws);
    let mut settings = CrowdSettings::default();
    if draws.percent(50) {
        settings = settings.avoidance(None);
    }
    let mut crowd = Crowd::new(settings);
    let size = stairs.navigator.lattice().longest_side();
    let controller = draws.pick(&[Controller::Walks, Controller::Walks, Controller::Goes]);
    let row = draws.below(WIDTH);
    let mut ends = [(0, row), (15, draws.below(WIDTH))];
    if draws.percent(50) {
        ends.reverse();
    }
    let [from, to] = ends.map(|(x, y)| stairs.feet(x, y));
    let agent = CrowdAgent::new(stairs.walker, from).moved_by(MovedBy::Others);
    let agent = agent.speed(4.0 * size).stopping_distance(0.3 * size);
    let id: CrowdAgentId = crowd.add(&mut stairs.navigator, agent).unwrap();
    crowd.send(id, to).unwrap();
    let dt = draws.pick(&[1.0 / 144.0, 1.0 / 60.0, 1.0 / 30.0]);
    let mut steps = 0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count"
    )]
    let most = (30.0 / dt) as usize;
    for _ in 0..most {
        let events = crowd.update(&mut stairs.navigator, dt).unwrap();
        if events.contains(&Event::Arrived(id)) {
            return Ok(steps);
        }
        let (agent, step) = (*crowd.agent(id).unwrap(), crowd.motion(id).unwrap());
        if step.action == Some(Action::StepUp) && step.velocity != DVec3::ZERO {
            steps += 1;
            let level = step.velocity.with_z(0.0).length();
            if level < SHARE * step.velocity.length() {
                let at = agent.position;
                return Err(format!("{:?} leads straight up from {at}", step.velocity));
            }
        }
        let at = controller.moved(&stairs, &agent, &step, dt);
        crowd.set_position(id, at).unwrap();
    }
    let (at, step) = (crowd.position(id).unwrap(), crowd.motion(id).unwrap());
    Err(format!(
        "{controller:?} at {at} never comes to {to}: {step:?}"
    ))
}

/// 60 stairs; `VOXNAV_CASES=17` makes it 1,000.
#[test]
fn a_controller_that_walks_gets_over_steps() {
    let steps = hold(
        "controllers",
        seeds(9_000, 60),
        || (),
        |seed, ()| over_stairs(seed),
    );
    assert!(steps.iter().filter(|it| **it > 0).count() > 40, "{steps:?}");
}
