//! The entry point: arguments for the inputs, a result for the outputs.
//!
//! Comes in: `main` and the inputs and outputs that functions use. Goes out: the naga entry point. Must not depend on:
//! how statements are bridged.
//!
//! An input that only `main` reads, and only with constant indices, is just an argument: in WGSL such values can be
//! uniform, and barriers may depend on them. An input that other functions use too is a private variable, which `main`
//! sets at its start. Outputs are variables, which are read wherever `main` returns.

use super::body::{FunctionWriter, ends_in_jump};
use super::build::{Build, Shape, Typed};
use super::globals::Global;
use super::inputs::{self, MASKS};
use super::instances::Instance;
use super::interface::{Cursor, Side, not_in_naga};
use super::memory::Memory;
use super::module::ModuleWriter;
use super::place::Target;
use super::types::some_name;
use super::unsupported::{Bridged, OrMissing, unsupported};
use crate::builtins::vocabulary::BuiltIn as BuiltIn450;
use crate::hir::{
    self, ConstantKind, ExecutionMode, PlaceRoot, PlaceStep, StorageClass, ValueKind, WorkgroupDimension,
};
use crate::stage::Stage;
use naga::{
    AddressSpace, BinaryOperator, Binding, BuiltIn, ConservativeDepth, EarlyDepthTest, Expression, FunctionArgument,
    Handle, LocalVariable, ShaderStage,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The state of an entry point beyond that of a function.
#[derive(Debug, Default)]
pub(super) struct Entry {
    /// Built-in inputs as arguments.
    builtins: FxHashMap<BuiltIn, Handle<Expression>>,
    /// Inputs as values.
    values: FxHashMap<hir::Handle<hir::GlobalVariable>, Typed>,
    /// Inputs and outputs that only this function uses.
    variables: FxHashMap<hir::Handle<hir::GlobalVariable>, Handle<LocalVariable>>,
}

/// Dimensions of a workgroup that are overrides.
type Dimensions = [Option<Handle<Expression>>; 3];

/// A part of the result of the entry point.
struct Output {
    name: Option<String>,
    ty: Handle<naga::Type>,
    binding: Binding,
    value: Handle<Expression>,
}

impl<'a> ModuleWriter<'a> {
    pub(super) fn entry_point(
        &mut self,
        stage: ShaderStage,
        function: &'a hir::Function,
        instance: Instance,
    ) -> Bridged<()> {
        let (workgroup_size, workgroup_size_overrides) = self.workgroup()?;
        let mut writer = FunctionWriter::new(self, function, instance);
        writer.entry = Some(Entry::default());
        writer.task_result();
        writer.inputs()?;
        writer.body()?;
        if !ends_in_jump(function) && (writer.has_outputs() || stage == ShaderStage::Task) {
            writer.leave(None)?;
        }
        writer.share_inputs()?;
        let function = writer.finish();
        let early_depth_test = self.depth_test();
        let mesh_info = self.mesh.as_ref().map(|it| self.out.analyze_mesh_shader_info(it.variable).0);
        let task_payload = self.payload(AddressSpace::TaskPayload, stage == ShaderStage::Task);
        let is_hit = matches!(stage, ShaderStage::AnyHit | ShaderStage::ClosestHit | ShaderStage::Miss);
        let incoming_ray_payload = self.payload(AddressSpace::IncomingRayPayload, is_hit);
        self.out.entry_points.push(naga::EntryPoint {
            name: "main".to_owned(),
            stage,
            early_depth_test,
            workgroup_size,
            workgroup_size_overrides,
            function,
            mesh_info,
            task_payload,
            incoming_ray_payload,
        });
        Ok(())
    }

    fn depth_test(&self) -> Option<EarlyDepthTest> {
        let modes = &self.hir.entry_point.modes;
        let promised = [
            (ExecutionMode::DepthGreater, ConservativeDepth::GreaterEqual),
            (ExecutionMode::DepthLess, ConservativeDepth::LessEqual),
            (ExecutionMode::DepthUnchanged, ConservativeDepth::Unchanged),
        ];
        if modes.contains(&ExecutionMode::EarlyFragmentTests) {
            return Some(EarlyDepthTest::Force);
        }
        let promise = promised.iter().find(|(mode, _)| modes.contains(mode));
        promise.map(|&(_, conservative)| EarlyDepthTest::Allow { conservative })
    }

    /// The workgroup size, and the dimensions that are overrides.
    fn workgroup(&mut self) -> Bridged<([u32; 3], Option<Dimensions>)> {
        let Some(workgroup) = self.hir.entry_point.workgroup else { return Ok(([0; 3], None)) };
        let mut sizes = [1; 3];
        let mut overrides = [None; 3];
        for ((size, expression), dimension) in sizes.iter_mut().zip(&mut overrides).zip(workgroup.size) {
            match dimension {
                WorkgroupDimension::Literal(literal) => *size = literal,
                WorkgroupDimension::Specialization(constant) => {
                    let it = self.hir.constants.get_handle(constant).or_missing("a constant")?;
                    if let ConstantKind::Specialization { default, .. } = it.kind {
                        *size = default as u32;
                    }
                    *expression = Some(super::constants::constant(self, constant)?.it);
                }
            }
        }
        Ok((sizes, overrides.iter().any(Option::is_some).then_some(overrides)))
    }

    /// The functions other than the entry point that use a variable, and whether the entry point only uses it in ways
    /// that are possible with a value.
    fn is_value(&self, global: hir::Handle<hir::GlobalVariable>) -> (bool, bool) {
        let (mut is_own, mut is_value) = (true, true);
        for handle in self.hir.reachable_functions() {
            let Ok(function) = self.hir.functions.try_get(handle) else { continue };
            let mut places = function.places.iter().filter(|(_, it)| it.root == PlaceRoot::Global(global));
            if handle != self.hir.entry_point.function {
                is_own &= places.next().is_none();
                continue;
            }
            is_value &= places.all(|(_, place)| {
                place.steps.iter().all(|step| match *step {
                    PlaceStep::Member(_) => true,
                    PlaceStep::Index(value) => {
                        function.values.try_get(value).is_ok_and(|it| matches!(it.kind, ValueKind::Constant(_)))
                    }
                })
            });
        }
        (is_own, is_own && is_value)
    }

    /// The members of a block that functions use; `None` for all of them.
    fn named_members(&self, global: hir::Handle<hir::GlobalVariable>) -> Option<FxHashSet<u32>> {
        let mut named = FxHashSet::default();
        for handle in self.hir.reachable_functions() {
            let Ok(function) = self.hir.functions.try_get(handle) else { continue };
            for (_, place) in function.places.iter().filter(|(_, it)| it.root == PlaceRoot::Global(global)) {
                let Some(PlaceStep::Member(member)) = place.steps.first() else { return None };
                named.insert(*member);
            }
        }
        Some(named)
    }
}

impl<'a> FunctionWriter<'_, 'a> {
    /// The input or output that a place begins with, if it does.
    pub(super) fn interface_target(&mut self, global: hir::Handle<hir::GlobalVariable>) -> Option<Target> {
        let entry = self.entry.as_ref()?;
        if let Some(&value) = entry.values.get(&global) {
            return Some(Target::Value(value));
        }
        let variable = *entry.variables.get(&global)?;
        let ty = self.out.local_variables.try_get(variable).ok()?.ty;
        Some(Target::Memory(self.add(Expression::LocalVariable(variable)), Memory::plain(ty)))
    }

    /// The value of a built-in input, in any function.
    pub(super) fn builtin_input(&mut self, builtin: BuiltIn) -> Bridged<Typed> {
        let shape = inputs::shape_of(builtin)?;
        if self.entry.is_some() {
            return self.builtin_argument(builtin, "");
        }
        let variable = match self.module.inputs.variables.get(&builtin) {
            Some(&known) => known,
            None => {
                let ty = self.type_of_shape(shape);
                let made = self.module.private(&builtin_name(builtin), ty);
                self.module.inputs.variables.insert(builtin, made);
                self.module.inputs.order.push(builtin);
                made
            }
        };
        let pointer = self.add(Expression::GlobalVariable(variable));
        Ok(self.typed(Expression::Load { pointer }, shape))
    }

    fn builtin_argument(&mut self, builtin: BuiltIn, name: &str) -> Bridged<Typed> {
        let shape = inputs::shape_of(builtin)?;
        let is_mesh = matches!(self.module.hir.entry_point.stage, Stage::Task | Stage::Mesh);
        if builtin == BuiltIn::LocalInvocationIndex && is_mesh {
            return self.local_index(shape);
        }
        if let Some(&known) = self.entry.as_ref().and_then(|it| it.builtins.get(&builtin)) {
            return Ok(Typed { it: known, shape });
        }
        let ty = self.type_of_shape(shape);
        let name = if name.is_empty() { builtin_name(builtin) } else { name.to_owned() };
        let it = self.new_argument(&name, ty, Binding::BuiltIn(builtin));
        if let Some(entry) = &mut self.entry {
            entry.builtins.insert(builtin, it);
        }
        Ok(Typed { it, shape })
    }

    /// `gl_LocalInvocationIndex` of task and mesh shaders, computed: naga 30 declares that input a second time in HLSL.
    fn local_index(&mut self, shape: Shape) -> Bridged<Typed> {
        let id = self.builtin_argument(BuiltIn::LocalInvocationId, "")?;
        let sizes = self.module.hir.entry_point.workgroup.or_missing("a workgroup")?.size;
        let mut index = self.part(id, 0)?;
        let mut stride: Option<Typed> = None;
        for (component, (inner, size)) in (1..).zip(sizes.iter().zip(sizes.iter().skip(1))) {
            if *inner != WorkgroupDimension::Literal(1) {
                let it = match *inner {
                    WorkgroupDimension::Literal(size) => self.literal(naga::Literal::U32(size)),
                    WorkgroupDimension::Specialization(size) => super::constants::constant(self, size)?.it,
                };
                let size = Typed { it, shape };
                stride = Some(match stride {
                    Some(stride) => self.same(BinaryOperator::Multiply, stride, size),
                    None => size,
                });
            }
            // In a dimension of one invocation, all have the index 0.
            if *size != WorkgroupDimension::Literal(1) {
                let part = self.part(id, component)?;
                let part = stride.map_or(part, |stride| self.same(BinaryOperator::Multiply, part, stride));
                index = self.same(BinaryOperator::Add, index, part);
            }
        }
        Ok(index)
    }

    fn new_argument(&mut self, name: &str, ty: Handle<naga::Type>, binding: Binding) -> Handle<Expression> {
        let index = self.out.arguments.len() as u32;
        self.out.arguments.push(FunctionArgument { name: some_name(name), ty, binding: Some(binding) });
        self.add(Expression::FunctionArgument(index))
    }

    /// Creates the arguments, and the variables for inputs that cannot be values.
    fn inputs(&mut self) -> Bridged<()> {
        let used = self.module.hir.used_globals();
        let hir = self.module.hir;
        for (handle, global) in hir.globals.iter().filter(|(handle, _)| used.contains(handle)) {
            match global.storage {
                StorageClass::Input => self.input(handle, global).map_err(|it| it.at(global.span))?,
                StorageClass::Output if self.module.mesh.is_none() => {
                    self.output(handle, global).map_err(|it| it.at(global.span))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn input(&mut self, handle: hir::Handle<hir::GlobalVariable>, global: &'a hir::GlobalVariable) -> Bridged<()> {
        let mut cursor = Cursor::new(global);
        let value = self.input_value(global.ty, &mut cursor)?;
        let (is_own, is_value) = self.module.is_value(handle);
        if is_value {
            if let Some(entry) = &mut self.entry {
                entry.values.insert(handle, value);
            }
            return Ok(());
        }
        let pointer = self.interface_variable(handle, global, is_own)?;
        self.store(pointer, value.it);
        Ok(())
    }

    fn output(&mut self, handle: hir::Handle<hir::GlobalVariable>, global: &hir::GlobalVariable) -> Bridged<()> {
        let (is_own, _) = self.module.is_value(handle);
        self.interface_variable(handle, global, is_own).map(|_| ())
    }

    /// The variable for an input or output.
    fn interface_variable(
        &mut self,
        handle: hir::Handle<hir::GlobalVariable>,
        global: &hir::GlobalVariable,
        is_own: bool,
    ) -> Bridged<Handle<Expression>> {
        let ty = self.module.value_type(global.ty)?;
        if is_own {
            let variable = self.variable(&global.name, ty);
            if let Some(entry) = &mut self.entry {
                entry.variables.insert(handle, variable);
            }
            return Ok(self.add(Expression::LocalVariable(variable)));
        }
        // An earlier function has created it.
        let variable = self.module.interface_global(handle)?;
        Ok(self.add(Expression::GlobalVariable(variable)))
    }

    /// The value of an input, composed of its arguments.
    fn input_value(&mut self, ty: hir::Handle<hir::Type>, cursor: &mut Cursor<'a>) -> Bridged<Typed> {
        let value_type = self.module.value_type(ty)?;
        let shape = self.module.shape(value_type)?;
        if let Some(row) = cursor.builtin {
            return self.builtin_value(row, cursor.name, shape);
        }
        let hir = self.module.hir;
        match *hir.types.get(ty) {
            hir::Type::Scalar(_) | hir::Type::Vector(..) => {
                let binding = self.module.location(cursor, value_type, Side::Input)?;
                let it = self.new_argument(cursor.name, value_type, binding);
                Ok(Typed { it, shape })
            }
            hir::Type::Matrix { .. } => {
                let Shape::Matrix(columns, rows, scalar) = shape else { return unsupported("an input of this type") };
                let column = self.type_of_shape(Shape::Vector(rows, scalar));
                let mut parts = Vec::new();
                for _ in 0..u32::from(columns) {
                    let binding = self.module.location(cursor, column, Side::Input)?;
                    parts.push(self.new_argument(cursor.name, column, binding));
                }
                Ok(self.compose(shape, parts))
            }
            hir::Type::Array { element, length: hir::ArrayLength::Constant(3) }
                if cursor.interface.rate == Some(hir::InterfaceRate::Vertex)
                    && matches!(hir.types.get(element), hir::Type::Scalar(_) | hir::Type::Vector(..)) =>
            {
                let binding = self.module.vertex_location(cursor)?;
                let it = self.new_argument(cursor.name, value_type, binding);
                Ok(Typed { it, shape })
            }
            hir::Type::Array { element, length: hir::ArrayLength::Constant(length) } => {
                let mut parts = Vec::new();
                for _ in 0..length {
                    parts.push(self.input_value(element, cursor)?.it);
                }
                Ok(self.compose(shape, parts))
            }
            hir::Type::Struct(structure) => {
                let structure = hir.types.structure(structure).or_missing("a structure")?;
                let mut parts = Vec::new();
                for member in &structure.members {
                    let mut inner = Cursor::member(cursor, member);
                    parts.push(self.input_value(member.ty, &mut inner)?.it);
                    cursor.location = inner.location;
                }
                Ok(self.compose(shape, parts))
            }
            _ => unsupported("an input of this type"),
        }
    }

    /// The value of a built-in input, with its GLSL type.
    fn builtin_value(&mut self, row: &crate::builtins::Variable, name: &str, shape: Shape) -> Bridged<Typed> {
        let value = if let Some(&(_, operator)) = MASKS.iter().find(|mask| mask.0 == row.builtin) {
            let mask = self.subgroup_mask(operator)?;
            match row.component {
                Some(component) => self.part(mask, component.into())?,
                None => mask,
            }
        } else {
            let (builtin, _) = inputs::row(row.builtin).map_err(|_| not_in_naga(row))?;
            self.builtin_argument(builtin, name)?
        };
        self.of_shape(value, shape)
    }

    /// A built-in in its GLSL form: with the other signedness, or as the only element of an array.
    fn of_shape(&mut self, value: Typed, shape: Shape) -> Bridged<Typed> {
        match (shape, shape.scalar()) {
            (Shape::Other(ty), _) => {
                let naga::TypeInner::Array { base, .. } = *self.module.inner(ty)? else { return Ok(value) };
                let element = self.module.shape(base)?;
                let value = self.of_shape(value, element)?;
                Ok(self.compose(shape, vec![value.it]))
            }
            (_, Some(scalar)) => Ok(self.bits_as(value, scalar)),
            _ => Ok(value),
        }
    }

    fn has_outputs(&self) -> bool {
        if self.module.mesh.is_some() {
            return false;
        }
        let used = self.module.hir.used_globals();
        let mut globals = self.module.hir.globals.iter();
        let is_vertex = self.module.hir.entry_point.stage == crate::stage::Stage::Vertex;
        is_vertex || globals.any(|(handle, it)| it.storage == StorageClass::Output && used.contains(&handle))
    }

    /// The result of the entry point: the current values of the outputs.
    pub(super) fn outputs(&mut self) -> Bridged<Option<Handle<Expression>>> {
        if !self.has_outputs() {
            return Ok(None);
        }
        let hir = self.module.hir;
        let used = hir.used_globals();
        let mut outputs = Vec::new();
        for (handle, global) in hir.globals.iter() {
            if global.storage != StorageClass::Output || !used.contains(&handle) {
                continue;
            }
            let pointer = match self.interface_target(handle) {
                Some(Target::Memory(pointer, _)) => pointer,
                _ => {
                    let variable = self.module.interface_global(handle)?;
                    self.add(Expression::GlobalVariable(variable))
                }
            };
            let mut cursor = Cursor::new(global);
            let named = self.module.named_members(handle);
            self.output_parts(pointer, global.ty, &mut cursor, named.as_ref(), &mut outputs)
                .map_err(|it| it.at(global.span))?;
        }
        let is_position = |it: &Output| matches!(it.binding, Binding::BuiltIn(BuiltIn::Position { .. }));
        if hir.entry_point.stage == crate::stage::Stage::Vertex && !outputs.iter().any(is_position) {
            // A WGSL vertex shader must have a position; in GLSL it is undefined if the shader does not write it.
            let ty = self.type_of_shape(Shape::Vector(naga::VectorSize::Quad, naga::Scalar::F32));
            let value = self.add(Expression::ZeroValue(ty));
            let binding = Binding::BuiltIn(BuiltIn::Position { invariant: false });
            outputs.push(Output { name: some_name("gl_Position"), ty, binding, value });
        }
        if outputs.is_empty() {
            return Ok(None);
        }
        let mut types = Vec::new();
        let mut members = Vec::new();
        let mut end = 0;
        for output in &outputs {
            let layout = self.module.layout(output.ty)?;
            let offset = layout.alignment.round_up(end);
            end = offset + layout.size;
            types.push(layout.alignment);
            members.push(naga::StructMember {
                name: output.name.clone(),
                ty: output.ty,
                binding: Some(output.binding.clone()),
                offset,
            });
        }
        let alignment = types.into_iter().max().unwrap_or(naga::proc::Alignment::ONE);
        let inner = naga::TypeInner::Struct { members, span: alignment.round_up(end) };
        let ty = self.module.named_type(some_name("Outputs"), inner);
        self.out.result = Some(naga::FunctionResult { ty, binding: None });
        let components = outputs.iter().map(|it| it.value).collect();
        Ok(Some(self.compose(Shape::Other(ty), components).it))
    }

    /// The parts of an output, read from the variable that `pointer` points to.
    fn output_parts(
        &mut self,
        pointer: Handle<Expression>,
        ty: hir::Handle<hir::Type>,
        cursor: &mut Cursor<'a>,
        named: Option<&FxHashSet<u32>>,
        outputs: &mut Vec<Output>,
    ) -> Bridged<()> {
        let value_type = self.module.value_type(ty)?;
        let shape = self.module.shape(value_type)?;
        let hir = self.module.hir;
        if let Some(row) = cursor.builtin {
            let (mut builtin, mut ty) = match row.builtin {
                BuiltIn450::ClipDistance => (BuiltIn::ClipDistances, value_type),
                BuiltIn450::CullDistance => (BuiltIn::CullDistance, value_type),
                other => {
                    let (builtin, shape) = inputs::row(other).map_err(|_| not_in_naga(row))?;
                    (builtin, self.type_of_shape(shape))
                }
            };
            if let BuiltIn::Position { invariant } = &mut builtin {
                *invariant = cursor.interface.invariant;
            }
            let mut value = self.typed(Expression::Load { pointer }, shape);
            if ty != value_type {
                if let Shape::Other(_) = shape {
                    value = self.part(value, 0)?;
                }
                let scalar = self.module.shape(ty)?.scalar().or_missing("a built-in")?;
                value = self.bits_as(value, scalar);
                ty = self.type_of_shape(value.shape);
            }
            let name = some_name(cursor.name);
            outputs.push(Output { name, ty, binding: Binding::BuiltIn(builtin), value: value.it });
            return Ok(());
        }
        match *hir.types.get(ty) {
            hir::Type::Scalar(_) | hir::Type::Vector(..) => {
                let binding = self.module.location(cursor, value_type, Side::Output)?;
                let value = self.add(Expression::Load { pointer });
                outputs.push(Output { name: some_name(cursor.name), ty: value_type, binding, value });
                Ok(())
            }
            hir::Type::Matrix { .. } => {
                let Shape::Matrix(columns, rows, scalar) = shape else { return unsupported("an output of this type") };
                let ty = self.type_of_shape(Shape::Vector(rows, scalar));
                for index in 0..u32::from(columns) {
                    let binding = self.module.location(cursor, ty, Side::Output)?;
                    let column = self.add(Expression::AccessIndex { base: pointer, index });
                    let value = self.add(Expression::Load { pointer: column });
                    outputs.push(Output { name: some_name(cursor.name), ty, binding, value });
                }
                Ok(())
            }
            hir::Type::Array { element, length: hir::ArrayLength::Constant(length) } => {
                for index in 0..length {
                    let part = self.add(Expression::AccessIndex { base: pointer, index });
                    self.output_parts(part, element, cursor, None, outputs)?;
                }
                Ok(())
            }
            hir::Type::Struct(structure) => {
                let structure = hir.types.structure(structure).or_missing("a structure")?;
                for (index, member) in structure.members.iter().enumerate() {
                    let index = index as u32;
                    let mut inner = Cursor::member(cursor, member);
                    // Built-in members that the shader does not use are omitted.
                    if inner.builtin.is_some() && named.is_some_and(|it| !it.contains(&index)) {
                        continue;
                    }
                    let part = self.add(Expression::AccessIndex { base: pointer, index });
                    self.output_parts(part, member.ty, &mut inner, None, outputs)?;
                    cursor.location = inner.location;
                }
                Ok(())
            }
            _ => unsupported("an output of this type"),
        }
    }

    /// Sets the private variables through which other functions read inputs, before anything else.
    fn share_inputs(&mut self) -> Bridged<()> {
        self.flush();
        let mut body = std::mem::replace(&mut self.block, naga::Block::new());
        for builtin in self.module.inputs.order.clone() {
            let value = self.builtin_argument(builtin, "")?;
            let variable = self.module.inputs.variables.get(&builtin).copied().or_missing("an input")?;
            let pointer = self.add(Expression::GlobalVariable(variable));
            self.push(naga::Statement::Store { pointer, value: value.it });
        }
        self.flush();
        self.block.append(&mut body);
        Ok(())
    }
}

/// A name for a built-in that has none in the shader.
fn builtin_name(builtin: BuiltIn) -> String {
    let mut name = String::new();
    for letter in format!("{builtin:?}").chars().take_while(char::is_ascii_alphabetic) {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

impl ModuleWriter<'_> {
    /// The private variable for an input or output that several functions use.
    pub(super) fn interface_global(
        &mut self,
        handle: hir::Handle<hir::GlobalVariable>,
    ) -> Bridged<Handle<naga::GlobalVariable>> {
        if let Some(Global::Memory(variable, _)) = self.globals.get(&handle) {
            return Ok(*variable);
        }
        let global = self.hir.globals.try_get(handle).or_missing("a variable")?;
        let ty = self.value_type(global.ty)?;
        let made = self.private(&global.name, ty);
        self.globals.insert(handle, Global::Memory(made, Memory::plain(ty)));
        Ok(made)
    }
}
