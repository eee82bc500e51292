# Makes a world whole and by slabs, as a map and as a world file.
size='--size 66,40,70 --seed 5'
voxnav generate "$1" $size -o whole.3dmap --scenarios 1
voxnav generate "$1" $size -o slabs.3dmap
cmp whole.3dmap slabs.3dmap
voxnav generate "$1" $size -o whole.voxnav --scenarios 1 > said
voxnav generate "$1" $size -o slabs.voxnav > said
cmp whole.voxnav slabs.voxnav
voxnav convert slabs.voxnav back.3dmap > said 2>&1
sort back.3dmap > back
sort slabs.3dmap > slabs
cmp back slabs
voxnav bench whole.voxnav | grep mismatches
