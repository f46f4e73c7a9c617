//! Constants: literals, composites, overrides and what is computed from them.
//!
//! Comes in: HIR constants. Goes out: expressions, inside and outside functions. Must not depend on: statements.

use super::build::{Build, Shape, Typed};
use super::cooperative_matrix::{extension_constant, unknown_length};
use super::module::ModuleWriter;
use super::types::some_name;
use super::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use super::whereabouts::naga_span;
use crate::hir::{self, ConstantKind, ConstantOperation};
use naga::{Expression, Handle, Override, TypeInner};

/// The expression of a constant.
pub(super) fn constant<'a>(build: &mut impl Build<'a>, handle: hir::Handle<hir::Constant>) -> Bridged<Typed> {
    let hir = build.writer().hir;
    let it = hir.constants.get_handle(handle).or_missing("a constant")?;
    if let (ConstantKind::Scalar(bits), &hir::Type::Scalar(scalar)) = (&it.kind, hir.types.get(it.ty)) {
        return build.scalar_constant(scalar, *bits);
    }
    let ty = build.writer().value_type(it.ty)?;
    let shape = build.writer().shape(ty)?;
    if matches!(hir.types.get(it.ty), hir::Type::Extension(_)) {
        return extension_constant(build, &it.kind, ty, shape);
    }
    match &it.kind {
        ConstantKind::Scalar(_) => unsupported("a constant of this type"),
        ConstantKind::Null => Ok(build.typed(Expression::ZeroValue(ty), shape)),
        ConstantKind::Composite(_) if build.writer().is_known(handle) => {
            let made = build.writer().module_constant(handle, ty)?;
            Ok(build.typed(Expression::Constant(made), shape))
        }
        ConstantKind::Composite(parts) | ConstantKind::WorkgroupSize(parts) => {
            let parts: Bridged<Vec<_>> = parts.iter().map(|&part| constant(build, part).map(|it| it.it)).collect();
            Ok(build.compose(shape, parts?))
        }
        ConstantKind::Specialization { .. } => {
            let made = build.writer().specialization(handle)?;
            Ok(build.typed(Expression::Override(made), shape))
        }
        ConstantKind::Operation(operation) => computed(build, operation, shape),
    }
}

fn computed<'a>(build: &mut impl Build<'a>, operation: &ConstantOperation, shape: Shape) -> Bridged<Typed> {
    match operation {
        ConstantOperation::Unary(operation, operand) => {
            let operand = constant(build, *operand)?;
            build.unary(*operation, operand)
        }
        ConstantOperation::Binary(operation, left, right) => {
            let (left, right) = (constant(build, *left)?, constant(build, *right)?);
            build.binary(*operation, left, right)
        }
        ConstantOperation::Convert(operand) => {
            let operand = constant(build, *operand)?;
            build.convert_value(operand, shape.scalar().or_missing("a number")?)
        }
        ConstantOperation::Select(condition, accept, reject) => {
            let (condition, accept) = (constant(build, *condition)?, constant(build, *accept)?);
            let reject = constant(build, *reject)?;
            Ok(build.select(condition, accept, reject))
        }
        ConstantOperation::Extract(composite, index) => {
            let composite = constant(build, *composite)?;
            build.part(composite, *index)
        }
        ConstantOperation::Swizzle(vector, components) => {
            let vector = constant(build, *vector)?;
            build.swizzle(vector, components)
        }
        ConstantOperation::DeviceLength(_) => unknown_length(),
        ConstantOperation::DescriptorSize(..) => unsupported("descriptor heaps"),
    }
}

