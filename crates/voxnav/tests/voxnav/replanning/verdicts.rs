//! How often a replanner said what.

use voxnav::replanning::Verdict;

/// Kept, repaired, replanned, shorter, blocked.
pub(crate) type Counts = [usize; 5];

pub(crate) fn count(counts: &mut Counts, verdict: Verdict) {
    let index = match verdict {
        Verdict::Kept => 0,
        Verdict::Repaired => 1,
        Verdict::Replanned => 2,
        Verdict::Shorter => 3,
        _ => 4,
    };
    counts[index] += 1;
}

/// The sum over all worlds.
pub(crate) fn all_of(counts: &[Counts]) -> Counts {
    let sum = |index: usize| counts.iter().map(|it| it[index]).sum();
    std::array::from_fn(sum)
}
