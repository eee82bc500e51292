//! The tables of shapes that are no cubes.
//!
//! Tables follow from comparisons of few costs with few others, so however many shapes there are, they have few different
//! tables: those of one kind of shapes are kept once, for the rest of the process.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use super::Pruning;
use crate::movement::CellShape;

/// The shapes whose tables are looked up at once. Beyond, all are forgotten but the tables, to be derived again.
const MOST_SHAPES: usize = 1 << 10;

/// The tables that there are, and those of the shapes that were asked about, by the number of the move set and the corner
/// rule.
struct Kinds {
    of_shapes: BTreeMap<(usize, [u32; 3]), &'static Pruning>,
    tables: Vec<(usize, &'static Pruning)>,
}

static KINDS: RwLock<Kinds> = RwLock::new(Kinds {
    of_shapes: BTreeMap::new(),
    tables: Vec::new(),
});

/// Returns the tables of a shape for the move set and the corner rule of a number.
pub(super) fn of(
    number: usize,
    shape: CellShape,
    derive: impl FnOnce() -> Pruning,
) -> &'static Pruning {
    let key = (number, shape.key());
    let kinds = KINDS.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(tables) = kinds.of_shapes.get(&key) {
        return tables;
    }
    drop(kinds);
    let derived = derive();
    let mut kinds = KINDS.write().unwrap_or_else(PoisonError::into_inner);
    let mut same = kinds.tables.iter().filter(|(of, _)| *of == number);
    let known = same.find(|(_, tables)| tables.sieves == derived.sieves);
    let tables = if let Some((_, tables)) = known {
        tables
    } else {
        let tables: &'static Pruning = Box::leak(Box::new(derived));
        kinds.tables.push((number, tables));
        tables
    };
    if kinds.of_shapes.len() >= MOST_SHAPES {
        kinds.of_shapes.clear();
    }
    kinds.of_shapes.insert(key, tables);
    tables
}
