//! Crowds as bytes: saved in the middle and loaded, they go on equally; bytes that are none are refused.

use voxnav::colliders::Obstacles;
use voxnav::glam::DVec3;
use voxnav::spatial::KeepAway;
use voxnav::{Agent, Destination, Navigator};
use voxnav_crowd::avoidance::{Character, Shape};
use voxnav_crowd::crowd::{
    Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, Event, MoveTarget, SavedError,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::worlds::{DRONE, Hall, WALKER};

const DT: f64 = 0.1;

/// A crowd in a hall that lies anywhere.
fn busy(seed: u64) -> (Draws, Hall, Crowd) {
    let mut draws = Draws::new(seed);
    let hall = Hall::drawn(&mut draws);
    busy_in(hall, draws)
}

/// A crowd in a hall, with targets of all kinds, and a neighbor that does not cooperate.
fn busy_in(mut hall: Hall, mut draws: Draws) -> (Draws, Hall, Crowd) {
    let mut crowd = hall.crowd(10, CrowdSettings::default(), &mut draws);
    let ids: Vec<CrowdAgentId> = crowd.agents().map(|it| it.0).collect();
    for &id in &ids {
        if !crowd.is_on_ground(id).unwrap() && draws.percent(50) {
            let keep_away = KeepAway::new(draws.share() * hall.scale(), draws.pick(&[1, 2, 9]));
            crowd.set_keep_away(id, Some(keep_away)).unwrap();
        }
        let Some(to) = hall.place(id.to_bits() % 2 == 0, &mut draws) else {
            continue;
        };
        let move_target = match draws.below(8_u32) {
            0 => MoveTarget::moving(hall.world_vector(to - draws.point(0.0, 12.0))),
            1 => MoveTarget::following(draws.pick(&ids), hall.scale()),
            2 => Destination::within(hall.world(to), 0.5 * hall.scale()).into(),
            3 => Destination::AnyOf(vec![hall.world(to), hall.world(to + DVec3::X)]).into(),
            4 => continue,
            _ => hall.world(to).into(),
        };
        crowd.send(id, move_target).unwrap();
    }
    let radius = 0.3 * hall.scale();
    let at = hall.world(DVec3::new(6.0, 6.0, 1.0));
    let velocity = hall.world_vector(DVec3::X * 0.1);
    let character = Character::new(Shape::Ball { radius }, at, velocity);
    crowd.set_characters(&[character]).unwrap();
    (draws, hall, crowd)
}

/// All that a caller sees of a crowd.
fn seen(crowd: &Crowd) -> Vec<(CrowdAgentId, CrowdAgent, Vec<DVec3>, String)> {
    let one = |(id, agent): (CrowdAgentId, &CrowdAgent)| {
        let state = format!("{:?} {:?}", crowd.motion(id), crowd.move_target(id));
        (id, *agent, crowd.waypoints(id).unwrap(), state)
    };
    crowd.agents().map(one).collect()
}

#[test]
fn saved_in_the_middle_and_loaded_a_crowd_goes_on_equally() {
    let law = |seed, (): &mut ()| {
        let (mut draws, mut hall, mut crowd) = busy(seed);
        for _ in 0..draws.below(40) {
            hall.slide(&crowd, DT);
            crowd.update(&mut hall.navigator, DT).unwrap();
        }
        let bytes = crowd.to_bytes().unwrap();
        let mut loaded = Crowd::from_bytes(&bytes, CrowdSettings::default()).unwrap();
        let again = loaded.to_bytes().unwrap();
        if again != bytes {
            return Err("loaded and saved again, it has other bytes".to_owned());
        }
        let (mut arrived, mut most) = (0, 0.0_f64);
        for tick in 0..250 {
            let from: Vec<DVec3> = crowd.agents().map(|it| it.1.position).collect();
            hall.slide(&crowd, DT);
            let events = crowd.update(&mut hall.navigator, DT).unwrap();
            let others = loaded.update(&mut hall.navigator, DT).unwrap();
            if events != others || seen(&crowd) != seen(&loaded) || crowd.work() != loaded.work() {
                return Err(format!("tick {tick}: {events:?} or {others:?}"));
            }
            let is_arrived = |event: &&Event| matches!(event, Event::Arrived(_));
            arrived += events.iter().filter(is_arrived).count();
            let moved = crowd
                .agents()
                .zip(from)
                .map(|(it, from)| it.1.position.distance(from));
            most += moved.fold(0.0, f64::max) / hall.scale();
        }
        Ok((arrived, most))
    };
    let told = hold("saved", seeds(8_000, 6), || (), law);
    assert!(told.iter().map(|it| it.0).sum::<usize>() > 5, "{told:?}");
    assert!(told.iter().all(|it| it.1 > 0.5), "{told:?}");
}

#[test]
fn with_its_world_loaded_from_a_file_a_crowd_goes_on_equally() {
    let law = |seed, (): &mut ()| {
        let (_, mut hall, mut crowd) = busy(seed);
        for _ in 0..20 {
            hall.slide(&crowd, DT);
            crowd.update(&mut hall.navigator, DT).unwrap();
        }
        let file = format!("{}/crowd-{seed}.voxnav", env!("CARGO_TARGET_TMPDIR"));
        hall.navigator.save(&file).unwrap();
        let mut navigator = Navigator::load(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        let mut loaded =
            Crowd::from_bytes(&crowd.to_bytes().unwrap(), CrowdSettings::default()).unwrap();
        let before = seen(&crowd);
        for tick in 0..100 {
            let events = crowd.update(&mut hall.navigator, DT).unwrap();
            let others = loaded.update(&mut navigator, DT).unwrap();
            if events != others || seen(&crowd) != seen(&loaded) {
                return Err(format!("tick {tick}: {events:?} or {others:?}"));
            }
        }
        Ok(before != seen(&crowd))
    };
    let told = hold("saved with its world", seeds(8_100, 4), || (), law);
    assert!(told.iter().all(|has_moved| *has_moved), "{told:?}");
}

/// The world is that of the hall with agents of its own, among which bodies are found by their descriptions.
#[test]
fn in_a_world_that_has_other_agents_a_crowd_goes_on_equally() {
    let law = |seed, (): &mut ()| {
        let (_, mut hall, mut crowd) = busy(seed);
        for _ in 0..20 {
            hall.slide(&crowd, DT);
            crowd.update(&mut hall.navigator, DT).unwrap();
        }
        let old = &hall.navigator;
        let obstacles = Obstacles::clone(old.obstacles());
        let other = Navigator::with_obstacles(obstacles, *old.lattice(), old.bounds());
        let mut other = other.unwrap();
        let able = old.agents().find_map(|it| it.2).unwrap();
        let size = |half: DVec3| hall.frame.half(half * 2.0);
        let walker = (Agent::new(size(WALKER)), able.clone());
        let walker = other.add_agent(walker).unwrap();
        other
            .add_agent(Agent::new(size(DVec3::splat(0.7))))
            .unwrap();
        let drone = other.add_agent(Agent::new(size(DRONE))).unwrap();
        let describe = |body| vec![u8::from(body == hall.body(true)); 3];
        let bytes = crowd.to_bytes_with_bodies(describe).unwrap();
        let find = |body, description: &[u8]| match (body == hall.drone, description) {
            (true, [1, 1, 1]) => Ok(drone),
            (false, [0, 0, 0]) => Ok(walker),
            _ => Err(SavedError::NoCrowd),
        };
        let mut loaded =
            Crowd::from_bytes_with_bodies(&bytes, CrowdSettings::default(), find).unwrap();
        let places = |crowd: &Crowd| -> Vec<_> {
            let one =
                |(id, agent): (CrowdAgentId, &CrowdAgent)| (id, agent.position, crowd.motion(id));
            crowd.agents().map(one).collect()
        };
        let before = places(&crowd);
        for tick in 0..100 {
            let events = crowd.update(&mut hall.navigator, DT).unwrap();
            let others = loaded.update(&mut other, DT).unwrap();
            if events != others || places(&crowd) != places(&loaded) {
                return Err(format!("tick {tick}: {events:?} or {others:?}"));
            }
        }
        Ok(before != places(&crowd))
    };
    let told = hold("saved with its bodies", seeds(8_200, 4), || (), law);
    assert!(told.iter().all(|has_moved| *has_moved), "{told:?}");
}

#[test]
fn bodies_that_are_not_described_or_not_found_are_refused() {
    let (_, _, mut crowd) = busy(8_004);
    let first = crowd.agents().next().unwrap().0;
    let find = |body, _: &[u8]| Ok(body);
    let load =
        |bytes: &[u8]| Crowd::from_bytes_with_bodies(bytes, CrowdSettings::default(), find).err();
    let bytes = crowd.to_bytes().unwrap();
    assert_eq!(load(&bytes), Some(SavedError::Undescribed { id: first }));
    let bytes = crowd.to_bytes_with_bodies(|_| b"here".to_vec()).unwrap();
    assert_eq!(load(&bytes), None);
    // By their numbers they are found without a description, too.
    assert!(Crowd::from_bytes(&bytes, CrowdSettings::default()).is_ok());
    let refuse = |_, _: &[u8]| Err(SavedError::NoCrowd);
    let refused = Crowd::from_bytes_with_bodies(&bytes, CrowdSettings::default(), refuse);
    assert_eq!(refused.err(), Some(SavedError::NoCrowd));
}

#[test]
fn bytes_that_are_cut_or_flipped_are_refused_and_reserve_nothing() {
    let (_, mut hall, mut crowd) = busy(8_003);
    for _ in 0..20 {
        crowd.update(&mut hall.navigator, DT).unwrap();
    }
    let bytes = crowd.to_bytes_with_bodies(|_| b"a body".to_vec()).unwrap();
    let load = |bytes: &[u8]| Crowd::from_bytes(bytes, CrowdSettings::default()).map(|it| it.len());
    for length in 0..bytes.len() {
        assert!(load(&bytes[..length]).is_err(), "{length}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(load(&flipped).is_err(), "{bit}");
    }
    // With a checksum that is right, whatever the bytes say is an error or a crowd; a count of 2^32 ends with the bytes.
    let mut draws = Draws::new(7);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mut changed = bytes[..bytes.len() - 8].to_vec();
        for _ in 0..=draws.below(3) {
            let at = 10 + draws.below(changed.len() - 10);
            changed[at] = draws.pick(&[0, 1, 2, 7, 127, 255]);
        }
        let checksum = fnv(&changed);
        changed.extend(checksum.to_le_bytes());
        match load(&changed) {
            Ok(_) => read += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(read > 100 && refused > 100, "{read} {refused}");
}

#[test]
fn bytes_of_others_are_named() {
    let mut bytes = Crowd::new(CrowdSettings::default()).to_bytes().unwrap();
    let load = |bytes: &[u8]| Crowd::from_bytes(bytes, CrowdSettings::default()).err();
    assert_eq!(load(&bytes), None);
    assert_eq!(load(b"OggS and more"), Some(SavedError::NoCrowd));
    bytes[8] = 1;
    let version = SavedError::Version {
        version: 1,
        known: 4,
    };
    assert_eq!(load(&bytes), Some(version));
}

/// Version 3 has no formations, and version 2 has no groups, neither: no number of the next one, no byte of each agent.
#[test]
fn crowds_of_versions_2_and_3_are_loaded() {
    let (_, _, mut crowd) = busy(8_004);
    let ids: Vec<CrowdAgentId> = crowd.agents().map(|it| it.0).collect();
    for &id in &ids[1..] {
        crowd.remove(id).unwrap();
    }
    crowd.set_characters(&[]).unwrap();
    let bytes = crowd.to_bytes().unwrap();
    let (groups, own_place) = (30, bytes.len() - 21);
    let formations = own_place + 5;
    assert_eq!(bytes[own_place..formations + 4], [0; 9]);
    let mut before = bytes[..bytes.len() - 8].to_vec();
    before.drain(formations..formations + 4);
    before[8] = 3;
    let loads = |before: &[u8]| {
        let before = [before, &fnv(before).to_le_bytes()].concat();
        let mut loaded = Crowd::from_bytes(&before, CrowdSettings::default()).unwrap();
        assert_eq!(loaded.to_bytes().unwrap(), bytes);
    };
    loads(&before);
    before.remove(own_place);
    before.drain(groups..groups + 4);
    before[8] = 2;
    loads(&before);
}

/// The checksum of a saved crowd, as its documentation has it.
fn fnv(bytes: &[u8]) -> u64 {
    let prime = (1_u128 << 40) + 0x1b3;
    let step = |sum: u128, byte: &u8| ((sum ^ u128::from(*byte)) * prime) % (1 << 64);
    u64::try_from(bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)).unwrap()
}

/// The last eight bytes tell of all before. A change of one of these sums is another version of the format, or crowds that
/// move otherwise.
#[test]
fn the_bytes_of_a_crowd_stay() {
    let sums = [0, 1, 2, 3, 4].map(|seed| {
        let mut draws = Draws::new(seed);
        let hall = Hall::on_grid(&mut draws);
        let (_, mut hall, mut crowd) = busy_in(hall, draws);
        for _ in 0..20 {
            hall.slide(&crowd, DT);
            crowd.update(&mut hall.navigator, DT).unwrap();
        }
        let bytes = crowd.to_bytes_with_bodies(|_| b"a body".to_vec()).unwrap();
        u64::from_le_bytes(*bytes.last_chunk().unwrap())
    });
    let known = [
        12_369_509_801_132_573_729,
        10_574_518_793_788_736_167,
        7_195_500_082_298_431_679,
        6_628_242_439_967_508_112,
        5_789_010_546_234_239_633,
    ];
    assert_eq!(sums, known);
}
