//! Malformed, hostile and merely unusual files: what each is read as, down to the line and the
//! words of the error.

use voxnav_files::{FileError, map2d, map3d, scenario2d, scenario3d};

#[derive(Clone, Copy, Debug)]
enum Format {
    Map3d,
    Scenario3d,
    Map2d,
    Scenario2d,
}

fn read(format: Format, bytes: &[u8]) -> Result<(), FileError> {
    match format {
        Format::Map3d => map3d::read(bytes, "file").map(drop),
        Format::Scenario3d => scenario3d::read(bytes, "file").map(drop),
        Format::Map2d => map2d::read(bytes, "file").map(drop),
        Format::Scenario2d => scenario2d::read(bytes, "file").map(drop),
    }
}

/// A file, and the error it is read as; no error where it is as good as any.
type Case = (&'static [u8], &'static str);

const FINE: &str = "";

const CUT_SHORT_AT_2: &str = "file:2: the file is cut short: its header ends in a tab, which \
    announces a last line that repeats the first cell, and there is none";
const CUT_SHORT_AT_3: &str = "file:3: the file is cut short: its header ends in a tab, which \
    announces a last line that repeats the first cell, and there is none";
const CUT_SHORT_AT_4: &str = "file:4: the file is cut short: its header ends in a tab, which \
    announces a last line that repeats the first cell, and there is none";

const MAP3D_CASES: &[Case] = &[
    (b"voxel 2 3 4\n1 2 3\n", FINE),
    (b"voxel 2 3 4\n1 2 3", FINE),
    (b"voxel 2 3 4\r\n1 2 3\r\n", FINE),
    (b"voxel 2 3 4", FINE),
    (b"\xef\xbb\xbf\n\nvoxel\t2  3 4 \n\n 1\t2 3\n \n", FINE),
    (b"voxel 2 3 4\n1 2 3\n1 2 3\n", FINE),
    (b"voxel 2 3 4\n01 2 -0\n", FINE),
    (b"voxel 2 3 4\t\n1 2 3\n0 0 0\n1 2 3\n", FINE),
    (b"voxel 2 3 4\t\r\n1 2 3\r\n1 2 3\r\n\r\n", FINE),
    (b"voxel 2 3 4\t\n1 2 3\n0 0 0\n1 2 3", FINE),
    (b"voxel 2 3 4\t\n1 2 3\n0 0 0\n", CUT_SHORT_AT_4),
    (b"voxel 2 3 4\t\n1 2 3\n", CUT_SHORT_AT_3),
    (b"voxel 2 3 4\t", CUT_SHORT_AT_2),
    (
        b"voxel 1073741824 1073741824 1073741824\n1073741823 0 1073741823\n",
        FINE,
    ),
    (
        b"",
        "file:1: the file ends where the header `voxel W H D` should follow",
    ),
    (
        b"\n\n",
        "file:3: the file ends where the header `voxel W H D` should follow",
    ),
    (
        b"\0",
        "file:1: the number of fields is 1, expected `voxel W H D`",
    ),
    (
        b"voxel 2 3\n",
        "file:1: the number of fields is 3, expected `voxel W H D`",
    ),
    (
        b"voxel 2 3 4 5\n",
        "file:1: the number of fields is 5, expected `voxel W H D`",
    ),
    (
        b"Voxel 2 3 4\n",
        "file:1: expected the header `voxel W H D`, found \"Voxel 2 3 4\"",
    ),
    (
        b"voxel 2 3 4\r1 2 3\r",
        "file:1: the number of fields is 6, expected `voxel W H D`",
    ),
    (
        b"voxel 0 3 4\n",
        "file:1: W is 0, not between 1 and 1073741824",
    ),
    (
        b"voxel 2 -3 4\n",
        "file:1: H is -3, not between 1 and 1073741824",
    ),
    (
        b"voxel 2 3 1073741825\n",
        "file:1: D is 1073741825, not between 1 and 1073741824",
    ),
    (
        b"voxel 2 3 340282366920938463463374607431768211457\n",
        "file:1: D is 340282366920938463463374607431768211457, not between 1 and 1073741824",
    ),
    (b"voxel 2 3 4.0\n", "file:1: D is \"4.0\", not an integer"),
    (b"voxel 2 3 +4\n", "file:1: D is \"+4\", not an integer"),
    (
        b"voxel 2 3 4\n\n2 2 3\n",
        "file:3: x is 2, not between 0 and 1",
    ),
    (
        b"voxel 2 3 4\n1 3 3\n",
        "file:2: y is 3, not between 0 and 2",
    ),
    (
        b"voxel 2 3 4\n1 2 4\n",
        "file:2: z is 4, not between 0 and 3",
    ),
    (
        b"voxel 2 3 4\n-1 2 3\n",
        "file:2: x is -1, not between 0 and 1",
    ),
    (
        b"voxel 2 3 4\n18446744073709551616 0 0\n",
        "file:2: x is 18446744073709551616, not between 0 and 1",
    ),
    (
        b"voxel 2 3 4\n4294967296 0 0\n",
        "file:2: x is 4294967296, not between 0 and 1",
    ),
    (
        b"voxel 2 3 4\n1 2\n",
        "file:2: the number of fields is 2, expected `x y z`",
    ),
    (
        b"voxel 2 3 4\n1 2 3 4\n",
        "file:2: the number of fields is 4, expected `x y z`",
    ),
    (
        b"voxel 2 3 4\n1 2 \0\n",
        "file:2: z is \"\\x00\", not an integer",
    ),
    (
        b"voxel 2 3 4\n1 2 \xff\n",
        "file:2: z is \"\\xff\", not an integer",
    ),
];

