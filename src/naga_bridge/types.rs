//! Types of values, as naga computes with them.
//!
//! Comes in: HIR types. Goes out: naga types with WGSL's natural layout. Must not depend on: their representation in
//! buffers, which is in `memory`.

use super::module::ModuleWriter;
use super::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use crate::builtins::StateObject;
use crate::hir::{self, ArrayLength, ScalarKind, VectorSize};
use naga::{ArraySize, Handle, StructMember, Type, TypeInner};
use std::num::NonZeroU32;

/// The naga scalar type.
pub(super) fn scalar(scalar: hir::Scalar) -> Bridged<naga::Scalar> {
    let kind = match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => return Ok(naga::Scalar::BOOL),
        (ScalarKind::Sint, 2 | 4 | 8) => naga::ScalarKind::Sint,
        (ScalarKind::Uint, 2 | 4 | 8) => naga::ScalarKind::Uint,
        (ScalarKind::Float, 2 | 4 | 8) => naga::ScalarKind::Float,
        (ScalarKind::Sint | ScalarKind::Uint, _) => {
            return Err(Unsupported::new("8-bit integers").help("use 32-bit integers, and take bytes apart by shifts"));
        }
        _ => return unsupported(format!("the type `{}`", hir::type_text::scalar_text(scalar))),
    };
    Ok(naga::Scalar { kind, width: scalar.width })
}

/// The number of components, columns or rows.
pub(super) fn size(size: VectorSize) -> Bridged<naga::VectorSize> {
    match size.listed() {
        Some(2) => Ok(naga::VectorSize::Bi),
        Some(3) => Ok(naga::VectorSize::Tri),
        Some(4) => Ok(naga::VectorSize::Quad),
        _ => Err(Unsupported::new("vectors of other lengths than 2, 3 and 4").help("use an array")),
    }
}

