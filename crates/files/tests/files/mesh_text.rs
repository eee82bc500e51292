//! Broken texts of meshes, and binary files that look like text.

use voxnav_files::{Import, Solidity, read_bytes};

use crate::fixtures::{fixture, refusal};

fn filled(size: f64) -> Import {
    Import {
        size: Some(size.into()),
        solidity: Solidity::Filled,
        ..Import::default()
    }
}

/// Errors of text name the line, also where a statement goes on over several.
#[test]
fn broken_lines_of_meshes_are_named() {
    let facet = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n";
    let stl = |rest: &str| format!("{facet}{rest}").into_bytes();
    for (name, file, reason) in [
        (
            "a.obj",
            b"# a\nv 0 1,5 0\n".to_vec(),
            "2: y is \"1,5\", not a number",
        ),
        (
            "a.obj",
            b"v 1 2\n".to_vec(),
            "1: the number of coordinates is 2, not 3",
        ),
        (
            "a.obj",
            b"v 1 2 \\\n\\\n x".to_vec(),
            "3: z is \"x\", not a number",
        ),
        (
            "a.obj",
            b"v 0 0 0\nf 1 \\\n 1/x b".to_vec(),
            "3: a corner is \"b\", not a number",
        ),
        (
            "a.obj",
            b"v 0 0 0\nf 1 1 0\n".to_vec(),
            "2: a corner is 0, and the first one is 1",
        ),
        (
            "a.obj",
            b"v 0 0 0\n\nf -1 -2 -1\n".to_vec(),
            "3: a corner is -2, and 1 stand before it",
        ),
        (
            "a.obj",
            b"v 0 0 0\nf 1 1 \\\r\n2\r\nf 1 1 1\r\n".to_vec(),
            "3: there is no corner 2: the file has 1 of them",
        ),
        (
            "a.obj",
            b"f 1 1 99999999999\n".to_vec(),
            "1: there is no corner 99999999999",
        ),
        (
            "a.stl",
            b"solid a\n\nface".to_vec(),
            "3: expected `facet`, found \"face\"",
        ),
        (
            "a.stl",
            b"solid a\n".to_vec(),
            "2: the file ends where `facet` or `endsolid` should follow",
        ),
        (
            "a.stl",
            b"solid\nendsolid\nbox".to_vec(),
            "3: expected `solid`, found \"box\"",
        ),
        (
            "a.stl",
            stl("vertex 0 1,5 0\n"),
            "6: y is \"1,5\", not a finite number",
        ),
        (
            "a.stl",
            stl("vertex 0 inf 0\n"),
            "6: y is \"inf\", not a finite number",
        ),
        (
            "a.stl",
            stl("endloop\n"),
            "6: the loop has 2 corners, not 3",
        ),
        (
            "a.stl",
            stl("vertex 0\n\n1"),
            "8: the file ends where `z` should follow",
        ),
        (
            "a.stl",
            stl("vertex 0 1 0 endloop\nendsolid"),
            "7: expected `endfacet`, found \"endsolid\"",
        ),
        ("a.stl", vec![b'x'; 40], " header: the file ends too early"),
        (
            "a.stl",
            vec![b'x'; 140],
            " triangle 1: the file ends too early",
        ),
    ] {
        let said = refusal(name, &file, &filled(1.0));
        assert_eq!(said, format!("{name}:{reason}"), "{}", file.escape_ascii());
    }
}

#[test]
fn a_binary_file_may_call_itself_solid() {
    let mut file = fixture("box.stl");
    file[..80].fill(b' ');
    file[..9].copy_from_slice(b"solid box");
    let own = read_bytes(&fixture("box.stl"), "box.stl", &filled(0.5)).unwrap();
    let renamed = read_bytes(&file, "box.stl", &filled(0.5)).unwrap();
    assert_eq!(renamed.occupancy.bounds(), own.occupancy.bounds());
    assert!(
        renamed
            .occupancy
            .occupied_cells()
            .eq(own.occupancy.occupied_cells())
    );
    // Cut within its last triangle, it is still no text.
    let said = refusal("box.stl", &file[..file.len() - 1], &filled(0.5));
    assert_eq!(said, "box.stl: triangle 11: the file ends too early");
}
