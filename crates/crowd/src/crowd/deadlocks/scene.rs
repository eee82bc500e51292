//! The members of a deadlock among the cells around: where each begins, and where it goes.
//!
//! A member that rests goes back to the cell of its place. One on its way goes to the first cell on it that is beyond the
//! others, or to its destination, if that is nearer. Where two have the same cell, the second takes the nearest that is left.

use std::collections::VecDeque;

use ahash::AHashSet;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;
use voxnav::ground::Successors;

use super::MOST;
use super::cells::Cells;
use super::order::PARTS;
use crate::crowd::Crowd;
use crate::crowd::member::Member;
use crate::crowd::values::id::CrowdAgentId;

/// The cells around members among which a plan is looked for, at first; twice as many each time.
const MARGIN: i32 = 8;
const WIDEST: u32 = 3;

/// The most cells of a scene.
const MOST_CELLS: u64 = 16_384;

/// The room between a destination and where others begin beyond which it is apart from them, in cells.
const APART: f64 = 1.0;

/// The farthest that one in the way is looked for, in cells; and the most steps of half a cell along a piece of a way.
const FARTHEST: f64 = 16.0;
const MOST_STEPS: f64 = 256.0;

/// The agents of a deadlock, of one body.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) cells: Cells,
    /// The greatest radius, in longest sides of cells.
    pub(super) radius: f64,
    agents: Vec<MemberEnds>,
    /// The cells to which moves lead from the start of the first.
    reachable: AHashSet<IVec3>,
    /// True where each member is to get as far as the cells around lead.
    is_to_end: bool,
}

/// A member, and the cells at which it begins and ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemberEnds {
    pub(super) id: CrowdAgentId,
    pub(super) start: IVec3,
    goal: IVec3,
}

impl Scene {
    pub(super) fn agents(&self) -> &[MemberEnds] {
        &self.agents
    }

    pub(super) fn starts(&self) -> Vec<IVec3> {
        self.agents.iter().map(|it| it.start).collect()
    }

    pub(super) fn goals(&self) -> Vec<IVec3> {
        self.agents.iter().map(|it| it.goal).collect()
    }

    /// Returns the scene of the members of a deadlock, of which the first is the seed; `None` where they have no room.
    pub(super) fn around(crowd: &Crowd, members: &[CrowdAgentId]) -> Option<Self> {
        let seed = crowd.members.get(members.first()?)?;
        let view = crowd.views.get(&seed.agent.body)?.clone();
        let at = |id: &CrowdAgentId| {
            let member = crowd.members.get(id)?;
            view.in_cells(member.agent.position)
        };
        let bounds = match view.ground() {
            Some(view) => view.moves().moves().bounds(),
            None => view.flight()?.world().bounds(),
        };
        let region = region(
            members.iter().filter_map(at),
            bounds,
            seed.standstill.asked(),
        )?;
        let is_inside = |it: &Member| {
            let at = view.in_cells(it.agent.position);
            at.is_some_and(|at| region.contains(at.round().as_ivec3()))
        };
        if crowd
            .members
            .values()
            .any(|it| it.is_planned && is_inside(it))
        {
            // Two orders in one place would wait for each other.
            return None;
        }
        let ids = crowd.standing_in(&region, members);
        let radius =
            |id: &CrowdAgentId| crowd.members.get(id).map(|it| crowd.avoiding.radius_of(it));
        let radius = ids.iter().filter_map(radius).fold(0.0, f64::max) / view.cell_size();
        let radius = (radius * f64::from(PARTS)).ceil() / f64::from(PARTS);
        let mut scene = Self {
            cells: Cells::new(view, region),
            radius,
            agents: Vec::new(),
            reachable: AHashSet::new(),
            is_to_end: seed.standstill.asked() > 0,
        };
        scene.leave_out_others(crowd, &ids, seed);
        scene.place_all(crowd, &ids);
        let begin = scene.agents.iter().find(|it| it.id == members[0])?.start;
        scene.reachable = scene.cells_around(begin);
        let reachable = &scene.reachable;
        scene.agents.retain(|it| reachable.contains(&it.start));
        // Where others shut its way, another one is looked for.
        let goal = scene.wanted(seed, members[0])?;
        scene.reachable.contains(&goal).then_some(())?;
        scene.find_goals(crowd);
        (scene.agents.len() > 1).then_some(scene)
    }
}

impl Crowd {
    /// Returns the members of a deadlock that are of the body of the first, and others of it that stand in a region: the
    /// nearest ones.
    fn standing_in(&self, region: &CellBox, members: &[CrowdAgentId]) -> Vec<CrowdAgentId> {
        let Some(seed) = members.first().and_then(|id| self.members.get(id)) else {
            return Vec::new();
        };
        let view = self.views.get(&seed.agent.body);
        let is_inside = |member: &Member| {
            let cell = view.and_then(|it| it.in_cells(member.agent.position));
            cell.is_some_and(|cell| region.contains(cell.round().as_ivec3()))
        };
        let mut inside: Vec<(bool, u64, CrowdAgentId)> = (self.members.iter())
            .filter(|it| it.1.agent.body == seed.agent.body)
            .filter(|it| it.1.is_member() && is_inside(it.1))
            .map(|(&id, it)| {
                let far = it.agent.position.distance(seed.agent.position);
                (!members.contains(&id), far.to_bits(), id)
            })
            .collect();
        inside.sort_unstable();
        inside.truncate(MOST);
        inside.into_iter().map(|it| it.2).collect()
    }
}

