//! Every shader in `spirv-fixtures/`: compiled for each target in its header, compared with the disassembly beside it,
//! validated, and run if the header states the results (`tests/common/directives/` has the words).
//!
//! Adding a case means adding a file; `INSTA_UPDATE=always cargo test --test compiler fixtures` writes its disassembly.

use crate::common;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::common::directives::{Header, Place, Run};
use crate::common::vulkan::{self, Binding, Draw, Drawn, Job, Resource, Trace};
use crate::common::{compile, data, validate};
use glslsub::internals::Stage;
use glslsub::internals::target::Target;

/// The vertex shader of a draw that names none: one triangle that covers everything.
const TRIANGLE: &str = "companions/triangle.vert";

fn folder() -> PathBuf {
    common::root().join("spirv-fixtures")
}

pub fn stage(file: &Path) -> Option<Stage> {
    Stage::from_file_name(&file.to_string_lossy())
}

fn is_assembly(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "nvcp")
}

pub fn fixtures() -> Vec<PathBuf> {
    let mut files = common::files(&folder(), "");
    files.retain(|file| stage(file).is_some() || is_assembly(file));
    assert!(!files.is_empty(), "no fixtures found");
    files
}

pub fn header(file: &Path, text: &str) -> Result<Header, String> {
    let header = Header::parse(text).map_err(|error| format!("{}: {error}", common::name(file)))?;
    if header.targets.is_empty() {
        return Err(format!("{}: the header names no target: `// compile: vulkan1.1`", common::name(file)));
    }
    Ok(header)
}

/// Compiles and validates a fixture for all its targets and returns its disassemblies, equal ones once.
fn compile_all(file: &Path) -> Result<String, String> {
    let name = common::name(file);
    let text = std::fs::read_to_string(file).unwrap();
    let header = header(file, &text)?;
    let mut modules: Vec<(String, String)> = Vec::new();
    for &environment in &header.targets {
        let target = Target::from(environment);
        let passes = header.passes || compile::is_optimizing();
        let words = compile::spirv_with_debug(&name, &text, target, &header.defines, passes, header.debug)?;
        let validate = if header.scalar { validate::validate_scalar } else { validate::validate };
        if header.unvalidated.is_none()
            && let Some(complaint) = validate(&words, target).complaint()
        {
            return Err(format!("{name}: invalid for {environment}: {complaint}"));
        }
        let body = compile::disassemble(&words);
        match modules.iter_mut().find(|(_, other)| *other == body) {
            Some((names, _)) => write!(names, " {environment}").unwrap(),
            None => modules.push((environment.to_string(), body)),
        }
    }
    Ok(modules.into_iter().map(|(names, body)| format!("; {names}\n{body}\n")).collect())
}

#[test]
fn disassembly() {
    let fixtures = fixtures();
    let mut failures = Vec::new();
    for file in &fixtures {
        match compile_all(file) {
            // Those are from modules without passes; that the others are valid is checked above.
            Ok(_) if compile::is_optimizing() => {}
            Ok(text) => {
                let mut settings = insta::Settings::clone_current();
                settings.set_snapshot_path(file.parent().unwrap());
                settings.set_prepend_module_to_snapshot(false);
                settings.set_omit_expression(true);
                settings.set_description("INSTA_UPDATE=always cargo test --test compiler fixtures");
                // A vertex and a fragment shader may share a stem.
                let named = if stage(file) == Some(Stage::Compute) { file.file_stem() } else { file.file_name() };
                let name = format!("{}.spvasm", named.unwrap().to_string_lossy());
                let compared = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    settings.bind(|| insta::assert_snapshot!(name, text));
                }));
                if compared.is_err() {
                    failures.push(format!(
                        "{}: the disassembly differs from its snapshot (shown above). If it should: \
                         INSTA_UPDATE=always cargo test --test compiler fixtures",
                        common::name(file)
                    ));
                }
            }
            Err(error) => failures.push(error),
        }
    }
    common::report(fixtures.len(), &failures);
}

/// Fixtures that require more with `-O`: an inlined function loads its descriptors where their indices are known to be non-uniform,
/// which its parameters do not say (GL_EXT_nonuniform_qualifier).
const MORE_WITH_PASSES: &[&str] = &["spirv-fixtures/extensions/structured_heap_members.comp"];

/// A module that a device accepts must not become one that it rejects.
#[test]
fn passes_require_nothing_more_of_a_device() {
    let fixtures = fixtures();
    let more = |file: &PathBuf| {
        let name = common::name(file);
        let text = std::fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
        let header = header(file, &text)?;
        let target = Target::from(header.targets[0]);
        let requirements = |passes| {
            let words = compile::spirv_at(&name, &text, target, &header.defines, passes)?;
            let listing = compile::disassemble(&words);
            let lines = listing.lines().map(str::trim).filter(|line| line.starts_with("OpCapability "));
            Ok::<_, String>(lines.map(str::to_owned).collect::<BTreeSet<_>>())
        };
        let (without, with) = (requirements(false)?, requirements(true)?);
        let more: Vec<&String> = with.difference(&without).collect();
        if more.is_empty() != MORE_WITH_PASSES.contains(&name.as_str()) {
            return Ok(());
        }
        Err(format!("{name}: more with passes: {more:?}"))
    };
    let failures: Vec<String> = fixtures.iter().filter_map(|file| more(file).err()).collect();
    common::report(fixtures.len(), &failures);
}

