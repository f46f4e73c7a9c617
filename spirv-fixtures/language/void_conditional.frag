// compile: vulkan1.1
// `?:` of two calls that return nothing, as a statement.
#version 450
layout(location = 0) out vec4 color;
void light() { color = vec4(1); }
void dark() { color = vec4(0); }
void main() { gl_FragCoord.x > 8.0 ? light() : dark(); }
