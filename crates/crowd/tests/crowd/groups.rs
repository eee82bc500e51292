//! Groups that are sent to one point: each agent has a place next to the others, all come there, and then all stay.

use std::collections::BTreeMap;

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::Locomotion;
use voxnav::{Agent, Navigator};
use voxnav_crowd::crowd::{
    Crowd, CrowdAgent, CrowdAgentId, CrowdError, CrowdSettings, Event, NoPathReason,
};
use voxnav_testkit::{Draws, Frame, cases, drawn_support, hold, seeds};

use crate::avoiding::Played;
use crate::worlds::{Driver, Hall, is_by_step};

const DT: f64 = 0.05;

/// A group that was sent to a point.
struct Group {
    played: Played,
    ids: Vec<CrowdAgentId>,
    places: Vec<DVec3>,
    arrived: BTreeMap<CrowdAgentId, usize>,
}

impl Group {
    /// Draws agents of both kinds and of several radii in a hall that lies anywhere, and sends them to where one of
    /// them was to go; `None` where there is no room for all, or no way for one.
    fn drawn(draws: &mut Draws) -> Result<Option<Self>, String> {
        let most = 2 + draws.below(13);
        let hall = Hall::drawn(draws);
        let one = draws.pick(&[Driver::Crowd, Driver::Crowd, Driver::Velocity]);
        let driver = |_: bool, draws: &mut Draws| draws.pick(&[Driver::Crowd, one]);
        let mut played = Played::within(hall, most, driver, draws);
        let ids: Vec<CrowdAgentId> = played.crowd.agents().map(|it| it.0).collect();
        if draws.percent(50) {
            for &id in &ids {
                let radius = draws.pick(&[0.1, 0.15, 0.2]) * played.hall.scale();
                played.crowd.set_radius(id, Some(radius)).unwrap();
            }
        }
        let points: Vec<DVec3> = played.sent.values().copied().collect();
        if points.is_empty() {
            return Ok(None);
        }
        let point = draws.pick(&points);
        let (hall, crowd) = (&mut played.hall, &mut played.crowd);
        let to = hall.world(point);
        let before: Vec<_> = ids
            .iter()
            .map(|&it| format!("{:?}", crowd.move_target(it)))
            .collect();
        let from: Vec<DVec3> = ids.iter().map(|&it| crowd.position(it).unwrap()).collect();
        let places = match crowd.send_group(&mut hall.navigator, &ids, to) {
            Ok(places) => places,
            Err(CrowdError::NoPlace { .. } | CrowdError::NoRoom { .. }) => {
                let after: Vec<_> = ids
                    .iter()
                    .map(|&it| format!("{:?}", crowd.move_target(it)))
                    .collect();
                let is_kept = before == after;
                return is_kept
                    .then_some(None)
                    .ok_or("a refused group was sent".to_owned());
            }
            Err(other) => return Err(other.to_string()),
        };
        for (&id, &place) in ids.iter().zip(&places) {
            let (body, at) = (crowd.agent(id).unwrap().body, hall.position(crowd, id));
            let place = hall.plan(place);
            if !hall.is_way(body, at, place) {
                return Ok(None);
            }
        }
        check_assignment(crowd, &ids, &from, &places)?;
        Ok(Some(Self {
            played,
            ids,
            places,
            arrived: BTreeMap::new(),
        }))
    }

    /// Plays an update in which agents do not overlap, and counts those that arrive where they are to be.
    fn tick(&mut self) -> Result<(), String> {
        for event in self.played.tick(DT, &mut 0)? {
            if let Event::Arrived(id) = event {
                *self.arrived.entry(id).or_default() += 1;
            }
        }
        Ok(())
    }

    /// Returns what a law says of an agent for which it does not hold.
    fn told(&self, id: CrowdAgentId) -> String {
        let (hall, crowd) = (&self.played.hall, &self.played.crowd);
        let number = self.ids.iter().position(|it| *it == id).unwrap();
        let (at, place) = (hall.position(crowd, id), hall.plan(self.places[number]));
        let (step, by) = (crowd.motion(id), self.played.drivers[&id]);
        let count = self.arrived.get(&id).copied().unwrap_or(0);
        format!(
            "{id} by {by:?} arrived {count} times, is at {at}, sent to {place}: {step:?} {:?} {:?}",
            crowd.agent(id),
            hall.frame
        )
    }

