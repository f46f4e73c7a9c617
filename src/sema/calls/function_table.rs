//! The functions of the shader: what is declared, what is defined, who calls whom (GLSL 4.60, 6.1).
//!
//! Comes in: heads and bodies from `function`. Goes out: candidates of calls, cycles of calls. Must not depend on:
//! syntax.

use crate::hir::{
    Arena, Block, Function, Handle, MemoryQualifiers, Span, SpirvDecoration, SpirvInstruction, Type, TypeTable,
};
use crate::sema::calls::overload::{self, Candidate, Direction, Resolution};
use crate::sema::types::conversion::Conversions;
use crate::source::Symbol;
use crate::syntax::ast::Name;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// A parameter of a function of the shader.
#[derive(Clone, Debug)]
pub(in crate::sema) struct UserParameter {
    pub(in crate::sema) name: Option<Name>,
    pub(in crate::sema) ty: Handle<Type>,
    pub(in crate::sema) direction: Direction,
    pub(in crate::sema) qualifiers: MemoryQualifiers,
    /// `nonuniformEXT`
    pub(in crate::sema) non_uniform: bool,
    /// `subgroupuniformEXT`
    pub(in crate::sema) subgroup_uniform: bool,
    /// `const in`: the body cannot write to it.
    pub(in crate::sema) constant: bool,
    pub(in crate::sema) precise: bool,
    /// `spirv_literal`
    pub(in crate::sema) literal: bool,
    pub(in crate::sema) decorations: Vec<SpirvDecoration>,
    pub(in crate::sema) span: Span,
}

impl UserParameter {
    /// The memory qualifiers of places in it.
    pub(in crate::sema) fn access(&self) -> MemoryQualifiers {
        let mut access = self.qualifiers;
        if self.non_uniform {
            access |= MemoryQualifiers::NON_UNIFORM;
        }
        if self.subgroup_uniform {
            access |= MemoryQualifiers::SUBGROUP_UNIFORM;
        }
        access
    }
}

/// A function of the shader, declared or defined.
#[derive(Clone, Debug)]
pub(in crate::sema) struct UserFunction {
    pub(in crate::sema) name: Symbol,
    /// Shared, as each call of it looks at them.
    pub(in crate::sema) parameters: Rc<[UserParameter]>,
    pub(in crate::sema) result: Handle<Type>,
    /// The result is `nonuniformEXT`.
    pub(in crate::sema) non_uniform: bool,
    /// The result is `subgroupuniformEXT`.
    pub(in crate::sema) subgroup_uniform: bool,
    /// The result is `precise`.
    pub(in crate::sema) precise: bool,
    pub(in crate::sema) handle: Handle<Function>,
    /// `spirv_instruction(...)`: calls are this instruction.
    pub(in crate::sema) instruction: Option<SpirvInstruction>,
    /// Decorations of the results of calls.
    pub(in crate::sema) decorations: Vec<SpirvDecoration>,
    pub(in crate::sema) declared_at: Span,
    pub(in crate::sema) defined_at: Option<Span>,
    /// Where it was first called.
    pub(in crate::sema) called_at: Option<Span>,
    /// The function whose body was being analyzed at the last call.
    pub(in crate::sema) last_caller: Option<usize>,
    /// The functions it calls, with the place of the first call.
    pub(in crate::sema) calls: Vec<(usize, Span)>,
}

/// For each argument whether a function may do more with it than take its value.
pub(in crate::sema) type Written = SmallVec<[bool; 8]>;

/// The memory for more functions than this is not kept.
const MOST_FUNCTIONS: usize = 1 << 10;

type ParameterTypes = SmallVec<[Handle<Type>; 4]>;

