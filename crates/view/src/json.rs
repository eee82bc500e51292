//! The facts of a page as JSON: a library would take as long to build as a twelfth of the demonstration.
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

/// Writes a struct as an object of its fields.
macro_rules! object {
    ($type:ty { $first:ident $(, $field:ident)* $(,)? }) => {
        impl $crate::json::ToJson for $type {
            fn write(&self, out: &mut String) {
                out.push_str(concat!("{\"", stringify!($first), "\":"));
                self.$first.write(out);
                $(
                    out.push_str(concat!(",\"", stringify!($field), "\":"));
                    self.$field.write(out);
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
    use super::*;

    #[derive(Debug)]
    struct Told {
        name: String,
        numbers: Vec<[f64; 2]>,
        more: Option<&'static str>,
    }
    object!(Told {
        name,
        numbers,
        more
    });

    #[test]
    fn what_is_written_is_what_others_read() {
        let names = [
            "",
            "a \"b\" \\ c",
            "</script>\n\t\u{1}\u{7f}",
            "\u{e9}\u{1f600} '",
        ];
        for name in names {
            let told = Told {
                name: name.to_owned(),
                numbers: vec![[0.1, -1e-7], [1e21, f64::NAN], [f64::MAX, 5e-324]],
                more: None,
            };
            let json = told.to_json();
            assert!(!json.contains('<'), "{json}");
            let read: serde_json::Value = serde_json::from_str(&json).unwrap();
            let expected = serde_json::json!({
                "name": name,
                "numbers": [[0.1, -1e-7], [1e21, null], [f64::MAX, 5e-324]],
                "more": null,
            });
            assert_eq!(read, expected);
        }
    }
}
