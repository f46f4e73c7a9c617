//! What the compiler says about the legacy subgroup extensions: gates, warnings about constants, notes for migration;
//! and which instructions special constants become.

use crate::common;
use glslsub::internals::source::NoIncludes;
use glslsub::internals::target::TargetEnvironment;
use glslsub::internals::{Compilation, Input, Options, compile};

const SHUFFLE: &str = "#extension GL_NV_shader_thread_shuffle : require\n";
const GROUP: &str = "#extension GL_NV_shader_thread_group : require\n";

/// A shader around some statements.
fn shader(head: &str, statements: &str) -> String {
    format!(
        "{head}layout(local_size_x = 32) in;
layout(constant_id = 1) const uint SPECIAL = 3u;
layout(std430, binding = 0) buffer Data {{ uint u; float f; uint w; int i; bool flag; vec4 v; uint r[]; }};
struct S {{ bool flags[4]; bvec3 more; }};
void main() {{ bool ok; S s; uint local = u;\n{statements}\n}}\n"
    )
}

fn compiled(text: &str, environment: TargetEnvironment, change: impl Fn(&mut Options)) -> Compilation {
    let mut options =
        Options { stage: Some(glslsub::internals::Stage::Compute), target: environment.into(), ..Options::default() };
    change(&mut options);
    compile(Input { name: "legacy.comp", text }, &options, &mut NoIncludes)
}

/// Code and message of every diagnostic.
fn said(compilation: &Compilation) -> Vec<String> {
    compilation.diagnostics.iter().map(|it| format!("{} {}", it.code, it.message)).collect()
}

/// The names of the instructions of a module, without those of types, names and the like.
fn instructions(text: &str, environment: TargetEnvironment, clamp: bool) -> String {
    let compilation = compiled(text, environment, |options| options.nv_shuffle_clamp = clamp);
    let words = &compilation.artifact.as_ref().unwrap_or_else(|| panic!("{}", compilation.rendered())).words;
    common::compile::disassemble(words)
}

#[test]
fn constants_that_are_hardly_meant_get_warnings() {
    let width = "GS0603 `width` must be a power of two from 2 to 32, or the result is undefined";
    let table: &[(&str, &[&str])] = &[
        ("f = shuffleNV(f, 31u, 32u);", &[]),
        ("f = shuffleUpNV(f, 0u, 2u);", &[]),
        ("f = shuffleNV(f, 1u, 3u);", &[width]),
        ("f = shuffleDownNV(f, 0u, 1u);", &[width]),
        ("f = shuffleXorNV(f, 1u, 64u, ok);", &[width]),
        ("f = shuffleXorNV(f, 0, -2);", &[width]),
        ("f = shuffleNV(f, w, 0u);", &[width]),
        ("f = shuffleNV(f, 1u, SPECIAL);", &[width]),
        ("f = shuffleNV(f, w, w);", &[]),
        ("f = shuffleNV(f, 8u, 8u, ok);", &["GS0604 `index` should be below `width`, which is 8"]),
        ("f = shuffleUpNV(f, 33, 32);", &["GS0604 `index` should be below `width`, which is 32"]),
        (
            "const uint eight = 4u * 2u; f = shuffleNV(f, eight + 1u, eight);",
            &["GS0604 `index` should be below `width`, which is 8"],
        ),
        ("f = shuffleNV(f, 40u, w);", &[]),
    ];
    for (statement, expected) in table {
        let text = shader(&format!("#version 430\n{SHUFFLE}"), statement);
        let compilation = compiled(&text, TargetEnvironment::Vulkan1_1, |_| {});
        assert!(compilation.artifact.is_some(), "{}", compilation.rendered());
        assert_eq!(said(&compilation), *expected, "{statement}");
    }
}

