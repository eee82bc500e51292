//! The declarations in C#: what csbindgen writes, with the names and the types that programs in C# expect.
//!
//! Functions and structs with pointers stay internal. All other structs and all enums are what people use: fields have
//! names of C#, sizes are internal, numbers that say yes or no are `bool`, and counts are `int`.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// Names that differ from those of C without `Voxnav`: they would hide types of C# or of engines, or are wrapped.
const RENAMED: [(&str, &str); 20] = [
    ("Action", "MoveAction"),
    ("AgentSettings", "RawAgentSettings"),
    ("Area", "PlaceArea"),
    ("Array", "RawArray"),
    ("Costs", "RawCosts"),
    ("Destination", "RawDestination"),
    ("End", "RouteEnd"),
    ("Event", "WatchEvent"),
    ("EventKind", "WatchEventKind"),
    ("Leg", "RouteLeg"),
    ("Material", "CellMaterial"),
    ("Moves", "MoveSet"),
    ("Obstacle", "RawObstacle"),
    ("PlaceFilter", "RawPlaceFilter"),
    ("PlaceQuery", "RawPlaceQuery"),
    ("PlaceScore", "RawPlaceScore"),
    ("Shape", "RawShape"),
    ("SmoothLeg", "RawSmoothLeg"),
    ("Smoothing", "RawSmoothing"),
    ("State", "CellState"),
];

const HEAD: &str = "\
// Written by `VOXNAV_HEADER=write cargo test -p voxnav-capi --test header`; not to be changed by hand.
// Declares what voxnav.h declares: the functions, and the structs and enums that they take.
";

/// Writes the declarations of what is exported by some files.
pub(crate) fn declarations(sources: &[PathBuf]) -> String {
    let mut builder = csbindgen::Builder::default()
        .csharp_dll_name("voxnav")
        .csharp_namespace("Voxnav")
        .csharp_class_name("Native")
        .csharp_use_nint_types(false)
        .csharp_use_function_pointer(false)
        .csharp_generate_const_filter(|_| true)
        .csharp_type_rename(|name| named(&name));
    for source in sources {
        builder = builder.input_extern_file(source);
    }
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("Native.cs");
    builder.generate_csharp_file(&path).unwrap();
    let written = fs::read_to_string(&path).unwrap();
    let body = written.split_once("using System;").unwrap().1;
    format!("{HEAD}using System;{}", in_csharp(body))
}

fn named(name: &str) -> String {
    let name = name.strip_prefix("Voxnav").unwrap_or(name);
    let renamed = RENAMED.iter().find(|(from, _)| *from == name);
    renamed.map_or(name, |(_, to)| to).to_owned()
}

/// Makes types public that people use.
fn in_csharp(written: &str) -> String {
    let mut text = String::new();
    let mut documented = String::new();
    let mut is_public = false;
    for line in written.lines() {
        let code = line.trim();
        if code.starts_with("///") {
            let _ = writeln!(documented, "{}", in_words(line));
            continue;
        }
        if let Some(name) = code.strip_prefix("internal unsafe partial struct ") {
            is_public = !name.starts_with("Raw");
        }
        let field = code
            .strip_prefix("public ")
            .and_then(|it| it.strip_suffix(';'))
            .filter(|_| is_public);
        if let Some((of, name)) = field.and_then(|it| it.rsplit_once(' ')) {
            text.push_str(&field_of(&documented, of, name));
        } else {
            let line = if code.starts_with("internal enum") {
                line.replace("internal", "public")
            } else if is_public {
                line.replace("internal unsafe partial", "public unsafe partial")
            } else {
                line.to_owned()
            };
            let _ = writeln!(text, "{documented}{}", line.trim_end());
        }
        documented.clear();
    }
    text
}

/// Declares a field of a struct that people use, after its documentation.
fn field_of(documented: &str, of: &str, name: &str) -> String {
    let pascal = in_pascal(name);
    let is_yes = documented.contains("///  1 for") || documented.contains("///  1 if");
    let documented = documented.replace("///  1 ", "///  True ");
    let indent = "        ";
    if name == "size" || name == "reserved" || of.ends_with('*') || name == "fall_count" {
        format!("{indent}internal {of} {name};\n")
    } else if of == "System.UIntPtr" {
        format!(
            "{indent}internal {of} {name};\n{documented}{indent}public int {pascal} => checked((int)(ulong){name});\n"
        )
    } else if is_yes {
        format!(
            "{indent}internal {of} {name};\n{documented}{indent}public bool {pascal} \
             {{ get {{ return {name} != 0; }} set {{ {name} = value ? 1u : 0u; }} }}\n"
        )
    } else {
        format!("{documented}{indent}public {of} {pascal};\n")
    }
}

fn in_pascal(name: &str) -> String {
    let parts = name.split('_').map(|part| {
        let (first, rest) = part.split_at(1);
        first.to_uppercase() + rest
    });
    parts.collect()
}

/// Writes the names in a line of documentation as those of C#, and escapes what XML takes for its own.
fn in_words(line: &str) -> String {
    let mut words = String::new();
    for (number, part) in line.split('`').enumerate() {
        if number % 2 == 0 {
            words.push_str(part);
        } else {
            let part = part.replace('&', "&amp;").replace('<', "&lt;");
            let _ = write!(words, "<c>{}</c>", part.replace("Voxnav", ""));
        }
    }
    words
}
