//! Crates use each other one way, and what is heavy stays where it belongs.

use std::collections::BTreeSet;

use crate::root;

/// Each crate with the crates of this repository that it may use.
const MAY_USE: [(&str, &[&str]); 12] = [
    ("occupancy", &[]),
    ("search", &["voxnav-occupancy"]),
    ("worlds", &["voxnav-occupancy"]),
    ("store", &["voxnav-occupancy", "voxnav-search"]),
    (
        "files",
        &["voxnav-occupancy", "voxnav-search", "voxnav-store"],
    ),
    (
        "voxnav",
        &["voxnav-occupancy", "voxnav-search", "voxnav-store"],
    ),
    (
        "lab",
        &[
            "voxnav",
            "voxnav-files",
            "voxnav-occupancy",
            "voxnav-worlds",
        ],
    ),
    ("view", &["voxnav"]),
    ("crowd", &["voxnav"]),
    (
        "demo",
        &["voxnav", "voxnav-crowd", "voxnav-view", "voxnav-worlds"],
    ),
    ("capi", &["voxnav", "voxnav-crowd"]),
    (
        "cli",
        &[
            "voxnav",
            "voxnav-crowd",
            "voxnav-demo",
            "voxnav-files",
            "voxnav-lab",
            "voxnav-store",
            "voxnav-view",
            "voxnav-worlds",
        ],
    ),
];

/// Each package that one crate alone may use, and that crate.
const ONE_USER: [(&str, &str); 2] = [("parry3d", "occupancy"), ("rand_pcg", "worlds")];

/// Of those, the ones that no other crate's tests may use either: random numbers have one source,
/// and published worlds alone have words of their own.
const NOT_FOR_TESTS: [&str; 1] = ["rand_pcg"];

#[test]
fn crates_use_each_other_one_way() {
    for (name, may_use) in MAY_USE {
        for used in packages(name, "dependencies") {
            let is_ours = used == "voxnav" || used.starts_with("voxnav-");
            assert!(
                !is_ours || may_use.contains(&used.as_str()),
                "crates/{name} uses {used}, which it may not"
            );
        }
    }
}

#[test]
fn every_crate_is_listed() {
    let listed: BTreeSet<&str> = MAY_USE.iter().map(|(name, _)| *name).collect();
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            name == "testkit" || listed.contains(name.as_str()),
            "crates/{name} stands in no list of arrows"
        );
    }
}

#[test]
fn some_packages_have_one_user() {
    let names = MAY_USE.map(|(name, _)| name).into_iter();
    for (package, owner) in ONE_USER {
        for name in names.clone().chain(["testkit"]) {
            let mut used = packages(name, "dependencies");
            if NOT_FOR_TESTS.contains(&package) {
                used.extend(packages(name, "dev-dependencies"));
            }
            assert!(
                name == owner || !used.contains(package),
                "crates/{name} uses {package}, which belongs to crates/{owner}"
            );
        }
    }
}

/// What `crates/name` lists under a heading of its manifest.
fn packages(name: &str, heading: &str) -> BTreeSet<String> {
    let path = root().join("crates").join(name).join("Cargo.toml");
    let manifest: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let listed = manifest.get(heading).and_then(toml::Value::as_table);
    listed.map_or_else(BTreeSet::new, |listed| listed.keys().cloned().collect())
}
