//! Procedural voxel worlds from a seed: caves, mazes, rooms, towers, noise.
