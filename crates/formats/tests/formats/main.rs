//! The formats, from outside.

mod compressed;
mod files;
mod hostile;
mod laws;
mod traces;
