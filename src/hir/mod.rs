//! The typed intermediate representation: what a shader means, with every implicit thing made explicit.
//!
//! Comes in: built by `sema` (and by the assembly front end). Goes out: read by `rules`, `spirv`, the text form and
//! the naga bridge. Must not know: syntax, tokens, SPIR-V ids.
//!
//! # What it is
//!
//! A [`Module`] is plain data in arenas: types, constants, global variables and functions, referring to each other
//! by handle. A [`Function`] owns four arenas of its own: [`Local`]s, [`Place`]s, [`Value`]s and [`Block`]s. Nothing
//! is a tree of boxes, so a chain of a hundred thousand operators, or of `else if`s, is built, walked and dropped
//! without recursion.
//!
//! # When things happen
//!
//! A *value* is computed exactly once, where a [`Statement::Evaluate`] names it; from there on, in that block and in
//! the blocks nested in what follows it, it may be used any number of times and never changes. Three kinds need no
//! statement because they do not compute anything: [`ValueKind::Constant`], [`ValueKind::Parameter`], and
//! [`ValueKind::Yield`], which gets its value where its `if` ends. So the order of side effects is the order of
//! statements, and nothing else: a load sees all stores above it and none below.
//!
//! A *place* is a path to memory: a variable, then members and indices. A place does nothing by itself. The values
//! that index it must be available where the place is used. [`ValueKind::Load`] reads through a place,
//! [`Statement::Store`] writes through it, built-ins and calls may take it as an argument. A place carries the union
//! of the memory qualifiers met on its path ([`Place::access`]), so that each access knows all it needs.
//!
//! Control flow is structured and stays so: [`If`](Statement::If), [`Switch`](Statement::Switch) and
//! [`Loop`](Statement::Loop) own blocks; `break`, `continue` and `return` leave them. `&&`, `||` and `?:` become an
//! `if` that *yields* a value, so short circuit needs no further rule. Statements that follow a jump in the same
//! block are not kept.
//!
//! # What is explicit
//!
//! - Every implicit conversion is a [`ValueKind::Convert`], every scalar that meets a vector is a
//!   [`ValueKind::Splat`] (multiplication excepted: scalar times vector or matrix is an operation of its own).
//! - Overloads are resolved: calls name a function handle or a row of the built-in tables with its instance.
//! - `out` and `inout` arguments are places of locals; the copies before and after the call are statements.
//! - Constant expressions are folded. What depends on a specialization constant is a
//!   [`ConstantKind::Operation`] that stays symbolic.
//! - Offsets of block members are fixed ([`Member::offset`]).
//!
//! # Who may rely on what
//!
//! Whoever reads a module may rely on everything that the verifier checks; it lists it. `sema` gives a module only when
//! there was no error, so no reader meets half-typed parts.

pub mod builder;
mod builtin_type;
mod constant;
pub mod fold;
mod intrinsic;
pub mod layout;
mod module;
mod place;
#[cfg(test)]
mod sample;
mod statement;
pub mod text;
mod types;
mod value;
pub mod verify;

pub use constant::{Constant, ConstantKind, ConstantOperation};
pub use intrinsic::{
    SpirvArgument, SpirvCall, SpirvDecoration, SpirvExecutionMode, SpirvForm, SpirvInstruction, SpirvIntrinsics,
    SpirvOperand, SpirvType,
};
pub use module::{
    DerivativeGroup, DescriptorHeap, EntryPoint, Function, FunctionAttributes, GlobalVariable, Local, MemoryModel,
    Module, Parameter, ParameterMode, ResourceBinding, StorageClass, WorkgroupDimension,
};
pub use place::{MemoryQualifiers, Place, PlaceRoot, PlaceStep};
pub use statement::{Block, BranchHint, LoopHint, Statement, SwitchCase, Yields};
pub use types::{
    ArrayLength, BlockLayout, CooperativeMatrix, ImageClass, ImageType, MatrixComponent, MatrixMajor, MatrixUse,
    Member, PackingRules, Struct, TensorParameter, Type, TypeTable, VectorLength,
};
pub use value::{Argument, BinaryOperation, BuiltinCall, TensorOperation, UnaryOperation, Value, ValueKind};

pub use crate::builtins::{Scalar, ScalarKind, SmallFloat, VectorSize};
pub use crate::source::Span;
pub use naga::{Arena, Handle, UniqueArena};
