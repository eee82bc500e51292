//! Links of a tick: those that are new, changed, moved or gone, in the order of their entities.

use bevy_ecs::prelude::*;
use bevy_transform::components::GlobalTransform;
use voxnav::ground::{LinkDirection, LinkState, WorldLink};

use super::{NavLink, NavLinkDirection};
use crate::agent::cost;
use crate::fault::Kind;
use crate::world::{Level, Residents};
use crate::{InNavWorld, NavError};

type Changes = Or<(
    Changed<NavLink>,
    Changed<GlobalTransform>,
    Changed<InNavWorld>,
)>;

/// Brings the links of all worlds up to date.
pub(crate) fn join_links(
    changed: Query<Entity, (With<NavLink>, Changes)>,
    everything: Query<Entity, With<NavLink>>,
    links: Query<(&NavLink, &GlobalTransform, Option<&InNavWorld>)>,
    mut residents: Residents,
) {
    let parts = |entity| {
        let (link, transform, of) = links.get(entity).ok()?;
        Some(((link, transform), of))
    };
    let remove = |level: &mut Level, entity| {
        level.remove_link(entity);
        level.labels.retain(|_, it| *it != entity);
    };
    let concerned = residents.concerned(&changed, &everything);
    residents.settle(Kind::Link, concerned, parts, remove, join);
}

/// Puts one link instead of the one before.
fn join(
    level: &mut Level,
    entity: Entity,
    &(link, transform): &(&NavLink, &GlobalTransform),
) -> Result<(), NavError> {
    let ends = [link.from, link.to].map(|end| transform.transform_point(end).as_dvec3());
    let link = WorldLink {
        ways: match link.ways {
            NavLinkDirection::One => LinkDirection::One,
            NavLinkDirection::Both => LinkDirection::Both,
        },
        cost: cost(link.cost),
        label: entity_label(level, entity),
        groups: link.groups,
        state: if link.is_open {
            LinkState::Open
        } else {
            LinkState::Closed
        },
        ..WorldLink::new(ends[0], ends[1])
    };
    if let Some((id, before)) = level.links.get_mut(&entity)
        && *before != link
        && (WorldLink {
            state: link.state,
            ..*before
        }) == link
        && level.navigator.set_link_state(*id, link.state).is_ok()
    {
        *before = link;
        level.edits += 1;
        return Ok(());
    }
    if level.links.get(&entity).is_some_and(|it| it.1 == link) {
        return Ok(());
    }
    level.remove_link(entity);
    let id = level.navigator.insert_link(link)?;
    level.links.insert(entity, (id, link));
    level.edits += 1;
    Ok(())
}

/// Returns the label by which legs name a link: a number of its own for each entity.
fn entity_label(level: &mut Level, entity: Entity) -> u32 {
    let next = u32::try_from(level.labels.len()).unwrap_or(u32::MAX);
    let known = level.labels.iter().find(|it| *it.1 == entity);
    if let Some((label, _)) = known {
        return *label;
    }
    let label = level
        .labels
        .keys()
        .next_back()
        .map_or(next, |last| last.saturating_add(1));
    level.labels.insert(label, entity);
    label
}
