//! Loads and stores of the walk.
//!
//! Comes in: places. Goes out: the terms that are read, and the accesses to memory that invocations share. Must not depend on:
//! what is made of accesses.

use super::catalog::Tier;
use super::leaves::Leaves;
use super::messages::read_before_written;
use super::term::{Operation, Scope, Source, Support, Term, Terms};
use super::trace::{Access, BUFFERS, Kind, Memory, PRIVATE, SHARED, kind_of};
use super::walk::{Bound, Frame, Read, Slots, Walk, Wide};
use crate::builtins::vocabulary::BuiltIn;
use crate::hir::{
    GlobalVariable, Handle, Interpolation, Local, MemoryModel, MemoryQualifiers, Place, PlaceRoot, PlaceStep, Span,
    StorageClass, Type, Value,
};
use crate::stage::Stage;
use smallvec::SmallVec;

/// A step of a place with the terms of its indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    Member(u32),
    Element(Term),
    Component(Term),
}

/// A place whose indices are terms.
pub(super) struct Path {
    pub steps: SmallVec<[Step; 4]>,
    /// The scope of the indices.
    pub scope: Scope,
    pub support: Support,
}

impl<'m> Walk<'m> {
    /// The indices of a place, after the lints about each.
    pub(super) fn path_of(&mut self, frame: &Frame<'m>, place: &'m Place, span: Span) -> Path {
        let mut path = Path { steps: SmallVec::new(), scope: Scope::Dispatch, support: Support::NONE };
        if place.steps.is_empty() {
            return path;
        }
        let mut ty = self.root_type(frame, place.root);
        for step in &place.steps {
            match *step {
                PlaceStep::Member(index) => {
                    path.steps.push(Step::Member(index));
                    ty = ty.and_then(|ty| self.member_type(ty, index));
                }
                PlaceStep::Index(value) => {
                    let term = self.scalar(frame, value);
                    path.scope = path.scope.min(self.terms.scope(term));
                    path.support = path.support.with(self.terms.support(term));
                    let whole = ty.map(|it| self.module.types.get(it));
                    if let Some(ty) = ty {
                        self.check_index(frame, place, ty, value, term, span);
                    }
                    let is_vector = matches!(whole, Some(Type::Vector(..)));
                    path.steps.push(if is_vector { Step::Component(term) } else { Step::Element(term) });
                    // The components of a vector have no parts, and columns are not followed.
                    ty = if let Some(&Type::Array { element, .. }) = whole { Some(element) } else { None };
                }
            }
        }
        path
    }

    fn root_type(&self, frame: &Frame<'m>, root: PlaceRoot) -> Option<Handle<Type>> {
        Some(match root {
            PlaceRoot::Global(it) => self.module.globals.try_get(it).ok()?.ty,
            PlaceRoot::Local(it) => frame.function.locals.try_get(it).ok()?.ty,
            PlaceRoot::Parameter(index) => frame.function.parameters.get(index as usize)?.ty,
            PlaceRoot::Reference(pointer) => frame.function.values.try_get(pointer).ok()?.ty,
        })
    }

    fn member_type(&self, ty: Handle<Type>, index: u32) -> Option<Handle<Type>> {
        let (Type::Struct(structure) | Type::Reference(structure)) = *self.module.types.get(ty) else { return None };
        Some(self.module.types.structure(structure)?.members.get(index as usize)?.ty)
    }

    /// The slots of a local variable that is read as a whole, which is most of what is loaded.
    pub(super) fn variable_of(&self, frame: &Frame<'m>, place: Handle<Place>) -> Option<Slots> {
        let place = frame.function.places.try_get(place).ok()?;
        let PlaceRoot::Local(local) = place.root else { return None };
        if !place.steps.is_empty() || place.swizzle.is_some() || !self.assumptions.uniform.is_empty() {
            return None;
        }
        frame.locals.get(local.index()).copied().filter(|it| it.count <= 4)
    }

