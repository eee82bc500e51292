//! The types of specs in other languages, written from their sources here: names, documentation and types of fields.
//!
//! `VOXNAV_SPECS=write` in the environment writes the files, of which the test says otherwise that they are of before.

#![expect(clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use syn::{Attribute, Expr, Field, Fields, Item, ItemStruct, Lit, Meta, Type};
use voxnav::specs::{AgentSpec, LocomotionSpec, RouteSpec};

/// The files with the types that the other languages have, in their order.
const SOURCES: [(&str, &[&str]); 6] = [
    (
        "crates/search/src/ground/locomotion/in_units.rs",
        &["JumpReach", "Reach"],
    ),
    (
        "crates/search/src/ground/locomotion/mod.rs",
        &["Jump", "Swim", "Crouch", "Locomotion"],
    ),
    ("crates/voxnav/src/specs/locomotion.rs", &["LocomotionSpec"]),
    ("crates/voxnav/src/specs/agent.rs", &["AgentSpec"]),
    ("crates/voxnav/src/specs/route.rs", &["RouteSpec"]),
    ("crates/crowd/src/specs.rs", &["CrowdSpec"]),
];

/// The fields that cannot be left out.
const NEEDED: [(&str, &[&str]); 4] = [
    ("AgentSpec", &["size"]),
    ("Crouch", &["height", "factor"]),
    ("JumpReach", &["gap", "rise"]),
    ("Swim", &["below", "surface"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A spec as its source describes it.
struct Described {
    name: String,
    docs: String,
    fields: Vec<DescribedField>,
}

struct DescribedField {
    name: String,
    docs: String,
    kind: Kind,
    is_needed: bool,
}

/// What a field takes.
enum Kind {
    Number,
    Whole,
    Flag,
    /// One of these names.
    Named(Vec<String>),
    /// Another spec.
    Spec(String),
    /// What may be missing, or is taken away.
    Ability(Box<Kind>),
    Size,
    Ground,
    Fall,
    Swim,
    Body,
    Factors,
}

/// Returns the documentation of an item without links.
fn docs(attributes: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attribute in attributes.iter().filter(|it| it.path().is_ident("doc")) {
        let Meta::NameValue(value) = &attribute.meta else {
            continue;
        };
        let Expr::Lit(literal) = &value.value else {
            continue;
        };
        let Lit::Str(line) = &literal.lit else {
            continue;
        };
        let line = line.value().trim().to_owned();
        if line.starts_with("```") || (line.is_empty() && !lines.is_empty()) {
            break;
        }
        lines.push(line);
    }
    let text = lines.join(" ");
    // [`name`](link), [`name`] and [text](link) become their text.
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('[') {
        plain += before;
        let (label, after) = after.split_once(']').unwrap_or((after, ""));
        plain += label.trim_matches('`');
        rest = match after.strip_prefix('(') {
            Some(link) => link.split_once(')').map_or("", |(_, after)| after),
            None => after,
        };
    }
    (plain + rest).replace('`', "")
}

/// Returns the names that a reader accepts, from what it says of one that it does not.
fn names(spec: &str, field: &str) -> Vec<String> {
    let text = json!({ "size": 1, field: "?" });
    let only = json!({ field: "?" });
    let error = match spec {
        "AgentSpec" => serde_json::from_value::<AgentSpec>(text).unwrap_err(),
        "RouteSpec" => serde_json::from_value::<RouteSpec>(only).unwrap_err(),
        "Locomotion" | "LocomotionSpec" => {
            serde_json::from_value::<LocomotionSpec>(only).unwrap_err()
        }
        // The directions of jumps are those of walking.
        _ => serde_json::from_value::<LocomotionSpec>(json!({ "compass": "?" })).unwrap_err(),
    };
    let message = error.to_string();
    let (_, names) = message
        .split_once("there are ")
        .unwrap_or_else(|| panic!("{spec}.{field}: {message}"));
    names.split(", ").map(str::to_owned).collect()
}

/// Returns what a type takes; `names` are those of a field whose values have names.
fn of_type(given: &Type, names: &dyn Fn() -> Vec<String>) -> Kind {
    let Type::Path(path) = given else {
        panic!("a type that no other language has");
    };
    let last = path.path.segments.last().unwrap();
    let inner = || match &last.arguments {
        syn::PathArguments::AngleBracketed(inner) => match inner.args.first() {
            Some(syn::GenericArgument::Type(inner)) => of_type(inner, names),
            _ => panic!("no type"),
        },
        _ => panic!("no type"),
    };
    match last.ident.to_string().as_str() {
        "f64" | "Cost" | "CostFactor" => Kind::Number,
        "u8" | "u16" | "u32" | "u64" | "Layers" => Kind::Whole,
        "bool" => Kind::Flag,
        "Option" => inner(),
        "DVec3" => Kind::Size,
        "UnknownPolicy" | "Baking" | "Preset" | "Heading" | "Support" | "Compass"
        | "CornerRule" | "Wading" | "Hazards" | "Algorithm" | "MoveSet" | "Heuristic"
        | "TieBreaking" => Kind::Named(names()),
        "Fall" => Kind::Fall,
        "Swim" => Kind::Swim,
        "Footprint" => Kind::Body,
        "BTreeMap" => Kind::Factors,
        other => Kind::Spec(other.to_owned()),
    }
}

fn described(item: &ItemStruct) -> Described {
    let name = item.ident.to_string();
    let Fields::Named(fields) = &item.fields else {
        panic!("{name} has no named fields");
    };
    let field = |field: &Field| {
        let own = field.ident.as_ref().unwrap().to_string();
        let kind = of_type(&field.ty, &|| names(&name, &own));
        let is_ability = name == "Locomotion"
            && matches!(&field.ty, Type::Path(path) if path.path.segments[0].ident == "Option");
        let kind = match (name.as_str(), own.as_str()) {
            ("AgentSpec", "ground") => Kind::Ground,
            _ if is_ability => Kind::Ability(Box::new(kind)),
            _ => kind,
        };
        let mut needed = NEEDED.iter().filter(|(spec, _)| *spec == name);
        let is_needed = needed.any(|(_, fields)| fields.contains(&own.as_str()));
        DescribedField {
            docs: docs(&field.attrs),
            kind,
            is_needed,
            name: own,
        }
    };
    Described {
        docs: docs(&item.attrs),
        fields: fields.named.iter().map(field).collect(),
        name,
    }
}

/// Returns the specs in their order.
fn specs() -> Vec<Described> {
    let mut specs = Vec::new();
    for (path, names) in SOURCES {
        let source = fs::read_to_string(root().join(path)).unwrap();
        let file = syn::parse_file(&source).unwrap();
        let mut found = BTreeMap::new();
        for item in &file.items {
            if let Item::Struct(item) = item {
                found.insert(item.ident.to_string(), item);
            }
        }
        specs.extend(names.iter().map(|name| described(found[*name])));
    }
    flattened(specs)
}

/// Puts the fields of a locomotion, and its preset, into the spec that has one.
fn flattened(mut specs: Vec<Described>) -> Vec<Described> {
    let place = |specs: &[Described], name| specs.iter().position(|it| it.name == name).unwrap();
    let abilities = specs.remove(place(&specs, "Locomotion"));
    let at = place(&specs, "LocomotionSpec");
    let spec = &mut specs[at];
    let preset = DescribedField {
        name: "preset".to_owned(),
        docs: "The abilities that it begins with; \"walker\" unless it is named.".to_owned(),
        kind: Kind::Named(names("LocomotionSpec", "preset")),
        is_needed: false,
    };
    let mut own = std::mem::take(&mut spec.fields);
    own.retain(|field| field.name != "locomotion");
    let others = abilities
        .fields
        .into_iter()
        .filter(|field| field.name != "up");
    spec.fields = [preset].into_iter().chain(own).chain(others).collect();
    specs
}

/// Breaks a text into lines of at most a width.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn camel(name: &str) -> String {
    let mut camel = String::new();
    let mut is_upper = false;
    for letter in name.chars() {
        if letter == '_' {
            is_upper = true;
        } else if is_upper {
            camel.extend(letter.to_uppercase());
            is_upper = false;
        } else {
            camel.push(letter);
        }
    }
    camel
}

fn typescript_type(kind: &Kind) -> String {
    match kind {
        Kind::Number | Kind::Whole => "number".to_owned(),
        Kind::Flag => "boolean".to_owned(),
        Kind::Named(names) => {
            let name = |name: &String| match name.split_once('W') {
                Some((before, _)) => format!("`{before}${{number}}`"),
                None if name.parse::<u32>().is_ok() => name.clone(),
                None => format!("\"{name}\""),
            };
            names.iter().map(name).collect::<Vec<_>>().join(" | ")
        }
        Kind::Spec(name) => name.clone(),
        Kind::Ability(kind) => format!("{} | boolean | null", typescript_type(kind)),
        Kind::Size => "number | Vector".to_owned(),
        Kind::Ground => "LocomotionSpec | LocomotionSpec[\"preset\"] | boolean".to_owned(),
        Kind::Fall => "number | readonly number[]".to_owned(),
        Kind::Swim => "number | Swim".to_owned(),
        Kind::Body => "{ min: Vec3; max: Vec3 }".to_owned(),
        Kind::Factors => "Record<number, number>".to_owned(),
    }
}

fn typescript(specs: &[Described]) -> String {
    let mut text = "// Written by a test from the sources in Rust: `VOXNAV_SPECS=write cargo test -p voxnav --all-features \
        --test voxnav spec_types`.\n\nimport type { Vec3, Vector } from \"./vectors.js\";\n"
        .to_owned();
    let comment = |docs: &str, indent: &str| {
        let lines = wrapped(docs, 112);
        match lines.as_slice() {
            [] => String::new(),
            [line] => format!("{indent}/** {line} */\n"),
            lines => {
                let middle = [
                    format!("{indent} * "),
                    lines.join(&format!(
                        "
{indent} * "
                    )),
                ]
                .concat();
                format!("{indent}/**\n{middle}\n{indent} */\n")
            }
        }
    };
    for spec in specs {
        let _ = write!(
            text,
            "\n{}export interface {} {{\n",
            comment(&spec.docs, ""),
            spec.name
        );
        for field in &spec.fields {
            let mark = if field.is_needed { "" } else { "?" };
            let (name, kind) = (camel(&field.name), typescript_type(&field.kind));
            text += &comment(&field.docs, "  ");
            let line = format!("  {name}{mark}: {kind};\n");
            if line.len() > 122
                && let Kind::Named(_) = field.kind
            {
                let choices = kind.replace(
                    " | ", "
    | ",
                );
                let _ = writeln!(text, "  {name}{mark}:\n    | {choices};");
            } else {
                text += &line;
            }
        }
        text += "}\n";
    }
    text
}

fn python_type(kind: &Kind) -> String {
    match kind {
        Kind::Number => "float".to_owned(),
        Kind::Whole => "int".to_owned(),
        Kind::Flag => "bool".to_owned(),
        Kind::Named(names) if names.iter().any(|name| name.contains('W')) => "str".to_owned(),
        Kind::Named(names) => {
            let name = |name: &String| match name.parse::<u32>() {
                Ok(number) => number.to_string(),
                Err(_) => format!("\"{name}\""),
            };
            format!(
                "Literal[{}]",
                names.iter().map(name).collect::<Vec<_>>().join(", ")
            )
        }
        Kind::Spec(name) => name.clone(),
        Kind::Ability(kind) => format!("Union[{}, bool, None]", python_type(kind)),
        Kind::Size | Kind::Fall => "Union[float, Sequence[float]]".to_owned(),
        Kind::Ground => "Union[LocomotionSpec, str, bool]".to_owned(),
        Kind::Swim => "Union[float, Swim]".to_owned(),
        Kind::Body => "Mapping[str, Sequence[int]]".to_owned(),
        Kind::Factors => "Mapping[int, float]".to_owned(),
    }
}

fn python(specs: &[Described]) -> String {
    let mut text = "\"\"\"Agents, searches and crowds as data: the forms that every binding and file of voxnav reads.\n\n\
        Written by a test from the sources in Rust: `VOXNAV_SPECS=write cargo test -p voxnav --all-features --test voxnav\n\
        spec_types`.\n\"\"\"\n\nfrom __future__ import annotations\n\n\
        from typing import Literal, Mapping, Sequence, TypedDict, Union\n"
        .to_owned();
    for spec in specs {
        if spec.name != "LocomotionSpec" {
            text += &python_class(spec, "TypedDict", &spec.name, |_| true);
            continue;
        }
        // Keywords have the preset apart.
        text += &python_class(spec, "TypedDict", "LocomotionFields", |field| {
            field != "preset"
        });
        text += &python_class(spec, "LocomotionFields", &spec.name, |field| {
            field == "preset"
        });
    }
    text
}

/// Writes a class with the fields of a spec that are wanted.
fn python_class(spec: &Described, base: &str, name: &str, wanted: impl Fn(&str) -> bool) -> String {
    let total = if spec.fields.iter().all(|it| it.is_needed) {
        ""
    } else {
        ", total=False"
    };
    let lines = wrapped(&spec.docs, 105);
    let end = if lines.len() == 1 { "" } else { "\n    " };
    let docs = lines.join("\n    ");
    let mut text = format!("\n\nclass {name}({base}{total}):\n    \"\"\"{docs}{end}\"\"\"\n\n");
    for field in spec.fields.iter().filter(|it| wanted(&it.name)) {
        for line in wrapped(&field.docs, 105) {
            let _ = writeln!(text, "    # {line}");
        }
        let _ = writeln!(text, "    {}: {}", field.name, python_type(&field.kind));
    }
    text
}

#[test]
fn other_languages_have_the_types_of_specs() {
    let specs = specs();
    for (path, text) in [
        ("web/src/specs.ts", typescript(&specs)),
        ("python/voxnav/specs.py", python(&specs)),
    ] {
        let file = root().join(path);
        if env::var_os("VOXNAV_SPECS").is_some_and(|it| it == "write") {
            fs::write(&file, text).unwrap();
            continue;
        }
        let known = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            known == text,
            "{path} is not what the sources say: run this test with VOXNAV_SPECS=write"
        );
    }
}
