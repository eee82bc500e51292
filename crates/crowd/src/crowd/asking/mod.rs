//! Questions about agents: where they go, and why they do not.

mod way;
mod why;
