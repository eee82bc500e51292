//! Meanings of blocks: a table from the names of blocks to materials.

use std::collections::BTreeMap;
use std::ops::Range;
use std::str::FromStr;
use std::sync::OnceLock;

use serde::Deserialize;
use thiserror::Error;
use voxnav_occupancy::{CostFactor, Material, MaterialError, MaterialKind};

/// The table of what blocks become: rules of one's own, tried in their order, and after them those of the
/// built-in table. A block that no rule names is solid.
///
/// The text of a table is TOML; the built-in one is the file `blocks.toml` next to the source of this module.
///
/// ```
/// use voxnav_files::minecraft::BlockTable;
///
/// let table: BlockTable = r#"
///     [[rule]]
///     blocks = ["*_slab", "mymod:*"]     # * stands for any characters
///     state = { type = "top" }           # what the block must be, too
///     material = "platform"              # in place of the name of the block
///     kind = "solid"                     # air, solid, passable, liquid, climbable, door or hazard
///     cost = 1.5                         # 1/16 to 64 times the cost of a move
///     standable = true
///     forbidden = false
/// "#.parse()?;
/// assert_eq!(table.rules().len(), 1);
/// # Ok::<(), voxnav_files::minecraft::BlockTableError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockTable {
    rules: Vec<BlockRule>,
}

/// A rule of a [`BlockTable`]: what some blocks become.
///
/// ```
/// use voxnav_files::minecraft::BlockTable;
/// let table: BlockTable = "rule = [{ blocks = ['water'], kind = 'solid' }]".parse()?;
/// assert_eq!(table.rules()[0].blocks, ["water"]);
/// # Ok::<(), voxnav_files::minecraft::BlockTableError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct BlockRule {
    /// The names of the blocks, without `minecraft:`; `*` stands for any characters.
    pub blocks: Vec<String>,
    /// The properties that they must have.
    #[serde(default)]
    pub state: BTreeMap<String, String>,
    /// The name of their material; without one, that of the block.
    #[serde(default)]
    pub material: Option<String>,
    /// The kind of the blocks.
    kind: Kind,
    /// The cost of moves into them or onto them, as a multiple of their own cost.
    #[serde(default)]
    cost: Cost,
    /// The choice of whether an agent may stand on them; without it, on solid ones and doors.
    #[serde(default)]
    pub standable: Option<bool>,
    /// True if no agent may be in them.
    #[serde(default)]
    pub forbidden: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Air,
    Solid,
    Passable,
    Liquid,
    Climbable,
    Door,
    Hazard,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
struct Cost(CostFactor);

impl TryFrom<f64> for Cost {
    type Error = MaterialError;

    fn try_from(factor: f64) -> Result<Self, MaterialError> {
        CostFactor::new(factor).map(Self)
    }
}

/// Error for a text that is no [`BlockTable`].
///
/// ```
/// use voxnav_files::minecraft::BlockTable;
/// let error = "[[rule]]\nblocks = 7".parse::<BlockTable>().unwrap_err();
/// assert_eq!(error.line, Some(2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{what}", .line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct BlockTableError {
    /// The line, counted from 1, where one is known.
    pub line: Option<usize>,
    /// The fault, in words.
    pub what: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    rule: Vec<toml::Spanned<BlockRule>>,
}

impl FromStr for BlockTable {
    type Err = BlockTableError;

    fn from_str(text: &str) -> Result<Self, BlockTableError> {
        let line = |span: Option<Range<usize>>| {
            let before = text.get(..span?.start)?;
            Some(before.matches('\n').count() + 1)
        };
        let table: Table = toml::from_str(text).map_err(|error| BlockTableError {
            line: line(error.span()),
            what: error.message().replace('\n', " "),
        })?;
        let mut rules = Vec::with_capacity(table.rule.len());
        for rule in table.rule {
            let span = rule.span();
            let rule = rule.into_inner();
            if let Some(material) = rule.material("name") {
                let added = voxnav_occupancy::Palette::new().add(material);
                added.map_err(|error| BlockTableError {
                    line: line(Some(span)),
                    what: error.to_string(),
                })?;
            }
            rules.push(rule);
        }
        Ok(Self { rules })
    }
}

