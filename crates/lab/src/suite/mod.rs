//! A standard, repeatable benchmark: generated worlds, rows by seed, and published results.

use voxnav_worlds::GeneratedWorld;

/// Worlds and rows that are the same everywhere, and what voxnav itself needed for them.
///
/// ```
/// use voxnav_lab::Suite;
///
/// let suite = Suite::standard();
/// assert_eq!(suite.worlds().len(), 7);
/// let world = suite.worlds()[0].to_string();
/// assert!(suite.published(&world, "astar octile").is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Suite {
    worlds: Vec<GeneratedWorld>,
    published: Vec<Published>,
}

/// The numbers published of a combination in a world of a suite.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Published {
    /// The world.
    pub world: String,
    /// The combination.
    pub label: String,
    /// The mean of the cells expanded.
    pub expanded: f64,
    /// The median of the time of a query, of the processor, in milliseconds.
    pub median_ms: f64,
}

/// The worlds: open space, caves, rooms, a maze, towers, noise and terrain.
const STANDARD: [&str; 7] = [
    "generated:empty:64,64,64:1",
    "generated:caves:64,64,64:1",
    "generated:rooms:64,64,64:1",
    "generated:maze:65,65,65:1",
    "generated:towers:64,64,64:1",
    "generated:random:30:64,64,64:1",
    "generated:terrain:64,64,64:1",
];

/// The numbers of the standard suite. The first line reports where they are from.
const PUBLISHED: &str = include_str!("standard.csv");

impl Suite {
    /// The rows of each world: as many minutes as people wait, on any machine.
    pub const ROWS: u64 = 50;

    /// Returns the standard suite.
    #[must_use]
    pub fn standard() -> Self {
        let mut rows = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .from_reader(PUBLISHED.as_bytes());
        Self {
            worlds: STANDARD
                .iter()
                .filter_map(|name| name.parse().ok())
                .collect(),
            published: rows.deserialize().filter_map(Result::ok).collect(),
        }
    }

    /// Returns the worlds of the suite.
    #[must_use]
    pub fn worlds(&self) -> &[GeneratedWorld] {
        &self.worlds
    }

    /// Returns where the published numbers are from: the machine, the version and the date.
    #[must_use]
    pub fn source(&self) -> &'static str {
        let line = PUBLISHED.lines().next().unwrap_or_default();
        line.trim_start_matches(['#', ' '])
    }

    /// Returns what was published of a combination in a world.
    #[must_use]
    pub fn published(&self, world: &str, label: &str) -> Option<&Published> {
        let mut all = self.published.iter();
        all.find(|it| it.world == world && it.label == label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_world_is_made_and_published() {
        let suite = Suite::standard();
        assert_eq!(suite.worlds.len(), STANDARD.len());
        for world in STANDARD {
            assert!(suite.published(world, "auto octile").is_some(), "{world}");
        }
        assert!(suite.source().contains("voxnav"), "{}", suite.source());
    }
}
