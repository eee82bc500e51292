//! Values on the command line, refused in words where they are none.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use voxnav::Lattice;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellSizes, LatticeError};

/// A text that is not a value of the kind that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write {0}")]
pub(crate) struct NoValue(String);

/// Refuses a text, as `expected` is asked for.
pub(crate) fn expected<T>(expected: impl Into<String>) -> Result<T, NoValue> {
    Err(NoValue(expected.into()))
}

/// Reads `N` numbers with separators between them.
pub(crate) fn numbers<T: FromStr, const N: usize>(text: &str, separator: char) -> Option<[T; N]> {
    let numbers = text.split(separator).map(|part| part.trim().parse().ok());
    numbers.collect::<Option<Vec<T>>>()?.try_into().ok()
}

/// Reads a whole number of 32 bits, also as a decimal number whose fraction is nothing: `3`, `-3.0` and `3e0`.
pub(crate) fn whole_number(text: &str) -> Option<i32> {
    /// More zeros than any number of 32 bits ends in.
    const MOST_ZEROS: i32 = 10;
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let (number, exponent) = match text.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, exponent.parse().ok()?),
        None => (text, 0),
    };
    let (sign, number) = match number.strip_prefix('-') {
        Some(number) => (-1, number),
        None => (1, number.strip_prefix('+').unwrap_or(number)),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    // As whole * 10^exponent, with neither zeros in front nor behind.
    let significant = digits.trim_end_matches('0');
    let zeros = i32::try_from(digits.len() - significant.len()).ok()?;
    let places = i32::try_from(fraction.len()).ok()?;
    let significant = significant.trim_start_matches('0');
    if significant.is_empty() {
        return Some(0);
    }
    let exponent = zeros.checked_sub(places)?.checked_add(exponent)?;
    if !(0..MOST_ZEROS).contains(&exponent) || significant.len() > 10 {
        return None;
    }
    let number: i64 = significant.parse().ok()?;
    let factor = 10_i64.pow(exponent.unsigned_abs());
    i32::try_from(sign * number.checked_mul(factor)?).ok()
}

/// Reads a cell, or a size in cells along each axis: `X,Y,Z`.
pub(crate) fn triple(text: &str) -> Result<IVec3, NoValue> {
    numbers(text, ',').map(IVec3::from_array).map_or_else(
        || expected("three whole numbers between commas, such as 3,0,12"),
        Ok,
    )
}

/// Reads a position: `X,Y,Z`.
pub(crate) fn position(text: &str) -> Result<DVec3, NoValue> {
    match numbers(text, ',').map(DVec3::from_array) {
        Some(position) if position.is_finite() => Ok(position),
        _ => expected("three numbers between commas, such as 0.5,0.5,0.5"),
    }
}

/// Reads a length above 0.
pub(crate) fn length(text: &str) -> Result<f64, NoValue> {
    match text.parse() {
        Ok(length) if length > 0.0 && f64::is_finite(length) => Ok(length),
        _ => expected("a number above 0, such as 0.25"),
    }
}

/// Reads the sides of a cell: one number above 0, or three along x, y and z.
pub(crate) fn cell_sizes(text: &str) -> Result<CellSizes, NoValue> {
    let sides = match numbers(text, ',') {
        Some([size]) => Some([size; 3]),
        None => numbers(text, ','),
    };
    let lattice = sides.map(|sides| Lattice::with_sizes(DVec3::ZERO, sides.into()));
    match lattice {
        Some(Ok(lattice)) => Ok(lattice.sizes().into()),
        Some(Err(LatticeError::UnevenSizes { .. })) => {
            let most = Lattice::MAX_RATIO;
            expected(format!(
                "sides of which none is more than {most} times another"
            ))
        }
        _ => expected("a number above 0, or three between commas, such as 0.25 or 1,1,4"),
    }
}

