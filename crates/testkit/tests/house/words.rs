//! Words that readers stumble over: the fewer the better. Each rule has the number of lines that may still break it, which
//! only falls.

use std::path::Path;

use crate::{files, root};

/// Phrases that another one says better, and how many lines of doc comments and of pages may have one.
struct Rule {
    phrases: &'static [&'static str],
    write: &'static str,
    comments: usize,
    pages: usize,
}

const RULES: [Rule; 15] = [
    Rule {
        phrases: &["in place of"],
        write: "instead of",
        comments: 1,
        pages: 0,
    },
    Rule {
        phrases: &["anew"],
        write: "again",
        comments: 0,
        pages: 0,
    },
    Rule {
        phrases: &["for good", "for ever"],
        write: "permanently, forever",
        comments: 1,
        pages: 0,
    },
    Rule {
        phrases: &["dear", "dearer", "dearest"],
        write: "expensive",
        comments: 0,
        pages: 0,
    },
    Rule {
        phrases: &["of yours", "of your own", "of a caller's own"],
        write: "custom, your",
        comments: 0,
        pages: 0,
    },
    Rule {
        phrases: &["is had", "are had", "be had"],
        write: "available",
        comments: 0,
        pages: 0,
    },
    Rule {
        phrases: &[
            "agent that flies",
            "agents that fly",
            "one that flies",
            "agent on the ground",
            "agents on the ground",
            "one on the ground",
            "those on the ground",
        ],
        write: "flying agent, ground agent",
        comments: 8,
        pages: 2,
    },
    Rule {
        phrases: &[
            "says what",
            "says which",
            "says where",
            "says whether",
            "says how",
            "says who",
            "say what",
            "say which",
            "say where",
            "say whether",
            "say how",
            "say who",
        ],
        write: "describes, reports",
        comments: 2,
        pages: 0,
    },
    Rule {
        phrases: &[
            "is told",
            "are told",
            "was told",
            "were told",
            "be told",
            "been told",
        ],
        write: "reported, given",
        comments: 2,
        pages: 0,
    },
    Rule {
        phrases: &["nobody", "somebody", "anybody"],
        write: "no agent, a caller",
        comments: 6,
        pages: 0,
    },
    Rule {
        phrases: &["who", "whoever", "whom"],
        write: "agents that",
        comments: 5,
        pages: 0,
    },
    Rule {
        phrases: &["of a caller's", "of the caller's"],
        write: "custom, caller-supplied",
        comments: 0,
        pages: 0,
    },
    Rule {
        phrases: &["beside"],
        write: "next to, in addition to",
        comments: 26,
        pages: 4,
    },
    Rule {
        phrases: &["comes to"],
        write: "reaches, totals",
        comments: 0,
        pages: 0,
    },
    Rule {
        phrases: &[
            "or the like",
            "and the like",
            "by now",
            "as yet",
            "in the making",
        ],
        write: "nothing: delete it",
        comments: 0,
        pages: 0,
    },
];

#[test]
fn plain_words_only_gain() {
    let root = root();
    let mut comments = Vec::new();
    let mut pages = Vec::new();
    for file in files(&root, &[".rs", ".md"]) {
        let name = file.strip_prefix(&root).unwrap();
        // The rules themselves, and rules of the rules.
        if name.ends_with(Path::new("house/words.rs")) {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        if name.extension().is_some_and(|it| it == "md") {
            pages.extend(prose(&text).map(|line| in_words(&line)));
        } else {
            let lines = text.lines().map(str::trim);
            let lines = lines.filter(|line| line.starts_with("///") || line.starts_with("//!"));
            comments.extend(lines.map(in_words));
        }
    }
    let mut wrong = Vec::new();
    for rule in RULES {
        let count = |lines: &[String]| lines.iter().filter(|line| rule.is_broken_by(line)).count();
        for (what, found, most) in [
            ("doc comments", count(&comments), rule.comments),
            ("pages", count(&pages), rule.pages),
        ] {
            if found != most {
                wrong.push(format!(
                    "{found} lines of {what}, not {most}, have {:?}",
                    rule.phrases
                ));
                wrong.push(format!("    write: {}", rule.write));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "use plain words; where there are fewer than before, write the number here:\n{}",
        wrong.join("\n")
    );
}

impl Rule {
    fn is_broken_by(&self, line: &str) -> bool {
        let has = |phrase: &&str| {
            let at = line.match_indices(*phrase);
            at.into_iter().any(|(begin, _)| {
                let [before, after] = [&line[..begin], &line[begin + phrase.len()..]];
                before.ends_with(' ') && after.starts_with(' ') && !after.starts_with(" apart ")
            })
        };
        self.phrases.iter().any(has)
    }
}

/// The lines of a page outside of code.
fn prose(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut is_code = false;
    text.lines().filter_map(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        (!is_code && !is_fence).then(|| line.to_owned())
    })
}

/// The words of a line, in small letters, with a space on both sides of each.
fn in_words(line: impl AsRef<str>) -> String {
    let parts = line
        .as_ref()
        .split(|it: char| !it.is_alphanumeric() && it != '\'');
    let words = parts.filter(|part| !part.is_empty());
    let mut joined = String::from(" ");
    for word in words {
        joined.push_str(&word.to_lowercase());
        joined.push(' ');
    }
    joined
}

#[test]
fn phrases_are_found_as_whole_words() {
    let rule = &RULES[0];
    for (line, is_broken) in [
        ("/// One, in place of another.", true),
        ("//! In Place of it", true),
        ("/// in places of", false),
        ("/// `in_place_of`", true),
    ] {
        assert_eq!(rule.is_broken_by(&in_words(line)), is_broken, "{line}");
    }
    let told = RULES
        .iter()
        .find(|rule| rule.phrases.contains(&"is told"))
        .unwrap();
    assert!(!told.is_broken_by(&in_words("/// what is told apart")));
    let page = "Text.\n```\ncode\n```\nMore.";
    assert_eq!(prose(page).collect::<Vec<_>>(), ["Text.", "More."]);
}
