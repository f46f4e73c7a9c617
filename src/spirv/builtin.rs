//! Calls of built-ins: an interpreter of the recipes in the built-in tables.
//!
//! Comes in: a [`BuiltinCall`]. Goes out: the instructions of the first recipe that fits the element kind. Must not
//! know: any built-in by name.

use super::function::FunctionWriter;
use super::grammar::class;
use super::image::{Operands as ImageOperands, samples, takes_plain_image};
use super::place::Pointer;
use super::types::TypeKey;
use super::writer::Instance;
use super::{Bug, Lowered, OrBug};
use crate::builtins::RowInstance;
use crate::builtins::{
    BuiltinType, Condition, FunctionRule, Instruction, Operand as Source, ParameterMode, RecipeOption, Step, StepType,
    TypeFamilyKind, TypeRef,
};
use crate::hir::{
    Argument, BuiltinCall, Handle, MemoryModel, MemoryQualifiers, Place, Scalar, ScalarKind, Type, Value, ValueKind,
};
use rspirv::dr::Operand;
use rspirv::grammar::OperandKind;
use rspirv::spirv::{self, GroupOperation, Op};

/// An argument as the recipe sees it.
#[derive(Clone, Debug)]
enum Prepared {
    /// A value and its type.
    Value(u32, u32),
    /// A function.
    Function(u32),
    /// Memory; `in out` arguments have their value loaded, too.
    Memory(Box<Pointer>, Option<(u32, u32)>),
    /// An array of which the recipe takes an element.
    Array(Handle<Place>),
}

/// The state of one call.
struct Call<'c> {
    call: &'c BuiltinCall,
    arguments: Vec<Prepared>,
    /// Results of the steps so far with their types.
    steps: Vec<(u32, u32)>,
    result: u32,
    /// Union of the qualifiers of the memory and images that the call gets.
    access: MemoryQualifiers,
}

impl FunctionWriter<'_, '_> {
    /// Calls a built-in.
    pub(super) fn builtin(&mut self, value: &Value, call: &BuiltinCall) -> Lowered<Option<u32>> {
        let version = 0x0100 | u16::from(self.module.options.target.spirv.minor());
        if call.prototype.gate.spirv > version {
            return Err(Bug("a built-in that this SPIR-V version does not have"));
        }
        let result = self.module.value_type(value.ty)?;
        let recipe = call.prototype.recipe_where(call.instance, |condition| self.holds(condition, call));
        let recipe = recipe.or_bug("a built-in without a recipe for these types")?;
        for &capability in recipe.capabilities {
            self.module.requested.capability(capability);
        }
        for extension in recipe.spirv_extensions {
            self.module.requested.extension(extension);
        }
        let mut state = Call {
            call,
            arguments: Vec::with_capacity(call.arguments.len()),
            steps: Vec::with_capacity(recipe.steps.len()),
            result,
            access: MemoryQualifiers::NONE,
        };
        for (index, &argument) in call.arguments.iter().enumerate() {
            let parameter = call.prototype.parameter(index).or_bug("an argument without a parameter")?;
            let prepared = match (argument, parameter.ty.at(call.instance)) {
                (Argument::Place(place), BuiltinType::AnyArray(_)) => Prepared::Array(place),
                _ => self.prepare(argument, parameter.mode, &mut state)?,
            };
            state.arguments.push(prepared);
        }
        for step in recipe.steps {
            let made = self.step_of(step, &state)?;
            state.steps.push(made);
        }
        for &(parameter, ref source) in recipe.outputs {
            let (id, ty) = self.operand_value(source, &state)?;
            if let Some(Prepared::Memory(pointer, _)) = state.arguments.get(usize::from(parameter)) {
                let pointer = pointer.clone();
                let id = self.as_type(id, ty, &pointer.ty)?;
                self.store_output(&state, parameter, &pointer, id)?;
            }
        }
        match &recipe.result {
            None => Ok(None),
            Some(source) => Ok(Some(self.operand_value(source, &state)?.0)),
        }
    }

