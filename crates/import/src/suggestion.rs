//! A size of cells for content that has none of its own.

use voxnav_occupancy::glam::DVec3;

use crate::error::{Fault, ImportReason};

/// That the size of a cell must be given for content at some positions.
pub(crate) fn missing_size(positions: impl Iterator<Item = DVec3>) -> Fault {
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for position in positions.filter(|position| position.is_finite()) {
        (low, high) = (low.min(position), high.max(position));
    }
    let extent = (high - low).max(DVec3::ZERO);
    let wanted = (extent.max_element() / 128.0).max(f64::MIN_POSITIVE);
    // Rounded to one digit.
    let unit = 10_f64.powf(wanted.log10().floor());
    let suggested = (wanted / unit).round() * unit;
    let suggested = format!("{suggested:.1e}").parse().unwrap_or(suggested);
    ImportReason::SizeMissing { extent, suggested }.into()
}
