# The listed lengths as results of another program. Row 4 is too short, and row 5 has no path.
awk -v OFS=, 'BEGIN { print "problem,cost,time_ms,expanded" }
    NR > 2 { row = NR - 2; print row, row == 4 ? 0.5 : row == 5 ? "" : $7, row - 0.5, 99 + row }
' w.3dmap.3dscen > theirs.csv
