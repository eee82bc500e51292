//! Errors of the demonstration.

use std::io;

use voxnav::NavigatorError;
use voxnav::glam::IVec3;
use voxnav::search::PathError;
use voxnav_crowd::crowd::CrowdError;
use voxnav_view::ViewError;
use voxnav_worlds::WorldError;

/// Error of the demonstration.
///
/// ```
/// let error = voxnav_demo::DemoError::from(std::io::Error::other("the disk is full"));
/// assert_eq!(error.to_string(), "the disk is full");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DemoError {
    /// The output cannot be written to.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The world cannot be generated.
    #[error(transparent)]
    World(#[from] WorldError),
    /// The navigator refuses the world or an agent.
    #[error(transparent)]
    Navigator(#[from] NavigatorError),
    /// The crowd refuses an agent.
    #[error(transparent)]
    Crowd(#[from] CrowdError),
    /// The page cannot show the world.
    #[error(transparent)]
    View(#[from] ViewError),
    /// A path breaks a rule.
    #[error("the path is invalid: {0}")]
    Path(#[from] PathError),
    /// Two algorithms give paths of different costs.
    #[error("two algorithms disagree about the path from {start} to {goal}")]
    Disagreement {
        /// The start of the paths.
        start: IVec3,
        /// The goal of the paths.
        goal: IVec3,
    },
}
