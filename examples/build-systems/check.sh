#!/bin/bash
# check.sh GLSLSUB: builds a tree of 200 variants with CMake (Ninja and make), Ninja, Bazel and `glslsub batch`, and projects
# that call glslc and glslangValidator; checks that all produce the same bytes, that nothing is built twice, and that a
# changed header rebuilds the modules that include it. Needs cmake, ninja, make, meson and bazel.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
glslsub=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
for name in glslsub glslc glslangValidator; do ln -s "$glslsub" "$work/bin/$name"; done
PATH="$work/bin:$PATH"
sh "$here/tree.sh" "$work/tree"

# The number of modules that are newer than the mark.
newer() { find "$1" -name '*.spv' -newer "$work/mark" | wc -l; }
# check WHAT GOT EXPECTED
check() { [ "$2" = "$3" ] || { echo "$1: $2 instead of $3" >&2; exit 1; }; }
# rebuilds WHAT FOLDER ALL COMMAND...: the second build does nothing, one changed header rebuilds half of all.
rebuilds() {
    local what=$1 folder=$2 all=$3
    shift 3
    "$@" >/dev/null
    check "$what: modules" "$(find "$folder" -name '*.spv' | wc -l)" "$all"
    sleep 1.1
    touch "$work/mark"
    sleep 0.1
    "$@" >/dev/null
    check "$what: made again for nothing" "$(newer "$folder")" 0
    sleep 1.1
    echo "// changed" >>"$work/tree/shaders/include/most.glsl"
    "$@" >/dev/null
    check "$what: made again for a header" "$(newer "$folder")" "$((all / 2))"
}

variants=()
for size in $(seq 20); do variants+=(--variant "s$size:SIZE=$size,SCALE=2"); done
batch=(glslsub batch "$work/tree/shaders" -o "$work/batch" "${variants[@]}" --target-env vulkan1.2 --quiet)
"${batch[@]}"
check "batch: modules" "$(find "$work/batch" -name '*.spv' | wc -l)" 200

for generator in Ninja "Unix Makefiles"; do
    build="$work/cmake $generator"
    cmake -S "$here/cmake" -B "$build" -G "$generator" -DTREE="$work/tree" >/dev/null
    rebuilds "CMake, $generator" "$build" 200 cmake --build "$build" --parallel
    diff -r -x '*.d' "$work/batch" "$build/modules"
done

mkdir "$work/ninja"
sh "$here/ninja/configure" "$work/tree" >"$work/ninja/build.ninja"
rebuilds Ninja "$work/ninja" 200 ninja -C "$work/ninja"
diff -r "$work/batch" "$work/ninja/modules"

# Each action runs in a sandbox. If another folder or another machine builds the same tree, all results come from a cache.
mkdir -p "$work/bazel/tools"
cp -r "$work/tree/shaders" "$here"/bazel/* "$work/bazel/"
cp "$glslsub" "$work/bazel/tools/glslsub"
echo 'exports_files(["glslsub"])' >"$work/bazel/tools/BUILD.bazel"
# Bazel 8 only looks for MODULE.bazel, Bazel 4 (Debian 12) for this file.
touch "$work/bazel/WORKSPACE"
trap 'bazel --output_user_root="$work/bazel-root" shutdown >/dev/null 2>&1 || true; chmod -R u+w "$work"; rm -rf "$work"' EXIT
# bazel_build EXPECTED: how the actions were run, in the words of Bazel's summary; the disk cache counts as remote.
bazel_build() {
    local summary
    summary=$(cd "$work/bazel" && bazel --output_user_root="$work/bazel-root" build //:modules \
        --spawn_strategy=sandboxed --disk_cache="$work/bazel-cache" 2>&1 | grep 'process')
    grep -qF "$1" <<<"$summary" || { echo "Bazel: $summary instead of $1" >&2; exit 1; }
}
bazel_build "200 linux-sandbox"
diff -r "$work/batch" "$work/bazel/bazel-bin/modules"
bazel_build "1 process: 1 internal"
(cd "$work/bazel" && bazel --output_user_root="$work/bazel-root" clean >/dev/null 2>&1)
bazel_build "200 remote cache hit"
# Each action has all of `hdrs` as inputs, so a changed header rebuilds everything.
echo "// changed" >>"$work/bazel/shaders/include/most.glsl"
bazel_build "200 linux-sandbox"

# FindVulkan requires a library and headers; nothing here uses them.
touch "$work/libvulkan.so"
cmake -S "$here/find-vulkan" -B "$work/find-vulkan" -G Ninja -DTREE="$work/tree" -DVulkan_GLSLC_EXECUTABLE="$work/bin/glslc" \
    -DVulkan_LIBRARY="$work/libvulkan.so" -DVulkan_INCLUDE_DIR="$work" >/dev/null
rebuilds "FindVulkan and glslc" "$work/find-vulkan" 10 cmake --build "$work/find-vulkan"

cp "$here/meson/meson.build" "$work/tree/"
meson setup "$work/meson" "$work/tree" >/dev/null
meson compile -C "$work/meson" >/dev/null
check "Meson: headers" "$(find "$work/meson" -name 'reduce?.h' | wc -l)" 2
grep -q 'const uint32_t reduce0\[\]' "$work/meson/reduce0.h"
check "Meson: second build" "$(ninja -C "$work/meson" | grep -c 'no work to do')" 1
echo "// changed" >>"$work/tree/shaders/include/most.glsl"
check "Meson: made again for a header" "$(ninja -C "$work/meson" | grep -c 'Generating reduce1')" 1
echo "build systems: CMake, Ninja, Bazel, FindVulkan and Meson agree"
