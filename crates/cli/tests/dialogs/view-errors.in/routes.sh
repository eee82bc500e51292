# Shows a file of routes with the text given.
printf "$1" | tr "'" '"' > bad.csv
voxnav view generated:rooms:32,30,16:3 --routes bad.csv --html b.html