#[test]
fn names_need_their_extension_version_and_target() {
    use TargetEnvironment::{Vulkan1_0, Vulkan1_1};
    let ballot = "#extension GL_ARB_shader_ballot : require\n";
    let table: &[(&str, &str, &str, TargetEnvironment, &str)] = &[
        (
            "450",
            "",
            "f = shuffleNV(f, 1u, 8u);",
            Vulkan1_1,
            "GS0500 `shuffleNV` needs the extension GL_NV_shader_thread_shuffle",
        ),
        (
            "450",
            SHUFFLE,
            "u = gl_WarpSizeNV;",
            Vulkan1_1,
            "GS0500 `gl_WarpSizeNV` needs the extension GL_NV_shader_thread_group",
        ),
        (
            "450",
            GROUP,
            "f = shuffleNV(f, 1u, 8u);",
            Vulkan1_1,
            "GS0500 `shuffleNV` needs the extension GL_NV_shader_thread_shuffle",
        ),
        (
            "450",
            "",
            "u = gl_SubGroupSizeARB;",
            Vulkan1_1,
            "GS0500 `gl_SubGroupSizeARB` needs the extension GL_ARB_shader_ballot",
        ),
        ("450", "", "u = gl_SMIDNV;", Vulkan1_1, "GS0500 `gl_SMIDNV` needs the extension GL_NV_shader_sm_builtins"),
        (
            "450",
            SHUFFLE,
            "f = shuffleNV(f, 1u, 8u);",
            Vulkan1_0,
            "GS0504 `shuffleNV` needs SPIR-V 1.3, but the target is vulkan1.0 with SPIR-V 1.0",
        ),
        (
            "450",
            GROUP,
            "u = activeThreadsNV();",
            Vulkan1_0,
            "GS0504 `activeThreadsNV` needs SPIR-V 1.3, but the target is vulkan1.0 with SPIR-V 1.0",
        ),
        (
            "450",
            GROUP,
            "u = gl_ThreadLtMaskNV;",
            Vulkan1_0,
            "GS0504 `gl_ThreadLtMaskNV` needs SPIR-V 1.3, but the target is vulkan1.0 with SPIR-V 1.0",
        ),
        (
            "450",
            GROUP,
            "f = quadSwizzle0NV(f);",
            Vulkan1_1,
            "GS0503 `quadSwizzle0NV` does not exist in a compute shader",
        ),
        (
            "450",
            GROUP,
            "ok = gl_HelperThreadNV;",
            Vulkan1_1,
            "GS0503 `gl_HelperThreadNV` does not exist in a compute shader",
        ),
        ("450", GROUP, "gl_WarpSizeNV = 3u;", Vulkan1_1, "GS0309 "),
        ("450", ballot, "gl_SubGroupSizeARB = 3u;", Vulkan1_1, "GS0309 "),
        ("450", ballot, "u = gl_SubGroupSizeARB();", Vulkan1_1, "GS030"),
        ("450", SHUFFLE, "f = shuffleNV(f, 1u, 8u, 1 < 2);", Vulkan1_1, "GS0309 "),
        ("450", SHUFFLE, "f = shuffleNV(f, 1u, 8u, u);", Vulkan1_1, "GS0300 "),
        ("450", SHUFFLE, "f = shuffleNV(f, 1u);", Vulkan1_1, "GS030"),
    ];
    for (version, extensions, statement, environment, expected) in table {
        let text = shader(&format!("#version {version}\n{extensions}"), statement);
        let compilation = compiled(&text, *environment, |_| {});
        assert!(compilation.artifact.is_none(), "{statement} compiles");
        let said = said(&compilation);
        assert!(said.len() == 1 && said[0].starts_with(expected), "{statement}: {said:?}");
        if *environment == Vulkan1_0 {
            assert!(compilation.rendered().contains("--target-env vulkan1.1"), "{}", compilation.rendered());
        }
    }
    let old = compiled(&shader(&format!("#version 420\n{SHUFFLE}"), ""), Vulkan1_1, |_| {});
    assert!(said(&old).iter().any(|line| line.starts_with("GS0034")), "{:?}", said(&old));
}

#[test]
fn any_l_value_takes_the_output() {
    let statements = "
        v = shuffleNV(v, w, 8u, ok);
        v.yx = shuffleUpNV(v.xy, w, 8u, s.flags[w & 3u]);
        v.x = shuffleDownNV(v.x, i, 8, s.more.z);
        v.x = shuffleXorNV(f, w, w, s.more.zyx.y);
        ok = shuffleNV(ok, w, w, ok);
        s.more = shuffleNV(s.more, w, SPECIAL, flag);
        r[0] = uint(ok) + uint(s.flags[0]) + uint(s.more.x);";
    let text = shader(&format!("#version 430\n{SHUFFLE}"), statements);
    for environment in [TargetEnvironment::Vulkan1_1, TargetEnvironment::Vulkan1_3] {
        let compilation = compiled(&text, environment, |_| {});
        let module = compilation.artifact.as_ref().unwrap_or_else(|| panic!("{}", compilation.rendered()));
        common::validate::validate(&module.words, environment.into()).unwrap_valid("outputs");
    }
}

