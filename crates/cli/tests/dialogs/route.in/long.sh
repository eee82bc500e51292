# An open quote, and a line of 200,000 letters.
{
    printf 'id,sx,sy,sz,gx,gy,gz\n"a,1\na,2,2,2,6,5,2\n'
    head -c 200000 /dev/zero | tr '\\0' x; echo
    printf 'a,2,2,2,6,5,2\n'
} > long.csv
