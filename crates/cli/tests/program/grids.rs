//! Grids and their scenarios as they are published: lengths of few digits, and water.
//!
//! The oracle is a Dijkstra of its own over letters, in floating point, as the tools were that
//! published such files.

use std::collections::BTreeSet;
use std::fmt::Write;

use voxnav_testkit::Draws;

use crate::program::{Scratch, fits_in_80_columns, json};

const WIDTH: usize = 40;
const HEIGHT: usize = 30;

struct Grid(Vec<Vec<u8>>);

impl Grid {
    /// Ground with swamp, trees and rock, and a lake in the middle.
    fn draw(draws: &mut Draws) -> Self {
        let mut rows = vec![vec![b'.'; WIDTH]; HEIGHT];
        for (y, row) in rows.iter_mut().enumerate() {
            for (x, letter) in row.iter_mut().enumerate() {
                let is_lake = (5..35).contains(&x) && (4..26).contains(&y);
                *letter = match draws.below(10) {
                    0 => b'T',
                    1 => b'@',
                    2 => b'S',
                    3 => b'G',
                    _ if is_lake => b'W',
                    _ => b'.',
                };
            }
        }
        Self(rows)
    }

    fn text(&self) -> String {
        let rows: Vec<_> = self
            .0
            .iter()
            .map(|row| str::from_utf8(row).unwrap())
            .collect();
        format!(
            "type octile\nheight {HEIGHT}\nwidth {WIDTH}\nmap\n{}\n",
            rows.join("\n")
        )
    }

    /// What an agent must stay on that is at a place: ground with swamp, or water.
    fn medium(&self, x: usize, y: usize) -> Option<u8> {
        match *self.0.get(y)?.get(x)? {
            b'.' | b'G' | b'S' => Some(b'.'),
            b'W' => Some(b'W'),
            _ => None,
        }
    }

    /// The lengths of the best paths from a place, by rows; infinite where there is none.
    fn lengths_from(&self, start: (usize, usize)) -> Vec<Vec<f64>> {
        let mut best = vec![vec![f64::INFINITY; WIDTH]; HEIGHT];
        let medium = self.medium(start.0, start.1).unwrap();
        best[start.1][start.0] = 0.0;
        let mut queue = BTreeSet::from([(0_u64, start)]);
        let is_open = |x: usize, y: usize| self.medium(x, y) == Some(medium);
        while let Some((length, (x, y))) = queue.pop_first() {
            // Lengths are not negative, so their bits are in the same order.
            let length = f64::from_bits(length);
            if length > best[y][x] {
                continue;
            }
            for step in (0..9).filter(|step| *step != 4) {
                let (to_x, to_y) = (
                    (x + step % 3).wrapping_sub(1),
                    (y + step / 3).wrapping_sub(1),
                );
                if !(is_open(to_x, to_y) && is_open(to_x, y) && is_open(x, to_y)) {
                    continue;
                }
                let cost = if to_x == x || to_y == y {
                    1.0
                } else {
                    2_f64.sqrt()
                };
                if length + cost < best[to_y][to_x] {
                    best[to_y][to_x] = length + cost;
                    queue.insert(((length + cost).to_bits(), (to_x, to_y)));
                }
            }
        }
        best
    }
}

/// How a file writes a length.
type Print = fn(f64) -> String;