/// A module fit for a driver: compiled, and valid.
fn module(file: &Path, run: &Run, target: Target, form: Form) -> Result<Vec<u32>, String> {
    let name = common::name(file);
    let text = std::fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
    let header = header(file, &text)?;
    if form == Form::Naga {
        let module = compile::naga_with(&name, &text, target, &header.defines)?;
        return compile::spirv_by_naga(&module, &run.specialization).map_err(|error| format!("{name}: {error}"));
    }
    let words = compile::spirv_at(&name, &text, target, &header.defines, form == Form::Optimized)?;
    match validate::validate(&words, target).complaint() {
        Some(complaint) if header.unvalidated.is_none() => Err(format!("{name}: invalid: {complaint}")),
        _ => Ok(words),
    }
}

/// One module with all stages, fit for a driver: checked as a pipeline, and valid.
fn linked(files: &[(Stage, PathBuf)], target: Target) -> Result<Option<Vec<u32>>, String> {
    let mut shaders = Vec::new();
    for (_, file) in files {
        let name = common::name(file);
        let text = std::fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
        let header = header(file, &text)?;
        if !header.defines.is_empty() || header.unvalidated.is_some() {
            return Ok(None);
        }
        shaders.push((name, text));
    }
    let Some(words) = compile::linked(&shaders, target)? else { return Ok(None) };
    match validate::validate(&words, target).complaint() {
        Some(complaint) => Err(format!("invalid as one module: {complaint}")),
        None => Ok(Some(words)),
    }
}

/// The files of a pipeline: the fixture, its other stages, and a vertex shader if none of them begins a draw.
pub fn pipeline(file: &Path, run: &Run) -> Result<Vec<(Stage, PathBuf)>, String> {
    if matches!(stage(file), Some(Stage::Compute) | None) {
        return Ok(vec![(Stage::Compute, file.to_owned())]);
    }
    // Written as a person would, without `..`.
    let beside = |name: &String| {
        let path = file.parent().unwrap().join(name);
        path.canonicalize().unwrap_or(path)
    };
    let mut files = Vec::new();
    for path in std::iter::once(file.to_owned()).chain(run.stages.iter().map(beside)) {
        let stage = stage(&path).ok_or_else(|| format!("{}: no known suffix", common::name(&path)))?;
        files.push((stage, path));
    }
    let begins = |(stage, _): &(Stage, PathBuf)| matches!(stage, Stage::Vertex | Stage::Mesh | Stage::RayGeneration);
    if !files.iter().any(begins) {
        files.push((Stage::Vertex, folder().join(TRIANGLE)));
    }
    Ok(files)
}

/// The hit groups of a ray tracing pipeline, by the index of their files.
fn hit_groups(run: &Run, files: &[(Stage, PathBuf)]) -> Result<Vec<Vec<usize>>, String> {
    let index = |name: &String| {
        let found = files.iter().position(|(_, path)| path.ends_with(name));
        found.ok_or_else(|| format!("`hit: {name}`: no such file in `stages`"))
    };
    let named: Vec<_> = run.tracing.hits.iter().map(|names| names.iter().map(index).collect()).collect();
    if !named.is_empty() {
        return named.into_iter().collect();
    }
    let is_of_hits = |stage: Stage| matches!(stage, Stage::ClosestHit | Stage::AnyHit | Stage::Intersection);
    let all: Vec<usize> = (0..files.len()).filter(|&index| is_of_hits(files[index].0)).collect();
    Ok(if all.is_empty() { Vec::new() } else { vec![all] })
}

/// How the shaders of a fixture become modules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One each.
    Plain,
    /// One each, with the passes of `-O`.
    Optimized,
    /// One module with all of them.
    Linked,
    /// One module each, by way of naga.
    Naga,
}

/// The texture and the sampler that replace a combined sampler in naga.
fn without_combined(bound: &Binding) -> Vec<Binding> {
    let apart = |resource: &Resource| match resource {
        Resource::CombinedImage(image, sampling) => {
            Some((Resource::SampledImage(image.clone()), Resource::Sampler(*sampling)))
        }
        _ => None,
    };
    let parts = match &bound.resource {
        Resource::Array(elements) => {
            let parts: Option<(Vec<_>, Vec<_>)> = elements.iter().map(apart).collect();
            parts.map(|(images, samplers)| (Resource::Array(images), Resource::Array(samplers)))
        }
        resource => apart(resource),
    };
    let Some((image, sampler)) = parts else { return vec![bound.clone()] };
    // Multisampled textures have no sampler; binding one does no harm.
    let binding = bound.binding + glslsub::internals::naga_bridge::Options::default().sampler_offset;
    vec![Binding { resource: image, ..bound.clone() }, Binding { binding, resource: sampler, ..bound.clone() }]
}

