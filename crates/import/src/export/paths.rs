//! Paths as rows, as JSON, and on a map of the Earth.

use std::io::{self, Write};

use serde_json::json;
use voxnav_occupancy::glam::DVec3;

/// Writes a path as CSV: a header, then `x,y,z` a line.
///
/// ```
/// use voxnav_import::export::paths;
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
/// use voxnav_import::export::paths::GeoOrigin;
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
    /// Longitude, latitude and altitude of a position: on the plane that touches the ellipsoid of WGS 84
    /// at the origin, so for paths of a few kilometers.
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
    let places: Vec<_> = path.iter().map(|at| origin.place(*at)).collect();
    let line = json!({
        "type": "Feature",
        "properties": {},
        "geometry": {"type": "LineString", "coordinates": places},
    });
    serde_json::to_writer(&mut destination, &line)?;
    destination.flush()
}
