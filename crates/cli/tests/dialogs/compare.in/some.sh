# Two of three rows, one of them of another map, and two that are no problems.
awk -v OFS=, 'BEGIN { print "row,length,time_ms,expanded,map" }
    NR > 2 && NR % 3 != 0 { row = NR - 2; print row, $7, 1.5, 100, row == 5 ? "a.3dmap" : "w.3dmap" }
    END { print "31,5,1,1,"; print "99,5,1,1,w.3dmap" }
' w.3dmap.3dscen > some.csv
