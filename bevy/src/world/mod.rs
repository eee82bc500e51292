//! Worlds: the region that agents move in, and their settings.

mod level;
mod load;
mod settle;

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;

use crate::NavKeepAway;

pub use level::NavState;
pub(crate) use level::{Level, PlacedObstacle, Rider};
pub(crate) use load::{CommonWorld, Levels, Touched, load_worlds, tell_of_changes, touch};
pub(crate) use settle::Residents;

/// A world of obstacles and agents: a region in cells.
///
/// Spawn one entity with it. Obstacles, agents and links are in the world that was spawned first, unless they have an
/// [`InNavWorld`]. To change the component is to load the world again: agents keep their targets.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[require(NavSettings, NavState)]
#[reflect(Component, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavWorld {
    /// The corner with the smallest coordinates: the faces of the first cells are there, and so is the floor, which
    /// bears walking agents.
    pub min: Vec3,
    /// The corner with the largest coordinates, y up.
    pub max: Vec3,
    /// The side of a cell, in world units: half of the narrowest gap that matters.
    pub cell_size: f32,
    /// The height of a cell, in world units, where it is lower than wide: a third of a step or less, for ground with curbs,
    /// slabs and ramps. Flying agents cannot keep away from walls among such cells.
    pub cell_height: Option<f32>,
    /// The state of cells that no chunk of voxels sets.
    pub unloaded: NavUnloaded,
}

/// The state of cells that no chunk of voxels sets.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum NavUnloaded {
    /// Free cells: for worlds of obstacles.
    #[default]
    Free,
    /// Unknown cells: for worlds of chunks that load and unload.
    Unknown,
}

impl NavWorld {
    /// Makes a world between two corners.
    #[must_use]
    pub const fn new(min: Vec3, max: Vec3, cell_size: f32) -> Self {
        Self {
            min,
            max,
            cell_size,
            cell_height: None,
            unloaded: NavUnloaded::Free,
        }
    }

    /// Makes cells lower than they are wide.
    #[must_use]
    pub const fn cell_height(self, height: f32) -> Self {
        Self {
            cell_height: Some(height),
            ..self
        }
    }

    /// Sets the state of cells that no chunk of voxels sets.
    #[must_use]
    pub const fn unloaded(self, unloaded: NavUnloaded) -> Self {
        Self { unloaded, ..self }
    }
}

/// The world that an obstacle, an agent or a link is in, if it is not the one that was spawned first.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct InNavWorld(
    /// The entity of the world.
    #[entities]
    pub Entity,
);

/// The settings of the agents of a world, on the entity of its [`NavWorld`]. A change loads the world again.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component, Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NavSettings {
    /// The work of planning in one tick for all agents together, in units of some 0.4 microseconds: see
    /// [`voxnav_crowd::crowd::PlanningStats`]. It is counted and not timed, so equal runs are equal.
    pub budget: u64,
    /// The most searches that begin in one tick.
    pub searches: u32,
    /// The time after which no other agent plans in a tick, in milliseconds: an agent that plans already ends what the
    /// [`budget`](Self::budget) lets it begin. `None`, as by default, for no limit. With a limit equal runs are not equal:
    /// what is planned when depends on the machine and on what else it does.
    pub milliseconds: Option<f32>,
    /// The factor of the shortest length that a route may have, at least 1.
    pub max_suboptimality: f32,
    /// True to send agents off on first paths, which get better while they go, up to [`max_suboptimality`](Self::max_suboptimality): in large
    /// worlds of caves, rooms and mazes many are under way at once that would wait for exact searches. See
    /// [`CrowdSettings::anytime`](voxnav_crowd::crowd::CrowdSettings::anytime).
    pub anytime: bool,
    /// The rule for diagonal moves of flying agents.
    pub corners: NavCorners,
    /// The shape of routes.
    pub smoothing: NavSmoothing,
    /// The room that flying agents keep from what blocks them, unless they have [one of their own](crate::NavAgent::keep_away).
    pub keep_away: Option<NavKeepAway>,
    /// The distance ahead at which agents steer for points of their way, in cells.
    pub look_ahead: f32,
    /// The distance that an agent may be off its way, in cells, before it is given another.
    pub max_deviation: f32,
    /// The least number of ticks between two searches of an agent for something better than a free route.
    pub min_replan_interval: u32,
    /// The most ticks for which an agent without a way waits until it asks again.
    pub max_retry_interval: u32,
    /// The treatment of targets that cannot be reached.
    pub unreachable: NavUnreachable,
    /// The thread that plans.
    pub thread: NavThread,
}

/// The thread that plans and moves the agents of a world. Equal runs are equal with either.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum NavThread {
    /// The one of the system: what agents do in a tick is seen in that tick.
    #[default]
    System,
    /// A task of `bevy_tasks`, between two ticks: what agents do is seen in the next tick, which waits for the task if it
    /// must. [`NavState`] has no navigator meanwhile.
    Task,
}

/// The shape of routes.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum NavSmoothing {
    /// Straight lines between points that see each other, with rounded corners.
    #[default]
    Rounded,
    /// Straight lines between points that see each other.
    Straight,
    /// Lines from cell to cell.
    Cells,
}

/// The treatment of targets that cannot be reached.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum NavUnreachable {
    /// The agent stays, and has [no path](crate::NoPath).
    #[default]
    Stay,
    /// The agent goes as near as it can: its route is [partial](crate::PathPartial).
    GoNear,
}

/// The rule for diagonal moves of flying agents.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub enum NavCorners {
    /// All cells that a move spans must be free.
    #[default]
    Strict,
    /// One of the two cells adjacent to a diagonal must be free.
    OneSide,
    /// The cell that the move ends in must be free, and no other: agents may pass through obstacles at corners.
    Lenient,
}

impl Default for NavSettings {
    fn default() -> Self {
        Self {
            budget: 4_000,
            searches: u32::MAX,
            milliseconds: None,
            max_suboptimality: 1.1,
            anytime: false,
            corners: NavCorners::Strict,
            smoothing: NavSmoothing::Rounded,
            keep_away: None,
            look_ahead: 4.0,
            max_deviation: 4.0,
            min_replan_interval: 30,
            max_retry_interval: 64,
            unreachable: NavUnreachable::Stay,
            thread: NavThread::System,
        }
    }
}
