//! The voxnav program.
fn main() {}
