//! A function under construction: its expressions, its variables, the expressions of HIR values.
//!
//! Comes in: an HIR function. Goes out: a naga function. Other files add methods for statements, values and places.
//! Must not depend on: how any of them is bridged.

use super::build::{Build, Typed};
use super::builtin::Resource;
use super::entry::Entry;
use super::instances::Instance;
use super::module::ModuleWriter;
use super::types::some_name;
use super::unsupported::{Bridged, OrMissing, unsupported};
use super::whereabouts::naga_span;
use crate::hir::{self, ParameterMode, Value};
use naga::{
    AddressSpace, Block, Expression, FunctionArgument, FunctionResult, Handle, Literal, LocalVariable, Statement,
    TypeInner,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Deeper expressions are split by naming a part: back ends print them by recursion.
const DEEPEST: u8 = 16;

/// A function under construction.
pub(super) struct FunctionWriter<'w, 'a> {
    pub module: &'w mut ModuleWriter<'a>,
    pub function: &'a hir::Function,
    pub out: naga::Function,
    pub block: Block,
    /// The first expression that no statement has emitted yet.
    pending: Option<usize>,
    pub values: Vec<Option<Typed>>,
    /// The variables passed for parameters.
    pub instance: Instance,
    /// The argument for each parameter.
    arguments: Vec<Option<u32>>,
    /// Values that are textures, samplers or images.
    pub resources: FxHashMap<hir::Handle<Value>, Resource>,
    /// The values that anything uses, once determined.
    used: Option<FxHashSet<hir::Handle<Value>>>,
    pub locals: FxHashMap<hir::Handle<hir::Local>, Handle<LocalVariable>>,
    /// The variables for values that control flow passes.
    pub passed: FxHashMap<hir::Handle<Value>, Handle<LocalVariable>>,
    literals: FxHashMap<(u8, u64), Handle<Expression>>,
    /// How deep expressions are, by index.
    depths: Vec<u8>,
    pub span: hir::Span,
    /// The extra state of an entry point.
    pub entry: Option<Entry>,
    /// How many blocks are open.
    pub nesting: u32,
    /// The enclosing loops and switches, innermost last, with the values that `break` passes.
    pub targets: Vec<&'a [hir::Handle<Value>]>,
    /// The enclosing loops.
    pub loops: Vec<&'a hir::Loop>,
}

impl<'w, 'a> FunctionWriter<'w, 'a> {
    pub(super) fn new(module: &'w mut ModuleWriter<'a>, function: &'a hir::Function, instance: Instance) -> Self {
        Self {
            module,
            function,
            out: naga::Function { name: some_name(&function.name), ..naga::Function::default() },
            block: Block::new(),
            pending: None,
            values: vec![None; function.values.len()],
            instance,
            arguments: Vec::new(),
            resources: FxHashMap::default(),
            used: None,
            locals: FxHashMap::default(),
            passed: FxHashMap::default(),
            literals: FxHashMap::default(),
            depths: Vec::new(),
            span: function.span,
            entry: None,
            nesting: 0,
            targets: Vec::new(),
            loops: Vec::new(),
        }
    }

    /// A function that is not an entry point.
    pub(super) fn write(
        module: &'w mut ModuleWriter<'a>,
        function: &'a hir::Function,
        instance: Instance,
    ) -> Bridged<naga::Function> {
        let mut writer = Self::new(module, function, instance);
        writer.signature()?;
        writer.body()?;
        if let Some(result) = writer.out.result.as_ref().map(|it| it.ty)
            && !ends_in_jump(function)
        {
            // Unreachable in HIR, but the analysis of naga and WGSL is less precise than that of HIR.
            let value = Some(writer.add(Expression::ZeroValue(result)));
            writer.push(Statement::Return { value });
        }
        Ok(writer.finish())
    }

    fn signature(&mut self) -> Bridged<()> {
        for (index, parameter) in self.function.parameters.iter().enumerate() {
            let ty = match parameter.mode {
                ParameterMode::Value => self.module.value_type(parameter.ty)?,
                ParameterMode::Pointer => {
                    let base = self.module.value_type(parameter.ty)?;
                    self.module.ty(TypeInner::Pointer { base, space: AddressSpace::Function })
                }
                ParameterMode::Resource => match self.instance.resources.get(index).copied().flatten() {
                    // The index of the element.
                    Some(bound) if bound.is_element => self.module.ty(TypeInner::Scalar(naga::Scalar::U32)),
                    Some(_) => {
                        self.arguments.push(None);
                        continue;
                    }
                    None => return unsupported("parameters of this type"),
                },
            };
            self.arguments.push(Some(self.out.arguments.len() as u32));
            self.out.arguments.push(FunctionArgument { name: some_name(&parameter.name), ty, binding: None });
        }
        if !matches!(self.module.hir.types.get(self.function.result), hir::Type::Void) {
            let ty = self.module.value_type(self.function.result)?;
            self.out.result = Some(FunctionResult { ty, binding: None });
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> naga::Function {
        self.flush();
        self.out.body = self.block;
        self.out
    }

    /// Emits pending expressions, so that they are computed before what follows.
    pub(super) fn flush(&mut self) {
        if let Some(start) = self.pending.take() {
            let range = self.out.expressions.range_from(start);
            self.block.push(Statement::Emit(range), naga_span(self.span));
        }
    }

    /// Adds a statement after everything computed so far.
    pub(super) fn push(&mut self, statement: Statement) {
        self.flush();
        self.block.push(statement, naga_span(self.span));
    }

    /// An expression whose value is set by a statement.
    pub(super) fn result(&mut self, expression: Expression) -> Handle<Expression> {
        self.flush();
        self.append(expression)
    }

    fn append(&mut self, expression: Expression) -> Handle<Expression> {
        self.depths.push(0);
        self.out.expressions.append(expression, naga_span(self.span))
    }

    /// The statements that `make` writes, as a block of their own.
    pub(super) fn in_block(&mut self, make: impl FnOnce(&mut Self) -> Bridged<()>) -> Bridged<Block> {
        self.flush();
        let outer = std::mem::replace(&mut self.block, Block::new());
        self.nesting += 1;
        let made = make(self);
        self.nesting -= 1;
        self.flush();
        let block = std::mem::replace(&mut self.block, outer);
        made.map(|()| block)
    }

    /// A variable of the bridge's own.
    pub(super) fn variable(&mut self, name: &str, ty: Handle<naga::Type>) -> Handle<LocalVariable> {
        let variable = LocalVariable { name: some_name(name), ty, init: None };
        self.out.local_variables.append(variable, naga_span(self.span))
    }

    pub(super) fn store(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) {
        self.push(Statement::Store { pointer, value });
    }

    /// The variable of an HIR local.
    pub(super) fn local(&mut self, handle: hir::Handle<hir::Local>) -> Bridged<Handle<LocalVariable>> {
        if let Some(&known) = self.locals.get(&handle) {
            return Ok(known);
        }
        let local = self.function.locals.try_get(handle).or_missing("a local variable")?;
        self.module.fixed(local.ty)?;
        let ty = self.module.value_type(local.ty)?;
        let made = self.variable(&local.name, ty);
        self.locals.insert(handle, made);
        Ok(made)
    }

    /// The index of the argument for a parameter.
    pub(super) fn argument(&self, index: u32) -> Bridged<u32> {
        self.arguments.get(index as usize).copied().flatten().or_missing("a parameter")
    }

    /// Whether anything uses a value.
    pub(super) fn is_used(&mut self, value: hir::Handle<Value>) -> bool {
        let function = self.function;
        self.used.get_or_insert_with(|| used(function)).contains(&value)
    }

    pub(super) fn definition(&self, value: hir::Handle<Value>) -> Bridged<&'a Value> {
        self.function.values.try_get(value).or_missing("a value")
    }

    /// The depth of an expression, as far as back ends print it by recursion.
    fn depth(&self, expression: &Expression) -> u8 {
        let of = |it: &Handle<Expression>| self.depths.get(it.index()).copied().unwrap_or(0);
        let deepest = match expression {
            Expression::Binary { left, right, .. } => of(left).max(of(right)),
            Expression::Unary { expr, .. } | Expression::As { expr, .. } => of(expr),
            Expression::Select { condition, accept, reject } => of(condition).max(of(accept)).max(of(reject)),
            Expression::Math { arg, arg1, arg2, arg3, .. } => [Some(arg), arg1.as_ref(), arg2.as_ref(), arg3.as_ref()]
                .into_iter()
                .flatten()
                .map(of)
                .max()
                .unwrap_or(0),
            Expression::Compose { components, .. } => components.iter().map(of).max().unwrap_or(0),
            Expression::Splat { value, .. } => of(value),
            Expression::Swizzle { vector, .. } => of(vector),
            Expression::AccessIndex { base, .. } => of(base),
            Expression::Access { base, index } => of(base).max(of(index)),
            Expression::Relational { argument, .. } => of(argument),
            _ => return 0,
        };
        deepest.saturating_add(1)
    }
}

/// The values that anything in a function uses.
fn used(function: &hir::Function) -> FxHashSet<hir::Handle<Value>> {
    let mut used = FxHashSet::default();
    for (_, value) in function.values.iter() {
        value.kind.for_each_operand(|operand| {
            if let hir::Argument::Value(value) = operand {
                used.insert(value);
            }
        });
    }
    for (_, place) in function.places.iter() {
        used.extend(place.values());
    }
    for (_, block) in function.blocks.iter() {
        for (statement, _) in &block.statements {
            let mut statement = statement.clone();
            statement.values_mut(|value| {
                used.insert(*value);
            });
            if let hir::Statement::Loop(it) = &statement {
                for test in it.condition.iter().chain(&it.repeat_if) {
                    used.insert(test.condition);
                    used.extend(test.results.iter().copied());
                }
            }
        }
    }
    used
}

impl<'a> Build<'a> for FunctionWriter<'_, 'a> {
    fn add(&mut self, expression: Expression) -> Handle<Expression> {
        if expression.needs_pre_emit() {
            return self.result(expression);
        }
        let depth = self.depth(&expression);
        let is_pointer = matches!(expression, Expression::Access { .. } | Expression::AccessIndex { .. });
        if self.pending.is_none() {
            self.pending = Some(self.out.expressions.len());
        }
        let made = self.append(expression);
        if let Some(slot) = self.depths.last_mut() {
            *slot = depth;
            if depth >= DEEPEST && !is_pointer {
                *slot = 0;
                self.out.named_expressions.insert(made, "part".to_owned());
            }
        }
        made
    }

    fn literal_at(&self, expression: Handle<Expression>) -> Option<Literal> {
        super::build::literal_in(&self.out.expressions, expression)
    }

    fn writer(&mut self) -> &mut ModuleWriter<'a> {
        self.module
    }

    fn literal(&mut self, literal: Literal) -> Handle<Expression> {
        let key = match literal {
            Literal::F64(it) => (0, it.to_bits()),
            Literal::F32(it) => (1, it.to_bits().into()),
            Literal::U32(it) => (2, it.into()),
            Literal::I32(it) => (3, it as u64),
            Literal::U64(it) => (4, it),
            Literal::I64(it) => (5, it as u64),
            Literal::Bool(it) => (6, it.into()),
            Literal::U16(it) => (7, it.into()),
            Literal::I16(it) => (8, it as u64),
            _ => return self.result(Expression::Literal(literal)),
        };
        if let Some(&known) = self.literals.get(&key) {
            return known;
        }
        let made = self.result(Expression::Literal(literal));
        self.literals.insert(key, made);
        made
    }

    /// The bits are stored in a variable, so that no compiler treats them as a constant expression.
    fn not_finite(&mut self, bits: u32) -> Bridged<Typed> {
        let ty = self.module.ty(TypeInner::Scalar(naga::Scalar::U32));
        let init = self.literal(Literal::U32(bits));
        let variable = LocalVariable { name: some_name("bits"), ty, init: Some(init) };
        let variable = self.out.local_variables.append(variable, naga::Span::UNDEFINED);
        let pointer = self.add(Expression::LocalVariable(variable));
        let bits = self.add(Expression::Load { pointer });
        let bits = Typed { it: bits, shape: super::build::Shape::Scalar(naga::Scalar::U32) };
        Ok(self.bits_as(bits, naga::Scalar::F32))
    }
}

/// Whether the last statement of the body leaves the function. Functions without a result may have none there.
pub(super) fn ends_in_jump(function: &hir::Function) -> bool {
    let body = function.blocks.try_get(function.body).ok();
    body.and_then(|it| it.statements.last()).is_some_and(|(last, _)| last.is_terminator())
}
