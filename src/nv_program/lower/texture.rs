//! Textures: sampling, fetching, gathering, queries.
//!
//! Comes in: texture instructions. Goes out: their results, through the built-ins of GLSL. Must not depend on: registers.
//!
//! Compute programs have no derivatives: TEX and TXB sample at level 0. RECT textures are 2D textures whose
//! coordinates are divided by their size.

use super::emit::V;
use super::resource::ImageKey;
use super::vector::Lanes;
use super::{Base, Element, Handle, Lowering, OperationType, Place, Type};
use crate::builtins::{ImageDimension, ImageShape};
use crate::hir::builder::Given;
use crate::hir::{BinaryOperation as B, ImageClass, ImageType, MemoryQualifiers, Scalar};
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

/// A look-up: the target, the type of its result, and the function of GLSL.
#[derive(Clone, Copy, Debug)]
struct Sample<'n> {
    target: Target,
    texel: Handle<Type>,
    name: &'n str,
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

    /// Runs `body` with the image of a unit, once for each that it may be.
    pub(super) fn with_image(
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

    pub(super) fn shape(target: Target, base: Base) -> ImageShape {
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
    pub(super) fn gathered(&mut self, i: &Instruction, operand: usize, lanes: &[usize]) -> V {
        let values: Vec<V> = lanes.iter().map(|&lane| self.operand(i, operand, lane)).collect();
        self.vector(&values)
    }

    pub(super) fn texture_instruction(&mut self, i: &Instruction) {
        let Some(target) = i.target else { return };
        let base = i.modifiers.ty.base;
        let query = matches!(i.op(), Op::Txq | Op::Txqs);
        let shape = Self::shape(target, if query { Base::Float } else { base });
        // In GLSL, texel buffers are samplers.
        let ty = ImageType { shape, class: ImageClass::Combined };
        let float_result = target.shadow && !query;
        let component = if float_result { self.types.float } else { self.ty(i.modifiers.ty) };
        let values = self.with_image(i, ResourceKind::Texture, ty, &[component; 4], |lowering, place| {
            let texture = lowering.load(&place);
            let lanes = if query { lowering.query(i, target, texture) } else { lowering.sample(i, target, texture) };
            let zero = lowering.number(i.modifiers.ty, 0.0);
            lanes.map(|lane| lane.unwrap_or(zero)).to_vec()
        });
        let mut lanes: Lanes = [None; 4];
        for (slot, value) in lanes.iter_mut().zip(values) {
            *slot = Some(value);
        }
        self.finish(i, lanes, if float_result { OperationType::FLOAT } else { i.modifiers.ty });
    }

    /// The components of a vector, or the scalar in all of them.
    pub(super) fn spread(&mut self, value: V) -> Lanes {
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
            // Texels of other targets have one sample.
            if !target.multisampled {
                return [Some(self.f.int(&mut self.module, 1)), None, None, None];
            }
            let samples = self.builtin("textureSamples", &[texture]);
            return [Some(samples), None, None, None];
        }
        // The number of levels is in w; textures without mipmaps have one.
        let one_level =
            target.multisampled || matches!(target.dimension, ImageDimension::Buffer | ImageDimension::Rect);
        let levels =
            if one_level { self.f.int(&mut self.module, 1) } else { self.builtin("textureQueryLevels", &[texture]) };
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
        if target.multisampled && !target.arrayed {
            // The depth.
            lanes[2] = Some(self.f.int(&mut self.module, 1));
        }
        lanes[3] = Some(levels);
        lanes
    }

    /// Calls a texture function, or its sparse form, whose texel goes to a variable.
    fn look_up(&mut self, i: &Instruction, sample: Sample<'_>, arguments: &[V], last: Option<V>) -> V {
        let Sample { target, texel, name } = sample;
        // Vulkan has no sparse images of one dimension.
        let one_dimensional = target.dimension == ImageDimension::D1;
        if !i.modifiers.sparse || one_dimensional {
            if i.modifiers.sparse {
                self.assume_resident();
            }
            let all: Vec<V> = arguments.iter().copied().chain(last).collect();
            let suffix = if name.ends_with("Clamp") { "ARB" } else { "" };
            return self.builtin(&format!("{name}{suffix}"), &all);
        }
        let found = self.f.variable("", texel);
        let mut given: Vec<Given<'_>> = arguments.iter().map(|&value| Given::Value(value)).collect();
        given.push(Given::Place(&found));
        given.extend(last.map(Given::Value));
        // These are missing from the GLSL specification of sparse textures.
        let plain_shadow = target.shadow && (target.dimension == ImageDimension::Cube || target.arrayed);
        let code = match name {
            "texelFetch" if target.dimension == ImageDimension::Buffer => {
                self.operation_given("sparseBufferFetch", &given)
            }
            "textureLod" if plain_shadow => self.operation_given("sparseShadowLod", &given),
            "textureLodOffset" if plain_shadow => self.operation_given("sparseShadowLodOffset", &given),
            _ => {
                let (first, rest) = name.split_at(1);
                self.builtin_given(&format!("sparse{}{rest}ARB", first.to_ascii_uppercase()), &given)
            }
        };
        self.set_residency(code);
        self.load(&found)
    }

    pub(super) fn set_residency(&mut self, code: V) {
        let resident = self.builtin("sparseTexelsResidentARB", &[code]);
        let place = self.residency_place();
        self.store(&place, resident);
    }

    /// Textures that cannot be sparse are resident.
    pub(super) fn assume_resident(&mut self) {
        let place = self.residency_place();
        let yes = self.bool(true);
        self.store(&place, yes);
    }

    fn sample(&mut self, i: &Instruction, target: Target, texture: V) -> Lanes {
        let op = i.op();
        let gathers = matches!(op, Op::Txg | Op::Txgo);
        let texel = if target.shadow && !gathers {
            self.types.float
        } else {
            let of = if target.shadow { Scalar::F32 } else { scalar(i.modifiers.ty.base) };
            self.module.vector(crate::hir::VectorSize::Quad, of)
        };
        if matches!(op, Op::Txf | Op::Txfms) {
            return self.fetch(i, target, texture, texel);
        }
        let coordinates = target.coordinates();
        let arrayed = usize::from(target.arrayed);
        let mut position: Vec<V> = (0..coordinates + arrayed).map(|lane| self.operand(i, 0, lane)).collect();
        if op == Op::Txp {
            let w = self.operand(i, 0, 3);
            for value in &mut position {
                *value = self.binary(B::Divide, *value, w);
            }
        }
        let reference = self.compared(i, target);
        let level = if gathers || op == Op::Txd { None } else { self.level(i, target) };
        self.adjust(i, target, texture, &mut position, level);
        if gathers {
            return self.gather(i, target, texture, &position, reference, texel);
        }
        let array_cube = target.arrayed && target.dimension == ImageDimension::Cube;
        let mut arguments = vec![texture];
        if let (true, Some(reference)) = (array_cube, reference) {
            arguments.extend([self.vector(&position), reference]);
        } else {
            arguments.push(self.sample_position(&position, reference, target));
        }
        let mut name = String::from("texture");
        if op == Op::Txd {
            let lanes: Vec<usize> = (0..coordinates).collect();
            arguments.extend([self.gathered(i, 1, &lanes), self.gathered(i, 2, &lanes)]);
            name.push_str("Grad");
        } else if let Some(level) = level {
            arguments.push(level);
            name.push_str("Lod");
        }
        if let Some(Offset::Constant(values)) = i.offset {
            let parts: Vec<V> =
                values.iter().take(target.offsets()).map(|&value| self.f.int(&mut self.module, value)).collect();
            arguments.push(self.vector(&parts));
            name.push_str("Offset");
        }
        if op == Op::Txd && i.modifiers.lod_clamp {
            arguments.push(self.operand(i, 2, 3));
            name.push_str("Clamp");
        }
        let value = self.look_up(i, Sample { target, texel, name: &name }, &arguments, None);
        let mut lanes = self.spread(value);
        if target.shadow {
            // Depth is luminance, the default of OpenGL's DEPTH_TEXTURE_MODE.
            lanes[3] = Some(self.number(OperationType::FLOAT, 1.0));
        }
        lanes
    }

    /// The reference of a shadow target: a component after the others, or x of the second vector.
    fn compared(&mut self, i: &Instruction, target: Target) -> Option<V> {
        if !target.shadow {
            return None;
        }
        let value = match (target.dimension, target.arrayed) {
            (ImageDimension::Cube, true) => self.operand(i, 1, 0),
            (ImageDimension::Cube, false) | (ImageDimension::D2, true) => self.operand(i, 0, 3),
            _ => self.operand(i, 0, 2),
        };
        if i.op() != Op::Txp {
            return Some(value);
        }
        let w = self.operand(i, 0, 3);
        Some(self.binary(B::Divide, value, w))
    }

    /// The level to sample at: for TXL the one that it names, for the others 0, but not below the minimum of LODCLAMP
    /// (EXT_sparse_texture2, table X.17). `None` is level 0.
    fn level(&mut self, i: &Instruction, target: Target) -> Option<V> {
        let cube = target.dimension == ImageDimension::Cube;
        let second = cube && (target.arrayed || target.shadow);
        // A bias is added to the level that derivatives give: without them that is the lowest one, which it remains.
        let named = match i.op() {
            Op::Txl if second => Some(self.operand(i, 1, 0)),
            Op::Txl => Some(self.operand(i, 0, 3)),
            _ => None,
        };
        if !i.modifiers.lod_clamp || i.operands.len() < 2 || target.dimension == ImageDimension::Rect {
            return named;
        }
        let least = self.operand(i, 1, usize::from(second));
        Some(match named {
            Some(named) => self.builtin("max", &[named, least]),
            None => least,
        })
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

    /// Divides coordinates of RECT textures by their size, and adds offsets that are only known at run time: Vulkan
    /// requires constants except for gathers.
    fn adjust(&mut self, i: &Instruction, target: Target, texture: V, position: &mut [V], level: Option<V>) {
        let rect = target.dimension == ImageDimension::Rect;
        let gathers = matches!(i.op(), Op::Txg | Op::Txgo);
        let offset = match i.offset {
            Some(Offset::Variable(operand)) if !gathers => Some(operand),
            _ => None,
        };
        if !rect && offset.is_none() {
            return;
        }
        let level = match level {
            // The size of the nearest level, which exists.
            Some(level) => {
                let nearest = self.builtin("roundEven", &[level]);
                let nearest = self.convert(nearest, self.types.int);
                let levels = self.builtin("textureQueryLevels", &[texture]);
                let one = self.f.int(&mut self.module, 1);
                let last = self.subtract(levels, one);
                let zero = self.f.int(&mut self.module, 0);
                self.builtin("clamp", &[nearest, zero, last])
            }
            None => self.f.int(&mut self.module, 0),
        };
        let size = self.builtin("textureSize", &[texture, level]);
        for (lane, value) in position.iter_mut().enumerate().take(target.offsets()) {
            let size = self.component(size, lane as u32);
            let size = self.convert(size, self.types.float);
            let offset = offset.map(|offset| self.read(&offset, lane));
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
        target: Target,
        texture: V,
        position: &[V],
        reference: Option<V>,
        texel: Handle<Type>,
    ) -> Lanes {
        let place = self.vector(position);
        let component = self.f.int(&mut self.module, i.gather.into());
        let one = |lowering: &mut Self, offset: Option<V>| {
            let name = if offset.is_some() { "textureGatherOffset" } else { "textureGather" };
            let arguments: Vec<V> = [Some(texture), Some(place), reference, offset].into_iter().flatten().collect();
            let last = if reference.is_some() { None } else { Some(component) };
            lowering.look_up(i, Sample { target, texel, name }, &arguments, last)
        };
        if i.op() == Op::Txgo {
            // Each offset gives the first texel of its four, which a gather returns last.
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
        let mut arguments = vec![texture, self.vector(&position)];
        if target.dimension != ImageDimension::Buffer {
            arguments.push(self.operand(i, 0, 3));
        }
        let value = self.look_up(i, Sample { target, texel, name: "texelFetch" }, &arguments, None);
        self.spread(value)
    }
}
