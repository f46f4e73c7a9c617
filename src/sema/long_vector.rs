//! Vectors of any length (GL_EXT_long_vector): those of two to four components are the vectors of the core language.
//!
//! Comes in: the parameters of the type. Goes out: the type. Must not know: what is done with it; longer vectors are
//! vectors like others.

use super::overload::BuiltinOverload;
use super::type_argument::TypeArgument;
use super::{Analyzer, Code};
use crate::builtins::{Function, RowInstance};
use crate::diagnostics::Diagnostic;
use crate::hir::{Handle, Type, VectorSize};

const CITATION: &str = "GL_EXT_long_vector, 4.1.5 Vectors";

/// Vectors are no longer than this. Every implementation has vectors of 1024 components at least; what is computed with
/// constants is computed for each component.
const MOST_COMPONENTS: u32 = 4096;

impl Analyzer<'_> {
    /// The overloads of a built-in function for long vectors, if an argument is one: in chapter 8 the placeholders that
    /// stand for vectors of two, three and four components stand for those of any length.
    pub(super) fn long_candidates(
        &self,
        function: &'static Function,
        arguments: &[Handle<Type>],
    ) -> Vec<BuiltinOverload> {
        let size = arguments.iter().find_map(|&ty| match *self.types.get(ty) {
            Type::Vector(size, _) if size.is_long() => Some(size),
            _ => None,
        });
        if size.is_none() {
            return Vec::new();
        }
        let mut candidates = Vec::new();
        for prototype in function.prototypes.iter().filter(|prototype| self.gate_is_open(prototype.gate)) {
            if !prototype.takes(arguments.len()) {
                continue;
            }
            let rows = (0..prototype.instances).filter(|&row| prototype.has_long_form(row));
            candidates.extend(rows.map(|row| BuiltinOverload { prototype, instance: RowInstance { row, size } }));
        }
        candidates
    }

    /// `vector<component, length>`
    pub(super) fn long_vector_type(&mut self, arguments: &[TypeArgument]) -> Option<Handle<Type>> {
        let &[TypeArgument::Type(component, component_span), TypeArgument::Constant(length, length_span)] = arguments
        else {
            return None;
        };
        let scalar = match *self.types.get(component) {
            Type::Scalar(scalar) => scalar,
            _ => {
                let spelled = self.spell(component);
                let message = format!("the components of a vector are numbers or booleans, this is `{spelled}`");
                self.report(Diagnostic::error(Code::VectorComponent, component_span, message).with_note(CITATION));
                return None;
            }
        };
        let message = match self.integer_value(length).map(|length| length as u32) {
            Some(length @ ..=MOST_COMPONENTS) => match VectorSize::new(length) {
                Some(size) => return Some(self.types.insert(Type::Vector(size, scalar))),
                None => format!("a vector has two components at least, this has {length}"),
            },
            Some(length) if (length as i32) < 0 => {
                format!("a vector has two components at least, this has {}", length as i32)
            }
            Some(length) => format!("a vector of {length} components is too long, the limit is {MOST_COMPONENTS}"),
            None => "the length of a vector cannot depend on a specialization constant yet".to_owned(),
        };
        self.report(Diagnostic::error(Code::VectorLength, length_span, message).with_note(CITATION));
        None
    }
}
