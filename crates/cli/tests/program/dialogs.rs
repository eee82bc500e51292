//! Dialogs with the program: console sessions in `tests/dialogs`, run and compared to the letter.

use std::env;
use std::path::Path;

/// Runs the dialogs in parallel, each in a directory of its own with copies of its `.in` files.
#[test]
fn dialogs() {
    let program = Path::new(env!("CARGO_BIN_EXE_voxnav"));
    let mut places = vec![program.parent().unwrap().to_owned()];
    let path = env::var_os("PATH").unwrap();
    places.extend(env::split_paths(&path));
    let path = env::join_paths(places).unwrap().into_string().unwrap();
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../import/tests/fixtures");
    let cases = trycmd::TestCases::new();
    cases.env("PATH", path).env("COLUMNS", "80").env("LC_ALL", "C");
    cases.env("FIXTURES", fixtures).register_bin("voxnav", program);
    for name in ["cat", "cmp", "cp", "ls", "mkdir", "sh"] {
        cases.register_bin(name, Path::new("/bin").join(name).as_path());
    }
    cases.case("tests/dialogs/*.trycmd");
}
