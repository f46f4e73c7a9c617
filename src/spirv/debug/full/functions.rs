//! Functions: their types, scopes and variables, and the lines of their instructions.
//!
//! Comes in: functions with marks, and the HIR functions that they were written from. Goes out: DebugFunction and its
//! contents, before all functions; DebugScope, DebugLine and DebugDeclare in their blocks. Must not depend on: what the
//! instructions are.

use super::description::{Description, Prepared};
use super::extent::{Extent, Extents, ScopeAt};
use super::scopes::Path;
use super::set::{DebugInstruction, flags};
use crate::hir::{Function, Handle, InlinedCall, Local, ParameterMode, Span, Type};
use crate::spirv::mark::{MarkedValue, marked_span, marked_value};
use crate::spirv::section::{Instruction, Section};
use crate::spirv::writer::Written;
use crate::spirv::{Lowered, OrBug};
use rspirv::spirv::Op;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::iter::Peekable;
use std::rc::Rc;

/// The compiler's signature in `DebugEntryPoint`, without its version, so that each version writes the same module.
const SIGNATURE: &str = "glslsub";

/// The state of a walk through the blocks of a function.
struct Walk<'e> {
    extent: Rc<Extent>,
    extents: &'e mut Extents,
    /// Variables that are not yet declared, by the inlined call that they are part of, the next one last. Each is declared
    /// before the first instruction of that call whose offset is not below its own.
    pending: BTreeMap<Option<Handle<InlinedCall>>, Vec<Pending>>,
    /// Variables without memory by the number of the handle.
    named: FxHashMap<usize, Described>,
}

/// A variable, or the part of one that a pass has made a variable of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Described {
    /// DebugLocalVariable of the whole.
    variable: u32,
    /// The indices that lead to the part.
    path: Vec<u32>,
    scope: ScopeAt,
}

/// DebugDeclare of a variable.
struct Pending {
    /// The location of the declaration in the function, if it is known.
    place: Option<Path>,
    span: Span,
    scope: ScopeAt,
    declare: Prepared,
}

/// What is in effect at a point of a block.
#[derive(Default)]
struct State {
    scope: Option<ScopeAt>,
    line: Option<[u32; 2]>,
    /// The scope of the next instructions.
    next: Option<ScopeAt>,
    /// What variables without memory hold.
    values: FxHashMap<Described, u32>,
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
        let mut extents = Extents::default();
        for written in std::mem::take(&mut self.writer.written) {
            let function = self.function(&mut instructions, &mut described, &written, &mut extents)?;
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
        extents: &mut Extents,
    ) -> Lowered<u32> {
        let own = instructions.peek().and_then(Instruction::result).or_bug("a function")?;
        let extent = extents.define(self, written.function);
        let function = extent.function;
        let mut walk = Walk { extent, extents, pending: BTreeMap::new(), named: FxHashMap::default() };
        self.constants(&mut walk, written.function)?;
        let parameters = self.parameters(&mut walk, written);
        let head = [Op::Function, Op::FunctionParameter, Op::Label, Op::Variable];
        while let Some(instruction) = instructions.next_if(|it| head.iter().any(|opcode| it.is(*opcode))) {
            section.push_words(instruction.words);
        }
        let mut state = State::default();
        let outermost = ScopeAt { scope: function, inlined: None };
        self.enter(section, &mut state, outermost);
        self.line(section, &mut state, written.function.span);
        parameters.iter().for_each(|it| it.push(section));
        self.instruction(DebugInstruction::FunctionDefinition, &[function, own]).push(section);
        let first = section.len();
        while let Some(instruction) = instructions.next_if(|it| !it.is(Op::FunctionEnd)) {
            if let Some((local, value)) = marked_value(&instruction) {
                let value = match value {
                    MarkedValue::Id(id) => Some(id),
                    MarkedValue::Constant(number) => {
                        let constant = written.constants.get(number).copied().or_bug("a constant")?;
                        self.constant_value(constant)?
                    }
                };
                if let (Some(described), Some(value)) = (walk.named.get(&local), value) {
                    self.holds(section, &mut state, described, value);
                }
                continue;
            }
            match marked_span(&instruction) {
                Some(span) => self.mark(section, span, &mut walk, &mut state),
                None => {
                    if instruction.is(Op::Label) {
                        state = State::default();
                    } else if let Some(next) = state.next {
                        self.enter(section, &mut state, next);
                    }
                    section.push_words(instruction.words);
                }
            }
        }
        // Variables that no instruction follows are declared at the start.
        let end = section.len();
        let mut state = State { scope: Some(outermost), ..State::default() };
        for rest in walk.pending.values().flat_map(|it| it.iter().rev()) {
            let scope = if rest.scope.inlined.is_some() { rest.scope } else { outermost };
            self.enter(section, &mut state, scope);
            rest.declare.push(section);
        }
        self.enter(section, &mut state, outermost);
        section.move_end(end, first);
        section.push_words(instructions.next().or_bug("the end of a function")?.words);
        Ok(function)
    }

