//! Lowering, judged by spirv-val where it is installed, and by the instructions that result.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod builder;
mod builtins;
mod control_flow;
mod memory;
mod module_builder;

use super::*;
use crate::target::TargetEnvironment;
use rspirv::spirv::Op;
use std::process::Command;

/// Lowers for an environment; panics on internal errors.
fn lowered(module: &hir::Module, environment: TargetEnvironment) -> Module {
    lowered_with(module, &Options { target: environment.into(), ..Options::default() })
}

fn lowered_with(module: &hir::Module, options: &Options) -> Module {
    let mut diagnostics = Diagnostics::default();
    let lowered = lower(module, options, &mut diagnostics);
    lowered.unwrap_or_else(|| panic!("{:?}", diagnostics.as_slice()))
}

/// What spirv-val reports about a module; `None` if it is valid, or if there is no spirv-val.
fn complaint(module: &Module, environment: TargetEnvironment) -> Option<String> {
    // The validator of the oldest supported system knows versions up to 1.3.
    let name = match environment {
        TargetEnvironment::Vulkan1_4 => "vulkan1.3",
        other => other.name(),
    };
    let bytes: Vec<u8> = assemble(module).into_iter().flat_map(u32::to_le_bytes).collect();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    let output = Command::new("spirv-val").args(["--target-env", name]).arg(file.path()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    // A validator older than a capability can't judge its instructions. The one of the oldest supported system knows
    // split barriers by their former name only.
    let knows_all = !text.contains("Invalid capability operand")
        && !["SPV_INTEL_split_barrier", "SplitBarrierINTEL"].iter().any(|it| text.contains(it));
    (!output.status.success() && knows_all).then_some(text)
}

/// Lowers and validates for every environment.
fn validate(module: &hir::Module) {
    for &environment in TargetEnvironment::ALL {
        let lowered = lowered(module, environment);
        if let Some(complaint) = complaint(&lowered, environment) {
            panic!("{environment}: {complaint}\n{}", disassemble(&lowered));
        }
    }
}

/// The listing of a module.
fn disassemble(module: &Module) -> String {
    listing(&assemble(module), true).unwrap()
}

/// How often an opcode occurs.
fn count(module: &Module, opcode: Op) -> usize {
    module.sections().iter().flat_map(|it| it.iter()).filter(|it| it.opcode() == opcode).count()
}