/// As C++ prints a number unless told otherwise: six significant digits, no trailing zeros.
fn six_digits(length: f64) -> String {
    let whole = format!("{length:.0}").len();
    let text = format!("{length:.0$}", 6 - whole);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn two_decimals(length: f64) -> String {
    format!("{length:.2}")
}

fn trimmed(length: f64) -> String {
    two_decimals(length)
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
}

fn eight_decimals(length: f64) -> String {
    format!("{length:.8}")
}

/// Problems with their lengths, 300 from 30 starts on both media.
fn problems(grid: &Grid, draws: &mut Draws) -> Vec<([usize; 4], f64)> {
    let mut problems = Vec::new();
    while problems.len() < 300 {
        let (x, y) = (draws.below(WIDTH), draws.below(HEIGHT));
        if grid.medium(x, y).is_none() {
            continue;
        }
        let lengths = grid.lengths_from((x, y));
        for _ in 0..10 {
            let (to_x, to_y) = (draws.below(WIDTH), draws.below(HEIGHT));
            if lengths[to_y][to_x].is_finite() {
                problems.push(([x, y, to_x, to_y], lengths[to_y][to_x]));
            }
        }
    }
    problems
}

fn scenario(problems: &[([usize; 4], f64)], print: Print) -> String {
    let mut text = "version 1\n".to_owned();
    for ([sx, sy, gx, gy], length) in problems {
        let length = print(*length);
        writeln!(
            text,
            "0\tg.map\t{WIDTH}\t{HEIGHT}\t{sx}\t{sy}\t{gx}\t{gy}\t{length}"
        )
        .unwrap();
    }
    text
}

#[test]
fn published_lengths_agree_however_many_digits_they_have() {
    let scratch = Scratch::new("grids-digits");
    let mut draws = Draws::new(7);
    let grid = Grid::draw(&mut draws);
    scratch.write("g.map", &grid.text());
    let problems = problems(&grid, &mut draws);
    let on_water = problems
        .iter()
        .filter(|([x, y, ..], _)| grid.medium(*x, *y) == Some(b'W'));
    assert!((30..270).contains(&on_water.count()));
    let prints: [Print; 4] = [six_digits, two_decimals, trimmed, eight_decimals];
    for print in prints {
        scratch.write("g.map.scen", &scenario(&problems, print));
        for options in ["", "--algorithm astar", "--algorithm lazy-theta"] {
            let text = scratch.succeeds(&format!("bench g.map {options}"));
            assert!(text.contains("\ntolerance   "), "{text}");
            fits_in_80_columns(&text);
        }
        let report = json(&scratch.succeeds("bench g.map --json"));
        assert_eq!(
            (&report["queries"], &report["mismatches"]),
            (&problems.len().into(), &0.into())
        );
        scratch.succeeds("compare g.map --sample 20 --algorithms auto,astar");
    }
    let report = json(&scratch.succeeds("bench g.map --json --moves planar4-z"));
    assert!(report["tolerance"].is_null());
}

/// A tolerance that followed the loosest row, or the shortest text, would pass over what is wrong.
#[test]
fn wrong_lengths_are_told_to_the_last_digit() {
    let scratch = Scratch::new("grids-wrong");
    let mut draws = Draws::new(11);
    let grid = Grid::draw(&mut draws);
    scratch.write("g.map", &grid.text());
    let problems = problems(&grid, &mut draws);
    let wrong: [(f64, Print); 3] = [
        (0.011, two_decimals),
        (0.000_1, |length| format!("{length:.5}")),
        (0.000_1, eight_decimals),
    ];
    for (off, print) in wrong {
        for off in [off, -off] {
            let mut listed = problems.clone();
            let (row, _) = listed
                .iter()
                .enumerate()
                .find(|(_, row)| row.1 > 9.0)
                .unwrap();
            listed[row].1 += off;
            scratch.write("g.map.scen", &scenario(&listed, print));
            let run = scratch.run("bench g.map --json").failed(1);
            assert_eq!(run.json()["mismatches"], 1, "{off}");
            assert_eq!(run.json()["faults"][0]["row"], row + 1);
        }
    }
}

/// Rows between places that no path connects list length 0 in some public sets.
#[test]
fn length_zero_lists_that_there_is_no_path() {
    let scratch = Scratch::new("grids-no-path");
    let mut draws = Draws::new(5);
    let grid = Grid::draw(&mut draws);
    scratch.write("g.map", &grid.text());
    let mut problems = problems(&grid, &mut draws);
    let reachable = problems.len();
    while problems.len() < reachable + 40 {
        let [from, to] = [(); 2].map(|()| (draws.below(WIDTH), draws.below(HEIGHT)));
        let is_there = |(x, y)| grid.medium(x, y).is_some();
        if is_there(from) && is_there(to) && grid.lengths_from(from)[to.1][to.0].is_infinite() {
            problems.push(([from.0, from.1, to.0, to.1], 0.0));
        }
    }
    let unreachable = reachable + 1;
    for print in [trimmed as Print, eight_decimals] {
        scratch.write("g.map.scen", &scenario(&problems, print));
        for algorithm in ["auto", "astar", "greedy", "weighted:2", "lazy-theta"] {
            let bench = format!("bench g.map --json --algorithm {algorithm}");
            let report = json(&scratch.succeeds(&bench));
            assert_eq!(report["queries"], reachable + 40, "{algorithm}");
            assert!(report["unreachable"].as_u64().unwrap() > 0);
            assert!(report["suboptimality"]["max"].as_f64().unwrap() < 100.0);
            assert!(report["tolerance"]["most"].as_f64().unwrap() > 0.0);
        }
        for reference in ["astar", "listed"] {
            let options = format!("--sample 400 --algorithms auto,astar --reference {reference}");
            scratch.succeeds(&format!("compare g.map {options}"));
        }
    }
    // Where there is a path, and where one is listed that is not there.
    for (row, length, reason) in [
        (0, 0.0, "the scenario lists that there is no path"),
        (unreachable, 7.0, "but the scenario lists a path"),
    ] {
        let mut wrong = problems.clone();
        let same_place = |[x, y, to_x, to_y]: [usize; 4]| (x, y) == (to_x, to_y);
        assert!(!same_place(wrong[row].0));
        wrong[row].1 = length;
        scratch.write("g.map.scen", &scenario(&wrong, eight_decimals));
        for algorithm in ["auto", "greedy"] {
            let run = scratch.run(&format!("bench g.map --json --algorithm {algorithm}"));
            let report = run.failed(1).json();
            assert_eq!(
                (&report["mismatches"], &report["invalid_paths"]),
                (&1.into(), &0.into())
            );
            assert_eq!(report["faults"][0]["row"], row + 1);
            let told = report["faults"][0]["reason"].as_str().unwrap();
            assert!(told.contains(reason), "{told}");
        }
        scratch
            .run("compare g.map --sample 400 --algorithms auto")
            .failed(1);
    }
}
