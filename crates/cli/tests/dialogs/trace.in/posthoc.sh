# Shows a trace of the text given.
echo "$1" > bad.yaml
voxnav view cave.3dmap --replay bad.yaml
