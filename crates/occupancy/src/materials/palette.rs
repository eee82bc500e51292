//! The materials of a world, by id.

use std::sync::Arc;

use super::material::{Material, MaterialError, MaterialId};

/// The materials of a world. An id, once given, keeps its material; a clone costs a pointer.
///
/// ```
/// use voxnav_occupancy::{Material, MaterialKind, Palette};
///
/// let mut palette = Palette::new();
/// let water = palette.add(Material::new("water", MaterialKind::Liquid))?;
/// assert_eq!(palette.find("water"), Some(water));
/// assert_eq!(palette.get(water).map(|material| material.standable), Some(false));
/// # Ok::<(), voxnav_occupancy::MaterialError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "Vec<Material>", into = "Vec<Material>")
)]
pub struct Palette {
    materials: Arc<Vec<Material>>,
    /// The materials that fill their cells.
    filling: MaterialSet,
}

impl Palette {
    /// The most materials that a palette can hold.
    pub const LIMIT: usize = 255;

    /// Returns a palette without materials.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a material and returns its id, which is the next number.
    ///
    /// # Errors
    ///
    /// - [`MaterialError::Nameless`], [`MaterialError::CannotBear`],
    ///   [`MaterialError::ForbiddenButStandable`] for a material that contradicts itself.
    /// - [`MaterialError::NameTaken`] if another material has its name.
    /// - [`MaterialError::PaletteFull`] after [`Palette::LIMIT`] materials.
    pub fn add(&mut self, material: Material) -> Result<MaterialId, MaterialError> {
        material.check()?;
        if self.find(&material.name).is_some() {
            let name = material.name;
            return Err(MaterialError::NameTaken { name });
        }
        let number = u8::try_from(self.len() + 1).ok();
        let Some(id) = number.and_then(MaterialId::new) else {
            let limit = Self::LIMIT;
            return Err(MaterialError::PaletteFull { limit });
        };
        if material.kind.fills_the_cell() {
            self.filling.insert(id);
        }
        Arc::make_mut(&mut self.materials).push(material);
        Ok(id)
    }

    /// Returns the number of materials.
    #[must_use]
    pub fn len(&self) -> usize {
        self.materials.len()
    }

    /// Returns whether there are no materials.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.materials.is_empty()
    }

    /// Returns the material of an id, if the palette has it.
    #[must_use]
    pub fn get(&self, id: MaterialId) -> Option<&Material> {
        self.materials.get(id.index())
    }

    /// Returns the id of the material of a name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<MaterialId> {
        let mut all = self.iter();
        all.find_map(|(id, material)| (material.name == name).then_some(id))
    }

    /// Returns all materials in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (MaterialId, &Material)> {
        let numbers = (1..=u8::MAX).filter_map(MaterialId::new);
        numbers.zip(self.materials.iter())
    }

    /// Returns the materials that a test is true of.
    #[must_use]
    pub fn select(&self, mut test: impl FnMut(&Material) -> bool) -> MaterialSet {
        let mut set = MaterialSet::default();
        for (id, material) in self.iter() {
            if test(material) {
                set.insert(id);
            }
        }
        set
    }

    /// Returns the materials that fill their cells.
    pub(crate) fn filling(&self) -> MaterialSet {
        self.filling
    }

    /// Returns whether every material of the shorter palette has the same id in the other one.
    pub(crate) fn agrees_with(&self, other: &Self) -> bool {
        let mut pairs = self.materials.iter().zip(other.materials.iter());
        Arc::ptr_eq(&self.materials, &other.materials) || pairs.all(|(a, b)| a == b)
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let names = self
            .materials
            .iter()
            .map(|material| material.name.capacity());
        self.materials.capacity() * size_of::<Material>() + names.sum::<usize>()
    }
}

impl TryFrom<Vec<Material>> for Palette {
    type Error = MaterialError;

    /// Returns the palette that has the materials in this order.
    fn try_from(materials: Vec<Material>) -> Result<Self, MaterialError> {
        let mut palette = Self::new();
        for material in materials {
            palette.add(material)?;
        }
        Ok(palette)
    }
}

impl From<Palette> for Vec<Material> {
    fn from(palette: Palette) -> Self {
        Arc::unwrap_or_clone(palette.materials)
    }
}

/// Some of the materials of a palette.
///
/// ```
/// use voxnav_occupancy::{Material, MaterialKind, Palette};
///
/// let mut palette = Palette::new();
/// let water = palette.add(Material::new("water", MaterialKind::Liquid))?;
/// let stone = palette.add(Material::new("stone", MaterialKind::Solid))?;
/// let liquids = palette.select(|material| material.kind == MaterialKind::Liquid);
/// assert!(liquids.contains(water) && !liquids.contains(stone));
/// # Ok::<(), voxnav_occupancy::MaterialError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MaterialSet([u64; 4]);

impl MaterialSet {
    /// Returns whether a material is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(&self, id: MaterialId) -> bool {
        let number = id.number();
        self.0[number as usize / 64] >> (number % 64) & 1 != 0
    }

    /// Adds a material.
    pub const fn insert(&mut self, id: MaterialId) {
        let number = id.number();
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    /// Returns all materials that are not in the set.
    #[must_use]
    pub const fn complement(self) -> Self {
        let [a, b, c, d] = self.0;
        // Bit 0 is that of no material.
        Self([!a & !1, !b, !c, !d])
    }

    /// Returns whether no material is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether some material is in both sets.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0
            .iter()
            .zip(other.0)
            .any(|(one, other)| one & other != 0)
    }
}
