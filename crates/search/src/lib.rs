//! Exact and bounded search over voxel worlds.