const SCENARIO3D_CASES: &[Case] = &[
    (b"version 1\nA.3dmap\n", FINE),
    (b"version 1.0\r\nA b.3dmap \r\n1 2 3 4 5 6 7.5 1.0", FINE),
    (b"version 1\nA\n1 2 3 4 5 6 7.5\n", FINE),
    (b"version 1\nA\n0 0 0 0 0 0 0 1\n", FINE),
    (b"Version 1\n#A\n# a comment\n0 0 0 0 0 0 0 1\n", FINE),
    (
        b"version 0\nA\n",
        "file:1: expected `version 1`, found \"version 0\"",
    ),
    (b"version 1\nA\n0 0 0 1073741823 0 0 1e308 1\n", FINE),
    (b"", "file:1: the file ends where `version 1` should follow"),
    (
        b"version 2\nA\n",
        "file:1: expected `version 1`, found \"version 2\"",
    ),
    (
        b"version 1 0\nA\n",
        "file:1: expected `version 1`, found \"version 1 0\"",
    ),
    (
        b"version 1\n",
        "file:2: the file ends where the name of the map should follow",
    ),
    (
        b"version 1\nA\xff\n",
        "file:2: \"A\\xff\" is not a map name",
    ),
    (
        b"version 1\nA\0B\n",
        "file:2: \"A\\x00B\" is not a map name",
    ),
    (
        b"version 1\nA\n1 2 3 4 5 6\n",
        "file:3: the number of fields is 6, expected `sx sy sz gx gy gz length [ratio]`",
    ),
    (
        b"version 1\nA\n1 2 3 4 5 6 7 8 9\n",
        "file:3: the number of fields is 9, expected `sx sy sz gx gy gz length [ratio]`",
    ),
    (
        b"version 1\nA\n1 2 3 4 -5 6 7.5 1.0\n",
        "file:3: gy is -5, not between 0 and 1073741823",
    ),
    (
        b"version 1\nA\n1073741824 2 3 4 5 6 7.5 1.0\n",
        "file:3: sx is 1073741824, not between 0 and 1073741823",
    ),
    (
        b"version 1\nA\n1 2 3 4 5 6 nan 1.0\n",
        "file:3: length is \"nan\", not a finite number of 0 or more",
    ),
    (
        b"version 1\nA\n1 2 3 4 5 6 inf 1.0\n",
        "file:3: length is \"inf\", not a finite number of 0 or more",
    ),
    (
        b"version 1\nA\n1 2 3 4 5 6 1e999 1.0\n",
        "file:3: length is \"1e999\", not a finite number of 0 or more",
    ),
    (
        b"version 1\nA\n1 2 3 4 5 6 -7 1.0\n",
        "file:3: length is \"-7\", not a finite number of 0 or more",
    ),
    (
        b"version 1\nA\n1 2 3 4 5 6 7 -nan\n",
        "file:3: ratio is \"-nan\", not a finite number of 0 or more",
    ),
];

