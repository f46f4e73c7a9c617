//! Lints about operations that invocations do together: who gets there, and who is asked.
//!
//! Comes in: the path of the walk, a call. Goes out: findings. Must not depend on: how the walk gets there.
//!
//! GLSL 4.60, 8.16; GL_KHR_shader_subgroup; Vulkan, Shaders: scope operations

use super::catalog::Tier;
use super::finding::warning;
use super::operation::Exchange;
use super::term::{Operation, Scope, Source, Support, Term};
use super::universe::Universe;
use super::walk::{Frame, Leaves, Walk};
use crate::builtins::vocabulary::Op;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{
    BuiltinCall, DerivativeGroup, ExecutionMode, Handle, ImageClass, MemoryQualifiers, Place, PlaceRoot, Span,
    StorageClass, Type, Value,
};
use crate::stage::Stage;

/// Why control is not uniform.
struct Divergence {
    tier: Tier,
    /// The condition, if one is to blame.
    cause: Option<Span>,
    /// What is known about the condition.
    how: String,
}

/// Local sizes above this have two subgroups at least, whatever the device.
const LARGEST_SUBGROUP: u32 = 128;

/// How many invocations in a row are taken to be in one subgroup where nothing is certain.
const USUAL_SUBGROUP: usize = 32;

impl<'m> Walk<'m> {
    /// Why the invocations of a scope do not all get here, if so.
    fn divergence(&mut self, scope: Scope) -> Option<Divergence> {
        let path = self.whole_path();
        if self.terms.scope(path) >= scope {
            return None;
        }
        let conditions = self.terms.conjuncts(path);
        let mut conditions: Vec<Term> = conditions.into_iter().filter(|&it| self.terms.scope(it) < scope).collect();
        // Conditions that hold for all do not count.
        if let Some(group) = &mut self.group {
            if group.count == 1 {
                return None;
            }
            let terms = &self.terms;
            conditions.retain(|&it| !group.evaluate(terms, it).is_some_and(|it| it.iter().all(|&is| is != 0)));
        }
        let cause = conditions.iter().find_map(|&it| self.cause_of(it));
        let found = match scope {
            Scope::Workgroup => self.workgroup_divergence(&conditions),
            Scope::Subgroup => self.subgroup_divergence(&conditions),
            _ => self.quad_divergence(&conditions),
        };
        found.map(|(tier, how)| Divergence { tier, cause, how })
    }

    /// Where a condition stands.
    fn cause_of(&self, condition: Term) -> Option<Span> {
        let plain = self.terms.not_of(condition).unwrap_or(condition);
        self.causes.get(&condition).or_else(|| self.causes.get(&plain)).copied()
    }

    fn workgroup_divergence(&mut self, conditions: &[Term]) -> Option<(Tier, String)> {
        if conditions.is_empty() {
            return None;
        }
        let terms = &self.terms;
        if let Some(group) = &mut self.group
            && let Some(mask) = mask(group, terms, conditions)
        {
            let active = mask.iter().filter(|it| **it).count();
            let splits = active > 0 && active < mask.len();
            return splits.then(|| (Tier::Certain, format!("{active} of {} invocations get past this", mask.len())));
        }
        if self.splits_every_subgroup(conditions) {
            return Some((Tier::Certain, "only part of each subgroup gets past this".to_owned()));
        }
        let large = self.group.as_ref().is_some_and(|it| it.count > LARGEST_SUBGROUP);
        let first_subgroup = |walk: &mut Self| {
            let (id, zero) = (walk.terms.source(Source::SubgroupId), walk.terms.constant(0));
            let first = walk.terms.operation(Operation::Equal, id, zero);
            let not = walk.terms.not(first);
            conditions == [first] || conditions == [not]
        };
        if large && first_subgroup(self) {
            return Some((Tier::Certain, "the workgroup has several subgroups".to_owned()));
        }
        Some((Tier::Depends, "this may differ between the invocations of the workgroup".to_owned()))
    }

    fn splits_every_subgroup(&mut self, conditions: &[Term]) -> bool {
        let terms = &self.terms;
        !conditions.is_empty()
            && self.subgroups.iter_mut().all(|subgroup| {
                let mask = mask(subgroup, terms, conditions);
                mask.is_some_and(|mask| mask.contains(&true) && mask.contains(&false))
            })
    }

