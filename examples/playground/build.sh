#!/usr/bin/env bash
# Builds the compiler as WebAssembly, the page that runs it, and the npm package.
#
#   examples/playground/build.sh FOLDER     FOLDER/page: for any web server; FOLDER/npm: for `npm pack`
#
# Debian's rustc-web cargo-web rust-web-src lld build it, or a rustup toolchain with the target wasm32-unknown-unknown if
# CARGO names its cargo; either needs wasm-opt (Debian's binaryen). CARGO_TARGET_DIR is honored.
set -euo pipefail
folder=$(realpath -m "${1:?usage: build.sh FOLDER}")
here=$(realpath "$(dirname "$0")")
cd "$here"
target=wasm32-unknown-unknown
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$here/target}
# As much stack as a program's main thread has.
flags=-Clink-arg=-zstack-size=8388608
if [ -n "${CARGO:-}" ]; then
    command=("$CARGO" build)
else
    # Debian has no standard library for the target, so it is built from its source, for size; a stable compiler asks for this
    # variable. Nobody sees the message of a panic or the members of a structure that is printed for debugging.
    export RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc PATH=/usr/bin:/bin CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld
    flags+=" -Zlocation-detail=none -Zfmt-debug=shallow -Zunstable-options -Cpanic=immediate-abort"
    command=(/usr/bin/cargo build -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size)
fi
rm -rf "$folder/page" "$folder/npm"
mkdir -p "$folder"
cp -r npm "$folder/npm"
cp -r ../../docs/playground "$folder/page"
cp npm/index.js "$folder/page/glslsub.js"
cp ../../docs/diagnostics.md "$folder/npm"
cp ../../docs/diagnostics.md "$folder/page"
# One function for equal ones, and numbers of variable length that the linker has padded. Other passes make smaller modules that
# compress less.
features=(--enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int
    --enable-multivalue --enable-reference-types)
# The page starts with the module without WGSL and assembly, and gets the other one when one of them is wanted.
module() {
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$flags ${leave_out:-}" "${command[@]}" --quiet --release --target $target "${@:2}"
    wasm-opt "${features[@]}" --duplicate-function-elimination \
        "$CARGO_TARGET_DIR/$target/release/glslsub_playground.wasm" -o "$folder/npm/$1"
    cp "$folder/npm/$1" "$folder/page/$1"
}
leave_out="--cfg glslsub_without_assembly" module glslsub-core.wasm --no-default-features
module glslsub.wasm