const MAP2D_CASES: &[Case] = &[
    (b"type octile\nheight 2\nwidth 3\nmap\n.GS\n@OT\n", FINE),
    (
        b"type tile\r\nwidth 3\r\nheight 1\r\nmap\r\n.W.\r\n\r\n",
        FINE,
    ),
    (b"type octile\nheight 1\nwidth 1\nmap\n.", FINE),
    (b"type octile\nheight 2\nwidth 3\nmap\n.ES \n@x#\t \n", FINE),
    (b"2,3\n...\n@.@\n", FINE),
    (b"2, 3 \r\n480\r\n192\r\n5000\r\nr.e\r\n@@@\r\n", FINE),
    (
        b"2,3\n",
        "file:2: the number of rows is 0, the header says 2",
    ),
    (
        b"2,3,4\n",
        "file:1: expected `type octile` or `H,W`, found \"2,3,4\"",
    ),
    (b"x,3\n", "file:1: height is \"x\", not an integer"),
    (b"2,0\n", "file:1: width is 0, not between 1 and 1073741824"),
    (
        b"2,3\n48a\n",
        "file:2: a line before the rows is \"48a\", not an integer",
    ),
    (
        b"type octile\nheight 1\nwidth 3\nmap\n. . \n",
        "file:5: column 2: ' ' is not a terrain letter",
    ),
    (
        b"type octile\nheight 1\nwidth 3\nmap\n.. \n",
        "file:5: the width of the row is 2, the header says 3",
    ),
    (
        b"type octile\nheight 1\nwidth 3\nmap\n .. .\n",
        "file:5: the width of the row is 5, the header says 3",
    ),
    (
        b"",
        "file:1: the file ends where `type octile` should follow",
    ),
    (
        b"type octile\n",
        "file:2: the file ends where `height H` and `width W` should follow",
    ),
    (
        b"type octile\nheight 1\nwidth 1\n",
        "file:4: the file ends where `map` should follow",
    ),
    (
        b"type hex\n",
        "file:1: expected `type octile` or `type tile`, found \"type hex\"",
    ),
    (
        b"octile\n",
        "file:1: the number of fields is 1, expected `type octile`",
    ),
    (
        b"type octile\ndepth 1\n",
        "file:2: expected `height H` or `width W`, found \"depth 1\"",
    ),
    (
        b"type octile\nheight 1\nheight 1\n",
        "file:3: height is given a second time",
    ),
    (
        b"type octile\nheight 0\n",
        "file:2: height is 0, not between 1 and 1073741824",
    ),
    (
        b"type octile\nheight -2\n",
        "file:2: height is -2, not between 1 and 1073741824",
    ),
    (
        b"type octile\nheight 99999999999999999999\n",
        "file:2: height is 99999999999999999999, not between 1 and 1073741824",
    ),
    (
        b"type octile\nheight 1\nwidth 1\n.\n",
        "file:4: expected `map`, found \".\"",
    ),
    (
        b"type octile\nheight 2\nwidth 3\nmap\n...\n",
        "file:6: the number of rows is 1, the header says 2",
    ),
    (
        b"type octile\nheight 2\nwidth 3\nmap\n",
        "file:5: the number of rows is 0, the header says 2",
    ),
    (
        b"type octile\nheight 1\nwidth 3\nmap\n...\n...\n",
        "file:6: more rows than the 1 of the header",
    ),
    (
        b"type octile\nheight 1\nwidth 3\nmap\n..\n",
        "file:5: the width of the row is 2, the header says 3",
    ),
    (
        b"type octile\nheight 1\nwidth 3\nmap\n....\n",
        "file:5: the width of the row is 4, the header says 3",
    ),
    (
        b"type octile\nheight 1\nwidth 3\nmap\n\n...\n",
        "file:5: the width of the row is 0, the header says 3",
    ),
    (
        b"type octile\nheight 1\nwidth 3\nmap\n.@?\n",
        "file:5: column 3: '?' is not a terrain letter",
    ),
    (
        b"type octile\nheight 1\nwidth 3\nmap\n\0\0\0\n",
        "file:5: column 1: '\\x00' is not a terrain letter",
    ),
    (
        b"type octile\nheight 1\nwidth 2\nmap\n\xc3\xa4\n",
        "file:5: column 1: '\\xc3' is not a terrain letter",
    ),
    (
        b"type octile\nheight 1073741824\nwidth 1073741824\nmap\n....\n",
        "file:5: the width of the row is 4, the header says 1073741824",
    ),
    (
        b"type octile\nheight 1073741824\nwidth 1\nmap\n.\n@\n",
        "file:7: the number of rows is 2, the header says 1073741824",
    ),
];

