//! Running the program in a directory of its own.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use voxnav::grid::OccupancyBuilder;

use crate::chromium::{Chromium, Turn};

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

    /// Starts the program with pipes for its output, and for its input.
    pub(crate) fn spawn(&self, arguments: &str) -> Child {
        let mut command = self.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.stdin(Stdio::piped()).spawn().unwrap()
    }

    /// Runs a script of the shell, which finds the program by its name.
    pub(crate) fn sh(&self, script: &str) -> Output {
        let mut shell = Command::new("sh");
        let shell = shell.args(["-c", script]).current_dir(&self.path);
        shell
            .env("PATH", search_path())
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    /// Runs a script of the shell that must succeed.
    pub(crate) fn shell(&self, script: &str) {
        let output = self.sh(script);
        assert!(output.status.success(), "{script}: {output:?}");
    }

    /// Copies input files of a dialog.
    pub(crate) fn inputs_of(&self, dialog: &str, names: &[&str]) {
        let inputs = format!("{}/tests/dialogs/{dialog}.in", env!("CARGO_MANIFEST_DIR"));
        for name in names {
            fs::copy(Path::new(&inputs).join(name), self.path_of(name)).unwrap();
        }
    }

    /// Writes a world as a `.voxnav` file.
    pub(crate) fn save(&self, name: &str, world: OccupancyBuilder) {
        let world = voxnav_store::World::new(world.commit());
        world.save(self.path_of(name)).unwrap();
    }

    /// Returns the browser with `p.html` opened, if there is one.
    pub(crate) fn opened(&self, test: &str) -> Option<Turn> {
        let mut browser = Chromium::launch(test)?;
        browser.open(&self.path_of("p.html"));
        Some(browser)
    }

    /// Waits until a file of a running process has so many lines.
    pub(crate) fn wait_for(&self, name: &str, process: &mut Child, lines: usize) {
        while !(self.contains(name) && self.read(name).lines().count() >= lines) {
            assert_eq!(process.try_wait().unwrap(), None, "it was too quick");
            thread::sleep(Duration::from_millis(2));
        }
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
    /// Checks the exit code and that standard error is one line with the remedy.
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

/// The search path of the shell, with the directory of the program before all others.
pub(crate) fn search_path() -> OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_voxnav")).parent().unwrap();
    let others = env::var_os("PATH").unwrap_or_default();
    env::join_paths(
        [program.to_owned()]
            .into_iter()
            .chain(env::split_paths(&others)),
    )
    .unwrap()
}

/// Checks that a terminal of 80 columns shows every line whole.
pub(crate) fn fits_in_80_columns(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

/// Sends the signal that Ctrl-C sends, and returns the end of the run.
pub(crate) fn interrupted(process: Child) -> Output {
    let id = process.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.is_ok_and(|sent| sent.success()));
    process.wait_with_output().unwrap()
}
