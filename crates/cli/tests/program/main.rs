//! The program as people and scripts run it: what it prints, and its exit codes. Console sessions are in
//! `tests/dialogs`; here are laws over numbers, interruptions, pipes, and pages in a browser.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod cell_sizes;
mod chromium;
mod compare;
mod compare_page;
mod convert;
mod costs;
mod demo;
mod dialects;
mod dialogs;
mod files;
mod grids;
mod laws;
mod narrow;
mod nearest;
mod pages;
mod picture;
mod program;
mod route;
mod units;
mod view;
mod view_first;
mod view_many;
mod view_plans;
mod view_pointer;
mod view_scene;
mod view_sides;
mod view_speed;
