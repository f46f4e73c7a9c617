//! Builds one function, statement by statement.
//!
//! Comes in: values, places and statements in the order in which they happen. Goes out: a [`Function`]. Must not depend on:
//! any language; it takes the types that it is given.

use crate::hir::buffers::FunctionBuffers;
use crate::hir::{
    Arena, Block, Buffers, Constant, Function, Handle, Local, MemoryQualifiers, NamedConstant, Parameter,
    ParameterMode, Place, PlaceRoot, Span, SpirvDecoration, Statement, Type, Value, ValueKind,
};
use rustc_hash::FxHashMap;

/// A loop or switch around the current statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakable {
    /// Whether it is a loop, so that `continue` can refer to it too.
    pub is_loop: bool,
    /// Whether a reachable `break` leaves it.
    pub has_break: bool,
}

/// A function under construction.
///
/// Statements go to the [`current`](Self::current) block. To fill another one, [`enter`](Self::enter) it and
/// [`leave`](Self::leave) it; `open_if` and `open_loop` do so for a whole statement.
#[derive(Debug)]
pub struct FunctionBuilder {
    /// The parameters so far.
    pub parameters: Vec<Parameter>,
    /// Its variables.
    pub locals: Arena<Local>,
    /// Paths to memory.
    pub places: Arena<Place>,
    /// Everything it computes.
    pub values: Arena<Value>,
    /// Its blocks.
    pub blocks: Arena<Block>,
    /// The source of what is being built, for methods that take no span.
    pub span: Span,
    /// Where statements go. After a jump this is a block that nothing refers to, so dead code is checked and dropped.
    pub current: Handle<Block>,
    /// Whether control can reach the end of `current`.
    pub reachable: bool,
    /// Loops and switches around the current statement, outermost first.
    pub breakables: Vec<Breakable>,
    /// Whether operations are computed under `precise`.
    pub precise: bool,
    /// Whether half the precision is enough for them.
    pub relaxed: bool,
    /// Decorations of values.
    pub decorated: FxHashMap<Handle<Value>, Vec<SpirvDecoration>>,
    /// Where names are local, as [`Function::scopes`] says.
    pub scopes: Vec<Span>,
    /// Its constants.
    pub named_constants: Vec<NamedConstant>,
    /// The result type of the function.
    pub result: Handle<Type>,
    first: Handle<Block>,
    constants: FxHashMap<Handle<Constant>, Handle<Value>>,
    /// Memory for blocks, and for other functions.
    buffers: Buffers,
}

/// What [`FunctionBuilder::enter`] saves and [`FunctionBuilder::leave`] restores.
#[derive(Debug)]
#[must_use]
pub struct Outer {
    block: Handle<Block>,
    /// Whether control can reach the statement that is being built.
    pub(super) reachable: bool,
}

impl FunctionBuilder {
    /// An empty function that returns a `result`, which may be void.
    #[must_use]
    pub fn new(result: Handle<Type>) -> Self {
        Self::with_buffers(result, Buffers::default())
    }

    /// The same, in memory that other functions had.
    #[must_use]
    pub fn with_buffers(result: Handle<Type>, mut buffers: Buffers) -> Self {
        let FunctionBuffers { locals, places, values, mut blocks } = buffers.function();
        let constants = buffers.constant_values();
        let current = blocks.append(buffers.block(), Span::UNDEFINED);
        Self {
            parameters: Vec::new(),
            locals,
            places,
            values,
            blocks,
            span: Span::UNDEFINED,
            current,
            reachable: true,
            breakables: Vec::new(),
            precise: false,
            relaxed: false,
            decorated: FxHashMap::default(),
            scopes: Vec::new(),
            named_constants: Vec::new(),
            result,
            first: current,
            constants,
            buffers,
        }
    }

    /// The memory that it has not used.
    pub fn take_buffers(&mut self) -> Buffers {
        std::mem::take(&mut self.buffers)
    }

    /// Gives it more memory.
    pub fn set_buffers(&mut self, buffers: Buffers) {
        self.buffers = buffers;
    }

    /// Reopens a function to change what it does; [`finish_into`](Self::finish_into) puts everything back. Its
    /// parameters stay where they are. What is built goes into a block that nothing refers to yet.
    #[must_use]
    pub fn reopen(function: &mut Function) -> Self {
        let mut blocks = std::mem::take(&mut function.blocks);
        let current = blocks.append(Block::default(), Span::UNDEFINED);
        Self {
            locals: std::mem::take(&mut function.locals),
            places: std::mem::take(&mut function.places),
            values: std::mem::take(&mut function.values),
            decorated: std::mem::take(&mut function.decorated),
            scopes: std::mem::take(&mut function.scopes),
            named_constants: std::mem::take(&mut function.named_constants),
            first: function.body,
            current,
            blocks,
            ..Self::new(function.result)
        }
    }

    /// Moves what was built, except for the parameters, into an existing function.
    pub fn finish_into(&mut self, function: &mut Function) {
        function.body = self.first;
        function.locals = std::mem::take(&mut self.locals);
        function.places = std::mem::take(&mut self.places);
        function.values = std::mem::take(&mut self.values);
        function.blocks = std::mem::take(&mut self.blocks);
        function.decorated = std::mem::take(&mut self.decorated);
        function.scopes = std::mem::take(&mut self.scopes);
        function.named_constants = std::mem::take(&mut self.named_constants);
        self.buffers.recycle_constant_values(std::mem::take(&mut self.constants));
    }

