# Runs the program over a file of yesterday.
file=$1
shift
echo of yesterday > "$file"
voxnav "$@" > report 2>&1
grep yesterday "$file"
[ $(($(wc -c < "$file"))) -gt 12 ] && [ ! -e "$file.partial" ] && echo "$file is new"
