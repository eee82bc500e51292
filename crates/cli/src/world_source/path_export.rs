//! Paths written for other programs: `--export FILE`.

use std::path::{Path, PathBuf};

use clap::Args;
use voxnav::Lattice;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::Occupancy;
use voxnav_files::Up;
use voxnav_files::export::gltf;
use voxnav_files::export::paths::{
    GeoOrigin, PathsFormat, PathsWriter, write_csv, write_geojson, write_json,
};

use crate::error::{CliError, Context};
use crate::files::{Leftover, NewFile, unsupported, write_whole};
use crate::values::{NoValue, expected, numbers};

/// The file to which paths are written.
#[derive(Args, Debug)]
pub(crate) struct ExportOptions {
    /// Write what is found in world units: .csv, .json, .geojson, or .gltf with the world
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,

    /// The place on Earth of the origin, for .geojson: degrees east and north, and meters
    #[arg(
        long,
        value_name = "LON,LAT,ALT",
        allow_hyphen_values = true,
        value_parser = geo_origin,
        requires = "export"
    )]
    geo_origin: Option<GeoOrigin>,
}

impl ExportOptions {
    /// The file to write, if there is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.export.as_deref()
    }

    /// Refuses what cannot be written, before anything is searched.
    pub(crate) fn check(&self) -> Result<(), CliError> {
        self.path()
            .map_or(Ok(()), |path| self.format(path).map(|_| ()))
    }

    /// The format of a file, `None` for glTF, which has the world besides.
    fn format(&self, path: &Path) -> Result<Option<PathsFormat>, CliError> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        Ok(match (extension.to_str(), self.geo_origin) {
            (Some("csv"), _) => Some(PathsFormat::Csv),
            (Some("json"), _) => Some(PathsFormat::Json),
            (Some("gltf"), _) => None,
            (Some("geojson"), Some(origin)) => Some(PathsFormat::GeoJson(origin)),
            (Some("geojson"), None) => {
                return Err(CliError::at(
                    path,
                    "GeoJSON needs geographic coordinates; give --geo-origin LON,LAT,ALT, the position of the world's origin",
                ));
            }
            _ => {
                let known = ["csv", "geojson", "gltf", "json"];
                return Err(unsupported(path, known.into_iter()));
            }
        })
    }

    /// Begins a file of many paths, if that is asked for.
    pub(crate) fn begin(
        &self,
        world: &Occupancy,
        lattice: &Lattice,
    ) -> Result<Option<PathsFile>, CliError> {
        let Some(path) = self.path() else {
            return Ok(None);
        };
        let format = self.format(path)?;
        let begun = NewFile::begin(path, Leftover::Removed).and_then(|file| {
            Ok(match format {
                Some(format) => Paths::Rows(PathsWriter::new(file, format)?),
                None => Paths::Lines(file, Vec::new(), world.clone()),
            })
        });
        Ok(Some(PathsFile {
            name: path.to_owned(),
            lattice: *lattice,
            paths: begun.writing(path)?,
        }))
    }

    /// Writes the cells of a path in world units, if that is asked for.
    pub(crate) fn write(
        &self,
        world: &Occupancy,
        lattice: &Lattice,
        cells: impl Iterator<Item = IVec3>,
    ) -> Result<(), CliError> {
        let Some(path) = self.path() else {
            return Ok(());
        };
        let format = self.format(path)?;
        let route: Vec<DVec3> = cells.map(|cell| lattice.center(cell)).collect();
        let written = write_whole(path, |file| match format {
            Some(PathsFormat::Csv) => write_csv(&route, file),
            Some(PathsFormat::Json) => write_json(&route, file),
            Some(PathsFormat::GeoJson(origin)) => write_geojson(&route, &origin, file),
            None => gltf::write(world, lattice, &[route], Up::Z, file),
        });
        written.writing(path)
    }
}

/// A file of many paths while it is written.
pub(crate) struct PathsFile {
    name: PathBuf,
    lattice: Lattice,
    paths: Paths,
}

enum Paths {
    Rows(PathsWriter<NewFile>),
    /// The cells of the world, which are written after the lines.
    Lines(NewFile, Vec<Vec<DVec3>>, Occupancy),
}

impl PathsFile {
    /// Adds a path between cells.
    pub(crate) fn add(&mut self, id: &str, cells: &[IVec3]) -> Result<(), CliError> {
        let route: Vec<DVec3> = cells
            .iter()
            .map(|&cell| self.lattice.center(cell))
            .collect();
        let written = match &mut self.paths {
            Paths::Rows(writer) => writer.path(id, &route),
            Paths::Lines(_, routes, _) => {
                routes.push(route);
                Ok(())
            }
        };
        written.writing(&self.name)
    }

    /// Gives the file its name.
    pub(crate) fn finish(self) -> Result<(), CliError> {
        let written = match self.paths {
            Paths::Rows(writer) => writer.finish().and_then(NewFile::finish),
            Paths::Lines(mut file, routes, world) => {
                gltf::write(&world, &self.lattice, &routes, Up::Z, &mut file)
                    .and_then(|()| file.finish())
            }
        };
        written.writing(&self.name)
    }
}

/// Reads a place on Earth.
fn geo_origin(text: &str) -> Result<GeoOrigin, NoValue> {
    match numbers::<f64, 3>(text, ',') {
        Some([longitude, latitude, altitude])
            if longitude.abs() <= 180.0 && latitude.abs() <= 89.0 && altitude.is_finite() =>
        {
            Ok(GeoOrigin {
                longitude,
                latitude,
                altitude,
            })
        }
        _ => expected(
            "degrees east from -180 to 180, degrees north from -89 to 89, and meters, such as 13.4,52.5,34",
        ),
    }
}
