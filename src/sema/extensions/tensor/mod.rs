//! Tensor layouts and views (GL_NV_cooperative_matrix2, 4.1): which type a list of numbers makes.
//!
//! Comes in: the parameters of a type, or the arguments of a built-in that makes a value of one. Goes out: the type, or
//! reports. Must not depend on: where the numbers are written.

pub(in crate::sema) mod access;
mod messages;

use crate::builtins::{BuiltinType, Prototype, RowInstance};
use crate::hir::{Constant, ConstantKind, Handle, ScalarKind, Span, TensorParameter, Type};
use crate::sema::extensions::hook::{GivenArgument, HiddenPart, TypeHooks};
use crate::sema::types::type_argument::TypeArgument;
use crate::sema::{Analyzer, Code};

/// Tensors have no more dimensions than this.
const MOST_DIMENSIONS: u32 = 5;

/// The number of `gl_CooperativeMatrixClampMode` values.
const CLAMP_MODES: u32 = 5;

const CITATION: &str = "GL_NV_cooperative_matrix2, 4.1 Tensor Layout Types";

/// A constant and its span.
type Given = (Handle<Constant>, Span);

const HIDDEN: HiddenPart = HiddenPart {
    what: "tensor layout or view",
    code: Code::CooperativeMatrixMisplaced,
    note: "GL_KHR_cooperative_matrix, 4.1: only variables, parameters and results of functions",
    help: None,
    compares: false,
    in_shared: false,
};

/// The hooks for tensor layouts.
pub(in crate::sema) static LAYOUT_HOOKS: TypeHooks = TypeHooks {
    hidden: Some(HIDDEN),
    ..TypeHooks::new(|analyzer, arguments, _| analyzer.tensor_layout_type(&given_constants(arguments, arguments.len())))
};

/// The hooks for tensor views. Which numbers are defaults depends on the first.
pub(in crate::sema) static VIEW_HOOKS: TypeHooks = TypeHooks {
    hidden: Some(HIDDEN),
    ..TypeHooks::new(|analyzer, arguments, given| analyzer.tensor_view_type(&given_constants(arguments, given)))
};

/// The first `count` parameters of a type that takes constants only, with their spans.
fn given_constants(arguments: &[TypeArgument], count: usize) -> Vec<Given> {
    arguments.iter().take(count).filter_map(|argument| Some((argument.constant()?, argument.span()))).collect()
}

