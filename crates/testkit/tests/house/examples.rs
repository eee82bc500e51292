//! Every public type of the libraries shows in its documentation how it is used.

use std::collections::BTreeSet;
use std::path::Path;

use crate::arrows::parsed;
use crate::face::{is_hidden, is_public, public_uses};
use crate::{files, root};

/// The crates of which each documented type has an example.
const CRATES: [&str; 3] = ["occupancy", "search", "voxnav"];

#[test]
fn every_public_type_has_an_example() {
    let mut without = Vec::new();
    let mut seen = 0;
    for name in CRATES {
        let source = root().join("crates").join(name).join("src");
        let visible = visible_names(&source);
        for file in files(&source, &[".rs"]) {
            for (name, attributes) in public_types(&parsed(&file)) {
                if !visible.contains(&name) || is_hidden(&attributes) {
                    continue;
                }
                seen += 1;
                if !attributes.iter().any(shows_code) {
                    without.push(format!("{}: {name}", file.display()));
                }
            }
        }
    }
    assert!(seen > 60, "only {seen} types");
    assert!(
        without.is_empty(),
        "without an example:\n{}",
        without.join("\n")
    );
}

/// The names that `lib.rs` and its public modules re-export.
fn visible_names(source: &Path) -> BTreeSet<String> {
    let library = parsed(&source.join("lib.rs"));
    let mut names: BTreeSet<String> = last_names(&library).collect();
    for item in &library.items {
        if let syn::Item::Mod(module) = item
            && is_public(&module.vis)
            && module.content.is_none()
        {
            let name = module.ident.to_string();
            let folder = source.join(&name).join("mod.rs");
            let file = source.join(name).with_extension("rs");
            let file = if folder.exists() { folder } else { file };
            names.extend(last_names(&parsed(&file)));
        }
    }
    names
}

fn last_names(file: &syn::File) -> impl Iterator<Item = String> + use<> {
    public_uses(file).into_iter().filter_map(|mut it| it.pop())
}

fn public_types(file: &syn::File) -> Vec<(String, Vec<syn::Attribute>)> {
    let types = file.items.iter().filter_map(|item| match item {
        syn::Item::Struct(item) => Some((&item.vis, &item.ident, &item.attrs)),
        syn::Item::Enum(item) => Some((&item.vis, &item.ident, &item.attrs)),
        syn::Item::Trait(item) => Some((&item.vis, &item.ident, &item.attrs)),
        _ => None,
    });
    types
        .filter(|(visibility, ..)| is_public(visibility))
        .map(|(_, name, attributes)| (name.to_string(), attributes.clone()))
        .collect()
}

/// Whether a line of documentation begins or ends a block of code.
fn shows_code(attribute: &syn::Attribute) -> bool {
    let is_fence = |text: &str| text.contains("```");
    match &attribute.meta {
        syn::Meta::NameValue(pair) => match &pair.value {
            syn::Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) => pair.path.is_ident("doc") && is_fence(&text.value()),
            _ => false,
        },
        // A block for some features only.
        syn::Meta::List(list) => {
            list.path.is_ident("cfg_attr") && is_fence(&list.tokens.to_string())
        }
        syn::Meta::Path(_) => false,
    }
}
