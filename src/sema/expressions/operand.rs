//! Operands: what evaluating an expression gives, and how it becomes a value.

use crate::diagnostics::Diagnostic;
use crate::hir::{
    Constant, ConstantKind, Handle, MemoryQualifiers, Place, PlaceRoot, PlaceStep, Scalar, ScalarKind, Span,
    StorageClass, Type, Value, ValueKind, VectorSize,
};
use crate::sema::{Analyzer, Code};

/// The result of evaluating an expression.
#[derive(Clone, Debug)]
pub(in crate::sema) enum Operand {
    /// A constant expression.
    Constant(Handle<Constant>),
    /// A reference of this type with a constant address, which may take part in constant expressions though no constant
    /// has a reference type (GL_EXT_buffer_reference, issue 3).
    ConstantReference(Handle<Constant>, Handle<Type>),
    /// A value computed at run time.
    Value(Handle<Value>),
    /// A place that has not been read.
    Place(Box<Path>),
    /// Something wrong that has been reported.
    Error,
}

/// What is said about the values in a variable, and not about the memory that references in it point to.
const OF_VALUES: MemoryQualifiers =
    MemoryQualifiers::NON_UNIFORM.union(MemoryQualifiers::SUBGROUP_UNIFORM).union(MemoryQualifiers::RELAXED);

/// A place under construction.
#[derive(Clone, Debug)]
pub(in crate::sema) struct Path {
    pub(in crate::sema) root: PlaceRoot,
    pub(in crate::sema) steps: Vec<PlaceStep>,
    pub(in crate::sema) ty: Handle<Type>,
    pub(in crate::sema) swizzle: Option<Vec<u8>>,
    pub(in crate::sema) access: MemoryQualifiers,
    pub(in crate::sema) storage: StorageClass,
    /// Why it cannot be written to, as the rest of "cannot assign to this, ...".
    pub(in crate::sema) read_only: Option<&'static str>,
    /// The variable or a member on the path is `precise`.
    pub(in crate::sema) precise: bool,
}

impl Path {
    /// Whether this is memory of the invocation alone: its qualifiers are then about the memory that references in it
    /// point to (GL_EXT_buffer_reference).
    pub(super) fn is_own(&self) -> bool {
        matches!(self.storage, StorageClass::Function | StorageClass::Private)
    }

    /// The whole variable with nothing selected.
    pub(in crate::sema) fn is_whole_local(&self) -> bool {
        matches!(self.root, PlaceRoot::Local(_)) && self.steps.is_empty() && self.swizzle.is_none()
    }
}

