//! A world as a vector of cells, and the edits that the library is given too.

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Material, MaterialId, MaterialKind, OccupancyBuilder};
use voxnav_testkit::Draws;

/// A box of cells, each in a state and of a material or of none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct World {
    bounds: CellBox,
    outside: CellState,
    palette: Vec<Material>,
    /// x fastest, then y, then z; materials by their place in the palette.
    cells: Vec<(CellState, Option<usize>)>,
}

/// One change of some cells.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Edit {
    State(CellBox, CellState),
    /// By the place in the palette.
    Material(CellBox, usize),
}

impl World {
    /// All cells free, without materials.
    pub(crate) fn new(bounds: CellBox, outside: CellState, palette: Vec<Material>) -> Self {
        let count = usize::try_from(bounds.volume()).expect("a small world");
        Self {
            bounds,
            outside,
            palette,
            cells: vec![(CellState::Free, None); count],
        }
    }

    pub(crate) fn bounds(&self) -> CellBox {
        self.bounds
    }

    pub(crate) fn index(&self, cell: IVec3) -> Option<usize> {
        let CellBox { min, max } = self.bounds;
        let inside = (0..3).all(|axis| min[axis] <= cell[axis] && cell[axis] < max[axis]);
        let (at, size) = (cell - min, max - min);
        inside.then(|| {
            let index = (at.z * size.y + at.y) * size.x + at.x;
            usize::try_from(index).expect("a cell of the world")
        })
    }

    pub(crate) fn state(&self, cell: IVec3) -> CellState {
        self.index(cell)
            .map_or(self.outside, |index| self.cells[index].0)
    }

    pub(crate) fn material(&self, cell: IVec3) -> Option<&Material> {
        Some(&self.palette[self.cells[self.index(cell)?].1?])
    }

    pub(crate) fn palette(&self) -> &[Material] {
        &self.palette
    }

    /// Material and state are one statement: a material sets the state, and a state keeps a material
    /// that agrees with it and forgets any other.
    pub(crate) fn edit(&mut self, edit: Edit) {
        let (Edit::State(cells, _) | Edit::Material(cells, _)) = edit;
        for cell in cells.cells() {
            let Some(index) = self.index(cell) else {
                continue;
            };
            self.cells[index] = match edit {
                Edit::Material(_, material) => (given(&self.palette[material]), Some(material)),
                Edit::State(_, state) => {
                    let before = self.cells[index].1;
                    (
                        state,
                        before.filter(|&kept| given(&self.palette[kept]) == state),
                    )
                }
            };
        }
    }

    /// A world that the unknown cells of this one may turn out to be: free, occupied or of any material, those outside the
    /// bounds all free or all occupied.
    pub(crate) fn found_out(&self, draws: &mut Draws) -> Self {
        let states = [CellState::Free, CellState::Occupied];
        // Of one kind for the most part, so that there are ways.
        let [most, others] = [draws.percent(50), draws.percent(50)];
        let kinds = self.palette.len() + 2;
        let usual = draws.below(u32::try_from(kinds).expect("a small palette"));
        let mut world = self.clone();
        for (state, material) in &mut world.cells {
            if *state != CellState::Unknown {
                continue;
            }
            let any = draws.below(u32::try_from(kinds).expect("a small palette"));
            let is_usual = most && (others || draws.percent(80));
            let kind = usize::try_from(if is_usual { usual } else { any }).expect("a small number");
            (*state, *material) = match kind.checked_sub(2) {
                Some(of) => (given(&self.palette[of]), Some(of)),
                None => (states[kind], None),
            };
        }
        if world.outside == CellState::Unknown {
            world.outside = draws.pick(&states);
        }
        world
    }

    /// A builder of the same world, without its cells.
    pub(crate) fn builder(&self) -> OccupancyBuilder {
        let builder = OccupancyBuilder::new(self.bounds).expect("supported bounds");
        let mut builder = builder.with_outside(self.outside);
        for material in &self.palette {
            builder
                .add_material(material.clone())
                .expect("a new material");
        }
        builder
    }
}

impl Edit {
    pub(crate) fn write(self, builder: &mut OccupancyBuilder) {
        match self {
            Self::State(cells, state) => builder.set_box(cells, state).expect("cells inside"),
            Self::Material(cells, material) => {
                let number = u8::try_from(material + 1).expect("a small palette");
                let id = MaterialId::new(number).expect("a number from 1");
                builder.set_material_box(cells, id).expect("cells inside");
            }
        }
    }
}

/// The state that a material gives to its cells.
fn given(material: &Material) -> CellState {
    match material.kind {
        MaterialKind::Solid | MaterialKind::Door => CellState::Occupied,
        _ => CellState::Free,
    }
}
