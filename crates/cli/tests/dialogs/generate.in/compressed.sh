# Makes a compressed world by slabs and whole; each is the world, in less than half of its bytes.
make='voxnav generate caves --size 40,33,21 --seed 5'
$make -o "slabs.3dmap.$1"
$make -o "whole.3dmap.$1" --scenarios 7
for name in slabs whole; do
    voxnav convert "$name.3dmap.$1" again.3dmap > said
    cmp again.3dmap w.3dmap
    [ $((2 * $(wc -c < "$name.3dmap.$1"))) -lt $(($(wc -c < w.3dmap))) ] && echo "$name: less than half"
done
voxnav bench "whole.3dmap.$1" | tail -n 1
