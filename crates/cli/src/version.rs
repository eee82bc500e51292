//! Which program this is.

/// The version, the commit it was built from and the target, as `build.rs` found them:
/// `0.1.0 (62663a8c1f04, x86_64-unknown-linux-gnu)`.
pub(crate) const VERSION: &str = env!("VOXNAV_VERSION");

/// The compiler and its flags: `rustc 1.95.0 (59807616e 2026-04-14), no flags`.
pub(crate) const COMPILER: &str = env!("VOXNAV_COMPILER");
