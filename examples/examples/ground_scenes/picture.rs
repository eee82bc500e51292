//! The scenes as a picture: a panel each, slices side by side, the way in colors by action.

use std::fmt::{Error, Write};

use voxnav::glam::IVec3;
use voxnav::ground::{Action, LegPath};

use super::Scene;

/// Pixels along a side of a cell, and of a panel.
const CELL: i32 = 24;
const WIDE: i32 = 360;
const HIGH: i32 = 290;

/// Letters that fit into a panel.
const FITTING: usize = 60;

/// Panels in a row.
const COLUMNS: usize = 4;

pub(crate) fn picture(
    panels: &[(Scene, Option<LegPath<Action>>, String)],
) -> Result<String, Error> {
    let rows = i32::try_from(panels.len().div_ceil(COLUMNS)).unwrap_or(1);
    let width = WIDE * i32::try_from(COLUMNS).unwrap_or(1);
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{}' font-family='sans-serif'>\
         <rect width='100%' height='100%' fill='#fff'/>",
        HIGH * rows
    );
    for (index, (scene, path, said)) in panels.iter().enumerate() {
        let place = |count: usize| i32::try_from(count).unwrap_or(0);
        let (x, y) = (place(index % COLUMNS) * WIDE, place(index / COLUMNS) * HIGH);
        write!(svg, "<g transform='translate({},{})'>", x + 12, y + 20)?;
        write!(
            svg,
            "<text font-size='13' font-weight='bold'>{}</text>",
            scene.name
        )?;
        let length = if said.len() > FITTING {
            format!(
                " textLength='{}' lengthAdjust='spacingAndGlyphs'",
                WIDE - 24
            )
        } else {
            String::new()
        };
        write!(svg, "<text y='16' font-size='11'{length}>{said}</text>")?;
        panel(&mut svg, scene, path.as_ref())?;
        svg.push_str("</g>");
    }
    svg.push_str("</svg>");
    Ok(svg)
}

fn panel(svg: &mut String, scene: &Scene, path: Option<&LegPath<Action>>) -> Result<(), Error> {
    let width = i32::try_from(scene.slices[0][0].len()).unwrap_or(0) + 1;
    let height = i32::try_from(scene.slices[0].len()).unwrap_or(0);
    for (slice, left) in scene.slices.iter().zip((0..).map(|y| y * width)) {
        for (row, line) in slice.iter().zip(0..) {
            for (symbol, column) in row.chars().zip(0..) {
                let (x, y) = ((left + column) * CELL, line * CELL + 26);
                let fill = color(symbol);
                write!(
                    svg,
                    "<rect x='{x}' y='{y}' width='{CELL}' height='{CELL}' fill='{fill}' stroke='#ddd'/>"
                )?;
                if symbol != '.' && symbol != '#' {
                    let (x, y) = (x + 4, y + 10);
                    write!(
                        svg,
                        "<text x='{x}' y='{y}' font-size='9' fill='#333'>{symbol}</text>"
                    )?;
                }
            }
        }
    }
    let center = |cell: &IVec3| {
        let x = (cell.y * width + cell.x) * CELL + CELL / 2;
        let y = (height - 1 - cell.z) * CELL + 26 + CELL / 2;
        format!("{x},{y} ")
    };
    for leg in path.map_or(&[][..], |path| path.legs()) {
        let stroke = stroke(leg.action);
        for pair in leg.cells.windows(2) {
            // From slice to slice: dashed.
            let dashes = if pair[0].y == pair[1].y {
                "none"
            } else {
                "4 4"
            };
            // Over the edge of a ledge, not through it, and up from the ground.
            let top = pair[0].z.max(pair[1].z);
            let edge = match leg.action {
                Action::Drop | Action::StepUp => vec![pair[0].with_z(top), pair[1].with_z(top)],
                Action::Jump => vec![pair[0].with_z(top + 1), pair[1].with_z(top + 1)],
                _ => Vec::new(),
            };
            let places = pair[..1].iter().chain(&edge).chain(&pair[1..]);
            let points: String = places.map(center).collect();
            write!(
                svg,
                "<polyline points='{points}' fill='none' stroke='{stroke}' stroke-width='3' \
                 stroke-linejoin='round' stroke-dasharray='{dashes}'/>"
            )?;
        }
        for point in leg.cells.iter().map(center) {
            let (x, y) = point.trim().split_once(',').unwrap_or_default();
            write!(svg, "<circle cx='{x}' cy='{y}' r='4' fill='{stroke}'/>")?;
        }
    }
    Ok(())
}

fn color(symbol: char) -> &'static str {
    match symbol {
        '#' => "#777777",
        '~' | 's' => "#9ec5ff",
        'H' => "#e0b870",
        'v' => "#9bd08a",
        '!' => "#ff8a50",
        'D' => "#b98a60",
        _ => "#f8f8f8",
    }
}

fn stroke(action: Action) -> &'static str {
    match action {
        Action::Walk => "#222222",
        Action::StepUp => "#c09000",
        Action::Drop => "#e06000",
        Action::Jump => "#d000a0",
        Action::Climb => "#7000c0",
        Action::Swim => "#0060d0",
        Action::Door => "#a03010",
        _ => "#00a060",
    }
}