    /// Returns why not all have arrived once, if so.
    fn missing(&self) -> Option<String> {
        let is_missing = |id: &&CrowdAgentId| self.arrived.get(id) != Some(&1);
        let missing = self.ids.iter().filter(is_missing).map(|&id| self.told(id));
        let missing: Vec<String> = missing.collect();
        (!missing.is_empty()).then(|| format!("{missing:#?}"))
    }

    fn positions(&self) -> Vec<DVec3> {
        self.played.crowd.agents().map(|it| it.1.position).collect()
    }
}

/// Says if two agents of one body and radius had less to go with their places exchanged.
fn check_assignment(
    crowd: &Crowd,
    ids: &[CrowdAgentId],
    from: &[DVec3],
    places: &[DVec3],
) -> Result<(), String> {
    let kind = |it: usize| crowd.agent(ids[it]).map(|it| (it.body, it.radius)).unwrap();
    let squares = |one: usize, to: usize| from[one].distance_squared(places[to]);
    for one in 0..ids.len() {
        for two in 0..one {
            let now = squares(one, one) + squares(two, two);
            let other = squares(one, two) + squares(two, one);
            if places[one] == places[two] || kind(one) == kind(two) && other < now * (1.0 - 1e-6) {
                return Err(format!("{one} and {two}: {now} and {other}"));
            }
        }
    }
    Ok(())
}

/// The most updates until all have arrived, and until all rest then.
const LONGEST: usize = 1600;
const RESTS: usize = 400;

/// All arrive once, and come to rest, each at another of the places.
fn settles(seed: u64) -> Result<usize, String> {
    let mut draws = Draws::new(seed);
    let Some(mut group) = Group::drawn(&mut draws)? else {
        return Ok(0);
    };
    for tick in 0..LONGEST {
        if group.arrived.len() == group.ids.len() {
            break;
        }
        group.tick().map_err(|it| format!("tick {tick}: {it}"))?;
    }
    for _ in 0..RESTS {
        group.tick()?;
    }
    if let Some(missing) = group.missing() {
        return Err(missing);
    }
    let before = group.positions();
    for _ in 0..20 {
        group.tick()?;
    }
    let hall = &group.played.hall;
    for ((&id, from), to) in group.ids.iter().zip(&before).zip(group.positions()) {
        // One that was pushed over an edge may be on its way back over a step.
        let is_still = from.distance(to) / hall.scale() <= 1e-3 + hall.tolerance();
        if !is_still && !is_by_step(&group.played.crowd, id) {
            return Err(format!("moves on from {from} to {to}: {}", group.told(id)));
        }
    }
    Ok(group.ids.len())
}

#[test]
fn a_group_settles_around_a_point_and_stays() {
    let told = hold("groups", seeds(30_000, 16), || (), |seed, ()| settles(seed));
    assert!(told.iter().sum::<usize>() > 40, "{told:?}");
}

/// A walker did not get down a drop, since the drone straight below had no side to make way to.
#[test]
fn one_straight_below_a_drop_makes_way() {
    let told = settles(30_021);
    assert!(told.as_ref().is_ok_and(|it| *it > 1), "{told:?}");
}

/// Draws in which an agent that was pushed out of a ring of others that rest circled around it forever.
const CIRCLED: [u64; 3] = [30_030, 30_086, 30_138];

#[test]
fn one_that_was_pushed_out_of_a_ring_gets_back() {
    for seed in CIRCLED {
        let told = settles(seed);
        assert!(told.as_ref().is_ok_and(|it| *it > 1), "{seed}: {told:?}");
    }
}

