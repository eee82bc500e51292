//! Joint plans: laws in random worlds, an exact search in the joint space, and input that is refused.
//!
//! Every plan goes through `verify_joint_plan`, which shares no code with the planner, and the oracle here shares none
//! with either.
//!
//! Every move of a plan is legal, and no two agents meet. Where there is no plan, that is proved, unless a limit
//! ends the search first.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod crowded;
mod exact;
mod exact_legs;
mod executor;
mod ground;
mod guided_legs;
mod improving;
mod kinematics;
mod legs;
mod lifelong;
mod lifelong_legs;
mod oracle;
mod refused;
mod rules;
mod scenes;
mod slices;
mod timed;
mod unlabeled;
