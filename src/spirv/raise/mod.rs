//! What SPIR-V requires to be decided and HIR leaves open: an ordered list of steps from HIR to HIR, so that the rest
//! of `spirv` writes one node as one instruction.
//!
//! Comes in: a valid module, and the options for lowering. Goes out: a valid module that means the same and contains
//! nothing that would need a choice. Must not depend on: ids, instructions, the writer.
//!
//! [`STEPS`] is the list, in order. Each step says which statements it takes apart; a module without any, as most are,
//! is neither touched nor copied. What a step builds is seen again by the same step and by those after it, so none
//! recurses. `tests/hir/raise/` has the text before and after each.

mod comparison;
mod conversion;
mod cooperative_matrix;
mod descriptor_array;
mod descriptor_array_part;
mod element_loop;
mod heap_data;
mod layout_copy;
mod matrix_columns;
mod selection;
mod taking_apart;

use super::Options;
use super::failure::{Failure, Lowered, MOST_IDS};
use crate::hir::{Handle, Module, Span, Type, TypeTable, Value, ValueKind};
use std::borrow::Cow;
use taking_apart::{TakeApart, TakeValueApart, View, is_wanted, is_wanted_value, take_apart};

pub(super) use conversion::{SmallTypes, scalar_way};
pub(super) use cooperative_matrix::extension_way;

/// Arrays with more elements than this are processed in a loop.
const FEW_ELEMENTS: u32 = 16;

/// Fails if a value has more parts than there are ids for.
fn has_few_parts(types: &TypeTable, ty: Handle<Type>) -> Lowered<()> {
    let is_few = types.leaf_count(types.get(ty), FEW_ELEMENTS) <= MOST_IDS.into();
    is_few.then_some(()).ok_or(Failure::TooManyIds)
}

/// One step of the list.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Its name, by which tests refer to it.
    pub name: &'static str,
    /// Whether it is one of those that only take evaluated values apart.
    takes_values: bool,
    wanted: fn(&Module, &Options) -> bool,
    run: fn(&mut Module, &Options) -> Result<(), Unraised>,
}

/// Why a module cannot be raised, and the statement concerned.
#[derive(Clone, Debug)]
pub(super) struct Unraised {
    pub failure: Failure,
    pub span: Span,
}

/// Makes the list, and asks all steps that take evaluated values apart about one value.
macro_rules! steps {
    (places: [$($step:expr,)*], values: [$($name:literal: $value:ty,)*],) => {
        /// The steps in order.
        pub const STEPS: &[Step] = &[
            $($step,)*
            $(Step { takes_values: true, ..step::<$value>($name) },)*
        ];

        fn is_wanted_by_any(value: &Value, view: View<'_>, options: &Options) -> bool {
            $(is_wanted_value(&<$value as TakeValueApart>::new(options), view, value))||*
        }
    };
}

const fn step<S: TakeApart>(name: &'static str) -> Step {
    Step { name, takes_values: false, wanted: is_wanted::<S>, run: take_apart::<S> }
}

steps! {
    places: [
        // Vulkan has no arrays of arrays of resources, so no parts of them either: functions get indices instead. First, as
        // the next step leaves no part.
        Step {
            name: "descriptor_array_part",
            takes_values: false,
            wanted: descriptor_array_part::wanted,
            run: descriptor_array_part::run,
        },
        // The arrays themselves. Before the others, as those walk a place step by step.
        Step { name: "descriptor_array", takes_values: false, wanted: descriptor_array::wanted, run: descriptor_array::run },
        // What is in a block has another type than the value, and a `bool` is a number there. Before comparisons, as loaded
        // values may be compared.
        step::<layout_copy::LayoutCopy>("layout_copy"),
    ],
    values: [
        // Aggregates are compared part by part, which leaves comparisons of scalars and vectors. Before matrices: their
        // columns are parts, too.
        "comparison": comparison::Comparison,
        // OpSelect takes arrays and structures since SPIR-V 1.4. Before conversions, which may be selections of constants.
        "selection": selection::Selection,
        // SPIR-V only has products of matrices; everything else is done to their columns. After selection, which leaves
        // selections of matrices to this step.
        "matrix_columns": matrix_columns::MatrixColumns,
        // Some conversions need an intermediate type. Last: the columns of matrices are converted as vectors.
        "conversion": conversion::Conversion,
    ],
}

impl Step {
    /// Runs the step by itself.
    ///
    /// # Errors
    ///
    /// A message, if the module would get too large.
    pub fn run(&self, module: &mut Module, options: &Options) -> Result<(), String> {
        (self.run)(module, options).map_err(|it| format!("{:?}", it.failure))
    }
}

/// Whether a step that takes values apart may have to, before any of them has run.
fn wants_values(module: &Module, options: &Options) -> bool {
    module.functions.iter().any(|(_, function)| {
        let view = View::of(module, function);
        // Most are these two, which none of the steps is about.
        let others =
            function.values.iter().filter(|(_, it)| !matches!(it.kind, ValueKind::Load(_) | ValueKind::Constant(_)));
        others.map(|it| it.1).any(|value| is_wanted_by_any(value, view, options))
    })
}

/// The module to write. A borrowed module is copied if a step changes it.
pub(super) fn raised<'a>(module: Cow<'a, Module>, options: &Options) -> Result<Cow<'a, Module>, Unraised> {
    let mut raised = module;
    // In most modules no value has to be taken apart, which one walk for all of these steps finds out.
    let mut has_values = None;
    for step in STEPS {
        if step.takes_values && !*has_values.get_or_insert_with(|| wants_values(&raised, options)) {
            continue;
        }
        if (step.wanted)(&raised, options) {
            has_values = Some(true);
            let module = raised.to_mut();
            (step.run)(module, options).map_err(|it| Unraised { span: module.inlined.source(it.span), ..it })?;
        }
    }
    Ok(raised)
}
