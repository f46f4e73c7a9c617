#version 450
// The compatibility profile had these.
void main() {
    gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex; //~ error[GS0200]@19 //~ error[GS0200]@50
    gl_TexCoord[0] = gl_MultiTexCoord0; //~ error[GS0200]@5 //~ error[GS0200]@22
}
