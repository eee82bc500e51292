//! The facts of a page as JSON: with serde the demonstration takes a fourteenth longer to build.
//!
//! Numbers that are not finite, for which JSON has no word, are `null`.

use std::fmt::Write;

/// A value that pages read as JSON.
pub(crate) trait ToJson {
    fn write(&self, out: &mut String);

    fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }
}

/// Writes a struct as an object of its fields, but for those that are left out. Each has to be named.
macro_rules! object {
    ($type:ident { $first:ident $(, $field:ident)* $(,)? } $(without $($left_out:ident),+)?) => {
        impl $crate::json::ToJson for $type {
            fn write(&self, out: &mut String) {
                let Self { $first, $($field,)* $($($left_out: _,)+)? } = self;
                out.push_str(concat!("{\"", stringify!($first), "\":"));
                $first.write(out);
                $(
                    out.push_str(concat!(",\"", stringify!($field), "\":"));
                    $field.write(out);
                )*
                out.push('}');
            }
        }
    };
}
pub(crate) use object;

macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl ToJson for $type {
            fn write(&self, out: &mut String) {
                // Writing to a string does not fail.
                let _ = write!(out, "{self}");
            }
        }
    )*};
}

numbers!(bool, i32, u32, u64, usize);

macro_rules! floats {
    ($($type:ty),*) => {$(
        impl ToJson for $type {
            fn write(&self, out: &mut String) {
                if self.is_finite() {
                    let _ = write!(out, "{self:?}");
                } else {
                    out.push_str("null");
                }
            }
        }
    )*};
}

floats!(f32, f64);

impl ToJson for str {
    fn write(&self, out: &mut String) {
        out.push('"');
        for letter in self.chars() {
            match letter {
                '"' | '\\' => out.extend(['\\', letter]),
                // `<` would end the script element that holds the text.
                '<' | '\0'..=' ' if letter != ' ' => {
                    let _ = write!(out, "\\u{:04x}", u32::from(letter));
                }
                _ => out.push(letter),
            }
        }
        out.push('"');
    }
}

impl ToJson for &str {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}

impl ToJson for String {
    fn write(&self, out: &mut String) {
        self.as_str().write(out);
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn write(&self, out: &mut String) {
        match self {
            Some(it) => it.write(out),
            None => out.push_str("null"),
        }
    }
}

impl<T: ToJson> ToJson for [T] {
    fn write(&self, out: &mut String) {
        out.push('[');
        for (number, it) in self.iter().enumerate() {
            if number > 0 {
                out.push(',');
            }
            it.write(out);
        }
        out.push(']');
    }
}

impl<T: ToJson, const N: usize> ToJson for [T; N] {
    fn write(&self, out: &mut String) {
        self.as_slice().write(out);
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn write(&self, out: &mut String) {
        self.as_slice().write(out);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[derive(Debug)]
    struct Facts {
        name: String,
        numbers: Vec<[f64; 2]>,
        more: Option<&'static str>,
        own: u8,
    }
    object!(Facts { name, numbers, more } without own);

    #[test]
    fn facts_are_objects_of_their_fields() {
        let facts = Facts {
            name: "a \"b\" \\ c</script>".to_owned(),
            numbers: vec![[0.5, f64::NAN], [-f64::INFINITY, -0.25]],
            more: None,
            own: 0,
        };
        assert_eq!(facts.own, 0);
        let read: Value = serde_json::from_str(&facts.to_json()).unwrap();
        let name = &facts.name;
        let numbers = json!([[0.5, null], [null, -0.25]]);
        assert_eq!(
            read,
            json!({ "name": name, "numbers": numbers, "more": null })
        );
        for nothing in [Vec::<u32>::new().to_json(), <[bool; 0]>::to_json(&[])] {
            assert_eq!(nothing, "[]");
        }
    }

    #[test]
    fn every_letter_is_read_as_it_was_and_none_ends_a_script() {
        let all: String = ('\0'..=char::MAX).collect();
        let json = all.to_json();
        assert!(!json.contains('<'));
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), all);
    }

    #[test]
    fn numbers_are_read_to_the_last_bit() {
        let mut bits = 1_u64;
        for _ in 0..20_000 {
            bits = bits
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let (long, short) = (f64::from_bits(bits), f32::from_bits((bits >> 32) as u32));
            for (json, is_finite) in [
                (long.to_json(), long.is_finite()),
                (short.to_json(), short.is_finite()),
            ] {
                let read: Value = serde_json::from_str(&json).unwrap();
                assert_eq!(read.is_null(), !is_finite, "{json}");
            }
            if long.is_finite() && short.is_finite() {
                let read: f64 = long.to_json().parse().unwrap();
                assert_eq!(read.to_bits(), long.to_bits());
                let read: f32 = short.to_json().parse().unwrap();
                assert_eq!(read.to_bits(), short.to_bits());
            }
        }
    }
}
