//! The walk that steps share: it replaces the statements that a step takes apart, in any block.
//!
//! Comes in: a module and a step. Goes out: the module without any statement that the step takes apart. Must not depend on:
//! what any step does.
//!
//! Blocks are in an arena, so the walk goes from one to the next without knowing how they nest. New blocks are appended
//! and walked as well; new statements are visited before those that follow them.

use super::Unraised;
use crate::hir::builder::{FunctionBuilder, ModuleBuilder};
use crate::hir::{
    Arena, Block, Function, GlobalVariable, Handle, Module, Place, Span, Statement, Type, TypeTable, Value, ValueKind,
};
use crate::spirv::Options;
use crate::spirv::failure::{Failure, Lowered, MOST_IDS};

/// What a step may use to decide.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub types: &'a TypeTable,
    pub globals: &'a Arena<GlobalVariable>,
    pub values: &'a Arena<Value>,
    pub places: &'a Arena<Place>,
}

impl<'a> View<'a> {
    /// What decides about a function.
    pub(super) fn of(module: &'a Module, function: &'a Function) -> Self {
        let Module { types, globals, .. } = module;
        Self { types, globals, values: &function.values, places: &function.places }
    }

    /// The value that a statement evaluates, with its type.
    pub(super) fn evaluated(self, statement: &Statement) -> Option<(&'a Value, &'a Type)> {
        let Statement::Evaluate(value) = statement else { return None };
        let value = self.values.try_get(*value).ok()?;
        Some((value, self.types.get(value.ty)))
    }

    /// The type of a value.
    pub(super) fn type_of(self, value: Handle<Value>) -> Option<&'a Type> {
        self.values.try_get(value).ok().map(|value| self.types.get(value.ty))
    }
}

/// A step that takes statements apart.
pub(super) trait TakeApart: Sized {
    /// The step for a target.
    fn new(options: &Options) -> Self;

    /// Collects what the step needs to know about the whole module. Until then [`wants`](Self::wants) may be true too
    /// often, but never too rarely.
    fn prepare(&mut self, _module: &Module) {}

    /// Whether functions that the entry point does not reach are walked, too.
    fn is_everywhere(&self) -> bool {
        false
    }

    /// Whether a function may have a statement to take apart. Most modules have none at all, so what says so without
    /// looking at each statement pays.
    fn may_want(&self, _view: View<'_>) -> bool {
        true
    }

    /// Whether the statement must be taken apart.
    fn wants(&self, view: View<'_>, statement: &Statement) -> bool;

    /// Builds its replacement. Operations have the precision of the value that the statement evaluates.
    fn take_apart(
        &mut self,
        module: &mut ModuleBuilder,
        function: &mut FunctionBuilder,
        statement: Statement,
    ) -> Lowered<()>;
}

/// A step that only takes evaluated values apart.
pub(super) trait TakeValueApart: Sized {
    /// The step for a target.
    fn new(options: &Options) -> Self;

    /// Collects what the step needs to know about the whole module, like [`TakeApart::prepare`].
    fn prepare(&mut self, _module: &Module) {}

    /// Whether the step is about values of this kind, whatever their types.
    fn concerns(&self, kind: &ValueKind) -> bool;

    /// Whether a value of such a kind and this type cannot stay as it is.
    fn wants(&self, view: View<'_>, kind: &ValueKind, ty: &Type) -> bool;

    /// Builds what computes the value instead; [`redefine`] ends it.
    fn take_apart(
        &mut self,
        module: &mut ModuleBuilder,
        function: &mut FunctionBuilder,
        value: Handle<Value>,
    ) -> Lowered<()>;
}

impl<S: TakeValueApart> TakeApart for S {
    fn new(options: &Options) -> Self {
        TakeValueApart::new(options)
    }

    fn prepare(&mut self, module: &Module) {
        TakeValueApart::prepare(self, module);
    }

    fn may_want(&self, view: View<'_>) -> bool {
        view.values.iter().any(|(_, value)| is_wanted_value(self, view, value))
    }

    fn wants(&self, view: View<'_>, statement: &Statement) -> bool {
        let Statement::Evaluate(value) = statement else { return false };
        view.values.try_get(*value).is_ok_and(|value| is_wanted_value(self, view, value))
    }

