#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadInEXT vec4 incoming;
layout(location = 0) rayPayloadEXT vec4 outgoing; //~ error[GS0233]@19
layout(location = 1) rayPayloadInEXT vec4 second; //~ error[GS0233]@19
hitAttributeEXT vec2 place; //~ error[GS0503]@1
layout(location = 0) callableDataInEXT vec4 data; //~ error[GS0503]@22
layout(location = 2) rayPayloadEXT Block {
    layout(location = 1) vec4 part; //~ error[GS0210]@12
};
const layout(location = 3) rayPayloadEXT float fixed_; //~ error[GS0210]@1
layout(location = 4) in vec2 user; //~ error[GS0210]@22
layout(location = 4) out vec2 result; //~ error[GS0210]@22
shared vec4 everyone; //~ error[GS0503]@1
in uvec3 gl_LaunchIDEXT; //~ error[GS0202]@10 //~ error[GS0210]@1
layout(shaderRecordEXT, binding = 3) buffer Bound { float own; }; //~ error[GS0210]@25
void main() {
    incoming = vec4(gl_HitTEXT); //~ error[GS0503]@21
    gl_RayTminEXT = 0.0; //~ error[GS0309]@5
    ignoreIntersectionEXT; //~ error[GS0503]@5
    reportIntersectionEXT(1.0, 0u); //~ error[GS0503]@5
    barrier(); //~ error[GS0503]@5
}
