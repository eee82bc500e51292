# Leaves out what depends on the machine: tables of times, memory, and remarks about the machine.
/^milliseconds/,/^$/d
/^times as fast/,/^$/{/^times as fast/!{/^$/!d}}
/^published/,/^$/{s/  cpu ms.*  times as fast$/  times as fast/;s/\( *[0-9.]*\)\{3\}$//}
/^WARNING/,/^$/{/^$/!d}
/^memory/d
/^loading/d
/^prepared/d
/^This program is not optimized/d