    /// Whether a condition of a recipe holds for a call.
    fn holds(&self, condition: &Condition, call: &BuiltinCall) -> bool {
        let constant = |index: u8| match call.arguments.get(usize::from(index)) {
            Some(&Argument::Value(value)) => match self.definition(value).ok()?.kind {
                ValueKind::Constant(constant) => self.module.constant_bits(constant),
                _ => None,
            },
            _ => None,
        };
        match *condition {
            Condition::Spirv(version) => u16::from(self.module.options.target.spirv.minor()) >= (version & 0xff),
            Condition::Option(RecipeOption::NvShuffleClamp) => self.module.options.nv_shuffle_clamp,
            Condition::Constant(index) => constant(index).is_some(),
            Condition::Equal(index, value) => constant(index).is_some_and(|it| it as u32 == value),
            Condition::Below(index, other) => {
                constant(index).zip(constant(other)).is_some_and(|(it, other)| (it as u32) < other as u32)
            }
        }
    }

    /// How many components of a vector an output goes to, if it is swizzled.
    fn swizzled_components(&self, call: &BuiltinCall, parameter: u8) -> Option<u32> {
        let &Argument::Place(place) = call.arguments.get(usize::from(parameter))? else { return None };
        let components = self.function.places.try_get(place).ok()?.swizzle.as_ref()?;
        Some(components.len() as u32)
    }

    /// Outputs go to places, which may be swizzled.
    fn store_output(&mut self, state: &Call<'_>, parameter: u8, pointer: &Pointer, value: u32) -> Lowered<()> {
        match state.call.arguments.get(usize::from(parameter)) {
            Some(&Argument::Place(place)) if self.swizzled_components(state.call, parameter).is_some() => {
                self.store(place, value)
            }
            _ => self.store_pointer(pointer, value),
        }
    }

    /// Recipes know `int` and `uint` results; the place wins when only the sign differs.
    fn as_type(&mut self, id: u32, ty: u32, place: &Type) -> Lowered<u32> {
        match (self.module.shape(ty), place.scalar()) {
            (Some((from, width)), Some(to)) if from != to => self.convert(id, from, to, width),
            _ => Ok(id),
        }
    }

    fn prepare(&mut self, argument: Argument, mode: ParameterMode, state: &mut Call<'_>) -> Lowered<Prepared> {
        match argument {
            Argument::Value(value) => {
                let definition = self.definition(value)?;
                if self.module.hir.types.get(definition.ty).is_opaque() {
                    state.access |= self.resource_access(value)?;
                }
                let ty = self.module.value_type(definition.ty)?;
                Ok(Prepared::Value(self.value(value)?, ty))
            }
            Argument::Function(function) => Ok(Prepared::Function(self.module.function_id(Instance::plain(function)))),
            Argument::Place(place) => {
                let pointer = self.pointer(place)?;
                state.access |= pointer.access;
                let loaded = if mode == ParameterMode::InOut {
                    let ty = self.plain_type(&pointer.ty)?;
                    Some((self.load(place)?, ty))
                } else {
                    None
                };
                Ok(Prepared::Memory(Box::new(pointer), loaded))
            }
        }
    }

