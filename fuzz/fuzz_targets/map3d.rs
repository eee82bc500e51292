//! Any bytes are read without a panic; what is read can be written, and then reads back to the
//! same bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use voxnav_files::map3d;

fuzz_target!(|bytes: &[u8]| {
    let Ok(content) = map3d::read(bytes, "fuzz") else {
        return;
    };
    let mut first = Vec::new();
    map3d::write(&content, &mut first).expect("what was read can be written");
    let again = map3d::read(&first, "written").expect("what was written can be read");
    let mut second = Vec::new();
    map3d::write(&again, &mut second).expect("what was read can be written");
    assert_eq!(first, second);
});
