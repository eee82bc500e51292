//! Where bodies stand, swim and climb, against the definitions cell by cell, in random worlds: every
//! direction up, every rule of support, any box as body, crouched or not, and after edits; and where unknown
//! cells may turn out to be anything, in the worlds that they turn out to be.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{
    CellBox, CellState, Footprint, Heading, Material, MaterialId, MaterialKind, MaterialSet,
    Occupancy, OccupancyBuilder, Sign, Stance, StanceMap, StanceRules, Support, UnknownPolicy,
};
use voxnav_testkit::{Draws, seeds};

const STATES: [CellState; 3] = [CellState::Free, CellState::Occupied, CellState::Unknown];

fn sample_set(ids: &[MaterialId], draws: &mut Draws) -> MaterialSet {
    let mut set = MaterialSet::default();
    for &id in ids {
        if draws.percent(50) {
            set.insert(id);
        }
    }
    set
}

fn edit_at_random(world: &mut OccupancyBuilder, ids: &[MaterialId], edits: i32, draws: &mut Draws) {
    let bounds = world.bounds();
    for _ in 0..edits {
        let min = draws.cell(&bounds);
        let size = IVec3::ONE.map(|one| one + draws.below(3) * draws.below(3));
        let part = CellBox::new(min, min + size).intersection(&bounds);
        if draws.percent(50) {
            world.set_box(part, draws.pick(&STATES)).unwrap();
        } else {
            world.set_material_box(part, draws.pick(ids)).unwrap();
        }
    }
}

/// What a body is and may do, as the definitions name it.
struct Body {
    full: CellBox,
    low: CellBox,
    up: Heading,
    support: Support,
    lean: u8,
    unknown: UnknownPolicy,
    entered: MaterialSet,
    bearing: MaterialSet,
    swum: MaterialSet,
    climbed: MaterialSet,
}

impl Body {
    fn drawn(draws: &mut Draws, ids: &[MaterialId]) -> (Self, StanceRules) {
        let [below, above] = [1, 2].map(|least| IVec3::ONE.map(|_| draws.below(3) + least - 1));
        let full = CellBox::new(-below, above.max(IVec3::ONE));
        let up = draws.pick(&Heading::ALL);
        let support = draws.pick(&[
            Support::Center,
            Support::Whole,
            Support::Any,
            Support::Slope,
        ]);
        let lean = draws.below(4_u8);
        let unknown = draws.pick(&[UnknownPolicy::Blocked, UnknownPolicy::Free]);
        let mut body = Self {
            full,
            low: full,
            up,
            support,
            lean,
            unknown,
            entered: sample_set(ids, draws),
            bearing: sample_set(ids, draws),
            swum: sample_set(ids, draws),
            climbed: sample_set(ids, draws),
        };
        let mut rules = StanceRules::new(Footprint::new(full).unwrap())
            .up(up)
            .support(support)
            .leaning(lean)
            .unknown(unknown)
            .entering(body.entered)
            .borne_by(body.bearing)
            .swimming_in(body.swum)
            .climbing(body.climbed);
        let height = 1 + draws.below(4_u8);
        let crouched = rules.clone().crouching_to(height);
        let axis = up.axis.index();
        let whole = full.max[axis] - full.min[axis];
        let below = match up.sign {
            Sign::Positive => -full.min[axis],
            Sign::Negative => full.max[axis] - 1,
        };
        let is_possible = (below + 1..whole).contains(&i32::from(height));
        assert_eq!(crouched.is_ok(), is_possible);
        if let Ok(crouched) = crouched
            && draws.below(2) == 0
        {
            rules = crouched;
            let cut = whole - i32::from(height);
            match up.sign {
                Sign::Positive => body.low.max[axis] -= cut,
                Sign::Negative => body.low.min[axis] += cut,
            }
        }
        (body, rules)
    }

    fn is_clear(&self, world: &Occupancy, cell: IVec3) -> bool {
        match (world.material(cell), world.state(cell)) {
            (Some(id), _) => self.entered.contains(id),
            (None, CellState::Free) => true,
            (None, CellState::Occupied) => false,
            (None, CellState::Unknown) => self.unknown != UnknownPolicy::Blocked,
        }
    }

