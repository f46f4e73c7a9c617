#!/bin/bash
# check.sh FOLDER: builds the C library, and links the same programs with it and with libshaderc: they must print the same. Leaves the
# modules of both in FOLDER/glslsub and FOLDER/shaderc, for tests/execution/c_library.rs, which runs them. Needs libshaderc-dev,
# pkg-config and cmake.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$folder"
mkdir -p "$folder/glslsub" "$folder/shaderc" "$work/own"
fail() { echo "C library: $1" >&2; exit 1; }

bash "$here/install.sh" "$work/prefix" dev
export PKG_CONFIG_PATH="$work/prefix/lib/pkgconfig"
# -l:libshaderc_combined.a: Debian 12's shared library was built for another version of glslang.
shaderc=(-l:libshaderc_combined.a -Wl,--start-group -lglslang -lMachineIndependent -lGenericCodeGen -lSPIRV -lOSDependent
    -lOGLCompiler -lHLSL -lSPIRV-Tools-opt -lSPIRV-Tools -Wl,--end-group -lstdc++ -lm -lpthread)
flags=(-Wall -Wextra -Werror)
read -ra own < <(pkg-config --cflags --libs glslsub)
read -ra own_static < <(pkg-config --cflags --libs --static glslsub | sed 's/-lglslsub/-l:libglslsub.a/')

# Every function that libshaderc exports.
functions() { nm -D --defined-only "$1" | sed -n 's/^.* T \(shaderc_.*\)$/\1/p' | sort; }
functions "$work/prefix/lib/libglslsub.so" >"$work/own_functions"
for library in /usr/lib/*/libshaderc.so ${GLSLSUB_NEWEST_LIBSHADERC:+"$GLSLSUB_NEWEST_LIBSHADERC"}; do
    functions "$library" >"$work/functions"
    missing=$(comm -13 "$work/own_functions" "$work/functions")
    [ -z "$missing" ] || fail "functions of $library are missing: $missing"
done
[ "$(wc -l <"$work/functions")" -ge 42 ] || fail "only few functions were found in libshaderc"

# Every name of the installed headers, with the same value.
{
    echo '#include <shaderc/shaderc.h>'
    echo '#include <stdio.h>'
    echo 'int main(void) {'
    cat /usr/include/shaderc/{shaderc,env,status}.h | sed 's|//.*||' | tr ',{}' '\n' |
        sed -n 's/^ *\(shaderc_[a-z0-9_]*\) *\(=.*\)\{0,1\}$/\1/p' | sort -u |
        grep -v -e '^shaderc_include_result$' -e '^shaderc_include_type$' | sed 's/.*/printf("& %ld\\n", (long)&);/'
    echo '}'
} >"$work/values.c"
gcc "${flags[@]}" "$work/values.c" -o "$work/values"
gcc "${flags[@]}" -I "$work/prefix/include/glslsub" "$work/values.c" -o "$work/own_values"
"$work/values" >"$work/values.txt"
[ "$(wc -l <"$work/values.txt")" -ge 150 ] || fail "only few names were found in the headers"
diff "$work/values.txt" <("$work/own_values") || fail "values differ"

# The same program with the headers of either, and the programs of the one with the library of the other.
gcc "${flags[@]}" "$here/program.c" -o "$work/program" "${shaderc[@]}"
gcc "${flags[@]}" "$here/program.c" -o "$work/own_program" "${own[@]}" -lpthread
gcc "${flags[@]}" "$here/program.c" -o "$work/own_static" "${own_static[@]}"
gcc "${flags[@]}" "$here/program.c" -o "$work/swapped" -L "$work/prefix/lib" -lglslsub -lpthread
"$work/program" "$folder/shaderc" >"$work/expected"
export LD_LIBRARY_PATH="$work/prefix/lib"
for program in own_program own_static swapped; do
    "$work/$program" "$folder/glslsub" >"$work/got"
    diff "$work/expected" "$work/got" || fail "$program prints something else"
done
for module in "$folder"/glslsub/*.spv; do spirv-val --target-env vulkan1.3 "$module"; done

# C++, and CMake.
g++ "${flags[@]}" "$here/engine.cpp" -o "$work/engine" "${shaderc[@]}"
cmake -S "$here" -B "$work/cmake" >/dev/null
cmake --build "$work/cmake" >/dev/null
diff <("$work/engine") <("$work/cmake/engine") || fail "the C++ program prints something else"
"$work/cmake/program" "$folder/glslsub" | diff "$work/expected" - || fail "the program of CMake prints something else"
echo "C library: $(wc -l <"$work/own_functions") functions, $(ls "$folder/glslsub" | wc -l) modules like those of libshaderc"
