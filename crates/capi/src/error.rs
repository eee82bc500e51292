//! Statuses, errors with their messages, and the last one of each thread.

use std::cell::RefCell;
use std::ffi::{CStr, CString};

use voxnav::colliders::{BoxError, ObstacleError};
use voxnav::fields::FieldError;
use voxnav::following::SmoothPathError;
use voxnav::grid::store::StoredNavigatorError;
use voxnav::grid::{LatticeError, OccupancyError};
use voxnav::ground::MaterialError;
use voxnav::guidance::TrajectoryError;
use voxnav::search::{CostError, WeightError};
use voxnav::smoothing::SmoothingError;
use voxnav::spatial::NearestError;
use voxnav::spatial::places::PlaceError;
use voxnav::specs::SpecError;
use voxnav::{NavigatorError, RouteError};
use voxnav_crowd::crowd::{CrowdError, SavedError};
use voxnav_crowd::mapf::JointPlanError;
use voxnav_crowd::specs::CrowdSpecError;

/// The answer of every function: an outcome from 0 on, an error below 0. Of an error `voxnav_last_error` has a message.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavStatus {
    /// The call did what it says.
    Ok = 0,
    /// The answer is that there is nothing: no hit, no place, no route.
    Nothing = 1,
    /// The search goes on: call again.
    Pending = 2,
    /// The list is longer than the buffer; as much as there is room for was written.
    CutShort = 3,

    /// The route leads all the way.
    Found = 10,
    /// The goal cannot be reached, which is proved.
    Unreachable = 11,
    /// A limit ended the search; the route leads to the best cell reached.
    LimitReached = 12,
    /// The search was cancelled; the route leads to the best cell reached.
    Cancelled = 13,
    /// The route leads to the boundary of known space.
    StoppedAtUnknown = 14,
    /// The route leads to the best place that can be reached.
    Partial = 15,
    /// The start lies outside the bounds.
    StartOutside = 16,
    /// The goal lies outside the bounds.
    GoalOutside = 17,
    /// The agent cannot be at the start.
    StartBlocked = 18,
    /// The agent cannot be at the goal.
    GoalBlocked = 19,

    /// The route is as it was.
    Kept = 20,
    /// The route is another: the old one with a short detour, or on to where the goal moved.
    Repaired = 21,
    /// The route is another, found by a search.
    Replanned = 22,
    /// The route is another that is cheaper.
    Shorter = 23,
    /// The route is not free, or there is none, and no other is known yet.
    Blocked = 24,

    /// The agent can go straight to the target.
    Toward = 30,
    /// The way ahead is blocked: the agent needs another route.
    WayBlocked = 31,
    /// No point of the path is in sight: the agent needs another route.
    OutOfSight = 32,

    /// An agent is where the obstacle would be, which stays where it is.
    InTheWay = 40,

    /// The handle is null.
    ErrorNullHandle = -1,
    /// The handle was freed.
    ErrorStaleHandle = -2,
    /// The handle is of another type, or none that was given out.
    ErrorWrongHandle = -3,
    /// A call panicked while it used the handle, which can only be freed.
    ErrorPoisoned = -4,
    /// A pointer is null, or not aligned.
    ErrorPointer = -5,
    /// The size in a struct is none of a version of it, or a field that this library does not know is not zero.
    ErrorStructSize = -6,
    /// A number names no value of its enum, or another argument is out of range.
    ErrorArgument = -7,
    /// The library panicked, which is a bug of it. The handles that the call used are poisoned.
    ErrorPanic = -8,
    /// A callback called the function.
    ErrorInCallback = -9,
    /// A callback answered with an error.
    ErrorCallback = -10,
    /// A position is not finite, or too far away for any cell.
    ErrorPosition = -11,
    /// An obstacle is refused: its shape, placement or material.
    ErrorObstacle = -12,
    /// An agent is refused: its size or its abilities.
    ErrorAgent = -13,
    /// Bounds or boxes of cells are refused.
    ErrorBounds = -14,
    /// A material is refused.
    ErrorMaterial = -15,
    /// A link is refused.
    ErrorLink = -16,
    /// No obstacle, material, link or path has the id.
    ErrorUnknownId = -17,
    /// Options are refused: a length, a weight or a tolerance.
    ErrorOptions = -18,
    /// A smooth path is refused, for one whose start has no clear way to it.
    ErrorPath = -19,
    /// A field is refused, or a query for places, for one that has a goal, a start or a danger at which the agent cannot be.
    ErrorField = -20,
    /// A file cannot be read or written, or is malformed.
    ErrorFile = -21,
    /// More than memory or ids can hold.
    ErrorTooMuch = -22,
    /// A text is not UTF-8.
    ErrorText = -23,
    /// The function is for agents that move another way, or for views of another kind.
    ErrorUnsupported = -24,
    /// An agent of a crowd does not fit where it should be added, or one of a joint plan where it starts or ends; or an
    /// agent is not where its joint plan begins.
    ErrorNoRoom = -25,
}

