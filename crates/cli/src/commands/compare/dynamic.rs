//! `voxnav compare --dynamic`: searches in worlds that change.

use std::io::{self, ErrorKind, Write};

use voxnav_lab::{
    DynamicReport, Dynamics, WorldChange, write_dynamic_markdown, write_dynamic_table,
};

use super::lineup::Choice;
use super::problem_sets::{SAMPLE, named};
use super::reports::ReportFile;
use super::{CompareOptions, interrupted, wrong_answers};
use crate::error::CliError;
use crate::interrupt;
use crate::report::output::{StandardOutput, WhileRead, WrappedText, columns};
use crate::world_source::map_file::MapFile;

/// The refusal of worlds whose cells have costs.
const COSTS: &str = "cells have costs, by which the searches of --dynamic cannot go; leave out --costs, or convert \
                     the file to one without costs, such as a .3dmap file";

fn write_while_read(out: &mut StandardOutput<'_>, table: &[u8]) -> io::Result<()> {
    let mut out = WhileRead(out);
    out.write_all(table)?;
    out.flush()
}

/// Plays in every world with every change.
pub(super) fn run(options: &CompareOptions, out: &mut StandardOutput<'_>) -> Result<(), CliError> {
    let steps = usize::try_from(options.sample.unwrap_or(SAMPLE)).unwrap_or(usize::MAX);
    let markdown = options
        .markdown
        .as_deref()
        .map(ReportFile::begin)
        .transpose()?;
    let stop = interrupt::flag();
    let mut reports: Vec<(String, DynamicReport)> = Vec::new();
    let mut is_interrupted = false;
    let changes = Choice::of(&options.dynamic, &WorldChange::ALL);
    for map in &options.maps {
        for source in named(map)? {
            let map = MapFile::load(&source, &options.read)?;
            if map.costs().is_some() {
                return Err(CliError::at(&map.path, COSTS));
            }
            let name = map.path.display().to_string();
            for &change in &changes {
                is_interrupted |= stop.load(std::sync::atomic::Ordering::Relaxed);
                if is_interrupted {
                    break;
                }
                let dynamics = Dynamics::new(&map.occupancy, change).shape(map.shape);
                let report = dynamics.steps(steps).run();
                let mut shown = Vec::new();
                write_dynamic_table(&name, &report, columns(), &mut WrappedText::new(&mut shown))?;
                // The page is to be written whether anybody reads the tables or not.
                let written = match markdown {
                    Some(_) => out.write_all(&shown).and_then(|()| out.flush()),
                    None => write_while_read(out, &shown),
                };
                written.map_err(|reason| match reason.kind() {
                    ErrorKind::BrokenPipe => CliError::unread(),
                    _ => reason.into(),
                })?;
                reports.push((name.clone(), report));
            }
        }
    }
    if let Some(file) = markdown {
        file.write(|file| {
            let mut each = reports.iter();
            each.try_for_each(|(name, report)| -> io::Result<()> {
                write_dynamic_markdown(name, report, file)
            })
        })?;
    }
    let lines = || reports.iter().flat_map(|(_, report)| &report.lines);
    let asked = reports
        .iter()
        .map(|(_, it)| (it.answers + it.begun) * it.lines.len());
    let wrong = lines().map(|line| line.wrong as u64).sum::<u64>();
    let answers = asked.sum::<usize>() as u64;
    match (wrong, is_interrupted) {
        (0, false) => Ok(()),
        (0, true) => Err(interrupted(answers, "--dynamic runs start over")),
        _ => Err(wrong_answers(wrong, answers)),
    }
}
