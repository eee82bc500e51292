#!/usr/bin/env bash
# Builds the C interface of voxnav and installs it into a prefix: `crates/capi/install.sh /usr/local`.
#
# In the prefix are then the headers, the shared and the static library, a file for pkg-config and a package for CMake,
# which find each other wherever the prefix is moved to. VOXNAV_PROFILE names the profile of cargo, `dist` unless set:
# `release` builds faster. VOXNAV_BUILT names a folder with libraries that cargo has built, which are installed as they
# are; programs then look for the shared one as `libvoxnav.so`, without a version. On Linux; elsewhere names of libraries
# differ, and nobody has tried.
set -euo pipefail
if (($# != 1)); then
    echo "usage: $0 PREFIX" >&2
    exit 2
fi
prefix=$1
profile=${VOXNAV_PROFILE:-dist}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$root/Cargo.toml" | head -n 1)
major=${version%%.*}

built=${VOXNAV_BUILT:-}
if [[ -z $built ]]; then
    cd "$root"
    # Programs look for the library under its name in the prefix, not that of cargo.
    cargo rustc --quiet -p voxnav-capi --lib --profile "$profile" --crate-type cdylib,staticlib -- \
        -C "link-arg=-Wl,-soname,libvoxnav.so.$major"
    built=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/$profile
fi

install -d "$prefix/include" "$prefix/lib/pkgconfig" "$prefix/lib/cmake/voxnav"
install -m 644 "$here"/include/voxnav*.h* "$prefix/include"
install -m 755 "$built/libvoxnav_capi.so" "$prefix/lib/libvoxnav.so.$version"
ln -sf "libvoxnav.so.$version" "$prefix/lib/libvoxnav.so.$major"
ln -sf "libvoxnav.so.$major" "$prefix/lib/libvoxnav.so"
install -m 644 "$built/libvoxnav_capi.a" "$prefix/lib/libvoxnav.a"
sed "s/@VERSION@/$version/g" "$here/packages/voxnav.pc.in" >"$prefix/lib/pkgconfig/voxnav.pc"
for file in voxnav-config.cmake voxnav-config-version.cmake; do
    sed "s/@VERSION@/$version/g; s/@MAJOR@/$major/g" "$here/packages/$file.in" >"$prefix/lib/cmake/voxnav/$file"
done
echo "voxnav $version is installed in $prefix"
