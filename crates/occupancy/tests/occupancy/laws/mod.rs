//! Laws of the lattice, of boxes and of edits, on random input from a fixed seed.
//!
//! Chunk contents are in normal form, which `Occupancy::validate` checks. The version of a chunk changes only with
//! its content.

mod boxes;
mod edits;
mod lattice;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use voxnav_occupancy::MAX_COORDINATE;
use voxnav_occupancy::glam::IVec3;
use voxnav_testkit::seeds;

const SEED: u64 = 0x0763_6133;

#[expect(
    clippy::print_stderr,
    reason = "a failing test shows the seed that it ran with"
)]
fn config(cases: u64) -> ProptestConfig {
    eprintln!("seed {SEED:#x}");
    ProptestConfig {
        cases: u32::try_from(seeds(0, cases).end).unwrap(),
        rng_seed: RngSeed::Fixed(SEED),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A coordinate of a cell: near zero, anywhere, or near an end of the range.
fn coordinate() -> impl Strategy<Value = i32> {
    prop_oneof![
        -200..200,
        -MAX_COORDINATE..MAX_COORDINATE,
        -MAX_COORDINATE..-MAX_COORDINATE + 3,
        MAX_COORDINATE - 3..MAX_COORDINATE,
    ]
}

fn cell() -> impl Strategy<Value = IVec3> {
    [coordinate(), coordinate(), coordinate()].prop_map(IVec3::from_array)
}
