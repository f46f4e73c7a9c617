//! What extensions allow and forbid: each row is a shader with the code of its only error, or none.

use crate::common::compile;
use crate::language::{documents, shader};
use glslsub::internals::source::NoIncludes;
use glslsub::internals::target::{Target, TargetEnvironment};
use glslsub::internals::{Input, Options, Stage};

/// Compiles `#extension` lines, declarations and the body of `main`.
#[track_caller]
fn check(extensions: &[&str], declarations: &str, body: &str, expected: Option<&str>) {
    let mut text = "#version 460\n".to_owned();
    for extension in extensions {
        text += &format!("#extension {extension} : require\n");
    }
    text += &format!("layout(local_size_x = 1) in;\n{declarations}\nvoid main() {{ {body} }}\n");
    let compilation = compile::text("test.comp", &text, Target::from(TargetEnvironment::Vulkan1_3));
    let rendered = compilation.rendered();
    match expected {
        None => assert!(compilation.artifact.is_some(), "should compile:\n{text}\n{rendered}"),
        Some(code) => {
            let errors = rendered.matches("error[").count();
            assert!(
                rendered.contains(&format!("error[{code}]")) && errors == 1,
                "should have the one error {code}:\n{text}\n{rendered}"
            );
        }
    }
}

const S8: &str = "GL_EXT_shader_8bit_storage";
const S16: &str = "GL_EXT_shader_16bit_storage";
const F16: &str = "GL_EXT_shader_explicit_arithmetic_types_float16";
const I8: &str = "GL_EXT_shader_explicit_arithmetic_types_int8";
const I16: &str = "GL_EXT_shader_explicit_arithmetic_types_int16";

#[test]
fn storage_extensions_give_no_arithmetic() {
    let block = "layout(binding = 0) buffer B { float16_t h; f16vec2 v; uint8_t b; i16vec2 s; float f; int i; };";
    for (body, missing) in [
        ("f = float(h); h = float16_t(f); v = f16vec2(vec2(f)); i = int(b); b = uint8_t(i); f = float(v.x);", None),
        ("f = -h;", Some(F16)),
        ("h += h;", Some(F16)),
        ("f = float(h < h);", Some(F16)),
        ("f = float(v[1]);", Some(F16)),
        ("v = v.yx;", Some(F16)),
        ("v = f16vec2(f);", Some(F16)),
        ("v = f16vec2(f, f);", Some(F16)),
        ("float16_t local = h;", Some(F16)),
        ("h = f > 1.0 ? h : h;", Some(F16)),
        ("i = b + b;", Some(I8)),
        ("b++;", Some(I8)),
        ("i = int((s * s).x);", Some(I16)),
    ] {
        check(&[S8, S16], block, body, missing.map(|_| "GS0326"));
        if let Some(missing) = missing {
            check(&[S8, S16, missing], block, body, None);
        }
    }
    for declaration in ["void f(int8_t a) {}", "shared int8_t a;"] {
        check(&[S8], declaration, "", Some("GS0326"));
        check(&[I8], declaration, "", None);
    }
    check(&[], "layout(binding = 0) buffer B { uint8_t b; };", "", Some("GS0500"));
    check(&[], "layout(binding = 0) buffer B { float16_t b; };", "", Some("GS0500"));
}

#[test]
fn functions_need_their_extension() {
    for (extensions, body) in [
        (&["GL_EXT_integer_dot_product"][..], "int a = dotEXT(ivec2(i), ivec2(i));"),
        (&["GL_EXT_integer_dot_product"], "int a = dotPacked4x8EXT(i, i);"),
        (&["GL_EXT_expect_assume"], "assumeEXT(i > 0);"),
        (&["GL_EXT_expect_assume"], "if (expectEXT(i > 0, false)) i = 0;"),
        (&["GL_ARB_shader_clock"], "uvec2 a = clock2x32ARB();"),
        (&["GL_EXT_shader_realtime_clock"], "uvec2 a = clockRealtime2x32EXT();"),
        (&["GL_EXT_device_group"], "i = gl_DeviceIndex;"),
        (&["GL_EXT_control_flow_attributes"], "[[unroll]] for (int k = 0; k < i; k++) {}"),
        (&["GL_EXT_control_flow_attributes2"], "[[peel_count(2)]] for (int k = 0; k < i; k++) {}"),
        (&["GL_EXT_nonuniform_qualifier"], "i = a[nonuniformEXT(i)].x;"),
    ] {
        let block = "layout(binding = 0) buffer B { int i; };\nlayout(binding = 1) buffer A { int x; } a[3];";
        check(extensions, block, body, None);
        check(&[], block, body, Some("GS0500"));
    }
    // The first attribute extension does not add those of the second, but ignores attributes that it does not know.
    let body = "[[peel_count(2)]] for (int k = 0; k < 9; k++) {}";
    check(&["GL_EXT_control_flow_attributes"], "", body, None);
    let body = "[[peel_count(0)]] for (int k = 0; k < 9; k++) {}";
    check(&["GL_EXT_control_flow_attributes2"], "", body, Some("GS0411"));
}

