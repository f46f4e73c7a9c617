//! The extents of functions, and where in them something is.
//!
//! Comes in: HIR functions, and spans of their code. Goes out: DebugFunction with its DebugLexicalBlocks; the innermost scope
//! around a span, with DebugInlinedAt if the code was inlined. Must not depend on: instructions.

use super::description::Description;
use super::scopes::{Path, Scopes, path};
use super::set::{DebugInstruction, flags};
use crate::hir::{Function, Handle, InlinedCall, Name, Span};
use crate::source::FileId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A function with its scopes.
#[derive(Debug)]
pub(super) struct Extent {
    /// DebugFunction.
    pub(super) function: u32,
    /// The file of its body.
    file: Option<FileId>,
    scopes: Scopes,
    /// DebugLexicalBlock of each scope.
    blocks: Vec<u32>,
}

/// The operands of DebugScope: a scope, and DebugInlinedAt if the code in it takes the place of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ScopeAt {
    pub(super) scope: u32,
    pub(super) inlined: Option<u32>,
}

/// Where something is.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// The inlined call that it is part of.
    pub(super) call: Option<Handle<InlinedCall>>,
    /// Its location in the function, or in the function that was inlined, if it is known.
    pub(super) place: Option<Path>,
    pub(super) scope: ScopeAt,
}

/// The functions that have been described.
#[derive(Debug, Default)]
pub(super) struct Extents {
    /// By name and head.
    functions: FxHashMap<(Name, Span), Rc<Extent>>,
    /// DebugFunction of those that have a definition.
    defined: FxHashSet<u32>,
    /// DebugInlinedAt of inlined calls.
    inlined_at: FxHashMap<Handle<InlinedCall>, u32>,
}

impl Description<'_, '_> {
    /// Describes a function.
    fn extent(&mut self, definition: &Function) -> Extent {
        let function = self.declare_function(definition);
        let sources = self.debug.sources;
        let mut spans = definition.scopes.iter();
        let file = spans.next().and_then(|&body| sources.resolve(body)).map(|it| it.file);
        let scopes = Scopes::new(spans.filter_map(|&span| Some((path(sources, file?, span)?, span))).collect());
        let mut blocks = Vec::new();
        for (span, around) in scopes.iter() {
            let parent = around.and_then(|index| blocks.get(index)).copied().unwrap_or(function);
            let [source, line, column] = self.declared_at(span);
            blocks.push(self.declare(DebugInstruction::LexicalBlock, &[source, line, column, parent]));
        }
        Extent { function, file, scopes, blocks }
    }

    fn declare_function(&mut self, definition: &Function) -> u32 {
        let flags = self.number(flags::PUBLIC);
        let mut ty = vec![flags, self.ty(definition.result)];
        for parameter in &definition.parameters {
            ty.push(self.ty(parameter.ty));
        }
        let ty = self.declare_once(DebugInstruction::TypeFunction, &ty);
        let name = self.writer.string(&definition.name);
        let [source, line, column] = self.declared_at(definition.span);
        let operands = [name, ty, source, line, column, self.unit, name, flags, line];
        self.declare(DebugInstruction::Function, &operands)
    }
}

impl Extents {
    /// The function that the next instructions define. Each instance of a function has a description of its own.
    pub(super) fn define(&mut self, description: &mut Description<'_, '_>, definition: &Function) -> Rc<Extent> {
        let extent = self.of(description, definition);
        if self.defined.insert(extent.function) { extent } else { Rc::new(description.extent(definition)) }
    }

    /// A function, which is described once.
    fn of(&mut self, description: &mut Description<'_, '_>, definition: &Function) -> Rc<Extent> {
        let key = (definition.name.clone(), definition.span);
        self.functions.entry(key).or_insert_with(|| Rc::new(description.extent(definition))).clone()
    }

    /// Where code of a function is. `own` is that function; what was inlined in it is in another one.
    pub(super) fn spot(&mut self, description: &mut Description<'_, '_>, own: &Extent, span: Span) -> Spot {
        let inlined = &description.writer.hir.inlined;
        let called = inlined.call(span).and_then(|call| Some((call, inlined.get(call)?)));
        let Some((call, called)) = called else { return own.spot(description, span) };
        let extent = self.of(description, &called.function);
        let spot = extent.spot(description, inlined.source(span));
        let scope = ScopeAt { inlined: self.inlined_at(description, own, call), ..spot.scope };
        Spot { call: Some(call), scope, ..spot }
    }

    /// DebugInlinedAt of a call.
    fn inlined_at(
        &mut self,
        description: &mut Description<'_, '_>,
        own: &Extent,
        call: Handle<InlinedCall>,
    ) -> Option<u32> {
        let inlined = &description.writer.hir.inlined;
        // From the innermost call to one that is known.
        let mut new = Vec::new();
        let mut open = Some(call);
        while let Some(call) = open.filter(|call| !self.inlined_at.contains_key(call)) {
            let at = inlined.get(call)?.at;
            open = inlined.call(at);
            new.push((call, at));
        }
        for (call, at) in new.into_iter().rev() {
            let around = inlined.call(at);
            let extent = around.and_then(|it| inlined.get(it)).map(|it| self.of(description, &it.function));
            let scope = extent.as_deref().unwrap_or(own).spot(description, inlined.source(at)).scope.scope;
            let line = description.location(at).map_or(0, |it| it.line);
            let mut operands = vec![description.number(line), scope];
            operands.extend(around.and_then(|it| self.inlined_at.get(&it)));
            let id = description.declare(DebugInstruction::InlinedAt, &operands);
            self.inlined_at.insert(call, id);
        }
        self.inlined_at.get(&call).copied()
    }
}

impl Extent {
    /// Where a span of the function itself is.
    fn spot(&self, description: &Description<'_, '_>, span: Span) -> Spot {
        let place = self.file.and_then(|file| path(description.debug.sources, file, span)).map(|range| range.start);
        let index = place.as_ref().and_then(|place| self.scopes.innermost(place));
        let scope = index.and_then(|index| self.blocks.get(index)).copied().unwrap_or(self.function);
        Spot { call: None, place, scope: ScopeAt { scope, inlined: None } }
    }
}