    fn step_of(&mut self, step: &Step, state: &Call<'_>) -> Lowered<(u32, u32)> {
        let instance = state.call.instance;
        let ty = match step.ty {
            StepType::Void => None,
            StepType::Result => Some(state.result),
            StepType::Parameter(index) => Some(match state.arguments.get(usize::from(index)) {
                Some(&Prepared::Value(_, ty)) => ty,
                Some(Prepared::Memory(pointer, _)) => {
                    let scalar = pointer.ty.scalar();
                    match (self.swizzled_components(state.call, index), scalar) {
                        (Some(count), Some(scalar)) => self.module.vector_type(count, scalar),
                        _ => self.plain_type(&pointer.ty)?,
                    }
                }
                Some(Prepared::Function(_) | Prepared::Array(_)) | None => {
                    return Err(Bug("a parameter of a built-in"));
                }
            }),
            StepType::Type(ty) => Some(self.builtin_type(ty, instance)?),
            StepType::Pair(first, second) => {
                let (first, second) = (self.builtin_type(first, instance)?, self.builtin_type(second, instance)?);
                Some(self.module.type_of(TypeKey::Tuple(first, second)))
            }
            StepType::Residency(texel) => {
                let code = self.module.scalar_type(Scalar { kind: ScalarKind::Sint, width: 4 });
                let texel = self.builtin_type(texel, instance)?;
                Some(self.module.type_of(TypeKey::Tuple(code, texel)))
            }
            // `core_step` takes these types from the image itself.
            StepType::ImageOf(_) | StepType::TexelPointer(_) => None,
            StepType::TexelPointerAs(texel) => {
                let texel = self.builtin_type(texel, instance)?;
                Some(self.module.pointer_type(spirv::StorageClass::Image, texel))
            }
        };
        match step.instruction {
            Instruction::Core(opcode) => self.core_step(opcode, ty, step, state),
            Instruction::Ext(opcode) => {
                let ty = ty.or_bug("an extended instruction without a type")?;
                let set = self.module.extended_instructions();
                let mut operands = vec![Operand::IdRef(set), Operand::LiteralExtInstInteger(opcode as u32)];
                for source in step.operands {
                    operands.push(self.operand(source, state, None)?);
                }
                self.module.requested.extended_instruction(opcode);
                Ok((self.emit(Op::ExtInst, ty, operands)?, ty))
            }
            Instruction::Each(opcode) => self.each_component(opcode, step, state),
            Instruction::Input(builtin) => {
                let ty = ty.or_bug("an input without a type")?;
                let variable = self.module.input_variable(builtin, ty);
                Ok((self.load_input(variable, ty, builtin)?, ty))
            }
            Instruction::Splat => {
                let ty = ty.or_bug("a splat without a type")?;
                let (value, _) = self.first_operand(step, state)?;
                match self.module.shape(ty) {
                    Some((scalar, width @ Some(_))) => Ok((self.splat(value, scalar, width)?, ty)),
                    _ => Ok((value, ty)),
                }
            }
            Instruction::Convert => {
                let ty = ty.or_bug("a conversion without a type")?;
                let (value, from) = self.first_operand(step, state)?;
                let (to, _) = self.module.shape(ty).or_bug("a conversion to this type")?;
                let (from, width) = self.module.shape(from).or_bug("a conversion from this type")?;
                Ok((self.convert(value, from, to, width)?, ty))
            }
            Instruction::SaturatedConvert => {
                let ty = ty.or_bug("a conversion without a type")?;
                let (value, _) = self.first_operand(step, state)?;
                Ok((self.saturated_conversion(value, ty, state.call)?, ty))
            }
            Instruction::BitcastExtract => {
                let ty = ty.or_bug("a conversion without a type")?;
                let [value, offset] = step.operands else { return Err(Bug("the operands of a conversion")) };
                let ((value, _), (offset, _)) = (self.operand_value(value, state)?, self.operand_value(offset, state)?);
                self.module.requested.numbered_capability(4232, "SPV_EXT_ocp_microscaling_types");
                // OpBitcastExtractEXT
                Ok((self.emit_numbered(4195, ty, &[value, offset])?, ty))
            }
            Instruction::MatrixMultiplyComponents => {
                let [left, right] = step.operands else { return Err(Bug("the factors of a matrix")) };
                let ((left, ty), (right, _)) = (self.operand_value(left, state)?, self.operand_value(right, state)?);
                let Some(&TypeKey::Matrix(column, columns)) = self.module.key(ty) else {
                    return Err(Bug("a matrix"));
                };
                let mut products = Vec::new();
                for index in 0..columns {
                    let (left, right) = (self.extract(left, column, index)?, self.extract(right, column, index)?);
                    products.push(self.emit_ids(Op::FMul, column, &[left, right])?);
                }
                Ok((self.emit_ids(Op::CompositeConstruct, ty, &products)?, ty))
            }
            Instruction::One | Instruction::Zero => {
                let ty = ty.or_bug("a constant without a type")?;
                let value = u8::from(step.instruction == Instruction::One);
                let (scalar, width) = self.module.shape(ty).or_bug("a constant of this type")?;
                Ok((self.module.splat_constant(scalar, width, value)?, ty))
            }
        }
    }

