# A wall at x = 3 with a hole, and a corner of its own.
awk 'BEGIN {
    print "voxel 9 5 5"
    for (y = 0; y < 5; y++) for (z = 0; z < 5; z++) if (y != 2 || z != 2) print 3, y, z
    print "7 0 0"; print "8 1 0"; print "8 0 1"
}' > wall.3dmap
