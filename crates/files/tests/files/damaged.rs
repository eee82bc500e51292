//! Broken files: cut anywhere, and with bytes changed at random. None may panic.

use crate::fixtures::{Cut, fixture, survives};
use voxnav_files::{Import, Solidity};

#[test]
fn arrays() {
    let import = Import::default();
    for name in ["bool.npy", "f4-big-endian.npy", "i1-zyx.npy", "one.npz"] {
        survives(name, &fixture(name), &import, Cut::IsRefused);
    }
}

#[test]
fn scenes() {
    let bytes = crate::vox::nested().bytes();
    survives("nested.vox", &bytes, &Import::default(), Cut::IsRefused);
}

#[test]
fn meshes() {
    let import = Import {
        size: Some(0.5.into()),
        solidity: Solidity::Filled,
        ..Import::default()
    };
    survives("box.stl", &fixture("box.stl"), &import, Cut::IsRefused);
    survives("box.obj", &fixture("box.obj"), &import, Cut::MayBeRead);
    survives(
        "box-text.stl",
        &fixture("box-text.stl"),
        &import,
        Cut::MayBeRead,
    );
    let mut solid = fixture("box.stl");
    solid[..80].fill(b' ');
    solid[..5].copy_from_slice(b"solid");
    survives("solid.stl", &solid, &import, Cut::IsRefused);
    let continued =
        b"v 0 0 0\nv 1 0 \\\r\n0\nv 1 1 0\nf -3/1 2//2 \\\n-1 # end\nf 1 2 \\\n4\nv 0 0 1\n";
    survives("continued.obj", continued, &import, Cut::MayBeRead);
    survives("scene.glb", &fixture("scene.glb"), &import, Cut::IsRefused);
}

#[test]
fn octrees_and_height_maps() {
    for name in [
        "octomap.bt",
        "octomap.ot",
        "heights-8.png",
        "heights-alpha.png",
    ] {
        survives(name, &fixture(name), &Import::default(), Cut::IsRefused);
    }
}

#[test]
fn points() {
    let import = Import {
        size: Some(0.5.into()),
        ..Import::default()
    };
    for name in ["points.ply", "points.pcd", "points.las", "points.e57"] {
        survives(name, &fixture(name), &import, Cut::IsRefused);
    }
    for name in ["points-text.ply", "points-text.pcd"] {
        survives(name, &fixture(name), &import, Cut::MayBeRead);
    }
}
