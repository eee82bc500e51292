//! Questions about places and trajectories of agents; they and their answers are dictionaries.

use godot::prelude::*;
use serde_json::Value;
use voxnav::glam::DVec3;
use voxnav::spatial::places::{Place, PlaceQuery};

use super::agent::VoxnavAgent3D;
use super::{position, vector};
use crate::level::{LevelError, read};
use crate::places::{AnyPlaceSearch, PlaceAnswer};

/// The depth of dictionaries in each other past which a script has put one into itself.
const DEEPEST: u32 = 16;

#[godot_api(secondary)]
impl VoxnavAgent3D {
    /// Finds the best places for the agent where it is, from the second physics frame on. The query has the form of
    /// `docs/book/places.md`, with a `Vector3` for each position. The answer has `positions`, best first, to which the agent
    /// may be sent; their `scores`; their `ways`, the costs of the cheapest ways there; and `is_complete`, false where the
    /// limit of the query ended the search. It is empty where the query is refused.
    #[func]
    fn find_places(&mut self, query: AnyDictionary) -> VarDictionary {
        self.find(|| read(plain(&query.to_variant(), DEEPEST)))
    }

    /// Finds the nearest place that none of some eyes sees, at most so far away by way.
    #[func]
    fn hide_from(&mut self, eyes: PackedVector3Array, within: f64) -> VarDictionary {
        self.find(|| Ok(PlaceQuery::hide_from(positions(&eyes), within)))
    }

    /// Finds the nearest place that one of some targets sees, at most so far away by way.
    #[func]
    fn see(&mut self, targets: PackedVector3Array, within: f64) -> VarDictionary {
        self.find(|| Ok(PlaceQuery::see(positions(&targets), within)))
    }

    /// Finds a place to lie in wait, at most so far away by way: hidden from a target, in sight of some position that it
    /// will pass, and as near to one of these as can be.
    #[func]
    fn ambush(
        &mut self,
        target: Vector3,
        passed: PackedVector3Array,
        within: f64,
    ) -> VarDictionary {
        self.find(|| {
            let (target, passed) = (position(target), positions(&passed));
            Ok(PlaceQuery::ambush(target, passed, within))
        })
    }

    /// Finds the place to flee to from dangers, where the agent could be: of those that it gets to before any of them, the
    /// one that they get to last. Places from three quarters of a length on are preferred; `is_dead_end` says that there are
    /// only nearer ones. The answer is as that of `find_places`, without positions where the dangers are there already.
    #[func]
    fn flee_from(&mut self, dangers: PackedVector3Array, length: f64) -> VarDictionary {
        let dangers = self.all_to_feet(&dangers);
        let found =
            self.ask_of(|level, id| AnyPlaceSearch::escape(level, id, dangers, length)?.finish());
        self.told(found)
    }

    /// Begins a search for places that is done a little at a time, in the world as it is now and instead of any before. The
    /// query is that of `find_places`. Returns false where it is refused.
    #[func]
    fn begin_places(&mut self, query: AnyDictionary) -> bool {
        self.sought = self.ask_of(|level, id| {
            let query = read(plain(&query.to_variant(), DEEPEST))?;
            AnyPlaceSearch::places(level, id, &query)
        });
        self.sought.is_some()
    }

    /// Begins a search for the place to flee to, as `begin_places` does, for the dangers and the length of `flee_from`.
    #[func]
    fn begin_escape(&mut self, dangers: PackedVector3Array, length: f64) -> bool {
        let dangers = self.all_to_feet(&dangers);
        self.sought = self.ask_of(|level, id| AnyPlaceSearch::escape(level, id, dangers, length));
        self.sought.is_some()
    }

    /// Searches on for at most so much work: cells that are listed, expanded or judged, and rays. Returns the answer of
    /// `find_places` or `flee_from` once there is one, and an empty dictionary before, or where no search was begun.
    #[func]
    fn step_places(&mut self, work: u32) -> VarDictionary {
        let Some(mut sought) = self.sought.take() else {
            return VarDictionary::new();
        };
        let found = self.ask_of(|_, _| sought.step(work.into()));
        if matches!(found, Some(None)) {
            self.sought = Some(sought);
        }
        self.told(found.flatten())
    }

    /// Finds at most so many places for agents such as this one around a target, where it could be, by which the ways out of
    /// the target are held: where they lead first farther than a radius from it.
    #[func]
    fn surround(&mut self, target: Vector3, radius: f64, count: u32) -> PackedVector3Array {
        let target = self.to_feet(target);
        let held = self.ask_of(|level, id| {
            let (view, _) = level.view(id)?;
            Ok(view.surround(target, radius, count as usize)?)
        });
        let held = held.map(|held| held.positions).unwrap_or_default();
        held.into_iter().map(|at| self.over_feet(at)).collect()
    }