/// The functions of the shader.
#[derive(Debug, Default)]
pub(in crate::sema) struct Functions {
    pub(in crate::sema) list: Vec<UserFunction>,
    /// The functions of each name, in the order of declaration.
    by_name: FxHashMap<Symbol, SmallVec<[usize; 2]>>,
    /// The first function of a name with these parameters: a name may have thousands, so a call must not look at each.
    by_types: FxHashMap<(Symbol, ParameterTypes), usize>,
    /// By name and number of parameters: for each parameter, whether any of the functions does more with the argument
    /// than take its value.
    written: FxHashMap<(Symbol, usize), Written>,
    /// The last call of each name that had to look at every overload.
    resolved: FxHashMap<Symbol, Rc<Resolved>>,
    /// The function whose body is being analyzed.
    pub(in crate::sema) current: Option<usize>,
    /// Functions that built-ins call in an unspecified order: which, where, and by which built-in.
    pub(in crate::sema) given: Vec<(usize, Span, &'static str)>,
    /// Those declared inside the function whose body is being analyzed.
    pub(in crate::sema) inner: Vec<usize>,
    /// The body of `main` until the end: global initializers may still come after it.
    pub(in crate::sema) main: Option<(usize, Handle<Block>)>,
}

/// A resolved call, with what it depends on.
#[derive(Debug)]
pub(in crate::sema) struct Resolved {
    overloads: usize,
    conversions: Conversions,
    arguments: ParameterTypes,
    pub(in crate::sema) candidates: Vec<Candidate>,
    pub(in crate::sema) resolution: Resolution,
}

impl Functions {
    pub(in crate::sema) fn get(&self, index: usize) -> Option<&UserFunction> {
        self.list.get(index)
    }

    /// The names of all functions, in declaration order.
    pub(in crate::sema) fn names(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.list.iter().map(|function| function.name)
    }

    /// Without any function, in the same memory.
    pub(in crate::sema) fn emptied(self) -> Self {
        let Self { mut list, mut by_name, mut by_types, mut written, mut resolved, .. } = self;
        if list.capacity() > MOST_FUNCTIONS {
            return Self::default();
        }
        list.clear();
        by_name.clear();
        by_types.clear();
        written.clear();
        resolved.clear();
        Self { list, by_name, by_types, written, resolved, ..Self::default() }
    }

    /// Adds a function and returns its index.
    pub(in crate::sema) fn add(&mut self, function: UserFunction) -> usize {
        let index = self.list.len();
        let (name, parameters) = (function.name, &function.parameters);
        self.by_name.entry(name).or_default().push(index);
        self.by_types.entry((name, parameters.iter().map(|it| it.ty).collect())).or_insert(index);
        let written = self.written.entry((name, parameters.len())).or_default();
        written.resize(parameters.len(), false);
        for (written, parameter) in written.iter_mut().zip(parameters.iter()) {
            *written |= parameter.direction != Direction::In;
        }
        self.list.push(function);
        index
    }

    /// The functions of a name, in the order of declaration.
    pub(in crate::sema) fn overloads(&self, name: Symbol) -> &[usize] {
        self.by_name.get(&name).map_or(&[], SmallVec::as_slice)
    }

    /// The function with parameters of exactly these types.
    pub(in crate::sema) fn with_types(&self, name: Symbol, types: &[Handle<Type>]) -> Option<usize> {
        self.by_types.get(&(name, types.into())).copied()
    }

    /// For each of `count` arguments, whether any function of this name writes to it or takes it as memory.
    pub(in crate::sema) fn written(&self, name: Symbol, count: usize) -> Written {
        self.written.get(&(name, count)).cloned().unwrap_or_default()
    }

    /// The overloads of a name as candidates for a call.
    pub(in crate::sema) fn candidates(&self, name: Symbol) -> Vec<Candidate> {
        self.overloads(name)
            .iter()
            .filter_map(|&index| {
                let function = self.list.get(index)?;
                let parameters = function.parameters.iter().map(|it| (it.ty, it.direction)).collect();
                Some(Candidate::User { index, parameters })
            })
            .collect()
    }

    /// What a call of functions of the shader means. Many calls with the same mistake, or the same conversion, are resolved
    /// once: each looks at all overloads, and there may be thousands of both.
    pub(in crate::sema) fn resolve(
        &mut self,
        name: Symbol,
        types: &TypeTable,
        conversions: &Conversions,
        arguments: &[Handle<Type>],
    ) -> Rc<Resolved> {
        let overloads = self.overloads(name).len();
        let is_same = |it: &&Rc<Resolved>| {
            it.overloads == overloads && it.conversions == *conversions && *it.arguments == *arguments
        };
        if let Some(known) = self.resolved.get(&name).filter(is_same) {
            return Rc::clone(known);
        }
        let found = self.resolve_with(name, Vec::new(), types, conversions, arguments);
        self.resolved.insert(name, Rc::clone(&found));
        found
    }

