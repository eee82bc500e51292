//! What the tests of all formats share: files, and the refusal of broken ones.

use std::path::PathBuf;

use voxnav_files::{Import, read_bytes};
use voxnav_testkit::cases;

/// The path of a file in this folder.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name)
}

/// A file of this folder.
pub(crate) fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap()
}

/// What is said about a file that is refused.
pub(crate) fn refusal(name: &str, bytes: &[u8], import: &Import) -> String {
    match read_bytes(bytes, name, import) {
        Ok(_) => panic!("{name} is read"),
        Err(error) => {
            let text = error.to_string();
            assert!(text.starts_with(name) && !text.contains('\n'), "{text}");
            text
        }
    }
}

/// Reads what is left of a file that was cut anywhere, and the file with bytes changed at random: each
/// is read or refused, without a panic.
///
/// Cut files of a format whose end is marked must be refused.
pub(crate) fn survives(name: &str, bytes: &[u8], import: &Import, cut: Cut) {
    let import = Import {
        most_chunks: 512,
        ..import.clone()
    };
    read_bytes(bytes, name, &import).unwrap();
    let step = bytes.len().div_ceil(2_000);
    for end in (0..bytes.len()).step_by(step) {
        let read = read_bytes(&bytes[..end], name, &import);
        assert!(
            cut == Cut::MayBeRead || read.is_err(),
            "{name} of {end} bytes is read"
        );
    }
    for mut draws in cases(16, 500) {
        let mut broken = bytes.to_vec();
        for _ in 0..=draws.below(3_usize) {
            let at = draws.below(broken.len());
            broken[at] = match draws.below(4) {
                0 => 0xff,
                1 => 0,
                2 => broken[at] ^ (1 << draws.below(8)),
                _ => u8::try_from(draws.below(256)).unwrap(),
            };
        }
        drop(read_bytes(&broken, name, &import));
    }
}

/// Whether a file that was cut may pass for one that is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    IsRefused,
    MayBeRead,
}