/// Runs a fixture for its first target. `Ok(false)`: this device cannot.
pub fn run(file: &Path, run: &Run, target: Target, form: Form, device: &vulkan::Device) -> Result<bool, String> {
    let name = common::name(file);
    if run.expectations.is_empty() {
        return Err(format!("{name}: the header says what to run but expects nothing of it"));
    }
    let files = pipeline(file, run)?;
    let mut modules = Vec::new();
    for (stage, file) in &files {
        let words = module(file, run, target, form)?;
        if let Some(capability) = device.missing_capability(&words) {
            common::shout(&format!("NOT RUN: {name}: the device has no {capability}"));
            return Ok(false);
        }
        modules.push((*stage, words));
    }
    if form == Form::Linked {
        let Some(words) = linked(&files, target).map_err(|error| format!("{name}: {error}"))? else { return Ok(false) };
        modules.iter_mut().for_each(|(_, module)| module.clone_from(&words));
    }
    if let Some(reason) = device.cannot_draw(&run.graphics) {
        common::shout(&format!("NOT RUN: {name}: the device has no {reason}"));
        return Ok(false);
    }
    let split: Vec<Binding>;
    let bindings = if form == Form::Naga {
        split = run.bindings.iter().flat_map(without_combined).collect();
        &split
    } else {
        &run.bindings
    };
    let drawn = match &modules[..] {
        [(Stage::Compute, words)] => {
            let job = Job {
                words,
                groups: run.groups,
                bindings,
                push_constants: &run.push_constants,
                specialization: &run.specialization,
                ..Job::default()
            };
            device.run(&job).map(|bindings| Drawn { bindings, ..Drawn::default() })
        }
        [(Stage::RayGeneration, _), ..] => device
            .trace(&Trace {
                modules: &modules,
                bindings,
                push_constants: &run.push_constants,
                specialization: &run.specialization,
                hits: &hit_groups(run, &files)?,
                records: &run.tracing.records,
                rays: run.groups,
                depth: run.tracing.depth,
            })
            .map(|bindings| Drawn { bindings, ..Drawn::default() }),
        _ => device.draw(&Draw {
            modules: &modules,
            bindings,
            push_constants: &run.push_constants,
            specialization: &run.specialization,
            graphics: &run.graphics,
        }),
    };
    let drawn = drawn.map_err(|error| format!("{name}: {error}"))?;
    for expectation in &run.expectations {
        let contents = match expectation.place {
            Place::Binding(set, binding) => {
                let place = bindings.iter().position(|bound| (bound.set, bound.binding) == (set, binding));
                place.and_then(|index| drawn.bindings.get(index))
            }
            Place::Target(index) => drawn.targets.get(index as usize),
            Place::Depth => Some(&drawn.depth),
            Place::Feedback(index) => drawn.feedback.get(index as usize),
        };
        let contents = contents.ok_or_else(|| format!("{name}: `{}`: no such thing", expectation.line))?;
        data::compare(contents, &expectation.entries, expectation.tolerance)
            .map_err(|error| format!("{name}: `{}`: {error}", expectation.line))?;
    }
    Ok(true)
}

#[test]
fn execution() {
    let fixtures = fixtures();
    let Some(device) = vulkan::device() else { return };
    let (mut ran, mut linked_runs) = (0, 0);
    let mut failures = Vec::new();
    for file in &fixtures {
        let text = std::fs::read_to_string(file).unwrap();
        let outcome = header(file, &text).and_then(|header| {
            let Some(wanted) = &header.run else { return Ok(false) };
            if let Some((_, reason)) = header.not_on.iter().find(|(name, _)| device.name.contains(name)) {
                common::shout(&format!("NOT RUN: {}: {reason}", common::name(file)));
                return Ok(false);
            }
            let target = Target::from(header.targets[0]);
            let mut ran = false;
            for &passes in compile::both() {
                let form = if passes { Form::Optimized } else { Form::Plain };
                ran = run(file, wanted, target, form, &device)
                    .map_err(|error| if passes { format!("with `-O`: {error}") } else { error })?;
            }
            if ran && stage(file).is_some_and(|it| it != Stage::Compute) {
                linked_runs += usize::from(
                    run(file, wanted, target, Form::Linked, &device)
                        .map_err(|error| format!("as one module: {error}"))?,
                );
            }
            Ok(ran)
        });
        match outcome {
            Ok(true) => ran += 1,
            Ok(false) => {}
            Err(error) => failures.push(error),
        }
    }
    common::report(fixtures.len(), &failures);
    common::shout(&format!("{ran} fixtures ran on {}, {linked_runs} of them as one module too", device.name));
}
