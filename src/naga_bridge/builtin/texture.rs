//! Look-ups in textures, accesses to images, and queries.
//!
//! Comes in: steps of recipes. Goes out: expressions and statements. Must not depend on: other kinds of steps.
//!
//! In naga the layer is separate from the coordinate, depth textures have one component instead of four, and there are
//! no projections.

use super::{Call, Item, THIS, operations};
use crate::builtins::vocabulary::Op;
use crate::builtins::{ImageDimension, ImageShape, Operand as Source, Step};
use crate::hir::recipe;
use crate::hir::{Argument, ConstantKind, ValueKind};
use crate::naga_bridge::build::{Build, Shape, Typed};
use crate::naga_bridge::constants::constant;
use crate::naga_bridge::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use naga::{BinaryOperator, Expression, Handle, ImageQuery, MathFunction, SampleLevel, Scalar, Statement};
use naga::{SwizzleComponent, VectorSize};
use spirv::ImageOperands;

/// A texture, image or sampler in a function.
#[derive(Clone, Copy, Debug)]
pub(in crate::naga_bridge) struct Resource {
    pub image: Option<Handle<Expression>>,
    pub sampler: Option<Handle<Expression>>,
    pub shape: Option<ImageShape>,
    /// Whether it is a depth texture in naga.
    pub is_depth: bool,
}

/// A texel of an image.
#[derive(Clone, Copy, Debug)]
pub(in crate::naga_bridge) struct Texel {
    image: Resource,
    coordinate: Handle<Expression>,
    array_index: Option<Handle<Expression>>,
}

/// The options of a look-up.
struct LookUp {
    is_projected: bool,
    is_gather: bool,
    is_compared: bool,
}

const fn look_up(opcode: Op) -> Option<LookUp> {
    let (is_projected, is_gather, is_compared) = match opcode {
        Op::ImageSampleImplicitLod | Op::ImageSampleExplicitLod => (false, false, false),
        Op::ImageSampleDrefImplicitLod | Op::ImageSampleDrefExplicitLod => (false, false, true),
        Op::ImageSampleProjImplicitLod | Op::ImageSampleProjExplicitLod => (true, false, false),
        Op::ImageSampleProjDrefImplicitLod | Op::ImageSampleProjDrefExplicitLod => (true, false, true),
        Op::ImageGather => (false, true, false),
        Op::ImageDrefGather => (false, true, true),
        _ => return None,
    };
    Some(LookUp { is_projected, is_gather, is_compared })
}

/// The components of a coordinate without the layer.
const fn dimensions(shape: ImageShape) -> u32 {
    match shape.dimension {
        ImageDimension::D1 | ImageDimension::Buffer => 1,
        ImageDimension::D3 | ImageDimension::Cube => 3,
        _ => 2,
    }
}

impl Call<'_, '_, '_, '_> {
    /// A step that accesses a resource.
    pub(super) fn texture_step(&mut self, opcode: Op, step: &'static Step, results: &[Item]) -> Bridged<Option<Item>> {
        if let Some(kind) = look_up(opcode) {
            return self.look_up(&kind, step, results).map(|it| Some(Item::Value(it)));
        }
        let made = match opcode {
            Op::Image => Item::Resource(self.resource(step, results)?),
            Op::ImageFetch => Item::Value(self.fetch(step, results)?),
            Op::ImageRead => Item::Value(self.read(step, results)?),
            Op::ImageWrite => {
                self.write(step, results)?;
                Item::Void
            }
            Op::ImageTexelPointer => Item::Texel(self.texel(step, results)?),
            Op::ImageQuerySize | Op::ImageQuerySizeLod => Item::Value(self.size(step, results)?),
            Op::ImageQueryLevels => Item::Value(self.query(step, results, ImageQuery::NumLevels)?),
            Op::ImageQuerySamples => Item::Value(self.query(step, results, ImageQuery::NumSamples)?),
            _ => return Ok(None),
        };
        Ok(Some(made))
    }