impl BlockTable {
    /// Returns the rules of one's own.
    #[must_use]
    pub fn rules(&self) -> &[BlockRule] {
        &self.rules
    }

    /// Returns what a block becomes: a material, or nothing where it is air. The name is as files have
    /// it, with `minecraft:` or without.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use voxnav_files::minecraft::BlockTable;
    ///
    /// let table = BlockTable::default();
    /// let material = |name| table.material(name, &BTreeMap::new()).map(|material| material.kind);
    /// assert_eq!(material("minecraft:cave_air"), None);
    /// assert_eq!(format!("{:?}", material("minecraft:birch_door")), "Some(Door)");
    /// assert_eq!(format!("{:?}", material("othermod:granite")), "Some(Solid)");
    /// ```
    #[must_use]
    pub fn material(&self, block: &str, state: &BTreeMap<String, String>) -> Option<Material> {
        let name = block.strip_prefix("minecraft:").unwrap_or(block);
        let mut all = self.rules.iter().chain(built_in());
        match all.find(|rule| rule.is_about(name, state)) {
            Some(rule) => rule.material(name),
            None => Some(Material::new(name, MaterialKind::Solid)),
        }
    }
}

/// Returns the rules of the table that comes with the crate.
fn built_in() -> &'static [BlockRule] {
    static RULES: OnceLock<Vec<BlockRule>> = OnceLock::new();
    RULES.get_or_init(|| {
        // A test sees to it that it is one.
        let table: Result<BlockTable, _> = include_str!("blocks.toml").parse();
        table.unwrap_or_default().rules
    })
}

impl BlockRule {
    fn is_about(&self, name: &str, state: &BTreeMap<String, String>) -> bool {
        let has = |(key, value): (&String, &String)| state.get(key) == Some(value);
        self.blocks.iter().any(|pattern| matches(pattern, name)) && self.state.iter().all(has)
    }

    /// Returns what a block of this name becomes.
    fn material(&self, block: &str) -> Option<Material> {
        let kind = match self.kind {
            Kind::Air => return None,
            Kind::Solid => MaterialKind::Solid,
            Kind::Passable => MaterialKind::Passable,
            Kind::Liquid => MaterialKind::Liquid,
            Kind::Climbable => MaterialKind::Climbable,
            Kind::Door => MaterialKind::Door,
            Kind::Hazard => MaterialKind::Hazard,
        };
        let usual = Material::new(self.material.as_deref().unwrap_or(block), kind);
        Some(Material {
            cost: self.cost.0,
            standable: self.standable.unwrap_or(usual.standable && !self.forbidden),
            forbidden: self.forbidden,
            ..usual
        })
    }
}

