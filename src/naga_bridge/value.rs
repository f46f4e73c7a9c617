//! Values: one expression each, or a few.
//!
//! Comes in: HIR values. Goes out: expressions. Must not depend on: statements, how built-ins are bridged.

use super::body::FunctionWriter;
use super::build::{Build, Shape, Typed};
use super::builtin::Resource;
use super::constants::constant;
use super::cooperative_matrix::unknown_length;
use super::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use crate::hir::{self, Argument, ParameterMode, Value, ValueKind};
use naga::{Expression, Statement};

impl FunctionWriter<'_, '_> {
    /// The expression of a value that is used.
    pub(super) fn value(&mut self, handle: hir::Handle<Value>) -> Bridged<Typed> {
        let value = self.definition(handle)?;
        match value.kind {
            ValueKind::Constant(it) => constant(self, it),
            ValueKind::Parameter(index) => {
                let ty = self.module.value_type(value.ty)?;
                let shape = self.module.shape(ty)?;
                let argument = self.argument(index)?;
                Ok(self.typed(Expression::FunctionArgument(argument), shape))
            }
            _ => self.values.get(handle.index()).copied().flatten().or_missing("a value that is not computed yet"),
        }
    }

    pub(super) fn set(&mut self, handle: hir::Handle<Value>, value: Typed) {
        if let Some(slot) = self.values.get_mut(handle.index()) {
            *slot = Some(value);
        }
    }

    /// Computes a value where HIR evaluates it.
    pub(super) fn evaluate(&mut self, handle: hir::Handle<Value>) -> Bridged<()> {
        let value = self.definition(handle)?;
        if matches!(self.module.hir.types.get(value.ty), hir::Type::Void) {
            return match &value.kind {
                ValueKind::Call { function, arguments } => self.call(*function, arguments, None).map(|_| ()),
                ValueKind::Builtin(call) => self.builtin(call, None, false).map(|_| ()),
                ValueKind::Message { .. } => {
                    Err(Unsupported::new("messages of shaders").help("take `debugPrintfEXT` out"))
                }
                _ => unsupported("this operation"),
            };
        }
        if self.module.hir.types.get(value.ty).is_opaque() {
            let resource = self.resource_value(value)?;
            self.resources.insert(handle, resource);
            return Ok(());
        }
        let ty = self.module.value_type(value.ty)?;
        let shape = self.module.shape(ty)?;
        if let ValueKind::Builtin(call) = &value.kind {
            let is_used = self.is_used(handle);
            if let Some(made) = self.builtin(call, Some(shape), is_used)? {
                self.set(handle, made);
            }
            return Ok(());
        }
        let matrix = match (self.module.hir.types.get(value.ty), shape) {
            (hir::Type::Extension(_), Shape::Other(ty)) => self.matrix_operation(&value.kind, ty)?,
            _ => None,
        };
        let made = match matrix {
            Some(made) => made,
            None => self.computation(value, shape)?,
        };
        self.set(handle, made);
        Ok(())
    }

    /// A texture, sampler or image, or a texture combined with a sampler.
    fn resource_value(&mut self, value: &Value) -> Bridged<Resource> {
        match value.kind {
            ValueKind::Load(place) => {
                let place = self.function.places.try_get(place).or_missing("a place")?;
                self.resource_at(place)
            }
            ValueKind::SampledImage { texture, sampler } => {
                let known = |value| self.resources.get(&value).copied().or_missing("a resource");
                let (texture, sampler) = (known(texture)?, known(sampler)?);
                let shape = match *self.module.hir.types.get(value.ty) {
                    hir::Type::Image(it) => Some(it.shape),
                    _ => texture.shape,
                };
                Ok(Resource { sampler: sampler.sampler, shape, ..texture })
            }
            ValueKind::Convert(_) => unsupported("acceleration structures by address"),
            _ => unsupported("resources among other data"),
        }
    }

