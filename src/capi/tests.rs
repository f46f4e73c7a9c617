//! The C functions, called from Rust as C calls them, and the header.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr::{null, null_mut};

use super::compile::*;
use super::include::IncludeResult;
use super::kind::{self, ShaderKind};
use super::options::*;
use super::result::*;
use super::version::*;
use super::{handle, limit};
use crate::shaderc::Settings;
use crate::stage::Stage;

const VERTEX: c_uint = 0;
const FRAGMENT: c_uint = 1;
const COMPUTE: c_uint = 2;
const INFER: c_uint = 6;
const DEFAULT_FRAGMENT: c_uint = 8;
const SPIRV: c_uint = 13;

/// What a result said before it was released.
#[derive(Debug)]
struct Answer {
    status: c_uint,
    bytes: Vec<u8>,
    messages: String,
    errors: usize,
    warnings: usize,
}

impl Answer {
    fn text(&self) -> &str {
        assert_eq!(self.status, 0, "{self:?}");
        std::str::from_utf8(&self.bytes).unwrap()
    }

    fn is_refused(&self, status: c_uint, message: &str) {
        assert_eq!((self.status, self.errors, self.bytes.len()), (status, 1, 0), "{self:?}");
        assert!(self.messages.contains(message), "{self:?}");
    }
}

fn answer(result: *mut CompilationResult) -> Answer {
    assert!(!result.is_null());
    // SAFETY: the result is live until it is released here.
    unsafe {
        let (bytes, length) = (shaderc_result_get_bytes(result), shaderc_result_get_length(result));
        let bytes = if bytes.is_null() { &[] } else { std::slice::from_raw_parts(bytes.cast::<u8>(), length) };
        let answer = Answer {
            status: shaderc_result_get_compilation_status(result),
            bytes: bytes.to_vec(),
            messages: CStr::from_ptr(shaderc_result_get_error_message(result)).to_str().unwrap().to_owned(),
            errors: shaderc_result_get_num_errors(result),
            warnings: shaderc_result_get_num_warnings(result),
        };
        shaderc_result_release(result);
        answer
    }
}

type CompileFn = unsafe extern "C" fn(
    *const Compiler,
    *const c_char,
    usize,
    c_uint,
    *const c_char,
    *const c_char,
    *const CompileOptions,
) -> *mut CompilationResult;

fn run(function: CompileFn, text: &str, kind: c_uint, set: impl FnOnce(*mut CompileOptions)) -> Answer {
    // SAFETY: all handles are live until they are released here, and the texts live longer.
    unsafe {
        let (compiler, options) = (shaderc_compiler_initialize(), shaderc_compile_options_initialize());
        set(options);
        let copy = shaderc_compile_options_clone(options);
        shaderc_compile_options_release(options);
        let (name, entry) = (c"dir/a.glsl".as_ptr(), c"main".as_ptr());
        let result = function(compiler, text.as_ptr().cast(), text.len(), kind, name, entry, copy);
        shaderc_compile_options_release(copy);
        shaderc_compiler_release(compiler);
        answer(result)
    }
}

fn listing(text: &str, kind: c_uint, set: impl FnOnce(*mut CompileOptions)) -> Answer {
    run(shaderc_compile_into_spv_assembly, text, kind, set)
}

/// Calls functions that take options; the arguments come first for brevity.
macro_rules! set {
    ($($function:ident($($value:expr),*)),*) => {
        // SAFETY: the options are live, and the texts are.
        |options: *mut CompileOptions| unsafe { $($function(options $(, $value)*));* }
    };
}

const EMPTY: &str = "#version 450\nvoid main() {}\n";

