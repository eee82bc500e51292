//! Reading maps.

use std::path::Path;

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState};

use super::image::{Alpha, Image, Pixel};
use super::{FREE_BELOW, OCCUPIED_ABOVE};
use crate::cells::Cells;
use crate::error::{Fault, malformed, quote, unsupported};
use crate::frame::Frame;
use crate::import::{Import, Imported, USUAL_THRESHOLD, Up};
use crate::text::yaml::Yaml;

/// The text of a map.
struct Map {
    image: String,
    resolution: f64,
    /// The lower left corner.
    corner: [f64; 2],
    levels: Levels,
}

/// The meaning of the levels of pixels.
struct Levels {
    is_negated: bool,
    occupied_above: f64,
    free_below: f64,
    mode: Mode,
}

impl Default for Levels {
    fn default() -> Self {
        Self {
            is_negated: false,
            occupied_above: OCCUPIED_ABOVE,
            free_below: FREE_BELOW,
            mode: Mode::Trinary,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Trinary,
    Scale,
    Raw,
}

/// Reads the world in the text of a map, whose image is looked for from `folder` on.
pub(crate) fn read(
    bytes: &[u8],
    folder: Option<&Path>,
    import: &Import,
) -> Result<Imported, Fault> {
    let map = Map::read(bytes)?;
    let size = DVec3::splat(map.resolution);
    // The text gives a corner, and the plane of the robot is that of the centers.
    let [x, y] = map.corner.map(|corner| corner + map.resolution / 2.0);
    let origin = DVec3::new(x, y, 0.0);
    import.place_of(Some(origin), Some(size))?;
    let Some(folder) = folder else {
        let what = "texts of maps without their folder, where their images are,";
        return Err(unsupported(what));
    };
    let image = std::fs::read(folder.join(&map.image)).map_err(|error| error.to_string());
    let image = image.and_then(|image| {
        let read = Image::read(&image, map.levels.alpha());
        read.map_err(|fault| format!("{}: {}", fault.place, fault.reason))
    });
    let image = image.map_err(|what| malformed(format!("the image {}: {what}", map.image)))?;
    world(&image, &map.levels, origin, size, import)
}

/// Reads the world in an image alone.
pub(crate) fn read_image(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    let levels = Levels::default();
    let image = Image::read(bytes, levels.alpha())?;
    let (origin, size) = import.place_of(None, None)?;
    world(&image, &levels, origin, size, import)
}

fn world(
    image: &Image,
    levels: &Levels,
    origin: DVec3,
    size: DVec3,
    import: &Import,
) -> Result<Imported, Fault> {
    let frame = Frame::new(Up::Z, import);
    let lattice = frame.lattice(origin, size)?;
    let content = CellBox::from_size(IVec3::new(image.width, image.height, 1));
    let mut cells = Cells::new(&content, CellState::Free, frame, import)?;
    let rows = image.pixels.chunks(image.width.unsigned_abs() as usize);
    for (y, row) in (0..image.height).rev().zip(rows) {
        for (x, pixel) in (0..).zip(row) {
            let state = levels.state(*pixel, image.white, import);
            if state != CellState::Free {
                cells.set(IVec3::new(x, y, 0), state)?;
            }
        }
    }
    Ok(cells.world(lattice, Vec::new()))
}

impl Levels {
    fn alpha(&self) -> Alpha {
        match self.mode {
            Mode::Trinary => Alpha::Averaged,
            Mode::Scale | Mode::Raw => Alpha::Apart,
        }
    }

    /// Returns the state of a cell by its pixel.
    fn state(&self, pixel: Pixel, white: u32, import: &Import) -> CellState {
        let brightness = f64::from(pixel.level) / f64::from(white);
        let chance = if self.is_negated {
            brightness
        } else {
            1.0 - brightness
        };
        let least = import.threshold.unwrap_or(USUAL_THRESHOLD);
        let by_chance = |chance: f64| {
            if chance >= least {
                CellState::Occupied
            } else {
                CellState::Free
            }
        };
        match self.mode {
            Mode::Raw => match (brightness * 255.0).round() {
                percent if percent <= 100.0 => by_chance(percent / 100.0),
                _ => import.unknown,
            },
            Mode::Scale if !pixel.is_opaque => import.unknown,
            _ if chance > self.occupied_above => CellState::Occupied,
            _ if chance < self.free_below => CellState::Free,
            Mode::Scale => {
                let between = self.occupied_above - self.free_below;
                by_chance((chance - self.free_below) / between)
            }
            Mode::Trinary => import.unknown,
        }
    }
}

impl Map {
    fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let mut text = Yaml::new(bytes)?;
        text.expect_mapping("a map of ROS, which is a mapping")?;
        let (mut image, mut resolution, mut origin) = (None, None, None);
        let (mut negate, mut occupied, mut free) = (None, None, None);
        let mut mode = Mode::Trinary;
        while let Some(key) = text.key()? {
            match &*key {
                "image" => image = text.scalar()?,
                "resolution" => {
                    resolution = text.number()?;
                    if resolution.is_some_and(|size| size <= 0.0) {
                        return Err(text.refused("the resolution must be above 0"));
                    }
                }
                "origin" => {
                    let [x, y, yaw] = text.numbers()?;
                    if yaw != 0.0 {
                        let what = format!("maps that are turned, as by a yaw of {yaw},");
                        return Err(unsupported(what).at(text.line()));
                    }
                    origin = Some([x, y]);
                }
                "negate" => negate = Some(flag(&mut text)?),
                "occupied_thresh" => occupied = text.number()?,
                "free_thresh" => free = text.number()?,
                "mode" => mode = read_mode(&mut text)?,
                _ => text.pass_by()?,
            }
        }
        let missing = |key: &str| text.refused(format!("there is no `{key}`"));
        let levels = Levels {
            is_negated: negate.ok_or_else(|| missing("negate"))?,
            occupied_above: occupied.ok_or_else(|| missing("occupied_thresh"))?,
            free_below: free.ok_or_else(|| missing("free_thresh"))?,
            mode,
        };
        if levels.mode == Mode::Raw && levels.is_negated {
            // The two map servers differ.
            return Err(unsupported("negated maps of the mode `raw`"));
        }
        if levels.mode == Mode::Scale && levels.occupied_above <= levels.free_below {
            let what = "of the mode `scale`, occupied_thresh must be above free_thresh";
            return Err(text.refused(what));
        }
        Ok(Self {
            image: image.ok_or_else(|| missing("image"))?,
            resolution: resolution.ok_or_else(|| missing("resolution"))?,
            corner: origin.ok_or_else(|| missing("origin"))?,
            levels,
        })
    }
}

fn flag(text: &mut Yaml<'_>) -> Result<bool, Fault> {
    match text.scalar()?.as_deref() {
        Some("0" | "false" | "False" | "FALSE") => Ok(false),
        Some("1" | "true" | "True" | "TRUE") => Ok(true),
        other => {
            let found = quote(other.unwrap_or_default().as_bytes());
            Err(text.refused(format!("`{found}` is not 0 or 1")))
        }
    }
}

fn read_mode(text: &mut Yaml<'_>) -> Result<Mode, Fault> {
    match text.scalar()?.as_deref() {
        Some("trinary") => Ok(Mode::Trinary),
        Some("scale") => Ok(Mode::Scale),
        Some("raw") => Ok(Mode::Raw),
        other => {
            let found = quote(other.unwrap_or_default().as_bytes());
            Err(text.refused(format!("`{found}` is no mode: trinary, scale or raw")))
        }
    }
}
