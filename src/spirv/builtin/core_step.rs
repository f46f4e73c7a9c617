//! Steps that are one core instruction: the form that the stage and the image require, and operands that are not
//! values.
//!
//! Comes in: a step of a recipe. Goes out: the instruction. Must not depend on: any built-in by name.

use super::call::{Call, Prepared, Typed};
use crate::builtins::opcode::is_derivative;
use crate::builtins::{Operand as Source, Step, YoungInstruction};
use crate::hir::recipe;
use crate::hir::{Argument, MemoryQualifiers, StorageClass, ValueKind};
use crate::spirv::function::FunctionWriter;
use crate::spirv::grammar::class;
use crate::spirv::image::{Operands as ImageOperands, offset_form, samples, takes_plain_image};
use crate::spirv::memory::texel_operands;
use crate::spirv::section::OperandList;
use crate::spirv::type_key::TypeKey;
use crate::spirv::{Bug, Lowered, OrBug};
use rspirv::dr::Operand;
use rspirv::grammar::OperandKind;
use rspirv::spirv::{self, Op};

impl Call<'_, '_, '_> {
    /// Emits a core instruction.
    pub(super) fn core_instruction(
        &mut self,
        opcode: Op,
        ty: Option<u32>,
        step: &'static Step,
        results: &[Typed],
    ) -> Lowered<Typed> {
        if let Some(ty) = ty.filter(|_| is_derivative(opcode) && !self.writer.module.has_derivatives()) {
            // Derivatives are zero here (GL_NV_compute_shader_derivatives, 8.13.1).
            return Ok((self.writer.module.plain_constant(Op::ConstantNull, ty), ty));
        }
        match opcode {
            Op::ImageTexelPointer => return self.texel_pointer(ty, step, results),
            Op::Image => return self.image_of(step, results),
            _ => {}
        }
        let mut image_operands = self.image_operands(step, results)?;
        let opcode = self.writer.stage_form(opcode, &mut image_operands);
        self.texel_access(opcode, &mut image_operands);
        let mut operands = self.core_operands(opcode, step, results)?;
        self.writer.decorate_resources(opcode, &operands);
        FunctionWriter::image_operands(image_operands, &mut operands);
        if class(opcode).operands.iter().any(|it| it.kind == OperandKind::IdResult) {
            let ty = ty.unwrap_or(self.result);
            let id = self.writer.emit(opcode, ty, &operands)?;
            if opcode == Op::SampledImage {
                self.writer.module.mark_non_uniform(id, self.access);
            }
            return Ok((id, ty));
        }
        if self.call.prototype.terminator {
            self.writer.terminate(opcode, &operands)?;
        } else {
            self.writer.emit_void(opcode, &operands)?;
        }
        Ok((0, self.result))
    }

    /// Emits an instruction that the grammar does not know: all its operands are ids, except the image operands.
    pub(super) fn young_instruction(
        &mut self,
        instruction: YoungInstruction,
        ty: Option<u32>,
        step: &'static Step,
        results: &[Typed],
    ) -> Lowered<Typed> {
        let image_operands = self.image_operands(step, results)?;
        let mut operands = OperandList::new();
        for source in step.operands {
            operands.push(self.operand(source, None, results)?);
        }
        FunctionWriter::image_operands(image_operands, &mut operands);
        self.writer.module.requested.named_capability(instruction.capability);
        let ty = ty.unwrap_or(self.result);
        Ok((self.writer.emit_numbered(instruction.opcode, ty, &operands)?, ty))
    }

    /// The operands except the image operands.
    fn core_operands(&mut self, opcode: Op, step: &'static Step, results: &[Typed]) -> Lowered<OperandList> {
        let grammar = class(opcode).operands.iter().map(|it| it.kind);
        let mut kinds =
            grammar.filter(|kind| !matches!(kind, OperandKind::IdResult | OperandKind::IdResultType)).fuse();
        let mut operands = OperandList::new();
        // The memory that the instruction accesses, for the memory operands.
        let mut memory = None;
        for (index, source) in step.operands.iter().enumerate() {
            let is_last = index + 1 == step.operands.len();
            let kind = kinds.next();
            match *source {
                Source::Rest => {
                    for index in self.call.prototype.fixed_count()..self.arguments.len() {
                        operands.push(Operand::IdRef(self.parameter_value(index)?.0));
                    }
                }
                _ if index == 0 && takes_plain_image(opcode) => {
                    let (image, ty) = recipe::operand(self, *source, results)?;
                    let (image, _) = self.writer.plain_image(image, ty, self.access)?;
                    operands.push(Operand::IdRef(image));
                }
                Source::Element(array, index) => {
                    let pointer = self.array_element(array, index)?;
                    operands.push(Operand::IdRef(pointer.id));
                    memory = Some(pointer);
                }
                Source::Array(array) => {
                    let pointer = self.array(array)?;
                    operands.push(Operand::IdRef(pointer.id));
                    memory = Some(pointer);
                }
                Source::MemoryOperands(_) => {
                    let pointer = memory.as_mut().or_bug("the pointer of an access")?;
                    let before = operands.len();
                    self.memory_operands(opcode, pointer, &mut operands)?;
                    // More operands follow, so the mask must be present.
                    if operands.len() == before && kind == Some(OperandKind::MemoryAccess) && !is_last {
                        operands.push(Operand::MemoryAccess(spirv::MemoryAccess::NONE));
                    }
                }
                Source::TaskPayload => {
                    let globals = &self.writer.module.hir.globals;
                    let payload = globals.iter().find(|(_, it)| it.storage == StorageClass::TaskPayload);
                    if let Some((payload, _)) = payload {
                        operands.push(Operand::IdRef(self.writer.module.variable(payload)?));
                    }
                }
                Source::TensorOperands(parameters) => self.tensor_operands(parameters, &mut operands)?,
                Source::MatrixOperands(matrices, flags) => {
                    operands.extend(self.matrix_operands(matrices, flags)?);
                }
                _ => operands.push(self.operand(source, kind, results)?),
            }
        }
        Ok(operands)
    }

    /// The image operands of a step.
    fn image_operands(&mut self, step: &'static Step, results: &[Typed]) -> Lowered<ImageOperands> {
        let mut image_operands = ImageOperands::new();
        for (bit, sources) in step.image_operands {
            let mut ids = Vec::new();
            for source in *sources {
                ids.push(recipe::operand(self, *source, results)?.0);
            }
            let constant = sources.iter().all(|source| self.is_constant(source));
            image_operands.push((offset_form(*bit, constant), ids));
        }
        Ok(image_operands)
    }

    /// Adds the image operands for the memory qualifiers of an image to an access to its texels.
    fn texel_access(&mut self, opcode: Op, image_operands: &mut ImageOperands) {
        let store = opcode == Op::ImageWrite;
        let sampled = samples(opcode);
        if !(store || sampled || matches!(opcode, Op::ImageRead | Op::ImageSparseRead)) {
            return;
        }
        // Nothing writes through a sampler: `nonprivate` is the only qualifier it can have.
        let access = if sampled { self.access & MemoryQualifiers::NON_PRIVATE } else { self.access };
        let module = &mut *self.writer.module;
        let (bits, scope) = texel_operands(module.hir.memory_model, access, store, module.options.target.spirv);
        for bit in bits.iter() {
            let scoped = spirv::ImageOperands::MAKE_TEXEL_AVAILABLE | spirv::ImageOperands::MAKE_TEXEL_VISIBLE;
            let scope = scope.filter(|_| scoped.contains(bit));
            image_operands.push((bit, scope.map(|it| module.uint_constant(it as u32)).into_iter().collect()));
        }
    }

    /// The image in a combined sampler.
    fn image_of(&mut self, step: &'static Step, results: &[Typed]) -> Lowered<Typed> {
        let source = step.operands.first().or_bug("an operand")?;
        let (image, ty) = recipe::operand(self, *source, results)?;
        self.writer.plain_image(image, ty, self.access)
    }

    /// A pointer to a texel of an image variable.
    fn texel_pointer(&mut self, ty: Option<u32>, step: &'static Step, results: &[Typed]) -> Lowered<Typed> {
        let mut sources = step.operands.iter();
        let Some(Source::Parameter(index)) = sources.next() else { return Err(Bug("an image of a texel pointer")) };
        let Some(Prepared::Memory(pointer, _)) = self.arguments.get(usize::from(*index)) else {
            return Err(Bug("an image of a texel pointer"));
        };
        let image = self.writer.plain_type(&pointer.ty)?;
        let ty = match ty {
            Some(ty) => ty,
            None => self.writer.texel_pointer_type(image)?,
        };
        let (opcode, ty, mut operands) = if pointer.untyped {
            let ty = self.writer.module.type_of(TypeKey::UntypedPointer(spirv::StorageClass::Image));
            (Op::UntypedImageTexelPointerEXT, ty, vec![Operand::IdRef(image)])
        } else {
            (Op::ImageTexelPointer, ty, Vec::new())
        };
        operands.push(Operand::IdRef(pointer.id));
        for source in sources {
            operands.push(self.operand(source, None, results)?);
        }
        let id = self.writer.emit(opcode, ty, &operands)?;
        self.writer.module.mark_non_uniform(id, self.access);
        Ok((id, ty))
    }

    /// Whether an operand is known at compile time.
    fn is_constant(&self, source: &Source) -> bool {
        let &Source::Parameter(index) = source else { return false };
        match self.call.arguments.get(usize::from(index)) {
            Some(&Argument::Value(value)) => {
                self.writer.definition(value).is_ok_and(|value| matches!(value.kind, ValueKind::Constant(_)))
            }
            _ => false,
        }
    }
}
