//! The page of the crowd.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use voxnav::grid::Occupancy;
use voxnav_view::{Scene, Story};
use voxnav_worlds::figures::bytes;

use crate::crowd::Played;
use crate::error::DemoError;
use crate::routes::Routes;
use crate::{WORLD, described};

/// The name of the page.
pub const PAGE: &str = "demo.html";

/// Writes the page of the crowd. That it cannot be written, or that something else has its name, is no failure of a
/// demonstration that needs no file.
pub(crate) fn write(
    page: &Path,
    cells: &Occupancy,
    routes: &Routes,
    played: &Played,
    out: &mut dyn Write,
) -> Result<(), DemoError> {
    if page.exists() && !is_page(page) {
        writeln!(
            out,
            "page       not written: {PAGE} exists and is not a page of voxnav"
        )?;
        return Ok(());
    }
    let story = Story {
        title: format!("{} agents, {} overlaps", played.agents, played.overlaps),
        lines: vec![
            format!(
                "All cross one cave at once and avoid each other, for {:.0} seconds.",
                played.seconds
            ),
            routes.told(),
        ],
    };
    let scene = Scene::new("Crowd in a cave", cells)
        .description(format!("{WORLD}: {}; {}", described(cells), played.told()))
        .made_by(concat!("voxnav ", env!("CARGO_PKG_VERSION")), "voxnav")
        .story(story)
        .play(&played.play)
        .playing_at_once();
    let mut html = Vec::new();
    scene.page()?.write(&mut html)?;
    match put(page, &html) {
        Ok(()) => writeln!(
            out,
            "page       {PAGE}, {}: the agents on their ways, in 3D",
            bytes(html.len())
        )?,
        Err(reason) => writeln!(out, "page       not written: {PAGE}: {reason}")?,
    }
    Ok(())
}

/// Puts a file in its place whole, or not at all.
fn put(page: &Path, html: &[u8]) -> io::Result<()> {
    let partial = page.with_extension("html.partial");
    let written = fs::write(&partial, html).and_then(|()| fs::rename(&partial, page));
    if written.is_err() {
        // What was not begun cannot be removed.
        let _ = fs::remove_file(&partial);
    }
    written
}

/// Returns whether a file is a page that an earlier run may have written.
fn is_page(path: &Path) -> bool {
    const HEAD: u64 = 1 << 12;
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let title = voxnav_view::TITLE.as_bytes();
    read.is_ok() && head.windows(title.len()).any(|part| part == title)
}
