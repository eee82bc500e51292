//! Costs as floats, set in a terrain: by its scale, or by another one that takes them.

use std::sync::Arc;

use ahash::AHashMap;
use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::scale::Survey;
use super::volume::CostVolume;
use super::{CostError, CostScale, Terrain, even_weights, index_in_chunk};

impl Terrain {
    /// Sets the costs of the cells of a volume, by the [scale](Self::scale) that the terrain has, whatever range and
    /// convention the volume asks for. A cell that has none there stays as it is.
    ///
    /// ```
    /// use voxnav_occupancy::CellBox;
    /// use voxnav_search::{CostError, CostVolume};
    /// # use glam::IVec3;
    ///
    /// let room = CellBox::from_size(IVec3::splat(8));
    /// let mut terrain = CostVolume::new(room, |_| Some(1.0)).covering(0.5, 20.0).terrain()?;
    /// let smoke = CellBox::from_size(IVec3::new(8, 8, 2));
    /// terrain.set_costs(&CostVolume::new(smoke, |_| Some(12.5)))?;
    /// assert_eq!(terrain.cost(IVec3::ONE), 12.5);
    /// let refused = terrain.set_costs(&CostVolume::new(smoke, |cell| Some(f64::from(cell.x))));
    /// assert_eq!(refused, Err(CostError::NotACost { cell: IVec3::ZERO, cost: 0.0 }));
    /// # Ok::<(), CostError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CostError`] with the first cell, chunk by chunk, whose cost is none or not of this scale; nothing has changed
    /// then.
    pub fn set_costs<F: Fn(IVec3) -> Option<f64>>(
        &mut self,
        volume: &CostVolume<F>,
    ) -> Result<(), CostError> {
        let mut scale = self.scale;
        let mut written = Vec::new();
        for chunk in volume.chunks() {
            let known = self.chunks.get(&chunk);
            let mut weights =
                known.map_or_else(|| even_weights(scale.base()), |known| known[..].into());
            // Nobody else has them.
            let stored = Arc::make_mut(&mut weights);
            volume.each_cost(chunk, |cell, cost| {
                let weight = scale.weight(cell, cost)?;
                scale.count(cost, weight);
                stored[index_in_chunk(cell)] = weight;
                Ok(())
            })?;
            written.push((chunk, weights));
        }
        self.scale = scale;
        Arc::make_mut(&mut self.chunks).extend(written);
        Ok(())
    }

    /// Sets the costs of the cells of a volume as [`set_costs`](Self::set_costs) does, and by another scale where this one
    /// does not take them. The other cells of `world` keep the cost they have, set or not, rounded again; all others then have
    /// the smallest.
    ///
    /// ```
    /// use voxnav_occupancy::CellBox;
    /// use voxnav_search::{CostError, CostVolume, Terrain};
    /// # use glam::IVec3;
    ///
    /// let world = CellBox::from_size(IVec3::splat(8));
    /// let mut terrain = Terrain::new();
    /// let corner = CellBox::from_size(IVec3::ONE);
    /// terrain.set_costs_in(world, &CostVolume::new(corner, |_| Some(0.25)))?;
    /// assert_eq!([terrain.cost(IVec3::ZERO), terrain.cost(IVec3::ONE)], [0.25, 1.0]);
    /// # Ok::<(), CostError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CostError`]: a cost that is not finite or not above zero, with its cell; costs of which one is more than 65,535
    /// times another. Nothing has changed then.
    ///
    /// # Complexity
    ///
    /// Linear in the cells of the volume; for another scale, in the chunks of the world and the cells of those where costs
    /// were set. Chunks where none was share one list of weights.
    pub fn set_costs_in<F: Fn(IVec3) -> Option<f64>>(
        &mut self,
        world: CellBox,
        volume: &CostVolume<F>,
    ) -> Result<(), CostError> {
        // Weights that are factors would round floats to whole numbers.
        if self.scale.base() > 1 {
            match self.set_costs(volume) {
                Err(CostError::OutOfScale { .. }) => {}
                done => return done,
            }
        }
        let mut made = self.by_scale_with(world, volume)?;
        made.set_costs(volume)?;
        // What was rounded before was rounded again.
        let [first, second] = [self.scale, made.scale].map(|scale| scale.weight_rounding());
        let (unit, base) = (made.scale.unit(), made.scale.base());
        let scale = CostScale::from_parts(unit, base, first + second + first * second);
        *self = match scale {
            Some(scale) => made.with_scale(scale),
            None => made,
        };
        Ok(())
    }

    /// Returns this terrain by a scale that takes the costs of a volume and those of all other cells of a world. Cells of
    /// the volume have the smallest cost.
    fn by_scale_with<F: Fn(IVec3) -> Option<f64>>(
        &self,
        world: CellBox,
        volume: &CostVolume<F>,
    ) -> Result<Self, CostError> {
        let old = self.scale;
        let is_kept = |cell| world.contains(cell) && !volume.has_cost(cell);
        let mut survey = Survey::of(None);
        volume.survey(&mut survey)?;
        for (chunk, weights) in self.chunks.iter() {
            let kept = chunk.cells().cells().zip(weights.iter());
            let kept = kept.filter(|(cell, _)| is_kept(*cell));
            kept.for_each(|(_, &weight)| survey.count(old.cost(weight)));
        }
        let unset = || {
            let chunks = world.chunks();
            chunks.filter(|chunk| !self.chunks.contains_key(chunk))
        };
        let mut parts = unset().map(|chunk| chunk.cells().intersection(&world));
        let has_unset = parts.any(|part| part.cells().any(is_kept));
        if has_unset {
            survey.count(old.unit());
        }
        let mut scale = survey.scale()?;
        let base = scale.base();
        let mut turned = |weight| {
            let cost = old.cost(weight);
            let turned = scale.weight(IVec3::ZERO, cost)?;
            scale.count(cost, turned);
            Ok::<u16, CostError>(turned)
        };
        let mut chunks = AHashMap::with_hasher(self.chunks.hasher().clone());
        let even = if has_unset { turned(old.base())? } else { base };
        if even != base {
            let shared = even_weights(even);
            chunks.extend(unset().map(|chunk| (chunk, Arc::clone(&shared))));
        }
        for (chunk, weights) in self.chunks.iter() {
            let cells = chunk.cells().cells().zip(weights.iter());
            let weights = cells.map(|(cell, &weight)| {
                if is_kept(cell) {
                    turned(weight)
                } else {
                    Ok(base)
                }
            });
            chunks.insert(*chunk, weights.collect::<Result<_, _>>()?);
        }
        let made = Self {
            chunks: Arc::new(chunks),
            distance: self.distance.clone(),
            ..Self::new()
        };
        Ok(made.with_scale(scale).with_convention(self.convention))
    }
}
