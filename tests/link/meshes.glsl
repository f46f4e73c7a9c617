// From the task shader's payload to per-primitive outputs.
//// a.task
#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 32) in;
struct Work { uint first; uint counts[4]; };
taskPayloadSharedEXT Work work;
void main() { work.first = 1; work.counts[gl_LocalInvocationIndex & 3] = 2; EmitMeshTasksEXT(1, 1, 1); }
//// a.mesh
#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 64) in;
layout(triangles, max_vertices = 3, max_primitives = 1) out;
struct Job { uint begin; uint sizes[4]; };
taskPayloadSharedEXT Job job;
layout(location = 0) out vec4 color[];
layout(location = 1) perprimitiveEXT out vec3 normal[];
layout(location = 2) perprimitiveEXT out Primitive { flat uint id; } primitives[];
void main() {
    SetMeshOutputsEXT(3, 1);
    color[0] = vec4(job.begin); normal[0] = vec3(1); primitives[0].id = job.sizes[1];
    gl_MeshVerticesEXT[0].gl_Position = vec4(gl_WorkGroupSize.x);
}
//// a.frag
#version 460
#extension GL_EXT_mesh_shader : require
layout(location = 0) in vec4 color;
layout(location = 1) perprimitiveEXT in vec3 normal;
layout(location = 2) perprimitiveEXT in Primitive { flat uint id; } primitive;
layout(location = 0) out vec4 result;
void main() { result = color + vec4(normal, primitive.id); }
