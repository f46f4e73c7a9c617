//! `shaderc_compiler_t` and the functions that compile.
//!
//! Comes in: a shader and options from C. Goes out: a result. Must not depend on: earlier calls; compilers have no state, so any
//! number of threads may use one, and any number of compilations may share options that nobody changes.

use std::ffi::{c_char, c_uint};

use super::handle::{give, guarded, release, shared};
use super::include::CallbackLoader;
use super::kind::{self, ShaderKind};
use super::options::CompileOptions;
use super::result::{CompilationResult, Output, Status, c_text};
use super::text;
use crate::diagnostics::{Code, Severity};
use crate::driver::{self, Artifact, Compilation, Input, StageFallback};
use crate::hir::BindingKind;
use crate::shaderc::{Settings, check_bound, outcome};

/// The object behind `shaderc_compiler_t`. It is not empty, so that each has an address of its own.
pub struct Compiler {
    _occupied: u8,
}

/// What to produce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Module,
    Listing,
    Preprocessed,
}

/// A new compiler; null if that fails.
#[unsafe(no_mangle)]
pub extern "C" fn shaderc_compiler_initialize() -> *mut Compiler {
    guarded(std::ptr::null_mut(), || give(Compiler { _occupied: 0 }))
}

/// Frees a compiler; null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_compiler_release(compiler: *mut Compiler) {
    // SAFETY: the header requires a handle that is null or live, and ends its life here.
    unsafe { release(compiler) }
}

/// The functions that compile differ in what they produce only.
macro_rules! compile {
    ($($function:ident => $wanted:expr;)*) => {
        $(
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $function(
                compiler: *const Compiler,
                source: *const c_char,
                source_length: usize,
                kind: c_uint,
                name: *const c_char,
                _entry_point: *const c_char,
                options: *const CompileOptions,
            ) -> *mut CompilationResult {
                if compiler.is_null() {
                    return std::ptr::null_mut();
                }
                // SAFETY: the header requires texts of this length and with NUL, and options that are null or live; all last as
                // long as the call, and nobody changes them meanwhile.
                let (source, name, options) =
                    unsafe { (text::with_length(source, source_length), text::up_to_nul(name), shared(options)) };
                finished(|| match name {
                    Some(name) => compile(Input { name: &name, text: &source }, kind, options, $wanted),
                    None => CompilationResult::failed(Status::CompilationError, "error: the name of the input is null\n"),
                })
            }
        )*
    };
}

compile! {
    shaderc_compile_into_spv => Wanted::Module;
    shaderc_compile_into_spv_assembly => Wanted::Listing;
    shaderc_compile_into_preprocessed_text => Wanted::Preprocessed;
}

/// There is no assembler: the result is an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_assemble_into_spv(
    compiler: *const Compiler,
    _source: *const c_char,
    _source_length: usize,
    _options: *const CompileOptions,
) -> *mut CompilationResult {
    if compiler.is_null() {
        return std::ptr::null_mut();
    }
    finished(|| CompilationResult::failed(Status::InvalidAssembly, NO_ASSEMBLER))
}

const NO_ASSEMBLER: &str = "error: assembling SPIR-V is not supported; use spirv-as\n";

/// The result as C gets it. One that cannot even be made is null.
fn finished(make: impl FnOnce() -> CompilationResult) -> *mut CompilationResult {
    let result = guarded(None, || Some(make()));
    guarded(std::ptr::null_mut(), || {
        give(result.unwrap_or_else(|| {
            CompilationResult::failed(Status::InternalError, "error: glslsub panicked; please report this bug\n")
        }))
    })
}

fn compile(input: Input<'_>, kind: c_uint, options: Option<&CompileOptions>, wanted: Wanted) -> CompilationResult {
    let defaults = CompileOptions::default();
    let options = options.unwrap_or(&defaults);
    let failed =
        |status, reason: &str| CompilationResult::failed(status, &format!("{}: error: {reason}\n", input.name));
    if let Some(reason) = options.refusal() {
        return failed(Status::CompilationError, reason);
    }
    let mut driver_options = options.settings.driver_options();
    match kind::shader_kind(kind) {
        Some(ShaderKind::Forced(stage)) => driver_options.stage = Some(stage),
        Some(ShaderKind::Default(stage)) => driver_options.stage_fallback = StageFallback::Stage(stage),
        Some(ShaderKind::Inferred) => driver_options.stage_fallback = StageFallback::Nothing,
        Some(ShaderKind::Assembly) => return CompilationResult::failed(Status::InvalidStage, NO_ASSEMBLER),
        None => return failed(Status::InvalidStage, &format!("there is no kind of shader with the number {kind}")),
    }
    driver_options.reflect = options.combines_samplers;
    let mut loader = CallbackLoader::new(options.includes, input.name);
    let settings = &options.settings;
    match wanted {
        Wanted::Preprocessed => {
            let compilation = driver::preprocess(input, &driver_options, &mut loader);
            result(compilation, settings, input.name, |text| Ok(Output::Text(c_text(&text))))
        }
        Wanted::Listing => {
            let compilation = driver::compile(input, &driver_options, &mut loader);
            result(compilation, settings, input.name, |it| {
                Ok(Output::Text(c_text(&checked(it, settings)?.disassembly())))
            })
        }
        Wanted::Module => {
            let compilation = driver::compile(input, &driver_options, &mut loader);
            result(compilation, settings, input.name, |it| Ok(Output::Words(checked(it, settings)?.words)))
        }
    }
}

/// Checks what only the finished module tells.
fn checked(artifact: Artifact, settings: &Settings) -> Result<Artifact, String> {
    check_bound(&artifact.words, settings.max_id_bound, "max_id_bound")?;
    let bindings = artifact.reflection.iter().flat_map(|it| &it.bindings);
    match bindings.into_iter().find(|it| it.kind == BindingKind::Sampler) {
        Some(sampler) => {
            Err(format!("`{}` is a separate sampler, and combining it with textures is not supported", sampler.name))
        }
        None => Ok(artifact),
    }
}

/// The result of a compilation of the shader called `name`.
fn result<T>(
    compilation: Compilation<T>,
    settings: &Settings,
    name: &str,
    output: impl FnOnce(T) -> Result<Output, String>,
) -> CompilationResult {
    // A wrong pragma has a place; the lack of any stage does not.
    let has_no_stage = compilation
        .diagnostics
        .iter()
        .any(|it| it.severity == Severity::Error && it.code == Code::UnknownStage && !it.primary.span.is_defined());
    let mut outcome = outcome(compilation, settings.warnings, name);
    let output = outcome.result.map_or(Ok(Output::Nothing), output).unwrap_or_else(|reason| {
        outcome.messages.push_str(&format!("{name}: error: {reason}\n"));
        outcome.errors += 1;
        Output::Nothing
    });
    let status = match outcome.errors {
        0 => Status::Success,
        _ if outcome.is_bug => Status::InternalError,
        _ if has_no_stage => Status::InvalidStage,
        _ => Status::CompilationError,
    };
    CompilationResult {
        output,
        messages: c_text(&outcome.messages),
        errors: outcome.errors,
        warnings: outcome.warnings,
        status,
    }
}
