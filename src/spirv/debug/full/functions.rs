//! Functions: their types, scopes and variables, and the lines of their instructions.
//!
//! Comes in: functions with marks, and the HIR functions that they were written from. Goes out: DebugFunction and its
//! contents, before all functions; DebugScope, DebugLine and DebugDeclare in their blocks. Must not depend on: what the
//! instructions are.

use super::description::{Description, Prepared};
use super::scopes::{Path, Scopes, path};
use super::set::{DebugInstruction, flags};
use crate::hir::{Function, Handle, Local, ParameterMode, Span, Type};
use crate::source::FileId;
use crate::spirv::mark::{marked_span, marked_value};
use crate::spirv::section::{Instruction, Section};
use crate::spirv::writer::Written;
use crate::spirv::{Lowered, OrBug};
use rspirv::spirv::Op;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::iter::Peekable;

/// The compiler's signature in `DebugEntryPoint`, without its version, so that each version writes the same module.
const SIGNATURE: &str = "glslsub";

/// The state of a walk through the blocks of a function.
struct Walk {
    /// The file of its body.
    file: Option<FileId>,
    /// DebugFunction.
    function: u32,
    scopes: Scopes,
    /// DebugLexicalBlock of each scope.
    blocks: Vec<u32>,
    /// Variables that are not yet declared, the next one last. Each is declared before the first instruction whose
    /// offset is not below its own.
    pending: Vec<Pending>,
    /// DebugLocalVariable of variables without memory, by the number of the handle.
    named: FxHashMap<usize, u32>,
}

/// DebugDeclare of a variable.
struct Pending {
    /// The location of the declaration in the function, if it is known.
    place: Option<Path>,
    span: Span,
    scope: u32,
    declare: Prepared,
}

/// The scope and line in effect at a point of a block.
#[derive(Default)]
struct State {
    scope: Option<u32>,
    line: Option<[u32; 2]>,
}

