#!/usr/bin/env bash
# Compares whole processes: CPU time and peak memory of glslsub, glslangValidator and glslc on the same shaders, in one run
# on one machine, as ratios to glslsub. Also what each further shader in one process costs.
#
#   bench/compare.sh [SHADER...]      default: the README's shader
#
# CPU time is user plus system time of RUNS processes, divided by RUNS, the best of ROUNDS such rounds; rounds of the
# programs alternate, so that a busy machine is unfair to all of them. Peak memory is the largest resident set (GNU time).
set -euo pipefail
cd "$(dirname "$0")/.."
RUNS=${RUNS:-40}
ROUNDS=${ROUNDS:-5}

cargo build --release --quiet
glslsub=$PWD/target/release/glslsub
# In memory where that is possible, so that the programs are compared and not the disk.
if [ -w /dev/shm ]; then work=$(mktemp -d /dev/shm/glslsub.XXXXXX); else work=$(mktemp -d); fi
trap 'rm -rf "$work"' EXIT

shaders=("$@")
if [ ${#shaders[@]} -eq 0 ]; then
    shaders=(spirv-fixtures/subgroup/reduce.comp)
fi

# Milliseconds of CPU per run of a command, over RUNS runs. `times` counts the children of the shell that calls it, so it
# must not stand in a subshell of its own.
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

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { if (b > 0) printf "%.1fx", a / b; else printf "-" }'; }

run_glslsub() { "$glslsub" compile --target-env vulkan1.1 -o "$work/a.spv" "$1"; }
run_glslang() { glslangValidator -V --target-env vulkan1.1 -o "$work/b.spv" "$1"; }
run_glslc() { glslc --target-env=vulkan1.1 -o "$work/c.spv" "$1"; }
names=(glslsub glslangValidator glslc)
commands=(run_glslsub run_glslang run_glslc)

printf '%-44s %-18s %10s %8s %10s %8s\n' shader program 'CPU ms' ratio 'peak KiB' ratio
for shader in "${shaders[@]}"; do
    best=("" "" "")
    for ((round = 0; round < ROUNDS; round++)); do
        for p in 0 1 2; do
            best[p]=$(least ${best[p]} "$(cpu "${commands[p]}" "$shader")")
        done
    done
    memory=("$(peak "$glslsub" compile --target-env vulkan1.1 -o "$work/a.spv" "$shader")"
        "$(peak glslangValidator -V --target-env vulkan1.1 -o "$work/b.spv" "$shader")"
        "$(peak glslc --target-env=vulkan1.1 -o "$work/c.spv" "$shader")")
    for p in 0 1 2; do
        printf '%-44s %-18s %10.2f %8s %10d %8s\n' "$(basename "$shader")" "${names[p]}" "${best[p]}" \
            "$(ratio "${best[p]}" "${best[0]}")" "${memory[p]}" "$(ratio "${memory[p]}" "${memory[0]}")"
    done
done

# What a further shader in one process costs: many copies of one shader against a single one.
COPIES=200
shader=$(realpath "${shaders[0]}")
for ((i = 0; i < COPIES; i++)); do cp "$shader" "$work/copy$i.comp"; done
cd "$work"
RUNS=3
one_glslsub() { "$glslsub" compile --target-env vulkan1.1 copy0.comp; }
all_glslsub() { "$glslsub" compile --target-env vulkan1.1 copy*.comp; }
one_glslc() { glslc --target-env=vulkan1.1 -c copy0.comp; }
all_glslc() { glslc --target-env=vulkan1.1 -c copy*.comp; }
further() { # one, all
    local one="" all=""
    for ((round = 0; round < ROUNDS; round++)); do
        one=$(least $one "$(cpu "$1")")
        all=$(least $all "$(cpu "$2")")
    done
    awk -v a="$one" -v b="$all" -v n="$COPIES" 'BEGIN { printf "%.4f", (b - a) / (n - 1) }'
}
ours=$(further one_glslsub all_glslsub)
theirs=$(further one_glslc all_glslc)
printf '\nCPU ms per further shader in one process: glslsub %.3f, glslc %.3f (%s)\n' "$ours" "$theirs" "$(ratio "$theirs" "$ours")"
