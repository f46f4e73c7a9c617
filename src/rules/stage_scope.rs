//! E2, E3, E5, E7: the stage must have the scope.
//!
//! VUID-StandaloneSpirv-None-04637, VUID-StandaloneSpirv-None-04640, VUID-StandaloneSpirv-None-07321,
//! VUID-StandaloneSpirv-OpControlBarrier-04682

use super::call::{Argument, Call, Findings};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};
use crate::stage::{Stage, StageFacts};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::StageScope,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics; GL_EXT_ray_tracing; VUID-StandaloneSpirv-None-04640, VUID-StandaloneSpirv-None-07321, VUID-StandaloneSpirv-OpControlBarrier-04682",
    explanation: "Only compute, task, mesh and tessellation control shaders run in workgroups, and only ray tracing stages have shader calls.",
    bad: shader!("atomicAdd(value, 1u, 6, gl_StorageSemanticsNone, gl_SemanticsRelaxed);"),
    good: shader!("atomicAdd(value, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);"),
    check: Check::Call(check),
};

/// Whether invocations of a stage share the scope with others.
pub(super) const fn has_scope(stage: &StageFacts, scope: u32) -> bool {
    match scope {
        // The invocations of a patch are a workgroup.
        symbols::WORKGROUP => stage.has_workgroups || matches!(stage.stage, Stage::TessellationControl),
        symbols::SHADER_CALL => stage.is_ray_tracing,
        _ => true,
    }
}

fn check(call: &Call<'_>, findings: &mut Findings) {
    let facts = call.stage.facts();
    let mut object = |argument: &Argument| {
        let Some(value) = findings.value(argument).filter(|value| !has_scope(facts, *value)) else { return };
        findings.error(argument, not_in_stage(call, argument, value));
    };
    call.execution.iter().chain(&call.scope).for_each(&mut object);
}

#[cold]
fn not_in_stage(call: &Call<'_>, argument: &Argument, value: u32) -> Diagnostic {
    let (what, stage) = (call.describe(argument), call.stage.facts().with_article());
    let message = format!("{what} is `{}`, which {stage} shader does not have", symbols::scope(value));
    let help = match call.execution.is_some_and(|execution| execution.index == argument.index) {
        true => "use `gl_ScopeSubgroup`",
        false => "use `gl_ScopeDevice`, or `gl_ScopeSubgroup` where that is enough",
    };
    Diagnostic::error(RULE.code, argument.span, message).with_note(RULE.citation).with_help(help)
}
