#!/usr/bin/env bash
# Builds the extension, tests what lies below the nodes, and checks that Godot would find the library and its entry symbol.
# There is no engine here.
set -euo pipefail
cd "$(dirname "$0")"

# Says how long a command took.
step() {
    local started=$SECONDS
    "$@"
    printf '== %s s: %s\n' $((SECONDS - started)) "$*" >&2
}

if ! (($(rustc --version | sed 's/^rustc 1\.\([0-9]*\).*/\1/') >= 94)); then
    echo "The extension for Godot was not tested: that takes Rust 1.94 or later." >&2
    exit 0
fi
cargo fmt --check
step cargo clippy --quiet --locked --all-targets -- -D warnings
step cargo test --quiet --locked
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
VOXNAV_PROFILE=dev step ./assemble "$work"
addon=$work/addons/voxnav_gdextension
symbol=$(sed -n 's/^entry_symbol = "\(.*\)"$/\1/p' "$addon/voxnav.gdextension")
library=$(sed -n 's/^linux\.debug\.'"$(uname -m | sed s/aarch64/arm64/)"' = "res:\/\/\(.*\)"$/\1/p' \
    "$addon/voxnav.gdextension")
nm --dynamic --defined-only "$work/$library" | grep --quiet " T $symbol\$" ||
    { echo "$library exports no $symbol" >&2; exit 1; }
# Godot takes the names of the nodes from the library.
for name in VoxnavWorld3D VoxnavAgent3D target_reached no_way; do
    grep --quiet --binary-files=text "$name" "$work/$library"
done
