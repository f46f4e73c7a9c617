//! Memory of finished modules, in which the next ones are written.
//!
//! Comes in: sections and tables that are no longer needed. Goes out: the same, empty. Must not depend on: the writers that
//! fill them.
//!
//! Most shaders are small, and a compilation of one that allocates all of its tables spends a tenth of its time on that.

use super::chains::Chains;
use super::instance::Instance;
use super::module::Module;
use super::naming;
use super::require::Facts;
use super::section::Section;
use super::type_key::{Layout, TypeKey};
use crate::hir::{GlobalVariable, Handle, Local, Type};
use rspirv::spirv::{self, Decoration, Op};
use rustc_hash::{FxHashMap, FxHashSet};

/// Larger tables are not kept: a later, small shader would pay for clearing them.
const MOST_ENTRIES: usize = 1 << 12;

/// Memory for writing a module. All of it is empty.
#[derive(Debug, Default)]
pub struct Buffers {
    pub(super) module: Module,
    pub(super) body: Section,
    pub(super) variables_of_function: Section,
    pub(super) function: FunctionBuffers,
    pub(super) tables: Tables,
    pub(super) facts: Facts,
    /// The module that was lowered last, if it was not borrowed.
    pub(super) lowered: Option<crate::hir::Module>,
}

/// What a module has declared already.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub decorated: FxHashSet<(u32, Decoration)>,
    /// Types by their parts.
    pub types: FxHashMap<TypeKey, u32>,
    /// The parts of types.
    pub type_keys: FxHashMap<u32, TypeKey>,
    /// Types of values, by the position of the HIR type in its arena.
    pub plain_types: Vec<Option<u32>>,
    /// Types of HIR types in memory whose layout is visible.
    pub laid_out_types: FxHashMap<(Handle<Type>, Layout), u32>,
    /// Scalar constants by type and bits.
    pub scalar_constants: FxHashMap<(u32, u64), u32>,
    /// Constant composites by type and constituents.
    pub composite_constants: FxHashMap<(u32, Vec<u32>), u32>,
    /// Constants without a value: null and undefined.
    pub plain_constants: FxHashMap<(Op, u32), u32>,
    /// Constants of HIR, by their position in the arena.
    pub hir_constants: Vec<Option<u32>>,
    /// Variables of HIR.
    pub variables: FxHashMap<Handle<GlobalVariable>, u32>,
    /// Built-in variables by built-in and storage class.
    pub builtin_variables: FxHashMap<(spirv::BuiltIn, spirv::StorageClass), (u32, u32)>,
    pub function_ids: FxHashMap<Instance, u32>,
}

/// What a function uses while it is written.
#[derive(Debug, Default)]
pub(super) struct FunctionBuffers {
    /// The ids of values.
    pub values: Vec<Option<u32>>,
    /// The ids of variables.
    pub locals: Vec<Option<u32>>,
    /// The ids of parameters.
    pub parameters: Vec<u32>,
    /// By variable, whether it only [names a value](super::named_value), and what decides that.
    pub is_named: Vec<bool>,
    pub naming: naming::Memory,
    /// The values of those variables.
    pub named: FxHashMap<Handle<Local>, u32>,
    /// Values that have a name.
    pub names: FxHashSet<u32>,
    pub chains: Chains,
}

/// Something that can be emptied without giving its memory back.
trait Reuse: Default {
    fn entries(&self) -> usize;
    fn empty(&mut self);

    /// Empties it; drops what is too large.
    fn reuse(&mut self) {
        if self.entries() > MOST_ENTRIES {
            *self = Self::default();
        }
        self.empty();
    }
}

impl<T> Reuse for Vec<T> {
    fn entries(&self) -> usize {
        self.capacity()
    }

    fn empty(&mut self) {
        self.clear();
    }
}

impl<K, V> Reuse for FxHashMap<K, V> {
    fn entries(&self) -> usize {
        self.capacity()
    }

    fn empty(&mut self) {
        self.clear();
    }
}

impl<T> Reuse for FxHashSet<T> {
    fn entries(&self) -> usize {
        self.capacity()
    }

    fn empty(&mut self) {
        self.clear();
    }
}

impl Buffers {
    /// Takes them, with room for most modules, so that the sections and tables of the first one need not grow.
    pub(super) fn take(&mut self) -> Self {
        let mut buffers = std::mem::take(self);
        let Self { module, body, variables_of_function, tables, .. } = &mut buffers;
        module.declarations.reserve(512);
        module.annotations.reserve(128);
        module.names.reserve(256);
        module.functions.reserve(1024);
        body.reserve(512);
        variables_of_function.reserve(64);
        tables.decorated.reserve(32);
        tables.types.reserve(32);
        tables.type_keys.reserve(32);
        tables.scalar_constants.reserve(32);
        tables.variables.reserve(32);
        tables.function_ids.reserve(32);
        buffers
    }

    /// The module that was lowered last, if it was not borrowed.
    pub const fn take_lowered(&mut self) -> Option<crate::hir::Module> {
        self.lowered.take()
    }

    /// Takes the memory of a module that is no longer needed.
    pub fn recycle(&mut self, mut module: Module) {
        for section in module.sections_mut() {
            section.reset();
        }
        self.module = module;
    }
}

impl Tables {
    /// The same, empty.
    pub(super) fn reused(mut self) -> Self {
        self.decorated.reuse();
        self.types.reuse();
        self.type_keys.reuse();
        self.plain_types.reuse();
        self.laid_out_types.reuse();
        self.scalar_constants.reuse();
        self.composite_constants.reuse();
        self.plain_constants.reuse();
        self.hir_constants.reuse();
        self.variables.reuse();
        self.builtin_variables.reuse();
        self.function_ids.reuse();
        self
    }
}

impl FunctionBuffers {
    /// The same, empty.
    pub(super) fn reused(mut self) -> Self {
        self.values.reuse();
        self.locals.reuse();
        self.parameters.reuse();
        self.is_named.reuse();
        self.named.reuse();
        self.names.reuse();
        self.chains.clear();
        self
    }
}
