//! Rules for constant arguments that only functions on cooperative matrices have: layouts, masks, flags.
//!
//! Comes in: a constant argument and its parameter. Goes out: whether it obeys the rule, and reports. Must not depend
//! on: any built-in by name.

use crate::hir::Span;
use crate::sema::Analyzer;
use crate::sema::expressions::operand::Operand;
use crate::sema::extensions::cooperative_matrix::messages;
use crate::sema::extensions::hook::ConstantArgument;

impl Analyzer<'_> {
    /// The mask of a reduction is one of four numbers.
    pub(in crate::sema) fn check_reduce_mask(&mut self, it: &ConstantArgument<'_>) -> bool {
        let &ConstantArgument { constant, is_specialization, span, .. } = it;
        let mask = self.default_value(constant).filter(|_| !is_specialization);
        let is_mask = mask.is_some_and(|mask| (1..=4).contains(&mask));
        if !is_mask {
            self.report(messages::wrong_reduce_mask(span, mask));
        }
        is_mask
    }

    /// The layout is one that an extension defines; a specialization constant may take any value.
    pub(in crate::sema) fn check_matrix_layout(&mut self, it: &ConstantArgument<'_>) -> bool {
        let span = it.span;
        let known = self.integer_value(it.constant);
        let Some(layout) = known.filter(|&it| spirv::CooperativeMatrixLayout::from_u32(it as u32).is_none()) else {
            return true;
        };
        self.report(messages::no_such_layout(span, &(layout as i32)));
        false
    }

    /// For block-interleaved layouts the stride says how large the blocks are (SPV_ARM_cooperative_matrix_layouts).
    pub(super) fn check_matrix_stride(&mut self, layout: &Operand, stride: &Operand, span: Span) -> bool {
        let &Operand::Constant(layout) = layout else { return true };
        let blocks = [
            spirv::CooperativeMatrixLayout::RowBlockedInterleavedARM,
            spirv::CooperativeMatrixLayout::ColumnBlockedInterleavedARM,
        ];
        if !blocks.iter().any(|&it| self.integer_value(layout) == Some(it as i64)) {
            return true;
        }
        let message = match *stride {
            Operand::Constant(stride) => match self.integer_value(stride) {
                Some(1 | 2 | 4) | None => return true,
                Some(stride) => messages::wrong_stride(span, stride),
            },
            Operand::Error => return false,
            _ => messages::stride_not_constant(span),
        };
        self.report(message);
        false
    }

    /// A literal of the instruction: known at compile time, with no undefined bits.
    pub(in crate::sema) fn check_matrix_operands(&mut self, it: &ConstantArgument<'_>) -> bool {
        let &ConstantArgument { constant, is_specialization, span, function, parameter, index } = it;
        let what = format!("argument {} of `{}`, `{}`,", index + 1, function.name, parameter.name);
        let note = "GL_KHR_cooperative_matrix, 8";
        if is_specialization {
            self.report(messages::depends_on_specialization(span, &what, note));
            return false;
        }
        let known = spirv::CooperativeMatrixOperands::all().bits();
        let bits = self.integer_value(constant).unwrap_or(0) as u32;
        if bits & !known == 0 {
            return true;
        }
        self.report(messages::unknown_bits(span, &what, bits & !known, note));
        false
    }
}
