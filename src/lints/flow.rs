//! Lints about operations that invocations do together: who gets there, and who is asked.
//!
//! Comes in: the path of the walk, a call. Goes out: findings. Must not depend on: how the walk gets there.
//!
//! GLSL 4.60, 8.16; GL_KHR_shader_subgroup; Vulkan, Shaders: scope operations

use super::catalog::Tier;
use super::finding::warning;
use super::leaves::Leaves;
use super::operation::Exchange;
use super::term::{Node, Scope, Source, Support, Term};
use super::universe::Universe;
use super::walk::{Frame, Walk};
use crate::builtins::Operand;
use crate::builtins::vocabulary::Op;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{
    BinaryOperation, BuiltinCall, DerivativeGroup, ExecutionMode, Handle, ImageClass, MemoryQualifiers, Place,
    PlaceRoot, Span, StorageClass, Type, Value,
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

/// What needs large subgroups.
#[derive(Clone, Copy)]
enum Need<'a> {
    /// A call of a built-in.
    Call(&'a str),
    /// The invocation with a number.
    Invocation(u32),
    /// A number in the source that is taken for the size.
    Size(u32),
    /// One subgroup that has an invocation for each of them.
    AllSubgroups,
    /// Shared memory with a slot for each of them.
    Slots(&'a str),
}

/// How many invocations in a row are taken to be in one subgroup where nothing is certain.
const USUAL_SUBGROUP: usize = 32;

impl<'m> Walk<'m> {
    /// Whether anybody asks for what is so certain.
    pub(super) fn is_asked_for(&self, tier: Tier) -> bool {
        tier == Tier::Certain || !self.leaves_out_doubts
    }

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
        self.causes.of(condition).or_else(|| self.causes.of(plain))
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
            return splits.then(|| (Tier::Certain, so_many_get_past(active, mask.len())));
        }
        if self.splits_every_subgroup(conditions, 0) {
            return Some((Tier::Certain, "only part of each subgroup gets past this".to_owned()));
        }
        let splits = self.masks_by_subgroups(conditions);
        if splits.is_some_and(|it| it.iter().all(|mask| mask.contains(&true) && mask.contains(&false))) {
            return Some((Tier::Certain, "only some subgroups get past this".to_owned()));
        }
        Some((Tier::Depends, "this may differ between the invocations of the workgroup".to_owned()))
    }

    /// Who of the workgroup gets past conditions, for subgroups of each size.
    fn masks_by_subgroups(&mut self, conditions: &[Term]) -> Option<Vec<Vec<bool>>> {
        let (terms, group) = (&self.terms, self.group.as_ref()?);
        self.sizes.iter().map(|&size| mask(&mut group.in_subgroups(size)?, terms, conditions)).collect()
    }

    /// Whether conditions part some subgroup, whatever the size. Subgroups take the invocations of a row in their order on every
    /// device; of several rows they may take tiles.
    fn parts_subgroups(&mut self, conditions: &[Term]) -> bool {
        if !self.is_row {
            return false;
        }
        let sizes = self.sizes;
        let parts = |(mask, &size): (Vec<bool>, &u32)| {
            mask.chunks(size as usize).any(|it| it.contains(&true) && it.contains(&false))
        };
        self.masks_by_subgroups(conditions).is_some_and(|masks| masks.into_iter().zip(sizes).all(parts))
    }

    /// Those of `least` invocations and more.
    fn splits_every_subgroup(&mut self, conditions: &[Term], least: u32) -> bool {
        let terms = &self.terms;
        !conditions.is_empty()
            && self.subgroups.get().iter_mut().filter(|it| it.count >= least).all(|subgroup| {
                let mask = mask(subgroup, terms, conditions);
                mask.is_some_and(|mask| mask.contains(&true) && mask.contains(&false))
            })
    }

    fn subgroup_divergence(&mut self, conditions: &[Term]) -> Option<(Tier, String)> {
        if conditions.is_empty() {
            return None;
        }
        if self.splits_every_subgroup(conditions, 0) {
            return Some((Tier::Certain, "only part of each subgroup gets past this".to_owned()));
        }
        if self.parts_subgroups(conditions) {
            return Some((Tier::Certain, "only part of a subgroup gets past this".to_owned()));
        }
        let terms = &self.terms;
        let no_part =
            |subgroup: &mut Universe| mask(subgroup, terms, conditions).is_some_and(|it| !it.contains(&false));
        if self.subgroups.get().iter_mut().all(no_part) {
            return None;
        }
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
        let quads =
            modes.iter().any(|it| matches!(it, ExecutionMode::DerivativeGroup(DerivativeGroup { quads: true, .. })));
        let width = self.width.max(2) as usize;
        let mask = match &mut self.group {
            Some(group) if linear || quads => mask(group, terms, conditions),
            Some(_) => None,
            None => mask(&mut self.quad, terms, conditions),
        };
        if let Some(mask) = mask {
            let split = if quads {
                let at = |x: usize, y: usize| mask.get(y * width + x).copied();
                let corners = |x, y| [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)];
                let rows = mask.len() / width;
                (0..rows).step_by(2).any(|y| {
                    (0..width).step_by(2).any(|x| {
                        let quad = corners(x, y);
                        quad.contains(&Some(true)) && quad.contains(&Some(false))
                    })
                })
            } else {
                mask.chunks(4).any(|it| it.contains(&true) && it.contains(&false))
            };
            return split.then(|| (Tier::Certain, "only part of a quad gets past this".to_owned()));
        }
        Some((Tier::Depends, "this may differ between the invocations of a quad".to_owned()))
    }

    fn push_divergence(&mut self, diagnostic: Diagnostic, divergence: Divergence) {
        let (tier, call) = (divergence.tier, self.calls.last().copied());
        self.findings.push(tier, with_cause(diagnostic, divergence, call));
    }

    /// A barrier for a whole workgroup, or for a subgroup.
    pub(super) fn check_barrier(&mut self, name: &str, scope: Scope, span: Span) {
        if self.module.entry_point.stage == Stage::TessellationControl {
            return;
        }
        let Some(divergence) = self.divergence(scope).filter(|it| self.is_asked_for(it.tier)) else { return };
        self.push_divergence(divergent_barrier(span, name, scope), divergence);
    }

    /// A derivative, or a look-up that takes one.
    pub(super) fn check_derivative(&mut self, name: &str, span: Span) {
        if self.module.entry_point.stage != Stage::Fragment && self.group.is_none() {
            return;
        }
        let Some(divergence) = self.divergence(Scope::Quad).filter(|it| self.is_asked_for(it.tier)) else { return };
        self.push_divergence(divergent_derivative(span, name), divergence);
    }

    /// An operation of a subgroup on a cooperative matrix.
    pub(super) fn check_matrix(&mut self, name: &str, span: Span) {
        let Some(mut divergence) = self.divergence(Scope::Subgroup) else { return };
        let path = self.whole_path();
        let conditions = self.terms.conjuncts(path);
        let conditions: Vec<Term> =
            conditions.into_iter().filter(|&it| self.terms.scope(it) < Scope::Subgroup).collect();
        // No device that has matrices has smaller subgroups than 8.
        if divergence.tier != Tier::Certain && self.splits_every_subgroup(&conditions, 8) {
            divergence.tier = Tier::Certain;
        }
        if !self.is_asked_for(divergence.tier) {
            return;
        }
        self.push_divergence(divergent_matrix(span, name), divergence);
    }

    /// An operation of a subgroup that takes values from certain invocations.
    pub(super) fn check_exchange(&mut self, call: &BuiltinCall, exchange: Exchange, arguments: &[Leaves], span: Span) {
        let argument = arguments.get(1).and_then(|it| it.first()).copied();
        let argument_span = call.argument_spans.get(1).copied().unwrap_or(span);
        match (exchange, argument) {
            (Exchange::Broadcast, Some(id)) => {
                self.check_broadcast_id(call.function.name, id, Scope::Subgroup, argument_span);
            }
            (Exchange::Quad, Some(id)) => self.check_broadcast_id(call.function.name, id, Scope::Quad, argument_span),
            _ => {}
        }
        if let Some(number) = argument.and_then(|it| self.terms.value(it)) {
            match exchange {
                Exchange::Xor | Exchange::Relative | Exchange::Broadcast | Exchange::Lane => {
                    self.check_subgroup_size(call.function.name, number, argument_span);
                }
                Exchange::Active if number > 4 => {
                    self.check_subgroup_size(call.function.name, number - 1, argument_span);
                }
                _ => {}
            }
        }
        let path = self.whole_path();
        if exchange == Exchange::Active || self.terms.scope(path) >= Scope::Subgroup {
            return;
        }
        let conditions = self.terms.conjuncts(path);
        let conditions: Vec<Term> =
            conditions.into_iter().filter(|&it| self.terms.scope(it) < Scope::Subgroup).collect();
        let cause = conditions.iter().find_map(|&it| self.cause_of(it));
        let is_pixel = self.group.is_none() && exchange == Exchange::Quad;
        let (asked, whose) = match is_pixel {
            true => (self.asked_in_quad(quad_direction(call), argument, &conditions), "quad"),
            false => (self.asked(call, exchange, argument, &conditions), "subgroup"),
        };
        let Some(asked) = asked else { return };
        let diagnostic = inactive_source(argument_span, call.function.name, asked, whose, cause);
        // The device chooses which invocations of several rows a subgroup has.
        let by_place = !self.is_row && conditions.iter().any(|&it| self.terms.support(it).has(Support::LOCAL));
        self.findings.push(if by_place { Tier::Depends } else { Tier::Certain }, diagnostic);
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
        let direction = quad_direction(call);
        let terms = &self.terms;
        let mut first = None;
        // Conditions on the place in the workgroup say the same if subgroups take its invocations in their order.
        let local = self.group.as_ref().filter(|_| {
            conditions.iter().chain(&argument).any(|&it| terms.support(it).has(Support::LOCAL.with(Support::GROUP)))
        });
        let in_group = |size: u32| local.and_then(|it| it.in_subgroups(size));
        for (subgroup, size) in self.subgroups.get().iter_mut().zip(self.sizes.iter().copied()) {
            let mut group = in_group(size);
            let subgroup = group.as_mut().unwrap_or(subgroup);
            let mask = mask(subgroup, terms, conditions)?;
            let argument = match (exchange, direction) {
                (Exchange::Quad, Some(direction)) => vec![direction + 1; mask.len()].into(),
                _ => subgroup.evaluate(terms, argument?)?,
            };
            let mut hit = None;
            let mut in_range = false;
            for ((invocation, &active), &number) in (0..).zip(&mask).zip(argument.iter()) {
                if !active {
                    continue;
                }
                let lane: u32 = invocation % size;
                let source = match (exchange, op) {
                    (Exchange::Xor, _) => lane ^ number,
                    (Exchange::Lane | Exchange::Broadcast, _) => number,
                    (Exchange::Relative, Some(Op::GroupNonUniformShuffleUp)) => u32::wrapping_sub(lane, number),
                    (Exchange::Relative, Some(Op::GroupNonUniformShuffleDown)) => u32::wrapping_add(lane, number),
                    (Exchange::Quad, Some(Op::GroupNonUniformQuadSwap)) => lane ^ number,
                    (Exchange::Quad, None) => (lane & !3) | (number & 3),
                    _ => return None,
                };
                let index = (invocation - lane).saturating_add(source) as usize;
                if let Some(active) = mask.get(index).filter(|_| source < size) {
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

    /// The same in the quad at the origin.
    fn asked_in_quad(
        &mut self,
        direction: Option<u32>,
        argument: Option<Term>,
        conditions: &[Term],
    ) -> Option<(u32, u32)> {
        let terms = &self.terms;
        let mask = mask(&mut self.quad, terms, conditions)?;
        let sources: Vec<u32> = match direction {
            Some(direction) => (0..4).map(|lane| lane ^ (direction + 1)).collect(),
            None => self.quad.evaluate(terms, argument?)?.iter().map(|it| it & 3).collect(),
        };
        let active = |lane: u32| mask.get(lane as usize).copied().unwrap_or(true);
        (0..).zip(sources).find(|&(lane, source)| active(lane) && !active(source))
    }

    /// `scope`: whose invocations must all have the same id.
    fn check_broadcast_id(&mut self, name: &str, id: Term, scope: Scope, span: Span) {
        if self.terms.scope(id) >= scope {
            return;
        }
        let places = Support::LANE.with(Support::SIZE).with(Support::LOCAL).with(Support::GROUP);
        let support = self.terms.support(id);
        let tier = if support.within(places) { Tier::Certain } else { Tier::Depends };
        if !self.is_asked_for(tier) {
            return;
        }
        self.findings.push(tier, id_differs(span, name, scope));
    }

    /// Constants that only subgroups of some sizes have room for.
    pub(super) fn check_subgroup_size(&mut self, name: &str, mask: u32, span: Span) {
        let path = self.whole_path();
        if mask < 4 || !self.is_asked_for(Tier::Taste) || self.terms.support(path).has(Support::SIZE) {
            return;
        }
        let least =
            mask.checked_next_power_of_two().map_or(mask, |it| if it == mask { mask.saturating_mul(2) } else { it });
        self.subgroup_size(Need::Call(name), least, span);
    }

    /// What needs subgroups of `least` invocations.
    fn subgroup_size(&mut self, need: Need<'_>, least: u32, span: Span) {
        if !self.is_asked_for(Tier::Taste) {
            return;
        }
        let path = self.whole_path();
        let smallest = self.sizes.first().copied().unwrap_or(0);
        if self.terms.support(path).has(Support::SIZE) || smallest >= least {
            return;
        }
        self.findings.push(Tier::Taste, size_assumed(span, need, least));
    }

    /// Comparisons and divisions that are right for some sizes of subgroups only.
    pub(super) fn check_numbers_of_subgroups(
        &mut self,
        operation: BinaryOperation,
        [left, right]: [Term; 2],
        span: Span,
    ) {
        use BinaryOperation as B;
        let constant = self.terms.value(right);
        let is = |walk: &Self, term: Term, sources: &[Source]| matches!(walk.terms.node(term), Node::Source(source) if sources.contains(&source));
        let local = [Source::LocalX, Source::LocalIndex];
        match (operation, constant) {
            (B::Equal, Some(lane @ 4..)) if is(self, left, &[Source::Lane]) => {
                self.subgroup_size(Need::Invocation(lane), (lane + 1).next_power_of_two(), span);
            }
            (B::Divide | B::Modulo, Some(size @ (32 | 64))) if self.uses_subgroups && is(self, left, &local) => {
                self.subgroup_size(Need::Size(size), size, span);
            }
            (B::ShiftRight, Some(shift @ (5 | 6))) if self.uses_subgroups && is(self, left, &local) => {
                self.subgroup_size(Need::Size(1 << shift), 1 << shift, span);
            }
            (B::BitAnd, Some(bits @ (31 | 63))) if self.uses_subgroups && is(self, left, &local) => {
                self.subgroup_size(Need::Size(bits + 1), bits + 1, span);
            }
            (B::Less, None)
                if is(self, left, &[Source::Lane, Source::LocalX, Source::LocalIndex])
                    && is(self, right, &[Source::Subgroups])
                    && self.group_size.is_some_and(|it| it > 16) =>
            {
                let least = self.group_size.map_or(4, |it| it.isqrt()).next_power_of_two();
                self.subgroup_size(Need::AllSubgroups, least, span);
            }
            (B::ShiftLeft, None) if is(self, right, &[Source::Lane]) && self.terms.value(left) == Some(1) => {
                let path = self.whole_path();
                let is_small = self.sizes.last().is_some_and(|it| *it <= 32);
                if !self.terms.support(path).has(Support::SIZE) && !is_small {
                    self.findings.push(Tier::Taste, bit_does_not_fit(span));
                }
            }
            _ => {}
        }
    }

    /// Slots of shared memory, one for each subgroup.
    pub(super) fn check_slots(&mut self, name: &str, length: u32, index: Term, span: Span) {
        let Some(size) = self.group_size else { return };
        if matches!(self.terms.node(index), Node::Source(Source::SubgroupId)) && length.saturating_mul(4) < size {
            let least = size.div_ceil(length).next_power_of_two();
            self.subgroup_size(Need::Slots(name), least, span);
        }
    }

    /// One invocation stores what its subgroup computed.
    pub(super) fn check_leader(&mut self, leaves: &[Term], span: Span) {
        if !leaves.iter().any(|&it| self.terms.support(it).has(Support::REDUCED)) {
            return;
        }
        let path = self.whole_path();
        let conditions = self.terms.conjuncts(path);
        let own: Vec<Term> = conditions.into_iter().filter(|&it| self.terms.scope(it) < Scope::Workgroup).collect();
        let terms = &self.terms;
        let Some(group) = &mut self.group else { return };
        let Some(mask) = mask(group, terms, &own) else { return };
        if group.count <= 4 || mask.iter().filter(|it| **it).count() != 1 {
            return;
        }
        // A larger workgroup has two subgroups at least.
        let largest = self.sizes.last().copied().unwrap_or(0);
        if self.sizes.len() == 1 && self.assumptions.full_subgroups && group.count <= largest {
            return;
        }
        let tier = if group.count > largest { Tier::Certain } else { Tier::Depends };
        let cause = own.iter().find_map(|&it| self.cause_of(it));
        self.findings.push(tier, other_subgroups_are_lost(span, cause));
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
        if marked {
            if scope >= Scope::Workgroup && self.terms.support(term) != Support::NONE {
                self.findings.push(Tier::Taste, needless_nonuniform(span, &global.name));
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
        if !self.is_asked_for(tier) {
            return;
        }
        let what = match *self.module.types.get(ty) {
            Type::Array { element, .. } => match self.module.types.get(element) {
                Type::Image(image) if matches!(image.class, ImageClass::Storage(_)) => "image",
                Type::Image(_) => "texture",
                _ => "resource",
            },
            _ => "resource",
        };
        self.findings.push(tier, unmarked_nonuniform(span, &global.name, what));
    }
}

/// Where an exchange within quads goes: horizontal, vertical and diagonal are 0 to 2.
fn quad_direction(call: &BuiltinCall) -> Option<u32> {
    call.prototype.opcodes(call.instance).find(|it| *it == Op::GroupNonUniformQuadSwap)?;
    let operands = call.prototype.recipe(call.instance)?.steps.iter().flat_map(|it| it.operands.iter());
    let mut numbers = operands.filter_map(|it| if let Operand::Uint(value) = *it { Some(value) } else { None });
    numbers.next_back()
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

/// What is known about a condition.
#[cold]
fn so_many_get_past(active: usize, all: usize) -> String {
    format!("{active} of {all} invocations get past this")
}

#[cold]
fn with_cause(mut diagnostic: Diagnostic, divergence: Divergence, call: Option<Span>) -> Diagnostic {
    if let Some(cause) = divergence.cause {
        diagnostic = diagnostic.with_secondary(cause, divergence.how);
    }
    match call {
        Some(call) => diagnostic.with_secondary(call, "called here"),
        None => diagnostic,
    }
}

#[cold]
fn divergent_barrier(span: Span, name: &str, scope: Scope) -> Diagnostic {
    let (code, whose) = match scope {
        Scope::Workgroup => (Code::DivergentBarrier, "workgroup"),
        _ => (Code::DivergentSubgroupBarrier, "subgroup"),
    };
    let message = format!("`{name}` is not reached by all invocations of the {whose}");
    let rule = "GLSL 4.60, 8.16: `barrier` is for uniform control flow; Vulkan, Shaders: Scope Operations";
    warning(code, span, message, rule)
        .with_help("put the call after the branch, where all invocations are together again")
}

#[cold]
fn divergent_derivative(span: Span, name: &str) -> Diagnostic {
    let message = format!("the derivative in `{name}` is undefined where not all invocations of a quad take it");
    let help = "call it before the branch, or give the level of detail or the derivatives: `textureLod`, `textureGrad`";
    warning(Code::DivergentDerivative, span, message, "GLSL 4.60, 8.14.1 and 8.9").with_help(help)
}

#[cold]
fn divergent_matrix(span: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` is not reached by all invocations of the subgroup");
    let rule = "GL_KHR_cooperative_matrix: all invocations of the scope of the matrix take part";
    warning(Code::DivergentMatrix, span, message, rule).with_help("call it outside the branch")
}

/// An invocation reads from another that is not active, because it does not get past `cause`.
#[cold]
fn inactive_source(span: Span, name: &str, (lane, source): (u32, u32), whose: &str, cause: Option<Span>) -> Diagnostic {
    let message = format!("`{name}` reads from an inactive invocation");
    let rule = "GL_KHR_shader_subgroup: values of inactive invocations are undefined";
    let diagnostic = warning(Code::InactiveSource, span, message, rule)
        .with_label(format!("invocation {lane} of the {whose} reads from invocation {source}"))
        .with_help(format!("call `{name}` before the branch"));
    match cause {
        Some(cause) => diagnostic.with_secondary(cause, format!("invocation {source} does not get past this")),
        None => diagnostic,
    }
}

#[cold]
fn id_differs(span: Span, name: &str, scope: Scope) -> Diagnostic {
    let rule = match scope {
        Scope::Quad => "GL_KHR_shader_subgroup_quad: the id must be dynamically uniform within the quad",
        _ => "GL_KHR_shader_subgroup_ballot: the id must be dynamically uniform within the subgroup",
    };
    warning(Code::BroadcastIdVaries, span, format!("the id of `{name}` differs between invocations"), rule)
        .with_label("each invocation has its own")
        .with_help("use `subgroupShuffle`")
}

#[cold]
fn size_assumed(span: Span, need: Need<'_>, least: u32) -> Diagnostic {
    let message = match need {
        Need::Call(name) => format!("`{name}` needs a subgroup of {least} invocations or more here"),
        Need::Invocation(lane) => format!("there is no invocation {lane} where subgroups are small"),
        Need::Size(size) => format!("this assumes subgroups of {size} invocations"),
        Need::AllSubgroups => {
            "where subgroups are small, there are more of them than one subgroup has invocations".to_owned()
        }
        Need::Slots(name) => format!("`{name}` is too small where subgroups have fewer than {least} invocations"),
    };
    let rule = "Vulkan: subgroups have any power of two from 1 to 128 as their size";
    warning(Code::SubgroupSizeAssumed, span, message, rule)
        .with_help(format!("do it only if `gl_SubgroupSize >= {least}`, or let the host require the size"))
}

#[cold]
fn bit_does_not_fit(span: Span) -> Diagnostic {
    let message = "the bit of an invocation does not fit 32 bits where subgroups are larger";
    let rule = "GL_KHR_shader_subgroup_basic: subgroups have up to 128 invocations";
    warning(Code::BallotWidth, span, message, rule)
        .with_help("use `gl_SubgroupEqMask` and the like, which have 128 bits")
}

#[cold]
fn other_subgroups_are_lost(span: Span, cause: Option<Span>) -> Diagnostic {
    let message = "one invocation stores the result of its own subgroup; those of the other subgroups are lost";
    let rule = "GL_KHR_shader_subgroup_arithmetic: the result is that of the subgroup";
    let diagnostic = warning(Code::SubgroupNotWorkgroup, span, message, rule)
        .with_help("let one invocation of each subgroup add to it: `if (subgroupElect())` and an atomic operation");
    match cause {
        Some(cause) => diagnostic.with_secondary(cause, "one invocation of the workgroup gets past this"),
        None => diagnostic,
    }
}

const NONUNIFORM: &str = "GL_EXT_nonuniform_qualifier; Vulkan, Shaders: Dynamically Uniform Expression";

#[cold]
fn needless_nonuniform(span: Span, name: &str) -> Diagnostic {
    let message = format!("`nonuniformEXT` is not needed: all invocations use the same `{name}`");
    warning(Code::NeedlessNonuniform, span, message, NONUNIFORM).with_help("leave it out")
}

/// `what` the index selects: an image, a texture, a resource.
#[cold]
fn unmarked_nonuniform(span: Span, name: &str, what: &str) -> Diagnostic {
    let message = format!("the invocations may use different elements of `{name}`, but the index does not say so");
    warning(Code::NonuniformIndex, span, message, NONUNIFORM)
        .with_label(format!("this selects the {what} and differs between invocations"))
        .with_help("write `nonuniformEXT(...)` around the index")
}
