//! Reading the traces that other programs write for Posthoc.

use std::collections::HashMap;

use saphyr_parser::Event;
use voxnav_occupancy::Occupancy;
use voxnav_occupancy::glam::IVec3;
use voxnav_search::{Cost, SearchSettings, Side};

use crate::error::{Fault, FileError, malformed};
use crate::text::yaml::Yaml;
use crate::trace::lines::inside;
use crate::trace::{Trace, TraceEnd, TraceEvent, TraceEventKind, TraceHeader};

/// Reads the trace in `bytes`, YAML or JSON, of a search in a world of this name; errors carry `name`.
///
/// Of each event its `type` and its `x`, `y` and `z` are read, which are cells of the world counted from its
/// lowest corner, z being 0 where there is none; and `g` and `f`, lengths in cells, and `id` and `pId`. The
/// path is led from parent to parent to the event of the type `end`, or to the goal when it is expanded.
///
/// | type | what it is taken for |
/// |---|---|
/// | `source`, `start`; `destination`, `goal` | the ends |
/// | `expanding`, `expand`, `expanded` | an expansion |
/// | `generating`, `generate`, `generated`, `updating`, `update`, `updated`, `opening`, `open` | a cell is queued |
/// | `end`, `solution`, `final` | the goal is reached |
/// | others | nothing |
///
/// Not read: views, pivots and conditions, events that refer to others by aliases of YAML.
///
/// # Errors
///
/// [`FileError`] with the line, for what is no YAML or no such trace, and for a cell that is not in the world.
pub fn read(bytes: &[u8], name: &str, map: &str, world: &Occupancy) -> Result<Trace, FileError> {
    trace(bytes, map, world).map_err(|fault| fault.of(name))
}

fn trace(bytes: &[u8], map: &str, world: &Occupancy) -> Result<Trace, Fault> {
    let mut text = Yaml::new(bytes)?;
    let mut search = Search {
        size: world.bounds().size().as_ivec3(),
        ..Search::default()
    };
    text.expect_mapping("a trace, which is a mapping")?;
    while let Some(key) = text.key()? {
        if key == "events" {
            read_events(&mut text, &mut search)?;
        } else {
            text.pass_by()?;
        }
    }
    let [start, goal] = search.ends;
    let missing = |which| text.refused(format!("no event says where the {which} is"));
    let start = start.ok_or_else(|| missing("start"))?;
    let goal = goal.ok_or_else(|| missing("goal"))?;
    let unnamed = SearchSettings::default();
    let mut header = TraceHeader::of("", map, world, &unnamed, (start, goal));
    for said in [
        &mut header.algorithm,
        &mut header.heuristic,
        &mut header.moves,
        &mut header.corners,
        &mut header.guarantee,
    ] {
        "not told".clone_into(said);
    }
    Ok(search.trace(header, goal))
}

/// The content of an event of a trace.
#[derive(Default)]
struct EventContent {
    kind: String,
    id: Option<String>,
    parent: Option<String>,
    place: [Option<f64>; 3],
    g: Option<f64>,
    f: Option<f64>,
}

fn read_events(text: &mut Yaml<'_>, search: &mut Search) -> Result<(), Fault> {
    if !matches!(text.next()?, Event::SequenceStart(..)) {
        return Err(text.refused("expected a list of events"));
    }
    loop {
        match text.next()? {
            Event::SequenceEnd => return Ok(()),
            Event::MappingStart(..) => {
                let line = text.line();
                let said = read_event(text)?;
                search.note(&said).map_err(|fault| fault.at(line))?;
            }
            _ => return Err(text.refused("expected an event, which is a mapping")),
        }
    }
}

fn read_event(text: &mut Yaml<'_>) -> Result<EventContent, Fault> {
    let mut said = EventContent::default();
    while let Some(key) = text.key()? {
        match &*key {
            "type" => said.kind = text.scalar()?.unwrap_or_default(),
            "id" => said.id = text.scalar()?,
            "pId" => said.parent = text.scalar()?,
            "x" => said.place[0] = text.number()?,
            "y" => said.place[1] = text.number()?,
            "z" => said.place[2] = text.number()?,
            "g" => said.g = text.number()?,
            "f" => said.f = text.number()?,
            _ => text.pass_by()?,
        }
    }
    Ok(said)
}

