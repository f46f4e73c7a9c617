//! Building expressions, inside and outside functions.
//!
//! Comes in: operands with their shapes. Goes out: naga expressions with theirs. Must not depend on: where the operands
//! come from; the same methods build constants outside functions and values inside them.

use super::module::ModuleWriter;
use super::unsupported::{Bridged, OrMissing, unsupported};
use crate::hir::{BinaryOperation, Scalar, UnaryOperation};
use naga::{BinaryOperator, Expression, Handle, Literal, MathFunction, ScalarKind, Type, TypeInner, UnaryOperator};

/// The shape of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar(naga::Scalar),
    Vector(naga::VectorSize, naga::Scalar),
    Matrix(naga::VectorSize, naga::VectorSize, naga::Scalar),
    /// An array or a structure.
    Other(Handle<Type>),
}

impl Shape {
    /// The type of a component.
    pub(super) const fn scalar(self) -> Option<naga::Scalar> {
        match self {
            Self::Scalar(scalar) | Self::Vector(_, scalar) | Self::Matrix(_, _, scalar) => Some(scalar),
            Self::Other(_) => None,
        }
    }

    /// The same number of components of another type.
    pub(super) const fn of(self, scalar: naga::Scalar) -> Self {
        match self {
            Self::Vector(size, _) => Self::Vector(size, scalar),
            Self::Matrix(columns, rows, _) => Self::Matrix(columns, rows, scalar),
            _ => Self::Scalar(scalar),
        }
    }

    /// The number of components of a vector or columns of a matrix; `None` for others.
    pub(super) fn count(self) -> Option<u32> {
        match self {
            Self::Vector(size, _) | Self::Matrix(size, ..) => Some(size.into()),
            _ => None,
        }
    }
}

/// An expression with its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Typed {
    pub it: Handle<Expression>,
    pub shape: Shape,
}