    /// A scalar instruction for every component of its first operand; the other operands are the same for each.
    fn each_component(&mut self, opcode: Op, step: &Step, state: &Call<'_>) -> Lowered<(u32, u32)> {
        let (value, ty) = self.first_operand(step, state)?;
        let mut others = Vec::new();
        for source in step.operands.iter().skip(1) {
            others.push(self.operand_value(source, state)?.0);
        }
        let Some((scalar, Some(size))) = self.module.shape(ty) else {
            others.insert(0, value);
            return Ok((self.emit_ids(opcode, ty, &others)?, ty));
        };
        let count = size.listed().or_bug("a vector whose components are known")?;
        let part = self.module.scalar_type(scalar);
        let mut results = Vec::new();
        for index in 0..count {
            let mut operands = vec![self.extract(value, part, index)?];
            operands.extend(&others);
            results.push(self.emit_ids(opcode, part, &operands)?);
        }
        Ok((self.emit_ids(Op::CompositeConstruct, ty, &results)?, ty))
    }

    /// The value of a built-in input.
    fn load_input(&mut self, variable: u32, ty: u32, builtin: spirv::BuiltIn) -> Lowered<u32> {
        let mut operands = vec![Operand::IdRef(variable)];
        if self.module.is_volatile(builtin) && self.module.hir.memory_model == MemoryModel::Vulkan {
            operands.push(Operand::MemoryAccess(spirv::MemoryAccess::VOLATILE));
        }
        self.emit(Op::Load, ty, operands)
    }

    fn builtin_type(&mut self, ty: TypeRef, instance: RowInstance) -> Lowered<u32> {
        self.module.builtin_type(ty.at(instance))
    }

    fn first_operand(&mut self, step: &Step, state: &Call<'_>) -> Lowered<(u32, u32)> {
        self.operand_value(step.operands.first().or_bug("an operand")?, state)
    }

