//! The types of the built-in tables as types of a module.
//!
//! Comes in: a [`BuiltinType`]. Goes out: the [`Type`] that it is, whether a type is one that it stands for, and the
//! overload for arguments of given types. Must not depend on: any built-in by name, the conversions of a language.

use super::{
    ArrayLength, Handle, ImageClass, ImageType, Interface, MatrixMajor, Member, MemoryQualifiers, Span, Struct, Type,
    TypeTable,
};
use crate::builtins::vocabulary::ImageFormat;
use crate::builtins::{BuiltinStructure, BuiltinType, Function, Prototype, RowInstance};

impl TypeTable {
    /// The type of the module for a type of the built-in tables; void where the arguments of the call decide.
    pub fn builtin(&mut self, ty: BuiltinType) -> Handle<Type> {
        let image = |shape, class| Type::Image(ImageType { shape, class });
        let ty = match ty {
            BuiltinType::Void => Type::Void,
            BuiltinType::Dimensional(..) | BuiltinType::Any | BuiltinType::Family(_) => Type::Void,
            BuiltinType::Function(_) => Type::Function,
            BuiltinType::Scalar(scalar) => Type::Scalar(scalar),
            BuiltinType::Vector(size, scalar) => Type::Vector(size, scalar),
            BuiltinType::Matrix { columns, rows, scalar } => Type::Matrix { columns, rows, scalar },
            BuiltinType::Array(element, length) => {
                Type::Array { element: self.builtin(*element), length: ArrayLength::Constant(length) }
            }
            BuiltinType::AnyArray(element) => {
                Type::Array { element: self.builtin(*element), length: ArrayLength::Runtime }
            }
            BuiltinType::Texture(shape) => image(shape, ImageClass::Sampled),
            BuiltinType::Image(shape) => image(shape, ImageClass::Storage(ImageFormat::Unknown)),
            BuiltinType::CombinedSampler(shape) => image(shape, ImageClass::Combined),
            BuiltinType::Sampler { comparison } => Type::Sampler { comparison },
            BuiltinType::AccelerationStructure => Type::AccelerationStructure,
            BuiltinType::StateObject(object) => Type::StateObject(object),
            BuiltinType::Structure(structure) => Type::Struct(self.builtin_structure(structure)),
        };
        self.insert(ty)
    }

    /// The structure that an extension declares, one per module that names it. No shader declares its name.
    fn builtin_structure(&mut self, structure: BuiltinStructure) -> Handle<Struct> {
        if let Some((handle, _)) = self.structs.iter().find(|(_, it)| it.name == structure.name()) {
            return handle;
        }
        let member = |&(name, ty): &(&str, BuiltinType)| Member {
            name: name.into(),
            ty: self.builtin(ty),
            offset: None,
            major: MatrixMajor::Column,
            qualifiers: MemoryQualifiers::default(),
            precise: false,
            interface: Interface::default(),
            decorations: Vec::new(),
            span: Span::UNDEFINED,
        };
        let members = structure.members().iter().map(member).collect();
        let row = Struct { name: structure.name().into(), members, block: None, is_interface_block: false };
        self.structs.append(row, Span::UNDEFINED)
    }

    /// Whether `ty` is one of the types that `builtin` stands for; the format of storage images does not matter.
    #[must_use]
    pub fn is_builtin(&self, ty: &Type, builtin: BuiltinType) -> bool {
        match (ty, builtin) {
            (Type::Void, BuiltinType::Void) => true,
            (Type::Scalar(a), BuiltinType::Scalar(b)) => *a == b,
            (Type::Vector(n, a), BuiltinType::Vector(m, b)) => *n == m && *a == b,
            (
                Type::Matrix { columns: c1, rows: r1, scalar: a },
                BuiltinType::Matrix { columns: c2, rows: r2, scalar: b },
            ) => *c1 == c2 && *r1 == r2 && *a == b,
            (Type::Array { element, length: ArrayLength::Constant(n) }, BuiltinType::Array(of, m)) => {
                *n == m && self.is_builtin(self.get(*element), *of)
            }
            (Type::Array { element, .. }, BuiltinType::AnyArray(of)) => self.is_builtin(self.get(*element), *of),
            (ty, BuiltinType::Family(kind)) => ty.family() == Some(kind),
            (Type::Image(image), BuiltinType::Texture(shape)) => {
                image.class == ImageClass::Sampled && image.shape == shape
            }
            (Type::Image(image), BuiltinType::CombinedSampler(shape)) => {
                image.class == ImageClass::Combined && image.shape == shape
            }
            (Type::Image(image), BuiltinType::Image(shape)) => {
                matches!(image.class, ImageClass::Storage(_)) && image.shape == shape
            }
            (Type::Sampler { comparison: a }, BuiltinType::Sampler { comparison: b }) => *a == b,
            (Type::AccelerationStructure, BuiltinType::AccelerationStructure) => true,
            (Type::StateObject(a), BuiltinType::StateObject(b)) => *a == b,
            (Type::Struct(a), BuiltinType::Structure(b)) => self.structure(*a).is_some_and(|it| it.name == b.name()),
            (Type::Extension(it), BuiltinType::Dimensional(family, expected)) => {
                it.facts().family == family && it.dimensions().is_some_and(|it| it.may_be(expected))
            }
            (Type::Function, BuiltinType::Function(_)) => true,
            (Type::Function | Type::Void | Type::Image(_) | Type::Sampler { .. }, BuiltinType::Any) => false,
            (_, BuiltinType::Any) => true,
            _ => false,
        }
    }

    /// The overload of a built-in that takes arguments of exactly these types, among the prototypes that are `visible`.
    /// A front end whose language converts arguments implicitly looks for the best one itself.
    #[must_use]
    pub fn overload(
        &self,
        function: &'static Function,
        visible: impl Fn(&Prototype) -> bool,
        arguments: &[Handle<Type>],
    ) -> Option<(&'static Prototype, RowInstance)> {
        let fits = |prototype: &Prototype, instance: RowInstance| {
            arguments.iter().enumerate().all(|(index, &argument)| {
                let parameter = prototype.parameter(index);
                parameter.is_some_and(|it| self.is_builtin(self.get(argument), it.ty.at(instance)))
            })
        };
        let taking = function.prototypes.iter().filter(|it| it.takes(arguments.len()) && visible(it));
        let overloads =
            taking.flat_map(|prototype| (0..prototype.instances).map(move |row| (prototype, RowInstance::from(row))));
        overloads.into_iter().find(|&(prototype, instance)| fits(prototype, instance))
    }
}