    /// Returns where the agent would be on the rest of its route after each step of so many seconds, within limits of its
    /// motion: `speed`, and if given `acceleration`, `braking`, `lateral`, `jerk`, `turn_rate`, `climb_rate`,
    /// `turning_radius`, `wall_distance`, `wall_speed`, `gravity`, `start_speed` and `end_speed`. The answer has the
    /// `duration` in seconds, the `length`, `positions` and `velocities`; it is empty without a route.
    #[func]
    fn trajectory(&mut self, limits: AnyDictionary, step: f64) -> VarDictionary {
        let asked = self.ask_of(|level, id| {
            let limits = read(plain(&limits.to_variant(), DEEPEST))?;
            let Some(timed) = level.trajectory(id, &limits)? else {
                return Ok(None);
            };
            let states: Vec<_> = timed.states(step)?.collect();
            Ok(Some((timed, states)))
        });
        let Some((timed, states)) = asked.flatten() else {
            return VarDictionary::new();
        };
        let positions = states.iter().map(|it| self.over_feet(it.position));
        let velocities = states.iter().map(|it| vector(it.velocity));
        vdict! {
            "duration" => timed.duration(),
            "length" => timed.length(),
            "positions" => &positions.collect::<PackedVector3Array>(),
            "velocities" => &velocities.collect::<PackedVector3Array>(),
        }
    }
}

impl VoxnavAgent3D {
    fn find(&mut self, query: impl FnOnce() -> Result<PlaceQuery, LevelError>) -> VarDictionary {
        let found = self.ask_of(|level, id| AnyPlaceSearch::places(level, id, &query()?)?.finish());
        self.told(found)
    }

    fn all_to_feet(&self, all: &PackedVector3Array) -> Vec<DVec3> {
        all.as_slice().iter().map(|at| self.to_feet(*at)).collect()
    }

    /// Returns an answer for scripts; an empty one for none.
    fn told(&self, found: Option<PlaceAnswer>) -> VarDictionary {
        match found {
            None => VarDictionary::new(),
            Some(PlaceAnswer::Places(found)) => {
                let mut answer = self.answer(&found.best);
                answer.set("is_complete", found.is_complete);
                answer
            }
            Some(PlaceAnswer::Escape(escape)) => {
                let is_dead_end = escape.as_ref().is_some_and(|escape| escape.is_dead_end);
                let place = escape.map(|escape| escape.place);
                let mut answer = self.answer(place.as_slice());
                answer.set("is_dead_end", is_dead_end);
                answer
            }
        }
    }

    fn answer(&self, places: &[Place]) -> VarDictionary {
        let positions = places.iter().map(|it| self.over_feet(it.position));
        let scores = places.iter().map(|it| it.score);
        let ways = places.iter().map(|it| it.way.unwrap_or(f64::NAN));
        vdict! {
            "positions" => &positions.collect::<PackedVector3Array>(),
            "scores" => &scores.collect::<PackedFloat64Array>(),
            "ways" => &ways.collect::<PackedFloat64Array>(),
        }
    }
}

fn positions(all: &PackedVector3Array) -> impl Iterator<Item = DVec3> {
    all.as_slice().iter().copied().map(position)
}

/// Returns a value of a script as plain data: a position is three numbers. What is none is `null`.
fn plain(value: &Variant, deepest: u32) -> Value {
    let of = |at: Vector3| Value::from(position(at).to_array().to_vec());
    let below = |value: &Variant| match deepest {
        0 => Value::Null,
        _ => plain(value, deepest - 1),
    };
    let known = match value.get_type() {
        VariantType::BOOL => value.try_to().map(Value::Bool),
        VariantType::INT => value.try_to::<i64>().map(Value::from),
        VariantType::FLOAT => value.try_to::<f64>().map(Value::from),
        VariantType::STRING | VariantType::STRING_NAME => Ok(value.stringify().to_string().into()),
        VariantType::VECTOR3 => value.try_to().map(of),
        VariantType::PACKED_VECTOR3_ARRAY => value
            .try_to::<PackedVector3Array>()
            .map(|all| all.as_slice().iter().copied().map(of).collect()),
        VariantType::ARRAY => value
            .try_to::<AnyArray>()
            .map(|all| all.iter_shared().map(|it| below(&it)).collect()),
        VariantType::DICTIONARY => value.try_to::<AnyDictionary>().map(|all| {
            let entries = all.iter_shared();
            let named = entries.map(|(name, it)| (name.stringify().to_string(), below(&it)));
            named.collect()
        }),
        _ => Ok(Value::Null),
    };
    known.unwrap_or(Value::Null)
}
