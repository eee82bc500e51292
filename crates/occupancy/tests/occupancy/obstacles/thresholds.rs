//! A growing box meets an obstacle at one size and overlaps it ever after.
//!
//! The size is found by bisection down to neighboring single-precision numbers, which is where a
//! sloppy test would flicker.

use voxnav_occupancy::colliders::{Obstacle, Obstacles, Placement};
use voxnav_occupancy::glam::{DVec3, Vec3};
use voxnav_occupancy::{Layers, Skin};

use voxnav_testkit::cases;

use super::scenes::{DrawScenes, KINDS};

const CASES_PER_KIND: u64 = 150;

#[test]
fn a_growing_box_starts_to_overlap_at_one_size() {
    for kind in KINDS {
        let (mut tried, mut found) = (0, 0);
        let cases = cases((kind as u64) << 32 | 0x0712_e501, CASES_PER_KIND);
        for (case, mut draws) in cases.enumerate() {
            tried += 1;
            let size = [0.01, 1.0, 1000.0][case % 3];
            let far = draws.position(1e6);
            let mut obstacles = Obstacles::new(Skin::for_cell_size(f64::from(size)).unwrap());
            let near = draws.placement(size);
            let placement = Placement::new(near.translation + far, near.rotation);
            let shape = Obstacle::new(draws.shape(kind, size)).at(placement);
            let _ = obstacles.insert(shape).unwrap();
            let center = far + draws.position(size * 3.0);
            let proportions = draws.corner(0.1, 1.0);
            found += usize::from(has_one_threshold(&obstacles, center, proportions, size));
        }
        assert!(found > tried / 4, "{kind:?}: {found} thresholds");
    }
}

/// Whether the box overlaps from some size on; flicker around that size fails.
fn has_one_threshold(obstacles: &Obstacles, center: DVec3, proportions: Vec3, size: f32) -> bool {
    let overlaps = |scale: f32| {
        let half_extents = proportions * scale;
        obstacles
            .overlaps(center, half_extents, Layers::ALL)
            .unwrap()
    };
    let (mut free, mut blocked) = (size * 0.02, size * 20.0);
    if overlaps(free) || !overlaps(blocked) {
        return false;
    }
    while free.next_up() < blocked {
        let middle = f32::midpoint(free, blocked);
        *(if overlaps(middle) {
            &mut blocked
        } else {
            &mut free
        }) = middle;
    }
    for ulps in 0..64 {
        let step = |from: f32, sign: i32| {
            f32::from_bits(from.to_bits().wrapping_add_signed(sign * ulps * ulps))
        };
        let (below, above) = (step(free, -1), step(blocked, 1));
        assert!(!overlaps(below), "overlaps at {below}, not yet at {free}");
        assert!(
            overlaps(above),
            "overlaps at {blocked}, no longer at {above}"
        );
    }
    true
}