#[test]
fn non_uniform_is_for_variables_and_parameters() {
    const ON: &[&str] = &["GL_EXT_nonuniform_qualifier"];
    check(
        ON,
        "nonuniformEXT int g; nonuniformEXT int f(nonuniformEXT int a) { return a; }",
        "nonuniformEXT int a = 0;",
        None,
    );
    check(ON, "nonuniformEXT shared int g;", "", Some("GS0210"));
    check(ON, "layout(binding = 0) nonuniformEXT buffer B { int g; };", "", Some("GS0210"));
    check(ON, "layout(binding = 0) buffer B { nonuniformEXT int g; };", "", Some("GS0210"));
    check(ON, "", "int a = nonuniformEXT(1, 2);", Some("GS0301"));
}

#[test]
fn unsized_arrays_of_resources() {
    let textures = "layout(binding = 0) uniform sampler2D t[]; layout(binding = 1) buffer B { int i; vec4 v; } b[];";
    // Indexed by literals, they have a size.
    check(&[], textures, "b[1].v = texelFetch(t[2], ivec2(0), 0);", None);
    check(&[], textures, "b[1].v = texelFetch(t[b[0].i], ivec2(0), 0);", Some("GS0500"));
    check(&["GL_EXT_nonuniform_qualifier"], textures, "b[1].v = texelFetch(t[b[0].i], ivec2(0), 0);", None);
}

#[test]
fn buffer_references() {
    const ONE: &str = "GL_EXT_buffer_reference";
    const TWO: &str = "GL_EXT_buffer_reference2";
    const HALVES: &str = "GL_EXT_buffer_reference_uvec2";
    const LONG: &str = "GL_ARB_gpu_shader_int64";
    let block = "layout(buffer_reference) buffer R { int x; int y[]; };
        layout(buffer_reference) buffer S { int x; };
        layout(push_constant) uniform P { R r; S s; uvec2 h; int i; } p;";
    check(&[], "layout(buffer_reference) buffer R { int x; };", "", Some("GS0500"));
    for (extensions, body, expected) in [
        (&[ONE][..], "S s = p.s; s.x = p.r.x; p.r.y[p.i] = 1; S t = p.i > 0 ? s : p.s; S u = S(p.r);", None),
        (&[ONE], "S s = p.s + 1;", Some("GS0500")),
        (&[TWO], "S s = p.s + 1; s += p.i; s = p.s[2]; s = 1 + s - 2; int d = int(s.x);", None),
        (&[TWO, LONG], "int64_t d = p.s - (p.s + 1);", None),
        (&[TWO], "R r = p.r + 1;", Some("GS0311")),
        (&[TWO], "S s = p.s * 2;", Some("GS0307")),
        (&[TWO], "S s = p.s + 1.0;", Some("GS0307")),
        (&[ONE, LONG], "bool b = p.s == p.s;", Some("GS0307")),
        (&[ONE, LONG], "bool b = uint64_t(p.s) != 0ul; S s = S(uint64_t(5));", None),
        (&[ONE], "S s = S(p.h);", Some("GS0500")),
        (&[HALVES], "S s = S(p.h); uvec2 h = uvec2(s);", None),
        (&[ONE], "uvec2 h = uvec2(p.s);", Some("GS0500")),
        (&[ONE], "int i = int(p.s);", Some("GS0320")),
        (&[ONE], "int n = p.r.y.length();", Some("GS0313")),
        (&[ONE], "const S s = p.s;", Some("GS0210")),
    ] {
        check(extensions, block, body, expected);
    }
    let ahead = "layout(buffer_reference) buffer R; layout(push_constant) uniform P { R r; };";
    check(&[ONE], ahead, "R copy = r;", None);
    check(&[ONE], ahead, "r.x = 1;", Some("GS0327"));
    let list = "layout(buffer_reference) buffer R; layout(push_constant) uniform P { R r; };
        layout(buffer_reference) buffer R { R next; int x; };";
    check(&[ONE], list, "r.next.next.x = 1;", None);
}