/// Returns whether a name is as a pattern says, in which `*` stands for any characters.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_characters() {
        for (pattern, name, expected) in [
            ("stone", "stone", true),
            ("stone", "stones", false),
            ("*_slab", "oak_slab", true),
            ("*_slab", "oak_slabs", false),
            ("oak*", "oak", true),
            ("*oak*", "dark_oak_log", true),
            ("a*b*c", "a_b_b_c", true),
            ("a*b", "ab", true),
            ("ab*ba", "aba", false),
            ("*", "", true),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn the_table_that_comes_with_the_crate_is_one() {
        let table: BlockTable = include_str!("blocks.toml").parse().unwrap();
        assert!(table.rules.len() > 10 && built_in() == table.rules);
        let kind = |text: &str| {
            let (name, state) = text.split_once('[').unwrap_or((text, ""));
            let state = state.trim_end_matches(']').split(',');
            let state = state.filter_map(|pair| pair.split_once('='));
            let state = state.map(|(key, value)| (key.to_owned(), value.to_owned()));
            table
                .material(name, &state.collect())
                .map(|it| format!("{:?}", it.kind))
        };
        for (block, expected) in [
            ("minecraft:air", None),
            ("void_air", None),
            ("water[level=3]", Some("Liquid")),
            ("kelp_plant", Some("Liquid")),
            ("lava", Some("Hazard")),
            ("ladder", Some("Climbable")),
            ("vine", Some("Climbable")),
            ("oak_door[open=false]", Some("Door")),
            ("iron_door[open=false]", Some("Solid")),
            ("iron_door[open=true]", Some("Passable")),
            ("oak_fence_gate", Some("Door")),
            ("oak_fence", Some("Solid")),
            ("oak_slab[type=bottom]", Some("Solid")),
            ("white_carpet", Some("Passable")),
            ("snow[layers=1]", Some("Passable")),
            ("snow[layers=8]", Some("Solid")),
            ("oak_wall_sign", Some("Passable")),
            ("stone_brick_wall", Some("Solid")),
            ("poppy", Some("Passable")),
            ("cobweb", Some("Passable")),
            ("powered_rail", Some("Passable")),
            ("granite", Some("Solid")),
            ("mangrove_roots[waterlogged=true]", Some("Solid")),
            ("crimson_roots", Some("Passable")),
            ("oak_stairs[waterlogged=true]", Some("Solid")),
            ("oak_slab[type=bottom,waterlogged=true]", Some("Solid")),
            ("ladder[waterlogged=true]", Some("Climbable")),
            ("oak_sign[waterlogged=true]", Some("Liquid")),
            ("oak_sign[waterlogged=false]", Some("Passable")),
            ("powered_rail[waterlogged=true]", Some("Liquid")),
            ("brain_coral[waterlogged=true]", Some("Liquid")),
            ("oak_trapdoor[open=true,waterlogged=true]", Some("Liquid")),
            ("oak_trapdoor[open=false,waterlogged=true]", Some("Door")),
            ("oak_trapdoor[open=true,waterlogged=false]", Some("Door")),
            ("snow[layers=3]", Some("Passable")),
            ("snow[layers=4]", Some("Solid")),
            ("repeater", Some("Passable")),
            ("potted_poppy", Some("Passable")),
            ("red_bed[part=head]", Some("Solid")),
            ("chest", Some("Solid")),
            ("glass_pane", Some("Solid")),
        ] {
            assert_eq!(kind(block).as_deref(), expected, "{block}");
        }
        let own: BlockTable =
            "rule = [{ blocks = ['*_slab'], state = { waterlogged = 'true' }, kind = 'liquid' }]"
                .parse()
                .unwrap();
        let wet = BTreeMap::from([("waterlogged".to_owned(), "true".to_owned())]);
        let kind = |state| own.material("oak_slab", state).map(|it| it.kind);
        assert_eq!(kind(&wet), Some(MaterialKind::Liquid));
        assert_eq!(kind(&BTreeMap::new()), Some(MaterialKind::Solid));
        assert!(
            !table
                .material("oak_fence", &BTreeMap::new())
                .unwrap()
                .standable
        );
    }

    #[test]
    fn tables_that_are_none_say_in_which_line() {
        for (text, line, what) in [
            (
                "[[rule]]\nblocks = ['a']\nkind = 'wet'",
                Some(3),
                "unknown variant",
            ),
            ("[[rule]]\nblocks = ['a']", Some(1), "kind"),
            ("rules = []", Some(1), "unknown field"),
            (
                "[[rule]]\nblocks = ['a']\nkind = 'solid'\ncost = 99",
                Some(4),
                "1/16 to 64",
            ),
            (
                "\n[[rule]]\nblocks = ['a']\nkind = 'liquid'\nstandable = true",
                Some(2),
                "standable",
            ),
        ] {
            let error = text.parse::<BlockTable>().unwrap_err();
            assert_eq!(error.line, line, "{error}");
            assert!(
                error.what.contains(what) && !error.to_string().contains('\n'),
                "{error}"
            );
        }
    }
}