    fn subgroup_divergence(&mut self, conditions: &[Term]) -> Option<(Tier, String)> {
        if conditions.is_empty() {
            return None;
        }
        if self.splits_every_subgroup(conditions) {
            return Some((Tier::Certain, "only part of each subgroup gets past this".to_owned()));
        }
        let terms = &self.terms;
        if let Some(group) = &mut self.group
            && let Some(mask) = mask(group, terms, conditions)
            && mask.chunks(USUAL_SUBGROUP).all(|it| !(it.contains(&true) && it.contains(&false)))
        {
            return None;
        }
        Some((Tier::Depends, "this may differ between the invocations of a subgroup".to_owned()))
    }

    fn quad_divergence(&mut self, conditions: &[Term]) -> Option<(Tier, String)> {
        if conditions.is_empty() {
            return None;
        }
        let terms = &self.terms;
        let modes = &self.module.entry_point.modes;
        let linear =
            modes.iter().any(|it| matches!(it, ExecutionMode::DerivativeGroup(DerivativeGroup { quads: false, .. })));
        let mask = match &mut self.group {
            Some(group) if linear => mask(group, terms, conditions),
            Some(_) => None,
            None => mask(&mut self.quad, terms, conditions),
        };
        if let Some(mask) = mask {
            let split = mask.chunks(4).any(|it| it.contains(&true) && it.contains(&false));
            return split.then(|| (Tier::Certain, "only part of a quad gets past this".to_owned()));
        }
        Some((Tier::Depends, "this may differ between the invocations of a quad".to_owned()))
    }

    fn with_cause(&self, diagnostic: Diagnostic, divergence: Divergence) -> (Tier, Diagnostic) {
        let mut diagnostic = diagnostic;
        if let Some(cause) = divergence.cause {
            diagnostic = diagnostic.with_secondary(cause, divergence.how);
        }
        if let Some(&call) = self.calls.last() {
            diagnostic = diagnostic.with_secondary(call, "called here");
        }
        (divergence.tier, diagnostic)
    }

    /// A barrier for a whole workgroup, or for a subgroup.
    pub(super) fn check_barrier(&mut self, name: &str, scope: Scope, span: Span) {
        if self.module.entry_point.stage == Stage::TessellationControl {
            return;
        }
        let Some(divergence) = self.divergence(scope) else { return };
        let (code, whose) = match scope {
            Scope::Workgroup => (Code::DivergentBarrier, "workgroup"),
            _ => (Code::DivergentSubgroupBarrier, "subgroup"),
        };
        let message = format!("`{name}` is not reached by all invocations of the {whose}");
        let rule = "GLSL 4.60, 8.16: `barrier` is for uniform control flow; Vulkan, Shaders: Scope Operations";
        let diagnostic = warning(code, span, message, rule)
            .with_help("put the call behind the branch, where all invocations are together again");
        let (tier, diagnostic) = self.with_cause(diagnostic, divergence);
        self.findings.push(tier, diagnostic);
    }

    /// A derivative, or a look-up that takes one.
    pub(super) fn check_derivative(&mut self, name: &str, span: Span) {
        if self.module.entry_point.stage != Stage::Fragment && self.group.is_none() {
            return;
        }
        let Some(divergence) = self.divergence(Scope::Quad) else { return };
        let message = format!("the derivative in `{name}` is undefined where not all invocations of a quad take it");
        let help =
            "call it before the branch, or give the level of detail or the derivatives: `textureLod`, `textureGrad`";
        let diagnostic = warning(Code::DivergentDerivative, span, message, "GLSL 4.60, 8.14.1 and 8.9").with_help(help);
        let (tier, diagnostic) = self.with_cause(diagnostic, divergence);
        self.findings.push(tier, diagnostic);
    }

    /// An operation of a subgroup on a cooperative matrix.
    pub(super) fn check_matrix(&mut self, name: &str, span: Span) {
        let Some(divergence) = self.divergence(Scope::Subgroup) else { return };
        let message = format!("`{name}` is not reached by all invocations of the subgroup");
        let rule = "GL_KHR_cooperative_matrix: all invocations of the scope of the matrix take part";
        let diagnostic = warning(Code::DivergentMatrix, span, message, rule).with_help("call it outside the branch");
        let (tier, diagnostic) = self.with_cause(diagnostic, divergence);
        self.findings.push(tier, diagnostic);
    }