    /// `ValueKind::Load`
    #[inline(never)]
    pub(super) fn load(&mut self, frame: &Frame<'m>, place: Handle<Place>, ty: Handle<Type>, span: Span) -> Leaves {
        let Ok(place) = frame.function.places.try_get(place) else { return Leaves::new() };
        if let (PlaceRoot::Global(global), [PlaceStep::Member(member)], None) =
            (place.root, place.steps.as_slice(), &place.swizzle)
            && let Some(known) = self.members.get(&(global, *member))
        {
            // What the host sets and was asked for before.
            return *known;
        }
        let path = self.path_of(frame, place, span);
        match place.root {
            PlaceRoot::Local(local) => match frame.locals.get(local.index()) {
                Some(_) if self.is_promised(frame, local) => self.unknown(ty, Scope::Workgroup, Support::COMPUTED),
                Some(&slots) => self.load_slots(frame, slots, place, &path, ty),
                None => self.unknown(ty, Scope::Invocation, Support::COMPUTED),
            },
            PlaceRoot::Parameter(index) => match frame.parameters.get(index as usize) {
                Some(&Bound::Variable(slots)) => self.load_slots(frame, slots, place, &path, ty),
                _ => self.unknown(ty, path.scope, path.support),
            },
            PlaceRoot::Global(global) => self.load_global(frame, global, place, &path, ty, span),
            PlaceRoot::Reference(pointer) => self.load_pointer(frame, pointer, place, &path, ty, span),
        }
    }

    /// Whether the shader says that a variable is one for the workgroup.
    fn is_promised(&self, frame: &Frame<'m>, local: Handle<Local>) -> bool {
        let promised = &self.assumptions.uniform;
        !promised.is_empty()
            && frame.function.locals.try_get(local).is_ok_and(|it| promised.iter().any(|name| it.name == *name))
    }

    /// What a reference points to does not change if the shader writes through no reference of its type.
    fn load_pointer(
        &mut self,
        frame: &Frame<'m>,
        pointer: Handle<Value>,
        place: &Place,
        path: &Path,
        ty: Handle<Type>,
        span: Span,
    ) -> Leaves {
        let memory = self.memory_of(frame, place);
        if let Some(memory) = memory {
            self.access(memory, place, path, &Leaves::new(), Kind::Read, Scope::Invocation, span);
        }
        let written = frame.function.values.try_get(pointer).is_ok_and(|it| {
            self.functions.written_types.contains(&it.ty) && !place.access.contains(MemoryQualifiers::READONLY)
        });
        let term = self.scalar(frame, pointer);
        match memory {
            Some(memory) if !written => {
                let scope = path.scope.min(self.terms.scope(term));
                self.load_constant(memory, path, scope, ty, place)
            }
            _ if written => self.unknown(ty, Scope::Invocation, Support::COMPUTED),
            _ => self.unknown(ty, path.scope.min(self.terms.scope(term)), Support::COMPUTED),
        }
    }

    fn load_slots(&mut self, frame: &Frame<'m>, slots: Slots, place: &Place, path: &Path, ty: Handle<Type>) -> Leaves {
        let (slots, steps) = self.located(frame, slots, place, path);
        let whole = self.read_slots(slots);
        if slots.count as usize > self.leaf_count(place.ty).max(4) || whole.len() < slots.count as usize {
            let (scope, support) = self.facts_of_slots(slots);
            return self.unknown(ty, scope.min(path.scope), support.with(path.support));
        }
        let has_parts = slots.count > 1 || self.by_component || self.is_followed(place.ty);
        match (steps, &place.swizzle) {
            ([], None) => return whole,
            ([], Some(components)) if has_parts => {
                return components.iter().filter_map(|&it| whole.get(usize::from(it)).copied()).collect();
            }
            ([Step::Component(index)], None) if has_parts => {
                if let Some(&term) = self.terms.value(*index).and_then(|it| whole.get(it as usize)) {
                    return Leaves::one(term);
                }
            }
            _ => {}
        }
        let (scope, support) = (self.scope_of(&whole).min(path.scope), self.support_of(&whole).with(path.support));
        self.unknown(ty, scope, support)
    }

