# A wall with a door.
awk 'BEGIN {
    print "voxel 20 8 6"
    for (y = 0; y < 8; y++) for (z = 0; z < 6; z++) if (y < 3 || y > 4 || z > 2) print 10, y, z
}' > w.3dmap
