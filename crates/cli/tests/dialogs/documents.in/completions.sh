# The words of each shell's script that are asked for.
for shell in bash zsh fish elvish powershell; do
    voxnav completions $shell > script
    echo $shell $(grep -o -w -e generate -e compare -e limit-expanded -e view script | sort -u)
done