    fn bears(&self, world: &Occupancy, cell: IVec3) -> bool {
        match world.material(cell) {
            Some(id) => self.bearing.contains(id),
            None => world.state(cell) == CellState::Occupied,
        }
    }

    fn stance(&self, world: &Occupancy, cell: IVec3) -> Stance {
        if !world.bounds().contains(cell) {
            return Stance::NONE;
        }
        let covers = |body: &CellBox| body.cells().map(move |offset| cell + offset);
        let is_upright = covers(&self.full).all(|cell| self.is_clear(world, cell));
        if !covers(&self.low).all(|cell| self.is_clear(world, cell)) {
            return Stance::NONE;
        }
        let mut stance = Stance::FITS;
        if is_upright {
            stance = stance | Stance::UPRIGHT;
        }
        let body = if is_upright { self.full } else { self.low };
        let step = self.up.step();
        let heights = body.cells().map(|offset| offset.dot(step));
        let (feet, head) = (heights.clone().min().unwrap(), heights.max().unwrap());
        let bears = |offset: IVec3| self.bears(world, cell + offset - step);
        let mut soles = body.cells().filter(|offset| offset.dot(step) == feet);
        let is_borne = match self.support {
            Support::Whole => soles.all(bears),
            Support::Any => soles.any(bears),
            Support::Slope => {
                let mut column = (0..=i32::from(self.lean)).map(|down| step * (feet - down));
                soles.any(bears) && column.any(bears)
            }
            _ => bears(step * feet),
        };
        let is_in = |set: &MaterialSet, height: i32| {
            let material = world.material(cell + step * height);
            material.is_some_and(|id| set.contains(id))
        };
        let swims = is_in(&self.swum, feet);
        let is_deep = swims && is_in(&self.swum, head);
        let climbs = (feet..=head).any(|height| is_in(&self.climbed, height));
        // Who is under water floats, and who holds on to something that goes on below hangs.
        let hangs = climbs && is_in(&self.climbed, feet - 1);
        if is_borne && !is_deep && !hangs {
            stance = stance | Stance::STANDING;
        }
        if swims {
            stance = stance
                | if is_deep {
                    Stance::SUBMERGED
                } else {
                    Stance::SURFACED
                };
        }
        if climbs {
            stance = stance | Stance::CLIMBING;
        }
        stance
    }
}

#[test]
fn stances_are_what_the_cells_say() {
    let bounds = CellBox::new(IVec3::new(57, -5, -7), IVec3::new(68, 6, 5));
    let kinds = [
        MaterialKind::Solid,
        MaterialKind::Passable,
        MaterialKind::Liquid,
        MaterialKind::Climbable,
        MaterialKind::Door,
    ];
    let all = [
        Stance::FITS,
        Stance::UPRIGHT,
        Stance::STANDING,
        Stance::SUBMERGED,
        Stance::SURFACED,
        Stance::CLIMBING,
    ];
    let mut seen = [0_u32; 6];
    for seed in seeds(0, 100) {
        let mut draws = Draws::new(seed);
        let outside = draws.pick(&STATES);
        let mut world = OccupancyBuilder::new(bounds).unwrap().with_outside(outside);
        let ids = kinds.map(|kind| {
            let material = Material::new(format!("{kind:?}"), kind);
            world.add_material(material).unwrap()
        });
        let edits = draws.below(40);
        edit_at_random(&mut world, &ids, edits, &mut draws);
        let mut world = world.commit();
        let (body, rules) = Body::drawn(&mut draws, &ids);
        let mut stances = StanceMap::new(&world, &rules);
        for _ in 0..3 {
            let mut reader = stances.reader();
            let beyond = CellBox::new(bounds.min - 1, bounds.max + 1);
            for cell in beyond.cells() {
                let (found, expected) = (reader.at(cell), body.stance(&world, cell));
                assert_eq!(found, expected, "seed {seed}: {cell} up {:?}", body.up);
                for (count, stance) in seen.iter_mut().zip(all) {
                    *count += u32::from(found.has(stance));
                }
            }
            let mut edit = world.edit();
            let edits = draws.below(3);
            edit_at_random(&mut edit, &ids, edits, &mut draws);
            world = edit.commit();
            stances = stances.updated(&world);
        }
    }
    assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
}