#[test]
fn constants_choose_the_short_forms() {
    // Statement, clamp, what the module must contain, what it must not.
    let table: &[(&str, bool, &str, &str)] = &[
        ("u = shuffleXorNV(u, 3u, 8u);", false, "OpGroupNonUniformShuffleXor", "OpSelect"),
        ("u = shuffleXorNV(u, w, 32u, ok);", false, "OpGroupNonUniformShuffleXor", "OpSelect"),
        ("u = shuffleXorNV(u, 9u, 8u);", false, "OpSelect", "OpGroupNonUniformShuffleXor"),
        ("u = shuffleXorNV(u, w, 8u);", false, "OpSelect", "OpGroupNonUniformShuffleXor"),
        ("u = shuffleXorNV(u, 1u, SPECIAL);", false, "OpSelect", "OpGroupNonUniformShuffleXor"),
        ("u = shuffleXorNV(u, 3u, 8u);", true, "SubgroupSize", "OpGroupNonUniformShuffleXor"),
        ("u = shuffleNV(u, w, 32u);", false, "OpGroupNonUniformShuffle ", "OpSelect"),
        ("u = shuffleNV(u, w, 32u);", true, "SubgroupSize", "OpGroupNonUniformShuffleXor"),
        ("u = shuffleNV(u, w, 16u);", false, "OpSelect", "SubgroupSize"),
        ("u = shuffleUpNV(u, w, 32u);", true, "OpSelect", "SubgroupSize"),
        ("u = shuffleDownNV(u, w, 32u);", true, "SubgroupSize", "OpGroupNonUniformShuffleDown"),
    ];
    for (statement, clamp, wanted, unwanted) in table {
        let text = shader(&format!("#version 430\n{SHUFFLE}"), statement);
        let listing = instructions(&text, TargetEnvironment::Vulkan1_1, *clamp);
        assert!(listing.contains(wanted), "{statement}: no {wanted}\n{listing}");
        assert!(!listing.contains(unwanted), "{statement}: {unwanted}\n{listing}");
    }
}

#[test]
fn notes_say_what_replaces_a_legacy_name() {
    let ballot = "#extension GL_ARB_shader_ballot : require\n#extension GL_ARB_shader_group_vote : require\n";
    let head = format!("#version 450\n{SHUFFLE}{GROUP}{ballot}#extension GL_KHR_shader_subgroup_basic : require\n");
    let table: &[(&str, &str)] = &[
        ("f = shuffleUpNV(f, 1u, 8u);", "`subgroupShuffleUp(data, index)`"),
        ("u = gl_ThreadInWarpNV;", "`gl_SubgroupInvocationID`"),
        ("u = gl_ThreadLtMaskNV;", "`gl_SubgroupLtMask.x`"),
        ("u = ballotThreadNV(flag);", "`subgroupBallot(value).x`"),
        ("u = gl_SubGroupSizeARB;", "`gl_SubgroupSize`"),
        ("flag = anyInvocationARB(flag);", "`subgroupAny(value)`"),
        ("u = readFirstInvocationARB(u);", "`subgroupBroadcastFirst(value)`"),
    ];
    for (statement, replacement) in table {
        let text = shader(&head, statement);
        let silent = compiled(&text, TargetEnvironment::Vulkan1_1, |_| {});
        assert!(silent.diagnostics.is_empty(), "{}", silent.rendered());
        let explained = compiled(&text, TargetEnvironment::Vulkan1_1, |options| options.explain_legacy = true);
        assert!(explained.artifact.is_some());
        assert_eq!(explained.diagnostics.len(), 1, "{statement}");
        let rendered = explained.rendered();
        assert!(rendered.starts_with("note[GS0605]") && rendered.contains(replacement), "{rendered}");
    }
    let modern = shader(&head, "u = gl_SubgroupSize;");
    let explained = compiled(&modern, TargetEnvironment::Vulkan1_1, |options| options.explain_legacy = true);
    assert!(explained.diagnostics.is_empty(), "{}", explained.rendered());
}

#[test]
fn macros_say_that_the_extensions_are_there() {
    for extension in [
        "GL_NV_shader_thread_shuffle",
        "GL_NV_shader_thread_group",
        "GL_NV_shader_sm_builtins",
        "GL_ARB_shader_ballot",
        "GL_ARB_shader_group_vote",
    ] {
        let text = format!(
            "#version 450\n#if {extension} != 1\n#error missing\n#endif\nlayout(local_size_x = 1) in;\nvoid main() {{}}\n"
        );
        let compilation = compiled(&text, TargetEnvironment::Vulkan1_1, |_| {});
        assert!(compilation.artifact.is_some(), "{}", compilation.rendered());
    }
}