    fn core_step(&mut self, opcode: Op, ty: Option<u32>, step: &Step, state: &Call<'_>) -> Lowered<(u32, u32)> {
        if let Some(ty) = ty.filter(|_| takes_derivatives(opcode) && !self.module.has_derivatives()) {
            // They are zero (GL_NV_compute_shader_derivatives, 8.13.1).
            return Ok((self.module.plain_constant(Op::ConstantNull, ty), ty));
        }
        let mut image_operands = ImageOperands::new();
        for (bit, sources) in step.image_operands {
            let mut ids = Vec::new();
            for source in *sources {
                ids.push(self.operand_value(source, state)?.0);
            }
            let constant = sources.iter().all(|source| self.is_constant(source, state));
            image_operands.push((super::image::offset_form(*bit, constant), ids));
        }
        let opcode = self.stage_form(opcode, &mut image_operands);
        let store = opcode == Op::ImageWrite;
        let sampled = samples(opcode);
        if store || sampled || matches!(opcode, Op::ImageRead | Op::ImageSparseRead) {
            // Nobody writes through a sampler: `nonprivate` is the only qualifier it can have.
            let access = if sampled { state.access & MemoryQualifiers::NON_PRIVATE } else { state.access };
            let options = self.module.options;
            let (bits, scope) = self.module.hir.memory_model.texel_access(access, store, options.target.spirv);
            for bit in bits.iter() {
                let scoped = spirv::ImageOperands::MAKE_TEXEL_AVAILABLE | spirv::ImageOperands::MAKE_TEXEL_VISIBLE;
                let scope = scope.filter(|_| scoped.contains(bit));
                image_operands.push((bit, scope.map(|it| self.module.uint_constant(it as u32)).into_iter().collect()));
            }
        }
        if opcode == Op::ImageTexelPointer {
            return self.texel_pointer(ty, step, state);
        }
        let grammar = class(opcode).operands;
        let after_result = grammar
            .iter()
            .filter(|it| !matches!(it.kind, OperandKind::IdResult | OperandKind::IdResultType))
            .map(|it| it.kind);
        let mut kinds = after_result.fuse();
        let mut operands = Vec::with_capacity(step.operands.len() + 2);
        let mut image_type = None;
        let mut element: Option<Pointer> = None;
        for (index, source) in step.operands.iter().enumerate() {
            let is_last = index + 1 == step.operands.len();
            let kind = kinds.next();
            if matches!(source, Source::Rest) {
                for index in state.call.prototype.fixed_count()..state.arguments.len() {
                    operands.push(Operand::IdRef(self.parameter_value(index, state)?.0));
                }
                continue;
            }
            if index == 0 && (takes_plain_image(opcode) || opcode == Op::Image) {
                let (image, ty) = self.operand_value(source, state)?;
                if opcode == Op::Image {
                    return self.plain_image(image, ty, state.access);
                }
                let (image, ty) = self.plain_image(image, ty, state.access)?;
                image_type = Some(ty);
                operands.push(Operand::IdRef(image));
                continue;
            }
            match *source {
                Source::Element(array, index) => {
                    let pointer = self.array_element(array, index, state)?;
                    operands.push(Operand::IdRef(pointer.id));
                    element = Some(pointer);
                }
                Source::Array(array) => {
                    let Some(&Prepared::Array(array)) = state.arguments.get(usize::from(array)) else {
                        return Err(Bug("an array of memory"));
                    };
                    let pointer = self.pointer(array)?;
                    operands.push(Operand::IdRef(pointer.id));
                    element = Some(pointer);
                }
                Source::MemoryOperands(_) => {
                    let pointer = element.as_mut().or_bug("the pointer of an access")?;
                    let by_rows = matches!(opcode, Op::CooperativeMatrixLoadKHR | Op::CooperativeMatrixStoreKHR);
                    if let Some(alignment) = pointer.alignment.as_mut().filter(|_| by_rows) {
                        *alignment = (*alignment).max(self.matrix_alignment(state)?);
                    }
                    // What the functions of cooperative vectors ask of offsets and of the memory they are in.
                    if let (Some(alignment), Op::CooperativeVectorLoadNV | Op::CooperativeVectorStoreNV) =
                        (pointer.alignment.as_mut(), opcode)
                    {
                        *alignment = (*alignment).max(16);
                    }
                    let pointer = &*pointer;
                    let store = matches!(
                        opcode,
                        Op::CooperativeMatrixStoreKHR
                            | Op::CooperativeMatrixStoreTensorNV
                            | Op::CooperativeVectorStoreNV
                    );
                    let before = operands.len();
                    self.access_operands(pointer, store, &mut operands);
                    // More follows, so the mask has to be there.
                    if operands.len() == before && kind == Some(OperandKind::MemoryAccess) && !is_last {
                        operands.push(Operand::MemoryAccess(spirv::MemoryAccess::NONE));
                    }
                }
                Source::TensorOperands(parameters) => {
                    let mut bits = spirv::TensorAddressingOperands::NONE;
                    let mut ids = Vec::new();
                    for &index in parameters {
                        let index = usize::from(index);
                        bits |= tensor_operand(state.call.prototype.parameter_type(index, state.call.instance))
                            .or_bug("a tensor addressing operand")?;
                        ids.push(Operand::IdRef(self.parameter_value(index, state)?.0));
                    }
                    operands.push(Operand::TensorAddressingOperands(bits));
                    operands.extend(ids);
                }
                Source::MatrixOperands(matrices, flags) => {
                    let bits = self.matrix_operands(matrices, flags, state)?;
                    if !bits.is_empty() {
                        operands.push(Operand::CooperativeMatrixOperands(bits));
                    }
                }
                _ => operands.push(self.operand(source, state, kind)?),
            }
        }
        if let Some(TypeKey::Image(image)) = image_type.and_then(|ty| self.module.key(ty)) {
            let unknown = image.class == crate::hir::ImageClass::Storage(spirv::ImageFormat::Unknown)
                && image.shape.dimension != crate::builtins::ImageDimension::Subpass;
            match opcode {
                Op::ImageRead | Op::ImageSparseRead if unknown => {
                    self.module.requested.capability(spirv::Capability::StorageImageReadWithoutFormat);
                }
                Op::ImageWrite if unknown => {
                    self.module.requested.capability(spirv::Capability::StorageImageWriteWithoutFormat);
                }
                _ => {}
            }
        }
        Self::image_operands(image_operands, &mut operands);
        let has_result = grammar.iter().any(|it| it.kind == OperandKind::IdResult);
        if has_result {
            let ty = ty.unwrap_or(state.result);
            let id = self.emit(opcode, ty, operands)?;
            if opcode == Op::SampledImage {
                self.mark_non_uniform(id, state.access);
            }
            return Ok((id, ty));
        }
        if rspirv::grammar::reflect::is_block_terminator(opcode) {
            self.terminate(opcode, operands)?;
        } else {
            self.emit_void(opcode, operands)?;
        }
        Ok((0, state.result))
    }

