//! Compiling for tests: source text in, words and findings out.

use std::path::{Path, PathBuf};

use glslsub::internals::diagnostics::{Code, Severity};
use glslsub::internals::driver::{link_pipeline, naga, naga_text};
use glslsub::internals::lints;
use glslsub::internals::nv_program;
use glslsub::internals::passes::Level;
use glslsub::internals::preprocess::MacroOption;
use glslsub::internals::source::{IncludeKind, Loaded, Loader, NoIncludes};
use glslsub::internals::spirv::DebugInfo;
use glslsub::internals::target::Target;
use glslsub::internals::{Compilation, Input, Options, check, compile, hir};

/// One diagnostic, as far as tests compare it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Line in the main file, from 1; 0 without a place there.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// The code, `GS0123`.
    pub code: String,
}

/// Finds includes next to a fixture.
struct Neighbours<'a>(&'a Path);

impl Loader for Neighbours<'_> {
    fn load(&mut self, name: &str, _kind: IncludeKind, includer: &str) -> Result<Loaded, String> {
        let beside = Path::new(includer).parent().unwrap_or(Path::new(""));
        let path: PathBuf = self.0.join(beside).join(name);
        match std::fs::read(&path) {
            Ok(bytes) => {
                let name = super::name(&path);
                Ok(Loaded { name, text: String::from_utf8_lossy(&bytes).into() })
            }
            Err(_) => Err("no such file beside the fixture".to_owned()),
        }
    }
}

/// Whether everything is compiled with `-O`, which `GLSLSUB_OPTIMIZE=1` requests: tests that execute must see the same
/// results.
pub fn is_optimizing() -> bool {
    std::env::var_os("GLSLSUB_OPTIMIZE").is_some_and(|it| it == "1")
}

const fn level(optimized: bool) -> Level {
    if optimized { Level::Optimized } else { Level::None }
}

fn options(target: Target, text: &str) -> Options {
    let assembly = assembly_options(text);
    let (stage, optimization) = (Some(glslsub::internals::Stage::Compute), level(is_optimizing()));
    let relaxed_vulkan = text.contains("// relaxed_vulkan: on\n");
    let lints = lints_of(text);
    Options { stage, target, assembly, optimization, relaxed_vulkan, lints, warn_all: true, ..Options::default() }
}

/// What lints are to report: a line `// lints: certain` or `// lints: all` says so.
pub fn lints_of(text: &str) -> lints::Selection {
    match text.lines().find_map(|line| line.strip_prefix("// lints: ")) {
        None => lints::Selection::default(),
        Some("certain") => lints::Selection::certain(),
        Some("all") => lints::Selection::all(),
        Some(other) => panic!("`{other}` is neither `certain` nor `all`"),
    }
}

/// The options that a line `# options: relaxed native` of an assembly program sets.
pub fn assembly_options(text: &str) -> nv_program::Options {
    let mut options = nv_program::Options::default();
    let line = text.lines().find_map(|line| line.strip_prefix("# options: ")).unwrap_or("");
    for word in line.split_whitespace() {
        match word {
            "relaxed" => options.relaxed = true,
            "native" => options.warp = nv_program::Warp::Native,
            "emulate" => options.warp = nv_program::Warp::Emulate,
            "zero_init" => options.zero_init = true,
            "bar_full" => options.full_barriers = true,
            "membar_compiler" => options.compiler_membar = true,
            "handles" => options.handle_indices = true,
            "short_f32" => options.wide_short = true,
            "local_push" => options.push_locals = true,
            "ubo" => options.uniform_buffers = true,
            "robust" => options.robust = true,
            "native_fadd" => options.native_float_add = true,
            "flat" => options.bind_style = nv_program::BindStyle::Flat,
            _ => panic!("`{word}` is no option of assembly programs"),
        }
    }
    options
}

/// Compiles `text`, which has no includes.
pub fn text(name: &str, text: &str, target: Target) -> Compilation {
    compile(Input { name, text }, &options(target, text), &mut NoIncludes)
}

