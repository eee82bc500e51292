//! Voxel occupancy for voxnav: lattice, sparse snapshots, traversability, colliders.
