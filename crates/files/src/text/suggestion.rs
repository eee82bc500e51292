//! A size of cells for content that has none of its own.

use voxnav_occupancy::glam::DVec3;

use crate::error::{Fault, FileReason};

/// The extent of content.
pub(crate) struct Extent {
    low: DVec3,
    high: DVec3,
}

impl Default for Extent {
    fn default() -> Self {
        Self {
            low: DVec3::INFINITY,
            high: DVec3::NEG_INFINITY,
        }
    }
}

impl Extent {
    /// Adds a position, unless it is none.
    pub(crate) fn add(&mut self, position: DVec3) {
        if position.is_finite() {
            (self.low, self.high) = (self.low.min(position), self.high.max(position));
        }
    }

    /// Returns the fault that the size of a cell must be given for this content.
    pub(crate) fn missing_size(&self) -> Fault {
        let extent = (self.high - self.low).max(DVec3::ZERO);
        let wanted = (extent.max_element() / 128.0).max(f64::MIN_POSITIVE);
        // Rounded to one digit.
        let unit = 10_f64.powf(wanted.log10().floor());
        let suggested = (wanted / unit).round() * unit;
        let suggested = format!("{suggested:.1e}").parse().unwrap_or(suggested);
        FileReason::SizeMissing { extent, suggested }.into()
    }
}
