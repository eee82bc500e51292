//! Many agents in one voxel world.
