//! Resources: which variable of the module stands for a buffer, a parameter or an image, and where it is bound.
//!
//! Comes in: numbers of resources. Goes out: global variables and places in them. Must not depend on: what accesses
//! them.

use super::emit::V;
use super::{Handle, Lowering, MemoryKind, Place, Type};
use crate::hir::{
    ArrayLength, GlobalVariable, ImageClass, ImageType, MemoryQualifiers, PackingRules, ResourceBinding, StorageClass,
    ValueKind, VectorSize,
};
use crate::nv_program::options::{BindStyle, ResourceKind};
use crate::nv_program::reflect::Resource;

/// A buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct BufferKey {
    pub kind: ResourceKind,
    pub number: u32,
    /// The type as which it is viewed.
    pub view: View,
}

/// The element type of the array as which memory is viewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum View {
    /// Words of 32 bits.
    Words,
    /// Words of 64 bits.
    Wide,
    /// Floats of 32 bits.
    Floats,
    /// Floats of 64 bits.
    Doubles,
}

impl View {
    /// The suffix that the name of a variable for this view gets.
    const fn suffix(self) -> &'static str {
        match self {
            Self::Words => "",
            Self::Wide => "_wide",
            Self::Floats => "_floats",
            Self::Doubles => "_doubles",
        }
    }

    /// Bytes of an element.
    pub const fn bytes(self) -> u32 {
        match self {
            Self::Words | Self::Floats => 4,
            Self::Wide | Self::Doubles => 8,
        }
    }
}

/// An image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ImageKey {
    pub kind: ResourceKind,
    /// `None` for images that handles select.
    pub number: Option<u32>,
    pub ty: ImageType,
}

