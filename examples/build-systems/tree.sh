#!/bin/sh
# tree.sh FOLDER: writes ten shaders and two headers; with the twenty variants of the examples that makes 200 modules.
set -eu
mkdir -p "$1/shaders/include"
cat >"$1/shaders/include/sum.glsl" <<'END'
#pragma once
#extension GL_KHR_shader_subgroup_arithmetic : require
uint total(uint value) { return subgroupAdd(value) * SCALE; }
END
cat >"$1/shaders/include/most.glsl" <<'END'
#pragma once
#extension GL_KHR_shader_subgroup_arithmetic : require
uint total(uint value) { return subgroupMax(value) * SCALE; }
END
for number in 0 1 2 3 4 5 6 7 8 9; do
    header=sum
    [ $((number % 2)) = 0 ] || header=most
    cat >"$1/shaders/reduce$number.comp" <<END
#version 450
#extension GL_KHR_shader_subgroup_basic : require
#include "include/$header.glsl"
layout(local_size_x = SIZE) in;
layout(set = 0, binding = $number) buffer Numbers { uint numbers[]; };
void main() {
    uint sum = total(numbers[gl_GlobalInvocationID.x] + ${number}u);
    if (subgroupElect()) {
        numbers[gl_WorkGroupID.x] = sum;
    }
}
END
done
