#!/usr/bin/env bash
# Builds the shared library, and tests the C# sources with it: on mono, on CoreCLR, and against the same questions asked
# in C. What is missing it installs, or says so and leaves out what takes it.
#
# VOXNAV_FRAMES=100000 has the test of memory run longer; VOXNAV_LIBRARY names a folder with a library that is built.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")

# Says how long a command took.
step() {
    local started=$SECONDS
    "$@"
    printf '== %s s: %s\n' $((SECONDS - started)) "${*:1:3}" >&2
}

# Installs Debian's mono, where there is a Debian and it may be changed.
install_mono() {
    type -P apt-get >/dev/null || return 1
    local as_root=()
    [[ $(id -u) == 0 ]] || as_root=(sudo --non-interactive)
    "${as_root[@]}" apt-get update --quiet &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes \
            --no-install-recommends mono-mcs mono-runtime libmono-system-core4.0-cil
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
type -P mcs mono >/dev/null || step install_mono >&2 || true
if ! type -P mcs mono >/dev/null; then
    echo "C# was not tested: that takes mono (Debian: apt-get install mono-mcs mono-runtime)." >&2
    exit 0
fi
if [[ -z ${VOXNAV_LIBRARY:-} ]]; then
    cd "$root"
    step cargo build --quiet -p voxnav-capi --release
    built=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release
    cp "$built/libvoxnav_capi.so" "$work/libvoxnav.so"
else
    cp "$VOXNAV_LIBRARY/libvoxnav.so" "$work"
fi
export LD_LIBRARY_PATH=$work:${VOXNAV_LIBRARY:-}

sources=("$here"/src/*.cs "$here"/src/*/*.cs)
compile=(mcs -langversion:7 -unsafe -warnaserror)
cd "$work"
# Documentation of every public type and member is asked for with -doc.
"${compile[@]}" -target:library -doc:Voxnav.xml -out:Voxnav.dll "${sources[@]}"
"${compile[@]}" "${sources[@]}" "$here"/tests/*.cs -out:Tests.exe
"${compile[@]}" -r:Voxnav.dll "$root/examples/csharp/FrameLoop.cs" -out:FrameLoop.exe
step mono Tests.exe
step mono FrameLoop.exe | tail -n 1
# The program of the README is one.
sed -n '/^```csharp$/,/^```$/{//!p}' "$here/README.md" >Readme.cs
"${compile[@]}" -r:Voxnav.dll Readme.cs -out:Readme.exe
[[ $(mono Readme.exe) == "21.38 units" ]]
sed -n '/^```cs$/,/^```$/{//!p}' "$here/README.md" >Views.cs
"${compile[@]}" -r:Voxnav.dll Views.cs -out:Views.exe
mono Views.exe | grep --quiet '^without it: 16.00 units$'

# The answers are those of C, to the last bit.
if type -P gcc >/dev/null; then
    gcc -std=c99 -O1 "-I$root/crates/capi/include" "$here/tests/answers.c" -o answers -L. -lvoxnav -lm
    step ./answers >in-c
    step mono Tests.exe answers >in-csharp
    cmp in-c in-csharp
    (($(grep --count '^10 ' in-c) > 500)) || { echo "Too few of the routes are found." >&2; exit 1; }
else
    echo "There is no gcc: answers were not compared with those of C." >&2
fi

# The runtime of .NET Core, from a package for Python that has no more than that.
if ! { python3 -m venv venv && venv/bin/pip install --quiet dotnetcore2; } >pip.log 2>&1; then
    echo "CoreCLR was not tested: that takes the package dotnetcore2 for Python." >&2
    exit 0
fi
dotnet=$(echo venv/lib/python3*/site-packages/dotnetcore2/bin)
core=$(echo "$dotnet"/shared/Microsoft.NETCore.App/*)
references=()
for name in System.Private.CoreLib System.Runtime System.Console System.Runtime.Extensions System.Collections \
    System.Runtime.InteropServices System.IO.FileSystem; do
    references+=("-r:$core/$name.dll")
done
cat >Tests.runtimeconfig.json <<JSON
{ "runtimeOptions": {
    "framework": { "name": "Microsoft.NETCore.App", "version": "$(basename "$core")" },
    "configProperties": { "System.Globalization.Invariant": true } } }
JSON
"${compile[@]}" -nostdlib -noconfig "${references[@]}" "${sources[@]}" "$here"/tests/*.cs -out:Tests.dll
step "$dotnet/dotnet" exec --runtimeconfig Tests.runtimeconfig.json Tests.dll