    fn load_global(
        &mut self,
        frame: &Frame<'m>,
        handle: Handle<GlobalVariable>,
        place: &'m Place,
        path: &Path,
        ty: Handle<Type>,
        span: Span,
    ) -> Leaves {
        let module = self.module;
        let Ok(global) = module.globals.try_get(handle) else { return Leaves::new() };
        match global.storage {
            StorageClass::Private => {
                if self.functions.is_written(handle) && self.unset.remove(&handle) {
                    let diagnostic = read_before_written(span, &global.name, Some(global.span));
                    self.findings.push(Tier::Certain, diagnostic);
                }
                match self.privates.get(&handle) {
                    Some(&slots) => self.load_slots(frame, slots, place, path, ty),
                    None => self.unknown(ty, Scope::Invocation, Support::COMPUTED),
                }
            }
            StorageClass::Input => self.load_input(frame, global, place, path, ty),
            StorageClass::Workgroup => {
                let memory = Memory::Variable(handle);
                self.access(memory, place, path, &Leaves::new(), Kind::Read, Scope::Invocation, span);
                // What others may change at any time says who goes on.
                let volatile =
                    place.access.intersects(MemoryQualifiers::VOLATILE.union(MemoryQualifiers::COHERENT_KINDS));
                let support = if volatile { Support::COMPUTED } else { Support::SHARED };
                self.unknown(ty, path.scope.min(Scope::Workgroup), support)
            }
            StorageClass::UniformConstant => self.unknown(ty, path.scope, path.support),
            StorageClass::Uniform | StorageClass::PushConstant | StorageClass::ShaderRecord => {
                let leaves = self.load_constant(Memory::Variable(handle), path, path.scope, ty, place);
                if let ([Step::Member(member)], None) = (path.steps.as_slice(), &place.swizzle) {
                    self.members.insert((handle, *member), leaves);
                }
                leaves
            }
            StorageClass::StorageBuffer => {
                let memory = Memory::Variable(handle);
                if self.only_certain && !self.functions.is_written(handle) {
                    self.pass_by(path);
                } else {
                    self.access(memory, place, path, &Leaves::new(), Kind::Read, Scope::Invocation, span);
                }
                if self.functions.writes_to(handle, place) && !place.access.contains(MemoryQualifiers::READONLY) {
                    let support = if self.trace.is_written(memory) { Support::COMPUTED } else { Support::DATA };
                    self.unknown(ty, Scope::Invocation, support)
                } else {
                    self.load_constant(memory, path, path.scope, ty, place)
                }
            }
            _ => self.unknown(ty, Scope::Invocation, Support::COMPUTED),
        }
    }

    /// Notes what an access to memory that nothing writes tells about others.
    fn pass_by(&mut self, path: &Path) {
        self.trace.count += 1;
        let whole = self.whole_path();
        self.axes_of_reads = self.axes_of_reads.with(path.support).with(self.terms.support(whole));
    }

    /// Memory that does not change while the shader runs: equal places have equal values.
    fn load_constant(&mut self, memory: Memory, path: &Path, scope: Scope, ty: Handle<Type>, place: &Place) -> Leaves {
        if !self.is_followed(ty) {
            return self.unknown(ty, scope, Support::DATA);
        }
        let blurred = path.steps.iter().any(|it| match *it {
            Step::Element(term) | Step::Component(term) => self.terms.is_number(term),
            Step::Member(_) => false,
        });
        if blurred {
            return self.unknown(ty, scope, Support::DATA);
        }
        let mut key = Read::new();
        for step in &path.steps {
            match *step {
                Step::Member(index) => key.extend([0, index]),
                Step::Element(term) | Step::Component(term) => key.extend([1, term.number()]),
            }
        }
        key.extend(place.swizzle.iter().flatten().map(|&it| u32::from(it) + 2));
        let key = (memory, key);
        if let Some(known) = self.reads.get(&key) {
            return *known;
        }
        let mut leaves = self.unknown(ty, scope, Support::DATA);
        if !self.assumptions.multiples.is_empty() {
            leaves = self.multiple(memory, path, leaves);
        }
        self.reads.insert(key, leaves);
        leaves
    }

    /// What is read, with what the host promises to divide it.
    fn multiple(&mut self, memory: Memory, path: &Path, leaves: Leaves) -> Leaves {
        let Memory::Variable(global) = memory else { return leaves };
        let (Ok(global), [Step::Member(index)]) = (self.module.globals.try_get(global), path.steps.as_slice()) else {
            return leaves;
        };
        let Type::Struct(structure) = *self.module.types.get(global.ty) else { return leaves };
        let member = self.module.types.structure(structure).and_then(|it| it.members.get(*index as usize));
        let Some(name) = member.map(|it| it.name.as_str()) else { return leaves };
        let Some(&(_, by)) = self.assumptions.multiples.iter().find(|it| it.0 == name) else { return leaves };
        let by = self.terms.constant(by);
        leaves.into_iter().map(|it| self.terms.operation(Operation::Multiply, it, by)).collect()
    }

