//! The text form of a module: what `--emit hir` prints and tests of `sema` and `rules` compare.
//!
//! Comes in: a [`Module`], which need not be valid. Goes out: text that is the same for the same module. Must not
//! know: how the module came about.
//!
//! ```text
//! entry_point compute main workgroup_size 64 1 1
//!
//! struct Data block std430 {
//!     0: scale: float, offset 0
//!     1: values: float[], offset 4, {coherent}
//! }
//!
//! global data: Data, storage_buffer, set 0, binding 1
//!
//! fn main() -> void {
//!     %2: uint = load gl_LocalInvocationIndex
//!     %3: float = load data.values[%2] {coherent}
//!     %4: float = add %3, 1.0
//!     store data.values[%2] {coherent}, %4
//! }
//! ```
//!
//! Below the entry point stands `memory_model vulkan` in modules of that model; the others are of GLSL450.
//!
//! `%n` is the value with handle `n` of its function, `cn` the constant with handle `n` of the module. Scalar constants
//! stand where they are used, as GLSL literals. A name that is empty or taken by an earlier sibling gets its handle
//! as a suffix, after a full stop, which no GLSL name can hold.

mod constants;
mod function;
mod interface;
mod names;
#[cfg(test)]
mod tests;
mod types;

use std::fmt::Write;

use names::Names;

use super::{
    GlobalVariable, MemoryModel, MemoryQualifiers, Module, SpirvDecoration, SpirvForm, StorageClass, WorkgroupDimension,
};

/// The text form of `module`.
#[must_use]
pub fn to_text(module: &Module) -> String {
    let names = Names::of_module(module);
    let mut out = String::new();
    entry_point(&mut out, module, &names);
    if module.memory_model == MemoryModel::Vulkan {
        out.push_str("memory_model vulkan\n");
    }
    intrinsics(&mut out, module, &names);
    for (handle, structure) in module.types.structs.iter() {
        types::structure(&mut out, module, &names, handle, structure);
    }
    constants::listing(&mut out, module, &names);
    if !module.globals.is_empty() {
        out.push('\n');
    }
    for (handle, global) in module.globals.iter() {
        global_variable(&mut out, module, &names, names.global(handle), global);
    }
    for (handle, function) in module.functions.iter() {
        out.push('\n');
        function::listing(&mut out, module, &names, handle, function);
    }
    out
}

/// Appends formatted text. Writing to a `String` cannot fail, so there is no error to hand on.
macro_rules! put {
    ($out:expr, $($format:tt)*) => {{ let _ = write!($out, $($format)*); }};
}
use put;

fn entry_point(out: &mut String, module: &Module, names: &Names) {
    let entry = &module.entry_point;
    let stage = entry.stage.facts().word;
    put!(out, "entry_point {stage} {}", names.function(entry.function));
    if let Some(workgroup) = entry.workgroup {
        put!(out, " workgroup_size");
        for dimension in workgroup.size {
            match dimension {
                WorkgroupDimension::Literal(size) => put!(out, " {size}"),
                WorkgroupDimension::Specialization(constant) => put!(out, " {}", constants::operand(module, constant)),
            }
        }
        if let Some(constant) = workgroup.constant {
            put!(out, " constant {}", constants::operand(module, constant));
        }
    }
    for capability in &entry.capabilities {
        put!(out, " {capability:?}");
    }
    for &mode in &entry.modes {
        put!(out, " {}", interface::mode(mode));
    }
    if entry.wide_indexing {
        put!(out, " wide_indexing");
    }
    out.push('\n');
}

/// What the shader asks of SPIR-V, one line each.
fn intrinsics(out: &mut String, module: &Module, names: &Names) {
    let intrinsics = &module.intrinsics;
    for extension in &intrinsics.extensions {
        put!(out, "spirv_extension {extension:?}\n");
    }
    for capability in &intrinsics.capabilities {
        put!(out, "spirv_capability {capability}\n");
    }
    for mode in &intrinsics.execution_modes {
        let ids = if mode.form == SpirvForm::Ids { "_id" } else { "" };
        put!(out, "spirv_execution_mode{ids} {}", mode.mode);
        for operand in &mode.operands {
            put!(out, " {}", types::spirv_operand(module, names, operand));
        }
        out.push('\n');
    }
}

/// Writes ` decorated(11 28)` for each decoration.
fn decorations(out: &mut String, module: &Module, names: &Names, decorations: &[SpirvDecoration]) {
    for decoration in decorations {
        put!(out, ", decorated({}", decoration.decoration);
        for operand in &decoration.operands {
            put!(out, " {}", types::spirv_operand(module, names, operand));
        }
        out.push(')');
    }
}

fn global_variable(out: &mut String, module: &Module, names: &Names, name: &str, global: &GlobalVariable) {
    let ty = types::name(module, names, global.ty);
    put!(out, "global {name}: {ty}, {}", storage_name(global.storage));
    if let StorageClass::Number(number) = global.storage {
        put!(out, " {number}");
    }
    if let Some(binding) = global.binding {
        put!(out, ", set {}, binding {}", binding.set, binding.binding);
    }
    if let Some(heap) = global.heap {
        out.push_str(", heap");
        if let Some(stride) = heap.stride {
            put!(out, " with stride {stride}");
        }
    }
    if let Some(builtin) = global.builtin {
        put!(out, ", builtin {:?}", builtin.builtin);
    }
    interface::interface(out, &global.interface);
    if let Some(initializer) = global.initializer {
        put!(out, " = {}", constants::operand(module, initializer));
    }
    qualifiers(out, ", ", global.qualifiers);
    decorations(out, module, names, &global.decorations);
    out.push('\n');
}

const fn storage_name(storage: StorageClass) -> &'static str {
    match storage {
        StorageClass::Private => "private",
        StorageClass::Function => "function",
        StorageClass::Workgroup => "workgroup",
        StorageClass::Uniform => "uniform",
        StorageClass::StorageBuffer => "storage_buffer",
        StorageClass::PushConstant => "push_constant",
        StorageClass::UniformConstant => "uniform_constant",
        StorageClass::Input => "input",
        StorageClass::Output => "output",
        StorageClass::PhysicalStorageBuffer => "physical_storage_buffer",
        StorageClass::RayPayload => "ray_payload",
        StorageClass::IncomingRayPayload => "incoming_ray_payload",
        StorageClass::HitAttribute => "hit_attribute",
        StorageClass::CallableData => "callable_data",
        StorageClass::IncomingCallableData => "incoming_callable_data",
        StorageClass::ShaderRecord => "shader_record",
        StorageClass::TaskPayload => "task_payload",
        StorageClass::Number(_) => "spirv_storage_class",
    }
}

/// Writes `{coherent readonly}` after `separator`, or nothing for the empty set.
fn qualifiers(out: &mut String, separator: &str, qualifiers: MemoryQualifiers) {
    if qualifiers.is_empty() {
        return;
    }
    let names: Vec<&str> =
        MemoryQualifiers::NAMES.iter().filter(|(bit, _)| qualifiers.contains(*bit)).map(|(_, name)| *name).collect();
    put!(out, "{separator}{{{}}}", names.join(" "));
}
