//! Numbers and arrays as a caller gives them, checked.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;
use voxnav::specs::SpecValue;

use crate::failure::{Answer, Blamed, Failure};
use crate::state::IN;

/// The numbers of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers(pub(crate) [f64; IN]);

impl Numbers {
    /// Returns a whole number of 32 bits.
    pub(crate) fn whole(&self, argument: &str, place: usize) -> Answer<i32> {
        let number = self.0[place];
        #[expect(clippy::cast_possible_truncation, reason = "checked on the same line")]
        let whole = number as i32;
        if f64::from(whole).to_bits() == (number + 0.0).to_bits() {
            Ok(whole)
        } else {
            let reason = format!("{number} is not a whole number of 32 bits");
            Err(Failure::argument(argument, reason))
        }
    }

    /// Returns a whole number that is not negative.
    pub(crate) fn count(&self, argument: &str, place: usize) -> Answer<u32> {
        let whole = self.whole(argument, place)?;
        u32::try_from(whole)
            .map_err(|_| Failure::argument(argument, format!("{whole} is negative")))
    }

    /// Returns a finite number.
    pub(crate) fn finite(&self, argument: &str, place: usize) -> Answer<f64> {
        finite(argument, self.0[place])
    }

    /// Returns a cell from three places.
    pub(crate) fn cell(&self, argument: &str, place: usize) -> Answer<IVec3> {
        Ok(IVec3::new(
            self.whole(argument, place)?,
            self.whole(argument, place + 1)?,
            self.whole(argument, place + 2)?,
        ))
    }

    /// Returns a half-open box from six places.
    pub(crate) fn cells(&self, argument: &str, place: usize) -> Answer<CellBox> {
        let (min, max) = (self.cell(argument, place)?, self.cell(argument, place + 3)?);
        Ok(CellBox::new(min, max))
    }

    /// Returns a position from three places.
    pub(crate) fn position(&self, argument: &str, place: usize) -> Answer<DVec3> {
        Ok(DVec3::new(
            self.finite(argument, place)?,
            self.finite(argument, place + 1)?,
            self.finite(argument, place + 2)?,
        ))
    }
}

/// Refuses a number that is not finite.
pub(crate) fn finite(argument: &str, number: f64) -> Answer<f64> {
    if number.is_finite() {
        return Ok(number);
    }
    Err(Failure::argument(
        argument,
        format!("{number} is not finite"),
    ))
}

/// Reads bytes as rows of `N` doubles, all finite.
pub(crate) fn rows<const N: usize>(argument: &str, bytes: &[u8]) -> Answer<Vec<[f64; N]>> {
    let (numbers, rest) = bytes.as_chunks::<8>();
    let (rows, over) = numbers.as_chunks::<N>();
    if !rest.is_empty() || !over.is_empty() {
        let reason = format!("{} numbers are no rows of {N}", numbers.len());
        return Err(Failure::argument(argument, reason));
    }
    let read = |(row, numbers): (usize, &[[u8; 8]; N])| {
        let mut found = [0.0; N];
        for (found, bytes) in found.iter_mut().zip(numbers) {
            *found = f64::from_le_bytes(*bytes);
            if !found.is_finite() {
                let reason = format!("row {row}: {found} is not finite");
                return Err(Failure::argument(argument, reason));
            }
        }
        Ok(found)
    };
    rows.iter().enumerate().map(read).collect()
}

/// Reads a spec of lines: names with dots between them, a space, and a value.
pub(crate) fn spec(argument: &str, text: &[u8]) -> Answer<SpecValue> {
    let mut whole: Vec<(Box<str>, SpecValue)> = Vec::new();
    for line in str::from_utf8(text).blamed(argument)?.lines() {
        let (path, value) = line.split_once(' ').unwrap_or((line, ""));
        let mut fields = &mut whole;
        let mut names = path.splitn(DEEPEST, '.').peekable();
        while let Some(name) = names.next() {
            if names.peek().is_none() {
                fields.push((name.into(), scalar(value)));
                break;
            }
            let known = fields.iter().position(|(known, _)| **known == *name);
            let place = known.unwrap_or_else(|| {
                fields.push((name.into(), SpecValue::Map(Vec::new())));
                fields.len() - 1
            });
            let SpecValue::Map(inner) = &mut fields[place].1 else {
                return Err(Failure::argument(
                    argument,
                    format!("`{name}` is there twice"),
                ));
            };
            fields = inner;
        }
    }
    Ok(SpecValue::Map(whole))
}

/// The most names of a line.
const DEEPEST: usize = 8;

/// Reads a value of a line.
fn scalar(text: &str) -> SpecValue {
    match text {
        "null" => SpecValue::Nothing,
        "true" => SpecValue::Flag(true),
        "false" => SpecValue::Flag(false),
        _ => {
            let whole = text.parse().map(SpecValue::Whole);
            let number = whole.or_else(|_| text.parse().map(SpecValue::Number));
            number.unwrap_or_else(|_| SpecValue::Text(text.into()))
        }
    }
}

/// Reads text as plain data.
#[cfg(feature = "whole")]
pub(crate) fn json<T: serde::de::DeserializeOwned>(argument: &str, text: &[u8]) -> Answer<T> {
    serde_json::from_slice(text).blamed(argument)
}

/// Reads bytes as cells: three whole numbers of 32 bits each.
pub(crate) fn cells(argument: &str, bytes: &[u8]) -> Answer<Vec<IVec3>> {
    let (numbers, rest) = bytes.as_chunks::<4>();
    let (rows, over) = numbers.as_chunks::<3>();
    if !rest.is_empty() || !over.is_empty() {
        let reason = format!("{} numbers are no rows of 3", numbers.len());
        return Err(Failure::argument(argument, reason));
    }
    let cell = |row: &[[u8; 4]; 3]| IVec3::from_array(row.map(i32::from_le_bytes));
    Ok(rows.iter().map(cell).collect())
}
