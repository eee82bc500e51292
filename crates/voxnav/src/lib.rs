//! 3D navigation in voxel worlds: exact, fast, for agents of any size.