    /// The finished function.
    #[must_use]
    pub fn finish(mut self, name: &str) -> Function {
        let mut function = Function {
            parameters: std::mem::take(&mut self.parameters),
            span: self.span,
            ..Function::new(name, self.result)
        };
        self.finish_into(&mut function);
        function
    }

    /// Adds a statement to the current block.
    pub fn push(&mut self, statement: Statement, span: Span) {
        self.blocks.get_mut(self.current).push(statement, span);
    }

    /// Adds a jump: what follows it in this block cannot be reached.
    pub fn jump(&mut self, statement: Statement, span: Span) {
        self.push(statement, span);
        self.abandon();
    }

    /// Sends what follows into a block that nothing refers to.
    pub fn abandon(&mut self) {
        self.current = self.new_block();
        self.reachable = false;
    }

    /// The block the function starts with.
    #[must_use]
    pub const fn first_block(&self) -> Handle<Block> {
        self.first
    }

    /// A new, empty block.
    pub fn new_block(&mut self) -> Handle<Block> {
        self.blocks.append(self.buffers.block(), Span::UNDEFINED)
    }

    /// Makes `block` the current one.
    pub fn enter(&mut self, block: Handle<Block>) -> Outer {
        let outer = Outer { block: self.current, reachable: self.reachable };
        self.current = block;
        outer
    }

    /// Goes back to the block before [`enter`](Self::enter); returns whether the end of the inner block is reachable.
    pub fn leave(&mut self, outer: Outer) -> bool {
        let reachable = self.reachable;
        self.current = outer.block;
        self.reachable = outer.reachable;
        reachable
    }

    /// Computes a value here.
    pub fn evaluate(&mut self, kind: ValueKind, ty: Handle<Type>, span: Span) -> Handle<Value> {
        let value = self.values.append(Value { kind, ty, precise: self.precise, relaxed: self.relaxed }, span);
        self.push(Statement::Evaluate(value), span);
        value
    }

    /// A value that needs no statement: a parameter, a yield.
    pub fn declare(&mut self, kind: ValueKind, ty: Handle<Type>, span: Span) -> Handle<Value> {
        self.values.append(Value { kind, ty, precise: false, relaxed: false }, span)
    }

    /// The value of a constant, one per constant and function.
    pub fn constant(&mut self, constant: Handle<Constant>, ty: Handle<Type>) -> Handle<Value> {
        if let Some(&value) = self.constants.get(&constant) {
            return value;
        }
        let value = self.declare(ValueKind::Constant(constant), ty, Span::UNDEFINED);
        self.constants.insert(constant, value);
        value
    }

    /// A parameter that is passed by value.
    pub fn parameter(&mut self, name: &str, ty: Handle<Type>) -> Handle<Value> {
        let index = self.add_parameter(name, ty, ParameterMode::Value);
        self.declare(ValueKind::Parameter(index), ty, self.span)
    }

    /// A parameter that is a variable of the caller: `out` or `inout`.
    pub fn pointer_parameter(&mut self, name: &str, ty: Handle<Type>) -> Place {
        let index = self.add_parameter(name, ty, ParameterMode::Pointer);
        Place::whole(PlaceRoot::Parameter(index), ty, MemoryQualifiers::NONE)
    }

    fn add_parameter(&mut self, name: &str, ty: Handle<Type>, mode: ParameterMode) -> u32 {
        let (name, qualifiers) = (name.into(), MemoryQualifiers::NONE);
        self.parameters.push(Parameter { name, ty, mode, qualifiers, decorations: Vec::new() });
        (self.parameters.len() - 1) as u32
    }

    /// A new variable as a place; a temporary if the name is empty.
    pub fn variable(&mut self, name: &str, ty: Handle<Type>) -> Place {
        let local = self.local(name, ty, self.span);
        Place::whole(PlaceRoot::Local(local), ty, MemoryQualifiers::NONE)
    }

    /// A new variable.
    pub fn local(&mut self, name: &str, ty: Handle<Type>, span: Span) -> Handle<Local> {
        self.locals.append(Local::new(name, ty), span)
    }

    /// The constant that a value is, if it is one.
    #[must_use]
    pub fn constant_of(&self, value: Handle<Value>) -> Option<Handle<Constant>> {
        match self.values.try_get(value).ok()?.kind {
            ValueKind::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    /// The type of a value of this function.
    #[must_use]
    pub fn type_of(&self, value: Handle<Value>) -> Option<Handle<Type>> {
        self.values.try_get(value).ok().map(|value| value.ty)
    }

    /// Moves the statements of `block` to the end of the current one.
    pub fn splice(&mut self, block: Handle<Block>) {
        let statements = std::mem::take(&mut self.blocks.get_mut(block).statements);
        let current = &mut self.blocks.get_mut(self.current).statements;
        if current.is_empty() {
            // The body of `main`, if no global has an initializer that is not constant: all of the shader, perhaps.
            *current = statements;
        } else {
            current.extend(statements);
        }
    }
}
