#!/usr/bin/env bash
# Packs test programs for a machine that has a Vulkan device but neither Rust nor this repository.
#
#   tests/carry.sh FOLDER TEST...        tests/carry.sh .carry compiler::fixtures::execution execution::subgroup
#   FOLDER/run                           there: runs each of them; needs libvulkan.so.1 and a driver
#
# A TEST is a test binary (`execution`), or such a binary and a filter as `cargo test` takes it.
#
# FOLDER/debs may hold packages with the loader; `run` unpacks them beside itself. NVIDIA's driver loads the libraries of OpenGL, too:
# apt-get download libvulkan1 libegl1 libglvnd0 libopengl0 libgl1 libglx0 libgles2. What the
# programs say is in FOLDER/*.log. `spirv-val` is not needed: modules are validated here, when the tests run.
set -euo pipefail
folder=$(realpath -m "${1:?usage: tests/carry.sh FOLDER TEST...}")
shift
cd "$(dirname "$0")/.."
mkdir -p "$folder/bin" "$folder/root/tests"
printf '%s\n' "$@" >"$folder/tests"
for binary in $(printf '%s\n' "${@%%::*}" | sort -u); do
    program=$(cargo test --test "$binary" --no-run --message-format=json 2>/dev/null |
        grep -F "\"name\":\"$binary\"" | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -1)
    strip -o "$folder/bin/$binary" "$program"
done
rm -rf "$folder/root/spirv-fixtures" "$folder/root/tests/superset"
cp -r spirv-fixtures "$folder/root/"
cp -r tests/superset "$folder/root/tests/"
mkdir -p "$folder/root/tests/nv_program"
cp -r tests/nv_program/twins "$folder/root/tests/nv_program/"
cat >"$folder/run" <<'RUN'
#!/usr/bin/env bash
here=$(realpath "$(dirname "$0")")
for package in "$here"/debs/*.deb; do
    [ -e "$package" ] && dpkg -x "$package" /tmp/carried
done
export LD_LIBRARY_PATH="/tmp/carried/usr/lib/$(uname -m)-linux-gnu:${LD_LIBRARY_PATH:-}"
nvidia=/usr/local/nvidia/share/vulkan/icd.d/nvidia_icd.json
[ -e "$nvidia" ] && export VK_DRIVER_FILES=${VK_DRIVER_FILES:-$nvidia}
# CI=1: larger samples than those of a plain `cargo test`.
export GLSLSUB_ROOT="$here/root" GLSLSUB_REQUIRE_VULKAN=1 INSTA_UPDATE=no CI=1
logs=${OUT:-$here}
failed=0
while read -r test; do
    binary=${test%%::*}
    filter=${test#"$binary"}
    log="$logs/${test//::/.}.log"
    timeout 500 "$here/bin/$binary" ${filter:+"${filter#::}"} >"$log" 2>&1 || failed=1
    echo "== $test"
    grep -vE '^\s+[0-9]+:|^\s+at ' "$log"
done <"$here/tests"
exit $failed
RUN
chmod +x "$folder/run"
du -sh "$folder"
