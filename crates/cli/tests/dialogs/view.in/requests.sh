# Requests between cells of a grid, of which some are blocked.
awk 'function cell(k, n) { n = (id * 7 + k * 11) % 1009; return n % 32 "," n * 13 % 30 "," n * 29 % 16 }
BEGIN {
    print "id,sx,sy,sz,gx,gy,gz"
    for (id = 0; id < 60; id++) print id "," cell(id) "," cell(id + 3)
}' > requests.csv
