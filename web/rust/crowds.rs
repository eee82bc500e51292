//! Crowds: agents that are sent somewhere and get there.

use std::collections::BTreeMap;

use voxnav::glam::DVec3;
use voxnav::spatial::KeepAway;
use voxnav::{AgentId, Destination, Navigator};
use voxnav_crowd::crowd::{
    Crowd, CrowdAgent, CrowdAgentId, CrowdError, CrowdSettings, Event, Formation, FormationShape,
    MoveTarget, Neighbor, NoPathReason,
};
use voxnav_crowd::specs::CrowdSpec;

use crate::agents::{body_of, description};
use crate::answers::deed;
use crate::failure::{Answer, Blamed, Code, Failure};
use crate::request::{Numbers, json, rows};
use crate::scenes::scene::Scene;
use crate::state::State;

/// A crowd under a handle, of a world.
#[derive(Debug)]
pub(crate) struct Throng {
    pub(crate) world: u32,
    crowd: Crowd,
    ids: BTreeMap<u32, CrowdAgentId>,
}

impl Throng {
    /// Returns the agent of a number as JavaScript has it.
    fn id(&self, number: f64) -> Answer<CrowdAgentId> {
        let found =
            (self.ids.iter()).find(|(bits, _)| f64::from(**bits).to_bits() == number.to_bits());
        found.map(|(_, id)| *id).ok_or_else(|| {
            let reason = format!("no agent of the crowd has the id {number}");
            Failure::argument("ids", reason)
        })
    }

    /// Returns the agents of a list of numbers.
    fn all(&self, rows: &[[f64; 1]]) -> Answer<Vec<CrowdAgentId>> {
        rows.iter().map(|[number]| self.id(*number)).collect()
    }

    /// Returns agents with their places, all of which are known.
    fn placed(&self, rows: &[[f64; 4]]) -> Answer<Vec<(CrowdAgentId, [f64; 3])>> {
        let placed = |&[number, x, y, z]: &[f64; 4]| Ok((self.id(number)?, [x, y, z]));
        rows.iter().map(placed).collect()
    }
}

/// Reads settings.
fn settings(text: &[u8]) -> Answer<CrowdSettings> {
    let spec: CrowdSpec = json("options", text)?;
    spec.settings().blamed("options")
}

/// Makes a crowd. Input: its settings.
pub(crate) fn make(state: &mut State, world: u32) -> Answer {
    let settings = settings(&state.input)?;
    let scene = &mut state.worlds.get(world)?.scene;
    scene.edit_meshes(|_| Ok(()))?;
    keep(state, world, Crowd::new(settings))
}

/// Gives a crowd a handle.
fn keep(state: &mut State, world: u32, crowd: Crowd) -> Answer {
    let ids = crowd.agents().map(|(id, _)| (id.to_bits(), id)).collect();
    let handle = state.crowds.insert(Throng { world, crowd, ids });
    state.hand_out(handle)
}

/// Answers with the bytes of a crowd, in which bodies are described as they were by JavaScript, after the world.
pub(crate) fn to_bytes(state: &mut State, crowd: u32) -> Answer {
    let own = state.crowds.get(crowd)?;
    let scene = &state.worlds.get(own.world)?.scene;
    let describe = |body| {
        let known = scene.bodies.iter().find(|(known, _)| *known == body);
        let text = known.map_or("", |(_, text)| text);
        format!("{}\n{text}", place_of(scene)).into_bytes()
    };
    let saved = own.crowd.to_bytes_with_bodies(describe);
    state.out.bytes = saved.blamed("crowd")?;
    Ok(())
}

