//! Cells set in addition to the colliders: voxels of a map, and unknown cells.

use voxnav_occupancy::{
    CellBox, CellState, DifferentBounds, Material, MaterialId, Occupancy, OccupancyBuilder,
};

use super::{Navigator, NavigatorError};

impl Navigator {
    /// Sets the cells of a box, in addition to the obstacles: occupied cells block agents that cover them, and each
    /// agent's policy decides about unknown ones. All cells are free unless set.
    ///
    /// Agents cover the cells that their box overlaps by more than the touching rule forgives
    /// ([`Footprint::of`](crate::grid::Footprint::of)). Cells outside the bounds count as free. Obstacles
    /// change no cell's state: to explore a room, set the cells that were seen to free.
    ///
    /// # Complexity
    ///
    /// That of [`OccupancyBuilder::set_box`] and of a copy of the table of chunks; to set many boxes
    /// at once use [`replace_cells`](Self::replace_cells).
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Bounds`] if the box reaches beyond the bounds, or has too many chunks.
    ///
    /// ```
    /// use voxnav::glam::{IVec3, Vec3};
    /// use voxnav::grid::{CellBox, CellState};
    /// use voxnav::{Agent, Navigator, Outcome, UnknownPolicy};
    ///
    /// let mut navigator = Navigator::in_region(0.5, [-10.0; 3], [10.0; 3])?;
    /// let explorer = Agent::new(Vec3::splat(0.6)).with_unknown(UnknownPolicy::StopAtBoundary);
    /// let explorer = navigator.add_agent(explorer)?;
    /// navigator.set_cells(navigator.bounds(), CellState::Unknown)?;
    /// let seen = CellBox::new(IVec3::splat(-8), IVec3::splat(9));
    /// navigator.set_cells(seen, CellState::Free)?;
    /// let route = navigator.find_route(explorer, [0.0; 3], [9.0, 0.0, 0.0])?;
    /// assert!(matches!(route.outcome, Outcome::StoppedAtUnknown { .. }));
    /// // Three cells wide, it covers known cells only up to the seventh.
    /// assert_eq!(route.waypoints.last().map(|at| at.x), Some(3.5));
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn set_cells(&mut self, cells: CellBox, state: CellState) -> Result<(), NavigatorError> {
        self.edit_cells(|edit| edit.set_box(cells, state))
    }

    /// Adds a material to the palette of the cells and returns its id.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Material`] for a name or meaning that the palette refuses.
    pub fn add_material(&mut self, material: Material) -> Result<MaterialId, NavigatorError> {
        self.edit_cells(|edit| edit.add_material(material))
    }

    /// Makes the cells of a box of a material, which sets their state, too: see
    /// [`OccupancyBuilder::set_material`]. Agents in the air mind that state alone, ground agents
    /// what the material means to them. Where an obstacle fills a cell, only materials that fill it, too,
    /// count.
    ///
    /// # Errors
    ///
    /// [`NavigatorError::Bounds`] if the box reaches beyond the bounds, has too many chunks, or the
    /// material is unknown.
    ///
    /// ```
    /// use voxnav::grid::{CellBox, CellState};
    /// use voxnav::ground::{Locomotion, Material, MaterialKind};
    /// use voxnav::{Agent, Navigator};
    ///
    /// // A wall with a door in it.
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0, 4.0, 4.0])?;
    /// let door = navigator.add_material(Material::new("door", MaterialKind::Door))?;
    /// let doorway = CellBox::new([5, 2, 0].into(), [6, 3, 2].into());
    /// navigator.set_cells(CellBox::new([5, 0, 0].into(), [6, 5, 5].into()), CellState::Occupied)?;
    /// navigator.set_material(doorway, door)?;
    /// let mut person = Locomotion::walker();
    /// person.open_door = Some(voxnav::search::Cost::STRAIGHT);
    /// let person = navigator.add_agent((Agent::new([0.4, 0.4, 0.9].into()), &person))?;
    /// let (from, to) = ([1.0, 1.0, -0.5], [8.0, 1.0, -0.5]);
    /// assert!(navigator.find_route(person, from, to)?.is_found());
    /// navigator.set_cells(doorway, CellState::Free)?;
    /// navigator.set_cells(doorway, CellState::Occupied)?; // a wall now
    /// assert!(!navigator.find_route(person, from, to)?.is_found());
    /// # Ok::<(), voxnav::NavigatorError>(())
    /// ```
    pub fn set_material(&mut self, cells: CellBox, id: MaterialId) -> Result<(), NavigatorError> {
        self.edit_cells(|edit| edit.set_material_box(cells, id))
    }

    /// Commits an edit of the cells, unless it is refused.
    fn edit_cells<R, E: Into<NavigatorError>>(
        &mut self,
        edit: impl FnOnce(&mut OccupancyBuilder) -> Result<R, E>,
    ) -> Result<R, NavigatorError> {
        let mut cells = match &self.scene.cells {
            Some(before) => before.edit(),
            None => OccupancyBuilder::new(self.scene.bounds)?,
        };
        let result = edit(&mut cells).map_err(Into::into)?;
        self.scene.cells = Some(cells.commit());
        Ok(result)
    }

    /// Returns the cells set in addition to the obstacles, to be edited and put back with
    /// [`replace_cells`](Self::replace_cells); `None` if none were set.
    #[must_use]
    pub fn cells(&self) -> Option<&Occupancy> {
        self.scene.cells.as_ref()
    }

    /// Replaces the cells that were set, for example by those of a map file; the next
    /// question brings up to date what they changed. Their state outside the bounds is not used.
    ///
    /// # Errors
    ///
    /// [`RouteError::CellBounds`](crate::RouteError::CellBounds) unless they have the bounds of the navigator;
    /// [`NavigatorError::Matter`] if an obstacle is made of a material that they do not have.
    pub fn replace_cells(&mut self, cells: Occupancy) -> Result<(), NavigatorError> {
        if cells.bounds() != self.scene.bounds {
            return Err(NavigatorError::from(DifferentBounds {
                baked: self.scene.bounds,
                cells: cells.bounds(),
            }));
        }
        #[cfg(feature = "colliders")]
        self.check_matters(&cells)?;
        self.scene.cells = Some(cells);
        Ok(())
    }
}
