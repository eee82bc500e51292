# Open country, and two problems with the lengths given.
awk 'BEGIN {
    print "type octile"; print "height 97"; print "width 320"; print "map"
    row = sprintf("%320s", ""); gsub(" ", ".", row)
    for (y = 0; y < 97; y++) print row
}' > open.map
printf 'version 1\n' > open.map.scen
printf '0\topen.map\t320\t97\t0\t0\t222\t96\t%s\n' "$1" >> open.map.scen
printf '0\topen.map\t320\t97\t0\t0\t315\t96\t%s\n' "$2" >> open.map.scen
