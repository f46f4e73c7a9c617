//! Memory of finished modules, in which the next ones are built.
//!
//! Comes in: modules that are no longer needed. Goes out: their arenas and lists, empty. Must not depend on: who builds.
//!
//! The arenas of a function are the largest allocations of a small compilation: to allocate, grow and free them took 5 % of
//! its instructions.

use super::{Arena, Block, Constant, Function, GlobalVariable, Handle, Local, Module, Place, Span, Statement, Type};
use super::{UniqueArena, Value};
use rustc_hash::FxHashMap;

/// Larger arenas and lists are not kept.
const MOST_VALUES: usize = 1 << 12;

/// Arenas and lists with room for this many values in all are kept: up to 4 MB.
const MOST_KEPT: usize = 1 << 16;

/// Memory for building a module. All of it is empty.
#[derive(Debug, Default)]
pub struct Buffers {
    functions: Vec<FunctionBuffers>,
    statements: Vec<Vec<(Statement, Span)>>,
    /// For how many values there is room in them.
    kept: usize,
    /// The value of each constant that the last function used. Empty, as all the others.
    constant_values: FxHashMap<Handle<Constant>, Handle<Value>>,
    types: UniqueArena<Type>,
    constants: UniqueArena<Constant>,
    globals: Arena<GlobalVariable>,
    list: Arena<Function>,
}

/// Memory for building a function.
#[derive(Debug, Default)]
pub(super) struct FunctionBuffers {
    pub locals: Arena<Local>,
    pub places: Arena<Place>,
    pub values: Arena<Value>,
    pub blocks: Arena<Block>,
}

impl FunctionBuffers {
    /// For how many values there is room.
    fn capacity(&self) -> usize {
        self.locals.capacity() + self.places.capacity() + self.values.capacity() + self.blocks.capacity()
    }
}

impl Buffers {
    /// Takes the memory of a module.
    pub fn recycle(&mut self, module: Module) {
        let Module { mut types, mut constants, mut globals, mut functions, .. } = module;
        for function in functions.drain() {
            self.recycle_function(function);
        }
        types.types.reuse(MOST_VALUES);
        constants.reuse(MOST_VALUES);
        globals.reuse(MOST_VALUES);
        functions.reuse(MOST_VALUES);
        (self.types, self.constants, self.globals, self.list) = (types.types, constants, globals, functions);
    }

    fn recycle_function(&mut self, function: Function) {
        let Function { mut locals, mut places, mut values, mut blocks, .. } = function;
        for mut block in blocks.drain() {
            let capacity = block.statements.capacity();
            if (1..MOST_VALUES).contains(&capacity) && self.keeps(capacity) {
                block.statements.clear();
                self.statements.push(block.statements);
            }
        }
        locals.reuse(MOST_VALUES);
        places.reuse(MOST_VALUES);
        values.reuse(MOST_VALUES);
        blocks.reuse(MOST_VALUES);
        let function = FunctionBuffers { locals, places, values, blocks };
        let capacity = function.capacity();
        if capacity > 0 && self.keeps(capacity) {
            self.functions.push(function);
        }
    }

    /// Whether to keep room for so many values more.
    fn keeps(&mut self, count: usize) -> bool {
        let keeps = self.kept + count <= MOST_KEPT;
        if keeps {
            self.kept += count;
        }
        keeps
    }

    /// Memory for a function.
    pub(super) fn function(&mut self) -> FunctionBuffers {
        let Some(function) = self.functions.pop() else {
            // Most functions have about as many places and values, so that these lists need not grow.
            let (places, values) = (Arena::with_capacity(16), Arena::with_capacity(32));
            return FunctionBuffers { places, values, ..FunctionBuffers::default() };
        };
        self.kept -= function.capacity();
        function
    }

    /// A table for the values of constants.
    pub(super) fn constant_values(&mut self) -> FxHashMap<Handle<Constant>, Handle<Value>> {
        std::mem::take(&mut self.constant_values)
    }

    /// Takes such a table back.
    pub(super) fn recycle_constant_values(&mut self, mut values: FxHashMap<Handle<Constant>, Handle<Value>>) {
        if values.capacity() <= MOST_VALUES {
            values.clear();
            self.constant_values = values;
        }
    }

    /// A block without statements.
    pub(super) fn block(&mut self) -> Block {
        let statements = self.statements.pop().unwrap_or_default();
        self.kept -= statements.capacity();
        Block { statements }
    }

    /// Memory for types.
    pub(super) fn types(&mut self) -> UniqueArena<Type> {
        Self::with_room(std::mem::take(&mut self.types))
    }

    /// Memory for constants.
    pub(super) fn constants(&mut self) -> UniqueArena<Constant> {
        Self::with_room(std::mem::take(&mut self.constants))
    }

    /// Most shaders have fewer types, and fewer constants, so that these tables need not grow.
    fn with_room<T: Eq + std::hash::Hash>(mut arena: UniqueArena<T>) -> UniqueArena<T> {
        arena.reserve(28);
        arena
    }

    /// Memory for variables outside functions.
    pub(super) fn globals(&mut self) -> Arena<GlobalVariable> {
        std::mem::take(&mut self.globals)
    }

    /// Memory for the list of functions.
    pub(super) fn function_list(&mut self) -> Arena<Function> {
        std::mem::take(&mut self.list)
    }
}
