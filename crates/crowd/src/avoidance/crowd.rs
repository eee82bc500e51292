//! The crowd: its bodies, and its ticks.

use glam::DVec3;
use rayon::prelude::*;
use voxnav::grid::Axis;

use super::body::{Body, Character, MotionGoal, check_place, finite};
use super::error::AvoidanceError;
use super::event::{Event, Neighbor};
use super::free_space::{FreeSpace, FreeSpaceId};
use super::grid::Grid;
use super::id::BodyId;
use super::member::Member;
use super::planes::separation::BrakingBody;
use super::rank::Rank;
use super::settings::Settings;
use super::shape::Shape;
use super::solver::{Choice, NeighborState, Scratch, Tick};

/// Bodies that avoid each other: see the [module](super).
#[derive(Debug)]
pub struct Avoidance {
    pub(super) settings: Settings,
    rooms: Vec<FreeSpace>,
    places: Vec<Place>,
    free: Vec<u32>,
    /// The bodies, densely, in the order of ids.
    pub(super) bodies: Vec<Member>,
    characters: Vec<Character>,
    /// True until bodies have the numbers that order them.
    is_unordered: bool,
    seconds: f64,
    events: Vec<Event>,
    pub(super) memory: Memory,
}

/// A place for a body: its generation, and where the body stands in the list, if there is one.
#[derive(Clone, Copy, Debug)]
struct Place {
    generation: u32,
    body: Option<u32>,
}

/// The memory of ticks.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) grid: Grid,
    unsorted: Vec<NeighborState>,
    pub(super) seen: Vec<NeighborState>,
    pub(super) choices: Vec<Choice>,
    scratches: Vec<Scratch>,
}

/// The number of bodies that one task chooses for.
const BLOCK: usize = 64;