impl<'a> Description<'_, 'a> {
    /// Describes all functions.
    pub(super) fn functions(&mut self) -> Lowered<()> {
        let hir = self.writer.hir;
        let entry = hir.functions.try_get(hir.entry_point.function).or_bug("the entry point")?;
        let functions = std::mem::take(&mut self.writer.functions);
        let mut described = Section::default();
        described.ask_as(&functions);
        let mut instructions = functions.iter().peekable();
        for written in std::mem::take(&mut self.writer.written) {
            let function = self.function(&mut instructions, &mut described, &written)?;
            if std::ptr::eq(written.function, entry) {
                let (signature, arguments) = (self.writer.string(SIGNATURE), self.writer.string(""));
                self.declare(DebugInstruction::EntryPoint, &[function, self.unit, signature, arguments]);
            }
        }
        self.writer.functions = described;
        Ok(())
    }

    /// Describes the function that the next instructions define, and returns its DebugFunction.
    fn function<'i>(
        &mut self,
        instructions: &mut Peekable<impl Iterator<Item = Instruction<'i>>>,
        section: &mut Section,
        written: &Written<'a>,
    ) -> Lowered<u32> {
        let own = instructions.peek().and_then(Instruction::result).or_bug("a function")?;
        let function = self.declare_function(written.function);
        let mut walk = self.walk(written.function, function);
        self.constants(&mut walk, written.function)?;
        let parameters = self.parameters(&mut walk, written);
        let head = [Op::Function, Op::FunctionParameter, Op::Label, Op::Variable];
        while let Some(instruction) = instructions.next_if(|it| head.iter().any(|opcode| it.is(*opcode))) {
            section.push_words(instruction.words);
        }
        let mut state = State::default();
        self.enter(section, &mut state, function);
        self.line(section, &mut state, written.function.span);
        parameters.iter().for_each(|it| it.push(section));
        self.instruction(DebugInstruction::FunctionDefinition, &[function, own]).push(section);
        let first = section.len();
        while let Some(instruction) = instructions.next_if(|it| !it.is(Op::FunctionEnd)) {
            if let Some((local, id)) = marked_value(&instruction) {
                if let Some(&variable) = walk.named.get(&local) {
                    self.whereabouts(DebugInstruction::Value, variable, id).push(section);
                }
                continue;
            }
            match marked_span(&instruction) {
                Some(span) => self.mark(section, span, &mut walk, &mut state),
                None => {
                    if instruction.is(Op::Label) {
                        state = State::default();
                    }
                    section.push_words(instruction.words);
                }
            }
        }
        // Variables that no instruction follows are declared at the start.
        let end = section.len();
        walk.pending.iter().rev().for_each(|it| it.declare.push(section));
        section.move_end(end, first);
        section.push_words(instructions.next().or_bug("the end of a function")?.words);
        Ok(function)
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

    /// The scopes of a function.
    fn walk(&mut self, definition: &Function, function: u32) -> Walk {
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
        Walk { file, function, scopes, blocks, pending: Vec::new(), named: FxHashMap::default() }
    }

    /// Describes parameters and variables; returns the DebugDeclare or DebugValue of each parameter.
    fn parameters(&mut self, walk: &mut Walk, written: &Written<'a>) -> Vec<Prepared> {
        let definition = written.function;
        let mut described = Vec::new();
        let mut copies = Vec::new();
        for ((number, parameter), &id) in (1..).zip(&definition.parameters).zip(&written.parameters) {
            // An element of a descriptor heap is not passed.
            if parameter.name.is_empty() || id == 0 {
                continue;
            }
            let copy = copy_of(written, &parameter.name);
            copies.extend(copy);
            let span = copy.map_or(definition.span, |(local, _)| definition.locals.get_span(local));
            let variable = self.local_variable(&parameter.name, parameter.ty, span, walk.function, Some(number));
            let (opcode, at) = match (copy, parameter.mode) {
                (Some((_, id)), _) => (DebugInstruction::Declare, id),
                (None, ParameterMode::Value) => (DebugInstruction::Value, id),
                (None, ParameterMode::Pointer | ParameterMode::Resource) => (DebugInstruction::Declare, id),
            };
            described.push(self.whereabouts(opcode, variable, at));
        }
        for &(handle, id) in &written.locals {
            let Ok(local) = definition.locals.try_get(handle) else { continue };
            if local.name.is_empty() || copies.contains(&(handle, id)) {
                continue;
            }
            let span = definition.locals.get_span(handle);
            let (place, scope) = self.scope(walk, span);
            let variable = self.local_variable(&local.name, local.ty, span, scope, None);
            let declare = self.whereabouts(DebugInstruction::Declare, variable, id);
            walk.pending.push(Pending { place, span, scope, declare });
        }
        for &handle in &written.named {
            let Ok(local) = definition.locals.try_get(handle) else { continue };
            if !local.name.is_empty() {
                let span = definition.locals.get_span(handle);
                let (_, scope) = self.scope(walk, span);
                let variable = self.local_variable(&local.name, local.ty, span, scope, None);
                walk.named.insert(handle.index(), variable);
            }
        }
        // Those without a location remain until the end.
        walk.pending.sort_by_cached_key(|it| (it.place.is_some(), Reverse(it.place.clone())));
        described
    }

    /// Describes constants, as variables with one value.
    fn constants(&mut self, walk: &mut Walk, definition: &Function) -> Lowered<()> {
        for named in &definition.named_constants {
            let Some(ty) = self.plain_type(named.constant) else { continue };
            let value = self.writer.constant(named.constant)?;
            let (place, scope) = self.scope(walk, named.span);
            let variable = self.local_variable(&named.name, ty, named.span, scope, None);
            let declare = self.whereabouts(DebugInstruction::Value, variable, value);
            walk.pending.push(Pending { place, span: named.span, scope, declare });
        }
        Ok(())
    }

    fn local_variable(&mut self, name: &str, ty: Handle<Type>, span: Span, scope: u32, number: Option<u32>) -> u32 {
        let (name, ty) = (self.writer.string(name), self.ty(ty));
        let [source, line, column] = self.declared_at(span);
        let mut operands = vec![name, ty, source, line, column, scope, self.number(flags::LOCAL)];
        operands.extend(number.map(|it| self.number(it)));
        self.declare(DebugInstruction::LocalVariable, &operands)
    }

    /// DebugDeclare or DebugValue of a variable.
    fn whereabouts(&mut self, opcode: DebugInstruction, variable: u32, at: u32) -> Prepared {
        let expression = self.declare_once(DebugInstruction::Expression, &[]);
        self.instruction(opcode, &[variable, at, expression])
    }

    /// Turns a mark into DebugScope and DebugLine.
    fn mark(&mut self, section: &mut Section, span: Span, walk: &mut Walk, state: &mut State) {
        let (place, scope) = self.scope(walk, span);
        while let Some(next) = walk.pending.pop_if(|next| next.place.is_some() && next.place <= place) {
            self.enter(section, state, next.scope);
            self.line(section, state, next.span);
            next.declare.push(section);
        }
        self.enter(section, state, scope);
        self.line(section, state, span);
    }

    /// The start of a span in the function, and its scope.
    fn scope(&self, walk: &Walk, span: Span) -> (Option<Path>, u32) {
        let place = walk.file.and_then(|file| path(self.debug.sources, file, span)).map(|range| range.start);
        let index = place.as_ref().and_then(|place| walk.scopes.innermost(place));
        (place, index.and_then(|index| walk.blocks.get(index)).copied().unwrap_or(walk.function))
    }

    /// DebugScope, unless it is already in effect.
    fn enter(&mut self, section: &mut Section, state: &mut State, scope: u32) {
        if state.scope.replace(scope) != Some(scope) {
            self.instruction(DebugInstruction::Scope, &[scope]).push(section);
        }
    }

    /// DebugLine or DebugNoLine, unless it is already in effect.
    fn line(&mut self, section: &mut Section, state: &mut State, span: Span) {
        let place = self.debug.sources.location(span).map(|it| [self.source(it.file), self.number(it.line)]);
        if place == state.line {
            return;
        }
        state.line = place;
        let line = match place {
            Some([source, line]) => {
                let column = self.number(0);
                self.instruction(DebugInstruction::Line, &[source, line, line, column, column])
            }
            None => self.instruction(DebugInstruction::NoLine, &[]),
        };
        line.push(section);
    }
}

/// The variable that a parameter is copied to because the body writes to it: one that is declared in the function's
/// header.
fn copy_of(written: &Written<'_>, name: &str) -> Option<(Handle<Local>, u32)> {
    let definition = written.function;
    let head = definition.span.to_range()?;
    written.locals.iter().copied().find(|&(handle, _)| {
        let at = definition.locals.get_span(handle).to_range();
        at.is_some_and(|it| head.contains(&it.start))
            && definition.locals.try_get(handle).is_ok_and(|it| it.name == name)
    })
}