    /// An operation of a subgroup that takes values from certain invocations.
    pub(super) fn check_exchange(&mut self, call: &BuiltinCall, exchange: Exchange, arguments: &[Leaves], span: Span) {
        let argument = arguments.get(1).and_then(|it| it.first()).copied();
        let argument_span = call.argument_spans.get(1).copied().unwrap_or(span);
        if let (Exchange::Broadcast, Some(id)) = (exchange, argument) {
            self.check_broadcast_id(call.function.name, id, argument_span);
        }
        if let (Exchange::Xor, Some(mask)) = (exchange, argument.and_then(|it| self.terms.value(it))) {
            self.check_subgroup_size(call.function.name, mask, argument_span);
        }
        let path = self.whole_path();
        if exchange == Exchange::Active || self.terms.scope(path) >= Scope::Subgroup {
            return;
        }
        let conditions = self.terms.conjuncts(path);
        let conditions: Vec<Term> =
            conditions.into_iter().filter(|&it| self.terms.scope(it) < Scope::Subgroup).collect();
        let cause = conditions.iter().find_map(|&it| self.cause_of(it));
        let Some((lane, source)) = self.asked(call, exchange, argument, &conditions) else { return };
        let name = call.function.name;
        let message = format!("`{name}` asks an invocation that is not there");
        let rule = "GL_KHR_shader_subgroup: values of inactive invocations are undefined";
        let mut diagnostic = warning(Code::InactiveSource, argument_span, message, rule)
            .with_label(format!("invocation {lane} of the subgroup asks invocation {source}"))
            .with_help(format!("call `{name}` before the branch"));
        if let Some(cause) = cause {
            diagnostic = diagnostic.with_secondary(cause, format!("invocation {source} does not get past this"));
        }
        self.findings.push(Tier::Certain, diagnostic);
    }

    /// An invocation of each subgroup that asks another, which is not active, whatever the size.
    fn asked(
        &mut self,
        call: &BuiltinCall,
        exchange: Exchange,
        argument: Option<Term>,
        conditions: &[Term],
    ) -> Option<(u32, u32)> {
        let op = call.prototype.opcodes(call.instance).find(|op| {
            matches!(op, Op::GroupNonUniformShuffleUp | Op::GroupNonUniformShuffleDown | Op::GroupNonUniformQuadSwap)
        });
        let terms = &self.terms;
        let mut first = None;
        for subgroup in &mut self.subgroups {
            let mask = mask(subgroup, terms, conditions)?;
            let argument = subgroup.evaluate(terms, argument?)?;
            let mut hit = None;
            let mut in_range = false;
            for ((lane, &active), &number) in (0..).zip(&mask).zip(argument.iter()) {
                if !active {
                    continue;
                }
                let source = match (exchange, op) {
                    (Exchange::Xor, _) => lane ^ number,
                    (Exchange::Lane | Exchange::Broadcast, _) => number,
                    (Exchange::Relative, Some(Op::GroupNonUniformShuffleUp)) => u32::wrapping_sub(lane, number),
                    (Exchange::Relative, Some(Op::GroupNonUniformShuffleDown)) => u32::wrapping_add(lane, number),
                    (Exchange::Quad, None) => (lane & !3) | (number & 3),
                    _ => return None,
                };
                if let Some(active) = mask.get(source as usize) {
                    in_range = true;
                    if !active {
                        hit = hit.or(Some((lane, source)));
                    }
                }
            }
            match hit {
                Some(_) => first = first.or(hit),
                None if in_range => return None,
                None => {}
            }
        }
        first
    }

    fn check_broadcast_id(&mut self, name: &str, id: Term, span: Span) {
        if self.terms.scope(id) >= Scope::Subgroup {
            return;
        }
        let places = Support::LANE.with(Support::SIZE).with(Support::LOCAL);
        let support = self.terms.support(id);
        let tier = if support.within(places) { Tier::Certain } else { Tier::Depends };
        let message = format!("the id of `{name}` differs between invocations");
        let rule = "GL_KHR_shader_subgroup_ballot: the id must be dynamically uniform within the subgroup";
        let diagnostic = warning(Code::BroadcastIdVaries, span, message, rule)
            .with_label("each invocation has its own")
            .with_help("use `subgroupShuffle`");
        self.findings.push(tier, diagnostic);
    }

