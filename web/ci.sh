#!/usr/bin/env bash
# Builds the module with everything and the TypeScript, packs the package, and tests it: in Node, as a bundle, and in
# Chromium where there is one, against the library itself; and the playground. Needs Node 18 or later with npm, and a
# target for the module: see `web/build`. What is missing it says, and does nothing.
#
# The module is built fast here, and not small: what is published is built by `web/build`.
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
    echo "The npm package was not tested: $1." >&2
    exit 0
}

# Installs Debian's compiler with the sources of its standard library, where there is a Debian and it may be changed.
install_target() {
    type -P apt-get >/dev/null || return 1
    local as_root=()
    [[ $(id -u) == 0 ]] || as_root=(sudo --non-interactive)
    "${as_root[@]}" apt-get update --quiet &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes \
            --no-install-recommends rustc-web rust-web-src
}

type -P npm >/dev/null && node -e 'process.exit(process.versions.node.split(".")[0] >= 18 ? 0 : 1)' ||
    skip "that takes Node 18 or later with npm"
if ! ./build check 2>/dev/null; then
    step install_target >&2 || true
    ./build check || skip "there is no target for WebAssembly"
fi
step npm ci --no-audit --no-fund --silent || skip "what it is compiled with cannot be fetched"

cargo fmt --check
# What is built once is built faster without notes for the next time.
export CARGO_INCREMENTAL=0
step ./build quick
step cargo build --quiet --locked --bin oracle --features oracle
export VOXNAV_ORACLE=${CARGO_TARGET_DIR:-$PWD/target}/debug/oracle

# As somebody has it who installed it.
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
npm pack --silent --pack-destination "$work" >/dev/null
mkdir "$work/app"
echo '{ "type": "module" }' >"$work/app/package.json"
node tests/programs.js "$work/app"
(
    cd "$work/app"
    npm install --no-audit --no-fund --silent "$work"/voxnav-*.tgz three
    for program in app*.js; do
        step node "$program"
    done
)
step node tests/bundle.js "$work/app"
npx --no-install tsc --project tests/tsconfig.json

# Half of the time of the playground's tests is waiting: the others run beside them.
playground=$work/playground.log
node --test tests/playground*.test.js >"$playground" 2>&1 &
beside=$!
step node --test tests/[!p]*.test.js
failed=0
wait "$beside" || failed=$?
cat "$playground" >&2
exit "$failed"
