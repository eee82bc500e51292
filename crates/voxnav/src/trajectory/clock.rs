//! The phases of a trajectory by time: all of the time is divided into even parts, and few phases begin in each.

use super::profile::Phase;

/// The number of parts for each phase.
const PARTS: usize = 2;

/// Phases that follow each other, and where to look for that of a time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Clock {
    phases: Vec<Phase>,
    duration: f64,
    /// The number of parts in a second.
    pace: f64,
    /// The number of phases that begin before each part, and that of all of them.
    before: Vec<usize>,
}

impl Clock {
    /// Divides the time of phases, which begin one after the other.
    pub(super) fn new(phases: Vec<Phase>, duration: f64) -> Self {
        let parts = phases.len() * PARTS;
        #[expect(clippy::cast_precision_loss, reason = "far fewer phases than 2^52")]
        let pace = parts as f64 / duration;
        let mut clock = Self {
            before: vec![0; parts + 1],
            phases,
            duration,
            pace,
        };
        for phase in &clock.phases {
            let part = clock.part(phase.begin);
            clock.before[part + 1] += 1;
        }
        for part in 0..parts {
            clock.before[part + 1] += clock.before[part];
        }
        clock
    }

    pub(super) fn phases(&self) -> &[Phase] {
        &self.phases
    }

    pub(super) fn duration(&self) -> f64 {
        self.duration
    }

    /// Returns the part of a time that is not negative. A later time is in no earlier part, however both are rounded.
    fn part(&self, seconds: f64) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "times beyond all parts are in the last one"
        )]
        let part = (seconds * self.pace) as u32;
        (part as usize).min(self.before.len() - 2)
    }

    /// Returns the last phase that begins no later than a time, if the time is not over.
    #[inline]
    pub(super) fn phase_at(&self, seconds: f64) -> Option<&Phase> {
        if seconds >= self.duration {
            return None;
        }
        let part = self.part(seconds);
        let [first, end] = *self.before.get(part..)?.first_chunk()?;
        let within = self.phases.get(first..end)?;
        let begun = within.partition_point(|phase| phase.begin <= seconds);
        self.phases.get((first + begun).saturating_sub(1))
    }
}
