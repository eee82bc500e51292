#!/usr/bin/env bash
# Installs the C interface into a fresh prefix, and builds and runs the examples there as a user would: by pkg-config,
# with the static library, and by CMake where there is one.
#
# VOXNAV_PREFIX names a prefix where it is installed already.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
examples=$(cd "$here/../../examples" && pwd)
if ! type -P gcc g++ pkg-config >/dev/null; then
    echo "skipped: gcc, g++ and pkg-config are not all there"
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
prefix=${VOXNAV_PREFIX:-}
if [[ -z $prefix ]]; then
    prefix=$folder/prefix
    VOXNAV_PROFILE=${VOXNAV_PROFILE:-release} "$here/install.sh" "$prefix"
fi
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
read -ra flags <<<"$(pkg-config --cflags --libs voxnav)"
read -ra private <<<"$(pkg-config --static --libs-only-l voxnav | sed 's/-lvoxnav//')"
warnings=(-Wall -Wextra -Wpedantic -Werror)

for program in frame_loop crowd; do
    gcc -std=c99 "${warnings[@]}" "$examples/c/$program.c" -o "$folder/c" "${flags[@]}" -lm
    LD_LIBRARY_PATH=$prefix/lib "$folder/c" | tail -n 1
    g++ -std=c++17 "${warnings[@]}" "$examples/cpp/$program.cpp" -o "$folder/cpp" "${flags[@]}"
    LD_LIBRARY_PATH=$prefix/lib "$folder/cpp" | tail -n 1
    gcc -std=c99 "${warnings[@]}" "-I$prefix/include" "$examples/c/$program.c" -o "$folder/static" \
        "$prefix/lib/libvoxnav.a" "${private[@]}" -lm
    "$folder/static" | tail -n 1
done
# The program of the README is one.
sed -n '/^```c$/,/^```$/{//!p}' "$here/README.md" >"$folder/readme.c"
gcc -std=c99 "${warnings[@]}" "$folder/readme.c" -o "$folder/c" "${flags[@]}"
[[ $(LD_LIBRARY_PATH=$prefix/lib "$folder/c") == "21.38 units" ]]
# Nothing is read or written that is not the program's, and nothing is leaked. Undefined values are not looked for: see
# the README.
if type -P valgrind >/dev/null; then
    for program in frame_loop crowd; do
        gcc -std=c99 "$examples/c/$program.c" -o "$folder/c" "${flags[@]}" -lm
        LD_LIBRARY_PATH=$prefix/lib valgrind --quiet --error-exitcode=1 --undef-value-errors=no --leak-check=full \
            --errors-for-leak-kinds=definite,indirect "$folder/c" | tail -n 1
    done
else
    echo "skipped: there is no valgrind"
fi
if ! type -P cmake >/dev/null; then
    echo "skipped: there is no cmake"
    exit 0
fi
for language in c cpp; do
    cmake -S "$examples/$language" -B "$folder/cmake-$language" -DCMAKE_PREFIX_PATH="$prefix" >"$folder/log" ||
        { cat "$folder/log"; exit 1; }
    cmake --build "$folder/cmake-$language" >"$folder/log" || { cat "$folder/log"; exit 1; }
    for program in frame_loop crowd; do
        "$folder/cmake-$language/$program" | tail -n 1
    done
done
