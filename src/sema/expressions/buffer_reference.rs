//! Buffer references as values: addresses, arithmetic, indices (GL_EXT_buffer_reference, 2, _uvec2).
//!
//! Comes in: operands of reference types. Goes out: addresses and references computed from them. Must not depend on:
//! how memory is reached through them.

use crate::diagnostics::with_article;
use crate::hir::layout::align_up;
use crate::hir::{
    BinaryOperation, BlockLayout, Constant, ConstantKind, Handle, PackingRules, Scalar, ScalarKind, Span, Struct, Type,
    ValueKind, VectorSize,
};
use crate::sema::Analyzer;
use crate::sema::context::message;
use crate::sema::expressions::messages;
use crate::sema::expressions::operand::{EvaluatedArgument, Operand};
use crate::sema::expressions::operation::Spanned;
use crate::sema::extensions::hook::Construction;
use crate::syntax::ast::BinaryOperator;

const ARITHMETIC: &str = "GL_EXT_buffer_reference2";
const UVEC2: &str = "GL_EXT_buffer_reference_uvec2";

/// A 64-bit address.
pub(in crate::sema) const ADDRESS: Scalar = Scalar { kind: ScalarKind::Uint, width: 8 };
/// An address as a `uvec2`, the lower half first.
pub(in crate::sema) const HALVES: Type = Type::Vector(VectorSize::Bi, Scalar::U32);

