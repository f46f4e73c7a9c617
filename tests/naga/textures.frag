#version 450
// A combined sampler is a texture and a sampler, whose binding is 100 higher; also as a parameter of a function.
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
layout(set = 1, binding = 0) uniform sampler2D base;
layout(set = 1, binding = 1) uniform sampler2D detail;
layout(set = 1, binding = 2) uniform sampler2DShadow shadow;
layout(set = 1, binding = 3) uniform texture2DArray layers;
layout(set = 1, binding = 4) uniform sampler linear;
vec4 twice(sampler2D image, vec2 at) { return texture(image, 2.0 * at) + textureLod(image, at, 1.0); }
void main() {
    if (texture(base, at).a < 0.5) discard;
    vec4 sum = twice(base, at) * twice(detail, at.yx);
    sum += texture(sampler2DArray(layers, linear), vec3(at, 2.0), 0.5) + textureGather(base, at, 1);
    sum.rgb *= texture(shadow, vec3(at, 0.5)) * textureProj(base, vec3(at, 2.0)).rgb;
    color = sum / vec4(textureSize(base, 0), textureQueryLevels(base), 1) + dFdx(at.x);
    color += texelFetch(detail, ivec2(gl_FragCoord.xy), 0);
}
