//! `--robust`: indices are checked against the size of what they index.
//!
//! Comes in: an access and its place. Goes out: the access, done only if that place exists; otherwise its result is 0.
//! Without the option, and for 64-bit addresses, which have no known bound, the access alone. Must not depend on:
//! instructions.

use super::emit::V;
use super::memory::{Space, Spot};
use super::resource::{BufferKey, View};
use super::{Element, Handle, Lowering, Place, Type};
use crate::hir::{BinaryOperation, Constant, ConstantKind, Span};

impl Lowering<'_> {
    /// Variables for the results of accesses that may not happen; with `--robust` they are initialized.
    pub(super) fn results(&mut self, types: &[Handle<Type>]) -> Vec<Place> {
        let places: Vec<Place> = types.iter().map(|&ty| self.f.variable("", ty)).collect();
        if self.options.robust {
            for place in &places {
                let constant = Constant { ty: place.ty, kind: ConstantKind::Null };
                let constant = self.module.constants.insert(constant, Span::UNDEFINED);
                let zero = self.f.constant(constant, place.ty);
                self.store(place, zero);
            }
        }
        places
    }

    /// Does `body`, which accesses `count` words starting at word `index` of a spot, if they exist.
    pub(super) fn inside(
        &mut self,
        spot: &Spot,
        index: u32,
        count: u32,
        types: &[Handle<Type>],
        body: impl Fn(&mut Self) -> Vec<V>,
    ) -> Vec<V> {
        if !self.options.robust || matches!(spot.space, Space::Global) {
            return body(self);
        }
        let last = self.word_index(spot.byte, index + count - 1);
        match spot.space {
            Space::Buffer(kind, number) => {
                let key = Self::buffer_key(kind, number, View::Words);
                self.inside_buffer(key, last, types, body)
            }
            _ => {
                let length = self.uint(self.program.shared_bytes.div_ceil(4));
                self.below(last, length, types, body)
            }
        }
    }

    /// Does `body`, which accesses an element of a buffer, if it exists.
    pub(super) fn inside_buffer(
        &mut self,
        key: BufferKey,
        element: V,
        types: &[Handle<Type>],
        body: impl Fn(&mut Self) -> Vec<V>,
    ) -> Vec<V> {
        if !self.options.robust {
            return body(self);
        }
        let length = self.buffer_length(key);
        self.below(element, length, types, body)
    }

    fn below(&mut self, index: V, length: V, types: &[Handle<Type>], body: impl Fn(&mut Self) -> Vec<V>) -> Vec<V> {
        let places = self.results(types);
        let there = self.binary(BinaryOperation::Less, index, length);
        let open = self.f.open_if(there);
        for (place, value) in places.iter().zip(body(self)) {
            self.store(place, value);
        }
        self.f.close_if(open);
        places.iter().map(|place| self.load(place)).collect()
    }

    /// An element of an array of registers or parameters; with `--robust` the last one if the index is beyond it.
    pub(super) fn element_within(&mut self, element: Element, length: u32) -> V {
        let index = self.element_index(element);
        if !self.options.robust || matches!(element, Element::Fixed(_)) {
            return index;
        }
        let last = self.uint(length.max(1) - 1);
        self.builtin("min", &[index, last])
    }
}
