//! The public face: what `voxnav` shows at its root, and where the names of the crates below it are.
//!
//! The root of `voxnav` has few names. Everything that the crates below document has one path in it.

use std::collections::BTreeMap;
use std::path::Path;

use crate::arrows::{parsed, spread};
use crate::{files, root};

/// The largest number of names at the root of `voxnav`, modules included.
const MOST_NAMES: usize = 40;
/// And in its prelude.
const MOST_IN_PRELUDE: usize = 13;

/// The crates whose documented names are all part of `voxnav`.
const SHOWN: [&str; 2] = ["occupancy", "search"];

#[test]
fn the_root_has_few_names() {
    let names = public_names(&parsed(&root().join("crates/voxnav/src/lib.rs")));
    assert!(names.len() > 20, "only {names:?}: are names still found?");
    assert!(
        names.len() <= MOST_NAMES,
        "{} names at the root of voxnav, put some into its modules: {names:?}",
        names.len()
    );
    let prelude = public_names(&parsed(&root().join("crates/voxnav/src/prelude.rs")));
    assert!(prelude.len() <= MOST_IN_PRELUDE, "{prelude:?}");
}

/// What a crate below documents is in `voxnav` under one path, which is not that of the prelude.
#[test]
fn names_of_the_crates_below_have_one_path_each() {
    let mut paths: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for name in SHOWN {
        let library = parsed(&root().join(format!("crates/{name}/src/lib.rs")));
        let names = public_names(&library).into_iter();
        // Tests of the README of a crate.
        let names = names.filter(|shown| shown != "Readme");
        paths.extend(names.map(|shown| ((format!("voxnav_{name}"), shown), Vec::new())));
    }
    let source = root().join("crates/voxnav/src");
    for file in files(&source, &[".rs"]) {
        if file.ends_with("prelude.rs") {
            continue;
        }
        for leaf in public_uses(&parsed(&file)) {
            let key = (leaf[0].clone(), leaf[leaf.len() - 1].clone());
            if let Some(found) = paths.get_mut(&key) {
                found.push(shown_in(&file, &source));
            }
        }
    }
    assert!(paths.len() > 80, "only {} names", paths.len());
    paths.retain(|_, found| found.len() != 1);
    assert!(paths.is_empty(), "not under one path: {paths:#?}");
}

fn shown_in(file: &Path, source: &Path) -> String {
    file.strip_prefix(source).unwrap().display().to_string()
}

/// The names that a file of Rust makes public, hidden ones left aside.
fn public_names(file: &syn::File) -> Vec<String> {
    let mut names = Vec::new();
    for item in &file.items {
        let (visibility, attributes, name) = match item {
            syn::Item::Mod(item) => (&item.vis, &item.attrs, &item.ident),
            syn::Item::Struct(item) => (&item.vis, &item.attrs, &item.ident),
            syn::Item::Enum(item) => (&item.vis, &item.attrs, &item.ident),
            syn::Item::Trait(item) => (&item.vis, &item.attrs, &item.ident),
            syn::Item::Type(item) => (&item.vis, &item.attrs, &item.ident),
            syn::Item::Const(item) => (&item.vis, &item.attrs, &item.ident),
            syn::Item::Fn(item) => (&item.vis, &item.attrs, &item.sig.ident),
            _ => continue,
        };
        if is_public(visibility) && !is_hidden(attributes) {
            names.push(name.to_string());
        }
    }
    names.extend(public_uses(file).into_iter().filter_map(|mut it| it.pop()));
    names
}

/// The paths that a file makes public again, hidden ones left aside.
pub(crate) fn public_uses(file: &syn::File) -> Vec<Vec<String>> {
    let mut leaves = Vec::new();
    for item in &file.items {
        if let syn::Item::Use(item) = item
            && is_public(&item.vis)
            && !is_hidden(&item.attrs)
        {
            spread(&item.tree, &mut Vec::new(), &mut leaves);
        }
    }
    leaves
}

pub(crate) fn is_public(visibility: &syn::Visibility) -> bool {
    matches!(visibility, syn::Visibility::Public(_))
}

pub(crate) fn is_hidden(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("doc")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|path| path.is_ident("hidden"))
    })
}