/// Makes the crowd of such bytes in a world. Input: its settings and the bytes. Numbers: the length of the settings.
pub(crate) fn from_bytes(state: &mut State, world: u32) -> Answer {
    let length = state.asked().count("options", 0)? as usize;
    let input = std::mem::take(&mut state.input);
    let (text, bytes) = input.split_at_checked(length).unwrap_or((&input, &[]));
    let settings = settings(text)?;
    let scene = &mut state.worlds.get(world)?.scene;
    scene.edit_meshes(|_| Ok(()))?;
    let crowd = Crowd::from_bytes_with_bodies(bytes, settings, |_, text| -> Answer<AgentId> {
        let broken = |_| Failure::new(Code::File, "the crowd is of another program");
        let text = str::from_utf8(text).map_err(broken)?;
        let (place, text) = text.split_once('\n').unwrap_or((text, ""));
        let here = place_of(scene);
        if place != here {
            let reason = format!("the crowd was saved in {place}; this has {here}");
            return Err(Failure::argument("world", reason));
        }
        let description = description(text.as_bytes(), &scene.lattice)?;
        Ok(body_of(scene, &description, text)?.0)
    })?;
    keep(state, world, crowd)
}

/// Returns where the cells of a world are, for people.
fn place_of(scene: &Scene) -> String {
    let (bounds, lattice) = (scene.bounds(), &scene.lattice);
    let (sizes, origin) = (lattice.sizes(), lattice.origin());
    format!("cells {bounds} of sides {sizes}, from {origin} on")
}

/// Adds agents with the body of one of the world. Input: a position each. Numbers: the speed, the distance at which they
/// have arrived, the radius for others or a negative number for that of the body, the priority, the distance to keep from
/// obstacles or a negative number for none, and the weight of moves next to them. Answers with their ids as parts.
pub(crate) fn add(state: &mut State, crowd: u32, agent: u32) -> Answer {
    let positions = rows::<3>("positions", &state.input)?;
    let numbers = state.asked();
    let (speed, near) = (numbers.finite("speed", 0)?, numbers.finite("arrival", 1)?);
    let (radius, priority) = (numbers.finite("radius", 2)?, numbers.whole("priority", 3)?);
    let keep_away = keep_away(&numbers, 4)?;
    let own = state.crowds.get(crowd)?;
    let agent = state.agents.get(agent)?;
    if agent.world != own.world {
        return Err(Failure::argument("agent", "it is of another world"));
    }
    let scene = &mut state.worlds.get(own.world)?.scene;
    let (body, navigator) = agent.body_among(scene)?;
    let mut added = Vec::with_capacity(positions.len());
    for position in positions {
        let mut agent = CrowdAgent::new(body, position)
            .speed(speed)
            .stopping_distance(near)
            .priority(priority);
        if radius >= 0.0 {
            agent = agent.radius(radius);
        }
        agent.keep_away = keep_away;
        match own.crowd.add(navigator, agent) {
            Ok(id) => added.push(id),
            Err(error) => {
                for id in added {
                    own.crowd.remove(id).blamed("positions")?;
                }
                return Err(error).blamed("positions");
            }
        }
    }
    for id in added {
        own.ids.insert(id.to_bits(), id);
        state.out.parts.push(id.to_bits());
    }
    Ok(())
}

/// Returns the distance to keep from obstacles and the weight of moves next to them, at a place of the numbers, or none
/// where it is negative.
fn keep_away(numbers: &Numbers, place: usize) -> Answer<Option<KeepAway>> {
    let distance = numbers.finite("keepAway", place)?;
    let weight = numbers.whole("keepAwayWeight", place + 1)?;
    let weight = u16::try_from(weight).blamed("keepAwayWeight")?;
    let keep_away = (distance >= 0.0).then(|| KeepAway::new(distance, weight));
    (keep_away.map_or(Ok(()), |it| it.check())).blamed("keepAway")?;
    Ok(keep_away)
}

fn navigator(world: &mut crate::scenes::worlds::World) -> Answer<&mut Navigator> {
    let among = world.scene.among.as_deref_mut();
    among.ok_or_else(|| Failure::argument("crowd", "its world has no navigator"))
}

/// Sends agents to places. Input: an id and a position each. Numbers: how near is near enough.
pub(crate) fn send(state: &mut State, crowd: u32) -> Answer {
    let targets = rows::<4>("destinations", &state.input)?;
    let within = state.asked().finite("within", 0)?;
    let own = state.crowds.get(crowd)?;
    let known = own.placed(&targets)?;
    if within < 0.0 {
        return Err(Failure::argument("within", format!("{within} is negative")));
    }
    known.into_iter().try_for_each(|(id, place)| {
        let target: MoveTarget = if within == 0.0 {
            place.into()
        } else {
            Destination::within(place, within).into()
        };
        own.crowd.send(id, target).blamed("destinations")
    })
}

