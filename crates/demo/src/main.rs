//! The demonstration as a program: see [`voxnav_demo::run`].

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use voxnav_demo::{DemoError, PAGE, Watch};

/// A line on a terminal that counts steps, and is gone at the end.
#[derive(Default)]
struct Line {
    done: usize,
    steps: usize,
}

impl Line {
    fn show(text: &str) {
        let mut out = io::stderr();
        if out.is_terminal() {
            // Nothing can be done about a line that cannot be seen.
            let _ = write!(out, "\r{text}\r").and_then(|()| out.flush());
        }
    }
}

impl Watch for Line {
    fn begin(&mut self, steps: usize) {
        *self = Self { done: 0, steps };
    }

    fn advance(&mut self, steps: usize) {
        self.done += steps;
        Self::show(&format!("{} of {}", self.done, self.steps));
    }

    fn end(&mut self) {
        Self::show(&" ".repeat(24));
    }
}

fn demonstrate(out: &mut dyn Write) -> Result<(), DemoError> {
    voxnav_demo::run(out, Path::new(""), &mut Line::default())?;
    writeln!(
        out,
        "Next: open {PAGE} in a browser. The program is\n      cargo run --release -p voxnav-cli -- --help"
    )?;
    Ok(())
}

fn main() -> ExitCode {
    if let Some(argument) = std::env::args_os().nth(1) {
        let _ = writeln!(
            io::stderr(),
            "voxnav-demo: unexpected argument `{}`: the demonstration takes none. The program is\n      \
             cargo run --release -p voxnav-cli -- --help",
            argument.display()
        );
        return ExitCode::from(2);
    }
    match demonstrate(&mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has seen enough.
        Err(DemoError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "voxnav-demo: {error}");
            ExitCode::FAILURE
        }
    }
}
