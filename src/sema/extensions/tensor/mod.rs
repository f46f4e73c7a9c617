//! Tensor layouts and views (GL_NV_cooperative_matrix2, 4.1): which type a list of numbers makes.
//!
//! Comes in: the parameters of a type, or the arguments of a built-in that makes a value of one. Goes out: the type, or
//! reports. Must not depend on: where the numbers are written.

pub(in crate::sema) mod access;
mod messages;

use crate::hir::{Constant, ConstantKind, Handle, ScalarKind, Span, TensorType, Type, TypeNumber};
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
    rank: 2,
    compares: false,
    in_shared: false,
};

/// The hooks for tensor layouts.
pub(in crate::sema) static LAYOUT_HOOKS: TypeHooks = TypeHooks {
    hidden: Some(HIDDEN),
    result: Some(|analyzer, given| analyzer.tensor_layout_type(&known(given))),
    ..TypeHooks::new(|analyzer, arguments, _| analyzer.tensor_layout_type(&given_constants(arguments, arguments.len())))
};

/// The hooks for tensor views. Which numbers are defaults depends on the first.
pub(in crate::sema) static VIEW_HOOKS: TypeHooks = TypeHooks {
    hidden: Some(HIDDEN),
    result: Some(|analyzer, given| analyzer.tensor_view_type(&known(given))),
    ..TypeHooks::new(|analyzer, arguments, given| analyzer.tensor_view_type(&given_constants(arguments, given)))
};

/// The arguments of a call that are constants, with their spans.
fn known(arguments: &[GivenArgument]) -> Vec<Given> {
    arguments.iter().filter_map(|&(_, constant, span)| Some((constant?, span))).collect()
}

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
                if let TypeNumber::Constant(value) = mode
                    && value >= CLAMP_MODES
                {
                    self.report(messages::no_such_clamp_mode(span, &value, CITATION));
                    return None;
                }
                mode
            }
            None => TypeNumber::Constant(0),
        };
        Some(self.module.types.insert(TensorType::Layout { dimensions, clamp_mode }.into()))
    }

    /// `tensorViewNV<Dim, hasDimensions, p...>`; the list may end after any of them.
    fn tensor_view_type(&mut self, given: &[Given]) -> Option<Handle<Type>> {
        let &first = given.first()?;
        let dimensions = self.tensor_dimensions(first)?;
        let has_dimensions = match given.get(1) {
            Some(&(constant, _)) => self.tensor_parameter(constant)?,
            None => TypeNumber::Constant(0),
        };
        let count = match dimensions {
            TypeNumber::Constant(count) => count,
            // As many as by default: the list has a fixed length (SPV_NV_tensor_addressing).
            TypeNumber::Specialization(constant) => {
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
                None => TypeNumber::Constant(index as u32),
            });
        }
        self.check_permutation(&permutation, count, given)
            .then(|| self.module.types.insert(TensorType::View { dimensions, has_dimensions, permutation }.into()))
    }

    /// Each dimension must occur once, as far as the numbers are known.
    fn check_permutation(&mut self, permutation: &[Option<TypeNumber>], count: u32, given: &[Given]) -> bool {
        let whole = given.first().map_or(Span::UNDEFINED, |it| it.1);
        let mut seen = [false; MOST_DIMENSIONS as usize];
        for (index, part) in permutation.iter().enumerate() {
            let &Some(TypeNumber::Constant(value)) = part else { continue };
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

    fn tensor_dimensions(&mut self, (constant, span): Given) -> Option<TypeNumber> {
        let dimensions = self.tensor_parameter(constant)?;
        if let TypeNumber::Constant(value) = dimensions
            && !(1..=MOST_DIMENSIONS).contains(&value)
        {
            self.report(messages::wrong_number_of_dimensions(span, &MOST_DIMENSIONS, &value, CITATION));
            return None;
        }
        Some(dimensions)
    }

    fn tensor_parameter(&mut self, constant: Handle<Constant>) -> Option<TypeNumber> {
        if self.is_specialization(constant) {
            return Some(TypeNumber::Specialization(constant));
        }
        let definition = self.module.constants.get_handle(constant).ok()?;
        let is_bool = self.module.types.scalar_of(definition.ty)?.kind == ScalarKind::Bool;
        let bits = match definition.kind {
            ConstantKind::Scalar(bits) => bits as u32,
            _ => 0,
        };
        Some(TypeNumber::Constant(if is_bool { bits & 1 } else { bits }))
    }
}
