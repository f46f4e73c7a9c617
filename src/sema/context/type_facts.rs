//! What rooms need to know about a type: whether it names resources, what its arrays hold, whether its size is known;
//! and types derived from others.
//!
//! Comes in: a type. Goes out: facts. Must not depend on: how types are written.

use crate::builtins::{self, ImageDimension, StateObjectFacts, TypeName};
use crate::hir::{ArrayLength, Handle, ImageClass, Scalar, Struct, Type, TypeTable, VectorSize};
use crate::sema::Analyzer;
use crate::source::Symbol;

/// What a name that is not that of a function means in expressions.
#[derive(Clone, Copy, Debug)]
pub(in crate::sema) enum BuiltinName {
    Constant(&'static builtins::Constant),
    /// A name that calls a function.
    Value(&'static builtins::Function),
    /// Variables; none if the language does not know the name.
    Variables(&'static [builtins::Variable]),
}

impl BuiltinName {
    fn of(name: &str) -> Self {
        if let Some(constant) = builtins::constant(name) {
            return Self::Constant(constant);
        }
        builtins::value(name).map_or_else(|| Self::Variables(builtins::variables(name)), Self::Value)
    }
}

impl Analyzer<'_> {
    /// Whether a type is or has a part that names a resource.
    pub(in crate::sema) fn contains_opaque(&self, ty: Handle<Type>) -> bool {
        if self.module.types.get(ty).scalar().is_some() {
            return false;
        }
        self.module.types.contains(ty, |ty| match *ty {
            Type::Spirv(_) => true,
            Type::Struct(structure) => self.is_buffer_type(structure),
            _ => ty.is_opaque(),
        })
    }

    /// Whether a structure is a type of buffers (GL_EXT_structured_descriptor_heap).
    pub(in crate::sema) fn is_buffer_type(&self, structure: Handle<Struct>) -> bool {
        self.buffer_types.contains_key(&structure)
    }

    /// Whether a type is a buffer reference or an array of them: memory qualifiers of such variables apply to what they
    /// point to.
    pub(in crate::sema) fn is_reference(&self, ty: Handle<Type>) -> bool {
        matches!(self.module.types.get(self.element_of_arrays(ty)), Type::Reference(_))
    }

    /// Whether a type is a resource that shaders can write, or an array of them: those take memory qualifiers.
    pub(in crate::sema) fn is_writable_resource(&self, ty: Handle<Type>) -> bool {
        self.is_storage_image(ty)
            || matches!(self.module.types.get(self.element_of_arrays(ty)), Type::Extension(ty) if ty.facts().is_opaque)
    }

    /// Whether a type is an image that shaders can write, or an array of them.
    pub(in crate::sema) fn is_storage_image(&self, ty: Handle<Type>) -> bool {
        let element = self.module.types.get(self.element_of_arrays(ty));
        matches!(element, Type::Image(image) if matches!(image.class, ImageClass::Storage(_)))
    }

    /// The type inside all array dimensions.
    pub(in crate::sema) fn element_of_arrays(&self, ty: Handle<Type>) -> Handle<Type> {
        self.module.types.element_of_arrays(ty)
    }

    /// The built-in type of this name, whether or not it may be used.
    pub(in crate::sema) fn builtin_type(&mut self, symbol: Symbol) -> Option<&'static TypeName> {
        if let Some(&known) = self.known.types.get(&symbol) {
            return known;
        }
        let found = builtins::type_name(self.text(symbol));
        self.known.types.insert(symbol, found);
        found
    }

    /// What the language itself declares by this name, whether or not it may be used.
    pub(in crate::sema) fn builtin_name(&mut self, symbol: Symbol) -> BuiltinName {
        if let Some(&known) = self.known.names.get(&symbol) {
            return known;
        }
        let found = BuiltinName::of(self.text(symbol));
        self.known.names.insert(symbol, found);
        found
    }

    /// The built-in function of this name, whether or not it may be used.
    pub(in crate::sema) fn builtin_function(&mut self, symbol: Symbol) -> Option<&'static builtins::Function> {
        if let Some(&known) = self.known.functions.get(&symbol) {
            return known;
        }
        let found = builtins::function(self.text(symbol));
        self.known.functions.insert(symbol, found);
        found
    }

