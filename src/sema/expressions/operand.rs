//! Operands: what evaluating an expression gives, how it becomes a value, and parts of it.
//!
//! Comes in: operands. Goes out: values and places of HIR. Must not depend on: types other than their own, operators.

use crate::diagnostics::with_article;
use crate::hir::{
    Constant, Handle, MatrixMajor, MemoryQualifiers, Place, PlaceRoot, Span, Statement, Steps, StorageClass, Swizzle,
    Type, Value, ValueKind,
};
use crate::sema::Analyzer;
use crate::sema::context::scope::Variable;
use crate::sema::expressions::messages;
use crate::source::Symbol;

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
    /// A part of a block in a descriptor heap, from which only selections lead on.
    HeapPart(Box<HeapPart>),
    /// Something wrong that has been reported.
    Error,
}

/// Qualifiers of the values in a variable, not of the memory that references in it point to.
const OF_VALUES: MemoryQualifiers =
    MemoryQualifiers::NON_UNIFORM.union(MemoryQualifiers::SUBGROUP_UNIFORM).union(MemoryQualifiers::RELAXED);

/// A part of a heap block that descriptors are in: only selections lead on from it.
#[derive(Clone, Debug)]
pub(in crate::sema) struct HeapPart {
    pub(in crate::sema) ty: Handle<Type>,
    pub(in crate::sema) block: usize,
    /// Where in the heap it lies, in bytes; `None` for all of the block.
    pub(in crate::sema) position: Option<Operand>,
    pub(in crate::sema) descriptor_size: Option<u32>,
    pub(in crate::sema) major: MatrixMajor,
    pub(in crate::sema) access: MemoryQualifiers,
}

/// A place under construction.
#[derive(Clone, Debug)]
pub(in crate::sema) struct Path {
    pub(in crate::sema) root: PlaceRoot,
    pub(in crate::sema) steps: Steps,
    pub(in crate::sema) ty: Handle<Type>,
    pub(in crate::sema) swizzle: Option<Swizzle>,
    pub(in crate::sema) access: MemoryQualifiers,
    pub(in crate::sema) storage: StorageClass,
    /// Why it cannot be written to, as the rest of "cannot assign to this, ...".
    pub(in crate::sema) read_only: Option<&'static str>,
    /// The variable or a member on the path is `precise`.
    pub(in crate::sema) precise: bool,
}

impl Path {
    /// All of a variable.
    pub(in crate::sema) fn of(variable: &Variable) -> Self {
        Self {
            root: variable.root,
            steps: variable.step.map_or_else(Steps::new, |step| Steps::from_slice(&[step])),
            ty: variable.ty,
            swizzle: None,
            access: variable.access,
            storage: variable.storage,
            read_only: variable.read_only,
            precise: variable.precise,
        }
    }

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

/// An argument after it was evaluated.
#[derive(Clone, Debug)]
pub(in crate::sema) struct EvaluatedArgument {
    pub(in crate::sema) operand: Operand,
    pub(in crate::sema) span: Span,
    pub(in crate::sema) ty: Handle<Type>,
    /// Memory qualifiers of the variable, if it is a reference.
    pub(in crate::sema) reference_access: MemoryQualifiers,
    /// The name of a function, for a built-in that takes one; the operand is unused then.
    pub(in crate::sema) function: Option<Symbol>,
}

/// The arguments of a call. Not in place: calls in calls, as deep as the parser allows, would take too much of the stack.
pub(in crate::sema) type EvaluatedArguments = Vec<EvaluatedArgument>;

impl Analyzer<'_> {
    /// The operand for a path.
    pub(in crate::sema) fn place_operand(&mut self, path: Path) -> Operand {
        Operand::Place(match self.spare_paths.pop() {
            Some(mut spare) => {
                *spare = path;
                spare
            }
            None => Box::new(path),
        })
    }

    /// The type of an operand; `None` for an error.
    pub(in crate::sema) fn type_of(&mut self, operand: &Operand) -> Option<Handle<Type>> {
        match operand {
            Operand::Constant(constant) => self.module.constants.get_handle(*constant).ok().map(|constant| constant.ty),
            Operand::ConstantReference(_, ty) => Some(*ty),
            Operand::Value(value) => self.builder.type_of(*value),
            Operand::Place(path) => Some(self.path_type(path)),
            Operand::HeapPart(part) => Some(part.ty),
            Operand::Error => None,
        }
    }

    /// The type of what a path leads to, swizzle included.
    pub(in crate::sema) fn path_type(&mut self, path: &Path) -> Handle<Type> {
        match (&path.swizzle, self.module.types.get(path.ty).scalar()) {
            (Some(components), Some(scalar)) => self.vector_type(scalar, components.len() as u32),
            _ => path.ty,
        }
    }

    /// Reads a place; other operands stay as they are, and most operands are asked several times.
    #[inline]
    pub(in crate::sema) fn load(&mut self, operand: Operand, span: Span) -> Operand {
        match operand {
            Operand::Place(path) => self.load_place(path, span),
            Operand::HeapPart(part) => {
                self.no_heap_value(part.ty, span);
                Operand::Error
            }
            other => other,
        }
    }

