//! Statements and blocks.

use super::{Handle, Place, Span, Value};

/// Statements in order. Blocks live in their function's arena and own no other block directly.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The statements with their places. Nothing follows a jump.
    pub statements: Vec<(Statement, Span)>,
}

impl Block {
    /// Adds a statement.
    pub fn push(&mut self, statement: Statement, span: Span) {
        self.statements.push((statement, span));
    }
}

/// One step of a function.
#[derive(Clone, Debug)]
pub enum Statement {
    /// Computes a value.
    Evaluate(Handle<Value>),
    /// Writes memory. With a swizzle only the selected components are written.
    Store {
        /// Where to.
        place: Handle<Place>,
        /// What; of the place's type, or the vector of the swizzled components.
        value: Handle<Value>,
    },
    /// Runs one of two blocks.
    If {
        /// A scalar `bool`.
        condition: Handle<Value>,
        /// Run if it is true.
        accept: Handle<Block>,
        /// Run if it is false; may be empty.
        reject: Handle<Block>,
        /// A value that the two blocks make; then neither of them ends in a jump.
        yields: Option<Yields>,
        /// `[[flatten]]` or `[[dont_flatten]]`.
        hint: BranchHint,
    },
    /// Runs the block of the case that equals the selector.
    Switch {
        /// A scalar integer.
        selector: Handle<Value>,
        /// The cases in source order.
        cases: Vec<SwitchCase>,
        /// `[[flatten]]` or `[[dont_flatten]]`.
        hint: BranchHint,
    },
    /// Repeats `header` (if `condition` is false there: leaves), `body`, `continuing` (if `repeat_if` is false there:
    /// leaves). `continue` in the body goes to `continuing`.
    Loop {
        /// Runs before each round; it computes the condition.
        header: Handle<Block>,
        /// Tested after the header; without one the loop goes on.
        condition: Option<Handle<Value>>,
        /// The body.
        body: Handle<Block>,
        /// Runs after the body and at `continue`.
        continuing: Handle<Block>,
        /// Tested after `continuing` (`do ... while`); without one the loop goes on.
        repeat_if: Option<Handle<Value>>,
        /// `[[unroll]]` and its kin.
        hint: LoopHint,
    },
    /// Leaves the innermost loop or switch.
    Break,
    /// Goes to the `continuing` block of the innermost loop.
    Continue,
    /// Leaves the function.
    Return(Option<Handle<Value>>),
}

/// The value that an `if` makes.
#[derive(Clone, Copy, Debug)]
pub struct Yields {
    /// The value with kind [`Yield`](super::ValueKind::Yield).
    pub result: Handle<Value>,
    /// Its value when the condition is true.
    pub accept: Handle<Value>,
    /// Its value when the condition is false.
    pub reject: Handle<Value>,
}

/// One case of a switch.
#[derive(Clone, Debug)]
pub struct SwitchCase {
    /// The labels, as bits of the selector's type in the low end (sign-extended).
    pub values: Vec<u64>,
    /// Whether `default` is among the labels.
    pub is_default: bool,
    /// The statements.
    pub body: Handle<Block>,
    /// Whether control goes on into the next case when the body ends without a jump.
    pub falls_through: bool,
}

/// Hint on a selection (GL_EXT_control_flow_attributes).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BranchHint {
    #[default]
    None,
    Flatten,
    DontFlatten,
}

/// Hints on a loop (GL_EXT_control_flow_attributes); SPIR-V loop control bits with their literals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopHint {
    /// Unroll, DontUnroll, DependencyInfinite, DependencyLength, MinIterations, ... as SPIR-V numbers them.
    pub control: u32,
    /// Literals of those bits that take one, in bit order.
    pub literals: Vec<u32>,
}
