//! The rules of GL_KHR_memory_scope_semantics, and of SPIR-V and Vulkan where they forbid more, checked at compile time.
//!
//! Comes in: the typed form of a shader without errors. Goes out: diagnostics, and the memory model that the shader needs.
//! Must not know: syntax, SPIR-V ids, names of built-ins.
//!
//! One rule is one file: what it says and where that is written, its code, an example that breaks it and one that keeps
//! it, and the check. [`RULES`] lists them; from it come `glslsub explain`, `docs/diagnostics.md` and the tests. Rules
//! about declarations are checked by `sema`, which knows the places of qualifiers; their files say so.
//!
//! An argument gets one diagnostic at most: rules are asked in the order of the list, and an argument that one of them
//! has objected to is none of the later ones' business.

mod call;
mod explain;
mod live;
mod memory_model;
mod symbols;

pub use explain::{explanation, page};
pub use memory_model::{Request, decide};

use crate::diagnostics::{Code, Diagnostics};
use crate::hir::{Module, ValueKind};
use crate::target::MemoryModel;
use call::{Call, Findings};

/// A rule.
#[derive(Debug)]
pub struct Rule {
    /// The code of its diagnostics.
    pub code: Code,
    /// Where it is written.
    pub citation: &'static str,
    /// What it says and why, in a few sentences.
    pub explanation: &'static str,
    /// A shader that breaks it, and nothing else.
    pub bad: &'static str,
    /// The shader as it should be.
    pub good: &'static str,
    check: Check,
}

/// Who checks a rule.
#[derive(Debug)]
enum Check {
    /// Each call of a built-in.
    Call(fn(&Call<'_>, &mut Findings)),
    /// The whole shader, when its memory model is known.
    Module(fn(&Module, MemoryModel, &mut Diagnostics)),
    /// Another part of the compiler.
    Elsewhere,
}

/// Declares the files of the rules and lists them in the order in which they are asked.
macro_rules! rules {
    ($($name:ident),* $(,)?) => {
        $(mod $name;)*
        /// Every rule.
        pub static RULES: &[&Rule] = &[$(&$name::RULE),*];
    };
}

rules! {
    scope_not_constant,
    scope_value,
    execution_scope,
    storage_bits,
    semantics_bits,
    several_orders,
    acquire_in_store,
    release_in_load,
    acquire_release_in_load_or_store,
    memory_barrier_order,
    memory_barrier_storage,
    control_barrier_storage,
    volatile_barrier,
    arrive_order,
    wait_order,
    unequal_release,
    make_available_without_release,
    make_visible_without_acquire,
    volatile_unequal,
    order_without_storage,
    storage_without_order,
    unequal_stronger,
    unequal_storage,
    unequal_make_visible,
    invocation_order,
    atomic_image_format,
    memory_direction,
    writeonly_changed,
    readonly_written,
    several_coherences,
    read_only_memory_qualifier,
    useless_memory_qualifier,
    shared_memory_qualifier,
    memory_qualifier_misplaced,
    qualifier_dropped,
    atomic_memory,
    memory_model_switched,
    memory_model_conflict,
    memory_model_target,
    narrow_scope,
    acquire_without_visibility,
    useless_availability,
}

/// A whole shader around some statements, for examples.
macro_rules! shader {
    ($statements:literal) => {
        crate::rules::shader!("layout(binding = 0) buffer Data { uint value; };", $statements)
    };
    ($declarations:literal, $statements:literal) => {
        concat!(
            "#version 450\n#extension GL_KHR_memory_scope_semantics : require\n",
            $declarations,
            "\nvoid main() {\n    ",
            $statements,
            "\n}\n"
        )
    };
}
use shader;

/// Checks every call of a built-in, whether it can be reached or not.
pub fn check_calls(module: &Module, diagnostics: &mut Diagnostics) {
    for (_, function) in module.functions.iter() {
        for (handle, value) in function.values.iter() {
            let ValueKind::Builtin(builtin) = &value.kind else { continue };
            let Some(call) = Call::new(module, function, builtin, function.values.get_span(handle)) else { continue };
            let mut findings = Findings::default();
            for rule in RULES {
                if let Check::Call(check) = rule.check {
                    check(&call, &mut findings);
                }
            }
            for diagnostic in findings.into_diagnostics() {
                diagnostics.push(diagnostic);
            }
        }
    }
}

/// Looks for what is allowed but surely not meant.
pub fn check_module(module: &Module, memory_model: MemoryModel, diagnostics: &mut Diagnostics) {
    for rule in RULES {
        if let Check::Module(check) = rule.check {
            check(module, memory_model, diagnostics);
        }
    }
}