    fn computation(&mut self, value: &Value, shape: Shape) -> Bridged<Typed> {
        match &value.kind {
            ValueKind::Constant(_) | ValueKind::Parameter(_) | ValueKind::BlockParameter => {
                unsupported("a value that is not computed")
            }
            &ValueKind::Load(place) => {
                let place = self.function.places.try_get(place).or_missing("a place")?;
                self.load_place(place)
            }
            &ValueKind::Unary { operation, operand } => {
                let operand = self.value(operand)?;
                self.unary(operation, operand)
            }
            &ValueKind::Binary { operation, left, right } => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.binary(operation, left, right)
            }
            &ValueKind::Convert(operand) => {
                let operand = self.value(operand)?;
                self.convert_value(operand, shape.scalar().or_missing("a number")?)
            }
            &ValueKind::Splat(operand) => {
                let operand = self.value(operand)?;
                Ok(self.splat(operand, shape))
            }
            ValueKind::Compose(parts) => {
                let parts: Bridged<Vec<_>> = parts.iter().map(|&part| self.value(part).map(|it| it.it)).collect();
                Ok(self.compose(shape, parts?))
            }
            &ValueKind::Extract { composite, index } => {
                let composite = self.value(composite)?;
                self.part(composite, index)
            }
            &ValueKind::ExtractDynamic { vector, index } => {
                let (vector, index) = (self.value(vector)?, self.value(index)?);
                Ok(self.typed(Expression::Access { base: vector.it, index: index.it }, shape))
            }
            &ValueKind::Insert { composite, index, part } => {
                let (composite, part) = (self.value(composite)?, self.value(part)?);
                self.insert(composite, index, part)
            }
            ValueKind::Swizzle { vector, components } => {
                let vector = self.value(*vector)?;
                self.swizzle(vector, components)
            }
            &ValueKind::Select { condition, accept, reject } => {
                let (condition, accept) = (self.value(condition)?, self.value(accept)?);
                let reject = self.value(reject)?;
                Ok(self.select(condition, accept, reject))
            }
            ValueKind::Call { function, arguments } => {
                self.call(*function, arguments, Some(shape))?.or_missing("a result")
            }
            ValueKind::Builtin(call) => self.builtin(call, Some(shape), true)?.or_missing("a result"),
            ValueKind::ArrayLength(place) => {
                let place = self.function.places.try_get(*place).or_missing("a place")?;
                self.array_length(place, shape.scalar().or_missing("a number")?)
            }
            ValueKind::Spirv(_) => unsupported("instructions by number (GL_EXT_spirv_intrinsics)"),
            ValueKind::Message { .. } => unsupported("messages of shaders"),
            ValueKind::Tensor { .. } => unsupported("tensors"),
            ValueKind::DeviceLength(_) => unknown_length(),
            ValueKind::SampledImage { .. } => unsupported("textures and samplers among other data"),
        }
    }

    /// A composite with one part replaced.
    fn insert(&mut self, composite: Typed, index: u32, part: Typed) -> Bridged<Typed> {
        let count = match composite.shape {
            Shape::Other(ty) => match self.module.inner(ty)? {
                naga::TypeInner::Array { size: naga::ArraySize::Constant(count), .. } => count.get(),
                naga::TypeInner::Struct { members, .. } => members.len() as u32,
                _ => return unsupported("a part of this"),
            },
            shape => shape.count().or_missing("a composite")?,
        };
        let mut parts = Vec::new();
        for other in 0..count {
            parts.push(if other == index { part.it } else { self.part(composite, other)?.it });
        }
        Ok(self.compose(composite.shape, parts))
    }

    /// A call of a function of the shader.
    fn call(
        &mut self,
        handle: hir::Handle<hir::Function>,
        arguments: &[Argument],
        shape: Option<Shape>,
    ) -> Bridged<Option<Typed>> {
        let callee = self.module.hir.functions.try_get(handle).or_missing("a function")?;
        let instance = self.instance.callee(self.module.hir, self.function, handle, arguments)?;
        let mut given = Vec::with_capacity(arguments.len());
        for ((argument, parameter), bound) in arguments.iter().zip(&callee.parameters).zip(&instance.resources) {
            given.push(match (*argument, parameter.mode) {
                (Argument::Value(value), _) => match self.resources.get(&value) {
                    Some(resource) => resource.image.or_missing("an acceleration structure")?,
                    None => self.value(value)?.it,
                },
                (Argument::Place(place), ParameterMode::Pointer) => self.pointer(place)?.0,
                (Argument::Place(place), ParameterMode::Resource) => match bound {
                    Some(bound) if bound.is_element => {
                        let place = self.function.places.try_get(place).or_missing("a place")?;
                        self.element_index(place)?
                    }
                    _ => continue,
                },
                _ => return unsupported("an argument of this kind"),
            });
        }
        let function = self.module.functions.get(&instance).copied().or_missing("a function")?;
        let result = shape.map(|shape| Typed { it: self.result(Expression::CallResult(function)), shape });
        self.push(Statement::Call { function, arguments: given, result: result.map(|it| it.it) });
        Ok(result)
    }
}
