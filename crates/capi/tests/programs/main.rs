//! Programs in C and C++ against the library: what the interface promises, asked as its users ask.
//!
//! They are skipped with a message where there is no compiler, unless `VOXNAV_REQUIRE_CC` is set.
//!
//! Whatever handles, structs and numbers a caller passes, a function does what it says, or changes nothing and
//! returns an error. Nothing unwinds over the border. The shared library exports its functions alone, and C++ and
//! C# have them all.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails where a program cannot be run, and tells what it skips"
)]

mod misused;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A language and its compilers, of which there may be none.
struct Language {
    name: &'static str,
    compilers: [&'static str; 2],
    standard: &'static str,
}

const C: Language = Language {
    name: "c",
    compilers: ["gcc", "clang"],
    standard: "-std=c99",
};

const CPP: Language = Language {
    name: "c++",
    compilers: ["g++", "clang++"],
    standard: "-std=c++17",
};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the folder of the libraries that cargo built for this test.
fn libraries() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    program.parent().unwrap().to_owned()
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// Returns the compilers of a language that are installed.
fn compilers(language: &Language) -> Vec<&'static str> {
    let found = language.compilers.iter().copied().filter(|it| is_there(it));
    let found: Vec<_> = found.collect();
    if found.is_empty() {
        let name = language.name;
        println!("skipped: there is no compiler for {name}");
        assert!(
            std::env::var_os("VOXNAV_REQUIRE_CC").is_none(),
            "there is no compiler for {name}"
        );
    }
    found
}

/// Runs a command that has to succeed.
fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{command:?}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// Begins the command of a compiler that takes no warning.
fn compiling(compiler: &str, language: &Language) -> Command {
    let mut command = Command::new(compiler);
    command
        .args([
            language.standard,
            "-O1",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Werror",
        ])
        .arg("-I")
        .arg(root().join("include"));
    command
}

/// Compiles a program of the folder of this test, and returns where it is.
fn compiled(compiler: &str, language: &Language, source: &str) -> PathBuf {
    compiled_with(compiler, language, source, &[])
}

/// Options of compilers for programs that stop at a read or write outside of memory, a leak, or undefined behavior. Not
/// optimized, they compile in half of the time and lose no fault to the optimizer.
const SANITIZERS: [&str; 4] = [
    "-g",
    "-O0",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];

/// Compiles a program with more flags.
fn compiled_with(compiler: &str, language: &Language, source: &str, flags: &[&str]) -> PathBuf {
    let kind = if flags.is_empty() { "" } else { "-sanitized" };
    let name = format!("{}-{compiler}{kind}", source.replace(['/', '.'], "-"));
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut command = compiling(compiler, language);
    command.args(flags);
    command.arg(root().join("tests").join(source));
    command.arg("-o").arg(&program);
    command.arg(libraries().join("libvoxnav_capi.so"));
    command
        .arg("-lm")
        .arg(format!("-Wl,-rpath,{}", libraries().display()));
    run(&mut command);
    program
}

#[test]
fn the_header_compiles_alone_in_both_languages() {
    for language in [C, CPP] {
        for compiler in compilers(&language) {
            let headers: &[_] = if language.name == "c" {
                &["voxnav.h"]
            } else {
                &[
                    "voxnav.h",
                    "voxnav_base.hpp",
                    "voxnav.hpp",
                    "voxnav_crowd.hpp",
                ]
            };
            let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("alone-{compiler}"));
            for included in headers {
                std::fs::write(&source, format!("#include \"{included}\"\n")).unwrap();
                let mut command = compiling(compiler, &language);
                command.args(["-fsyntax-only", "-x", language.name]);
                run(command.arg(&source));
            }
        }
    }
}

#[test]
fn compilers_refuse_the_handle_of_another_type() {
    for language in [C, CPP] {
        for compiler in compilers(&language) {
            let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("asks-{compiler}"));
            let compile = |handle: &str| {
                let program = format!(
                    "#include \"voxnav.h\"\n\
                     VoxnavStatus asks({handle} of, VoxnavAgentSize *size);\n\
                     VoxnavStatus asks({handle} of, VoxnavAgentSize *size) {{ return voxnav_agent_size(of, size); }}\n"
                );
                std::fs::write(&source, program).unwrap();
                let mut command = compiling(compiler, &language);
                command.args(["-fsyntax-only", "-x", language.name]);
                command.arg(&source).output().unwrap().status.success()
            };
            assert!(compile("VoxnavAgent"), "{compiler}");
            for other in ["VoxnavRoute", "VoxnavView", "VoxnavSpace", "uint64_t"] {
                assert!(!compile(other), "{compiler} takes {other} for an agent");
            }
        }
    }
}

/// The programs in C.
const IN_C: [&str; 5] = [
    "c/guide.c",
    "c/misuse.c",
    "c/crowd.c",
    "c/together.c",
    "c/plans.c",
];

/// The programs in C++ with exceptions.
const IN_CPP: [&str; 3] = ["cpp/guide.cpp", "cpp/crowd.cpp", "cpp/spaces.cpp"];

#[test]
fn programs_in_c_get_what_the_interface_promises() {
    for compiler in compilers(&C) {
        for source in IN_C {
            run(&mut Command::new(compiled(compiler, &C, source)));
        }
    }
}

