// Reductions over a workgroup. REDUCTION(name, type, combine, subgroup function) defines a function `name` that gives
// the same result to every invocation; with USE_SUBGROUPS the first step happens in registers.
#ifdef USE_SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#ifdef EXTENDED_TYPES
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#endif
#extension GL_KHR_shader_subgroup_arithmetic : require

#define REDUCTION(NAME, TYPE, COMBINE, SUBGROUP)                 \
    shared TYPE NAME##_partial[WORKGROUP];                       \
    TYPE NAME(TYPE value) {                                      \
        value = SUBGROUP(value);                                 \
        if (subgroupElect()) {                                   \
            NAME##_partial[gl_SubgroupID] = value;               \
        }                                                        \
        barrier();                                               \
        value = NAME##_partial[0];                               \
        for (uint i = 1u; i < gl_NumSubgroups; ++i) {            \
            value = COMBINE(value, NAME##_partial[i]);           \
        }                                                        \
        barrier();                                               \
        return value;                                            \
    }
#else
#define REDUCTION(NAME, TYPE, COMBINE, SUBGROUP)                                        \
    shared TYPE NAME##_partial[WORKGROUP];                                              \
    TYPE NAME(TYPE value) {                                                             \
        const uint lane = gl_LocalInvocationIndex;                                      \
        NAME##_partial[lane] = value;                                                   \
        barrier();                                                                      \
        [[unroll]] for (uint stride = WORKGROUP / 2u; stride > 0u; stride >>= 1) {      \
            if (lane < stride) {                                                        \
                NAME##_partial[lane] = COMBINE(NAME##_partial[lane], NAME##_partial[lane + stride]); \
            }                                                                           \
            barrier();                                                                  \
        }                                                                               \
        value = NAME##_partial[0];                                                      \
        barrier();                                                                      \
        return value;                                                                   \
    }
#endif

#define ADD(a, b) ((a) + (b))
