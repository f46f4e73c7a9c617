//! The verifier: what every reader of a [`Module`] may rely on.
//!
//! Comes in: a module. Goes out: nothing, or the [`Violation`]s. It runs in tests and in debug builds between `sema`
//! and lowering. Must not depend on: the origin and the readers of the module. A violation is a bug in glslsub, never
//! in a shader.
//!
//! # Properties
//!
//! Each variant of [`Rule`] is one property; the tests break each of them once.
//!
//! - *Handles*: every handle is in its arena. Constants, types and structures refer to earlier ones only (references
//!   excepted), so they have no cycles.
//! - *Types*: `void` is not a component of anything. Runtime-sized arrays are last members of buffer blocks or arrays
//!   of resources. Members of blocks have offsets that keep alignment, ascend and do not overlap; others have none.
//! - *Constants*: the value fits the type; operations have the types they need; specialization ids are unique, except for
//!   dimensions of the workgroup.
//! - *Global variables*: type, storage class, binding, built-in and initializer go together.
//! - *Functions*: parameter modes fit their types; locals hold data; no function reaches itself by calls; the entry
//!   point takes and returns nothing, and its workgroup size consists of `uint` or `int` constants.
//! - *Order*: each block has one owner; each value is evaluated once, before its uses and in a block around them; each
//!   block parameter belongs to one statement or block.
//! - *Jumps*: nothing follows a jump in its block; `break` is in a loop's body or a switch, `continue` in a loop's body,
//!   `return` not in a loop's header or continuing block and with a value of the result's type. Each path to block
//!   parameters passes them.
//! - *Types of operations*: every operation, place, store, condition, case, call and built-in call has operands
//!   and a result of the types that its documentation demands.
//! - *Access*: nothing reads `writeonly` memory or writes to `readonly` memory, constants, uniforms or inputs; a place
//!   carries the qualifiers of its path.

mod cooperative_matrix;
mod flow;
mod module;
mod operation;
mod place;
mod tensor;
#[cfg(test)]
mod tests;

use super::Module;

/// Declares the rules.
macro_rules! rules {
    ($($name:ident $doc:literal),* $(,)?) => {
        /// One property of a valid module.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule {
            $(#[doc = $doc] $name),*
        }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Rule] = &[$(Rule::$name),*];

            /// The property in words.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self { $(Rule::$name => $doc),* }
            }
        }
    };
}

rules! {
    Handles "every handle is in its arena",
    TypeOrder "types, structures and constants are made of earlier ones",
    TypeParts "components of types hold data or name resources",
    RuntimeArrays "a runtime-sized array is the last member of a buffer block or an array of resources",
    MemberOffsets "members of blocks, and only they, have offsets, aligned, without overlap",
    ConstantValues "the value of a constant fits its type",
    ConstantOperations "operations on constants have the types they need",
    SpecializationIds "a specialization id names one constant, and dimensions of the work group",
    GlobalStorage "the storage class of a global variable fits its type",
    GlobalInterface "resources have bindings, inputs and outputs a built-in or a location, and nothing else has",
    GlobalInitializers "only private variables have initializers, of their type; shared ones may be zeroed",
    ParameterModes "opaque parameters are resources, others are not",
    Locals "locals hold data of known size",
    Recursion "no function reaches itself by calls",
    EntryPoint "the entry point takes and gives nothing",
    WorkgroupSize "work group dimensions are positive, or scalar integer constants",
    BlockOwners "each block has one owner",
    EvaluatedOnce "a value is evaluated by at most one statement, and only if it computes something",
    EvaluatedBeforeUse "a value is evaluated before its uses, in a block around them",
    BlockParameterOwners "a block parameter is that of one statement or block",
    NothingAfterJump "nothing follows a jump in its block",
    CallsThatEnd "`ended` stands right behind each call of a built-in that ends the shader, and nowhere else",
    JumpTargets "`break`, `continue` and `return` stand where they have a target",
    PassedValues "each way to block parameters passes a value of the type of each, and no way passes more",
    ReturnTypes "`return` gives the function's result",
    Conditions "conditions are scalar `bool`s",
    Selectors "selectors are scalar integers",
    CaseLabels "case labels fit the selector and are unique, the last case does not fall through, results need a default",
    OperationTypes "operands and result of an operation have the types it demands",
    PlaceSteps "each step of a place selects a part of what is before it, and the place has the type of the last",
    PlaceSwizzles "a swizzle selects components that are there, each once where it is stored to",
    PlaceQualifiers "a place carries the memory qualifiers of its path",
    LoadTypes "a load gives the type of its place, of known size",
    LoadAccess "nothing reads `writeonly` memory",
    StoreTypes "a store writes a value of the place's type",
    StoreAccess "nothing writes to memory that is readonly by qualifier or storage class",
    CallArguments "the arguments of a call fit the parameters",
    BuiltinCalls "a call of a built-in names a row of the function and one of its instances",
    BuiltinArguments "arguments and result of a built-in call have the types of the instance",
}

/// A broken property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which property.
    pub rule: Rule,
    /// Where: `function main, %3`.
    pub place: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: it does not hold that {}", self.place, self.rule.summary())
    }
}

/// What was found so far.
#[derive(Default)]
struct Violations(Vec<Violation>);

impl Violations {
    fn check(&mut self, holds: bool, rule: Rule, place: impl FnOnce() -> String) {
        if !holds {
            self.0.push(Violation { rule, place: place() });
        }
    }
}

/// Checks every property.
///
/// # Errors
/// The properties that do not hold. If handles or the order of types are broken, nothing else is checked.
pub fn verify(module: &Module) -> Result<(), Vec<Violation>> {
    let mut violations = Violations::default();
    module::handles(module, &mut violations);
    if violations.0.is_empty() {
        module::check(module, &mut violations);
        for (handle, function) in module.functions.iter() {
            flow::check(module, handle, function, &mut violations);
        }
    }
    if violations.0.is_empty() { Ok(()) } else { Err(violations.0) }
}