    /// Describes parameters and variables; returns the DebugDeclare or DebugValue of each parameter.
    fn parameters(&mut self, walk: &mut Walk<'_>, written: &Written<'a>) -> Vec<Prepared> {
        let definition = written.function;
        let mut described = Vec::new();
        let mut copies = Vec::new();
        let outermost = ScopeAt { scope: walk.extent.function, inlined: None };
        for ((number, parameter), &id) in (1..).zip(&definition.parameters).zip(&written.parameters) {
            // An element of a descriptor heap is not passed.
            if parameter.name.is_empty() || id == 0 {
                continue;
            }
            let copy = copy_of(written, &parameter.name);
            copies.extend(copy.map(|(local, _)| local));
            let span = copy.map_or(definition.span, |(local, _)| definition.locals.get_span(local));
            let variable = self.local_variable(&parameter.name, parameter.ty, span, outermost, Some(number));
            let (opcode, at) = match (copy, parameter.mode) {
                (Some((_, Some(id))), _) => (DebugInstruction::Declare, id),
                (_, ParameterMode::Value) => (DebugInstruction::Value, id),
                (_, ParameterMode::Pointer | ParameterMode::Resource) => (DebugInstruction::Declare, id),
            };
            let parameter = Described { variable, path: Vec::new(), scope: outermost };
            described.push(self.whereabouts(opcode, &parameter, at));
            if let Some((local, None)) = copy {
                walk.named.insert(local.index(), parameter);
            }
        }
        for &(handle, id) in &written.locals {
            let Ok(local) = definition.locals.try_get(handle) else { continue };
            if local.name.is_empty() || copies.contains(&handle) {
                continue;
            }
            let span = definition.locals.get_span(handle);
            let (variable, place) = self.variable(walk, local, span);
            let declare = self.whereabouts(DebugInstruction::Declare, &variable, id);
            self.declare_later(walk, Pending { place, span, scope: variable.scope, declare });
        }
        for &handle in &written.named {
            let Ok(local) = definition.locals.try_get(handle) else { continue };
            if !local.name.is_empty() && !copies.contains(&handle) {
                let (variable, _) = self.variable(walk, local, definition.locals.get_span(handle));
                walk.named.insert(handle.index(), variable);
            }
        }
        for pending in walk.pending.values_mut() {
            // Those without a location remain until the end.
            pending.sort_by_cached_key(|it| (it.place.is_some(), Reverse(it.place.clone())));
        }
        described
    }

    /// Describes constants, as variables with one value.
    fn constants(&mut self, walk: &mut Walk<'_>, definition: &Function) -> Lowered<()> {
        for named in &definition.named_constants {
            let Ok(constant) = self.writer.hir.constants.get_handle(named.constant) else { continue };
            let local = Local::new(named.name.clone(), constant.ty);
            let (variable, place) = self.variable(walk, &local, named.span);
            if let Some(value) = self.constant_value(named.constant)? {
                let declare = self.whereabouts(DebugInstruction::Value, &variable, value);
                self.declare_later(walk, Pending { place, span: named.span, scope: variable.scope, declare });
            }
        }
        Ok(())
    }

    fn declare_later(&self, walk: &mut Walk<'_>, pending: Pending) {
        let call = self.writer.hir.inlined.call(pending.span);
        walk.pending.entry(call).or_default().push(pending);
    }