#[test]
fn modules_are_words_and_texts_end_in_nul() {
    let module = run(shaderc_compile_into_spv, EMPTY, VERTEX, |_| ());
    assert_eq!((module.status, module.errors, module.warnings, module.messages.as_str()), (0, 0, 0, ""));
    assert_eq!(module.bytes[..4], 0x0723_0203_u32.to_ne_bytes());
    assert_eq!(module.bytes.len() % 4, 0);
    assert!(listing(EMPTY, VERTEX, |_| ()).text().contains("OpEntryPoint Vertex %1 \"main\""));
    let text =
        run(shaderc_compile_into_preprocessed_text, "#version 450\n#define A main\nvoid A() {}\n", INFER, |_| ());
    assert!(text.text().contains("void main()"), "{text:?}");
    assert!(!text.bytes.contains(&0));
}

#[test]
fn the_stage_comes_from_the_kind_and_from_pragmas() {
    let stage_of = |kind, pragma: &str| {
        let answer = listing(&format!("#version 450\n{pragma}\nvoid main() {{}}\n"), kind, |_| ());
        if answer.status == 0 {
            answer.text().split("OpEntryPoint ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
        } else {
            answer.status.to_string()
        }
    };
    let compute = "#pragma shader_stage(compute)\nlayout(local_size_x = 1) in;";
    assert_eq!(stage_of(VERTEX, "#pragma shader_stage(fragment)"), "Vertex");
    assert_eq!(stage_of(DEFAULT_FRAGMENT, ""), "Fragment");
    assert_eq!(stage_of(DEFAULT_FRAGMENT, compute), "GLCompute");
    assert_eq!(stage_of(INFER, compute), "GLCompute");
    assert_eq!(stage_of(INFER, ""), "1");
    assert_eq!(stage_of(INFER, "#pragma shader_stage(frobnicate)"), "2");
    assert_eq!(stage_of(99, ""), "1");
    assert_eq!(stage_of(SPIRV, ""), "1");
}

#[test]
fn macros_have_lengths_and_the_last_of_a_name_counts() {
    let text = "#version 450\nlayout(local_size_x = SIZE) in;\n#ifdef EMPTY\nvoid main() EMPTY {}\n#endif\n";
    let define = |name: &'static str, value: Option<&'static str>| {
        move |options| {
            let (start, length) = value.map_or((null(), 0), |it| (it.as_ptr().cast(), it.len()));
            // SAFETY: the options are live, and the texts are static.
            unsafe {
                shaderc_compile_options_add_macro_definition(options, name.as_ptr().cast(), name.len(), start, length)
            }
        }
    };
    let answer = listing(text, COMPUTE, |options| {
        define("SIZE", Some("x"))(options);
        define("SIZE", Some("8"))(options);
        define("EMPTY", None)(options);
    });
    assert!(answer.text().contains("LocalSize 8 1 1"), "{answer:?}");
}

#[test]
fn options_have_their_effect() {
    let has = |text: &str, kind, set: &dyn Fn(*mut CompileOptions), part: &str| {
        assert!(
            !listing(text, kind, |_| ()).bytes.windows(part.len()).any(|it| it == part.as_bytes()),
            "{part} anyway"
        );
        let answer = listing(text, kind, set);
        assert!(answer.text().contains(part), "no {part}: {answer:?}");
    };
    let position = "#version 450\nlayout(location = 0) in vec4 a;\nvoid main() { gl_Position = a; }\n";
    has(position, VERTEX, &set![shaderc_compile_options_set_invert_y(true)], "OpFNegate");
    has(position, VERTEX, &set![shaderc_compile_options_set_generate_debug_info()], "OpLine");
    has(EMPTY, VERTEX, &set![shaderc_compile_options_set_target_env(0, 1 << 22 | 2 << 12)], "Version: 1.5");
    has(EMPTY, VERTEX, &set![shaderc_compile_options_set_target_spirv(0x1_0400)], "Version: 1.4");
    let essl = set![
        shaderc_compile_options_set_forced_version_profile(310, 3),
        shaderc_compile_options_set_generate_debug_info()
    ];
    has(EMPTY, VERTEX, &essl, "OpSource ESSL 310");
    let unused = "#version 450\nlayout(set = 0, binding = 3) uniform U { vec4 u; };\nvoid main() {}\n";
    has(unused, VERTEX, &set![shaderc_compile_options_set_preserve_bindings(true)], "Binding 3");
    let used = "#version 450\nlayout(binding = 3) uniform U { vec4 u; };\nvoid main() { gl_Position = u; }\n";
    has(used, VERTEX, &set![shaderc_compile_options_set_binding_base(3, 40)], "Binding 43");
    has(used, VERTEX, &set![shaderc_compile_options_set_binding_base_for_stage(VERTEX, 3, 50)], "Binding 53");
    let clamp = "#version 450\nlayout(location = 0) in float a;\nvoid main() { gl_Position = vec4(min(a, 1.0)); }\n";
    has(clamp, VERTEX, &set![shaderc_compile_options_set_nan_clamp(true)], "NMin");
    let unbound = "#version 450\nuniform U { vec4 u; };\nvoid main() { gl_Position = u; }\n";
    has(unbound, VERTEX, &set![shaderc_compile_options_set_auto_bind_uniforms(true)], "Binding 0");
    let unlocated = "#version 450\nout vec4 color;\nvoid main() { color = vec4(1); }\n";
    has(unlocated, FRAGMENT, &set![shaderc_compile_options_set_auto_map_locations(true)], "Location 0");
    let packed = "#version 450\nlayout(binding = 0) uniform U { float a; vec3 u; };\nvoid main() { gl_Position = vec4(u, a); }\n";
    has(packed, VERTEX, &set![shaderc_compile_options_set_hlsl_offsets(true)], "1 Offset 4");
    let plain = "#version 450\nuniform vec4 u;\nvoid main() { gl_Position = u; }\n";
    has(plain, VERTEX, &set![shaderc_compile_options_set_vulkan_rules_relaxed(true)], "gl_DefaultUniformBlock");
    let limit = "#version 450\nlayout(local_size_x = gl_MaxDrawBuffers) in;\nvoid main() {}\n";
    let draw_buffers = c_uint::try_from(limit::NAMES.iter().position(|it| *it == "MaxDrawBuffers").unwrap()).unwrap();
    has(limit, COMPUTE, &set![shaderc_compile_options_set_limit(draw_buffers, 7)], "LocalSize 7 1 1");
    let twice = "#version 450\nlayout(location = 0) in float a;\n\
                 void main() { float b = 1; for (int i = 0; i < 9; i++) b *= a; gl_Position = vec4(b); }\n";
    let optimized = listing(twice, VERTEX, set![shaderc_compile_options_set_optimization_level(2)]);
    assert!(listing(twice, VERTEX, |_| ()).text().contains("  Function\n"));
    assert!(!optimized.text().contains("Function\n"), "{optimized:?}");
}

#[test]
fn what_is_not_supported_is_an_error_with_a_message() {
    let refused = |set: &dyn Fn(*mut CompileOptions), message: &str| {
        run(shaderc_compile_into_spv, EMPTY, VERTEX, set).is_refused(2, message);
    };
    refused(&set![shaderc_compile_options_set_source_language(1)], "HLSL, which is not supported");
    refused(&set![shaderc_compile_options_set_target_env(1, 0)], "OpenGL is not supported");
    refused(&set![shaderc_compile_options_set_target_env(0, 77)], "not a version of Vulkan");
    refused(&set![shaderc_compile_options_set_target_spirv(0x2_0000)], "unknown SPIR-V version 0x20000");
    refused(&set![shaderc_compile_options_set_forced_version_profile(7, 0)], "version 7 is not supported");
    refused(&set![shaderc_compile_options_set_hlsl_register_set_and_binding(null(), null(), null())], "hlsl_register");
    refused(&set![shaderc_compile_options_set_max_id_bound(2)], "max_id_bound allows 2");
    // The last value of a setting counts.
    let ends_well = set![
        shaderc_compile_options_set_source_language(1),
        shaderc_compile_options_set_source_language(0),
        shaderc_compile_options_set_target_env(1, 0),
        shaderc_compile_options_set_target_env(0, 0)
    ];
    assert_eq!(run(shaderc_compile_into_spv, EMPTY, VERTEX, ends_well).status, 0);
    let sampler = "#version 450\nlayout(binding = 0) uniform sampler s;\nlayout(binding = 1) uniform texture2D t;\n\
                   void main() { gl_Position = texture(sampler2D(t, s), vec2(0)); }\n";
    assert_eq!(run(shaderc_compile_into_spv, sampler, VERTEX, |_| ()).status, 0);
    let combines = set![shaderc_compile_options_set_auto_combined_image_sampler(true)];
    run(shaderc_compile_into_spv, sampler, VERTEX, combines).is_refused(2, "separate sampler");
    // SAFETY: the compiler is live; the rest is not looked at.
    unsafe {
        let compiler = shaderc_compiler_initialize();
        answer(shaderc_assemble_into_spv(compiler, null(), 0, null())).is_refused(5, "spirv-as");
        shaderc_compiler_release(compiler);
    }
}

#[test]
fn errors_and_warnings_are_counted() {
    let wrong = run(shaderc_compile_into_spv, "#version 450\nvoid main() { x = 1; y = 2; }\n", VERTEX, |_| ());
    assert_eq!((wrong.status, wrong.errors, wrong.bytes.len()), (2, 2, 0));
    assert!(wrong.messages.starts_with("dir/a.glsl:2: error: "), "{wrong:?}");
    let text = "#version 450\n#extension GL_FOO_bar : warn\nvoid main() {}\n";
    let counts = |set: &dyn Fn(*mut CompileOptions)| {
        let answer = run(shaderc_compile_into_spv, text, VERTEX, set);
        (answer.status, answer.errors, answer.warnings)
    };
    assert_eq!(counts(&|_| ()), (0, 0, 1));
    assert_eq!(counts(&set![shaderc_compile_options_set_warnings_as_errors()]), (2, 1, 0));
    assert_eq!(counts(&set![shaderc_compile_options_set_suppress_warnings()]), (0, 0, 0));
    // Suppressing wins in any order.
    let both = set![shaderc_compile_options_set_suppress_warnings(), shaderc_compile_options_set_warnings_as_errors()];
    assert_eq!(counts(&both), (0, 0, 0));
}

/// What the callbacks were asked, as `user_data`.
#[derive(Default)]
struct Asked {
    lines: Vec<String>,
    released: usize,
}

unsafe extern "C" fn resolve(
    user_data: *mut c_void,
    name: *const c_char,
    kind: c_int,
    includer: *const c_char,
    depth: usize,
) -> *mut IncludeResult {
    // SAFETY: the test gives a live `Asked`, and texts end in NUL.
    let (asked, name, includer) =
        unsafe { (&mut *user_data.cast::<Asked>(), CStr::from_ptr(name), CStr::from_ptr(includer)) };
    let (name, includer) = (name.to_str().unwrap(), includer.to_str().unwrap());
    asked.lines.push(format!("{name} {kind} {includer} {depth}"));
    let (found, content) = match (name, kind) {
        ("null", _) => return null_mut(),
        ("outer.glsl", 0) => ("inc/outer.glsl", "#include <inner.glsl>\n#include \"inner.glsl\"\n"),
        ("inner.glsl", 1) => ("inc/inner.glsl", "#pragma once\n"),
        _ => ("", "it is nowhere"),
    };
    handle::give(IncludeResult::of(found, content, user_data))
}

unsafe extern "C" fn release(user_data: *mut c_void, result: *mut IncludeResult) {
    // SAFETY: the test gives a live `Asked`, and `resolve` made the result.
    unsafe {
        (*user_data.cast::<Asked>()).released += 1;
        handle::release(result);
    }
}

#[test]
fn included_files_come_through_callbacks() {
    let mut asked = Asked::default();
    let data = std::ptr::from_mut(&mut asked).cast();
    let compile = |body: &str| {
        run(shaderc_compile_into_spv, &format!("#version 450\n{body}\nvoid main() {{}}\n"), VERTEX, |options| {
            // SAFETY: the options are live, and the data lives longer than they do.
            unsafe { shaderc_compile_options_set_include_callbacks(options, Some(resolve), Some(release), data) }
        })
    };
    assert_eq!(compile("#include \"outer.glsl\"\n#include <inner.glsl>").messages, "");
    compile("#include \"gone.glsl\"").is_refused(2, "can't include `gone.glsl`: it is nowhere");
    compile("#include <null>").is_refused(2, "returned no result");
    let expected = [
        "outer.glsl 0 dir/a.glsl 1",
        "inner.glsl 1 inc/outer.glsl 2",
        "inner.glsl 0 inc/outer.glsl 2",
        "inner.glsl 1 inc/outer.glsl 2",
        "inner.glsl 1 dir/a.glsl 1",
        "gone.glsl 0 dir/a.glsl 1",
        "gone.glsl 1 dir/a.glsl 1",
        "null 1 dir/a.glsl 1",
    ];
    assert_eq!(asked.lines, expected);
    // Every answer was released; one was null.
    assert_eq!(asked.released, expected.len() - 1);
    run(shaderc_compile_into_spv, "#version 450\n#include \"a\"\nvoid main() {}\n", VERTEX, |_| ())
        .is_refused(2, "no include callbacks");
}

#[test]
fn null_is_answered_or_ignored() {
    // SAFETY: every function accepts null.
    unsafe {
        assert!(shaderc_compile_into_spv(null(), null(), 0, VERTEX, null(), null(), null()).is_null());
        assert!(shaderc_assemble_into_spv(null(), null(), 0, null()).is_null());
        assert_eq!(shaderc_result_get_compilation_status(null()), 4);
        assert_eq!(shaderc_result_get_length(null()), 0);
        assert_eq!(CStr::from_ptr(shaderc_result_get_error_message(null())), c"there is no result");
        shaderc_result_release(null_mut());
        shaderc_compiler_release(null_mut());
        shaderc_compile_options_release(null_mut());
        shaderc_compile_options_set_invert_y(null_mut(), true);
        let options = shaderc_compile_options_clone(null());
        assert!(!options.is_null());
        shaderc_compile_options_release(options);
        let compiler = shaderc_compiler_initialize();
        answer(shaderc_compile_into_spv(compiler, null(), 0, VERTEX, null(), null(), null())).is_refused(2, "is null");
        shaderc_compiler_release(compiler);
        shaderc_get_spv_version(null_mut(), null_mut());
        assert!(!shaderc_parse_version_profile(null(), null_mut(), null_mut()));
    }
}

#[test]
fn a_panic_becomes_the_error_of_the_call() {
    assert_eq!(handle::guarded(7, || if VERTEX == 0 { panic!("as tested") } else { 8 }), 7);
    let mut options = CompileOptions::default();
    // SAFETY: the object is live.
    unsafe { handle::change(&raw mut options, |_| panic!("as tested")) };
    assert!(options.refusal().is_none());
}

#[test]
fn versions() {
    let parse = |text: &CStr| {
        let (mut version, mut profile) = (0, 9);
        // SAFETY: the text ends in NUL, and both places are live.
        let known = unsafe { shaderc_parse_version_profile(text.as_ptr(), &raw mut version, &raw mut profile) };
        known.then_some((version, profile))
    };
    let known = [
        (c"450core", (450, 1)),
        (c"450", (450, 0)),
        (c"310es", (310, 3)),
        (c"450 core", (450, 1)),
        (c"0450", (450, 0)),
    ];
    for (text, expected) in known {
        assert_eq!(parse(text), Some(expected), "{text:?}");
    }
    for text in [c"", c"core", c"451", c"450foo", c"450Core", c"-450", c"99999999999999999999"] {
        assert_eq!(parse(text), None, "{text:?}");
    }
    let (mut version, mut revision) = (0, 0);
    // SAFETY: both places are live.
    unsafe { shaderc_get_spv_version(&raw mut version, &raw mut revision) };
    assert_eq!(version, 0x1_0600);
    assert!(revision > 0);
}

const HEADER: &str = include_str!("include/shaderc/shaderc.h");

/// The enumerators of an enumeration of the header that have no value of their own.
fn enumerators<'a>(name: &str, prefix: &'a str) -> Vec<&'a str> {
    let end = HEADER.find(&format!("}} {name};")).unwrap();
    let start = HEADER[..end].rfind("typedef enum {").unwrap();
    let lines = HEADER[start..end].lines().skip(1).filter(|line| !line.contains('='));
    lines.map(|line| line.trim().trim_end_matches(',').strip_prefix(prefix).unwrap()).collect()
}

