// Words of HLSL, with what GLSL has for them.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, rgba8) uniform image2D picture;
layout(binding = 1) buffer Data { float data[]; };

groupshared float tile[64]; //~ error[GS0127]
static float scale = 1.0; //~ error[GS0105]
cbuffer Constants { float first; }; //~ error[GS0127]
RWStructuredBuffer<float> elements; //~ error[GS0127]
Texture2D image; //~ error[GS0203]

[numthreads(64, 1, 1)] //~ error[GS0127]
void main() {
    float3 a = float3(1.0); //~ error[GS0203]
    float4x4 b; //~ error[GS0203]
    half2 c; //~ error[GS0203]
    vec3 d = mul(mat3(1.0), vec3(1.0)); //~ error[GS0303]
    data[0] = lerp(1.0, 2.0, 0.5); //~ error[GS0303]
    data[1] = saturate(data[0]); //~ error[GS0303]
    data[2] = rsqrt(data[0]); //~ error[GS0303]
    data[3] = frac(data[0]); //~ error[GS0303]
    data[4] = ddx(data[0]); //~ error[GS0303]
    data[5] = fmod(data[0], 2.0); //~ error[GS0303]
    data[6] = atan2(data[0], 2.0); //~ error[GS0303]
    data[7] = asfloat(3); //~ error[GS0303]
    data[8] = WaveActiveSum(data[0]); //~ error[GS0303]
    uint lane = WaveGetLaneIndex(); //~ error[GS0303]
    uint id = SV_DispatchThreadID.x; //~ error[GS0200]
    InterlockedAdd(data[0], 1.0); //~ error[GS0303]
    GroupMemoryBarrierWithGroupSync(); //~ error[GS0303]
    [unroll] //~ error[GS0127]
    for (int i = 0; i < 4; i++) {
        data[i] = 0.0;
    }
}
