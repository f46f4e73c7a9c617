//! Images: loads, stores and atomic operations on texels, and queries.
//!
//! Comes in: image instructions. Goes out: their results, through the built-ins of GLSL. Must not depend on: registers.
//!
//! A storage modifier says how the bits of a texel are interpreted, and so determines the format of the image. Atomic
//! operations on pairs of halves treat a texel as a word (`R32ui`), those on four halves as 64 bits (`R64ui`).

use super::emit::V;
use super::vector::Lanes;
use super::{Base, Handle, Lowering, OperationType, Place, Type};
use crate::builtins::ImageDimension;
use crate::builtins::vocabulary::ImageFormat;
use crate::hir::builder::Given;
use crate::hir::{BinaryOperation as B, ImageClass, ImageType, Scalar, VectorSize};
use crate::nv_program::ast::{AtomicOperation, StorageType};
use crate::nv_program::opcode::Op;
use crate::nv_program::options::ResourceKind;
use crate::nv_program::program::Instruction;
use crate::nv_program::target::Target;

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
        // 64-bit floats are passed as bits, pairs of 64-bit values as four words.
        "S64" => F::R64i,
        "U64" | "F64" => F::R64ui,
        "U64X2" | "S64X2" | "F64X2" => F::Rgba32ui,
        _ => return None,
    })
}

/// How an instruction interprets the texels of its image.
#[derive(Clone, Copy, Debug)]
struct Texel {
    format: ImageFormat,
    /// The type of the components that are read and written.
    ty: OperationType,
}

