//! Comparisons of searches, as rows of CSV for a `DataFrame`.

use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use voxnav::batch::BatchObserver;
use voxnav_lab::{Contestant, Experiment, Lineup, Problem, ProblemSet, Reference, RowWriter};

use crate::failure::{Answer, Blamed, Failure, refuse};
use crate::threads::interrupt::timed;
use crate::values::agent;
use crate::values::numbers::{Boxes, Count, Number};
use crate::worlds::estimates::Trouble;
use crate::worlds::options::{self, Options};
use crate::worlds::world::World;

/// A search with its name.
type Search<'py> = (String, Bound<'py, PyDict>);

/// The rows that `compare` has of one world, the names of the searches, and those that did not run.
type Compared<'py> = (Bound<'py, PyBytes>, Vec<String>, Vec<(String, String)>);

/// Compares searches in one world: rows of CSV, the name of the search of each, and those that did not run
/// because another is the same search.
#[pyfunction]
#[pyo3(signature = (world, name, problems, searches, *, repeat, reference, limit_time))]
#[expect(clippy::too_many_arguments, reason = "keywords")]
pub(crate) fn compare<'py>(
    py: Python<'py>,
    world: &Bound<'py, World>,
    name: &str,
    problems: Boxes,
    searches: Vec<Search<'py>>,
    repeat: Count,
    reference: &str,
    limit_time: Option<Number>,
) -> Answer<Compared<'py>> {
    let world = world.get();
    let problems = problems_of(problems)?;
    let repeat = NonZeroU32::new(repeat.narrow("repeat")?)
        .ok_or_else(|| Failure::argument("repeat", "it takes one at least"))?;
    let reference: Reference = reference.parse().blamed("reference")?;
    let limit = limit_time
        .map(|limit| crate::worlds::options::duration("limit_time", limit.named("limit_time")?))
        .transpose()?;
    let mut troubles = Vec::new();
    let mut contestants = Vec::new();
    for (label, options) in &searches {
        let (contestant, trouble) = contestant(label, options, world)?;
        contestants.push(contestant);
        troubles.push(trouble);
    }
    let lineup = Lineup::new(contestants);
    let labels: Vec<String> = lineup.contestants().iter().map(Contestant::label).collect();
    let check = |py: Python<'_>| troubles.iter().try_for_each(|trouble| trouble.check(py));
    let run = |cancel: &AtomicBool, watch: Option<&dyn BatchObserver>| {
        let set = problem_set(name, world, problems)?;
        let mut experiment = Experiment::default()
            .repeat(repeat)
            .reference(reference)
            .stopped_by(cancel);
        if let Some(watch) = watch {
            experiment = experiment.time_limit(watch);
        }
        let mut writer = RowWriter::new(Vec::new());
        let mut asked = 0;
        let run = experiment.run_observed(&set, &lineup, |rows| {
            asked += 1;
            writer.write(&rows)
        });
        let written = run.and_then(|_| writer.finish());
        let rows = written.blamed("searches")?;
        Answer::Ok((rows, asked))
    };
    let (rows, asked) = timed(py, limit, Some(NonZeroUsize::MIN), check, run)??;
    let merged = lineup.merged().iter();
    let merged = merged.map(|it| (it.label.clone(), it.same_as.clone()));
    let repeated = std::iter::repeat_n(labels, asked).flatten();
    Ok((
        PyBytes::new(py, &rows),
        repeated.collect(),
        merged.collect(),
    ))
}

/// Reads the problems of an array of shape (N, 2, 3).
fn problems_of(problems: Boxes) -> Answer<Vec<Problem>> {
    let ends = problems.named("problems")?;
    let numbered = ends.iter().zip(1..);
    let problems = numbered.map(|(ends, number)| Problem::new(number, ends.min, ends.max));
    Ok(problems.collect())
}

fn problem_set(name: &str, world: &World, problems: Vec<Problem>) -> Answer<ProblemSet> {
    let started = Instant::now();
    let agent = agent::agent(None, &world.lattice)?;
    let (seen, terrain) = world.seen_by(agent)?;
    if !terrain.is_uniform() {
        return refuse(
            "worlds",
            format!("`{name}` has terrain, which comparisons do not know"),
        );
    }
    let mut set = ProblemSet::new(name, seen.occupancy(), problems, started);
    set.world = seen.with_components();
    set.shape = world.shape()?;
    Ok(set)
}

/// Makes a search that takes part, and what its estimates may raise.
fn contestant(
    label: &str,
    options: &Bound<'_, PyDict>,
    world: &World,
) -> Answer<(Contestant, Trouble)> {
    let argument = format!("searches: `{label}`");
    let read = Options::read(Some(options), world, options::OF_COMPARISONS)
        .map_err(|failure| failure.of(&argument))?;
    let search = read.search;
    if read.has_agent || search.time.is_some() {
        return refuse(
            &argument,
            "agent and limit_time are not for single searches of a comparison",
        );
    }
    let contestant = Contestant::new(search.route.settings);
    let given = options.get_item("heuristic")?;
    let contestant = match search.guide {
        None => contestant,
        Some(estimator) => {
            let name = given.and_then(|given| given.getattr("__name__").ok());
            let name = name.map_or_else(|| label.to_owned(), |name| name.to_string());
            contestant.guided_by(name, estimator)
        }
    };
    Ok((contestant.labeled(label), search.trouble))
}