impl Analyzer<'_> {
    /// `Type(argument)`: a reference from its 64-bit address, from the two halves of the address, or from another
    /// reference.
    pub(in crate::sema) fn construct_reference(&mut self, it: &Construction<'_>) -> Operand {
        let &Construction { ty, span, .. } = it;
        let Some(argument) = self.only_address(it, "a reference") else { return Operand::Error };
        let fits = match self.module.types.get(argument.ty) {
            Type::Reference(_) => true,
            &Type::Scalar(scalar) if scalar == ADDRESS => true,
            other if *other == HALVES => {
                if !self.require_extension(UVEC2, "reference(uvec2)", argument.span) {
                    return Operand::Error;
                }
                true
            }
            // What converts to `uint64_t` does so here, as for any parameter of that type.
            &Type::Scalar(scalar) if self.conversions().scalar(scalar, ADDRESS).is_some() => {
                let address = self.module.scalar(ADDRESS);
                let operand = self.convert(argument.operand.clone(), address, argument.span);
                return self.reference_of(operand, ty, span);
            }
            _ => false,
        };
        if let Type::Scalar(scalar) = self.module.types.get(argument.ty)
            && matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint)
            && !fits
            && !self.require_type("uint64_t", "uint64_t", argument.span)
        {
            // With the extension it would convert.
            return Operand::Error;
        }
        if !fits {
            let spelled = self.spell(argument.ty);
            self.report(messages::reference_from_other_type(argument.span, &with_article(&spelled)));
            return Operand::Error;
        }
        self.reference_of(argument.operand.clone(), ty, span)
    }

    /// The one argument of a constructor from an address. `None` after a report.
    pub(in crate::sema) fn only_address<'c>(
        &mut self,
        it: &Construction<'c>,
        what: &str,
    ) -> Option<&'c EvaluatedArgument> {
        if let [argument] = it.arguments {
            return Some(argument);
        }
        self.report(messages::several_addresses(it.type_span, &what));
        None
    }

    fn reference_of(&mut self, operand: Operand, ty: Handle<Type>, span: Span) -> Operand {
        if let Some(address) = self.constant_address(&operand) {
            return Operand::ConstantReference(address, ty);
        }
        let Some(value) = self.value(operand, span) else { return Operand::Error };
        if self.builder.type_of(value) == Some(ty) {
            return Operand::Value(value);
        }
        Operand::Value(self.builder.evaluate(ValueKind::Convert(value), ty, span))
    }

    /// The address of a reference, or an address itself, as a constant of 64 bits; `None` if it is known at run time only.
    fn constant_address(&mut self, operand: &Operand) -> Option<Handle<Constant>> {
        match *operand {
            Operand::ConstantReference(address, _) => Some(address),
            Operand::Constant(constant) => {
                let ty = self.module.constants.get_handle(constant).ok()?.ty;
                if *self.module.types.get(ty) == Type::Scalar(ADDRESS) {
                    return Some(constant);
                }
                let low = self.component_bits(constant, 0)?;
                let high = self.component_bits(constant, 1)?;
                let ty = self.module.scalar(ADDRESS);
                Some(self.constant(ty, ConstantKind::Scalar(high << 32 | low & u64::from(u32::MAX))))
            }
            _ => None,
        }
    }

    /// A component of a constant vector that depends on no specialization constant.
    fn component_bits(&self, vector: Handle<Constant>, index: usize) -> Option<u64> {
        match &self.module.constants.get_handle(vector).ok()?.kind {
            ConstantKind::Composite(parts) => self.scalar_bits(*parts.get(index)?),
            ConstantKind::Null => Some(0),
            _ => None,
        }
    }

    /// An address known as a constant, in the type that is needed, if it can have that type.
    fn constant_address_as(&mut self, operand: &Operand, ty: Handle<Type>) -> Option<Operand> {
        let &Operand::ConstantReference(address, _) = operand else { return None };
        if *self.module.types.get(ty) != HALVES {
            return Some(Operand::Constant(address));
        }
        let bits = self.scalar_bits(address)?;
        let halves = [bits as u32, (bits >> 32) as u32].map(|half| self.uint_constant(half));
        Some(Operand::Constant(self.constant(ty, ConstantKind::Composite(halves.to_vec()))))
    }

    /// `uint64_t(reference)` and `uvec2(reference)`.
    pub(in crate::sema) fn construct_address(
        &mut self,
        ty: Handle<Type>,
        argument: &EvaluatedArgument,
        span: Span,
    ) -> Operand {
        let fits = match self.module.types.get(ty) {
            &Type::Scalar(scalar) => scalar == ADDRESS,
            other if *other == HALVES => {
                if !self.require_extension(UVEC2, "uvec2(reference)", argument.span) {
                    return Operand::Error;
                }
                true
            }
            _ => false,
        };
        if !fits {
            let (spelled, wanted) = (self.spell(argument.ty), self.spell(ty));
            self.report(messages::not_from_reference(argument.span, &with_article(&wanted), &spelled));
            return Operand::Error;
        }
        if let Some(constant) = self.constant_address_as(&argument.operand, ty) {
            return constant;
        }
        let Some(value) = self.value(argument.operand.clone(), argument.span) else { return Operand::Error };
        Operand::Value(self.builder.evaluate(ValueKind::Convert(value), ty, span))
    }

    /// `reference[index]`, which is `reference + index`.
    pub(in crate::sema) fn index_reference(&mut self, base: Spanned, index: Spanned, span: Span) -> Operand {
        if !self.require_extension(ARITHMETIC, "reference[index]", base.1) {
            return Operand::Error;
        }
        let Some(index_type) = self.type_of(&index.0) else { return Operand::Error };
        if !self.is_integer_scalar(index_type) {
            let spelled = self.spell(index_type);
            self.report(message::not_an_integer(index.1, "an index", &spelled));
            return Operand::Error;
        }
        self.move_reference(base, index, BinaryOperation::Add, span)
    }

    /// `left op right` where one operand is a reference; `None` if neither is.
    pub(in crate::sema) fn reference_arithmetic(
        &mut self,
        op: BinaryOperator,
        op_span: Span,
        left: &Spanned,
        right: &Spanned,
        span: Span,
    ) -> Option<Operand> {
        let (left_type, right_type) = (self.type_of(&left.0)?, self.type_of(&right.0)?);
        let is_reference = |it: &Self, ty| matches!(it.module.types.get(ty), Type::Reference(_));
        let references = (is_reference(self, left_type), is_reference(self, right_type));
        if references == (false, false) {
            return None;
        }
        let integers = (self.is_integer_scalar(left_type), self.is_integer_scalar(right_type));
        let form = match (op, references, integers) {
            (BinaryOperator::Add | BinaryOperator::Subtract, (true, false), (_, true))
            | (BinaryOperator::Add, (false, true), (true, _)) => true,
            (BinaryOperator::Subtract, (true, true), _) => left_type == right_type,
            _ => false,
        };
        if !form {
            let mut diagnostic = self.wrong_operands(op, op_span, (left_type, left.1), (right_type, right.1));
            if matches!(op, BinaryOperator::Equal | BinaryOperator::NotEqual) {
                diagnostic = diagnostic
                    .with_note("GL_EXT_buffer_reference, 5.9: references have no equality")
                    .with_help("compare their addresses: `uint64_t(a) == uint64_t(b)`");
            }
            self.report(diagnostic);
            return Some(Operand::Error);
        }
        if !self.require_extension(ARITHMETIC, "reference + index", op_span) {
            return Some(Operand::Error);
        }
        let operation = if op == BinaryOperator::Add { BinaryOperation::Add } else { BinaryOperation::Subtract };
        Some(match references {
            (true, true) => self.distance(left.clone(), right.clone(), op_span, span),
            (true, false) => self.move_reference(left.clone(), right.clone(), operation, span),
            _ => self.move_reference(right.clone(), left.clone(), operation, span),
        })
    }

    /// Adds or subtracts a number of referents.
    fn move_reference(&mut self, base: Spanned, count: Spanned, operation: BinaryOperation, span: Span) -> Operand {
        let Some(ty) = self.type_of(&base.0) else { return Operand::Error };
        let &Type::Reference(structure) = self.module.types.get(ty) else { return Operand::Error };
        let Some(size) = self.referent_size(structure, base.1) else { return Operand::Error };
        let long = self.module.scalar(Scalar::I64);
        let address_type = self.module.scalar(ADDRESS);
        let count = self.convert(count.0, long, count.1);
        let size = Operand::Constant(self.constant(long, ConstantKind::Scalar(u64::from(size))));
        let bytes = self.binary_operation(BinaryOperation::Multiply, (count, span), (size, span), long, span, span);
        let bytes = self.convert(bytes, address_type, span);
        let address = self.address_of(base, address_type, span);
        let moved = self.binary_operation(operation, (address, span), (bytes, span), address_type, span, span);
        self.reference_of(moved, ty, span)
    }

    /// The address of a reference as an integer of type `ty`.
    fn address_of(&mut self, (reference, reference_span): Spanned, ty: Handle<Type>, span: Span) -> Operand {
        if let Operand::ConstantReference(address, _) = reference {
            return self.convert(Operand::Constant(address), ty, reference_span);
        }
        let Some(value) = self.value(reference, reference_span) else { return Operand::Error };
        Operand::Value(self.builder.evaluate(ValueKind::Convert(value), ty, span))
    }

    /// The number of referents from `right` to `left`.
    fn distance(&mut self, left: Spanned, right: Spanned, op_span: Span, span: Span) -> Operand {
        let Some(ty) = self.type_of(&left.0) else { return Operand::Error };
        let &Type::Reference(structure) = self.module.types.get(ty) else { return Operand::Error };
        let Some(size) = self.referent_size(structure, op_span) else { return Operand::Error };
        let long = self.module.scalar(Scalar::I64);
        let (left, right) = (self.address_of(left, long, span), self.address_of(right, long, span));
        let bytes = self.binary_operation(BinaryOperation::Subtract, (left, span), (right, span), long, span, span);
        let size = Operand::Constant(self.constant(long, ConstantKind::Scalar(u64::from(size))));
        self.binary_operation(BinaryOperation::Divide, (bytes, span), (size, span), long, span, span)
    }

    /// Where the last member ends, rounded up to the alignment of the reference.
    fn referent_size(&mut self, structure: Handle<Struct>, span: Span) -> Option<u32> {
        let definition = self.module.types.structure(structure)?;
        if self.is_incomplete(structure) {
            let name = definition.name.clone();
            self.report(messages::size_of_undefined_block(span, &name));
            return None;
        }
        let (block, last) = (definition.block?, definition.members.last()?);
        let name = definition.name.clone();
        if self.has_runtime_size(last.ty) {
            self.report(messages::size_of_unsized_block(span, &name));
            return None;
        }
        let layouter = self.module.layouter(block.rules);
        let end = last.offset.unwrap_or(0).saturating_add(layouter.layout(last.ty, last.major).size);
        Some(align_up(end, block.reference_alignment))
    }

    /// Whether a reference block was declared ahead of its definition and is not defined yet.
    pub(in crate::sema) fn is_incomplete(&self, structure: Handle<Struct>) -> bool {
        self.module.types.structure(structure).is_some_and(|it| it.block.is_none())
            && self.forward_references.contains(&structure)
    }

    /// Gives reference blocks that are never defined the contents they have in this shader: none. All that can be done
    /// with such a reference is to pass it around (GL_EXT_buffer_reference, 4.3.9).
    pub(in crate::sema) fn complete_forward_references(&mut self) {
        for structure in std::mem::take(&mut self.forward_references) {
            let definition = self.module.types.structs.get_mut(structure);
            definition.block.get_or_insert(BlockLayout {
                rules: PackingRules::Std430,
                reference_alignment: 16,
                hit_object_record: None,
            });
        }
    }
}