/// Compiles a file of the repository as the command line does: the stage comes from its suffix or a pragma, and it may
/// include files beside it.
pub fn file(name: &str, text: &str, target: Target) -> Compilation {
    let options = Options { stage: None, ..options(target, text) };
    compile(Input { name, text }, &options, &mut Neighbours(super::root()))
}

/// The same with a module of naga instead of SPIR-V.
pub fn naga_file(name: &str, text: &str, target: Target) -> Compilation<::naga::Module> {
    let options = Options { stage: None, ..options(target, text) };
    naga(Input { name, text }, &options, Default::default(), &mut Neighbours(super::root()))
}

/// The module, or the rendered diagnostics.
pub fn spirv(name: &str, text: &str, target: Target) -> Result<Vec<u32>, String> {
    spirv_with(name, text, target, &[])
}

/// The same with macros, each `NAME` or `NAME=VALUE`. The stage comes from the name's suffix; names without one are
/// those of compute shaders.
pub fn spirv_with(name: &str, text: &str, target: Target, macros: &[String]) -> Result<Vec<u32>, String> {
    spirv_at(name, text, target, macros, is_optimizing())
}

/// Whether a test that compares what it runs with a model is to compile without and with the passes of `-O`.
pub fn both() -> &'static [bool] {
    if is_optimizing() { &[true] } else { &[false, true] }
}

/// The same with or without the passes of `-O`.
pub fn spirv_at(name: &str, text: &str, target: Target, macros: &[String], passes: bool) -> Result<Vec<u32>, String> {
    spirv_with_debug(name, text, target, macros, passes, DebugInfo::None)
}

/// A shader without macros, at a level.
pub fn spirv_at_level(name: &str, text: &str, target: Target, level: Level) -> Result<Vec<u32>, String> {
    let options = Options { optimization: level, ..with_macros(name, text, target, &[]) };
    let compilation = compile(Input { name, text }, &options, &mut Neighbours(super::root()));
    artifact(name, compilation).map(|artifact| artifact.words)
}

/// The same with debug information.
pub fn spirv_with_debug(
    name: &str,
    text: &str,
    target: Target,
    macros: &[String],
    passes: bool,
    debug: DebugInfo,
) -> Result<Vec<u32>, String> {
    let options = Options { optimization: level(passes), debug, ..with_macros(name, text, target, macros) };
    let compilation = compile(Input { name, text }, &options, &mut Neighbours(super::root()));
    artifact(name, compilation).map(|artifact| artifact.words)
}

/// The typed form, or the rendered diagnostics.
pub fn hir_with(name: &str, text: &str, target: Target, macros: &[String]) -> Result<hir::Module, String> {
    artifact(
        name,
        check(Input { name, text }, &with_macros(name, text, target, macros), &mut Neighbours(super::root())),
    )
}

/// The naga module, or the rendered diagnostics.
pub fn naga_with(name: &str, text: &str, target: Target, macros: &[String]) -> Result<naga::Module, String> {
    let options = with_macros(name, text, target, macros);
    let mut loader = Neighbours(super::root());
    artifact(name, naga(Input { name, text }, &options, Default::default(), &mut loader))
}

/// The WGSL, or the rendered diagnostics.
pub fn wgsl_with(name: &str, text: &str, target: Target, macros: &[String]) -> Result<String, String> {
    use glslsub::internals::naga_bridge::Language;
    let options = with_macros(name, text, target, macros);
    let mut loader = Neighbours(super::root());
    let compilation = naga_text(Input { name, text }, &options, Default::default(), Language::Wgsl, &mut loader);
    artifact(name, compilation)
}

