//! Locations of inputs and outputs: how many a type takes, which are missing, which overlap (GLSL 4.60, 4.4.1 and 4.4.2).
//!
//! Comes in: the globals of a shader once all of them are known. Goes out: a location for each, or a report. Must not
//! depend on: how they were declared.

use crate::hir::{
    ArrayLength, GlobalVariable, Handle, Interface, InterfaceRate, Interpolation, Sampling, ScalarKind, Span, Struct,
    Type,
};
use crate::sema::context::message;
use crate::sema::interface::messages;
use crate::sema::interface::stage_interface::Direction;
use crate::sema::{Analyzer, Code};

/// Kind and width of the numbers, interpolation, sampling, and the rate.
type Class = (Option<(ScalarKind, u8)>, Option<Interpolation>, Option<Sampling>, Option<InterfaceRate>);

/// Locations that one variable or member takes.
#[derive(Clone, Copy)]
struct Taken {
    start: u32,
    /// The first location after it.
    end: u32,
    /// The components, one bit each: all four for anything but a vector of 32-bit components.
    components: u8,
    /// What else must agree in one location (GLSL 4.60, 4.4.1).
    class: Class,
    /// `index` of fragment outputs.
    index: u32,
    span: Span,
}

/// What has a location: a variable or, of a block, a member.
#[derive(Clone, Copy)]
pub(super) struct Part {
    global: Handle<GlobalVariable>,
    member: Option<usize>,
    pub(super) ty: Handle<Type>,
    pub(super) span: Span,
}

