//! Numbers as people read them, in reports of what was measured.

/// Writes a number with its thousands separated by commas.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Writes a number of bytes in the unit that leaves one to four digits before the point.
#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
#[must_use]
pub fn bytes(count: usize) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut amount = count as f64;
    let mut unit = 0;
    while amount >= 1024.0 && unit + 1 < units.len() {
        amount /= 1024.0;
        unit += 1;
    }
    let decimals = usize::from(unit > 0);
    format!("{amount:.decimals$} {}", units[unit])
}

/// Writes a time in milliseconds or a mean count with about four digits, so that columns stay
/// narrow whether it is 0.0031 or 31,000.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rounded, and never negative"
)]
#[must_use]
pub fn compact(amount: f64) -> String {
    match amount {
        large if large >= 1000.0 => grouped(large.round() as u64),
        large if large >= 100.0 => format!("{large:.1}"),
        middle if middle >= 1.0 => format!("{middle:.2}"),
        small => format!("{small:.4}"),
    }
}
