//! Clouds of surveyors: LAS files of every version, with records of every length that programs write, and with what they put
//! between the header and the points.

use voxnav_files::{Import, read_bytes};
use voxnav_occupancy::CellBox;
use voxnav_occupancy::CellState::Free;
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_testkit::{Draws, cases};

use super::{Cells, check, drawn};

/// A file under construction, which is written field by field.
struct Writer(Vec<u8>);

impl Writer {
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }

    fn text(&mut self, text: &str, length: usize) {
        let mut bytes = text.as_bytes().to_vec();
        bytes.resize(length, 0);
        self.bytes(&bytes);
    }

    fn numbers(&mut self, numbers: &[f64]) {
        for number in numbers {
            self.bytes(&number.to_le_bytes());
        }
    }
}

/// The bytes of a record of each format after its position.
const RECORDS: [(u8, usize); 6] = [(0, 8), (1, 16), (2, 14), (3, 22), (6, 18), (7, 24)];

/// A record that describes something else: a coordinate system or extra bytes.
fn record(user: &str, id: u16, content: &[u8]) -> Vec<u8> {
    let mut record = Writer(Vec::new());
    record.bytes(&[0; 2]);
    record.text(user, 16);
    record.bytes(&id.to_le_bytes());
    let length = u16::try_from(content.len()).unwrap();
    record.bytes(&length.to_le_bytes());
    record.text("", 32);
    record.bytes(content);
    record.0
}

fn las(draws: &mut Draws, points: &[DVec3]) -> Vec<u8> {
    let minor = draws.between(0_u8, 4);
    let formats = match minor {
        0 | 1 => &RECORDS[..2],
        2 | 3 => &RECORDS[..4],
        _ => &RECORDS[..],
    };
    let (format, rest) = draws.pick(formats);
    let extra = draws.pick(&[0, 0, 1, 6]);
    let length = u16::try_from(12 + rest + extra).unwrap();
    let is_long = draws.percent(20);
    let header: u16 = match minor {
        0..=2 => 227,
        3 => 235,
        _ => 375,
    };
    let header_gap = if is_long { 16 } else { 0 };
    let mut records = Vec::new();
    if draws.percent(40) {
        records.push(record("LASF_Projection", 34_735, &[1, 0, 1, 0, 0, 0, 0, 0]));
    }
    let before = draws.pick(&[0, 0, 2, 40]);
    let middle: usize = records.iter().map(Vec::len).sum();
    let start = usize::from(header + header_gap) + middle + before;
    let scale = draws.pick(&[0.001, 0.01, 0.5, 1e-6]);
    let offset = draws.pick(&[0.0, -100.0, 1000.0]);
    let count = u32::try_from(points.len()).unwrap();
    let legacy = if format >= 6 { 0 } else { count };
    let mut file = Writer(b"LASF".to_vec());
    file.bytes(&[0; 4]);
    file.bytes(&[0; 16]);
    file.bytes(&[1, minor]);
    file.text(draws.pick(&["EXTRACTION", "", "MODIFICATION"]), 32);
    file.text(draws.pick(&["PDAL", "LAStools (c)", ""]), 32);
    let day: u16 = draws.pick(&[0, 1, 366]);
    let year: u16 = if day == 0 { 0 } else { 2024 };
    file.bytes(&[day.to_le_bytes(), year.to_le_bytes()].concat());
    file.bytes(&(header + header_gap).to_le_bytes());
    file.bytes(&u32::try_from(start).unwrap().to_le_bytes());
    file.bytes(&u32::try_from(records.len()).unwrap().to_le_bytes());
    file.bytes(&[format]);
    file.bytes(&length.to_le_bytes());
    file.bytes(&legacy.to_le_bytes());
    file.bytes(&[legacy, 0, 0, 0, 0].map(u32::to_le_bytes).concat());
    file.numbers(&[scale; 3]);
    file.numbers(&[offset; 3]);
    file.numbers(&[9.0, 0.0, 9.0, 0.0, 9.0, 0.0]);
    if minor >= 3 {
        file.bytes(&[0; 8]);
    }
    if minor >= 4 {
        file.bytes(&[0; 12]);
        file.bytes(&u64::from(count).to_le_bytes());
        file.bytes(&u64::from(count).to_le_bytes());
        file.bytes(&[0; 14 * 8]);
    }
    file.bytes(&vec![0; usize::from(header_gap)]);
    file.bytes(&records.concat());
    file.bytes(&vec![0; before]);
    assert_eq!(file.0.len(), start);
    for point in points {
        for at in point.to_array() {
            #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
            let at = ((at - offset) / scale).round() as i32;
            file.bytes(&at.to_le_bytes());
        }
        let mut rest = vec![0; rest + extra];
        // The first return of one.
        rest[2] = if format >= 6 { 0x11 } else { 0x09 };
        file.bytes(&rest);
    }
    file.0
}

#[test]
fn clouds_of_surveyors_in_every_version_are_in_the_cells_that_were_drawn() {
    for mut draws in cases(0, 300) {
        let (_, mut cells): (_, Cells) = drawn(&mut draws, IVec3::new(5, 4, 3));
        cells.insert([1, 0, 1]);
        let points = cells
            .iter()
            .map(|cell| IVec3::from_array(*cell).as_dvec3() + 0.5);
        let mut points: Vec<DVec3> = points.collect();
        draws.shuffle(&mut points);
        let file = las(&mut draws, &points);
        let import = Import {
            size: Some(1.0.into()),
            unknown: Free,
            ..Import::default()
        };
        let what = file[..file.len().min(400)].escape_ascii().to_string();
        let read = read_bytes(&file, "a.las", &import);
        let read = read.unwrap_or_else(|error| panic!("{error}: {what}"));
        let boxes = cells
            .iter()
            .map(|cell| CellBox::of_cell(IVec3::from(*cell)));
        let bounds = boxes.fold(CellBox::EMPTY, |all, one| all.hull(&one));
        check(&read.occupancy, bounds, &cells, &what);
    }
}
