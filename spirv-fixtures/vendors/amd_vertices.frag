// compile: vulkan1.1
// Inputs that the shader interpolates itself.
#version 450
#extension GL_AMD_shader_explicit_vertex_parameter : require
layout(location = 0) __explicitInterpAMD in vec3 color;
layout(location = 1) __explicitInterpAMD in int number;
layout(location = 0) out vec4 result;
void main() {
    vec2 at = gl_BaryCoordSmoothAMD;
    vec3 origin = interpolateAtVertexAMD(color, 2);
    result.rgb = origin + at.x * (interpolateAtVertexAMD(color, 0) - origin) + at.y * (interpolateAtVertexAMD(color, 1) - origin);
    result.a = interpolateAtVertexAMD(number, 0);
}
