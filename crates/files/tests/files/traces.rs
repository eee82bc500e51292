//! Traces: what is written is read back, and what is malformed is refused line by line.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use voxnav_files::trace::{self, Trace, TraceEventKind, TraceHeader, TraceWriter, posthoc};
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{Algorithm, CellShape, Cost, Query, Workspace};

const SIZE: IVec3 = IVec3::new(9, 8, 7);

/// The trace of a search through an empty world, of at most `limit` events.
fn traced(limit: u64) -> Vec<u8> {
    let occupancy = OccupancyBuilder::new(CellBox::from_size(SIZE)).unwrap();
    let world = Traversability::new(&occupancy.commit(), UnknownPolicy::Blocked);
    let (start, goal) = (IVec3::ZERO, IVec3::new(8, 3, 1));
    let query = Query::new(start, goal).algorithm(Algorithm::AStar);
    let header = TraceHeader {
        program: "a test".into(),
        map: "a \"map\"\n".into(),
        size: SIZE,
        occupied: 0,
        start,
        goal,
        algorithm: "astar".into(),
        heuristic: "octile".into(),
        moves: "26".into(),
        corners: "strict".into(),
        guarantee: "optimal".into(),
    };
    let mut bytes = Vec::new();
    let mut writer = TraceWriter::begin(&mut bytes, &header, limit).unwrap();
    let solution = query.solve_observed(&world, &mut Workspace::new(), &mut writer);
    let traced = writer.finish(&solution).unwrap();
    assert_eq!(traced.omitted > 0, limit < 1000);
    bytes
}

fn read(text: &str) -> Result<Trace, String> {
    trace::read(text.as_bytes(), "file").map_err(|error| error.to_string())
}

#[test]
fn a_trace_is_read_as_it_was_written() {
    let bytes = traced(u64::MAX);
    let Trace {
        header,
        events,
        end,
    } = trace::read(&bytes, "file").unwrap();
    assert_eq!((header.map.as_str(), header.size), ("a \"map\"\n", SIZE));
    assert_eq!((end.outcome.as_str(), end.omitted), ("found", 0));
    let expanded = events
        .iter()
        .filter(|event| event.kind == TraceEventKind::Expanded);
    assert_eq!(expanded.count() as u64, end.statistics.expanded);
    assert_eq!((events[0].cell, events[0].g), (header.start, Cost::ZERO));
    assert_eq!(end.path.first(), Some(&header.start));
    assert_eq!(end.path.last(), Some(&header.goal));
    let ends = Cost::STRAIGHT * 5 + Cost::FACE_DIAGONAL * 2 + Cost::BODY_DIAGONAL;
    assert_eq!(end.cost, Some(ends));
}

#[test]
fn what_the_limit_leaves_out_is_counted() {
    let whole = trace::read(&traced(u64::MAX), "file").unwrap();
    let part = trace::read(&traced(10), "file").unwrap();
    assert_eq!(part.events, whole.events[..10]);
    assert_eq!(part.end.omitted, whole.events.len() as u64 - 10);
    assert_eq!(part.end.statistics, whole.end.statistics);
}

#[test]
fn malformed_lines_are_named() {
    let text = String::from_utf8(traced(3)).unwrap();
    let replaced = |from: &str, to: &str| text.replacen(from, to, 1);
    let lines = text.lines().collect::<Vec<_>>();
    for (broken, message) in [
        (String::new(), "file:1: the file ends where the header"),
        (
            "[]\n".into(),
            "file:1: column 2: this is not the header of a trace: ",
        ),
        ("\u{ff}".into(), "file:1: column "),
        (
            replaced("voxnav", "other"),
            "file:1: unknown kind of trace \"other 1\"",
        ),
        (
            replaced("\"version\":1", "\"version\":2"),
            "file:1: unknown kind of trace \"voxnav 2\"",
        ),
        (replaced("expanded", "explored"), "file:2: column "),
        (
            replaced("\"cell\":[0,", "\"cell\":[9,"),
            "file:2: cell [9, 0, 0] is not in the map",
        ),
        (
            replaced("\"cell\":[0,", "\"cell\":[-1,"),
            "file:2: cell [-1, 0, 0] is not in the map",
        ),
        (replaced("\"g\":0", "\"g\":-1"), "file:2: column "),
        (
            lines[..4].join("\n"),
            "file:5: the file ends where an event or the end",
        ),
        (
            replaced("\"events\":3", "\"events\":4"),
            "file:5: the last line states 4 events, but there are 3",
        ),
        (replaced("\"stale\":", "\"stall\":"), "file:5: column "),
        (
            text.clone() + "{}\n",
            "file:6: expected nothing after the end",
        ),
    ] {
        let error = read(&broken).unwrap_err();
        assert!(error.starts_with(message), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
    assert!(read(&replaced("{\"trace\"", "{\"more\":[],\"trace\"")).is_ok());
}

#[cfg(feature = "posthoc")]
#[test]
fn what_is_written_for_posthoc_is_read_back_and_what_is_broken_is_refused_without_a_panic() {
    let written = trace::read(&traced(u64::MAX), "file").unwrap();
    let mut yaml = Vec::new();
    posthoc::write(&written, CellShape::CUBIC, &mut yaml).unwrap();
    let world = OccupancyBuilder::new(CellBox::from_size(SIZE)).unwrap();
    let world = world.commit();
    let read = posthoc::read(&yaml, "file", "a map", &world).unwrap();
    let told = |trace: &Trace| {
        let events = trace.events.iter();
        let events = events.map(|it| (it.kind, it.cell, format!("{:.0}", it.g.length() * 1e6)));
        events.collect::<Vec<_>>()
    };
    assert_eq!(told(&read), told(&written));
    assert_eq!(read.header.start, written.header.start);
    assert_eq!(read.header.goal, written.header.goal);
    assert_eq!(read.end.path.first(), written.end.path.first());
    assert_eq!(read.end.path.last(), written.end.path.last());
    let length = |trace: &Trace| format!("{:.0}", trace.end.cost.unwrap().length() * 1e6);
    assert_eq!(length(&read), length(&written));

    // Copies with bytes changed, cut out or put in, from the generator of Knuth's MMIX.
    let mut state = 1_u64;
    let mut draw = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).unwrap() % below
    };
    let short = &yaml[..yaml.len().min(1200)];
    let mut refused = 0;
    for _ in 0..3000 {
        let mut broken = short.to_vec();
        for _ in 0..=draw(3) {
            let at = draw(broken.len());
            match draw(4) {
                0 => broken[at] = b"&*!|>%@`\"'{}[],:?-#\n\t \\~\xff"[draw(25)],
                1 => broken.truncate(at + 1),
                2 => drop(broken.drain(at..(at + draw(20)).min(broken.len() - 1).max(at))),
                _ => broken.insert(at, b"[{*&-:\n "[draw(8)]),
            }
        }
        refused += usize::from(posthoc::read(&broken, "file", "a map", &world).is_err());
    }
    assert!(refused > 1000, "{refused}");
}
