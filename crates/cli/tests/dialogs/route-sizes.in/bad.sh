# A request with a bad size, refused and then answered by an error row.
header=id,sx,sy,sz,gx,gy,gz,agent_x,agent_y,agent_z
printf '%s\na,1,2,0,7,2,0,1,1,1\nb,1,2,0,7,2,0,1,%s,1\n' $header "$1" > bad.csv
voxnav route gaps.3dmap --requests bad.csv --out routes.csv --force 2>&1 | tail -n 1
voxnav route gaps.3dmap --requests bad.csv --out routes.csv --force --keep-going 2>&1 | tail -n 1
tail -n +2 routes.csv
