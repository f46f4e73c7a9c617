#!/usr/bin/env bash
# Prints a shader of 77 KB: many functions of ordinary code, the same as `large` in bench/phases.rs. With `plain`, without
# subgroups, which naga's front end does not have.
sum='subgroupAdd(normalize(sum))'
if [ "${1:-}" = plain ]; then sum='normalize(sum)'; fi
cat <<'END'
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { vec4 data[]; };
#define SCALE(x) ((x) * 0.5 + 1.0)
END
for ((i = 0; i < 300; i++)); do
    cat <<END
vec4 step$i(vec4 a, uint n) {
    vec4 sum = vec4(0.0);
    for (uint i = 0u; i < n; ++i) {
        if (a.x > float(i)) sum += SCALE(a) * data[i % 16u];
        else sum.xy = max(sum.yx, a.zw);
    }
    return $sum;
}
END
done
echo 'void main() {'
echo '    vec4 v = data[gl_GlobalInvocationID.x];'
for ((i = 0; i < 300; i++)); do echo "    v = step$i(v, ${i}u);"; done
echo '    data[gl_GlobalInvocationID.x] = v;'
echo '}'
