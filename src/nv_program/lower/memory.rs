//! Byte-addressed memory on words: parameter and storage buffers, shared memory, 64-bit addresses.
//!
//! Comes in: variables, addresses and storage types. Goes out: loads and stores of words. Must not depend on: registers.
//!
//! Word w is byte / 4. Accesses are aligned to their own size, so their low address bits need no care: anything smaller
//! than a word is in one word, and everything else begins with one.

use super::emit::V;
use super::resource::View;
use super::{Base, Element, Handle, Lowering, MemoryKind, OperationType, Place, Type};
use crate::hir::builder::Given;
use crate::hir::{ArrayLength, BinaryOperation, GlobalVariable, MemoryQualifiers, PackingRules, StorageClass};
use crate::nv_program::ast::StorageType;
use crate::nv_program::program::MemoryUse;

/// Where an access goes.
#[derive(Clone, Debug)]
pub(super) enum Space {
    /// A buffer: its words, and its kind and number.
    Buffer(MemoryKind, u32),
    /// Shared memory.
    Shared,
    /// What a 64-bit address points to.
    Global,
}

/// The first byte of an access.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub space: Space,
    /// Byte in the buffer (`uint`), or the address (`uint64_t`).
    pub byte: V,
}

impl Lowering<'_> {
    /// The first byte that a use of a variable names; runs `body` with it, for each binding point that it may refer to.
    /// The results have `results` values of the type.
    pub(super) fn with_spot(
        &mut self,
        found: MemoryUse,
        results: &[Handle<Type>],
        body: impl Fn(&mut Self, Spot) -> Vec<V>,
    ) -> Vec<V> {
        let Some(memory) = self.program.memories.get(found.memory) else { return Vec::new() };
        let (kind, first, buffers, offset) = (memory.kind, memory.first, memory.buffers, memory.offset);
        let mut byte = match found.element {
            Element::Fixed(element) => self.uint(offset.saturating_add(element)),
            element => {
                let element = self.element_index(element);
                let offset = self.uint(offset);
                if self.known_uint(offset) == Some(0) { element } else { self.add(element, offset) }
            }
        };
        // Counters are counted, not addressed by bytes.
        if kind == MemoryKind::Counter {
            byte = self.shift_left(byte, 2);
        }
        if kind == MemoryKind::Shared {
            return body(self, Spot { space: Space::Shared, byte });
        }
        match found.buffer {
            Element::Fixed(buffer) => body(self, Spot { space: Space::Buffer(kind, first + buffer), byte }),
            buffer => {
                let index = self.element_index(buffer);
                let places = self.results(results);
                for number in 0..buffers {
                    let expected = self.uint(number);
                    let hit = self.binary(BinaryOperation::Equal, index, expected);
                    let open = self.f.open_if(hit);
                    let space = Space::Buffer(kind, first + number);
                    for (place, value) in places.iter().zip(body(self, Spot { space, byte })) {
                        self.store(place, value);
                    }
                    self.f.close_if(open);
                }
                places.iter().map(|place| self.load(place)).collect()
            }
        }
    }

    /// A component of a BUFFER or BUFFER4 element.
    pub(super) fn buffer_word(&mut self, found: MemoryUse, component: u8) -> V {
        let vector = self.program.memories.get(found.memory).is_some_and(|it| it.kind == MemoryKind::Buffer4);
        let words = self.with_spot(found, &[self.types.uint], |lowering, spot| {
            let Space::Buffer(kind, number) = spot.space else { return Vec::new() };
            // Here elements are counted in words, or in groups of four.
            let mut word = spot.byte;
            if vector {
                word = lowering.shift_left(word, 2);
                let component = lowering.uint(component.into());
                if lowering.known_uint(component) != Some(0) {
                    word = lowering.add(word, component);
                }
            }
            let key = Self::buffer_key(kind, number, View::Words);
            lowering.inside_buffer(key, word, &[lowering.types.uint], |lowering| {
                let place = lowering.buffer_place(key, word);
                vec![lowering.load(&place)]
            })
        });
        words.first().copied().unwrap_or_else(|| self.lost("a buffer"))
    }

    /// Shared memory.
    pub(super) fn shared(&mut self) -> Handle<GlobalVariable> {
        if let Some(shared) = self.shared {
            return shared;
        }
        let bytes = self.program.shared_bytes;
        let (element, length) = if self.facts.wide_shared {
            (self.types.uint64, bytes.div_ceil(8))
        } else {
            (self.types.uint, bytes.div_ceil(4))
        };
        let ty = self.module.array(element, ArrayLength::Constant(length.max(1)));
        let global = self.module.global("shared", ty, StorageClass::Workgroup);
        self.shared = Some(global);
        global
    }

    /// The reference to an element of a view.
    fn reference(&mut self, view: View) -> Handle<Type> {
        if let Some(&known) = self.references.get(&view) {
            return known;
        }
        let name = match view {
            View::Words => "Word",
            View::Wide => "Wide",
            View::Floats => "Float",
            View::Doubles => "Double",
        };
        let (ty, alignment) = (self.element_of(view), view.bytes());
        let block = self.module.block(name, PackingRules::Std430, &[("d", ty)]);
        let Type::Struct(structure) = *self.module.types.get(block) else { return block };
        let mut qualifiers = MemoryQualifiers::NONE;
        if self.facts.coherent {
            qualifiers |= MemoryQualifiers::COHERENT;
        }
        if self.facts.volatile_addresses {
            qualifiers |= MemoryQualifiers::VOLATILE;
        }
        for member in &mut self.module.types.structs.get_mut(structure).members {
            member.qualifiers = qualifiers;
        }
        if let Some(layout) = &mut self.module.types.structs.get_mut(structure).block {
            layout.reference_alignment = alignment;
        }
        let reference = self.module.types.insert(Type::Reference(structure));
        self.references.insert(view, reference);
        reference
    }

    /// Word `index` of an access as a place; `None` where shared memory has 64-bit words.
    pub(super) fn word_place(&mut self, spot: &Spot, index: u32) -> Option<Place> {
        match spot.space {
            Space::Buffer(kind, number) => {
                let word = self.word_index(spot.byte, index);
                Some(self.buffer_place(Self::buffer_key(kind, number, View::Words), word))
            }
            Space::Shared if self.facts.wide_shared => None,
            Space::Shared => {
                let global = self.shared();
                let array = self.module.place(global);
                let word = self.word_index(spot.byte, index);
                Some(self.module.element(&array, word))
            }
            Space::Global => {
                let reference = self.reference(View::Words);
                let mask = self.bits(self.types.uint64, !3);
                let mut address = self.and(spot.byte, mask);
                if index > 0 {
                    let more = self.bits(self.types.uint64, (4 * index).into());
                    address = self.add(address, more);
                }
                let pointer = self.convert(address, reference);
                let place = self.module.pointee(pointer, reference);
                Some(self.module.member(&place, 0))
            }
        }
    }

    pub(super) fn word_index(&mut self, byte: V, index: u32) -> V {
        let word = self.shift_right(byte, 2);
        if index == 0 {
            return word;
        }
        let index = self.uint(index);
        self.add(word, index)
    }

    /// 64 bits of an access as a place, for atomic operations.
    pub(super) fn wide_place(&mut self, spot: &Spot) -> Place {
        self.viewed_place(spot, View::Wide)
    }

    /// The element of a view that an access begins at; shared memory is used with its own type.
    pub(super) fn viewed_place(&mut self, spot: &Spot, view: View) -> Place {
        match spot.space {
            Space::Buffer(kind, number) => {
                let word = self.shift_right(spot.byte, view.bytes().ilog2());
                self.buffer_place(Self::buffer_key(kind, number, view), word)
            }
            Space::Shared => {
                let global = self.shared();
                let array = self.module.place(global);
                let word = self.shift_right(spot.byte, 3);
                self.module.element(&array, word)
            }
            Space::Global => {
                let reference = self.reference(view);
                let pointer = self.convert(spot.byte, reference);
                let place = self.module.pointee(pointer, reference);
                self.module.member(&place, 0)
            }
        }
    }

    /// The 64-bit word of shared memory that contains word `index` of an access, and the bit where that word begins.
    fn wide_word(&mut self, spot: &Spot, index: u32) -> (Place, V) {
        let word = self.word_index(spot.byte, index);
        let global = self.shared();
        let array = self.module.place(global);
        let wide = self.shift_right(word, 1);
        let place = self.module.element(&array, wide);
        let one = self.uint(1);
        let upper = self.and(word, one);
        (place, self.shift_left(upper, 5))
    }

    /// Reads word `index` of an access.
    pub(super) fn read_word(&mut self, spot: &Spot, index: u32) -> V {
        let words =
            self.inside(spot, index, 1, &[self.types.uint], |lowering| vec![lowering.read_word_inside(spot, index)]);
        words.first().copied().unwrap_or_else(|| self.lost("a word"))
    }

    fn read_word_inside(&mut self, spot: &Spot, index: u32) -> V {
        let atomic = matches!(spot.space, Space::Shared) && self.facts.atomic_shared;
        let Some(place) = self.word_place(spot, index) else {
            let (place, shift) = self.wide_word(spot, index);
            let wide = self.operation_given("sharedAtomicLoad", &[Given::Place(&place)]);
            let wide = self.binary(BinaryOperation::ShiftRight, wide, shift);
            return self.convert(wide, self.types.uint);
        };
        if atomic { self.operation_given("sharedAtomicLoad", &[Given::Place(&place)]) } else { self.load(&place) }
    }

    /// Writes word `index` of an access.
    pub(super) fn write_word(&mut self, spot: &Spot, index: u32, value: V) {
        self.inside(spot, index, 1, &[], |lowering| {
            lowering.write_word_inside(spot, index, value);
            Vec::new()
        });
    }

    fn write_word_inside(&mut self, spot: &Spot, index: u32, value: V) {
        let atomic = matches!(spot.space, Space::Shared) && self.facts.atomic_shared;
        let Some(place) = self.word_place(spot, index) else {
            self.update_word_inside(spot, index, |_, _| value);
            return;
        };
        if atomic {
            self.operation_given("sharedAtomicStore", &[Given::Place(&place), Given::Value(value)]);
        } else {
            self.store(&place, value);
        }
    }

    /// Atomically replaces word `index` of an access with `new` of the old value; returns the old value.
    pub(super) fn update_word(&mut self, spot: &Spot, index: u32, new: impl Fn(&mut Self, V) -> V) -> V {
        let words = self.inside(spot, index, 1, &[self.types.uint], |lowering| {
            vec![lowering.update_word_inside(spot, index, &new)]
        });
        words.first().copied().unwrap_or_else(|| self.lost("a word"))
    }

    /// The same for a word that is known to exist.
    pub(super) fn update_word_inside(&mut self, spot: &Spot, index: u32, new: impl Fn(&mut Self, V) -> V) -> V {
        let scope = if matches!(spot.space, Space::Shared) { "shared" } else { "device" };
        if let Some(place) = self.word_place(spot, index) {
            return self.update(&place, scope, new);
        }
        let (place, shift) = self.wide_word(spot, index);
        let old = self.update(&place, scope, |lowering, old| {
            let word = lowering.binary(BinaryOperation::ShiftRight, old, shift);
            let word = lowering.convert(word, lowering.types.uint);
            let word = new(lowering, word);
            let word = lowering.convert(word, lowering.types.uint64);
            let word = lowering.binary(BinaryOperation::ShiftLeft, word, shift);
            let mask = lowering.bits(lowering.types.uint64, u32::MAX.into());
            let mask = lowering.binary(BinaryOperation::ShiftLeft, mask, shift);
            let mask = lowering.complement(mask);
            let rest = lowering.and(old, mask);
            lowering.or(rest, word)
        });
        let old = self.binary(BinaryOperation::ShiftRight, old, shift);
        self.convert(old, self.types.uint)
    }

    /// Replaces the contents of a place atomically, by retrying until nothing else came between. Its order is relaxed:
    /// MEMBAR orders.
    pub(super) fn update(&mut self, place: &Place, scope: &str, new: impl Fn(&mut Self, V) -> V) -> V {
        let before = self.operation_given(&format!("{scope}AtomicLoad"), &[Given::Place(place)]);
        let found = self.f.variable("", place.ty);
        self.store(&found, before);
        let mut open = self.f.open_loop();
        self.f.open_body(&mut open, None);
        let old = self.load(&found);
        let value = new(self, old);
        let given = [Given::Place(place), Given::Value(old), Given::Value(value)];
        let was = self.operation_given(&format!("{scope}AtomicCompareExchange"), &given);
        self.store(&found, was);
        let done = self.binary(BinaryOperation::Equal, was, old);
        let test = self.f.open_if(done);
        self.f.break_out();
        self.f.close_if(test);
        self.f.open_continuing(&mut open);
        self.f.close_loop(open, None);
        self.load(&found)
    }

    /// Reads all components of a storage type, as numbers of 32 or 64 bits.
    pub(super) fn read_memory(&mut self, spot: &Spot, storage: StorageType) -> Vec<V> {
        let ty = OperationType { base: storage.base, bits: if storage.bits == 64 { 64 } else { 32 } };
        let count = u32::from(storage.count);
        match storage.bits {
            64 => (0..count)
                .map(|index| {
                    let low = self.read_word(spot, 2 * index);
                    let high = self.read_word(spot, 2 * index + 1);
                    let raw = self.join(low, high);
                    self.interpret(raw, ty)
                })
                .collect(),
            32 => (0..count)
                .map(|index| {
                    let raw = self.read_word(spot, index);
                    self.interpret(raw, ty)
                })
                .collect(),
            bits => {
                let small = storage.bytes() < 4;
                let words: Vec<V> = (0..storage.bytes().div_ceil(4)).map(|index| self.read_word(spot, index)).collect();
                let start = if small { self.bit_in_word(spot) } else { self.uint(0) };
                (0..count)
                    .map(|index| {
                        let at = index * u32::from(bits);
                        let word = words.get((at / 32) as usize).copied();
                        let word = word.unwrap_or_else(|| self.uint(0));
                        let more = self.uint(at % 32);
                        let from = if at % 32 == 0 { start } else { self.add(start, more) };
                        self.small_component(word, from, storage)
                    })
                    .collect()
            }
        }
    }

    /// 8 or 16 bits from bit `from` of a word, as a 32-bit number.
    pub(super) fn small_component(&mut self, word: V, from: V, storage: StorageType) -> V {
        let from = self.convert(from, self.types.int);
        let count = self.f.int(&mut self.module, storage.bits.into());
        match storage.base {
            Base::Unsigned => self.builtin("bitfieldExtract", &[word, from, count]),
            Base::Signed => {
                let word = self.convert(word, self.types.int);
                self.builtin("bitfieldExtract", &[word, from, count])
            }
            Base::Float => {
                let half = self.builtin("bitfieldExtract", &[word, from, count]);
                self.half_to_float(half)
            }
        }
    }

    /// The half in the low bits of a word.
    pub(super) fn half_to_float(&mut self, half: V) -> V {
        let both = self.builtin("unpackHalf2x16", &[half]);
        self.component(both, 0)
    }

    /// The bit of its word at which an access of less than a word begins.
    fn bit_in_word(&mut self, spot: &Spot) -> V {
        let byte = match spot.space {
            Space::Global => self.convert(spot.byte, self.types.uint),
            _ => spot.byte,
        };
        let three = self.uint(3);
        let byte = self.and(byte, three);
        self.shift_left(byte, 3)
    }

    /// Two words as one of 64 bits, the low one first.
    pub(super) fn join(&mut self, low: V, high: V) -> V {
        let pair = self.vector(&[low, high]);
        self.builtin("packUint2x32", &[pair])
    }

    /// The words of 64 bits.
    pub(super) fn split(&mut self, wide: V) -> [V; 2] {
        let pair = self.builtin("unpackUint2x32", &[wide]);
        [self.component(pair, 0), self.component(pair, 1)]
    }

    /// The low bits of a number as they are stored in memory.
    pub(super) fn small_bits(&mut self, value: V, storage: StorageType) -> V {
        match storage.base {
            Base::Float => {
                let zero = self.number(OperationType::FLOAT, 0.0);
                let pair = self.vector(&[value, zero]);
                self.builtin("packHalf2x16", &[pair])
            }
            base => {
                let raw = self.raw(value, OperationType { base, bits: 32 });
                let mask = self.uint((1 << storage.bits) - 1);
                self.and(raw, mask)
            }
        }
    }

    /// Writes all components of a storage type.
    pub(super) fn write_memory(&mut self, spot: &Spot, storage: StorageType, values: &[V]) {
        let ty = OperationType { base: storage.base, bits: if storage.bits == 64 { 64 } else { 32 } };
        match storage.bits {
            64 => {
                for (index, &value) in values.iter().enumerate() {
                    let raw = self.raw(value, ty);
                    if matches!(spot.space, Space::Shared) && self.facts.wide_shared {
                        self.write_wide(spot, index as u32, raw);
                        continue;
                    }
                    let [low, high] = self.split(raw);
                    self.write_word(spot, 2 * index as u32, low);
                    self.write_word(spot, 2 * index as u32 + 1, high);
                }
            }
            32 => {
                let words: Vec<V> = values.iter().map(|&value| self.raw(value, ty)).collect();
                if matches!(spot.space, Space::Shared) && self.facts.wide_shared && words.len() > 1 {
                    for (index, pair) in words.chunks(2).enumerate() {
                        if let &[low, high] = pair {
                            let wide = self.join(low, high);
                            self.write_wide(spot, index as u32, wide);
                        }
                    }
                    return;
                }
                for (index, word) in words.into_iter().enumerate() {
                    self.write_word(spot, index as u32, word);
                }
            }
            bits if storage.bytes() >= 4 => {
                let per_word = 32 / usize::from(bits);
                for (index, parts) in values.chunks(per_word).enumerate() {
                    let word = self.packed(parts, storage);
                    self.write_word(spot, index as u32, word);
                }
            }
            _ => {
                // The neighbours in the word must not change, even if another invocation writes them at the same time.
                let value = self.packed(values, storage);
                let shift = self.bit_in_word(spot);
                let bits = storage.bytes() * 8;
                self.update_word(spot, 0, |lowering, old| {
                    let shift = lowering.convert(shift, lowering.types.int);
                    let count = lowering.f.int(&mut lowering.module, bits as i32);
                    lowering.builtin("bitfieldInsert", &[old, value, shift, count])
                });
            }
        }
    }

    /// Adjacent components in a word.
    fn packed(&mut self, parts: &[V], storage: StorageType) -> V {
        let mut word = None;
        for (index, &part) in parts.iter().enumerate() {
            let bits = self.small_bits(part, storage);
            let bits = self.shift_left(bits, index as u32 * u32::from(storage.bits));
            word = Some(match word {
                Some(word) => self.or(word, bits),
                None => bits,
            });
        }
        word.unwrap_or_else(|| self.uint(0))
    }

    /// Writes a whole 64-bit word of shared memory.
    fn write_wide(&mut self, spot: &Spot, index: u32, value: V) {
        self.inside(spot, 2 * index, 2, &[], |lowering| {
            lowering.write_wide_inside(spot, index, value);
            Vec::new()
        });
    }

    fn write_wide_inside(&mut self, spot: &Spot, index: u32, value: V) {
        let global = self.shared();
        let array = self.module.place(global);
        let mut word = self.shift_right(spot.byte, 3);
        if index > 0 {
            let index = self.uint(index);
            word = self.add(word, index);
        }
        let place = self.module.element(&array, word);
        self.operation_given("sharedAtomicStore", &[Given::Place(&place), Given::Value(value)]);
    }
}
