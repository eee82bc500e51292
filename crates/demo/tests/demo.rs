//! The demonstration as a whole.

use std::fs;
use std::path::Path;

use voxnav_demo::{PAGE, Unwatched, run};

/// `.ci/run` compares the same line with that of a build without colliders.
const CROWD: &str = include_str!("crowd.txt");

#[test]
fn the_crowd_is_the_same_with_colliders_and_without() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crate-demo");
    fs::create_dir_all(&folder).unwrap();
    let mut printed = Vec::new();
    run(&mut printed, &folder, &mut Unwatched).unwrap();
    let printed = String::from_utf8(printed).unwrap();
    let crowd = printed
        .lines()
        .find_map(|line| line.strip_prefix("crowd      "));
    assert_eq!(crowd, Some(CROWD.trim_end()), "{printed}");
    let page = fs::read_to_string(folder.join(PAGE)).unwrap();
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
    assert!(page.contains(CROWD.trim_end()));
}

#[test]
fn an_argument_is_refused_and_the_program_named() {
    let mut demonstration = std::process::Command::new(env!("CARGO_BIN_EXE_voxnav-demo"));
    let output = demonstration.arg("bench").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("`bench`") && said.contains("-p voxnav-cli"),
        "{said}"
    );
    assert!(output.stdout.is_empty());
}