impl Scene {
    /// Takes away the cells where members would touch others that stand.
    fn leave_out_others(&mut self, crowd: &Crowd, ids: &[CrowdAgentId], seed: &Member) {
        let cells = &mut self.cells;
        let size = cells.view.cell_size();
        let radius = self.radius * size;
        let others = crowd.members.iter().filter(|it| !ids.contains(it.0));
        for (&id, other) in others.filter(|it| it.1.stands_in_way()) {
            let Some(at) = cells.view.in_cells(other.agent.position) else {
                continue;
            };
            let rest = crowd.avoiding.rest(id, other, other.place);
            let [below, above] = crowd.avoiding.extent(seed);
            let reach = radius.max(below).max(above) + crowd.avoiding.half_of(other).max_element();
            let sides = cells.view.shape();
            let reach = DVec3::splat((reach / size).min(FARTHEST)) / sides;
            let around = CellBox::new(
                (at - reach).floor().as_ivec3(),
                (at + reach).ceil().as_ivec3() + 1,
            );
            let around = around.intersection(cells.region());
            let wide = radius / crowd.avoiding.radius_of(seed).max(f64::MIN_POSITIVE);
            let meets = |cell: &IVec3| {
                let home = cells.view.position_at(*cell);
                let one = crowd.avoiding.rest(id, seed, home);
                one.wider(wide).meets(&rest)
            };
            let taken: Vec<IVec3> = around.cells().filter(meets).collect();
            cells.take(taken);
        }
    }