    fn take_apart(
        &mut self,
        module: &mut ModuleBuilder,
        function: &mut FunctionBuilder,
        statement: Statement,
    ) -> Lowered<()> {
        let Statement::Evaluate(value) = statement else { return Ok(()) };
        TakeValueApart::take_apart(self, module, function, value)
    }
}

/// Whether a value has to be taken apart.
pub(super) fn is_wanted_value<S: TakeValueApart>(step: &S, view: View<'_>, value: &Value) -> bool {
    step.concerns(&value.kind) && step.wants(view, &value.kind, view.types.get(value.ty))
}

/// Whether any statement has to be taken apart.
pub(super) fn is_wanted<S: TakeApart>(module: &Module, options: &Options) -> bool {
    let step = S::new(options);
    module.functions.iter().any(|(_, function)| wants_any(&step, module, function))
}

fn wants_any<S: TakeApart>(step: &S, module: &Module, function: &Function) -> bool {
    let view = View::of(module, function);
    let mut blocks = function.blocks.iter();
    step.may_want(view)
        && blocks.any(|(_, block)| block.statements.iter().any(|(statement, _)| step.wants(view, statement)))
}

/// Takes apart statements in the functions that the entry point reaches.
pub(super) fn take_apart<S: TakeApart>(module: &mut Module, options: &Options) -> Result<(), Unraised> {
    let mut step = S::new(options);
    step.prepare(module);
    take_apart_with(module, &mut step)
}

/// The same with a prepared step.
pub(super) fn take_apart_with<S: TakeApart>(module: &mut Module, step: &mut S) -> Result<(), Unraised> {
    let functions = if step.is_everywhere() {
        module.functions.iter().map(|(handle, _)| handle).collect()
    } else {
        module.reachable_functions()
    };
    for handle in functions {
        let Ok(function) = module.functions.try_get(handle) else { continue };
        if !wants_any(step, module, function) {
            continue;
        }
        let mut builder = FunctionBuilder::reopen(module.functions.get_mut(handle));
        let mut module_builder = ModuleBuilder::reopen(module);
        let done = in_function(step, &mut module_builder, &mut builder);
        module_builder.close(module);
        builder.finish_into(module.functions.get_mut(handle));
        done?;
    }
    Ok(())
}

fn in_function<S: TakeApart>(
    step: &mut S,
    module: &mut ModuleBuilder,
    function: &mut FunctionBuilder,
) -> Result<(), Unraised> {
    let output = function.current;
    let mut known = 0;
    // Blocks that the step makes come at the end and get their turn, too.
    while known < function.blocks.len() {
        let blocks: Vec<_> = function.blocks.iter().skip(known).map(|(block, _)| block).collect();
        known += blocks.len();
        for block in blocks {
            let view = View {
                types: &module.types,
                globals: &module.globals,
                values: &function.values,
                places: &function.places,
            };
            let mut statements = function.blocks.get_mut(block).statements.iter();
            if block != output && statements.any(|(statement, _)| step.wants(view, statement)) {
                in_block(step, module, function, (block, output))?;
            }
        }
    }
    Ok(())
}

/// Runs a step on the statements of a block. `output` is a block that nothing refers to, in which replacements gather.
fn in_block<S: TakeApart>(
    step: &mut S,
    module: &mut ModuleBuilder,
    function: &mut FunctionBuilder,
    (block, output): (Handle<Block>, Handle<Block>),
) -> Result<(), Unraised> {
    let take = |function: &mut FunctionBuilder, block| std::mem::take(&mut function.blocks.get_mut(block).statements);
    let mut done: Vec<(Statement, Span)> = Vec::new();
    let mut open = vec![take(function, block).into_iter()];
    while let Some(rest) = open.last_mut() {
        let Some((statement, span)) = rest.next() else {
            open.pop();
            continue;
        };
        let view =
            View { types: &module.types, globals: &module.globals, values: &function.values, places: &function.places };
        if !step.wants(view, &statement) {
            done.push((statement, span));
            continue;
        }
        let evaluated = view.evaluated(&statement).map(|(value, _)| (value.precise, value.relaxed));
        (function.precise, function.relaxed) = evaluated.unwrap_or_default();
        function.span = span;
        function.current = output;
        let built = step.take_apart(module, function, statement);
        // What would not fit into a SPIR-V module need not fit into memory.
        let is_too_large = function.values.len() > MOST_IDS as usize;
        let built = if is_too_large { built.and(Err(Failure::TooManyIds)) } else { built };
        built.map_err(|failure| Unraised { failure, span })?;
        open.push(take(function, output).into_iter());
    }
    function.blocks.get_mut(block).statements = done;
    Ok(())
}

/// Ends the replacement of an evaluation: the value itself, computed in another way.
pub(super) fn redefine(function: &mut FunctionBuilder, value: Handle<Value>, kind: ValueKind) {
    function.values.get_mut(value).kind = kind;
    let span = function.span;
    function.push(Statement::Evaluate(value), span);
}