    fn resource(&mut self, step: &'static Step, results: &[Item]) -> Bridged<Resource> {
        let source = step.operands.first().copied().or_missing("an operand")?;
        match recipe::operand(self, source, results)? {
            Item::Resource(resource) => Ok(resource),
            _ => unsupported(THIS),
        }
    }

    fn image_operand(
        &mut self,
        step: &'static Step,
        bits: ImageOperands,
        results: &[Item],
    ) -> Bridged<Option<Vec<Typed>>> {
        let found = step.image_operands.iter().find(|(bit, _)| bits.contains(*bit));
        let Some((_, sources)) = found else { return Ok(None) };
        sources.iter().map(|&source| self.operand(source, results)).collect::<Bridged<Vec<_>>>().map(Some)
    }

    /// The coordinate without the layer, and the layer.
    fn split(&mut self, shape: ImageShape, coordinate: Typed) -> Bridged<(Typed, Option<Handle<Expression>>)> {
        let count = dimensions(shape);
        let components: Vec<u8> = (0..count as u8).collect();
        let total = coordinate.shape.count().unwrap_or(1);
        let plain = if total == count { coordinate } else { self.writer.swizzle(coordinate, &components)? };
        if !shape.arrayed {
            return Ok((plain, None));
        }
        let layer = self.writer.part(coordinate, count)?;
        let is_float = layer.shape.scalar().is_some_and(|it| it.kind == naga::ScalarKind::Float);
        let layer = if is_float {
            // The nearest layer (Vulkan, 16.5.1).
            let nearest = self.writer.math(MathFunction::Round, &[layer], layer.shape)?;
            self.writer.convert(nearest, Scalar::I32)
        } else {
            layer
        };
        Ok((plain, Some(layer.it)))
    }

    fn look_up(&mut self, kind: &LookUp, step: &'static Step, results: &[Item]) -> Bridged<Typed> {
        let resource = self.resource(step, results)?;
        let source = |index: usize| step.operands.get(index).copied().or_missing("an operand");
        let shape = resource.shape.or_missing("a texture")?;
        let whole = self.operand(source(1)?, results)?;
        let mut compared = if kind.is_compared { Some(self.operand(source(2)?, results)?) } else { None };
        let (mut coordinate, array_index) = self.split(shape, whole)?;
        if kind.is_projected {
            let last = whole.shape.count().or_missing("a divisor")? - 1;
            let divisor = self.writer.part(whole, last)?;
            let all = self.writer.splat(divisor, coordinate.shape);
            coordinate = self.writer.same(BinaryOperator::Divide, coordinate, all);
            compared = compared.map(|it| self.writer.same(BinaryOperator::Divide, it, divisor));
        }
        let texel = super::super::types::scalar(shape.texel)?;
        if !kind.is_gather && texel.kind != naga::ScalarKind::Float {
            return Err(Unsupported::new("look-ups in textures of integers through a sampler").help("use `texelFetch`"));
        }
        let level = self.level(kind, resource, step, results)?;
        let component = if kind.is_gather && !kind.is_compared { self.known(source(2)?, results)? } else { None };
        let component = match component {
            Some(1) => SwizzleComponent::Y,
            Some(2) => SwizzleComponent::Z,
            Some(3) => SwizzleComponent::W,
            _ => SwizzleComponent::X,
        };
        let gather = kind.is_gather.then_some(component);
        let scalar = kind.is_compared && !kind.is_gather;
        let one_component = resource.is_depth && !kind.is_gather;
        let quad = Shape::Vector(VectorSize::Quad, if resource.is_depth { Scalar::F32 } else { texel });
        let result = if one_component { Shape::Scalar(Scalar::F32) } else { quad };
        let sample = |call: &mut Self, offset: Option<Handle<Expression>>| -> Bridged<Typed> {
            let expression = Expression::ImageSample {
                image: resource.image.or_missing("a texture")?,
                sampler: resource.sampler.or_missing("a sampler")?,
                gather,
                coordinate: coordinate.it,
                array_index,
                offset,
                level,
                depth_ref: compared.map(|it| it.it),
                clamp_to_edge: false,
            };
            Ok(call.writer.typed(expression, result))
        };
        if step.image_operands.iter().any(|(bit, _)| *bit == ImageOperands::CONST_OFFSETS) {
            // Each component is the lower left texel of its own gather.
            let mut parts = Vec::new();
            for offset in self.offsets(step)? {
                let four = sample(self, Some(offset))?;
                parts.push(self.writer.part(four, 3)?.it);
            }
            return Ok(self.writer.compose(quad, parts));
        }
        let offset = self.offset(step, results)?;
        let made = sample(self, offset)?;
        if one_component && !scalar { self.depth_as_texel(made) } else { Ok(made) }
    }