impl Lowering<'_> {
    /// The coordinates of a texel, and the sample. A layer or face is in z.
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

    fn texel(&mut self, i: &Instruction) -> Option<Texel> {
        let Some(storage) = i.modifiers.storage else {
            let ty = if matches!(i.op(), Op::Imq | Op::Imqs) { OperationType::FLOAT } else { i.modifiers.ty };
            return Some(Texel { format: ImageFormat::Unknown, ty });
        };
        let unsigned = |bits| OperationType { base: Base::Unsigned, bits };
        if is_halves(storage) && i.op() == Op::Atomim {
            let (format, bits) = if storage.count == 2 { (ImageFormat::R32ui, 32) } else { (ImageFormat::R64ui, 64) };
            return Some(Texel { format, ty: unsigned(bits) });
        }
        let Some(format) = format(storage) else {
            self.refuse(format!("SPIR-V has no image format for `{}`", storage.name()));
            return None;
        };
        let ty = match (storage.bits, storage.count) {
            (64, 1) if storage.base == Base::Float => unsigned(64),
            (64, 1) => i.modifiers.ty,
            (64, _) => OperationType::UNSIGNED,
            _ => i.modifiers.ty,
        };
        Some(Texel { format, ty })
    }

    pub(super) fn image_instruction(&mut self, i: &Instruction) {
        let Some(target) = i.target else { return };
        let Some(texel) = self.texel(i) else { return };
        let mut shape = Self::shape(target, texel.ty.base);
        if texel.ty.bits == 64 {
            shape.texel = Scalar { width: 8, ..shape.texel };
        }
        let ty = ImageType { shape, class: ImageClass::Storage(texel.format) };
        if i.op() == Op::Atomim {
            return self.image_atomic(i, target, texel, ty);
        }
        let component = self.ty(i.modifiers.ty);
        let results = if i.op() == Op::Storeim { Vec::new() } else { vec![component; 4] };
        let values = self.with_image(i, ResourceKind::Image, ty, &results, |lowering, place| {
            let lanes = lowering.image_access(i, target, texel, &place);
            let zero = lowering.number(i.modifiers.ty, 0.0);
            lanes.map(|lane| lane.unwrap_or(zero)).to_vec()
        });
        let mut lanes: Lanes = [None; 4];
        for (slot, value) in lanes.iter_mut().zip(values) {
            *slot = Some(value);
        }
        self.finish(i, lanes, i.modifiers.ty);
    }

    fn image_access(&mut self, i: &Instruction, target: Target, texel: Texel, place: &Place) -> Lanes {
        let image = Given::Place(place);
        match i.op() {
            Op::Imq => {
                let size = self.builtin_given("imageSize", &[image]);
                if self.f.type_of(size) == Some(self.types.int) {
                    return [Some(size), None, None, None];
                }
                self.spread(size)
            }
            // Texels of other targets have one sample.
            Op::Imqs if !target.multisampled => [Some(self.f.int(&mut self.module, 1)); 4],
            // In all components, as in the driver.
            Op::Imqs => [Some(self.builtin_given("imageSamples", &[image])); 4],
            Op::Loadim => {
                let (position, sample) = self.texel_position(i, 0, target);
                let mut given = vec![image, Given::Value(position)];
                given.extend(sample.map(Given::Value));
                // Vulkan has no sparse images of one dimension.
                let sparse = i.modifiers.sparse && target.dimension != ImageDimension::D1;
                if i.modifiers.sparse && !sparse {
                    self.assume_resident();
                }
                let read = if sparse {
                    let scalar = self.module.types.scalar_of(self.ty(texel.ty)).unwrap_or(Scalar::U32);
                    let vector = self.module.vector(VectorSize::Quad, scalar);
                    let found = self.f.variable("", vector);
                    given.push(Given::Place(&found));
                    let code = if target.dimension == ImageDimension::Buffer {
                        self.operation_given("sparseTexelLoad", &given)
                    } else {
                        self.builtin_given("sparseImageLoadARB", &given)
                    };
                    self.set_residency(code);
                    self.load(&found)
                } else {
                    self.builtin_given("imageLoad", &given)
                };
                self.texel_lanes(i, texel, read)
            }
            _ => {
                let (position, sample) = self.texel_position(i, 1, target);
                let data = self.texel_data(i, texel);
                let mut given = vec![image, Given::Value(position)];
                given.extend(sample.map(Given::Value));
                given.push(Given::Value(data));
                self.builtin_given("imageStore", &given);
                [None; 4]
            }
        }
    }

    /// The texel that was read, as components of the instruction's type.
    fn texel_lanes(&mut self, i: &Instruction, texel: Texel, read: V) -> Lanes {
        if texel.ty == i.modifiers.ty {
            let mut lanes = self.spread(read);
            // Pairs of less than a word are unpacked from one, which has no w.
            if i.modifiers.storage.is_some_and(|it| it.bits < 32 && it.count == 2) {
                lanes[3] = Some(self.number(i.modifiers.ty, 0.0));
            }
            return lanes;
        }
        if texel.ty.bits == 64 {
            let raw = self.component(read, 0);
            return [Some(self.interpret(raw, i.modifiers.ty)), None, None, None];
        }
        let mut lanes = [None; 4];
        for (pair, slot) in lanes.iter_mut().enumerate().take(2) {
            let (low, high) = (self.component(read, 2 * pair as u32), self.component(read, 2 * pair as u32 + 1));
            let raw = self.join(low, high);
            *slot = Some(self.interpret(raw, i.modifiers.ty));
        }
        lanes
    }

    /// The components of the first operand as a texel.
    fn texel_data(&mut self, i: &Instruction, texel: Texel) -> V {
        if texel.ty == i.modifiers.ty {
            let Some(storage) = i.modifiers.storage.filter(|it| it.bits < 32) else {
                return self.gathered(i, 0, &[0, 1, 2, 3]);
            };
            // Numbers lose their upper bits, whereas Vulkan images would store the largest value that fits.
            let zero = self.uint(0);
            let values: Vec<V> = (0..4)
                .map(|lane| {
                    let value = self.operand(i, 0, lane);
                    if storage.base == Base::Float {
                        return self.operation("quantizeToHalf", &[value]);
                    }
                    let word = self.raw(value, i.modifiers.ty);
                    self.small_component(word, zero, storage)
                })
                .collect();
            return self.vector(&values);
        }
        let mut words = Vec::new();
        for lane in 0..if texel.ty.bits == 64 { 1 } else { 2 } {
            let value = self.operand(i, 0, lane);
            let raw = self.raw(value, i.modifiers.ty);
            if texel.ty.bits == 64 {
                words.push(raw);
            } else {
                words.extend(self.split(raw));
            }
        }
        let zero = self.number(texel.ty, 0.0);
        words.resize(4, zero);
        self.vector(&words)
    }

    fn image_atomic(&mut self, i: &Instruction, target: Target, texel: Texel, ty: ImageType) {
        let (Some(operation), Some(storage)) = (i.modifiers.atomic, i.modifiers.storage) else { return };
        let halves = is_halves(storage);
        let word = if texel.ty.bits == 64 { self.types.uint64 } else { self.types.uint };
        let old = self.with_image(i, ResourceKind::Image, ty, &[word], |lowering, place| {
            let (position, sample) = lowering.texel_position(i, 1, target);
            let mut at = vec![Given::Place(&place), Given::Value(position)];
            at.extend(sample.map(Given::Value));
            let operand = lowering.atomic_operand(i, storage);
            vec![match lowering.native_texel(operation, storage, texel, &at, operand) {
                Some(old) => old,
                None => lowering.update_texel(&at, texel, |lowering, old| {
                    if !halves {
                        let ty = OperationType { base: storage.base, bits: storage.bits };
                        return lowering.combined(operation, ty, old, operand);
                    }
                    let Some(upper) = operand.y.filter(|_| storage.count == 4) else {
                        return lowering.combined_halves(operation, old, operand.x);
                    };
                    let [low, high] = lowering.split(old);
                    let low = lowering.combined_halves(operation, low, operand.x);
                    let high = lowering.combined_halves(operation, high, upper);
                    lowering.join(low, high)
                }),
            }]
        });
        let Some(&first) = old.first() else { return };
        if halves && storage.count == 4 {
            let words = self.split(first);
            return self.finish_atomic(i, &words, true);
        }
        self.finish_atomic(i, &[first], halves);
    }

    /// The instruction of the operation, if there is one; returns bits.
    fn native_texel(
        &mut self,
        operation: AtomicOperation,
        storage: StorageType,
        texel: Texel,
        at: &[Given<'_>],
        operand: super::atomic::AtomicOperand,
    ) -> Option<V> {
        use AtomicOperation as A;
        let name = match operation {
            _ if is_halves(storage) => return None,
            A::Add if storage.base == Base::Float && storage.bits == 64 => return None,
            A::Add => "imageAtomicAdd",
            A::Min => "imageAtomicMin",
            A::Max => "imageAtomicMax",
            A::And => "imageAtomicAnd",
            A::Or => "imageAtomicOr",
            A::Xor => "imageAtomicXor",
            A::Exchange => "imageAtomicExchange",
            A::CompareSwap => "imageAtomicCompSwap",
            A::IncrementWrap | A::DecrementWrap => return None,
        };
        let mut given = at.to_vec();
        given.push(Given::Value(self.interpret(operand.x, texel.ty)));
        if operation == A::CompareSwap {
            given.push(Given::Value(self.interpret(operand.y?, texel.ty)));
        }
        let old = self.builtin_given(name, &given);
        Some(self.raw(old, texel.ty))
    }

    /// Replaces a texel of unsigned bits atomically, by retrying until nothing else came between.
    fn update_texel(&mut self, at: &[Given<'_>], texel: Texel, new: impl Fn(&mut Self, V) -> V) -> V {
        let before = self.builtin_given("imageLoad", at);
        let before = self.component(before, 0);
        let ty: Handle<Type> = self.ty(texel.ty);
        let found = self.f.variable("", ty);
        self.store(&found, before);
        let mut open = self.f.open_loop();
        self.f.open_body(&mut open, None);
        let old = self.load(&found);
        let value = new(self, old);
        let mut given = at.to_vec();
        given.extend([Given::Value(old), Given::Value(value)]);
        let was = self.builtin_given("imageAtomicCompSwap", &given);
        self.store(&found, was);
        let done = self.binary(B::Equal, was, old);
        let test = self.f.open_if(done);
        self.f.break_out();
        self.f.close_if(test);
        self.f.open_continuing(&mut open);
        self.f.close_loop(open, None);
        self.load(&found)
    }
}

/// Whether a type consists of adjacent halves, which atomic operations take as bits.
const fn is_halves(storage: StorageType) -> bool {
    matches!(storage.base, Base::Float) && storage.bits == 16
}
