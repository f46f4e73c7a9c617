//! Functions: their types, scopes and variables, and the lines of their instructions.
//!
//! Comes in: functions with marks, and the functions of HIR that they were written from. Goes out: DebugFunction and what is
//! in it, in front of all functions; DebugScope, DebugLine and DebugDeclare in their blocks. Must not depend on: what the
//! instructions are.

use super::description::Description;
use super::scopes::Scopes;
use super::set::{DebugInstruction, flags};
use crate::hir::{Function, Handle, Local, ParameterMode, Span, Type};
use crate::source::{FileId, SourceMap};
use crate::spirv::mark::marked_span;
use crate::spirv::writer::Written;
use crate::spirv::{Lowered, OrBug};
use rspirv::dr::{self, Instruction};
use rspirv::spirv::Op;
use std::ops::Range;

/// What `DebugEntryPoint` says about the compiler. Without its version: the same shader gives the same module.
const SIGNATURE: &str = "glslsub";

/// What is known of a function while its blocks are gone through.
struct Walk {
    /// The file that its body is in.
    file: Option<FileId>,
    /// DebugFunction.
    function: u32,
    scopes: Scopes,
    /// DebugLexicalBlock of each scope.
    blocks: Vec<u32>,
    /// Variables whose declarations are still to come, the next one last. Each stands in front of the first instruction
    /// from its place on.
    pending: Vec<Pending>,
}

/// DebugDeclare of a variable.
struct Pending {
    /// Where in the file the variable is declared.
    offset: usize,
    span: Span,
    scope: u32,
    declare: Instruction,
}

