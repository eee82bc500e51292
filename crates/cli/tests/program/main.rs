//! The program as people and scripts run it: what it prints, and its exit codes.

mod bench;
mod chromium;
mod compare;
mod compare_page;
mod compare_resume;
mod convert;
mod demo;
mod documents;
mod generate;
mod grids;
mod ground;
mod info;
mod limits;
mod maps;
mod outputs;
mod pages;
mod program;
mod route;
mod route_resume;
mod route_values;
mod solve;
mod trace;
mod usage;
mod view;
mod view_pointer;
mod view_routes;
