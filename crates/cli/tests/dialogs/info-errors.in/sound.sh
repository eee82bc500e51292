# Asks for files in which nothing is broken: of other programs, and of several arrays.
exec 2>&1
cp "$FIXTURES/several.npz" several.npz
voxnav info several.npz
voxnav info several.npz --array doors
# Sides of one voxel, the voxel, and 256 colors.
printf '\001\0\0\0\001\0\0\0\001\0\0\0\007' > slab6.vox
head -c 768 /dev/zero >> slab6.vox
voxnav info slab6.vox
printf 'VOX \226\0\0\0MAIN\0\0\0\0\014\0\0\0TDCZ\0\0\0\0\0\0\0\0' > teardown.vox
voxnav info teardown.vox