/// A world that agrees with another in all that is known there, and has no unknown cells.
fn found_out(world: &Occupancy, ids: &[MaterialId], draws: &mut Draws) -> Occupancy {
    let states = [CellState::Free, CellState::Occupied];
    let outside = match world.outside() {
        CellState::Unknown => draws.pick(&states),
        known => known,
    };
    let mut edit = world.edit().with_outside(outside);
    let (free, of_material) = (draws.pick(&[0, 50, 100]), draws.pick(&[0, 50, 100]));
    for cell in world.bounds().cells() {
        if world.state(cell) == CellState::Unknown {
            let is_free = draws.percent(free);
            edit.set(cell, states[usize::from(!is_free)]).unwrap();
            if draws.percent(of_material) {
                edit.set_material(cell, draws.pick(ids)).unwrap();
            }
        }
    }
    edit.commit()
}

#[test]
fn stances_before_unknown_cells_are_those_of_every_world_that_they_turn_out_to_be() {
    let bounds = CellBox::new(IVec3::new(60, -3, -4), IVec3::new(67, 4, 3));
    let kinds = [
        MaterialKind::Solid,
        MaterialKind::Passable,
        MaterialKind::Liquid,
        MaterialKind::Climbable,
        MaterialKind::Door,
    ];
    let (mut unsure, mut sure) = (0, 0);
    for seed in seeds(0, 60) {
        let mut draws = Draws::new(seed);
        let outside = draws.pick(&STATES);
        let mut world = OccupancyBuilder::new(bounds).unwrap().with_outside(outside);
        let ids = kinds.map(|kind| {
            let material = Material::new(format!("{kind:?}"), kind);
            world.add_material(material).unwrap()
        });
        let edits = draws.below(40);
        edit_at_random(&mut world, &ids, edits, &mut draws);
        let (body, rules) = Body::drawn(&mut draws, &ids);
        let mut world = world.commit();
        let rules = rules.unknown(UnknownPolicy::StopAtBoundary);
        let mut stances = StanceMap::new(&world, &rules);
        for round in 0..4 {
            let turned_out = found_out(&world, &ids, &mut draws);
            let is_known = turned_out.outside() == world.outside()
                && bounds
                    .cells()
                    .all(|cell| world.state(cell) != CellState::Unknown);
            for cell in bounds.cells() {
                let (possible, found) = (stances.at(cell), body.stance(&turned_out, cell));
                let told = format!("seed {seed}: {cell}: {found:?} of {possible:?}");
                if is_known {
                    assert_eq!(possible, found, "{told}");
                }
                let both = possible | found;
                assert!(both == possible, "{told}");
                let rests = Stance::STANDING | Stance::SWIMMING;
                let falls = found.has(Stance::FITS) && !found.has(rests);
                if falls && possible.has(rests) {
                    assert!(possible.has(Stance::UNSURE), "{told}");
                    unsure += 1;
                }
                sure += u32::from(possible.has(rests) && !possible.has(Stance::UNSURE));
            }
            if round == 1 {
                let mut edit = world.edit();
                let edits = draws.below(3);
                edit_at_random(&mut edit, &ids, edits, &mut draws);
                world = edit.commit();
                stances = stances.updated(&world);
            }
        }
    }
    assert!(unsure > 1000 && sure > 1000, "{unsure} {sure}");
}

