//! The typed intermediate representation: what a shader means, with every implicit thing made explicit.
//!
//! Comes in: built by `sema` and by the assembly front end. Goes out: read by `rules`, `link`, `passes`, `spirv` and the
//! text form. Must not depend on: syntax, tokens, SPIR-V ids.
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
//! [`ValueKind::BlockParameter`], which control flow brings. So the order of side effects is the order of
//! statements, and nothing else: a load sees all stores above it and none below.
//!
//! A *place* is a path to memory: a variable, then members and indices. A place does nothing by itself. The values
//! that index it must be available where the place is used. [`ValueKind::Load`] reads through a place,
//! [`Statement::Store`] writes through it, built-ins and calls may take it as an argument. A place carries the union
//! of the memory qualifiers met on its path ([`Place::access`]), so that each access knows all it needs.
//!
//! Control flow is structured and stays so: [`If`](Statement::If), [`Switch`] and [`Loop`] own blocks; `break`,
//! `continue` and `return` leave them. Statements that follow a jump in the same block are not kept.
//!
//! # How control flow carries values
//!
//! Where paths of control flow meet, values can meet too. A *block parameter* takes the place of a phi in a control-flow
//! graph; each path passes a value for it:
//!
//! | where paths meet | the block parameters | passed by |
//! |---|---|---|
//! | after an `if` | `results` | the end of each arm |
//! | after a `switch` | `results` | `break`, the end of each case that falls into no other |
//! | the start of a case | `parameters` | the selector (`initial`), the end of the case that falls into it |
//! | after a loop | `results` | `break`, each of the two tests |
//! | the header of a loop | `parameters` | the statement before (`initial`), the end of `continuing` |
//! | `continuing` | `continue_parameters` | `continue`, the end of the body |
//!
//! A path passes one value per parameter, of its type, in order. A block that ends without a jump passes them with
//! [`Statement::Yield`], its last statement; if there is nothing to pass, there is none. A block that ends in a jump
//! passes nothing to what follows. A switch with results has a default, so that each path through it is in a case.
//!
//! Results are available after their statement, parameters in the block that gets them; those of a loop in all its
//! blocks, as what its header evaluates. Nothing else leaves a block: what is needed after a statement is among its
//! results, even if only one path leads to it. Blocks form a tree, so that is a dominator tree.
//!
//! `&&`, `||` and `?:` become an `if` with a result, so short circuit needs no further rule. All other values that live
//! across control flow are in locals when a front end is done; `passes` makes block parameters of them.
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
//! # What a built-in means
//!
//! HIR keeps a call of a built-in as a call: [`BuiltinCall`] has the row of the tables, the overload and the arguments.
//! Lints and the optimizer want to see `subgroupAdd`, not its expansion. The row has the expansion: a *recipe* of steps,
//! written in `builtins/` in the vocabulary of SPIR-V, whose instructions are the best-defined ones
//! there are. That a row names an opcode doesn't make HIR depend on SPIR-V: nothing here knows ids, capabilities or the
//! grammar.
//!
//! A recipe is read in one place, [`recipe`]: it chooses among the recipes of a row, walks the steps, finds the operands,
//! takes apart the instructions that have no counterpart, and hands outputs and result back. It is generic over what
//! [evaluates](recipe::Evaluate) one instruction. Two do:
//!
//! - [`fold`] computes with constants, while the module is built. It knows no target, so of several recipes it takes
//!   one that requires none: all recipes of a row mean the same.
//! - A back end emits instructions, once the target, the options and the memory model are known. `spirv` does so while it
//!   writes; a back end of another language evaluates each instruction in its own terms, or takes the call as it is where
//!   it has the built-in itself.
//!
//! So a call with constant arguments gives what the instructions would have given, and a new kind of step is one case
//! of the walk.
//!
//! # Who may rely on what
//!
//! Readers of a module may rely on everything that the verifier checks; it has the list. `sema` gives a module only
//! when there was no error, so no reader meets half-typed parts.

pub mod binary16;
mod binding_kind;
mod buffers;
pub mod builder;
mod builtin_type;
mod constant;
mod cooperative_matrix;
mod descriptor_heap;
mod extension_type;
pub mod fold;
mod inlined;
mod interface;
mod intrinsic;
pub mod layout;
mod module;
mod name;
mod operands;
mod parameter_text;
mod parts;
mod place;
pub mod recipe;
mod statement;
mod tensor;
pub mod text;
pub mod type_text;
mod types;
mod value;
pub mod verify;

pub use binding_kind::BindingKind;
pub use buffers::Buffers;
pub use constant::{Constant, ConstantKind, ConstantOperation};
pub use cooperative_matrix::{CooperativeMatrix, MatrixComponent, MatrixUse};
pub use descriptor_heap::{DescriptorHeap, HeapContents};
pub use extension_type::{
    ExtensionType, ExtensionTypeFacts, ExtensionTypeForm, TypeNumber, TypeParameter, TypeParameterKind, TypeParameters,
};
pub use inlined::{Copies, Inlined, InlinedCall};
pub use interface::{DerivativeGroup, ExecutionMode, Feedback, Interface, InterfaceRate, Interpolation, Sampling};
pub use intrinsic::{
    SpirvArgument, SpirvCall, SpirvDecoration, SpirvExecutionMode, SpirvForm, SpirvInstruction, SpirvIntrinsics,
    SpirvOperand, SpirvType,
};
pub use module::{
    EntryPoint, Function, FunctionAttributes, GlobalVariable, Local, MemoryModel, Module, NamedConstant, Parameter,
    ParameterMode, Part, ResourceBinding, StorageClass, Workgroup, WorkgroupDimension,
};
pub use name::Name;
pub use operands::Operand;
pub use place::{MemoryQualifiers, Place, PlaceRoot, PlaceStep, Steps, Swizzle};
pub use statement::{
    Block, BlockParameter, BranchHint, Loop, LoopHint, LoopTest, Statement, Switch, SwitchCase, Termination, ValueList,
};
pub use tensor::{TensorOperation, TensorType};
pub use types::{
    ArrayLength, BlockLayout, COMMON_SLOTS, ImageClass, ImageType, MatrixMajor, Member, PackingRules, Struct, Type,
    TypeTable, VectorLength,
};
pub use value::{Argument, BinaryOperation, BuiltinCall, Message, MessagePurpose, UnaryOperation, Value, ValueKind};

pub use crate::arena::{Arena, Handle, UniqueArena};
pub use crate::builtins::{Scalar, ScalarKind, SmallFloat, VectorSize};
pub use crate::source::Span;