/// Sends agents to one point, next to each other. Input: their ids. Numbers: the point. Answers with their places as points.
pub(crate) fn send_group(state: &mut State, crowd: u32) -> Answer {
    let ids = rows::<1>("ids", &state.input)?;
    let numbers = state.asked();
    let mut point = DVec3::ZERO;
    for axis in 0..3 {
        point[axis] = numbers.finite("point", axis)?;
    }
    let (own, out) = (state.crowds.get(crowd)?, &mut state.out);
    let all = own.all(&ids)?;
    let navigator = navigator(state.worlds.get(own.world)?)?;
    let places = own.crowd.send_group(navigator, &all, point);
    let places = places.map_err(|error| match error {
        CrowdError::Twice { .. } => Failure::argument("ids", error),
        error => Failure::argument("point", error),
    })?;
    out.points.extend(places.iter().flat_map(DVec3::to_array));
    Ok(())
}

/// Makes agents follow another one. Input: their ids. Numbers: the leader, and the distance that is near enough.
pub(crate) fn follow(state: &mut State, crowd: u32) -> Answer {
    let ids = rows::<1>("ids", &state.input)?;
    let numbers = state.asked();
    let within = numbers.finite("within", 1)?;
    let own = state.crowds.get(crowd)?;
    let (all, leader) = (own.all(&ids)?, own.id(numbers.0[0])?);
    all.into_iter().try_for_each(|id| {
        let target = MoveTarget::following(leader, within);
        own.crowd.send(id, target).blamed("within")
    })
}

/// Makes agents follow a leader in a formation. Input: their ids. Numbers: the leader, the shape, as `SHAPES` in `crowd.ts` has
/// them, the spacing and the wait, where 0 is none.
pub(crate) fn follow_in_formation(state: &mut State, crowd: u32) -> Answer {
    let ids = rows::<1>("ids", &state.input)?;
    let numbers = state.asked();
    let [spacing, wait] = [("spacing", 2), ("wait", 3)].map(|(name, at)| numbers.finite(name, at));
    let given = |distance: f64| (distance != 0.0).then_some(distance);
    let shapes = [
        FormationShape::Line,
        FormationShape::Wedge,
        FormationShape::Column,
        FormationShape::Ring,
    ];
    let shape = usize::try_from(numbers.whole("shape", 1)?).ok();
    let shape = shape.and_then(|it| shapes.get(it));
    let shape = shape.ok_or_else(|| Failure::argument("shape", "there is no such formation"))?;
    let mut formation = Formation::new(*shape);
    (formation.spacing, formation.wait) = (given(spacing?), given(wait?));
    let own = state.crowds.get(crowd)?;
    let (all, leader) = (own.all(&ids)?, own.id(numbers.0[0])?);
    let done = own.crowd.follow_in_formation(leader, &all, formation);
    done.map_err(|error| match error {
        CrowdError::Twice { .. } => Failure::argument("followers", error),
        error => Failure::argument("options", error),
    })
}

/// Makes agents stay where they are. Input: their ids.
pub(crate) fn stop(state: &mut State, crowd: u32) -> Answer {
    let ids = rows::<1>("ids", &state.input)?;
    let own = state.crowds.get(crowd)?;
    let all = own.all(&ids)?;
    (all.into_iter()).try_for_each(|id| own.crowd.stop(id).blamed("ids"))
}

/// Removes agents. Input: their ids.
pub(crate) fn remove(state: &mut State, crowd: u32) -> Answer {
    let ids = rows::<1>("ids", &state.input)?;
    let own = state.crowds.get(crowd)?;
    for id in own.all(&ids)? {
        if own.ids.remove(&id.to_bits()).is_some() {
            own.crowd.remove(id).blamed("ids")?;
        }
    }
    Ok(())
}

