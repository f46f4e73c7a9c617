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

/// This many functions and lists of statements are kept.
const MOST_LISTS: usize = 64;

/// Memory for building a module. All of it is empty.
#[derive(Debug, Default)]
pub struct Buffers {
    functions: Vec<FunctionBuffers>,
    statements: Vec<Vec<(Statement, Span)>>,
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
    /// The value of each constant that the function uses.
    pub constants: FxHashMap<Handle<Constant>, Handle<Value>>,
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
        (self.types, self.constants, self.globals, self.list) = (types.types, constants, globals, functions);
    }

    fn recycle_function(&mut self, function: Function) {
        let Function { mut locals, mut places, mut values, mut blocks, .. } = function;
        for mut block in blocks.drain() {
            if self.statements.len() < MOST_LISTS && (1..MOST_VALUES).contains(&block.statements.capacity()) {
                block.statements.clear();
                self.statements.push(block.statements);
            }
        }
        if self.functions.len() < MOST_LISTS {
            locals.reuse(MOST_VALUES);
            places.reuse(MOST_VALUES);
            values.reuse(MOST_VALUES);
            blocks.reuse(MOST_VALUES);
            self.functions.push(FunctionBuffers { locals, places, values, blocks, constants: FxHashMap::default() });
        }
    }

    /// Memory for a function.
    pub(super) fn function(&mut self) -> FunctionBuffers {
        // Most functions have about as many places and values, so that these lists need not grow.
        self.functions.pop().unwrap_or_else(|| FunctionBuffers {
            places: Arena::with_capacity(16),
            values: Arena::with_capacity(32),
            ..FunctionBuffers::default()
        })
    }

    /// A block without statements.
    pub(super) fn block(&mut self) -> Block {
        Block { statements: self.statements.pop().unwrap_or_default() }
    }

    /// Memory for types.
    pub fn types(&mut self) -> UniqueArena<Type> {
        Self::with_room(std::mem::take(&mut self.types))
    }

    /// Memory for constants.
    pub fn constants(&mut self) -> UniqueArena<Constant> {
        Self::with_room(std::mem::take(&mut self.constants))
    }

    /// Most shaders have fewer types, and fewer constants, so that these tables need not grow.
    fn with_room<T: Eq + std::hash::Hash>(mut arena: UniqueArena<T>) -> UniqueArena<T> {
        arena.reserve(28);
        arena
    }

    /// Memory for variables outside functions.
    pub fn globals(&mut self) -> Arena<GlobalVariable> {
        std::mem::take(&mut self.globals)
    }

    /// Memory for the list of functions.
    pub fn function_list(&mut self) -> Arena<Function> {
        std::mem::take(&mut self.list)
    }
}