#[test]
fn limits_stand_in_the_order_of_the_header() {
    let camel = |name: &str| {
        let words = name.split('_').map(|word| match word {
            "nv" | "ext" => word.to_uppercase(),
            word => word[..1].to_uppercase() + &word[1..],
        });
        words
            .collect::<String>()
            .replace("XNV", "X_NV")
            .replace("YNV", "Y_NV")
            .replace("ZNV", "Z_NV")
            .replace("XEXT", "X_EXT")
            .replace("YEXT", "Y_EXT")
            .replace("ZEXT", "Z_EXT")
    };
    let expected: Vec<String> = enumerators("shaderc_limit", "shaderc_limit_").iter().map(|it| camel(it)).collect();
    assert_eq!(limit::NAMES, expected);
    let mut settings = Settings::default();
    for name in limit::NAMES {
        assert!(settings.limit(name, 1), "{name}");
    }
    // Seven have no constant.
    assert_eq!(settings.options.limits.len(), limit::NAMES.len() - 7);
}

#[test]
fn kinds_stand_in_the_order_of_the_header() {
    let stage = |word: &str| {
        let word = word.strip_suffix("_shader").unwrap();
        let names = [
            ("tess_control", "tesscontrol"),
            ("tess_evaluation", "tesseval"),
            ("raygen", "rgen"),
            ("anyhit", "rahit"),
            ("closesthit", "rchit"),
            ("miss", "rmiss"),
            ("intersection", "rint"),
            ("callable", "rcall"),
        ];
        let word = names.iter().find(|it| it.0 == word).map_or(word, |it| it.1);
        Stage::from_word(word).unwrap_or_else(|| panic!("{word}"))
    };
    let words = enumerators("shaderc_shader_kind", "shaderc_");
    for (value, word) in words.iter().enumerate() {
        let expected = match *word {
            "glsl_infer_from_source" => ShaderKind::Inferred,
            "spirv_assembly" => ShaderKind::Assembly,
            _ => match word.strip_prefix("glsl_default_") {
                Some(word) => ShaderKind::Default(stage(word)),
                None => ShaderKind::Forced(stage(word)),
            },
        };
        assert_eq!(kind::shader_kind(c_uint::try_from(value).unwrap()), Some(expected), "{word}");
    }
    assert_eq!(kind::shader_kind(c_uint::try_from(words.len()).unwrap()), None);
}

#[test]
fn the_header_declares_every_function() {
    let files = ["compile.rs", "options.rs", "result.rs", "version.rs"];
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/capi");
    let text: String = files.iter().map(|file| std::fs::read_to_string(root.join(file)).unwrap()).collect();
    let mut names: Vec<&str> = text
        .match_indices("shaderc_")
        .map(|(at, _)| text[at..].split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap())
        .filter(|name| {
            text.contains(&format!("fn {name}(")) || ["compile_into", "options_set"].iter().any(|it| name.contains(it))
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 42 + 3, "{names:#?}");
    for name in names {
        assert!(HEADER.contains(&format!(" {name}(")), "{name}");
    }
}
