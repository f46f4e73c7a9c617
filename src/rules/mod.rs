//! The rules of GL_KHR_memory_scope_semantics, and of SPIR-V and Vulkan where they forbid more, checked at compile time.
//!
//! Comes in: the typed form of a shader without errors. Goes out: diagnostics, and the memory model that the shader
//! needs. Must not depend on: syntax, SPIR-V ids, names of built-ins.
//!
//! One rule is one file: what it says and its source, its code, an example that breaks it and one that follows it, and
//! the check. [`RULES`] lists them; `glslsub explain`, `docs/diagnostics.md` and the tests are derived from it. Rules
//! about declarations are checked by `sema`, which knows the places of qualifiers; their files say so.
//!
//! An argument gets at most one diagnostic: rules are checked in the order of the list, and later rules skip an argument
//! that an earlier one has rejected.

mod acquire_in_store;
mod acquire_release_in_load_or_store;
mod acquire_without_visibility;
mod arrive_order;
mod atomic_image_format;
mod atomic_memory;
mod call;
mod control_barrier_storage;
mod execution_scope;
mod invocation_order;
mod live;
mod make_available_without_release;
mod make_visible_without_acquire;
mod memory_barrier_order;
mod memory_barrier_storage;
mod memory_direction;
mod memory_model;
mod memory_model_conflict;
mod memory_model_switched;
mod memory_model_target;
mod memory_qualifier_misplaced;
mod messages;
mod narrow_scope;
mod order_without_storage;
mod qualifier_dropped;
mod read_only_memory_qualifier;
mod readonly_written;
mod release_in_load;
mod scope_not_constant;
mod scope_value;
mod semantics_bits;
mod several_coherences;
mod several_orders;
mod shared_memory_qualifier;
mod stage_scope;
mod storage_bits;
mod storage_without_order;
mod symbols;
mod unequal_make_visible;
mod unequal_release;
mod unequal_storage;
mod unequal_stronger;
mod useless_availability;
mod useless_memory_qualifier;
mod volatile_barrier;
mod volatile_unequal;
mod wait_order;
mod writeonly_changed;

pub use live::LiveCalls;
pub use memory_model::{Request, decide};

use crate::diagnostics::{Code, Diagnostics};
use crate::hir::{MemoryModel, Module, ValueKind};
use call::{Call, Findings};

/// A rule.
#[derive(Debug)]
pub struct Rule {
    /// The code of its diagnostics.
    pub code: Code,
    /// Where the rule is specified.
    pub citation: &'static str,
    /// What it says and why, in a few sentences.
    pub explanation: &'static str,
    /// A shader that breaks it, and nothing else.
    pub bad: &'static str,
    /// The shader as it should be.
    pub good: &'static str,
    check: Check,
}

/// A shader whose memory model is known.
#[derive(Debug)]
struct Shader<'a> {
    module: &'a Module,
    model: MemoryModel,
    calls: &'a LiveCalls<'a>,
}

/// Who checks a rule.
#[derive(Clone, Copy, Debug)]
enum Check {
    /// Each call of a built-in.
    Call(fn(&Call<'_>, &mut Findings)),
    /// The whole shader, when its memory model is known.
    Module(fn(&Shader<'_>, &mut Diagnostics)),
    /// Another part of the compiler.
    Elsewhere,
}

/// Every rule, in the order in which they are checked.
pub const RULES: &[&Rule] = &[
    &scope_not_constant::RULE,
    &scope_value::RULE,
    &execution_scope::RULE,
    &stage_scope::RULE,
    &storage_bits::RULE,
    &semantics_bits::RULE,
    &several_orders::RULE,
    &acquire_in_store::RULE,
    &release_in_load::RULE,
    &acquire_release_in_load_or_store::RULE,
    &memory_barrier_order::RULE,
    &memory_barrier_storage::RULE,
    &control_barrier_storage::RULE,
    &volatile_barrier::RULE,
    &arrive_order::RULE,
    &wait_order::RULE,
    &unequal_release::RULE,
    &make_available_without_release::RULE,
    &make_visible_without_acquire::RULE,
    &volatile_unequal::RULE,
    &order_without_storage::RULE,
    &storage_without_order::RULE,
    &unequal_stronger::RULE,
    &unequal_storage::RULE,
    &unequal_make_visible::RULE,
    &invocation_order::RULE,
    &atomic_image_format::RULE,
    &memory_direction::RULE,
    &writeonly_changed::RULE,
    &readonly_written::RULE,
    &several_coherences::RULE,
    &read_only_memory_qualifier::RULE,
    &useless_memory_qualifier::RULE,
    &shared_memory_qualifier::RULE,
    &memory_qualifier_misplaced::RULE,
    &qualifier_dropped::RULE,
    &atomic_memory::RULE,
    &memory_model_switched::RULE,
    &memory_model_conflict::RULE,
    &memory_model_target::RULE,
    &narrow_scope::RULE,
    &acquire_without_visibility::RULE,
    &useless_availability::RULE,
];

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

/// Their checks alone: a program that explains no rule need not contain the texts.
static CHECKS: [Check; RULES.len()] = checks();

const fn checks() -> [Check; RULES.len()] {
    let mut checks = [Check::Elsewhere; RULES.len()];
    let mut rules = RULES;
    let mut open: &mut [Check] = &mut checks;
    while let ([rule, other_rules @ ..], [check, other_checks @ ..]) = (rules, open) {
        *check = rule.check;
        (rules, open) = (other_rules, other_checks);
    }
    checks
}

/// Checks every call of a built-in, whether it can be reached or not.
pub fn check_calls(module: &Module, diagnostics: &mut Diagnostics) {
    for (_, function) in module.functions.iter() {
        for (handle, value) in function.values.iter() {
            let ValueKind::Builtin(builtin) = &value.kind else { continue };
            let Some(call) = Call::new(module, function, builtin, function.values.get_span(handle)) else { continue };
            let mut findings = Findings::default();
            for check in &CHECKS {
                if let Check::Call(check) = check {
                    check(&call, &mut findings);
                }
            }
            for diagnostic in findings.into_diagnostics() {
                diagnostics.push(diagnostic);
            }
        }
    }
}

/// Looks for things that are allowed but surely not intended, in a shader that is compiled for a memory model.
pub fn check_module(module: &Module, model: MemoryModel, calls: &LiveCalls<'_>, diagnostics: &mut Diagnostics) {
    let shader = Shader { module, model, calls };
    for check in &CHECKS {
        if let Check::Module(check) = check {
            check(&shader, diagnostics);
        }
    }
}
