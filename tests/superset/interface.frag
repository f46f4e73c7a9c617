// compile: vulkan1.1
// Drawn by interface.vert. Inputs, outputs, built-in variables and derivatives of fragment shaders.
#version 450 core
layout(early_fragment_tests) in;
layout(location = 0) smooth in vec4 color;
layout(location = 1) flat in uint material;
layout(location = 2) noperspective in vec2 place;
layout(location = 3) centroid in vec3 normal;
layout(location = 4) sample in float shade;
layout(location = 0) out vec4 first;
layout(location = 1) out uint second;
layout(location = 2) out vec4 others[2];

struct Light { vec3 direction; float strength; };
layout(std140, set = 1, binding = 0) uniform Lights { Light lights[4]; uint count; };
layout(push_constant) uniform Settings { mat4 turn; vec4 tint; } settings;

void main() {
    vec4 sum = settings.turn * color * settings.tint;
    for (uint i = 0u; i < count; i++) {
        sum.rgb += max(dot(normal, lights[i].direction), 0.0) * lights[i].strength;
        if (sum.r > 4.0) {
            break;
        }
    }
    if (sum.a < 0.1) {
        discard;
    }
    vec2 slope = dFdx(place) + dFdy(place) + fwidth(place) + dFdxCoarse(place) + dFdyFine(place) + fwidthCoarse(place);
    first = sum + gl_FragCoord + vec4(slope, 0.0, 1.0) * shade;
    second = material + uint(gl_SampleID) + uint(gl_PrimitiveID) + (gl_FrontFacing ? 1u : 0u);
    others[0] = sum.bgra;
    others[1] = vec4(sum.xy, place);
}
