#!/usr/bin/env bash
# Builds the source distribution, a wheel from it, installs that into a fresh virtual environment, and tests it
# there. Needs Python 3.10 or later with its module venv (Debian: `apt-get install python3-venv`); everything
# else is installed into the environment. Where there is no such Python it says so and does nothing.
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

# Says how long a command took.
step() {
    local started=$SECONDS
    "$@"
    printf '== %s s: %s\n' $((SECONDS - started)) "$*" >&2
}

# The packages of an extra of pyproject.toml.
extra() {
    python -c '
import sys
try:
    import tomllib
except ImportError:
    import tomli as tomllib
with open("pyproject.toml", "rb") as file:
    print(*tomllib.load(file)["project"]["optional-dependencies"][sys.argv[1]])' "$1"
}

# Fetches what the tests take, the package itself aside. Ray and the libraries that the book compares with have no
# wheel for every Python; their tests say that they are skipped. So does that of Spark, which is not installed here:
# it takes Java, and 500 MB.
install_for_tests() {
    # shellcheck disable=SC2046 # one word a package
    pip install --quiet --no-compile numpy $(extra test)
    local other
    # shellcheck disable=SC2046
    pip install --quiet --no-compile --only-binary :all: $(extra others) || for other in $(extra others); do
        pip install --quiet --no-compile --only-binary :all: "$other" || echo "$other cannot be installed here." >&2
    done
    pip install --quiet --no-compile 'ray[data]' || echo "Ray cannot be installed here." >&2
}

if ! python=$(find_python); then
    echo "The Python package was not tested: that takes Python 3.10 or later with its module venv" \
        "(Debian: apt-get install python3-venv)." >&2
    exit 0
fi

work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
"$python" -m venv "$work/venv"
export PATH="$work/venv/bin:$PATH" PIP_DISABLE_PIP_VERSION_CHECK=1
step pip install --quiet maturin
install_for_tests &
fetching=$!

# Some of what it depends on is built there already.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/../target} CARGO_INCREMENTAL=0
cargo fmt --check
step cargo clippy --quiet --locked --all-targets -- -D warnings
# The wheel comes from the sources as they are handed out.
step maturin sdist --out "$work/sdist"
mkdir "$work/sources"
tar --extract --touch --strip-components 1 --directory "$work/sources" --file "$work"/sdist/*.tar.gz
(cd "$work/sources" && step maturin build --locked --profile dev --out "$work/wheel")
step wait "$fetching"

# Not from here, where the sources lie beside it.
mkdir -p "$work/python" "$work/examples" "$work/docs/book"
cp -r tests README.md pyproject.toml "$work/python"
cp -r ../examples/python "$work/examples/python"
cp ../docs/book/{python,coming-from-python,places}.md "$work/docs/book"
cd "$work/python"
pip install --quiet --no-deps "$work"/wheel/*.whl
step python -m pytest -q tests
step python -m mypy --strict -p voxnav
step python -m mypy.stubtest voxnav
