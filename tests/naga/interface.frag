#version 450
// Several ways out, of which each has all outputs; built-ins of another type than in GLSL.
layout(location = 0) in Surface { vec3 normal; flat int layer; };
layout(location = 0) out vec4 color;
layout(location = 1) out uint mask;
void main() {
    mask = uint(gl_SampleMaskIn[0]);
    if (!gl_FrontFacing) {
        color = vec4(0);
        return;
    }
    color = vec4(normalize(normal), float(layer));
    gl_FragDepth = gl_FragCoord.z * 0.5;
    gl_SampleMask[0] = gl_PrimitiveID;
}