    /// The texel that GLSL reads from a depth texture.
    fn depth_as_texel(&mut self, depth: Typed) -> Bridged<Typed> {
        let shape = Shape::Scalar(Scalar::F32);
        let (zero, one) = (self.writer.small(0, shape)?, self.writer.small(1, shape)?);
        let quad = Shape::Vector(VectorSize::Quad, Scalar::F32);
        Ok(self.writer.compose(quad, vec![depth.it, zero.it, zero.it, one.it]))
    }

    fn level(
        &mut self,
        kind: &LookUp,
        resource: Resource,
        step: &'static Step,
        results: &[Item],
    ) -> Bridged<SampleLevel> {
        let has_derivatives = self.writer.module.has_derivatives();
        let is_base = |call: &mut Self, it: Source| Ok::<_, Unsupported>(call.known(it, results)? == Some(0));
        for (bit, sources) in step.image_operands {
            let source = sources.first().copied().or_missing("an operand")?;
            match *bit {
                ImageOperands::MIN_LOD if has_derivatives => return unsupported(format!("{THIS} with a least level")),
                ImageOperands::BIAS if has_derivatives => {
                    if resource.is_depth {
                        return unsupported(format!("{THIS} of a shadow texture with a bias"));
                    }
                    return Ok(SampleLevel::Bias(self.operand(source, results)?.it));
                }
                ImageOperands::LOD if kind.is_compared || kind.is_gather => {
                    if is_base(self, source)? {
                        return Ok(SampleLevel::Zero);
                    }
                    return unsupported(format!("{THIS} of a shadow texture in another level than 0"));
                }
                ImageOperands::LOD if resource.is_depth => {
                    let level = self.operand(source, results)?;
                    return Ok(SampleLevel::Exact(self.writer.convert(level, Scalar::I32).it));
                }
                ImageOperands::LOD => return Ok(SampleLevel::Exact(self.operand(source, results)?.it)),
                ImageOperands::GRAD => {
                    if kind.is_compared {
                        return unsupported(format!("{THIS} of a shadow texture with derivatives"));
                    }
                    let second = sources.get(1).copied().or_missing("an operand")?;
                    let (x, y) = (self.operand(source, results)?, self.operand(second, results)?);
                    return Ok(SampleLevel::Gradient { x: x.it, y: y.it });
                }
                _ => {}
            }
        }
        if kind.is_gather || !has_derivatives && kind.is_compared {
            return Ok(SampleLevel::Zero);
        }
        if has_derivatives {
            return Ok(SampleLevel::Auto);
        }
        // naga 30 writes `SampleLevelZero` for `Zero`, which HLSL does not have.
        let scalar = if resource.is_depth { Scalar::I32 } else { Scalar::F32 };
        Ok(SampleLevel::Exact(self.writer.small(0, Shape::Scalar(scalar))?.it))
    }