impl Lowering<'_> {
    /// Where a resource is bound.
    pub(super) fn binding(&mut self, kind: ResourceKind, number: u32) -> ResourceBinding {
        if let Some(bind) = self.options.binds.iter().find(|it| it.kind == kind && it.number == number) {
            return ResourceBinding { set: bind.set, binding: bind.binding };
        }
        let base = self.options.set_base;
        if self.options.bind_style == BindStyle::Flat {
            let known = self.reflection.resources.iter().find(|it| it.kind == kind && it.number == number);
            let binding = match known {
                Some(known) => known.binding,
                None => {
                    // The first one that no explicit binding takes.
                    let taken = |binding: u32| {
                        self.reflection.resources.iter().any(|it| it.set == base && it.binding == binding)
                            || self.options.binds.iter().any(|it| it.set == base && it.binding == binding)
                    };
                    (0..).find(|&binding| !taken(binding)).unwrap_or(0)
                }
            };
            return ResourceBinding { set: base, binding };
        }
        let (set, binding) = match kind {
            ResourceKind::Storage => (0, number),
            ResourceKind::Buffer => (0, 100 + number),
            ResourceKind::Local => (0, 120),
            ResourceKind::Env => (0, 121),
            ResourceKind::Counter => (0, 130 + number),
            ResourceKind::Texture => (1, number),
            ResourceKind::Image => (1, 64 + number),
        };
        ResourceBinding { set: base + set, binding }
    }

    fn qualifiers(&self, key: BufferKey) -> MemoryQualifiers {
        let mut qualifiers = MemoryQualifiers::NONE;
        match key.kind {
            ResourceKind::Buffer | ResourceKind::Local | ResourceKind::Env => qualifiers |= MemoryQualifiers::READONLY,
            ResourceKind::Storage if !self.facts.written.contains(&key.number) => {
                qualifiers |= MemoryQualifiers::READONLY;
            }
            ResourceKind::Storage if self.facts.coherent => qualifiers |= MemoryQualifiers::COHERENT,
            _ => {}
        }
        if key.kind == ResourceKind::Storage && self.facts.volatile.contains(&key.number) {
            qualifiers |= MemoryQualifiers::VOLATILE;
        }
        qualifiers
    }

    fn image_qualifiers(&self, number: Option<u32>) -> MemoryQualifiers {
        // Images that handles select have no number to distinguish them.
        let number = number.unwrap_or(u32::MAX - 1);
        let mut qualifiers = MemoryQualifiers::NONE;
        if self.facts.volatile_images.contains(&number) {
            qualifiers |= MemoryQualifiers::VOLATILE;
        }
        if !self.facts.written_images.contains(&number) {
            qualifiers |= MemoryQualifiers::READONLY;
        } else if self.facts.coherent {
            qualifiers |= MemoryQualifiers::COHERENT;
        }
        qualifiers
    }

    /// Marks variables that view the same memory in several ways as aliases.
    pub(super) fn mark_aliases(&mut self) {
        let buffers: Vec<_> =
            self.buffers.iter().map(|(key, global)| ((key.kind, Some(key.number)), *global)).collect();
        let images = self.images.iter().filter(|(key, _)| key.kind == ResourceKind::Image);
        let images = images.map(|(key, global)| ((key.kind, key.number), *global));
        let all: Vec<_> = buffers.into_iter().chain(images).collect();
        for &(name, global) in &all {
            if all.iter().filter(|(other, _)| *other == name).count() > 1 {
                self.module.globals.get_mut(global).qualifiers |= MemoryQualifiers::ALIASED;
            }
        }
    }

    /// The array for a buffer.
    pub(super) fn buffer(&mut self, key: BufferKey) -> Place {
        let known = self.buffers.get(&key).copied();
        let global = known.unwrap_or_else(|| self.declare_buffer(key));
        let place = self.module.place(global);
        self.module.member(&place, 0)
    }

    fn declare_buffer(&mut self, key: BufferKey) -> Handle<GlobalVariable> {
        let vectors = matches!(key.kind, ResourceKind::Local | ResourceKind::Env);
        let uniform = self.is_uniform(key.kind);
        let element = if vectors || uniform {
            self.module.vector(VectorSize::Quad, crate::hir::Scalar::U32)
        } else {
            self.element_of(key.view)
        };
        let push = key.kind == ResourceKind::Local && self.options.push_locals;
        let length = match (push, uniform) {
            (true, _) => ArrayLength::Constant(8),
            (_, true) => ArrayLength::Constant((self.options.limits.buffer_bytes / 16).max(1)),
            _ => ArrayLength::Runtime,
        };
        let array = self.module.array(element, length);
        let kind = key.kind.name();
        let name = if vectors { kind.to_owned() } else { format!("{kind}{}{}", key.number, key.view.suffix()) };
        let rules = if uniform { PackingRules::Std140 } else { PackingRules::Std430 };
        let block = self.module.block(&name, rules, &[(if vectors { "p" } else { "d" }, array)]);
        let qualifiers = if push || uniform { MemoryQualifiers::NONE } else { self.qualifiers(key) };
        if let Type::Struct(structure) = *self.module.types.get(block) {
            let structure = self.module.types.structs.get_mut(structure);
            for member in &mut structure.members {
                member.qualifiers = qualifiers;
            }
        }
        let global = if push {
            self.reflection.push_constants = true;
            self.module.global(&name, block, StorageClass::PushConstant)
        } else {
            let binding = self.binding(key.kind, key.number);
            self.reflection.resource(Resource {
                kind: key.kind,
                number: key.number,
                set: binding.set,
                binding: binding.binding,
                ty: if uniform { "uniform buffer" } else { "storage buffer" }.to_owned(),
            });
            let class = if uniform { StorageClass::Uniform } else { StorageClass::StorageBuffer };
            self.module.resource(&name, block, class, binding)
        };
        self.module.globals.get_mut(global).qualifiers = qualifiers;
        self.buffers.insert(key, global);
        global
    }

    /// The key of a variable's binding point.
    pub(super) const fn buffer_key(kind: MemoryKind, number: u32, view: View) -> BufferKey {
        let kind = match kind {
            MemoryKind::Storage => ResourceKind::Storage,
            MemoryKind::Counter => ResourceKind::Counter,
            _ => ResourceKind::Buffer,
        };
        BufferKey { kind, number, view }
    }

    /// The type of an element of a view.
    pub(super) const fn element_of(&self, view: View) -> Handle<Type> {
        match view {
            View::Words => self.types.uint,
            View::Wide => self.types.uint64,
            View::Floats => self.types.float,
            View::Doubles => self.types.double,
        }
    }

    /// Whether a resource is a uniform buffer, whose elements are vectors of four words.
    pub(super) fn is_uniform(&self, kind: ResourceKind) -> bool {
        kind == ResourceKind::Buffer && self.options.uniform_buffers
    }

    /// A word of a buffer.
    pub(super) fn buffer_place(&mut self, key: BufferKey, word: V) -> Place {
        let array = self.buffer(key);
        if !self.is_uniform(key.kind) {
            return self.module.element(&array, word);
        }
        let vector = self.shift_right(word, 2);
        let three = self.uint(3);
        let component = self.and(word, three);
        let vector = self.module.element(&array, vector);
        self.module.element(&vector, component)
    }

    /// A component of a local or environment parameter.
    pub(super) fn parameter_word(&mut self, local: bool, number: V, component: u8) -> V {
        let kind = if local { ResourceKind::Local } else { ResourceKind::Env };
        let key = BufferKey { kind, number: 0, view: View::Words };
        let component = self.uint(component.into());
        self.inside_buffer(key, number, &[self.types.uint], |lowering| {
            let place = lowering.buffer(key);
            let element = lowering.module.element(&place, number);
            let component = lowering.module.element(&element, component);
            vec![lowering.load(&component)]
        })
        .first()
        .copied()
        .unwrap_or_else(|| self.lost("a parameter"))
    }

    /// `program.storagelen[n]`: the size of the bound buffer in bytes, in all components.
    pub(super) fn storage_length(&mut self, number: u32, _component: u8) -> V {
        let length = self.buffer_length(BufferKey { kind: ResourceKind::Storage, number, view: View::Words });
        self.shift_left(length, 2)
    }

    /// How many elements a buffer has; for a uniform buffer, how many words its block has.
    pub(super) fn buffer_length(&mut self, key: BufferKey) -> V {
        if self.is_uniform(key.kind) {
            return self.uint(self.options.limits.buffer_bytes / 4);
        }
        if key.kind == ResourceKind::Local && self.options.push_locals {
            return self.uint(8);
        }
        let place = self.buffer(key);
        let place = self.f.places.append(place, self.f.span);
        let length = self.f.evaluate(ValueKind::ArrayLength(place), self.types.int, self.f.span);
        self.convert(length, self.types.uint)
    }

    /// The variable of a texture or image unit as it is used here.
    pub(super) fn image(&mut self, key: ImageKey) -> Handle<GlobalVariable> {
        if let Some((_, global)) = self.images.iter().find(|(known, _)| *known == key) {
            return *global;
        }
        let word = key.kind.name();
        let ty = self.module.types.insert(Type::Image(key.ty));
        let (ty, binding, name) = match key.number {
            Some(number) => (ty, self.binding(key.kind, number), format!("{word}{number}")),
            None => {
                let binding = if key.kind == ResourceKind::Texture { 128 } else { 129 };
                let array = self.module.array(ty, ArrayLength::Runtime);
                (array, ResourceBinding { set: self.options.set_base + 1, binding }, format!("{word}s"))
            }
        };
        let shape = crate::builtins::BuiltinType::Image(key.ty.shape).to_string();
        let ty_name = match key.ty.class {
            ImageClass::Combined => crate::builtins::BuiltinType::CombinedSampler(key.ty.shape).to_string(),
            ImageClass::Sampled => crate::builtins::BuiltinType::Texture(key.ty.shape).to_string(),
            ImageClass::Storage(format) => format!("{shape} {format:?}"),
        };
        self.reflection.resource(Resource {
            kind: key.kind,
            number: key.number.unwrap_or(u32::MAX),
            set: binding.set,
            binding: binding.binding,
            ty: ty_name,
        });
        let global = self.module.resource(&name, ty, StorageClass::UniformConstant, binding);
        if key.kind == ResourceKind::Image {
            self.module.globals.get_mut(global).qualifiers = self.image_qualifiers(key.number);
        }
        self.images.push((key, global));
        global
    }
}
