//! Whole numbers on the command line, refused in words where they are none.

use std::ops::RangeInclusive;

/// A text that is not a whole number of a range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a whole number from {least} to {most}")]
pub(crate) struct NotWhole {
    least: String,
    most: String,
}

/// Reads whole numbers of `range`.
pub(crate) fn whole<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, NotWhole> + Clone + Send + Sync + 'static
where
    T: Copy + PartialOrd + Into<u64> + TryFrom<u64> + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse::<u64>().ok();
        let number = number.and_then(|number| T::try_from(number).ok());
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| NotWhole {
                least: (*range.start()).into().to_string(),
                most: shown_most((*range.end()).into()),
            })
    }
}

fn shown_most(most: u64) -> String {
    match most {
        u64::MAX => "2^64 - 1".to_owned(),
        most => most.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
