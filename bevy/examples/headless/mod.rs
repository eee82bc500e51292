//! Plugins of a Bevy app without a window, in which time goes by as fast as the machine can.

use bevy_app::{App, Plugin};
use bevy_app::{PluginGroup, PluginGroupBuilder, ScheduleRunnerPlugin, TaskPoolPlugin};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};

/// The plugins of the examples, instead of Bevy's `MinimalPlugins`: each frame is a tick of `FixedUpdate`.
#[derive(Debug)]
pub(crate) struct MinimalPlugins;

impl PluginGroup for MinimalPlugins {
    fn build(self) -> PluginGroupBuilder {
        PluginGroupBuilder::start::<Self>()
            .add(TaskPoolPlugin::default())
            .add(TimePlugin)
            .add(ScheduleRunnerPlugin::default())
            .add(Ticks)
    }
}

/// Has each frame take the time of a tick.
struct Ticks;

impl Plugin for Ticks {
    fn build(&self, app: &mut App) {
        let step = Time::<Fixed>::default().timestep();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
    }
}
