//! glslsub accepts what naga's GLSL front end accepts, and both give the same numbers on a device.
//!
//! Each `tests/superset/*` goes through `naga::front::glsl` and naga's SPIR-V back end, through glslsub, and through glslsub's
//! way to naga. The three modules run on the Vulkan device with the same buffers, textures and vertices, and must leave the same
//! numbers. Vertex and fragment shaders run together: the header of one of them names the other and describes the draw.
//! A line `// naga differs: REASON` says that naga's front end does not do what the specification says (docs/deviations.md);
//! that it still does not is part of the test. Adding a case means adding a file; its header has the words of
//! `tests/common/directives/`.

use crate::common;
use crate::fixtures;
use std::path::{Path, PathBuf};

use crate::common::data::{self, Entry};
use crate::common::directives::{Header, Place, Run};
use crate::common::vulkan::{self, Draw, Drawn, Job, Resource};
use crate::common::{compile, validate};
use glslsub::internals::Stage;
use glslsub::internals::target::Target;

/// Floating-point results may differ by this, relative to their size: the compilers order operations differently.
const TOLERANCE: f64 = 1e-5;

/// How a shader becomes a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// By glslsub.
    Ours,
    /// By naga's GLSL front end and its SPIR-V back end.
    Naga,
    /// By glslsub's way to naga, and naga's SPIR-V back end.
    Bridge,
}

/// The module that naga produces.
fn naga_module(name: &str, text: &str, stage: Stage) -> Result<Vec<u32>, String> {
    let stage = match stage {
        Stage::Vertex => naga::ShaderStage::Vertex,
        Stage::Fragment => naga::ShaderStage::Fragment,
        _ => naga::ShaderStage::Compute,
    };
    let options = naga::front::glsl::Options::from(stage);
    let module = naga::front::glsl::Frontend::default()
        .parse(&options, text)
        .map_err(|error| format!("{name}: naga: {}", error.emit_to_string(text)))?;
    compile::spirv_by_naga(&module, &[]).map_err(|error| format!("{name}: naga: {error}"))
}

/// The module of a file.
fn module(file: &Path, target: Target, way: Way) -> Result<Vec<u32>, String> {
    let name = common::name(file);
    let text = std::fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
    match way {
        Way::Ours => {
            let words = compile::spirv(&name, &text, target)?;
            match validate::validate(&words, target).complaint() {
                Some(complaint) => Err(format!("{name}: invalid: {complaint}")),
                None => Ok(words),
            }
        }
        Way::Naga => naga_module(&name, &text, fixtures::stage(file).unwrap_or(Stage::Compute)),
        Way::Bridge => compile::spirv_by_naga(&compile::naga_with(&name, &text, target, &[])?, &[]),
    }
}

/// What a file leaves behind when it runs as its header says.
fn results(file: &Path, run: &Run, target: Target, way: Way, device: &vulkan::Device) -> Result<Drawn, String> {
    let mut modules = Vec::new();
    for (stage, file) in fixtures::pipeline(file, run)? {
        modules.push((stage, module(&file, target, way)?));
    }
    let bindings = &run.bindings;
    let push_constants = &run.push_constants;
    let drawn = match &modules[..] {
        [(Stage::Compute, words)] => {
            let job = Job { words, groups: run.groups, bindings, push_constants, ..Job::default() };
            device.run(&job).map(|bindings| Drawn { bindings, ..Drawn::default() })
        }
        _ => device.draw(&Draw {
            modules: &modules,
            bindings,
            push_constants,
            specialization: &[],
            graphics: &run.graphics,
        }),
    };
    drawn.map_err(|error| format!("{}: {way:?}: {error}", common::name(file)))
}

/// Everything that a run may write, with what it holds before and afterwards.
fn written<'a>(run: &'a Run, drawn: &'a Drawn) -> Vec<(Place, &'a [u8], &'a [u8])> {
    let mut places = Vec::new();
    for (bound, after) in run.bindings.iter().zip(&drawn.bindings) {
        let before = match &bound.resource {
            Resource::Storage(bytes) => bytes,
            Resource::StorageImage(image) => &image.bytes,
            _ => continue,
        };
        places.push((Place::Binding(bound.set, bound.binding), &before[..], &after[..]));
    }
    for (index, (target, after)) in run.graphics.targets.iter().zip(&drawn.targets).enumerate() {
        places.push((Place::Target(index as u32), &target.image.bytes, after));
    }
    if let Some(depth) = &run.graphics.depth {
        places.push((Place::Depth, &depth.image.bytes, &drawn.depth));
    }
    places
}

/// Compares what two runs left.
fn compare(run: &Run, ours: &Drawn, theirs: &Drawn) -> Result<(), String> {
    for ((place, _, ours), (_, _, theirs)) in written(run, ours).into_iter().zip(written(run, theirs)) {
        let element = run.element(place).unwrap();
        let expected: Vec<Entry> = theirs
            .chunks_exact(element.size())
            .map(|bytes| Entry { element, number: Some(element.decode(bytes)) })
            .collect();
        data::compare(ours, &expected, TOLERANCE).map_err(|error| format!("{place:?}: {error}"))?;
    }
    Ok(())
}

/// Runs a file in every way and compares what is left.
fn check(file: &Path, run: &Run, target: Target, device: &vulkan::Device) -> Result<(), String> {
    let name = common::name(file);
    let results = |way| results(file, run, target, way, device);
    let (ours, bridged, theirs) = (results(Way::Ours)?, results(Way::Bridge)?, results(Way::Naga)?);
    if written(run, &ours).iter().all(|(_, before, after)| before == after) {
        return Err(format!("{name}: nothing was written"));
    }
    compare(run, &bridged, &ours).map_err(|error| format!("{name}: our module of naga differs from ours: {error}"))?;
    let differs = std::fs::read_to_string(file).unwrap().contains("// naga differs: ");
    match compare(run, &ours, &theirs) {
        Err(error) if !differs => Err(format!("{name}: our module differs from naga's: {error}")),
        Ok(()) if differs => Err(format!("{name}: naga gives the same numbers now")),
        _ => Ok(()),
    }
}

/// The shaders, each with its header.
fn shaders() -> Vec<(PathBuf, Header)> {
    let files = common::shaders(&common::root().join("tests/superset"));
    let header = |file: PathBuf| {
        let header = fixtures::header(&file, &std::fs::read_to_string(&file).unwrap()).unwrap();
        (file, header)
    };
    files.into_iter().map(header).collect()
}

#[test]
fn same_numbers_as_naga() {
    let shaders = shaders();
    let Some(device) = vulkan::device() else { return };
    let mut failures = Vec::new();
    let mut ran = Vec::new();
    for (file, header) in &shaders {
        let Some(run) = &header.run else { continue };
        failures.extend(check(file, run, Target::from(header.targets[0]), &device).err());
        ran.extend(fixtures::pipeline(file, run).unwrap().into_iter().map(|(_, file)| common::name(&file)));
    }
    let not_run = shaders.iter().filter(|(file, _)| !ran.contains(&common::name(file)));
    failures.extend(not_run.map(|(file, _)| format!("{}: no header runs it", common::name(file))));
    common::report(shaders.len(), &failures);
    common::shout(&format!("{} shaders gave naga's numbers on {}", shaders.len(), device.name));
}
