#!/bin/bash
# install.sh PREFIX [PROFILE]: builds the C library of glslsub, shared and static, and installs it with its headers and a file for
# pkg-config. The profile `c-library` is that of releases, except that panics become errors; `dev` builds faster.
set -euo pipefail
mkdir -p "$1"
prefix=$(cd "$1" && pwd)
profile=${2:-c-library}
root=$(cd "$(dirname "$0")/../.." && pwd)
case "$(uname)" in
Darwin) name=libglslsub.0.dylib link=libglslsub.dylib flag="-Wl,-install_name,$prefix/lib/libglslsub.0.dylib" ;;
*) name=libglslsub.so.0 link=libglslsub.so flag=-Wl,-soname,libglslsub.so.0 ;;
esac
cd "$root"
cargo rustc --quiet --lib --no-default-features --features capi --profile "$profile" \
    --crate-type cdylib --crate-type staticlib -- -C "link-arg=$flag"
built=${CARGO_TARGET_DIR:-target}/$([ "$profile" = dev ] && echo debug || echo "$profile")
mkdir -p "$prefix/lib/pkgconfig" "$prefix/include/glslsub/shaderc"
# Beside the headers of libshaderc, not over them.
install -m 644 src/capi/include/shaderc/*.h "$prefix/include/glslsub/shaderc/"
install -m 755 "$built/$link" "$prefix/lib/$name"
install -m 644 "$built/libglslsub.a" "$prefix/lib/"
ln -sf "$name" "$prefix/lib/$link"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
sed -e "s|@PREFIX@|$prefix|" -e "s|@VERSION@|$version|" examples/shaderc/glslsub.pc.in >"$prefix/lib/pkgconfig/glslsub.pc"
