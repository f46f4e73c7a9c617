#!/usr/bin/env bash
# Builds the page and the package, and uses both: in Node.js, and in headless Chromium.
#
#   examples/playground/check.sh FOLDER     FOLDER: where to build
#
# Needs what build.sh needs, node, npm, brotli, chromium, and the npm registry for playwright-core.
set -euo pipefail
folder=$(realpath -m "${1:?usage: check.sh FOLDER}")
here=$(realpath "$(dirname "$0")")
"$here/build.sh" "$folder"

# Whoever opens the page waits for the first module, and whoever asks for WGSL or assembly for the other.
check_size() {
    size=$("${@:3}" --stdout "$folder/page/$1" | wc -c)
    echo "$1: $size bytes compressed with $3"
    if [ "$size" -gt "$2" ]; then
        echo "$1 is larger than $2 bytes when compressed with $3" >&2
        exit 1
    fi
}
check_size glslsub-core.wasm 1000000 gzip -9
check_size glslsub.wasm 1000000 brotli --quality=11

mkdir -p "$folder/test"
cd "$folder/test"
cp "$here"/test/*.mjs .
[ -e package.json ] || npm init --yes >/dev/null
# The package as it would be published, not the folder.
package=$(cd "$folder/npm" && npm pack --silent)
npm install --silent --no-audit --no-fund "$folder/npm/$package" playwright-core@1
node package.mjs
node page.mjs "$folder/page"
