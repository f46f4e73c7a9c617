//! Inputs and outputs, spread over their locations (Vulkan, "Location and Component Assignment").
//!
//! Comes in: a module. Goes out: a [`Part`] for each variable and each member of a block, and its [`Slot`]s. Must not depend
//! on: other stages.

use crate::hir::{
    ArrayLength, Feedback, GlobalVariable, Handle, Interface, InterfaceRate, Interpolation, Module, Sampling, Scalar,
    Span, StorageClass, Type, type_text::type_text,
};
use crate::stage::Stage;

/// An input or output, or a member of a block of them.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The name of the variable; for a member, preceded by the block's.
    pub name: String,
    /// The type as GLSL spells it, without the dimension of vertices or primitives.
    pub spelled: String,
    /// The declaration.
    pub span: Span,
    /// The first location.
    pub location: u32,
    /// Its rate; a `pervertexEXT` variable has one value per vertex, as in the stage before.
    pub rate: Option<InterfaceRate>,
    /// How values between vertices are interpolated.
    pub interpolation: Option<Interpolation>,
    /// Where in the pixel they are sampled.
    pub sampling: Option<Sampling>,
    /// Where it is captured.
    pub feedback: Option<Feedback>,
    /// Whether the shader reads or writes it, or another member of its block.
    pub is_used: bool,
    /// The slots that it takes.
    pub slots: Vec<Slot>,
}

/// What is in one location.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The location.
    pub location: u32,
    /// The first component.
    pub component: u32,
    /// How many components; those of 64 bits count twice.
    pub count: u32,
    /// What a component is.
    pub number: Number,
    /// The length of the vector; 1 for a scalar.
    pub length: u32,
}

/// What a component is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Scalar(Scalar),
    /// A reference to a buffer.
    Reference,
    /// Nothing that has components.
    Other,
}

impl Slot {
    /// The components one by one.
    pub(super) fn components(&self) -> impl Iterator<Item = u32> + use<> {
        self.component..self.component + self.count
    }
}

/// More than devices have; slots beyond this are not checked.
const MOST_SLOTS: usize = 1024;

/// `layout(passthrough)` (GL_NV_geometry_shader_passthrough), which is a decoration by number.
const PASSTHROUGH: u32 = spirv::Decoration::PassthroughNV as u32;

/// The inputs of a shader that have locations.
pub(super) fn inputs(module: &Module) -> Vec<Part> {
    parts(module, StorageClass::Input, false)
}

/// The outputs of a shader that have locations, and the inputs that it passes through.
pub(super) fn outputs(module: &Module) -> Vec<Part> {
    let mut outputs = parts(module, StorageClass::Output, false);
    outputs.extend(parts(module, StorageClass::Input, true));
    outputs
}

fn parts(module: &Module, storage: StorageClass, only_passed: bool) -> Vec<Part> {
    let used = module.used_globals();
    let mut parts = Vec::new();
    for (handle, global) in module.globals.iter() {
        if global.storage != storage || global.builtin.is_some() {
            continue;
        }
        let element = element(module, global);
        let passed = is_passed(module, &global.decorations);
        let is_used = passed || used.contains(&handle);
        let block = match *module.types.get(element) {
            Type::Struct(structure) => module.types.structure(structure).filter(|it| it.is_interface_block),
            _ => None,
        };
        let Some(block) = block else {
            if passed || !only_passed {
                let name = String::from(&global.name);
                parts.extend(part(module, name, element, &global.interface, &global.interface, global.span, is_used));
            }
            continue;
        };
        for member in block.members.iter().filter(|it| it.interface.builtin.is_none()) {
            if only_passed && !passed && !is_passed(module, &member.decorations) {
                continue;
            }
            let name = format!("{}.{}", block.name, member.name);
            parts.extend(part(module, name, member.ty, &member.interface, &global.interface, member.span, is_used));
        }
    }
    parts
}