impl Analyzer<'_> {
    /// The type of an operand; `None` for an error.
    pub(in crate::sema) fn type_of(&mut self, operand: &Operand) -> Option<Handle<Type>> {
        match operand {
            Operand::Constant(constant) => self.constants.get_handle(*constant).ok().map(|constant| constant.ty),
            Operand::ConstantReference(_, ty) => Some(*ty),
            Operand::Value(value) => self.builder.type_of(*value),
            Operand::Place(path) => Some(self.path_type(path)),
            Operand::Error => None,
        }
    }

    /// The type of what a path leads to, swizzle included.
    pub(in crate::sema) fn path_type(&mut self, path: &Path) -> Handle<Type> {
        match (&path.swizzle, self.types.get(path.ty).scalar()) {
            (Some(components), Some(scalar)) => self.vector_type(scalar, components.len() as u32),
            _ => path.ty,
        }
    }

    /// The scalar or vector type with this many components.
    pub(in crate::sema) fn vector_type(&mut self, scalar: Scalar, components: u32) -> Handle<Type> {
        let ty = match vector_size(components) {
            Some(size) => Type::Vector(size, scalar),
            None => Type::Scalar(scalar),
        };
        self.types.insert(ty)
    }

    /// The type of the same shape with another scalar type.
    pub(in crate::sema) fn with_scalar(&mut self, ty: Handle<Type>, scalar: Scalar) -> Handle<Type> {
        let ty = match *self.types.get(ty) {
            Type::Vector(size, _) => Type::Vector(size, scalar),
            Type::Matrix { columns, rows, .. } => Type::Matrix { columns, rows, scalar },
            _ => Type::Scalar(scalar),
        };
        self.types.insert(ty)
    }

    /// Reads a place; other operands stay as they are.
    pub(in crate::sema) fn load(&mut self, operand: Operand, span: Span) -> Operand {
        let Operand::Place(mut path) = operand else { return operand };
        if matches!(path.storage, StorageClass::Function | StorageClass::Private) {
            // The qualifiers of a reference variable are about what it points to.
            path.access = path.access & OF_VALUES;
        }
        if path.access.contains(MemoryQualifiers::WRITEONLY) {
            self.report(
                Diagnostic::error(Code::ReadOfWriteonly, span, "cannot read from writeonly memory")
                    .with_note("GLSL 4.60, 4.10: a variable qualified `writeonly` may only be written"),
            );
            return Operand::Error;
        }
        let ty = self.path_type(&path);
        if self.has_runtime_size(ty) {
            self.report(
                Diagnostic::error(Code::UnsizedArrayValue, span, "a runtime-sized array cannot be used as a whole")
                    .with_help("index it, or ask for its size with `.length()`"),
            );
            return Operand::Error;
        }
        if self.is_state_object(ty) {
            let spelled = self.spell(ty);
            self.report(
                Diagnostic::error(Code::VoidValue, span, format!("a `{spelled}` has no value that could be read"))
                    .with_note(format!(
                        "{}: only built-in functions access such variables",
                        self.state_object(ty).map_or("GL_EXT_ray_query", |it| it.citation)
                    )),
            );
            return Operand::Error;
        }
        let Path { root, steps, ty: whole, swizzle, access, .. } = *path;
        let place = self.builder.places.append(Place { root, steps, ty: whole, swizzle, access }, span);
        Operand::Value(self.builder.evaluate(ValueKind::Load(place), ty, span))
    }

    /// Whether a type has a runtime-sized part.
    pub(in crate::sema) fn has_runtime_size(&self, ty: Handle<Type>) -> bool {
        match *self.types.get(ty) {
            Type::Array { element, length } => {
                length == crate::hir::ArrayLength::Runtime || self.has_runtime_size(element)
            }
            Type::Struct(structure) => self
                .types
                .structure(structure)
                .and_then(|it| it.members.last())
                .is_some_and(|member| self.has_runtime_size(member.ty)),
            _ => false,
        }
    }

    /// Makes the place of a path.
    pub(in crate::sema) fn place(&mut self, path: &Path, span: Span) -> Handle<Place> {
        // A reference variable is read and written, whatever it says of the memory that the reference points to.
        let access = if path.is_own() {
            let direction = MemoryQualifiers::READONLY | MemoryQualifiers::WRITEONLY;
            MemoryQualifiers(path.access.0 & !direction.0)
        } else {
            path.access
        };
        let precise = path.precise || self.has_precise_member(path.ty);
        let place = self.builder.places.append(
            Place { root: path.root, steps: path.steps.clone(), ty: path.ty, swizzle: path.swizzle.clone(), access },
            span,
        );
        if precise {
            self.builder.precise_uses.places.push(place);
        }
        place
    }

    /// The value of an operand; places are read. `None` for an error.
    pub(in crate::sema) fn value(&mut self, operand: Operand, span: Span) -> Option<Handle<Value>> {
        match self.load(operand, span) {
            Operand::Constant(constant) => {
                let ty = self.constants.get_handle(constant).ok()?.ty;
                Some(self.builder.constant(constant, ty))
            }
            Operand::ConstantReference(address, ty) => {
                let address_type = self.constants.get_handle(address).ok()?.ty;
                let address = self.builder.constant(address, address_type);
                Some(self.builder.evaluate(ValueKind::Convert(address), ty, span))
            }
            Operand::Value(value) => Some(value),
            Operand::Place(_) | Operand::Error => {
                self.left_out(span);
                None
            }
        }
    }

    /// A path to a whole new variable of the current function.
    pub(in crate::sema) fn temporary(&mut self, ty: Handle<Type>, span: Span) -> Path {
        let local = self.builder.local("", ty, span);
        Self::local_path(local, ty)
    }

    /// A path to a whole variable of the current function.
    pub(in crate::sema) fn local_path(local: Handle<crate::hir::Local>, ty: Handle<Type>) -> Path {
        Path {
            root: PlaceRoot::Local(local),
            steps: Vec::new(),
            ty,
            swizzle: None,
            access: MemoryQualifiers::NONE,
            storage: StorageClass::Function,
            read_only: None,
            precise: false,
        }
    }

    /// An `int` constant.
    pub(super) fn int_constant(&mut self, value: i32) -> Handle<Constant> {
        let ty = self.common.int;
        self.constant(ty, ConstantKind::Scalar(i64::from(value) as u64))
    }

    /// A `uint` constant.
    pub(in crate::sema) fn uint_constant(&mut self, value: u32) -> Handle<Constant> {
        let ty = self.common.uint;
        self.constant(ty, ConstantKind::Scalar(u64::from(value)))
    }

    /// A `bool` constant.
    pub(in crate::sema) fn bool_constant(&mut self, value: bool) -> Handle<Constant> {
        let ty = self.common.bool;
        self.constant(ty, ConstantKind::Scalar(u64::from(value)))
    }

    /// The bits of a scalar constant that depends on no specialization constant.
    pub(in crate::sema) fn scalar_bits(&self, constant: Handle<Constant>) -> Option<u64> {
        match self.constants.get_handle(constant).ok()?.kind {
            ConstantKind::Scalar(bits) => Some(bits),
            ConstantKind::Null => Some(0),
            _ => None,
        }
    }

    /// A constant integer as a number.
    pub(in crate::sema) fn integer_value(&self, constant: Handle<Constant>) -> Option<i64> {
        let scalar = self.types.get(self.constants.get_handle(constant).ok()?.ty).scalar()?;
        let bits = self.scalar_bits(constant)?;
        matches!(scalar.kind, ScalarKind::Sint | ScalarKind::Uint).then_some(bits as i64)
    }
}

/// The vector size with this many components; `None` for a scalar.
pub(super) const fn vector_size(components: u32) -> Option<VectorSize> {
    VectorSize::new(components)
}
