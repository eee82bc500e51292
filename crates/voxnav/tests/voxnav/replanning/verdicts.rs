//! How often a replanner said what.

use voxnav::replanning::ReplanStatus;

/// Kept, repaired, replanned, shorter, blocked.
pub(crate) type Counts = [usize; 5];

pub(crate) fn count(counts: &mut Counts, status: ReplanStatus) {
    let index = match status {
        ReplanStatus::Kept => 0,
        ReplanStatus::Repaired => 1,
        ReplanStatus::Replanned => 2,
        ReplanStatus::Shorter => 3,
        _ => 4,
    };
    counts[index] += 1;
}

/// The sum over all worlds.
pub(crate) fn all_of(counts: &[Counts]) -> Counts {
    let sum = |index: usize| counts.iter().map(|it| it[index]).sum();
    std::array::from_fn(sum)
}
