// Variables that are per patch or primitive on one side only.
//// a.tesc
#version 460
layout(vertices = 3) out;
layout(location = 0) out vec3 each[];
layout(location = 1) patch out vec3 once;
void main() { each[gl_InvocationID] = vec3(1); once = vec3(1); }
//// a.tese
#version 460
layout(triangles) in;
layout(location = 0) patch in vec3 each; //~ error[GS1102]
layout(location = 1) in vec3 once[]; //~ error[GS1102]
void main() { gl_Position = vec4(each + once[0], 1); }
