//! Measurements of the plugin, among the diagnostics of Bevy.

use bevy_app::{App, Plugin};
use bevy_diagnostic::{Diagnostic, DiagnosticPath, Diagnostics, RegisterDiagnostic};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;
use bevy_platform::time::Instant;

use voxnav_crowd::crowd::Crowd;

use crate::schedule::in_schedule;
use crate::{NavState, NavStatus, NavSystems};

/// Measures the plugin in every tick: the time of its systems, the work of planning, and how many agents have no path by
/// now.
#[derive(Clone, Copy)]
pub struct NavDiagnosticsPlugin {
    schedule: InternedScheduleLabel,
}

impl NavDiagnosticsPlugin {
    /// The path of the time of all systems of the plugin in a tick, in milliseconds.
    pub const TIME: DiagnosticPath = DiagnosticPath::const_new("voxnav/time");
    /// The path of the work of planning in a tick, in units of [`voxnav_crowd::crowd::PlanningStats`]. Not measured while a task
    /// plans.
    pub const WORK: DiagnosticPath = DiagnosticPath::const_new("voxnav/work");
    /// The path of the number of searches that began in a tick.
    pub const QUERIES: DiagnosticPath = DiagnosticPath::const_new("voxnav/queries");
    /// The path of the number of agents that have a target and no path to it.
    pub const WAITING: DiagnosticPath = DiagnosticPath::const_new("voxnav/waiting");
}

in_schedule!(NavDiagnosticsPlugin);

/// The moment at which the systems of a tick began.
#[derive(Resource)]
struct Began(Instant);

impl Plugin for NavDiagnosticsPlugin {
    fn build(&self, app: &mut App) {
        app.register_diagnostic(Diagnostic::new(Self::TIME).with_suffix(" ms"))
            .register_diagnostic(Diagnostic::new(Self::WORK))
            .register_diagnostic(Diagnostic::new(Self::QUERIES))
            .register_diagnostic(Diagnostic::new(Self::WAITING))
            .insert_resource(Began(Instant::now()))
            .add_systems(self.schedule, begin.before(NavSystems::Transforms))
            .add_systems(self.schedule, measure.after(NavSystems::Steer));
    }
}

fn begin(mut began: ResMut<Began>) {
    began.0 = Instant::now();
}

#[expect(clippy::cast_precision_loss, reason = "measurements of a tick")]
fn measure(
    began: Res<Began>,
    worlds: Query<&NavState>,
    statuses: Query<&NavStatus>,
    mut diagnostics: Diagnostics,
) {
    let time = began.0.elapsed().as_secs_f64() * 1000.0;
    diagnostics.add_measurement(&NavDiagnosticsPlugin::TIME, || time);
    let works = || worlds.iter().filter_map(NavState::crowd).map(Crowd::work);
    let work = || works().map(|work| work.total()).sum::<u64>() as f64;
    diagnostics.add_measurement(&NavDiagnosticsPlugin::WORK, work);
    let queries = || works().map(|work| work.begun).sum::<u64>() as f64;
    diagnostics.add_measurement(&NavDiagnosticsPlugin::QUERIES, queries);
    let is_waiting = |status: &&NavStatus| {
        matches!(
            status,
            NavStatus::Planning | NavStatus::Waiting | NavStatus::NoPath(_)
        )
    };
    let waiting = || statuses.iter().filter(is_waiting).count() as f64;
    diagnostics.add_measurement(&NavDiagnosticsPlugin::WAITING, waiting);
}
