# A file of nothing but a header.
echo "$1" > bad.csv
voxnav route open.3dmap --requests bad.csv --out routes.csv