impl ModuleWriter<'_> {
    /// Finds or adds a type.
    pub(super) fn ty(&mut self, inner: TypeInner) -> Handle<Type> {
        self.named_type(None, inner)
    }

    pub(super) fn named_type(&mut self, name: Option<String>, inner: TypeInner) -> Handle<Type> {
        self.out.types.insert(Type { name, inner }, naga::Span::UNDEFINED)
    }

    /// Size and alignment of a type.
    pub(super) fn layout(&mut self, ty: Handle<Type>) -> Bridged<naga::proc::TypeLayout> {
        self.layouter.update(self.out.to_ctx()).map_err(|error| Unsupported::new(format!("this type: {error}")))?;
        Ok(self.layouter[ty])
    }

    /// The type of values.
    pub(super) fn value_type(&mut self, ty: hir::Handle<hir::Type>) -> Bridged<Handle<Type>> {
        if let Some(&known) = self.value_types.get(&ty) {
            return Ok(known);
        }
        let hir = self.hir;
        let made = match *hir.types.get(ty) {
            hir::Type::Scalar(it) => self.ty(TypeInner::Scalar(scalar(it)?)),
            hir::Type::Vector(length, it) => self.ty(TypeInner::Vector { size: size(length)?, scalar: scalar(it)? }),
            hir::Type::Matrix { columns, rows, scalar: it } => {
                self.ty(TypeInner::Matrix { columns: size(columns)?, rows: size(rows)?, scalar: scalar(it)? })
            }
            hir::Type::Array { element, length } => {
                self.fixed(element)?;
                let base = self.value_type(element)?;
                let size = self.array_size(length)?;
                self.array_type(base, size)?
            }
            hir::Type::Struct(structure) => self.structure(structure)?,
            hir::Type::AccelerationStructure => {
                self.ty(TypeInner::AccelerationStructure { vertex_return: self.usage.fetches_positions })
            }
            hir::Type::StateObject(StateObject::RayQuery) => {
                self.ty(TypeInner::RayQuery { vertex_return: self.usage.fetches_positions })
            }
            hir::Type::Extension(it) => match self.extension_type(it)? {
                Some(inner) => self.ty(inner),
                None => return Err(opaque(hir.types.get(ty))),
            },
            ref other => return Err(opaque(other)),
        };
        self.value_types.insert(ty, made);
        Ok(made)
    }

    /// Fails for types whose size depends on a specialization constant: in naga only shared variables can be such
    /// arrays.
    pub(super) fn fixed(&self, ty: hir::Handle<hir::Type>) -> Bridged<()> {
        let is_specialized =
            |ty: &hir::Type| matches!(ty, hir::Type::Array { length: ArrayLength::Specialization(_), .. });
        if self.hir.types.contains(ty, is_specialized) {
            return Err(Unsupported::new(
                "arrays whose length is a specialization constant, but for `shared` variables that are one",
            )
            .help("write the length as a number"));
        }
        Ok(())
    }

    /// An array without gaps between its elements.
    pub(super) fn array_type(&mut self, base: Handle<Type>, size: ArraySize) -> Bridged<Handle<Type>> {
        let stride = self.layout(base)?.to_stride();
        Ok(self.ty(TypeInner::Array { base, size, stride }))
    }

    fn structure(&mut self, structure: hir::Handle<hir::Struct>) -> Bridged<Handle<Type>> {
        let structure = self.hir.types.structure(structure).or_missing("a structure")?;
        let mut types = Vec::with_capacity(structure.members.len());
        for member in &structure.members {
            let ty = self.value_type(member.ty).map_err(|it| it.at(member.span))?;
            types.push((String::from(&member.name), ty));
        }
        self.natural_structure(&structure.name, types)
    }

    /// A structure whose members are packed as tightly as their alignments allow.
    pub(super) fn natural_structure(
        &mut self,
        name: &str,
        types: Vec<(String, Handle<Type>)>,
    ) -> Bridged<Handle<Type>> {
        let mut members = Vec::with_capacity(types.len());
        let (mut end, mut alignment) = (0_u32, naga::proc::Alignment::ONE);
        for (name, ty) in types {
            let layout = self.layout(ty)?;
            let offset = layout.alignment.round_up(end);
            end = offset.saturating_add(layout.size);
            alignment = alignment.max(layout.alignment);
            members.push(StructMember { name: some_name(&name), ty, binding: None, offset });
        }
        Ok(self.named_type(some_name(name), TypeInner::Struct { members, span: alignment.round_up(end) }))
    }

    pub(super) fn array_size(&mut self, length: ArrayLength) -> Bridged<ArraySize> {
        Ok(match length {
            ArrayLength::Constant(length) => ArraySize::Constant(NonZeroU32::new(length).or_missing("an element")?),
            ArrayLength::Specialization(constant) => ArraySize::Pending(self.size_override(constant)?),
            ArrayLength::Runtime => ArraySize::Dynamic,
        })
    }

    pub(super) fn inner(&self, ty: Handle<Type>) -> Bridged<&TypeInner> {
        self.out.types.get_handle(ty).map(|it| &it.inner).or_missing("a type")
    }
}

/// Why there are no values of a type.
fn opaque(ty: &hir::Type) -> Unsupported {
    match ty {
        hir::Type::Reference(_) => Unsupported::new("references to buffers")
            .help("put the buffer into a binding of its own, and pass indices instead of addresses"),
        hir::Type::StateObject(_) => Unsupported::new("hit objects"),
        hir::Type::Image(_) | hir::Type::Sampler { .. } => Unsupported::new("textures and samplers among other data"),
        hir::Type::Spirv(_) => Unsupported::new("types by number (GL_EXT_spirv_intrinsics)"),
        _ => Unsupported::new("values of this type"),
    }
}

/// naga uses `None` for an empty name.
pub(super) fn some_name(name: &str) -> Option<String> {
    (!name.is_empty()).then(|| name.to_owned())
}
