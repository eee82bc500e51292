//! Agents in aisles that have room for one: those at rest make way, and opposing flows pass each other in a bay.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::{Agent, AgentId, Lattice, Navigator};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, Event};
use voxnav_testkit::{Draws, cases};

const DT: f64 = 1.0 / 30.0;
const RADIUS: f64 = 0.45;

/// Two halls of one layer, joined by an aisle one cell wide of a length in cells, with bays of one cell along it.
fn halls(length: i32, bays: &[i32]) -> (Navigator, AgentId) {
    let bounds = CellBox::new(IVec3::new(-8, -5, 0), IVec3::new(length + 8, 6, 1));
    let mut navigator = Navigator::new(Lattice::default(), bounds).unwrap();
    let wall = CellBox::new(IVec3::new(0, -5, 0), IVec3::new(length, 6, 1));
    navigator.set_cells(wall, CellState::Occupied).unwrap();
    let aisle = CellBox::new(IVec3::ZERO, IVec3::new(length, 1, 1));
    navigator.set_cells(aisle, CellState::Free).unwrap();
    for &bay in bays {
        let bay = IVec3::new(bay, 1, 0);
        let bay = CellBox::new(bay, bay + 1);
        navigator.set_cells(bay, CellState::Free).unwrap();
    }
    let drone = navigator.add_agent(Agent::new([0.45; 3].into())).unwrap();
    (navigator, drone)
}

struct Played {
    navigator: Navigator,
    drone: AgentId,
    crowd: Crowd,
    arrived: Vec<CrowdAgentId>,
    told: Vec<Event>,
}

impl Played {
    fn new(length: i32, bays: &[i32]) -> Self {
        let (navigator, drone) = halls(length, bays);
        Self {
            navigator,
            drone,
            crowd: Crowd::new(CrowdSettings::default()),
            arrived: Vec::new(),
            told: Vec::new(),
        }
    }

    fn add(&mut self, at: DVec3) -> CrowdAgentId {
        let agent = CrowdAgent::new(self.drone, at).speed(4.0);
        self.crowd.add(&mut self.navigator, agent).unwrap()
    }

    /// Plays until so many have arrived, for at most so many seconds; no two may overlap.
    fn play(&mut self, count: usize, seconds: f64) -> f64 {
        let mut now = 0.0;
        while self.arrived.len() < count && now < seconds {
            self.tick();
            now += DT;
        }
        now
    }

    fn tick(&mut self) {
        for event in self.crowd.update(&mut self.navigator, DT).unwrap() {
            if let Event::Arrived(id) = event {
                self.arrived.push(id);
            }
            self.told.push(event);
        }
        let at: Vec<DVec3> = self.crowd.agents().map(|it| it.1.position).collect();
        for (number, one) in at.iter().enumerate() {
            for other in &at[..number] {
                assert!(one.distance(*other) > 2.0 * RADIUS - 1e-6);
            }
        }
    }
}

/// Sends one across an aisle in which another rests, and checks that it comes through and the other goes back.
fn passes(length: i32, at: i32, row: i32) {
    let mut played = Played::new(length, &[]);
    let home = DVec3::new(f64::from(at), 0.0, 0.0);
    let (far, row) = (f64::from(length), f64::from(row));
    let rests = played.add(home);
    let goes = played.add(DVec3::new(-5.0, -row, 0.0));
    let end = DVec3::new(far + 5.0, row, 0.0);
    played.crowd.send(goes, end).unwrap();
    played.play(1, 20.0);
    for _ in 0..120 {
        played.tick();
    }
    let told = &played.told;
    assert_eq!(played.arrived, [goes], "{length} {at} {row}: {told:?}");
    let is_told = told.contains(&Event::PushedAside(rests));
    assert!(is_told, "{length} {at} {row}: {told:?}");
    let back = played.crowd.position(rests).unwrap();
    assert!(back.distance(home) < 0.1, "{length} {at} {row}: {back}");
}

#[test]
fn who_rests_in_an_aisle_for_one_makes_way_and_goes_back() {
    for length in [1, 2, 3, 6] {
        for at in 0..length {
            passes(length, at, [3, 0, -4][usize::try_from(at).unwrap() % 3]);
        }
    }
}

/// Draws in which flows locked: bodies that touched at an angle, or to the last bit, stood still forever.
const LOCKED: [u64; 4] = [80, 86, 197, 240];

#[test]
fn opposing_flows_pass_each_other_in_a_bay() {
    for mut draws in cases(1, 25).chain(LOCKED.map(Draws::new)) {
        let length = draws.between(3, 8);
        let bay = draws.between(1, length - 2);
        let count = draws.pick(&[1, 2, 3, 4]);
        let mut played = Played::new(length, &[bay]);
        let deal = |draws: &mut Draws| {
            let mut rows: Vec<f64> = (-4..5).map(f64::from).collect();
            draws.shuffle(&mut rows);
            rows
        };
        let far = f64::from(length);
        for (from, to) in [(-3.0, far + 5.0), (far + 3.0, -5.0)] {
            let rows = deal(&mut draws).into_iter().zip(deal(&mut draws));
            for (start, end) in rows.take(count) {
                let id = played.add(DVec3::new(from, start, 0.0));
                played.crowd.send(id, [to, end, 0.0]).unwrap();
            }
        }
        played.play(2 * count, 60.0);
        let arrived = played.arrived.len();
        assert_eq!(
            arrived,
            2 * count,
            "{length} {bay}: {count} against as many"
        );
    }
}

#[test]
fn who_is_pushed_around_a_corner_finds_back() {
    let mut played = Played::new(6, &[]);
    // The aisle ends in the middle of the wall, and goes on three rows beside.
    let mut set = |low: [i32; 2], high: [i32; 2], state| {
        let [low, high] = [low, high].map(|[x, y]| IVec3::new(x, y, 0));
        let cells = CellBox::new(low, high + IVec3::Z);
        played.navigator.set_cells(cells, state).unwrap();
    };
    set([3, 0], [6, 1], CellState::Occupied);
    set([2, 0], [3, 4], CellState::Free);
    set([2, 3], [6, 4], CellState::Free);
    let home = DVec3::X;
    let rests = played.add(home);
    let goes = played.add(DVec3::new(-5.0, 1.0, 0.0));
    played.crowd.send(goes, [11.0, -2.0, 0.0]).unwrap();
    played.play(1, 30.0);
    for _ in 0..150 {
        played.tick();
    }
    assert_eq!(played.arrived, [goes], "{:?}", played.told);
    let back = played.crowd.position(rests).unwrap();
    assert!(back.distance(home) < 0.1, "{back}: {:?}", played.told);
}