/// Something that expressions can be added to.
pub(super) trait Build<'a> {
    /// Adds an expression.
    fn add(&mut self, expression: Expression) -> Handle<Expression>;

    /// The literal, if an expression is one.
    fn literal_at(&self, expression: Handle<Expression>) -> Option<Literal>;

    /// The enclosing module.
    fn writer(&mut self) -> &mut ModuleWriter<'a>;

    /// A literal, which may already exist.
    fn literal(&mut self, literal: Literal) -> Handle<Expression> {
        self.add(Expression::Literal(literal))
    }

    fn typed(&mut self, expression: Expression, shape: Shape) -> Typed {
        Typed { it: self.add(expression), shape }
    }

    fn type_of_shape(&mut self, shape: Shape) -> Handle<Type> {
        let inner = match shape {
            Shape::Scalar(scalar) => TypeInner::Scalar(scalar),
            Shape::Vector(size, scalar) => TypeInner::Vector { size, scalar },
            Shape::Matrix(columns, rows, scalar) => TypeInner::Matrix { columns, rows, scalar },
            Shape::Other(ty) => return ty,
        };
        self.writer().ty(inner)
    }

    fn uint(&mut self, value: u32) -> Typed {
        Typed { it: self.literal(Literal::U32(value)), shape: Shape::Scalar(naga::Scalar::U32) }
    }

    /// A scalar constant from its bits, as in HIR.
    fn scalar_constant(&mut self, scalar: Scalar, bits: u64) -> Bridged<Typed> {
        let shape = Shape::Scalar(super::types::scalar(scalar)?);
        let literal = match shape {
            Shape::Scalar(naga::Scalar::BOOL) => Literal::Bool(bits & 1 != 0),
            Shape::Scalar(naga::Scalar::I16) => Literal::I16(bits as i16),
            Shape::Scalar(naga::Scalar::U16) => Literal::U16(bits as u16),
            Shape::Scalar(naga::Scalar::I32) => Literal::I32(bits as i32),
            Shape::Scalar(naga::Scalar::U32) => Literal::U32(bits as u32),
            Shape::Scalar(naga::Scalar::I64) => Literal::I64(bits as i64),
            Shape::Scalar(naga::Scalar::U64) => Literal::U64(bits),
            Shape::Scalar(naga::Scalar::F32) => {
                let value = f32::from_bits(bits as u32);
                if !value.is_finite() {
                    return self.not_finite(bits as u32);
                }
                Literal::F32(value)
            }
            Shape::Scalar(naga::Scalar::F64) => {
                let value = f64::from_bits(bits);
                if !value.is_finite() {
                    return unsupported("infinities and NaN of type `double`");
                }
                Literal::F64(value)
            }
            // The type of such literals is from another crate; every binary16 is a binary32.
            _ => {
                let value = crate::hir::binary16::to_f32(bits as u16);
                if !value.is_finite() {
                    return unsupported("infinities and NaN of type `float16_t`");
                }
                // By way of text, the shortest that represents the number.
                Literal::F16(value.to_string().parse().or_missing("a binary16")?)
            }
        };
        Ok(Typed { it: self.literal(literal), shape })
    }

    /// An infinity or NaN, which cannot be constant expressions in WGSL.
    fn not_finite(&mut self, _bits: u32) -> Bridged<Typed> {
        unsupported("infinities and NaN in initial values of global variables")
    }

    /// The value 0 or 1 in each component.
    fn small(&mut self, value: u8, shape: Shape) -> Bridged<Typed> {
        let scalar = shape.scalar().or_missing("a number")?;
        let one = match Literal::new(value, scalar) {
            Some(literal) => self.literal(literal),
            None => {
                let wide = self.literal(Literal::F32(value.into()));
                self.add(Expression::As { expr: wide, kind: scalar.kind, convert: Some(scalar.width) })
            }
        };
        Ok(self.splat(Typed { it: one, shape: Shape::Scalar(scalar) }, shape))
    }

    /// A scalar in each component; the scalar itself if the shape is a scalar.
    fn splat(&mut self, value: Typed, shape: Shape) -> Typed {
        match (shape, value.shape) {
            (Shape::Vector(size, _), Shape::Scalar(_)) => {
                self.typed(Expression::Splat { size, value: value.it }, shape)
            }
            _ => value,
        }
    }

    fn plain_binary(&mut self, op: BinaryOperator, left: Typed, right: Typed, shape: Shape) -> Typed {
        self.typed(Expression::Binary { op, left: left.it, right: right.it }, shape)
    }

    /// An operation whose result has the shape of its left operand.
    fn same(&mut self, op: BinaryOperator, left: Typed, right: Typed) -> Typed {
        self.plain_binary(op, left, right, left.shape)
    }

    /// A comparison of each component.
    fn compare(&mut self, op: BinaryOperator, left: Typed, right: Typed) -> Typed {
        self.plain_binary(op, left, right, left.shape.of(naga::Scalar::BOOL))
    }

    fn select(&mut self, condition: Typed, accept: Typed, reject: Typed) -> Typed {
        let expression = Expression::Select { condition: condition.it, accept: accept.it, reject: reject.it };
        self.typed(expression, accept.shape)
    }

    fn math(&mut self, fun: MathFunction, arguments: &[Typed], shape: Shape) -> Bridged<Typed> {
        let mut rest = arguments.iter().map(|it| it.it);
        let arg = rest.next().or_missing("an argument")?;
        let expression = Expression::Math { fun, arg, arg1: rest.next(), arg2: rest.next(), arg3: rest.next() };
        Ok(self.typed(expression, shape))
    }

    fn part(&mut self, base: Typed, index: u32) -> Bridged<Typed> {
        let shape = match base.shape {
            Shape::Vector(_, scalar) => Shape::Scalar(scalar),
            Shape::Matrix(_, rows, scalar) => Shape::Vector(rows, scalar),
            Shape::Other(ty) => {
                let ty = match self.writer().inner(ty)? {
                    TypeInner::Array { base, .. } => *base,
                    TypeInner::Struct { members, .. } => members.get(index as usize).or_missing("a member")?.ty,
                    _ => return unsupported("a part of this"),
                };
                self.writer().shape(ty)?
            }
            Shape::Scalar(_) => return Ok(base),
        };
        Ok(self.typed(Expression::AccessIndex { base: base.it, index }, shape))
    }

    fn compose(&mut self, shape: Shape, components: Vec<Handle<Expression>>) -> Typed {
        let ty = self.type_of_shape(shape);
        self.typed(Expression::Compose { ty, components }, shape)
    }

    fn swizzle(&mut self, vector: Typed, components: &[u8]) -> Bridged<Typed> {
        use naga::SwizzleComponent::{W, X, Y, Z};
        let scalar = vector.shape.scalar().or_missing("a vector")?;
        if let &[component] = components {
            return self.part(vector, component.into());
        }
        let size = match components.len() {
            2 => naga::VectorSize::Bi,
            3 => naga::VectorSize::Tri,
            _ => naga::VectorSize::Quad,
        };
        let mut pattern = [X; 4];
        for (slot, &component) in pattern.iter_mut().zip(components) {
            *slot = [X, Y, Z, W].get(usize::from(component)).copied().unwrap_or(X);
        }
        let expression = Expression::Swizzle { size, vector: vector.it, pattern };
        Ok(self.typed(expression, Shape::Vector(size, scalar)))
    }

    /// The same bits as another kind of number of the same width.
    fn bits_as(&mut self, value: Typed, scalar: naga::Scalar) -> Typed {
        if value.shape.scalar() == Some(scalar) {
            return value;
        }
        let expression = Expression::As { expr: value.it, kind: scalar.kind, convert: None };
        self.typed(expression, value.shape.of(scalar))
    }

    /// Each component as another type, by value.
    fn convert(&mut self, value: Typed, to: naga::Scalar) -> Typed {
        if value.shape.scalar() == Some(to) {
            return value;
        }
        // naga's WGSL cannot convert 64-bit literals.
        let number = match self.literal_at(value.it) {
            Some(Literal::U64(it)) => Some(it),
            Some(Literal::I64(it)) => Some(it as u64),
            _ => None,
        };
        let literal = match (number, to) {
            (Some(it), naga::Scalar::U32) => Some(Literal::U32(it as u32)),
            (Some(it), naga::Scalar::I32) => Some(Literal::I32(it as i32)),
            _ => None,
        };
        if let Some(literal) = literal {
            return Typed { it: self.literal(literal), shape: value.shape.of(to) };
        }
        let expression = Expression::As { expr: value.it, kind: to.kind, convert: Some(to.width) };
        self.typed(expression, value.shape.of(to))
    }

    fn unary(&mut self, operation: UnaryOperation, operand: Typed) -> Bridged<Typed> {
        let is_unsigned = operand.shape.scalar().is_some_and(|it| it.kind == ScalarKind::Uint);
        let op = match operation {
            UnaryOperation::Negate if is_unsigned => {
                let zero = self.small(0, operand.shape)?;
                return Ok(self.same(BinaryOperator::Subtract, zero, operand));
            }
            UnaryOperation::Negate => UnaryOperator::Negate,
            UnaryOperation::BitNot => UnaryOperator::BitwiseNot,
            UnaryOperation::LogicalNot => UnaryOperator::LogicalNot,
        };
        Ok(self.typed(Expression::Unary { op, expr: operand.it }, operand.shape))
    }

    fn binary(&mut self, operation: BinaryOperation, left: Typed, right: Typed) -> Bridged<Typed> {
        use BinaryOperation as It;
        let op = match operation {
            It::Add => BinaryOperator::Add,
            It::Subtract => BinaryOperator::Subtract,
            It::Multiply => return Ok(self.product(left, right)),
            It::Divide => BinaryOperator::Divide,
            It::Modulo => return self.modulo(left, right),
            It::ShiftLeft | It::ShiftRight => {
                let right = self.convert(right, naga::Scalar::U32);
                let left_op =
                    if operation == It::ShiftLeft { BinaryOperator::ShiftLeft } else { BinaryOperator::ShiftRight };
                return Ok(self.same(left_op, left, right));
            }
            It::BitAnd => BinaryOperator::And,
            It::BitOr => BinaryOperator::InclusiveOr,
            It::BitXor => BinaryOperator::ExclusiveOr,
            It::Equal | It::NotEqual => return Ok(self.equality(operation == It::Equal, left, right)),
            It::Less => return Ok(self.compare(BinaryOperator::Less, left, right)),
            It::LessEqual => return Ok(self.compare(BinaryOperator::LessEqual, left, right)),
            It::Greater => return Ok(self.compare(BinaryOperator::Greater, left, right)),
            It::GreaterEqual => return Ok(self.compare(BinaryOperator::GreaterEqual, left, right)),
            // `&` and `|`: both operands have already been computed.
            It::LogicalAnd => BinaryOperator::LogicalAnd,
            It::LogicalOr => BinaryOperator::LogicalOr,
            It::LogicalXor => BinaryOperator::NotEqual,
        };
        Ok(self.same(op, left, right))
    }

    /// Whether all components are equal, or any differ.
    fn equality(&mut self, equal: bool, left: Typed, right: Typed) -> Typed {
        let (op, fun) = if equal {
            (BinaryOperator::Equal, naga::RelationalFunction::All)
        } else {
            (BinaryOperator::NotEqual, naga::RelationalFunction::Any)
        };
        let each = self.compare(op, left, right);
        match each.shape {
            Shape::Vector(..) => {
                self.typed(Expression::Relational { fun, argument: each.it }, Shape::Scalar(naga::Scalar::BOOL))
            }
            _ => each,
        }
    }

    fn product(&mut self, left: Typed, right: Typed) -> Typed {
        let shape = match (left.shape, right.shape) {
            (Shape::Matrix(_, rows, scalar), Shape::Vector(..)) => Shape::Vector(rows, scalar),
            (Shape::Vector(_, scalar), Shape::Matrix(columns, ..)) => Shape::Vector(columns, scalar),
            (Shape::Matrix(_, rows, scalar), Shape::Matrix(columns, ..)) => Shape::Matrix(columns, rows, scalar),
            (Shape::Scalar(_), other) => other,
            (this, _) => this,
        };
        self.plain_binary(BinaryOperator::Multiply, left, right, shape)
    }

    /// GLSL's `%`: for signed operands the result has the sign of the divisor; in naga it has that of the dividend.
    fn modulo(&mut self, left: Typed, right: Typed) -> Bridged<Typed> {
        let rest = self.same(BinaryOperator::Modulo, left, right);
        if left.shape.scalar().is_none_or(|it| it.kind != ScalarKind::Sint) {
            return Ok(rest);
        }
        let zero = self.small(0, left.shape)?;
        let not_zero = self.compare(BinaryOperator::NotEqual, rest, zero);
        let signs = self.same(BinaryOperator::ExclusiveOr, rest, right);
        let differ = self.compare(BinaryOperator::Less, signs, zero);
        let both = self.same(BinaryOperator::And, not_zero, differ);
        let sum = self.same(BinaryOperator::Add, rest, right);
        Ok(self.select(both, sum, rest))
    }

    /// A GLSL conversion: numbers by value, to `bool` by comparison with zero.
    fn convert_value(&mut self, value: Typed, to: naga::Scalar) -> Bridged<Typed> {
        if to.kind == ScalarKind::Bool && value.shape.scalar() != Some(naga::Scalar::BOOL) {
            let zero = self.small(0, value.shape)?;
            return Ok(self.compare(BinaryOperator::NotEqual, value, zero));
        }
        Ok(self.convert(value, to))
    }
}

impl<'a> ModuleWriter<'a> {
    pub(super) fn shape(&self, ty: Handle<Type>) -> Bridged<Shape> {
        Ok(match *self.inner(ty)? {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => Shape::Scalar(scalar),
            TypeInner::Vector { size, scalar } => Shape::Vector(size, scalar),
            TypeInner::Matrix { columns, rows, scalar } => Shape::Matrix(columns, rows, scalar),
            _ => Shape::Other(ty),
        })
    }
}

impl<'a> Build<'a> for ModuleWriter<'a> {
    fn add(&mut self, expression: Expression) -> Handle<Expression> {
        self.out.global_expressions.append(expression, naga::Span::UNDEFINED)
    }

    fn literal_at(&self, expression: Handle<Expression>) -> Option<Literal> {
        literal_in(&self.out.global_expressions, expression)
    }

    fn writer(&mut self) -> &mut ModuleWriter<'a> {
        self
    }
}

/// The literal, if an expression in an arena is one.
pub(super) fn literal_in(arena: &naga::Arena<Expression>, expression: Handle<Expression>) -> Option<Literal> {
    match arena.try_get(expression) {
        Ok(Expression::Literal(literal)) => Some(*literal),
        _ => None,
    }
}
