//! The commands in the README print what it says.

use crate::program::Scratch;

const README: &str = include_str!("../../../../README.md");

/// Every console block that runs the program, in order: arguments and expected lines.
fn sessions() -> Vec<(&'static str, Vec<&'static str>)> {
    let blocks = README.split("```console\n").skip(1);
    blocks
        .filter_map(|block| {
            let mut lines = block.lines();
            let arguments = lines.next()?.strip_prefix("$ voxnav ")?;
            let expected = lines.take_while(|line| *line != "```").collect();
            Some((arguments, expected))
        })
        .collect()
}

/// Whether `actual` is `expected`, where `...` stands for any lines.
fn is_as_shown(expected: &[&str], actual: &[&str]) -> bool {
    match expected {
        [] => actual.is_empty(),
        ["...", rest @ ..] => {
            (0..=actual.len()).any(|skipped| is_as_shown(rest, &actual[skipped..]))
        }
        [line, rest @ ..] => actual.first() == Some(line) && is_as_shown(rest, &actual[1..]),
    }
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    let scratch = Scratch::new("readme");
    let sessions = sessions();
    assert_eq!(sessions.len(), 3, "generate, solve and bench");
    for (arguments, expected) in sessions {
        let printed = scratch.succeeds(arguments);
        let actual = printed.lines().collect::<Vec<_>>();
        assert!(
            is_as_shown(&expected, &actual),
            "voxnav {arguments}\n{printed}"
        );
    }
}