/// An error on its way to the caller.
#[derive(Debug)]
pub struct Refusal {
    /// The status that the function returns.
    pub status: VoxnavStatus,
    message: String,
}

impl Refusal {
    pub(crate) fn new(status: VoxnavStatus, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { status, message }
    }

    pub(crate) fn null_pointer(name: &'static str) -> Self {
        let message = format!("`{name}` is a null pointer");
        Self::new(VoxnavStatus::ErrorPointer, message)
    }

    pub(crate) fn misaligned(name: &'static str) -> Self {
        let message = format!("`{name}` is not aligned");
        Self::new(VoxnavStatus::ErrorPointer, message)
    }

    pub(crate) fn too_much(name: &'static str) -> Self {
        let message = format!("`{name}` is longer than memory can be");
        Self::new(VoxnavStatus::ErrorTooMuch, message)
    }

    pub(crate) fn size(name: &'static str, size: usize, first: usize) -> Self {
        let message =
            format!("`{name}` says that its size is {size}; set it to sizeof, at least {first}");
        Self::new(VoxnavStatus::ErrorStructSize, message)
    }

    pub(crate) fn unknown_fields(name: &'static str) -> Self {
        let message = format!("`{name}` has fields that this version of the library does not know");
        Self::new(VoxnavStatus::ErrorStructSize, message)
    }

    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new(VoxnavStatus::ErrorArgument, message)
    }

    pub(crate) fn unsupported(message: impl Into<String>) -> Self {
        Self::new(VoxnavStatus::ErrorUnsupported, message)
    }

    /// Keeps the message for the thread, and returns the status.
    pub(crate) fn told(self) -> VoxnavStatus {
        let message = self.message.replace('\0', "\u{fffd}");
        let message = CString::new(message).unwrap_or_default();
        // A thread that is ending has no last error any more.
        let _ = LAST.try_with(|last| *last.borrow_mut() = message);
        self.status
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Uses the message of the last error of the thread.
pub(crate) fn with_last<R>(used: impl FnOnce(&CStr) -> R) -> Option<R> {
    LAST.try_with(|last| used(&last.borrow())).ok()
}

/// Writes the conversions of the library's errors: the status of each, or of each of its variants.
macro_rules! refusals {
    ($($error:ty => $($status:ident)? $({ $($variant:pat => $of:ident),+ $(,)? })?),+ $(,)?) => {
        $(
            impl From<$error> for Refusal {
                fn from(error: $error) -> Self {
                    $(let status = VoxnavStatus::$status;)?
                    $(let status = match &error {
                        $($variant => VoxnavStatus::$of),+
                    };)?
                    Self::new(status, error.to_string())
                }
            }
        )+
    };
}

refusals! {
    LatticeError => ErrorPosition,
    BoxError => ErrorPosition,
    WeightError => ErrorOptions,
    SpecError => ErrorOptions,
    CrowdSpecError => ErrorOptions,
    SmoothingError => ErrorOptions,
    MaterialError => ErrorMaterial,
    OccupancyError => ErrorBounds,
    StoredNavigatorError => ErrorFile,
    FieldError => ErrorField,
    CostError => ErrorArgument,
    ObstacleError => {
        ObstacleError::UnknownId { .. } => ErrorUnknownId,
        ObstacleError::TooMany => ErrorTooMuch,
        _ => ErrorObstacle,
    },
    SmoothPathError => {
        SmoothPathError::Lattice(_) | SmoothPathError::OutOfRange { .. } => ErrorPosition,
        SmoothPathError::TooLong { .. } => ErrorTooMuch,
        _ => ErrorPath,
    },
    TrajectoryError => {
        TrajectoryError::Limit { .. } => ErrorOptions,
        _ => ErrorPath,
    },
    NearestError => {
        NearestError::Lattice(_) => ErrorPosition,
        NearestError::Radius { .. } => ErrorOptions,
        _ => ErrorTooMuch,
    },
    PlaceError => {
        PlaceError::Position { .. } => ErrorPosition,
        PlaceError::Blocked { .. } => ErrorField,
        PlaceError::ClearOnGround => ErrorUnsupported,
        PlaceError::Route(_) | PlaceError::Field(_) => ErrorTooMuch,
        _ => ErrorOptions,
    },
    RouteError => {
        RouteError::Lattice(_) => ErrorPosition,
        RouteError::Length { .. }
        | RouteError::Weight
        | RouteError::NoFloor
        | RouteError::KeepAwayOnGround => ErrorOptions,
        RouteError::TooManyCells | RouteError::TooLong { .. } | RouteError::Bake(_) => ErrorTooMuch,
        RouteError::Footprint(_) | RouteError::Cells { .. } => ErrorAgent,
        _ => ErrorBounds,
    },
    JointPlanError => {
        JointPlanError::TooManyAgents(_) | JointPlanError::Memory => ErrorTooMuch,
        JointPlanError::Radius { .. }
        | JointPlanError::Uneven { .. }
        | JointPlanError::Turn { .. } => ErrorOptions,
        JointPlanError::Counts { .. } | JointPlanError::NoAgent(_) => ErrorArgument,
        _ => ErrorNoRoom,
    },
    SavedError => {
        SavedError::Planned { .. } | SavedError::Cells { .. } => ErrorUnsupported,
        _ => ErrorFile,
    },
}

impl From<NavigatorError> for Refusal {
    fn from(error: NavigatorError) -> Self {
        let message = error.to_string();
        let status = match error {
            NavigatorError::Route(error) => return error.into(),
            NavigatorError::Obstacle(error) => return error.into(),
            NavigatorError::SmoothPath(error) => return error.into(),
            NavigatorError::Material(error) => return error.into(),
            NavigatorError::Bounds(error) => return error.into(),
            NavigatorError::Matter(_) => VoxnavStatus::ErrorObstacle,
            NavigatorError::Agent(_) | NavigatorError::Locomotion(_) | NavigatorError::Spec(_) => {
                VoxnavStatus::ErrorAgent
            }
            NavigatorError::Link(_) => VoxnavStatus::ErrorLink,
            NavigatorError::UnknownLink { .. } => VoxnavStatus::ErrorUnknownId,
            NavigatorError::UnknownAgent { .. } => VoxnavStatus::ErrorStaleHandle,
            NavigatorError::OnGround { .. } | NavigatorError::Flying { .. } => {
                VoxnavStatus::ErrorUnsupported
            }
            NavigatorError::TooManyLinks | NavigatorError::TooManyAgents => {
                VoxnavStatus::ErrorTooMuch
            }
            _ => VoxnavStatus::ErrorBounds,
        };
        Self::new(status, message)
    }
}

impl From<CrowdError> for Refusal {
    fn from(error: CrowdError) -> Self {
        let message = error.to_string();
        let status = match error {
            CrowdError::Navigator { source, .. } => return source.into(),
            CrowdError::Unknown { .. } => VoxnavStatus::ErrorUnknownId,
            CrowdError::Position { .. } | CrowdError::Coarse { .. } | CrowdError::TooFar { .. } => {
                VoxnavStatus::ErrorPosition
            }
            CrowdError::NoRoom { .. } | CrowdError::NoPlace { .. } | CrowdError::OffPlan { .. } => {
                VoxnavStatus::ErrorNoRoom
            }
            CrowdError::Joint { source } => return source.into(),
            CrowdError::TooMany => VoxnavStatus::ErrorTooMuch,
            CrowdError::Time { .. } | CrowdError::Agents { .. } => VoxnavStatus::ErrorArgument,
            _ => VoxnavStatus::ErrorOptions,
        };
        Self::new(status, message)
    }
}

impl VoxnavStatus {
    /// Uses what was found, and returns that there is nothing where nothing was.
    pub(crate) fn found<T, S: Into<Self>>(
        found: Option<T>,
        used: impl FnOnce(T) -> Result<S, Refusal>,
    ) -> Result<Self, Refusal> {
        found.map_or(Ok(Self::Nothing), |found| used(found).map(S::into))
    }

    /// Returns that all is well if something holds, and else what is said instead.
    pub(crate) const fn ok_if(holds: bool, otherwise: Self) -> Self {
        if holds { Self::Ok } else { otherwise }
    }

    /// All statuses with their names.
    pub(crate) const NAMES: [(Self, &'static CStr); 48] = [
        (Self::Ok, c"ok"),
        (Self::Nothing, c"nothing"),
        (Self::Pending, c"pending"),
        (Self::CutShort, c"cut short"),
        (Self::Found, c"found"),
        (Self::Unreachable, c"unreachable"),
        (Self::LimitReached, c"limit reached"),
        (Self::Cancelled, c"cancelled"),
        (Self::StoppedAtUnknown, c"stopped at unknown"),
        (Self::Partial, c"partial"),
        (Self::StartOutside, c"start outside"),
        (Self::GoalOutside, c"goal outside"),
        (Self::StartBlocked, c"start blocked"),
        (Self::GoalBlocked, c"goal blocked"),
        (Self::Kept, c"kept"),
        (Self::Repaired, c"repaired"),
        (Self::Replanned, c"replanned"),
        (Self::Shorter, c"shorter"),
        (Self::Blocked, c"blocked"),
        (Self::Toward, c"toward"),
        (Self::WayBlocked, c"way blocked"),
        (Self::OutOfSight, c"out of sight"),
        (Self::InTheWay, c"in the way"),
        (Self::ErrorNullHandle, c"error: null handle"),
        (Self::ErrorStaleHandle, c"error: stale handle"),
        (Self::ErrorWrongHandle, c"error: wrong handle"),
        (Self::ErrorPoisoned, c"error: poisoned handle"),
        (Self::ErrorPointer, c"error: pointer"),
        (Self::ErrorStructSize, c"error: size of a struct"),
        (Self::ErrorArgument, c"error: argument"),
        (Self::ErrorPanic, c"error: panic"),
        (Self::ErrorInCallback, c"error: called by a callback"),
        (Self::ErrorCallback, c"error: callback"),
        (Self::ErrorPosition, c"error: position"),
        (Self::ErrorObstacle, c"error: obstacle"),
        (Self::ErrorAgent, c"error: agent"),
        (Self::ErrorBounds, c"error: bounds"),
        (Self::ErrorMaterial, c"error: material"),
        (Self::ErrorLink, c"error: link"),
        (Self::ErrorUnknownId, c"error: unknown id"),
        (Self::ErrorOptions, c"error: options"),
        (Self::ErrorPath, c"error: smooth path"),
        (Self::ErrorField, c"error: field"),
        (Self::ErrorFile, c"error: file"),
        (Self::ErrorTooMuch, c"error: too much"),
        (Self::ErrorText, c"error: text"),
        (Self::ErrorUnsupported, c"error: unsupported"),
        (Self::ErrorNoRoom, c"error: no room"),
    ];
}