const SCENARIO2D_CASES: &[Case] = &[
    (
        b"version 1\n0\tmaps/a b.map\t4\t3\t0\t0\t3\t2\t3.82842712\n",
        FINE,
    ),
    (
        b"version 1.0\r\n 0 a.map 4 3 0 0 3 2 3.8\r\n99 a.map 4 3 0 0 0 0 0",
        FINE,
    ),
    (
        b"version 1\n99999999999999999999999999 a.map 4 3 0 0 3 2 1\n",
        FINE,
    ),
    (b"0 a.map 4 3 0 0 3 2 3.8\n", FINE),
    (b"# a\n\nVersion 1\n # b\n0 a.map 4 3 0 0 3 2 3.8\n#", FINE),
    (b"version 0.0\n0\tmaps/a b.map\t4\t3\t0\t0\t3.8\n", FINE),
    (b"0 a.map 4 3 0 0 5\n0 a.map 4 3 0 1073741823 5\n", FINE),
    (b"version 1\n0 a.map -1 -1 4 3 0 0 5\n", FINE),
    (
        b"version 0\n0 a.map 4 3 0 0 3 2 3.8\n",
        "file:2: the number of fields is 9, expected `bucket map sx sy gx gy length`",
    ),
    (
        b"version 1\n0 a.map 4 3 0 0 3.8\n",
        "file:2: the number of fields is 7, expected `bucket map width height sx sy gx gy length`",
    ),
    (
        b"0 a.map 4 3 0 0 3 2 3.8\n0 a.map 3 2 0 0 3.8\n",
        "file:2: the row is for a map of unknown size, earlier rows for [4, 3, 1]",
    ),
    (
        b"0 a.map 3 2 0 0 3.8\n0 a.map 4 3 0 0 3 2 3.8\n",
        "file:2: the row is for a map of [4, 3, 1] cells, earlier rows for unknown size",
    ),
    (
        b"version 1\n0 a -1 3 0 0 3 2 1\n",
        "file:2: width is -1, not between 1 and 1073741824",
    ),
    (
        b"# version 1\nversion 2\n0 a 4 3 0 0 3 2 1\n",
        "file:2: expected `version 1`, found \"version 2\"",
    ),
    (
        b"0 a.map 4 3 0 0 3 2 3.8\nversion 1\n",
        "file:2: the number of fields is 2, expected `bucket map width height sx sy gx gy length`",
    ),
    (
        b"# a\n",
        "file:2: the file ends where `version 1` should follow",
    ),
    (b"", "file:1: the file ends where `version 1` should follow"),
    (
        b"version 1\n\n",
        "file:3: the file ends where a row with a problem should follow",
    ),
    (
        b"version 1\n0 a b.map 4 3 0 0 3 2 3.8\n",
        "file:2: the number of fields is 10, expected `bucket map width height sx sy gx gy length`",
    ),
    (
        b"version 1\n0\ta.map\t4\t3\t0\t0\t3\t2\n",
        "file:2: the number of fields is 8, expected `bucket map width height sx sy gx gy length`",
    ),
    (
        b"version 1\n0\t\t4\t3\t0\t0\t3\t2\t1\n",
        "file:2: \"\" is not a map name",
    ),
    (
        b"version 1\n0\ta\xff\t4\t3\t0\t0\t3\t2\t1\n",
        "file:2: \"a\\xff\" is not a map name",
    ),
    (
        b"version 1\nx a 4 3 0 0 3 2 1\n",
        "file:2: bucket is \"x\", not an integer",
    ),
    (
        b"version 1\n-1 a 4 3 0 0 3 2 1\n",
        "file:2: bucket is -1, not between 0 and 9223372036854775807",
    ),
    (
        b"version 1\n0 a 0 3 0 0 3 2 1\n",
        "file:2: width is 0, not between 1 and 1073741824",
    ),
    (
        b"version 1\n0 a 4 3 0 3 3 2 1\n",
        "file:2: sy is 3, not between 0 and 2",
    ),
    (
        b"version 1\n0 a 4 3 0 0 4 2 1\n",
        "file:2: gx is 4, not between 0 and 3",
    ),
    (
        b"version 1\n0 a 4 3 0 0 3 2 NaN\n",
        "file:2: length is \"NaN\", not a finite number of 0 or more",
    ),
    (
        b"version 1\n0 a 4 3 0 0 3 2 1\n0 b 4 3 0 0 3 2 1\n",
        "file:3: the row is on map \"b\", those before on \"a\"",
    ),
    (
        b"version 1\n0 a 4 3 0 0 3 2 1\n0 a 4 4 0 0 3 2 1\n",
        "file:3: the row is for a map of [4, 4, 1] cells, earlier rows for [4, 3, 1]",
    ),
];