/// Saved in the middle and loaded, a group goes on equally, and on any number of threads.
fn goes_on_equally(seed: u64) -> Result<bool, String> {
    let mut draws = Draws::new(seed);
    let Some(mut group) = Group::drawn(&mut draws)? else {
        return Ok(false);
    };
    for _ in 0..draws.below(60) {
        group.tick()?;
    }
    let (hall, crowd) = (&mut group.played.hall, &mut group.played.crowd);
    let bytes = crowd.to_bytes().unwrap();
    let mut loaded = Crowd::from_bytes(&bytes, CrowdSettings::default()).unwrap();
    for tick in 0..400 {
        let [one, other] = [&mut *crowd, &mut loaded].map(|crowd| {
            let events = crowd.update(&mut hall.navigator, DT).unwrap();
            let at: Vec<_> = crowd.agents().map(|it| it.1.position).collect();
            (events, at)
        });
        if one != other {
            return Err(format!("tick {tick}: {one:?} or {other:?}"));
        }
    }
    Ok(true)
}

#[test]
fn saved_in_the_middle_a_group_goes_on_equally() {
    let told = hold(
        "saved groups",
        seeds(31_000, 6),
        || (),
        |seed, ()| goes_on_equally(seed),
    );
    assert!(told.iter().any(|it| *it), "{told:?}");
}

/// Agents that are sent to one point one by one: each arrives, or has an event that another one rests there, and all come to
/// rest.
fn sent_one_by_one(seed: u64) -> Result<usize, String> {
    let mut draws = Draws::new(seed);
    let hall = Hall::drawn(&mut draws);
    let most = 4 + draws.below(16);
    let mut played = Played::within(hall, most, |_, _| Driver::Crowd, &mut draws);
    let sent: Vec<(CrowdAgentId, DVec3)> = played.sent.iter().map(|it| (*it.0, *it.1)).collect();
    let Some(&(_, point)) = sent.first() else {
        return Ok(0);
    };
    let mut due = Vec::new();
    for (id, _) in sent {
        let (hall, crowd) = (&mut played.hall, &mut played.crowd);
        let (body, at) = (crowd.agent(id).unwrap().body, hall.position(crowd, id));
        if hall.is_way(body, at, point) {
            crowd.send(id, hall.world(point)).unwrap();
            due.push(id);
        } else {
            crowd.remove(id).unwrap();
        }
    }
    played.sent.clear();
    played.drivers.retain(|id, _| due.contains(id));
    let all = due.len();
    for tick in 0..LONGEST {
        for event in played
            .tick(DT, &mut 0)
            .map_err(|it| format!("tick {tick}: {it}"))?
        {
            if let Event::Arrived(id) | Event::StopsShort(id, NoPathReason::Taken(_)) = event {
                due.retain(|it| *it != id);
            }
            if let Event::StopsShort(id, why @ NoPathReason::Taken(_)) = event
                && played.crowd.partial_reason(id).unwrap() != Some(why)
            {
                return Err(format!("tick {tick}: {id} is not said to stop: {why:?}"));
            }
        }
    }
    let (hall, crowd) = (&played.hall, &played.crowd);
    let told = |id: CrowdAgentId| {
        format!(
            "{id} at {}, {:?}",
            hall.position(crowd, id),
            crowd.motion(id)
        )
    };
    if let Some(&id) = due.first() {
        return Err(format!("no event of {}, sent to {point}", told(id)));
    }
    let moves =
        |id: &CrowdAgentId| crowd.motion(*id).unwrap().velocity.length() > 1e-3 * hall.scale();
    let moving = crowd.agents().map(|it| it.0).find(moves);
    moving.map_or(Ok(all), |id| Err(format!("moves on: {}", told(id))))
}

#[test]
fn agents_that_are_sent_to_one_point_come_to_rest_around_it() {
    let law = |seed, (): &mut ()| sent_one_by_one(seed);
    let told = hold("one point", seeds(32_000, 8), || (), law);
    assert!(told.iter().sum::<usize>() > 30, "{told:?}");
}

/// A drone circled forever around one that had come to wait where it rested.
#[test]
fn one_whose_place_is_taken_by_one_that_waits_rests_beside_it() {
    let told = sent_one_by_one(32_028);
    assert!(told.as_ref().is_ok_and(|it| *it > 1), "{told:?}");
}