/// Sets the distance that agents keep from what blocks them. Input: their ids. Numbers: the distance, or a negative number
/// for that of the crowd, and the weight of moves next to obstacles.
pub(crate) fn set_keep_away(state: &mut State, crowd: u32) -> Answer {
    let ids = rows::<1>("ids", &state.input)?;
    let keep_away = keep_away(&state.asked(), 0)?;
    let own = state.crowds.get(crowd)?;
    let all = own.all(&ids)?;
    // All keep it, or none.
    for &id in &all {
        (own.crowd.check_keep_away(id, keep_away)).blamed("keepAway")?;
    }
    all.into_iter().try_for_each(|id| {
        let set = own.crowd.set_keep_away(id, keep_away);
        set.blamed("keepAway")
    })
}

/// Puts agents elsewhere. Input: an id and a position each.
pub(crate) fn place(state: &mut State, crowd: u32) -> Answer {
    let places = rows::<4>("positions", &state.input)?;
    let own = state.crowds.get(crowd)?;
    let known = own.placed(&places)?;
    // All are put there, or none.
    for &(id, position) in &known {
        (own.crowd.check_position(id, position)).blamed("positions")?;
    }
    known.into_iter().try_for_each(|(id, position)| {
        let moved = own.crowd.set_position(id, position);
        moved.blamed("positions")
    })
}

/// Takes a crowd on. Numbers: the seconds that passed. Answers with ids as parts and positions as points, and with three
/// numbers for each event as legs: the id, the kind, and what it is about; with the work at place 0.
pub(crate) fn update(state: &mut State, crowd: u32) -> Answer {
    let seconds = state.asked().finite("seconds", 0)?;
    let (own, out) = (state.crowds.get(crowd)?, &mut state.out);
    let navigator = navigator(state.worlds.get(own.world)?)?;
    let events = own.crowd.update(navigator, seconds).map_err(blamed)?;
    for (id, agent) in own.crowd.agents() {
        out.parts.push(id.to_bits());
        out.points.extend(agent.position.to_array());
    }
    out.legs.extend(events.into_iter().flat_map(event_numbers));
    #[expect(clippy::cast_precision_loss, reason = "counts are exact below 2^53")]
    let work = own.crowd.work().total() as f64;
    out.numbers[0] = work;
    Ok(())
}

/// Frees a crowd.
pub(crate) fn free(state: &mut State, crowd: u32) -> Answer {
    state.crowds.remove(crowd).map(drop)
}

fn blamed(error: CrowdError) -> Failure {
    let argument = if matches!(error, CrowdError::Time { .. }) {
        "seconds"
    } else {
        "crowd"
    };
    Failure::argument(argument, error)
}

/// Returns an event as numbers, as `EVENTS` in `crowd.ts` has them.
fn event_numbers(event: Event) -> [u32; 3] {
    let [kind, detail] = match event {
        Event::Arrived(_) => [0, 0],
        Event::RouteChanged(_) => [1, 0],
        Event::PathBlocked(_) => [2, 0],
        Event::NoPath(_, why) => [3, why_number(why)],
        Event::ActionStarted(_, action) => [4, deed(action)[0]],
        Event::WaitsFor(_, Neighbor::Agent(other)) => [5, other.to_bits()],
        Event::PushedAside(_) => [6, 0],
        Event::Stuck(..) => [7, 0],
        Event::Overlaps(_, Neighbor::Agent(other)) => [8, other.to_bits()],
        Event::Enclosed(_) => [9, 0],
        Event::StopsShort(_, why) => [11, why_number(why)],
        Event::Leads(_) => [12, 0],
        _ => [10, 0],
    };
    [event.agent().to_bits(), kind, detail]
}

fn why_number(why: NoPathReason) -> u32 {
    match why {
        NoPathReason::End(_) => 0,
        NoPathReason::Unreachable => 1,
        NoPathReason::Limit => 2,
        NoPathReason::OutOfRange => 3,
        NoPathReason::LeaderRemoved => 4,
        NoPathReason::LinkEnd(_) => 6,
        NoPathReason::Taken(_) => 7,
        _ => 5,
    }
}
