//! Reads and writes: what a place is for an invocation, and the events of an access.
//!
//! Comes in: places of HIR with their indices. Goes out: values, changed variables, events. Must not depend on: other
//! invocations, the model.
//!
//! Memory is accessed scalar by scalar: a vector or structure that is read or written is as many events. Each reads or writes a
//! location of its own, so no access overlaps another in part.

use super::event::{Access, Event, Scope, Storage};
use super::machine::{Bound, Datum, Frame, Machine, Stop};
use super::origin::Origin;
use super::world::{Object, World};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Constant, Handle, MemoryQualifiers, Place, PlaceRoot, PlaceStep, Span, StorageClass, Type};

/// Where a path starts.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    /// A variable of the invocation.
    Variable(usize),
    Memory(Object),
}

/// What is selected.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub steps: Vec<u32>,
    /// The origin of the indices.
    origin: Origin,
}

/// Memory that other invocations access: a part of a variable.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub object: Object,
    pub steps: Vec<u32>,
    pub ty: Handle<Type>,
    pub storage: Storage,
    pub access: MemoryQualifiers,
}

/// Parts of a variable by their steps, and what is written there.
type Parts = Vec<(Vec<u32>, Handle<Constant>)>;

impl<'m> Machine<'_, 'm> {
    /// Where a place is.
    pub fn path(&mut self, frame: &Frame<'m>, place: &'m Place, span: Span) -> Result<(Root, Path), Stop> {
        let mut origin = Origin::NONE;
        let (root, steps, mut ty) = match place.root {
            PlaceRoot::Global(global) => match self.privates.get(&global) {
                Some(&slot) => (Root::Variable(slot), Vec::new(), self.variable_type(slot)),
                None => {
                    let object = Object::Variable(global);
                    (Root::Memory(object), Vec::new(), self.world.object_type(object))
                }
            },
            PlaceRoot::Local(local) => {
                let slot = frame.locals.get(local.index()).copied().unwrap_or(usize::MAX);
                (Root::Variable(slot), Vec::new(), self.variable_type(slot))
            }
            PlaceRoot::Parameter(index) => match frame.parameters.get(index as usize) {
                Some(&Bound::Variable(slot)) => (Root::Variable(slot), Vec::new(), self.variable_type(slot)),
                Some(Bound::Resource(object, steps)) => {
                    let whole = self.world.object_type(*object);
                    let part = |ty: Option<Handle<Type>>, step: &u32| ty.and_then(|it| self.world.part_type(it, *step));
                    (Root::Memory(*object), steps.clone(), steps.iter().fold(whole, part))
                }
                _ => return Self::unexplored(span, "this parameter is not explored"),
            },
            PlaceRoot::Reference(pointer) => {
                let datum = self.value(frame, pointer, span)?;
                origin = datum.origin;
                let Some((object, ty)) = self.world.pointee(datum.value) else {
                    return Self::unexplored(span, "accesses through computed references are not explored");
                };
                (Root::Memory(object), Vec::new(), Some(ty))
            }
        };
        let mut path = Path { steps, origin };
        for step in &place.steps {
            let index = match *step {
                PlaceStep::Member(member) => member,
                PlaceStep::Index(index) => {
                    let datum = self.value(frame, index, span)?;
                    path.origin = self.world.origins.join(path.origin, datum.origin);
                    self.index(datum, ty, span)?
                }
            };
            path.steps.push(index);
            ty = ty.and_then(|it| self.world.part_type(it, index));
        }
        Ok((root, path))
    }

    /// The number of an element that exists.
    fn index(&mut self, datum: Datum, ty: Option<Handle<Type>>, span: Span) -> Result<u32, Stop> {
        let count = ty.and_then(|it| self.world.part_count(it));
        let index = self.world.folder().as_i64(datum.value);
        match index.and_then(|it| u32::try_from(it).ok()) {
            Some(index) if count.is_none_or(|count| index < count) => Ok(index),
            _ => Err(outside_array(span, self.invocation.number, index, count).into()),
        }
    }

    fn variable_type(&mut self, slot: usize) -> Option<Handle<Type>> {
        let value = self.variables.get(slot)?.value;
        self.world.folder().ty(value)
    }

    /// The memory of an object, if other invocations access it.
    pub fn region(&mut self, object: Object, steps: Vec<u32>, place: &Place) -> Option<Region> {
        let storage = match object {
            Object::Variable(global) => World::storage(self.world.module.globals.try_get(global).ok()?.storage)?,
            Object::Pointee(_) => Storage::BUFFER,
        };
        Some(Region { object, steps, ty: place.ty, storage, access: place.access })
    }

    /// Reads a place.
    pub fn load(&mut self, frame: &Frame<'m>, place: Handle<Place>, span: Span) -> Result<Datum, Stop> {
        let Ok(place) = frame.function.places.try_get(place) else {
            return Self::unexplored(span, "this place is not explored");
        };
        let (root, path) = self.path(frame, place, span)?;
        let (mut value, origin) = match root {
            Root::Variable(slot) => {
                let Some(&Datum { value, origin }) = self.variables.get(slot) else {
                    return Self::unexplored(span, "this variable is not explored");
                };
                let part = path.steps.iter().try_fold(value, |it, &step| self.world.folder().extract(it, step));
                (Self::computed(part, span)?, origin)
            }
            Root::Memory(object) => self.load_memory(object, path.steps, place, span)?,
        };
        let origin = self.world.origins.join(origin, path.origin);
        // Of memory only the components of the swizzle were read.
        if let Some(components) = &place.swizzle {
            let swizzled = self.world.folder().swizzle(value, components);
            value = Self::computed(swizzled, span)?;
        }
        Ok(Datum { value, origin })
    }

    fn load_memory(
        &mut self,
        object: Object,
        steps: Vec<u32>,
        place: &Place,
        span: Span,
    ) -> Result<(Handle<Constant>, Origin), Stop> {
        if matches!(self.world.types.get(place.ty), Type::Reference(_)) && !self.may_change(object) {
            return Ok((self.world.reference(object, &steps, place.ty), Origin::NONE));
        }
        let Object::Variable(global) = object else { return self.read_memory(object, steps, place, span) };
        let Ok(variable) = self.world.module.globals.try_get(global) else {
            return Self::unexplored(span, "this variable is not explored");
        };
        match variable.storage {
            StorageClass::StorageBuffer | StorageClass::Workgroup => self.read_memory(object, steps, place, span),
            StorageClass::Uniform | StorageClass::PushConstant => {
                self.given_parts(object, steps, place.ty, span).map(|it| (it, Origin::NONE))
            }
            StorageClass::Input => {
                let whole = variable.builtin.and_then(|row| self.input(row.builtin, variable.ty));
                let part =
                    whole.and_then(|it| steps.iter().try_fold(it, |it, &step| self.world.folder().extract(it, step)));
                match part {
                    Some(part) => Ok((part, Origin::NONE)),
                    None => Err(variable_not_explored(span, &variable.name).into()),
                }
            }
            _ => Err(variable_not_explored(span, &variable.name).into()),
        }
    }

    /// Whether the shader may write other references to memory than those that the host gives.
    fn may_change(&self, object: Object) -> bool {
        let storage = match object {
            Object::Variable(global) => self.world.module.globals.try_get(global).map(|it| it.storage),
            Object::Pointee(_) => Ok(StorageClass::StorageBuffer),
        };
        self.world.writes_references && matches!(storage, Ok(StorageClass::StorageBuffer | StorageClass::Workgroup))
    }

    /// Reads what other invocations may write.
    fn read_memory(
        &mut self,
        object: Object,
        steps: Vec<u32>,
        place: &Place,
        span: Span,
    ) -> Result<(Handle<Constant>, Origin), Stop> {
        let Some(region) = self.region(object, steps, place) else {
            return Self::unexplored(span, "this memory is not explored");
        };
        let only = place.swizzle.as_deref();
        let datum = self.read_parts(&region, only, span)?;
        Ok((datum.value, datum.origin))
    }

    /// What the host gives: uniform blocks and push constants.
    fn given_parts(
        &mut self,
        object: Object,
        steps: Vec<u32>,
        ty: Handle<Type>,
        span: Span,
    ) -> Result<Handle<Constant>, Stop> {
        match self.world.types.get(ty) {
            Type::Scalar(_) => {
                let name = self.world.name(object, &steps);
                return Ok(self.world.initial_value(object, &name, ty));
            }
            Type::Reference(_) => return Ok(self.world.reference(object, &steps, ty)),
            _ => {}
        }
        let Some(count) = self.world.part_count(ty) else {
            return Self::unexplored(span, "values of this type are not explored");
        };
        let mut parts = Vec::new();
        for index in 0..count {
            let Some(part) = self.world.part_type(ty, index) else { break };
            let steps = steps.iter().copied().chain([index]).collect();
            parts.push(self.given_parts(object, steps, part, span)?);
        }
        let whole = self.world.folder().compose(ty, &parts);
        Self::computed(whole, span)
    }

    /// Reads memory, scalar by scalar. Components of a vector that are not among `only` are zero.
    fn read_parts(&mut self, region: &Region, only: Option<&[u8]>, span: Span) -> Result<Datum, Stop> {
        match self.world.types.get(region.ty) {
            Type::Scalar(_) => return self.read(region, span),
            Type::Reference(_) if self.may_change(region.object) => return self.read(region, span),
            Type::Reference(_) => {
                let value = self.world.reference(region.object, &region.steps, region.ty);
                return Ok(Datum { value, origin: Origin::NONE });
            }
            _ => {}
        }
        let Some(count) = self.world.part_count(region.ty) else {
            return Self::unexplored(span, "values of this type are not explored");
        };
        let mut parts = Vec::new();
        let mut origin = Origin::NONE;
        for index in 0..count {
            let Some(part) = self.part(region, index) else { break };
            let is_read = only.is_none_or(|only| only.iter().any(|&it| u32::from(it) == index));
            if is_read {
                let datum = self.read_parts(&part, None, span)?;
                origin = self.world.origins.join(origin, datum.origin);
                parts.push(datum.value);
            } else {
                parts.push(self.world.folder().null(part.ty));
            }
        }
        let whole = self.world.folder().compose(region.ty, &parts);
        Ok(Datum { value: Self::computed(whole, span)?, origin })
    }

    fn part(&mut self, region: &Region, index: u32) -> Option<Region> {
        let ty = self.world.part_type(region.ty, index)?;
        let steps = region.steps.iter().copied().chain([index]).collect();
        Some(Region { steps, ty, ..region.clone() })
    }

    /// Writes a place.
    pub fn store(&mut self, frame: &Frame<'m>, place: Handle<Place>, datum: Datum, span: Span) -> Result<(), Stop> {
        let Ok(place) = frame.function.places.try_get(place) else { return Ok(()) };
        let (root, path) = self.path(frame, place, span)?;
        match root {
            Root::Variable(slot) => {
                let Some(&whole) = self.variables.get(slot) else { return Ok(()) };
                let mut value = whole.value;
                for (steps, part) in self.written(place, path.steps, datum.value, span)? {
                    let replaced = self.replaced(value, &steps, part);
                    value = Self::computed(replaced, span)?;
                }
                // What was there is forgotten only if all of it is written.
                let kept = if place.is_whole() { Origin::NONE } else { whole.origin };
                let origin = self.world.origins.join(datum.origin, path.origin);
                let origin = self.world.origins.join(origin, kept);
                if let Some(variable) = self.variables.get_mut(slot) {
                    *variable = Datum { value, origin };
                }
                Ok(())
            }
            Root::Memory(object) => {
                let Some(region) = self.region(object, path.steps, place) else {
                    return Self::unexplored(span, "writes to this variable are not explored");
                };
                let origin = self.world.origins.join(datum.origin, path.origin);
                for (steps, part) in self.written(place, region.steps.clone(), datum.value, span)? {
                    let ty = self.world.folder().ty(part).unwrap_or(region.ty);
                    let part = Datum { value: part, origin };
                    self.write_parts(&Region { steps, ty, ..region.clone() }, part, span)?;
                }
                Ok(())
            }
        }
    }

    /// The parts that a store writes: all at once, or the components of a swizzle.
    fn written(&mut self, place: &Place, steps: Vec<u32>, value: Handle<Constant>, span: Span) -> Result<Parts, Stop> {
        let Some(components) = &place.swizzle else { return Ok(vec![(steps, value)]) };
        let mut parts = Vec::new();
        for (index, &component) in (0..).zip(components) {
            let part = self.world.folder().extract(value, index);
            let steps = steps.iter().copied().chain([u32::from(component)]).collect();
            parts.push((steps, Self::computed(part, span)?));
        }
        Ok(parts)
    }

    fn write_parts(&mut self, region: &Region, datum: Datum, span: Span) -> Result<(), Stop> {
        if matches!(self.world.types.get(region.ty), Type::Scalar(_) | Type::Reference(_)) {
            self.write(region, datum, span);
            return Ok(());
        }
        let Some(count) = self.world.part_count(region.ty) else {
            return Self::unexplored(span, "values of this type are not explored");
        };
        for index in 0..count {
            let Some(part) = self.part(region, index) else { break };
            let value = self.world.folder().extract(datum.value, index);
            let value = Self::computed(value, span)?;
            self.write_parts(&part, Datum { value, ..datum }, span)?;
        }
        Ok(())
    }

    /// The event of a plain access, without its values.
    pub fn plain(&mut self, region: &Region, span: Span) -> Event {
        let mut event = Event::new(self.invocation.number, span);
        let coherent = self.coherence(region);
        self.world.subgroups_matter |= coherent == Some(Scope::Subgroup);
        event.scope = coherent.unwrap_or(Scope::Invocation);
        event.nonprivate = coherent.is_some() || self.is_nonprivate(region);
        (event.available, event.visible) = (coherent.is_some(), coherent.is_some());
        event
    }

    fn is_nonprivate(&self, region: &Region) -> bool {
        match self.world.vulkan {
            true => region.access.contains(MemoryQualifiers::NON_PRIVATE),
            false => region.storage == Storage::SHARED,
        }
    }

    /// The scope in which an access makes available or visible. In the Vulkan model the qualifiers say it
    /// (GL_KHR_memory_scope_semantics), and shared variables have that of the workgroup; in GLSL450 `coherent` is for the device,
    /// and barriers do it for shared variables.
    fn coherence(&self, region: &Region) -> Option<Scope> {
        use MemoryQualifiers as Q;
        let access = region.access;
        if !self.world.vulkan {
            return access.intersects(Q::COHERENT_KINDS | Q::VOLATILE).then_some(Scope::Device);
        }
        let family = Q::COHERENT | Q::QUEUE_FAMILY_COHERENT | Q::VOLATILE;
        if access.contains(Q::DEVICE_COHERENT) {
            Some(Scope::Device)
        } else if access.intersects(family) {
            Some(Scope::QueueFamily)
        } else if access.contains(Q::WORKGROUP_COHERENT) || region.storage == Storage::SHARED {
            Some(Scope::Workgroup)
        } else if access.contains(Q::SUBGROUP_COHERENT) {
            Some(Scope::Subgroup)
        } else {
            None
        }
    }

    /// What an event accesses; the values are still missing.
    pub fn access(&mut self, region: &Region) -> Access {
        let workgroup = self.invocation.workgroup;
        let location = self.world.location(region.object, &region.steps, region.ty, region.storage, workgroup);
        let reference = self.world.object_number(region.object);
        Access { location, reference, storage: region.storage, read: None, written: None }
    }

    /// Reads a scalar or texel.
    pub fn read(&mut self, region: &Region, span: Span) -> Result<Datum, Stop> {
        let access = self.access(region);
        let datum = self.chosen(&access)?;
        let mut event = self.plain(region, span);
        event.reads = true;
        event.available = false;
        event.access = Some(Access { read: Some(datum.value.index() as u32), ..access });
        self.events.push(event);
        Ok(datum)
    }

    /// Writes a scalar or texel.
    pub fn write(&mut self, region: &Region, datum: Datum, span: Span) {
        let access = self.access(region);
        self.wrote(&access, datum);
        let mut event = self.plain(region, span);
        event.writes = true;
        event.visible = false;
        event.access = Some(Access { written: Some(datum.value.index() as u32), ..access });
        self.events.push(event);
    }

    /// `.length()` of an array whose size the host decides: what the settings say.
    pub fn array_length(
        &mut self,
        frame: &Frame<'m>,
        place: Handle<Place>,
        ty: Handle<Type>,
        span: Span,
    ) -> Result<Datum, Stop> {
        if let Ok(place) = frame.function.places.try_get(place)
            && let (Root::Memory(object), path) = self.path(frame, place, span)?
        {
            let name = format!("{}.length()", self.world.name(object, &path.steps));
            let value = self.world.initial_value(object, &name, ty);
            if self.world.folder().as_u32(value).is_some_and(|it| it > 0) {
                return Ok(Datum { value, origin: Origin::NONE });
            }
            return Err(unknown_length(span, &name).into());
        }
        Self::unexplored(span, "the length of this array is not explored")
    }
}

#[cold]
fn outside_array(span: Span, invocation: u32, index: Option<i64>, count: Option<u32>) -> Diagnostic {
    let index = index.map_or_else(|| "this".to_owned(), |it| it.to_string());
    let count = count.map_or_else(String::new, |it| format!(", which has {it} elements"));
    let message = format!("invocation {invocation} uses the index {index}, outside the array{count}");
    Diagnostic::error(Code::NotExplored, span, message)
}

#[cold]
fn variable_not_explored(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NotExplored, span, format!("`{name}` is not explored"))
}

/// `name` is that of the length, as the settings call it.
#[cold]
fn unknown_length(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NotExplored, span, "the length of this array is unknown")
        .with_help(format!("set it with `--init '{name}=4'`"))
}