#[test]
fn null_initializers() {
    const ON: &[&str] = &["GL_EXT_null_initializer"];
    let data = "struct S { int a; vec3 b[2]; mat2 c; bool d; }; shared S kept = {}; shared float f[4] = {}; S g = {};";
    let body = "int i = {}; vec4 v = {}; S s = {}; float a[3] = {}; S t[2] = { s, {} }; const S c = {};";
    check(ON, data, body, None);
    check(&[], "", "int i = {};", Some("GS0500"));
    check(&[], "shared int i = {};", "", Some("GS0500"));
    check(ON, "", "int i[] = {};", Some("GS0229"));
    check(ON, "shared int i = 0;", "", Some("GS0220"));
}

#[test]
fn debug_printf_takes_a_literal_format() {
    const ON: &[&str] = &["GL_EXT_debug_printf"];
    check(ON, "", r#"int a = 1; debugPrintfEXT("%d %v3f\\n", a, vec3(a)); debugPrintfEXT("x");"#, None);
    check(&[], "", r#"debugPrintfEXT("x");"#, Some("GS0500"));
    check(ON, "", "debugPrintfEXT(1);", Some("GS0600"));
    check(ON, "", "debugPrintfEXT();", Some("GS0301"));
    // A function of the shader hides it.
    check(&[], "void debugPrintfEXT(int a) {}", "debugPrintfEXT(1);", None);
}

#[test]
fn shared_memory_blocks() {
    const ON: &[&str] = &["GL_EXT_shared_memory_block"];
    let blocks = "layout(std140) shared A { uint a[4]; vec3 v; } x; shared B { uvec4 b; };";
    check(ON, blocks, "x.a[1] = b.x; atomicAdd(b.y, 1u);", None);
    check(ON, "layout(row_major) shared; shared A { mat2x3 m; };", "m[0] = vec3(1.0);", None);
    check(&[], "shared A { uint a; };", "", Some("GS0500"));
    check(ON, "shared A { uint a; }; shared uint b;", "", Some("GS0328"));
    check(ON, "shared A { uint a; } x[2];", "", Some("GS0210"));
    check(ON, "layout(binding = 0) shared A { uint a; };", "", Some("GS0210"));
}

#[test]
fn ray_queries() {
    const QUERY: &str = "GL_EXT_ray_query";
    const TRACING: &str = "GL_EXT_ray_tracing";
    const CULLING: &str = "GL_EXT_ray_flags_primitive_culling";
    const POSITIONS: &str = "GL_EXT_ray_tracing_position_fetch";
    const MICROMAP: &str = "GL_EXT_opacity_micromap";
    const LONG: &str = "GL_EXT_shader_explicit_arithmetic_types_int64";
    let scene = "layout(binding = 0) uniform accelerationStructureEXT scene; layout(binding = 1) buffer B { uint x; };";
    check(&[], scene, "", Some("GS0500"));
    check(&[TRACING], scene, "x = gl_RayFlagsCullNoOpaqueEXT;", None);
    check(&[TRACING], scene, "rayQueryEXT q;", Some("GS0500"));
    check(&[TRACING], scene, "x = gl_RayQueryCommittedIntersectionNoneEXT;", Some("GS0500"));
    check(&[QUERY], scene, "x = gl_RayFlagsSkipAABBEXT;", Some("GS0500"));
    check(&[QUERY, CULLING], scene, "x = gl_RayFlagsSkipAABBEXT;", None);
    check(&[QUERY], "layout(primitive_culling);", "", Some("GS0500"));
    check(&[QUERY, CULLING], "layout(primitive_culling);", "", None);
    check(&[QUERY, CULLING], "layout(primitive_culling) in;", "", Some("GS0210"));
    check(&[QUERY, CULLING], "layout(primitive_culling, binding = 0);", "", Some("GS0210"));
    check(&[QUERY, CULLING], "layout(primitive_culling = 1);", "", Some("GS0213"));
    check(&[QUERY, CULLING], "layout(binding = 0, primitive_culling) buffer B { int i; };", "", Some("GS0210"));
    let positions = "rayQueryEXT q; vec3 p[3]; rayQueryGetIntersectionTriangleVertexPositionsEXT(q, true, p);";
    check(&[QUERY], "", positions, Some("GS0500"));
    check(&[QUERY, POSITIONS], "", positions, None);
    check(&[QUERY], scene, "x = gl_RayFlagsForceOpacityMicromap2StateEXT;", Some("GS0500"));
    check(&[QUERY, MICROMAP], scene, "x = gl_RayFlagsForceOpacityMicromap2StateEXT;", None);
    // Available in ray tracing stages only.
    check(&[QUERY, "GL_EXT_ray_cull_mask"], scene, "x = gl_CullMaskEXT;", Some("GS0503"));
    check(&[QUERY, POSITIONS], scene, "x = uint(gl_HitTriangleVertexPositionsEXT[0].x);", Some("GS0503"));
    let call =
        |argument: &str| format!("rayQueryEXT q; rayQueryInitializeEXT(q, {argument}, 0, 0, vec3(0), 0, vec3(1), 1);");
    check(&[QUERY], scene, &call("accelerationStructureEXT(uvec2(x))"), None);
    check(&[QUERY, LONG], scene, &call("accelerationStructureEXT(uint64_t(x))"), None);
    check(&[QUERY, LONG], scene, &call("accelerationStructureEXT(x)"), Some("GS0320"));
    check(&[QUERY, LONG], scene, &call("accelerationStructureEXT(int64_t(x))"), Some("GS0320"));
    check(&[QUERY], scene, &call("accelerationStructureEXT(scene)"), Some("GS0320"));
    check(&[QUERY], scene, &call("accelerationStructureEXT()"), Some("GS0321"));
    check(&[QUERY], scene, "uvec2 address = uvec2(scene);", Some("GS0320"));
    check(&[QUERY], scene, "scene = scene;", Some("GS0309"));
    let by_value = "void f(accelerationStructureEXT s) { s = s; }";
    check(&[QUERY], by_value, "", Some("GS0309"));
    check(&[QUERY], "void f(inout rayQueryEXT q) {}", "", Some("GS0214"));
    check(&[QUERY], "void f(const in rayQueryEXT q) { rayQueryTerminateEXT(q); }", "rayQueryEXT q; f(q);", None);
    check(&[QUERY], "rayQueryEXT q[];", "rayQueryTerminateEXT(q[2]);", None);
    check(&[QUERY], "void f(rayQueryEXT q[]) {}", "", Some("GS0206"));
    check(&[QUERY], "", "rayQueryEXT q[]; rayQueryTerminateEXT(q[gl_LocalInvocationIndex]);", Some("GS0206"));
    check(&[QUERY], "layout(location = 0) rayQueryEXT q;", "", Some("GS0210"));
    check(&[QUERY], "", "coherent rayQueryEXT q;", Some("GS0210"));
    check(&[QUERY], "layout(binding = 0) buffer B { rayQueryEXT q; };", "", Some("GS0214"));
}

#[test]
fn image_atomics_on_halves() {
    const HALVES: &str = "GL_NV_shader_atomic_fp16_vector";
    const ADD: &str = "GL_EXT_shader_atomic_float";
    let images = "layout(binding = 0, rg16f) uniform image2D two; layout(binding = 1, rgba16f) uniform image2D four;
        layout(binding = 2, r32f) uniform image2D one; layout(binding = 3) writeonly uniform image2D any;";
    check(&[F16, HALVES], images, "imageAtomicAdd(two, ivec2(0), f16vec2(1));", None);
    check(&[F16, HALVES], images, "imageAtomicMin(four, ivec2(0), f16vec4(1));", None);
    check(&[F16], images, "imageAtomicAdd(two, ivec2(0), f16vec2(1));", Some("GS0500"));
    check(&[F16, HALVES], images, "imageAtomicAdd(two, ivec2(0), f16vec4(1));", Some("GS0728"));
    check(&[F16, HALVES], images, "imageAtomicAdd(four, ivec2(0), f16vec2(1));", Some("GS0728"));
    check(&[F16, HALVES], images, "imageAtomicMax(one, ivec2(0), f16vec2(1));", Some("GS0728"));
    check(&[F16, HALVES, ADD], images, "imageAtomicAdd(two, ivec2(0), 1.0);", Some("GS0728"));
    check(&[F16, HALVES, ADD], images, "imageAtomicAdd(one, ivec2(0), 1.0);", None);
    check(&[F16, HALVES], images, "imageAtomicAdd(two, ivec2(0), f16vec3(1));", Some("GS0300"));
    // `r16f` has one half, which GL_EXT_shader_atomic_float2 does not work on in images.
    check(&[ADD], "layout(binding = 0, r16f) uniform image2D i;", "imageAtomicAdd(i, ivec2(0), 1.0);", Some("GS0728"));
}

#[test]
fn images_that_are_read_without_a_format() {
    const LOAD: &str = "GL_EXT_shader_image_load_formatted";
    let image = "layout(binding = 0) uniform image2D i; layout(binding = 1) buffer B { vec4 v; };";
    check(&[], image, "v = imageLoad(i, ivec2(0));", Some("GS0217"));
    check(&[LOAD], image, "v = imageLoad(i, ivec2(0)); imageStore(i, ivec2(1), v);", None);
    check(&[LOAD], image, "imageAtomicExchange(i, ivec2(0), 1.0);", Some("GS0728"));
}

#[test]
fn descriptor_heaps() {
    const HEAP: &str = "GL_EXT_descriptor_heap";
    let textures = "layout(descriptor_heap) uniform texture2D t[]; layout(descriptor_heap) uniform sampler s[4];
        layout(descriptor_heap) buffer B { int i; vec4 v; } b[];";
    let body = "b[1].v = textureLod(sampler2D(t[b[2].i], s[3]), vec2(0), 0);";
    check(&[HEAP], textures, body, None);
    check(&[HEAP], textures, "b[1].v = textureLod(sampler2D(t[0], s[4]), vec2(0), 0);", Some("GS0315"));
    // Without the keyword an unsized array is what it was before.
    check(&[HEAP], "layout(binding = 0) buffer B { int i; } b[];", "b[b[0].i].i = 1;", Some("GS0500"));
    check(&[], "layout(descriptor_heap) uniform texture2D t[];", "", Some("GS0500"));
    check(&[HEAP], "layout(descriptor_heap) uniform texture2D t[]; void f(texture2D t) {}", "f(t[7]);", None);
    check(&[HEAP], "layout(descriptor_heap = 1) uniform texture2D t[];", "", Some("GS0213"));
    check(&[HEAP], "layout(descriptor_heap, descriptor_stride = -8) uniform texture2D t[];", "", Some("GS0213"));
}

#[test]
fn each_behavior_of_each_extension() {
    let mut wrong = Vec::new();
    let documents = documents();
    let (.., cases) = documents.iter().find(|(path, ..)| path.ends_with("gates.md")).unwrap();
    let gated = cases.iter().filter(|case| case.heading.starts_with("GL_"));
    for case in gated {
        let extension = &case.heading;
        let macros = format!("#if !defined({extension}) || {extension} != 1\n#error no macro\n#endif\n");
        let line = |behavior: &str| format!("#extension {extension} : {behavior}\n");
        for (lines, errors, warnings) in [
            (String::new(), 1, false),
            (line("require"), 0, false),
            (line("enable"), 0, false),
            (line("warn"), 0, true),
            (line("disable"), 1, false),
            (line("require") + &line("disable"), 1, false),
        ] {
            let head = ["#version 460".to_owned(), format!("{macros}{lines}")];
            let text = shader(case, &head);
            let target = Target::from(TargetEnvironment::Vulkan1_3);
            let options = Options { stage: Stage::from_word(&case.stage), target, ..Options::default() };
            let input = Input { name: "test", text: &text };
            let rendered = glslsub::internals::compile(input, &options, &mut NoIncludes).rendered();
            let found = rendered.matches("error[").count();
            let named = found == 0 || rendered.replace(&text, "").contains(extension.as_str());
            if found != errors || !named || rendered.contains("warning[GS0501]") != warnings {
                wrong.push(format!("{lines}{rendered}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} are otherwise:\n{}", wrong.len(), wrong.join("\n"));
}