    /// Constants that only subgroups of some sizes have room for.
    fn check_subgroup_size(&mut self, name: &str, mask: u32, span: Span) {
        let path = self.whole_path();
        if mask < 4 || self.terms.support(path).has(Support::SIZE) {
            return;
        }
        let least =
            mask.checked_next_power_of_two().map_or(mask, |it| if it == mask { mask.saturating_mul(2) } else { it });
        let message = format!("`{name}` needs a subgroup of {least} invocations or more here");
        let rule = "Vulkan: subgroups have any power of two from 1 to 128 as their size";
        let diagnostic = warning(Code::SubgroupSizeAssumed, span, message, rule)
            .with_help(format!("do it only if `gl_SubgroupSize >= {least}`, or let the host require the size"));
        self.findings.push(Tier::Taste, diagnostic);
    }

    /// An index of an array of resources.
    pub(super) fn check_resource_index(
        &mut self,
        frame: &Frame<'m>,
        place: &Place,
        ty: Handle<Type>,
        value: Handle<Value>,
        term: Term,
    ) {
        let PlaceRoot::Global(global) = place.root else { return };
        let Ok(global) = self.module.globals.try_get(global) else { return };
        let resources = matches!(
            global.storage,
            StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::StorageBuffer
        );
        if !resources || global.ty != ty {
            return;
        }
        let span = frame.function.values.get_span(value);
        let scope = self.terms.scope(term);
        let marked = place.access.contains(MemoryQualifiers::NON_UNIFORM);
        let rule = "GL_EXT_nonuniform_qualifier; Vulkan, Shaders: Dynamically Uniform Expression";
        if marked {
            if scope >= Scope::Workgroup && self.terms.support(term) != Support::NONE {
                let message = format!("`nonuniformEXT` is not needed: all invocations use the same `{}`", global.name);
                let diagnostic = warning(Code::NeedlessNonuniform, span, message, rule).with_help("leave it out");
                self.findings.push(Tier::Taste, diagnostic);
            }
            return;
        }
        // Loops that take one index of the subgroup after the other work everywhere.
        if scope >= Scope::Subgroup {
            return;
        }
        let path = self.whole_path();
        let conditions = self.terms.conjuncts(path);
        let (terms, mut tier) = (&self.terms, Tier::Depends);
        if let Some(group) = &mut self.group
            && let Some(values) = group.evaluate(terms, term)
        {
            let closed: Vec<Term> = conditions.into_iter().filter(|&it| terms.scope(it) < Scope::Workgroup).collect();
            if let Some(mask) = mask(group, terms, &closed) {
                let mut used = values.iter().zip(&mask).filter(|it| *it.1).map(|it| *it.0);
                let first = used.next();
                if !used.any(|it| Some(it) != first) {
                    return;
                }
                tier = Tier::Certain;
            }
        }
        let what = match *self.module.types.get(ty) {
            Type::Array { element, .. } => match self.module.types.get(element) {
                Type::Image(image) if matches!(image.class, ImageClass::Storage(_)) => "image",
                Type::Image(_) => "texture",
                _ => "resource",
            },
            _ => "resource",
        };
        let message =
            format!("the invocations may use different elements of `{}`, but the index does not say so", global.name);
        let diagnostic = warning(Code::NonuniformIndex, span, message, rule)
            .with_label(format!("this chooses the {what} and differs between invocations"))
            .with_help("write `nonuniformEXT(...)` around the index");
        self.findings.push(tier, diagnostic);
    }
}

/// Which invocations get past all conditions; `None` if one depends on anything else.
pub(super) fn mask(universe: &mut Universe, terms: &super::term::Terms, conditions: &[Term]) -> Option<Vec<bool>> {
    let mut mask = vec![true; universe.count as usize];
    for &condition in conditions {
        let values = universe.evaluate(terms, condition)?;
        for (is, &value) in mask.iter_mut().zip(values.iter()) {
            *is &= value != 0;
        }
    }
    Some(mask)
}
