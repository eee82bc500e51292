//! Any bytes are read as a `.voxnav` file without a panic, whether the checksums match or not; what is read can be
//! written, and then reads back to the same bytes.
//!
//! Bytes are taken as the head of a file with right checksums, and as a whole file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use voxnav_store::World;

fuzz_target!(|bytes: &[u8]| {
    for file in [bytes.to_vec(), around(bytes)] {
        let Ok(world) = World::from_bytes(&file) else {
            continue;
        };
        // Bounds may be those of the largest world, and chunks are listed one by one.
        world.occupancy.validate().expect("a world in normal form");
        let first = world.to_bytes().expect("what was read can be written");
        let again = World::from_bytes(&first).expect("what was written can be read");
        let second = again.to_bytes().expect("what was read can be written");
        assert_eq!(first, second);
    }
});

/// A file whose checksums are right as far as the head, which is the second half of the bytes; the first
/// is what the head can lead to.
fn around(bytes: &[u8]) -> Vec<u8> {
    let empty = voxnav_occupancy::OccupancyBuilder::new(voxnav_occupancy::CellBox::EMPTY);
    let empty = World::new(empty.expect("empty bounds").commit());
    let mut file = empty.to_bytes().expect("an empty world");
    file.truncate(1536);
    file.extend(bytes);
    let head = 1536 + bytes.len() / 2;
    let mut root = [0; 512];
    root[0] = 1;
    root[8..16].copy_from_slice(&(file.len() as u64).to_le_bytes());
    root[16..24].copy_from_slice(&(head as u64).to_le_bytes());
    root[24..28].copy_from_slice(&((file.len() - head) as u32).to_le_bytes());
    root[28..32].copy_from_slice(&crc32fast::hash(&file[head..]).to_le_bytes());
    let checksum = crc32fast::hash(&root[..508]);
    root[508..].copy_from_slice(&checksum.to_le_bytes());
    file[512..1024].copy_from_slice(&root);
    file[1024..1536].copy_from_slice(&root);
    file
}
