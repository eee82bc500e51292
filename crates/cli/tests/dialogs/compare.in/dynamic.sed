# Leaves out the four columns of times, which set the widths of the others.
/median us/s/  +/ /g
s/(  +[0-9.]+){4}(  +[0-9.]+  +[0-9]+)$/ ...\2/
