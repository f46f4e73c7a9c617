#version 450

// Built-ins of other stages name the stages that have them, and suggestions are of this one.
void main() {
    gl_Position = gl_FragCoord; //~ error[GS0503]
    EmitVertex(); //~ error[GS0503]
    vec4 position = gl_FragCord; //~ error[GS0200]
    gl_Positon = vec4(0); //~ error[GS0200]
    float width = fwidht(1.0); //~ error[GS0303]
    int id = gl_InvocationID; //~ error[GS0503]
}