    fn load_input(
        &mut self,
        frame: &Frame<'m>,
        global: &GlobalVariable,
        place: &Place,
        path: &Path,
        ty: Handle<Type>,
    ) -> Leaves {
        let Some(variable) = global.builtin else {
            let flat = global.interface.interpolation == Some(Interpolation::Flat);
            let scope =
                if flat && self.module.entry_point.stage == Stage::Fragment { Scope::Quad } else { Scope::Invocation };
            return self.unknown(ty, scope.min(path.scope), Support::DATA);
        };
        if let Some(leaves) = self.load_builtin(variable.builtin) {
            let fake = Slots { first: self.environment.len() as u32, count: leaves.len() as u32 };
            self.environment.extend(leaves);
            let read = self.load_slots(frame, fake, place, path, ty);
            self.environment.truncate(fake.first as usize);
            // A vector of which one component is used says nothing about the others.
            if read.len() == 1 {
                self.note_axes(&read);
            }
            return read;
        }
        let scope = match variable.builtin {
            BuiltIn::NumWorkgroups | BuiltIn::WorkgroupSize | BuiltIn::DrawIndex => Scope::Dispatch,
            BuiltIn::ViewIndex | BuiltIn::DeviceIndex => Scope::Dispatch,
            BuiltIn::PrimitiveId | BuiltIn::Layer | BuiltIn::ViewportIndex | BuiltIn::FrontFacing
                if self.module.entry_point.stage == Stage::Fragment =>
            {
                Scope::Quad
            }
            _ => Scope::Invocation,
        };
        self.unknown(ty, scope.min(path.scope), Support::COMPUTED)
    }

    /// The built-in inputs that are followed. Most shaders ask for few of them, and often.
    fn load_builtin(&mut self, builtin: BuiltIn) -> Option<Leaves> {
        if let Some(known) = self.inputs.iter().find(|it| it.0 == builtin) {
            return Some(known.1);
        }
        let leaves = self.new_builtin(builtin)?;
        // In a workgroup of unknown size a global id is another term each time.
        if builtin != BuiltIn::GlobalInvocationId || self.group_size.is_some() {
            self.inputs.push((builtin, leaves));
        }
        Some(leaves)
    }

    fn new_builtin(&mut self, builtin: BuiltIn) -> Option<Leaves> {
        let terms = &mut self.terms;
        Some(match builtin {
            BuiltIn::LocalInvocationId => {
                [Source::LocalX, Source::LocalY, Source::LocalZ].into_iter().map(|it| terms.source(it)).collect()
            }
            BuiltIn::WorkgroupId => {
                [Source::GroupX, Source::GroupY, Source::GroupZ].into_iter().map(|it| terms.source(it)).collect()
            }
            BuiltIn::GlobalInvocationId => (0..3).map(|it| terms.global_id(it)).collect(),
            BuiltIn::LocalInvocationIndex => Leaves::one(terms.source(Source::LocalIndex)),
            BuiltIn::SubgroupLocalInvocationId => Leaves::one(terms.source(Source::Lane)),
            BuiltIn::SubgroupSize => Leaves::one(terms.source(Source::SubgroupSize)),
            BuiltIn::NumSubgroups => Leaves::one(terms.source(Source::Subgroups)),
            BuiltIn::SubgroupId => Leaves::one(terms.source(Source::SubgroupId)),
            BuiltIn::FragCoord => {
                let number = Terms::number(Scope::Invocation);
                [terms.source(Source::PixelX), terms.source(Source::PixelY), number, number].into_iter().collect()
            }
            _ => return None,
        })
    }

    /// `Statement::Store`
    pub(super) fn store(&mut self, frame: &Frame<'m>, place: Handle<Place>, value: Handle<Value>, span: Span) {
        if let Ok(Place { root: PlaceRoot::Local(local), steps, swizzle: None, .. }) =
            frame.function.places.try_get(place)
            && steps.is_empty()
            && let Some(&Slots { first, count: 1 }) = frame.locals.get(local.index())
            && let Some(term) = frame.values.get(value.index()).and_then(Leaves::only)
        {
            // Most of what is stored.
            self.set_slot(first, term);
            return;
        }
        let leaves = self.leaves(frame, value);
        self.store_leaves(frame, place, &leaves, span);
        if let Some(wide) = self.wide_of(frame, value) {
            self.store_wide(frame, place, &wide);
        }
    }

