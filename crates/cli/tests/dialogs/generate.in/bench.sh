# Checks the problems of w.3dmap with two algorithms.
head -n 1 w.3dmap | tr -d "\t"
head -n 2 w.3dmap.3dscen
for algorithm in auto astar; do
    voxnav bench w.3dmap --algorithm $algorithm | grep -e rows -e mismatches
done
