# Runs the program over a link to a file of yesterday.
file=$1
shift
echo of yesterday > target
ln -sf target "$file"
voxnav "$@" > report 2>&1
[ -L "$file" ] && [ $(($(wc -c < target))) -gt 12 ] && ! grep yesterday target && echo "target is new"