    /// Finds the cell in which each member begins: the nearest to where it is, of those that are left. Members that
    /// find none are left out.
    fn place_all(&mut self, crowd: &Crowd, ids: &[CrowdAgentId]) {
        let mut places: Vec<(f64, CrowdAgentId, Vec<IVec3>)> = Vec::new();
        for &id in ids {
            let Some(member) = crowd.members.get(&id) else {
                continue;
            };
            let near = self.near(member);
            if let Some(&(far, _)) = near.first() {
                places.push((far, id, near.into_iter().map(|it| it.1).collect()));
            }
        }
        places.sort_by(|one, two| one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)));
        for (_, id, near) in places {
            let is_left =
                |cell: &IVec3| self.agents.iter().all(|it| self.are_apart(*cell, it.start));
            if let Some(start) = near.into_iter().find(is_left) {
                let goal = start;
                self.agents.push(MemberEnds { id, start, goal });
            }
        }
        self.agents.sort_by_key(|it| it.id);
    }

    /// Returns the cells around a member to which it gets straight, the nearest first, with their distances in cells.
    fn near(&self, member: &Member) -> Vec<(f64, IVec3)> {
        let view = &self.cells.view;
        let (Some(own), Some(at)) = (view.cell_at(member.place), view.in_cells(member.place))
        else {
            return Vec::new();
        };
        let wide = if 2.0 * self.radius > 1.0 { 2.0 } else { 1.0 };
        let wide = (DVec3::splat(wide) / self.sides()).ceil().as_ivec3();
        let beside = match view.ground() {
            Some(_) => self.cells.beside(own),
            None => CellBox::new(own - wide, own + wide + 1).cells().collect(),
        };
        let gets_there = |cell: &IVec3| {
            let to = view.position_at(*cell);
            *cell != own && (view.ground().is_some() || view.is_straight(member.place, to))
        };
        let beside = beside.into_iter().filter(gets_there).chain([own]);
        let mut near: Vec<(f64, IVec3)> = beside
            .filter(|&cell| self.cells.is_free(cell))
            .map(|cell| (((at - cell.as_dvec3()) * self.sides()).length(), cell))
            .collect();
        near.sort_by(|one, two| {
            let by_cell = || one.1.to_array().cmp(&two.1.to_array());
            one.0.total_cmp(&two.0).then_with(by_cell)
        });
        near
    }

    /// Returns whether two members are apart that are at two cells.
    fn are_apart(&self, one: IVec3, other: IVec3) -> bool {
        let mut apart = (one - other).abs();
        if let Some(up) = self.cells.view.up() {
            let axis = up.axis.index();
            if apart[axis] >= self.cells.extent()[axis] {
                return true;
            }
            apart[axis] = 0;
        }
        let radii = 2.0 * self.radius;
        let far = (apart.as_dvec3() * self.sides()).length_squared();
        apart != IVec3::ZERO && far >= radii * radii
    }

    /// Returns the sides of a cell, of which the longest is 1.
    fn sides(&self) -> DVec3 {
        self.cells.view.shape()
    }

    /// Finds the goal of each member: first of those that rest, then of those that have least left to go.
    fn find_goals(&mut self, crowd: &Crowd) {
        let rank = |it: &MemberEnds| {
            let member = crowd.members.get(&it.id);
            let left = member.map_or(f64::INFINITY, Member::left_to_go);
            (member.is_some_and(|it| !it.rests()), left.to_bits(), it.id)
        };
        let mut numbers: Vec<usize> = (0..self.agents.len()).collect();
        numbers.sort_by_key(|&number| rank(&self.agents[number]));
        let mut goals: Vec<IVec3> = Vec::new();
        let mut left_out = Vec::new();
        for number in numbers {
            let MemberEnds { id, start, .. } = self.agents[number];
            let wanted = crowd.members.get(&id).and_then(|it| self.wanted(it, id));
            let wanted = wanted.filter(|it| self.reachable.contains(it));
            match self.nearest(wanted.unwrap_or(start), &goals) {
                Some(goal) => {
                    goals.push(goal);
                    self.agents[number].goal = goal;
                }
                None => left_out.push(id),
            }
        }
        self.agents.retain(|it| !left_out.contains(&it.id));
    }

    /// Returns the cell that a member is to get to.
    fn wanted(&self, member: &Member, id: CrowdAgentId) -> Option<IVec3> {
        let view = &self.cells.view;
        if member.rests() {
            return view.cell_at(member.home.unwrap_or(member.place));
        }
        let way = member.keeper.as_ref()?.way_from(member.place);
        let others = || self.agents.iter().filter(|it| it.id != id);
        let clear = 2.0 * self.radius + APART;
        let sides = self.sides();
        let is_beyond = |cell: IVec3| {
            let far = |it: &MemberEnds| ((it.start - cell).as_dvec3() * sides).length_squared();
            others().all(|it| far(it) > clear * clear)
        };
        let (mut last, mut beyond) = (None, None);
        for ends in way.windows(2) {
            let steps = (2.0 * ends[0].distance(ends[1]) / view.lattice().shortest_side())
                .ceil()
                .clamp(1.0, MOST_STEPS);
            let mut step = 0.0;
            while step <= steps {
                let at = ends[0].lerp(ends[1], step / steps);
                step += 1.0;
                let Some(cell) = view.cell_at(at).filter(|&cell| self.cells.is_free(cell)) else {
                    continue;
                };
                last = Some(cell);
                if !is_beyond(cell) {
                    beyond = None;
                } else if beyond.is_none() {
                    beyond = last;
                }
            }
            if !view
                .in_cells(ends[1])
                .is_some_and(|it| self.cells.region().contains(it.round().as_ivec3()))
            {
                break;
            }
        }
        beyond.filter(|_| !self.is_to_end).or(last)
    }

    /// Returns the cells to which moves lead from one.
    fn cells_around(&self, from: IVec3) -> AHashSet<IVec3> {
        let (mut seen, mut left) = (AHashSet::from_iter([from]), vec![from]);
        while let Some(cell) = left.pop() {
            let beside = self.cells.beside(cell).into_iter();
            left.extend(beside.filter(|&next| seen.insert(next)));
        }
        seen
    }

    /// Returns the nearest cell by moves to one at which a member is apart from others at their goals.
    fn nearest(&self, to: IVec3, goals: &[IVec3]) -> Option<IVec3> {
        let (mut seen, mut queue) = (AHashSet::from_iter([to]), VecDeque::from([to]));
        while let Some(cell) = queue.pop_front() {
            let is_left = goals.iter().all(|&goal| self.are_apart(cell, goal));
            if is_left && self.reachable.contains(&cell) {
                return Some(cell);
            }
            let beside = self.cells.beside(cell).into_iter();
            queue.extend(beside.filter(|&next| seen.insert(next)));
        }
        None
    }
}

impl Member {
    /// Returns whether the agent is in the way of those that are given an order, and is given none.
    fn stands_in_way(&self) -> bool {
        self.velocity == DVec3::ZERO && !self.is_planned
    }
}

/// Returns the cells around some places, and so many more as there may be.
fn region(places: impl Iterator<Item = DVec3>, bounds: CellBox, asked: u32) -> Option<CellBox> {
    let ends = places.map(|at| [at.floor().as_ivec3(), at.ceil().as_ivec3() + 1]);
    let [low, high] = ends.reduce(|one, two| [one[0].min(two[0]), one[1].max(two[1])])?;
    let mut margin = MARGIN << asked.min(WIDEST);
    loop {
        let region = CellBox::new(low - margin, high + margin).intersection(&bounds);
        if region.volume() <= MOST_CELLS {
            return (region.volume() > 0).then_some(region);
        }
        if margin == 1 {
            return None;
        }
        margin = (margin * 3 / 4).max(1);
    }
}
