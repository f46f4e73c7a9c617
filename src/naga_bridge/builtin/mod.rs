//! Calls of built-ins: naga's operations for the instructions of a recipe.
//!
//! Comes in: a [`BuiltinCall`]. Goes out: expressions and statements. Must not depend on: any built-in by name.

mod arithmetic;
mod atomic;
mod cooperative_matrix;
mod operations;
mod ray_pipeline;
mod ray_query;
mod scan;
mod subgroup;
mod texture;

use super::body::FunctionWriter;
use super::build::{Build, Shape, Typed};
use super::types::{scalar, size};
use super::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use crate::builtins::vocabulary::Op;
use crate::builtins::{
    self, BuiltinType, Condition, Instruction, Operand as Source, ParameterMode, Step, StepType, TypeRef,
    YoungInstruction,
};
use crate::hir::recipe::{self, Evaluate, Malformed};
use crate::hir::{Argument, BuiltinCall, ConstantKind, Scalar, ValueKind};
use operations::Operation;
pub(super) use texture::Resource;
use texture::Texel;

impl From<Malformed> for Unsupported {
    fn from(row: Malformed) -> Self {
        Self::new(format!("{} (a row of the tables is broken)", row.0))
    }
}

/// What the walk passes around.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    /// Nothing.
    Void,
    /// A value.
    Value(Typed),
    /// A constant of the recipe, which may also be a scope or semantics.
    Known(Scalar, u64),
    /// The two members of the result of an instruction.
    Pair(Typed, Typed),
    /// The memory passed as an argument, which steps find by its parameter.
    Memory,
    /// A texture, sampler or image.
    Resource(Resource),
    /// A texel of an image.
    Texel(Texel),
}

/// The type of a step.
#[derive(Clone, Copy, Debug)]
pub(super) enum StepShape {
    One(Shape),
    Pair(Shape, Shape),
}

/// A call under construction.
pub(super) struct Call<'c, 'f, 'w, 'a> {
    pub writer: &'f mut FunctionWriter<'w, 'a>,
    pub call: &'c BuiltinCall,
    pub result: Option<Shape>,
    /// Whether anything uses the result.
    pub is_used: bool,
}

impl FunctionWriter<'_, '_> {
    /// Calls a built-in.
    pub(super) fn builtin(
        &mut self,
        call: &BuiltinCall,
        result: Option<Shape>,
        is_used: bool,
    ) -> Bridged<Option<Typed>> {
        let name = call.function.name;
        let mut call = Call { writer: self, call, result, is_used };
        let walk = |call: &mut Call<'_, '_, '_, '_>| {
            let recipe = recipe::choose(call, call.call.prototype, call.call.instance)?;
            recipe::walk(call, recipe)
        };
        let made =
            walk(&mut call).map_err(|it| Unsupported { what: it.what.replace(THIS, &format!("`{name}`")), ..it })?;
        let made = match made {
            // The result that naga does not have is unused.
            Some(Item::Void) if !is_used => None,
            made => made.map(|it| call.typed_item(it)).transpose()?,
        };
        Ok(made.zip(result).map(|(made, shape)| self.sign_of(made, shape)))
    }

    /// The same bits with the signedness of the shape.
    pub(super) fn sign_of(&mut self, value: Typed, shape: Shape) -> Typed {
        match (value.shape.scalar(), shape.scalar()) {
            (Some(from), Some(to)) if from.width == to.width && from.kind != to.kind => self.bits_as(value, to),
            _ => value,
        }
    }
}

/// Stands for the name of the built-in in messages.
pub(super) const THIS: &str = "\u{0}";

impl Call<'_, '_, '_, '_> {
    pub(super) fn typed_item(&mut self, item: Item) -> Bridged<Typed> {
        match item {
            Item::Value(value) => Ok(value),
            Item::Known(scalar, bits) => self.writer.scalar_constant(scalar, bits),
            Item::Void | Item::Pair(..) | Item::Memory | Item::Resource(_) | Item::Texel(_) => unsupported(THIS),
        }
    }