    /// Stores a structure or array slot by slot, where it is followed.
    fn store_wide(&mut self, frame: &Frame<'m>, place: Handle<Place>, wide: &Wide) {
        let Ok(place) = frame.function.places.try_get(place) else { return };
        let (Some(slots), Some(root)) = (self.slots_of(frame, place), self.root_type(frame, place.root)) else {
            return;
        };
        let path = self.path_of(frame, place, Span::UNDEFINED);
        let Some((slots, [])) = self.part(root, slots, &path.steps) else { return };
        if slots.count as usize == wide.len() {
            for (slot, &term) in (slots.first..).zip(wide.iter()) {
                self.set_slot(slot, term);
            }
        }
    }

    pub(super) fn store_leaves(&mut self, frame: &Frame<'m>, place: Handle<Place>, leaves: &Leaves, span: Span) {
        let Ok(place) = frame.function.places.try_get(place) else { return };
        if let PlaceRoot::Local(local) = place.root
            && place.steps.is_empty()
            && place.swizzle.is_none()
            && let Some(&slots) = frame.locals.get(local.index())
            && slots.count as usize == leaves.len()
        {
            (slots.first..).zip(leaves.iter()).for_each(|(slot, &term)| self.set_slot(slot, term));
            return;
        }
        let path = self.path_of(frame, place, span);
        let slots = match place.root {
            PlaceRoot::Local(local) => frame.locals.get(local.index()).copied(),
            PlaceRoot::Parameter(index) => match frame.parameters.get(index as usize) {
                Some(&Bound::Variable(slots)) => Some(slots),
                _ => None,
            },
            PlaceRoot::Global(global) => {
                let kind = kind_of(self.module, global);
                if kind == Some(BUFFERS) {
                    self.check_leader(leaves, span);
                }
                if kind.is_some() {
                    let (memory, same) = (Memory::Variable(global), self.scope_of(leaves));
                    self.access(memory, place, &path, &Leaves::new(), Kind::Write, same, span);
                }
                self.unset.remove(&global);
                self.privates.get(&global).copied()
            }
            PlaceRoot::Reference(_) => {
                self.check_leader(leaves, span);
                if let Some(memory) = self.memory_of(frame, place) {
                    let same = self.scope_of(leaves);
                    self.access(memory, place, &path, &Leaves::new(), Kind::Write, same, span);
                }
                None
            }
        };
        if let Some(slots) = slots {
            self.store_slots(frame, slots, place, &path, leaves);
        }
    }