impl Analyzer<'_> {
    /// How many locations a type takes. Vulkan counts two for vectors of three and four 64-bit components even in the
    /// inputs of a vertex shader (Vulkan, "Location and Component Assignment").
    pub(super) fn location_count(&self, ty: Handle<Type>) -> u32 {
        match *self.module.types.get(ty) {
            Type::Array { element, length: ArrayLength::Constant(length) } => {
                self.location_count(element).saturating_mul(length)
            }
            Type::Array { element, .. } => self.location_count(element),
            Type::Matrix { columns, rows, scalar } => {
                columns.get() * if scalar.width == 8 && rows.get() > 2 { 2 } else { 1 }
            }
            Type::Vector(size, scalar) if scalar.width == 8 && size.get() > 2 => 2,
            Type::Struct(structure) => {
                let members = self.module.types.structure(structure).map_or(&[][..], |it| &it.members);
                members.iter().fold(0, |sum: u32, member| sum.saturating_add(self.location_count(member.ty)))
            }
            _ => 1,
        }
    }

    /// Assigns locations to inputs and outputs if the option says so; reports those that have none, and those that
    /// share one against the rules.
    pub(super) fn finish_locations(&mut self) {
        for direction in [Direction::In, Direction::Out] {
            let parts = self.parts(direction, false);
            if self.options.auto_locations {
                self.assign_locations(&parts);
            }
            self.check_locations(&parts, direction);
        }
    }

    /// Everything of one direction that has a location, and with `builtins` also the built-ins.
    pub(super) fn parts(&self, direction: Direction, builtins: bool) -> Vec<Part> {
        let mut parts = Vec::new();
        for (global, variable) in self.module.globals.iter() {
            let is_other = variable.storage != direction.storage_class() || (variable.builtin.is_some() && !builtins);
            if is_other || variable.interface.rate == Some(InterfaceRate::Task) {
                continue;
            }
            let element = self
                .per_vertex_element(variable.ty, &variable.interface, direction)
                .map_or(variable.ty, |(element, _)| element);
            let block = match *self.module.types.get(element) {
                Type::Struct(structure) => self.module.types.structure(structure).filter(|it| it.is_interface_block),
                _ => None,
            };
            match block {
                Some(block) => {
                    for (index, member) in block.members.iter().enumerate() {
                        if member.interface.builtin.is_none() || builtins {
                            let ty = self.without_views(member.ty, member.interface.per_view);
                            parts.push(Part { global, member: Some(index), ty, span: member.span });
                        }
                    }
                }
                // A decoration that sets a built-in or a location by number has placed the variable.
                None if variable.decorations.iter().any(|it| it.places()) => {}
                None => {
                    let ty = self.without_views(element, variable.interface.per_view);
                    parts.push(Part { global, member: None, ty, span: variable.span });
                }
            }
        }
        parts
    }

    pub(super) fn interface_at(&self, part: &Part) -> Option<&Interface> {
        let Some(index) = part.member else { return Some(&self.module.globals.try_get(part.global).ok()?.interface) };
        let block = self.module.types.structure(self.block_of(part)?)?;
        block.members.get(index).map(|member| &member.interface)
    }

    /// The block whose member `part` is.
    fn block_of(&self, part: &Part) -> Option<Handle<Struct>> {
        part.member?;
        let variable = self.module.globals.try_get(part.global).ok()?;
        match *self.module.types.get(self.element_of_arrays(variable.ty)) {
            Type::Struct(structure) => Some(structure),
            _ => None,
        }
    }

    fn set_location(&mut self, part: &Part, location: u32) {
        let Some(index) = part.member else {
            self.module.globals.get_mut(part.global).interface.location = Some(location);
            return;
        };
        let Some(block) = self.block_of(part) else { return };
        if let Some(member) = self.module.types.structs.get_mut(block).members.get_mut(index) {
            member.interface.location = Some(location);
        }
    }

    /// `--auto-map-locations`: in declaration order, around those that have one.
    fn assign_locations(&mut self, parts: &[Part]) {
        let end = |start: u32, ty| start.saturating_add(self.location_count(ty));
        let located = |part: &Part| self.interface_at(part).and_then(|it| it.location);
        let mut taken: Vec<(u32, u32)> =
            parts.iter().filter_map(|part| located(part).map(|start| (start, end(start, part.ty)))).collect();
        taken.sort_unstable();
        let mut taken = taken.into_iter().peekable();
        let mut next = 0_u32;
        let mut chosen = Vec::new();
        for part in parts.iter().filter(|part| located(part).is_none()) {
            let count = self.location_count(part.ty);
            while let Some(&(start, end)) = taken.peek() {
                if start >= next.saturating_add(count) {
                    break;
                }
                next = next.max(end);
                taken.next();
            }
            chosen.push((*part, next));
            next = next.saturating_add(count);
        }
        for (part, location) in chosen {
            self.set_location(&part, location);
        }
    }

    fn check_locations(&mut self, parts: &[Part], direction: Direction) {
        let mut taken: Vec<Taken> = Vec::with_capacity(parts.len());
        let mut reported = None;
        for part in parts {
            let Some(interface) = self.interface_at(part).cloned() else { continue };
            let Some(start) = interface.location else {
                // For a block without locations, the first member stands for all of them.
                if reported.replace(part.global) != Some(part.global) {
                    self.location_missing(part, direction);
                }
                continue;
            };
            if let Some(component) = interface.component
                && !self.check_component(component, part)
            {
                continue;
            }
            taken.extend(self.taken(part, start, &interface));
        }
        taken.sort_by_key(|it| (it.start, it.end));
        let mut active: Vec<Taken> = Vec::new();
        for it in taken {
            active.retain(|earlier| earlier.end > it.start);
            if let Some(earlier) = active.iter().find(|earlier| conflicts(earlier, &it)).copied() {
                self.location_conflict(&earlier, &it);
                // Reporting one of them is enough.
                continue;
            }
            active.push(it);
        }
    }

    fn location_missing(&mut self, part: &Part, direction: Direction) {
        let what = direction.what();
        // A block without any location is easier mended as a whole.
        let block = self.block_of(part).filter(|block| {
            let members = self.module.types.structure(*block).into_iter().flat_map(|block| &block.members);
            members.into_iter().all(|member| member.interface.location.is_none())
        });
        let span = block.map_or(part.span, |block| self.module.types.structs.get_span(block));
        self.report(messages::needs_location(span, &what));
    }

    /// Whether a component starts where its type fits (GLSL 4.60, 4.4.1 and 4.4.2).
    fn check_component(&mut self, component: u32, part: &Part) -> bool {
        let element = self.element_of_arrays(part.ty);
        let message = match *self.module.types.get(element) {
            Type::Scalar(scalar) | Type::Vector(_, scalar) => {
                let width = if scalar.width == 8 { 2 } else { 1 };
                let count = self.module.types.get(element).component_count().unwrap_or(1) * width;
                if component > 3 {
                    messages::no_such_component(part.span, component)
                } else if scalar.width == 8 && !component.is_multiple_of(2) {
                    messages::odd_component(part.span, &self.spell(element), component)
                } else if component + count > 4 {
                    messages::component_leaves_no_room(part.span, &self.spell(element), component)
                } else {
                    return true;
                }
            }
            _ => messages::misplaced_component(part.span, &self.spell(element)),
        };
        self.report(message);
        false
    }

    /// The locations of a part: one range, or two if a vector of 64-bit components leaves room in its second location.
    fn taken(&self, part: &Part, start: u32, interface: &Interface) -> Vec<Taken> {
        let element = self.element_of_arrays(part.ty);
        let scalar = self.module.types.get(element).scalar();
        let first = interface.component.unwrap_or(0);
        let index = interface.index.unwrap_or(0);
        // What matters is what an implementation would have to do: integers and floating-point numbers differ.
        let kind = scalar.map(|it| (if it.kind == ScalarKind::Uint { ScalarKind::Sint } else { it.kind }, it.width));
        let interpolation = interface.interpolation.filter(|it| *it != Interpolation::Smooth);
        let class = (kind, interpolation, interface.sampling, interface.rate);
        let count = self.module.types.get(element).component_count();
        let end = start.saturating_add(self.location_count(part.ty));
        let whole = Taken { start, end, components: 0b1111, class, index, span: part.span };
        let (Some(scalar), Some(count)) = (scalar, count) else {
            return vec![Taken { class: if scalar.is_some() { class } else { (None, None, None, None) }, ..whole }];
        };
        let words = count * if scalar.width == 8 { 2 } else { 1 };
        if words <= 4 {
            return vec![Taken { components: (((1_u32 << words) - 1) << first) as u8 & 0b1111, ..whole }];
        }
        if element != part.ty {
            return vec![whole];
        }
        let second = Taken { start: start.saturating_add(1), components: ((1_u32 << (words - 4)) - 1) as u8, ..whole };
        vec![Taken { end: start.saturating_add(1), ..whole }, second]
    }

    fn location_conflict(&mut self, earlier: &Taken, later: &Taken) {
        let location = later.start.max(earlier.start);
        let overlap = earlier.components & later.components != 0;
        let diagnostic = if overlap {
            message::taken_location(Code::LocationOverlap, later.span, location, earlier.span)
                .with_note("GLSL 4.60, 4.4.1 and 4.4.2: two of them share a location only in different components")
        } else {
            messages::location_shared_by_other_class(later.span, &location, earlier.span)
        };
        self.report(diagnostic);
    }
}

/// Whether two parts that share a location break the rules.
fn conflicts(one: &Taken, other: &Taken) -> bool {
    one.index == other.index && (one.components & other.components != 0 || one.class != other.class)
}
