//! Words of other shading languages, of CUDA and of C++, with their GLSL equivalents.
//!
//! Comes in: a name that GLSL does not have. Goes out: the language it is from, and the GLSL equivalent. Must not
//! depend on: the shader. The table is consulted only once a name is known to be wrong.

/// How the syntax around a word has to be read, so that the rest of the shader can be read, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The name of a type, a variable or a function: GLSL's grammar accepts it, only its meaning is missing.
    Name,
    /// A word before a declaration that is also valid without it.
    Qualifier,
    /// A word that opens a construct for which GLSL has no grammar.
    Construct,
}

/// A word of another language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignWord {
    /// The word.
    pub word: &'static str,
    /// The language, as messages name it.
    pub language: &'static str,
    /// How it is read.
    pub role: Role,
    /// What to write in GLSL.
    pub glsl: &'static str,
}

impl ForeignWord {
    /// The help that a message gives.
    #[must_use]
    pub fn help(&self) -> String {
        format!("`{}` is {}; in GLSL {}", self.word, self.language, self.glsl)
    }
}

/// The row of `word`, if another language has it.
#[must_use]
pub fn foreign_word(word: &str) -> Option<&'static ForeignWord> {
    WORDS.iter().find(|row| row.word == word)
}

/// Every row, for tests.
#[must_use]
pub const fn foreign_words() -> &'static [ForeignWord] {
    WORDS
}

const HLSL: &str = "HLSL";
const METAL: &str = "Metal";
const HLSL_METAL: &str = "HLSL and Metal";
const CUDA: &str = "CUDA";
const CPP: &str = "C++";
const WGSL: &str = "WGSL";

const fn name(word: &'static str, language: &'static str, glsl: &'static str) -> ForeignWord {
    ForeignWord { word, language, role: Role::Name, glsl }
}

const fn qualifier(word: &'static str, language: &'static str, glsl: &'static str) -> ForeignWord {
    ForeignWord { word, language, role: Role::Qualifier, glsl }
}

const fn construct(word: &'static str, language: &'static str, glsl: &'static str) -> ForeignWord {
    ForeignWord { word, language, role: Role::Construct, glsl }
}