/// The knowledge of the search so far.
#[derive(Default)]
struct Search {
    size: IVec3,
    ends: [Option<IVec3>; 2],
    events: Vec<TraceEvent>,
    /// The cell of each name, and the name of what it was reached from.
    reached: HashMap<String, (IVec3, Option<String>)>,
    /// The name of the goal and its cost, where an event says that it is reached.
    end: Option<(Option<String>, IVec3, Option<Cost>)>,
}

impl Search {
    fn note(&mut self, said: &EventContent) -> Result<(), Fault> {
        let kind = match &*said.kind {
            "source" | "start" | "destination" | "goal" => {
                let is_goal = matches!(&*said.kind, "destination" | "goal");
                self.ends[usize::from(is_goal)] = Some(self.cell(said)?);
                return Ok(());
            }
            "end" | "solution" | "final" => {
                let cell = self.cell(said)?;
                self.end = Some((said.id.clone(), cell, said.g.map(Cost::of_length)));
                self.lead(said, cell);
                return Ok(());
            }
            "expanding" | "expand" | "expanded" => TraceEventKind::Expanded,
            "generating" | "generate" | "generated" | "updating" | "update" | "updated"
            | "opening" | "open" => TraceEventKind::Queued,
            _ => return Ok(()),
        };
        let cell = self.cell(said)?;
        let g = said.g.map_or(Cost::ZERO, Cost::of_length);
        self.events.push(TraceEvent {
            kind,
            side: Side::Start,
            cell,
            g,
            f: said.f.map_or(g, Cost::of_length),
        });
        self.lead(said, cell);
        if kind == TraceEventKind::Expanded && self.ends[1] == Some(cell) && self.end.is_none() {
            self.end = Some((said.id.clone(), cell, Some(g)));
        }
        Ok(())
    }

    /// Notes from where a cell was reached, if that is said.
    fn lead(&mut self, said: &EventContent, cell: IVec3) {
        if let Some(id) = &said.id {
            let known = self.reached.get(id).and_then(|(_, parent)| parent.clone());
            let parent = said.parent.clone().or(known);
            self.reached.insert(id.clone(), (cell, parent));
        }
    }

    fn cell(&self, said: &EventContent) -> Result<IVec3, Fault> {
        let [x, y, z] = said.place.map(Option::unwrap_or_default);
        let along = |place: f64| {
            #[expect(clippy::cast_possible_truncation, reason = "ends at the limits of i32")]
            let cell = place as i32;
            (f64::from(cell).to_bits() == (place + 0.0).to_bits()).then_some(cell)
        };
        let (Some(x), Some(y), Some(z)) = (along(x), along(y), along(z)) else {
            return Err(malformed(format!("({x}, {y}, {z}) is not a cell")));
        };
        inside(IVec3::new(x, y, z), self.size)
    }

    fn trace(self, header: TraceHeader, goal: IVec3) -> Trace {
        let mut end = TraceEnd {
            outcome: "not told".to_owned(),
            ..TraceEnd::default()
        };
        let count = |kind| {
            let all = self.events.iter().filter(|event| event.kind == kind);
            all.count() as u64
        };
        end.statistics.expanded = count(TraceEventKind::Expanded);
        end.statistics.generated = count(TraceEventKind::Queued);
        if let Some((id, cell, cost)) = self.end {
            "found".clone_into(&mut end.outcome);
            end.cost = cost;
            end.path.push(if id.is_some() { cell } else { goal });
            let mut parent = id.and_then(|id| self.reached.get(&id)?.1.as_ref());
            // A cell that leads to itself leads nowhere.
            for _ in 0..self.reached.len() {
                let Some((cell, before)) = parent.and_then(|id| self.reached.get(id)) else {
                    break;
                };
                if end.path.last() != Some(cell) {
                    end.path.push(*cell);
                }
                parent = before.as_ref();
            }
            end.path.reverse();
        }
        Trace {
            header,
            events: self.events,
            end,
        }
    }
}