/// Reads a number of bytes: with KB, MB, GB or TB, which are powers of 1000, or KiB, MiB, GiB or TiB,
/// powers of 1024.
pub(crate) fn bytes(text: &str) -> Result<u64, NoValue> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => Some(1),
        "k" | "kb" => Some(1000),
        "m" | "mb" => Some(1000_u64.pow(2)),
        "g" | "gb" => Some(1000_u64.pow(3)),
        "t" | "tb" => Some(1000_u64.pow(4)),
        "kib" => Some(1 << 10),
        "mib" => Some(1 << 20),
        "gib" => Some(1 << 30),
        "tib" => Some(1 << 40),
        _ => None,
    };
    let number = digits.trim_end().parse::<u64>().ok();
    match number.zip(unit).and_then(|(it, unit)| it.checked_mul(unit)) {
        None | Some(0) => expected("a number of bytes above 0, such as 500MB or 2GiB"),
        Some(bytes) => Ok(bytes),
    }
}

/// Reads a time above 0 in seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, NoValue> {
    let time = text.parse().ok();
    match time.and_then(|time| Duration::try_from_secs_f64(time).ok()) {
        Some(time) if !time.is_zero() => Ok(time),
        _ => expected("a number of seconds above 0, such as 10 or 0.5"),
    }
}

/// Reads whole numbers of `range`.
pub(crate) fn whole<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, NoValue> + Clone + Send + Sync + 'static
where
    T: Copy + PartialOrd + Into<u64> + TryFrom<u64> + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse::<u64>().ok();
        let number = number.and_then(|number| T::try_from(number).ok());
        let number = number.filter(|number| range.contains(number));
        number.map_or_else(
            || {
                let least: u64 = (*range.start()).into();
                match (*range.end()).into() {
                    u64::MAX => expected(format!("a whole number from {least} to 2^64 - 1")),
                    most => expected(format!("a whole number from {least} to {most}")),
                }
            },
            Ok,
        )
    }
}

/// Reads the name of one of some values.
pub(crate) fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    values: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(values.map(|(name, _)| name));
    names.try_map(move |text| {
        let found = values.iter().find(|(name, _)| *name == text);
        found.map_or_else(|| expected("one of the names"), |&(_, value)| Ok(value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_numbers_and_nothing_else() {
        assert_eq!(triple("3,-4, 5"), Ok(IVec3::new(3, -4, 5)));
        for text in ["", "1,2", "1,2,3,4", "1,2,", "1;2;3", "1,2,9999999999"] {
            assert!(triple(text).is_err(), "{text}");
        }
    }

    #[test]
    fn whole_numbers_may_have_a_fraction_of_nothing() {
        for (text, expected) in [
            ("0.0", 0),
            ("-0.0", 0),
            ("12.", 12),
            ("+7.00", 7),
            ("-3.0", -3),
            ("1.200000000000000000e+01", 12),
            ("0.000000000000000000e+00", 0),
            ("5e-0", 5),
            ("120e-1", 12),
            ("0e999999", 0),
            ("2147483647.000", i32::MAX),
            ("-2147483648.0", i32::MIN),
        ] {
            assert_eq!(whole_number(text), Some(expected), "{text}");
        }
        for text in [
            "",
            ".",
            "-",
            "e1",
            "1.5",
            "1.0.0",
            "1,0",
            "NaN",
            "inf",
            "1e",
            "0x1",
            "2147483648.0",
            "1e10",
            "5.00000000000000000001",
            "1e-1",
            "1e99999999999",
            "99999999999999999999",
            "1_0",
        ] {
            assert_eq!(whole_number(text), None, "{text}");
        }
    }

    #[test]
    fn bytes_and_seconds_are_read_or_refused() {
        for (text, expected) in [
            ("1", 1),
            ("500MB", 500_000_000),
            ("2 GiB", 2 << 30),
            ("7k", 7_000),
        ] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for text in ["", "0", "-1", "MB", "1.5GB", "5 apples", "99999999TB"] {
            assert!(bytes(text).is_err(), "{text}");
        }
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["", "0", "-1", "NaN", "inf", "1e300", "soon"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_of_the_range_and_nothing_else() {
        let row = whole::<u32>(1..=4);
        assert_eq!(row("4"), Ok(4));
        for text in ["0", "5", "-1", "", "1.5", "99999999999999999999"] {
            let refused = row(text).unwrap_err().to_string();
            assert_eq!(refused, "write a whole number from 1 to 4", "{text}");
        }
        let any = whole::<u64>(0..=u64::MAX);
        assert_eq!(any("18446744073709551615"), Ok(u64::MAX));
        let refused = any("-1").unwrap_err().to_string();
        assert_eq!(refused, "write a whole number from 0 to 2^64 - 1");
    }
}
