//! Running the program in a directory of its own.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A directory for the files of one test.
pub(crate) struct Scratch {
    path: PathBuf,
}

/// What a run of the program left behind.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Scratch {
    /// An empty directory; `name` must differ from test to test.
    pub(crate) fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        if path.exists() {
            fs::remove_dir_all(&path).unwrap();
        }
        fs::create_dir_all(&path).unwrap();
        Self { path }
    }

    pub(crate) fn path_of(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    pub(crate) fn write(&self, name: &str, content: &str) {
        fs::write(self.path_of(name), content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path_of(name)).unwrap()
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.path_of(name).exists()
    }

    /// The program with arguments separated by spaces.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_voxnav"));
        command
            .current_dir(&self.path)
            .args(arguments.split_whitespace())
            // Those of the terminal that the tests run in.
            .env_remove("COLUMNS")
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &str) -> Run {
        Run::from(self.command(arguments).output().unwrap())
    }

    /// Standard output of a run that must succeed, silently on standard error.
    pub(crate) fn succeeds(&self, arguments: &str) -> String {
        let run = self.run(arguments);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
        run.stdout
    }

    /// Standard output of `route`, which must succeed with nothing but a summary on standard error.
    pub(crate) fn routes(&self, arguments: &str) -> String {
        let run = self.run(arguments);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stderr.starts_with("rows      "), "{}", run.stderr);
        fits_in_80_columns(&run.stderr);
        run.stdout
    }

    /// The one line on standard error of a run that must end with `code`.
    pub(crate) fn fails(&self, code: i32, arguments: &str) -> String {
        self.run(arguments).failed(code).error().to_owned()
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: without_progress(&String::from_utf8(output.stderr).unwrap()),
        }
    }
}

/// What is said apart from how far a long run is.
fn without_progress(stderr: &str) -> String {
    let lines = stderr.split_inclusive('\n');
    lines
        .filter(|line| !line.starts_with("progress: "))
        .collect()
}

impl Run {
    /// Checks the exit code and that standard error is one line that says what to do.
    pub(crate) fn failed(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}", self.stderr);
        let line = self.error();
        assert!(!line.contains('\n'), "more than one line: {line}");
        assert!(line.starts_with("voxnav: "), "{line}");
        assert!(line.contains("; "), "no advice: {line}");
        self
    }

    /// Standard error without the summary of `route`, if there is one.
    pub(crate) fn error(&self) -> &str {
        let said = self.stderr.strip_suffix('\n').unwrap();
        match said.rsplit_once('\n') {
            Some((summary, error)) if summary.starts_with("rows      ") => error,
            _ => said,
        }
    }

    /// Standard output, which must be exactly one JSON object.
    pub(crate) fn json(&self) -> Value {
        json(&self.stdout)
    }
}

/// The only JSON object of a text.
pub(crate) fn json(text: &str) -> Value {
    let value = serde_json::from_str::<Value>(text).unwrap();
    assert!(value.is_object());
    value
}

/// Checks that a terminal of 80 columns shows every line whole.
pub(crate) fn fits_in_80_columns(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}
