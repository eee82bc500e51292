//! A case: a world before and after edits, an agent in it, what it is asked, and how to make it simpler.

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Material, Occupancy, UnknownPolicy};
use voxnav_search::{Link, Locomotion};
use voxnav_testkit::Draws;

use super::{
    Edit, Rules, World,
    sampling::{
        sample_agent, sample_cell, sample_edit, sample_links, sample_palette, sample_world,
    },
};

/// A world before and after edits, an agent, and what it is asked.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) bounds: CellBox,
    pub(crate) outside: CellState,
    pub(crate) palette: Vec<Material>,
    pub(crate) agent: Locomotion,
    pub(crate) links: Vec<Link>,
    /// What is done to a world of free cells, before the first questions and between those and the
    /// next.
    pub(crate) edits: [Vec<Edit>; 2],
    pub(crate) starts: [IVec3; 2],
    pub(crate) goals: Vec<IVec3>,
}

impl Case {
    /// The cells before the later edits.
    pub(crate) fn occupancy(&self) -> Occupancy {
        let mut builder = self.world(0).builder();
        for edit in &self.edits[0] {
            edit.write(&mut builder);
        }
        builder.commit()
    }

    /// The cells after the later edits.
    pub(crate) fn edited(&self, before: &Occupancy) -> Occupancy {
        let mut builder = before.edit();
        for edit in &self.edits[1] {
            edit.write(&mut builder);
        }
        builder.commit()
    }

    /// Makes cells unknown, before which the agent stops.
    pub(crate) fn hide(&mut self, draws: &mut Draws) {
        self.agent.unknown = UnknownPolicy::StopAtBoundary;
        let share = draws.pick(&[2, 10, 30, 60]);
        for cell in self.bounds.cells() {
            if draws.percent(share) {
                let cells = CellBox::of_cell(cell);
                self.edits[0].push(Edit::State(cells, CellState::Unknown));
            }
        }
    }

    pub(crate) fn sample(draws: &mut Draws) -> Self {
        let agent = sample_agent(draws);
        let palette = sample_palette(draws);
        let (bounds, edits) = sample_world(&agent, &palette, draws);
        let states = [CellState::Occupied, CellState::Free, CellState::Unknown];
        let outside = draws.pick(&states);
        let later = (0..draws.below(6))
            .map(|_| sample_edit(&bounds, &palette, draws))
            .collect();
        let mut case = Self {
            bounds,
            outside,
            palette,
            agent,
            links: Vec::new(),
            edits: [edits, later],
            starts: [bounds.min; 2],
            goals: Vec::new(),
        };
        let world = case.world(1);
        let rules = Rules::new(&world, &case.agent, &[]);
        let rests: Vec<IVec3> = bounds.cells().filter(|cell| rules.rest(*cell)).collect();
        let end = |draws: &mut Draws| {
            if rests.is_empty() || draws.percent(10) {
                sample_cell(&bounds, draws)
            } else {
                draws.pick(&rests)
            }
        };
        case.starts = [end(draws), end(draws)];
        case.goals = (0..3).map(|_| end(draws)).collect();
        case.links = sample_links(&rests, &bounds, draws);
        case
    }

    /// The world after the first `steps` lists of edits.
    pub(crate) fn world(&self, steps: usize) -> World {
        let mut world = World::new(self.bounds, self.outside, self.palette.clone());
        for edit in self.edits.iter().take(steps).flatten() {
            world.edit(*edit);
        }
        world
    }

    /// Smaller cases that might show the same.
    fn simpler(&self) -> Vec<Self> {
        let mut cases = Vec::new();
        let mut with = |change: &dyn Fn(&mut Self)| {
            let mut case = self.clone();
            change(&mut case);
            cases.push(case);
        };
        for list in 0..2 {
            let count = self.edits[list].len();
            if count > 4 {
                with(&|case| drop(case.edits[list].drain(..count / 2)));
                with(&|case| drop(case.edits[list].drain(count / 2..)));
            }
            for at in 0..count {
                with(&|case| _ = case.edits[list].remove(at));
            }
        }
        for at in 0..self.links.len() {
            with(&|case| _ = case.links.remove(at));
        }
        with(&|case| case.agent.climb = None);
        with(&|case| case.agent.swim = None);
        with(&|case| case.agent.jump = None);
        with(&|case| case.agent.fly = None);
        with(&|case| case.agent.crouch = None);
        with(&|case| case.agent.open_door = None);
        with(&|case| case.agent.step_up = 0);
        with(&|case| case.agent.drop = 0);
        with(&|case| case.agent.drop_into_liquid = 0);
        cases
    }

    /// The simplest case that `ask` complains about, with the complaint.
    pub(crate) fn shrunk(
        mut self,
        mut text: String,
        ask: impl Fn(&Self) -> Option<String>,
    ) -> String {
        let complaint = |case: &Self| case.agent.check().ok().and_then(|()| ask(case));
        while let Some((smaller, found)) = self
            .simpler()
            .into_iter()
            .filter(|case| case.size() < self.size())
            .find_map(|case| complaint(&case).map(|text| (case, text)))
        {
            (self, text) = (smaller, found);
        }
        format!("{text}\n{self:?}")
    }

    /// What simpler cases have less of.
    fn size(&self) -> usize {
        let Locomotion {
            climb,
            swim,
            jump,
            fly,
            crouch,
            open_door,
            ..
        } = &self.agent;
        let abilities = [
            climb.is_some(),
            swim.is_some(),
            jump.is_some(),
            fly.is_some(),
            crouch.is_some(),
            open_door.is_some(),
            self.agent.step_up > 0,
            self.agent.drop > 0,
            self.agent.drop_into_liquid > 0,
        ];
        let abilities = abilities.into_iter().filter(|has| *has).count();
        abilities + self.edits[0].len() + self.edits[1].len() + self.links.len()
    }
}
