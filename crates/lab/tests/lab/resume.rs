//! Runs that go on where they were ended.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use voxnav::Algorithm;
use voxnav::experiment::{Estimator, EstimatorGuarantee, Heuristic};
use voxnav::glam::IVec3;
use voxnav::search::{Cost, SearchSettings};
use voxnav_lab::{
    Contestant, Experiment, Journal, JournalError, Lineup, ProblemSet, Progress, Reference,
    RowWriter,
};

/// Zero, and how often that was asked.
#[derive(Debug, Default)]
struct Asked(AtomicU64);

impl Estimator for Asked {
    fn estimate(&self, _: IVec3, _: IVec3) -> Cost {
        self.0.fetch_add(1, Ordering::Relaxed);
        Cost::ZERO
    }

    fn law(&self) -> EstimatorGuarantee {
        EstimatorGuarantee::Symmetric
    }
}

/// A run of two worlds in a folder of its own.
struct Run {
    path: PathBuf,
    sets: Vec<ProblemSet>,
    lineup: Lineup,
    asked: Arc<Asked>,
}

/// The rows of a run, and whether it came to its end.
type Rows = Result<(String, Progress), JournalError>;

impl Run {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("voxnav-lab-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let set = |text: &str| ProblemSet::generated(&text.parse().unwrap(), 5).unwrap();
        let asked = Arc::new(Asked::default());
        let astar = SearchSettings::default().algorithm(Algorithm::AStar);
        let lineup = Lineup::new([
            Contestant::new(astar),
            Contestant::new(astar.heuristic(Heuristic::Euclidean)),
            Contestant::new(astar.algorithm(Algorithm::GreedyBestFirst)),
            Contestant::new(astar).guided_by("asked", asked.clone()),
        ]);
        Self {
            path: folder.join(name),
            sets: vec![
                set("generated:caves:12,12,12:1"),
                set("generated:rooms:12,12,12:2"),
            ],
            lineup,
            asked,
        }
    }

    /// The rows of CSV, ended by a stop after so many rounds of this run.
    fn rows(&self, experiment: Experiment<'_>, most: usize) -> Rows {
        let mut journal = Journal::open(&self.path, [("the program", "tests")])?;
        let mut writer = RowWriter::new(Vec::new());
        let stop = AtomicBool::new(false);
        let experiment = experiment.stopped_by(&stop);
        let mut left = most;
        let mut last = Progress::Done;
        for set in &self.sets {
            let run = experiment.run_kept(set, &self.lineup, &mut journal, |rows| {
                writer.write(&rows)?;
                left = left.saturating_sub(1);
                stop.store(left == 0, Ordering::Relaxed);
                Ok::<_, JournalError>(())
            });
            last = run?.1;
            if last == Progress::Interrupted {
                break;
            }
        }
        Ok((String::from_utf8(writer.finish()?).unwrap(), last))
    }
}

/// Rows without their map, whose name has commas, and the columns of times.
fn timeless(rows: &str) -> Vec<Vec<&str>> {
    let lines = rows.lines().map(|line| {
        let quoted = line.rsplit_once("\",").or_else(|| line.split_once(','));
        quoted.map_or(line, |(_, rest)| rest)
    });
    let lines: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let is_time = |column: &&usize| lines[0][**column].ends_with("_ms");
    let columns: Vec<usize> = (0..lines[0].len()).collect();
    let kept: Vec<usize> = columns.iter().filter(|it| !is_time(it)).copied().collect();
    assert_eq!(kept.len() + 2, columns.len());
    assert!(lines.iter().all(|line| line.len() == columns.len()));
    lines
        .iter()
        .map(|line| kept.iter().map(|&column| line[column]).collect())
        .collect()
}

fn twice() -> Experiment<'static> {
    Experiment::default().repeat(2.try_into().unwrap())
}

#[test]
fn a_run_that_is_cut_anywhere_goes_on_to_the_same_rows() {
    let run = Run::new("cut.jsonl");
    let (whole, _) = run.rows(twice(), usize::MAX).unwrap();
    let journal = fs::read(&run.path).unwrap();
    // At every border of a line, and in the middle of many.
    let borders =
        (0..journal.len()).filter(|&at| at == 0 || journal[at - 1] == b'\n' || at % 411 == 3);
    let mut cuts = 0;
    for at in borders {
        fs::write(&run.path, &journal[..at]).unwrap();
        let (rows, progress) = run.rows(twice(), usize::MAX).unwrap();
        assert_eq!(progress, Progress::Done);
        assert_eq!(timeless(&rows), timeless(&whole), "cut at {at}");
        // Rows that were there have the times that they had: they were not asked again.
        let complete = journal[..at].split(|&byte| byte == b'\n').count() - 1;
        let rounds = complete.saturating_sub(if complete > 7 { 3 } else { 2 });
        let known = 1 + 4 * rounds;
        assert!(
            rows.lines().take(known).eq(whole.lines().take(known)),
            "cut at {at}"
        );
        cuts += 1;
    }
    assert!(cuts > 20, "{cuts}");
}