#[test]
fn edits_derive_anew_what_they_concern_only_and_bounds_cost_nothing() {
    let bounds = CellBox::new(IVec3::splat(-1_000_000), IVec3::splat(1_000_000));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let floor = CellBox::new(IVec3::ZERO, IVec3::new(640, 64, 1));
    builder.set_box(floor, CellState::Occupied).unwrap();
    let world = builder.commit();
    let stances = StanceMap::new(&world, &StanceRules::new(Footprint::ONE));
    let standing =
        |stances: &StanceMap, x, z| stances.at(IVec3::new(x, 5, z)).has(Stance::STANDING);
    for x in 0..640 {
        assert!(standing(&stances, x, 1) && !standing(&stances, x, 2));
    }
    assert!(standing(&stances, 700, -1_000_000), "on what is outside");
    let before = stances.memory_bytes();
    let mut edit = world.edit();
    edit.set(IVec3::new(320, 5, 1), CellState::Occupied)
        .unwrap();
    let updated = stances.updated(&edit.commit());
    let edited = updated.memory_bytes();
    assert!(edited > before / 2, "most chunks are kept");
    assert!(standing(&updated, 320, 2) && !standing(&updated, 320, 1));
    assert!(standing(&stances, 320, 1), "snapshots stay as they are");
    let derived = updated.memory_bytes();
    assert!(
        derived < before * 11 / 10,
        "what was before an edit is let go"
    );
}

#[test]
fn clones_share_what_either_derives() {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(130))).unwrap();
    let floor = CellBox::from_size(IVec3::new(130, 130, 1));
    builder.set_box(floor, CellState::Occupied).unwrap();
    let world = builder.commit();
    let stances = StanceMap::new(&world, &StanceRules::new(Footprint::ONE));
    let clone = stances.clone();
    let before = clone.memory_bytes();
    let _ = stances.at(IVec3::splat(1));
    let known = clone.memory_bytes();
    assert!(known > before && known == stances.memory_bytes());
    let _ = clone.at(IVec3::splat(1));
    assert_eq!(clone.memory_bytes(), known, "nothing is derived twice");
    let mut edit = world.edit();
    edit.set(IVec3::splat(1), CellState::Occupied).unwrap();
    let later = stances.updated(&edit.commit());
    assert!(later.at(IVec3::new(1, 1, 2)).has(Stance::STANDING));
    let stands = |stances: &StanceMap| stances.at(IVec3::splat(1)).has(Stance::STANDING);
    assert!(stands(&clone) && stands(&stances) && !stands(&later));
}

#[test]
fn stances_after_any_edits_are_those_of_the_world_from_scratch() {
    let bounds = CellBox::new(IVec3::new(40, -9, -30), IVec3::new(90, 30, 40));
    let kinds = [
        MaterialKind::Solid,
        MaterialKind::Liquid,
        MaterialKind::Climbable,
    ];
    for seed in seeds(0, 24) {
        let mut draws = Draws::new(seed);
        let mut world = OccupancyBuilder::new(bounds).unwrap();
        let ids = kinds.map(|kind| {
            let material = Material::new(format!("{kind:?}"), kind);
            world.add_material(material).unwrap()
        });
        edit_at_random(&mut world, &ids, 400, &mut draws);
        let mut world = world.commit();
        let (_, rules) = Body::drawn(&mut draws, &ids);
        let rules = rules
            .minding(sample_set(&ids, &mut draws))
            .unknown(draws.pick(&[UnknownPolicy::Blocked, UnknownPolicy::StopAtBoundary]));
        let mut stances = StanceMap::new(&world, &rules);
        let mut earlier = stances.clone();
        for round in 0..8 {
            let mut edit = world.edit();
            let edits = draws.below(4);
            edit_at_random(&mut edit, &ids, edits, &mut draws);
            world = edit.commit();
            // From the last snapshot, or from one before that some clone was asked about.
            let before = if draws.percent(30) {
                &earlier
            } else {
                &stances
            };
            let next = before.updated(&world);
            earlier = std::mem::replace(&mut stances, next);
            if draws.percent(40) {
                continue;
            }
            let fresh = StanceMap::new(&world, &rules);
            let (mut found, mut expected) = (stances.reader(), fresh.reader());
            for cell in bounds.cells() {
                assert_eq!(
                    found.at(cell),
                    expected.at(cell),
                    "seed {seed}, round {round}: {cell}"
                );
            }
        }
    }
}
