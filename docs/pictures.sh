#!/usr/bin/env bash
# Makes the pictures of the README and the book, with the program itself and a headless Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The browser, where the tests look for one.
browser=${VOXNAV_CHROMIUM:-}
for name in chromium chromium-browser google-chrome google-chrome-stable; do
    [[ -n $browser ]] || browser=$(type -P "$name" || true)
done
[[ -n $browser ]] || { echo "There is no Chromium; name one in VOXNAV_CHROMIUM." >&2; exit 1; }

# picture PAGE WIDTH,HEIGHT PICTURE
picture() {
    "$browser" --headless=new --no-sandbox --use-angle=swiftshader --hide-scrollbars \
        --user-data-dir="$scratch/profile" --window-size="$2" --virtual-time-budget=20000 \
        --screenshot="$PWD/$3" "file://$1" 2>/dev/null
    printf '%s: %s bytes\n' "$3" "$(wc -c <"$3")"
}

cargo run --release --quiet -p voxnav-benches --bin ramp_picture >docs/ramp.svg

cargo build --release --quiet -p voxnav-cli --features full
voxnav=$PWD/target/release/voxnav

cd "$scratch"
"$voxnav" compare generated:caves:96,96,96:1 generated:rooms:96,96,96:1 --weights 1.5,3 \
    --sample 60 --limit-expanded 300000 --html report.html >/dev/null
cd - >/dev/null
picture "$scratch/report.html" 1280,1260 docs/compare.png

# A picture in 3D has to be drawn at its size, which takes a browser that is spoken to.
cargo test --quiet -p voxnav-cli --features full --test program -- --ignored picture_for_the_readme >/dev/null
cp target/tmp/pictures/readme-view.png docs/view.png
printf 'docs/view.png: %s bytes\n' "$(wc -c <docs/view.png)"

# Those of the demonstration, in 256 colors: pngquant makes them a third as large.
cargo test --quiet -p voxnav-cli --features full --test program -- --ignored pictures_of_the_demonstration >/dev/null
for name in demo demo-narrow; do
    pngquant --force --floyd=0.6 --output "docs/$name.png" 256 "target/tmp/pictures/readme-$name.png"
    printf 'docs/%s.png: %s bytes\n' "$name" "$(wc -c <"docs/$name.png")"
done
