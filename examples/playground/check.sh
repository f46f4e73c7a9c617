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

# Whoever opens the page waits for it.
limit=1000000
size=$(brotli --quality=11 --stdout "$folder/page/glslsub.wasm" | wc -c)
echo "glslsub.wasm: $size bytes compressed"
if [ "$size" -gt "$limit" ]; then
    echo "glslsub.wasm is larger than $limit bytes when compressed" >&2
    exit 1
fi

mkdir -p "$folder/test"
cd "$folder/test"
cp "$here"/test/*.mjs .
[ -e package.json ] || npm init --yes >/dev/null
# The package as it would be published, not the folder.
package=$(cd "$folder/npm" && npm pack --silent)
npm install --silent --no-audit --no-fund "$folder/npm/$package" playwright-core@1
node package.mjs
node page.mjs "$folder/page"