    /// Not inlined, so that the callers' test for a place is all that other operands cost.
    #[inline(never)]
    fn load_place(&mut self, mut path: Box<Path>, span: Span) -> Operand {
        if matches!(path.storage, StorageClass::Function | StorageClass::Private) {
            // The qualifiers of a reference variable apply to what it points to.
            path.access = path.access & OF_VALUES;
        }
        if path.access.contains(MemoryQualifiers::WRITEONLY) {
            self.report(messages::reads_write_only_memory(span));
            return Operand::Error;
        }
        let ty = self.path_type(&path);
        if matches!(*self.module.types.get(ty), Type::Struct(structure) if self.is_buffer_type(structure)) {
            self.no_heap_value(ty, span);
            return Operand::Error;
        }
        if self.has_runtime_size(ty) {
            self.report(messages::runtime_sized_array_cannot_be_used_whole(span));
            return Operand::Error;
        }
        if self.is_state_object(ty) {
            let spelled = self.spell(ty);
            self.report(messages::cannot_be_read(
                span,
                &with_article(&spelled),
                &self.state_object(ty).map_or("GL_EXT_ray_query", |it| it.citation),
            ));
            return Operand::Error;
        }
        let steps = std::mem::take(&mut path.steps);
        let place = Place { root: path.root, steps, ty: path.ty, swizzle: path.swizzle.take(), access: path.access };
        self.spare_paths.push(path);
        let place = self.builder.places.append(place, span);
        Operand::Value(self.builder.evaluate(ValueKind::Load(place), ty, span))
    }

    /// Makes the place of a path.
    pub(in crate::sema) fn place(&mut self, path: &Path, span: Span) -> Handle<Place> {
        // A reference variable is read and written whatever its qualifiers say about the memory it points to.
        let access = if path.is_own() {
            let direction = MemoryQualifiers::READONLY | MemoryQualifiers::WRITEONLY;
            MemoryQualifiers(path.access.0 & !direction.0)
        } else {
            path.access
        };
        let precise = path.precise || self.has_precise_member(path.ty);
        let place = self.builder.places.append(
            Place { root: path.root, steps: path.steps.clone(), ty: path.ty, swizzle: path.swizzle, access },
            span,
        );
        if precise {
            self.builder.precise_uses.places.push(place);
        }
        place
    }

    /// Reports a buffer, or a part of a heap block, that is used as a value.
    pub(in crate::sema) fn no_heap_value(&mut self, ty: Handle<Type>, span: Span) {
        let spelled = self.spell(ty);
        self.report(messages::has_no_value(span, &with_article(&spelled)));
    }

    /// The value of an operand; places are read. `None` for an error.
    pub(in crate::sema) fn value(&mut self, operand: Operand, span: Span) -> Option<Handle<Value>> {
        match self.load(operand, span) {
            Operand::Constant(constant) => {
                let ty = self.module.constants.get_handle(constant).ok()?.ty;
                Some(self.builder.constant(constant, ty))
            }
            Operand::ConstantReference(address, ty) => {
                let address_type = self.module.constants.get_handle(address).ok()?.ty;
                let address = self.builder.constant(address, address_type);
                Some(self.builder.evaluate(ValueKind::Convert(address), ty, span))
            }
            Operand::Value(value) => Some(value),
            Operand::Place(_) | Operand::HeapPart(_) | Operand::Error => {
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
            steps: Steps::new(),
            ty,
            swizzle: None,
            access: MemoryQualifiers::NONE,
            storage: StorageClass::Function,
            read_only: None,
            precise: false,
        }
    }

    /// Component, column, element or member of a value.
    pub(in crate::sema) fn extract(&mut self, composite: Operand, index: u32, ty: Handle<Type>, span: Span) -> Operand {
        match composite {
            Operand::Constant(constant) => match self.folder().extract(constant, index) {
                Some(part) => Operand::Constant(part),
                None => {
                    let Some(composite) = self.value(composite, span) else { return Operand::Error };
                    Operand::Value(self.builder.evaluate(ValueKind::Extract { composite, index }, ty, span))
                }
            },
            Operand::Value(composite) => {
                Operand::Value(self.builder.evaluate(ValueKind::Extract { composite, index }, ty, span))
            }
            // A reference has no parts.
            Operand::ConstantReference(..) | Operand::Place(_) | Operand::HeapPart(_) | Operand::Error => {
                Operand::Error
            }
        }
    }

    pub(in crate::sema) fn swizzle_value(
        &mut self,
        vector: Handle<Value>,
        components: &[u8],
        count: u32,
        ty: Handle<Type>,
        span: Span,
    ) -> Operand {
        let kind = match *components {
            [_] if count == 1 => return Operand::Value(vector),
            [component] => ValueKind::Extract { composite: vector, index: u32::from(component) },
            _ if count == 1 => ValueKind::Splat(vector),
            _ => ValueKind::Swizzle { vector, components: components.iter().copied().collect() },
        };
        Operand::Value(self.builder.evaluate(kind, ty, span))
    }

    /// Stores a value into a new local so that it can be indexed.
    pub(in crate::sema) fn spill(&mut self, value: Handle<Value>, ty: Handle<Type>, span: Span) -> Path {
        let path = self.temporary(ty, span);
        let place = self.place(&path, span);
        self.builder.push(Statement::Store { place, value }, span);
        path
    }

    /// The memory qualifiers that a reference variable gives to what it points to. Those of a block that contains a
    /// reference apply to reading the reference.
    pub(in crate::sema) fn reference_access(operand: &Operand) -> MemoryQualifiers {
        match operand {
            Operand::Place(path) if matches!(path.storage, StorageClass::Function | StorageClass::Private) => {
                let of_variable = MemoryQualifiers::NON_UNIFORM | MemoryQualifiers::SUBGROUP_UNIFORM;
                MemoryQualifiers(path.access.0 & !of_variable.0)
            }
            _ => MemoryQualifiers::NONE,
        }
    }
}
