#!/usr/bin/env bash
# Assembles the folders for engines, and compiles and tests what is in them against stubs of the engines, on the runtimes
# that the engines have: Unity's components on mono, Godot's nodes on CoreCLR. What is missing it says, and leaves out
# what takes it. VOXNAV_LIBRARY names a folder with a library that is built.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
if ! type -P mcs mono >/dev/null; then
    echo "The folders for engines were not tested: that takes mono (Debian: apt-get install mono-mcs mono-runtime)." >&2
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$here/assemble" once ${VOXNAV_LIBRARY:+"$VOXNAV_LIBRARY/libvoxnav.so"}
"$here/assemble" again ${VOXNAV_LIBRARY:+"$VOXNAV_LIBRARY/libvoxnav.so"} >/dev/null
# The ids of a package are the same whenever it is assembled, and each is there once.
diff -r once again
unity=once/com.voxnav.voxnav
ids=$(find "$unity" -name '*.meta' -exec sed -n 's/^guid: //p' {} + | sort)
[[ $(uniq <<<"$ids" | wc -l) == $(find "$unity" -mindepth 1 -name '*~' -prune -o -mindepth 1 ! -name '*.meta' -print | wc -l) ]]

if type -P python3 >/dev/null; then
    for file in "$unity"/package.json "$unity"/Runtime/*.asmdef; do
        python3 -m json.tool "$file" >/dev/null
    done
fi

mapfile -t for_unity < <(find "$unity" -name '*.cs')
mapfile -t for_godot < <(find once/addons -name '*.cs')
# Unity sets the fields that it shows, and not everybody calls what a stub declares.
compile=(mcs -langversion:7 -unsafe -warnaserror -nowarn:0649)
export LD_LIBRARY_PATH=$unity/Runtime/Plugins/linux/x86_64
"${compile[@]}" "${for_unity[@]}" "$here"/stubs/UnityEngine.cs "$here"/tests/unity/*.cs "$root/csharp/tests/Check.cs" \
    -out:Unity.exe
mono Unity.exe
"${compile[@]}" once/Voxnav/*.cs "$here"/stubs/UnrealBuildTool.cs "$here"/tests/unreal/*.cs -out:Unreal.exe
VOXNAV_UNREAL=$PWD/once/Voxnav mono Unreal.exe
if type -P g++ >/dev/null; then
    sed -n '/^   ```cpp$/,/^   ```$/{//!p}' "$here/unreal/README.md" >actor-of-readme.h
    g++ -std=c++17 -fno-exceptions -Wall -Werror -I. "-I$here/stubs" -Ionce/Voxnav/include \
        "$here/tests/unreal/Actor.cpp" -o actor -Lonce/Voxnav/lib/Linux -lvoxnav
    LD_LIBRARY_PATH=once/Voxnav/lib/Linux ./actor
else
    echo "The actor for Unreal was not compiled: that takes g++." >&2
fi

# Godot's nodes take the runtime of .NET Core.
if ! { python3 -m venv venv && venv/bin/pip install --quiet dotnetcore2; } >pip.log 2>&1; then
    echo "The nodes for Godot were not tested: that takes the package dotnetcore2 for Python." >&2
    exit 0
fi
dotnet=$(echo venv/lib/python3*/site-packages/dotnetcore2/bin)
core=$(echo "$dotnet"/shared/Microsoft.NETCore.App/*)
references=()
for name in System.Private.CoreLib System.Runtime System.Console System.Runtime.Extensions System.Collections \
    System.Runtime.InteropServices System.Runtime.InteropServices.RuntimeInformation System.IO.FileSystem; do
    references+=("-r:$core/$name.dll")
done
cat >Godot.runtimeconfig.json <<JSON
{ "runtimeOptions": {
    "framework": { "name": "Microsoft.NETCore.App", "version": "$(basename "$core")" },
    "configProperties": { "System.Globalization.Invariant": true } } }
JSON
"${compile[@]}" -nostdlib -noconfig "${references[@]}" "${for_godot[@]}" "$here"/stubs/Godot.cs "$here"/tests/godot/*.cs \
    "$root/csharp/tests/Check.cs" -out:Godot.dll
# Without a path to the library: the nodes find it in the folder of the add-on.
VOXNAV_GODOT=$PWD/once LD_LIBRARY_PATH='' "$dotnet/dotnet" exec --runtimeconfig Godot.runtimeconfig.json Godot.dll
