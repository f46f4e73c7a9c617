//! Kernels for machine learning: every variant of `spirv-fixtures/kernels/*.comp` is compiled, validated, run on random
//! inputs, and compared with a model on the CPU ([`kernels`]).

use std::collections::BTreeSet;

use crate::common;
use crate::common::vulkan::{self, Job};
use crate::common::{compile, parallel, validate};
use crate::kernels;
use crate::kernels::case::Case;
use glslsub::internals::target::{Target, TargetEnvironment};

/// Targets; kernels run as compiled for the first, except for matrices of whole workgroups.
const TARGETS: [TargetEnvironment; 2] = [TargetEnvironment::Vulkan1_2, TargetEnvironment::Vulkan1_3];

fn words(case: &Case, target: Target, passes: bool) -> Result<Vec<u32>, String> {
    let name = format!("spirv-fixtures/kernels/{}.comp", case.file);
    let text = std::fs::read_to_string(common::root().join(&name)).map_err(|error| format!("{name}: {error}"))?;
    compile::spirv_at(&name, &text, target, &case.defines, passes).map_err(|error| format!("{}: {error}", case.name()))
}

#[test]
fn every_variant_is_valid() {
    let cases: Vec<_> = kernels::cases().into_iter().step_by(common::one_in(1, 2)).collect();
    let step = common::one_in(1, 2);
    let failures = parallel::failures(&cases, |case| {
        for target in TARGETS.map(Target::from) {
            for &passes in compile::both() {
                let words = words(case, target, passes)?;
                if let Some(complaint) = validate::validate_scalar_one_in(step, &words, target).complaint() {
                    return Err(format!("{}, passes {passes}: invalid: {complaint}", case.name()));
                }
            }
        }
        Ok(())
    });
    common::report(cases.len(), &failures);
}

#[test]
fn every_kernel_computes_what_its_model_says() {
    let Some(device) = vulkan::device() else { return };
    let cases: Vec<_> = kernels::cases().into_iter().step_by(common::one_in(1, 2)).collect();
    let (mut ran, mut failures) = (0, Vec::new());
    for case in &cases {
        let both = compile::both();
        for &passes in both {
            match run(case, &device, passes) {
                Ok(done) => ran += usize::from(done && passes == both[0]),
                Err(failure) => failures.push(format!("passes {passes}: {failure}")),
            }
        }
    }
    common::shout(&format!("{ran} of {} kernels ran on {}", cases.len(), device.name));
    common::report(cases.len(), &failures);
}

/// `Ok(false)`: this device cannot run it.
fn run(case: &Case, device: &vulkan::Device, passes: bool) -> Result<bool, String> {
    let words = words(case, Target::from(TARGETS[usize::from(case.whole_workgroup)]), passes)?;
    if let Some(capability) = device.missing_capability(&words) {
        common::shout(&format!("NOT RUN: {}: the device has no {capability:?}", case.name()));
        return Ok(false);
    }
    if let Some((_, why)) = case.unfit.filter(|(name, _)| device.name.contains(name)) {
        common::shout(&format!("NOT RUN: {}: {why}", case.name()));
        return Ok(false);
    }
    if let Some((size, types)) = case.multiplication {
        // 3 is the subgroup scope.
        let has = |it: &vulkan::MatrixProperties| (it.size, it.types, it.scope) == (size, types, 3);
        if !device.cooperative_matrices.iter().any(has) {
            common::shout(&format!("NOT RUN: {}: the device does not multiply matrices of this kind", case.name()));
            return Ok(false);
        }
    }
    let job = Job {
        words: &words,
        groups: case.groups,
        bindings: &case.bindings,
        push_constants: &case.push,
        specialization: &case.specialization,
        ..Job::default()
    };
    let contents = device.run(&job).map_err(|error| format!("{}: {error}", case.name()))?;
    case.compare(&contents)?;
    Ok(true)
}

#[test]
fn expectations_notice_wrong_kernels() {
    let cases = kernels::cases();
    common::all(&cases, Case::is_sharp);
}

#[test]
fn every_kernel_has_a_model() {
    if std::env::var("GLSLSUB_FILTER").is_ok() {
        return;
    }
    let modelled: BTreeSet<String> = kernels::cases().iter().map(|case| case.file.to_owned()).collect();
    let files = common::files(&common::root().join("spirv-fixtures/kernels"), ".comp");
    let present: BTreeSet<String> =
        files.iter().map(|file| file.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(modelled, present);
}