    /// The same with the overloads of a built-in function of the same name.
    pub(in crate::sema) fn resolve_with(
        &self,
        name: Symbol,
        built_in: Vec<Candidate>,
        types: &TypeTable,
        conversions: &Conversions,
        arguments: &[Handle<Type>],
    ) -> Rc<Resolved> {
        let mut candidates = self.candidates(name);
        candidates.extend(built_in);
        let resolution = overload::resolve(types, conversions, &candidates, arguments);
        let (overloads, conversions) = (self.overloads(name).len(), *conversions);
        Rc::new(Resolved { overloads, conversions, arguments: arguments.into(), candidates, resolution })
    }

    /// Forgets what was declared inside a function.
    pub(in crate::sema) fn forget_inner(&mut self) {
        for index in std::mem::take(&mut self.inner) {
            let Some(function) = self.list.get(index) else { continue };
            self.resolved.remove(&function.name);
            if let Some(overloads) = self.by_name.get_mut(&function.name) {
                overloads.retain(|it| *it != index);
            }
            let types = (function.name, function.parameters.iter().map(|it| it.ty).collect());
            if self.by_types.get(&types) == Some(&index) {
                self.by_types.remove(&types);
            }
        }
    }

    /// Records that the current function calls another.
    pub(in crate::sema) fn called(&mut self, callee: usize, span: Span) {
        let Some(function) = self.list.get_mut(callee) else { return };
        function.called_at.get_or_insert(span);
        // The caller may have thousands of callees, so its list is not searched.
        if std::mem::replace(&mut function.last_caller, self.current) != self.current
            && let Some(caller) = self.current.and_then(|index| self.list.get_mut(index))
        {
            caller.calls.push((callee, span));
        }
    }

    /// The bodies of a function and of all that it calls, each once; `main` has none yet, but nothing calls it.
    pub(in crate::sema) fn reached<'a>(&self, start: usize, bodies: &'a Arena<Function>) -> Vec<&'a Function> {
        let mut seen = vec![false; self.list.len()];
        let mut open = vec![start];
        let mut reached = Vec::new();
        while let Some(index) = open.pop() {
            let Some(function) = self.list.get(index) else { continue };
            if seen.get_mut(index).is_none_or(|seen| std::mem::replace(seen, true)) {
                continue;
            }
            reached.extend(bodies.try_get(function.handle));
            open.extend(function.calls.iter().map(|&(callee, _)| callee));
        }
        reached
    }

    /// The first cycle of calls: where each call is, and the function it calls. The last one calls the function that
    /// contains the first one.
    pub(in crate::sema) fn recursion(&self) -> Option<Vec<(Span, Symbol)>> {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; self.list.len()];
        for start in 0..self.list.len() {
            if marks.get(start) != Some(&Mark::New) {
                continue;
            }
            // Depth first with an explicit stack: call chains can be as long as the source.
            let mut stack = vec![(start, 0_usize)];
            while let Some((function, next)) = stack.pop() {
                if next == 0
                    && let Some(mark) = marks.get_mut(function)
                {
                    *mark = Mark::Open;
                }
                match self.list.get(function).and_then(|it| it.calls.get(next)) {
                    Some(&(callee, _)) => {
                        stack.push((function, next + 1));
                        match marks.get(callee) {
                            Some(Mark::Open) => return Some(self.cycle(&stack, callee)),
                            Some(Mark::New) => stack.push((callee, 0)),
                            _ => {}
                        }
                    }
                    None => {
                        if let Some(mark) = marks.get_mut(function) {
                            *mark = Mark::Done;
                        }
                    }
                }
            }
        }
        None
    }

    /// The calls from `first` to itself along a stack of functions, each with the number of calls tried so far.
    fn cycle(&self, stack: &[(usize, usize)], first: usize) -> Vec<(Span, Symbol)> {
        let path = stack.iter().skip_while(|it| it.0 != first);
        let calls = path.filter_map(|&(function, tried)| self.list.get(function)?.calls.get(tried.checked_sub(1)?));
        calls.filter_map(|&(callee, span)| Some((span, self.list.get(callee)?.name))).collect()
    }
}
