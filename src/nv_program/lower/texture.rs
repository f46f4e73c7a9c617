//! Textures and images.
//!
//! Comes in: texture and image instructions. Goes out: their results, through the built-ins of GLSL. Must not depend on:
//! registers.
//!
//! Compute programs have no derivatives: TEX samples at level 0, TXB at the bias. RECT textures are 2D textures whose
//! coordinates are divided by their size.

use super::emit::V;
use super::resource::ImageKey;
use super::vector::Lanes;
use super::{Base, Element, Handle, Lowering, OperationType, Place, Type};
use crate::builtins::vocabulary::ImageFormat;
use crate::builtins::{ImageDimension, ImageShape};
use crate::hir::builder::Given;
use crate::hir::{BinaryOperation as B, ImageClass, ImageType, MemoryQualifiers, Scalar};
use crate::nv_program::ast::{AtomicOperation, StorageType};
use crate::nv_program::opcode::Op;
use crate::nv_program::options::ResourceKind;
use crate::nv_program::program::{Instruction, Offset, Rule, Unit};
use crate::nv_program::target::Target;

const fn scalar(base: Base) -> Scalar {
    match base {
        Base::Float => Scalar::F32,
        Base::Signed => Scalar::I32,
        Base::Unsigned => Scalar::U32,
    }
}

/// The format of an image that is accessed as a storage type.
fn format(storage: StorageType) -> Option<ImageFormat> {
    use ImageFormat as F;
    Some(match storage.name().as_str() {
        "F32" => F::R32f,
        "F32X2" => F::Rg32f,
        "F32X4" => F::Rgba32f,
        "S32" => F::R32i,
        "S32X2" => F::Rg32i,
        "S32X4" => F::Rgba32i,
        "U32" => F::R32ui,
        "U32X2" => F::Rg32ui,
        "U32X4" => F::Rgba32ui,
        "F16" => F::R16f,
        "F16X2" => F::Rg16f,
        "F16X4" => F::Rgba16f,
        "S16" => F::R16i,
        "S16X2" => F::Rg16i,
        "S16X4" => F::Rgba16i,
        "U16" => F::R16ui,
        "U16X2" => F::Rg16ui,
        "U16X4" => F::Rgba16ui,
        "S8" => F::R8i,
        "S8X2" => F::Rg8i,
        "S8X4" => F::Rgba8i,
        "U8" => F::R8ui,
        "U8X2" => F::Rg8ui,
        "U8X4" => F::Rgba8ui,
        _ => return None,
    })
}

