//! Reflection against spirq, which reads it from the module.

use std::collections::{BTreeMap, BTreeSet};

use crate::common;
use ::spirq::prelude::{ConstantValue, EntryPoint, ReflectConfig};
use ::spirq::spirv::ExecutionMode;
use ::spirq::ty::{DescriptorType, Type};
use ::spirq::var::Variable;
use glslsub::reflect::{BindingKind, Length, Reflection};
use glslsub::{Compiler, FileLoader, Options, TargetEnvironment};

/// What both say about a shader, in the same words.
#[derive(Debug, Default, PartialEq)]
struct Facts {
    /// Sets and bindings, with the kind of descriptor and how many there are (0: as many as the host binds).
    bindings: BTreeMap<(u32, u32), BTreeSet<(&'static str, u32)>>,
    /// The locations of inputs.
    inputs: BTreeSet<(u32, u32)>,
    /// The locations of outputs.
    outputs: BTreeSet<(u32, u32)>,
    /// Offsets of the members of the push constants.
    push_constants: Vec<u32>,
    /// Numbers of specialization constants.
    specialization: BTreeSet<u32>,
    /// `LocalSize`
    workgroup_size: Option<Vec<u32>>,
}

/// Our words for spirq's kinds of descriptors.
fn kind(ty: &DescriptorType) -> &'static str {
    match ty {
        DescriptorType::Sampler() => BindingKind::Sampler.name(),
        DescriptorType::CombinedImageSampler() => BindingKind::CombinedImageSampler.name(),
        DescriptorType::SampledImage() => BindingKind::SampledImage.name(),
        DescriptorType::StorageImage(_) => BindingKind::StorageImage.name(),
        DescriptorType::UniformTexelBuffer() => BindingKind::UniformTexelBuffer.name(),
        DescriptorType::StorageTexelBuffer(_) => BindingKind::StorageTexelBuffer.name(),
        DescriptorType::UniformBuffer() => BindingKind::UniformBuffer.name(),
        DescriptorType::StorageBuffer(_) => BindingKind::StorageBuffer.name(),
        DescriptorType::InputAttachment(_) => BindingKind::InputAttachment.name(),
        DescriptorType::AccelStruct() => BindingKind::AccelerationStructure.name(),
    }
}

fn number(value: &ConstantValue) -> u32 {
    match value {
        ConstantValue::U32(it) => *it,
        ConstantValue::Typeless(bytes) => bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)),
        other => panic!("{other:?} is not a size"),
    }
}

fn of_spirq(entry: &EntryPoint) -> Facts {
    let mut facts = Facts::default();
    for variable in &entry.vars {
        match variable {
            Variable::Descriptor { desc_bind, desc_ty, nbind, .. } => {
                let place = (desc_bind.set(), desc_bind.bind());
                facts.bindings.entry(place).or_default().insert((kind(desc_ty), *nbind));
            }
            Variable::Input { location, .. } => drop(facts.inputs.insert((location.loc(), location.comp()))),
            Variable::Output { location, .. } => drop(facts.outputs.insert((location.loc(), location.comp()))),
            Variable::PushConstant { ty: Type::Struct(ty), .. } => {
                facts.push_constants = ty.members.iter().map(|it| it.offset.unwrap_or(0) as u32).collect();
            }
            Variable::SpecConstant { spec_id, .. } => drop(facts.specialization.insert(*spec_id)),
            Variable::PushConstant { .. } => {}
        }
    }
    let size = entry.exec_modes.iter().find(|it| it.exec_mode == ExecutionMode::LocalSize);
    facts.workgroup_size = size.map(|it| it.operands.iter().map(|it| number(&it.value)).collect());
    facts
}

fn of_reflection(reflection: &Reflection) -> Facts {
    let mut facts = Facts::default();
    for binding in reflection.bindings.iter().filter(|it| it.is_used) {
        // An array whose length depends on a specialization constant has its default in spirq.
        let count = binding.array.iter().try_fold(1, |count, length| match length {
            Length::Fixed(length) => Some(count * length),
            Length::Specialization { default, .. } => default.map(|it| count * it),
            _ => None,
        });
        let place = (binding.set, binding.binding);
        facts.bindings.entry(place).or_default().insert((binding.kind.name(), count.unwrap_or(0)));
    }
    let places = |variables: &[glslsub::reflect::Variable]| {
        variables.iter().filter(|it| it.is_used).filter_map(|it| Some((it.location?, it.component))).collect()
    };
    facts.inputs = places(&reflection.inputs);
    facts.outputs = places(&reflection.outputs);
    if let Some(block) = reflection.push_constants.as_ref().filter(|it| it.is_used)
        && let glslsub::reflect::MemberType::Structure(number) = block.ty
    {
        facts.push_constants = reflection.structures[number].members.iter().map(|it| it.offset).collect();
    }
    facts.specialization = reflection.specialization_constants.iter().map(|it| it.id).collect();
    let fixed = |it: Length| if let Length::Fixed(it) = it { Some(it) } else { None };
    facts.workgroup_size = reflection.workgroup_size.and_then(|it| it.into_iter().map(fixed).collect());
    facts
}

impl Facts {
    /// Whether the reflection `ours` has all of this. spirq overlooks variables that only atomics on images, calls and
    /// interpolation functions name, and specialization constants that only sizes depend on.
    fn is_in(&self, ours: &Self) -> bool {
        self.bindings.iter().all(|(place, kinds)| ours.bindings.get(place) == Some(kinds))
            && self.inputs.is_subset(&ours.inputs)
            && self.outputs.is_subset(&ours.outputs)
            && self.specialization.is_subset(&ours.specialization)
            && (self.push_constants.is_empty() || self.push_constants == ours.push_constants)
            && self.workgroup_size == ours.workgroup_size
    }
}

/// Whether spirq's version of the SPIR-V headers has all of a module's instructions. It panics otherwise.
fn is_known(words: &[u32]) -> bool {
    let mut rest = words.get(5..).unwrap_or_default();
    while let Some(&first) = rest.first() {
        if ::spirq::spirv::Op::from_u32(first & 0xffff).is_none() {
            return false;
        }
        rest = &rest[(first >> 16) as usize..];
    }
    true
}

#[test]
fn reflection_agrees_with_spirq() {
    let files = common::shaders(&common::root().join("spirv-fixtures"));
    let compiler = Compiler::new(Options::new().target(TargetEnvironment::Vulkan1_3));
    let (equal, unread) = (std::cell::Cell::new(0), std::cell::RefCell::new(BTreeMap::<String, usize>::new()));
    common::all(&files, |file| {
        let Ok(artifact) = compiler.compile_file(file, &mut FileLoader::new()) else { return Ok(()) };
        let note = |why: String| {
            *unread.borrow_mut().entry(why).or_default() += 1;
            Ok(())
        };
        if !is_known(artifact.words()) {
            return note("unknown instruction".to_owned());
        }
        let entries = match ReflectConfig::new().spv(artifact.words()).reflect() {
            Ok(entries) => entries,
            Err(error) => return note(error.to_string()),
        };
        let (theirs, ours) = (of_spirq(&entries[0]), of_reflection(artifact.reflection()));
        if !theirs.is_in(&ours) {
            return Err(format!("{}:\nspirq {theirs:?}\nours  {ours:?}", common::name(file)));
        }
        equal.set(equal.get() + usize::from(theirs == ours));
        Ok(())
    });
    if std::env::var_os("GLSLSUB_FILTER").is_none() {
        let unread: usize = unread.borrow().values().sum();
        assert!(equal.get() > 420, "{} are equal; spirq cannot read {unread}", equal.get());
    }
}
