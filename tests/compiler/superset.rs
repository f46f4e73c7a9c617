//! glslsub accepts what naga's GLSL front end accepts, and its SPIR-V and its naga module give the same numbers on a device.
//!
//! Each `tests/superset/*.comp` goes through `naga::front::glsl` and naga's SPIR-V back end, and through glslsub; both
//! modules run on the Vulkan device with the same buffers. Shaders of other stages only have to be accepted by both. Adding a case
//! means adding a file; its header has the words of `tests/common/directives/`.

use crate::common;
use std::path::Path;

use crate::common::data::{self, Entry};
use crate::common::directives::{Header, Place};
use crate::common::vulkan::{self, Job, Resource};
use crate::common::{compile, validate};
use glslsub::internals::target::Target;

/// Floating-point results may differ by this, relative to their size: the compilers order operations differently.
const TOLERANCE: f64 = 1e-5;

/// The module that naga produces.
fn naga_module(name: &str, text: &str, stage: naga::ShaderStage) -> Result<Vec<u32>, String> {
    let options = naga::front::glsl::Options::from(stage);
    let module = naga::front::glsl::Frontend::default()
        .parse(&options, text)
        .map_err(|error| format!("{name}: naga: {}", error.emit_to_string(text)))?;
    let mut validator =
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
    let info = validator.validate(&module).map_err(|error| format!("{name}: naga: {error:?}"))?;
    let options = naga::back::spv::Options { lang_version: (1, 3), ..naga::back::spv::Options::default() };
    naga::back::spv::write_vec(&module, &info, &options, None).map_err(|error| format!("{name}: naga: {error}"))
}

/// Compiles a file both ways and compares what the two modules leave in the buffers.
fn check(file: &Path, device: &vulkan::Device) -> Result<(), String> {
    let name = common::name(file);
    let text = std::fs::read_to_string(file).unwrap();
    let header = Header::parse(&text).map_err(|error| format!("{name}: {error}"))?;
    let run = header.run.ok_or_else(|| format!("{name}: the header binds no buffers"))?;
    let target = Target::from(header.targets[0]);
    let ours = compile::spirv(&name, &text, target)?;
    if let Some(complaint) = validate::validate(&ours, target).complaint() {
        return Err(format!("{name}: invalid: {complaint}"));
    }
    let theirs = naga_module(&name, &text, naga::ShaderStage::Compute)?;
    let contents = |words: &[u32]| {
        let job = Job { words, groups: run.groups, bindings: &run.bindings, ..Job::default() };
        device.run(&job).map_err(|error| format!("{name}: {error}"))
    };
    let bridged = compile::naga_with(&name, &text, target, &[])?;
    let bridged = contents(&compile::spirv_by_naga(&bridged, &run.specialization)?)?;
    let (ours, theirs) = (contents(&ours)?, contents(&theirs)?);
    if ours
        .iter()
        .zip(&run.bindings)
        .all(|(after, binding)| matches!(&binding.resource, Resource::Storage(it) if it == after))
    {
        return Err(format!("{name}: nothing was written"));
    }
    for (((ours, theirs), bridged), binding) in ours.iter().zip(&theirs).zip(&bridged).zip(&run.bindings) {
        if matches!(binding.resource, Resource::Uniform(_)) {
            continue;
        }
        let element = run.element(Place::Binding(binding.set, binding.binding)).unwrap();
        let expected: Vec<Entry> = theirs
            .chunks_exact(element.size())
            .map(|bytes| Entry { element, number: Some(element.decode(bytes)) })
            .collect();
        data::compare(ours, &expected, TOLERANCE).map_err(|error| {
            format!("{name}: binding {}: naga's module gives other numbers: {error}", binding.binding)
        })?;
        data::compare(bridged, &expected, TOLERANCE).map_err(|error| {
            format!("{name}: binding {}: our module of naga gives other numbers: {error}", binding.binding)
        })?;
    }
    Ok(())
}

#[test]
fn vertex_and_fragment_shaders_are_accepted_by_both() {
    let folder = common::root().join("tests/superset");
    for (suffix, stage) in [(".vert", naga::ShaderStage::Vertex), (".frag", naga::ShaderStage::Fragment)] {
        let files = common::files(&folder, suffix);
        assert!(!files.is_empty(), "{suffix}");
        common::all(&files, |file| {
            let name = common::name(file);
            let text = std::fs::read_to_string(file).unwrap();
            let target = Target::from(Header::parse(&text)?.targets[0]);
            naga_module(&name, &text, stage)?;
            let ours = compile::spirv(&name, &text, target)?;
            validate::validate(&ours, target).unwrap_valid(&name);
            compile::naga_with(&name, &text, target, &[]).map(drop)
        });
    }
}

#[test]
fn same_numbers_as_naga() {
    let files = common::files(&common::root().join("tests/superset"), ".comp");
    assert!(!files.is_empty());
    let Some(device) = vulkan::device() else { return };
    common::all(&files, |file| check(file, &device));
}
