//! Grids and their scenarios: what the grid benchmark, the League of Robot Runners and people with an editor write.

use voxnav_files::{ScenarioRow, map2d, scenario2d};
use voxnav_occupancy::CellState::{Free, Occupied};
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, Occupancy};
use voxnav_testkit::{Draws, cases};

use super::{check, drawn, joined, shown};

/// The letters of a set: free ones, and those of obstacles.
const SETS: [(&[u8], &[u8]); 5] = [
    (b".", b"@"),
    (b".GS", b"@OT"),
    (b".ES", b"@T"),
    (b".ESaegrxKPZ", b"@T"),
    (b".", b"#"),
];

#[test]
fn grids_of_every_set_are_the_cells_that_were_drawn() {
    for mut draws in cases(0, 500) {
        let (bounds, occupied) = drawn(&mut draws, IVec3::new(20, 10, 1));
        let (free, obstacles) = draws.pick(&SETS);
        let trailing = draws.pick(&[0, 0, 30, 100]);
        let size = bounds.size();
        let mut sides = [format!("height {}", size.y), format!("width {}", size.x)];
        if draws.percent(20) {
            sides.swap(0, 1);
        }
        let kind = draws.pick(&["type octile", "type tile", "type  octile "]);
        let map = draws.pick(&["map", "map "]);
        let header = [kind, &sides[0], &sides[1], map];
        let mut lines: Vec<_> = header.map(|line| line.as_bytes().to_vec()).into();
        if draws.percent(20) {
            lines = vec![format!("{},{}", size.y, size.x).into_bytes()];
            lines.extend(vec![b"5000".to_vec(); draws.pick(&[0, 3])]);
        }
        for y in 0..bounds.max.y {
            let mut row: Vec<u8> = (0..bounds.max.x)
                .map(|x| {
                    draws.pick(if occupied.contains(&[x, y, 0]) {
                        obstacles
                    } else {
                        free
                    })
                })
                .collect();
            if draws.percent(trailing) {
                row.extend(draws.pick(&["  ", " ", "\t"]).as_bytes());
            }
            lines.push(row);
        }
        lines.extend(vec![Vec::new(); draws.below(2)]);
        let file = joined(&mut draws, &lines);
        let read = map2d::read(&file, "a.map");
        let read = read.unwrap_or_else(|error| panic!("{error}: {}", shown(&file)));
        check(&read, bounds, &occupied, &shown(&file));
        assert_eq!(read.outside(), Occupied);
    }
}

/// Water is a world of its own wherever else letters come from.
#[test]
fn water_is_found_in_every_dialect() {
    for mut draws in cases(1_000, 200) {
        let (width, height) = (draws.between(1, 20), draws.between(1, 10));
        let rows = (0..height).map(|_| (0..width).map(|_| draws.pick(b".EWWS@T#")).collect());
        let rows: Vec<Vec<u8>> = rows.collect();
        let header = [
            "type octile".to_owned(),
            format!("height {height}"),
            format!("width {width}"),
            "map".to_owned(),
        ];
        let mut lines: Vec<_> = header.map(String::into_bytes).into();
        lines.extend(
            rows.iter()
                .map(|row| [row.as_slice(), draws.pick(&[b"".as_slice(), b" "])].concat()),
        );
        let file = joined(&mut draws, &lines);
        let map = map2d::read_from(&file[..], "a.map").unwrap();
        assert_eq!(map.water.is_some(), rows.concat().contains(&b'W'));
        let is_free = |world: &Occupancy, cell: IVec3| world.state(cell) == Free;
        for cell in CellBox::from_size(IVec3::new(width, height, 1)).cells() {
            let [x, y] = [cell.x, cell.y].map(|at| usize::try_from(at).unwrap());
            let letter = rows[y][x];
            assert_eq!(is_free(&map.occupancy, cell), b".ES".contains(&letter));
            if let Some(water) = &map.water {
                assert_eq!(is_free(water, cell), letter == b'W');
            }
        }
    }
}

/// The head of a scenario, and whether its rows state the size of the map: the two columns are those of version 1, and
/// -1 where a program knows no size.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Stated,
    Negative,
    Missing,
}

fn head(draws: &mut Draws, size: Size) -> Option<&'static str> {
    match size {
        Size::Missing => draws.pick(&[None, Some("version 0"), Some("version 0.0")]),
        _ => draws.pick(&[
            None,
            Some("version 1"),
            Some("version 1.0 "),
            Some("Version 1"),
            Some("version\t1"),
        ]),
    }
}

fn scenario(
    draws: &mut Draws,
    map: &str,
    extent: IVec3,
    size: Size,
    rows: &[ScenarioRow],
) -> Vec<u8> {
    let comments = draws.pick(&[0, 0, 20]);
    let separator = if map.contains(' ') {
        "\t"
    } else {
        draws.pick(&["\t", " ", "   ", " \t"])
    };
    let mut lines: Vec<String> = head(draws, size).map(str::to_owned).into_iter().collect();
    for row in rows {
        let (start, goal) = (row.start, row.goal);
        let sides = match size {
            Size::Stated => vec![extent.x, extent.y],
            Size::Negative => vec![-1, -1],
            Size::Missing => Vec::new(),
        };
        let numbers = sides.into_iter().chain([start.x, start.y, goal.x, goal.y]);
        let words = [draws.below(9_u32).to_string(), map.to_owned()].into_iter();
        let words = words.chain(numbers.map(|number| number.to_string()));
        let words = words.chain([row.length.to_string()]);
        lines.push(words.collect::<Vec<_>>().join(separator));
        lines
            .last_mut()
            .unwrap()
            .push_str(draws.pick(&["", "", " "]));
    }
    let mut commented = Vec::new();
    for line in lines {
        while draws.percent(comments) {
            commented.push(
                draws
                    .pick(&["# a comment", "", "  #", "#1 2 3 4 5 6 7"])
                    .as_bytes()
                    .to_vec(),
            );
        }
        commented.push(line.into_bytes());
    }
    // A tab next to a blank is one separator only where no field is empty.
    joined(draws, &commented)
}

#[test]
fn scenarios_with_and_without_version_and_comments_are_the_problems_that_were_drawn() {
    for mut draws in cases(2_000, 500) {
        let extent = draws.vector(IVec3::ONE, IVec3::new(99, 99, 1));
        let cells = CellBox::from_size(extent.with_z(1));
        let row = |draws: &mut Draws| {
            let length = f64::from(draws.below(100_000_u32)) / 1024.0;
            ScenarioRow::new(draws.cell(&cells), draws.cell(&cells), length)
        };
        let count = draws.between(1, 9);
        let rows: Vec<_> = (0..count).map(|_| row(&mut draws)).collect();
        let map = draws.pick(&["a.map", "maps/dao/arena.map", "a b.map"]);
        let size = draws.pick(&[Size::Stated, Size::Stated, Size::Negative, Size::Missing]);
        let file = scenario(&mut draws, map, extent, size, &rows);
        let read = scenario2d::read(&file, "a.scen");
        let read = read.unwrap_or_else(|error| panic!("{error}: {}", shown(&file)));
        assert_eq!(read.map, map, "{}", shown(&file));
        assert_eq!(
            read.map_size,
            (size == Size::Stated).then_some(extent.with_z(1))
        );
        assert_eq!(read.rows.len(), rows.len(), "{}", shown(&file));
        for (found, row) in read.rows.iter().zip(rows) {
            let rounding = found.rounding;
            assert_eq!(*found, ScenarioRow { rounding, ..row }, "{}", shown(&file));
        }
    }
}
