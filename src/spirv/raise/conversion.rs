//! Conversions that SPIR-V has no instruction for, or none without an extra capability, through intermediate types.
//!
//! Comes in: [`Convert`](ValueKind::Convert) between scalars, vectors, cooperative matrices and references. Goes out:
//! conversions that are one instruction. Must not depend on: other steps.

use super::cooperative_matrix::extension_way;
use super::taking_apart::{TakeValueApart, View, redefine};
use crate::hir::builder::{FunctionBuilder, ModuleBuilder};
use crate::hir::{Function, Handle, Module, PlaceRoot, Scalar, ScalarKind, Type, TypeTable, Value, ValueKind};
use crate::spirv::{Lowered, Options, OrBug};

/// What a physical pointer converts to.
const ADDRESS: Scalar = Scalar { kind: ScalarKind::Uint, width: 8 };

/// A set of the scalar types that the storage capabilities let memory hold without arithmetic in them.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::spirv) struct SmallTypes(u8);

impl SmallTypes {
    const fn of(scalar: Scalar) -> Self {
        Self(match (scalar.kind, scalar.width) {
            (ScalarKind::Sint | ScalarKind::Uint, 1) => 1,
            (ScalarKind::Sint | ScalarKind::Uint, 2) => 2,
            (ScalarKind::Float, 2) => 4,
            _ => 0,
        })
    }

    /// The types in which functions that the entry point reaches compute, as far as their values and variables show.
    fn computed_with(module: &Module) -> Self {
        let mut all = 0;
        for handle in module.reachable_functions() {
            let Ok(function) = module.functions.try_get(handle) else { continue };
            all |= in_values(&module.types, function) | in_variables(&module.types, function);
        }
        Self(all)
    }

    /// A type of at least 32 bits to convert in, or the type itself if computing in it costs nothing.
    fn widened(self, scalar: Scalar) -> Scalar {
        if Self::of(scalar).0 & self.0 == 0 { Scalar { width: scalar.width.max(4), ..scalar } } else { scalar }
    }
}

fn in_values(types: &TypeTable, function: &Function) -> u8 {
    let values = function.values.iter().map(|(_, value)| value);
    let computed = values.filter(|value| {
        matches!(value.kind, ValueKind::Unary { .. } | ValueKind::Binary { .. } | ValueKind::Builtin(_))
    });
    computed.filter_map(|value| types.scalar_of(value.ty)).fold(0, |all, scalar| all | SmallTypes::of(scalar).0)
}

fn in_variables(types: &TypeTable, function: &Function) -> u8 {
    let locals = function.places.iter().filter_map(|(_, place)| match place.root {
        PlaceRoot::Local(local) => function.locals.try_get(local).ok(),
        _ => None,
    });
    locals.filter_map(|local| types.scalar_of(local.ty)).fold(0, |all, scalar| all | SmallTypes::of(scalar).0)
}

/// The first intermediate type between two scalar types; `None` if one instruction converts directly.
///
/// Between integers and floats below 32 bits the conversion goes through 32 bits, which changes no result: types that
/// are only stored in 8 or 16 bits then need no arithmetic (SPIR-V, "Validation Rules", storage capabilities). From
/// integers it is direct if something else needs that arithmetic anyway.
pub(in crate::spirv) fn scalar_way(from: Scalar, to: Scalar, computed_with: SmallTypes) -> Option<Scalar> {
    use ScalarKind::{Bool, Float, Sint, SmallFloat, Uint};
    let wide = |scalar: Scalar| Scalar { width: scalar.width.max(4), ..scalar };
    // The first type on the path that differs from its start, unless that is its end.
    let first = |way: [Scalar; 2]| way.into_iter().find(|it| *it != from).filter(|it| *it != to);
    match (from.kind, to.kind) {
        (Bool, _) | (_, Bool) | (Float | SmallFloat(_), Float | SmallFloat(_)) => None,
        // `float` has all of their values, and integers have no conversion to or from microscaling formats.
        (SmallFloat(format), _) if format.is_microscaling() => Some(Scalar::F32),
        (SmallFloat(_), _) => first([wide(to), to]),
        (_, SmallFloat(_)) => first([wide(from), to]),
        (Float, _) => first([wide(from), wide(to)]),
        (_, Float) => first([computed_with.widened(from), computed_with.widened(to)]),
        // Widening extends with the sign of the source; after that only the sign of the type is left to change.
        (Sint, Uint) | (Uint, Sint) if to.width > from.width => Some(Scalar { kind: from.kind, width: to.width }),
        _ => None,
    }
}

#[derive(Default)]
pub(super) struct Conversion {
    computed_with: SmallTypes,
}

impl Conversion {
    fn way(&self, from: &Type, to: &Type) -> Option<Type> {
        match (from, to) {
            (&Type::Scalar(from), &Type::Scalar(to)) => scalar_way(from, to, self.computed_with).map(Type::Scalar),
            (&Type::Vector(size, from), &Type::Vector(_, to)) => {
                scalar_way(from, to, self.computed_with).map(|way| Type::Vector(size, way))
            }
            (&Type::Extension(from), &Type::Extension(to)) => extension_way(from, to).map(Type::Extension),
            (&Type::Scalar(scalar), Type::Reference(_)) | (Type::Reference(_), &Type::Scalar(scalar)) => {
                (scalar != ADDRESS).then_some(Type::Scalar(ADDRESS))
            }
            _ => None,
        }
    }
}

impl TakeValueApart for Conversion {
    fn new(_options: &Options) -> Self {
        Self::default()
    }

    fn prepare(&mut self, module: &Module) {
        self.computed_with = SmallTypes::computed_with(module);
    }

    fn concerns(&self, kind: &ValueKind) -> bool {
        matches!(kind, ValueKind::Convert(_))
    }

    fn wants(&self, view: View<'_>, kind: &ValueKind, ty: &Type) -> bool {
        let ValueKind::Convert(operand) = *kind else { return false };
        view.type_of(operand).is_some_and(|from| self.way(from, ty).is_some())
    }

    fn take_apart(
        &mut self,
        module: &mut ModuleBuilder,
        function: &mut FunctionBuilder,
        value: Handle<Value>,
    ) -> Lowered<()> {
        let definition = function.values.get_mut(value);
        let ValueKind::Convert(operand) = definition.kind else { return Ok(()) };
        let (to, from) = (definition.ty, function.type_of(operand).or_bug("a value")?);
        let way = self.way(module.types.get(from), module.types.get(to)).or_bug("a way for this conversion")?;
        let (way, span) = (module.types.insert(way), function.span);
        let between = function.evaluate(ValueKind::Convert(operand), way, span);
        redefine(function, value, ValueKind::Convert(between));
        Ok(())
    }
}
