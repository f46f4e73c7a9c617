#!/usr/bin/env bash
# Counts instructions and allocations with valgrind and compares them with bench/instructions.tsv.
#
#   bench/instructions.sh            fails if a count differs by more than 3 %, in either direction
#   bench/instructions.sh --bless    writes the counts to the file; commit it with the change that explains them
#
# It measures a whole small process, its start-up alone, and a further shader in one process, as the difference between COPIES
# of it and one. The counts depend on the compiler (rust-toolchain.toml) and a little on the C library.
set -euo pipefail
cd "$(dirname "$0")/.."
file=bench/instructions.tsv
tolerance=3
COPIES=5

cargo build --release --quiet
glslsub=$(realpath "${CARGO_TARGET_DIR:-target}")/release/glslsub
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

instructions() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 | awk '/Collected :/ { print $4 }'; }
allocations() {
    valgrind --leak-check=no "$@" 2>&1 | awk '/total heap usage/ { gsub(",", "", $5); print $5 }'
}

row() { printf '%s\t%d\t%d\n' "$@"; }
whole() { # NAME, command
    row "$1" "$(instructions "${@:2}")" "$(allocations "${@:2}")"
}
further() { # NAME, line of a list
    echo "$2 -o 0.spv" >"$work/one"
    for ((i = 0; i < COPIES; i++)); do echo "$2 -o $i.spv"; done >"$work/many"
    local batch=("$glslsub" batch --quiet --jobs 1 --target-env vulkan1.2 -o "$work/out" --list)
    # A file that is right already is not written again: all runs find the same.
    "${batch[@]}" "$work/many"
    row "$1" \
        $((($(instructions "${batch[@]}" "$work/many") - $(instructions "${batch[@]}" "$work/one")) / (COPIES - 1))) \
        $((($(allocations "${batch[@]}" "$work/many") - $(allocations "${batch[@]}" "$work/one")) / (COPIES - 1)))
}

measure() {
    printf 'what\tinstructions\tallocations\n'
    whole "process: --version" "$glslsub" --version
    whole "process: small" "$glslsub" compile spirv-fixtures/subgroup/reduce.comp -o "$work/small.spv"
    while read -r name line; do
        case $name in '#'* | '') ;; *) further "further: $name" "$line" ;; esac
    done <bench/shaders.list
    bash bench/large.sh >"$work/large.comp"
    further "further: 77 KB" "$work/large.comp"
}

measure >"$work/measured"
if [ "${1:-}" = --bless ]; then
    cp "$work/measured" $file
    column -t -s $'\t' $file
    exit
fi
awk -F '\t' -v tolerance=$tolerance '
    function change(now, then) { return then > 0 ? (now / then - 1) * 100 : 0 }
    FNR == 1 { next }
    NR == FNR { instructions[$1] = $2; allocations[$1] = $3; next }
    {
        by = change($2, instructions[$1]); too = change($3, allocations[$1])
        bad = by > tolerance || by < -tolerance || too > tolerance || too < -tolerance || !($1 in instructions)
        printf "%-20s %12d %+6.1f %%  %8d allocations %+6.1f %%%s\n", $1, $2, by, $3, too, bad ? "   <--" : ""
        failed += bad
    }
    END {
        if (failed) print "more than " tolerance " % off: if the change is meant to do that, run `bench/instructions.sh --bless`"
        exit failed > 0
    }' $file "$work/measured"