impl Analyzer<'_> {
    /// `tensorLayoutNV<Dim, ClampMode>`; the list may leave the clamp mode out.
    fn tensor_layout_type(&mut self, given: &[Given]) -> Option<Handle<Type>> {
        let (&dimensions, clamp_mode) = (given.first()?, given.get(1));
        let dimensions = self.tensor_dimensions(dimensions)?;
        let clamp_mode = match clamp_mode {
            Some(&(constant, span)) => {
                let mode = self.tensor_parameter(constant)?;
                if let TensorParameter::Constant(value) = mode
                    && value >= CLAMP_MODES
                {
                    self.report(messages::no_such_clamp_mode(span, &value, CITATION));
                    return None;
                }
                mode
            }
            None => TensorParameter::Constant(0),
        };
        Some(self.types.insert(Type::TensorLayout { dimensions, clamp_mode }))
    }

    /// `tensorViewNV<Dim, hasDimensions, p...>`; the list may end after any of them.
    fn tensor_view_type(&mut self, given: &[Given]) -> Option<Handle<Type>> {
        let &first = given.first()?;
        let dimensions = self.tensor_dimensions(first)?;
        let has_dimensions = match given.get(1) {
            Some(&(constant, _)) => self.tensor_parameter(constant)?,
            None => TensorParameter::Constant(0),
        };
        let count = match dimensions {
            TensorParameter::Constant(count) => count,
            // As many as by default: the list has a fixed length (SPV_NV_tensor_addressing).
            TensorParameter::Specialization(constant) => {
                let default = self.default_value(constant).unwrap_or(1);
                default.clamp(1, MOST_DIMENSIONS.into()) as u32
            }
        };
        let parts = given.get(2..).unwrap_or_default();
        if let Some(&(_, span)) = parts.get(count as usize) {
            self.report(messages::wrong_number_in_order(span, &count, &parts.len(), CITATION));
            return None;
        }
        let mut permutation = [None; MOST_DIMENSIONS as usize];
        for (index, slot) in permutation.iter_mut().take(count as usize).enumerate() {
            *slot = Some(match parts.get(index) {
                Some(&(constant, _)) => self.tensor_parameter(constant)?,
                None => TensorParameter::Constant(index as u32),
            });
        }
        self.check_permutation(&permutation, count, given)
            .then(|| self.types.insert(Type::TensorView { dimensions, has_dimensions, permutation }))
    }

    /// Each dimension must occur once, as far as the numbers are known.
    fn check_permutation(&mut self, permutation: &[Option<TensorParameter>], count: u32, given: &[Given]) -> bool {
        let whole = given.first().map_or(Span::UNDEFINED, |it| it.1);
        let mut seen = [false; MOST_DIMENSIONS as usize];
        for (index, part) in permutation.iter().enumerate() {
            let &Some(TensorParameter::Constant(value)) = part else { continue };
            let span = given.get(index + 2).map_or(whole, |it| it.1);
            let repeated = match seen.get_mut(value as usize) {
                Some(seen) if value < count => std::mem::replace(seen, true),
                _ => {
                    self.report(messages::no_such_dimension_of_view(span, &value, &(count - 1), CITATION));
                    return false;
                }
            };
            if repeated {
                let diagnostic = messages::dimension_twice(span, &value, CITATION);
                self.report(diagnostic.with_help("omitted numbers default to 0, 1, 2, ..."));
                return false;
            }
        }
        true
    }

    fn tensor_dimensions(&mut self, (constant, span): Given) -> Option<TensorParameter> {
        let dimensions = self.tensor_parameter(constant)?;
        if let TensorParameter::Constant(value) = dimensions
            && !(1..=MOST_DIMENSIONS).contains(&value)
        {
            self.report(messages::wrong_number_of_dimensions(span, &MOST_DIMENSIONS, &value, CITATION));
            return None;
        }
        Some(dimensions)
    }

    fn tensor_parameter(&mut self, constant: Handle<Constant>) -> Option<TensorParameter> {
        if self.is_specialization(constant) {
            return Some(TensorParameter::Specialization(constant));
        }
        let definition = self.constants.get_handle(constant).ok()?;
        let is_bool = self.types.scalar_of(definition.ty)?.kind == ScalarKind::Bool;
        let bits = match definition.kind {
            ConstantKind::Scalar(bits) => bits as u32,
            _ => 0,
        };
        Some(TensorParameter::Constant(if is_bool { bits & 1 } else { bits }))
    }

    /// The result type of a built-in that gives a tensor layout or view: that of the first argument that is one, or the
    /// one that its constant arguments name. `None` for all other built-ins, and after a report.
    pub(in crate::sema) fn tensor_result(
        &mut self,
        prototype: &Prototype,
        instance: RowInstance,
        arguments: &[GivenArgument],
    ) -> Option<Handle<Type>> {
        let result = prototype.result.at(instance);
        let given = || arguments.iter().filter_map(|&(_, constant, span)| Some((constant?, span))).collect::<Vec<_>>();
        let tensor = arguments.iter().map(|&(ty, ..)| ty).find(|&ty| match result {
            BuiltinType::TensorLayout(_) => matches!(self.types.get(ty), Type::TensorLayout { .. }),
            BuiltinType::TensorView(_) => matches!(self.types.get(ty), Type::TensorView { .. }),
            _ => false,
        });
        match result {
            BuiltinType::TensorLayout(_) => tensor.or_else(|| self.tensor_layout_type(&given())),
            BuiltinType::TensorView(_) => tensor.or_else(|| self.tensor_view_type(&given())),
            _ => None,
        }
    }
}
