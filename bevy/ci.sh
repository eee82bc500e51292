#!/usr/bin/env bash
# Builds and tests the plugin for Bevy, in a workspace of its own. Needs Rust 1.95 or later, and Bevy's crates from the
# registry; where there is neither it says so and does nothing.
set -euo pipefail
cd "$(dirname "$0")"

# Says how long a command took.
step() {
    local started=$SECONDS
    "$@"
    printf '== %s s: %s\n' $((SECONDS - started)) "$*" >&2
}

# Says what is missing, which is no fault.
skip() {
    echo "The plugin for Bevy was not tested: $1." >&2
    exit 0
}

minor=$(rustc --version | sed 's/^rustc 1\.\([0-9]*\)\..*/\1/')
((minor >= 95)) || skip "that takes Rust 1.95 or later"
step cargo fetch --quiet --locked || skip "the crates of Bevy cannot be fetched"

export CARGO_INCREMENTAL=0
cargo fmt --check
step cargo clippy --quiet --locked --all-targets --features serialize,diagnostics -- -D warnings
step cargo test --quiet --locked --features serialize,diagnostics
# For browsers, where there is a target for them.
if ../web/build check 2>/dev/null; then
    step ../web/build cargo check --quiet --locked --lib --manifest-path "$PWD/Cargo.toml"
else
    echo "The plugin for Bevy was not checked for WebAssembly: there is no target for it." >&2
fi
for example in flying walking voxel_chunks "crowd -- 20 10 5 4000"; do
    # shellcheck disable=SC2086 # a name and its arguments
    step cargo run --quiet --locked --features serialize,diagnostics --example $example >/dev/null
done
