//! Groups that are sent to one point: each agent has a place next to the others, all come there, and then all stay.

use std::collections::BTreeMap;

use voxnav::glam::DVec3;
use voxnav_crowd::crowd::{Crowd, CrowdError, Event, MovedBy, MoverId, Policy};
use voxnav_testkit::{Draws, hold, seeds};

use crate::avoiding::Played;

const DT: f64 = 0.05;

/// A group that was sent to a point.
struct Group {
    played: Played,
    ids: Vec<MoverId>,
    places: Vec<DVec3>,
    arrived: BTreeMap<MoverId, usize>,
}

impl Group {
    /// Draws agents of both kinds and of several radii in a hall that lies anywhere, and sends them to where one of
    /// them was to go; `None` where there is no room for all, or no way for one.
    fn drawn(draws: &mut Draws) -> Result<Option<Self>, String> {
        let most = 2 + draws.below(13);
        let mut played = Played::drawn(draws, most);
        let ids: Vec<MoverId> = played.crowd.movers().map(|it| it.0).collect();
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
            .map(|&it| format!("{:?}", crowd.errand(it)))
            .collect();
        let places = match crowd.send_group(&mut hall.navigator, &ids, to) {
            Ok(places) => places,
            Err(CrowdError::NoPlace { .. } | CrowdError::NoRoom { .. }) => {
                let after: Vec<_> = ids
                    .iter()
                    .map(|&it| format!("{:?}", crowd.errand(it)))
                    .collect();
                let is_kept = before == after;
                return is_kept
                    .then_some(None)
                    .ok_or("a refused group was sent".to_owned());
            }
            Err(other) => return Err(other.to_string()),
        };
        for (&id, &place) in ids.iter().zip(&places) {
            let (body, at) = (crowd.mover(id).unwrap().body, hall.position(crowd, id));
            let place = hall.plan(place);
            if !hall.is_way(body, at, place) {
                return Ok(None);
            }
        }
        Ok(Some(Self {
            played,
            ids,
            places,
            arrived: BTreeMap::new(),
        }))
    }

    /// Plays an update in which agents do not overlap, and counts who arrives where it is to be.
    fn tick(&mut self) -> Result<(), String> {
        for event in self.played.tick(DT, &mut 0)? {
            if let Event::Arrived(id) = event {
                *self.arrived.entry(id).or_default() += 1;
            }
        }
        Ok(())
    }

    /// Returns what a law says of an agent for which it does not hold.
    fn told(&self, id: MoverId) -> String {
        let (hall, crowd) = (&self.played.hall, &self.played.crowd);
        let number = self.ids.iter().position(|it| *it == id).unwrap();
        let (at, place) = (hall.position(crowd, id), hall.plan(self.places[number]));
        let (step, by) = (crowd.step(id), self.played.drivers[&id]);
        let count = self.arrived.get(&id).copied().unwrap_or(0);
        format!(
            "{id} by {by:?} arrived {count} times, is at {at}, sent to {place}: {step:?} {:?} {:?}",
            crowd.mover(id),
            hall.frame
        )
    }

    /// Returns why not all have arrived once, if so.
    fn missing(&self) -> Option<String> {
        let is_missing = |id: &&MoverId| self.arrived.get(id) != Some(&1);
        let missing = self.ids.iter().filter(is_missing).map(|&id| self.told(id));
        let missing: Vec<String> = missing.collect();
        (!missing.is_empty()).then(|| format!("{missing:#?}"))
    }

    fn positions(&self) -> Vec<DVec3> {
        self.played.crowd.movers().map(|it| it.1.position).collect()
    }
}

/// All arrive once, within their distance, and nobody moves after the last has.
fn settles(seed: u64) -> Result<usize, String> {
    let mut draws = Draws::new(seed);
    let Some(mut group) = Group::drawn(&mut draws)? else {
        return Ok(0);
    };
    for tick in 0..1600 {
        if group.arrived.len() == group.ids.len() {
            break;
        }
        group.tick().map_err(|it| format!("tick {tick}: {it}"))?;
    }
    if let Some(missing) = group.missing() {
        return Err(missing);
    }
    let before = group.positions();
    for _ in 0..40 {
        group.tick()?;
        for ((&id, from), to) in group.ids.iter().zip(&before).zip(group.positions()) {
            let (hall, mover) = (&group.played.hall, group.played.crowd.mover(id).unwrap());
            let moved = from.distance(to) / hall.scale();
            // One that others move may come to rest a little later.
            let least = match mover.moved_by {
                MovedBy::Crowd => hall.tolerance(),
                MovedBy::Others => {
                    hall.tolerance() + mover.radius.map_or(0.05, |it| it / hall.scale() / 4.0)
                }
            };
            if moved > least {
                let told = group.told(id);
                return Err(format!("moved by {moved} after all had arrived: {told}"));
            }
        }
    }
    group.missing().map_or(Ok(group.ids.len()), Err)
}

#[test]
fn a_group_settles_around_a_point_and_stays() {
    let told = hold("groups", seeds(30_000, 16), || (), |seed, ()| settles(seed));
    assert!(told.iter().sum::<usize>() > 40, "{told:?}");
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
    let mut loaded = Crowd::from_bytes(&bytes, Policy::default()).unwrap();
    for tick in 0..400 {
        let [one, other] = [&mut *crowd, &mut loaded].map(|crowd| {
            let events = crowd.update(&mut hall.navigator, DT).unwrap();
            let at: Vec<_> = crowd.movers().map(|it| it.1.position).collect();
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

#[test]
fn zz_debug() {
    let Ok(seed) = std::env::var("SEED") else { return };
    let mut draws = Draws::new(seed.parse().unwrap());
    let Some(mut group) = Group::drawn(&mut draws).unwrap() else { return };
    for tick in 0..1200 {
        let events = group.played.tick(DT, &mut 0).unwrap();
        for e in &events { println!("{tick} {e:?}"); }
        if tick % 100 == 99 || tick > 1195 {
            let (hall, crowd) = (&group.played.hall, &group.played.crowd);
            for (number, &id) in group.ids.iter().enumerate() {
                let m = crowd.mover(id).unwrap();
                let to = match crowd.errand(id).unwrap() { Some(voxnav_crowd::crowd::Errand::Go(voxnav::Destination::Position(to))) => format!("{:.3}", hall.plan(*to)), _ => "none".into() };
                println!("{tick} {id} body {:?} r {:?} at {:.3} first {:.3} errand {to} v {:.4} to {:?} by {:?}", m.body, m.radius.map(|r| r / hall.scale()), hall.position(crowd, id), hall.plan(group.places[number]), hall.plan_vector(crowd.step(id).unwrap().velocity), crowd.step(id).unwrap().to.map(|it| hall.plan(it)), group.played.drivers[&id]);
            }
        }
    }
}
