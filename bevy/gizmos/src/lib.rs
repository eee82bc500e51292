#![doc = include_str!("../README.md")]

mod ask;
mod config;
mod draw;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_gizmos::AppGizmoBuilder;

pub use ask::{NavExpanded, NavObstruction};
pub use config::NavGizmos;

/// Draws what [`bevy_voxnav`] does, as its [`NavGizmos`] say. Bevy's own plugin for gizmos has to be there too.
///
/// ```no_run
/// use bevy_app::App;
/// use bevy_voxnav::VoxnavPlugin;
/// use bevy_voxnav_gizmos::NavGizmosPlugin;
///
/// App::new().add_plugins((VoxnavPlugin::default(), NavGizmosPlugin));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NavGizmosPlugin;

/// The systems of the plugin, in `PostUpdate`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NavGizmosSystems {
    /// Asks again what searches expand, where paths have changed.
    Ask,
    /// Draws.
    Draw,
}

impl Plugin for NavGizmosPlugin {
    fn build(&self, app: &mut App) {
        let draw = (
            draw::bodies,
            draw::paths,
            draw::look_ahead,
            draw::cells,
            draw::expanded,
            draw::obstructions,
        );
        app.init_gizmo_group::<NavGizmos>()
            .register_type::<NavExpanded>()
            .register_type::<NavObstruction>()
            .add_observer(ask::why)
            .add_observer(ask::forget)
            .configure_sets(
                PostUpdate,
                (NavGizmosSystems::Ask, NavGizmosSystems::Draw).chain(),
            )
            .add_systems(PostUpdate, ask::expand.in_set(NavGizmosSystems::Ask))
            .add_systems(PostUpdate, draw.in_set(NavGizmosSystems::Draw));
    }
}