impl Avoidance {
    /// Makes an empty crowd.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            rooms: Vec::new(),
            places: Vec::new(),
            free: Vec::new(),
            bodies: Vec::new(),
            characters: Vec::new(),
            is_unordered: false,
            seconds: 0.0,
            events: Vec::new(),
            memory: Memory::default(),
        }
    }

    /// Returns the axis along which discs are tall.
    pub(crate) const fn up(&self) -> Axis {
        self.settings.up
    }

    /// Sets the axis along which discs are tall.
    pub fn set_up(&mut self, up: Axis) {
        self.settings.up = up;
    }

    /// Adds a room for bodies of one kind.
    pub fn add_free_space(&mut self, room: FreeSpace) -> FreeSpaceId {
        let id = FreeSpaceId(u32::try_from(self.rooms.len()).unwrap_or(u32::MAX));
        self.rooms.push(room);
        id
    }

    /// Replaces a room, as after an edit.
    ///
    /// # Errors
    ///
    /// [`AvoidanceError::UnknownRoom`].
    pub fn set_free_space(
        &mut self,
        id: FreeSpaceId,
        room: FreeSpace,
    ) -> Result<(), AvoidanceError> {
        let kept = self.rooms.get_mut(id.0 as usize);
        let unknown = AvoidanceError::UnknownRoom {
            body: None,
            room: id.0,
        };
        *kept.ok_or(unknown)? = room;
        Ok(())
    }

    /// Adds a body. An overlap with another or a blocked cell is no error: both part, and events report it.
    ///
    /// # Errors
    ///
    /// [`AvoidanceError::Value`], [`TooFar`](AvoidanceError::TooFar) and [`UnknownRoom`](AvoidanceError::UnknownRoom).
    pub fn add(&mut self, body: Body) -> Result<BodyId, AvoidanceError> {
        body.check(None)?;
        self.check_room(None, body.room)?;
        let number = u32::try_from(self.bodies.len()).unwrap_or(u32::MAX);
        let place = self.free.pop().unwrap_or_else(|| {
            let place = Place {
                generation: 0,
                body: None,
            };
            self.places.push(place);
            u32::try_from(self.places.len() - 1).unwrap_or(u32::MAX)
        });
        let kept = &mut self.places[place as usize];
        kept.body = Some(number);
        let id = BodyId {
            generation: kept.generation,
            place,
        };
        self.bodies.push(Member::new(id, body));
        self.is_unordered = true;
        Ok(id)
    }

    /// Removes a body and returns it.
    ///
    /// # Errors
    ///
    /// [`AvoidanceError::UnknownBody`].
    pub fn remove(&mut self, id: BodyId) -> Result<Body, AvoidanceError> {
        let number = self.number(id)?;
        let removed = self.bodies.swap_remove(number);
        if let Some(moved) = self.bodies.get(number) {
            self.places[moved.id.place as usize].body = u32::try_from(number).ok();
        }
        let place = &mut self.places[id.place as usize];
        place.body = None;
        place.generation = place.generation.wrapping_add(1);
        self.free.push(id.place);
        self.is_unordered = true;
        Ok(removed.body)
    }

    /// Returns the number of bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Returns whether there is no body.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Returns all bodies with their ids.
    #[must_use]
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = (BodyId, &Body)> {
        self.bodies.iter().map(|member| (member.id, &member.body))
    }

    /// Returns a body as it is now.
    ///
    /// # Errors
    ///
    /// [`AvoidanceError::UnknownBody`].
    pub fn body(&self, id: BodyId) -> Result<&Body, AvoidanceError> {
        Ok(&self.bodies[self.number(id)?].body)
    }

    /// Returns the position of a body.
    ///
    /// # Errors
    ///
    /// [`AvoidanceError::UnknownBody`].
    pub fn position(&self, id: BodyId) -> Result<DVec3, AvoidanceError> {
        Ok(self.body(id)?.position)
    }

    /// Sets what a body wants from now on.
    ///
    /// # Errors
    ///
    /// [`AvoidanceError::UnknownBody`], and [`AvoidanceError::Value`] for a goal that is not finite.
    pub fn set_goal(&mut self, id: BodyId, goal: MotionGoal) -> Result<(), AvoidanceError> {
        goal.check(Some(id))?;
        let number = self.number(id)?;
        self.bodies[number].body.goal = goal;
        Ok(())
    }

    /// Puts a body elsewhere, or where physics has put it.
    ///
    /// # Errors
    ///
    /// [`AvoidanceError::UnknownBody`], [`Value`](AvoidanceError::Value) and [`TooFar`](AvoidanceError::TooFar).
    pub fn put(
        &mut self,
        id: BodyId,
        position: impl Into<DVec3>,
        velocity: impl Into<DVec3>,
    ) -> Result<(), AvoidanceError> {
        let (position, velocity) = (position.into(), velocity.into());
        let number = self.number(id)?;
        let body = &mut self.bodies[number].body;
        check_place(Some(id), &body.shape, position)?;
        finite(Some(id), "velocity", velocity)?;
        (body.position, body.velocity) = (position, velocity);
        Ok(())
    }

    /// Changes the shape of a body.
    ///
    /// # Errors
    ///
    /// [`AvoidanceError::UnknownBody`], [`Value`](AvoidanceError::Value) and [`TooFar`](AvoidanceError::TooFar).
    pub fn set_shape(&mut self, id: BodyId, shape: Shape) -> Result<(), AvoidanceError> {
        let body = *self.body(id)?;
        self.replace(id, Body { shape, ..body })
    }

    /// Replaces all that a body is: its limits, its priority, its room.
    ///
    /// # Errors
    ///
    /// [`AvoidanceError::UnknownBody`], and those of [`add`](Self::add).
    pub fn replace(&mut self, id: BodyId, body: Body) -> Result<(), AvoidanceError> {
        body.check(Some(id))?;
        self.check_room(Some(id), body.room)?;
        let number = self.number(id)?;
        let member = &mut self.bodies[number];
        self.is_unordered |= member.body.key != body.key;
        member.body = body;
        Ok(())
    }

    /// Replaces the bodies of owners by what a function returns, in parallel; `None` keeps one. Returns those for which that
    /// is no body: they stay as they are.
    pub(crate) fn replace_all<T: Sync>(
        &mut self,
        owners: &[(BodyId, T)],
        body_of: impl Fn(&T) -> Option<Body> + Sync,
    ) -> Vec<BodyId> {
        let (rooms, places) = (self.rooms.len(), &self.places);
        let mut members: Vec<_> = self.bodies.iter_mut().map(Some).collect();
        let owned = owners.iter().filter_map(|(id, owner)| {
            let number = number_of(places, *id)?;
            Some((members.get_mut(number)?.take()?, owner))
        });
        let owned: Vec<_> = owned.collect();
        let others = owned.into_par_iter().with_min_len(BLOCK);
        let others = others.filter_map(|(member, owner)| {
            let body = body_of(owner)?;
            let has_room = body.room.is_none_or(|it| (it.0 as usize) < rooms);
            if body.key != member.body.key || !has_room || body.check(None).is_err() {
                return Some((member.id, body));
            }
            member.body = body;
            None
        });
        let mut others: Vec<_> = others.collect();
        others.retain(|&(id, body)| self.replace(id, body).is_err());
        others.into_iter().map(|it| it.0).collect()
    }

    /// Sets the neighbors that do not cooperate, instead of those set before.
    ///
    /// # Errors
    ///
    /// [`AvoidanceError::Value`] and [`TooFar`](AvoidanceError::TooFar); those set before stay then.
    pub fn set_characters(&mut self, characters: &[Character]) -> Result<(), AvoidanceError> {
        characters.iter().try_for_each(Character::check)?;
        self.characters.clear();
        self.characters.extend_from_slice(characters);
        Ok(())
    }

    /// Returns the time of all ticks together, in seconds.
    pub(crate) const fn seconds(&self) -> f64 {
        self.seconds
    }

    pub(crate) const fn set_seconds(&mut self, seconds: f64) {
        self.seconds = seconds;
    }

    /// Returns the bytes of memory that ticks keep: once warm, no more than before.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let memory = &self.memory;
        let scratches: usize = memory.scratches.iter().map(Scratch::bytes).sum();
        let seen = memory.seen.capacity() + memory.unsorted.capacity();
        scratches
            + seen * size_of::<NeighborState>()
            + memory.choices.capacity() * size_of::<Choice>()
            + self.events.capacity() * size_of::<Event>()
    }

    /// Moves all bodies for a time, in seconds, and returns what happened, in the order of bodies.
    ///
    /// The velocities hold for the whole time, so a longer one is as safe and less smooth: at 10 s, bodies move once,
    /// each up to half of the way between two. A time of zero moves no body and reports no events.
    ///
    /// # Errors
    ///
    /// [`AvoidanceError::Time`] for a time that is negative, infinite or not a number: no body moves.
    pub fn tick(&mut self, seconds: f64) -> Result<&[Event], AvoidanceError> {
        if !(seconds >= 0.0 && seconds.is_finite()) {
            return Err(AvoidanceError::Time { seconds });
        }
        self.events.clear();
        if seconds > 0.0 {
            self.order();
            self.look(seconds);
            self.choose(seconds);
            self.seconds += seconds;
            self.pushes(seconds);
            self.go(seconds);
            self.let_pass();
        }
        Ok(&self.events)
    }

    /// Returns the events of a body in the last tick, as long as no body was added or removed since.
    pub(crate) fn events_of(&self, id: BodyId) -> &[Event] {
        let (events, own) = (&self.events[..], self.number(id).ok());
        let number = |event: &Event| self.number(event.body()).ok();
        let first = events.partition_point(|event| number(event) < own);
        let own = |event: &&Event| event.body() == id;
        &events[first..first + events[first..].iter().take_while(own).count()]
    }

    pub(super) fn number(&self, id: BodyId) -> Result<usize, AvoidanceError> {
        number_of(&self.places, id).ok_or(AvoidanceError::UnknownBody { body: id })
    }

    /// Returns the room of a body, if it has one.
    pub(super) fn room_of(&self, body: &Body) -> Option<&FreeSpace> {
        self.rooms.get(body.room?.0 as usize)
    }

    fn check_room(
        &self,
        body: Option<BodyId>,
        room: Option<FreeSpaceId>,
    ) -> Result<(), AvoidanceError> {
        match room {
            Some(FreeSpaceId(room)) if room as usize >= self.rooms.len() => {
                Err(AvoidanceError::UnknownRoom { body, room })
            }
            _ => Ok(()),
        }
    }

    /// Numbers bodies by key, then by id.
    fn order(&mut self) {
        if !std::mem::take(&mut self.is_unordered) {
            return;
        }
        let key = |member: &Member| (member.body.key.is_none(), member.body.key, member.id);
        self.bodies.sort_by_key(key);
        for (number, member) in (0..).zip(&mut self.bodies) {
            member.order = number;
            self.places[member.id.place as usize].body = Some(number);
        }
    }

    /// Sorts what bodies see of each other by cells.
    fn look(&mut self, seconds: f64) {
        let Memory {
            grid,
            unsorted,
            seen,
            ..
        } = &mut self.memory;
        let up = self.settings.up.unit().as_dvec3();
        let bodies = self.bodies.par_iter().with_min_len(BLOCK);
        let bodies = bodies.map(|member| member.seen(seconds, up));
        bodies.collect_into_vec(unsorted);
        let first = u32::try_from(self.bodies.len()).unwrap_or(u32::MAX);
        let characters = (first..).zip(&self.characters);
        unsorted.extend(characters.map(|(order, character)| NeighborState {
            reach: BrakingBody {
                position: character.position,
                stopping: character.velocity * seconds,
                shape: character.shape,
                order,
            },
            velocity: character.velocity,
            wanted: character.velocity,
            body: None,
            rank: Rank::CHARACTER,
            is_pushed: false,
            way_out: None,
            presses: false,
        }));
        let edge = edge(unsorted);
        let placed = unsorted
            .iter()
            .map(|one| (one.reach.position, one.reach.order));
        grid.sort(edge, placed);
        seen.clear();
        seen.extend(grid.sorted().map(|number| unsorted[number]));
    }

    /// Chooses the velocities of all bodies, in parallel.
    fn choose(&mut self, seconds: f64) {
        let Memory {
            grid,
            seen,
            choices,
            scratches,
            ..
        } = &mut self.memory;
        let most = |of: fn(&NeighborState) -> f64| seen.iter().map(of).fold(0.0, f64::max);
        let tick = Tick {
            seen,
            grid,
            rooms: &self.rooms,
            settings: &self.settings,
            up: self.settings.up.unit().as_dvec3(),
            seconds,
            most_radius: most(|one| one.reach.shape.radius()),
            most_reach: most(|one| one.reach.shape.reach()),
            most_stopping: most(|one| one.reach.stopping.length()),
        };
        choices.clear();
        choices.resize(seen.len(), Choice::default());
        let blocks = seen.len().div_ceil(BLOCK);
        if scratches.len() < blocks {
            scratches.resize_with(blocks, Scratch::default);
        }
        let bodies = &self.bodies;
        let blocks = choices.par_chunks_mut(BLOCK).zip(scratches).enumerate();
        blocks.for_each(|(block, (choices, scratch))| {
            scratch.begin();
            for (place, choice) in (block * BLOCK..).zip(choices) {
                if let Some(number) = tick.seen[place].body {
                    *choice = tick.choose(place, &bodies[number as usize].body, scratch);
                }
            }
        });
    }

    /// Moves bodies as they have chosen, and collects events.
    fn go(&mut self, seconds: f64) {
        let Memory { seen, choices, .. } = &self.memory;
        let (bodies, now) = (&mut self.bodies, self.seconds);
        let first = u32::try_from(bodies.len()).unwrap_or(u32::MAX);
        for (one, choice) in seen.iter().zip(choices) {
            let Some(number) = one.body else { continue };
            let named = |place: u32| {
                let order = seen[place as usize].reach.order;
                match order.checked_sub(first) {
                    Some(character) => Neighbor::Character(character),
                    None => Neighbor::Body(bodies[order as usize].id),
                }
            };
            let (overlaps, behind) = (choice.overlaps.map(named), choice.blocked_by.map(named));
            let member = &mut bodies[number as usize];
            // What it wanted was wanted where it was.
            member.tell(choice, [overlaps, behind], [seconds, now], &mut self.events);
            member.body.velocity = choice.velocity;
            member.body.position += choice.velocity * seconds;
        }
        let order = |event: &Event| {
            let place = self.places[event.body().place as usize];
            place.body
        };
        self.events.sort_by_key(order);
    }
}

/// Returns where the body with an id stands in the list of bodies.
fn number_of(places: &[Place], id: BodyId) -> Option<usize> {
    let place = places.get(id.place as usize)?;
    let number = place.body.filter(|_| place.generation == id.generation)?;
    Some(number as usize)
}

/// Returns the edge of cells for a crowd: about twice the mean radius of a pair.
fn edge(seen: &[NeighborState]) -> f64 {
    let sum: f64 = seen.iter().map(|one| one.reach.shape.radius()).sum();
    let count = u32::try_from(seen.len()).unwrap_or(u32::MAX).max(1);
    4.0 * sum / f64::from(count)
}