    /// The constant offset of a look-up.
    fn offset(&mut self, step: &'static Step, results: &[Item]) -> Bridged<Option<Handle<Expression>>> {
        let bits = ImageOperands::OFFSET | ImageOperands::CONST_OFFSET;
        let Some((_, sources)) = step.image_operands.iter().find(|(bit, _)| bits.contains(*bit)) else {
            return Ok(None);
        };
        let source = sources.first().copied().or_missing("an operand")?;
        let is_constant = match source {
            Source::Parameter(index) => match self.call.arguments.get(usize::from(index)) {
                Some(&Argument::Value(value)) => matches!(self.writer.definition(value)?.kind, ValueKind::Constant(_)),
                _ => false,
            },
            _ => true,
        };
        if !is_constant {
            return Err(Unsupported::new(format!("{THIS} with an offset that is no constant"))
                .help("add the offset to the coordinate, divided by the size of the texture"));
        }
        Ok(Some(self.operand(source, results)?.it))
    }

    /// The four offsets of a gather.
    fn offsets(&mut self, step: &'static Step) -> Bridged<Vec<Handle<Expression>>> {
        let wanted = step.image_operands.iter().find(|(bit, _)| *bit == ImageOperands::CONST_OFFSETS);
        let Some((_, [Source::Parameter(index)])) = wanted else { return unsupported(THIS) };
        let Some(&Argument::Value(value)) = self.call.arguments.get(usize::from(*index)) else {
            return unsupported(THIS);
        };
        let ValueKind::Constant(array) = self.writer.definition(value)?.kind else { return unsupported(THIS) };
        let array = self.writer.module.hir.constants.get_handle(array).or_missing("a constant")?;
        let ConstantKind::Composite(parts) = &array.kind else { return unsupported(THIS) };
        parts.iter().map(|&part| constant(self.writer, part).map(|it| it.it)).collect()
    }

    fn fetch(&mut self, step: &'static Step, results: &[Item]) -> Bridged<Typed> {
        let resource = self.resource(step, results)?;
        let shape = resource.shape.or_missing("a texture")?;
        let whole = self.operand(step.operands.get(1).copied().or_missing("a coordinate")?, results)?;
        let (mut coordinate, array_index) = self.split(shape, whole)?;
        let bits = ImageOperands::OFFSET | ImageOperands::CONST_OFFSET;
        if let Some(offset) = self.image_operand(step, bits, results)?.and_then(|it| it.first().copied()) {
            coordinate = self.writer.same(BinaryOperator::Add, coordinate, offset);
        }
        let sample =
            self.image_operand(step, ImageOperands::SAMPLE, results)?.and_then(|it| it.first().map(|it| it.it));
        let level = match self.image_operand(step, ImageOperands::LOD, results)? {
            _ if shape.multisampled => None,
            Some(level) => level.first().map(|it| it.it),
            None => Some(self.writer.uint(0).it),
        };
        let image = resource.image.or_missing("a texture")?;
        let expression = Expression::ImageLoad { image, coordinate: coordinate.it, array_index, sample, level };
        if resource.is_depth {
            let depth = self.writer.typed(expression, Shape::Scalar(Scalar::F32));
            return self.depth_as_texel(depth);
        }
        let texel = super::super::types::scalar(shape.texel)?;
        Ok(self.writer.typed(expression, Shape::Vector(VectorSize::Quad, texel)))
    }

    /// The position of a texel in an image.
    fn texel(&mut self, step: &'static Step, results: &[Item]) -> Bridged<Texel> {
        let image = self.resource(step, results)?;
        let shape = image.shape.or_missing("an image")?;
        let whole = self.operand(step.operands.get(1).copied().or_missing("a coordinate")?, results)?;
        // A cube image is accessed as an array of faces (GLSL 4.60, 8.12), which naga does not support.
        if shape.dimension == ImageDimension::Cube {
            return Err(Unsupported::new("images of cubes").help("use an `image2DArray` with six layers"));
        }
        let (coordinate, array_index) = self.split(shape, whole)?;
        Ok(Texel { image, coordinate: coordinate.it, array_index })
    }

