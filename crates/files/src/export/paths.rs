//! Paths as rows, as JSON, and on a map of the Earth.

use std::borrow::Cow;
use std::io::{self, Write};

use serde_json::{Value, json};
use voxnav_occupancy::glam::DVec3;

/// Writes a path as CSV: a header, then `x,y,z` a line.
///
/// ```
/// use voxnav_files::export::paths;
/// use voxnav_occupancy::glam::DVec3;
///
/// let mut file = Vec::new();
/// paths::write_csv(&[DVec3::ZERO, DVec3::new(1.5, 0.0, -2.0)], &mut file)?;
/// assert_eq!(file, b"x,y,z\n0,0,0\n1.5,0,-2\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Those of the destination.
pub fn write_csv(path: &[DVec3], mut destination: impl Write) -> io::Result<()> {
    writeln!(destination, "x,y,z")?;
    for at in path {
        writeln!(destination, "{},{},{}", at.x, at.y, at.z)?;
    }
    destination.flush()
}

/// Writes a path as a JSON array of positions.
///
/// # Errors
///
/// Those of the destination.
pub fn write_json(path: &[DVec3], mut destination: impl Write) -> io::Result<()> {
    let positions: Vec<_> = path.iter().map(DVec3::to_array).collect();
    serde_json::to_writer(&mut destination, &positions)?;
    destination.flush()
}

/// A place on the Earth that the origin of a world stands for, with x to the east, y to the north and z
/// up, in meters.
///
/// ```
/// use voxnav_files::export::paths::GeoOrigin;
/// use voxnav_occupancy::glam::DVec3;
///
/// let berlin = GeoOrigin { longitude: 13.4, latitude: 52.5, altitude: 34.0 };
/// let [longitude, latitude, altitude] = berlin.place(DVec3::new(0.0, 1000.0, 6.0));
/// assert!((latitude - 52.508_99).abs() < 1e-4 && longitude == 13.4 && altitude == 40.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeoOrigin {
    /// Degrees east.
    pub longitude: f64,
    /// Degrees north, less than 90 either way.
    pub latitude: f64,
    /// Meters above what altitudes are counted from.
    pub altitude: f64,
}

impl GeoOrigin {
    /// Returns longitude, latitude and altitude of a position: on the plane that touches the ellipsoid
    /// of WGS 84 at the origin, so for paths of a few kilometers.
    #[must_use]
    pub fn place(&self, position: DVec3) -> [f64; 3] {
        /// The semi-major axis of WGS 84 in meters, and the square of its eccentricity.
        const AXIS: f64 = 6_378_137.0;
        const ECCENTRICITY_SQUARED: f64 = 6.694_379_990_14e-3;
        let (sine, cosine) = self.latitude.to_radians().sin_cos();
        let flat = 1.0 - ECCENTRICITY_SQUARED * sine * sine;
        let across = AXIS / flat.sqrt();
        let along = AXIS * (1.0 - ECCENTRICITY_SQUARED) / (flat * flat.sqrt());
        [
            self.longitude + (position.x / (across * cosine)).to_degrees(),
            self.latitude + (position.y / along).to_degrees(),
            self.altitude + position.z,
        ]
    }
}

/// Writes a path as a line of `GeoJSON`.
///
/// # Errors
///
/// Those of the destination.
pub fn write_geojson(
    path: &[DVec3],
    origin: &GeoOrigin,
    mut destination: impl Write,
) -> io::Result<()> {
    let line = feature(path, origin, &json!({}));
    serde_json::to_writer(&mut destination, &line)?;
    destination.flush()
}

/// The kinds of files that hold many paths.
///
/// ```
/// use voxnav_files::export::paths::{PathsFormat, PathsWriter};
/// use voxnav_occupancy::glam::DVec3;
///
/// let mut writer = PathsWriter::new(Vec::new(), PathsFormat::Csv)?;
/// writer.path("ant", &[DVec3::ZERO, DVec3::X])?;
/// writer.path("bee, the", &[DVec3::Y])?;
/// let file = String::from_utf8(writer.finish()?).expect("text");
/// assert_eq!(file, "id,x,y,z\nant,0,0,0\nant,1,0,0\n\"bee, the\",0,1,0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathsFormat {
    /// A header, then `id,x,y,z` for each position.
    Csv,
    /// An array of objects with `id` and `path`, which is an array of positions.
    Json,
    /// A collection of lines, with their ids.
    GeoJson(GeoOrigin),
}

/// A writer of many paths to one file, one after the other; no more than one is in memory.
///
/// ```
/// use voxnav_files::export::paths::{PathsFormat, PathsWriter};
/// use voxnav_occupancy::glam::DVec3;
///
/// let mut writer = PathsWriter::new(Vec::new(), PathsFormat::Json)?;
/// writer.path("7", &[DVec3::ZERO, DVec3::X])?;
/// let file = String::from_utf8(writer.finish()?).expect("text");
/// assert_eq!(file, "[\n{\"id\":\"7\",\"path\":[[0.0,0.0,0.0],[1.0,0.0,0.0]]}\n]\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct PathsWriter<W> {
    destination: W,
    format: PathsFormat,
    /// The text that comes before the next path.
    before: &'static str,
}

impl<W: Write> PathsWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// Those of the destination.
    pub fn new(mut destination: W, format: PathsFormat) -> io::Result<Self> {
        destination.write_all(match format {
            PathsFormat::Csv => b"id,x,y,z\n",
            PathsFormat::Json => b"[",
            PathsFormat::GeoJson(_) => b"{\"type\":\"FeatureCollection\",\"features\":[",
        })?;
        Ok(Self {
            destination,
            format,
            before: "\n",
        })
    }

    /// Writes a path.
    ///
    /// # Errors
    ///
    /// Those of the destination.
    pub fn path(&mut self, id: &str, path: &[DVec3]) -> io::Result<()> {
        let object = match self.format {
            PathsFormat::Csv => {
                let id = quoted(id);
                for at in path {
                    writeln!(self.destination, "{id},{},{},{}", at.x, at.y, at.z)?;
                }
                return Ok(());
            }
            PathsFormat::Json => {
                let positions: Vec<_> = path.iter().map(DVec3::to_array).collect();
                json!({"id": id, "path": positions})
            }
            PathsFormat::GeoJson(origin) => feature(path, &origin, &json!({"id": id})),
        };
        self.destination.write_all(self.before.as_bytes())?;
        self.before = ",\n";
        Ok(serde_json::to_writer(&mut self.destination, &object)?)
    }

    /// Ends the file, and returns where it went.
    ///
    /// # Errors
    ///
    /// Those of the destination.
    pub fn finish(mut self) -> io::Result<W> {
        self.destination.write_all(match self.format {
            PathsFormat::Csv => b"",
            PathsFormat::Json => b"\n]\n",
            PathsFormat::GeoJson(_) => b"\n]}\n",
        })?;
        self.destination.flush()?;
        Ok(self.destination)
    }
}

/// Returns a value of CSV, in quotes where it needs them.
fn quoted(value: &str) -> Cow<'_, str> {
    if value.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", value.replace('"', "\"\"")).into()
    } else {
        value.into()
    }
}

fn feature(path: &[DVec3], origin: &GeoOrigin, properties: &Value) -> Value {
    let places: Vec<_> = path.iter().map(|at| origin.place(*at)).collect();
    json!({
        "type": "Feature",
        "properties": properties,
        "geometry": {"type": "LineString", "coordinates": places},
    })
}