impl Lowering<'_> {
    /// Residency starts as true.
    pub(super) fn clear_residency(&mut self) {
        let mut tests = self
            .program
            .instructions()
            .flat_map(|it| it.test.into_iter().chain(it.result.and_then(|result| result.condition)));
        let asked = tests.any(|test| matches!(test.rule, Rule::Resident | Rule::NonResident));
        if asked {
            let place = self.residency_place();
            let yes = self.bool(true);
            self.store(&place, yes);
        }
    }

    fn residency_place(&mut self) -> Place {
        if let Some(place) = &self.residency {
            return place.clone();
        }
        let place = self.variable("resident", self.types.bool);
        self.residency = Some(place.clone());
        place
    }

    /// Runs `body` with the image of a unit, for each that it may be.
    fn with_image(
        &mut self,
        i: &Instruction,
        kind: ResourceKind,
        ty: ImageType,
        results: &[Handle<Type>],
        body: impl Fn(&mut Self, Place) -> Vec<V>,
    ) -> Vec<V> {
        match i.unit {
            Some(Unit::Bound(first, _, Element::Fixed(index))) => {
                let global = self.image(ImageKey { kind, number: Some(first + index), ty });
                let place = self.module.place(global);
                body(self, place)
            }
            Some(Unit::Bound(first, count, element)) => {
                let index = self.element_index(element);
                let places: Vec<Place> = results.iter().map(|&ty| self.f.variable("", ty)).collect();
                for number in 0..count {
                    let expected = self.uint(number);
                    let hit = self.binary(B::Equal, index, expected);
                    let open = self.f.open_if(hit);
                    let global = self.image(ImageKey { kind, number: Some(first + number), ty });
                    let place = self.module.place(global);
                    for (place, value) in places.iter().zip(body(self, place)) {
                        self.store(place, value);
                    }
                    self.f.close_if(open);
                }
                places.iter().map(|place| self.load(place)).collect()
            }
            Some(Unit::Handle(temp, component)) => {
                let mut index = self.read_register(temp, Element::Fixed(0), component);
                if self.register_bits(temp) == 64 {
                    index = self.convert(index, self.types.uint);
                }
                let global = self.image(ImageKey { kind, number: None, ty });
                let place = self.module.place(global);
                let mut place = self.module.element(&place, index);
                place.access |= MemoryQualifiers::NON_UNIFORM;
                body(self, place)
            }
            None => Vec::new(),
        }
    }

    fn shape(target: Target, base: Base) -> ImageShape {
        let dimension = match target.dimension {
            ImageDimension::Rect => ImageDimension::D2,
            other => other,
        };
        ImageShape {
            dimension,
            arrayed: target.arrayed,
            multisampled: target.multisampled,
            shadow: target.shadow,
            texel: if target.shadow { Scalar::F32 } else { scalar(base) },
        }
    }

    /// Components `lanes` of an operand as a vector.
    fn gathered(&mut self, i: &Instruction, operand: usize, lanes: &[usize]) -> V {
        let values: Vec<V> = lanes.iter().map(|&lane| self.operand(i, operand, lane)).collect();
        self.vector(&values)
    }

    pub(super) fn texture_instruction(&mut self, i: &Instruction) {
        let Some(target) = i.target else { return };
        let base = i.ty.base;
        let query = matches!(i.op(), Op::Txq | Op::Txqs);
        let shape = Self::shape(target, if query { Base::Float } else { base });
        // GLSL has buffers of texels as samplers.
        let ty = ImageType { shape, class: ImageClass::Combined };
        let float_result = target.shadow && !query;
        let component = if float_result { self.types.float } else { self.ty(i.ty) };
        let values = self.with_image(i, ResourceKind::Texture, ty, &[component; 4], |lowering, place| {
            let texture = lowering.load(&place);
            let lanes = if query { lowering.query(i, target, texture) } else { lowering.sample(i, target, texture) };
            let zero = lowering.number(i.ty, 0.0);
            lanes.map(|lane| lane.unwrap_or(zero)).to_vec()
        });
        let mut lanes: Lanes = [None; 4];
        for (slot, value) in lanes.iter_mut().zip(values) {
            *slot = Some(value);
        }
        self.finish(i, lanes, if float_result { OperationType::FLOAT } else { i.ty });
    }

    /// The components of a vector; of a scalar the scalar in all of them.
    fn spread(&mut self, value: V) -> Lanes {
        let count = self.f.type_of(value).and_then(|ty| self.module.types.get(ty).component_count()).unwrap_or(1);
        let mut lanes = [None; 4];
        for (lane, slot) in lanes.iter_mut().enumerate() {
            *slot = if count == 1 {
                Some(value)
            } else if (lane as u32) < count {
                Some(self.component(value, lane as u32))
            } else {
                None
            };
        }
        lanes
    }

    fn query(&mut self, i: &Instruction, target: Target, texture: V) -> Lanes {
        if i.op() == Op::Txqs {
            let samples = self.builtin("textureSamples", &[texture]);
            return [Some(samples), None, None, None];
        }
        let plain = target.multisampled || target.dimension == ImageDimension::Buffer;
        let size = if plain {
            self.builtin("textureSize", &[texture])
        } else {
            let level = self.operand(i, 0, 0);
            self.builtin("textureSize", &[texture, level])
        };
        let mut lanes = self.spread(size);
        if self.f.type_of(size) == Some(self.types.int) {
            lanes = [Some(size), None, None, None];
        }
        lanes
    }

    /// Calls a texture function, or its sparse form, whose texel goes to a variable.
    fn look_up(&mut self, i: &Instruction, name: &str, arguments: &[V], last: Option<V>, texel: Handle<Type>) -> V {
        if !i.sparse {
            let all: Vec<V> = arguments.iter().copied().chain(last).collect();
            return self.builtin(name, &all);
        }
        let (first, rest) = name.split_at(1);
        let sparse = format!("sparse{}{rest}ARB", first.to_ascii_uppercase());
        let found = self.f.variable("", texel);
        let mut given: Vec<Given<'_>> = arguments.iter().map(|&value| Given::Value(value)).collect();
        given.push(Given::Place(&found));
        given.extend(last.map(Given::Value));
        let code = self.builtin_given(&sparse, &given);
        self.set_residency(code);
        self.load(&found)
    }

    fn set_residency(&mut self, code: V) {
        let resident = self.builtin("sparseTexelsResidentARB", &[code]);
        let place = self.residency_place();
        self.store(&place, resident);
    }

    fn sample(&mut self, i: &Instruction, target: Target, texture: V) -> Lanes {
        let op = i.op();
        let texel = if target.shadow && !matches!(op, Op::Txg | Op::Txgo) {
            self.types.float
        } else {
            let of = if target.shadow { Scalar::F32 } else { scalar(i.ty.base) };
            self.module.vector(crate::hir::VectorSize::Quad, of)
        };
        if matches!(op, Op::Txf | Op::Txfms) {
            return self.fetch(i, target, texture, texel);
        }
        let coordinates = target.coordinates();
        let arrayed = usize::from(target.arrayed);
        let mut position: Vec<V> = (0..coordinates + arrayed).map(|lane| self.operand(i, 0, lane)).collect();
        let array_cube = target.arrayed && target.dimension == ImageDimension::Cube;
        if op == Op::Txp {
            let w = self.operand(i, 0, 3);
            for value in &mut position {
                *value = self.binary(B::Divide, *value, w);
            }
        }
        self.adjust(i, target, texture, &mut position);
        // The reference: a component behind the others, or x of the second vector.
        let mut reference = None;
        if target.shadow {
            let lane = match (target.dimension, target.arrayed) {
                (ImageDimension::Cube, true) => None,
                (ImageDimension::Cube, false) | (ImageDimension::D2, true) => Some(3),
                _ => Some(2),
            };
            let mut value = match lane {
                Some(lane) => self.operand(i, 0, lane),
                None => self.operand(i, 1, 0),
            };
            if op == Op::Txp {
                let w = self.operand(i, 0, 3);
                value = self.binary(B::Divide, value, w);
            }
            reference = Some(value);
        }
        match op {
            Op::Txg | Op::Txgo => return self.gather(i, texture, &position, reference, texel),
            Op::Txd => {
                let lanes: Vec<usize> = (0..coordinates).collect();
                let (dx, dy) = (self.gathered(i, 1, &lanes), self.gathered(i, 2, &lanes));
                let place = self.sample_position(&position, reference, target);
                let value = self.look_up(i, "textureGrad", &[texture, place, dx, dy], None, texel);
                return self.spread(value);
            }
            _ => {}
        }
        let level = match op {
            Op::Txb | Op::Txl => {
                let second = array_cube || target.shadow && target.dimension == ImageDimension::Cube;
                Some(if second { self.operand(i, 1, 0) } else { self.operand(i, 0, 3) })
            }
            _ => None,
        };
        if array_cube && let Some(reference) = reference {
            let place = self.vector(&position);
            let value = self.look_up(i, "texture", &[texture, place, reference], None, texel);
            return self.spread(value);
        }
        let place = self.sample_position(&position, reference, target);
        let value = match level {
            Some(level) => self.look_up(i, "textureLod", &[texture, place, level], None, texel),
            // Without derivatives it samples at level 0.
            None => self.look_up(i, "texture", &[texture, place], None, texel),
        };
        self.spread(value)
    }

    /// Coordinates and reference as GLSL takes them.
    fn sample_position(&mut self, position: &[V], reference: Option<V>, target: Target) -> V {
        let mut values = position.to_vec();
        if let Some(reference) = reference {
            // The second coordinate of 1D shadow textures is not used.
            if target.dimension == ImageDimension::D1 && !target.arrayed {
                let zero = self.number(OperationType::FLOAT, 0.0);
                values.push(zero);
            }
            values.push(reference);
        }
        self.vector(&values)
    }

    /// Divides coordinates of RECT textures by their size, and adds offsets.
    fn adjust(&mut self, i: &Instruction, target: Target, texture: V, position: &mut [V]) {
        let rect = target.dimension == ImageDimension::Rect;
        let gathers = matches!(i.op(), Op::Txg | Op::Txgo);
        let offset = i.offset.filter(|_| !gathers);
        if !rect && offset.is_none() {
            return;
        }
        let level = self.f.int(&mut self.module, 0);
        let size = self.builtin("textureSize", &[texture, level]);
        for (lane, value) in position.iter_mut().enumerate().take(target.offsets()) {
            let size = self.component(size, lane as u32);
            let size = self.convert(size, self.types.float);
            let offset = offset.map(|offset| self.offset(offset, lane));
            let offset = offset.map(|offset| self.convert(offset, self.types.float));
            if rect {
                if let Some(offset) = offset {
                    *value = self.add(*value, offset);
                }
                *value = self.binary(B::Divide, *value, size);
            } else if let Some(offset) = offset {
                let offset = self.binary(B::Divide, offset, size);
                *value = self.add(*value, offset);
            }
        }
    }

    fn offset(&mut self, offset: Offset, lane: usize) -> V {
        match offset {
            Offset::Constant(values) => {
                let value = values.get(lane).copied().unwrap_or(0);
                self.f.int(&mut self.module, value)
            }
            Offset::Variable(operand) => self.read(&operand, lane),
        }
    }

    fn gather(
        &mut self,
        i: &Instruction,
        texture: V,
        position: &[V],
        reference: Option<V>,
        texel: Handle<Type>,
    ) -> Lanes {
        let place = self.vector(position);
        let component = self.f.int(&mut self.module, i.gather.into());
        let one = |lowering: &mut Self, offset: Option<V>| match (reference, offset) {
            (Some(reference), None) => lowering.look_up(i, "textureGather", &[texture, place, reference], None, texel),
            (Some(reference), Some(offset)) => {
                lowering.look_up(i, "textureGatherOffset", &[texture, place, reference, offset], None, texel)
            }
            (None, None) => lowering.look_up(i, "textureGather", &[texture, place], Some(component), texel),
            (None, Some(offset)) => {
                lowering.look_up(i, "textureGatherOffset", &[texture, place, offset], Some(component), texel)
            }
        };
        if i.op() == Op::Txgo {
            // Each offset gives the first texel of its four, which a gather has last.
            let mut lanes = [None; 4];
            for (lane, slot) in lanes.iter_mut().enumerate() {
                let (x, y) = (self.operand(i, 1, lane), self.operand(i, 2, lane));
                let offset = self.vector(&[x, y]);
                let texels = one(self, Some(offset));
                *slot = Some(self.component(texels, 3));
            }
            return lanes;
        }
        let offset = i.offset.map(|offset| {
            let (x, y) = (self.offset(offset, 0), self.offset(offset, 1));
            self.vector(&[x, y])
        });
        let value = one(self, offset);
        self.spread(value)
    }

    fn fetch(&mut self, i: &Instruction, target: Target, texture: V, texel: Handle<Type>) -> Lanes {
        let mut position: Vec<V> =
            (0..target.coordinates() + usize::from(target.arrayed)).map(|lane| self.operand(i, 0, lane)).collect();
        if let Some(offset) = i.offset {
            for (lane, value) in position.iter_mut().enumerate().take(target.offsets()) {
                let offset = self.offset(offset, lane);
                *value = self.add(*value, offset);
            }
        }
        let place = self.vector(&position);
        let value = if target.dimension == ImageDimension::Buffer {
            self.look_up(i, "texelFetch", &[texture, place], None, texel)
        } else {
            let last = self.operand(i, 0, 3);
            self.look_up(i, "texelFetch", &[texture, place, last], None, texel)
        };
        self.spread(value)
    }

    /// The coordinates of a texel, and the sample. A layer or face stands in z.
    fn texel_position(&mut self, i: &Instruction, operand: usize, target: Target) -> (V, Option<V>) {
        let lanes: &[usize] = match (target.dimension, target.arrayed) {
            (ImageDimension::D1, true) => &[0, 2],
            (ImageDimension::D1 | ImageDimension::Buffer, _) => &[0],
            (ImageDimension::D2 | ImageDimension::Rect | ImageDimension::Subpass, false) => &[0, 1],
            _ => &[0, 1, 2],
        };
        let place = self.gathered(i, operand, lanes);
        let sample = if target.multisampled { Some(self.operand(i, operand, 3)) } else { None };
        (place, sample)
    }

    pub(super) fn image_instruction(&mut self, i: &Instruction) {
        let Some(target) = i.target else { return };
        let format = match i.storage.map(format) {
            None => ImageFormat::Unknown,
            Some(Some(format)) => format,
            Some(None) => {
                let name = i.storage.map(StorageType::name).unwrap_or_default();
                self.refuse(format!("images of `{name}` have no format in SPIR-V"));
                return;
            }
        };
        let query = matches!(i.op(), Op::Imq | Op::Imqs);
        let shape = Self::shape(target, if query { Base::Float } else { i.ty.base });
        let ty = ImageType { shape, class: ImageClass::Storage(format) };
        let component = self.ty(i.ty);
        let results = if i.op() == Op::Storeim { Vec::new() } else { vec![component; 4] };
        let values = self.with_image(i, ResourceKind::Image, ty, &results, |lowering, place| {
            let lanes = lowering.image_access(i, target, &place);
            let zero = lowering.number(i.ty, 0.0);
            lanes.map(|lane| lane.unwrap_or(zero)).to_vec()
        });
        let mut lanes: Lanes = [None; 4];
        for (slot, value) in lanes.iter_mut().zip(values) {
            *slot = Some(value);
        }
        self.finish(i, lanes, i.ty);
    }

    fn image_access(&mut self, i: &Instruction, target: Target, place: &Place) -> Lanes {
        let image = Given::Place(place);
        match i.op() {
            Op::Imq => {
                let size = self.builtin_given("imageSize", &[image]);
                if self.f.type_of(size) == Some(self.types.int) {
                    return [Some(size), None, None, None];
                }
                self.spread(size)
            }
            Op::Imqs => [Some(self.builtin_given("imageSamples", &[image])), None, None, None],
            Op::Loadim => {
                let (position, sample) = self.texel_position(i, 0, target);
                let mut given = vec![image, Given::Value(position)];
                given.extend(sample.map(Given::Value));
                if !i.sparse {
                    let texel = self.builtin_given("imageLoad", &given);
                    return self.spread(texel);
                }
                let texel = self.module.vector(crate::hir::VectorSize::Quad, scalar(i.ty.base));
                let found = self.f.variable("", texel);
                given.push(Given::Place(&found));
                let code = self.builtin_given("sparseImageLoadARB", &given);
                self.set_residency(code);
                let texel = self.load(&found);
                self.spread(texel)
            }
            Op::Storeim => {
                let (position, sample) = self.texel_position(i, 1, target);
                let data = self.gathered(i, 0, &[0, 1, 2, 3]);
                let mut given = vec![image, Given::Value(position)];
                given.extend(sample.map(Given::Value));
                given.push(Given::Value(data));
                self.builtin_given("imageStore", &given);
                [None; 4]
            }
            _ => self.image_atomic(i, target, place),
        }
    }

    fn image_atomic(&mut self, i: &Instruction, target: Target, place: &Place) -> Lanes {
        use AtomicOperation as A;
        let (Some(operation), Some(storage)) = (i.atomic, i.storage) else { return [None; 4] };
        let (position, sample) = self.texel_position(i, 1, target);
        let x = self.operand(i, 0, 0);
        let mut given = vec![Given::Place(place), Given::Value(position)];
        given.extend(sample.map(Given::Value));
        let name = match operation {
            A::Add => "imageAtomicAdd",
            A::Min => "imageAtomicMin",
            A::Max => "imageAtomicMax",
            A::And => "imageAtomicAnd",
            A::Or => "imageAtomicOr",
            A::Xor => "imageAtomicXor",
            A::Exchange => "imageAtomicExchange",
            A::CompareSwap => {
                let y = self.operand(i, 0, 1);
                given.extend([Given::Value(x), Given::Value(y)]);
                let old = self.builtin_given("imageAtomicCompSwap", &given);
                return [Some(old); 4];
            }
            A::IncrementWrap | A::DecrementWrap => return self.wrapped_texel(i, &given, operation, x),
        };
        if storage.bits != 32 {
            return [Some(self.lost(name)); 4];
        }
        given.push(Given::Value(x));
        let old = self.builtin_given(name, &given);
        [Some(old); 4]
    }

    /// IWRAP and DWRAP of a texel, by trying.
    fn wrapped_texel(&mut self, i: &Instruction, texel: &[Given<'_>], operation: AtomicOperation, limit: V) -> Lanes {
        let before = self.builtin_given("imageLoad", texel);
        let before = self.component(before, 0);
        let found = self.f.variable("", self.ty(i.ty));
        self.store(&found, before);
        let mut open = self.f.open_loop();
        self.f.open_body(&mut open, None);
        let old = self.load(&found);
        let (zero, one) = (self.uint(0), self.uint(1));
        let new = if operation == AtomicOperation::IncrementWrap {
            let wraps = self.binary(B::GreaterEqual, old, limit);
            let next = self.add(old, one);
            self.select(wraps, zero, next)
        } else {
            let empty = self.binary(B::Equal, old, zero);
            let above = self.binary(B::Greater, old, limit);
            let wraps = self.either(empty, above);
            let next = self.subtract(old, one);
            self.select(wraps, limit, next)
        };
        let mut given = texel.to_vec();
        given.extend([Given::Value(old), Given::Value(new)]);
        let was = self.builtin_given("imageAtomicCompSwap", &given);
        self.store(&found, was);
        let done = self.binary(B::Equal, was, old);
        let test = self.f.open_if(done);
        self.f.break_out();
        self.f.close_if(test);
        self.f.open_continuing(&mut open);
        self.f.close_loop(open, None);
        [Some(self.load(&found)); 4]
    }
}
