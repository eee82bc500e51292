//! The group of gizmos with its settings.

use bevy_color::palettes::tailwind::{
    AMBER_400, EMERALD_400, RED_500, SKY_300, SLATE_400, VIOLET_400,
};
use bevy_color::{Alpha, Color};
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_reflect::prelude::*;

/// The settings of what is drawn: a color for each kind, or `None` to leave it out. The widths of lines are those of the
/// group in Bevy's `GizmoConfigStore`.
///
/// ```
/// use bevy_voxnav_gizmos::NavGizmos;
///
/// let settings = NavGizmos { cells: None, ..NavGizmos::default() };
/// assert!(settings.paths.is_some());
/// ```
#[derive(Reflect, GizmoConfigGroup, Clone, Debug, PartialEq)]
#[reflect(Default, Debug, PartialEq)]
pub struct NavGizmos {
    /// The boxes of agents.
    pub bodies: Option<Color>,
    /// The paths of agents, with a cross at the end.
    pub paths: Option<Color>,
    /// The lines from agents to the points that they steer for.
    pub look_ahead: Option<Color>,
    /// The cells near the camera where the center of an agent cannot be, next to such where it can: those of the first
    /// agent of each world that flies.
    pub cells: Option<Color>,
    /// The distance from the camera up to which cells are drawn, in world units.
    pub cells_within: f32,
    /// The cells that a search expanded, for agents with [`NavExpanded`](crate::NavExpanded).
    pub expanded: Option<Color>,
    /// The reasons for which agents have no path: a line to the target, and the largest body that gets there, or the
    /// abilities that a ground agent lacks.
    pub obstructions: Option<Color>,
}

impl Default for NavGizmos {
    fn default() -> Self {
        Self {
            bodies: Some(SKY_300.into()),
            paths: Some(EMERALD_400.into()),
            look_ahead: Some(AMBER_400.into()),
            cells: Some(Color::from(SLATE_400).with_alpha(0.4)),
            cells_within: 5.0,
            expanded: Some(Color::from(VIOLET_400).with_alpha(0.5)),
            obstructions: Some(RED_500.into()),
        }
    }
}
