//! Targets of a tick: agents are sent where they are new, and where what they follow has moved.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_transform::components::GlobalTransform;
use voxnav::Destination;
use voxnav::glam::DVec3;
use voxnav_crowd::crowd::{CrowdAgentId, MoveTarget};

use super::NavTarget;
use crate::world::{Level, Levels, Rider};
use crate::{NavReason, NavStatus, NoPath};

/// Sends the agents of all worlds to their targets.
pub(crate) fn send_agents(
    targets: Query<Ref<NavTarget>>,
    places: Query<&GlobalTransform>,
    mut levels: Levels,
    mut commands: Commands,
) {
    levels.each(|_, level| {
        let mut groups: BTreeMap<[u32; 3], Vec<(CrowdAgentId, Entity)>> = BTreeMap::new();
        let Level {
            crowd,
            agents,
            navigator,
            ..
        } = level;
        let cell_size = navigator.lattice().longest_side();
        for (&entity, rider) in agents.iter_mut() {
            let Ok(target) = targets.get(entity) else {
                if rider.has_target {
                    let _ = crowd.stop(rider.id);
                    rider.give_up(None);
                }
                continue;
            };
            let is_new = target.is_changed() || !rider.has_target;
            match *target {
                NavTarget::Around(point) => {
                    if is_new {
                        let group = groups.entry(point.to_array().map(f32::to_bits));
                        group.or_default().push((rider.id, entity));
                        rider.set_out(Vec::new());
                    }
                    continue;
                }
                // They form up together.
                NavTarget::Formation { leader } if places.contains(leader) || !is_new => continue,
                _ => {}
            }
            let Some(wanted) = Wanted::of(&target, &places) else {
                if rider.status != NavStatus::NoPath(NavReason::Gone) {
                    let _ = crowd.stop(rider.id);
                    rider.give_up(Some(NavReason::Gone));
                    commands.trigger(NoPath {
                        entity,
                        reason: NavReason::Gone,
                    });
                }
                continue;
            };
            if !is_new && !wanted.has_moved(rider, cell_size) {
                continue;
            }
            rider.set_out(wanted.followed.clone());
            if matches!(wanted.to, MoveTarget::Velocity { .. }) {
                rider.status = NavStatus::Moving;
            }
            if crowd.send(rider.id, wanted.target(cell_size)).is_err() {
                let reason = NavReason::TargetOutside;
                let _ = crowd.stop(rider.id);
                rider.status = NavStatus::NoPath(reason);
                commands.trigger(NoPath { entity, reason });
            }
        }
        for (point, mut group) in groups {
            group.sort_unstable();
            let point = Vec3::from(point.map(f32::from_bits)).as_dvec3();
            let ids: Vec<CrowdAgentId> = group.iter().map(|it| it.0).collect();
            if crowd.send_group(navigator, &ids, point).is_ok() {
                continue;
            }
            let reason = NavReason::TargetBlocked;
            for (id, entity) in group {
                let _ = crowd.stop(id);
                if let Some(rider) = agents.get_mut(&entity) {
                    rider.status = NavStatus::NoPath(reason);
                }
                commands.trigger(NoPath { entity, reason });
            }
        }
    });
}

/// The place that an agent is to get to.
struct Wanted {
    to: MoveTarget,
    /// The positions of the entities that it follows.
    followed: Vec<DVec3>,
    /// The distance from them that is near enough.
    within: f64,
}

impl Wanted {
    /// Returns the place that a target is now; `None` if its entities are gone.
    fn of(target: &NavTarget, places: &Query<&GlobalTransform>) -> Option<Self> {
        let place = |entity: &Entity| Some(places.get(*entity).ok()?.translation().as_dvec3());
        Some(match target {
            NavTarget::Position(position) => Self::fixed(position.as_dvec3()),
            NavTarget::Around(_) | NavTarget::Formation { .. } => return None,
            NavTarget::Velocity(velocity) => Self::fixed(MoveTarget::moving(velocity.as_dvec3())),
            NavTarget::Within { center, radius } => {
                Self::fixed(Destination::within(center.as_dvec3(), f64::from(*radius)))
            }
            NavTarget::Inside { min, max } => {
                Self::fixed(Destination::inside(min.as_dvec3(), max.as_dvec3()))
            }
            NavTarget::AnyOf(positions) => Self::fixed(Destination::any_of(
                positions.iter().map(|it| it.as_dvec3()),
            )),
            NavTarget::Entity { entity, within } => {
                let (center, within) = (place(entity)?, f64::from(*within));
                Self {
                    followed: vec![center],
                    within,
                    ..Self::fixed(Destination::within(center, within))
                }
            }
            NavTarget::Nearest { entities } => {
                let followed: Vec<DVec3> = entities.iter().filter_map(place).collect();
                if followed.is_empty() {
                    return None;
                }
                let to = Destination::any_of(followed.iter().copied());
                Self {
                    followed,
                    ..Self::fixed(to)
                }
            }
        })
    }

    /// Makes a fixed place, which follows no entity.
    fn fixed(to: impl Into<MoveTarget>) -> Self {
        Self {
            to: to.into(),
            followed: Vec::new(),
            within: 0.0,
        }
    }

    /// Returns the target; a distance below a cell counts as none, since it might hold no center of a cell.
    fn target(self, cell_size: f64) -> MoveTarget {
        match (self.to, self.followed.as_slice()) {
            (MoveTarget::Destination(Destination::Within { .. }), [center])
                if self.within < cell_size =>
            {
                Destination::Position(*center).into()
            }
            (to, _) => to,
        }
    }

    /// Returns whether an entity that the agent follows has moved so far that it is worth a search.
    fn has_moved(&self, rider: &Rider, cell_size: f64) -> bool {
        if self.followed.len() != rider.sent.len() {
            return true;
        }
        let far = cell_size.max(self.within / 2.0);
        let mut pairs = self.followed.iter().zip(&rider.sent);
        pairs.any(|(now, before)| now.distance(*before) > far)
    }
}