    fn read(&mut self, step: &'static Step, results: &[Item]) -> Bridged<Typed> {
        let Texel { image, coordinate, array_index } = self.texel(step, results)?;
        let texel = super::super::types::scalar(image.shape.or_missing("an image")?.texel)?;
        let image = image.image.or_missing("an image")?;
        let expression = Expression::ImageLoad { image, coordinate, array_index, sample: None, level: None };
        Ok(self.writer.typed(expression, Shape::Vector(VectorSize::Quad, texel)))
    }

    fn write(&mut self, step: &'static Step, results: &[Item]) -> Bridged<()> {
        let Texel { image, coordinate, array_index } = self.texel(step, results)?;
        let value = self.operand(step.operands.get(2).copied().or_missing("a texel")?, results)?.it;
        let image = image.image.or_missing("an image")?;
        self.writer.push(Statement::ImageStore { image, coordinate, array_index, value });
        Ok(())
    }

    /// An atomic operation on a texel. In naga these have no results.
    pub(super) fn image_atomic(
        &mut self,
        opcode: Op,
        texel: Texel,
        step: &'static Step,
        results: &[Item],
    ) -> Bridged<Item> {
        let Some(fun) = operations::atomic(opcode).filter(|it| !matches!(it, naga::AtomicFunction::Exchange { .. }))
        else {
            return unsupported(format!("{THIS} of texels"));
        };
        if self.is_used {
            return Err(Unsupported::new("the results of atomic operations on images")
                .help("use a storage buffer where the old value is needed"));
        }
        let shape = texel.image.shape.or_missing("an image")?;
        let value = self.operand(step.operands.get(3).copied().or_missing("an operand")?, results)?;
        let value = self.writer.sign_of(value, Shape::Scalar(super::super::types::scalar(shape.texel)?)).it;
        let image = texel.image.image.or_missing("an image")?;
        let (coordinate, array_index) = (texel.coordinate, texel.array_index);
        self.writer.push(Statement::ImageAtomic { image, coordinate, array_index, fun, value });
        Ok(Item::Void)
    }

    fn size(&mut self, step: &'static Step, results: &[Item]) -> Bridged<Typed> {
        let resource = self.resource(step, results)?;
        let shape = resource.shape.or_missing("an image")?;
        let level = step.operands.get(1).map(|&it| self.operand(it, results)).transpose()?.map(|it| it.it);
        let image = resource.image.or_missing("an image")?;
        let size = match shape.dimension {
            ImageDimension::D1 => Shape::Scalar(Scalar::U32),
            ImageDimension::D3 => Shape::Vector(VectorSize::Tri, Scalar::U32),
            _ => Shape::Vector(VectorSize::Bi, Scalar::U32),
        };
        let query = Expression::ImageQuery { image, query: ImageQuery::Size { level } };
        let mut size = self.writer.typed(query, size);
        if shape.arrayed {
            let layers = Expression::ImageQuery { image, query: ImageQuery::NumLayers };
            let layers = self.writer.typed(layers, Shape::Scalar(Scalar::U32));
            let all = if shape.dimension == ImageDimension::D1 { VectorSize::Bi } else { VectorSize::Tri };
            size = self.writer.compose(Shape::Vector(all, Scalar::U32), vec![size.it, layers.it]);
        }
        Ok(self.writer.bits_as(size, Scalar::I32))
    }

    fn query(&mut self, step: &'static Step, results: &[Item], query: ImageQuery) -> Bridged<Typed> {
        let image = self.resource(step, results)?.image.or_missing("an image")?;
        let number = self.writer.typed(Expression::ImageQuery { image, query }, Shape::Scalar(Scalar::U32));
        Ok(self.writer.bits_as(number, Scalar::I32))
    }
}