/// The SPIR-V that naga writes for one of its modules, with these values of specialization constants.
pub fn spirv_by_naga(module: &naga::Module, specialization: &[(u32, Vec<u8>)]) -> Result<Vec<u32>, String> {
    let mut validator = glslsub::internals::naga_bridge::validator();
    let info = validator.validate(module).map_err(|error| format!("{error:?}"))?;
    let mut values = naga::back::PipelineConstants::default();
    for (_, it) in module.overrides.iter() {
        let (Some(id), naga::TypeInner::Scalar(scalar)) = (it.id, &module.types[it.ty].inner) else { continue };
        let Some((_, bytes)) = specialization.iter().find(|(other, _)| *other == u32::from(id)) else { continue };
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(word);
        let value = match (scalar.kind, scalar.width) {
            (naga::ScalarKind::Float, 4) => f32::from_bits(bits as u32).into(),
            (naga::ScalarKind::Float, 8) => f64::from_bits(bits),
            (naga::ScalarKind::Sint, 4) => (bits as i32).into(),
            (naga::ScalarKind::Sint, 8) => bits as i64 as f64,
            _ => bits as f64,
        };
        values.insert(id.to_string(), value);
    }
    let (module, info) = naga::back::pipeline_constants::process_overrides(module, &info, None, &values)
        .map_err(|error| error.to_string())?;
    let (module, info) = (&*module, &*info);
    let has_rays = module.types.iter().any(|(_, it)| matches!(it.inner, naga::TypeInner::AccelerationStructure { .. }));
    let is_new = has_rays
        || module.uses_mesh_shaders()
        || module.entry_points.iter().any(|it| it.incoming_ray_payload.is_some());
    let options = naga::back::spv::Options {
        lang_version: if is_new { (1, 4) } else { (1, 3) },
        // Shaders for Vulkan already use its coordinates.
        flags: naga::back::spv::WriterFlags::empty(),
        ..naga::back::spv::Options::default()
    };
    naga::back::spv::write_vec(module, info, &options, None).map_err(|error| error.to_string())
}

/// One module from several shaders, or the rendered diagnostics. `None` if they cannot be linked: two of them have the
/// same stage, or they have two memory models.
pub fn linked(shaders: &[(String, String)], target: Target) -> Result<Option<Vec<u32>>, String> {
    let inputs: Vec<_> = shaders.iter().map(|(name, text)| Input { name, text }).collect();
    let options = Options { target, optimization: level(is_optimizing()), ..Options::default() };
    let compilation = link_pipeline(&inputs, &options, &mut Neighbours(super::root()));
    let apart = [Code::LinkedEntryPoints, Code::LinkedMemoryModels];
    if compilation.diagnostics.iter().any(|it| apart.contains(&it.code)) {
        return Ok(None);
    }
    artifact("linked", compilation).map(|linked| Some(linked.artifact.words))
}

fn with_macros(name: &str, text: &str, target: Target, macros: &[String]) -> Options {
    let mut options = options(target, text);
    options.stage = glslsub::internals::Stage::from_file_name(name).or(options.stage);
    options.preprocessor.macros = macros
        .iter()
        .map(|it| {
            let (name, value) = it.split_once('=').map_or((it.as_str(), None), |(name, value)| (name, Some(value)));
            MacroOption::Define { name: name.to_owned(), value: value.map(str::to_owned) }
        })
        .collect();
    options
}

fn artifact<T>(name: &str, compilation: Compilation<T>) -> Result<T, String> {
    let rendered = compilation.rendered();
    compilation.artifact.ok_or_else(|| format!("{name}:\n{rendered}"))
}

/// Every finding in the main file, by line and column.
pub fn findings<T>(compilation: &Compilation<T>) -> Vec<Finding> {
    let sources = &compilation.sources;
    let mut findings: Vec<Finding> = compilation
        .diagnostics
        .iter()
        .map(|diagnostic| {
            // Physical lines: an expectation is beside its line whatever `#line` says.
            let place = sources.resolve(diagnostic.primary.span).and_then(|resolved| {
                let file = sources.file(resolved.file)?;
                let main = sources.files().first().is_some_and(|first| std::ptr::eq(first, file));
                let line = file.line_index(resolved.range.start);
                let start = file.line_range(line)?.start;
                let column = file.text.get(start..resolved.range.start)?.chars().count();
                main.then_some((line as u32 + 1, column as u32 + 1))
            });
            let (line, column) = place.unwrap_or((0, 0));
            let severity = match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            };
            Finding { line, column, severity, code: diagnostic.code.to_string() }
        })
        .collect();
    findings.sort();
    findings
}

/// The module as text, one instruction per line, without the header (which names the generator's version).
pub fn disassemble(words: &[u32]) -> String {
    glslsub::internals::spirv::listing(words, false).expect("the module loads")
}
