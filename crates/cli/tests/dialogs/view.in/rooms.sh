# Two rooms that nothing joins.
awk 'BEGIN {
    print "voxel 9 5 5"
    for (y = 0; y < 5; y++) for (z = 0; z < 5; z++) print 4, y, z
}' > rooms.3dmap
