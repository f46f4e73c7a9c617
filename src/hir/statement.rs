//! Statements and blocks.
//!
//! Comes in: values and places. Goes out: control flow with its results. Must not depend on: labels or blocks of SPIR-V.

use super::{Handle, Local, Place, Span, Value};

/// Statements in order. Blocks live in their function's arena and own no other block directly.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The statements with their spans. Nothing follows a jump.
    pub statements: Vec<(Statement, Span)>,
}

impl Block {
    /// Adds a statement.
    pub fn push(&mut self, statement: Statement, span: Span) {
        if self.statements.capacity() == 0 {
            // Most blocks have a few, so that this list need not grow.
            self.statements.reserve(8);
        }
        self.statements.push((statement, span));
    }
}

/// The values that a statement passes on or defines. Most have none: then the list is one word, so that statements stay
/// small, of which a function has as many as the source has.
#[derive(Clone, Debug, Default)]
#[allow(clippy::box_collection)]
pub struct ValueList(Option<Box<Vec<Handle<Value>>>>);

impl From<Vec<Handle<Value>>> for ValueList {
    fn from(values: Vec<Handle<Value>>) -> Self {
        Self((!values.is_empty()).then(|| Box::new(values)))
    }
}

impl From<ValueList> for Vec<Handle<Value>> {
    fn from(values: ValueList) -> Self {
        values.0.map_or_else(Vec::new, |values| *values)
    }
}

impl FromIterator<Handle<Value>> for ValueList {
    fn from_iter<I: IntoIterator<Item = Handle<Value>>>(values: I) -> Self {
        Vec::from_iter(values).into()
    }
}

impl IntoIterator for ValueList {
    type Item = Handle<Value>;
    type IntoIter = std::vec::IntoIter<Handle<Value>>;
    fn into_iter(self) -> Self::IntoIter {
        Vec::from(self).into_iter()
    }
}

impl<'a> IntoIterator for &'a ValueList {
    type Item = &'a Handle<Value>;
    type IntoIter = std::slice::Iter<'a, Handle<Value>>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl std::ops::Deref for ValueList {
    type Target = Vec<Handle<Value>>;
    fn deref(&self) -> &Self::Target {
        static NONE: Vec<Handle<Value>> = Vec::new();
        self.0.as_deref().unwrap_or(&NONE)
    }
}

impl std::ops::DerefMut for ValueList {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.0.get_or_insert_default()
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
    /// Does nothing: from here on a variable has a value that is not written to it. Passes that make values of variables
    /// say so for debug information ([`Module::describes_variables`](super::Module::describes_variables)). It is no use of the
    /// value, and without it all passes do the same.
    Describe {
        /// The variable.
        local: Handle<Local>,
        /// Its value.
        value: Handle<Value>,
    },
    /// Runs one of two blocks.
    If {
        /// A scalar `bool`.
        condition: Handle<Value>,
        /// Run if it is true; passes the results.
        accept: Handle<Block>,
        /// Run if it is false; may be empty. Passes the results.
        reject: Handle<Block>,
        /// The values that it makes.
        results: ValueList,
        /// `[[flatten]]` or `[[dont_flatten]]`.
        hint: BranchHint,
    },
    /// Runs the block of the case that equals the selector.
    Switch(Box<Switch>),
    /// Repeats blocks.
    Loop(Box<Loop>),
    /// Ends a block and passes values to what follows it: the results of its `if` or `switch`, or the parameters of the
    /// case that it falls into, of the continuing block, or of the next iteration. Never empty: a block with nothing to
    /// pass just ends.
    Yield(ValueList),
    /// Leaves the innermost loop or switch and passes its results.
    Break(ValueList),
    /// Goes to the `continuing` block of the innermost loop and passes its parameters.
    Continue(ValueList),
    /// Leaves the function.
    Return(Option<Handle<Value>>),
    /// Ends the invocation.
    Terminate(Termination),
    /// Turns the invocation into a helper, which only takes part in derivatives, and goes on
    /// (GL_EXT_demote_to_helper_invocation).
    Demote,
}

/// How an invocation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// `discard`: what the fragment would have written is not written.
    Discard,
    /// `terminateInvocation`: the same, and it does not even help its neighbours (GL_EXT_terminate_invocation).
    Invocation,
    /// `ignoreIntersectionEXT`: the hit does not count (GL_EXT_ray_tracing).
    IgnoreIntersection,
    /// `terminateRayEXT`: the hit counts, and no other is looked for.
    Ray,
    /// The statement right before it has ended it: the call of a built-in whose row is a `terminator`, or an abort.
    Call,
}

impl Statement {
    /// Whether nothing may follow it in its block.
    #[must_use]
    pub const fn is_terminator(&self) -> bool {
        matches!(
            self,
            Statement::Yield(_)
                | Statement::Break(_)
                | Statement::Continue(_)
                | Statement::Return(_)
                | Statement::Terminate(_)
        )
    }