    /// The element of an array parameter that an index parameter names.
    fn array_element(&mut self, array: u8, index: u8, state: &Call<'_>) -> Lowered<Pointer> {
        let Some(&Prepared::Array(array)) = state.arguments.get(usize::from(array)) else {
            return Err(Bug("an array of memory"));
        };
        let Some(&Argument::Value(index)) = state.call.arguments.get(usize::from(index)) else {
            return Err(Bug("an index"));
        };
        self.element(array, index)
    }

    /// How memory that a cooperative matrix is loaded from or stored to has to be aligned, as far as its size is known: as
    /// a row or column, up to 16 bytes (VUID-RuntimeSpirv-OpCooperativeMatrixLoadKHR-08986).
    fn matrix_alignment(&self, state: &Call<'_>) -> Lowered<u32> {
        let types = &self.module.hir.types;
        for argument in &state.call.arguments {
            let ty = match *argument {
                Argument::Value(value) => self.type_of(value)?,
                Argument::Place(place) => types.get(self.function.places.try_get(place).or_bug("a place")?.ty),
                Argument::Function(_) => continue,
            };
            let &Type::CooperativeMatrix(matrix) = ty else { continue };
            let known = |constant| self.module.constant_bits(constant).unwrap_or(1) as u32;
            let line = known(matrix.rows) | known(matrix.columns);
            // Of a type by number not even the size is known.
            let width = matrix.scalar().map_or(1, |scalar| scalar.width);
            let bytes = line.saturating_mul(width.into());
            return Ok(1 << bytes.trailing_zeros().min(4));
        }
        Ok(1)
    }

    /// Which matrices of a multiplication have signed components, and the constant bits that the call adds.
    fn matrix_operands(
        &self,
        matrices: [u8; 3],
        flags: Option<u8>,
        state: &Call<'_>,
    ) -> Lowered<spirv::CooperativeMatrixOperands> {
        use spirv::CooperativeMatrixOperands as Bits;
        let mut bits = match flags {
            Some(index) => Bits::from_bits_truncate(self.constant_argument(index, state)? as u32),
            None => Bits::empty(),
        };
        let signed = [
            Bits::MATRIX_A_SIGNED_COMPONENTS_KHR,
            Bits::MATRIX_B_SIGNED_COMPONENTS_KHR,
            Bits::MATRIX_C_SIGNED_COMPONENTS_KHR | Bits::MATRIX_RESULT_SIGNED_COMPONENTS_KHR,
        ];
        for (index, signed) in matrices.into_iter().zip(signed) {
            let ty = match state.call.arguments.get(usize::from(index)) {
                Some(&Argument::Value(value)) => self.type_of(value)?,
                Some(&Argument::Place(place)) => {
                    self.module.hir.types.get(self.function.places.try_get(place).or_bug("a place")?.ty)
                }
                _ => return Err(Bug("a matrix")),
            };
            // The matrix that a vector is multiplied by has no type, and there is nothing added to but the bias.
            let signed = match ty {
                Type::CooperativeMatrix(_) => signed,
                _ => signed & (Bits::MATRIX_B_SIGNED_COMPONENTS_KHR | Bits::MATRIX_RESULT_SIGNED_COMPONENTS_KHR),
            };
            if ty.component().is_some_and(|scalar| scalar.kind == ScalarKind::Sint) {
                bits |= signed;
            }
        }
        Ok(bits)
    }