    /// Describes a variable. Those of an inlined function are described once for all calls of it, and those that a pass has
    /// taken apart once for all parts. Returns its location, too.
    fn variable(&mut self, walk: &mut Walk<'_>, local: &Local, span: Span) -> (Described, Option<Path>) {
        let spot = walk.extents.spot(self, &walk.extent, span);
        let number = spot.call.and_then(|call| self.parameter_number(call, local, span));
        let (ty, path) = match &local.part {
            Some(part) => (part.of, part.path.iter().map(|&index| self.number(index)).collect()),
            None => (local.ty, Vec::new()),
        };
        let variable = self.local_variable(&local.name, ty, span, spot.scope, number);
        (Described { variable, path, scope: spot.scope }, spot.place)
    }

    /// Which parameter of the inlined function a variable is: those are in its head.
    fn parameter_number(&self, call: Handle<InlinedCall>, local: &Local, span: Span) -> Option<u32> {
        let inlined = &self.writer.hir.inlined;
        let function = &inlined.get(call)?.function;
        let at = inlined.source(span).to_range()?;
        let is_in_head = function.span.to_range()?.contains(&at.start);
        let index = function.parameters.iter().position(|it| it.name == local.name).filter(|_| is_in_head)?;
        u32::try_from(index + 1).ok()
    }

    fn local_variable(&mut self, name: &str, ty: Handle<Type>, span: Span, at: ScopeAt, number: Option<u32>) -> u32 {
        let (name, ty) = (self.writer.string(name), self.ty(ty));
        let [source, line, column] = self.declared_at(span);
        let mut operands = vec![name, ty, source, line, column, at.scope, self.number(flags::LOCAL)];
        operands.extend(number.map(|it| self.number(it)));
        self.declare_once(DebugInstruction::LocalVariable, &operands)
    }

    /// DebugDeclare or DebugValue of a variable.
    fn whereabouts(&mut self, opcode: DebugInstruction, described: &Described, at: u32) -> Prepared {
        let expression = self.declare_once(DebugInstruction::Expression, &[]);
        let mut operands = vec![described.variable, at, expression];
        operands.extend(&described.path);
        self.instruction(opcode, &operands)
    }

    /// DebugValue of a variable, in the call that the variable is part of. Whatever follows is where it was.
    fn holds(&mut self, section: &mut Section, state: &mut State, described: &Described, value: u32) {
        let scope = described.scope;
        if state.values.insert(described.clone(), value) == Some(value) {
            return;
        }
        if state.scope.is_none_or(|it| it.inlined != scope.inlined) {
            self.enter(section, state, scope);
        }
        self.whereabouts(DebugInstruction::Value, described, value).push(section);
    }

    /// Turns a mark into DebugScope and DebugLine.
    fn mark(&mut self, section: &mut Section, span: Span, walk: &mut Walk<'_>, state: &mut State) {
        let spot = walk.extents.spot(self, &walk.extent, span);
        if let Some(pending) = walk.pending.get_mut(&spot.call) {
            while let Some(next) = pending.pop_if(|next| next.place.is_some() && next.place <= spot.place) {
                self.enter(section, state, next.scope);
                self.line(section, state, next.span);
                next.declare.push(section);
            }
        }
        self.enter(section, state, spot.scope);
        self.line(section, state, span);
        state.next = Some(spot.scope);
    }

    /// DebugScope, unless it is already in effect.
    fn enter(&mut self, section: &mut Section, state: &mut State, scope: ScopeAt) {
        if state.scope.replace(scope) != Some(scope) {
            let operands: Vec<u32> = std::iter::once(scope.scope).chain(scope.inlined).collect();
            self.instruction(DebugInstruction::Scope, &operands).push(section);
        }
    }

    /// DebugLine or DebugNoLine, unless it is already in effect.
    fn line(&mut self, section: &mut Section, state: &mut State, span: Span) {
        let place = self.location(span).map(|it| [self.source(it.file), self.number(it.line)]);
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

/// The variable that a parameter is copied to, and its id unless a pass has made values of it.
fn copy_of(written: &Written<'_>, name: &str) -> Option<(Handle<Local>, Option<u32>)> {
    let definition = written.function;
    let in_memory = written.locals.iter().map(|&(local, id)| (local, Some(id)));
    let mut all = in_memory.chain(written.named.iter().map(|&local| (local, None)));
    all.find(|&(local, _)| {
        definition.is_in_head(local) && definition.locals.try_get(local).is_ok_and(|it| it.name == name)
    })
}