    /// Whether a type has a runtime-sized part.
    pub(in crate::sema) fn has_runtime_size(&self, ty: Handle<Type>) -> bool {
        match *self.module.types.get(ty) {
            Type::Array { element, length } => {
                length == crate::hir::ArrayLength::Runtime || self.has_runtime_size(element)
            }
            // The size of a buffer is not that of its descriptor.
            Type::Struct(structure) if self.is_buffer_type(structure) => false,
            Type::Struct(structure) => self
                .module
                .types
                .structure(structure)
                .and_then(|it| it.members.last())
                .is_some_and(|member| self.has_runtime_size(member.ty)),
            _ => false,
        }
    }

    /// The scalar or vector type with this many components.
    pub(in crate::sema) fn vector_type(&mut self, scalar: Scalar, components: u32) -> Handle<Type> {
        let ty = match VectorSize::new(components) {
            Some(size) => Type::Vector(size, scalar),
            None => Type::Scalar(scalar),
        };
        self.module.types.insert(ty)
    }

    /// The type of the same shape with another scalar type.
    pub(in crate::sema) fn with_scalar(&mut self, ty: Handle<Type>, scalar: Scalar) -> Handle<Type> {
        let ty = match *self.module.types.get(ty) {
            Type::Vector(size, _) => Type::Vector(size, scalar),
            Type::Matrix { columns, rows, .. } => Type::Matrix { columns, rows, scalar },
            _ => Type::Scalar(scalar),
        };
        self.module.types.insert(ty)
    }

    /// Whether a type is a scalar signed or unsigned integer.
    pub(in crate::sema) fn is_integer_scalar(&self, ty: Handle<Type>) -> bool {
        use crate::hir::ScalarKind::{Sint, Uint};
        matches!(self.module.types.get(ty), Type::Scalar(Scalar { kind: Sint | Uint, .. }))
    }

    /// The component type of a scalar, vector or matrix, not of a cooperative matrix, which has no `++`.
    pub(in crate::sema) fn operator_scalar(&self, ty: Handle<Type>) -> Option<Scalar> {
        self.module.types.get(ty).scalar()
    }

    /// Whether a type contains an array whose size depends on a specialization constant.
    pub(in crate::sema) fn has_specialized_size(&self, ty: Handle<Type>) -> bool {
        self.module
            .types
            .contains(ty, |part| matches!(part, Type::Array { length: ArrayLength::Specialization(_), .. }))
    }

    /// The facts about a state object or an array of them: opaque, but held in variables of its own.
    pub(in crate::sema) fn state_object(&self, ty: Handle<Type>) -> Option<&'static StateObjectFacts> {
        match *self.module.types.get(self.element_of_arrays(ty)) {
            Type::StateObject(object) => Some(object.facts()),
            _ => None,
        }
    }

    /// Whether a type is a state object or an array of them.
    pub(in crate::sema) fn is_state_object(&self, ty: Handle<Type>) -> bool {
        self.state_object(ty).is_some()
    }

    /// Whether a type is `spirv_type(...)`, or an array of them.
    pub(in crate::sema) fn is_spirv_type(&self, ty: Handle<Type>) -> bool {
        matches!(self.module.types.get(self.element_of_arrays(ty)), Type::Spirv(_))
    }

    /// Whether a type is a reference or contains one, not looking through references.
    pub(in crate::sema) fn contains_reference(&self, ty: Handle<Type>) -> bool {
        self.module.types.contains(ty, |part| matches!(part, Type::Reference(_)))
    }

    /// Whether a type is `attachmentEXT` or one of its variants, or an array of them.
    pub(in crate::sema) fn is_tile_attachment(&self, ty: Handle<Type>) -> bool {
        let element = self.module.types.get(self.element_of_arrays(ty));
        matches!(element, Type::Image(image) if image.shape.dimension == ImageDimension::Tile)
    }

    /// Whether values of this type are cooperative vectors.
    pub(in crate::sema) fn is_cooperative_vector(&self, ty: Handle<Type>) -> bool {
        matches!(*self.module.types.get(ty), Type::Vector(size, _) if size.is_cooperative())
    }
}

/// Whether parameters of a type are passed in memory even if they are `in`: SPIR-V requires aliasing decorations on arrays
/// of physical pointers, and has none for values.
pub(in crate::sema) fn is_array_of_references(types: &TypeTable, ty: Handle<Type>) -> bool {
    let element = types.element_of_arrays(ty);
    element != ty && matches!(types.get(element), Type::Reference(_))
}