    fn shape_of(&mut self, ty: TypeRef) -> Bridged<Shape> {
        Ok(match ty.at(self.call.instance) {
            BuiltinType::Scalar(it) => Shape::Scalar(scalar(it)?),
            BuiltinType::Vector(length, it) => Shape::Vector(size(length)?, scalar(it)?),
            BuiltinType::Matrix { columns, rows, scalar: it } => {
                Shape::Matrix(size(columns)?, size(rows)?, scalar(it)?)
            }
            BuiltinType::Array(&element, length) => {
                let BuiltinType::Vector(count, it) = element else { return unsupported(THIS) };
                let base = self.writer.type_of_shape(Shape::Vector(size(count)?, scalar(it)?));
                let length = std::num::NonZeroU32::new(length).or_missing("an element")?;
                Shape::Other(self.writer.module.array_type(base, naga::ArraySize::Constant(length))?)
            }
            _ => return unsupported(THIS),
        })
    }

    /// The type of an argument.
    pub(super) fn argument_shape(&mut self, parameter: u8) -> Bridged<Shape> {
        let ty = match self.call.arguments.get(usize::from(parameter)) {
            Some(&Argument::Place(place)) => self.writer.function.places.try_get(place).or_missing("a place")?.ty,
            Some(&Argument::Value(value)) => self.writer.definition(value)?.ty,
            _ => return unsupported(THIS),
        };
        let ty = self.writer.module.value_type(ty)?;
        self.writer.module.shape(ty)
    }

    /// The value of an operand.
    pub(super) fn operand(&mut self, source: Source, results: &[Item]) -> Bridged<Typed> {
        let item = recipe::operand(self, source, results)?;
        self.typed_item(item)
    }

    /// The bits of an operand that is known at compile time.
    pub(super) fn known(&mut self, source: Source, results: &[Item]) -> Bridged<Option<u64>> {
        if let Source::Parameter(index) = source {
            return Ok(self.known_argument(index));
        }
        match recipe::operand(self, source, results)? {
            Item::Known(_, bits) => Ok(Some(bits)),
            _ => Ok(None),
        }
    }

    /// An instruction with a naga operation.
    fn operation(&mut self, operation: Operation, shape: Shape, operands: &[Typed]) -> Bridged<Typed> {
        use naga::Expression;
        let operand = |index: usize| operands.get(index).copied().or_missing("an operand");
        let writer = &mut *self.writer;
        match operation {
            Operation::Unary(op) => {
                let operand = operand(0)?;
                Ok(writer.typed(Expression::Unary { op, expr: operand.it }, operand.shape))
            }
            Operation::Binary(op) => {
                let (left, right) = (operand(0)?, operand(1)?);
                let right = if left.shape == right.shape { right } else { writer.sign_of(right, left.shape) };
                Ok(writer.plain_binary(op, left, right, shape))
            }
            Operation::Relational(fun) => {
                Ok(writer.typed(Expression::Relational { fun, argument: operand(0)?.it }, shape))
            }
            Operation::Math(fun) => self.math_function(fun, shape, operands),
            Operation::Derivative(..) if !writer.module.has_derivatives() => {
                // They are zero (GL_NV_compute_shader_derivatives, 8.13.1).
                writer.small(0, shape)
            }
            Operation::Derivative(axis, ctrl) => {
                Ok(writer.typed(Expression::Derivative { axis, ctrl, expr: operand(0)?.it }, shape))
            }
            Operation::Select => Ok(writer.select(operand(0)?, operand(1)?, operand(2)?)),
        }
    }
}

impl Evaluate for Call<'_, '_, '_, '_> {
    type Value = Item;
    type Type = StepShape;
    type Failure = Unsupported;

    fn known_argument(&self, parameter: u8) -> Option<u64> {
        let Some(&Argument::Value(value)) = self.call.arguments.get(usize::from(parameter)) else { return None };
        let ValueKind::Constant(constant) = self.writer.definition(value).ok()?.kind else { return None };
        match self.writer.module.hir.constants.get_handle(constant).ok()?.kind {
            ConstantKind::Scalar(bits) => Some(bits),
            _ => None,
        }
    }

    fn target_has(&self, condition: &Condition) -> bool {
        // The newest form of an instruction is the simplest.
        matches!(condition, Condition::Spirv(_))
    }