fn is_passed(module: &Module, decorations: &[crate::hir::SpirvDecoration]) -> bool {
    module.entry_point.stage == Stage::Geometry && decorations.iter().any(|it| it.decoration == PASSTHROUGH)
}

/// The type of a variable for one vertex or primitive.
pub(super) fn element(module: &Module, global: &GlobalVariable) -> Handle<Type> {
    let facts = module.entry_point.stage.facts();
    let arrayed = match global.storage {
        StorageClass::Input => facts.input_array.is_some() || global.interface.rate == Some(InterfaceRate::Vertex),
        _ => facts.output_array.is_some(),
    };
    match *module.types.get(global.ty) {
        Type::Array { element, .. }
            if arrayed && !matches!(global.interface.rate, Some(InterfaceRate::Patch | InterfaceRate::Task)) =>
        {
            element
        }
        _ => global.ty,
    }
}

fn part(
    module: &Module,
    name: String,
    ty: Handle<Type>,
    own: &Interface,
    whole: &Interface,
    span: Span,
    is_used: bool,
) -> Option<Part> {
    let location = own.location?;
    let ty = match *module.types.get(ty) {
        Type::Array { element, .. } if own.per_view || whole.per_view => element,
        _ => ty,
    };
    let mut slots = Vec::new();
    spread(module, ty, location, own.component.unwrap_or(0), &mut slots);
    Some(Part {
        name,
        spelled: type_text(&module.types, &module.constants, ty),
        span,
        location,
        rate: own.rate.or(whole.rate).filter(|it| *it != InterfaceRate::Vertex),
        interpolation: own.interpolation.or(whole.interpolation),
        sampling: own.sampling.or(whole.sampling),
        feedback: own.feedback.filter(|it| it.offset.is_some()),
        is_used,
        slots,
    })
}

/// Adds the slots of a type from a location on, and returns the location after it.
fn spread(module: &Module, ty: Handle<Type>, location: u32, component: u32, slots: &mut Vec<Slot>) -> u32 {
    if slots.len() >= MOST_SLOTS {
        return location;
    }
    match *module.types.get(ty) {
        Type::Array { element, length } => {
            let count = if let ArrayLength::Constant(count) = length { count } else { 1 };
            let mut next = location;
            for _ in 0..count {
                if slots.len() >= MOST_SLOTS {
                    break;
                }
                next = spread(module, element, next, component, slots);
            }
            next
        }
        Type::Struct(structure) => {
            let members = module.types.structure(structure).map_or(&[][..], |it| &it.members);
            members.iter().fold(location, |next, member| spread(module, member.ty, next, 0, slots))
        }
        Type::Matrix { columns, rows, scalar } => (0..columns.get())
            .fold(location, |next, _| vector(rows.get(), Number::Scalar(scalar), next, component, slots)),
        Type::Vector(size, scalar) => {
            let length = module.types.known_length(size).unwrap_or(1);
            vector(length, Number::Scalar(scalar), location, component, slots)
        }
        Type::Scalar(scalar) => vector(1, Number::Scalar(scalar), location, component, slots),
        Type::Reference(_) => vector(1, Number::Reference, location, component, slots),
        _ => vector(1, Number::Other, location, component, slots),
    }
}

/// A vector takes one location, or more if its components do not fit.
fn vector(length: u32, number: Number, location: u32, component: u32, slots: &mut Vec<Slot>) -> u32 {
    let words = match number {
        Number::Scalar(scalar) if scalar.width == 8 => 2,
        Number::Reference => 2,
        _ => 1,
    };
    let (mut left, mut location, mut component) = (length.saturating_mul(words), location, component.min(3));
    while left > 0 && slots.len() < MOST_SLOTS {
        let count = left.min(4 - component);
        slots.push(Slot { location, component, count, number, length });
        left -= count;
        location = location.saturating_add(1);
        component = 0;
    }
    location
}
