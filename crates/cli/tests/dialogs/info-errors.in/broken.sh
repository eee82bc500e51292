# Asks for nothing, and for the first half, of a file of each kind.
while read -r name options; do
    : > "$name"
    voxnav info "$name" $options
    echo "? $?"
    if [ "$name" != box.obj ]; then
        half=$(($(wc -c < "$FIXTURES/$name") / 2))
        head -c "$half" "$FIXTURES/$name" > "$name"
        voxnav info "$name" $options
        echo "? $?"
    fi
    rm "$name"
done 2>&1 <<END
bool.npy
one.npz
octomap.bt
octomap.ot
heights-8.png
box.stl --size 0.5
box.obj --size 0.5 --fill
scene.glb --size 0.5
points.ply --size 0.5
points.pcd --size 0.5
points.las --size 0.5
points.e57 --size 0.5
END
