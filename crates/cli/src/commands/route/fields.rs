//! The values of a CSV line.

use std::borrow::Cow;

use super::separator::Separator;
use super::text::Malformed;

/// The values of a line: without blanks around them, but for those within quotes, which are as they
/// stand there. Two quotes within quotes are one.
pub(super) fn values(line: &str, separator: Separator) -> Result<Vec<Cow<'_, str>>, Malformed> {
    let separator = separator.character();
    // A tab that separates values is no blank around them.
    let is_blank = |letter: char| letter.is_whitespace() && letter != separator;
    let mut values = Vec::with_capacity(8);
    let mut rest = line;
    loop {
        let text = rest.trim_start_matches(is_blank);
        let column = || line[..line.len() - text.len()].chars().count() + 1;
        let (value, after) = match text.strip_prefix('"') {
            None => {
                let (value, after) = text.split_at(text.find(separator).unwrap_or(text.len()));
                (Cow::Borrowed(value.trim_end()), after)
            }
            Some(quoted) => {
                let open = || {
                    Malformed(format!(
                        "the quote at column {} is not closed on its line; values with line breaks are not read",
                        column()
                    ))
                };
                let (value, after) = unquoted(quoted).ok_or_else(open)?;
                (Cow::Owned(value), after.trim_start_matches(is_blank))
            }
        };
        values.push(value);
        match after.strip_prefix(separator) {
            Some(next) => rest = next,
            None if after.is_empty() => return Ok(values),
            None => {
                return Malformed::because(format!(
                    "text after the closing quote of the value at column {}",
                    column()
                ));
            }
        }
    }
}

/// The value of a text that begins within quotes, and what follows them; `None` if they do not end.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut rest = text;
    loop {
        let (part, after) = rest.split_once('"')?;
        value.push_str(part);
        match after.strip_prefix('"') {
            Some(more) => {
                value.push('"');
                rest = more;
            }
            None => return Some((value, after)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_verbatim_within_quotes() {
        let read = |line| values(line, Separator::Comma).unwrap();
        assert_eq!(read("a, b ,,"), ["a", "b", "", ""]);
        assert_eq!(read(r#" " a,""b"" " , c"d"#), [" a,\"b\" ", "c\"d"]);
        assert_eq!(read(""), [""]);
        let read = |line| values(line, Separator::Tab).unwrap();
        assert_eq!(read("\ta, b\t\t \"c\td\" \t"), ["", "a, b", "", "c\td", ""]);
        let refused = |line| values(line, Separator::Comma).unwrap_err().to_string();
        assert!(refused(r#"a,"b,c"#).contains("column 3"));
        assert!(refused(r#"ä,"b"c,d"#).contains("column 3"));
    }
}
