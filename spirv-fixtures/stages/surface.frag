// compile: vulkan1.0
// A surface lit by several lights, with a normal map, image-based lighting, a filtered shadow and fog: as long and as varied as the
// fragment shader of a renderer usually is. `bench/` measures its compilation.
#version 450

const float PI = 3.14159265359;
const int MAX_LIGHTS = 8;

struct Light {
    vec4 position; // w is 0 for a direction
    vec3 colour;
    float range;
};

layout(set = 0, binding = 0) uniform Frame {
    mat4 view;
    mat4 shadow_matrix;
    vec4 eye;
    vec4 fog; // colour and density
    Light lights[MAX_LIGHTS];
    int light_count;
} frame;
layout(set = 0, binding = 1) uniform sampler2DShadow shadow_map;
layout(set = 0, binding = 2) uniform samplerCube irradiance_map;
layout(set = 0, binding = 3) uniform samplerCube prefiltered_map;
layout(set = 0, binding = 4) uniform sampler2D brdf_table;
layout(set = 1, binding = 0) uniform sampler2D base_map;
layout(set = 1, binding = 1) uniform sampler2D normal_map;
layout(set = 1, binding = 2) uniform sampler2D surface_map;
layout(push_constant) uniform Material {
    vec4 base_factor;
    float metallic_factor;
    float roughness_factor;
    float normal_scale;
    float alpha_cutoff;
} material;

layout(location = 0) in vec3 world_position;
layout(location = 1) in vec3 world_normal;
layout(location = 2) in vec4 world_tangent;
layout(location = 3) in vec2 texture_coordinate;
layout(location = 0) out vec4 colour;

vec3 shading_normal() {
    vec3 n = normalize(world_normal);
    vec3 t = normalize(world_tangent.xyz - dot(world_tangent.xyz, n) * n);
    vec3 b = cross(n, t) * world_tangent.w;
    vec3 bent = texture(normal_map, texture_coordinate).xyz * 2.0 - 1.0;
    bent.xy *= material.normal_scale;
    return normalize(mat3(t, b, n) * bent);
}

float distribution(float n_dot_h, float roughness) {
    float a2 = pow(roughness, 4.0);
    float d = n_dot_h * n_dot_h * (a2 - 1.0) + 1.0;
    return a2 / max(PI * d * d, 1e-6);
}

float visibility(float n_dot_v, float n_dot_l, float roughness) {
    float a2 = pow(roughness, 4.0);
    float v = n_dot_l * sqrt(n_dot_v * n_dot_v * (1.0 - a2) + a2);
    float l = n_dot_v * sqrt(n_dot_l * n_dot_l * (1.0 - a2) + a2);
    return 0.5 / max(v + l, 1e-6);
}

vec3 fresnel(vec3 f0, float cosine) {
    return f0 + (1.0 - f0) * pow(clamp(1.0 - cosine, 0.0, 1.0), 5.0);
}

float shadow() {
    vec4 place = frame.shadow_matrix * vec4(world_position, 1.0);
    place.xyz /= place.w;
    if (any(greaterThan(abs(place.xy - 0.5), vec2(0.5)))) {
        return 1.0;
    }
    vec2 texel = 1.0 / vec2(textureSize(shadow_map, 0));
    float sum = 0.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            sum += texture(shadow_map, vec3(place.xy + vec2(x, y) * texel, place.z - 0.002));
        }
    }
    return sum / 9.0;
}

void main() {
    vec4 base = texture(base_map, texture_coordinate) * material.base_factor;
    if (base.a < material.alpha_cutoff) {
        discard;
    }
    vec3 packed = texture(surface_map, texture_coordinate).rgb;
    float roughness = clamp(packed.g * material.roughness_factor, 0.045, 1.0);
    float metallic = packed.b * material.metallic_factor;
    vec3 f0 = mix(vec3(0.04), base.rgb, metallic);
    vec3 diffuse = base.rgb * (1.0 - metallic) / PI;

    vec3 n = shading_normal();
    vec3 to_eye = frame.eye.xyz - world_position;
    vec3 v = normalize(to_eye);
    float n_dot_v = max(dot(n, v), 1e-4);
    vec3 lit = vec3(0.0);
    for (int i = 0; i < min(frame.light_count, MAX_LIGHTS); i++) {
        Light light = frame.lights[i];
        vec3 to_light = light.position.xyz - world_position * light.position.w;
        float distance2 = dot(to_light, to_light);
        vec3 l = to_light * inversesqrt(distance2);
        vec3 h = normalize(v + l);
        float n_dot_l = max(dot(n, l), 0.0);
        float fade = clamp(1.0 - distance2 / (light.range * light.range), 0.0, 1.0);
        float attenuation = light.position.w == 0.0 ? shadow() : fade * fade / max(distance2, 1e-4);
        vec3 f = fresnel(f0, max(dot(v, h), 0.0));
        vec3 specular = f * distribution(max(dot(n, h), 0.0), roughness) * visibility(n_dot_v, n_dot_l, roughness);
        lit += ((1.0 - f) * diffuse + specular) * light.colour * (n_dot_l * attenuation);
    }

    float levels = float(textureQueryLevels(prefiltered_map) - 1);
    vec3 mirrored = textureLod(prefiltered_map, reflect(-v, n), roughness * levels).rgb;
    vec2 scale_bias = texture(brdf_table, vec2(n_dot_v, roughness)).rg;
    lit += texture(irradiance_map, n).rgb * diffuse * PI + mirrored * (f0 * scale_bias.x + scale_bias.y);
    float clear = exp(-frame.fog.a * frame.fog.a * dot(to_eye, to_eye));
    colour = vec4(mix(frame.fog.rgb, lit, clamp(clear, 0.0, 1.0)), base.a);
}
