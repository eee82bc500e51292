# The problems of a scenario as requests, and one that begins in the air.
{
    echo id,sx,sy,sz,gx,gy,gz
    awk -v OFS=, 'NF == 8 { print ++row, $1, $2, $3, $4, $5, $6 }' hills.voxnav.ticks.3dscen
    echo air,0,0,31,5,5,31
} > ask.csv