fn run(format: Format, cases: &[Case]) {
    for (bytes, expected) in cases {
        let found = read(format, bytes)
            .err()
            .map_or(String::new(), |error| error.to_string());
        assert_eq!(found, *expected, "{format:?} {}", bytes.escape_ascii());
    }
}

#[test]
fn every_case_is_read_as_listed() {
    run(Format::Map3d, MAP3D_CASES);
    run(Format::Scenario3d, SCENARIO3D_CASES);
    run(Format::Map2d, MAP2D_CASES);
    run(Format::Scenario2d, SCENARIO2D_CASES);
}

/// A line of many megabytes costs its own length: no quotation repeats it, no buffer doubles it.
#[test]
fn gigantic_lines_are_errors_of_one_short_line() {
    for byte in [b'7', b' ', b'.', b'\0', b'\xff', b'\r'] {
        let line = vec![byte; 8 << 20];
        for format in [
            Format::Map3d,
            Format::Scenario3d,
            Format::Map2d,
            Format::Scenario2d,
        ] {
            for opening in [
                "",
                "voxel 2 2 2\n",
                "version 1\n",
                "type octile\nheight 1\nwidth 1\nmap\n",
            ] {
                let content = [opening.as_bytes(), &line].concat();
                if let Err(error) = read(format, &content) {
                    assert!(
                        error.to_string().len() < 250,
                        "{format:?} {opening:?} {byte}"
                    );
                }
            }
        }
    }
}

/// The header may claim 2^90 cells; the world holds the one chunk that has been written.
#[test]
fn memory_follows_the_cells_not_the_header() {
    let small = map3d::read(b"voxel 2 2 2\n1 1 1\n", "file").map(|world| world.memory_bytes());
    let huge = map3d::read(b"voxel 1073741824 1073741824 1073741824\n1 1 1\n", "file");
    assert_eq!(huge.unwrap().memory_bytes(), small.unwrap());
}
