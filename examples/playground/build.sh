#!/usr/bin/env bash
# Builds the compiler as WebAssembly, the page that runs it, and the npm package.
#
#   examples/playground/build.sh FOLDER     FOLDER/page: for any web server; FOLDER/npm: for `npm pack`
#
# Debian's rustc-web cargo-web rust-web-src lld build it, or a rustup toolchain with the target wasm32-unknown-unknown if
# CARGO names its cargo. CARGO_TARGET_DIR is honored.
set -euo pipefail
folder=$(realpath -m "${1:?usage: build.sh FOLDER}")
here=$(realpath "$(dirname "$0")")
cd "$here"
target=wasm32-unknown-unknown
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$here/target}
# As much stack as a program's main thread has.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Clink-arg=-zstack-size=8388608"
if [ -n "${CARGO:-}" ]; then
    "$CARGO" build --quiet --release --target $target
else
    # Debian has no standard library for the target, so it is built from its source; a stable compiler asks for this variable.
    RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc PATH=/usr/bin:/bin CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld \
        /usr/bin/cargo build --quiet --release --target $target -Zbuild-std=std,panic_abort
fi
rm -rf "$folder/page" "$folder/npm"
mkdir -p "$folder"
cp -r npm "$folder/npm"
cp -r ../../docs/playground "$folder/page"
cp npm/index.js "$folder/page/glslsub.js"
for copy in "$folder/npm" "$folder/page"; do
    cp "$CARGO_TARGET_DIR/$target/release/glslsub_playground.wasm" "$copy/glslsub.wasm"
done