impl ModuleWriter<'_> {
    /// Whether a constant is the number 0.
    pub(super) fn is_zero(&self, handle: hir::Handle<hir::Constant>) -> bool {
        let constant = self.hir.constants.get_handle(handle);
        constant.is_ok_and(|it| matches!(it.kind, ConstantKind::Scalar(0) | ConstantKind::Null))
    }

    /// Whether a constant is completely known, and representable as a naga constant expression.
    fn is_known(&mut self, handle: hir::Handle<hir::Constant>) -> bool {
        if let Some(&known) = self.known.get(&handle) {
            return known;
        }
        let hir = self.hir;
        let Ok(it) = hir.constants.get_handle(handle) else { return false };
        let is_known = match &it.kind {
            ConstantKind::Null => true,
            ConstantKind::Scalar(bits) => match hir.types.get(it.ty).scalar() {
                Some(hir::Scalar::F32) => f32::from_bits(*bits as u32).is_finite(),
                _ => true,
            },
            ConstantKind::Composite(parts) => parts.iter().all(|&part| self.is_known(part)),
            _ => false,
        };
        self.known.insert(handle, is_known);
        is_known
    }

    /// A composite constant, shared by all functions.
    fn module_constant(
        &mut self,
        handle: hir::Handle<hir::Constant>,
        ty: Handle<naga::Type>,
    ) -> Bridged<Handle<naga::Constant>> {
        if let Some(&made) = self.constants.get(&handle) {
            return Ok(made);
        }
        let it = self.hir.constants.get_handle(handle).or_missing("a constant")?;
        let ConstantKind::Composite(parts) = &it.kind else { return unsupported("a constant of this kind") };
        let mut components = Vec::with_capacity(parts.len());
        for &part in parts {
            components.push(constant(self, part)?.it);
        }
        let init = self.add(Expression::Compose { ty, components });
        // Vectors and matrices are written inline; tables have a name.
        let is_table = matches!(self.inner(ty)?, TypeInner::Array { .. } | TypeInner::Struct { .. });
        let name = is_table.then(|| "TABLE".to_owned());
        let made = self.out.constants.append(naga::Constant { name, ty, init }, naga::Span::UNDEFINED);
        self.constants.insert(handle, made);
        Ok(made)
    }

    /// The override for a specialization constant.
    pub(super) fn specialization(&mut self, handle: hir::Handle<hir::Constant>) -> Bridged<Handle<Override>> {
        let it = self.hir.constants.get_handle(handle).or_missing("a constant")?;
        let (ConstantKind::Specialization { id, default, name }, &hir::Type::Scalar(scalar)) =
            (&it.kind, self.hir.types.get(it.ty))
        else {
            return unsupported("a specialization constant of this kind");
        };
        let Ok(number) = u16::try_from(*id) else {
            return Err(Unsupported::new(format!("constant ids above 65535, as {id}")).help("choose a smaller one"));
        };
        // One id may have several names.
        if let Some((made, _)) = self.out.overrides.iter().find(|(_, it)| it.id == Some(number)) {
            return Ok(made);
        }
        let ty = self.value_type(it.ty)?;
        let init = Some(self.scalar_constant(scalar, *default)?.it);
        let it = Override { name: some_name(name), id: Some(number), ty, init };
        let declared = self.hir.named_constants.iter().find(|it| it.constant == handle);
        let span = declared.map_or(naga::Span::UNDEFINED, |it| naga_span(it.span));
        Ok(self.out.overrides.append(it, span))
    }

    /// The override for the length of an array.
    pub(super) fn size_override(&mut self, handle: hir::Handle<hir::Constant>) -> Bridged<Handle<Override>> {
        let it = self.hir.constants.get_handle(handle).or_missing("a constant")?;
        if matches!(it.kind, ConstantKind::Specialization { .. }) {
            return self.specialization(handle);
        }
        if let Some(&made) = self.overrides.get(&handle) {
            return Ok(made);
        }
        let ty = self.value_type(it.ty)?;
        let init = Some(constant(self, handle)?.it);
        // naga finds overrides by id or name, so one of them is required.
        let it = Override { name: some_name("length"), id: None, ty, init };
        let made = self.out.overrides.append(it, naga::Span::UNDEFINED);
        self.overrides.insert(handle, made);
        Ok(made)
    }
}
