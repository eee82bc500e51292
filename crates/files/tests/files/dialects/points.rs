//! Clouds of points: PCD files of the Point Cloud Library and of the programs that write its format.

use voxnav_files::{Import, read_bytes};
use voxnav_occupancy::CellBox;
use voxnav_occupancy::CellState::Free;
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_testkit::{Draws, cases};

use super::{Cells, check, drawn, shown};

/// A field: its name, its type, its bytes and how often it is there.
type Field = (&'static str, char, usize, usize);

fn fields(draws: &mut Draws) -> Vec<Field> {
    let size = draws.pick(&[4, 8]);
    let mut fields = vec![
        ("x", 'F', size, 1),
        ("y", 'F', size, 1),
        ("z", 'F', size, 1),
    ];
    let others: [&[Field]; 4] = [
        &[],
        &[("rgb", 'F', 4, 1)],
        &[
            ("intensity", 'F', 4, 1),
            ("ring", 'U', 2, 1),
            ("_", 'U', 1, 1),
            ("_", 'U', 1, 1),
        ],
        &[("normal", 'F', 4, 3), ("label", 'I', 4, 1)],
    ];
    let others = draws.pick(&others);
    if draws.percent(20) {
        fields.splice(..0, others.iter().copied());
    } else {
        fields.extend(others);
    }
    fields
}

fn header(draws: &mut Draws, fields: &[Field], points: usize, data: &str) -> String {
    let words =
        |part: &dyn Fn(&Field) -> String| fields.iter().map(part).collect::<Vec<_>>().join(" ");
    let end = if data == "ascii" {
        draws.pick(&["\n", "\r\n"])
    } else {
        "\n"
    };
    let mut lines = vec![
        format!("VERSION {}", draws.pick(&["0.7", ".7"])),
        format!(
            "{} {}",
            draws.pick(&["FIELDS", "FIELDS", "COLUMNS"]),
            words(&|field| field.0.to_owned())
        ),
        format!("SIZE {}", words(&|field| field.2.to_string())),
        format!("TYPE {}", words(&|field| field.1.to_string())),
    ];
    if fields.iter().any(|field| field.3 > 1) || draws.percent(70) {
        lines.push(format!("COUNT {}", words(&|field| field.3.to_string())));
    }
    lines.push(format!("WIDTH {points}"));
    lines.push("HEIGHT 1".to_owned());
    lines.extend(
        draws
            .pick(&[None, Some("VIEWPOINT 0 0 0 1 0 0 0")])
            .map(str::to_owned),
    );
    lines.push(format!("POINTS {points}"));
    lines.extend([format!("DATA {data}"), String::new()]);
    lines.splice(
        ..0,
        draws
            .pick(&[None, Some("# .PCD v0.7 - Point Cloud Data file format")])
            .map(str::to_owned),
    );
    lines.join(end)
}

#[expect(clippy::cast_possible_truncation, reason = "as the format has it")]
fn pcd(draws: &mut Draws, points: &[DVec3]) -> Vec<u8> {
    let fields = fields(draws);
    let data = draws.pick(&["ascii", "binary"]);
    let mut file = header(draws, &fields, points.len(), data).into_bytes();
    for point in points {
        let mut texts = Vec::new();
        for (name, _, size, count) in &fields {
            let axis = ["x", "y", "z"].iter().position(|axis| axis == name);
            match (axis, data) {
                (Some(axis), "ascii") => texts.push(point[axis].to_string()),
                (None, "ascii") => texts.extend(vec!["1".to_owned(); *count]),
                (Some(axis), _) if *size == 4 => file.extend((point[axis] as f32).to_le_bytes()),
                (Some(axis), _) => file.extend(point[axis].to_le_bytes()),
                (None, _) => file.extend(vec![7; size * count]),
            }
        }
        if data == "ascii" {
            file.extend((texts.join(" ") + draws.pick(&["\n", " \n"])).into_bytes());
        }
    }
    file
}

#[test]
fn points_of_every_writer_are_in_the_cells_that_were_drawn() {
    for mut draws in cases(0, 500) {
        let (_, mut cells): (_, Cells) = drawn(&mut draws, IVec3::new(5, 4, 3));
        cells.insert([1, 0, 1]);
        let points = cells
            .iter()
            .map(|cell| IVec3::from_array(*cell).as_dvec3() + 0.5);
        let mut points: Vec<_> = points.collect();
        draws.shuffle(&mut points);
        let file = pcd(&mut draws, &points);
        let import = Import {
            size: Some(1.0.into()),
            unknown: Free,
            ..Import::default()
        };
        let read = read_bytes(&file, "a.pcd", &import);
        let read = read.unwrap_or_else(|error| panic!("{error}: {}", shown(&file)));
        let boxes = cells.iter().map(|cell| {
            let cell = IVec3::from_array(*cell);
            CellBox::new(cell, cell + IVec3::ONE)
        });
        let bounds = boxes.fold(CellBox::EMPTY, |all, one| all.hull(&one));
        check(&read.occupancy, bounds, &cells, &shown(&file));
    }
}
