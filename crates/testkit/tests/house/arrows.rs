//! Arrows between the folders of a crate go one way.
//!
//! A *room* is a folder, or a file, directly below `src`. Room A uses room B where a path in A's
//! code, written from the crate's root or by `super`, leads into B; names that the root re-exports
//! lead to the room that they come from. Tests inside files may use what they like.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::visit::{self, Visit};

use crate::{files, root};

/// The crates whose folders must stay small, and not use each other in circles.
const CRATES: [&str; 7] = [
    "cli",
    "crowd",
    "files",
    "lab",
    "occupancy",
    "search",
    "voxnav",
];

/// The crates whose folders must not use each other in circles, and may be large.
const LARGE: [&str; 1] = ["capi"];

/// The folders of the other crates that may be large.
const LARGE_FOLDERS: [&str; 1] = ["crates/crowd/src/mapf"];

/// The largest number of files in one folder.
const MOST_FILES: usize = 13;

/// The folders that each folder uses, with one file that shows each use.
type Arrows = BTreeMap<String, BTreeMap<String, String>>;

#[test]
fn folders_use_each_other_one_way() {
    for name in CRATES.into_iter().chain(LARGE) {
        let source = root().join("crates").join(name).join("src");
        let arrows = arrows(&source);
        assert!(
            arrows.len() > 3,
            "{name}: found {} rooms only",
            arrows.len()
        );
        if let Some(circle) = circle(&arrows) {
            panic!("crates/{name}/src: folders use each other in a circle:\n{circle}");
        }
    }
}

#[test]
fn folders_stay_small() {
    for name in CRATES {
        let source = root().join("crates").join(name).join("src");
        let mut counts: BTreeMap<_, usize> = BTreeMap::new();
        for file in files(&source, &[".rs"]) {
            *counts.entry(file.parent().unwrap().to_owned()).or_default() += 1;
        }
        for (folder, count) in counts {
            let folder = folder.strip_prefix(root()).unwrap();
            let may_be_large = LARGE_FOLDERS.iter().any(|it| folder == Path::new(it));
            let name = folder.display();
            assert!(
                count <= MOST_FILES || may_be_large,
                "{name} has {count} files"
            );
        }
    }
}

#[test]
fn a_circle_is_found_and_shown() {
    let used = |rooms: &[&str]| -> BTreeMap<String, String> {
        let rooms = rooms.iter();
        rooms
            .map(|room| ((*room).to_owned(), "some.rs".to_owned()))
            .collect()
    };
    let mut arrows = Arrows::from([
        ("a".to_owned(), used(&["b", "c"])),
        ("b".to_owned(), used(&["c"])),
        ("c".to_owned(), used(&[])),
    ]);
    assert_eq!(circle(&arrows), None);
    arrows.insert("c".to_owned(), used(&["a"]));
    assert!(circle(&arrows).unwrap().contains("c uses a in some.rs"));
}

#[test]
fn paths_lead_to_rooms() {
    let exports = BTreeMap::from([("Cost".to_owned(), "cost".to_owned())]);
    let code = "
        use crate::{query::{Query, limits::Limits}, Cost};
        use super::super::path::Path;
        #[cfg(test)] mod tests { use crate::batch::Batch; }
        fn call() -> crate::goal::Goal { let own = crate::engine::run(); own }
    ";
    let module = ["engine".to_owned(), "race".to_owned()];
    let found = rooms_used(&syn::parse_file(code).unwrap(), &module, &exports);
    let wanted = ["cost", "engine", "goal", "path", "query"];
    assert_eq!(found.into_iter().collect::<Vec<_>>(), wanted);
}

fn arrows(source: &Path) -> Arrows {
    let library = source.join("lib.rs");
    let crate_root = if library.exists() {
        library
    } else {
        source.join("main.rs")
    };
    let exports = exports(&parsed(&crate_root));
    let mut arrows = Arrows::new();
    for file in files(source, &[".rs"]) {
        let inside = file.strip_prefix(source).unwrap();
        if file == crate_root {
            continue;
        }
        let module = module_of(inside);
        let room = module[0].clone();
        let used = arrows.entry(room.clone()).or_default();
        for other in rooms_used(&parsed(&file), &module, &exports) {
            if other != room {
                used.entry(other)
                    .or_insert_with(|| inside.display().to_string());
            }
        }
    }
    let rooms: BTreeSet<String> = arrows.keys().cloned().collect();
    for used in arrows.values_mut() {
        used.retain(|room, _| rooms.contains(room));
    }
    arrows
}