#[test]
fn programs_in_cpp_get_what_the_interface_promises() {
    for compiler in compilers(&CPP) {
        for source in IN_CPP {
            run(&mut Command::new(compiled(compiler, &CPP, source)));
        }
        let flags = ["-fno-exceptions", "-fno-rtti"];
        let program = compiled_with(compiler, &CPP, "cpp/values.cpp", &flags);
        run(&mut Command::new(program));
    }
}

/// Returns whether a compiler has sanitizers to link with.
fn sanitizes(compiler: &str, language: &Language) -> bool {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let source = folder.join(format!("nothing-{compiler}"));
    std::fs::write(&source, "int main(void) { return 0; }\n").unwrap();
    let mut command = Command::new(compiler);
    command.args(SANITIZERS).args(["-x", language.name]);
    let output = command
        .arg(&source)
        .arg("-o")
        .arg(source.with_extension("out"))
        .output();
    let is_there = output.unwrap().status.success();
    if !is_there {
        println!("skipped: {compiler} has no sanitizers");
    }
    is_there
}

/// Runs programs of a language as every compiler with sanitizers makes them.
fn run_under_sanitizers(language: &Language, sources: &[&str]) {
    let compilers = compilers(language).into_iter();
    for compiler in compilers.filter(|it| sanitizes(it, language)) {
        for source in sources {
            run(&mut Command::new(compiled_with(
                compiler,
                language,
                source,
                &SANITIZERS,
            )));
        }
    }
}

#[test]
fn programs_in_cpp_are_clean_under_sanitizers() {
    run_under_sanitizers(&CPP, &IN_CPP);
}

#[test]
fn programs_in_c_are_clean_under_sanitizers() {
    run_under_sanitizers(&C, &IN_C[1..]);
    let mut compilers = compilers(&C).into_iter();
    if let Some(compiler) = compilers.rfind(|it| sanitizes(it, &C)) {
        let program = compiled_with(compiler, &C, "c/sequence.c", &SANITIZERS);
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sequence-sanitized.voxnav");
        run(Command::new(program).args(["7", "3000"]).arg(file));
    }
}

#[test]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn frames_take_no_memory() {
    for compiler in compilers(&C) {
        run(&mut Command::new(compiled(compiler, &C, "c/steady.c")));
    }
}

/// Returns the names of the functions of the header.
fn functions() -> Vec<String> {
    let header = std::fs::read_to_string(root().join("include/voxnav.h")).unwrap();
    let mut names = Vec::new();
    for line in header
        .lines()
        .filter(|line| !line.starts_with([' ', '/', '#']))
    {
        let Some((before, _)) = line.split_once('(') else {
            continue;
        };
        let name = before.rsplit([' ', '*']).next().unwrap_or_default();
        if name.starts_with("voxnav_") {
            names.push(name.to_owned());
        }
    }
    assert!(names.len() > 100, "{names:?}");
    names
}

#[test]
fn random_calls_reach_every_function_and_end_nothing() {
    let Some(compiler) = compilers(&C).first().copied() else {
        return;
    };
    let program = compiled(compiler, &C, "c/sequence.c");
    let mut calls: BTreeMap<String, [u64; 2]> = BTreeMap::new();
    for seed in voxnav_testkit::seeds(1, 1) {
        println!("seed {seed}");
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sequence-{seed}.voxnav"));
        let mut command = Command::new(&program);
        command.arg(seed.to_string()).arg("30000").arg(&file);
        let printed = String::from_utf8(run(&mut command).stdout).unwrap();
        for line in printed.lines() {
            if let [name, made, good] = line.split(' ').collect::<Vec<_>>()[..] {
                let counts = calls.entry(name.to_owned()).or_default();
                counts[0] += made.parse::<u64>().unwrap();
                counts[1] += good.parse::<u64>().unwrap();
            }
        }
    }
    // These cannot fail, and are called all the while.
    let always = [
        "voxnav_abi_version",
        "voxnav_last_error",
        "voxnav_status_name",
        "voxnav_version",
    ];
    for name in functions()
        .iter()
        .filter(|name| !always.contains(&name.as_str()))
    {
        let [made, good] = calls.get(name).copied().unwrap_or_default();
        assert!(good > 0, "{name} succeeded in {good} of {made} calls");
    }
    let sum = |place: usize| calls.values().map(|counts| counts[place]).sum::<u64>();
    println!("{} calls, {} of them good", sum(0), sum(1));
    assert!(
        sum(1) * 2 >= sum(0),
        "{} of {} calls are good",
        sum(1),
        sum(0)
    );
}

#[test]
fn the_shared_library_exports_what_the_header_declares() {
    if !is_there("nm") {
        println!("skipped: there is no nm");
        return;
    }
    let library = libraries().join("libvoxnav_capi.so");
    let output = run(Command::new("nm")
        .args(["-D", "--defined-only"])
        .arg(library));
    let printed = String::from_utf8(output.stdout).unwrap();
    let mut exported: Vec<_> = printed
        .lines()
        .filter_map(|line| line.split(' ').nth(2))
        .collect();
    let mut declared = functions();
    exported.sort_unstable();
    declared.sort_unstable();
    assert_eq!(exported, declared);
}

#[test]
fn blocks_of_unsafe_code_are_in_one_module() {
    let mut folders = vec![root().join("src")];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(root()).unwrap();
            let is_its_place = name.starts_with("src/memory") || name == Path::new("src/memory.rs");
            let text = std::fs::read_to_string(&path).unwrap();
            for word in ["unsafe {", "unsafe fn", "unsafe impl"] {
                assert!(
                    is_its_place || !text.contains(word),
                    "{}: {word}",
                    name.display()
                );
            }
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen} files");
}
