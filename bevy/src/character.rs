//! Characters: what moves by itself and does not make way, such as a player.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;
use bevy_time::Time;
use bevy_transform::components::{GlobalTransform, Transform};
use voxnav_crowd::avoidance::{Character, Shape};

use crate::InNavWorld;
use crate::fault::{Faults, Kind};
use crate::world::Levels;

/// A body that moves by itself and that agents make way for: a player, a vehicle, an agent of another plugin. Its velocity
/// is that of its global transform in the last tick. Agents plan no routes around it: what stands for long is a
/// [`NavObstacle`](crate::NavObstacle).
///
/// ```
/// use bevy_voxnav::NavCharacter;
///
/// let (bird, player) = (NavCharacter::flying(0.4), NavCharacter::walking(0.4, 1.8));
/// assert!(bird.height.is_none() && player.height == Some(1.8));
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[require(Transform)]
#[reflect(Component, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavCharacter {
    /// The radius, in world units, above zero.
    pub radius: f32,
    /// The height of an upright cylinder whose transform is at its feet; `None` for a ball around its transform.
    pub height: Option<f32>,
}

impl NavCharacter {
    /// Makes a ball of a radius.
    #[must_use]
    pub const fn flying(radius: f32) -> Self {
        let height = None;
        Self { radius, height }
    }

    /// Makes an upright cylinder of a radius and a height.
    #[must_use]
    pub const fn walking(radius: f32, height: f32) -> Self {
        let height = Some(height);
        Self { radius, height }
    }

    fn shape(&self) -> Shape {
        let radius = f64::from(self.radius);
        match self.height {
            None => Shape::Ball { radius },
            Some(height) => Shape::Disc {
                radius,
                height: f64::from(height),
            },
        }
    }
}

/// Tells the crowds of all worlds where characters are, and how fast they go.
pub(crate) fn see_characters(
    characters: Query<(Entity, &NavCharacter, &GlobalTransform, Option<&InNavWorld>)>,
    mut before: Local<BTreeMap<Entity, Vec3>>,
    time: Res<Time>,
    mut levels: Levels,
    mut faults: Faults,
) {
    let seconds = time.delta_secs();
    let last = std::mem::take(&mut *before);
    let mut seen: BTreeMap<Entity, Vec<(Entity, Character)>> = BTreeMap::new();
    for (entity, character, transform, of) in &characters {
        let place = transform.translation();
        before.insert(entity, place);
        let moved = last.get(&entity).map_or(Vec3::ZERO, |last| place - *last);
        let velocity = if seconds > 0.0 {
            moved / seconds
        } else {
            Vec3::ZERO
        };
        if let Some(world) = levels.find(of) {
            let character =
                Character::new(character.shape(), place.as_dvec3(), velocity.as_dvec3());
            seen.entry(world).or_default().push((entity, character));
        }
    }
    levels.each(|world, level| {
        let mut seen = seen.remove(&world).unwrap_or_default();
        seen.sort_by_key(|it| it.0.index_u32());
        let characters: Vec<Character> = seen.iter().map(|it| it.1).collect();
        let set = level.crowd.set_characters(&characters);
        if set.is_ok() {
            level.characters = seen.into_iter().map(|it| it.0).collect();
        }
        faults.set(Kind::Character, world, set.err().map(Into::into));
    });
}
