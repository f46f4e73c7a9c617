//! Builds one function of the intermediate representation, statement by statement.
//!
//! Comes in: values, places and statements from the rest of `sema`. Goes out: the arenas of a
//! [`Function`](crate::hir::Function). Must not know: syntax, names.

use crate::hir::{
    Arena, Block, Constant, Handle, Local, MemoryQualifiers, Place, PlaceStep, Span, SpirvDecoration, Statement, Type,
    Value, ValueKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A loop or switch that a statement is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Breakable {
    /// A loop, which `continue` can mean too.
    pub(super) is_loop: bool,
    /// Whether a reachable `break` leaves it.
    pub(super) has_break: bool,
}

/// A function under construction.
#[derive(Debug)]
pub(super) struct FunctionBuilder {
    pub(super) locals: Arena<Local>,
    pub(super) places: Arena<Place>,
    pub(super) values: Arena<Value>,
    pub(super) blocks: Arena<Block>,
    /// Where statements go. After a jump this is a block that nobody refers to, so dead code is checked and dropped.
    pub(super) current: Handle<Block>,
    /// Whether control can reach the end of `current`.
    pub(super) reachable: bool,
    /// Loops and switches around the current statement, outermost first.
    pub(super) breakables: Vec<Breakable>,
    /// Selections and loops around the current statement. Every `else if` is one more.
    pub(super) depth: u32,
    /// Whether operations are computed under `precise`.
    pub(super) precise: bool,
    /// Values marked `nonuniformEXT`.
    pub(super) non_uniform: FxHashSet<Handle<Value>>,
    /// Values marked `subgroupuniformEXT`, by a constructor or because all operands are.
    pub(super) subgroup_uniform: FxHashSet<Handle<Value>>,
    /// Whether a constructor is being computed, whose result is not marked whatever its arguments are.
    pub(super) constructing: bool,
    /// Decorations of values.
    pub(super) decorated: FxHashMap<Handle<Value>, Vec<SpirvDecoration>>,
    /// The result type of the function.
    pub(super) result: Handle<Type>,
    constants: FxHashMap<Handle<Constant>, Handle<Value>>,
}

/// What [`FunctionBuilder::enter`] puts aside and [`FunctionBuilder::leave`] takes up again.
#[derive(Debug)]
#[must_use]
pub(super) struct Outer {
    block: Handle<Block>,
    reachable: bool,
}

impl FunctionBuilder {
    pub(super) fn new(result: Handle<Type>) -> Self {
        let mut blocks = Arena::new();
        let current = blocks.append(Block::default(), Span::UNDEFINED);
        Self {
            locals: Arena::new(),
            places: Arena::new(),
            values: Arena::new(),
            blocks,
            current,
            reachable: true,
            breakables: Vec::new(),
            depth: 0,
            precise: false,
            non_uniform: FxHashSet::default(),
            subgroup_uniform: FxHashSet::default(),
            constructing: false,
            decorated: FxHashMap::default(),
            result,
            constants: FxHashMap::default(),
        }
    }

    /// Adds a statement to the current block.
    pub(super) fn push(&mut self, statement: Statement, span: Span) {
        self.blocks.get_mut(self.current).push(statement, span);
    }

    /// Adds a jump: what follows it in this block cannot be reached.
    pub(super) fn jump(&mut self, statement: Statement, span: Span) {
        self.push(statement, span);
        self.abandon();
    }

    /// Sends what follows into a block that nobody refers to.
    pub(super) fn abandon(&mut self) {
        self.current = self.new_block();
        self.reachable = false;
    }

    /// The block the function starts with.
    pub(super) fn first_block(&mut self) -> Handle<Block> {
        let first = self.blocks.iter().next().map(|(handle, _)| handle);
        first.unwrap_or_else(|| self.new_block())
    }

    /// A new, empty block.
    pub(super) fn new_block(&mut self) -> Handle<Block> {
        self.blocks.append(Block::default(), Span::UNDEFINED)
    }

    /// Makes `block` the current one.
    pub(super) fn enter(&mut self, block: Handle<Block>) -> Outer {
        let outer = Outer { block: self.current, reachable: self.reachable };
        self.current = block;
        outer
    }

    /// Goes back to the block before [`enter`](Self::enter); gives whether the end of the inner block is reachable.
    pub(super) fn leave(&mut self, outer: Outer) -> bool {
        let reachable = self.reachable;
        self.current = outer.block;
        self.reachable = outer.reachable;
        reachable
    }

    /// Computes a value here.
    pub(super) fn evaluate(&mut self, kind: ValueKind, ty: Handle<Type>, span: Span) -> Handle<Value> {
        let non_uniform = self.is_non_uniform(&kind);
        let subgroup_uniform = self.is_subgroup_uniform(&kind);
        let value = self.values.append(Value { kind, ty, precise: self.precise }, span);
        if non_uniform {
            self.non_uniform.insert(value);
        }
        if subgroup_uniform {
            self.mark_subgroup_uniform(value);
        }
        self.push(Statement::Evaluate(value), span);
        value
    }

    /// Whether a result is marked because an operand is (GL_EXT_nonuniform_qualifier, 4.X). Calls give results of their
    /// own.
    fn is_non_uniform(&self, kind: &ValueKind) -> bool {
        let marked = |value: Handle<Value>| self.non_uniform.contains(&value);
        match *kind {
            ValueKind::Load(place) => {
                self.places.try_get(place).is_ok_and(|place| place.access.contains(MemoryQualifiers::NON_UNIFORM))
            }
            ValueKind::Unary { operand, .. } | ValueKind::Convert(operand) | ValueKind::Splat(operand) => {
                marked(operand)
            }
            ValueKind::Binary { left, right, .. } => marked(left) || marked(right),
            ValueKind::Extract { composite, .. } => marked(composite),
            ValueKind::ExtractDynamic { vector, index } => marked(vector) || marked(index),
            ValueKind::Swizzle { vector, .. } => marked(vector),
            ValueKind::Select { condition, accept, reject } => marked(condition) || marked(accept) || marked(reject),
            _ => false,
        }
    }

    /// Whether a result is marked because all operands are (GL_EXT_subgroupuniform_qualifier, 4.X): of operators, component
    /// selection and indexing. Constants are the same for all invocations. Implicit conversions count as part of the operator
    /// that needs them.
    fn is_subgroup_uniform(&self, kind: &ValueKind) -> bool {
        let marked = |value: Handle<Value>| self.is_same_in_subgroup(value);
        match *kind {
            ValueKind::Load(place) => self.places.try_get(place).is_ok_and(|place| {
                place.access.contains(MemoryQualifiers::SUBGROUP_UNIFORM)
                    && place.steps.iter().all(|step| match *step {
                        PlaceStep::Member(_) => true,
                        PlaceStep::Index(index) => marked(index),
                    })
            }),
            // Without any mark, only constants would be left, and they are folded.
            _ if self.subgroup_uniform.is_empty() || self.constructing => false,
            ValueKind::Unary { operand, .. } | ValueKind::Convert(operand) | ValueKind::Splat(operand) => {
                marked(operand)
            }
            ValueKind::Binary { left, right, .. } => marked(left) && marked(right),
            ValueKind::Extract { composite, .. } => marked(composite),
            ValueKind::ExtractDynamic { vector, index } => marked(vector) && marked(index),
            ValueKind::Swizzle { vector, .. } => marked(vector),
            ValueKind::Select { condition, accept, reject } => marked(condition) && marked(accept) && marked(reject),
            _ => false,
        }
    }

    /// Whether a value is marked `subgroupuniformEXT`, or a constant.
    pub(super) fn is_same_in_subgroup(&self, value: Handle<Value>) -> bool {
        self.subgroup_uniform.contains(&value)
            || self.values.try_get(value).is_ok_and(|value| matches!(value.kind, ValueKind::Constant(_)))
    }

    /// Marks a value that one statement computes.
    pub(super) fn mark_subgroup_uniform(&mut self, value: Handle<Value>) {
        if self.subgroup_uniform.insert(value) {
            self.decorated.entry(value).or_default().push(super::subgroup_uniform::decoration());
        }
    }

    /// A value that needs no statement: a parameter, a yield.
    pub(super) fn declare(&mut self, kind: ValueKind, ty: Handle<Type>, span: Span) -> Handle<Value> {
        self.values.append(Value { kind, ty, precise: false }, span)
    }

    /// The value of a constant, one per constant and function.
    pub(super) fn constant(&mut self, constant: Handle<Constant>, ty: Handle<Type>) -> Handle<Value> {
        if let Some(&value) = self.constants.get(&constant) {
            return value;
        }
        let value = self.declare(ValueKind::Constant(constant), ty, Span::UNDEFINED);
        self.constants.insert(constant, value);
        value
    }

    /// A new variable.
    pub(super) fn local(&mut self, name: &str, ty: Handle<Type>, span: Span) -> Handle<Local> {
        self.locals.append(
            Local { name: name.to_owned(), ty, qualifiers: MemoryQualifiers::NONE, decorations: Vec::new() },
            span,
        )
    }

    /// The type of a value of this function.
    pub(super) fn type_of(&self, value: Handle<Value>) -> Option<Handle<Type>> {
        self.values.try_get(value).ok().map(|value| value.ty)
    }

    /// Moves the statements of `block` to the end of the current one.
    pub(super) fn splice(&mut self, block: Handle<Block>) {
        let statements = std::mem::take(&mut self.blocks.get_mut(block).statements);
        self.blocks.get_mut(self.current).statements.extend(statements);
    }
}
