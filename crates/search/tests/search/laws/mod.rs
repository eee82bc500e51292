//! The laws of every answer, for any agent: each names in its file the configurations for which it is tried.

mod batched;
mod cancelled;
mod improved;
mod limited;
mod looked_up;
mod moved_ends;
mod near;
mod obstructed;
mod optimal;
mod partial;
mod proved;
mod reused;
mod reversed;
mod scheduled;
mod shifted;
mod sliced;
mod straight;
mod turned;

use std::ops::{Add, Range};

use voxnav_search::Workspace;
use voxnav_testkit::{Draws, hold, seeds};

use crate::configurations::{self, Agent, Configuration, Long};
use crate::engine::{Asked, Entry, Flying, Setting, Stopping, Walking, hold_on_ground};

type Tried = Result<(), String>;

/// The number of times that the case which a law is about was met.
type Met = Result<u64, String>;

/// What is tried on a question.
pub(crate) enum What<'l> {
    /// A law for everybody.
    All(&'l (dyn Fn(&dyn Asked, &mut Draws, &mut Workspace) -> Tried + Sync)),
    /// A law for flying agents, which changes the world or the query in ways that others do not know.
    Flying(&'l (dyn Fn(&Flying<'_>, &mut Draws, &mut Workspace) -> Tried + Sync)),
    /// A law for everybody, which counts.
    CountedOfAll(&'l (dyn Fn(&dyn Asked, &mut Draws, &mut Workspace) -> Met + Sync)),
    /// A law for flying agents, which counts.
    Counted(&'l (dyn Fn(&Flying<'_>, &mut Draws, &mut Workspace) -> Met + Sync)),
    /// A law for ground agents, which counts.
    CountedOnGround(&'l (dyn Fn(&Walking<'_>, &mut Draws, &mut Workspace) -> Met + Sync)),
}

/// A law.
pub(crate) struct Law<'l> {
    pub(crate) name: &'l str,
    /// For how many in a hundred of a configuration's worlds it is tried: fewer where it asks often.
    pub(crate) percent: u64,
    /// Which entries of a configuration it is about.
    pub(crate) asks: fn(&Entry) -> bool,
    pub(crate) what: What<'l>,
}

/// Every entry.
pub(crate) fn all(_: &Entry) -> bool {
    true
}

/// How many questions have which answers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) found: u64,
    pub(crate) unreachable: u64,
    pub(crate) refused: u64,
    /// The number of times that the case which the law is about was met; that of questions for a law that does not count.
    pub(crate) met: u64,
}

impl Tally {
    pub(crate) fn of(asked: &dyn Asked, met: u64) -> Self {
        let (is_refused, is_found) = (asked.is_refused(), asked.optimum().is_some());
        Self {
            found: u64::from(is_found),
            unreachable: u64::from(!is_found && !is_refused),
            refused: u64::from(!is_found && is_refused),
            met,
        }
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            found: self.found + other.found,
            unreachable: self.unreachable + other.unreachable,
            refused: self.refused + other.refused,
            met: self.met + other.met,
        }
    }
}

impl Law<'_> {
    pub(crate) fn hold(
        &self,
        asked: &dyn Asked,
        draws: &mut Draws,
        workspace: &mut Workspace,
    ) -> Met {
        match self.what {
            What::All(law) => law(asked, draws, workspace).map(|()| 1),
            What::CountedOfAll(law) => law(asked, draws, workspace),
            What::Flying(_) | What::Counted(_) => {
                unreachable!("{} is about agents that fly", self.name)
            }
            What::CountedOnGround(_) => {
                unreachable!("{} is about agents on the ground", self.name)
            }
        }
    }

    pub(crate) fn hold_for_walking(
        &self,
        case: &Walking<'_>,
        draws: &mut Draws,
        workspace: &mut Workspace,
    ) -> Met {
        match self.what {
            What::CountedOnGround(law) => law(case, draws, workspace),
            _ => self.hold(case, draws, workspace),
        }
    }

    pub(crate) fn hold_for_flying(
        &self,
        case: &Flying<'_>,
        draws: &mut Draws,
        workspace: &mut Workspace,
    ) -> Met {
        match self.what {
            What::Flying(law) => law(case, draws, workspace).map(|()| 1),
            What::Counted(law) => law(case, draws, workspace),
            _ => self.hold(case, draws, workspace),
        }
    }

    /// Tries the law in all worlds of a configuration.
    pub(crate) fn try_on(&self, configuration: &Configuration) {
        let worlds = (configuration.worlds * self.percent / 100).max(3);
        let name = format!("{}::{}", self.name, configuration.name);
        let table = configuration.table();
        let table: Vec<Entry> = table.into_iter().filter(self.asks).collect();
        let kept = || match configuration.long {
            Long::Usual => vec![Workspace::new()],
            Long::Soon => [1, 4, 12, 40].map(Workspace::of_long_searches).into(),
        };
        let told = hold(&name, own_seeds(&name, worlds), kept, |seed, kept| {
            // Seeds do not fit where a number of things has 32 bits.
            let turn = usize::try_from(seed % kept.len() as u64).expect("less than a length");
            self.try_seed(configuration, &table, seed, &mut kept[turn])
        });
        let tally = told.into_iter().fold(Tally::default(), Tally::add);
        println!("{name}: {tally:?}");
        let Tally {
            found,
            unreachable,
            met,
            ..
        } = tally;
        let is_asked = found >= worlds / 2 && 2 * found > unreachable;
        assert!(is_asked && met > 0, "{tally:?}");
    }

    fn try_seed(
        &self,
        configuration: &Configuration,
        table: &[Entry],
        seed: u64,
        workspace: &mut Workspace,
    ) -> Result<Tally, String> {
        let mut draws = Draws::new(seed);
        match configuration.agent {
            Agent::Flying => {
                let setting = Setting::sample(configuration, seed, &mut draws);
                setting.hold(table, self, &mut draws, workspace)
            }
            Agent::Stopping => {
                let case = Stopping::sample(&mut draws);
                let met = self.hold(&case, &mut draws, workspace);
                let met = met.map_err(|text| format!("{text}\n{case}"))?;
                Ok(Tally::of(&case, met))
            }
            Agent::OnGround(place) => {
                hold_on_ground(place, configuration, table, self, seed, workspace)
            }
        }
    }
}

/// Seeds that no other row draws from.
fn own_seeds(name: &str, usual: u64) -> Range<u64> {
    // FNV-1a: Fowler, Noll, Vo; any function that tells names apart would do.
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    seeds((hash >> 40) * 1_000_000, usual)
}

/// Tries a law of a test that has laws of its own, on the questions of a configuration.
pub(crate) fn hold_for_flying(
    name: &str,
    configuration: &str,
    percent: u64,
    law: impl Fn(&Flying<'_>, &mut Draws, &mut Workspace) -> Tried + Sync,
) {
    let what = What::Flying(&law);
    let law = Law {
        name,
        percent,
        asks: all,
        what,
    };
    law.try_on(&configurations::named(configuration));
}

/// Makes a test of each configuration that a law is tried for.
macro_rules! rows {
    ($law:expr; $($configuration:ident)*) => {
        $(
            #[test]
            fn $configuration() {
                let configuration = $crate::configurations::named(stringify!($configuration));
                $law.try_on(&configuration);
            }
        )*
    };
}

use rows;

pub(crate) use improved::{some_factor, whole_cost};