pub(crate) fn parsed(file: &Path) -> syn::File {
    let text = std::fs::read_to_string(file).unwrap();
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The modules from the crate's root to the file at `inside` below `src`.
fn module_of(inside: &Path) -> Vec<String> {
    let whole = inside.with_extension("");
    let mut names: Vec<String> = whole
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    if names.last().is_some_and(|name| name == "mod") {
        names.pop();
    }
    names
}

/// From each name that `lib.rs` re-exports to the room that it comes from.
fn exports(library: &syn::File) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for item in &library.items {
        if let syn::Item::Use(item) = item {
            let mut leaves = Vec::new();
            spread(&item.tree, &mut Vec::new(), &mut leaves);
            for leaf in leaves {
                let skip = usize::from(matches!(leaf[0].as_str(), "crate" | "self"));
                if let (Some(name), true) = (leaf.last(), leaf.len() > skip + 1) {
                    exports.insert(name.clone(), leaf[skip].clone());
                }
            }
        }
    }
    exports
}

/// The rooms that `code` in `module` leads into.
fn rooms_used(
    code: &syn::File,
    module: &[String],
    exports: &BTreeMap<String, String>,
) -> BTreeSet<String> {
    let mut reader = Reader {
        paths: Vec::new(),
        module: module.to_vec(),
    };
    reader.visit_file(code);
    let absolute = reader.paths.into_iter();
    absolute
        .filter_map(|path| {
            let first = path.first()?;
            Some(exports.get(first).unwrap_or(first).clone())
        })
        .collect()
}

/// Collects paths as seen from the crate's root.
struct Reader {
    paths: Vec<Vec<String>>,
    module: Vec<String>,
}

impl Reader {
    fn note(&mut self, path: &[String]) {
        let ups = path.iter().take_while(|name| *name == "super").count();
        if path.first().is_some_and(|name| name == "crate") {
            self.paths.push(path[1..].to_vec());
        } else if ups > 0 && ups <= self.module.len() {
            let mut from_root = self.module[..self.module.len() - ups].to_vec();
            from_root.extend_from_slice(&path[ups..]);
            self.paths.push(from_root);
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if is_for_tests(&item.attrs) {
            return;
        }
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if is_for_tests(&item.attrs) {
            return;
        }
        let mut leaves = Vec::new();
        spread(&item.tree, &mut Vec::new(), &mut leaves);
        for leaf in leaves {
            self.note(&leaf);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        self.note(&names);
        visit::visit_path(self, path);
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|path| path.is_ident("test"))
    })
}

/// All paths of a tree of uses, each from its first name to its last.
pub(crate) fn spread(tree: &syn::UseTree, before: &mut Vec<String>, leaves: &mut Vec<Vec<String>>) {
    match tree {
        syn::UseTree::Path(path) => {
            before.push(path.ident.to_string());
            spread(&path.tree, before, leaves);
            before.pop();
        }
        syn::UseTree::Group(group) => {
            for tree in &group.items {
                spread(tree, before, leaves);
            }
        }
        syn::UseTree::Name(name) => leaves.push([&before[..], &[name.ident.to_string()]].concat()),
        syn::UseTree::Rename(name) => {
            leaves.push([&before[..], &[name.ident.to_string()]].concat());
        }
        syn::UseTree::Glob(_) => leaves.push(before.clone()),
    }
}

/// A circle of arrows, one a line, where there is one: rooms that use no room that is left are taken
/// out, again and again, and each of those that stay uses another that stays.
fn circle(arrows: &Arrows) -> Option<String> {
    let mut left: BTreeSet<&String> = arrows.keys().collect();
    loop {
        let before = left.len();
        let stay = left.clone();
        left.retain(|room| arrows[*room].keys().any(|other| stay.contains(other)));
        if left.is_empty() {
            return None;
        }
        if left.len() == before {
            break;
        }
    }
    let mut lines = Vec::new();
    let mut seen = Vec::new();
    let mut room = *left.first()?;
    while !seen.contains(&room) {
        seen.push(room);
        let (other, file) = arrows[room]
            .iter()
            .find(|(other, _)| left.contains(other))?;
        lines.push((room, format!("  {room} uses {other} in {file}\n")));
        room = other;
    }
    let first = seen.iter().position(|&other| other == room)?;
    Some(
        lines[first..]
            .iter()
            .map(|(_, line)| line.as_str())
            .collect(),
    )
}
