//! The programs of the README and of the book, compiled and run as tests.
//!
//! A package does not contain these pages, so nothing but documentation tests may include them.

macro_rules! pages {
    ($($name:ident: $page:literal),+ $(,)?) => {
        $(
            #[doc = include_str!(concat!("../../../", $page))]
            pub struct $name;
        )+
    };
}

pages! {
    Readme: "README.md",
    Colliders: "docs/book/colliders.md",
    Cells: "docs/book/cells.md",
    Search: "docs/book/search.md",
    Ground: "docs/book/ground.md",
    AnyHeight: "docs/book/any-height.md",
    GroundRules: "docs/book/ground-rules.md",
    UnknownSpace: "docs/book/unknown-space.md",
    GoalsAndBudgets: "docs/book/goals-and-budgets.md",
    Specs: "docs/book/specs.md",
    Places: "docs/book/places.md",
    Following: "docs/book/following.md",
    ChangingWorlds: "docs/book/changing-worlds.md",
    Batches: "docs/book/batches.md",
}