    /// The slots of a place and the steps within a vector that remain; all slots and steps if they are not followed.
    fn located<'s>(&self, frame: &Frame<'m>, slots: Slots, place: &Place, path: &'s Path) -> (Slots, &'s [Step]) {
        if path.steps.is_empty() {
            return (slots, &[]);
        }
        let root = self.root_type(frame, place.root);
        root.and_then(|it| self.part(it, slots, &path.steps)).unwrap_or((slots, &path.steps))
    }

    /// The narrowest scope of slots, and all that they depend on.
    fn facts_of_slots(&self, slots: Slots) -> (Scope, Support) {
        let range = slots.first as usize..(slots.first + slots.count) as usize;
        let terms = self.environment.get(range).unwrap_or_default();
        (self.scope_of(terms), self.support_of(terms))
    }

    /// A structure or array that is read as a whole, if it is followed.
    pub(super) fn load_wide(&mut self, frame: &Frame<'m>, place: Handle<Place>) -> Option<Wide> {
        let place = frame.function.places.try_get(place).ok()?;
        let slots = self.slots_of(frame, place)?;
        let path = self.path_of(frame, place, Span::UNDEFINED);
        let (slots, _) = self.part(self.root_type(frame, place.root)?, slots, &path.steps)?;
        let range = slots.first as usize..(slots.first + slots.count) as usize;
        self.environment.get(range).map(Into::into)
    }

    /// The slots of the variable that is the root of a place.
    fn slots_of(&self, frame: &Frame<'m>, place: &Place) -> Option<Slots> {
        match place.root {
            PlaceRoot::Local(local) => frame.locals.get(local.index()).copied(),
            PlaceRoot::Parameter(index) => match frame.parameters.get(index as usize) {
                Some(&Bound::Variable(slots)) => Some(slots),
                _ => None,
            },
            PlaceRoot::Global(global) => self.privates.get(&global).copied(),
            PlaceRoot::Reference(_) => None,
        }
    }

    fn store_slots(&mut self, frame: &Frame<'m>, slots: Slots, place: &Place, path: &Path, leaves: &Leaves) {
        let (slots, steps) = self.located(frame, slots, place, path);
        let at = |index: u32| (index < slots.count).then_some(slots.first + index);
        let has_parts = slots.count > 1 || self.by_component || self.is_followed(place.ty);
        match (steps, &place.swizzle) {
            ([], None) if leaves.len() as u32 == slots.count => {
                for (index, &leaf) in leaves.iter().enumerate() {
                    self.set_slot(slots.first + index as u32, leaf);
                }
                return;
            }
            ([], Some(components)) if has_parts => {
                for (&component, &leaf) in components.iter().zip(leaves.iter()) {
                    if let Some(slot) = at(component.into()) {
                        self.set_slot(slot, leaf);
                    }
                }
                return;
            }
            ([Step::Component(index)], None) if has_parts => {
                if let (Some(slot), Some(&leaf)) = (self.terms.value(*index).and_then(at), leaves.first()) {
                    self.set_slot(slot, leaf);
                    return;
                }
            }
            _ => {}
        }
        // Part of something whose parts are not followed.
        let (scope, support) = self.facts_of_slots(slots);
        let scope = self.scope_of(leaves).min(scope).min(path.scope);
        let support = self.support_of(leaves).with(support).with(path.support);
        for slot in slots.first..slots.first + slots.count {
            let is_number = self.environment.get(slot as usize).is_none_or(|&it| self.terms.is_number(it));
            let term = if is_number { Terms::number(scope) } else { self.terms.fresh(scope, support) };
            self.set_slot(slot, term);
        }
    }

    /// Notes an access to memory that invocations share. `texel`: its coordinates in an image. `same`: invocations of this scope
    /// write the same.
    #[expect(clippy::too_many_arguments, reason = "all of them are of the access")]
    pub(super) fn access(
        &mut self,
        root: Memory,
        place: &Place,
        path: &Path,
        texel: &[Term],
        kind: Kind,
        same: Scope,
        span: Span,
    ) {
        let memory = match root {
            Memory::Variable(global) => kind_of(self.module, global).unwrap_or(BUFFERS),
            Memory::Pointer(..) => BUFFERS,
        };
        if memory == SHARED {
            self.trace.use_shared();
        }
        let coherent = place.access.intersects(MemoryQualifiers::VOLATILE.union(MemoryQualifiers::COHERENT_KINDS));
        let private = self.module.memory_model == MemoryModel::Vulkan
            && memory != SHARED
            && !coherent
            && !kind.is_atomic()
            && !place.access.contains(MemoryQualifiers::NON_PRIVATE);
        let mut access = Access {
            root,
            memory: if private { PRIVATE } else { memory },
            members: SmallVec::new(),
            indices: SmallVec::new(),
            extent: self.extent,
            components: u8::MAX,
            kind,
            path: self.whole_path(),
            same,
            coherent,
            span,
            call: self.calls.last().copied(),
            position: self.trace.position(),
            order: self.order.0,
            scope: self.order.1,
            loops: self.loops,
        };
        let mut component = None;
        for step in &path.steps {
            match *step {
                Step::Member(index) => access.members.push(index + 1),
                Step::Element(term) => {
                    access.members.push(0);
                    access.indices.push(term);
                }
                Step::Component(term) => component = Some(term),
            }
        }
        if !texel.is_empty() {
            access.indices.extend_from_slice(texel);
        }
        if let Some(components) = &place.swizzle {
            access.components = components.iter().fold(0, |mask, &it| mask | 1 << it.min(7));
        }
        let Some(component) = component else {
            self.trace.push(access);
            return;
        };
        // Each invocation has its own component: as if each were asked for.
        for number in 0..4 {
            let number_term = self.terms.constant(number);
            let is = self.terms.operation(Operation::Equal, component, number_term);
            let path = self.terms.both(access.path, is);
            if path != Terms::FALSE {
                self.trace.push(Access { components: 1 << number, path, ..access.clone() });
            }
        }
    }
}