    /// The blocks that it owns, in the order in which they are entered.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = Handle<Block>> {
        let (own, cases): ([Option<Handle<Block>>; 3], &[SwitchCase]) = match self {
            Statement::If { accept, reject, .. } => ([Some(*accept), Some(*reject), None], &[]),
            Statement::Switch(switch) => ([None; 3], &switch.cases),
            Statement::Loop(it) => ([Some(it.header), Some(it.body), Some(it.continuing)], &[]),
            _ => ([None; 3], &[]),
        };
        own.into_iter().flatten().chain(cases.iter().map(|case| case.body))
    }
}

/// Runs the block of the case that equals the selector, or of the default.
#[derive(Clone, Debug)]
pub struct Switch {
    /// A scalar integer.
    pub selector: Handle<Value>,
    /// The cases in source order; one of them is the default if there are results.
    pub cases: Vec<SwitchCase>,
    /// The values that it makes.
    pub results: Vec<Handle<Value>>,
    /// `[[flatten]]` or `[[dont_flatten]]`.
    pub hint: BranchHint,
}

/// One case of a switch.
#[derive(Clone, Debug)]
pub struct SwitchCase {
    /// The labels, as bits of the selector's type in the low end (sign-extended).
    pub values: Vec<u64>,
    /// Whether `default` is among the labels.
    pub is_default: bool,
    /// Values that the case gets from the selector, or from the case that falls into it.
    pub parameters: Vec<BlockParameter>,
    /// The statements.
    pub body: Handle<Block>,
    /// Whether control falls through into the next case.
    pub falls_through: bool,
}

/// Repeats `header` (if `condition` is false there: leaves), `body`, `continuing` (if `repeat_if` is false there:
/// leaves). `continue` in the body goes to `continuing`.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Values carried from one iteration to the next; all three blocks may use them.
    pub parameters: Vec<BlockParameter>,
    /// Runs before each iteration; it computes the condition. Its values hold in the other two blocks.
    pub header: Handle<Block>,
    /// Tested after the header; without one the loop continues.
    pub condition: Option<LoopTest>,
    /// The body. Where it ends, it passes the parameters of `continuing`.
    pub body: Handle<Block>,
    /// Values that `continuing` gets from the end of the body and from `continue`.
    pub continue_parameters: Vec<Handle<Value>>,
    /// Runs after the body and at `continue`. It passes the parameters of the next iteration.
    pub continuing: Handle<Block>,
    /// Tested after `continuing` (`do ... while`); without one the loop continues.
    pub repeat_if: Option<LoopTest>,
    /// The values that it makes; they come from the tests and from `break`.
    pub results: Vec<Handle<Value>>,
    /// `[[unroll]]` and the like.
    pub hint: LoopHint,
}

impl SwitchCase {
    /// A case without labels or parameters.
    #[must_use]
    pub const fn plain(body: Handle<Block>) -> Self {
        Self { values: Vec::new(), is_default: false, parameters: Vec::new(), body, falls_through: false }
    }
}

impl Loop {
    /// A loop without parameters or results.
    #[must_use]
    pub const fn plain(
        header: Handle<Block>,
        condition: Option<LoopTest>,
        body: Handle<Block>,
        continuing: Handle<Block>,
        repeat_if: Option<LoopTest>,
        hint: LoopHint,
    ) -> Self {
        Self {
            parameters: Vec::new(),
            header,
            condition,
            body,
            continue_parameters: Vec::new(),
            continuing,
            repeat_if,
            results: Vec::new(),
            hint,
        }
    }
}

/// A test that may end a loop.
#[derive(Clone, Debug)]
pub struct LoopTest {
    /// A scalar `bool`: whether the loop continues.
    pub condition: Handle<Value>,
    /// The results of the loop if it does not.
    pub results: Vec<Handle<Value>>,
}

impl LoopTest {
    /// A test of a loop without results.
    #[must_use]
    pub const fn of(condition: Handle<Value>) -> Self {
        Self { condition, results: Vec::new() }
    }
}

/// A value that a block gets each time it is entered.
#[derive(Clone, Copy, Debug)]
pub struct BlockParameter {
    /// The value with kind [`BlockParameter`](super::ValueKind::BlockParameter).
    pub value: Handle<Value>,
    /// Its value when control enters the statement that owns the block: in the first iteration, or when the case is
    /// selected.
    pub initial: Handle<Value>,
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

impl LoopHint {
    /// Unroll, the first bit of SPIR-V's Loop Control.
    const UNROLL: u32 = 1;

    /// Whether the loop is to be unrolled.
    #[must_use]
    pub const fn unrolls(&self) -> bool {
        self.control & Self::UNROLL != 0
    }
}

#[cfg(test)]
mod tests {
    use super::Statement;
    use crate::hir::{Place, Span, Value};

    /// There are as many of them as the source has tokens, or nearly.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn nodes_are_small() {
        assert_eq!(size_of::<(Statement, Span)>(), 32);
        assert_eq!(size_of::<(Value, Span)>(), 48);
        assert_eq!(size_of::<(Place, Span)>(), 56);
    }
}