#[test]
fn a_run_that_is_stopped_again_and_again_comes_to_the_same_rows() {
    let run = Run::new("stopped.jsonl");
    let (whole, _) = run.rows(twice(), usize::MAX).unwrap();
    fs::remove_file(&run.path).unwrap();
    let mut goes = 0;
    loop {
        goes += 1;
        // One more than is known: it is stopped when that one is done.
        let (rows, progress) = run.rows(twice(), goes).unwrap();
        let kept = rows.lines().count();
        assert_eq!(timeless(&rows), timeless(&whole)[..kept]);
        if progress == Progress::Done {
            break;
        }
    }
    assert_eq!(goes, 10);
}

#[test]
fn nothing_that_is_known_is_asked_again() {
    let run = Run::new("asked.jsonl");
    let (first, _) = run.rows(twice(), usize::MAX).unwrap();
    let asked = run.asked.0.swap(0, Ordering::Relaxed);
    assert!(asked > 0);
    let (again, _) = run.rows(twice(), usize::MAX).unwrap();
    assert_eq!(run.asked.0.load(Ordering::Relaxed), 0);
    assert_eq!(again, first, "to the last digit of the times");
}

#[test]
fn another_run_is_refused_and_told_by_what_it_differs() {
    let mut run = Run::new("other.jsonl");
    run.rows(twice(), 3).unwrap();
    let before = fs::read(&run.path).unwrap();
    let refused = |run: &Run, experiment, what: &str| {
        let error = run.rows(experiment, usize::MAX).unwrap_err();
        assert!(matches!(error, JournalError::OtherRun { .. }), "{error}");
        assert!(error.to_string().contains(what), "{what}: {error}");
        assert_eq!(fs::read(&run.path).unwrap(), before, "nothing is lost");
    };
    let once = Experiment::default();
    refused(&run, once, "the number of repetitions was 2, but is now 1");
    let none = twice().reference(Reference::None);
    refused(&run, none, "the reference was astar, but is now none");

    let other = ProblemSet::generated(&"generated:caves:12,12,12:9".parse().unwrap(), 5).unwrap();
    let first = std::mem::replace(&mut run.sets[0], other);
    refused(&run, twice(), "the map was");
    run.sets[0] = first.clone();
    run.sets[0].problems.swap(0, 1);
    refused(&run, twice(), "a problem was row 1");
    run.sets[0] = first.clone();
    run.sets[0].problems.truncate(2);
    refused(&run, twice(), "the number of problems was 5, but is now 2");
    run.sets[0] = first;

    let kept = run.lineup.clone();
    run.lineup = Lineup::new(kept.contestants()[1..].to_vec());
    refused(&run, twice(), "contestant 1 was astar octile");
    run.lineup = kept;
    let terms = Journal::open(&run.path, [("the program", "others")]).unwrap_err();
    assert_eq!(
        terms.to_string(),
        "the program was tests, but is now others"
    );
    run.rows(twice(), usize::MAX).unwrap();
}

#[test]
fn a_journal_that_another_run_writes_is_refused_until_it_is_closed() {
    let run = Run::new("busy.jsonl");
    let open = || Journal::open(&run.path, [("the program", "tests")]);
    let first = open().unwrap();
    assert!(matches!(open(), Err(JournalError::Busy)));
    drop(first);
    open().unwrap();
}

#[test]
fn what_is_no_journal_is_refused_and_left_as_it_is() {
    let run = Run::new("hostile.jsonl");
    run.rows(twice(), 3).unwrap();
    let good = fs::read_to_string(&run.path).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    let whole = |lines: &[&str]| lines.join("\n") + "\n";
    let short = lines[2].replacen("{\"outcome\"", "null,{\"outcome\"", 1);
    let fewer = lines[2].replacen("\"times\":[[", "\"times\":[[0.5,null],[", 1);
    for (text, line) in [
        ("row,length\n1,2\n".to_owned(), 1),
        ("an essay".to_owned(), 1),
        (whole(&lines[1..]), 1),
        (whole(&[lines[0], lines[2]]), 2),
        (whole(&[lines[0], lines[1], "{}"]), 3),
        (whole(&[lines[0], lines[1], "\u{0}\u{0}"]), 3),
        (whole(&[lines[0], lines[1], &short]), 3),
        (whole(&[lines[0], lines[1], &fewer]), 3),
        (
            whole(&[lines[0], lines[1], lines[2], lines[1], lines[2]]),
            4,
        ),
        (whole(&[&lines[0].replace(":1,", ":9,")]), 1),
    ] {
        fs::write(&run.path, &text).unwrap();
        let error = run.rows(twice(), usize::MAX).unwrap_err();
        assert!(
            matches!(error, JournalError::Malformed { line: at, .. } if at == line),
            "{error}: {text}"
        );
        assert_eq!(fs::read_to_string(&run.path).unwrap(), text);
    }
}
