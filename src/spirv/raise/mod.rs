//! What SPIR-V wants decided and HIR leaves open: an ordered list of steps from HIR to HIR, so that the rest of `spirv`
//! writes one node as one instruction.
//!
//! Comes in: a valid module, and what to lower for. Goes out: a valid module that means the same and has nothing in it that
//! would need a choice. Must not depend on: ids, instructions, the writer.
//!
//! [`STEPS`] is the list, in order. Each step says which statements it takes apart; a module without any, as most are, is not
//! touched and not copied. What a step makes is looked at again by the same step and by those behind it, so none recurses.
//! `tests/hir/raise/` has the text before and behind each.

mod comparison;
mod conversion;
mod descriptor_array;
mod element_loop;
mod layout_copy;
mod matrix_columns;
mod selection;
mod taking_apart;

use super::Options;
use super::failure::{Failure, Lowered, MOST_IDS};
use crate::hir::{Handle, Module, Span, Type, TypeTable};
use std::borrow::Cow;
use taking_apart::{is_wanted, take_apart};

pub(super) use conversion::{SmallTypes, matrix_way, scalar_way};

/// Of an array of more elements, one after the other is done in a loop.
const FEW_ELEMENTS: u32 = 16;

/// Fails if a value has so many parts that there are no ids for them.
fn has_few_parts(types: &TypeTable, ty: Handle<Type>) -> Lowered<()> {
    let is_few = types.leaf_count(types.get(ty), FEW_ELEMENTS) <= MOST_IDS.into();
    is_few.then_some(()).ok_or(Failure::TooManyIds)
}

/// One step of the list.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Its name, by which tests call it.
    pub name: &'static str,
    wanted: fn(&Module, &Options) -> bool,
    run: fn(&mut Module, &Options) -> Result<(), Unraised>,
}

/// Why a module cannot be raised, and the statement that it is about.
#[derive(Clone, Debug)]
pub(super) struct Unraised {
    pub failure: Failure,
    pub span: Span,
}

macro_rules! step {
    ($name:literal, $step:ty) => {
        Step { name: $name, wanted: is_wanted::<$step>, run: take_apart::<$step> }
    };
}

/// The steps in order.
pub const STEPS: &[Step] = &[
    // Vulkan has no arrays of arrays of resources. First: a place is walked step by step from then on.
    Step { name: "descriptor_array", wanted: descriptor_array::wanted, run: descriptor_array::run },
    // What lies in a block is of another type than the value, and a `bool` is a number there. Before comparisons, as what is
    // loaded may be compared.
    step!("layout_copy", layout_copy::LayoutCopy),
    // Wholes are compared part by part, which leaves comparisons of scalars and vectors. Before matrices: their columns are
    // parts, too.
    step!("comparison", comparison::Comparison),
    // OpSelect takes arrays and structures since SPIR-V 1.4. Before conversions, which selections of constants may be.
    step!("selection", selection::Selection),
    // Matrices have no instructions but products; everything else is done to their columns. Behind selection, which leaves
    // those of matrices to it.
    step!("matrix_columns", matrix_columns::MatrixColumns),
    // Some conversions go by way of another type. Last: the columns of matrices are converted as vectors.
    step!("conversion", conversion::Conversion),
];

impl Step {
    /// Runs the step by itself.
    ///
    /// # Errors
    ///
    /// A text, if the module would get too large.
    pub fn run(&self, module: &mut Module, options: &Options) -> Result<(), String> {
        (self.run)(module, options).map_err(|it| format!("{:?}", it.failure))
    }
}

/// The module that is to be written.
pub(super) fn raised<'a>(module: &'a Module, options: &Options) -> Result<Cow<'a, Module>, Unraised> {
    let mut raised = Cow::Borrowed(module);
    for step in STEPS {
        if (step.wanted)(&raised, options) {
            (step.run)(raised.to_mut(), options)?;
        }
    }
    Ok(raised)
}