/// What holds at a point of a block.
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
        let mut functions = std::mem::take(&mut self.writer.functions);
        let written = std::mem::take(&mut self.writer.written);
        for (lowered, written) in functions.iter_mut().zip(&written) {
            let function = self.function(lowered, written)?;
            if std::ptr::eq(written.function, entry) {
                let (signature, arguments) = (self.writer.string(SIGNATURE), self.writer.string(""));
                self.declare(DebugInstruction::EntryPoint, &[function, self.unit, signature, arguments]);
            }
        }
        self.writer.functions = functions;
        Ok(())
    }

    /// Describes a function. Gives its DebugFunction.
    fn function(&mut self, lowered: &mut dr::Function, written: &Written<'a>) -> Lowered<u32> {
        let own = lowered.def.as_ref().and_then(|it| it.result_id).or_bug("a function")?;
        let function = self.declare_function(written.function);
        let mut walk = self.walk(written.function, function);
        let parameters = self.parameters(&mut walk, written);
        let mut blocks = lowered.blocks.iter_mut();
        let entry = blocks.next().or_bug("the first block of a function")?;
        let variables = entry.instructions.iter().take_while(|it| it.class.opcode == Op::Variable).count();
        let rest = entry.instructions.split_off(variables);
        let mut state = State::default();
        self.enter(&mut entry.instructions, &mut state, function);
        self.line(&mut entry.instructions, &mut state, written.function.span);
        entry.instructions.extend(parameters);
        let (_, definition) = self.instruction(DebugInstruction::FunctionDefinition, &[function, own]);
        entry.instructions.push(definition);
        let head = entry.instructions.len();
        self.block(&mut entry.instructions, rest, &mut walk, state);
        for block in blocks {
            let rest = std::mem::take(&mut block.instructions);
            self.block(&mut block.instructions, rest, &mut walk, State::default());
        }
        // Variables that no instruction follows are there from the start.
        entry.instructions.splice(head..head, walk.pending.into_iter().rev().map(|it| it.declare));
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
        let scopes = Scopes::new(spans.filter_map(|&span| Some((range_in(sources, file?, span)?, span))).collect());
        let mut blocks = Vec::new();
        for (span, around) in scopes.iter() {
            let parent = around.and_then(|index| blocks.get(index)).copied().unwrap_or(function);
            let [source, line, column] = self.declared_at(span);
            blocks.push(self.declare(DebugInstruction::LexicalBlock, &[source, line, column, parent]));
        }
        Walk { file, function, scopes, blocks, pending: Vec::new() }
    }

    /// Describes parameters and variables; gives what says where the parameters are.
    fn parameters(&mut self, walk: &mut Walk, written: &Written<'a>) -> Vec<Instruction> {
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
            let (offset, scope) = self.scope(walk, span);
            let variable = self.local_variable(&local.name, local.ty, span, scope, None);
            let declare = self.whereabouts(DebugInstruction::Declare, variable, id);
            walk.pending.push(Pending { offset: offset.unwrap_or(usize::MAX), span, scope, declare });
        }
        walk.pending.sort_by_key(|it| std::cmp::Reverse(it.offset));
        described
    }

    fn local_variable(&mut self, name: &str, ty: Handle<Type>, span: Span, scope: u32, number: Option<u32>) -> u32 {
        let (name, ty) = (self.writer.string(name), self.ty(ty));
        let [source, line, column] = self.declared_at(span);
        let mut operands = vec![name, ty, source, line, column, scope, self.number(flags::LOCAL)];
        operands.extend(number.map(|it| self.number(it)));
        self.declare(DebugInstruction::LocalVariable, &operands)
    }

    /// DebugDeclare or DebugValue of a variable.
    fn whereabouts(&mut self, opcode: DebugInstruction, variable: u32, at: u32) -> Instruction {
        let expression = self.declare_once(DebugInstruction::Expression, &[]);
        self.instruction(opcode, &[variable, at, expression]).1
    }

    /// Turns the marks of a block into scopes and lines.
    fn block(&mut self, block: &mut Vec<Instruction>, marked: Vec<Instruction>, walk: &mut Walk, mut state: State) {
        for instruction in marked {
            let Some(span) = marked_span(&instruction) else {
                block.push(instruction);
                continue;
            };
            let (offset, scope) = self.scope(walk, span);
            while let Some(next) = walk.pending.pop_if(|next| offset.is_some_and(|offset| next.offset <= offset)) {
                self.enter(block, &mut state, next.scope);
                self.line(block, &mut state, next.span);
                block.push(next.declare);
            }
            self.enter(block, &mut state, scope);
            self.line(block, &mut state, span);
        }
    }

    /// Where a span is in the file of the function, and in which scope.
    fn scope(&self, walk: &Walk, span: Span) -> (Option<usize>, u32) {
        let offset = walk.file.and_then(|file| range_in(self.debug.sources, file, span)).map(|range| range.start);
        let index = offset.and_then(|offset| walk.scopes.innermost(offset));
        (offset, index.and_then(|index| walk.blocks.get(index)).copied().unwrap_or(walk.function))
    }

    /// DebugScope, unless it holds.
    fn enter(&mut self, block: &mut Vec<Instruction>, state: &mut State, scope: u32) {
        if state.scope.replace(scope) != Some(scope) {
            block.push(self.instruction(DebugInstruction::Scope, &[scope]).1);
        }
    }

    /// DebugLine or DebugNoLine, unless it holds.
    fn line(&mut self, block: &mut Vec<Instruction>, state: &mut State, span: Span) {
        let place = self.debug.sources.location(span).map(|it| [self.source(it.file), self.number(it.line)]);
        if place == state.line {
            return;
        }
        state.line = place;
        block.push(match place {
            Some([source, line]) => {
                let column = self.number(0);
                self.instruction(DebugInstruction::Line, &[source, line, line, column, column]).1
            }
            None => self.instruction(DebugInstruction::NoLine, &[]).1,
        });
    }
}

/// The variable that a parameter is copied to, as the body writes to it: it is declared in the head.
fn copy_of(written: &Written<'_>, name: &str) -> Option<(Handle<Local>, u32)> {
    let definition = written.function;
    let head = definition.span.to_range()?;
    written.locals.iter().copied().find(|&(handle, _)| {
        let at = definition.locals.get_span(handle).to_range();
        at.is_some_and(|it| head.contains(&it.start))
            && definition.locals.try_get(handle).is_ok_and(|it| it.name == name)
    })
}

/// The range of a file that a span stands for. What an included file has is where it is included.
fn range_in(sources: &SourceMap, file: FileId, span: Span) -> Option<Range<usize>> {
    let mut at = sources.resolve(span)?;
    while at.file != file {
        at = sources.resolve(sources.file(at.file)?.included_at)?;
    }
    Some(at.range)
}
