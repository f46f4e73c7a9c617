// compile: vulkan1.0
// The face of a cube that a direction hits.
#version 450
#extension GL_AMD_gcn_shader : require
layout(location = 0) in vec3 direction;
layout(location = 0) out vec3 hit;
void main() {
    hit = vec3(cubeFaceCoordAMD(direction), cubeFaceIndexAMD(direction));
}
