#!/usr/bin/env bash
# Compares glslsub with glslangValidator, glslc, libshaderc and naga on the same shaders, in one run on one machine, as ratios to
# glslsub: CPU time and peak memory of a whole process, and CPU time of a further shader in one process. Behind that come the
# instructions and allocations that bench/instructions.sh counted for the same shaders.
#
#   bench/compare.sh [SHADER...]      default: those of bench/shaders.list, one of 77 KB, and two that naga reads, too
#
# CPU time is the user plus system time of RUNS processes, divided by RUNS, and the best of ROUNDS such measurements; the
# programs take turns, so that a busy machine affects all of them. Peak memory is the largest resident set (GNU time).
# The cost of a further shader is that of COPIES shaders compared with one, in one process; glslangValidator has no such mode.
# libshaderc (bench/shaderc.c) and naga (bench/naga.rs) are libraries: they have that cost only, and write no files. naga's GLSL has
# no subgroups.
set -euo pipefail
cd "$(dirname "$0")/.."
RUNS=${RUNS:-20}
ROUNDS=${ROUNDS:-5}
COPIES=${COPIES:-50}
root=$PWD

missing=()
for tool in glslangValidator glslc cc; do command -v "$tool" >/dev/null || missing+=("$tool"); done
for file in /usr/bin/time /usr/lib/*/libshaderc_combined.a; do [ -e "$file" ] || missing+=("$file"); done
if [ ${#missing[@]} -gt 0 ]; then
    echo "missing: ${missing[*]}; with Debian's packages: apt install glslang-tools glslc libshaderc-dev gcc time" >&2
    exit 1
fi

cargo build --release --quiet
release=$(realpath "${CARGO_TARGET_DIR:-target}")/release
CARGO_TARGET_DIR="$release/.." cargo build --release --quiet --manifest-path bench/Cargo.toml
glslsub=$release/glslsub
# In memory if possible, so that the programs are compared and not the disk.
if [ -w /dev/shm ]; then work=$(mktemp -d /dev/shm/glslsub.XXXXXX); else work=$(mktemp -d); fi
trap 'rm -rf "$work"' EXIT
# Debian 12's shared library was built for another version of glslang.
cc -O2 bench/shaderc.c -o "$work/shaderc" -l:libshaderc_combined.a -Wl,--start-group -lglslang -lMachineIndependent \
    -lGenericCodeGen -lSPIRV -lOSDependent -lOGLCompiler -lHLSL -lSPIRV-Tools-opt -lSPIRV-Tools -Wl,--end-group \
    -lstdc++ -lm -lpthread

# Milliseconds of CPU per run of a command, over RUNS runs. `times` counts the children of the shell that calls it, so it
# must not run in a subshell of its own.
cpu() {
    times >"$work/before"
    for ((i = 0; i < RUNS; i++)); do "$@" >/dev/null 2>&1 || { echo "failed: $*" >&2; exit 1; }; done
    times >"$work/after"
    awk -v n="$RUNS" '
        function seconds(text,   part) { split(text, part, /[ms]/); return part[1] * 60 + part[2] }
        FNR == 2 { total = seconds($1) + seconds($2) - total }
        END { printf "%.4f", total * 1000 / n }' "$work/before" "$work/after"
}

least() { printf '%s\n' "$@" | sort -g | head -1; }

# Peak resident set in KiB.
peak() { /usr/bin/time -f %M -o "$work/peak" "$@" >/dev/null 2>&1; cat "$work/peak"; }

# A number and a ratio; `-` for what was not measured, which is 0.
shown() { [ "$2" = 0 ] && echo - || printf "$1" "$2"; }
shown_ratio() { [ "$1" = 0 ] && echo - || awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1fx", a / b }'; }

# Each takes a shader, those called `many` any number of them.
run_glslsub() { "$glslsub" compile --target-env vulkan1.2 "${defines[@]}" -o "$work/a.spv" "$1"; }
run_glslang() { glslangValidator -V --target-env vulkan1.2 "${defines[@]}" -o "$work/b.spv" "$1"; }
run_glslc() { glslc --target-env=vulkan1.2 "${defines[@]}" -o "$work/c.spv" "$1"; }
many_glslsub() { "$glslsub" compile --target-env vulkan1.2 "${defines[@]}" -o "$work/out" "$@"; }
many_glslc() { (cd "$work/out" && glslc --target-env=vulkan1.2 "${defines[@]}" -c "$@"); }
many_shaderc() { "$work/shaderc" "${defines[@]}" "$@"; }
many_naga() { "$release/peer_naga" "${defines[@]}" "$@"; }

# Milliseconds of CPU for a further shader.
further() { # function
    local one="" all=""
    for ((round = 0; round < ROUNDS; round++)); do
        one=$(least $one "$(RUNS=2 cpu "$1" "${copies[0]}")")
        all=$(least $all "$(RUNS=2 cpu "$1" "${copies[@]}")")
    done
    awk -v a="$one" -v b="$all" -v n="$COPIES" 'BEGIN { printf "%.4f", (b - a) / (n - 1) }'
}

compare() { # NAME, SHADER, macros
    local name=$1 shader best=("" "" "") p round
    shader=$(realpath "$2")
    defines=("${@:3}")
    for ((round = 0; round < ROUNDS; round++)); do
        for p in 0 1 2; do best[p]=$(least ${best[p]} "$(cpu "${commands[p]}" "$shader")"); done
    done
    local memory=("$(peak "$glslsub" compile --target-env vulkan1.2 "${defines[@]}" -o "$work/a.spv" "$shader")"
        "$(peak glslangValidator -V --target-env vulkan1.2 "${defines[@]}" -o "$work/b.spv" "$shader")"
        "$(peak glslc --target-env=vulkan1.2 "${defines[@]}" -o "$work/c.spv" "$shader")")
    # Copies stand beside what the shader includes.
    rm -rf "$work/copies" "$work/out"
    mkdir -p "$work/copies" "$work/out"
    cp "$(dirname "$shader")"/*.glsl "$work/copies" 2>/dev/null || true
    copies=()
    for ((i = 0; i < COPIES; i++)); do
        cp "$shader" "$work/copies/copy$i.${shader##*.}"
        copies+=("$work/copies/copy$i.${shader##*.}")
    done
    local more=("$(further many_glslsub)" "" "$(further many_glslc)" "$(further many_shaderc)" "")
    if many_naga "$shader" >/dev/null 2>&1; then more[4]=$(further many_naga); fi
    for p in 0 1 2 3 4; do
        printf '%-12s %-17s %9s %7s %10s %7s %11s %7s\n' "$name" "${names[p]}" \
            "$(shown %.2f "${best[p]:-0}")" "$(shown_ratio "${best[p]:-0}" "${best[0]}")" \
            "$(shown %d "${memory[p]:-0}")" "$(shown_ratio "${memory[p]:-0}" "${memory[0]}")" \
            "$(shown %.3f "${more[p]:-0}")" "$(shown_ratio "${more[p]:-0}" "${more[0]}")"
    done
}

names=(glslsub glslangValidator glslc libshaderc naga)
commands=(run_glslsub run_glslang run_glslc)
printf '%-12s %-17s %9s %7s %10s %7s %11s %7s\n' shader program 'CPU ms' ratio 'peak KiB' ratio 'further ms' ratio
if [ $# -gt 0 ]; then
    for shader in "$@"; do compare "$(basename "$shader")" "$shader"; done
    exit
fi
while read -r name shader macros; do
    # The macros have no spaces.
    # shellcheck disable=SC2086
    case $name in '#'* | '') ;; *) compare "$name" "$root/$shader" $macros ;; esac
done <bench/shaders.list
bash bench/large.sh >"$work/large.comp"
compare "77 KB" "$work/large.comp"
compare functions tests/superset/functions.comp
bash bench/large.sh plain >"$work/plain.comp"
compare "77 KB plain" "$work/plain.comp"
echo
column -t -s $'\t' bench/instructions.tsv
