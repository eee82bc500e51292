//! The schedule in which the systems of a plugin run.

/// Makes a plugin of a struct with a `schedule`: for `FixedUpdate`, or another. One for a component of the game has the
/// component as a parameter, and holds nothing of it in its `source`.
macro_rules! in_schedule {
    ($plugin:ident $(<$source:ident>)?) => {
        impl $(<$source>)? $plugin $(<$source>)? {
            /// Makes the plugin for a schedule: that of [`VoxnavPlugin`](crate::VoxnavPlugin), where it is another one.
            #[must_use]
            pub fn new(schedule: impl bevy_ecs::schedule::ScheduleLabel) -> Self {
                Self {
                    schedule: schedule.intern(),
                    $(source: std::marker::PhantomData::<fn() -> $source>,)?
                }
            }
        }

        impl $(<$source>)? Default for $plugin $(<$source>)? {
            fn default() -> Self {
                Self::new(bevy_app::FixedUpdate)
            }
        }

        impl $(<$source>)? std::fmt::Debug for $plugin $(<$source>)? {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut plugin = formatter.debug_tuple(stringify!($plugin));
                plugin.field(&self.schedule).finish()
            }
        }
    };
}
pub(crate) use in_schedule;