    fn argument(&mut self, parameter: u8) -> Bridged<Item> {
        let index = usize::from(parameter);
        let mode = self.call.prototype.parameter(index).map(|it| it.mode);
        match (self.call.arguments.get(index).copied(), mode) {
            (Some(Argument::Value(value)), _) => match self.writer.resources.get(&value) {
                Some(&resource) => Ok(Item::Resource(resource)),
                None => self.writer.value(value).map(Item::Value),
            },
            (Some(Argument::Place(place)), Some(ParameterMode::Image)) => {
                let place = self.writer.function.places.try_get(place).or_missing("a place")?;
                self.writer.resource_at(place).map(Item::Resource)
            }
            (Some(Argument::Place(place)), Some(ParameterMode::InOut)) => {
                let place = self.writer.function.places.try_get(place).or_missing("a place")?;
                self.writer.load_place(place).map(Item::Value)
            }
            (Some(Argument::Place(_)), Some(ParameterMode::Memory)) => Ok(Item::Memory),
            _ => unsupported(THIS),
        }
    }

    fn environment(&mut self, operand: Source) -> Bridged<Item> {
        let bits = match operand {
            Source::Scope(scope) => scope as u64,
            Source::LegacyDeviceScope => spirv::Scope::Device as u64,
            Source::Semantics(bits) => bits.into(),
            Source::LegacySemantics => 0,
            Source::CombinedSemantics(storage, semantics) => {
                let known = |it| self.known_argument(it).or_missing("a constant argument");
                known(storage)? | known(semantics)?
            }
            Source::Variable(name) => {
                let stage = self.writer.module.hir.entry_point.stage;
                let rows = builtins::variables(name);
                let row = rows.iter().find(|row| row.gate.stages.contains(stage)).or_missing("a built-in variable")?;
                return self.writer.input_of_row(row).map(Item::Value);
            }
            _ => return unsupported(THIS),
        };
        Ok(Item::Known(Scalar::U32, bits))
    }

    fn constant(&mut self, scalar: Scalar, bits: u64) -> Bridged<Item> {
        Ok(Item::Known(scalar, bits))
    }

    fn member(&mut self, composite: Item, index: u32) -> Bridged<Item> {
        match (composite, index) {
            (Item::Pair(first, _), 0) => Ok(Item::Value(first)),
            (Item::Pair(_, second), 1) => Ok(Item::Value(second)),
            (item, index) => {
                let value = self.typed_item(item)?;
                self.writer.part(value, index).map(Item::Value)
            }
        }
    }

    fn part_count(&mut self, value: Item) -> Bridged<Option<u32>> {
        Ok(self.typed_item(value)?.shape.count())
    }

    fn type_of(&mut self, value: Item) -> Bridged<StepShape> {
        Ok(StepShape::One(self.typed_item(value)?.shape))
    }

    fn step_type(&mut self, ty: StepType) -> Bridged<Option<StepShape>> {
        Ok(match ty {
            StepType::Void | StepType::ImageOf(_) | StepType::TexelPointer(_) => None,
            StepType::Result => self.result.map(StepShape::One),
            StepType::Parameter(index) => {
                let ty = self.call.prototype.parameter(index.into()).or_missing("a parameter")?.ty;
                Some(StepShape::One(match ty.at(self.call.instance) {
                    BuiltinType::Family(_) => self.argument_shape(index)?,
                    _ => self.shape_of(ty)?,
                }))
            }
            StepType::Type(ty) => Some(StepShape::One(self.shape_of(ty)?)),
            StepType::Structure(&[first, second]) => {
                Some(StepShape::Pair(self.shape_of(first)?, self.shape_of(second)?))
            }
            StepType::Structure(_) | StepType::Residency(_) | StepType::TexelPointerAs(_) => return unsupported(THIS),
        })
    }

    fn compute(&mut self, instruction: Instruction, ty: StepShape, operands: &[Item]) -> Bridged<Item> {
        let mut values = Vec::with_capacity(operands.len());
        for &operand in operands {
            values.push(self.typed_item(operand)?);
        }
        let shape = match ty {
            StepShape::Pair(first, second) => {
                let (first, second) = self.pair(instruction, first, second, &values)?;
                return Ok(Item::Pair(first, second));
            }
            StepShape::One(shape) => shape,
        };
        let operand = |index: usize| values.get(index).copied().or_missing("an operand");
        let made = match instruction {
            Instruction::Core(opcode) => match operations::core(opcode) {
                Some(operation) => self.operation(operation, shape, &values)?,
                None => self.core_arithmetic(opcode, shape, &values)?,
            },
            Instruction::Ext(opcode) => match operations::ext(opcode) {
                Some(function) => self.math_function(function, shape, &values)?,
                None => return unsupported(THIS),
            },
            Instruction::Input(builtin) => self.writer.input_of(builtin)?,
            Instruction::Splat => self.writer.splat(operand(0)?, shape),
            Instruction::Convert => self.writer.convert_value(operand(0)?, shape.scalar().or_missing("a number")?)?,
            Instruction::One => self.writer.small(1, shape)?,
            Instruction::Zero => self.writer.small(0, shape)?,
            Instruction::Extended(_)
            | Instruction::SaturatedConvert
            | Instruction::BitcastExtract
            | Instruction::Each(_)
            | Instruction::MatrixMultiplyComponents
            | Instruction::Young(_) => return unsupported(THIS),
        };
        Ok(Item::Value(self.writer.sign_of(made, shape)))
    }

