//! One place decides where a walker is for its position.
//!
//! A walker is at one cell for its position, wherever its feet and floors lie: `ground/standing.rs` has the rule,
//! and no other place has one.

use super::{files, root};

/// The files that may take the cell of a position by a walker's feet: the rule itself, the cells of waypoints, and links in
/// cells, which know no world.
const DECIDES: [&str; 3] = [
    "voxnav/src/ground/standing.rs",
    "voxnav/src/ground/world_link.rs",
    "voxnav/src/routes/views/view.rs",
];

#[test]
fn one_rule_says_where_a_walker_is() {
    let mut decided = Vec::new();
    for krate in ["voxnav", "crowd"] {
        for path in files(&root().join("crates").join(krate).join("src"), &[".rs"]) {
            let name = path.to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            let takes_feet = |line: &&str| {
                let is_code = !line.trim_start().starts_with("//");
                // A view's own function follows the rule.
                let asks = line.contains("cell_at(")
                    && !line.contains("fn cell_at(")
                    && !line.contains("view.cell_at(");
                is_code && asks && (line.contains("anchor") || line.contains("feet"))
            };
            let is_found = text.lines().any(|line| takes_feet(&line));
            if is_found {
                decided.push(name);
            }
        }
    }
    let others = decided
        .iter()
        .filter(|name| DECIDES.iter().all(|it| !name.ends_with(it)));
    let others: Vec<_> = others.collect();
    assert!(others.is_empty(), "ask `GroundView::stance_at`: {others:?}");
    assert!(!decided.is_empty(), "the rule itself is found");
}