    fn texel_pointer(&mut self, ty: Option<u32>, step: &Step, state: &Call<'_>) -> Lowered<(u32, u32)> {
        let mut sources = step.operands.iter();
        let Some(Source::Parameter(index)) = sources.next() else { return Err(Bug("an image of a texel pointer")) };
        let Some(Prepared::Memory(pointer, _)) = state.arguments.get(usize::from(*index)) else {
            return Err(Bug("an image of a texel pointer"));
        };
        let image = self.plain_type(&pointer.ty)?;
        let ty = match ty {
            Some(ty) => ty,
            None => self.texel_pointer_type(image)?,
        };
        let (opcode, ty, mut operands) = if pointer.untyped {
            let ty = self.module.type_of(TypeKey::UntypedPointer(spirv::StorageClass::Image));
            (Op::UntypedImageTexelPointerEXT, ty, vec![Operand::IdRef(image)])
        } else {
            (Op::ImageTexelPointer, ty, Vec::new())
        };
        operands.push(Operand::IdRef(pointer.id));
        for source in sources {
            operands.push(self.operand(source, state, None)?);
        }
        let id = self.emit(opcode, ty, operands)?;
        self.mark_non_uniform(id, state.access);
        Ok((id, ty))
    }

    /// An operand of an instruction.
    fn operand(&mut self, source: &Source, state: &Call<'_>, kind: Option<OperandKind>) -> Lowered<Operand> {
        if let Source::Literal(word) = *source {
            return Ok(match kind {
                Some(OperandKind::GroupOperation) => {
                    Operand::GroupOperation(GroupOperation::from_u32(word).or_bug("a group operation")?)
                }
                Some(OperandKind::PackedVectorFormat) => Operand::PackedVectorFormat(
                    spirv::PackedVectorFormat::from_u32(word).or_bug("a packed vector format")?,
                ),
                _ => Operand::LiteralBit32(word),
            });
        }
        if let (Some(OperandKind::CooperativeMatrixReduce), &Source::Parameter(index)) = (kind, source) {
            let mask = self.constant_argument(index, state)? as u32;
            return Ok(Operand::CooperativeMatrixReduce(spirv::CooperativeMatrixReduce::from_bits_truncate(mask)));
        }
        let id = self.operand_value(source, state)?.0;
        Ok(match kind {
            Some(OperandKind::IdScope) => Operand::IdScope(id),
            Some(OperandKind::IdMemorySemantics) => Operand::IdMemorySemantics(id),
            _ => Operand::IdRef(id),
        })
    }

    /// The id of an operand, and its type.
    fn operand_value(&mut self, source: &Source, state: &Call<'_>) -> Lowered<(u32, u32)> {
        let model = self.module.hir.memory_model;
        let uint = Scalar { kind: ScalarKind::Uint, width: 4 };
        let (scalar, bits) = match *source {
            Source::Parameter(index) => return self.parameter_value(index.into(), state),
            Source::Step(index) => return state.steps.get(usize::from(index)).copied().or_bug("a step"),
            Source::StepMember(index, member) => {
                let (composite, ty) = state.steps.get(usize::from(index)).copied().or_bug("a step")?;
                return self.member(composite, ty, member);
            }
            Source::ParameterMember(index, member) => {
                let (composite, ty) = self.parameter_value(index.into(), state)?;
                return self.member(composite, ty, member);
            }
            Source::Variable(name) => {
                let row = self.module.builtin_row(name)?;
                let (variable, ty) = self.module.builtin_variable(row)?;
                let value = self.load_input(variable, ty, row.builtin)?;
                return match row.component {
                    Some(component) => self.member(value, ty, component.into()),
                    None => Ok((value, ty)),
                };
            }
            Source::Literal(_)
            | Source::Rest
            | Source::Element(..)
            | Source::Array(_)
            | Source::MemoryOperands(_)
            | Source::TensorOperands(_)
            | Source::MatrixOperands(..) => return Err(Bug("a literal where a value is needed")),
            Source::Uint(value) => (uint, value.into()),
            Source::Int(value) => (Scalar { kind: ScalarKind::Sint, width: 4 }, i64::from(value) as u64),
            Source::Float(value) => (Scalar { kind: ScalarKind::Float, width: 4 }, value.to_bits().into()),
            Source::Bool(value) => (super::operation::BOOL, value.into()),
            Source::Scope(scope) => (uint, scope as u64),
            Source::LegacyDeviceScope => (uint, model.legacy_device_scope() as u64),
            Source::Semantics(bits) => (uint, bits.into()),
            Source::LegacySemantics => (uint, model.atomic_semantics(state.access).into()),
            Source::CombinedSemantics(storage, semantics) => {
                let bits = self.constant_argument(storage, state)? | self.constant_argument(semantics, state)?;
                (uint, bits | u64::from(model.atomic_semantics(state.access)))
            }
        };
        let ty = self.module.scalar_type(scalar);
        Ok((self.module.scalar_constant(scalar, bits), ty))
    }