    fn core_step(&mut self, opcode: Op, ty: Option<StepShape>, step: &'static Step, results: &[Item]) -> Bridged<Item> {
        if let Some(item) = self.atomic_step(opcode, step, results)? {
            return Ok(item);
        }
        if let Some(item) = self.subgroup_step(opcode, step, results)? {
            return Ok(item);
        }
        if let Some(item) = self.texture_step(opcode, step, results)? {
            return Ok(item);
        }
        if let Some(item) = self.ray_query_step(opcode, step, results)? {
            return Ok(item);
        }
        if let Some(item) = self.ray_pipeline_step(opcode, step, results)? {
            return Ok(item);
        }
        if let Some(item) = self.mesh_step(opcode, step, results)? {
            return Ok(item);
        }
        if let Some(item) = self.cooperative_step(opcode, step, results)? {
            return Ok(item);
        }
        if opcode == Op::VectorShuffle {
            return self.shuffle(step, results);
        }
        if !step.image_operands.is_empty() {
            return unsupported(THIS);
        }
        let mut operands = Vec::with_capacity(step.operands.len());
        for &source in step.operands {
            operands.push(recipe::operand(self, source, results).map_err(|_| Unsupported::new(THIS))?);
        }
        let Some(ty) = ty else { return unsupported(THIS) };
        self.compute(Instruction::Core(opcode), ty, &operands)
    }

    fn young_step(
        &mut self,
        _instruction: YoungInstruction,
        _ty: Option<StepShape>,
        _step: &'static Step,
        _results: &[Item],
    ) -> Bridged<Item> {
        unsupported(THIS)
    }

    fn output(&mut self, parameter: u8, value: Item) -> Bridged<()> {
        let Some(&Argument::Place(place)) = self.call.arguments.get(usize::from(parameter)) else { return Ok(()) };
        let place = self.writer.function.places.try_get(place).or_missing("a place")?;
        let value = self.typed_item(value)?;
        // Recipes have `int` and `uint` results; the place decides if only the signedness differs.
        let to = self.writer.module.hir.types.scalar_of(place.ty).map(scalar).transpose()?;
        let value = match to {
            Some(to) => self.writer.sign_of(value, value.shape.of(to)),
            None => value,
        };
        self.writer.store_place(place, value)
    }
}

impl Call<'_, '_, '_, '_> {
    /// A step that says how much follows in the pipeline.
    fn mesh_step(&mut self, opcode: Op, step: &'static Step, results: &[Item]) -> Bridged<Option<Item>> {
        let mut operand = |index: usize| {
            let source = step.operands.get(index).copied().or_missing("an operand")?;
            self.operand(source, results)
        };
        match opcode {
            Op::EmitMeshTasksEXT => {
                let counts = [operand(0)?, operand(1)?, operand(2)?];
                self.writer.emit_mesh_tasks(counts)?;
            }
            Op::SetMeshOutputsEXT => {
                let (vertices, primitives) = (operand(0)?, operand(1)?);
                self.writer.set_mesh_counts(vertices, primitives)?;
            }
            _ => return Ok(None),
        }
        Ok(Some(Item::Void))
    }

    /// Components of the first operand, by literal numbers.
    fn shuffle(&mut self, step: &'static Step, results: &[Item]) -> Bridged<Item> {
        let (&vector, rest) = step.operands.split_first().or_missing("an operand")?;
        let vector = self.operand(vector, results)?;
        let components = rest.iter().filter_map(|it| match it {
            Source::Literal(component) => Some(*component as u8),
            _ => None,
        });
        let components: Vec<u8> = components.collect();
        self.writer.swizzle(vector, &components).map(Item::Value)
    }
}