/// A group of walkers in a room of cells that lies anywhere, and one behind its wall.
struct Rooms {
    frame: Frame,
    navigator: Navigator,
    crowd: Crowd,
    group: Vec<CrowdAgentId>,
    beyond: CrowdAgentId,
}

impl Rooms {
    fn drawn(draws: &mut Draws) -> Self {
        let frame = Frame {
            shift: DVec3::ZERO,
            ..Frame::drawn(draws)
        };
        let cells = |low, high| frame.cells(CellBox::new(low, high));
        let bounds = cells(IVec3::ZERO, IVec3::new(9, 4, 4));
        let mut navigator = Navigator::new(frame.lattice(), bounds)
            .unwrap()
            .with_up(frame.up());
        let floor = cells(IVec3::ZERO, IVec3::new(9, 4, 1));
        let wall = cells(IVec3::new(4, 0, 1), IVec3::new(5, 4, 4));
        for matter in [floor, wall] {
            navigator.set_cells(matter, CellState::Occupied).unwrap();
        }
        let half = frame.half(DVec3::new(0.4, 0.4, 0.9));
        let able = Locomotion {
            support: drawn_support(draws),
            ..Locomotion::walker().with_up(frame.up())
        };
        let walker = (Agent::new(half), able);
        let walker = navigator.add_agent(walker).unwrap();
        let mut crowd = Crowd::new(CrowdSettings::default());
        let mut add = |x: i32, y: i32| {
            let at = frame.position(feet(x, y));
            crowd
                .add(&mut navigator, CrowdAgent::new(walker, at))
                .unwrap()
        };
        let group = (0..16).map(|number| add(number / 4, number % 4));
        let group = group.collect();
        let beyond = add(7, 1);
        Self {
            frame,
            navigator,
            crowd,
            group,
            beyond,
        }
    }

    /// Sends agents to a cell, and returns the cells of their places.
    fn sent(&mut self, group: &[CrowdAgentId], [x, y]: [i32; 2]) -> Result<Vec<IVec3>, CrowdError> {
        let point = self.frame.position(feet(x, y));
        let places = self.crowd.send_group(&mut self.navigator, group, point)?;
        let cell = |at: DVec3| self.frame.plan(at).round().as_ivec3();
        Ok(places.into_iter().map(cell).collect())
    }
}

/// Returns where the feet of a walker are in a cell of the floor.
fn feet(x: i32, y: i32) -> DVec3 {
    DVec3::new(f64::from(x), f64::from(y), 0.5)
}

#[test]
fn no_place_is_behind_a_wall_or_taken_and_who_has_none_is_named() {
    for mut draws in cases(33_000, 12) {
        let mut rooms = Rooms::drawn(&mut draws);
        let mut group = rooms.group.clone();
        let at = [draws.below(4), draws.below(4)];
        let places = rooms.sent(&group, at).unwrap();
        assert!(places.iter().all(|it| it.x < 4), "{places:?}");
        assert!(places.iter().any(|it| [it.x, it.y] == at), "{places:?}");
        let (first, guard) = (group[0], group.pop().unwrap());
        rooms.crowd.stop(guard).unwrap();
        let places = rooms.sent(&group, at).unwrap();
        assert!(places.iter().all(|it| [it.x, it.y] != [3, 3]), "{places:?}");
        group.push(rooms.beyond);
        let refused = rooms.sent(&group, at);
        let point = rooms.frame.position(feet(at[0], at[1]));
        let none = CrowdError::NoPlace {
            id: rooms.beyond,
            point,
            places: 15,
            agents: 16,
        };
        assert_eq!(refused, Err(none));
        assert_eq!(
            rooms.sent(&[first, first], at),
            Err(CrowdError::Twice { id: first })
        );
        let outside = rooms.sent(&[first], [50, 1]);
        assert!(
            matches!(outside, Err(CrowdError::NoRoom { .. })),
            "{outside:?}"
        );
    }
}