    /// Whether an operand is known when compiling.
    fn is_constant(&self, source: &Source, state: &Call<'_>) -> bool {
        let &Source::Parameter(index) = source else { return false };
        match state.call.arguments.get(usize::from(index)) {
            Some(&Argument::Value(value)) => {
                self.definition(value).is_ok_and(|value| matches!(value.kind, ValueKind::Constant(_)))
            }
            _ => false,
        }
    }

    fn constant_argument(&self, index: u8, state: &Call<'_>) -> Lowered<u64> {
        let Some(&Argument::Value(value)) = state.call.arguments.get(usize::from(index)) else {
            return Err(Bug("a constant argument"));
        };
        match self.definition(value)?.kind {
            ValueKind::Constant(constant) => self.module.constant_bits(constant),
            _ => None,
        }
        .or_bug("an argument that has to be a constant")
    }

    fn parameter_value(&mut self, index: usize, state: &Call<'_>) -> Lowered<(u32, u32)> {
        let mode = state.call.prototype.parameter(index).map(|parameter| parameter.mode);
        match state.arguments.get(index).or_bug("an argument")? {
            &Prepared::Value(id, ty) => Ok((id, ty)),
            // Functions are named, their type is of no use.
            &Prepared::Function(id) => Ok((id, 0)),
            &Prepared::Memory(_, Some((id, ty))) => Ok((id, ty)),
            Prepared::Array(_) => Err(Bug("an array where a value is needed")),
            Prepared::Memory(pointer, None) => {
                let pointer = pointer.clone();
                let ty = self.plain_type(&pointer.ty)?;
                if mode == Some(ParameterMode::Image) {
                    Ok((self.load_pointer(&pointer)?, ty))
                } else {
                    Ok((pointer.id, ty))
                }
            }
        }
    }

    /// A member or component of a value.
    fn member(&mut self, composite: u32, ty: u32, index: u32) -> Lowered<(u32, u32)> {
        let part = match self.module.key(ty) {
            Some(&TypeKey::Vector(component, _)) => component,
            Some(&TypeKey::Matrix(column, _)) => column,
            Some(&TypeKey::Array { element, .. }) => element,
            Some(&TypeKey::Tuple(first, second)) => {
                if index == 0 {
                    first
                } else {
                    second
                }
            }
            _ => return Err(Bug("a member of a value without members")),
        };
        Ok((self.extract(composite, part, index)?, part))
    }
}

/// The tensor addressing operand that an argument of this type is.
fn tensor_operand(ty: BuiltinType) -> Option<spirv::TensorAddressingOperands> {
    use spirv::TensorAddressingOperands as Bits;
    Some(match ty {
        BuiltinType::TensorView(_) | BuiltinType::Family(TypeFamilyKind::TensorView) => Bits::TENSOR_VIEW,
        BuiltinType::Function(FunctionRule::Decode) => Bits::DECODE_FUNC,
        BuiltinType::Function(FunctionRule::DecodeVector) => super::requirements::DECODE_VECTOR_FUNC,
        _ => return None,
    })
}

/// Whether an instruction differs between neighbouring invocations.
const fn takes_derivatives(opcode: Op) -> bool {
    matches!(
        opcode,
        Op::DPdx
            | Op::DPdy
            | Op::Fwidth
            | Op::DPdxFine
            | Op::DPdyFine
            | Op::FwidthFine
            | Op::DPdxCoarse
            | Op::DPdyCoarse
            | Op::FwidthCoarse
            | Op::ImageQueryLod
    )
}
