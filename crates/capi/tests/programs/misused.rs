//! Every handle of every function, misused: the calls are written from the header.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use super::{C, compilers, compiling, libraries, root, run};

/// A function as the header declares it: its name, and the types of its parameters.
struct Function {
    name: String,
    parameters: Vec<String>,
}

/// Returns the functions of the header.
fn declared(header: &str) -> Vec<Function> {
    let mut functions = Vec::new();
    for declaration in header.split(';') {
        let declaration = declaration.rsplit("*/").next().unwrap_or_default();
        let Some(at) = declaration.find(" voxnav_") else {
            continue;
        };
        let Some((name, rest)) = declaration[at + 1..].split_once('(') else {
            continue;
        };
        let Some((parameters, "")) = rest.rsplit_once(')') else {
            continue;
        };
        let types = parameters.split(',').map(|parameter| {
            let words = parameter.split_whitespace().collect::<Vec<_>>().join(" ");
            let name = words.rfind([' ', '*']).map_or(0, |at| at + 1);
            let of = words[..name].trim();
            of.strip_prefix("struct ").unwrap_or(of).to_owned()
        });
        functions.push(Function {
            name: name.to_owned(),
            parameters: types.filter(|it| !it.is_empty()).collect(),
        });
    }
    functions
}

/// Returns the types of handles: structs of an `id` alone.
fn handles(header: &str) -> Vec<&str> {
    let declared = header.split("typedef struct ").skip(1);
    let handles = declared.filter_map(|rest| {
        let (name, body) = rest.split_once(" {")?;
        let fields = body.split_once('}')?.0.split("*/").last()?;
        (fields.trim() == "uint64_t id;").then_some(name)
    });
    handles.collect()
}

/// Writes the program that calls each function with each handle misused.
fn program(header: &str, misused: &mut usize) -> String {
    let handles = handles(header);
    let structs: Vec<&str> = header
        .split("typedef struct ")
        .skip(1)
        .filter(|rest| {
            rest.split('}')
                .next()
                .is_some_and(|it| it.contains("size_t size;"))
        })
        .filter_map(|rest| rest.split_whitespace().next())
        .collect();
    let mut text = String::from(
        "#include <string.h>\n#include \"voxnav.h\"\n#include \"check.h\"\n\
         static int32_t cells(void *user, VoxnavCell at) { (void)user; return at.x; }\n\
         static double lengths(void *user, VoxnavCell at) { (void)user; return at.x; }\n\
         static double between(void *user, VoxnavCell from, VoxnavCell to) { (void)user; return from.x - to.x; }\n\
         static void is_refused(const char *name, uint64_t handle, VoxnavStatus status) {\n\
         if (status > VOXNAV_STATUS_ERROR_NULL_HANDLE || status < VOXNAV_STATUS_ERROR_WRONG_HANDLE) {\n\
         fprintf(stderr, \"%s of %llx: %d, %s\\n\", name, (unsigned long long)handle, (int)status, voxnav_last_error());\n\
         exit(1);\n}\n}\n\
         static void all(uint64_t bad) {\n(void)cells; (void)lengths; (void)between;\n",
    );
    for function in declared(header) {
        let is_handle =
            |it: &String| handles.contains(&it.as_str()) || function.name == "voxnav_free";
        if !function.parameters.iter().any(is_handle) {
            continue;
        }
        *misused += 1;
        let (mut values, mut made) = (Vec::new(), String::new());
        for (number, parameter) in function.parameters.iter().enumerate() {
            let pointed = parameter
                .trim_start_matches("const ")
                .trim_end_matches('*')
                .trim();
            values.push(match parameter.as_str() {
                it if handles.contains(&it) => format!("({it}){{bad}}"),
                "uint64_t" if function.name == "voxnav_free" => "bad".to_owned(),
                "VoxnavCrowdAgentId" | "uint32_t" | "double" => "1".to_owned(),
                "const char *" => "\"x\"".to_owned(),
                "void *" | "const void *" => "&bad".to_owned(),
                "VoxnavCellFunction" => "cells".to_owned(),
                "VoxnavEstimateFunction" => "lengths".to_owned(),
                "VoxnavGuideFunction" => "between".to_owned(),
                it if it.ends_with('*') => {
                    write!(
                        made,
                        "{pointed} v{number}; memset(&v{number}, 0, sizeof v{number}); "
                    )
                    .unwrap();
                    if pointed.ends_with("VoxnavArray") {
                        write!(made, "v{number}.width = 1; v{number}.data = &bad; ").unwrap();
                    }
                    if structs.contains(&pointed.trim_start_matches("struct ")) {
                        write!(made, "v{number}.size = sizeof v{number}; ").unwrap();
                    }
                    format!("&v{number}")
                }
                _ => {
                    write!(
                        made,
                        "{pointed} v{number}; memset(&v{number}, 0, sizeof v{number}); "
                    )
                    .unwrap();
                    format!("v{number}")
                }
            });
        }
        let (name, values) = (&function.name, values.join(", "));
        writeln!(
            text,
            "{{ {made}is_refused(\"{name}\", bad, {name}({values})); }}"
        )
        .unwrap();
    }
    text.push_str(
        "}\n\
         int main(void) {\n\
         VoxnavRegion region = {sizeof region, 1, {0, 0, 0}, {0, 0, 0}, {7, 7, 7}};\n\
         VoxnavNavigator navigator = {0};\nVoxnavCrowd crowd = {0};\n\
         OK(voxnav_navigator_new(&region, &navigator));\n\
         OK(voxnav_crowd_new(navigator, NULL, &crowd));\n\
         OK(voxnav_free(crowd.id));\nOK(voxnav_free(navigator.id));\n\
         all(0); all(42); all(UINT64_MAX); all(navigator.id); all(crowd.id); all(navigator.id + 1000);\n\
         return 0;\n}\n",
    );
    text
}

#[test]
fn every_handle_of_every_function_is_looked_at() {
    let header = std::fs::read_to_string(root().join("include/voxnav.h")).unwrap();
    let mut misused = 0;
    assert_eq!(handles(&header).len(), 20, "{:?}", handles(&header));
    let text = program(&header, &mut misused);
    // All but those about the library, those that make a world, and the one that reads options.
    assert!(
        misused + 13 > super::functions().len(),
        "{misused} functions"
    );
    for compiler in compilers(&C) {
        let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("misused.c");
        let built = source.with_extension(compiler);
        std::fs::write(&source, &text).unwrap();
        let mut command = compiling(compiler, &C);
        command.arg("-I").arg(root().join("tests/c")).arg(&source);
        command.arg("-o").arg(&built);
        command.arg(libraries().join("libvoxnav_capi.so"));
        run(command.arg(format!("-Wl,-rpath,{}", libraries().display())));
        run(&mut Command::new(built));
    }
}
