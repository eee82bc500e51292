#!/usr/bin/env bash
# Builds the wheel, installs it into a fresh virtual environment, and tests it there. Needs Python 3.10 or
# later with its module venv (Debian: `apt-get install python3-venv`); everything else is installed into the
# environment. Where there is no such Python it says so and does nothing.
set -euo pipefail
cd "$(dirname "$0")"

# The first Python that will do.
find_python() {
    local name
    for name in python3 python3.14 python3.13 python3.12 python3.11 python3.10 python; do
        if "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    return 1
}

if ! python=$(find_python); then
    echo "The Python package was not tested: that takes Python 3.10 or later with its module venv" \
        "(Debian: apt-get install python3-venv)." >&2
    exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv "$work/venv"
export PATH="$work/venv/bin:$PATH"
pip install --quiet --disable-pip-version-check maturin

cargo fmt --check
# What the tests beside it depend on is built already.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/../target}
cargo clippy --quiet --locked --all-targets -- -D warnings
maturin sdist --out "$work/sdist"
maturin build --locked --profile dev --out "$work/wheel"
# Not from here, where the sources lie beside it.
mkdir -p "$work/python" "$work/examples" "$work/docs/book"
cp -r tests README.md pyproject.toml "$work/python"
cp -r ../examples/python "$work/examples/python"
cp ../docs/book/python.md "$work/docs/book"
cd "$work/python"
wheel=$(ls "$work"/wheel/*.whl)
pip install --quiet --disable-pip-version-check "$wheel[test]"
# Ray has no wheel for every Python; its test says that it is skipped. So does that of Spark, which is not
# installed here: it takes Java, and 500 MB.
pip install --quiet --disable-pip-version-check 'ray[data]' || echo "Ray cannot be installed here." >&2
python -m pytest -q tests
python -m mypy --strict -p voxnav
python -m mypy.stubtest voxnav
