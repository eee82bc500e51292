//! Traces for Posthoc, the visualizer of searches: its search trace format, version 1.4.0, which is YAML.
//!
//! Each event is an object of `type`, `id`, `pId`, `x`, `y`, `z`, `g` and `f`; the view draws a square for each
//! cell, layer by layer along z. Costs are lengths in cells. The feature `posthoc` reads such files.

#[cfg(feature = "posthoc")]
mod read;

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use voxnav_occupancy::glam::IVec3;
use voxnav_search::{CellShape, Cost, Parents, Side};

use super::{Trace, TraceEvent, TraceEventKind};
#[cfg(feature = "posthoc")]
pub use read::read;

const HEAD: &str = "version: 1.4.0
views:
  main:
    - $: rect
      width: 1
      height: 1
      x: ${{ $.x }}
      y: ${{ $.y }}
      fill: ${{ color[$.type] }}
pivot:
  x: ${{ $.x + 0.5 }}
  y: ${{ $.y + 0.5 }}
  scale: 1
events:
";

/// Writes a trace for Posthoc, of a search among cells of a shape: by its costs cells are found from which others were
/// reached.
///
/// # Errors
/// That of the destination.
pub fn write(trace: &Trace, shape: CellShape, mut out: impl Write) -> io::Result<()> {
    let mut ids = Ids::default();
    out.write_all(HEAD.as_bytes())?;
    let ends = [
        ("source", trace.header.start),
        ("destination", trace.header.goal),
    ];
    for (kind, cell) in ends {
        write_event(&mut out, kind, ids.of(cell), cell, None)?;
    }
    let mut parents: Parents<usize> = Parents::among(shape);
    let mut seen: HashSet<(Side, IVec3)> = HashSet::new();
    for event in &trace.events {
        let TraceEvent {
            kind,
            side,
            cell,
            g,
            f,
        } = *event;
        let id = ids.of(cell);
        let parent = parents.of(side, cell, g).filter(|parent| *parent != id);
        let is_new = seen.insert((side, cell));
        let word = match kind {
            TraceEventKind::Expanded => "expanding",
            TraceEventKind::Queued if is_new => "generating",
            TraceEventKind::Queued => "updating",
        };
        write_event(&mut out, word, id, cell, Some((parent, g, f)))?;
        if kind == TraceEventKind::Expanded {
            parents.expanded(side, cell, g, id);
        }
    }
    let goal = trace.header.goal;
    let id = ids.of(goal);
    if let Some(cost) = trace.end.cost {
        let parent = parents.of(Side::Start, goal, cost);
        let parent = parent.filter(|parent| *parent != id);
        write_event(&mut out, "end", id, goal, Some((parent, cost, cost)))?;
    }
    Ok(())
}

/// Writes an event of a kind, with the parent of its cell, g and f where it has them.
fn write_event(
    out: &mut impl Write,
    kind: &str,
    id: usize,
    cell: IVec3,
    reached: Option<(Option<usize>, Cost, Cost)>,
) -> io::Result<()> {
    let IVec3 { x, y, z } = cell;
    write!(out, "  - {{type: {kind}, id: {id}")?;
    match reached {
        None => write!(out, ", x: {x}, y: {y}, z: {z}")?,
        Some((parent, g, f)) => {
            let parent = parent.map_or_else(|| "null".to_owned(), |id| id.to_string());
            write!(out, ", pId: {parent}, x: {x}, y: {y}, z: {z}")?;
            write!(out, ", g: {:.6}, f: {:.6}", g.length(), f.length())?;
        }
    }
    writeln!(out, "}}")
}

/// Numbers of cells, in the order of their first appearance.
#[derive(Default)]
struct Ids(HashMap<IVec3, usize>);

impl Ids {
    fn of(&mut self, cell: IVec3) -> usize {
        let next = self.0.len();
        *self.0.entry(cell).or_insert(next)
    }
}
