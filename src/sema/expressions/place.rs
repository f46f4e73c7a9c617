//! Selections from operands: members, swizzles, indices, `.length()` (GLSL 4.60, 5.5 to 5.7).
//!
//! Comes in: an operand, and what is selected. Goes out: an operand, still a place if it was one. Must not depend on:
//! how an index is evaluated.

use crate::builtins::extensions;
use crate::diagnostics::did_you_mean;
use crate::hir::{
    ArrayLength, Constant, ConstantKind, GlobalVariable, Handle, MemoryQualifiers, PlaceRoot, PlaceStep, Scalar, Span,
    Steps, StorageClass, Struct, Swizzle, Type, Value, ValueKind,
};
use crate::sema::Analyzer;
use crate::sema::context::feature::{SCALAR_SWIZZLES, VECTOR_LENGTHS};
use crate::sema::context::message;
use crate::sema::expressions::messages;
use crate::sema::expressions::operand::{Operand, Path};
use crate::sema::expressions::selection::SWIZZLE_SETS;
use crate::syntax::ast::{Expression, Name};
use smallvec::SmallVec;

impl Analyzer<'_> {
    /// `base.name`
    pub(in crate::sema) fn member(&mut self, base: Operand, name: Name, span: Span) -> Operand {
        let Some(ty) = self.type_of(&base) else { return Operand::Error };
        self.note_selection(ty, name.span);
        match *self.module.types.get(ty) {
            Type::Struct(structure) => self.structure_member(base, structure, name, span),
            Type::Reference(structure) => {
                let access = Self::reference_access(&base);
                let Some(value) = self.value(base, span) else { return Operand::Error };
                let mut path = self.dereference(value, structure);
                path.access = access;
                let base = self.place_operand(path);
                self.structure_member(base, structure, name, span)
            }
            Type::Vector(size, _) if size.is_long() => {
                let spelled = self.spell(ty);
                self.no_vector_members(&spelled, name);
                Operand::Error
            }
            Type::Scalar(_) | Type::Vector(..) if !self.is_es_scalar(ty) => self.swizzle(base, ty, name, span),
            _ => {
                let spelled = self.spell(ty);
                let mut diagnostic = messages::has_no_members(name.span, &spelled);
                if self.is_es_scalar(ty) {
                    diagnostic = diagnostic.with_note("GLSL ES 3.20, 5.5: only vectors have components");
                } else if matches!(self.module.types.get(ty), Type::Matrix { .. }) {
                    diagnostic = diagnostic.with_help("index a column first: `m[0].x`");
                }
                self.report(diagnostic);
                Operand::Error
            }
        }
    }

    fn is_es_scalar(&self, ty: Handle<Type>) -> bool {
        self.version.is_es() && matches!(self.module.types.get(ty), Type::Scalar(_))
    }

    /// The path to what a reference points to.
    pub(super) fn dereference(&mut self, reference: Handle<Value>, structure: Handle<Struct>) -> Path {
        Path {
            root: PlaceRoot::Reference(reference),
            steps: Steps::new(),
            ty: self.module.types.insert(Type::Struct(structure)),
            swizzle: None,
            access: MemoryQualifiers::NONE,
            storage: StorageClass::PhysicalStorageBuffer,
            read_only: None,
            precise: false,
        }
    }

    fn structure_member(&mut self, base: Operand, structure: Handle<Struct>, name: Name, span: Span) -> Operand {
        let text = self.text(name.symbol);
        let Some(definition) = self.module.types.structure(structure) else { return Operand::Error };
        let found = self.member_indices.find(structure, &definition.members, text);
        let Some(index) = found else {
            if self.is_incomplete(structure) {
                let name = &definition.name;
                let help = format!("define `layout(buffer_reference) buffer {name} {{ ... }};` before this");
                self.report(messages::members_of_undefined_block(span, &name, help));
                return Operand::Error;
            }
            if definition.members.is_empty() {
                // A block whose members could not be read, which has been reported.
                return Operand::Error;
            }
            if let Some(row) = self.hidden_member(&definition.name, text) {
                self.check_gate(row.gate, row.name, name.span);
                return Operand::Error;
            }
            let mut diagnostic = messages::no_such_member(name.span, &definition.name, &text);
            let may_suggest = self.may_suggest();
            let members = self.module.types.structure(structure).map_or(&[][..], |it| it.members.as_slice());
            let names = members.iter().map(|member| member.name.as_str());
            if may_suggest {
                diagnostic = diagnostic.with_similar_name(did_you_mean(text, names));
            }
            self.report(diagnostic);
            return Operand::Error;
        };
        let Some(member) = definition.members.get(index) else { return Operand::Error };
        let (ty, qualifiers, precise) = (member.ty, member.qualifiers, member.precise);
        let index = index as u32;
        match base {
            Operand::Place(mut path) => {
                path.steps.push(PlaceStep::Member(index));
                if !self.note_member(structure, &path.steps, name.span) {
                    return Operand::Error;
                }
                path.ty = ty;
                path.precise |= precise;
                path.access |= qualifiers;
                Operand::Place(path)
            }
            Operand::HeapPart(part) => self.heap_member(*part, structure, index, span),
            other => self.extract(other, index, ty, span),
        }
    }

    fn swizzle(&mut self, base: Operand, ty: Handle<Type>, name: Name, span: Span) -> Operand {
        let text = self.text(name.symbol);
        let (Some(count), Some(scalar)) =
            (self.module.types.get(ty).component_count(), self.module.types.get(ty).scalar())
        else {
            return Operand::Error;
        };
        let Some(components) = self.swizzle_components(text, count, ty, name.span) else { return Operand::Error };
        if count == 1 && !self.require_feature(&SCALAR_SWIZZLES, name.span) {
            return Operand::Error;
        }
        if components.len() > 1 && !self.allows_arithmetic(ty, "swizzled", name.span) {
            return Operand::Error;
        }
        let result = self.vector_type(scalar, components.len() as u32);
        match base {
            Operand::Place(path) => self.swizzle_path(path, &components, ty, result, span),
            Operand::Constant(constant) => {
                let folded = match *components.as_slice() {
                    [_] if count == 1 => Some(constant),
                    [component] => self.folder().extract(constant, u32::from(component)),
                    _ if count == 1 => self.folder().splat(constant, result),
                    _ => self.folder().swizzle(constant, &components),
                };
                match folded {
                    Some(folded) => Operand::Constant(folded),
                    None => {
                        let Some(value) = self.value(base, span) else { return Operand::Error };
                        self.swizzle_value(value, &components, count, result, span)
                    }
                }
            }
            Operand::Value(value) => self.swizzle_value(value, &components, count, result, span),
            _ => Operand::Error,
        }
    }

    fn swizzle_path(
        &mut self,
        mut path: Box<Path>,
        components: &[u8],
        ty: Handle<Type>,
        result: Handle<Type>,
        span: Span,
    ) -> Operand {
        if self.module.types.get(ty).component_count() == Some(1) {
            if components.len() == 1 {
                return Operand::Place(path);
            }
            let Some(value) = self.value(Operand::Place(path), span) else { return Operand::Error };
            return Operand::Value(self.builder.evaluate(ValueKind::Splat(value), result, span));
        }
        // A swizzle of a swizzle selects from the components already selected.
        let selected: Swizzle = match &path.swizzle {
            Some(earlier) => components.iter().filter_map(|&it| earlier.get(usize::from(it)).copied()).collect(),
            None => components.iter().copied().collect(),
        };
        if let &[component] = selected.as_slice() {
            path.swizzle = None;
            let index = self.index_constant(u32::from(component));
            path.steps.push(PlaceStep::Index(index));
            path.ty = result;
            return Operand::Place(path);
        }
        let repeats = selected.iter().enumerate().any(|(at, it)| selected.iter().skip(at + 1).any(|other| other == it));
        if repeats {
            path.read_only = path.read_only.or(Some("because its swizzle repeats a component"));
        }
        path.swizzle = Some(selected);
        Operand::Place(path)
    }

    /// The component numbers of swizzle letters, or a report.
    fn swizzle_components(&mut self, text: &str, count: u32, ty: Handle<Type>, span: Span) -> Option<Swizzle> {
        let set = SWIZZLE_SETS.iter().find(|set| text.chars().next().is_some_and(|first| set.contains(&first)));
        let Some(set) = set else {
            let spelled = self.spell(ty);
            self.report(messages::no_such_member(span, &spelled, &text));
            return None;
        };
        let mut components = SmallVec::<[u8; 4]>::new();
        for letter in text.chars() {
            let Some(component) = set.iter().position(|&it| it == letter) else {
                let is_other_set = SWIZZLE_SETS.iter().any(|set| set.contains(&letter));
                self.report(if is_other_set {
                    messages::mixed_letters(span, text)
                } else {
                    messages::no_such_letter(span, &self.spell(ty), text)
                });
                return None;
            };
            if component as u32 >= count {
                let spelled = self.spell(ty);
                self.report(messages::no_such_component(
                    span,
                    &spelled,
                    &letter,
                    &count,
                    &if count == 1 { "" } else { "s" },
                ));
                return None;
            }
            components.push(component as u8);
        }
        if components.len() > 4 {
            self.report(messages::swizzle_too_long(span, &text));
            return None;
        }
        Some(components.into_iter().collect())
    }

    /// `base[index]`
    pub(in crate::sema) fn index(
        &mut self,
        base: Operand,
        base_span: Span,
        index: Operand,
        index_span: Span,
        span: Span,
    ) -> Operand {
        let (Some(ty), Some(index_type)) = (self.type_of(&base), self.type_of(&index)) else { return Operand::Error };
        if matches!(self.module.types.get(ty), Type::Reference(_)) {
            return self.index_reference((base, base_span), (index, index_span), span);
        }
        let Some((element, length)) = self.element_type(ty) else {
            let spelled = self.spell(ty);
            self.report(messages::cannot_be_indexed(base_span, &spelled));
            return Operand::Error;
        };
        if !self.is_integer_scalar(index_type) {
            let spelled = self.spell(index_type);
            self.report(
                message::not_an_integer(index_span, "an index", &spelled)
                    .with_note("GLSL 4.60, 5.7: subscripts are scalar integers"),
            );
            return Operand::Error;
        }
        if !self.check_index_width(index_type, index_span) {
            return Operand::Error;
        }
        if matches!(self.module.types.get(ty), Type::Vector(..))
            && !self.allows_arithmetic(ty, "the component type of a vector that is indexed", base_span)
        {
            return Operand::Error;
        }
        let constant_index = match index {
            Operand::Constant(constant) => self.integer_value(constant),
            _ => None,
        };
        if let Some(value) = constant_index {
            let beyond = length.is_some_and(|length| value >= i64::from(length));
            if value < 0 || beyond {
                let spelled = self.spell(ty);
                self.report(messages::index_out_of_bounds(index_span, &value, &spelled));
                return Operand::Error;
            }
        }
        match base {
            Operand::Place(path) => self.index_path(path, element, index, constant_index, span),
            Operand::HeapPart(part) => self.heap_element(*part, element, index, span),
            // The number of components per invocation is not known: only variables can be indexed safely.
            Operand::Constant(_) | Operand::Value(_) if self.hooks(ty).is_some_and(|it| it.element.is_some()) => {
                let Some(value) = self.value(base, base_span) else { return Operand::Error };
                let mut path = self.spill(value, ty, span);
                path.read_only = Some("because it is not a variable");
                self.index_path(Box::new(path), element, index, constant_index, span)
            }
            Operand::Constant(constant) => match constant_index {
                Some(index) => self.extract(base, index as u32, element, span),
                None if matches!(self.module.types.get(ty), Type::Vector(..)) => {
                    self.index_vector(base, index, element, span)
                }
                None => {
                    let path = self.constant_variable(constant, ty);
                    self.index_path(Box::new(path), element, index, None, span)
                }
            },
            // An index that turns out to be too large gives some value, not an invalid module.
            Operand::Value(_) if self.module.types.is_specialized_vector(ty) => {
                self.index_vector(base, index, element, span)
            }
            Operand::Value(value) => match constant_index {
                Some(index) => self.extract(base, index as u32, element, span),
                None if matches!(self.module.types.get(ty), Type::Vector(..)) => {
                    self.index_vector(base, index, element, span)
                }
                None => {
                    let mut path = self.spill(value, ty, span);
                    path.read_only = Some("because it is not a variable");
                    self.index_path(Box::new(path), element, index, None, span)
                }
            },
            Operand::ConstantReference(..) | Operand::Error => Operand::Error,
        }
    }

    fn index_vector(&mut self, vector: Operand, index: Operand, element: Handle<Type>, span: Span) -> Operand {
        let (Some(vector), Some(index)) = (self.value(vector, span), self.index_value(index, span)) else {
            return Operand::Error;
        };
        Operand::Value(self.builder.evaluate(ValueKind::ExtractDynamic { vector, index }, element, span))
    }

    /// Which component `v.zy[index]` is, so that it can be written to.
    fn swizzled_component(&mut self, swizzle: &[u8], index: Operand, span: Span) -> Option<Handle<Value>> {
        let components: Vec<_> = swizzle.iter().map(|&it| self.int_constant(i32::from(it))).collect();
        let ty = self.vector_type(Scalar::I32, components.len() as u32);
        let table = Operand::Constant(self.constant(ty, ConstantKind::Composite(components)));
        let component = self.index_vector(table, index, self.common.int, span);
        self.value(component, span)
    }

    fn index_path(
        &mut self,
        mut path: Box<Path>,
        element: Handle<Type>,
        index: Operand,
        constant_index: Option<i64>,
        span: Span,
    ) -> Operand {
        if constant_index.is_none() {
            self.check_es_resource_index(&path, span);
        }
        let index = match (&path.swizzle, constant_index) {
            (Some(swizzle), Some(at)) => {
                let component = swizzle.get(at as usize).copied().unwrap_or(0);
                path.swizzle = None;
                self.index_constant(u32::from(component))
            }
            (Some(swizzle), None) if path.read_only.is_none() => {
                let Some(component) = self.swizzled_component(&swizzle.clone(), index, span) else {
                    return Operand::Error;
                };
                path.swizzle = None;
                component
            }
            (Some(_), None) => {
                let vector = self.load(Operand::Place(path), span);
                return self.index_vector(vector, index, element, span);
            }
            (None, _) => {
                let Some(index) = self.step_index(&path, index, span) else { return Operand::Error };
                index
            }
        };
        self.indexed_descriptors(&path, constant_index);
        if self.builder.non_uniform.contains(&index) {
            path.access |= MemoryQualifiers::NON_UNIFORM;
        }
        path.steps.push(PlaceStep::Index(index));
        path.ty = element;
        Operand::Place(path)
    }

    /// Reports an array of resources that ESSL only indexes with constants (GLSL ES 3.10 and 3.20, 4.1.7 and 4.3.9).
    fn check_es_resource_index(&mut self, path: &Path, span: Span) {
        let is_resource = path.steps.is_empty()
            && matches!(
                path.storage,
                StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::StorageBuffer
            );
        if !self.version.is_es() || !is_resource || self.is_in_heap(path) {
            return;
        }
        let extended = self.is_on(extensions::GL_EXT_gpu_shader5) || self.is_on(extensions::GL_OES_gpu_shader5);
        if path.storage != StorageClass::StorageBuffer && (extended || self.version.number >= 320) {
            return;
        }
        let non_uniform = self.is_on(extensions::GL_EXT_nonuniform_qualifier);
        if !non_uniform {
            self.report(messages::index_of_resources_not_constant(span));
        }
    }

    /// The type that indexing gives, and the number of elements if it is known.
    pub(in crate::sema) fn element_type(&mut self, ty: Handle<Type>) -> Option<(Handle<Type>, Option<u32>)> {
        match *self.module.types.get(ty) {
            Type::Vector(size, scalar) => {
                let length = self.module.types.known_length(size);
                Some((self.module.scalar(scalar), length))
            }
            Type::Matrix { columns, rows, scalar } => Some((self.module.vector(rows, scalar), Some(columns.get()))),
            Type::Array { element, length } => Some((
                element,
                match length {
                    ArrayLength::Constant(length) => Some(length),
                    ArrayLength::Specialization(_) | ArrayLength::Runtime => None,
                },
            )),
            _ => {
                let element = self.hooks(ty)?.element?;
                Some((element(self, ty)?, None))
            }
        }
    }

    /// A read-only variable that holds a constant, for indexing it at run time.
    fn constant_variable(&mut self, constant: Handle<Constant>, ty: Handle<Type>) -> Path {
        let global = match self.constant_globals.get(&constant) {
            Some(&global) => global,
            None => {
                let variable = GlobalVariable::new("indexable", ty, StorageClass::Private);
                let (qualifiers, initializer) = (MemoryQualifiers::READONLY, Some(constant));
                let variable = GlobalVariable { qualifiers, initializer, ..variable };
                let global = self.module.globals.append(variable, Span::UNDEFINED);
                self.constant_globals.insert(constant, global);
                global
            }
        };
        // A literal takes the precision of the other operand, a load cannot.
        let relaxed = self.has_relaxed && !self.full_constants.contains(&constant);
        Path {
            root: PlaceRoot::Global(global),
            steps: Steps::new(),
            ty,
            swizzle: None,
            access: if relaxed { MemoryQualifiers::RELAXED } else { MemoryQualifiers::NONE },
            storage: StorageClass::Private,
            read_only: Some("which is constant"),
            precise: false,
        }
    }

    /// `base.name(arguments)`; `length` is the only method there is (GLSL 4.60, 4.1.9).
    pub(in crate::sema) fn method(
        &mut self,
        base: Operand,
        name: Name,
        arguments: &[Handle<Expression>],
        span: Span,
    ) -> Operand {
        let Some(ty) = self.type_of(&base) else { return Operand::Error };
        let text = self.text(name.symbol);
        if !matches!(text, "length" | "length64") {
            self.report(messages::no_such_method(name.span, &text));
            return Operand::Error;
        }
        let wide = text == "length64";
        if wide && !self.check_length64(name.span) {
            return Operand::Error;
        }
        if let Some(&first) = arguments.first() {
            self.report(messages::takes_no_arguments(self.span_of(first), &text));
        }
        if !self.check_vertex_length(&base, name.span) || !self.check_builtin_length(&base, name.span) {
            return Operand::Error;
        }
        let result = if wide { self.module.scalar(Scalar::I64) } else { self.common.int };
        let length = match *self.module.types.get(ty) {
            Type::Array { length: ArrayLength::Runtime, .. } => return self.runtime_length(base, result, name, span),
            Type::Array { length: ArrayLength::Specialization(constant), .. } => {
                return self.convert(Operand::Constant(constant), result, span);
            }
            Type::Vector(size, _) if size.is_symbolic() => {
                let Some(length) = self.module.types.length(size) else { return Operand::Error };
                return self.convert(Operand::Constant(length.constant), result, span);
            }
            _ if let Some(length) = self.hooks(ty).and_then(|hooks| hooks.length) => return length(self, ty, span),
            Type::Vector(..) | Type::Matrix { .. } if self.version.is_es() => None,
            Type::Vector(..) | Type::Matrix { .. } => {
                if !self.require_feature(&VECTOR_LENGTHS, name.span) {
                    return Operand::Error;
                }
                self.element_type(ty).and_then(|(_, length)| length)
            }
            _ => self.element_type(ty).and_then(|(_, length)| length),
        };
        match length {
            Some(length) => {
                let length = self.int_constant(i32::try_from(length).unwrap_or(i32::MAX));
                self.convert(Operand::Constant(length), result, span)
            }
            None => {
                let spelled = self.spell(ty);
                self.report(messages::has_no_length(name.span, &spelled));
                Operand::Error
            }
        }
    }

    fn runtime_length(&mut self, base: Operand, result: Handle<Type>, name: Name, span: Span) -> Operand {
        let in_block = |path: &Path| {
            path.storage == StorageClass::StorageBuffer && matches!(path.steps.last(), Some(PlaceStep::Member(_)))
        };
        match base {
            Operand::Place(path) if path.storage == StorageClass::PhysicalStorageBuffer => {
                self.report(messages::length_behind_reference(name.span));
                Operand::Error
            }
            Operand::Place(path) if in_block(&path) => {
                let place = self.place(&path, span);
                Operand::Value(self.builder.evaluate(ValueKind::ArrayLength(place), result, span))
            }
            _ => {
                self.report(messages::unknown_length(name.span));
                Operand::Error
            }
        }
    }
}
