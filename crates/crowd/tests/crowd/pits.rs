//! Agents that make way over ground which they can drop from, and not climb.
//!
//! A walker makes way only to where it comes back from, or to where its goal can be reached.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::Locomotion;
use voxnav::{Agent, AgentId, Navigator};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, Event};
use voxnav_testkit::{Draws, hold, seeds};

const DT: f64 = 1.0 / 15.0;

/// Two plateaus with a bridge between them, above a pit that nothing leads out of.
struct Gorge {
    navigator: Navigator,
    walker: AgentId,
    /// The height of the plateaus, in cells.
    height: i32,
    /// The cells at which a walker stands.
    plateaus: [Vec<IVec3>; 2],
    bridge: Vec<IVec3>,
    pit: Vec<IVec3>,
}

impl Gorge {
    fn drawn(draws: &mut Draws) -> Self {
        let [height, length, width] = [
            draws.between(3, 6),
            draws.between(3, 8),
            draws.between(3, 6),
        ];
        let bank = draws.between(2, 5);
        let size = IVec3::new(2 * bank + length, width, height + 4);
        let bounds = CellBox::from_size(size);
        let lattice = voxnav::Lattice::new(draws.point(-9.0, 9.0), 0.5).unwrap();
        let mut navigator = Navigator::new(lattice, bounds).unwrap();
        let row = draws.below(width);
        let parts = [
            CellBox::new(IVec3::ZERO, IVec3::new(bank, width, height)),
            CellBox::new(IVec3::new(bank + length, 0, 0), size.with_z(height)),
            CellBox::new(
                IVec3::new(bank, row, height - 1),
                IVec3::new(bank + length, row + 1, height),
            ),
        ];
        for part in parts {
            navigator.set_cells(part, CellState::Occupied).unwrap();
        }
        let locomotion = Locomotion {
            drop: 8,
            ..Locomotion::walker()
        };
        let body = Agent::new([0.2, 0.2, 0.45].into());
        let walker = navigator.add_agent((body, locomotion)).unwrap();
        let [low, high, bridge] = parts.map(|part| {
            let tops = CellBox::new(part.min.with_z(height), part.max.with_z(height + 1));
            tops.cells().collect()
        });
        let pit = CellBox::new(IVec3::new(bank, 0, 0), IVec3::new(bank + length, width, 1));
        Self {
            navigator,
            walker,
            height,
            plateaus: [low, high],
            bridge,
            pit: pit.cells().collect(),
        }
    }

    fn feet(&self, cell: IVec3) -> DVec3 {
        let lattice = self.navigator.lattice();
        lattice.center(cell) - DVec3::Z * (lattice.longest_side() / 2.0)
    }
}

/// Walkers that meet on a bridge, some of which rest there. Returns how many arrived, and how many made way.
fn on_a_bridge(seed: u64) -> Result<[usize; 2], String> {
    let mut draws = Draws::new(seed);
    let mut world = Gorge::drawn(&mut draws);
    let mut crowd = Crowd::new(CrowdSettings::default());
    let (mut taken, mut goals_taken) = (Vec::new(), Vec::<IVec3>::new());
    let mut into_pit: Vec<CrowdAgentId> = Vec::new();
    for number in 0..draws.between(2, 5) {
        let from = usize::from(number % 2 == 1);
        let rests = number > 1 && draws.percent(50);
        let mut starts = if rests {
            world.bridge.clone()
        } else {
            world.plateaus[from].clone()
        };
        starts.retain(|cell| !taken.contains(cell));
        if starts.is_empty() {
            continue;
        }
        let start = draws.pick(&starts);
        taken.push(start);
        let agent = CrowdAgent::new(world.walker, world.feet(start)).speed(draws.within(1.0, 3.0));
        let id = crowd.add(&mut world.navigator, agent).unwrap();
        let goals = if draws.percent(80) {
            &world.plateaus[1 - from]
        } else {
            &world.pit
        };
        let is_apart = |it: &&IVec3| {
            goals_taken
                .iter()
                .all(|other| it.distance_squared(*other) > 4)
        };
        let free: Vec<IVec3> = goals.iter().filter(is_apart).copied().collect();
        if !rests && !free.is_empty() {
            let to = draws.pick(&free);
            goals_taken.push(to);
            crowd.send(id, world.feet(to)).unwrap();
            into_pit.extend((to.z == 0).then_some(id));
        }
    }
    let floor = world.feet(IVec3::new(0, 0, world.height)).z;
    let mut told = [0; 2];
    for tick in 0..900 {
        for event in crowd.update(&mut world.navigator, DT).unwrap() {
            match event {
                Event::Arrived(_) => told[0] += 1,
                Event::PushedAside(_) => told[1] += 1,
                Event::NoPath(..) => return Err(format!("tick {tick}: {event:?}")),
                _ => {}
            }
        }
        let mut agents = crowd.agents().filter(|it| !into_pit.contains(&it.0));
        if let Some((id, agent)) = agents.find(|it| it.1.position.z < floor - 0.25) {
            let at = agent.position;
            return Err(format!("tick {tick}: {id} is in the pit at {at}"));
        }
    }
    for id in into_pit {
        if crowd.move_target(id).unwrap().is_some() {
            let at = crowd.position(id).unwrap();
            return Err(format!("{id} at {at} never comes to its goal in the pit"));
        }
    }
    Ok(told)
}

/// 40 bridges; `VOXNAV_CASES=25` makes it 1,000.
#[test]
fn no_agent_makes_way_to_where_it_does_not_come_back_from() {
    let told = hold(
        "bridges",
        seeds(5_000, 40),
        || (),
        |seed, ()| on_a_bridge(seed),
    );
    // Pushed on a diagonal onto the bridge, one fell beside it, and one stood there forever.
    for seed in [6_420, 7_296] {
        on_a_bridge(seed).unwrap();
    }
    let sum = |which: usize| told.iter().map(|it| it[which]).sum::<usize>();
    assert!(
        sum(0) > 60 && sum(1) > 10,
        "{} arrive, {} make way",
        sum(0),
        sum(1)
    );
}
