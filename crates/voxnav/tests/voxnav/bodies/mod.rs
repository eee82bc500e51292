//! Bodies of any size among colliders of any kind: no route, smooth path or smoothed segment leads through
//! one, checked by sweeps among the colliders themselves.

mod ends;
mod own_ends;
mod refusals;
mod through;
mod worlds;