const WORDS: &[ForeignWord] = &[
    // Types
    name("float1", HLSL_METAL, "write `float`"),
    name("float2", HLSL_METAL, "write `vec2`"),
    name("float3", HLSL_METAL, "write `vec3`"),
    name("float4", HLSL_METAL, "write `vec4`"),
    name("float2x2", HLSL_METAL, "write `mat2`; its constructor takes columns"),
    name("float3x3", HLSL_METAL, "write `mat3`; its constructor takes columns"),
    name("float4x4", HLSL_METAL, "write `mat4`; its constructor takes columns"),
    name("int2", HLSL_METAL, "write `ivec2`"),
    name("int3", HLSL_METAL, "write `ivec3`"),
    name("int4", HLSL_METAL, "write `ivec4`"),
    name("uint2", HLSL_METAL, "write `uvec2`"),
    name("uint3", HLSL_METAL, "write `uvec3`"),
    name("uint4", HLSL_METAL, "write `uvec4`"),
    name("bool2", HLSL_METAL, "write `bvec2`"),
    name("bool3", HLSL_METAL, "write `bvec3`"),
    name("bool4", HLSL_METAL, "write `bvec4`"),
    name("half2", HLSL_METAL, "write `f16vec2`, of GL_EXT_shader_explicit_arithmetic_types_float16"),
    name("half3", HLSL_METAL, "write `f16vec3`, of GL_EXT_shader_explicit_arithmetic_types_float16"),
    name("half4", HLSL_METAL, "write `f16vec4`, of GL_EXT_shader_explicit_arithmetic_types_float16"),
    name("dword", HLSL, "write `uint`"),
    name("min16float", HLSL, "write `mediump float`"),
    name("min16int", HLSL, "write `mediump int`"),
    name("min16uint", HLSL, "write `mediump uint`"),
    name("matrix", HLSL, "write `mat4`"),
    name("f32", WGSL, "write `float`"),
    name("i32", WGSL, "write `int`"),
    name("u32", WGSL, "write `uint`"),
    name("f16", WGSL, "write `float16_t`, of GL_EXT_shader_explicit_arithmetic_types_float16"),
    name("vec2f", WGSL, "write `vec2`"),
    name("vec3f", WGSL, "write `vec3`"),
    name("vec4f", WGSL, "write `vec4`"),
    name("vec2u", WGSL, "write `uvec2`"),
    name("vec3u", WGSL, "write `uvec3`"),
    name("vec4u", WGSL, "write `uvec4`"),
    name("mat4x4f", WGSL, "write `mat4`"),
    name("auto", CPP, "write the type; GLSL has no type inference"),
    name("char", CPP, "write `int8_t`, of GL_EXT_shader_explicit_arithmetic_types_int8"),
    name("size_t", CPP, "write `uint`"),
    name("nullptr", CPP, "there are no pointers; a `buffer_reference` is tested by its address, `uint64_t(p) == 0`"),
    name("NULL", CPP, "there are no pointers; a `buffer_reference` is tested by its address, `uint64_t(p) == 0`"),
    // Resources
    name("Texture2D", HLSL, "write `uniform texture2D`, or `uniform sampler2D` with its sampler"),
    name("Texture3D", HLSL, "write `uniform texture3D`, or `uniform sampler3D` with its sampler"),
    name("TextureCube", HLSL, "write `uniform textureCube`, or `uniform samplerCube` with its sampler"),
    name("Texture2DArray", HLSL, "write `uniform texture2DArray`, or `uniform sampler2DArray` with its sampler"),
    name("SamplerState", HLSL, "write `uniform sampler`"),
    name("SamplerComparisonState", HLSL, "write `uniform samplerShadow`"),
    name("RWTexture2D", HLSL, "write `layout(rgba8) uniform image2D`"),
    name("RWTexture3D", HLSL, "write `layout(rgba8) uniform image3D`"),
    name("Buffer", HLSL, "write `uniform textureBuffer`"),
    name("RWBuffer", HLSL, "write `layout(r32f) uniform imageBuffer`"),
    name("StructuredBuffer", HLSL, "write `readonly buffer Name { T elements[]; };`"),
    name("RWStructuredBuffer", HLSL, "write `buffer Name { T elements[]; };`"),
    name("ByteAddressBuffer", HLSL, "write `readonly buffer Name { uint words[]; };`"),
    name("RWByteAddressBuffer", HLSL, "write `buffer Name { uint words[]; };`"),
    name("ConstantBuffer", HLSL, "write `uniform Name { ... };`"),
    construct("cbuffer", HLSL, "write `layout(binding = 0) uniform Name { ... };`"),
    construct("tbuffer", HLSL, "write `layout(binding = 0) readonly buffer Name { ... };`"),
    construct("numthreads", HLSL, "write `layout(local_size_x = 64, local_size_y = 1, local_size_z = 1) in;`"),
    construct("unroll", HLSL, "write `[[unroll]]`, of GL_EXT_control_flow_attributes"),
    construct("loop", HLSL, "write `[[dont_unroll]]`, of GL_EXT_control_flow_attributes"),
    construct("branch", HLSL, "write `[[branch]]`, of GL_EXT_control_flow_attributes"),
    construct("flatten", HLSL, "write `[[flatten]]`, of GL_EXT_control_flow_attributes"),
    construct("template", CPP, "write an overload for each type, or a macro"),
    construct("namespace", CPP, "put a prefix before the names"),
    construct("using", CPP, "write `#define`"),
    construct("typedef", CPP, "write `#define`"),
    name("fn", WGSL, "write the result's type first: `float f(float x) { ... }`"),
    name("let", WGSL, "write the type: `const float x = 1.0;`"),
    name("var", WGSL, "write the type: `float x = 1.0;`"),
    construct("sizeof", CPP, "there are no sizes in bytes; `.length()` is the number of elements"),
    // Qualifiers
    qualifier("groupshared", HLSL, "write `shared`"),
    qualifier("threadgroup", METAL, "write `shared`"),
    qualifier("threadgroup_imageblock", METAL, "write `shared`"),
    qualifier("device", METAL, "write a `buffer` block"),
    qualifier("constant", METAL, "write a `uniform` block"),
    qualifier("thread", METAL, "leave it out: variables are private to their invocation"),
    qualifier("kernel", METAL, "leave it out: `void main()` is the entry point"),
    qualifier("__shared__", CUDA, "write `shared`"),
    qualifier("__constant__", CUDA, "write a `uniform` block"),
    qualifier("__global__", CUDA, "leave it out: `void main()` is the entry point"),
    qualifier("__device__", CUDA, "leave it out: functions need no qualifier"),
    qualifier("__forceinline__", CUDA, "leave it out: drivers decide what they inline"),
    qualifier("inline", CPP, "leave it out: drivers decide what they inline"),
    qualifier("static", CPP, "leave it out: globals are private to their invocation"),
    qualifier("constexpr", CPP, "write `const`"),
    qualifier("nointerpolation", HLSL, "write `flat`"),
    qualifier("globallycoherent", HLSL, "write `coherent`"),
    // Variables
    name("SV_DispatchThreadID", HLSL, "read `gl_GlobalInvocationID`"),
    name("SV_GroupThreadID", HLSL, "read `gl_LocalInvocationID`"),
    name("SV_GroupID", HLSL, "read `gl_WorkGroupID`"),
    name("SV_GroupIndex", HLSL, "read `gl_LocalInvocationIndex`"),
    name("SV_Position", HLSL, "write `gl_Position` in a vertex shader, read `gl_FragCoord` in a fragment shader"),
    name("SV_POSITION", HLSL, "write `gl_Position` in a vertex shader, read `gl_FragCoord` in a fragment shader"),
    name("SV_Target", HLSL, "declare `layout(location = 0) out vec4 color;`"),
    name("SV_TARGET", HLSL, "declare `layout(location = 0) out vec4 color;`"),
    name("SV_Depth", HLSL, "write `gl_FragDepth`"),
    name("SV_VertexID", HLSL, "read `gl_VertexIndex`"),
    name("SV_InstanceID", HLSL, "read `gl_InstanceIndex`"),
    name("SV_PrimitiveID", HLSL, "read `gl_PrimitiveID`"),
    name("SV_IsFrontFace", HLSL, "read `gl_FrontFacing`"),
    name("SV_SampleIndex", HLSL, "read `gl_SampleID`"),
    name("SV_Coverage", HLSL, "use `gl_SampleMaskIn` and `gl_SampleMask`"),
    name("threadIdx", CUDA, "read `gl_LocalInvocationID`"),
    name("blockIdx", CUDA, "read `gl_WorkGroupID`"),
    name("blockDim", CUDA, "read `gl_WorkGroupSize`"),
    name("gridDim", CUDA, "read `gl_NumWorkGroups`"),
    name("warpSize", CUDA, "read `gl_SubgroupSize`, of GL_KHR_shader_subgroup_basic"),
    name("thread_position_in_grid", METAL, "read `gl_GlobalInvocationID`"),
    name("thread_position_in_threadgroup", METAL, "read `gl_LocalInvocationID`"),
    // Functions
    name("mul", HLSL, "write `a * b`"),
    name("lerp", HLSL, "write `mix(x, y, a)`"),
    name("saturate", HLSL_METAL, "write `clamp(x, 0.0, 1.0)`"),
    name("rsqrt", HLSL_METAL, "write `inversesqrt(x)`"),
    name("frac", HLSL, "write `fract(x)`"),
    name("fmod", HLSL_METAL, "write `x - y * trunc(x / y)`; `mod(x, y)` differs for negative numbers"),
    name("atan2", HLSL_METAL, "write `atan(y, x)`"),
    name("ddx", HLSL, "write `dFdx(x)`"),
    name("ddy", HLSL, "write `dFdy(x)`"),
    name("dfdx", METAL, "write `dFdx(x)`"),
    name("dfdy", METAL, "write `dFdy(x)`"),
    name("clip", HLSL, "write `if (x < 0.0) discard;`"),
    name("discard_fragment", METAL, "write `discard;`"),
    name("mad", HLSL, "write `fma(a, b, c)`, or `a * b + c`"),
    name("rcp", HLSL, "write `1.0 / x`"),
    name("sincos", HLSL_METAL, "write `sin(x)` and `cos(x)`"),
    name("asfloat", HLSL, "write `uintBitsToFloat(x)` or `intBitsToFloat(x)`"),
    name("asuint", HLSL, "write `floatBitsToUint(x)`"),
    name("asint", HLSL, "write `floatBitsToInt(x)`"),
    name("f16tof32", HLSL, "write `unpackHalf2x16(x).x`"),
    name("f32tof16", HLSL, "write `packHalf2x16(vec2(x, 0.0))`"),
    name("countbits", HLSL, "write `bitCount(x)`"),
    name("popcount", METAL, "write `bitCount(x)`"),
    name("__popc", CUDA, "write `bitCount(x)`"),
    name("reversebits", HLSL, "write `bitfieldReverse(x)`"),
    name("firstbithigh", HLSL, "write `findMSB(x)`"),
    name("firstbitlow", HLSL, "write `findLSB(x)`"),
    name("tex2D", HLSL, "write `texture(s, p)`"),
    name("tex2Dlod", HLSL, "write `textureLod(s, p, lod)`"),
    name("InterlockedAdd", HLSL, "write `atomicAdd(memory, value)`, which returns the old value"),
    name("InterlockedMin", HLSL, "write `atomicMin(memory, value)`, which returns the old value"),
    name("InterlockedMax", HLSL, "write `atomicMax(memory, value)`, which returns the old value"),
    name("InterlockedOr", HLSL, "write `atomicOr(memory, value)`, which returns the old value"),
    name("InterlockedAnd", HLSL, "write `atomicAnd(memory, value)`, which returns the old value"),
    name("InterlockedXor", HLSL, "write `atomicXor(memory, value)`, which returns the old value"),
    name("InterlockedExchange", HLSL, "write `atomicExchange(memory, value)`, which returns the old value"),
    name("InterlockedCompareExchange", HLSL, "write `atomicCompSwap(memory, compare, value)`"),
    name("atomicCAS", CUDA, "write `atomicCompSwap(memory, compare, value)`"),
    name("atomicExch", CUDA, "write `atomicExchange(memory, value)`"),
    name("GroupMemoryBarrierWithGroupSync", HLSL, "write `barrier()`"),
    name("GroupMemoryBarrier", HLSL, "write `groupMemoryBarrier()`"),
    name("DeviceMemoryBarrier", HLSL, "write `memoryBarrier()`"),
    name("AllMemoryBarrier", HLSL, "write `memoryBarrier()`"),
    name("threadgroup_barrier", METAL, "write `barrier()`"),
    name("workgroupBarrier", WGSL, "write `barrier()`"),
    name("__syncthreads", CUDA, "write `barrier()`"),
    name("__threadfence", CUDA, "write `memoryBarrier()`"),
    name("__syncwarp", CUDA, "write `subgroupBarrier()`, of GL_KHR_shader_subgroup_basic"),
    name("WaveGetLaneIndex", HLSL, "read `gl_SubgroupInvocationID`, of GL_KHR_shader_subgroup_basic"),
    name("WaveGetLaneCount", HLSL, "read `gl_SubgroupSize`, of GL_KHR_shader_subgroup_basic"),
    name("WaveIsFirstLane", HLSL, "write `subgroupElect()`, of GL_KHR_shader_subgroup_basic"),
    name("WaveActiveSum", HLSL, "write `subgroupAdd(x)`, of GL_KHR_shader_subgroup_arithmetic"),
    name("WaveActiveProduct", HLSL, "write `subgroupMul(x)`, of GL_KHR_shader_subgroup_arithmetic"),
    name("WaveActiveMin", HLSL, "write `subgroupMin(x)`, of GL_KHR_shader_subgroup_arithmetic"),
    name("WaveActiveMax", HLSL, "write `subgroupMax(x)`, of GL_KHR_shader_subgroup_arithmetic"),
    name("WaveActiveBitAnd", HLSL, "write `subgroupAnd(x)`, of GL_KHR_shader_subgroup_arithmetic"),
    name("WaveActiveBitOr", HLSL, "write `subgroupOr(x)`, of GL_KHR_shader_subgroup_arithmetic"),
    name("WaveActiveBitXor", HLSL, "write `subgroupXor(x)`, of GL_KHR_shader_subgroup_arithmetic"),
    name("WavePrefixSum", HLSL, "write `subgroupExclusiveAdd(x)`, of GL_KHR_shader_subgroup_arithmetic"),
    name("WavePrefixProduct", HLSL, "write `subgroupExclusiveMul(x)`, of GL_KHR_shader_subgroup_arithmetic"),
    name("WaveActiveAnyTrue", HLSL, "write `subgroupAny(x)`, of GL_KHR_shader_subgroup_vote"),
    name("WaveActiveAllTrue", HLSL, "write `subgroupAll(x)`, of GL_KHR_shader_subgroup_vote"),
    name("WaveActiveAllEqual", HLSL, "write `subgroupAllEqual(x)`, of GL_KHR_shader_subgroup_vote"),
    name("WaveActiveBallot", HLSL, "write `subgroupBallot(x)`, of GL_KHR_shader_subgroup_ballot"),
    name(
        "WaveActiveCountBits",
        HLSL,
        "write `subgroupBallotBitCount(subgroupBallot(x))`, of GL_KHR_shader_subgroup_ballot",
    ),
    name(
        "WavePrefixCountBits",
        HLSL,
        "write `subgroupBallotExclusiveBitCount(subgroupBallot(x))`, of GL_KHR_shader_subgroup_ballot",
    ),
    name("WaveReadLaneFirst", HLSL, "write `subgroupBroadcastFirst(x)`, of GL_KHR_shader_subgroup_ballot"),
    name("WaveReadLaneAt", HLSL, "write `subgroupShuffle(x, lane)`, of GL_KHR_shader_subgroup_shuffle"),
    name("QuadReadAcrossX", HLSL, "write `subgroupQuadSwapHorizontal(x)`, of GL_KHR_shader_subgroup_quad"),
    name("QuadReadAcrossY", HLSL, "write `subgroupQuadSwapVertical(x)`, of GL_KHR_shader_subgroup_quad"),
    name("QuadReadAcrossDiagonal", HLSL, "write `subgroupQuadSwapDiagonal(x)`, of GL_KHR_shader_subgroup_quad"),
    name("simd_sum", METAL, "write `subgroupAdd(x)`, of GL_KHR_shader_subgroup_arithmetic"),
    name("simd_shuffle", METAL, "write `subgroupShuffle(x, lane)`, of GL_KHR_shader_subgroup_shuffle"),
    name("simd_ballot", METAL, "write `subgroupBallot(x)`, of GL_KHR_shader_subgroup_ballot"),
    name("__shfl_sync", CUDA, "write `subgroupShuffle(x, lane)`, of GL_KHR_shader_subgroup_shuffle"),
    name("__shfl_xor_sync", CUDA, "write `subgroupShuffleXor(x, mask)`, of GL_KHR_shader_subgroup_shuffle"),
    name("__shfl_up_sync", CUDA, "write `subgroupShuffleUp(x, delta)`, of GL_KHR_shader_subgroup_shuffle_relative"),
    name("__shfl_down_sync", CUDA, "write `subgroupShuffleDown(x, delta)`, of GL_KHR_shader_subgroup_shuffle_relative"),
    name("__ballot_sync", CUDA, "write `subgroupBallot(x)`, of GL_KHR_shader_subgroup_ballot"),
    name("__any_sync", CUDA, "write `subgroupAny(x)`, of GL_KHR_shader_subgroup_vote"),
    name("__all_sync", CUDA, "write `subgroupAll(x)`, of GL_KHR_shader_subgroup_vote"),
    name("texture2DLod", "OpenGL's older GLSL", "write `textureLod(s, p, lod)`"),
    name("texture2DProj", "OpenGL's older GLSL", "write `textureProj(s, p)`"),
    name("textureCubeLod", "OpenGL's older GLSL", "write `textureLod(s, p, lod)`"),
    name("shadow2D", "OpenGL's older GLSL", "write `texture(s, p)`, which returns a `float`"),
    name("ftransform", "OpenGL's older GLSL", "write `matrix * position` with a matrix of your own"),
];

#[cfg(test)]
mod tests {
    use super::{WORDS, foreign_word};

    #[test]
    fn each_word_has_one_row() {
        let words: std::collections::BTreeSet<_> = WORDS.iter().map(|row| row.word).collect();
        assert_eq!(words.len(), WORDS.len(), "a word has two rows");
    }

    #[test]
    fn help_reads_well() {
        let help = foreign_word("lerp").map(super::ForeignWord::help);
        assert_eq!(help.as_deref(), Some("`lerp` is HLSL; in GLSL write `mix(x, y, a)`"));
    }
}
