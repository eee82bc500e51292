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
box.stl --cell-size 0.5
box.obj --cell-size 0.5 --fill
scene.glb --cell-size 0.5
points.ply --cell-size 0.5
points.pcd --cell-size 0.5
points.las --cell-size 0.5
points.e57 --cell-size 0.5
END
